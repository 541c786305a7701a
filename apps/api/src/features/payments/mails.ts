import { defineTexts, type Language } from '@shiloh/contract/core'
import { receiptNumber } from '@shiloh/contract/payments/money'
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

/** The financial standing of the reservation, in the words of its page. */
const rest = ({ standing, currency, time_zone }: z.output<typeof facts>, language: Language): string => {
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
}

/** The mail about a payment that arrived. */
export const paymentMail = (
  reservation: PayableReservation,
  standing: Standing & { readonly balance: number },
  payment: Pick<StoredPayment, 'currency' | 'receipt_number' | 'online_number' | 'reference'> & { amount: number },
): Notice[] => {
  const data: z.input<typeof facts> = {
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
  }
  return [{ channel: 'notice', template: 'payment_received', userId: reservation.userId, data }]
}
