import type { DataOf, Language } from '@shiloh/contract/core'
import type { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { languagesTold, toldIn } from '#platform/db/languages.store'

type Routes = typeof reservationRoutes

/**
 * Returns the ids of the rooms in an event's accommodations, with the category that each is offered as, in the
 * language of a reader.
 */
export const findOfferedRooms = async (
  db: Queryable,
  eventId: string,
  categoryId: string | undefined,
  reader: Language,
): Promise<{ id: string; category_id: string; category: string; check_in_from: string; check_out_until: string }[]> => {
  const { rows } = await sql<{
    id: string
    category_id: string
    category: string
    check_in_from: string
    check_out_until: string
  }>`
    select r.id, c.id as category_id, ${toldIn(reader, 'c', 'name')} as category, a.check_in_from, a.check_out_until
    from event_accommodations a
    join events e on e.id = a.event_id
    join room_categories c on c.id = a.room_category_id
    join event_rooms r on r.room_category_id = a.room_category_id and r.event_center_id = e.event_center_id
      and (cardinality(a.block_ids) = 0 or r.event_block_id = any(a.block_ids))
    where a.event_id = ${eventId} and e.status = 'published' ${categoryId ? sql`and c.id = ${categoryId}` : sql``}
    order by a.position, c.name, r.name`.execute(db)
  return rows
}

/** Lists the taken beds in the rooms of an event, by night. */
export const listRoomNights = async (
  db: Queryable,
  eventId: string,
  now: Date,
): Promise<DataOf<Routes['listRoomNights']>> => {
  const { rows } = await sql<DataOf<Routes['listRoomNights']>[number]>`
    select m.id as room_id, m.name as room, b.name as block, n.night::date as night, m.beds, count(x.id)::int as taken
    from event_accommodations a
    join events e on e.id = a.event_id and e.status = 'published'
    join event_rooms m on m.room_category_id = a.room_category_id and m.event_center_id = e.event_center_id
      and (cardinality(a.block_ids) = 0 or m.event_block_id = any(a.block_ids))
    join event_blocks b on b.id = m.event_block_id
    cross join lateral generate_series(a.check_in_from, a.check_out_until - 1, interval '1 day') as n(night)
    left join (bed_assignments x join reservations r on r.id = x.reservation_id and (r.status = 'pending' and r.hold_expires_at <= ${now}) is not true)
      on x.room_id = m.id and x.released_at is null and x.nights @> n.night::date
    where a.event_id = ${eventId}
    group by m.id, m.name, b.name, n.night, m.beds
    order by b.name, m.name, n.night`.execute(db)
  return rows
}

/** Lists the blocks of an event's venue, or all blocks. */
export const listBlocks = async (
  db: Queryable,
  eventId: string | undefined,
): Promise<DataOf<Routes['listEventBlocks']>> => {
  const { rows } = await sql<{ id: string; name: string; code: string; center_id: string; center: string }>`
    select b.id, b.name, b.code, c.id as center_id, c.name as center
    from event_blocks b join event_centers c on c.id = b.event_center_id
    ${eventId ? sql`join events e on e.event_center_id = c.id and e.status = 'published' and e.id = ${eventId}` : sql``}
    order by c.name, b.name limit 1000`.execute(db)
  return rows.map(({ id, name, code, center_id, center }) => ({
    _id: id,
    name,
    code,
    event_center: { _id: center_id, name: center },
  }))
}

/** Lists the room categories of an event, or all categories, in the language of a reader. */
export const listCategories = async (
  db: Queryable,
  eventId: string | undefined,
  reader: Language,
): Promise<DataOf<Routes['listRoomCategories']>> => {
  const { rows } = await sql<{
    id: string
    name: string
    description: string
    languages: { name?: Language; description?: Language } | null
  }>`
    select c.id, ${toldIn(reader, 'c', 'name')} as name, ${toldIn(reader, 'c', 'description')} as description,
      ${languagesTold(reader, 'c', ['name', 'description'])} as languages from room_categories c
    ${
      eventId
        ? sql`where exists (select 1 from event_accommodations a join events e on e.id = a.event_id
            where a.room_category_id = c.id and e.id = ${eventId} and e.status = 'published')`
        : sql``
    }
    order by 2 limit 1000`.execute(db)
  return rows.map(({ id, languages, ...texts }) => ({ _id: id, ...texts, ...(languages && { languages }) }))
}
