import type { Language } from '@shiloh/contract/core'
import type { Sql, TxSql } from '#platform/db/sql.store'
import { FIGURE_COLUMNS, type FigureColumns } from '../money/standing.store.ts'

const columnsWith = (
  category: string,
) => `a.id, a.event_id, a.event_accommodation_id, o.room_category_id, ${category} as room_category, a.check_in, a.check_out,
  a.unit_id, u.level as unit_level, a.committee_type_id, coalesce(u.name, t.name, a.sponsor) as held_for, a.leader_id,
  l.first_name || ' ' || l.last_name as leader, a.note, a.given, a.held, a.taken, a.returned, a.created_at,
  coalesce((select json_agg(json_build_object('on_day', to_char(r.on_day, 'YYYY-MM-DD'), 'beds', r.beds, 'done_at', r.done_at,
      'reminded_at', r.reminded_at) order by r.on_day)
    from allotment_releases r where r.allotment_id = a.id), '[]') as releases`
const COLUMNS = columnsWith('c.name')
const FROM = `from allotments a
  join event_accommodations o on o.id = a.event_accommodation_id join room_categories c on c.id = o.room_category_id
  left join church_units u on u.id = a.unit_id left join committee_types t on t.id = a.committee_type_id
  left join users l on l.id = a.leader_id`

export interface AllotmentRow {
  readonly id: string
  readonly event_id: string
  readonly event_accommodation_id: string
  readonly room_category_id: string
  readonly room_category: string
  readonly check_in: string
  readonly check_out: string
  readonly unit_id: string | null
  readonly unit_level: string | null
  readonly committee_type_id: string | null
  readonly held_for: string
  readonly leader_id: string | null
  readonly leader: string | null
  readonly note: string
  readonly given: number
  /** Empty beds. Each has a claim on every night. */
  readonly held: number
  readonly taken: number
  readonly returned: number
  readonly created_at: Date
  readonly releases: readonly {
    readonly on_day: string
    readonly beds: number | null
    readonly done_at: string | null
    readonly reminded_at: string | null
  }[]
}

const LIST = {
  name: 'allotments_of_event',
  text: `select ${COLUMNS} ${FROM} where a.event_id = $1 order by held_for, c.name, a.id`,
}
export const listAllotments = (sql: Sql, eventId: string): Promise<AllotmentRow[]> => sql<AllotmentRow>(LIST, [eventId])

const ONE = { name: 'allotments_one', text: `select ${COLUMNS} ${FROM} where a.id = $1` }
export const findAllotment = async (sql: Sql, id: string): Promise<AllotmentRow | undefined> =>
  (await sql<AllotmentRow>(ONE, [id]))[0]

const LOCK = { name: 'allotments_lock', text: `select id from allotments where id = $1 for update` }
/** Locks an allotment. The quotas of its event are locked before. */
export const lockAllotment = async (sql: TxSql, id: string): Promise<AllotmentRow | undefined> => {
  await sql(LOCK, [id])
  return findAllotment(sql, id)
}

const STAYS = {
  name: 'allotments_accommodations',
  text: `
    select a.id, a.room_category_id, c.name as room_category, a.check_in_from as check_in, a.check_out_until as check_out,
      coalesce(min(q.capacity), 0)::int as beds, coalesce(min(q.capacity - q.claimed), 0)::int as free,
      (select count(*)::int from waiting_entries w where w.event_id = $1 and w.kind = 'beds' and w.ref_id = a.id and w.status = 'waiting') as waiting
    from event_accommodations a join room_categories c on c.id = a.room_category_id
    left join quotas q on q.ref_id = a.id and q.kind = 'beds' and q.event_id = $1
    where a.event_id = $1 group by a.id, c.id order by a.position, c.name`,
}
export interface StayRow {
  readonly id: string
  readonly room_category_id: string
  readonly room_category: string
  readonly check_in: string
  readonly check_out: string
  readonly beds: number
  readonly free: number
  readonly waiting: number
}
/** Lists what an event sells to sleep in, with the fewest beds of a night, and the fewest that are free. */
export const listStays = (sql: Sql, eventId: string): Promise<StayRow[]> => sql<StayRow>(STAYS, [eventId])

const CAN_LEAD = {
  name: 'allotments_can_lead',
  text: `select id from users where id = $1 and user_type = 'user' and erased_at is null`,
}
/** Returns whether somebody is a member, whose pages show the beds of a group. */
export const canLead = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql<{ id: string }>(CAN_LEAD, [id])).length > 0

const NIGHTS = {
  name: 'allotments_nights',
  text: `select id, (capacity - claimed)::int as left from quotas
    where kind = 'beds' and ref_id = $1 and night >= $2::date and night < $3::date order by night`,
}
interface Stayed {
  readonly event_accommodation_id: string
  readonly check_in: string
  readonly check_out: string
}
/** Returns the quotas of these nights, with the beds that are free. The caller has locked them. */
export const findNights = (sql: Sql, { event_accommodation_id, check_in, check_out }: Stayed) =>
  sql<{ id: string; left: number }>(NIGHTS, [event_accommodation_id, check_in, check_out])

const CLAIM = {
  name: 'allotments_claim',
  text: `
    with nights as (select unnest($1::text[]) as id),
    more as (update claims set quantity = quantity + $3 where allotment_id = $2 and released_at is null and quota_id in (select id from nights)),
    first as (insert into claims (quota_id, allotment_id, quantity, created_at)
      select id, $2, $3, $4 from nights where id not in (select quota_id from claims where allotment_id = $2 and released_at is null))
    update quotas set claimed = claimed + $3 where id in (select id from nights)`,
}
/** Claims beds for an allotment in each of these nights. The database refuses more than is free. */
export const claimNights = async (
  sql: TxSql,
  id: string,
  quotaIds: readonly string[],
  beds: number,
  now: Date,
): Promise<void> => {
  await sql(CLAIM, [quotaIds, id, beds, now])
}

const RELEASE = {
  name: 'allotments_release',
  text: `
    with less as (update claims set quantity = quantity - $2 where allotment_id = $1 and released_at is null and quantity > $2 returning quota_id),
    gone as (update claims set released_at = $3 where allotment_id = $1 and released_at is null and quantity = $2 returning quota_id)
    update quotas set claimed = claimed - $2 where id in (select quota_id from less union all select quota_id from gone)`,
}
/** Releases the claims on empty beds of an allotment in all of its nights. */
export const releaseNights = async (sql: TxSql, id: string, beds: number, now: Date): Promise<void> => {
  await sql(RELEASE, [id, beds, now])
}

const COUNT = {
  name: 'allotments_count',
  text: `update allotments set given = given + $2, held = held + $3, taken = taken + $4, returned = returned + $5, updated_at = $6 where id = $1`,
}
/** Books what happened to beds of an allotment. The database refuses counts whose sum is wrong. */
export const countBeds = async (
  sql: TxSql,
  id: string,
  { given = 0, held = 0, taken = 0, returned = 0 }: Partial<Record<'given' | 'held' | 'taken' | 'returned', number>>,
  now: Date,
): Promise<void> => {
  await sql(COUNT, [id, given, held, taken, returned, now])
}

const HELD = {
  name: 'allotments_held',
  text: `select quota_id as "quotaId", quantity from claims where allotment_id = $1 and released_at is null`,
}
/** Returns the claims of an allotment, one for each night. */
export const findHeld = (sql: Sql, id: string): Promise<{ quotaId: string; quantity: number }[]> =>
  sql<{ quotaId: string; quantity: number }>(HELD, [id])

const INSERT = {
  name: 'allotments_insert',
  text: `
    insert into allotments (event_id, event_accommodation_id, check_in, check_out, unit_id, committee_type_id, sponsor, leader_id, note,
      given, held, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $12) returning id`,
}
export interface NewAllotment extends Stayed {
  readonly event_id: string
  readonly unit_id: string | null
  readonly committee_type_id: string | null
  readonly sponsor: string | null
  readonly leader_id: string | null
  readonly note: string
  readonly beds: number
  readonly by: string
}
/** Saves an allotment. Its claims follow in the same transaction. */
export const insertAllotment = async (sql: TxSql, one: NewAllotment, now: Date): Promise<string> => {
  const [row] = await sql<{ id: string }>(INSERT, [
    ...[one.event_id, one.event_accommodation_id, one.check_in, one.check_out, one.unit_id, one.committee_type_id],
    ...[one.sponsor, one.leader_id, one.note, one.beds, one.by, now],
  ])
  return row?.id ?? ''
}

const UPDATE = {
  name: 'allotments_update',
  text: `update allotments set leader_id = $2, note = $3, updated_at = $4 where id = $1`,
}
export const updateAllotment = async (
  sql: TxSql,
  id: string,
  { leader_id, note }: { readonly leader_id: string | null; readonly note: string },
  now: Date,
): Promise<void> => {
  await sql(UPDATE, [id, leader_id, note, now])
}

const DELETE = { name: 'allotments_delete', text: `delete from allotments where id = $1` }
export const deleteAllotment = async (sql: TxSql, id: string): Promise<void> => {
  await sql(DELETE, [id])
}

const FORGET_RELEASES = {
  name: 'allotments_forget_releases',
  text: `delete from allotment_releases where allotment_id = $1 and done_at is null`,
}
const SAVE_RELEASES = {
  name: 'allotments_save_releases',
  text: `insert into allotment_releases (allotment_id, on_day, beds)
    select $1, r.on_day, r.beds from json_to_recordset($2::json) as r(on_day date, beds int)
    on conflict (allotment_id, on_day) do update set beds = excluded.beds, done_at = null, reminded_at = null`,
}
/** Replaces the dates that are still to come. */
export const saveReleases = async (
  sql: TxSql,
  id: string,
  releases: readonly { readonly on_day: string; readonly beds: number | null }[],
): Promise<void> => {
  await sql(FORGET_RELEASES, [id])
  await sql(SAVE_RELEASES, [id, JSON.stringify(releases)])
}

const GUEST = {
  name: 'allotments_guest',
  text: `insert into allotment_guests (reservation_id, allotment_id, beds, named_by, created_at) values ($1, $2, $3, $4, $5)`,
}
export const insertGuest = async (
  sql: TxSql,
  guest: { readonly reservationId: string; readonly allotmentId: string; readonly beds: number; readonly by: string },
  now: Date,
): Promise<void> => {
  await sql(GUEST, [guest.reservationId, guest.allotmentId, guest.beds, guest.by, now])
}

const LAPSED = {
  name: 'allotments_lapsed',
  text: `
    select g.allotment_id, g.reservation_id, g.beds from allotment_guests g join allotments a on a.id = g.allotment_id
    where g.reservation_id = any($1) and not exists (
      select from claims c join quotas q on q.id = c.quota_id
      where c.reservation_id = g.reservation_id and c.released_at is null and q.kind = 'beds'
        and q.ref_id = a.event_accommodation_id and q.night >= a.check_in and q.night < a.check_out)
    order by g.allotment_id, g.reservation_id`,
}
/** Returns which of these reservations were named for a bed of a group, and claim none in its nights. */
export const findLapsed = (
  sql: Sql,
  reservationIds: readonly string[],
): Promise<{ allotment_id: string; reservation_id: string; beds: number }[]> =>
  sql<{ allotment_id: string; reservation_id: string; beds: number }>(LAPSED, [reservationIds])

const DELETE_GUEST = {
  name: 'allotments_delete_guest',
  text: `delete from allotment_guests where reservation_id = $1`,
}
export const deleteGuest = async (sql: TxSql, reservationId: string): Promise<void> => {
  await sql(DELETE_GUEST, [reservationId])
}

const GUESTS = {
  name: 'allotments_guests',
  text: `
    select r.id as reservation_id, r.code, u.first_name || ' ' || u.last_name as name, r.status, g.beds, g.created_at
    from allotment_guests g join reservations r on r.id = g.reservation_id join users u on u.id = r.user_id
    where g.allotment_id = $1 and r.id <> all($2::text[]) and r.user_id <> all($3::text[])
    order by g.created_at, r.id`,
}
/** What a caller must not see. */
export interface HiddenGuests {
  readonly reservations: readonly string[]
  readonly people: readonly string[]
}
export interface GuestRow {
  readonly reservation_id: string
  readonly code: string
  readonly name: string
  readonly status: string
  readonly beds: number
  readonly created_at: Date
}
/** Lists who was named, without hidden reservations and people. */
export const listGuests = (sql: Sql, id: string, hidden: HiddenGuests): Promise<GuestRow[]> =>
  sql<GuestRow>(GUESTS, [id, hidden.reservations, hidden.people])

/** For the leader `$1`, in the language `$2`. */
const LED = `
  select ${columnsWith(`in_language(c.name, c.translations, 'name', $2)`)}, in_language(e.name, e.translations, 'name', $2) as event, e.slug,
    e.starts_at, e.time_zone ${FROM} join events e on e.id = a.event_id
  where a.leader_id = $1 and e.status <> 'draft'`
export interface LedRow extends AllotmentRow {
  readonly event: string
  readonly slug: string
  readonly starts_at: Date
  readonly time_zone: string
}
const LED_ALL = {
  name: 'allotments_led',
  text: `${LED} and e.ends_at > $3 order by e.starts_at, held_for, a.id`,
}
/** Lists the allotments that somebody leads at events that are not over. */
export const listLed = (sql: Sql, leaderId: string, language: Language, now: Date): Promise<LedRow[]> =>
  sql<LedRow>(LED_ALL, [leaderId, language, now])

const LED_ONE = { name: 'allotments_led_one', text: `${LED} and a.id = $3` }
export const findLed = async (
  sql: Sql,
  leaderId: string,
  language: Language,
  id: string,
): Promise<LedRow | undefined> => (await sql<LedRow>(LED_ONE, [leaderId, language, id]))[0]

const LED_GUESTS = {
  name: 'allotments_led_guests',
  text: `
    select u.first_name || ' ' || u.last_name as name, g.beds, cardinality(r.missing) as missing, r.currency, ${FIGURE_COLUMNS}
    from allotment_guests g join reservations r on r.id = g.reservation_id join users u on u.id = r.user_id
    where g.allotment_id = $1 order by g.created_at, r.id`,
}
export interface LedGuestRow extends FigureColumns {
  readonly name: string
  readonly beds: number
  readonly missing: number
  readonly currency: string
}
/** Lists who was named in an allotment, with what is missing and owed. */
export const listLedGuests = (sql: Sql, id: string): Promise<LedGuestRow[]> => sql<LedGuestRow>(LED_GUESTS, [id])

const EXPORTED = {
  name: 'allotments_exported',
  text: `
    select a.id as allotment_id, r.code, p.first_name || ' ' || p.last_name as name, p.phone, r.status, g.beds
    from allotments a join allotment_guests g on g.allotment_id = a.id join reservations r on r.id = g.reservation_id
    join users p on p.id = r.user_id
    where a.event_id = $1 and r.id <> all($2::text[]) and r.user_id <> all($3::text[]) order by g.created_at, r.id`,
}
export interface ExportedGuest {
  readonly allotment_id: string
  readonly code: string
  readonly name: string
  readonly phone: string | null
  readonly status: string
  readonly beds: number
}
/** Lists everybody who was named at an event, without hidden reservations and people. */
export const listExported = (sql: Sql, eventId: string, hidden: HiddenGuests): Promise<ExportedGuest[]> =>
  sql<ExportedGuest>(EXPORTED, [eventId, hidden.reservations, hidden.people])

const NAMED = { name: 'allotments_named', text: `select allotment_id from allotment_guests where reservation_id = $1` }
/** Returns whether a reservation already has beds of a group. */
export const isNamed = async (sql: Sql, reservationId: string): Promise<boolean> =>
  (await sql(NAMED, [reservationId])).length > 0

/** The dates of an event are days of its time zone. */
const DUE = {
  name: 'allotments_due',
  text: `
    select distinct a.event_id from allotment_releases r join allotments a on a.id = r.allotment_id join events e on e.id = a.event_id
    where r.done_at is null and r.on_day <= ($1::timestamptz at time zone e.time_zone)::date`,
}
/** Returns the events in which beds are due to go back. */
export const findDueEvents = async (sql: Sql, now: Date): Promise<string[]> =>
  (await sql<{ event_id: string }>(DUE, [now])).map(({ event_id }) => event_id)

const DUE_OF = {
  name: 'allotments_due_of_event',
  text: `
    select r.allotment_id, to_char(r.on_day, 'YYYY-MM-DD') as on_day, r.beds
    from allotment_releases r join allotments a on a.id = r.allotment_id join events e on e.id = a.event_id
    where a.event_id = $1 and r.done_at is null and r.on_day <= ($2::timestamptz at time zone e.time_zone)::date
    order by r.on_day, a.id for update of r, a`,
}
export const lockDue = (
  sql: TxSql,
  eventId: string,
  now: Date,
): Promise<{ allotment_id: string; on_day: string; beds: number | null }[]> =>
  sql<{ allotment_id: string; on_day: string; beds: number | null }>(DUE_OF, [eventId, now])

const DONE = {
  name: 'allotments_release_done',
  text: `update allotment_releases set done_at = $3 where allotment_id = $1 and on_day = $2::date`,
}
export const saveDone = async (sql: TxSql, allotmentId: string, onDay: string, now: Date): Promise<void> => {
  await sql(DONE, [allotmentId, onDay, now])
}

const REMIND = {
  name: 'allotments_remind',
  text: `
    update allotment_releases r set reminded_at = $1
    from allotments a join events e on e.id = a.event_id join users l on l.id = a.leader_id
      join event_accommodations o on o.id = a.event_accommodation_id join room_categories c on c.id = o.room_category_id
      left join church_units u on u.id = a.unit_id left join committee_types t on t.id = a.committee_type_id
    where a.id = r.allotment_id and r.done_at is null and r.reminded_at is null and a.held > 0
      and r.on_day <= ($1::timestamptz at time zone e.time_zone)::date + $2::int
      and r.on_day > ($1::timestamptz at time zone e.time_zone)::date
    returning a.id as allotment_id, a.event_id, a.leader_id, l.first_name || ' ' || l.last_name as name,
      in_language(e.name, e.translations, 'name', l.language) as event, coalesce(u.name, t.name, a.sponsor) as held_for,
      in_language(c.name, c.translations, 'name', l.language) as room_category, a.held, least(a.held, coalesce(r.beds, a.held)) as beds, to_char(r.on_day, 'YYYY-MM-DD') as on_day`,
}
export interface ReminderRow {
  readonly allotment_id: string
  readonly event_id: string
  readonly leader_id: string
  readonly name: string
  readonly event: string
  readonly held_for: string
  readonly room_category: string
  readonly held: number
  readonly beds: number
  readonly on_day: string
}
/** Marks the dates of the next days as reminded of, and returns them. */
export const takeReminders = (sql: TxSql, now: Date, days: number): Promise<ReminderRow[]> =>
  sql<ReminderRow>(REMIND, [now, days])
