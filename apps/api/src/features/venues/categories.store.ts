import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import type { roomCategoryRoutes } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import type { RoomCategories } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, textsLanguage, toldIn, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { categorySheet } from './sheets.ts'

type Routes = typeof roomCategoryRoutes

const categories = {
  table: 'k',
  sort: {},
  filter: { search: (words) => contains(words, 'k.name', inOthers('k', 'name'), 'k.description') },
} as const satisfies ListSql<Routes['list'], RoomCategories>

const select = (db: Queryable) =>
  db
    .selectFrom('room_categories as k')
    .select(['k.id as _id', 'k.name', 'k.description', 'k.created_at', 'k.updated_at'])
    .select([
      translationsIn<'name' | 'description'>('k').as('translations'),
      textsLanguage.as('texts_language'),
      sql<number>`(select count(*)::int from event_rooms r where r.room_category_id = k.id)`.as('rooms'),
      sql<number>`(select coalesce(sum(r.beds), 0)::int from event_rooms r where r.room_category_id = k.id)`.as('beds'),
    ])

export const listCategories = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, categories)

export const exportCategories = (db: Queryable, query: QueryOf<Routes['export']>) =>
  allRows(select(db), query, categories)

export const findCategory = (db: Queryable, id: string) => select(db).where('k.id', '=', id).executeTakeFirst()

/** Lists room categories by name, in the language of the reader. */
export const pickCategories = (db: Queryable, language: Language, search: string | undefined) =>
  db
    .selectFrom('room_categories as k')
    .select(['k.id as _id', toldIn(language, 'k', 'name').as('name')])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'k.name', inOthers('k', 'name'))))
    .orderBy('name')
    .limit(200)
    .execute()

export const insertCategory = (tx: Tx, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto('room_categories')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateCategory = async (tx: Tx, now: Date, id: string, values: BodyOf<Routes['update']>) => {
  await tx
    .updateTable('room_categories')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteCategory = async (tx: Tx, id: string) => {
  await tx.deleteFrom('room_categories').where('id', '=', id).execute()
}

export const importCategories = (tx: Tx, rows: readonly Imported<typeof categorySheet>[], given: ReadonlySet<string>) =>
  upsertByKey(tx, { table: 'room_categories', key: ['name'] }, rows, given)
