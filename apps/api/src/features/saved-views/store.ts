import type { BodyOf } from '@shiloh/contract/core'
import type { SavedView, savedViewRoutes } from '@shiloh/contract/saved-views'
import { type Expression, sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'

type Routes = typeof savedViewRoutes
type ViewRow = Pick<SavedView, '_id' | 'list' | 'name' | 'shared' | 'columns' | 'opens'> & { readonly query: unknown }

const views = (db: Queryable, caller: string) =>
  db
    .selectFrom('saved_views as v')
    .leftJoin('default_views as d', (join) => join.onRef('d.view_id', '=', 'v.id').on('d.user_id', '=', caller))
    .select(['v.id as _id', 'v.list', 'v.name', 'v.shared', 'v.columns', 'v.query'])
    .select(sql<boolean>`d.view_id is not null`.as('opens'))
    .where((eb) => eb.or([eb('v.shared', '=', true), eb('v.owner_id', '=', caller)]))

/** Returns the views of a list that somebody sees: those for everybody first. */
export const findViews = (db: Queryable, caller: string, list: string): Promise<ViewRow[]> =>
  views(db, caller)
    .where('v.list', '=', list)
    .orderBy('v.shared', 'desc')
    .orderBy('v.created_at')
    .orderBy('v.id')
    .execute()

export const findView = (db: Queryable, caller: string, id: string): Promise<ViewRow | undefined> =>
  views(db, caller).where('v.id', '=', id).executeTakeFirst()

export const insertView = async (
  tx: Tx,
  now: Date,
  { query, ...view }: BodyOf<Routes['saveView']> & { owner_id: string },
): Promise<string> => {
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...view, query: JSON.stringify(query), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateView = async (
  tx: Tx,
  now: Date,
  id: string,
  { query, ...change }: BodyOf<Routes['changeView']>,
): Promise<void> => {
  await tx
    .updateTable('saved_views')
    .set({ ...patchSet({ ...change, query: query && JSON.stringify(query) }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteView = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
}

/** Lets a list open with a view, or as it is. */
export const setDefault = async (tx: Tx, userId: string, list: string, viewId: string | null): Promise<void> => {
  if (viewId === null)
    await tx.deleteFrom('default_views').where('user_id', '=', userId).where('list', '=', list).execute()
  else
    await tx
      .insertInto('default_views')
      .values({ user_id: userId, list, view_id: viewId })
      .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: viewId }))
      .execute()
}

export type Select = Expression<unknown>

/** Counts the rows of a select, up to a number: what is beyond is not read. */
export const countUpTo = async (db: Queryable, select: Select, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from (${select}) s limit ${most}) c`.execute(db)
  return rows[0]?.count ?? 0
}
