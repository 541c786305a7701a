import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Lets transactions that name the same thing run one after the other, until their commit. For what no row stands for: the
 * next free name, or a number of rows.
 */
export const takeTurn = async (tx: Tx, what: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 2))`.execute(tx)
}
