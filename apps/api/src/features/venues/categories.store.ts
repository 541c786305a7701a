import type { DataOf, QueryOf } from '@shiloh/contract/core'
import type { roomCategoryRoutes } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { upsertByKey } from '#platform/tables/imports.store'

const order = {
  sortable: { name: 'k.name', created_at: 'k.created_at', updated_at: 'k.updated_at' },
  defaultSort: 'name',
  tieBreak: 'k.id',
}

const select = (db: Queryable, search?: string) =>
  db
    .selectFrom('room_categories as k')
    .select(['k.id as _id', 'k.name', 'k.description', 'k.created_at', 'k.updated_at'])
    .select([
      sql<number>`(select count(*)::int from event_rooms r where r.room_category_id = k.id)`.as('rooms'),
      sql<number>`(select coalesce(sum(r.beds), 0)::int from event_rooms r where r.room_category_id = k.id)`.as('beds'),
    ])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'k.name', 'k.description')))

export const listCategories = (db: Queryable, query: QueryOf<typeof roomCategoryRoutes.list>) =>
  paginate(select(db, query.search), query, order)

export const exportCategories = (db: Queryable, query: { search?: string | undefined; sort?: string | undefined }) =>
  allRows(select(db, query.search), query, order)

export const findCategory = (db: Queryable, id: string) => select(db).where('k.id', '=', id).executeTakeFirst()

export const pickCategories = (
  db: Queryable,
  search: string | undefined,
): Promise<DataOf<typeof roomCategoryRoutes.query>> =>
  db
    .selectFrom('room_categories as k')
    .select(['k.id as _id', 'k.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'k.name')))
    .orderBy('k.name')
    .limit(200)
    .execute()

interface Values {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

export const insertCategory = (tx: Tx, now: Date, values: Values & { name: string }) =>
  tx
    .insertInto('room_categories')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateCategory = async (tx: Tx, now: Date, id: string, values: Values) => {
  await tx
    .updateTable('room_categories')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteCategory = async (tx: Tx, id: string) => {
  await tx.deleteFrom('room_categories').where('id', '=', id).execute()
}

export const importCategories = (tx: Tx, rows: readonly (Values & { name: string })[], given: ReadonlySet<string>) =>
  upsertByKey(
    tx,
    { table: 'room_categories', key: ['name'], columns: ['name', 'description'] },
    rows.map(({ name, description }) => ({ name, description: description ?? '' })),
    given,
  )
