import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import { PERSON, type PersonRow } from '../run/input.store.ts'
import type { Stay } from '../run/model.rules.ts'

export interface SeekerRow extends PersonRow {
  readonly name: string
  readonly code: string
  readonly status: ReservationStatus
  readonly userId: string
  readonly categoryId: string | null
  readonly check_in: string | null
  readonly check_out: string | null
  readonly hasBed: boolean
}

const PARTY = {
  name: 'allocation_walk_in_party',
  text: `
    select ${PERSON}, p.name, r.code, r.user_id as "userId", a.room_category_id as "categoryId", r.check_in, r.check_out,
      case when r.status = 'pending' and r.hold_expires_at <= $3 then 'failed' else r.status end as status,
      exists (select 1 from bed_assignments b
        where b.participant_id = p.id and b.released_at is null and not b.for_change) as "hasBed"
    from reservations r
    join users u on u.id = r.user_id
    join reservation_participants p on p.reservation_id = r.id
    left join event_accommodations a on a.id = r.event_accommodation_id
    left join reservation_care c on c.participant_id = p.id
    where r.id = $1 and r.event_id = $2
    order by p.position`,
}

/** Returns the persons of a reservation of this event, with what rooms depend on. */
export const findParty = async (db: Queryable, id: string, eventId: string, now: Date): Promise<readonly SeekerRow[]> =>
  sqlIn(db)<SeekerRow>(PARTY, [id, eventId, now])

const LIVE = {
  name: 'allocation_walk_in_live',
  text: `
    select 1 as found from reservation_participants p join reservations r on r.id = p.reservation_id
    where r.event_id = $1 and p.user_id = $2 and r.status in ('pending', 'active', 'redeemed')
      and (r.status = 'pending' and r.hold_expires_at <= $3) is not true limit 1`,
}

/** Returns whether somebody takes part in an event already. */
export const hasLive = async (db: Queryable, eventId: string, userId: string, now: Date): Promise<boolean> =>
  (await sqlIn(db)(LIVE, [eventId, userId, now])).length > 0

const DISTRICT = {
  name: 'allocation_walk_in_district',
  text: `select district_id as "districtId" from users where id = $1`,
}

export const findDistrict = async (db: Queryable, userId: string): Promise<string | null> =>
  (await sqlIn(db)<{ districtId: string | null }>(DISTRICT, [userId]))[0]?.districtId ?? null

const BEDS_LEFT = {
  name: 'allocation_walk_in_beds_left',
  text: `
    select a.room_category_id as "categoryId", to_char(q.night, 'YYYY-MM-DD') as night,
      case when q.capacity is not null then q.capacity - q.claimed + coalesce(
        (select sum(c.quantity) from claims c where c.quota_id = q.id and c.reservation_id = $2 and c.released_at is null), 0)::int
      end as "left"
    from quotas q join event_accommodations a on a.id = q.ref_id
    where q.event_id = $1 and q.kind = 'beds'`,
}

/**
 * Returns the beds that an event can still sell, by category and night, with those that this reservation has. Null: it
 * can sell every bed of the center.
 */
export const findBedsLeft = async (
  db: Queryable,
  eventId: string,
  reservationId: string | null,
): Promise<ReadonlyMap<string, number | null>> =>
  new Map(
    (
      await sqlIn(db)<{ categoryId: string; night: string; left: number | null }>(BEDS_LEFT, [eventId, reservationId])
    ).map(({ categoryId, night, left }) => [`${categoryId} ${night}`, left]),
  )

export interface PlaceRow {
  readonly name: string
  readonly room: string
  readonly block: string
  readonly floor: number
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly held: boolean
}

const PLACES = {
  name: 'allocation_walk_in_places',
  text: `
    select p.name, m.name as room, k.name as block, m.floor, b.bed, lower(b.nights) as check_in, upper(b.nights) as check_out,
      b.for_change as held
    from bed_assignments b
    join reservation_participants p on p.id = b.participant_id
    join event_rooms m on m.id = b.room_id
    join event_blocks k on k.id = m.event_block_id
    where b.reservation_id = $1 and b.released_at is null
    order by p.position, b.for_change, b.nights`,
}

/** Returns where the persons of a reservation sleep, and the beds that are held for a change. */
export const findPlacesOf = async (db: Queryable, reservationId: string): Promise<PlaceRow[]> =>
  sqlIn(db)<PlaceRow>(PLACES, [reservationId])

const ROOMS_OF = {
  name: 'allocation_walk_in_rooms_of',
  text: `select distinct room_id as "roomId" from bed_assignments where reservation_id = $1 and released_at is null and not for_change`,
}

/** Returns the rooms in which the persons of a reservation sleep. */
export const findRoomsOf = async (db: Queryable, reservationId: string): Promise<readonly string[]> =>
  (await sqlIn(db)<{ roomId: string }>(ROOMS_OF, [reservationId])).map(({ roomId }) => roomId)

const HELD_CHANGE = {
  name: 'allocation_walk_in_held_change',
  text: `
    select b.participant_id as "participantId", b.room_id as "roomId", w.* from reservations r
    join bed_assignments b on b.reservation_id = r.id and b.for_change and b.released_at is null
    cross join jsonb_to_record(r.pending_change->'wish'->'accommodation') as w(room_category_id text, check_in text, check_out text)
    where r.id = $1 and r.hold_expires_at > $2`,
}

/** Returns the rooms that are held for a dearer change which waits for payment, by person, and the nights of it. */
export const findHeldChange = async (
  db: Queryable,
  reservationId: string,
  now: Date,
): Promise<
  readonly (Stay & { readonly participantId: string; readonly roomId: string; readonly room_category_id: string })[]
> => sqlIn(db)(HELD_CHANGE, [reservationId, now])

export interface BriefRow {
  readonly code: string
  readonly name: string
  readonly status: ReservationStatus
  readonly currency: string
  readonly holdExpiresAt: Date | null
}

const BRIEF = {
  name: 'allocation_walk_in_brief',
  text: `
    select r.code, u.first_name || ' ' || u.last_name as name, r.status, r.currency,
      case when not r.needs_approval or r.approved_at is not null then r.hold_expires_at end as "holdExpiresAt"
    from reservations r join users u on u.id = r.user_id where r.id = $1`,
}

export const findBrief = async (db: Queryable, id: string): Promise<BriefRow | undefined> =>
  (await sqlIn(db)<BriefRow>(BRIEF, [id]))[0]

const ROOM_NAMES = {
  name: 'allocation_walk_in_rooms',
  text: `
    select m.id, m.name as room, k.name as block, m.floor, m.accessible
    from event_rooms m join event_blocks k on k.id = m.event_block_id where m.id = any($1)`,
}

export interface RoomNameRow {
  readonly id: string
  readonly room: string
  readonly block: string
  readonly floor: number
  readonly accessible: boolean
}

export const findRoomNames = async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, RoomNameRow>> =>
  new Map((await sqlIn(db)<RoomNameRow>(ROOM_NAMES, [ids])).map((row) => [row.id, row]))
