import { balanceOf } from '@shiloh/contract/payments/money'
import { DISPUTE_STATUSES, paymentRoutes } from '@shiloh/contract/payments/payments'
import { applyReversal, lockForPayment, releaseKept } from '#features/reservations'
import { bind, orchestrates, reads, readsLate, writes } from '#http/binder'
import { findAnswer, lockKeyBriefly, saveAnswer } from '#http/idempotency.store'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { amountCell, momentCell, wordCell } from '#platform/tables/cells'
import { eachPage, exportRows } from '#platform/tables/exports'
import { receiveCash } from './cash.ts'
import { answeredBy, startCheckout } from './checkouts.ts'
import { findDisputeById } from './disputes.store.ts'
import { askAboutDispute } from './disputes.ts'
import { takeNotice } from './notices.ts'
import { listOpen } from './open.store.ts'
import { chooseProvider, providerOf, providersOf } from './providers/index.ts'
import { updateAlert } from './refund-alert.ts'
import { isRefundUnderWay, refundsFor } from './refunds.store.ts'
import { beginSending, giveCash, sendOff } from './refunds.ts'
import { tellReversal } from './reversal.ts'
import { verifyAndSettle } from './settle.ts'
import {
  addLedgerEntry,
  findById,
  findByReference,
  findOwnPayable,
  findPayable,
  listCash,
  listForPerson,
  listForReservation,
  lockById,
  oneOf,
  paymentView,
  refundableOf,
  type StoredPayment,
  saveOutcome,
} from './store.ts'
import { dayOf, voidDayOf } from './till.store.ts'

/** Locks a payment and all that its reservation needs, in the global order. @throws not_found */
const lockPayment = async (work: Pick<WriteContext, 'tx' | 'deps' | 'now'>, id: string): Promise<StoredPayment> => {
  const known = await findById(work.tx, id)
  if (!known) throw new AppError('not_found')
  await lockForPayment(work, known.reservation_id)
  const payment = await lockById(work.tx, id)
  if (!payment) throw new AppError('not_found')
  return payment
}

const requirePayment = async (ctx: ReadContext, id: string) => {
  const payment = await findById(ctx.db, id)
  if (!payment) throw new AppError('not_found')
  return paymentView(payment)
}

/** The kind of refund for an amount of a payment beyond what is due back. */
const beyondDue = (status: string) => {
  // The place is not secured yet: this is the person's own money, not goodwill, and the price stays owed.
  if (status === 'pending') return { reason: 'part_payment', kind: 'returned' } as const
  // An ended reservation owes nothing that goodwill could lower: this money was retained.
  return { reason: 'goodwill', kind: status === 'active' || status === 'redeemed' ? 'goodwill' : 'owed' } as const
}

export const endpoints = bind(paymentRoutes, {
  listPaymentProviders: reads(async (ctx) => providersOf(ctx.deps).map((provider) => provider.name)),

  listOwnPayments: reads(async (ctx, { params }) => {
    if (!(await findOwnPayable(ctx.db, params.id, ctx.caller.id))) throw new AppError('not_found')
    return listForReservation(ctx.db, params.id)
  }),

  startPayment: orchestrates((ctx, { params, body }) =>
    startCheckout(ctx, chooseProvider(ctx.deps, body.provider), {
      reservationId: params.id,
      amount: body.amount,
      returnUrl: body.return_url,
    }),
  ),

  verifyPayment: orchestrates(async (ctx, { params }) => {
    const payment = await findByReference(ctx.db, params.id)
    const own = payment && (await findOwnPayable(ctx.db, payment.reservation_id, ctx.caller.id))
    if (!payment || !own) throw new AppError('not_found')
    await answeredBy(() => verifyAndSettle(ctx.deps, payment.reference))
    const [settled, reservation] = await Promise.all([
      findByReference(ctx.db, payment.reference),
      findOwnPayable(ctx.db, payment.reservation_id, ctx.caller.id),
    ])
    if (!settled || !reservation) throw new AppError('not_found')
    return {
      reference: settled.reference,
      status: settled.status,
      reservation: {
        _id: reservation.id,
        code: reservation.code,
        status: reservation.status,
        total: reservation.total,
        paid: reservation.paid,
        balance: balanceOf(reservation),
        currency: reservation.currency,
      },
    }
  }),

  // Stored first, so that no notice is lost. Then the provider is asked, because a notice is only a hint.
  receiveWebhook: orchestrates(async (ctx, { params }) => {
    const provider = providerOf(ctx.deps, params.provider)
    if (!provider) throw new AppError('not_found')
    const notice = provider.readWebhook(ctx.rawBody, ctx.headers)
    await ctx.transact((work) => takeNotice(work, provider, notice))
    return {}
  }),

  listReservationPayments: reads((ctx, { params }) => listForReservation(ctx.db, params.id)),
  listPersonPayments: reads((ctx, { params, query }) => listForPerson(ctx.db, params.id, query, ctx.language)),
  listCashPayments: reads((ctx, { query }) => listCash(ctx.db, query, ctx.language)),
  cashClosing: reads((ctx, { query }) => dayOf(ctx.db, query.day)),
  listOpenPayments: reads((ctx, { query }) =>
    listOpen(
      ctx.db,
      query,
      providersOf(ctx.deps).map(({ name }) => name),
      ctx,
    ),
  ),
  exportOpenPayments: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'open-payments',
      columns: {
        person: (row) => row.person,
        code: (row) => row.reservation_code,
        event: (row) => row.event_name,
        kind: (row) => wordCell(row.kind),
        reason: (row) => wordCell(row.refund_reason),
        mismatch: (row) => wordCell(row.mismatch),
        status: (row) => wordCell(row.status),
        amount: (row) => amountCell(row.amount),
        currency: (row) => row.currency,
        provider: (row) => wordCell(row.provider),
        reference: (row) => row.reference,
        since: (row) => momentCell(row.since),
        last_error: (row) => row.last_error,
      },
      rows: eachPage((page) => listOpen(ctx.db, { ...query, ...page }, [], ctx)),
    }),
  ),

  takeCash: writes(async (ctx, { params, body }) => paymentView(await receiveCash(ctx, params.id, body))),

  voidCash: writes(async (ctx, { params, body }) => {
    const payment = await lockPayment(ctx, params.id)
    if (payment.provider !== 'cash' || payment.status !== 'paid' || payment.refunded > 0)
      throw new AppError('illegal_transition')
    // Refunds are decided again without this money, so none of it may be on its way back.
    if (await isRefundUnderWay(ctx.tx, payment.reservation_id)) throw new AppError('refund_under_way')
    await addLedgerEntry(ctx.tx, {
      paymentId: payment.id,
      reservationId: payment.reservation_id,
      kind: 'void',
      amount: -payment.captured,
      currency: payment.currency,
      reason: body.reason,
      actorId: ctx.caller.id,
      till: await voidDayOf(ctx.tx, payment, ctx.caller.id, ctx.now),
      now: ctx.now,
    })
    await saveOutcome(ctx.tx, payment.id, { status: 'void', voidReason: body.reason, voidedBy: ctx.caller.id })
    // A confirmed place that is no longer paid becomes a hold. A person who has checked in keeps their status.
    const by = { actor: 'staff', actorId: ctx.caller.id } as const
    const { endsChange } = await applyReversal(ctx, payment.reservation_id, by)
    await tellReversal(ctx, { ...payment, amount: payment.captured }, { how: 'voided', endsChange })
    await updateAlert(ctx, payment.reservation_id)
    const after = await requirePayment(ctx, payment.id)
    ctx.audit({
      action: 'void_cash',
      resource: 'payments',
      objectId: payment.id,
      before: paymentView(payment),
      after,
    })
    ctx.publish('staff', 'payments')
    return after
  }),

  askAboutDispute: orchestrates(async (ctx, { params }) => {
    const known = found(await findDisputeById(ctx.db, params.id))
    if (known.status !== 'open') throw new AppError('illegal_transition')
    await answeredBy(() => askAboutDispute(ctx.deps, known.provider, known.provider_reference))
    const { status } = found(await findDisputeById(ctx.db, params.id))
    if (status !== 'open')
      await ctx.transact(async ({ audit }) =>
        audit({
          action: 'ask_about_dispute',
          resource: 'payments',
          objectId: known.payment_id,
          before: { status: known.status },
          after: { status, amount: known.amount, currency: known.currency },
        }),
      )
    return { status: oneOf(DISPUTE_STATUSES, status) }
  }),

  // The refund is booked before the money moves, and refused if the books could not record it.
  refundPayment: orchestrates(async (ctx, { params, body }) => {
    const key = ctx.idempotency
    const begun = await ctx.transact(async (work) => {
      if (key) {
        if (!(await lockKeyBriefly(work.tx, ctx.caller.id, key.key))) throw new AppError('idempotency_in_flight')
        if (await findAnswer(work.tx, ctx.caller.id, key)) return undefined
      }
      const payment = await lockPayment(work, params.id)
      const refundable = refundableOf(payment)
      if (payment.status === 'void' || payment.captured === 0) throw new AppError('illegal_transition')
      if (body.amount > refundable)
        throw new AppError('refund_exceeds_capture', { fields: [{ field: 'amount', code: 'too_big' }] })
      // Money went back since the client looked, perhaps by a second click on this refund.
      if (body.refundable !== refundable) throw new AppError('stale')
      const reservation = await findPayable(work.tx, payment.reservation_id)
      if (!reservation) throw new AppError('not_found')
      const beyond = beyondDue(reservation.status)
      const { ids, more } = await refundsFor(work.tx, payment, body.amount, body.reason, beyond, work.now)
      if (more > 0) await releaseKept(work, reservation.id, more)
      const cash = { by: ctx.caller.id, paidTo: reservation.name, tillReason: body.till_reason }
      for (const id of ids)
        if (payment.provider === 'cash') await giveCash(work, id, cash)
        else await beginSending(work, id, ctx.caller.id)
      work.audit({
        action: 'refund',
        resource: 'payments',
        objectId: payment.id,
        before: paymentView(payment),
        after: { refund_ids: ids, ...body },
      })
      if (key) await saveAnswer(work.tx, ctx.caller.id, key, 200, { refund_ids: ids }, work.now)
      return { payment, ids }
    })
    if (begun && begun.payment.provider !== 'cash') for (const id of begun.ids) await sendOff(ctx.deps, id)
    return requirePayment(ctx, params.id)
  }),
})
