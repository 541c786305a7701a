import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/db/db'

const waits = (kind: 'title' | 'designation', table: 'titles' | 'designations'): RawBuilder<boolean> => {
  const [worn, confirmed] = [sql.ref(`u.${kind}_id`), sql.ref(`u.confirmed_${kind}_id`)]
  return sql<boolean>`coalesce(${worn} is distinct from ${confirmed}
    and ${worn} in (select id from ${sql.table(table)} where needs_confirmation), false)`
}

/** Whether the title of an account (`u`) still needs confirmation. */
export const titleWaits = waits('title', 'titles')
/** Whether the designation of an account (`u`) still needs confirmation. */
export const designationWaits = waits('designation', 'designations')

/** Returns the names of what waits for confirmation: "Apostle, Area Head". */
export const waitingNames = async (db: Queryable, userId: string): Promise<string> => {
  const row = await db
    .selectFrom('users as u')
    .select(
      sql<string>`concat_ws(', ', case when ${titleWaits} then (select name from titles t where t.id = u.title_id) end,
        case when ${designationWaits} then (select name from designations d where d.id = u.designation_id) end)`.as(
        'names',
      ),
    )
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row?.names ?? ''
}
