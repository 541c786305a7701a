import { listApartPairs, listTies, pairsOf } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { RunInput, RunOccupant, RunParty, RunPerson, RunRoom, Stay } from './model.rules.ts'

export interface PersonRow {
  id: string
  reservationId: string
  role: string
  gender: 'male' | 'female' | null
  isChild: boolean
  needsLow: boolean
  needsQuiet: boolean
  titleId: string | null
  designationId: string | null
  districtId: string | null
  language: string
}

export const personOf = (row: PersonRow): RunPerson => ({
  id: row.id,
  role: row.role,
  gender: row.gender,
  isChild: row.isChild,
  needsLow: row.needsLow,
  needsQuiet: row.needsQuiet,
  bearings: [row.titleId, row.designationId].flatMap((id) => id ?? []),
  districtId: row.districtId,
  language: row.language,
})

/** The columns of a `PersonRow`, of a participant `p` with care `c` and the owner `u`. */
export const PERSON = `p.id, p.reservation_id as "reservationId", p.role, p.gender, p.minor as "isChild",
  coalesce(c.ground_floor, false) as "needsLow", coalesce(c.quiet_room, false) as "needsQuiet", p.bears_title_id as "titleId", p.bears_designation_id as "designationId",
  u.district_id as "districtId", u.language`

const SEEKERS = {
  name: 'allocation_seekers',
  text: `
    select ${PERSON}, a.room_category_id as "categoryId", a.block_ids::text[] as "blockIds",
      -- In a running event a bed is for the nights from tonight on.
      case when t.day < r.check_out then greatest(r.check_in, t.day) else r.check_in end as check_in, r.check_out,
      (select to_char(min(x.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') from reservation_transitions x
        where x.reservation_id = r.id and x.to_status = 'active') as "paidAt"
    from reservations r
    join event_accommodations a on a.id = r.event_accommodation_id
    join users u on u.id = r.user_id
    join events e on e.id = r.event_id
    cross join lateral (select ($2::timestamptz at time zone e.time_zone)::date as day) t
    join reservation_participants p on p.reservation_id = r.id
    left join reservation_care c on c.participant_id = p.id
    where r.event_id = $1 and r.status in ('active', 'redeemed')
      and not exists (select 1 from bed_assignments b
        where b.participant_id = p.id and b.released_at is null and (b.for_change and r.hold_expires_at <= $2) is not true)
    order by p.reservation_id, p.position`,
}

const ROOMS = {
  name: 'allocation_rooms',
  text: `
    select m.id, m.name, m.event_block_id as "blockId", m.floor, m.beds, m.room_category_id as "categoryId",
      m.gender_rule as "genderRule", m.accessible, m.quiet, m.kept_for_title_ids::text[] || m.kept_for_designation_ids::text[] as "keptFor"
    from events e join event_rooms m on m.event_center_id = e.event_center_id
    where e.id = $1 and m.room_category_id in (select room_category_id from event_accommodations where event_id = $1)
    order by m.id`,
}

const CLOSED = {
  name: 'allocation_closed',
  text: `select room_id, lower(nights) as check_in, upper(nights) as check_out from room_maintenance where room_id = any($1)
    order by room_id, lower(nights)`,
}

const OCCUPANTS = {
  name: 'allocation_occupants',
  text: `
    select ${PERSON}, b.room_id, b.bed, lower(b.nights) as check_in, upper(b.nights) as check_out
    from bed_assignments b
    join reservation_participants p on p.id = b.participant_id
    join reservations r on r.id = b.reservation_id
    join users u on u.id = r.user_id
    left join reservation_care c on c.participant_id = p.id
    where b.room_id = any($1) and b.released_at is null
      and (r.hold_expires_at <= $2 and (r.status = 'pending' or b.for_change)) is not true
    order by b.room_id, b.bed, lower(b.nights)`,
}

/** Returns every room that an event offers, or these of them, with who sleeps there, of any event, and when it is closed. */
export const readHouse = async (
  db: Queryable,
  eventId: string,
  now: Date,
  only?: readonly string[],
): Promise<RunRoom[]> => {
  const sql = sqlIn(db)
  const all = await sql<Omit<RunRoom, 'closed' | 'occupants'>>(ROOMS, [eventId])
  const rooms = only ? all.filter(({ id }) => only.includes(id)) : all
  const ids = rooms.map(({ id }) => id)
  const closed = Map.groupBy(await sql<Stay & { room_id: string }>(CLOSED, [ids]), ({ room_id }) => room_id)
  const occupants = Map.groupBy(
    await sql<PersonRow & Stay & { room_id: string; bed: number }>(OCCUPANTS, [ids, now]),
    ({ room_id }) => room_id,
  )
  return rooms.map((room) => ({
    ...room,
    closed: (closed.get(room.id) ?? []).map(({ check_in, check_out }) => ({ check_in, check_out })),
    occupants: (occupants.get(room.id) ?? []).map(
      (row): RunOccupant => ({
        person: personOf(row),
        partyId: row.reservationId,
        bed: row.bed,
        check_in: row.check_in,
        check_out: row.check_out,
      }),
    ),
  }))
}

/**
 * Returns who at an event has nights and no bed, also none that waits for payment, and every room that the event offers
 * with who sleeps there, of any event.
 * Nobody who has a bed is moved, pinned or not.
 */
export const readInput = async (db: Queryable, eventId: string, now: Date): Promise<RunInput> => {
  const sql = sqlIn(db)
  const seekers = await sql<
    PersonRow & Stay & { categoryId: string; blockIds: string[]; paidAt: string | null; reservationId: string }
  >(SEEKERS, [eventId, now])
  const rooms = await readHouse(db, eventId, now)
  const parties = [...Map.groupBy(seekers, ({ reservationId }) => reservationId).values()].flatMap(
    (rows): RunParty[] => {
      const [first] = rows
      if (!first) return []
      const { reservationId: id, categoryId, blockIds, paidAt, check_in, check_out } = first
      return [{ id, categoryId, blockIds, paidAt, check_in, check_out, people: rows.map(personOf) }]
    },
  )
  return {
    parties,
    rooms,
    wishes: pairsOf(await listTies(db, eventId)),
    apart: await listApartPairs(db, eventId),
  }
}
