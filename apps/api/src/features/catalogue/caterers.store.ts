import type { catererRoutes, suppliedFilter } from '@shiloh/contract/catalogue'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caterers } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { textsLanguage, toldIn, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { catererSheet } from './sheets.ts'

type Routes = typeof catererRoutes

const caterers = {
  table: 'c',
  sort: { vendor: 'u.last_name' },
  filter: { search: (words) => contains(words, 'c.name', 'c.description') },
} as const satisfies ListSql<Routes['list'], Caterers>

const select = (db: Queryable) =>
  db
    .selectFrom('caterers as c')
    .leftJoin('users as u', 'u.id', 'c.vendor_id')
    .select(['c.id as _id', 'c.name', 'c.description', 'c.phone', 'c.vendor_id', 'c.created_at', 'c.updated_at'])
    .select([translationsIn<'description'>('c').as('translations'), textsLanguage.as('texts_language')])
    .select(sql<string | null>`case when u.id is not null then u.first_name || ' ' || u.last_name end`.as('vendor'))

/** Selects the ids of the caterers of a filter. */
export const selectCaterers = (db: Queryable, filter: z.output<typeof suppliedFilter>) =>
  matching(select(db), filter, caterers).clearSelect().select('c.id')

export const listCaterers = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, caterers)

export const exportCaterers = (db: Queryable, query: QueryOf<Routes['export']>) => allRows(select(db), query, caterers)

export const findCaterer = (db: Queryable, id: string) => select(db).where('c.id', '=', id).executeTakeFirst()

export const pickCaterers = (db: Queryable, search: string | undefined) =>
  db
    .selectFrom('caterers as c')
    .select(['c.id as _id', 'c.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'c.name')))
    .orderBy('c.name')
    .limit(200)
    .execute()

export const insertCaterer = (tx: Tx, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto('caterers')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateCaterer = async (tx: Tx, now: Date, id: string, values: BodyOf<Routes['update']>) => {
  await tx
    .updateTable('caterers')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteCaterer = async (tx: Tx, id: string) => {
  await tx.deleteFrom('caterers').where('id', '=', id).execute()
}

export const importCaterers = (tx: Tx, rows: readonly Imported<typeof catererSheet>[], given: ReadonlySet<string>) =>
  upsertByKey(tx, { table: 'caterers', key: ['name'] }, rows, given)

/** Returns all caterers, or those of one published event, as choices. */
export const catererChoices = (
  db: Queryable,
  reader: Language,
  eventId?: string,
): Promise<{ _id: string; name: string; description: string }[]> =>
  db
    .selectFrom('caterers as c')
    .select(['c.id as _id', 'c.name', toldIn(reader, 'c', 'description').as('description')])
    .$if(eventId !== undefined, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('event_caterers as o')
            .innerJoin('events as e', 'e.id', 'o.event_id')
            .select('o.id')
            .whereRef('o.caterer_id', '=', 'c.id')
            .where('e.id', '=', eventId ?? '')
            .where('e.status', '=', 'published'),
        ),
      ),
    )
    .orderBy('c.name')
    .limit(500)
    .execute()

/** Returns whether an account can own caterers and products. */
export const isVendor = async (db: Queryable, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('user_type', '=', 'vendor')
    .executeTakeFirst()) !== undefined
