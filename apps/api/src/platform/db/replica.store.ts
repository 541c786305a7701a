import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/** Returns how far a server has written its log, or replayed that of another. Null before the first replay. */
export const readPosition = async (db: Queryable): Promise<string | null> => {
  const { rows } = await sql<{ lsn: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn`.execute(
    db,
  )
  return rows[0]?.lsn ?? null
}
