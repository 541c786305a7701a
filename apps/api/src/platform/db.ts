import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db'

export type Db = Kysely<DB>
/** Inside a write a transaction, in a read the plain database: a feature cannot tell and need not. */
export type Tx = Kysely<DB>

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** int8 and numeric fit a JavaScript integer here (money has a ceiling); a date stays the text yyyy-MM-dd. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === DATE) return String
    return pg.types.getTypeParser(oid, format)
  },
}

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** A few connections of their own for the hot path: statements are sent without waiting for the one before. */
  readonly pipelines: pg.Pool
  close(): Promise<void>
}

/**
 * What runs on the hot path is prepared and looks rows up by their keys. Planning it again for each call would cost more
 * than the call; and a plan made while the tables were still small, kept for the life of a connection, must not be one that
 * reads them whole.
 */
const KEY_LOOKUPS = ['plan_cache_mode=force_generic_plan']
  .concat(['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way}=off`))
  .map((setting) => ` -c ${setting}`)
  .join('')

/** Two batches of bookings, two of scans, and the lookup of callers are under way at once, each on one connection. */
const PIPELINES = 5

/** Sends what is written in one turn of the event loop together. */
class TogetherSocket extends Socket {
  #held = false
  override cork(): void {
    super.cork()
    if (this.#held) return
    this.#held = true
    super.cork()
    process.nextTick(() => {
      this.#held = false
      super.uncork()
    })
  }
}

/** Opens the pools. `statementTimeoutMs` bounds every statement (default 15 s). */
export const openDatabase = (url: string, options: { max?: number; statementTimeoutMs?: number } = {}): Database => {
  const open = (max: number, settings: string, pipeline: boolean): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      pipeline,
      ...(pipeline ? { stream: () => new TogetherSocket() } : {}),
      // Plans are made anew from time to time, for the tables as they are by then.
      maxLifetimeSeconds: 600,
      types,
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      idle_in_transaction_session_timeout: 30_000,
      application_name: 'shiloh',
      options: `-c timezone=UTC -c lock_timeout=8000${settings}`,
    })
    // A lost connection is reported by the query that meets it; without a listener the process would end.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = open(options.max ?? 10, '', false)
  const pipelines = open(PIPELINES, KEY_LOOKUPS, true)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    pipelines,
    close: async () => {
      await pipelines.end()
      await db.destroy()
    },
  }
}
