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
  close(): Promise<void>
}

/** Opens a pool. `statementTimeoutMs` bounds every statement (default 15 s). */
export const openDatabase = (url: string, options: { max?: number; statementTimeoutMs?: number } = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'shiloh',
    options: '-c timezone=UTC -c lock_timeout=8000',
  })
  // A lost connection is reported by the query that meets it; without a listener the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
