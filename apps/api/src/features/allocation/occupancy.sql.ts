import type { Language } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

interface Named {
  readonly id: string
  readonly name: string
}

/** The nights that are asked for, half-open. */
interface Nights {
  readonly from: string
  readonly until: string
}

/** Lists the centers that the sender of the query can see. */
export const listCenters = async (db: Queryable, query: object): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    select c.id, c.name from event_centers c where ${shown(query, { center: 'c.id' })} order by c.name, c.id`.execute(
    db,
  )
  return rows
}

/** Returns where an event is, and the first night that it sells. */
export const findEventNights = async (
  db: Queryable,
  eventId: string,
  query: object,
): Promise<{ center_id: string | null; first: string | null } | undefined> => {
  const { rows } = await sql<{ center_id: string | null; first: string | null }>`
    select e.event_center_id as center_id, coalesce(min(a.check_in_from), (e.starts_at at time zone e.time_zone)::date) as first
    from events e left join event_accommodations a on a.event_id = e.id
    where e.id = ${eventId} and ${shown(query, { event: 'e.id' })} group by e.id`.execute(db)
  return rows[0]
}

export const listBlocks = async (db: Queryable, centerId: string): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    select id, name from event_blocks where event_center_id = ${centerId} order by name, id`.execute(db)
  return rows
}

/** Lists the events with nights at a center in this time. */
export const listEvents = async (
  db: Queryable,
  centerId: string,
  { from, until }: Nights,
  query: object,
  language: Language,
): Promise<(Named & { check_in: string; check_out: string })[]> => {
  const { rows } = await sql<Named & { check_in: string; check_out: string }>`
    select e.id, ${toldIn(language, 'e', 'name')} as name, min(a.check_in_from) as check_in, max(a.check_out_until) as check_out
    from events e join event_accommodations a on a.event_id = e.id
    where e.event_center_id = ${centerId} and e.status <> 'draft' and ${shown(query, { event: 'e.id' })}
    group by e.id
    having min(a.check_in_from) < ${until}::date and max(a.check_out_until) > ${from}::date
    order by 3, e.name, e.id`.execute(db)
  return rows
}

export interface RoomRow {
  readonly id: string
  readonly name: string
  readonly block_id: string
  readonly floor: number
  readonly beds: number
  readonly category: string
  readonly gender_rule: 'male' | 'female' | 'family' | null
  readonly accessible: boolean
  readonly kept_for: string[]
}

const inPlace = (centerId: string, blockId: string | undefined): RawBuilder<boolean> =>
  sql`m.event_center_id = ${centerId} and ${blockId === undefined ? sql`true` : sql`m.event_block_id = ${blockId}`}`

export const listRooms = async (db: Queryable, centerId: string, blockId: string | undefined): Promise<RoomRow[]> => {
  const { rows } = await sql<RoomRow>`
    select m.id, m.name, m.event_block_id as block_id, m.floor, m.beds, c.name as category, m.gender_rule, m.accessible,
      array(select name from titles where id = any(m.kept_for_title_ids)
        union all select name from designations where id = any(m.kept_for_designation_ids)) as kept_for
    from event_rooms m join event_blocks b on b.id = m.event_block_id join room_categories c on c.id = m.room_category_id
    where ${inPlace(centerId, blockId)}
    order by b.name, b.id, m.floor desc, m.name, m.id`.execute(db)
  return rows
}

/** Counts the stays in each room that begin and end on the same days. Beds held for a change are taken too. */
export const countStays = async (
  db: Queryable,
  centerId: string,
  blockId: string | undefined,
  { from, until }: Nights,
  now: Date,
): Promise<{ room_id: string; first: number; end: number; people: number }[]> => {
  const { rows } = await sql<{ room_id: string; first: number; end: number; people: number }>`
    select x.room_id, greatest(lower(x.nights), ${from}::date) - ${from}::date as first,
      least(upper(x.nights), ${until}::date) - ${from}::date as end, count(*)::int as people
    from event_rooms m join bed_assignments x on x.room_id = m.id join reservations r on r.id = x.reservation_id
    where ${inPlace(centerId, blockId)} and x.released_at is null
      and x.nights && daterange(${from}::date, ${until}::date)
      and (r.hold_expires_at <= ${now} and (r.status = 'pending' or x.for_change)) is not true
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Lists when rooms are closed in this time. */
export const listClosings = async (
  db: Queryable,
  centerId: string,
  blockId: string | undefined,
  { from, until }: Nights,
): Promise<{ room_id: string; from: string; until: string; reason: string }[]> => {
  const { rows } = await sql<{ room_id: string; from: string; until: string; reason: string }>`
    select x.room_id, greatest(lower(x.nights), ${from}::date) as from, least(upper(x.nights), ${until}::date) as until, x.reason
    from event_rooms m join room_maintenance x on x.room_id = m.id
    where ${inPlace(centerId, blockId)} and x.nights && daterange(${from}::date, ${until}::date)
    order by x.room_id, x.nights`.execute(db)
  return rows
}

/** Returns the block of a center where most people of an event sleep, else the first with rooms that the event offers. */
export const findBlockOf = async (db: Queryable, eventId: string, centerId: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select k.id from event_blocks k
    join event_rooms m on m.event_block_id = k.id
    join event_accommodations a on a.room_category_id = m.room_category_id
      and (cardinality(a.block_ids) = 0 or k.id = any(a.block_ids))
    left join bed_assignments b on b.room_id = m.id and b.released_at is null
      and b.reservation_id in (select id from reservations where event_id = ${eventId})
    where a.event_id = ${eventId} and k.event_center_id = ${centerId}
    group by k.id, k.name order by count(b.room_id) desc, k.name, k.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
