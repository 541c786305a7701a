import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import type { Queryable } from './db.ts'
import { isConnectionLoss } from './pool.ts'
import { lagOf, type Position, parseLsn, withPosition } from './replica.rules.ts'
import { readPosition } from './replica.store.ts'

/** Milliseconds between two looks at how late the replica is. */
const LOOK_MS = 1000

/** Where reads go that may be late. */
export interface Replica {
  /** Whether the configuration has one. */
  readonly isGiven: boolean
  /**
   * Reads from the replica while it follows closely, and otherwise from the primary. Reads again from the primary if
   * the replica is lost meanwhile, so `read` may run twice.
   */
  late<T>(read: (db: Queryable) => Promise<T>): Promise<T>
  /** For reads that take long and cannot be repeated: the replica while it follows closely, otherwise the primary. */
  source(): Queryable
  /** Seconds by which the replica was late at the last look; undefined if it did not answer. */
  lag(): number | undefined
  /** Whether late reads go to the replica now. */
  isUsed(): boolean
  /** Looks once. A timer does it every second after the start. */
  look(): Promise<void>
  start(): void
  stop(): Promise<void>
}

interface ReplicaOptions {
  readonly primary: Queryable
  /** Undefined: the configuration has none, and everything is read from the primary. */
  readonly replica: Queryable | undefined
  /** Milliseconds by which it may be late. */
  readonly maxLag: number
  readonly log: Log
  /** Counts each late read by where it went. */
  readonly count: (source: 'replica' | 'primary') => void
  /** Asks a server for its position in the log: for tests. */
  readonly position?: (db: Queryable) => Promise<string | null>
}

/** A statement that was cancelled because it stood in the way of the replay. The primary can answer it. */
const isConflict = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40001'

/** Decides between primary and replica. Until the first look, everything is read from the primary. */
export const openReplica = (options: ReplicaOptions): Replica => {
  const { primary, replica, maxLag, log, count, position = readPosition } = options
  const stopping = new AbortController()
  let known: readonly Position[] = []
  let lag: number | undefined
  let isUsable = false
  let running: Promise<void> | undefined

  const use = (usable: boolean, why: Readonly<Record<string, unknown>>) => {
    if (usable === isUsable) return
    isUsable = usable
    if (usable) log.info(why, 'late reads go to the replica')
    else log.warn(why, 'late reads go to the primary')
  }

  const look = async () => {
    if (!replica) return
    // A primary that is away does not run ahead either.
    const [written, replayed] = await Promise.allSettled([position(primary), position(replica)])
    const now = performance.now()
    if (written.status === 'fulfilled' && written.value !== null)
      known = withPosition(known, { at: now, lsn: parseLsn(written.value) })
    if (replayed.status === 'rejected' || replayed.value === null) {
      lag = undefined
      use(false, replayed.status === 'rejected' ? { err: replayed.reason } : { replayed: null })
      return
    }
    lag = lagOf(known, parseLsn(replayed.value), now)
    use(lag <= maxLag, { lag_ms: Math.round(lag) })
  }

  const source = () => {
    count(isUsable ? 'replica' : 'primary')
    return isUsable && replica ? replica : primary
  }

  return {
    isGiven: replica !== undefined,
    late: async (read) => {
      if (!replica) return read(primary)
      const db = source()
      try {
        return await read(db)
      } catch (error) {
        if (db === primary || !(isConnectionLoss(error) || isConflict(error))) throw error
        if (isConnectionLoss(error)) use(false, { err: error })
        count('primary')
        return read(primary)
      }
    },
    source: () => (replica ? source() : primary),
    lag: () => (lag === undefined ? undefined : lag / 1000),
    isUsed: () => isUsable,
    look,
    start: () => {
      if (!replica || running) return
      running = (async () => {
        while (!stopping.signal.aborted) {
          await look()
          await delay(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
        }
      })()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
