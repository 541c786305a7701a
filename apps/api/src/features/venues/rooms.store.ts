import type { DataOf, ListQuery, QueryOf } from '@shiloh/contract/core'
import type { EventRoom, eventRoomRoutes, MaintenancePeriod } from '@shiloh/contract/venues'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { type RowOutcome, upsertByKey } from '#platform/tables/imports.store'

type GenderRule = EventRoom['gender_rule']

export interface RoomFilter {
  readonly search?: string | undefined
  readonly event_center_id?: string | undefined
  readonly event_block_id?: string | undefined
  readonly room_category_id?: string | undefined
  readonly floor?: number | undefined
  readonly accessible?: boolean | undefined
  readonly gender_rule?: string | undefined
}

export interface RoomValues {
  readonly event_block_id?: string | undefined
  readonly room_category_id?: string | undefined
  readonly name?: string | undefined
  readonly floor?: number | undefined
  readonly beds?: number | undefined
  readonly gender_rule?: GenderRule | undefined
  readonly accessible?: boolean | undefined
  readonly kept_for_title_ids?: string[] | undefined
  readonly kept_for_designation_ids?: string[] | undefined
  readonly note?: string | undefined
}
type NewRoom = RoomValues &
  Required<Pick<RoomValues, 'event_block_id' | 'room_category_id' | 'name' | 'floor' | 'beds'>>

const order = {
  sortable: {
    name: 'r.name',
    floor: 'r.floor',
    beds: 'r.beds',
    event_block: 'b.name',
    event_center: 'c.name',
    room_category: 'k.name',
    created_at: 'r.created_at',
    updated_at: 'r.updated_at',
  },
  defaultSort: 'event_center,event_block,floor,name',
  tieBreak: 'r.id',
}

const filtered = (db: Queryable, filter: RoomFilter) =>
  db
    .selectFrom('event_rooms as r')
    .innerJoin('event_blocks as b', 'b.id', 'r.event_block_id')
    .innerJoin('event_centers as c', 'c.id', 'r.event_center_id')
    .innerJoin('room_categories as k', 'k.id', 'r.room_category_id')
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'r.name', 'b.name', 'r.note')))
    .$if(filter.event_center_id !== undefined, (q) => q.where('r.event_center_id', '=', filter.event_center_id ?? ''))
    .$if(filter.event_block_id !== undefined, (q) => q.where('r.event_block_id', '=', filter.event_block_id ?? ''))
    .$if(filter.room_category_id !== undefined, (q) =>
      q.where('r.room_category_id', '=', filter.room_category_id ?? ''),
    )
    .$if(filter.floor !== undefined, (q) => q.where('r.floor', '=', filter.floor ?? 0))
    .$if(filter.accessible !== undefined, (q) => q.where('r.accessible', '=', filter.accessible ?? false))
    .$if(filter.gender_rule !== undefined, (q) => q.where('r.gender_rule', '=', filter.gender_rule ?? ''))

/** Rooms with what is needed to show them; `today` decides which beds are taken tonight. */
const select = (db: Queryable, today: string, filter: RoomFilter = {}) =>
  filtered(db, filter).select((eb) => [
    'r.id as _id',
    'r.event_center_id',
    'c.name as event_center',
    'r.event_block_id',
    'b.name as event_block',
    'r.room_category_id',
    'k.name as room_category',
    'r.name',
    'r.floor',
    'r.beds',
    sql<GenderRule>`r.gender_rule`.as('gender_rule'),
    'r.accessible',
    // An array of a domain reaches the client as text.
    sql<string[]>`r.kept_for_title_ids::text[]`.as('kept_for_title_ids'),
    sql<string[]>`r.kept_for_designation_ids::text[]`.as('kept_for_designation_ids'),
    'r.note',
    'r.created_at',
    'r.updated_at',
    jsonArrayFrom(
      eb
        .selectFrom('room_maintenance as m')
        .select([
          sql<string>`lower(m.nights)::text`.as('from'),
          sql<string>`upper(m.nights)::text`.as('until'),
          'm.reason',
        ])
        .whereRef('m.room_id', '=', 'r.id')
        .orderBy('m.nights'),
    ).as('maintenance'),
    sql<number>`(select count(*)::int from bed_assignments a
      where a.room_id = r.id and a.released_at is null and not a.for_change and a.nights @> ${today}::date)`.as(
      'occupied',
    ),
  ])

export const listRooms = (db: Queryable, today: string, query: RoomFilter & ListQuery) =>
  paginate(select(db, today, query), query, order)

export const exportRooms = (db: Queryable, today: string, query: RoomFilter & { sort?: string | undefined }) =>
  allRows(select(db, today, query), query, order)

export const findRoom = (db: Queryable, today: string, id: string) =>
  select(db, today).where('r.id', '=', id).executeTakeFirst()

export const pickRooms = (db: Queryable, filter: RoomFilter): Promise<DataOf<typeof eventRoomRoutes.query>> =>
  filtered(db, filter)
    .select(['r.id as _id', sql<string>`b.name || ' · ' || r.name`.as('name')])
    .orderBy('b.name')
    .orderBy('r.floor')
    .orderBy('r.name')
    .limit(500)
    .execute()

/** The center a block stands in; locked, so that the block does not move meanwhile. */
export const centerOfBlock = async (tx: Tx, blockId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('event_blocks')
      .select('event_center_id')
      .where('id', '=', blockId)
      .forShare()
      .executeTakeFirst()
  )?.event_center_id

export const insertRooms = (tx: Tx, now: Date, centerId: string, rooms: readonly NewRoom[]) =>
  tx
    .insertInto('event_rooms')
    .values(
      rooms.map((room) => ({
        ...patchSet({ ...room }),
        ...required(room),
        event_center_id: centerId,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id as _id', 'name'])
    .execute()

const required = ({ event_block_id, room_category_id, name, floor, beds }: NewRoom) => ({
  event_block_id,
  room_category_id,
  name,
  floor,
  beds,
})

export const updateRoom = async (
  tx: Tx,
  now: Date,
  id: string,
  values: RoomValues & { event_center_id?: string | undefined },
) => {
  await tx
    .updateTable('event_rooms')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteRoom = async (tx: Tx, id: string) => {
  await tx.deleteFrom('event_rooms').where('id', '=', id).execute()
}

export const replaceMaintenance = async (tx: Tx, now: Date, roomId: string, periods: readonly MaintenancePeriod[]) => {
  await tx.deleteFrom('room_maintenance').where('room_id', '=', roomId).execute()
  if (periods.length === 0) return
  await tx
    .insertInto('room_maintenance')
    .values(
      periods.map(({ from, until, reason }) => ({
        room_id: roomId,
        nights: sql<string>`daterange(${from}::date, ${until}::date)`,
        reason,
        created_at: now,
      })),
    )
    .execute()
}

/** Every center that has rooms: a file names them by their names. */
export const centersWithRooms = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('event_centers').select('id').execute()).map(({ id }) => id)

/** Rooms that an import of this transaction wrote. */
export const roomsJustWritten = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('event_rooms').select('id').where('updated_at', '=', sql<Date>`now()`).execute()).map(
    ({ id }) => id,
  )

/** Beds that the rooms of a category have, by block. */
export const bedsByBlock = (db: Queryable, centerId: string) =>
  db
    .selectFrom('event_rooms')
    .select(['event_block_id', 'room_category_id', sql<number>`sum(beds)::int`.as('beds')])
    .where('event_center_id', '=', centerId)
    .groupBy(['event_block_id', 'room_category_id'])
    .execute()

interface OccupantFilter {
  readonly search?: string | undefined
  readonly event_id?: string | undefined
  readonly night?: string | undefined
}

const occupants = (db: Queryable, roomId: string, filter: OccupantFilter) =>
  db
    .selectFrom('bed_assignments as a')
    .innerJoin('reservation_participants as p', 'p.id', 'a.participant_id')
    .innerJoin('reservations as v', 'v.id', 'a.reservation_id')
    .innerJoin('events as e', 'e.id', 'v.event_id')
    .select([
      'a.id as _id',
      'a.bed',
      sql<string>`lower(a.nights)::text`.as('check_in'),
      sql<string>`upper(a.nights)::text`.as('check_out'),
      'p.name',
      'p.gender',
      'v.id as reservation_id',
      'v.code as reservation_code',
      'v.status as reservation_status',
      'e.id as event_id',
      'e.name as event',
      'a.pinned',
    ])
    .where('a.room_id', '=', roomId)
    .where(shown(filter, { reservation: 'v.id' }))
    .where('a.released_at', 'is', null)
    .where('a.for_change', '=', false)
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'p.name', 'v.code')))
    .$if(filter.event_id !== undefined, (q) => q.where('e.id', '=', filter.event_id ?? ''))
    .$if(filter.night !== undefined, (q) => q.where(sql<boolean>`a.nights @> ${filter.night}::date`))

const occupantOrder = {
  sortable: { bed: 'a.bed', check_in: 'a.nights', name: 'p.name', event: 'e.name' },
  defaultSort: 'check_in,bed',
  tieBreak: 'a.id',
}

export const listOccupants = (db: Queryable, roomId: string, query: QueryOf<typeof eventRoomRoutes.occupants>) =>
  paginate(occupants(db, roomId, query), query, occupantOrder)

export const exportOccupants = (db: Queryable, roomId: string, query: OccupantFilter) =>
  allRows(occupants(db, roomId, query), {}, occupantOrder)

/** One room of a file: its places by name. */
export interface ImportedRoom {
  readonly event_center: string
  readonly event_block: string
  readonly room_category: string
  readonly name: string
  readonly floor: number
  readonly beds: number
  readonly gender_rule?: GenderRule | undefined
  readonly accessible?: boolean | undefined
  readonly note?: string | undefined
}

const blockKey = (center: string, block: string) => `${center.toLowerCase()}\n${block.toLowerCase()}`

/** Rooms by the names of their center, block and category; those whose names are not known, or too few beds, are refused. */
export const importRooms = async (
  tx: Tx,
  today: string,
  rows: readonly ImportedRoom[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const blocks = await tx
    .selectFrom('event_blocks as b')
    .innerJoin('event_centers as c', 'c.id', 'b.event_center_id')
    .select(['b.id', 'b.event_center_id', 'b.name', 'c.name as center'])
    .execute()
  const categories = await tx.selectFrom('room_categories').select(['id', 'name']).execute()
  const held = await tx
    .selectFrom('bed_assignments as a')
    .innerJoin('event_rooms as r', 'r.id', 'a.room_id')
    .select(['r.event_block_id', 'r.name', sql<number>`max(a.bed)::int`.as('bed')])
    .where('a.released_at', 'is', null)
    .where(sql<boolean>`upper(a.nights) > ${today}::date`)
    .groupBy(['r.event_block_id', 'r.name'])
    .execute()
  const blockOf = new Map(blocks.map((block) => [blockKey(block.center, block.name), block]))
  const categoryOf = new Map(categories.map(({ id, name }) => [name.toLowerCase(), id]))
  const heldOf = new Map(held.map(({ event_block_id, name, bed }) => [`${event_block_id}\n${name}`, bed]))

  const read = rows.map((row) => {
    const block = blockOf.get(blockKey(row.event_center, row.event_block))
    if (!block) return [{ field: 'event_block', code: 'not_found' as const }]
    const categoryId = categoryOf.get(row.room_category.toLowerCase())
    if (!categoryId) return [{ field: 'room_category', code: 'not_found' as const }]
    if ((heldOf.get(`${block.id}\n${row.name}`) ?? 0) > row.beds)
      return [{ field: 'beds', code: 'below_claimed' as const }]
    return {
      event_center_id: block.event_center_id,
      event_block_id: block.id,
      room_category_id: categoryId,
      name: row.name,
      floor: row.floor,
      beds: row.beds,
      gender_rule: row.gender_rule ?? null,
      accessible: row.accessible ?? false,
      note: row.note ?? '',
      kept_for_title_ids: [],
      kept_for_designation_ids: [],
    }
  })
  const stored = await upsertByKey(
    tx,
    {
      table: 'event_rooms',
      key: ['event_block_id', 'name'],
      columns: [
        'event_center_id',
        'event_block_id',
        'room_category_id',
        'name',
        'floor',
        'beds',
        'gender_rule',
        'accessible',
        'note',
        'kept_for_title_ids',
        'kept_for_designation_ids',
      ],
    },
    read.flatMap((row) => (Array.isArray(row) ? [] : [row])),
    new Set([...given, 'room_category_id'].filter((column) => column !== 'event_center' && column !== 'event_block')),
  )
  const outcomes = stored.values()
  return read.map((row) => (Array.isArray(row) ? row : (outcomes.next().value ?? 'unchanged')))
}
