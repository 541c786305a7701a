import type { DataOf, QueryOf } from '@shiloh/contract/core'
import type { EventCenter, eventCenterRoutes } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { upsertByKey } from '#platform/tables/imports.store'

type Filter = Pick<QueryOf<typeof eventCenterRoutes.list>, 'search'> & {
  city?: string | undefined
  country?: string | undefined
}
type Values = Partial<
  Pick<EventCenter, 'address' | 'city' | 'country' | 'latitude' | 'longitude' | 'phone' | 'description'>
>

const order = {
  sortable: {
    name: 'c.name',
    city: 'c.city',
    country: 'c.country_code',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
  },
  defaultSort: 'name',
  tieBreak: 'c.id',
}

const select = (db: Queryable, filter: Filter = {}) =>
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
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'c.name', 'c.city', 'c.address')))
    .$if(filter.city !== undefined, (q) => q.where('c.city', '=', filter.city ?? ''))
    .$if(filter.country !== undefined, (q) => q.where('c.country_code', '=', filter.country ?? ''))

export const listCenters = (db: Queryable, query: QueryOf<typeof eventCenterRoutes.list>) =>
  paginate(select(db, query), query, order)

export const exportCenters = (db: Queryable, query: Filter & { sort?: string | undefined }) =>
  allRows(select(db, query), query, order)

export const findCenter = (db: Queryable, id: string) => select(db).where('c.id', '=', id).executeTakeFirst()

export const pickCenters = (
  db: Queryable,
  search: string | undefined,
): Promise<DataOf<typeof eventCenterRoutes.query>> =>
  db
    .selectFrom('event_centers as c')
    .select(['c.id as _id', 'c.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'c.name', 'c.city')))
    .orderBy('c.name')
    .limit(200)
    .execute()

const columns = ({ country, ...rest }: Values) => ({ ...rest, country_code: country })

export const insertCenter = (tx: Tx, now: Date, name: string, values: Values) =>
  tx
    .insertInto('event_centers')
    .values({ ...patchSet(columns(values)), name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateCenter = async (tx: Tx, now: Date, id: string, values: Values & { name?: string | undefined }) => {
  await tx
    .updateTable('event_centers')
    .set({ ...patchSet({ ...columns(values), name: values.name }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteCenter = async (tx: Tx, id: string) => {
  await tx.deleteFrom('event_centers').where('id', '=', id).execute()
}

export const importCenters = (tx: Tx, rows: readonly (Values & { name: string })[], given: ReadonlySet<string>) =>
  upsertByKey(
    tx,
    {
      table: 'event_centers',
      key: ['name'],
      columns: ['name', 'address', 'city', 'country_code', 'latitude', 'longitude', 'phone', 'description'],
    },
    rows.map(({ country, ...row }) => ({
      ...row,
      address: row.address ?? '',
      city: row.city ?? '',
      country_code: country ?? 'GH',
      description: row.description ?? '',
    })),
    new Set([...given].map((column) => (column === 'country' ? 'country_code' : column))),
  )
