import { type RawBuilder, sql } from 'kysely'

const waits = (kind: 'title' | 'designation', table: 'titles' | 'designations'): RawBuilder<boolean> => {
  const [worn, confirmed] = [sql.ref(`u.${kind}_id`), sql.ref(`u.confirmed_${kind}_id`)]
  return sql<boolean>`coalesce(${worn} is distinct from ${confirmed}
    and ${worn} in (select id from ${sql.table(table)} where needs_confirmation), false)`
}

/** Whether the title of an account (`u`) needs to be confirmed and is not. */
export const titleWaits = waits('title', 'titles')
/** Whether the designation of an account (`u`) needs to be confirmed and is not. */
export const designationWaits = waits('designation', 'designations')
