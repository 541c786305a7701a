import { sql } from 'kysely'
import type { Queryable } from './db.ts'

interface Reference {
  readonly table: string
  readonly column: string
  /** Whether it keeps the row from being deleted. */
  readonly restricts: boolean
}

/** Returns the columns of other tables that refer to a table. A key of several columns is named by the one that holds the id. */
export const referencesTo = async (db: Queryable, table: string): Promise<readonly Reference[]> => {
  const { rows } = await sql<Reference>`
    select distinct c.conrelid::regclass::text as table, a.attname as column, c.confdeltype in ('a', 'r') as restricts
    from pg_constraint c cross join unnest(c.conkey, c.confkey) k(own, other)
      join pg_attribute o on o.attrelid = c.confrelid and o.attnum = k.other and o.attname = 'id'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    where c.contype = 'f' and c.confrelid = ${table}::regclass`.execute(db)
  return rows
}
