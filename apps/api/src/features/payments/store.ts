import type { Language, QueryOf } from '@shiloh/contract/core'
import type {
  NoticeOutcome,
  Payment,
  PaymentRow,
  PaymentStatus,
  ProviderName,
  paymentRoutes,
} from '@shiloh/contract/payments/payments'
import { MISMATCHES, type Mismatch, PAYMENT_STATUSES, PROVIDERS } from '@shiloh/contract/payments/payments'
import { sql } from 'kysely'
import type { Payments } from '#db'
import { PART_RETURNING } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn, toldTo } from '#platform/db/languages.store'
import type { Page } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import type { RowOf, Unchecked } from '#platform/db/rows'
import { BY_NAME, hasCode, matchesPerson } from '#platform/db/search.store'
import type { Work } from '#platform/jobs/work'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { keptOf } from './kept-notice.ts'
import type { WebhookNotice } from './providers/provider.ts'

/** The facts about a reservation that starting or taking a payment needs. */
export interface PayableReservation {
  readonly id: string
  readonly code: string
  readonly status: string
  readonly userId: string
  readonly payerId: string
  readonly eventId: string
  readonly eventName: string
  readonly timeZone: string
  readonly currency: string
  readonly total: number
  readonly paid: number
  readonly waived: number
  readonly reduced: number
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  readonly holdExpiresAt: Date | null
  readonly depositPercent: number | null
  readonly needsApproval: boolean
  readonly approvedAt: Date | null
  /** A part payment is on its way back before it secured the place. */
  readonly isPartReturning: boolean
  readonly email: string | null
  readonly phone: string | null
  readonly name: string
  readonly language: string
}

const payable = (db: Queryable) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.code',
      'r.status',
      'r.user_id as userId',
      'r.payer_id as payerId',
      'r.event_id as eventId',
      toldTo('u', 'e', 'name').as('eventName'),
      'e.time_zone as timeZone',
      'r.currency',
      'r.total',
      'r.paid',
      'r.waived',
      'r.reduced',
      'r.due_at_once as dueAtOnce',
      'r.hold_expires_at as holdExpiresAt',
      'e.deposit_percent as depositPercent',
      sql<boolean>`${sql.raw(PART_RETURNING)} > 0`.as('isPartReturning'),
      'r.needs_approval as needsApproval',
      'r.approved_at as approvedAt',
      'u.email',
      'u.phone',
      sql<string>`u.first_name || ' ' || u.last_name`.as('name'),
      'u.language',
    ])

/** Returns the user's own reservation (as participant or payer), or undefined. */
export const findOwnPayable = (db: Queryable, id: string, userId: string): Promise<PayableReservation | undefined> =>
  payable(db)
    .where('r.id', '=', id)
    .where((eb) => eb.or([eb('r.user_id', '=', userId), eb('r.payer_id', '=', userId)]))
    .executeTakeFirst()

export const findPayable = (db: Queryable, id: string): Promise<PayableReservation | undefined> =>
  payable(db).where('r.id', '=', id).executeTakeFirst()

/** A payment as stored. */
export interface StoredPayment
  extends RowOf<Omit<Payment, '_id' | 'refundable'>, 'looked_at' | 'created_at' | 'settled_at'> {
  readonly id: string
  readonly payer_id: string | null
  readonly provider_reference: string | null
  /** Refunds that were sent and are not settled yet. */
  readonly under_way: number
  readonly live: boolean
  readonly checkout_url: string | null
  /** Null: it was asked for on a phone, or taken by hand. */
  readonly return_url: string | null
  /** Until when a call that starts it can be under way. */
  readonly starting_until: Date | null
  /** Whom a prompt asks, E.164, while it can be confirmed. */
  readonly prompted_phone: string | null
  readonly prompted_network: string | null
  readonly needs_voucher: boolean
}

/** Returns whether the provider is being asked to start a payment right now. */
export const isBeingStarted = ({ status, starting_until }: StoredPayment, now: Date): boolean =>
  status === 'created' && starting_until !== null && starting_until > now

/** Milliseconds after which a call to a provider has certainly ended, with its second try. */
const CALL_MS = 35_000
const endOfCall = (now: Date): Date => new Date(now.getTime() + CALL_MS)

/** @throws Error when the database has a value that the contract does not know */
export const oneOf = <const T extends readonly string[]>(values: T, text: string): T[number] => {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return found
}

type RawPayment = Unchecked<StoredPayment, 'provider' | 'status' | 'mismatch'>

const stored = <T extends RawPayment>(row: T): T & StoredPayment => ({
  ...row,
  provider: oneOf(PROVIDERS, row.provider),
  status: oneOf(PAYMENT_STATUSES, row.status),
  mismatch: row.mismatch === null ? null : oneOf(MISMATCHES, row.mismatch),
})

const payments = (db: Queryable) =>
  db
    .selectFrom('payments as p')
    .leftJoin('users as c', 'c.id', 'p.cashier_id')
    .select([
      'p.id',
      'p.reference',
      'p.reservation_id',
      'p.payer_id',
      'p.provider',
      'p.provider_reference',
      'p.status',
      'p.amount',
      'p.captured',
      'p.refunded',
      sql<number>`coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.status = 'requested'), 0)::bigint`.as(
        'under_way',
      ),
      'p.currency',
      'p.live',
      'p.mismatch',
      'p.checkout_url',
      'p.return_url',
      'p.starting_until',
      'p.prompted_phone',
      'p.prompted_network',
      'p.needs_voucher',
      'p.receipt_number',
      'p.online_number',
      sql<string | null>`c.first_name || ' ' || c.last_name`.as('cashier'),
      'p.note',
      'p.void_reason',
      'p.looked_at',
      'p.looked_reason',
      'p.created_at',
      'p.settled_at',
    ])

/** Returns how much of a payment can still be refunded. Minor units. */
export const refundableOf = ({ status, captured, refunded, under_way }: StoredPayment): number =>
  status === 'void' ? 0 : captured - refunded - under_way

export const paymentView = (row: StoredPayment): Payment => ({
  _id: row.id,
  reference: row.reference,
  reservation_id: row.reservation_id,
  provider: row.provider,
  status: row.status,
  amount: row.amount,
  captured: row.captured,
  refunded: row.refunded,
  refundable: refundableOf(row),
  currency: row.currency,
  mismatch: row.mismatch,
  looked_at: row.looked_at?.toISOString() ?? null,
  looked_reason: row.looked_reason,
  receipt_number: row.receipt_number,
  online_number: row.online_number,
  cashier: row.cashier,
  note: row.note,
  void_reason: row.void_reason,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})

export const listForReservation = async (db: Queryable, reservationId: string): Promise<Payment[]> => {
  const rows = await payments(db)
    .where('p.reservation_id', '=', reservationId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => paymentView(stored(row)))
}

export const findByReference = async (db: Queryable, reference: string): Promise<StoredPayment | undefined> => {
  const row = await payments(db).where('p.reference', '=', reference).executeTakeFirst()
  return row && stored(row)
}

export const findById = async (db: Queryable, id: string): Promise<StoredPayment | undefined> => {
  const row = await payments(db).where('p.id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Locks a payment. Of two concurrent settlements, the second sees that it is settled. */
export const lockByReference = async (tx: Tx, reference: string): Promise<StoredPayment | undefined> => {
  const row = await payments(tx).where('p.reference', '=', reference).forUpdate('p').executeTakeFirst()
  return row && stored(row)
}

export const lockById = async (tx: Tx, id: string): Promise<StoredPayment | undefined> => {
  const row = await payments(tx).where('p.id', '=', id).forUpdate('p').executeTakeFirst()
  return row && stored(row)
}

export const insertPayment = async (
  tx: Tx,
  row: {
    reference: string
    reservationId: string
    payerId: string | null
    provider: ProviderName
    amount: number
    currency: string
    live: boolean
    status: PaymentStatus
    returnUrl?: string
    cashierId?: string
    receiptNumber?: number
    note?: string
    verifyAfter?: Date
    now: Date
  },
): Promise<string> => {
  const { id } = await tx
    .insertInto('payments')
    .values({
      reference: row.reference,
      reservation_id: row.reservationId,
      payer_id: row.payerId,
      provider: row.provider,
      amount: row.amount,
      currency: row.currency,
      live: row.live,
      status: row.status,
      return_url: row.returnUrl ?? null,
      cashier_id: row.cashierId ?? null,
      receipt_number: row.receiptNumber ?? null,
      note: row.note ?? '',
      verify_after: row.verifyAfter ?? null,
      starting_until: row.provider === 'cash' ? null : endOfCall(row.now),
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const markStarted = async (
  tx: Tx,
  reference: string,
  /** Null: the person is asked on their phone. */
  checkoutUrl: string | null,
  providerReference: string | undefined,
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({
      status: 'started',
      starting_until: null,
      checkout_url: checkoutUrl,
      ...(providerReference ? { provider_reference: providerReference } : {}),
    })
    .where('reference', '=', reference)
    .where('status', '=', 'created')
    .execute()
}

/** Records that a payment is sent to its provider again, or that no call is under way any more. */
export const saveStarting = async (tx: Tx, reference: string, from: Date | null): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ starting_until: from && endOfCall(from) })
    .where('reference', '=', reference)
    .execute()
}

/** Records whom a prompt asks. */
export const savePrompted = async (
  tx: Tx,
  reference: string,
  { phone, network }: { readonly phone: string; readonly network: string },
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ prompted_phone: phone, prompted_network: network })
    .where('reference', '=', reference)
    .execute()
}

/** Records that a prompt waits for a voucher, and asks nobody until it has one. */
export const saveWaitsForVoucher = async (tx: Tx, reference: string): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ starting_until: null, needs_voucher: true })
    .where('reference', '=', reference)
    .execute()
}

/** Locks a reservation against the start of another payment. Nothing else of it may be locked afterwards. */
export const lockAgainstPayments = async (tx: Tx, reservationId: string): Promise<void> => {
  await tx.selectFrom('reservations').select('id').where('id', '=', reservationId).forNoKeyUpdate().execute()
}

interface Outcome {
  readonly status: PaymentStatus
  readonly captured?: number
  readonly refunded?: number
  readonly mismatch?: Mismatch | null
  readonly providerReference?: string
  /** What came, if it cannot be credited. */
  readonly reported?: { readonly amount: number; readonly currency: string }
  readonly settledAt?: Date
  readonly voidReason?: string
  readonly voidedBy?: string
  readonly verifyAfter?: Date | null
}

export const saveOutcome = async (tx: Tx, id: string, outcome: Outcome): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({
      status: outcome.status,
      // A number is kept for as long as it can be asked.
      prompted_phone: null,
      ...(outcome.captured === undefined ? {} : { captured: outcome.captured }),
      ...(outcome.refunded === undefined ? {} : { refunded: outcome.refunded }),
      ...(outcome.mismatch === undefined ? {} : { mismatch: outcome.mismatch }),
      ...(outcome.providerReference === undefined ? {} : { provider_reference: outcome.providerReference }),
      ...(outcome.reported === undefined
        ? {}
        : { reported_amount: outcome.reported.amount, reported_currency: outcome.reported.currency }),
      ...(outcome.settledAt === undefined ? {} : { settled_at: outcome.settledAt }),
      ...(outcome.voidReason === undefined ? {} : { void_reason: outcome.voidReason }),
      ...(outcome.voidedBy === undefined ? {} : { voided_by: outcome.voidedBy }),
      ...(outcome.verifyAfter === undefined ? {} : { verify_after: outcome.verifyAfter }),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns whether another payment already has this provider reference. */
export const providerReferenceTaken = async (
  db: Queryable,
  provider: string,
  providerReference: string,
  paymentId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', providerReference)
    .where('id', '<>', paymentId)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a row to the ledger. Returns its id. */
export const addLedgerEntry = async (
  tx: Tx,
  entry: {
    paymentId: string
    reservationId: string
    kind: 'capture' | 'refund' | 'refund_returned' | 'void' | 'chargeback' | 'chargeback_returned' | 'loss'
    amount: number
    currency: string
    reason?: string
    actorId?: string | null
    refund?: { id: string; attempt: number }
    /** For cash: the till, and the business day that the payment counts for. */
    till?: { tillId: string; day: string }
    now: Date
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('ledger_entries')
    .values({
      payment_id: entry.paymentId,
      reservation_id: entry.reservationId,
      kind: entry.kind,
      amount: entry.amount,
      currency: entry.currency,
      reason: entry.reason ?? '',
      actor_id: entry.actorId ?? null,
      refund_id: entry.refund?.id ?? null,
      attempt: entry.refund?.attempt ?? null,
      till_id: entry.till?.tillId ?? null,
      till_day: entry.till?.day ?? null,
      at: entry.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what is kept of a notice. Returns false if the same one was stored before. */
export const saveNotice = async (
  tx: Tx,
  provider: string,
  dedupeKey: string,
  notice: { reference: string | null; about: WebhookNotice['about']; payload: unknown },
  outcome: NoticeOutcome | null,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .insertInto('payment_events')
    .values({
      provider,
      dedupe_key: dedupeKey,
      reference: notice.reference,
      about: notice.about,
      payload: JSON.stringify(keptOf(notice.payload)),
      reduced: true,
      outcome,
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reduces notices to what is kept of them, of before or of a former version that still runs. Returns how many there were. */
export const reduceNotices = async (tx: Tx, limit: number): Promise<number> => {
  const rows = await tx
    .selectFrom('payment_events')
    .select(['id', 'payload'])
    .where('reduced', '=', false)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  const kept = JSON.stringify(rows.map(({ id, payload }) => ({ id, payload: keptOf(payload) })))
  await sql`update payment_events e set payload = k.payload, reduced = true
    from json_to_recordset(${kept}::json) as k(id bigint, payload jsonb) where e.id = k.id`.execute(tx)
  return rows.length
}

/** What a notice is about that has consequences. */
export const NOTICE_SUBJECTS = ['payment', 'refund', 'dispute'] as const
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number]

/** Records the outcome of all notices about a reference that have none yet, and ends the alert that they are not booked. */
export const saveNoticeOutcome = async (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  reference: string,
  about: NoticeSubject,
  outcome: NoticeOutcome,
): Promise<void> => {
  const booked = await tx
    .updateTable('payment_events')
    .set({ outcome })
    .where('reference', '=', reference)
    .where('about', '=', about)
    .where('outcome', 'is', null)
    .returning('asked_again_at')
    .execute()
  if (booked.some(({ asked_again_at }) => asked_again_at !== null))
    await resolveAlert(tx, 'notice_not_booked', reference, now)
}

/** A notice that is not booked although it came an hour ago or earlier. */
export interface UnbookedNotice {
  readonly provider: string
  readonly reference: string
  readonly about: NoticeSubject
  /** Nobody was told of it before. */
  readonly isNews: boolean
  /** The reservation that it is about, as far as it can be seen. */
  readonly reservationId: string | null
  readonly code: string | null
}

/** Returns the notices of the last half year that are not booked yet. Each is postponed by an hour, so that no other process asks too. */
export const takeUnbooked = async (tx: Tx, now: Date, limit: number): Promise<UnbookedNotice[]> => {
  const { rows } = await sql<Omit<UnbookedNotice, 'about'> & { about: string }>`
    with late as (
      select id, asked_again_at is null as "isNews" from payment_events
      where outcome is null and reference is not null and received_at between ${now}::timestamptz - interval '180 days' and ${now}::timestamptz - interval '1 hour'
        and (asked_again_at is null or asked_again_at <= ${now}::timestamptz - interval '1 hour')
      order by id limit ${limit} for update skip locked),
    taken as (
      update payment_events n set asked_again_at = ${now} from late where n.id = late.id
      returning n.provider, n.reference, n.about, late."isNews",
        -- Paystack names the payment in its notice of a dispute.
        coalesce(n.payload #>> '{data,transaction,reference}', n.reference) as payment)
    select t.provider, t.reference, t.about, bool_or(t."isNews") as "isNews", min(r.id) as "reservationId", min(r.code) as code
    from taken t left join payments p on p.provider = t.provider and p.reference in (t.payment, t.reference)
    left join reservations r on r.id = p.reservation_id
    group by 1, 2, 3`.execute(tx)
  return rows.map((row) => ({ ...row, about: oneOf(NOTICE_SUBJECTS, row.about) }))
}

/** Marks a mismatched payment as reviewed. Returns false if it is not on the list. */
export const saveLookedAt = async (
  tx: Tx,
  id: string,
  values: { by: string; reason: string; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ looked_at: values.now, looked_by: values.by, looked_reason: values.reason })
    .where('id', '=', id)
    .where('looked_at', 'is', null)
    .where('mismatch', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the payments of a reservation at providers that are neither made nor closed, newest first. */
export const findUnfinished = async (db: Queryable, reservationId: string): Promise<StoredPayment[]> => {
  const rows = await payments(db)
    .where('p.reservation_id', '=', reservationId)
    .where('p.status', 'in', ['created', 'started'])
    .where('p.provider', '<>', 'cash')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map(stored)
}

/** Returns what a check-in user may do at the gates of a reservation's event. Undefined: it is not one of theirs. */
export const gateRights = (db: Queryable, userId: string, code: string) =>
  db
    .selectFrom('check_in_user_events as g')
    .innerJoin('reservations as r', 'r.event_id', 'g.event_id')
    .select(['r.id', 'g.takes_payments'])
    .where('g.user_id', '=', userId)
    .where('r.code', '=', code)
    .executeTakeFirst()

/**
 * Returns references to ask the provider about now, oldest first. Each is postponed, so that no other process asks too.
 */
export const takeUnsettled = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ reference: string }>`
    update payments set verify_after = ${now}::timestamptz + least(interval '1 hour', greatest(interval '1 minute', (${now}::timestamptz - created_at) / 2))
    where id in (
      select id from payments where status in ('created', 'started', 'failed') and verify_after <= ${now}
      order by verify_after limit ${limit} for update skip locked)
    returning reference`.execute(tx)
  return rows.map((row) => row.reference)
}

const withReservation = (db: Queryable, language: Language) =>
  payments(db)
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.code as reservation_code',
      toldIn(language, 'e', 'name').as('event_name'),
      sql<string>`u.first_name || ' ' || u.last_name`.as('person'),
      'u.id as person_id',
    ])

const rowView = (
  row: RawPayment & { reservation_code: string; event_name: string; person: string; person_id: string },
): PaymentRow => ({
  ...paymentView(stored(row)),
  reservation_code: row.reservation_code,
  event_name: row.event_name,
  person: row.person,
  person_id: row.person_id,
})

const cash = {
  table: 'p',
  sort: { reservation_code: 'r.code', person: BY_NAME },
  filter: {
    search: (words, query) =>
      sql<boolean>`(${matchesPerson(words, query)} or ${hasCode(words, 'r.code')} or p.receipt_number::text = ${words.replace(/^0+/, '')})`,
    event_id: 'r.event_id',
    day: (day) => sql<boolean>`(p.created_at at time zone (select time_zone from client_groups))::date = ${day}::date`,
  },
} as const satisfies ListSql<typeof paymentRoutes.listCashPayments, Payments>

/** Returns the payments of all reservations of a person that really began, newest first. */
export const listForPerson = async (
  db: Queryable,
  userId: string,
  query: object,
  language: Language,
): Promise<PaymentRow[]> => {
  const rows = await withReservation(db, language)
    .where('r.user_id', '=', userId)
    .where('p.status', 'not in', ['created', 'abandoned'])
    .where(shown(query, { payment: 'p.id' }))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(200)
    .execute()
  return rows.map(rowView)
}

export const listCash = async (
  db: Queryable,
  query: QueryOf<typeof paymentRoutes.listCashPayments>,
  language: Language,
): Promise<Page<PaymentRow>> => {
  const select = withReservation(db, language)
    .where('p.provider', '=', 'cash')
    .where(shown(query, { payment: 'p.id' }))
  const { items, total } = await paginate(select, query, cash)
  return { items: items.map(rowView), total }
}

export const organisationCurrency = async (db: Queryable): Promise<string> =>
  (await db.selectFrom('client_groups').select('currency').executeTakeFirstOrThrow()).currency
