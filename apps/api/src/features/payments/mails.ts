import { defineTexts, type Language } from '@shiloh/contract/core'
import { receiptNumber } from '@shiloh/contract/payments/money'
import { DESK_TEXTS, deskReach } from '@shiloh/contract/reservations/desk'
import { type Standing, standingView } from '@shiloh/contract/reservations/standing'
import { formatMoneyInText } from '@shiloh/contract/text/format'
import { z } from 'zod'
import { exampleTicket, standingWords, ticketOf } from '#features/reservations'
import { EXAMPLE } from '#platform/messaging/example'
import type { Notice } from '#platform/messaging/messages.store'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'
import type { PayableReservation, StoredPayment } from './store.ts'

const texts = defineTexts('server/payment-mails', {
  subject: 'We received {amount} for {event}',
  hello: 'Dear {name},',
  body: 'Thank you. We have received {amount} for your reservation {code}, {event}.',
  receipt: 'Receipt number {number}.',
  reference: 'Reference {reference}.',
  open: 'Your reservation and its QR code:',
  sms: '{event}: {amount} received for {code}. {rest}',
  reversed_subject: 'A payment of {amount} for {event} was taken back',
  voided:
    'The office has voided receipt number {number} of {amount} for your reservation {code}, {event}. This payment no longer counts.',
  charged_back:
    'The bank has taken back {amount} that was paid for your reservation {code}, {event}. This amount no longer counts.',
  change_ended: 'The change that was not paid yet has ended, too.',
  mistake: 'If this is a mistake, please tell us.',
  to_pay: 'Your reservation, what is due and how to pay:',
  reversed_sms: '{event}: a payment of {amount} for {code} was taken back. {rest}',
})

const facts = z.object({
  name: z.string(),
  code: z.string(),
  reservation_id: z.string(),
  event: z.string(),
  amount: z.number(),
  balance: z.number(),
  currency: z.string(),
  receipt_number: z.number().nullable(),
  // Missing in messages from before it was introduced.
  online_number: z.number().nullable().default(null),
  reference: z.string().nullable().default(null),
  standing: standingView,
  time_zone: z.string(),
})
type Facts = z.output<typeof facts>

/** Why money that was received no longer counts: the office voided its receipt, or the bank of the payer took it. */
const REVERSALS = ['voided', 'charged_back'] as const
export type Reversal = (typeof REVERSALS)[number]
const reversedFacts = facts.extend({
  how: z.enum(REVERSALS),
  /** A change that waited for its payment has ended with it. */
  ends_change: z.boolean().default(false),
  /** Who knows where cash is taken. Empty unless it is awaited. */
  desk: z.string().default(''),
})

/** The financial standing of the reservation, in the words of its page. */
const rest = ({ standing, currency, time_zone }: Facts, language: Language): string => {
  const { title, sentence } = standingWords(standing, language, currency, time_zone)
  return `${title}. ${sentence}`
}

const PAYMENT = {
  name: EXAMPLE.name,
  code: EXAMPLE.code,
  reservation_id: EXAMPLE.id,
  event: EXAMPLE.event,
  amount: EXAMPLE.amount,
  balance: EXAMPLE.amount,
  currency: EXAMPLE.currency,
  receipt_number: 482,
  time_zone: EXAMPLE.time_zone,
}
const STANDINGS: readonly Standing[] = [
  { kind: 'secured', amount: EXAMPLE.amount, at: EXAMPLE.due_at },
  { kind: 'paid', amount: 0, at: null },
]
const HELD: Standing = { kind: 'held', amount: EXAMPLE.amount, at: EXAMPLE.due_at }

export const paymentTemplates: Templates = {
  payment_received: noticeTemplate(
    'payment',
    facts,
    (data, language, { publicUrl }) => {
      const amount = formatMoneyInText(data.amount, data.currency, language)
      const link = `/reservations/${data.reservation_id}`
      const receipt = [
        translate(texts.receipt, language, { number: receiptNumber(data, data.code) }),
        // Cash is found by its number.
        ...(data.receipt_number !== null || data.reference === null
          ? []
          : [translate(texts.reference, language, { reference: data.reference })]),
      ]
      const said = translate(texts.body, language, { amount, code: data.code, event: data.event })
      return {
        subject: translate(texts.subject, language, { amount, event: data.event }),
        body: [said, ...receipt, rest(data, language)].join(' '),
        link,
        sms: [
          translate(texts.sms, language, {
            event: data.event.slice(0, 60),
            amount,
            code: data.code,
            rest: rest(data, language),
          }),
          `${publicUrl}${link}`,
        ].join(' '),
        text: [
          translate(texts.hello, language, { name: data.name }),
          [said, ...receipt, rest(data, language)].join('\n'),
          translate(texts.open, language),
          `${publicUrl}${link}`,
        ].join('\n\n'),
      }
    },
    {
      group: 'payments',
      examples: STANDINGS.map((standing, i) => ({
        ...PAYMENT,
        ...(i > 0 && { receipt_number: null, reference: `${EXAMPLE.code}-5f2c91d40a7e` }),
        standing,
      })),
      html: ({ standing }, language, { publicUrl }) => exampleTicket(standing, language, publicUrl),
    },
    (data, language, deps) => ticketOf(deps, data.reservation_id, language),
  ),
  payment_reversed: noticeTemplate(
    'payment',
    reversedFacts,
    (data, language, { publicUrl }) => {
      const values = {
        amount: formatMoneyInText(data.amount, data.currency, language),
        code: data.code,
        event: data.event,
        number: receiptNumber(data, data.code),
      }
      const link = `/reservations/${data.reservation_id}`
      const ended = data.ends_change ? ` ${translate(texts.change_ended, language)}` : ''
      const said = translate(texts[data.how], language, values) + ended
      const mistake = translate(texts.mistake, language)
      const brief = { ...values, event: data.event.slice(0, 60), rest: rest(data, language) }
      return {
        subject: translate(texts.reversed_subject, language, values),
        body: [said, rest(data, language), mistake].join(' '),
        link,
        sms: `${translate(texts.reversed_sms, language, brief)} ${publicUrl}${link}`,
        text: [
          translate(texts.hello, language, { name: data.name }),
          `${said}\n${rest(data, language)}`,
          ...(data.desk === '' ? [] : [translate(DESK_TEXTS.where, language, { reach: data.desk })]),
          mistake,
          `${translate(texts.to_pay, language)}\n${publicUrl}${link}`,
        ].join('\n\n'),
      }
    },
    {
      group: 'payments',
      examples: [
        { ...PAYMENT, how: 'voided', standing: HELD },
        { ...PAYMENT, how: 'voided', ends_change: true, standing: HELD },
        {
          ...PAYMENT,
          how: 'voided',
          standing: { ...HELD, kind: 'held_cash' },
          desk: deskReach({ name: EXAMPLE.organisation, address: 'Ring Road 1, Accra', phone: '+233302123456' }),
        },
        { ...PAYMENT, how: 'charged_back', receipt_number: null, standing: { ...HELD, kind: 'part_paid', at: null } },
      ],
    },
  ),
}

type MailedPayment = Pick<StoredPayment, 'currency' | 'receipt_number' | 'online_number' | 'reference'> & {
  readonly amount: number
}
type OwedStanding = Standing & { readonly balance: number }

const factsOf = (
  reservation: PayableReservation,
  standing: OwedStanding,
  payment: MailedPayment,
): z.input<typeof facts> => ({
  name: reservation.name,
  code: reservation.code,
  reservation_id: reservation.id,
  event: reservation.eventName,
  amount: payment.amount,
  balance: standing.balance,
  standing: { kind: standing.kind, amount: standing.amount, at: standing.at },
  time_zone: reservation.timeZone,
  currency: payment.currency,
  receipt_number: payment.receipt_number,
  online_number: payment.online_number,
  reference: payment.reference,
})

/** The mail about a payment that arrived. */
export const paymentMail = (
  reservation: PayableReservation,
  standing: OwedStanding,
  payment: MailedPayment,
): Notice[] => {
  const data = factsOf(reservation, standing, payment)
  return [{ channel: 'notice', template: 'payment_received', userId: reservation.userId, data }]
}

/** The mail about a payment that no longer counts, with what is owed now. `amount` is what was taken back. */
export const reversalMail = (
  reservation: PayableReservation,
  standing: OwedStanding,
  payment: MailedPayment,
  { how, endsChange, desk }: { readonly how: Reversal; readonly endsChange: boolean; readonly desk: string },
): Notice[] => {
  const facts = factsOf(reservation, standing, payment)
  const data: z.input<typeof reversedFacts> = { ...facts, how, ends_change: endsChange, desk }
  return [{ channel: 'notice', template: 'payment_reversed', userId: reservation.userId, data }]
}
