import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import type { eventBlockRoutes } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import type { EventBlocks } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { nameKey } from '#platform/tables/cells'
import { type RowOutcome, upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { blockSheet } from './sheets.ts'

type Routes = typeof eventBlockRoutes

const blocks = {
  table: 'b',
  sort: { event_center: 'c.name' },
  filter: { search: (words) => contains(words, 'b.name', 'b.code', 'c.name') },
} as const satisfies ListSql<Routes['list'], EventBlocks>

const from = (db: Queryable) =>
  db.selectFrom('event_blocks as b').innerJoin('event_centers as c', 'c.id', 'b.event_center_id')

const select = (db: Queryable) =>
  from(db)
    .select([
      'b.id as _id',
      'b.event_center_id',
      'c.name as event_center',
      'b.name',
      'b.code',
      'b.created_at',
      'b.updated_at',
    ])
    .select([
      sql<number>`(select count(*)::int from event_rooms r where r.event_block_id = b.id)`.as('rooms'),
      sql<number>`(select coalesce(sum(r.beds), 0)::int from event_rooms r where r.event_block_id = b.id)`.as('beds'),
    ])

/** A denied center hides its blocks. */
const ofShownCenter = (query: object) => shown(query, { center: 'b.event_center_id' })

export const listBlocks = (db: Queryable, query: QueryOf<Routes['list']>) =>
  paginate(select(db).where(ofShownCenter(query)), query, blocks)

export const exportBlocks = (db: Queryable, query: QueryOf<Routes['export']>) =>
  allRows(select(db).where(ofShownCenter(query)), query, blocks)

export const findBlock = (db: Queryable, id: string) => select(db).where('b.id', '=', id).executeTakeFirst()

export const pickBlocks = (db: Queryable, query: QueryOf<Routes['query']>) =>
  matching(from(db).where(ofShownCenter(query)), query, blocks)
    .select(['b.id as _id', sql<string>`c.name || ' · ' || b.name`.as('name')])
    .orderBy('c.name')
    .orderBy('b.name')
    .limit(200)
    .execute()

export const insertBlock = (tx: Tx, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto('event_blocks')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateBlock = async (tx: Tx, now: Date, id: string, values: BodyOf<Routes['update']>) => {
  await tx
    .updateTable('event_blocks')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteBlock = async (tx: Tx, id: string) => {
  await tx.deleteFrom('event_blocks').where('id', '=', id).execute()
}

/** Imports blocks. A row that names an unknown center is refused. */
export const importBlocks = async (
  tx: Tx,
  rows: readonly Imported<typeof blockSheet>[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const centers = await tx.selectFrom('event_centers').select(['id', 'name']).execute()
  const idOf = new Map(centers.map(({ id, name }) => [nameKey(name), id]))
  const known = rows.flatMap(({ event_center, ...block }) => {
    const event_center_id = idOf.get(nameKey(event_center))
    return event_center_id ? [{ event_center_id, ...block }] : []
  })
  const stored = await upsertByKey(tx, { table: 'event_blocks', key: ['event_center_id', 'name'] }, known, given)
  const outcomes = stored.values()
  return rows.map(({ event_center }) =>
    idOf.has(nameKey(event_center))
      ? (outcomes.next().value ?? 'unchanged')
      : [{ field: 'event_center', code: 'not_found' }],
  )
}
