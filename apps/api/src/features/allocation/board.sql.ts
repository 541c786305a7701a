import type { Language } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** Ids that the caller must not see. */
export interface HiddenIds {
  readonly reservations: readonly string[]
  readonly people: readonly string[]
  readonly events: readonly string[]
}

/**
 * A point between transactions. Everything that a transaction with a lower number wrote was visible when it was read; a
 * row that was written since has a number from `transaction` on. So no change is lost between two reads, however long its
 * transaction took.
 */
export interface Cursor {
  readonly transaction: bigint
  readonly at: Date
}

/** Reads the cursor for what is read after it. */
export const readCursor = async (db: Queryable, now: Date): Promise<Cursor> => {
  const { rows } = await sql<{ transaction: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`.execute(db)
  return { transaction: BigInt(rows[0]?.transaction ?? '0'), at: now }
}

/** No transaction is as long: beds that were released longer ago were visible to the read before. Minutes. */
const LONGEST_TRANSACTION = 15

const LOW_BITS = 4_294_967_295n

/** Whether a row was written since the cursor. Rows carry the lower 32 bits of their transaction's number. */
const written = (row: string, { transaction }: Cursor): RawBuilder<boolean> =>
  sql`((${sql.ref(row)}.xmin::text::bigint - ${String(transaction & LOW_BITS)}::bigint) & 4294967295) < 2147483648`

const releasedAfter = ({ at }: Cursor): Date => new Date(at.getTime() - LONGEST_TRANSACTION * 60_000)

export interface BoardEvent {
  readonly center_id: string | null
  readonly time_zone: string
  readonly check_in: string | null
  readonly check_out: string | null
}

export const findBoardEvent = async (db: Queryable, id: string): Promise<BoardEvent | undefined> => {
  const { rows } = await sql<BoardEvent>`
    select e.event_center_id as center_id, e.time_zone, min(a.check_in_from) as check_in, max(a.check_out_until) as check_out
    from events e left join event_accommodations a on a.event_id = e.id
    where e.id = ${id} group by e.id`.execute(db)
  return rows[0]
}

export interface PersonRow {
  readonly reservation_id: string
  readonly code: string
  readonly category_id: string
  readonly category: string
  readonly block_ids: string[]
  readonly check_in: string
  readonly check_out: string
  readonly id: string
  readonly name: string
  readonly role: string
  readonly gender: 'male' | 'female' | null
  readonly minor: boolean
  readonly low: boolean
  readonly quiet: boolean
  readonly here: boolean
  readonly title_id: string | null
  readonly designation_id: string | null
  readonly type: string
  readonly district: string | null
  readonly room_id: string | null
  readonly bed: number | null
  readonly bed_check_in: string | null
  readonly bed_check_out: string | null
  readonly pinned: boolean | null
  readonly told_room_id: string | null
}

const isShown = (hidden: HiddenIds): RawBuilder<boolean> =>
  sql`r.id <> all(${hidden.reservations}) and r.user_id <> all(${hidden.people})`

/** Lists the confirmed people of an event with nights, by reservation; since a cursor, those of changed reservations. */
export const listPeople = async (
  db: Queryable,
  eventId: string,
  hidden: HiddenIds,
  only: readonly string[] | undefined,
  language: Language,
): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select r.id as reservation_id, r.code, a.room_category_id as category_id, ${toldIn(language, 'k', 'name')} as category, a.block_ids::text[] as block_ids,
      r.check_in, r.check_out, p.id, p.name, p.role, p.gender, p.minor, coalesce(c.ground_floor, false) as low,
      coalesce(c.quiet_room, false) as quiet, p.checked_in_at is not null as here, p.bears_title_id as title_id,
      p.bears_designation_id as designation_id, ${toldIn(language, 't', 'name')} as type, d.name as district, b.room_id, b.bed,
      lower(b.nights) as bed_check_in, upper(b.nights) as bed_check_out, b.pinned,
      n.room_id as told_room_id
    from reservations r
    join event_accommodations a on a.id = r.event_accommodation_id
    join room_categories k on k.id = a.room_category_id
    join users u on u.id = r.user_id
    join reservation_participants p on p.reservation_id = r.id
    join event_participant_types o on o.id = p.event_participant_type_id
    join participant_types t on t.id = o.participant_type_id
    left join users own on own.id = p.user_id
    left join church_units d on d.id = coalesce(own.district_id, u.district_id)
    left join reservation_care c on c.participant_id = p.id
    left join bed_assignments b on b.participant_id = p.id and b.released_at is null and not b.for_change
    left join known_rooms n on n.participant_id = p.id
    where r.event_id = ${eventId} and r.status in ('active', 'redeemed') and ${isShown(hidden)}
      and ${only ? sql`r.id = any(${only})` : sql`true`}
    order by r.created_at, r.id, p.position, b.nights`.execute(db)
  // Somebody with several beds, for parts of their nights, is shown in the first.
  return rows.filter(({ id }, index) => rows[index - 1]?.id !== id)
}

/** Lists the reservations of an event of which something changed since a cursor, also those that left the board. */
export const listChanged = async (
  db: Queryable,
  eventId: string,
  since: Cursor,
  hidden: HiddenIds,
): Promise<{ id: string; code: string }[]> => {
  const { rows } = await sql<{ id: string; code: string }>`
    select r.id, r.code from reservations r
    where r.event_id = ${eventId} and r.event_accommodation_id is not null and ${isShown(hidden)} and (
      ${written('r', since)}
      or exists (select from reservation_participants p left join reservation_care c on c.participant_id = p.id
        where p.reservation_id = r.id and (${written('p', since)} or (c.participant_id is not null and ${written('c', since)})))
      or exists (select from known_rooms n join reservation_participants p on p.id = n.participant_id
        where p.reservation_id = r.id and ${written('n', since)})
      or exists (select from bed_assignments b where b.reservation_id = r.id and b.released_at is null and ${written('b', since)})
      or r.id in (select b.reservation_id from bed_assignments b where b.released_at >= ${releasedAfter(since)} and ${written('b', since)}))
    order by r.id`.execute(db)
  return rows
}

export interface RoomRow {
  readonly id: string
  readonly name: string
  readonly block_id: string
  readonly block: string
  readonly category_id: string
  readonly category: string
  readonly floor: number
  readonly beds: number
  readonly gender_rule: 'male' | 'female' | 'family' | null
  readonly accessible: boolean
  readonly quiet: boolean
  readonly kept_title_ids: string[]
  readonly kept_designation_ids: string[]
  readonly kept_for: string[]
}

/** Lists the rooms that an event sells, and those where its people sleep, in the order of a walk through the center. */
export const listBoardRooms = async (
  db: Queryable,
  eventId: string,
  since: Cursor | undefined,
  language: Language,
): Promise<RoomRow[]> => {
  const changed = since
    ? sql`(${written('m', since)}
        or exists (select from room_maintenance x where x.room_id = m.id and ${written('x', since)})
        or exists (select from bed_assignments b where b.room_id = m.id and b.released_at is null and ${written('b', since)})
        or m.id in (select b.room_id from bed_assignments b where b.released_at >= ${releasedAfter(since)} and ${written('b', since)}))`
    : sql`true`
  const { rows } = await sql<RoomRow>`
    select m.id, m.name, m.event_block_id as block_id, k.name as block, m.room_category_id as category_id, ${toldIn(language, 'c', 'name')} as category,
      m.floor, m.beds, m.gender_rule, m.accessible, m.quiet, m.kept_for_title_ids::text[] as kept_title_ids,
      m.kept_for_designation_ids::text[] as kept_designation_ids,
      case when cardinality(m.kept_for_title_ids) + cardinality(m.kept_for_designation_ids) = 0 then '{}'::text[] else array(
        select ${toldIn(language, 'o', 'name')} from titles o where o.id = any(m.kept_for_title_ids)
        union all select ${toldIn(language, 'o', 'name')} from designations o where o.id = any(m.kept_for_designation_ids)) end as kept_for
    from events e
    join event_rooms m on m.event_center_id = e.event_center_id
    join event_blocks k on k.id = m.event_block_id
    join room_categories c on c.id = m.room_category_id
    where e.id = ${eventId} and ${changed} and (
      exists (select from event_accommodations a where a.event_id = e.id and a.room_category_id = m.room_category_id
        and (cardinality(a.block_ids) = 0 or m.event_block_id = any(a.block_ids)))
      or m.id in (select b.room_id from bed_assignments b join reservations r on r.id = b.reservation_id
        where r.event_id = e.id and b.released_at is null))
    order by k.name, m.floor desc, m.name, m.id`.execute(db)
  return rows
}

export interface OtherRow {
  readonly room_id: string
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly event: string | null
  readonly reservation_id: string
  readonly role: string
  readonly gender: 'male' | 'female' | null
  readonly minor: boolean
  readonly low: boolean
  readonly title_id: string | null
  readonly designation_id: string | null
}

/**
 * Lists the taken beds of these rooms whose people are not on the board: of other events, of unconfirmed reservations,
 * held for a change, or hidden from the caller.
 */
export const listOthers = async (
  db: Queryable,
  eventId: string,
  roomIds: readonly string[],
  nights: { readonly check_in: string; readonly check_out: string },
  hidden: HiddenIds,
  now: Date,
): Promise<OtherRow[]> => {
  const { rows } = await sql<OtherRow>`
    select b.room_id, b.bed, lower(b.nights) as check_in, upper(b.nights) as check_out,
      case when ${isShown(hidden)} and e.id <> all(${hidden.events}) then e.name end as event, b.reservation_id, p.role, p.gender,
      p.minor, coalesce(c.ground_floor, false) as low, p.bears_title_id as title_id, p.bears_designation_id as designation_id
    from bed_assignments b
    join reservations r on r.id = b.reservation_id
    join events e on e.id = r.event_id
    join reservation_participants p on p.id = b.participant_id
    left join reservation_care c on c.participant_id = p.id
    where b.room_id = any(${roomIds}) and b.released_at is null
      and b.nights && daterange(${nights.check_in}::date, ${nights.check_out}::date)
      and (r.event_id <> ${eventId} or b.for_change or r.status not in ('active', 'redeemed') or not (${isShown(hidden)}))
      and (r.hold_expires_at <= ${now} and (r.status = 'pending' or b.for_change)) is not true
    order by b.room_id, b.bed, b.nights`.execute(db)
  return rows
}

export interface ClosedRow {
  readonly room_id: string
  readonly check_in: string
  readonly check_out: string
  readonly reason: string
}

/** Lists the nights on which these rooms are closed. */
export const listClosed = async (db: Queryable, roomIds: readonly string[]): Promise<ClosedRow[]> => {
  const { rows } = await sql<ClosedRow>`
    select room_id, lower(nights) as check_in, upper(nights) as check_out, reason from room_maintenance
    where room_id = any(${roomIds}) order by room_id, nights`.execute(db)
  return rows
}
