import { z } from 'zod'
import { exportRoute } from '../admin-resource.ts'
import { can, currency, done, id, idParams, line, listRoute, money, route, signedIn, timestamp } from '../core.ts'
import { amountRange, anyOf, dayRange, declareList, listQuery } from '../lists.ts'

/**
 * `due`: owed, not sent. `requested`: sent to a provider, result unknown. `done`: the money is back. `refused`: the
 * provider rejects it, and it waits for another way. `withdrawn`: cancelled before anything was sent.
 */
export const REFUND_STATUSES = ['due', 'requested', 'done', 'refused', 'withdrawn'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]
/** Owed, and not back yet. */
export const OPEN_REFUND_STATUSES = ['due', 'requested', 'refused'] as const satisfies readonly RefundStatus[]

/** Why money goes back. */
export const REFUND_REASONS = [
  'overpaid',
  'cancelled',
  'cheaper',
  'change_expired',
  /** A change that was paid, at least in part, could not take effect. */
  'change_ended',
  'hold_expired',
  'archived',
  'unpaid',
  'too_late',
  'part_payment',
  'goodwill',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `outside`: by hand, in a way unknown to the product (a bank transfer, the provider's own pages). */
export const REFUND_WAYS = ['provider', 'cash', 'outside'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

export const REFUND_ACTS = ['send', 'cash', 'outside', 'withdraw', 'ask'] as const
export type RefundAct = (typeof REFUND_ACTS)[number]

const DAY_MS = 24 * 3600 * 1000

/** Days within which a due refund is sent, and within which a sent refund arrives. */
const DUE_DAYS = 5
const REQUESTED_DAYS = 10

/** Returns when a refund should be back with its owner at the latest. */
export const refundExpectedAt = (refund: {
  readonly status: RefundStatus
  readonly dueAt: Date
  readonly requestedAt: Date | null
}): Date | null => {
  if (refund.status === 'done' || refund.status === 'withdrawn') return null
  if (refund.status === 'requested' && refund.requestedAt)
    return new Date(refund.requestedAt.getTime() + REQUESTED_DAYS * DAY_MS)
  return new Date(refund.dueAt.getTime() + DUE_DAYS * DAY_MS)
}

/** A refund as its owner sees it. */
export const ownRefund = z.object({
  _id: id,
  payment_id: id,
  amount: money,
  currency,
  status: z.enum(REFUND_STATUSES),
  reason: z.enum(REFUND_REASONS),
  way: z.enum(REFUND_WAYS).nullable(),
  /** The provider of the payment. The refund uses it unless `way` differs. */
  provider: z.string(),
  due_at: timestamp,
  requested_at: timestamp.nullable(),
  /** When it should be back at the latest. Null once it is settled. */
  expected_at: timestamp.nullable(),
  settled_at: timestamp.nullable(),
  slip_number: z.number().nullable(),
})
export type OwnRefund = z.output<typeof ownRefund>

export const refund = ownRefund.extend({
  reservation_id: id,
  reservation_code: z.string(),
  reservation_status: z.string(),
  event_name: z.string(),
  person: z.string(),
  person_id: id,
  /** The reference of its payment. */
  reference: z.string(),
  /** The staff's note. */
  note: z.string(),
  requested_by: z.string().nullable(),
  settled_by: z.string().nullable(),
  /** The person who received the cash. */
  paid_to: z.string().nullable(),
  /** Number of requests to the provider. */
  asked: z.int(),
  last_error: z.string().nullable(),
  /** The provider needs something from the organisation before it continues. */
  needs_attention: z.boolean(),
  withdrawn_reason: z.string().nullable(),
  allowed: z.array(z.enum(REFUND_ACTS)),
})
export type Refund = z.output<typeof refund>

const errors = ['illegal_transition', 'refund_exceeds_capture'] as const

const refundList = declareList({
  sort: ['due_at', 'amount', 'status', 'settled_at', 'reservation_code', 'person', 'slip_number'],
  order: ['-due_at'],
  filter: {
    status: anyOf(z.enum(REFUND_STATUSES)).optional(),
    reason: anyOf(z.enum(REFUND_REASONS)).optional(),
    way: anyOf(z.enum(REFUND_WAYS)).optional(),
    due_at: dayRange().optional(),
    amount: amountRange().optional(),
    event_id: id.optional(),
    reservation_id: id.optional(),
    payment_id: id.optional(),
  },
})

export const refundRoutes = {
  listOwnRefunds: route({
    method: 'GET',
    path: '/user/reservations/{id}/refunds',
    access: signedIn('user'),
    summary: 'Refunds of an own reservation',
    params: idParams,
    response: z.array(ownRefund),
  }),
  listRefunds: listRoute({
    method: 'GET',
    path: '/admin/refunds',
    access: can('payments.read'),
    summary: 'All refunds, newest first',
    query: listQuery(refundList),
    response: refund,
  }),
  exportRefunds: exportRoute('/admin/refunds/export', 'payments.read', 'refunds', refundList),
  sendRefund: route({
    method: 'POST',
    path: '/admin/refunds/{id}/send',
    access: can('payments.refund'),
    summary: 'Send a refund through the provider of its payment; returns its new status',
    params: idParams,
    response: refund,
    errors,
    idempotent: true,
  }),
  sendRefunds: route({
    method: 'POST',
    path: '/admin/refunds/send',
    access: can('payments.refund'),
    summary: 'Send the given refunds, or all that are due, through their providers; a job sends each one',
    /** What is not known is refused: without a part that narrows it, everything is sent. */
    body: z.strictObject({ refund_ids: z.array(id).min(1).max(500).optional(), event_id: id.optional() }),
    /** `skipped`: named refunds that were not due, or were paid in cash. */
    response: z.object({ queued: z.int(), skipped: z.int() }),
    idempotent: true,
    status: 202,
  }),
  askAboutRefund: route({
    method: 'POST',
    path: '/admin/refunds/{id}/ask',
    access: can('payments.refund'),
    summary: 'Ask the provider for the current status of a requested refund',
    params: idParams,
    response: refund,
    errors: ['illegal_transition', 'payment_outcome_unknown'],
  }),
  giveBackCash: route({
    method: 'POST',
    path: '/admin/refunds/{id}/cash',
    access: can('payments.refund_cash'),
    summary: 'Pay a refund in cash: assigns the next slip number and reduces the caller’s till',
    params: idParams,
    body: z.object({
      paid_to: line(200),
      /**
       * Where the cash comes from if the books show less in the caller’s till. Without it, the request fails with
       * `till_short`.
       */
      till_reason: line(200).optional(),
    }),
    response: refund,
    errors: [...errors, 'till_closed', 'till_short'],
    idempotent: true,
  }),
  settleRefundOutside: route({
    method: 'POST',
    path: '/admin/refunds/{id}/outside',
    access: can('payments.refund'),
    summary: 'Record a refund made outside this product',
    params: idParams,
    body: z.object({ reason: line(300) }),
    response: refund,
    errors,
    idempotent: true,
  }),
  withdrawRefund: route({
    method: 'POST',
    path: '/admin/refunds/{id}/withdraw',
    access: can('payments.refund'),
    summary: 'Withdraw an unsent refund; the organisation keeps the money, for the given reason',
    params: idParams,
    body: z.object({ reason: line(300) }),
    response: refund,
    errors,
    idempotent: true,
  }),
  lookedAtPayment: route({
    method: 'POST',
    path: '/admin/payments/{id}/looked-at',
    access: can('payments.refund'),
    summary: 'Take a payment that differed from its request off the open list, with a note of what was done',
    params: idParams,
    body: z.object({ reason: line(300) }),
    response: done,
    errors: ['illegal_transition'],
    idempotent: true,
  }),
} as const
