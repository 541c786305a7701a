import { z } from 'zod'
import { exportRoute } from '../admin-resource.ts'
import {
  can,
  currency,
  day,
  done,
  id,
  idParams,
  line,
  listRoute,
  money,
  providerSignature,
  route,
  signedIn,
  timestamp,
} from '../core.ts'
import { amountRange, anyOf, dayRange, declareList, listQuery } from '../lists.ts'
import { REFUND_ACTS, REFUND_REASONS, REFUND_STATUSES } from './refunds.ts'

export const PROVIDERS = ['sandbox', 'paystack', 'stripe', 'cash'] as const
export type ProviderName = (typeof PROVIDERS)[number]
/** Providers through which people can pay themselves. Cash is taken by a cashier. */
export const ONLINE_PROVIDERS = ['sandbox', 'paystack', 'stripe'] as const
export type OnlineProviderName = (typeof ONLINE_PROVIDERS)[number]

export const PAYMENT_STATUSES = [
  'created',
  'started',
  'paid',
  'failed',
  'abandoned',
  'refund_due',
  'refunded',
  'void',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** How a provider's report differed from the request. Such a payment stays on the staff's open list. */
export const MISMATCHES = ['short', 'over', 'currency', 'test_money', 'reference_taken', 'too_late'] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** The result of a provider's webhook event. */
export const NOTICE_OUTCOMES = [
  'settled',
  'mismatch',
  'late',
  'failed',
  'abandoned',
  'pending',
  'ignored',
  'unknown_reference',
  'refund_done',
  'refund_refused',
  'refund_pending',
  'refund_unknown',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
] as const
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number]

/** Letters, digits, `-`, `.`, `=`: accepted by every provider. */
export const paymentReference = z.string().regex(/^[A-Za-z0-9.=-]{6,64}$/, { error: 'invalid' })

export const payment = z.object({
  _id: id,
  reference: z.string(),
  reservation_id: id,
  provider: z.enum(PROVIDERS),
  status: z.enum(PAYMENT_STATUSES),
  amount: money,
  captured: money,
  refunded: money,
  /** The amount that can still be refunded: captured, and neither refunded nor under way. */
  refundable: money,
  currency,
  mismatch: z.enum(MISMATCHES).nullable(),
  /** When somebody took it off the open list. */
  looked_at: timestamp.nullable(),
  looked_reason: z.string().nullable(),
  receipt_number: z.number().nullable(),
  /** Which payment of its reservation through a provider it is. Null: cash, or nothing was captured. */
  online_number: z.int().nullable(),
  cashier: z.string().nullable(),
  note: z.string(),
  void_reason: z.string().nullable(),
  created_at: timestamp,
  settled_at: timestamp.nullable(),
})
export type Payment = z.output<typeof payment>

const paymentWithReservation = payment.extend({
  reservation_code: z.string(),
  event_name: z.string(),
  person: z.string(),
  person_id: id,
})
export type PaymentRow = z.output<typeof paymentWithReservation>

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const

/** Kinds of open items: see `openMoney`. */
export const OPEN_KINDS = ['refund', 'mismatch', 'dispute', 'part_payment', 'charged_back', 'homeless'] as const
export type OpenKind = (typeof OPEN_KINDS)[number]

/**
 * One item of the open list. `refund`: money to pay back. `mismatch`: a payment that differed from the request.
 * `dispute`: a payment in dispute with a bank, until it is won or lost. `part_payment`: part of a price was paid and the hold has expired. `charged_back`: what
 * somebody who is checked in owes since a bank took money back; staff take or waive it. `homeless`: money of a failed or cancelled
 * reservation that is neither retained by the rule nor being refunded.
 */
export const openMoney = z.object({
  _id: id,
  kind: z.enum(OPEN_KINDS),
  refund_id: id.nullable(),
  payment_id: id.nullable(),
  reservation_id: id,
  reservation_code: z.string(),
  reservation_status: z.string(),
  event_name: z.string(),
  person: z.string(),
  person_id: id,
  /** The status of a refund. */
  status: z.enum(REFUND_STATUSES).nullable(),
  refund_reason: z.enum(REFUND_REASONS).nullable(),
  mismatch: z.enum(MISMATCHES).nullable(),
  provider: z.enum(PROVIDERS).nullable(),
  reference: z.string().nullable(),
  amount: money,
  currency,
  since: timestamp,
  last_error: z.string().nullable(),
  /** The actions on a refund. `looked_at` takes a payment off the list. `ask_dispute` asks the provider how a dispute goes. */
  allowed: z.array(z.enum([...REFUND_ACTS, 'looked_at', 'ask_dispute'])),
})
export type OpenMoney = z.output<typeof openMoney>

const positiveMoney = money.refine((amount) => amount > 0, { error: 'too_small' })

export const startPaymentBody = z.object({
  provider: z.enum(ONLINE_PROVIDERS).optional(),
  /**
   * Minor units. Omitted: the whole balance. Less than the balance is accepted only if the event allows part payments.
   */
  amount: positiveMoney.optional(),
  /** Where the browser returns to: a path of this site. */
  return_url: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[^\\\s]*$/, { error: 'invalid' })
    .optional(),
})

const startedPayment = z.object({
  reference: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  checkout_url: z.string().nullable(),
})

const verifiedPayment = z.object({
  reference: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  reservation: z.object({
    _id: id,
    code: z.string(),
    status: z.string(),
    total: money,
    paid: z.number(),
    balance: z.number(),
    currency,
  }),
})

/** All cashiers' receipts and refunds of one business day, in the organisation's currency. */
export const dailyClosing = z.object({
  day,
  currency,
  receipts: z.int(),
  first_receipt: z.number().nullable(),
  last_receipt: z.number().nullable(),
  taken: money,
  voided: money,
  given_back: z.number(),
  net: z.number(),
  by_cashier: z.array(
    z.object({
      cashier_id: id,
      name: z.string(),
      receipts: z.int(),
      taken: money,
      voided: money,
      given_back: z.number(),
      net: z.number(),
      /** The id of the closing, once the day is signed. */
      closing_id: id.nullable(),
    }),
  ),
})
export type DailyClosing = z.output<typeof dailyClosing>

const openList = declareList({
  sort: ['since', 'amount', 'kind', 'status', 'reservation_code', 'person', 'event_name'],
  order: ['since'],
  filter: {
    kind: anyOf(z.enum(OPEN_KINDS)).optional(),
    event_id: id.optional(),
    amount: amountRange().optional(),
    since: dayRange().optional(),
  },
})

export const paymentRoutes = {
  listPaymentProviders: route({
    method: 'GET',
    path: '/user/payment-providers',
    access: signedIn(),
    summary: 'The available payment providers, the default first',
    response: z.array(z.enum(ONLINE_PROVIDERS)),
  }),
  listOwnPayments: route({
    method: 'GET',
    path: '/user/reservations/{id}/payments',
    access: signedIn('user'),
    summary: 'The payments of an own reservation',
    params: idParams,
    response: z.array(payment),
  }),
  startPayment: route({
    method: 'POST',
    path: '/user/reservations/{id}/payments',
    access: signedIn('user'),
    summary: 'Start a payment: returns the address of the provider’s checkout page',
    params: idParams,
    body: startPaymentBody,
    response: startedPayment,
    errors: [
      'nothing_to_pay',
      'illegal_transition',
      'refund_under_way',
      'stale',
      'hold_expired',
      'payment_provider_unavailable',
      'payment_refused',
      'payment_outcome_unknown',
      'currency_not_online',
      'locked',
    ],
    idempotent: true,
    status: 201,
    limits: [{ points: 30, seconds: 600, by: 'caller' }],
  }),
  verifyPayment: route({
    method: 'GET',
    path: '/user/verify-payment/{id}',
    access: signedIn('user'),
    summary: 'Verify an own payment with its provider, by reference, and settle it once',
    params: z.object({ id: paymentReference }),
    response: verifiedPayment,
    errors: ['payment_outcome_unknown'],
    limits: [{ points: 120, seconds: 600, by: 'caller' }],
  }),
  receiveWebhook: route({
    method: 'POST',
    path: '/payments/webhooks/{provider}',
    access: providerSignature,
    summary: 'Webhook of a payment provider; signed over the raw body',
    params: z.object({ provider: z.enum(ONLINE_PROVIDERS) }),
    body: z.unknown(),
    response: done,
    errors: ['invalid_token'],
  }),
  listReservationPayments: route({
    method: 'GET',
    path: '/admin/reservations/{id}/payments',
    access: can('payments.read'),
    summary: 'The payments of a reservation',
    params: idParams,
    response: z.array(payment),
  }),
  listPersonPayments: route({
    method: 'GET',
    path: '/admin/users/{id}/payments',
    access: can('payments.read'),
    summary: 'The payments of all reservations of a person, newest first, 200 at most',
    params: idParams,
    response: z.array(paymentWithReservation),
  }),
  listCashPayments: listRoute({
    method: 'GET',
    path: '/admin/reservations/cash-payments',
    access: can('payments.read'),
    summary: 'Cash payments, newest receipt first',
    query: listQuery({
      sort: ['created_at', 'amount', 'receipt_number', 'reservation_code', 'person', 'status'],
      order: ['-receipt_number'],
      filter: {
        event_id: id.optional(),
        cashier_id: anyOf(id).optional(),
        day: day.optional(),
        created_at: dayRange().optional(),
        amount: amountRange().optional(),
        status: anyOf(z.enum(PAYMENT_STATUSES)).optional(),
      },
    }),
    response: paymentWithReservation,
  }),
  cashClosing: route({
    method: 'GET',
    path: '/admin/reservations/cash-payments/closing',
    access: can('payments.read'),
    summary: 'The daily closing of the cash desk, in the organisation’s time zone',
    query: z.object({ day }),
    response: dailyClosing,
  }),
  takeCash: route({
    method: 'POST',
    path: '/admin/reservations/{id}/cash-payment',
    access: can('payments.take_cash'),
    summary: 'Take cash for a reservation; assigns the next receipt number',
    params: idParams,
    body: z.object({ amount: positiveMoney, currency: currency.optional(), note: line(300).optional() }),
    response: payment,
    errors: [
      'nothing_to_pay',
      'hold_expired',
      'currency_mismatch',
      'illegal_transition',
      'refund_under_way',
      'till_closed',
    ],
    idempotent: true,
    status: 201,
  }),
  voidCash: route({
    method: 'POST',
    path: '/admin/payments/{id}/void',
    access: can('payments.void_cash'),
    summary: 'Void a cash payment with a reason; its receipt number is not used again',
    params: idParams,
    body: z.object({ reason: line(300) }),
    response: payment,
    errors: ['illegal_transition', 'refund_under_way', 'till_closed'],
    idempotent: true,
  }),
  listOpenPayments: listRoute({
    method: 'GET',
    path: '/admin/payments/open',
    access: can('payments.read'),
    summary:
      'The open list: unfinished refunds, payments that differed from their request or are in dispute, part payments without a rule',
    query: listQuery(openList),
    response: openMoney,
  }),
  exportOpenPayments: exportRoute('/admin/payments/open/export', 'payments.read', 'the open list', openList),
  askAboutDispute: route({
    method: 'POST',
    path: '/admin/payments/disputes/{id}/ask',
    access: can('payments.refund'),
    summary: 'Ask the provider how an open dispute goes, and book it once it is lost',
    params: idParams,
    response: z.object({ status: z.enum(DISPUTE_STATUSES) }),
    errors: ['illegal_transition', 'payment_outcome_unknown'],
  }),
  refundPayment: route({
    method: 'POST',
    path: '/admin/payments/{id}/refund',
    access: can('payments.refund'),
    summary:
      'Refund a payment the way it was made: first its own due refunds, then those of other payments of its reservation (they are not sent there any more), and anything beyond as goodwill. Cash is handed over by the caller; refunds that a provider has not confirmed yet are `requested`',
    params: idParams,
    body: z.object({
      amount: positiveMoney,
      reason: line(300),
      /**
       * The `refundable` that the caller saw. The request fails with `stale` if it has changed since, for example after
       * a double click.
       */
      refundable: money,
      till_reason: line(200).optional(),
    }),
    response: payment,
    errors: [
      'refund_exceeds_capture',
      'payment_provider_unavailable',
      'illegal_transition',
      'till_closed',
      'till_short',
      'stale',
    ],
    idempotent: true,
  }),
} as const

export const isOnlineProvider = (name: string): name is OnlineProviderName =>
  ONLINE_PROVIDERS.some((provider) => provider === name)
