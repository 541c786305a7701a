import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Runs an act on one row of several in a transaction. When it fails, only what it wrote is rolled back. */
export const attempted = async <T>(tx: Tx, act: () => Promise<T>): Promise<T> => {
  await sql`savepoint attempted`.execute(tx)
  try {
    const result = await act()
    await sql`release savepoint attempted`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempted`.execute(tx)
    throw error
  }
}
