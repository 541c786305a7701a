import type { Language } from '@shiloh/contract/core'
import type { Authorization } from '@shiloh/contract/permissions'
import type { Gender, RoomScope, Sleeper } from '@shiloh/contract/reservations/bed-rules'
import type { RoomGuests } from '@shiloh/contract/reservations/beds'
import { knowsWelfare } from '#platform/auth/welfare'
import { wordsOf } from '#platform/db/search.store'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { Bearing, Written } from '../booking/facts.rules.ts'
import type { Housed } from './place-many.rules.ts'

/** A person of a reservation with their bed. */
export type Guest = Housed

interface GuestRow extends Omit<Sleeper, 'apart'> {
  apart: string[] | null
  reservationId: string
  name: string
  roomId: string | null
  room: string | null
  block: string | null
  floor: number | null
  bed: number | null
  check_in: string | null
  check_out: string | null
  pinned: boolean | null
}

const GUESTS = {
  name: 'reservations_guests',
  text: `
    with apart as materialized (
      select x.participant_id, x.other_id from kept_apart_now x,
        (select array_agg(distinct event_id) as ids from reservation_participants where reservation_id = any($1)) e
      where x.event_id = any(e.ids) or x.other_event_id = any(e.ids))
    select p.reservation_id as "reservationId", p.id as "participantId", p.role, p.name, p.gender, p.minor as "isChild",
      coalesce(c.ground_floor, false) as "mobilityIssue", p.bears_title_id as "titleId", p.bears_designation_id as "designationId",
      b.room_id as "roomId", m.name as room, k.name as block, m.floor, b.bed, lower(b.nights) as check_in, upper(b.nights) as check_out,
      b.pinned,
      (select json_agg(case when x.participant_id = p.id then x.other_id else x.participant_id end) from apart x
        where p.id in (x.participant_id, x.other_id)) as apart
    from reservation_participants p
    left join reservation_care c on c.participant_id = p.id
    left join lateral (select * from bed_assignments a where a.participant_id = p.id and a.released_at is null and not a.for_change
      order by lower(a.nights) limit 1) b on true
    left join event_rooms m on m.id = b.room_id
    left join event_blocks k on k.id = m.event_block_id
    where p.reservation_id = any($1) order by p.reservation_id, p.position`,
}

const LOST_ROOM = {
  name: 'reservations_lost_room',
  text: `
    select k.name || ' ' || m.name as room
    from bed_assignments b join event_rooms m on m.id = b.room_id join event_blocks k on k.id = m.event_block_id
    where b.reservation_id = $1 and b.released_at = $2 and b.released_reason = 'unfit' and not b.for_change
    order by b.bed limit 1`,
}
/** Returns the room that somebody of a reservation lost at this instant because they no longer fit. */
export const findLostRoom = async (sql: Sql, reservationId: string, at: Date): Promise<string | undefined> =>
  (await sql<{ room: string }>(LOST_ROOM, [reservationId, at]))[0]?.room

/**
 * Returns guests as somebody may look for a room for them: without the permission for welfare, as if they could share
 * with everybody. Looking leaves no trace, so it must not tell; giving the room is refused.
 */
export const seekingFor = <G extends Guest>(authorization: Authorization, guests: readonly G[]): G[] =>
  knowsWelfare(authorization) ? [...guests] : guests.map((guest) => ({ ...guest, apart: [] }))

/** Returns the persons of a reservation, and where they sleep. */
export const findGuests = async (sql: Sql, reservationId: string): Promise<Guest[]> =>
  findGuestsOf(sql, [reservationId])

/** Returns the persons of these reservations, and where they sleep, by reservation and in the order of its persons. */
export const findGuestsOf = async (
  sql: Sql,
  reservationIds: readonly string[],
): Promise<(Guest & { readonly reservationId: string })[]> =>
  (await sql<GuestRow>(GUESTS, [reservationIds])).map((row) => ({
    reservationId: row.reservationId,
    participantId: row.participantId,
    role: row.role,
    name: row.name,
    gender: row.gender,
    isChild: row.isChild,
    mobilityIssue: row.mobilityIssue,
    titleId: row.titleId,
    designationId: row.designationId,
    ...(row.apart ? { apart: row.apart } : {}),
    place:
      row.roomId !== null && row.bed !== null && row.check_in !== null && row.check_out !== null
        ? {
            roomId: row.roomId,
            room: row.room ?? '',
            block: row.block ?? '',
            floor: row.floor ?? 0,
            bed: row.bed,
            check_in: row.check_in,
            check_out: row.check_out,
            pinned: row.pinned ?? false,
          }
        : null,
  }))

const HELD_ROOMS = {
  name: 'reservations_held_rooms',
  text: `
    select distinct participant_id as "participantId", room_id as "roomId" from bed_assignments
    where reservation_id = $1 and for_change and released_at is null`,
}

/** Returns the rooms held for a change of a reservation, by person. */
export const findHeldRooms = async (sql: Sql, reservationId: string): Promise<Map<string, string>> =>
  new Map(
    (await sql<{ participantId: string; roomId: string }>(HELD_ROOMS, [reservationId])).map((row) => [
      row.participantId,
      row.roomId,
    ]),
  )

const SEEKERS = {
  name: 'reservations_room_seekers',
  text: `
    with found as (
      select r.id, r.code, r.event_id, r.created_at, r.user_id, r.check_in, r.check_out,
        in_language(e.name, e.translations, 'name', $12) as event, e.event_center_id,
        a.room_category_id, a.block_ids, in_language(k.name, k.translations, 'name', $12) as category
      from reservations r
      join events e on e.id = r.event_id
      join event_accommodations a on a.id = r.event_accommodation_id
      join room_categories k on k.id = a.room_category_id
      join users u on u.id = r.user_id
      where r.event_accommodation_id is not null and r.status in ('active', 'redeemed')
        and e.event_center_id = $1 and e.ends_at > $2 and e.status <> 'archived'
        and r.id <> all($3) and r.event_id <> all($9) and r.user_id <> all($10)
        and case when $4 = '' then a.room_category_id = $5 and (cardinality(a.block_ids) = 0 or $6 = any(a.block_ids))
          else r.code = upper($4) or (select bool_and(u.search_text like search_pattern(word)
            and ($13 or search_key(concat_ws(' ', u.first_name, u.other_names, u.last_name)) like search_pattern(word))) from unnest($11::text[]) as word) end
        and exists (select 1 from reservation_participants p where p.reservation_id = r.id and not exists (
          select 1 from bed_assignments b where b.participant_id = p.id and b.released_at is null and not b.for_change)))
    select f.id as "reservationId", f.code, f.event, f.category, f.event_id as "eventId", f.event_center_id as "centerId",
      f.room_category_id as "categoryId", f.block_ids::text[] as "blockIds", f.check_in, f.check_out, (count(*) over ())::int as total
    from found f join users u on u.id = f.user_id
    order by u.gender is not distinct from $7 desc, f.created_at, f.id limit $8`,
}

/** Ids that are hidden from the reader. */
export interface HiddenHere {
  readonly reservations: readonly string[]
  readonly events: readonly string[]
  readonly people: readonly string[]
}

/** A reservation with a person who has no bed. */
export interface Seeker extends Stay {
  readonly reservationId: string
  readonly code: string
  readonly event: string
  readonly total: number
}

/**
 * Returns confirmed reservations at a room's center with a person who has no bed, of the room's category and block or
 * found by words. Those of `gender` come first, then in order of reservation.
 */
export const findSeekers = (
  sql: Sql,
  room: { readonly centerId: string; readonly categoryId: string; readonly blockId: string },
  by: {
    readonly search: string
    /** Whether the search finds people by phone, address and staff number too. */
    readonly byContact: boolean
    readonly gender: Gender | null
    readonly hidden: HiddenHere
    readonly limit: number
    readonly now: Date
    readonly language: Language
  },
): Promise<Seeker[]> =>
  sql<Seeker>(SEEKERS, [
    room.centerId,
    by.now,
    by.hidden.reservations,
    by.search,
    room.categoryId,
    room.blockId,
    by.gender,
    by.limit,
    by.hidden.events,
    by.hidden.people,
    wordsOf(by.search),
    by.language,
    by.byContact,
  ])

const OCCUPANTS = {
  name: 'reservations_room_guests',
  text: `
    select p.id as participant_id, p.user_id, p.name, a.bed, r.id as reservation_id, r.code, in_language(e.name, e.translations, 'name', $6) as event,
      lower(a.nights) as check_in, upper(a.nights) as check_out
    from bed_assignments a
    join reservation_participants p on p.id = a.participant_id
    join reservations r on r.id = a.reservation_id
    join events e on e.id = r.event_id
    where a.room_id = $1 and a.released_at is null and not a.for_change and upper(a.nights) > $2::date
      and r.id <> all($3) and r.event_id <> all($4) and r.user_id <> all($5)
    order by lower(a.nights), a.bed`,
}

/** Returns who sleeps in a room from `today` on. */
export const findRoomGuests = (
  sql: Sql,
  roomId: string,
  today: string,
  hidden: HiddenHere,
  language: Language,
): Promise<RoomGuests['guests']> =>
  sql<RoomGuests['guests'][number]>(OCCUPANTS, [
    roomId,
    today,
    hidden.reservations,
    hidden.events,
    hidden.people,
    language,
  ])

const CENTER_NAME = { name: 'reservations_center_name', text: `select name from event_centers where id = $1` }
export const findCenterName = async (sql: Sql, id: string): Promise<string> =>
  (await sql<{ name: string }>(CENTER_NAME, [id]))[0]?.name ?? ''

/** The stay of a reservation, and the rooms that are eligible for it. */
export interface Stay extends RoomScope {
  readonly eventId: string
  readonly category: string
  readonly timeZone: string
  readonly check_in: string
  readonly check_out: string
}

const STAYS = {
  name: 'reservations_stays_of',
  text: `
    select r.id as "reservationId", r.event_id as "eventId", e.event_center_id as "centerId", a.room_category_id as "categoryId",
      k.name as category, a.block_ids::text[] as "blockIds", e.time_zone as "timeZone", r.check_in, r.check_out
    from reservations r
    join events e on e.id = r.event_id
    join event_accommodations a on a.id = r.event_accommodation_id
    join room_categories k on k.id = a.room_category_id
    where r.id = any($1)`,
}

/** Returns undefined if the reservation has no nights. */
export const findStay = async (sql: Sql, reservationId: string): Promise<Stay | undefined> =>
  (await findStays(sql, [reservationId])).get(reservationId)

/** Returns the stays of these reservations by id, without those that have no nights. */
export const findStays = async (sql: Sql, reservationIds: readonly string[]): Promise<Map<string, Stay>> =>
  new Map(
    (await sql<Stay & { reservationId: string }>(STAYS, [reservationIds])).map(({ reservationId, ...stay }) => [
      reservationId,
      stay,
    ]),
  )

const PERSONS_NAMED = {
  name: 'reservations_persons_named',
  text: `
    select p.id as "participantId", p.reservation_id as "reservationId" from reservation_participants p
    join reservations r on r.id = p.reservation_id
    where p.event_id = $1 and (p.id = any($2) or p.reservation_id = any($3))
      and r.id <> all($4) and r.user_id <> all($5)
    order by p.reservation_id, p.position`,
}

/** Returns those of these persons, and the persons of those of these reservations, that are of the event and not hidden. */
export const findPersonsNamed = (
  sql: Sql,
  eventId: string,
  named: { readonly participantIds: readonly string[]; readonly reservationIds: readonly string[] },
  hidden: Pick<HiddenHere, 'reservations' | 'people'>,
): Promise<{ participantId: string; reservationId: string }[]> =>
  sql<{ participantId: string; reservationId: string }>(PERSONS_NAMED, [
    eventId,
    named.participantIds,
    named.reservationIds,
    hidden.reservations,
    hidden.people,
  ])

const ASSIGNERS = {
  name: 'reservations_bed_assigners',
  text: `
    select distinct on (a.participant_id) a.participant_id as "participantId", u.first_name || ' ' || u.last_name as name
    from bed_assignments a join users u on u.id = a.assigned_by
    where a.participant_id = any($1) and a.released_at is null and not a.for_change
    order by a.participant_id, a.created_at desc`,
}

/** Returns the names of those who assigned the current beds of these persons, by person. */
export const findAssigners = async (sql: Sql, participantIds: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (await sql<{ participantId: string; name: string }>(ASSIGNERS, [participantIds])).map((row) => [
      row.participantId,
      row.name,
    ]),
  )

const ROOM_IDS = {
  name: 'reservations_rooms_in_scope',
  text: `
    select r.id from event_rooms r join event_blocks b on b.id = r.event_block_id
    where r.event_center_id = $1 and ($2::text is null or r.room_category_id = $2)
      and (cardinality($3::text[]) = 0 or r.event_block_id = any($3::text[]))
      and (select bool_and(r.search_text || search_key(b.name || ' ' || b.code) like search_pattern(word))
        from unnest($4::text[]) as word) is not false
    order by r.id`,
}

/**
 * Returns the ids of a center's rooms, optionally of one category, of these blocks, and with these words in the room or
 * block name.
 */
export const findRoomIds = async (
  sql: Sql,
  centerId: string,
  only: { readonly categoryId?: string; readonly blockIds?: readonly string[]; readonly search?: string | undefined },
): Promise<string[]> =>
  (
    await sql<{ id: string }>(ROOM_IDS, [
      centerId,
      only.categoryId ?? null,
      only.blockIds ?? [],
      wordsOf(only.search ?? ''),
    ])
  ).map(({ id }) => id)

/** A reservation with somebody who sleeps in a room, and where its rooms can be. */
export interface SleepingRow {
  readonly reservation_id: string
  readonly code: string
  readonly name: string
  readonly event: string
  readonly centerId: string | null
  /** Null if the reservation has no nights of its own. */
  readonly categoryId: string | null
  readonly blockIds: readonly string[]
}

const SLEEPING = {
  name: 'reservations_sleeping',
  text: `
    select r.id as reservation_id, r.code, u.first_name || ' ' || u.last_name as name, e.name as event,
      e.event_center_id as "centerId", a.room_category_id as "categoryId", coalesce(a.block_ids::text[], '{}') as "blockIds"
    from reservations r
    join users u on u.id = r.user_id
    join events e on e.id = r.event_id
    left join event_accommodations a on a.id = r.event_accommodation_id
    where r.id in (select b.reservation_id from bed_assignments b
      where b.room_id = any($1) and b.released_at is null and upper(b.nights) > $2::date)
    order by r.id`,
}

/** Returns the reservations with beds in these rooms from `today` on. */
export const findSleeping = (sql: Sql, roomIds: readonly string[], today: string): Promise<SleepingRow[]> =>
  sql<SleepingRow>(SLEEPING, [roomIds, today])

const CATEGORY_NAMES = {
  name: 'reservations_category_names',
  text: `select id, name from room_categories where id = any($1)`,
}

/** Returns the names of room categories by id. */
export const findCategoryNames = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await sql<{ id: string; name: string }>(CATEGORY_NAMES, [ids])).map(({ id, name }) => [id, name]))

const SAVE_BEARINGS = {
  name: 'reservations_save_bearings',
  text: `
    update reservation_participants p set bears_title_id = b."titleId", bears_designation_id = b."designationId",
      title_by_staff = b."titleByStaff", designation_by_staff = b."designationByStaff", gender = b.gender
    from json_to_recordset($2::json) as b(id text, "titleId" text, "designationId" text, "titleByStaff" boolean,
      "designationByStaff" boolean, gender text)
    where p.reservation_id = $1 and p.id = b.id`,
}

/** Saves what decides the rooms of a reservation's persons: title, designation, gender. */
export const saveBearings = async (
  sql: TxSql,
  reservationId: string,
  rows: readonly {
    readonly id: string
    readonly titleId: string | null
    readonly designationId: string | null
    readonly titleByStaff: boolean
    readonly designationByStaff: boolean
    readonly gender: Gender | null
  }[],
): Promise<void> => {
  await sql(SAVE_BEARINGS, [reservationId, JSON.stringify(rows)])
}

const SAVE_AGES = {
  name: 'reservations_save_ages',
  text: `
    update reservation_participants p set minor = a.minor, guardian = a.guardian
    from json_to_recordset($2::json) as a(position smallint, minor boolean, guardian smallint)
    where p.reservation_id = $1 and p.position = a.position and (p.minor, p.guardian) is distinct from (a.minor, a.guardian)`,
}

/** Saves which persons of a reservation are minors, and the position of their guardians. */
export const saveAges = async (
  sql: TxSql,
  reservationId: string,
  rows: readonly { readonly position: number; readonly minor: boolean; readonly guardian: number | null }[],
): Promise<void> => {
  await sql(SAVE_AGES, [reservationId, JSON.stringify(rows)])
}

const AROUND = {
  name: 'reservations_around_account',
  text: `
    select r.id from reservations r join events e on e.id = r.event_id
    where r.status in ('pending', 'active', 'redeemed') and e.ends_at > $2
      and r.user_id in (select $1::text union all select s.user_id from spouses s where s.linked_user_id = $1)
    order by r.id`,
}

/**
 * Returns the live reservations, at events that are not over, of an account and of those who have it on their spouse
 * list.
 */
export const findReservationsAround = async (sql: Sql, userId: string, now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(AROUND, [userId, now])).map(({ id }) => id)

const WRITTEN = {
  name: 'reservations_written',
  text: `
    select coalesce(spouse_id, family_member_id, '') as person, case when title_by_staff then bears_title_id end as "titleId",
      case when designation_by_staff then bears_designation_id end as "designationId"
    from reservation_participants where reservation_id = $1`,
}

/** Returns the titles and designations that staff recorded for a reservation's persons. */
export const findWritten = async (sql: Sql, reservationId: string): Promise<Written> =>
  new Map(
    (await sql<Bearing & { person: string }>(WRITTEN, [reservationId])).map(({ person, titleId, designationId }) => [
      person,
      { titleId, designationId },
    ]),
  )
