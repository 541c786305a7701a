import type pg from 'pg'
import type { Crypto } from './auth/crypto.ts'
import type { Limits } from './auth/limits.ts'
import type { SignedIds } from './auth/signed-ids.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/db.ts'
import type { Sql } from './db/sql.store.ts'
import type { Files } from './files/files.ts'
import type { Log } from './log/log.ts'
import type { SecurityLog } from './log/security-log.ts'
import type { Notice } from './messaging/messages.store.ts'
import type { Random } from './random.ts'
import type { Realtime } from './realtime.ts'

/** What the product is built from; app.ts makes it once and hands it down. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  /** For `transactionOn` and `sqlOnPool` alone: what is sent there is not awaited one by one. */
  readonly pipelines: pg.Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly crypto: Crypto
  /** For QR codes. */
  readonly signedIds: SignedIds
  readonly jobs: Jobs
  readonly realtime: Realtime
  readonly files: Files
  readonly limits: Limits
  readonly messenger: Messenger
  readonly securityLog: SecurityLog
  /** What features keep while the application runs. */
  readonly services: Services
}

/** Lives from the start of the application to its stop: a batcher, a cache, connections to a provider. */
export interface Service {
  /** Finishes what is under way. Called when no request and no job runs any more. */
  stop(): Promise<void>
}

/** A feature that keeps something adds it here (`declare module '#platform/deps'`); `features.ts` starts it. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Services {}

/** A job's handler. What it is given was written as JSON by our own code: it checks the shape itself. */
export type Job = (payload: unknown, deps: Deps) => Promise<void>
export type JobTable = Readonly<Record<string, Job>>

export interface Jobs {
  /** Works until stopped; several processes share the queue, each job runs once. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs everything that is due now and returns: for tests. */
  drain(): Promise<void>
}

export interface Messenger {
  /**
   * Tells people something, in the caller's transaction: a row in the app, and messages by the channels they chose. Answers whose
   * pages are to be hinted after the commit.
   */
  tell(via: Tx | Sql, now: Date, notices: readonly Notice[]): Promise<readonly string[]>
  /** Sends everything that is due; what fails is tried again later. */
  deliver(deps: Deps): Promise<void>
  /** Sends what stands in batches; where much does, a part of it, and the rest by a later run. */
  deliverBatches(deps: Deps): Promise<void>
  /** Messages are kept readable here instead of being sent. */
  readonly keepsOutbox: boolean
}
