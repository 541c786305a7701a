import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Returns whether this database was ever migrated. */
export const isInstalled = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('schema_migrations') is not null as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
