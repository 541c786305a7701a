import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import type { eventCenterRoutes } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import type { EventCenters } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { centerSheet } from './sheets.ts'

type Routes = typeof eventCenterRoutes

const centers = {
  table: 'c',
  sort: { country: 'c.country_code' },
  filter: {
    search: (words) => contains(words, 'c.name', 'c.city', 'c.address'),
    country: 'c.country_code',
  },
} as const satisfies ListSql<Routes['list'], EventCenters>

const select = (db: Queryable) =>
  db
    .selectFrom('event_centers as c')
    .select([
      'c.id as _id',
      'c.name',
      'c.address',
      'c.city',
      'c.country_code as country',
      'c.latitude',
      'c.longitude',
      'c.phone',
      'c.description',
      'c.created_at',
      'c.updated_at',
    ])
    .select([
      sql<number>`(select count(*)::int from event_blocks b where b.event_center_id = c.id)`.as('blocks'),
      sql<number>`(select count(*)::int from event_rooms r where r.event_center_id = c.id)`.as('rooms'),
      sql<number>`(select coalesce(sum(r.beds), 0)::int from event_rooms r where r.event_center_id = c.id)`.as('beds'),
    ])

export const listCenters = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, centers)

export const exportCenters = (db: Queryable, query: QueryOf<Routes['export']>) => allRows(select(db), query, centers)

export const findCenter = (db: Queryable, id: string) => select(db).where('c.id', '=', id).executeTakeFirst()

export const pickCenters = (db: Queryable, query: { readonly search?: string | undefined }) =>
  db
    .selectFrom('event_centers as c')
    .select(['c.id as _id', 'c.name'])
    .where(shown(query, { center: 'c.id' }))
    .$if(Boolean(query.search), (q) => q.where(contains(query.search ?? '', 'c.name', 'c.city')))
    .orderBy('c.name')
    .limit(200)
    .execute()

/** The editable columns. A country is stored by its code. */
const columns = ({ country, ...rest }: BodyOf<Routes['update']>) => ({ ...rest, country_code: country })

export const insertCenter = (tx: Tx, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto('event_centers')
    .values({ ...columns(values), name: values.name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateCenter = async (tx: Tx, now: Date, id: string, values: BodyOf<Routes['update']>) => {
  await tx
    .updateTable('event_centers')
    .set({ ...patchSet(columns(values)), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteCenter = async (tx: Tx, id: string) => {
  await tx.deleteFrom('event_centers').where('id', '=', id).execute()
}

export const importCenters = (tx: Tx, rows: readonly Imported<typeof centerSheet>[], given: ReadonlySet<string>) =>
  upsertByKey(
    tx,
    { table: 'event_centers', key: ['name'] },
    rows.map(({ country, ...row }) => ({ ...row, country_code: country })),
    new Set([...given].map((column) => (column === 'country' ? 'country_code' : column))),
  )
