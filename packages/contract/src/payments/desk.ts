import { z } from 'zod'
import { currency, line, money, route, signedIn } from '../core.ts'
import { PAYMENT_STATUSES, paymentReference } from './payments.ts'

/** Payments at the gate: somebody with a balance pays where they stand. Only for check-in users who may take payments. */

/**
 * Networks of mobile money. MTN and AT ask on the phone itself. For Telecel, the person makes a voucher with *110# and
 * reads it to the desk.
 */
export const MOBILE_NETWORKS = ['mtn', 'at', 'telecel'] as const
export type MobileNetwork = (typeof MOBILE_NETWORKS)[number]

/** The prefixes that Ghana has given to each network. A number that was taken to another network keeps its own. */
const PREFIXES: Readonly<Record<MobileNetwork, readonly string[]>> = {
  mtn: ['24', '25', '53', '54', '55', '59'],
  at: ['26', '27', '56', '57'],
  telecel: ['20', '50'],
}

/** Returns the network that a number of Ghana probably has, also while it is typed. */
export const networkOf = (phone: string): MobileNetwork | undefined => {
  const prefix = /^(?:\+233|00233|233)?0?(\d\d)/.exec(phone.replace(/[^\d+]/g, ''))?.[1]
  return MOBILE_NETWORKS.find((network) => prefix !== undefined && PREFIXES[network].includes(prefix))
}

/** The printed code: a device without the index of names knows nothing else of a reservation. */
const codeParams = z.object({ code: line(20) })

export const deskRoutes = {
  getDeskPayment: route({
    method: 'GET',
    path: '/check-in-users/reservations/{code}/payment',
    access: signedIn('checkin_user'),
    summary: 'What a reservation owes, and how it can be paid at the gate',
    params: codeParams,
    response: z.object({
      balance: money,
      currency,
      /** The number on file, where a prompt can go. */
      phone: z.string().nullable(),
      /** The networks to which prompts can be sent. Empty: no provider sends prompts. */
      networks: z.array(z.enum(MOBILE_NETWORKS)),
    }),
  }),
  takeCashAtGate: route({
    method: 'POST',
    path: '/check-in-users/reservations/{code}/cash-payment',
    access: signedIn('checkin_user'),
    summary: 'Take the whole balance in cash; assigns the next receipt number',
    params: codeParams,
    /** What the device shows. The call fails if something else is owed by now. */
    body: z.object({ balance: money, currency }),
    response: z.object({ receipt_number: z.int().nullable(), amount: money, currency }),
    errors: [
      'nothing_to_pay',
      'hold_expired',
      'currency_mismatch',
      'illegal_transition',
      'refund_under_way',
      'till_closed',
      'stale',
    ],
    idempotent: true,
    status: 201,
  }),
  promptAtGate: route({
    method: 'POST',
    path: '/check-in-users/reservations/{code}/payment-prompt',
    access: signedIn('checkin_user'),
    summary:
      'Ask for the whole balance on a phone, by mobile money. One that was just sent is not sent again, and the answer says whose phone it asks, and one whose answer was lost is asked about first',
    params: codeParams,
    body: z.object({ phone: line(40), network: z.enum(MOBILE_NETWORKS) }),
    response: z.object({
      reference: z.string(),
      amount: money,
      currency,
      /** The network waits for the voucher that the person makes on their phone. */
      needs_voucher: z.boolean(),
      /** The number that is asked. One that was asked just before is not taken back: another can be asked once it has ended. */
      phone: z.string(),
      /** False: the provider did not answer, and it is not known whether the phone was asked. Check the prompt as usual. */
      sent: z.boolean(),
    }),
    errors: [
      'nothing_to_pay',
      'hold_expired',
      'illegal_transition',
      'refund_under_way',
      'payment_provider_unavailable',
      'payment_refused',
      'payment_outcome_unknown',
      'currency_not_online',
    ],
    status: 201,
    limits: [{ points: 60, seconds: 600, by: 'caller' }],
  }),
  submitVoucher: route({
    method: 'POST',
    path: '/check-in-users/reservations/{code}/payment-prompt/{reference}/voucher',
    access: signedIn('checkin_user'),
    summary: 'Pass on the voucher of a prompt that waits for one',
    params: codeParams.extend({ reference: paymentReference }),
    body: z.object({ voucher: z.string().regex(/^\d{4,10}$/, { error: 'invalid' }) }),
    /** The network did not know this voucher, and waits for another. */
    response: z.object({ needs_voucher: z.boolean() }),
    errors: ['not_found', 'payment_provider_unavailable', 'payment_refused', 'payment_outcome_unknown'],
    limits: [{ points: 60, seconds: 600, by: 'caller' }],
  }),
  checkPrompt: route({
    method: 'GET',
    path: '/check-in-users/reservations/{code}/payment-prompt/{reference}',
    access: signedIn('checkin_user'),
    summary: 'Ask the provider what became of a prompt, and settle it once',
    params: codeParams.extend({ reference: paymentReference }),
    response: z.object({ status: z.enum(PAYMENT_STATUSES), balance: money, currency }),
    limits: [{ points: 600, seconds: 600, by: 'caller' }],
  }),
} as const
