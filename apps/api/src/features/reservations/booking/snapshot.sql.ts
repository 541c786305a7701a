import { isLanguage } from '@shiloh/contract/core'
import type { Gender, Occupant, Room } from '@shiloh/contract/reservations/bed-rules'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { Names, Person, Relative } from './facts.rules.ts'

interface PersonRow {
  id: string
  status: Person['status']
  name: string
  gender: Gender | null
  birth_date: string | null
  is_not_member: boolean
  title_id: string | null
  designation_id: string | null
  email: string | null
  pending_email: string | null
  phone: string | null
  language: string
  mail: boolean
  sms: boolean
}

const PEOPLE = {
  name: 'reservations_people',
  text: `
    select id, status, first_name || ' ' || last_name as name, gender, birth_date, is_not_member,
      case when title_id = confirmed_title_id or title_id not in (select id from titles where needs_confirmation)
        then title_id end as title_id,
      case when designation_id = confirmed_designation_id
        or designation_id not in (select id from designations where needs_confirmation) then designation_id end as designation_id,
      email::text as email, pending_email::text as pending_email, phone, language, coalesce((notify->>'mail')::boolean, true) as mail, coalesce((notify->>'sms')::boolean, true) as sms
    from users where id = any($1) and erased_at is null`,
}

/**
 * Returns the accounts of the people who reserve. Titles and designations that lack a required confirmation are left
 * out: they open no type, price or kept room.
 */
export const findPeople = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Person>> =>
  new Map(
    (await sql<PersonRow>(PEOPLE, [ids])).map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        name: row.name,
        gender: row.gender,
        birthDate: row.birth_date,
        isNotMember: row.is_not_member,
        titleId: row.title_id,
        designationId: row.designation_id,
        email: row.email,
        phone: row.phone,
        addresses: [row.email, row.pending_email, row.phone],
        language: isLanguage(row.language) ? row.language : 'en',
        wantsMail: row.mail,
        wantsSms: row.sms,
      },
    ]),
  )

const RELATIVES = {
  name: 'reservations_relatives',
  text: `
    select s.id, 'spouse' as relation, s.user_id as "ownerId", s.linked_user_id as "linkedUserId", s.first_name || ' ' || s.last_name as name,
      s.gender, s.birth_date as "birthDate",
      case when s.title_id in (s.confirmed_title_id, u.confirmed_title_id) or s.title_id not in (select id from titles where needs_confirmation)
        then s.title_id end as "titleId",
      s.removed_at is not null as removed, array[u.email::text, u.pending_email::text, u.phone] as addresses
    from spouses s left join users u on u.id = s.linked_user_id where s.id = any($1)
    union all
    select id, relation, user_id, null, first_name || ' ' || last_name, gender, birth_date, null, removed_at is not null, array[]::text[]
    from family_members where id = any($1)`,
}
/** Returns the people on spouse lists and family lists with these ids. */
export const findRelatives = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Relative>> =>
  ids.length === 0 ? new Map() : new Map((await sql<Relative>(RELATIVES, [ids])).map((row) => [row.id, row]))

const NAMES = {
  name: 'reservations_names',
  text: `
    select 'title' as kind, id, name, needs_confirmation from titles where id = any($1)
    union all select 'designation', id, name, needs_confirmation from designations where id = any($2)
    union all select 'committee_type', id, name, false from committee_types where id = any($3)`,
}

/** Returns the list ids of the companions that wishes mention. */
export const relativesIn = (wishes: readonly Wish[]): string[] =>
  given(wishes.flatMap(({ participants }) => participants.map(({ person_id }) => person_id)))

const given = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => (value ? [value] : []))),
]

/** Returns the names of what wishes mention. Unknown ids have none. */
export const findNames = async (sql: Sql, wishes: readonly Wish[]): Promise<Names> => {
  const persons = wishes.flatMap(({ participants }) => participants)
  const titles = given(persons.map(({ title_id }) => title_id))
  const designations = given(persons.map(({ designation_id }) => designation_id))
  const committeeTypes = given(wishes.map(({ committee_type_id }) => committee_type_id))
  const rows =
    titles.length + designations.length + committeeTypes.length === 0
      ? []
      : await sql<{ kind: string; id: string; name: string; needs_confirmation: boolean }>(NAMES, [
          titles,
          designations,
          committeeTypes,
        ])
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]))
  return {
    titles: of('title'),
    designations: of('designation'),
    committeeTypes: of('committee_type'),
    toConfirm: new Set(rows.filter((row) => row.needs_confirmation).map(({ id }) => id)),
  }
}

interface RoomRow {
  id: string
  name: string
  blockId: string
  blockName: string
  centerId: string
  categoryId: string
  floor: number
  beds: number
  genderRule: Room['genderRule']
  accessible: boolean
  keptForTitleIds: string[]
  keptForDesignationIds: string[]
}

const LOCK_ROOMS = {
  name: 'reservations_lock_rooms',
  text: `select id from event_rooms where id = any($1) order by id for update`,
}
const ROOMS = {
  name: 'reservations_rooms',
  text: `
    select r.id, r.name, r.event_block_id as "blockId", b.name as "blockName", r.event_center_id as "centerId",
      r.room_category_id as "categoryId", r.floor, r.beds, r.gender_rule as "genderRule", r.accessible,
      r.kept_for_title_ids::text[] as "keptForTitleIds",
      r.kept_for_designation_ids::text[] as "keptForDesignationIds"
    from event_rooms r join event_blocks b on b.id = r.event_block_id where r.id = any($1) order by b.name, r.floor, r.name`,
}
const MAINTENANCE = {
  name: 'reservations_room_maintenance',
  text: `select room_id, lower(nights) as check_in, upper(nights) as check_out from room_maintenance where room_id = any($1)`,
}
const OCCUPANTS = {
  name: 'reservations_room_occupants',
  text: `
    select a.room_id, a.bed, lower(a.nights) as check_in, upper(a.nights) as check_out, p.id as "participantId", p.role, p.gender,
      p.minor as "isChild", coalesce(c.ground_floor, false) as "mobilityIssue", p.bears_title_id as "titleId",
      p.bears_designation_id as "designationId", a.reservation_id as "partyId"
    from bed_assignments a join reservation_participants p on p.id = a.participant_id
    join reservations r on r.id = a.reservation_id
    left join reservation_care c on c.participant_id = p.id
    where a.room_id = any($1) and a.released_at is null and a.reservation_id <> all($2) and a.participant_id <> all($2)
      and (r.hold_expires_at <= $3 and (r.status = 'pending' or a.for_change)) is not true`,
}
const RELEASE_EXPIRED_BEDS = {
  name: 'reservations_release_expired_beds',
  text: `
    update bed_assignments a set released_at = $2 from reservations r
    where a.room_id = any($1) and a.released_at is null and r.id = a.reservation_id and r.hold_expires_at <= $2
      and (r.status = 'pending' or a.for_change)`,
}

const APART = {
  name: 'reservations_apart_of_people',
  text: `
    with k as (select participant_id, other_id from kept_apart where event_id = any($1) or other_event_id = any($1))
    select distinct unnest(array_remove(array[p.user_id::text, p.spouse_id::text, p.family_member_id::text], null)) as "personId", o.id
    from (select participant_id as one, other_id as other from k union all select other_id, participant_id from k) pair
    join reservation_participants p on p.id = pair.one
    cross join lateral same_person(pair.other) o`,
}
/** Returns with whom people must not share a room at these events, by the id of an account, or on a spouse or family list. */
export const findApart = async (sql: Sql, eventIds: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await sql<{ personId: string; id: string }>(APART, [eventIds])
  const groups = Map.groupBy(rows, ({ personId }) => personId)
  return new Map([...groups].map(([personId, some]) => [personId, some.map(({ id }) => id)]))
}

/**
 * Returns rooms with their occupants. The beds of `except` (reservations or participants) and of expired holds count as
 * free.
 */
export const readRooms = async (
  sql: Sql,
  ids: readonly string[],
  now: Date,
  except: readonly string[] = [],
): Promise<Map<string, Room>> => {
  if (ids.length === 0) return new Map()
  const rooms = await sql<RoomRow>(ROOMS, [ids])
  const maintenance = await sql<{ room_id: string; check_in: string; check_out: string }>(MAINTENANCE, [ids])
  const occupants = await sql<Occupant & { room_id: string }>(OCCUPANTS, [ids, except, now])
  return new Map(
    rooms.map((room) => [
      room.id,
      {
        ...room,
        maintenance: maintenance.filter(({ room_id }) => room_id === room.id),
        occupants: occupants.filter(({ room_id }) => room_id === room.id),
      },
    ]),
  )
}

/**
 * Locks rooms, so that events sharing a center wait for each other, and releases the beds of expired holds of other
 * events: the database's constraint does not know the time.
 */
export const lockRooms = async (
  sql: TxSql,
  ids: readonly string[],
  now: Date,
  except: readonly string[] = [],
): Promise<Map<string, Room>> => {
  if (ids.length === 0) return new Map()
  await sql(LOCK_ROOMS, [ids])
  await sql(RELEASE_EXPIRED_BEDS, [ids, now])
  return readRooms(sql, ids, now, except)
}
