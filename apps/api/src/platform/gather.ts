import { setImmediate } from 'node:timers/promises'
import { AppError } from './errors.ts'

/** So many answers are sent off before the event loop turns. */
const ANSWERS_A_TURN = 8

interface GatherOptions<Request, Result> {
  /**
   * Works on many requests at once and answers each, in order: a value, or the error that this request alone gets. It may call
   * `next` when all that is left is to wait: the next batch then begins beside it. Never more than two are under way.
   */
  readonly run: (batch: Request[], next: () => void) => Promise<readonly (Result | Error)[]>
  /** No batch is larger. */
  readonly maxBatch: number
  /** So many may wait; the next is refused with `overloaded`. */
  readonly maxQueue: number
}

/** A batcher that is running. */
interface Gatherer<Request, Result> {
  /** @throws AppError overloaded where too many wait, unavailable after the stop */
  ask(request: Request): Promise<Result>
  /** Answers everything that waits, and refuses what comes later. */
  stop(): Promise<void>
}

/**
 * The adaptive batcher: a request that comes while nothing is under way runs at once, alone; those that come while a
 * batch is under way gather and run together, one turn of the event loop after it ends. Quiet times cost no waiting, busy
 * times one round for many.
 * When a whole batch fails, each of its requests is run alone, so that one bad request harms nobody else.
 */
export const gather = <Request, Result>({
  run,
  maxBatch,
  maxQueue,
}: GatherOptions<Request, Result>): Gatherer<Request, Result> => {
  interface Waiting {
    readonly request: Request
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let queue: Waiting[] = []
  let isStopped = false
  let running = false
  let working: Promise<void> = Promise.resolve()
  /** The end of the batch that began last. */
  let latest: Promise<void> = Promise.resolve()

  const answer = (waiting: Waiting, result: Result | Error | undefined) => {
    if (result instanceof Error) waiting.reject(result)
    else waiting.resolve(result as Result)
  }

  /** A few at a time: what the batch beside this one waits for does not come behind all that these answers lead to. */
  const answerAll = async (batch: readonly Waiting[], results: readonly (Result | Error)[]): Promise<void> => {
    for (const [index, waiting] of batch.entries()) {
      if (index > 0 && index % ANSWERS_A_TURN === 0) await setImmediate()
      answer(waiting, results[index])
    }
  }

  const runBatch = async (batch: readonly Waiting[], next: () => void): Promise<void> => {
    let results: readonly (Result | Error)[]
    try {
      results = await run(
        batch.map(({ request }) => request),
        next,
      )
    } catch (error) {
      if (batch.length === 1) {
        batch[0]?.reject(error)
        return
      }
      for (const waiting of batch) await runBatch([waiting], next)
      return
    }
    next()
    await answerAll(batch, results)
  }

  const work = async (): Promise<void> => {
    running = true
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch)
      queue = queue.slice(maxBatch)
      const beside = latest
      await new Promise<void>((resolve) => {
        latest = runBatch(batch, resolve).finally(resolve)
      })
      await beside
      // Those whose requests are being read right now go along.
      await setImmediate()
    }
    running = false
  }

  return {
    ask: (request) => {
      if (isStopped) return Promise.reject(new AppError('unavailable', { retryAfter: 1 }))
      if (queue.length >= maxQueue) return Promise.reject(new AppError('overloaded', { retryAfter: 1 }))
      return new Promise<Result>((resolve, reject) => {
        queue.push({ request, resolve, reject })
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
