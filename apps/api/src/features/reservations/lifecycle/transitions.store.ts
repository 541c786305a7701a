import { valuesOf } from '@shiloh/contract/forms/forms'
import { quoteLine } from '@shiloh/contract/reservations/quote'
import type { ReservationAction, ReservationStatus } from '@shiloh/contract/reservations/states'
import { PENDING_ROOMS } from '@shiloh/contract/reservations/views'
import { storedWish } from '@shiloh/contract/reservations/wish'
import { z } from 'zod'
import { HURRYING } from '#platform/db/patience'
import { runWrites, type Sql, type TxSql, type Write } from '#platform/db/sql.store'
import type { GivenAnswer } from '../booking/facts.rules.ts'
import { IS_SETTLED } from '../money/standing.store.ts'
import type { Difference } from './difference.rules.ts'

// ── Transitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type Actor = 'owner' | 'staff' | 'system' | 'provider' | 'gate'

/** Who acts, for the row of each transition. */
export interface By {
  readonly actor: Actor
  readonly actorId: string | null
}

export interface TransitionRow extends By {
  readonly id: string
  readonly from: ReservationStatus
  readonly to: ReservationStatus
  readonly action: ReservationAction
  readonly reason: string
  /** What an edit changed. */
  readonly changes?: readonly Difference[]
}

const TRANSITIONS = {
  name: 'reservations_transitions',
  text: `
    with t as (select * from json_to_recordset($1::json) as t(id text, "from" text, "to" text, action text, actor text, "actorId" text, reason text, changes jsonb)),
    changed as (
      update reservations r set status = t."to", updated_at = $2,
        redeemed_at = case when t."to" = 'redeemed' then coalesce(r.redeemed_at, $2) when t."to" in ('active', 'pending') then null else r.redeemed_at end,
        checked_out_at = case when t.action = 'check_out' then $2 when t.action in ('check_in', 'withdraw_check_in', 'withdraw_check_out') then null else r.checked_out_at end,
        cancelled_at = case when t."to" = 'cancelled' then $2 else r.cancelled_at end,
        hold_expires_at = case when t."to" in ('pending', 'failed') or r.pending_change is not null then r.hold_expires_at end,
        kept_until = case when t."to" = 'pending' then r.kept_until end
      from t where r.id = t.id and r.status = t."from"
      returning r.id, r.status),
    people as (
      update reservation_participants p set live = (changed.status in ('pending', 'active', 'redeemed'))
      from changed where p.reservation_id = changed.id and p.live <> (changed.status in ('pending', 'active', 'redeemed')))
    insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, actor_id, reason, changes, at)
    select changed.id, t."from", t."to", t.action, t.actor, t."actorId", t.reason, t.changes, $2 from t left join changed on changed.id = t.id`,
}

/**
 * Writes statuses, each with the row that says who, when, from, to, and why. No other statement changes a status. If a
 * reservation is not in the expected state, the `left join` finds no row for it and the database refuses the statement.
 */
export const savingTransitions = (rows: readonly TransitionRow[], now: Date): Write => ({
  statement: TRANSITIONS,
  values: [JSON.stringify(rows), now],
})

/** Statuses in which nothing can be paid. */
const ENDED: readonly ReservationStatus[] = ['failed', 'cancelled', 'archived']
const END_CHECKOUTS = {
  name: 'reservations_end_checkouts',
  text: `
    select graphile_worker.add_job('end_checkouts', json_build_object('reservation_id', p.reservation_id), max_attempts => 12,
      job_key => 'checkouts ' || p.reservation_id)
    from (select distinct m.reservation_id from payments m join reservations r on r.id = m.reservation_id
      where m.reservation_id = any($1::text[]) and m.status in ('created', 'started') and (r.status = any($2::text[]) or m.amount > r.owed)) p`,
}
/** What can lower what a reservation owes, beside a payment. */
const LOWERS: readonly ReservationAction[] = ['edit', 'waive']

/**
 * Saves statuses. The pages on which an ended reservation could still be paid are ended after the commit, and so are those that ask for more
 * than a reservation owes any more. Save what it costs before.
 */
export const saveTransitions = async (sql: TxSql, rows: readonly TransitionRow[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  const lowered = rows.filter(({ to, action }) => ENDED.includes(to) || LOWERS.includes(action)).map(({ id }) => id)
  await runWrites(sql, [
    savingTransitions(rows, now),
    ...(lowered.length > 0 ? [{ statement: END_CHECKOUTS, values: [lowered, ENDED] }] : []),
  ])
}

const ARRIVED = {
  name: 'reservations_arrived',
  text: `
    select r.id from reservations r
    where r.id = $1 and r.status = 'active' and ${IS_SETTLED}
      and exists (select from reservation_participants p where p.reservation_id = r.id and p.checked_in_at is not null)`,
}
/** Returns whether a reservation is active, owes nothing for the choice in force, and somebody of it was let in. */
export const isArrived = async (sql: TxSql, id: string): Promise<boolean> =>
  (await sql<{ id: string }>(ARRIVED, [id])).length > 0

// ── A reservation under its lock ─────────────────────────────────────────────────────────────────────────────────────

const pendingAnswer = z.object({
  question_id: z.string(),
  label: z.string(),
  value: z.union([z.string(), z.number()]),
  form_version_id: z.string().nullish(),
})
const storedChange = z.object({
  wish: storedWish,
  lines: z.array(quoteLine),
  /** Nights that are over and that it gives back. */
  returned: z.array(z.string()).default([]),
  total: z.number(),
  /** The price in force, and what was waived of it before the change began: not in a change from before this was kept. */
  previous_total: z.number(),
  previous_waived: z.number().optional(),
  /** Minor units that must be covered before it takes effect. Null means the whole price. */
  due_at_once: z.number().nullable().default(null),
  answers: z.array(pendingAnswer),
  missing: z.array(z.string()),
  /** The version of the form that the change answers. */
  form_version_id: z.string().nullable(),
  /** What happens to the room when the change is paid. */
  room: z.object({ room: z.enum(PENDING_ROOMS), name: z.string() }).nullish(),
  /** Sealed health data of those who only join with the change. */
  sealed: z.string().nullish(),
})
export const pendingChange = storedChange.transform((change) => ({
  ...change,
  // What was sent can have answers that the change itself drops.
  wish: { ...change.wish, answers: valuesOf(change.answers) },
  // Changes from before answers had a version answer the one of the change.
  answers: change.answers.map(
    ({ form_version_id = change.form_version_id, ...answer }): GivenAnswer => ({ ...answer, form_version_id }),
  ),
}))
export type PendingChange = z.output<typeof pendingChange>

/** A reservation with what a change needs, read under its lock. */
export interface Held {
  readonly id: string
  readonly code: string
  readonly eventId: string
  readonly userId: string
  readonly payerId: string
  readonly status: ReservationStatus
  readonly holdExpiresAt: Date | null
  readonly paysAtDesk: boolean
  readonly needsApproval: boolean
  readonly approvedAt: Date | null
  readonly currency: string
  readonly total: number
  readonly paid: number
  readonly waived: number
  /** Given back as goodwill. */
  readonly reduced: number
  readonly retained: number
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  /** The highest price that money was paid towards. */
  readonly ruledTotal: number
  readonly keptUntil: Date | null
  readonly pendingChange: PendingChange | null
  /** The accounts of linked spouses who have a place in it, and see it (`comesAsGuest`). */
  readonly guestIds: readonly string[]
}

/** The accounts of linked spouses who have a place in a reservation `r`, and see it (`comesAsGuest`). */
export const GUEST_IDS = `array(select p.user_id::text from reservation_participants p
        join spouses s on s.user_id = r.user_id and s.linked_user_id = p.user_id and s.removed_at is null
        where p.reservation_id = r.id and p.position > 0 order by p.position)`

const LOCK = {
  name: 'reservations_lock',
  text: `
    select id, code, event_id as "eventId", user_id as "userId", payer_id as "payerId", status, hold_expires_at as "holdExpiresAt",
      pays_at_desk as "paysAtDesk", needs_approval as "needsApproval", approved_at as "approvedAt", currency, total, paid, waived,
      reduced, retained, due_at_once as "dueAtOnce", ruled_total as "ruledTotal", kept_until as "keptUntil", pending_change as "pendingChange",
      ${GUEST_IDS} as "guestIds"
    from reservations r where id = any($1) order by id for no key update`,
}

type HeldRow = Omit<Held, 'pendingChange'> & { pendingChange: unknown }

export const lockReservations = async (sql: TxSql, ids: readonly string[]): Promise<Held[]> =>
  (await sql<HeldRow>(LOCK, [ids])).map((row) => ({
    ...row,
    pendingChange: row.pendingChange === null ? null : pendingChange.parse(row.pendingChange),
  }))

const EVENT_OF = { name: 'reservations_event_of', text: `select event_id from reservations where id = $1` }
export const findEventOf = async (sql: Sql, id: string): Promise<string | undefined> =>
  (await sql<{ event_id: string }>(EVENT_OF, [id]))[0]?.event_id

const EVENT_TO_LOCK = {
  name: 'reservations_event_to_lock',
  text: `select event_id, ${HURRYING} from reservations where id = $1`,
}
/**
 * Returns the event of a reservation whose locks the transaction takes next. From here on the transaction hurries: everybody who
 * wants a place waits for it, and it decides about one reservation, which takes milliseconds.
 */
export const findEventToLock = async (sql: TxSql, id: string): Promise<string | undefined> =>
  (await sql<{ event_id: string }>(EVENT_TO_LOCK, [id]))[0]?.event_id

const OF_EVENT = {
  name: 'reservations_of_event',
  text: `select id from reservations where event_id = $1 and status <> 'archived' order by id`,
}
export const findOfEvent = async (sql: Sql, eventId: string): Promise<string[]> =>
  (await sql<{ id: string }>(OF_EVENT, [eventId])).map(({ id }) => id)

const EXPIRED = {
  name: 'reservations_expired',
  text: `
    select id from reservations
    where event_id = any($1) and status in ('pending', 'active', 'redeemed') and hold_expires_at <= $2 order by id`,
}
/** Returns reservations whose hold or unpaid change has expired. */
export const findExpired = async (sql: Sql, eventIds: readonly string[], now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(EXPIRED, [eventIds, now])).map(({ id }) => id)

const EXPIRED_ANYWHERE = {
  name: 'reservations_expired_anywhere',
  text: `
    select event_id from reservations where status in ('pending', 'active', 'redeemed') and hold_expires_at <= $1
    union
    select event_id from waiting_entries where status = 'offered' and offer_expires_at <= $1`,
}
const eventIds = (rows: readonly { event_id: string }[]): string[] => rows.map((row) => row.event_id)

/** Returns all events with an expired hold or change. */
export const findAllEventsWithExpired = async (sql: Sql, now: Date): Promise<string[]> =>
  eventIds(await sql<{ event_id: string }>(EXPIRED_ANYWHERE, [now]))

// ── Single fields ────────────────────────────────────────────────────────────────────────────────────────────────────

const SET_HOLD = {
  name: 'reservations_set_hold',
  text: `update reservations set hold_expires_at = $2, hold_cut_off = null, updated_at = $3 where id = $1`,
}
export const saveHold = async (sql: TxSql, id: string, until: Date | null, now: Date): Promise<void> => {
  await sql(SET_HOLD, [id, until, now])
}

const HAPPENED_SINCE = {
  name: 'reservations_happened_since',
  text: `
    select exists (select from reservation_transitions where reservation_id = $1 and at > $2)
      or exists (select from ledger_entries where reservation_id = $1 and at > $2)
      or exists (select from bed_assignments where reservation_id = $1 and released_at is null and created_at > $2) as "hasHappened"`,
}
/** Returns whether a reservation was changed, money came or went, or a bed was given, after an instant. */
export const hasHappenedSince = async (sql: TxSql, id: string, since: Date): Promise<boolean> =>
  (await sql<{ hasHappened: boolean }>(HAPPENED_SINCE, [id, since])).some(({ hasHappened }) => hasHappened)

const PAYS_ONLINE = {
  name: 'reservations_pays_online',
  text: `update reservations set pays_at_desk = false, updated_at = $2 where id = $1`,
}
/** Saves that a reservation does not count at the desk any more. */
export const savePaysOnline = async (sql: TxSql, id: string, now: Date): Promise<void> => {
  await sql(PAYS_ONLINE, [id, now])
}

const KEEP = {
  name: 'reservations_keep',
  text: `update reservations set kept_until = $2, hold_expires_at = null, updated_at = $3 where id = $1`,
}
/** Keeps the place of a person with a part payment until the given date. */
export const saveKept = async (sql: TxSql, id: string, until: Date, now: Date): Promise<void> => {
  await sql(KEEP, [id, until, now])
}

const DUE_AT_ONCE = { name: 'reservations_due_at_once', text: `update reservations set due_at_once = $2 where id = $1` }
export const saveDueAtOnce = async (sql: TxSql, id: string, due: number | null): Promise<void> => {
  await sql(DUE_AT_ONCE, [id, due])
}

const APPROVE = {
  name: 'reservations_approve',
  text: `update reservations set approved_at = $3, approved_by = $2, updated_at = $3 where id = $1`,
}
export const saveApproval = async (sql: TxSql, id: string, by: string, now: Date): Promise<void> => {
  await sql(APPROVE, [id, by, now])
}

const WAIVE = {
  name: 'reservations_waive',
  text: `update reservations set waived = waived + $2, waived_by = $3, waived_reason = $4, updated_at = $5 where id = $1`,
}
export const saveWaiver = async (
  sql: TxSql,
  id: string,
  amount: number,
  by: string,
  reason: string,
  now: Date,
): Promise<void> => {
  await sql(WAIVE, [id, amount, by, reason, now])
}

const LOWER_WAIVER = {
  name: 'reservations_lower_waiver',
  text: `update reservations set waived = $2, ruled_total = greatest(0, ruled_total - $3) where id = $1`,
}
/**
 * Lowers what is waived.
 *
 * @param lost how much less of the price in force is waived. It was not paid, so the refund rule does not count it
 */
export const saveWaived = async (sql: TxSql, id: string, waived: number, lost: number): Promise<void> => {
  await sql(LOWER_WAIVER, [id, waived, lost])
}

const NOTE = { name: 'reservations_note', text: `update reservations set note = $2, updated_at = $3 where id = $1` }
export const saveNote = async (sql: TxSql, id: string, note: string, now: Date): Promise<void> => {
  await sql(NOTE, [id, note, now])
}

const MISSING = { name: 'reservations_missing', text: `update reservations set missing = $2 where id = $1` }
/** Saves which questions are still to be answered. */
export const saveMissing = async (sql: TxSql, id: string, missing: readonly string[]): Promise<void> => {
  await sql(MISSING, [id, missing])
}

const PENDING_CHANGE = {
  name: 'reservations_pending_change',
  text: `
    update reservations set pending_change = $2::jsonb, total = $3, hold_expires_at = $4,
      -- What was waived meanwhile was waived of the change, and ends with it.
      waived = case when $2::jsonb is null then coalesce((pending_change->>'previous_waived')::bigint, waived) else waived end,
      -- Another way of paying begins a time of its own.
      hold_cut_off = case when hold_expires_at = $4 and pending_change->'wish'->'pays_at_desk' = $2::jsonb->'wish'->'pays_at_desk'
        then hold_cut_off end, updated_at = $5
    where id = $1`,
}
/** Stores a dearer change until it is paid, or removes it. The total is what is owed including the change. */
export const savePendingChange = async (
  sql: TxSql,
  id: string,
  change: z.input<typeof pendingChange> | null,
  total: number,
  until: Date | null,
  now: Date,
): Promise<void> => {
  await sql(PENDING_CHANGE, [id, change === null ? null : JSON.stringify(change), total, until, now])
}

const PENDING_ROOM = {
  name: 'reservations_pending_room',
  text: `update reservations set pending_change = pending_change || jsonb_build_object('room', $2::jsonb), updated_at = $3 where id = $1`,
}
/** Stores what happens to the room of a dearer change, which is held as long as before. */
export const savePendingRoom = async (
  sql: TxSql,
  id: string,
  room: PendingChange['room'],
  now: Date,
): Promise<void> => {
  await sql(PENDING_ROOM, [id, JSON.stringify(room ?? null), now])
}
