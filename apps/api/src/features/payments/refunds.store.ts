import type { Language, QueryOf } from '@shiloh/contract/core'
import type { RefundKind } from '@shiloh/contract/payments/money'
import {
  type OwnRefund,
  REFUND_REASONS,
  REFUND_STATUSES,
  REFUND_WAYS,
  type Refund,
  type RefundReason,
  type RefundWay,
  refundExpectedAt,
  type refundRoutes,
} from '@shiloh/contract/payments/refunds'
import { sql } from 'kysely'
import type { Refunds } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import type { Page } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import type { RowOf, Unchecked } from '#platform/db/rows'
import { BY_NAME, hasCode, matchesPerson } from '#platform/db/search.store'
import { refundActs } from './rules.ts'
import { oneOf } from './store.ts'

/** A refund with its payment and reservation. */
export interface StoredRefund
  extends RowOf<Omit<Refund, '_id' | 'due_at' | 'expected_at' | 'allowed'>, 'requested_at' | 'settled_at'> {
  readonly id: string
  /** Counts refusals by the provider: each attempt has a key of its own. */
  readonly attempt: number
  readonly payment_provider_reference: string | null
  readonly provider_reference: string | null
  readonly created_at: Date
}

type RawRefund = Unchecked<StoredRefund, 'status' | 'reason' | 'way'>

const stored = <T extends RawRefund>(row: T): StoredRefund => ({
  ...row,
  status: oneOf(REFUND_STATUSES, row.status),
  reason: oneOf(REFUND_REASONS, row.reason),
  way: row.way === null ? null : oneOf(REFUND_WAYS, row.way),
})

/** Refunds that somebody decided about. Those that a further change made needless were replaced, and are no money. */
const DECIDED = sql<boolean>`(f.status <> 'withdrawn' or f.withdrawn_reason is not null)`

/** @param language of the reader of a list. Elsewhere nobody reads the name of the event. */
const refunds = (db: Queryable, language?: Language) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as a', 'a.id', 'f.requested_by')
    .leftJoin('users as b', 'b.id', 'f.settled_by')
    .select([
      'f.id',
      'f.payment_id',
      'p.reservation_id',
      'f.amount',
      'f.currency',
      'f.status',
      'f.reason',
      'f.note',
      'f.way',
      'f.attempt',
      'f.asked',
      'p.provider',
      'p.reference',
      'p.provider_reference as payment_provider_reference',
      'f.provider_reference',
      'f.last_error',
      'f.needs_attention',
      'f.created_at',
      'f.requested_at',
      'f.settled_at',
      'f.slip_number',
      'f.paid_to',
      'f.withdrawn_reason',
      sql<string | null>`a.first_name || ' ' || a.last_name`.as('requested_by'),
      sql<string | null>`b.first_name || ' ' || b.last_name`.as('settled_by'),
      'r.code as reservation_code',
      'r.status as reservation_status',
      (language ? toldIn(language, 'e', 'name') : sql<string>`e.name`).as('event_name'),
      sql<string>`u.first_name || ' ' || u.last_name`.as('person'),
      'u.id as person_id',
    ])

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const ownRefundView = (row: StoredRefund): OwnRefund => ({
  _id: row.id,
  payment_id: row.payment_id,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  reason: row.reason,
  way: row.way,
  provider: row.provider,
  due_at: row.created_at.toISOString(),
  requested_at: iso(row.requested_at),
  expected_at: iso(refundExpectedAt({ status: row.status, dueAt: row.created_at, requestedAt: row.requested_at })),
  settled_at: iso(row.settled_at),
  slip_number: row.slip_number,
})

/** @param providers the names of the configured ones */
export const refundView = (row: StoredRefund, providers: readonly string[]): Refund => ({
  ...ownRefundView(row),
  reservation_id: row.reservation_id,
  reservation_code: row.reservation_code,
  reservation_status: row.reservation_status,
  event_name: row.event_name,
  person: row.person,
  person_id: row.person_id,
  reference: row.reference,
  note: row.note,
  requested_by: row.requested_by,
  settled_by: row.settled_by,
  paid_to: row.paid_to,
  asked: row.asked,
  last_error: row.last_error,
  needs_attention: row.needs_attention,
  withdrawn_reason: row.withdrawn_reason,
  allowed: refundActs({
    status: row.status,
    online: providers.includes(row.provider) && row.payment_provider_reference !== null,
    needsAttention: row.needs_attention,
  }),
})

export const findRefund = async (db: Queryable, id: string): Promise<StoredRefund | undefined> => {
  const row = await refunds(db).where('f.id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Returns a refund, locked. The caller holds the locks of its reservation and its payment. */
export const lockRefund = async (tx: Tx, id: string): Promise<StoredRefund | undefined> => {
  const row = await refunds(tx).where('f.id', '=', id).forUpdate('f').executeTakeFirst()
  return row && stored(row)
}

export const refundsOfReservation = async (db: Queryable, reservationId: string): Promise<StoredRefund[]> => {
  const rows = await refunds(db)
    .where('p.reservation_id', '=', reservationId)
    .where('f.status', '<>', 'withdrawn')
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')
    .execute()
  return rows.map(stored)
}

const listed = {
  table: 'f',
  sort: { due_at: 'f.created_at', reservation_code: 'r.code', person: BY_NAME },
  sum: {
    currency: 'p.currency',
    of: {
      amount: 'f.amount',
      ...Object.fromEntries(
        REFUND_STATUSES.map((status) => [status, sql`case when f.status = ${status} then f.amount end`] as const),
      ),
    },
  },
  filter: {
    search: (words, query) =>
      sql<boolean>`(${matchesPerson(words, query)} or ${hasCode(words, 'r.code')} or p.reference = ${words} or f.slip_number::text = ${words.replace(/^0+/, '')})`,
    due_at: 'f.created_at',
    event_id: 'r.event_id',
    reservation_id: 'p.reservation_id',
  },
} as const satisfies ListSql<typeof refundRoutes.listRefunds, Refunds>

export const listRefunds = async (
  db: Queryable,
  query: QueryOf<typeof refundRoutes.listRefunds>,
  language: Language,
): Promise<Page<StoredRefund>> => {
  const select = refunds(db, language)
    .where(DECIDED)
    .where(shown(query, { payment: 'f.payment_id' }))
  const { items, ...page } = await paginate(select, query, listed)
  return { ...page, items: items.map(stored) }
}

// ── What is owed ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the amount of a payment that is on its way back but not booked yet. Minor units. */
export const refundsUnderWay = async (db: Queryable, paymentId: string): Promise<number> => {
  const row = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Returns whether a provider was asked to refund money of a reservation and has not given a result. */
export const isRefundUnderWay = async (db: Queryable, reservationId: string): Promise<boolean> =>
  (await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('payments.reservation_id', '=', reservationId)
    .where('refunds.status', '=', 'requested')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Returns the refunds that make up `amount` of a payment. It takes what is due of this payment first, then what is due
 * of the reservation's other payments (which is then not refunded there), and makes the rest a refund as `beyond` says.
 * Parts of a split refund keep its kind. Returns their ids, and how much nobody was owed. Minor units. The caller holds
 * the locks of the reservation.
 */
export const refundsFor = async (
  tx: Tx,
  payment: { readonly id: string; readonly reservation_id: string; readonly currency: string },
  amount: number,
  note: string,
  beyond: { readonly reason: RefundReason; readonly kind: RefundKind },
  now: Date,
): Promise<{ ids: string[]; more: number }> => {
  const due = await tx
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .select(['f.id', 'f.payment_id', 'f.amount', 'f.reason', 'f.kind'])
    .where('p.reservation_id', '=', payment.reservation_id)
    .where('f.status', 'in', ['due', 'refused'])
    .orderBy(sql`f.payment_id <> ${payment.id}`)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .forUpdate('f')
    .execute()
  const ids: string[] = []
  let rest = amount
  const insert = async (part: number, why: { reason: string; kind: string }, text: string): Promise<string> => {
    const { id } = await tx
      .insertInto('refunds')
      .values({
        payment_id: payment.id,
        amount: part,
        currency: payment.currency,
        reason: why.reason,
        kind: why.kind,
        note: text,
        created_at: now,
        told_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const lower = (id: string, left: number) =>
    tx
      .updateTable('refunds')
      .set(left > 0 ? { amount: left } : { status: 'withdrawn', settled_at: now, ask_after: null })
      .where('id', '=', id)
      .execute()
  for (const row of due) {
    if (rest === 0) break
    const part = Math.min(rest, row.amount)
    rest -= part
    if (row.payment_id === payment.id) {
      await tx.updateTable('refunds').set({ amount: part, note }).where('id', '=', row.id).execute()
      if (part < row.amount) await insert(row.amount - part, row, '')
      ids.push(row.id)
    } else {
      await lower(row.id, row.amount - part)
      ids.push(await insert(part, row, note))
    }
  }
  if (rest > 0) ids.push(await insert(rest, beyond, note))
  return { ids, more: rest }
}

export const withdrawRefund = async (
  tx: Tx,
  id: string,
  values: { reason: string; by: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({
      status: 'withdrawn',
      withdrawn_reason: values.reason,
      settled_by: values.by,
      settled_at: values.now,
      ask_after: null,
    })
    .where('id', '=', id)
    .execute()
}

// ── Sending ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** By then a request to a provider has ended, with or without an answer. */
const CALL_ENDS_AFTER = sql`interval '2 minutes'`
const ASK_AGAIN_AFTER = sql`interval '5 minutes'`

/** Marks a refund as requested from the provider. After a refusal, this is a new attempt with a new key. */
export const markRequested = async (tx: Tx, id: string, by: string | null, now: Date): Promise<void> => {
  await sql`
    update refunds set status = 'requested', way = 'provider', requested_by = coalesce(${by}::text, requested_by), requested_at = ${now},
      attempt = attempt + case status when 'refused' then 1 else 0 end, provider_reference = null, last_error = null,
      needs_attention = false, asked = asked + 1, asked_at = ${now}, ask_after = ${now}::timestamptz + ${ASK_AGAIN_AFTER}
    where id = ${id}`.execute(tx)
}

/** Reserves the turn to request a refund again. Returns false while another call can still be in progress. */
export const takeTurn = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update refunds set asked = asked + 1, asked_at = ${now}, ask_after = ${now}::timestamptz + ${ASK_AGAIN_AFTER}
    where id = ${id} and status = 'requested' and (asked_at is null or asked_at <= ${now}::timestamptz - ${CALL_ENDS_AFTER})`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** The provider has the request or has not answered. It is asked again, less and less often. */
export const saveWaiting = async (
  tx: Tx,
  id: string,
  values: { providerReference?: string; attention?: boolean; error?: string; now: Date },
): Promise<void> => {
  await sql`
    update refunds set
      provider_reference = coalesce(${values.providerReference ?? null}::text, provider_reference),
      needs_attention = ${values.attention ?? false},
      last_error = ${values.error ?? null},
      ask_after = ${values.now}::timestamptz + least(interval '12 hours', greatest(interval '5 minutes', (${values.now}::timestamptz - requested_at) / 2))
    where id = ${id} and status = 'requested'`.execute(tx)
}

export const saveRefused = async (tx: Tx, id: string, reason: string): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({
      status: 'refused',
      last_error: reason,
      ask_after: null,
      settled_at: null,
      settled_by: null,
      needs_attention: false,
    })
    .where('id', '=', id)
    .execute()
}

export const saveDone = async (
  tx: Tx,
  id: string,
  values: {
    way: RefundWay
    attempt: number
    now: Date
    by: string | null
    providerReference?: string
    slipNumber?: number
    paidTo?: string
    note?: string
  },
): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({
      status: 'done',
      way: values.way,
      attempt: values.attempt,
      settled_at: values.now,
      settled_by: values.by,
      ask_after: null,
      needs_attention: false,
      last_error: null,
      ...(values.providerReference === undefined ? {} : { provider_reference: values.providerReference }),
      ...(values.slipNumber === undefined ? {} : { slip_number: values.slipNumber }),
      ...(values.paidTo === undefined ? {} : { paid_to: values.paidTo }),
      ...(values.note === undefined ? {} : { note: values.note }),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns refunds to ask a provider about now. Each is postponed, so that no other process asks too. */
export const takeUnanswered = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update refunds set ask_after = ${now}::timestamptz + ${ASK_AGAIN_AFTER}
    where id in (select id from refunds where status = 'requested' and ask_after <= ${now} order by ask_after limit ${limit} for update skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the refunds of a payment that were requested from its provider. */
export const findSent = async (db: Queryable, reference: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .select('f.id')
    .where('p.reference', '=', reference)
    .where('f.way', '=', 'provider')
    .where('f.status', 'in', ['requested', 'done'])
    .orderBy('f.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of these refunds that can be sent through a provider. Without ids, returns all due ones. */
export const findSendable = async (
  db: Queryable,
  providers: readonly string[],
  of: { ids?: readonly string[] | undefined; eventId?: string | undefined },
  query: object,
): Promise<string[]> => {
  if (providers.length === 0) return []
  let select = db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .select('f.id')
    .where('p.provider', 'in', [...providers])
    .where('p.provider_reference', 'is not', null)
    .where(shown(query, { payment: 'p.id' }))
    .where('f.status', 'in', of.ids ? ['due', 'refused'] : ['due'])
    .orderBy('f.created_at')
  if (of.ids) select = select.where('f.id', 'in', [...of.ids])
  if (of.eventId) select = select.where('r.event_id', '=', of.eventId)
  return (await select.execute()).map(({ id }) => id)
}

// ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns due refunds that were not announced yet, and marks them as announced. */
export const takeUntold = async (
  tx: Tx,
  now: Date,
  of: { reservationId?: string; limit: number },
): Promise<{ id: string; reservationId: string; reason: string }[]> => {
  const { rows } = await sql<{ id: string; reservationId: string; reason: string }>`
    update refunds f set told_at = ${now} from payments p
    where p.id = f.payment_id and f.id in (
      select n.id from refunds n join payments m on m.id = n.payment_id
      where n.status = 'due' and n.told_at is null and (${of.reservationId ?? null}::text is null or m.reservation_id = ${of.reservationId ?? null})
      order by n.created_at limit ${of.limit} for update of n skip locked)
    returning f.id, p.reservation_id as "reservationId", f.reason`.execute(tx)
  return rows
}

/**
 * Returns refunds that were announced and are not due any more, because the reservation was decided again, and marks them as
 * announced. `isReplaced`: another one took its place, and says what is due now.
 */
export const takeRecalled = async (
  tx: Tx,
  now: Date,
  of: { reservationId?: string; limit: number },
): Promise<{ id: string; reservationId: string; isReplaced: boolean }[]> => {
  const { rows } = await sql<{ id: string; reservationId: string; isReplaced: boolean }>`
    update refunds f set recall_told_at = ${now} from payments p
    where p.id = f.payment_id and f.id in (
      select n.id from refunds n join payments m on m.id = n.payment_id
      where n.status = 'withdrawn' and n.withdrawn_reason is null and n.told_at is not null and n.recall_told_at is null
        and (${of.reservationId ?? null}::text is null or m.reservation_id = ${of.reservationId ?? null})
      order by n.settled_at limit ${of.limit} for update of n skip locked)
    returning f.id, p.reservation_id as "reservationId", exists (
      select from refunds o join payments q on q.id = o.payment_id
      where q.reservation_id = p.reservation_id and o.status <> 'withdrawn' and o.created_at >= f.settled_at) as "isReplaced"`.execute(
    tx,
  )
  return rows
}

/** Returns the money of a reservation that waits for staff to send it or to help the provider. */
export const waitingForStaff = async (
  db: Queryable,
  reservationId: string,
): Promise<{ code: string; amount: number; currency: string }> => {
  const { rows } = await sql<{ code: string; amount: number; currency: string }>`
    select r.code, r.currency, coalesce((select sum(f.amount) from refunds f join payments p on p.id = f.payment_id
      where p.reservation_id = r.id and (f.status in ('due', 'refused') or (f.status = 'requested' and f.needs_attention))), 0)::bigint as amount
    from reservations r where r.id = ${reservationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`reservation ${reservationId} is not there`)
  return row
}
