import type { KeptPrice } from '@shiloh/contract/reservations/kept-prices'
import type { ParticipantRole } from '@shiloh/contract/reservations/party'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import type { RowOf } from '#platform/db/rows'
import type { Sql, TxSql } from '#platform/db/sql.store'

type Columns = 'event_id' | 'kind' | 'status' | 'offer_expires_at' | 'created_at'
export interface WaitingRow extends RowOf<Pick<WaitingView, Columns>, 'offer_expires_at' | 'created_at'> {
  readonly id: string
  /** Its place in the order. */
  readonly number: string
  readonly user_id: string
  readonly ref_id: string | null
  readonly wish: unknown
  /** Those of the day they joined. Null: they joined before any were stored. */
  readonly prices: readonly KeptPrice[] | null
}

const sealed = z.object({ sealed: z.string() })
/** Returns whether an entry still has its wish: an erasure empties it. */
export const hasWish = (row: WaitingRow): boolean => sealed.safeParse(row.wish).success

/** Returns the sealed text of a stored wish, which can contain health data. */
export const sealedWish = (row: WaitingRow): string => sealed.parse(row.wish).sealed

const COLUMNS = `id, number, event_id, user_id, kind, ref_id, wish, prices, status, offer_expires_at, created_at`

/** Holds for an entry `w` if there is any of what it waits for. */
const HAS_SOME_FREE = `exists (select from quotas q where q.event_id = w.event_id and q.kind = w.kind
      and q.ref_id is not distinct from w.ref_id and (q.capacity is null or q.claimed < q.capacity))`

/**
 * Entries are read in portions of this size, in their order. Each is unsealed and decided between two statements, in a booking that is
 * ended after `HANGING_HOT_MS` without one, also on a busy machine and in a process that has just started.
 */
export const PORTION = 50
const WAITING = {
  name: 'reservations_waiting',
  text: `
    select ${COLUMNS} from waiting_entries w
    where event_id = any($1) and status = 'waiting' and number > $2 and ${HAS_SOME_FREE}
    order by number limit ${PORTION} for update`,
}
/** Locks the next entries, after a number, whose part of their event has something free. */
export const lockWaiting = (sql: TxSql, eventIds: readonly string[], after: string): Promise<WaitingRow[]> =>
  sql<WaitingRow>(WAITING, [eventIds, after])

const FREE_FOR_SOMEBODY = {
  name: 'reservations_free_for_somebody',
  text: `
    select distinct w.event_id from waiting_entries w join events e on e.id = w.event_id
    where w.status = 'waiting' and e.status = 'published' and e.ends_at > $1 and ${HAS_SOME_FREE}`,
}
/** Returns the events that have something free of what somebody waits for. */
export const findFreeForSomebody = async (sql: Sql, now: Date): Promise<string[]> =>
  (await sql<{ event_id: string }>(FREE_FOR_SOMEBODY, [now])).map(({ event_id }) => event_id)

const NOTE_INVITED = {
  name: 'reservations_note_invited',
  text: `
    update quotas q set list_invited_at = $2 from events e
    where q.event_id = any($1) and q.kind = 'event' and e.id = q.event_id and e.registration_opens_at <= $2
      and coalesce(q.list_invited_at < e.registration_opens_at, true)`,
}
/** Writes down that the waiting lists of events that have opened are invited. The caller has locked the quotas, and invites. */
export const noteInvited = async (sql: TxSql, eventIds: readonly string[], now: Date): Promise<void> => {
  await sql(NOTE_INVITED, [eventIds, now])
}

const OFFERED = {
  name: 'reservations_offered',
  text: `
    select ${COLUMNS} from waiting_entries
    where event_id = $1 and status = 'offered' and offer_expires_at > $2 order by number`,
}
/** Returns the offers of an event that have not expired. */
export const findOffered = (sql: Sql, eventId: string, now: Date): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OFFERED, [eventId, now])

const OFFERED_TO = {
  name: 'reservations_offered_to',
  text: `
    select ${COLUMNS}, coalesce((select json_object_agg(c.quota_id, c.quantity) from (
        select quota_id, sum(quantity)::int as quantity from claims where waiting_entry_id = w.id and released_at is null
        group by quota_id) c), '{}') as claims
    from waiting_entries w
    where status = 'offered' and offer_expires_at > $3 and (event_id, user_id) in (select * from unnest($1::text[], $2::text[]))
    order by number`,
}
interface OfferedTo extends WaitingRow {
  /** What is held of each quota. */
  readonly claims: Readonly<Record<string, number>>
}
/** Returns what is offered to these people at these events, and not expired, with what is held for it. */
export const findOfferedTo = (
  sql: Sql,
  asked: readonly { readonly eventId: string; readonly userId: string }[],
  now: Date,
): Promise<OfferedTo[]> =>
  sql<OfferedTo>(OFFERED_TO, [asked.map(({ eventId }) => eventId), asked.map(({ userId }) => userId), now])

const WITH_OFFERS = {
  name: 'reservations_events_with_offers',
  text: `select distinct event_id from waiting_entries where status = 'offered' and offer_expires_at > $1`,
}
/** Returns the events that have offers which have not expired. */
export const findEventsWithOffers = async (sql: Sql, now: Date): Promise<string[]> =>
  (await sql<{ event_id: string }>(WITH_OFFERS, [now])).map(({ event_id }) => event_id)

const EXPIRE = {
  name: 'reservations_expire_offers',
  text: `
    update waiting_entries set status = 'expired', offer_expires_at = null, updated_at = $2
    where event_id = any($1) and status = 'offered' and offer_expires_at <= $2 returning id`,
}
/** Ends expired invitations. Returns their ids. */
export const endOffers = async (sql: TxSql, eventIds: readonly string[], now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(EXPIRE, [eventIds, now])).map(({ id }) => id)

const OFFER = {
  name: 'reservations_offer',
  text: `
    update waiting_entries w set status = 'offered', offered_at = $2, offer_expires_at = o.until,
      offer_cut_off = null, updated_at = $2
    from json_to_recordset($1::json) as o(id text, until timestamptz) where w.id = o.id`,
}
export const saveOffers = async (
  sql: TxSql,
  offers: readonly { id: string; until: Date }[],
  now: Date,
): Promise<void> => {
  await sql(OFFER, [JSON.stringify(offers), now])
}

const MOVE_OFFERS = {
  name: 'reservations_move_offers',
  text: `
    with offered as (
      select o.id, least(case when r.id is null then e.registration_closes_at else e.cancellation_deadline end, e.ends_at) as last,
        case when lower(o.offer_cut_off) = o.offer_expires_at then upper(o.offer_cut_off) else o.offer_expires_at end as own
      from waiting_entries o join events e on e.id = o.event_id
      left join reservations r on r.event_id = o.event_id and r.user_id = o.user_id and r.status in ('pending', 'active', 'redeemed')
      where o.event_id = $1 and o.status = 'offered' and o.offer_expires_at > $2)
    update waiting_entries w set offer_expires_at = least(o.own, o.last),
      offer_cut_off = case when o.own > o.last then tstzrange(o.last, o.own) end, updated_at = $2
    from offered o where w.id = o.id and w.offer_expires_at <> least(o.own, o.last)`,
}
/**
 * Ends the offers of an event no later than they can be taken. What an earlier deadline of the event had cut off is held
 * again, as far as it can be taken.
 */
export const moveOffers = async (sql: TxSql, eventId: string, now: Date): Promise<void> => {
  await sql(MOVE_OFFERS, [eventId, now])
}

const PAUSE = {
  name: 'reservations_pause_offers',
  text: `
    update waiting_entries w set status = 'waiting', offer_expires_at = null, updated_at = $2 from events e
    where e.id = $1 and w.event_id = e.id and w.status = 'offered' and w.offer_expires_at > $2
      and (e.status <> 'published' or e.registration_opens_at > $2 and not exists (select from reservations r
        where r.event_id = w.event_id and r.user_id = w.user_id and r.status in ('pending', 'active', 'redeemed')))
    returning w.id`,
}
/**
 * Takes offers of an event back that cannot be taken now: it is not published, or registration has not opened, which an offer
 * beside a reservation does not need. The people keep their places in the order. Returns the ids.
 */
export const pauseOffers = async (sql: TxSql, eventId: string, now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(PAUSE, [eventId, now])).map(({ id }) => id)

const JOIN = {
  name: 'reservations_join_waiting',
  text: `
    insert into waiting_entries (event_id, user_id, kind, ref_id, wish, prices, created_at, updated_at)
    values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $7) returning id`,
}
export const insertWaiting = async (
  sql: TxSql,
  row: {
    readonly eventId: string
    readonly userId: string
    readonly kind: WaitingView['kind']
    readonly refId: string | null
    readonly sealed: string
    readonly prices: readonly KeptPrice[]
    readonly now: Date
  },
): Promise<string> => {
  const [made] = await sql<{ id: string }>(JOIN, [
    row.eventId,
    row.userId,
    row.kind,
    row.refId,
    JSON.stringify({ sealed: row.sealed }),
    JSON.stringify(row.prices),
    row.now,
  ])
  if (!made) throw new Error('an insert answers its id')
  return made.id
}

const SAVE_WISH = {
  name: 'reservations_save_waiting_wish',
  text: `update waiting_entries set wish = $2::jsonb, updated_at = $3 where id = $1`,
}
/** Replaces what an entry asks for. */
export const saveWaitingWish = async (
  sql: TxSql,
  { id, sealed: text, now }: { readonly id: string; readonly sealed: string; readonly now: Date },
): Promise<void> => {
  await sql(SAVE_WISH, [id, JSON.stringify({ sealed: text }), now])
}

const OWN = {
  name: 'reservations_own_waiting',
  text: `
    select ${COLUMNS} from waiting_entries
    where event_id = $1 and user_id = $2 and status in ('waiting', 'offered') order by number`,
}
export const findOwnWaiting = (sql: Sql, eventId: string, userId: string): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OWN, [eventId, userId])

const ENDED_OFFER = {
  name: 'reservations_own_ended_offer',
  text: `
    select exists (select from waiting_entries where event_id = $1 and user_id = $2 and ($3::text is null or id = $3)
      and status = $4 and offered_at is not null) as ended`,
}
/** Returns whether an offer to somebody ended like this: of one entry, or any at the event. */
export const hasOfferThatIs = async (
  sql: Sql,
  status: 'taken' | 'expired',
  { eventId, userId, id }: { readonly eventId: string; readonly userId: string; readonly id: string | undefined },
): Promise<boolean> =>
  (await sql<{ ended: boolean }>(ENDED_OFFER, [eventId, userId, id ?? null, status]))[0]?.ended ?? false

const OWN_EVERYWHERE = {
  name: 'reservations_all_own_waiting',
  text: `
    select ${COLUMNS} from waiting_entries where user_id = $1 and status in ('waiting', 'offered') order by number`,
}
export const findAllOwnWaiting = (sql: Sql, userId: string): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OWN_EVERYWHERE, [userId])

const TO_INVITE = {
  name: 'reservations_events_to_invite',
  text: `
    select distinct event_id from waiting_entries
    where user_id = $1 and (status in ('waiting', 'offered') or status = 'expired' and wish <> '{}')`,
}
/** Returns the events at which something is, or can be, offered to a person, also by an entry that has expired. */
export const findEventsToInvite = async (sql: Sql, userId: string): Promise<string[]> =>
  (await sql<{ event_id: string }>(TO_INVITE, [userId])).map(({ event_id }) => event_id)

const OWN_ONE = {
  name: 'reservations_own_waiting_entry',
  text: `
    select ${COLUMNS}, offered_at is not null as "wasOffered",
      status = 'withdrawn' and acted_by is not distinct from user_id as "wasLeft"
    from waiting_entries where id = $1 and user_id = $2`,
}
interface OwnEntry extends WaitingRow {
  readonly wasOffered: boolean
  /** By its owner: the office ends entries, too. */
  readonly wasLeft: boolean
}
/** Returns somebody's own entry, in any state. */
export const findOwnWaitingEntry = async (sql: Sql, id: string, userId: string): Promise<OwnEntry | undefined> =>
  (await sql<OwnEntry>(OWN_ONE, [id, userId]))[0]

const END = {
  name: 'reservations_end_waiting',
  text: `update waiting_entries set status = $2, offer_expires_at = null, updated_at = $3 where id = any($1)`,
}
export const endWaiting = async (
  sql: TxSql,
  ids: readonly string[],
  status: 'taken' | 'withdrawn' | 'expired',
  now: Date,
): Promise<void> => {
  if (ids.length > 0) await sql(END, [ids, status, now])
}

const EVENT_OF = { name: 'reservations_event_of_waiting', text: `select event_id from waiting_entries where id = $1` }
export const findEventOfWaiting = async (sql: Sql, id: string): Promise<string | undefined> =>
  (await sql<{ event_id: string }>(EVENT_OF, [id]))[0]?.event_id

const ONE = {
  name: 'reservations_lock_one_waiting',
  text: `select ${COLUMNS} from waiting_entries where id = $1 for update`,
}
/** Locks one entry. The caller has locked the quotas of its event. */
export const lockOneWaiting = async (sql: TxSql, id: string): Promise<WaitingRow | undefined> =>
  (await sql<WaitingRow>(ONE, [id]))[0]

const BESIDE = {
  name: 'reservations_waiting_beside',
  text: `
    select w.id, r.id as "reservationId", r.code, r.status from waiting_entries w
    join reservations r on r.event_id = w.event_id and r.user_id = w.user_id and r.status in ('pending', 'active', 'redeemed')
    where w.id = any($1) and not (r.status = 'pending' and r.hold_expires_at is not null and r.hold_expires_at <= $2)`,
}
interface BesideRow {
  readonly id: string
  readonly reservationId: string
  readonly code: string
  readonly status: ReservationStatus
}
/** Returns the live reservations of the people who wait, by the id of their entry. */
export const findBeside = async (sql: Sql, ids: readonly string[], now: Date): Promise<Map<string, BesideRow>> =>
  new Map((await sql<BesideRow>(BESIDE, [ids, now])).map((row) => [row.id, row]))

const OWN_LIVE = {
  name: 'reservations_own_live',
  text: `
    select id as "reservationId", status from reservations
    where event_id = $1 and user_id = $2 and status in ('pending', 'active', 'redeemed')`,
}
/** Returns somebody's own live reservation at an event. The caller has expired overdue holds. */
export const findOwnLive = async (
  sql: Sql,
  eventId: string,
  userId: string,
): Promise<Pick<BesideRow, 'reservationId' | 'status'> | undefined> =>
  (await sql<Pick<BesideRow, 'reservationId' | 'status'>>(OWN_LIVE, [eventId, userId]))[0]

const OPEN_OF_PERSONS = {
  name: 'reservations_open_waiting_of_persons',
  text: `
    select ${COLUMNS.split(', ')
      .map((column) => `w.${column}`)
      .join(
        ', ',
      )}, r.id as "reservationId", r.user_id = w.user_id as own, p.role, coalesce(p.spouse_id, p.family_member_id) as "personId"
    from reservation_participants p join reservations r on r.id = p.reservation_id
    join waiting_entries w on w.event_id = p.event_id and w.user_id = p.user_id and w.status in ('waiting', 'offered')
    where p.reservation_id = any($1) and p.user_id is not null order by w.number`,
}
export interface OpenWaiting extends WaitingRow {
  readonly reservationId: string
  /** The reservation is theirs, so that they can change it. */
  readonly own: boolean
  /** Who they are in the reservation. */
  readonly role: ParticipantRole
  readonly personId: string | null
}
/** Returns what the persons of these reservations still wait for at their events. */
export const findOpenOfPersons = (sql: Sql, reservationIds: readonly string[]): Promise<OpenWaiting[]> =>
  sql<OpenWaiting>(OPEN_OF_PERSONS, [reservationIds])

const PLACES_OF_SPOUSES = {
  name: 'reservations_places_of_spouses',
  text: `
    select p.event_id as "eventId", p.reservation_id as "reservationId" from reservation_participants p
    join events e on e.id = p.event_id where p.spouse_id = any($1) and p.live and e.ends_at > $2`,
}
/** Returns the live reservations, at events that are not over, in which these people of spouse lists are. */
export const findPlacesOfSpouses = (
  sql: Sql,
  spouseIds: readonly string[],
  now: Date,
): Promise<{ readonly eventId: string; readonly reservationId: string }[]> => sql(PLACES_OF_SPOUSES, [spouseIds, now])

const WAITS_OF = {
  name: 'reservations_waits_of',
  text: `
    select distinct w.event_id from waiting_entries w join events e on e.id = w.event_id
    where w.user_id = any($1) and w.status in ('waiting', 'offered') and e.ends_at > $2`,
}
/** Returns the events, not over yet, at which these accounts wait. */
export const findWaitsOf = async (sql: Sql, userIds: readonly string[], now: Date): Promise<string[]> =>
  (await sql<{ event_id: string }>(WAITS_OF, [userIds, now])).map(({ event_id }) => event_id)

const PLACES_OF = {
  name: 'reservations_places_of',
  text: `
    select distinct reservation_id as id from reservation_participants where user_id = any($1) and live and event_id = any($2)`,
}
/** Returns the live reservations at these events in which these accounts have places. */
export const findPlacesOf = async (
  sql: Sql,
  userIds: readonly string[],
  eventIds: readonly string[],
): Promise<string[]> => (await sql<{ id: string }>(PLACES_OF, [userIds, eventIds])).map(({ id }) => id)

const LEFT_OUT = {
  name: 'reservations_waiting_left_out',
  text: `
    with own as (
      select id, user_id, linked_user_id, removed_at, true as is_spouse from spouses
      union all select id, user_id, null, removed_at, false from family_members)
    select w.id, array_agg(o.id) as persons from waiting_entries w join own o on o.user_id = w.user_id
    where w.id = any($1) and (
      exists (select from reservation_participants p join reservations r on r.id = p.reservation_id
        where p.event_id = w.event_id and p.user_id = o.linked_user_id and p.live and r.user_id <> w.user_id)
      or o.removed_at is not null and not exists (select from reservation_participants p
        where p.event_id = w.event_id and p.live and o.id = case when o.is_spouse then p.spouse_id else p.family_member_id end))
    group by w.id`,
}
/**
 * Returns who of the owner's lists is left out of what they wait for, by the id of the entry: a linked spouse who has a place at
 * the event without the owner by now, and whoever was taken off the lists.
 */
export const findLeftOut = async (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map((await sql<{ id: string; persons: string[] }>(LEFT_OUT, [ids])).map((row) => [row.id, row.persons]))

const OFFERED_TO_SPOUSES = {
  name: 'reservations_offered_to_spouses',
  text: `
    select distinct ${COLUMNS.split(', ')
      .map((column) => `w.${column}`)
      .join(', ')} from reservation_participants p
    join reservations r on r.id = p.reservation_id
    join spouses s on s.linked_user_id = p.user_id and s.user_id <> r.user_id
    join waiting_entries w on w.event_id = p.event_id and w.user_id = s.user_id and w.status = 'offered'
    where p.reservation_id = any($1) and p.live order by w.number`,
}
/** Returns what is offered to those who have somebody of these reservations on their spouse list. */
export const findOfferedToSpouses = (sql: Sql, reservationIds: readonly string[]): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OFFERED_TO_SPOUSES, [reservationIds])

const WAITS = {
  name: 'reservations_who_waits',
  text: `
    with a as (select * from unnest($1::text[], $2::text[]) as a(event_id, user_id)),
      who as (select event_id, user_id from a
        union all select a.event_id, s.user_id from a join spouses s on s.linked_user_id = a.user_id)
    select exists (select from waiting_entries w join who on who.event_id = w.event_id and who.user_id = w.user_id
      where w.status in ('waiting', 'offered')) as waits`,
}
/** Returns whether one of these people, or somebody who has them on the spouse list, waits for something at the event. */
export const findWhetherWaiting = async (
  sql: Sql,
  asked: readonly { readonly eventId: string; readonly userId: string }[],
): Promise<boolean> =>
  (await sql<{ waits: boolean }>(WAITS, [asked.map(({ eventId }) => eventId), asked.map(({ userId }) => userId)]))[0]
    ?.waits ?? false

const WAITS_AROUND = {
  name: 'reservations_offered_around',
  text: `
    select distinct user_id as id from waiting_entries where status = 'offered'
      and user_id in (select $1::text union all select user_id from spouses where linked_user_id = $1) order by 1`,
}
/** Returns those among a person, and those who have them on the spouse list, to whom something is offered. */
export const findWaitsAround = async (sql: Sql, userId: string): Promise<string[]> =>
  (await sql<{ id: string }>(WAITS_AROUND, [userId])).map(({ id }) => id)

const SOME = { name: 'reservations_some_waiting', text: `select ${COLUMNS} from waiting_entries where id = any($1)` }
export const findWaitingEntries = (sql: Sql, ids: readonly string[]): Promise<WaitingRow[]> =>
  sql<WaitingRow>(SOME, [ids])

const WAIT_AGAIN = {
  name: 'reservations_wait_again',
  text: `update waiting_entries set status = 'waiting', offer_expires_at = null, updated_at = $2 where id = any($1)`,
}
/** Takes offers back. The people keep their places in the order. */
export const waitAgain = async (sql: TxSql, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length > 0) await sql(WAIT_AGAIN, [ids, now])
}

const PASSED_OVER = {
  name: 'reservations_waiting_passed_over',
  text: `
    select count(*)::int as count from waiting_entries b, waiting_entries w
    where w.id = $1 and b.event_id = w.event_id and b.status = 'waiting' and b.id <> w.id
      and b.kind = w.kind and b.ref_id is not distinct from w.ref_id and (w.status <> 'waiting' or b.number < w.number)`,
}
/** Counts who waits for the same and is before this entry. After one that has expired, everybody is. */
export const countPassedOver = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ count: number }>(PASSED_OVER, [id]))[0]?.count ?? 0

const NEWER = {
  name: 'reservations_waiting_again',
  text: `
    select exists (select from waiting_entries w join waiting_entries b on b.event_id = w.event_id and b.user_id = w.user_id
      and b.kind = w.kind and b.ref_id is not distinct from w.ref_id and b.id <> w.id and b.status in ('waiting', 'offered')
      where w.id = $1) as newer`,
}
/** Returns whether the person of an entry waits for the same with another one. */
export const hasNewerEntry = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql<{ newer: boolean }>(NEWER, [id]))[0]?.newer ?? false

const ACTED = {
  name: 'reservations_waiting_acted',
  text: `update waiting_entries set acted_by = $2, reason = $3, updated_at = $4 where id = $1`,
}
/** Writes down who did something with an entry: the office by hand and why, or its owner, who left. */
export const noteActed = async (
  sql: TxSql,
  id: string,
  { by, reason, now }: { readonly by: string; readonly reason: string; readonly now: Date },
): Promise<void> => {
  await sql(ACTED, [id, by, reason, now])
}

// The numbers of those in between go one place on, or back. No other number changes.
const MOVE = {
  name: 'reservations_move_waiting',
  text: `
    with same as (
      select b.id, b.number, row_number() over (order by b.number) as place
      from waiting_entries b join waiting_entries w on w.id = $1
      where b.event_id = w.event_id and b.status = 'waiting' and b.kind = w.kind and b.ref_id is not distinct from w.ref_id),
    own as (select place as old, least($2::bigint, (select count(*) from same)) as new from same where id = $1),
    moved as (
      select s.id, case
        when s.place = o.old then o.new
        when s.place between o.old and o.new then s.place - 1
        when s.place between o.new and o.old then s.place + 1
        else s.place end as place
      from same s cross join own o)
    update waiting_entries w set number = n.number from moved m join same n on n.place = m.place
    where w.id = m.id and w.number <> n.number`,
}
/** Moves an entry to a place among those who wait for the same, or to the end if there are fewer. */
export const moveWaiting = async (sql: TxSql, id: string, place: number): Promise<void> => {
  await sql(MOVE, [id, place])
}

const OPEN_OF_EVENT = {
  name: 'reservations_open_waiting',
  text: `select id from waiting_entries where event_id = $1 and status in ('waiting', 'offered')`,
}
export const findOpenWaiting = async (sql: Sql, eventId: string): Promise<string[]> =>
  (await sql<{ id: string }>(OPEN_OF_EVENT, [eventId])).map(({ id }) => id)

const AHEAD = {
  name: 'reservations_waiting_ahead',
  text: `
    select w.id, (select count(*)::int from waiting_entries b
      where b.event_id = w.event_id and b.status = 'waiting' and b.kind = w.kind and b.ref_id is not distinct from w.ref_id
        and b.number < w.number) as ahead
    from waiting_entries w where w.id = any($1) and w.status = 'waiting'`,
}
/** Counts how many wait for the same ahead of each of these. */
export const countAhead = async (sql: Sql, ids: readonly string[]): Promise<Map<string, number>> =>
  new Map((await sql<{ id: string; ahead: number }>(AHEAD, [ids])).map((row) => [row.id, row.ahead]))

const COUNTS = {
  name: 'reservations_count_waiting',
  text: `
    select kind, ref_id, count(*)::int as count from waiting_entries where event_id = $1 and status = 'waiting'
    group by kind, ref_id`,
}
/** Counts how many wait for each part of an event. */
export const countWaiting = (
  sql: Sql,
  eventId: string,
): Promise<(Pick<WaitingRow, 'kind' | 'ref_id'> & { readonly count: number })[]> => sql(COUNTS, [eventId])

const NAMES_OF_ITEMS = {
  name: 'reservations_names_of_items',
  text: `
    select i.kind, i.id, l.language, coalesce(case i.kind
      when 'caterer' then (select c.name from caterers c where c.id = i.id)
      else line_in_language(case i.kind when 'beds' then 'accommodation' else i.kind end, i.id, '', l.language) end, '') as name
    from unnest($1::text[], $2::text[]) as i (kind, id) cross join unnest($3::text[]) as l (language)`,
}
interface ItemName {
  readonly kind: WaitingRow['kind']
  readonly id: string
  readonly language: string
  readonly name: string
}
/** Returns what things of the catalogue are called in these languages, offered or not. An empty name is of something deleted. */
export const findNamesOfItems = (
  sql: Sql,
  items: readonly { readonly kind: WaitingRow['kind']; readonly item_id: string }[],
  languages: readonly string[],
): Promise<ItemName[]> =>
  sql<ItemName>(NAMES_OF_ITEMS, [items.map(({ kind }) => kind), items.map(({ item_id }) => item_id), [...languages]])
