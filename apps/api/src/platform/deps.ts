import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Crypto } from './crypto.ts'
import type { Db } from './db.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Messenger } from './messenger.ts'
import type { Random } from './random.ts'
import type { Realtime } from './realtime.ts'

/** What the product is built from; app.ts makes it once and hands it down. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly crypto: Crypto
  readonly jobs: Jobs
  readonly realtime: Realtime
  readonly files: Files
  readonly limits: Limits
  readonly messenger: Messenger
}
