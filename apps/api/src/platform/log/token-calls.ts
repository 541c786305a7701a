import type { TokenCalls } from './token-calls.store.ts'

/** One answered request of a program. */
export interface TokenCall {
  readonly at: Date
  /** The account of its token. */
  readonly userId: string
  readonly method: string
  /** The declared path. */
  readonly route: string
  readonly status: number
}

export interface TokenCallLog {
  /** Counts a call, without a query. */
  note(call: TokenCall): void
  /** Writes the counts. */
  flush(): Promise<void>
}

interface TokenCallLogOptions {
  readonly save: (counts: readonly TokenCalls[]) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds between writes: one statement per interval, however often programs call. */
const FLUSH_MS = 5000

/** Counts calls in memory, by account and route, and writes the counts periodically. */
export const openTokenCallLog = ({ save, onFailure }: TokenCallLogOptions): TokenCallLog => {
  // Bounded by the tokens in force and the routes of the contract.
  let gathered = new Map<string, TokenCalls>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const counts = [...gathered.values()]
    gathered = new Map()
    // Counts that cannot be written are dropped, like refusals: the calls themselves were answered.
    if (counts.length > 0) writing = writing.then(() => save(counts)).catch(onFailure)
    return writing
  }

  return {
    note: ({ at, userId, method, route, status }) => {
      const key = `${userId} ${method} ${route}`
      const before = gathered.get(key)
      gathered.set(key, {
        user_id: userId,
        method,
        route,
        calls: (before?.calls ?? 0) + 1,
        refused: (before?.refused ?? 0) + (status >= 400 ? 1 : 0),
        last_at: at,
        last_status: status,
      })
      if (!timer) {
        timer = setTimeout(() => void flush(), FLUSH_MS)
        timer.unref()
      }
    },
    flush,
  }
}
