import { setImmediate } from 'node:timers/promises'
import { AppError } from './errors.ts'
import type { BatchWatch } from './metrics/metrics.ts'

/** Answers per turn of the event loop. */
const ANSWERS_A_TURN = 8

interface GatherOptions<Request, Result> {
  /**
   * Handles a batch of requests and returns a result for each, in order: a value, or the error of this request alone.
   * It can call `next` when it only has to wait for I/O: the next batch then starts in parallel. Never more than two
   * run. It can call `join` after it has waited for something: the requests in the queue that fit become part of its
   * batch, behind the others.
   */
  readonly run: (
    batch: Request[],
    next: () => void,
    join: (fits: (request: Request) => boolean) => readonly Request[],
  ) => Promise<readonly (Result | Error)[]>
  /** Maximum batch size. */
  readonly maxBatch: number
  /** Maximum queue length. Further requests fail with `overloaded`. */
  readonly maxQueue: number
  /** Receives the size and the wait of each batch, and how to read the length of the queue. */
  readonly watch?: BatchWatch
}

/** A running batcher. */
interface Gatherer<Request, Result> {
  /** @throws AppError overloaded when the queue is full, unavailable after the stop */
  ask(request: Request): Promise<Result>
  /** Answers everything in the queue and refuses later requests. */
  stop(): Promise<void>
}

/**
 * An adaptive batcher. A request that arrives while nothing runs is handled in this turn of the event loop, with those
 * that arrive in the same turn. Requests that arrive during a batch form the next one, which starts one turn after it
 * ends. Quiet times cost no latency, busy times share one round trip. If a whole batch fails, each of its requests is retried alone, so that one bad
 * request does not affect others.
 */
export const gather = <Request, Result>({
  run,
  maxBatch,
  maxQueue,
  watch,
}: GatherOptions<Request, Result>): Gatherer<Request, Result> => {
  interface Waiting {
    readonly request: Request
    /** By `performance.now()`. */
    readonly since: number
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let queue: Waiting[] = []
  let isStopped = false
  let running = false
  let working: Promise<void> = Promise.resolve()
  /** The end of the most recent batch. */
  let latest: Promise<void> = Promise.resolve()
  watch?.queue(() => queue.length)

  const answer = (waiting: Waiting, result: Result | Error | undefined) => {
    if (result instanceof Error) waiting.reject(result)
    else waiting.resolve(result as Result)
  }

  /**
   * Answers a few at a time, so that I/O of the parallel batch is not delayed by everything that these answers trigger.
   */
  const answerAll = async (batch: readonly Waiting[], results: readonly (Result | Error)[]): Promise<void> => {
    for (const [index, waiting] of batch.entries()) {
      if (index > 0 && index % ANSWERS_A_TURN === 0) await setImmediate()
      answer(waiting, results[index])
    }
  }

  const runBatch = async (batch: Waiting[], next: () => void, isRetry = false): Promise<void> => {
    const join = (fits: (request: Request) => boolean): readonly Request[] => {
      // A request that is retried alone must not take others down with it.
      if (isRetry) return []
      const joined = queue.filter(({ request }) => fits(request)).slice(0, maxBatch - batch.length)
      const gone = new Set(joined)
      queue = queue.filter((waiting) => !gone.has(waiting))
      batch.push(...joined)
      return joined.map(({ request }) => request)
    }
    const [first] = batch
    const waited = watch && first ? performance.now() - first.since : 0
    let results: readonly (Result | Error)[]
    try {
      results = await run(
        batch.map(({ request }) => request),
        next,
        join,
      )
    } catch (error) {
      if (batch.length === 1) {
        batch[0]?.reject(error)
        return
      }
      for (const waiting of batch) await runBatch([waiting], next, true)
      return
    }
    watch?.ran(batch.length, waited)
    next()
    await answerAll(batch, results)
  }

  const work = async (): Promise<void> => {
    running = true
    while (queue.length > 0) {
      // Requests that are being read right now join this batch.
      await setImmediate()
      const batch = queue.slice(0, maxBatch)
      queue = queue.slice(maxBatch)
      // A batch that repeats its transaction may have taken them in.
      if (batch.length === 0) continue
      const beside = latest
      await new Promise<void>((resolve) => {
        latest = runBatch(batch, resolve).finally(resolve)
      })
      await beside
    }
    running = false
  }

  return {
    ask: (request) => {
      if (isStopped) return Promise.reject(new AppError('unavailable', { retryAfter: 1 }))
      if (queue.length >= maxQueue) return Promise.reject(new AppError('overloaded', { retryAfter: 1 }))
      return new Promise<Result>((resolve, reject) => {
        queue.push({ request, since: watch ? performance.now() : 0, resolve, reject })
        if (!running) working = work()
      })
    },
    stop: async () => {
      isStopped = true
      await working
      await latest
    },
  }
}
