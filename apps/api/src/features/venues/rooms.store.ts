import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import {
  type EventRoom,
  type eventRoomRoutes,
  type MaintenancePeriod,
  roomFields,
  type roomFilter,
} from '@shiloh/contract/venues'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { BedAssignments, EventRooms } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains, hasWords } from '#platform/db/search.store'
import { nameKey } from '#platform/tables/cells'
import { type RowOutcome, upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { roomSheet } from './sheets.ts'

type GenderRule = EventRoom['gender_rule']

type RoomQuery = QueryOf<typeof eventRoomRoutes.list>
/** The editable columns of a room. Its maintenance has rows of its own. */
export type RoomValues = Omit<BodyOf<typeof eventRoomRoutes.update>, 'maintenance' | 'force'>
type NewRoom = Omit<BodyOf<typeof eventRoomRoutes.create>, 'maintenance'>

const rooms = {
  table: 'r',
  sort: { event_block: 'b.name', event_center: 'c.name', room_category: 'k.name' },
  filter: {
    search: (words) =>
      // Also as people say a room: H203 for 203 in block H, or for H-203.
      hasWords(
        words,
        sql`r.search_text || search_key(concat_ws(' ', b.name, b.code, regexp_replace(b.code || r.name, '[^[:alnum:]]', '', 'g'), r.note))`,
      ),
  },
} as const satisfies ListSql<typeof eventRoomRoutes.list, EventRooms>

const from = (db: Queryable) =>
  db
    .selectFrom('event_rooms as r')
    .innerJoin('event_blocks as b', 'b.id', 'r.event_block_id')
    .innerJoin('event_centers as c', 'c.id', 'r.event_center_id')
    .innerJoin('room_categories as k', 'k.id', 'r.room_category_id')

/** Selects rooms with everything to show them. `today` decides which beds are taken tonight. */
const select = (db: Queryable, today: string, language?: Language) =>
  from(db)
    .select((eb) => [
      'r.id as _id',
      'r.event_center_id',
      'c.name as event_center',
      'r.event_block_id',
      'b.name as event_block',
      'r.room_category_id',
      (language ? toldIn(language, 'k', 'name') : sql<string>`k.name`).as('room_category'),
      'r.name',
      ...roomFields.names.map((name) => `r.${name}` as const),
      // An array of a domain type arrives at the client as text.
      sql<string[]>`r.kept_for_title_ids::text[]`.as('kept_for_title_ids'),
      sql<string[]>`r.kept_for_designation_ids::text[]`.as('kept_for_designation_ids'),
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
    .$narrowType<{ gender_rule: GenderRule }>()

/** A denied center hides its rooms. */
const ofShownCenter = (query: object) => shown(query, { center: 'r.event_center_id' })

export const listRooms = (db: Queryable, today: string, query: RoomQuery, language: Language) =>
  paginate(select(db, today, language).where(ofShownCenter(query)), query, rooms)

export const exportRooms = (db: Queryable, today: string, query: QueryOf<typeof eventRoomRoutes.export>) =>
  allRows(select(db, today).where(ofShownCenter(query)), query, rooms)

/** Selects the ids of the rooms of a filter. */
export const selectRooms = (db: Queryable, filter: z.output<typeof roomFilter>) =>
  matching(from(db).where(ofShownCenter(filter)), filter, rooms).select('r.id')

export const findRoom = (db: Queryable, today: string, id: string) =>
  select(db, today).where('r.id', '=', id).executeTakeFirst()

export const pickRooms = (db: Queryable, query: QueryOf<typeof eventRoomRoutes.query>) =>
  matching(from(db).where(ofShownCenter(query)), query, rooms)
    .select(['r.id as _id', sql<string>`b.name || ' · ' || r.name`.as('name')])
    .orderBy('b.name')
    .orderBy('r.floor')
    .orderBy('r.name')
    .limit(500)
    .execute()

/** Finds rooms by name and block, with their centers. */
export const findRooms = (db: Queryable, query: { readonly search?: string | undefined }, most: number) =>
  matching(from(db).where(ofShownCenter(query)), query, rooms)
    .select(['r.id as _id', sql<string>`b.name || ' · ' || r.name`.as('name'), 'c.name as place'])
    .orderBy('b.name')
    .orderBy('r.floor')
    .orderBy('r.name')
    .limit(most)
    .execute()

/** Returns the center of a block, locked, so that the block does not move in the meantime. */
export const centerOfBlock = async (tx: Tx, blockId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('event_blocks')
      .select('event_center_id')
      .where('id', '=', blockId)
      .forShare()
      .executeTakeFirst()
  )?.event_center_id

export const insertRooms = (tx: Tx, now: Date, centerId: string, values: readonly NewRoom[]) =>
  tx
    .insertInto('event_rooms')
    .values(
      values.map((room) => ({
        ...room,
        event_center_id: centerId,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id as _id', 'name'])
    .execute()

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

/** Returns every center with rooms, for files that refer to them by name. */
export const centersWithRooms = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('event_centers').select('id').execute()).map(({ id }) => id)

/** Returns the rooms that an import of this transaction wrote. */
export const roomsJustWritten = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('event_rooms').select('id').where('updated_at', '=', sql<Date>`now()`).execute()).map(
    ({ id }) => id,
  )

/** Returns the number of beds per category and block. */
export const bedsByBlock = (db: Queryable, centerId: string) =>
  db
    .selectFrom('event_rooms')
    .select(['event_block_id', 'room_category_id', sql<number>`sum(beds)::int`.as('beds')])
    .where('event_center_id', '=', centerId)
    .groupBy(['event_block_id', 'room_category_id'])
    .execute()

const occupants = (db: Queryable, roomId: string, query: object) =>
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
      'p.user_id',
      'v.id as reservation_id',
      'v.code as reservation_code',
      'v.status as reservation_status',
      'e.id as event_id',
      'e.name as event',
      'a.pinned',
    ])
    .where('a.room_id', '=', roomId)
    .where(shown(query, { reservation: 'v.id' }))
    .where('a.released_at', 'is', null)
    .where('a.for_change', '=', false)

const sleeping = {
  table: 'a',
  sort: { check_in: 'a.nights', name: 'p.name', event: 'e.name' },
  filter: {
    search: (words) => contains(words, 'p.name', 'v.code'),
    event_id: 'e.id',
    night: (night) => sql<boolean>`a.nights @> ${night}::date`,
  },
} as const satisfies ListSql<typeof eventRoomRoutes.occupants, BedAssignments>

export const listOccupants = (db: Queryable, roomId: string, query: QueryOf<typeof eventRoomRoutes.occupants>) =>
  paginate(occupants(db, roomId, query), query, sleeping)

export const exportOccupants = (
  db: Queryable,
  roomId: string,
  query: QueryOf<typeof eventRoomRoutes.exportOccupants>,
) => allRows(occupants(db, roomId, query), query, sleeping)

const blockKey = (center: string, block: string) => `${nameKey(center)}\n${nameKey(block)}`

/** Imports rooms by the names of their center, block and category. Refuses unknown names and too few beds. */
export const importRooms = async (
  tx: Tx,
  today: string,
  rows: readonly Imported<typeof roomSheet>[],
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
  const categoryOf = new Map(categories.map(({ id, name }) => [nameKey(name), id]))
  const heldOf = new Map(held.map(({ event_block_id, name, bed }) => [`${event_block_id}\n${nameKey(name)}`, bed]))

  const read = rows.map(({ event_center, event_block, room_category, ...room }) => {
    const block = blockOf.get(blockKey(event_center, event_block))
    const categoryId = categoryOf.get(nameKey(room_category))
    if (!block || !categoryId)
      return [
        ...(block ? [] : [{ field: 'event_block', code: 'not_found' as const }]),
        ...(categoryId ? [] : [{ field: 'room_category', code: 'not_found' as const }]),
      ]
    if ((heldOf.get(`${block.id}\n${nameKey(room.name)}`) ?? 0) > room.beds)
      return [{ field: 'beds', code: 'below_claimed' as const }]
    return {
      ...room,
      event_center_id: block.event_center_id,
      event_block_id: block.id,
      room_category_id: categoryId,
    }
  })
  const stored = await upsertByKey(
    tx,
    { table: 'event_rooms', key: ['event_block_id', 'name'] },
    read.flatMap((row) => (Array.isArray(row) ? [] : [row])),
    new Set([...given, 'room_category_id']),
  )
  const outcomes = stored.values()
  return read.map((row) => (Array.isArray(row) ? row : (outcomes.next().value ?? 'unchanged')))
}
