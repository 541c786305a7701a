import type pg from 'pg'
import type { Crypto } from './auth/crypto.ts'
import type { Limits } from './auth/limits.ts'
import type { SignedIds } from './auth/signed-ids.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/db.ts'
import type { Replica } from './db/replica.ts'
import type { Sql } from './db/sql.store.ts'
import type { Files } from './files/files.ts'
import type { Log } from './log/log.ts'
import type { SecurityLog } from './log/security-log.ts'
import type { TokenCallLog } from './log/token-calls.ts'
import type { Lease, Notice, QueuedMessage } from './messaging/messages.store.ts'
import type { Writer } from './messaging/written.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Presence } from './presence/presence.ts'
import type { Random } from './random.ts'
import type { Realtime } from './realtime.ts'
import type { Trace } from './trace/trace.ts'

/** The dependencies of the product. app.ts creates them once and passes them down. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  /** For reads that may be late. */
  readonly replica: Replica
  /** For `transactionOn` and `sqlOnPool` only: statements there are not awaited one by one. */
  readonly pipelines: pg.Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly crypto: Crypto
  /** For QR codes. */
  readonly signedIds: SignedIds
  readonly jobs: Jobs
  /** Who else works on this database. */
  readonly presence: Presence
  readonly realtime: Realtime
  readonly files: Files
  readonly limits: Limits
  readonly messenger: Messenger
  readonly securityLog: SecurityLog
  /** What programs ask with their tokens. */
  readonly tokenCalls: TokenCallLog
  /** What this process counts for its operators. */
  readonly metrics: Metrics
  /** What one request has set off, for its operators. */
  readonly trace: Trace
  /** The state that features keep while the application runs. */
  readonly services: Services
}

/** Runs as long as the application: a batcher, a cache, connections to a provider. */
export interface Service {
  /** Finishes the work in progress. Called when no request and no job runs any more. */
  stop(): Promise<void>
}

/** Features add their services here (`declare module '#platform/deps'`). `features.ts` starts them. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Services {}

/** A job's handler. Our own code wrote the payload as JSON. The handler checks its shape. */
export type Job = (payload: unknown, deps: Deps) => Promise<void>
export type JobTable = Readonly<Record<string, Job>>

export interface Jobs {
  /** Works until stopped. Several processes share the queue, and each job runs once. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs everything that is due now and returns: for tests. */
  drain(): Promise<void>
}

export interface Messenger {
  /**
   * Notifies people, in the caller's transaction: a row in the app, and messages over the channels they chose. Returns
   * whose pages need a hint after the commit.
   */
  tell(via: Tx | Sql, now: Date, notices: readonly Notice[]): Promise<readonly string[]>
  /** Sends everything that is due. Failures are retried later. */
  deliver(deps: Deps): Promise<void>
  /** Sends messages that `write` inserted under the lease. If it fails, what it may have committed is given back. */
  deliverLeased<W extends { readonly queued: readonly QueuedMessage[] }>(
    deps: Deps,
    write: (lease: Lease) => Promise<W>,
  ): Promise<W>
  /** Sends the messages of batches. Many are split over several runs. */
  deliverBatches(deps: Deps): Promise<void>
  /** Reads the texts of the office again before the next message: some were changed. */
  forgetOwnTexts(): void
  readonly templates: Readonly<Record<string, Writer>>
  /** Messages are kept readable here instead of being sent. */
  readonly keepsOutbox: boolean
}
