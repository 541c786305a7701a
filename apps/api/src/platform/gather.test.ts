import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { gather } from './gather.ts'
import { openMetrics } from './metrics/metrics.ts'

/** A run that ends when the test decides. */
const controlled = () => {
  const batches: number[][] = []
  const ends: ((results: (number | Error)[]) => void)[] = []
  const run = (batch: number[]) =>
    new Promise<(number | Error)[]>((resolve) => {
      batches.push(batch)
      ends.push(resolve)
    })
  const end = async (results: (number | Error)[]) => {
    ends.shift()?.(results)
    // Requests that are being read join between two batches: one turn of the event loop.
    await setImmediate()
    await setImmediate()
  }
  return { batches, run, end }
}

describe('gathering', () => {
  test('runs those of one turn together, and those that arrive meanwhile', async () => {
    const { batches, run, end } = controlled()
    const { ask } = gather({ run, maxBatch: 10, maxQueue: 10 })
    const first = Promise.all([1, 2].map((n) => ask(n)))
    await setImmediate()
    expect(batches).toEqual([[1, 2]])
    const second = Promise.allSettled([3, 4].map((n) => ask(n)))
    await setImmediate()
    expect(batches).toEqual([[1, 2]])
    await end([10, 20])
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
    await end([30, new AppError('event_full')])
    await expect(first).resolves.toEqual([10, 20])
    await expect(second).resolves.toMatchObject([
      { status: 'fulfilled', value: 30 },
      { status: 'rejected', reason: { code: 'event_full' } },
    ])
  })

  test('respects the batch size, and refuses requests when the queue is full', async () => {
    const { batches, run, end } = controlled()
    const { ask } = gather({ run, maxBatch: 2, maxQueue: 3 })
    const answers = Promise.all([1, 2, 3].map((n) => ask(n)))
    await expect(ask(4)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 })
    await setImmediate()
    await end([1, 2])
    await end([3])
    expect(batches).toEqual([[1, 2], [3]])
    await expect(answers).resolves.toEqual([1, 2, 3])
  })

  test('tells how many wait', async () => {
    const metrics = openMetrics(true)
    const { run, end } = controlled()
    const { ask } = gather({ run, maxBatch: 2, maxQueue: 3, watch: metrics.batches('tests') })
    const waiting = async () => /^shiloh_batch_queue\{batch="tests"\} (\d+)$/m.exec((await metrics.read()).text)?.[1]
    expect(await waiting()).toBe('0')
    const answers = Promise.all([1, 2, 3].map((n) => ask(n)))
    await setImmediate()
    expect(await waiting()).toBe('1')
    await end([1, 2])
    await end([3])
    await answers
    expect(await waiting()).toBe('0')
    metrics.close()
  })

  test('starts the next batch beside one that only waits, and never a third', async () => {
    const batches: number[][] = []
    const ends: (() => void)[] = []
    const { ask } = gather<number, number>({
      run: (batch, next) =>
        new Promise((resolve) => {
          batches.push(batch)
          next()
          ends.push(() => resolve(batch))
        }),
      maxBatch: 10,
      maxQueue: 10,
    })
    const turns = async () => {
      for (let turn = 0; turn < 4; turn += 1) await setImmediate()
    }
    const answers = [ask(1)]
    await turns()
    answers.push(ask(2))
    await turns()
    answers.push(ask(3))
    await turns()
    expect(batches).toEqual([[1], [2]])
    ends[0]?.()
    await turns()
    expect(batches).toEqual([[1], [2], [3]])
    for (const end of ends) end()
    await expect(Promise.all(answers)).resolves.toEqual([1, 2, 3])
  })

  test('a batch that has waited takes in what fits, once, and not when it is retried', async () => {
    const batches: number[][] = []
    let wait = Promise.resolve()
    const { ask } = gather<number, number>({
      run: async (first, _, join) => {
        await wait
        const batch = [...first, ...join((n) => n % 2 === 1)]
        batches.push(batch)
        if (batch.includes(5) && batch.length > 1) throw new Error('together')
        return batch.map((n) => n * 10)
      },
      maxBatch: 3,
      maxQueue: 10,
    })
    let go = (): void => undefined
    wait = new Promise((resolve) => {
      go = resolve
    })
    const answers = [ask(1)]
    await setImmediate()
    answers.push(...[2, 3, 5, 7].map((n) => ask(n)))
    go()
    await expect(Promise.all(answers)).resolves.toEqual([10, 20, 30, 50, 70])
    expect(batches).toEqual([[1, 3, 5], [1], [3], [5], [2, 7]])
  })

  test('a batch that fails is run one by one: only the one at fault fails', async () => {
    const { ask } = gather<number, number>({
      run: async (batch) => {
        if (batch.includes(3)) throw new Error('three')
        return batch.map((n) => n * 10)
      },
      maxBatch: 10,
      maxQueue: 100,
    })
    const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => ask(n)))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      10,
      20,
      'failed',
      40,
    ])
    // It still works afterwards.
    await expect(ask(5)).resolves.toBe(50)
  })

  test('everybody gets their own answer, whatever fails and in whatever order they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        async (asked, maxBatch) => {
          const { ask } = gather<number, number>({
            run: async (batch) => {
              if (batch.length > 1 && batch.some((n) => n % 7 === 0)) throw new Error('batch')
              return batch.map((n) => (n % 5 === 0 ? new Error('five') : n + 1))
            },
            maxBatch,
            maxQueue: 1000,
          })
          const answers = await Promise.allSettled(asked.map((n) => ask(n)))
          expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual(
            asked.map((n) => (n % 5 === 0 ? 'failed' : n + 1)),
          )
        },
      ),
    )
  })

  test('a stop answers everything that waits, and refuses what comes later', async () => {
    const { batches, run, end } = controlled()
    const { ask, stop } = gather({ run, maxBatch: 2, maxQueue: 10 })
    const answers = Promise.all([1, 2, 3, 4].map((n) => ask(n)))
    let isStopped = false
    const stopped = stop().then(() => {
      isStopped = true
    })
    await expect(ask(5)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    await setImmediate()
    await end([1, 2])
    expect(isStopped).toBe(false)
    await end([3, 4])
    await expect(answers).resolves.toEqual([1, 2, 3, 4])
    await stopped
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('a stop also waits for a batch that let the next one begin', async () => {
    let end = (_: number[]): void => undefined
    const { ask, stop } = gather<number, number>({
      run: (_, next) => {
        next()
        return new Promise((resolve) => {
          end = resolve
        })
      },
      maxBatch: 10,
      maxQueue: 10,
    })
    const answer = ask(1)
    await setImmediate()
    await setImmediate()
    let isStopped = false
    const stopped = stop().then(() => {
      isStopped = true
    })
    await setImmediate()
    expect(isStopped).toBe(false)
    end([2])
    await stopped
    await expect(answer).resolves.toBe(2)
  })
})
