import { sql } from 'kysely'
import type { Db, Queryable } from './db.ts'

/** Returns whether this database was ever migrated. */
export const isInstalled = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('schema_migrations') is not null as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** Returns the names of the migrations that a database has. */
export const appliedMigrations = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  return rows.map(({ name }) => name)
}
