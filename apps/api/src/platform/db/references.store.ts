import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/** Returns the columns of other tables that refer to a table. A key of several columns is named by the one that holds the id. */
export const referencesTo = async (
  db: Queryable,
  table: string,
): Promise<readonly { readonly table: string; readonly column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c cross join unnest(c.conkey, c.confkey) k(own, other)
      join pg_attribute o on o.attrelid = c.confrelid and o.attnum = k.other and o.attname = 'id'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    where c.contype = 'f' and c.confrelid = ${table}::regclass`.execute(db)
  return rows
}
