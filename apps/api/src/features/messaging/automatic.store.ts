import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

export interface OverrideRow {
  readonly text_id: string
  readonly language: string
  readonly text: string
  /** Our text when it was written. */
  readonly ours: string
  readonly author: string | null
  readonly updated_at: Date
}

/** Returns what the office wrote in place of our texts: all of it, or of these texts. */
export const findOverrides = (db: Queryable, ids?: readonly string[]): Promise<OverrideRow[]> => {
  const rows = db
    .selectFrom('text_overrides as o')
    .leftJoin('users as u', 'u.id', 'o.updated_by')
    .select(['o.text_id', 'o.language', 'o.text', 'o.ours', 'o.updated_at'])
    .select(sql<string | null>`nullif(concat_ws(' ', u.first_name, u.last_name), '')`.as('author'))
  return (ids ? rows.where('o.text_id', 'in', [...ids]) : rows).execute()
}

export interface NewOverride {
  readonly id: string
  readonly language: string
  readonly text: string
  readonly ours: string
}

/** Stores texts of the office, each in place of what was there. */
export const saveOverrides = async (
  tx: Tx,
  now: Date,
  by: string,
  overrides: readonly NewOverride[],
): Promise<void> => {
  if (overrides.length === 0) return
  await tx
    .insertInto('text_overrides')
    .values(overrides.map(({ id, ...row }) => ({ text_id: id, ...row, updated_by: by, updated_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['text_id', 'language']).doUpdateSet({
        text: (set) => set.ref('excluded.text'),
        ours: (set) => set.ref('excluded.ours'),
        updated_by: by,
        updated_at: now,
      }),
    )
    .execute()
}

/** Goes back to our texts. */
export const deleteOverrides = async (tx: Tx, language: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('text_overrides')
    .where('language', '=', language)
    .where('text_id', 'in', [...ids])
    .execute()
}

/** Returns the name by which messages call the organisation. */
export const findOrganisationName = async (db: Queryable): Promise<string> =>
  (await db.selectFrom('client_groups').select('name').executeTakeFirstOrThrow()).name
