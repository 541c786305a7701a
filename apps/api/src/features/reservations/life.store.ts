import type { KeptAnswer } from '@shiloh/contract/forms'
import { quoteLine } from '@shiloh/contract/quote'
import { type ReservationAction, type ReservationStatus, wish } from '@shiloh/contract/reservations'
import { z } from 'zod'
import type { Sql } from '#platform/sql.store'
import type { Gender } from './beds/rules.ts'

// ── Transitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type Actor = 'owner' | 'staff' | 'system' | 'provider' | 'gate'

export interface TransitionRow {
  readonly id: string
  readonly from: ReservationStatus
  readonly to: ReservationStatus
  readonly action: ReservationAction
  readonly actor: Actor
  readonly actorId: string | null
  readonly reason: string
}

const TRANSITIONS = {
  name: 'reservations_transitions',
  text: `
    with t as (select * from json_to_recordset($1::json) as t(id text, "from" text, "to" text, action text, actor text, "actorId" text, reason text)),
    changed as (
      update reservations r set status = t."to", updated_at = $2,
        redeemed_at = case when t."to" = 'redeemed' then coalesce(r.redeemed_at, $2) else r.redeemed_at end,
        checked_out_at = case t.action when 'check_out' then $2 when 'check_in' then null else r.checked_out_at end,
        cancelled_at = case when t."to" = 'cancelled' then $2 else r.cancelled_at end,
        hold_expires_at = case when t."to" in ('pending', 'failed') or r.pending_change is not null then r.hold_expires_at end
      from t where r.id = t.id and r.status = t."from"
      returning r.id, r.status),
    people as (
      update reservation_participants p set live = (changed.status in ('pending', 'active', 'redeemed'))
      from changed where p.reservation_id = changed.id and p.live <> (changed.status in ('pending', 'active', 'redeemed')))
    insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, actor_id, reason, at)
    select t.id, t."from", t."to", t.action, t.actor, t."actorId", t.reason, $2 from t join changed on changed.id = t.id
    returning reservation_id`,
}

/** Writes statuses, and the row that says who, when, from, to, why. The only statement that changes a status. */
export const saveTransitions = async (sql: Sql, rows: readonly TransitionRow[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  const written = await sql(TRANSITIONS, [JSON.stringify(rows), now])
  if (written.length !== rows.length) throw new Error('a reservation was not in the state its transition starts from')
}

// ── A reservation under its lock ─────────────────────────────────────────────────────────────────────────────────────

export const pendingChange = z.object({
  wish,
  lines: z.array(quoteLine),
  total: z.number(),
  previous_total: z.number(),
  answers: z.array(z.object({ question_id: z.string(), label: z.string(), value: z.union([z.string(), z.number()]) })),
  missing: z.array(z.string()),
  form_version_id: z.string().nullable(),
})
export type PendingChange = z.output<typeof pendingChange>

/** A reservation as whoever changes it needs it. */
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
  readonly retained: number
  readonly pendingChange: PendingChange | null
}

const LOCK = {
  name: 'reservations_lock',
  text: `
    select id, code, event_id as "eventId", user_id as "userId", payer_id as "payerId", status, hold_expires_at as "holdExpiresAt",
      pays_at_desk as "paysAtDesk", needs_approval as "needsApproval", approved_at as "approvedAt", currency, total, paid, waived,
      retained, pending_change as "pendingChange"
    from reservations where id = any($1) order by id for no key update`,
}

type HeldRow = Omit<Held, 'pendingChange'> & { pendingChange: unknown }

export const lockReservations = async (sql: Sql, ids: readonly string[]): Promise<Held[]> =>
  (await sql<HeldRow>(LOCK, [ids])).map((row) => ({
    ...row,
    pendingChange: row.pendingChange === null ? null : pendingChange.parse(row.pendingChange),
  }))

const EVENT_OF = { name: 'reservations_event_of', text: `select event_id from reservations where id = $1` }
export const findEventOf = async (sql: Sql, id: string): Promise<string | undefined> =>
  (await sql<{ event_id: string }>(EVENT_OF, [id]))[0]?.event_id

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
    where event_id = any($1) and status in ('pending', 'active') and hold_expires_at <= $2 order by id`,
}
/** Reservations whose hold, or whose unpaid change, ran out. */
export const findExpired = async (sql: Sql, eventIds: readonly string[], now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(EXPIRED, [eventIds, now])).map(({ id }) => id)

const EXPIRED_AMONG = {
  name: 'reservations_expired_among',
  text: `
    select event_id from reservations where event_id = any($1) and status in ('pending', 'active') and hold_expires_at <= $2
    union
    select event_id from waiting_entries where event_id = any($1) and status = 'offered' and offer_expires_at <= $2`,
}
const EXPIRED_ANYWHERE = {
  name: 'reservations_expired_anywhere',
  text: `
    select event_id from reservations where status in ('pending', 'active') and hold_expires_at <= $1
    union
    select event_id from waiting_entries where status = 'offered' and offer_expires_at <= $1`,
}
const eventIds = (rows: readonly { event_id: string }[]): string[] => rows.map((row) => row.event_id)

/** Those of these events where something ran out that the books still show as held. */
export const findEventsWithExpired = async (sql: Sql, ids: readonly string[], now: Date): Promise<string[]> =>
  eventIds(await sql<{ event_id: string }>(EXPIRED_AMONG, [ids, now]))

/** All events where something ran out. */
export const findAllEventsWithExpired = async (sql: Sql, now: Date): Promise<string[]> =>
  eventIds(await sql<{ event_id: string }>(EXPIRED_ANYWHERE, [now]))

// ── Claims ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const RELEASE = {
  name: 'reservations_release',
  text: `
    with gone as (
      update claims set released_at = $2
      where reservation_id = any($1) and released_at is null and ($3::boolean is false or for_change)
        and ($4::text is null or quota_id in (select id from quotas where kind = $4))
      returning quota_id, quantity)
    update quotas q set claimed = q.claimed - g.quantity
    from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id
    returning q.id`,
}

/** Gives back what reservations hold of their quotas. True when anything was given back. */
export const releaseClaims = async (
  sql: Sql,
  ids: readonly string[],
  now: Date,
  only: { readonly forChange?: boolean; readonly kind?: string } = {},
): Promise<boolean> =>
  ids.length > 0 && (await sql(RELEASE, [ids, now, only.forChange ?? false, only.kind ?? null])).length > 0

const RELEASE_OFFERS = {
  name: 'reservations_release_offers',
  text: `
    with gone as (
      update claims set released_at = $2 where waiting_entry_id = any($1) and released_at is null returning quota_id, quantity)
    update quotas q set claimed = q.claimed - g.quantity
    from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id`,
}

/** Gives back what offers of the waiting list hold. */
export const releaseOffers = async (sql: Sql, waitingIds: readonly string[], now: Date): Promise<void> => {
  if (waitingIds.length > 0) await sql(RELEASE_OFFERS, [waitingIds, now])
}

export interface ClaimRow {
  readonly quotaId: string
  readonly quantity: number
  readonly reservationId?: string
  readonly waitingEntryId?: string
  readonly forChange?: boolean
}

const CLAIM = {
  name: 'reservations_claim',
  text: `
    with c as (select * from json_to_recordset($1::json) as c("quotaId" text, quantity int, "reservationId" text, "waitingEntryId" text, "forChange" boolean)),
    taken as (
      update quotas q set claimed = q.claimed + s.quantity
      from (select "quotaId", sum(quantity)::int as quantity from c group by "quotaId") s where q.id = s."quotaId")
    insert into claims (quota_id, reservation_id, waiting_entry_id, quantity, for_change, created_at)
    select "quotaId", "reservationId", "waitingEntryId", quantity, coalesce("forChange", false), $2 from c`,
}

/** Takes from quotas that are locked and were found free; the database refuses what is not. */
export const saveClaims = async (sql: Sql, rows: readonly ClaimRow[], now: Date): Promise<void> => {
  if (rows.length > 0) await sql(CLAIM, [JSON.stringify(rows), now])
}

const CLAIMS_OF = {
  name: 'reservations_claims_of',
  text: `
    select quota_id as "quotaId", sum(quantity)::int as quantity from claims
    where reservation_id = $1 and released_at is null group by quota_id`,
}
/** What a reservation holds now, of each quota. */
export const findClaims = (sql: Sql, id: string): Promise<{ quotaId: string; quantity: number }[]> =>
  sql<{ quotaId: string; quantity: number }>(CLAIMS_OF, [id])

const RELEASE_BEDS = {
  name: 'reservations_release_beds',
  text: `update bed_assignments set released_at = $2 where reservation_id = any($1) and released_at is null`,
}
export const releaseBeds = async (sql: Sql, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length > 0) await sql(RELEASE_BEDS, [ids, now])
}

export interface BedRow {
  readonly roomId: string
  readonly bed: number
  readonly checkIn: string
  readonly checkOut: string
  readonly reservationId: string
  readonly participantId: string
}
const SAVE_BEDS = {
  name: 'reservations_save_beds',
  text: `
    insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id, created_at)
    select "roomId", bed, daterange("checkIn", "checkOut"), "reservationId", "participantId", $2
    from json_to_recordset($1::json) as b("roomId" text, bed int, "checkIn" date, "checkOut" date, "reservationId" text, "participantId" text)`,
}
export const saveBeds = async (sql: Sql, rows: readonly BedRow[], now: Date): Promise<void> => {
  if (rows.length > 0) await sql(SAVE_BEDS, [JSON.stringify(rows), now])
}

const PARTICIPANTS = {
  name: 'reservations_participants',
  text: `
    select id, role, user_id as "userId", spouse_id as "spouseId", name, gender, checked_in_at as "checkedInAt"
    from reservation_participants where reservation_id = $1 order by role`,
}
export interface ParticipantRow {
  readonly id: string
  readonly role: 'main' | 'spouse'
  readonly userId: string | null
  readonly spouseId: string | null
  readonly name: string
  readonly gender: Gender | null
  readonly checkedInAt: Date | null
}
export const findParticipants = (sql: Sql, id: string): Promise<ParticipantRow[]> =>
  sql<ParticipantRow>(PARTICIPANTS, [id])

const TAKEN = {
  name: 'reservations_live_people',
  text: `
    select p.event_id, p.user_id, p.spouse_id from reservation_participants p
    where p.live and p.event_id = any($1) and (p.user_id = any($2) or p.spouse_id = any($2)) and p.reservation_id <> all($3)`,
}
/** Who among `people` (users and persons of spouse lists) is in a live reservation of these events already. */
export const findLivePeople = (
  sql: Sql,
  eventIds: readonly string[],
  people: readonly string[],
  except: readonly string[] = [],
): Promise<{ event_id: string; user_id: string | null; spouse_id: string | null }[]> =>
  sql<{ event_id: string; user_id: string | null; spouse_id: string | null }>(TAKEN, [eventIds, people, except])

// ── Money ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const LEDGER_SUM = {
  name: 'reservations_ledger_sum',
  text: `
    update reservations set paid = coalesce((select sum(amount) from ledger_entries where reservation_id = $1), 0), updated_at = $2
    where id = $1 and paid <> coalesce((select sum(amount) from ledger_entries where reservation_id = $1), 0)`,
}
const LEDGER_READ = {
  name: 'reservations_ledger_read',
  text: `select coalesce(sum(amount), 0)::bigint as paid from ledger_entries where reservation_id = $1`,
}

/** What the ledger says was paid. */
export const readLedger = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ paid: number }>(LEDGER_READ, [id]))[0]?.paid ?? 0

/** Copies the ledger's sum to the reservation. */
export const savePaid = async (sql: Sql, id: string, now: Date): Promise<void> => {
  await sql(LEDGER_SUM, [id, now])
}

const REFUNDABLE = {
  name: 'reservations_refundable',
  text: `
    select p.id, p.currency, l.amount
      - coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.status in ('due', 'requested', 'failed')), 0)::bigint as left
    from (select payment_id, sum(amount)::bigint as amount, max(id) as last from ledger_entries where reservation_id = $1
      group by payment_id having sum(amount) > 0) l
    join payments p on p.id = l.payment_id
    order by l.last desc`,
}
const SAVE_REFUNDS = {
  name: 'reservations_save_refunds',
  text: `
    insert into refunds (payment_id, amount, currency, reason, created_at)
    select "paymentId", amount, currency, reason, $2
    from json_to_recordset($1::json) as f("paymentId" text, amount bigint, currency text, reason text)`,
}

/** Puts money on the list of refunds that are due, newest payment first. Answers how much of it no payment covers. */
export const oweRefund = async (sql: Sql, id: string, amount: number, reason: string, now: Date): Promise<number> => {
  let owed = amount
  const rows = []
  for (const { id: paymentId, currency, left } of await sql<{ id: string; currency: string; left: number }>(
    REFUNDABLE,
    [id],
  )) {
    const part = Math.min(owed, left)
    if (part <= 0) continue
    rows.push({ paymentId, amount: part, currency, reason })
    owed -= part
  }
  if (rows.length > 0) await sql(SAVE_REFUNDS, [JSON.stringify(rows), now])
  return owed
}

const OPEN_REFUNDS = {
  name: 'reservations_open_refunds',
  text: `
    select coalesce(sum(f.amount), 0)::bigint as amount from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = $1 and f.status = 'requested'`,
}
/** Money that is on its way back and still in the ledger. */
export const readRefundsUnderWay = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ amount: number }>(OPEN_REFUNDS, [id]))[0]?.amount ?? 0

const PROMISED_REFUNDS = {
  name: 'reservations_promised_refunds',
  text: `
    select coalesce(sum(f.amount), 0)::bigint as amount from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = $1 and f.status in ('due', 'requested', 'failed')`,
}
/** Money that is to go back, or on its way, and still in the ledger. */
export const readPromisedRefunds = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ amount: number }>(PROMISED_REFUNDS, [id]))[0]?.amount ?? 0

const DECLINE_REFUNDS = {
  name: 'reservations_decline_refunds',
  text: `
    update refunds f set status = 'declined', settled_at = $2 from payments p
    where p.id = f.payment_id and p.reservation_id = $1 and f.status in ('due', 'failed')`,
}
const UNRETAIN = {
  name: 'reservations_unretain',
  text: `update reservations set retained = 0 where id = $1 and retained > 0`,
}

/**
 * Puts all money of a reservation back on it, before what becomes of it is decided anew: refunds that nobody has sent yet
 * are withdrawn, what was kept by the rule counts again. Answers what may be used; a refund under way may not.
 */
export const gatherMoney = async (sql: Sql, held: Pick<Held, 'id' | 'paid'>, now: Date): Promise<number> => {
  await sql(DECLINE_REFUNDS, [held.id, now])
  await sql(UNRETAIN, [held.id])
  return held.paid - (await readRefundsUnderWay(sql, held.id))
}

const RETAIN = { name: 'reservations_retain', text: `update reservations set retained = retained + $2 where id = $1` }
/** What the organisation keeps by its refund rule. */
export const addRetained = async (sql: Sql, id: string, amount: number): Promise<void> => {
  if (amount > 0) await sql(RETAIN, [id, amount])
}

const ALERT = {
  name: 'reservations_alert',
  text: `
    insert into alerts (kind, subject, data, created_at) values ($1, $2, $3, $4)
    on conflict (kind, subject, resolved_at) do update set data = excluded.data`,
}
/** Something staff must look at; the same thing is one alert until it is resolved. */
export const raiseAlert = async (sql: Sql, kind: string, subject: string, data: unknown, now: Date): Promise<void> => {
  await sql(ALERT, [kind, subject, JSON.stringify(data), now])
}

// ── Single fields ────────────────────────────────────────────────────────────────────────────────────────────────────

const SET_HOLD = {
  name: 'reservations_set_hold',
  text: `update reservations set hold_expires_at = $2, updated_at = $3 where id = $1`,
}
export const saveHold = async (sql: Sql, id: string, until: Date | null, now: Date): Promise<void> => {
  await sql(SET_HOLD, [id, until, now])
}

const APPROVE = {
  name: 'reservations_approve',
  text: `update reservations set approved_at = $3, approved_by = $2, updated_at = $3 where id = $1`,
}
export const saveApproval = async (sql: Sql, id: string, by: string, now: Date): Promise<void> => {
  await sql(APPROVE, [id, by, now])
}

const WAIVE = {
  name: 'reservations_waive',
  text: `update reservations set waived = waived + $2, waived_by = $3, waived_reason = $4, updated_at = $5 where id = $1`,
}
export const saveWaiver = async (
  sql: Sql,
  id: string,
  amount: number,
  by: string,
  reason: string,
  now: Date,
): Promise<void> => {
  await sql(WAIVE, [id, amount, by, reason, now])
}

const NOTE = { name: 'reservations_note', text: `update reservations set note = $2, updated_at = $3 where id = $1` }
export const saveNote = async (sql: Sql, id: string, note: string, now: Date): Promise<void> => {
  await sql(NOTE, [id, note, now])
}

const PENDING_CHANGE = {
  name: 'reservations_pending_change',
  text: `update reservations set pending_change = $2::jsonb, total = $3, hold_expires_at = $4, updated_at = $5 where id = $1`,
}
/** Keeps a dearer change until it is paid, or takes it away: the total is what is owed with it. */
export const savePendingChange = async (
  sql: Sql,
  id: string,
  change: PendingChange | null,
  total: number,
  until: Date | null,
  now: Date,
): Promise<void> => {
  await sql(PENDING_CHANGE, [id, change === null ? null : JSON.stringify(change), total, until, now])
}

/** The columns and rows of a choice, as an edit replaces them. */
export interface ChoiceRow {
  readonly total: number
  readonly participantTypeRef: string
  readonly titleId: string | null
  readonly designationId: string | null
  readonly committeeTypeId: string | null
  readonly accommodationRef: string | null
  readonly checkIn: string | null
  readonly checkOut: string | null
  readonly catererRef: string | null
  readonly spouseId: string | null
  readonly formVersionId: string | null
  readonly arrivalAt: string | null
  readonly departureAt: string | null
  readonly missing: readonly string[]
  readonly paysAtDesk: boolean
}

const SAVE_CHOICE = {
  name: 'reservations_save_choice',
  text: `
    update reservations set total = c.total, event_participant_type_id = c."participantTypeRef", title_id = c."titleId",
      designation_id = c."designationId", committee_type_id = c."committeeTypeId", event_accommodation_id = c."accommodationRef",
      check_in = c."checkIn", check_out = c."checkOut", event_caterer_id = c."catererRef", spouse_id = c."spouseId",
      form_version_id = c."formVersionId", arrival_at = c."arrivalAt", departure_at = c."departureAt", missing = c.missing,
      pays_at_desk = c."paysAtDesk", pending_change = null, hold_expires_at = $3, updated_at = $4
    from json_to_record($2::json) as c(total bigint, "participantTypeRef" text, "titleId" text, "designationId" text,
      "committeeTypeId" text, "accommodationRef" text, "checkIn" date, "checkOut" date, "catererRef" text, "spouseId" text,
      "formVersionId" text, "arrivalAt" timestamptz, "departureAt" timestamptz, missing text[], "paysAtDesk" boolean)
    where id = $1`,
}
const CLEAR_LINES = {
  name: 'reservations_clear_lines',
  text: `delete from reservation_lines where reservation_id = $1`,
}
const CLEAR_ANSWERS = {
  name: 'reservations_clear_answers',
  text: `delete from reservation_answers where reservation_id = $1`,
}
const SAVE_LINES = {
  name: 'reservations_save_lines',
  text: `
    insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
    select $1, kind, ref_id, label, quantity, units, unit_price, amount
    from json_to_recordset($2::json) as l(kind text, ref_id text, label text, quantity int, units int, unit_price bigint, amount bigint)`,
}
const SAVE_ANSWERS = {
  name: 'reservations_save_answers',
  text: `
    insert into reservation_answers (reservation_id, question_id, label, value)
    select $1, question_id, label, value from json_to_recordset($2::json) as a(question_id text, label text, value jsonb)`,
}

/** Replaces what a reservation is made of. */
export const saveChoice = async (
  sql: Sql,
  id: string,
  choice: ChoiceRow,
  lines: readonly z.output<typeof quoteLine>[],
  answers: readonly KeptAnswer[],
  holdUntil: Date | null,
  now: Date,
): Promise<void> => {
  await sql(SAVE_CHOICE, [id, JSON.stringify(choice), holdUntil, now])
  await sql(CLEAR_LINES, [id])
  await sql(SAVE_LINES, [id, JSON.stringify(lines)])
  await sql(CLEAR_ANSWERS, [id])
  await sql(SAVE_ANSWERS, [id, JSON.stringify(answers)])
}

const ADD_SPOUSE = {
  name: 'reservations_add_spouse',
  text: `
    insert into reservation_participants (id, reservation_id, event_id, role, user_id, spouse_id, name, gender, qr_id, live)
    values ($1, $2, $3, 'spouse', $4, $5, $6, $7, $8, true)`,
}
export const saveSpouse = async (
  sql: Sql,
  row: {
    readonly id: string
    readonly reservationId: string
    readonly eventId: string
    readonly userId: string | null
    readonly spouseId: string | null
    readonly name: string
    readonly gender: Gender | null
    readonly qrId: string
  },
): Promise<void> => {
  await sql(ADD_SPOUSE, [
    row.id,
    row.reservationId,
    row.eventId,
    row.userId,
    row.spouseId,
    row.name,
    row.gender,
    row.qrId,
  ])
}

const REMOVE_PARTICIPANT = {
  name: 'reservations_remove_participant',
  text: `delete from reservation_participants where id = $1`,
}
export const removeParticipant = async (sql: Sql, id: string): Promise<void> => {
  await sql(REMOVE_PARTICIPANT, [id])
}

export interface CareRow {
  readonly participantId: string
  readonly sealed: string
  readonly groundFloor: boolean
  readonly quietRoom: boolean
  readonly diets: readonly string[]
  readonly purgeAfter: string
}
const SAVE_CARE = {
  name: 'reservations_save_care',
  text: `
    insert into reservation_care (participant_id, sealed, ground_floor, quiet_room, diets, purge_after, created_at)
    select "participantId", sealed, "groundFloor", "quietRoom", diets, "purgeAfter", $2
    from json_to_recordset($1::json) as c("participantId" text, sealed text, "groundFloor" boolean, "quietRoom" boolean, diets text[], "purgeAfter" date)
    on conflict (participant_id) do update set sealed = excluded.sealed, ground_floor = excluded.ground_floor,
      quiet_room = excluded.quiet_room, diets = excluded.diets, purge_after = excluded.purge_after`,
}
export const saveCare = async (sql: Sql, rows: readonly CareRow[], now: Date): Promise<void> => {
  if (rows.length > 0) await sql(SAVE_CARE, [JSON.stringify(rows), now])
}
const CLEAR_CARE = {
  name: 'reservations_clear_care',
  text: `delete from reservation_care where participant_id = any($1)`,
}
export const clearCare = async (sql: Sql, participantIds: readonly string[]): Promise<void> => {
  if (participantIds.length > 0) await sql(CLEAR_CARE, [participantIds])
}
const FIND_CARE = {
  name: 'reservations_find_care',
  text: `
    select c.participant_id as "participantId", c.sealed, p.name, p.role from reservation_care c
    join reservation_participants p on p.id = c.participant_id where p.reservation_id = $1 order by p.role`,
}
export const findCare = (
  sql: Sql,
  id: string,
): Promise<{ participantId: string; sealed: string; name: string; role: 'main' | 'spouse' }[]> =>
  sql<{ participantId: string; sealed: string; name: string; role: 'main' | 'spouse' }>(FIND_CARE, [id])

const PURGE_CARE = {
  name: 'reservations_purge_care',
  text: `delete from reservation_care where purge_after < $1::date`,
}
/** Deletes what was kept only for an event that is over. */
export const purgeCare = async (sql: Sql, today: string): Promise<void> => {
  await sql(PURGE_CARE, [today])
}
