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

/**
 * Whether the title of a person on a spouse list (`s`) still needs confirmation. An account (`l`) that is linked and
 * claims the same title is asked about by itself, and its confirmation counts for the list.
 */
export const titleOfSpouseWaits = sql<boolean>`coalesce(
  s.title_id in (select id from titles where needs_confirmation) and s.title_id is distinct from s.confirmed_title_id
    and s.title_id is distinct from l.confirmed_title_id and s.title_id is distinct from l.title_id, false)`

/** Returns whose list a spouse is on, and the name of the title that waits for confirmation. Undefined if none does. */
export const waitingTitleOfSpouse = (db: Queryable, spouseId: string) =>
  db
    .selectFrom('spouses as s')
    .innerJoin('titles as t', 't.id', 's.title_id')
    .leftJoin('users as l', 'l.id', 's.linked_user_id')
    .select(['s.user_id', 's.first_name', 's.last_name', 's.other_names', 't.name as title'])
    .where('s.id', '=', spouseId)
    .where('s.removed_at', 'is', null)
    .where(titleOfSpouseWaits)
    .executeTakeFirst()
