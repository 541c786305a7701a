import { cashNumber } from '@shiloh/contract/payments/money'
import { type Refund, refundRoutes } from '@shiloh/contract/payments/refunds'
import { bind, orchestrates, reads, readsLate, writes } from '#http/binder'
import type { ReadContext, WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import { amountCell, momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { providersOf } from './providers/index.ts'
import { ProviderError } from './providers/provider.ts'
import { endPaymentAlerts } from './refund-alert.ts'
import {
  findRefund,
  findSendable,
  listRefunds,
  ownRefundView,
  refundsOfReservation,
  refundView,
} from './refunds.store.ts'
import { askAbout, beginSending, giveCash, sendOff, settleOutside, withdraw } from './refunds.ts'
import { findById, findOwnPayable, paymentView, saveLookedAt } from './store.ts'

const providerNames = ({ deps }: Pick<ReadContext, 'deps'>): string[] => providersOf(deps).map(({ name }) => name)

const requireRefund = async (ctx: Pick<ReadContext, 'db' | 'deps'>, id: string): Promise<Refund> => {
  const refund = await findRefund(ctx.db, id)
  if (!refund) throw new AppError('not_found')
  return refundView(refund, providerNames(ctx))
}

/** Runs one action on a refund and records it in the audit trail. */
const acted = async (ctx: WriteContext, id: string, action: string, work: () => Promise<void>): Promise<Refund> => {
  const before = await requireRefund(ctx, id)
  await work()
  const after = await requireRefund(ctx, id)
  ctx.audit({ action, resource: 'payments', objectId: before.payment_id, before, after })
  return after
}

export const refundEndpoints = bind(refundRoutes, {
  listOwnRefunds: reads(async (ctx, { params }) => {
    if (!(await findOwnPayable(ctx.db, params.id, ctx.caller.id))) throw new AppError('not_found')
    return (await refundsOfReservation(ctx.db, params.id)).map(ownRefundView)
  }),
  listRefunds: reads(async (ctx, { query }) => {
    const names = providerNames(ctx)
    const { items, ...page } = await listRefunds(ctx.db, query, ctx.language)
    return { ...page, items: items.map((row) => refundView(row, names)) }
  }),
  exportRefunds: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'refunds',
      columns: {
        person: (row) => row.person,
        code: (row) => row.reservation_code,
        event: (row) => row.event_name,
        reason: (row) => wordCell(row.reason),
        status: (row) => wordCell(row.status),
        way: (row) => wordCell(row.way),
        provider: (row) => wordCell(row.provider),
        amount: (row) => amountCell(row.amount),
        currency: (row) => row.currency,
        due_at: (row) => momentCell(row.due_at),
        requested_at: (row) => momentCell(row.requested_at),
        requested_by: (row) => row.requested_by,
        expected_at: (row) => momentCell(row.expected_at),
        settled_at: (row) => momentCell(row.settled_at),
        settled_by: (row) => row.settled_by,
        slip_number: (row) => (row.slip_number === null ? null : cashNumber(row.slip_number)),
        paid_to: (row) => row.paid_to,
        reference: (row) => row.reference,
        note: (row) => row.note,
        last_error: (row) => row.last_error,
        withdrawn_reason: (row) => row.withdrawn_reason,
      },
      rows: eachOf(
        eachPage((page) => listRefunds(ctx.db, { ...query, ...page }, ctx.language)),
        (row) => refundView(row, []),
      ),
    }),
  ),

  sendRefund: orchestrates(async (ctx, { params }) => {
    await ctx.transact((work) =>
      acted(work, params.id, 'send_refund', () => beginSending(work, params.id, ctx.caller.id)),
    )
    await sendOff(ctx.deps, params.id)
    return requireRefund(ctx, params.id)
  }),
  sendRefunds: writes(async (ctx, { body, query }) => {
    const of = { ids: body.refund_ids, eventId: body.event_id }
    const ids = await findSendable(ctx.tx, providerNames(ctx), of, query)
    for (const id of ids)
      await ctx.enqueue('send_refund', { refund_id: id, by: ctx.caller.id }, { jobKey: `send refund ${id}` })
    ctx.audit({ action: 'send_refunds', resource: 'payments', after: { ...body, refund_ids: ids } })
    return { queued: ids.length, skipped: (body.refund_ids?.length ?? ids.length) - ids.length }
  }),
  askAboutRefund: orchestrates(async (ctx, { params }) => {
    const { allowed } = await requireRefund(ctx, params.id)
    if (!allowed.includes('ask')) throw new AppError('illegal_transition')
    try {
      await askAbout(ctx.deps, params.id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw new AppError('payment_outcome_unknown', { retryAfter: 30 })
    }
    return requireRefund(ctx, params.id)
  }),
  giveBackCash: writes((ctx, { params, body }) =>
    acted(ctx, params.id, 'give_back_cash', () =>
      giveCash(ctx, params.id, { by: ctx.caller.id, paidTo: body.paid_to, tillReason: body.till_reason }),
    ),
  ),
  settleRefundOutside: writes((ctx, { params, body }) =>
    acted(ctx, params.id, 'settle_refund_outside', () => settleOutside(ctx, params.id, ctx.caller.id, body.reason)),
  ),
  withdrawRefund: writes((ctx, { params, body }) =>
    acted(ctx, params.id, 'withdraw_refund', () => withdraw(ctx, params.id, ctx.caller.id, body.reason)),
  ),

  lookedAtPayment: writes(async (ctx, { params, body }) => {
    const payment = await findById(ctx.tx, params.id)
    if (!payment) throw new AppError('not_found')
    if (!(await saveLookedAt(ctx.tx, params.id, { by: ctx.caller.id, reason: body.reason, now: ctx.now })))
      throw new AppError('illegal_transition')
    await endPaymentAlerts(ctx, payment)
    ctx.audit({
      action: 'look_at',
      resource: 'payments',
      objectId: payment.id,
      before: paymentView(payment),
      after: body,
    })
    ctx.publish('staff', 'payments')
    return {}
  }),
})
