import { defineTexts, type Language, type TextKey } from '@shiloh/contract/core'
import { cashNumber } from '@shiloh/contract/payments/money'
import { REFUND_WAYS, refundExpectedAt } from '@shiloh/contract/payments/refunds'
import { DESK_TEXTS, deskReach } from '@shiloh/contract/reservations/desk'
import { type Standing, standingView } from '@shiloh/contract/reservations/standing'
import { formatDay, formatMoneyInText } from '@shiloh/contract/text/format'
import { z } from 'zod'
import { standingWords } from '#features/reservations'
import { EXAMPLE } from '#platform/messaging/example'
import type { Notice } from '#platform/messaging/messages.store'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import type { WrittenNotice } from '#platform/messaging/written'
import { translate } from '#platform/text/texts'
import type { StoredRefund } from './refunds.store.ts'
import type { PayableReservation } from './store.ts'

const texts = defineTexts('server/refund-mails', {
  hello: 'Dear {name},',
  due_subject: 'Your refund of {amount}: {event}',
  due: '{amount} of what you paid for your reservation {code}, {event}, will be refunded.',
  due_way:
    'It will be refunded the way you paid, by {day}. You do not need to do anything. We will write to you when it has been sent.',
  due_cash: 'You paid in cash: ask for it at the registration desk or the office, or wait until we contact you.',
  sent_subject: 'We sent you {amount}: {event}',
  sent_provider:
    'On {day} we refunded {amount} to you for your reservation {code}, {event}, the way you paid. Banks and networks may take some days to show it.',
  sent_cash: 'On {day} you were given {amount} in cash for your reservation {code}, {event}. Slip number {slip}.',
  sent_outside: 'On {day} we refunded {amount} to you for your reservation {code}, {event}.',
  not_you: 'If you did not get it, please tell us.',
  refused_subject: 'Your refund of {amount} is delayed: {event}',
  refused:
    'The payment service could not refund {amount} for your reservation {code}, {event}. The money is safe with us. We will send it another way or contact you.',
  withdrawn_subject: 'Your refund of {amount} will not be sent: {event}',
  withdrawn:
    'The refund of {amount} for your reservation {code}, {event}, was withdrawn: the organiser keeps the money. If this is not what was agreed, please tell us.',
  recalled:
    'The refund of {amount} for your reservation {code}, {event}, is not due any more: the money counts for your reservation as it is now. If this is not what was agreed, please tell us.',
  open: 'Your reservation:',
})

const facts = z.object({
  name: z.string(),
  code: z.string(),
  reservation_id: z.string(),
  event: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Whether the payment it belongs to was in cash. */
  paid_in_cash: z.boolean(),
  way: z.enum(REFUND_WAYS).nullable(),
  slip: z.number().nullable(),
  /** It was withdrawn because the reservation was changed again, not by staff. */
  recalled: z.boolean().optional(),
  /** When it is expected or was sent. */
  at: z.coerce.date(),
  time_zone: z.string(),
  /** What is owed after a part payment was given back. Missing for other refunds. */
  standing: standingView.optional(),
  /** Who knows where cash is taken. Empty unless it is awaited. */
  desk: z.string().default(''),
})
type Facts = z.output<typeof facts>

/** The events of a refund that its owner is notified of. */
export type RefundNews = 'due' | 'sent' | 'refused' | 'withdrawn'

const write = (kind: RefundNews, data: Facts, language: Language, publicUrl: string): WrittenNotice => {
  const say = (key: TextKey<typeof texts>): string =>
    translate(texts[key], language, {
      name: data.name,
      code: data.code,
      event: data.event.slice(0, 100),
      amount: formatMoneyInText(data.amount, data.currency, language),
      day: formatDay(data.at, language, data.time_zone),
      slip: data.slip === null ? '' : cashNumber(data.slip),
    })
  const { title, sentence } = data.standing
    ? standingWords(data.standing, language, data.currency, data.time_zone)
    : { title: '', sentence: '' }
  const stands = data.standing ? [`${title}. ${sentence}`] : []
  const said = {
    due: () => [say('due'), say(data.paid_in_cash ? 'due_cash' : 'due_way')],
    sent: () => [say(`sent_${data.way ?? 'outside'}`), say('not_you'), ...stands],
    refused: () => [say('refused')],
    withdrawn: () => [say(data.recalled ? 'recalled' : 'withdrawn')],
  }[kind]()
  const desk = data.desk === '' ? [] : [translate(DESK_TEXTS.where, language, { reach: data.desk })]
  const subject = say(`${kind}_subject`)
  const link = `/reservations/${data.reservation_id}`
  return {
    subject,
    body: said.join(' '),
    link,
    sms: [`${subject}${stands.length > 0 ? '.' : ''}`, ...stands, `${publicUrl}${link}`].join(' '),
    text: [say('hello'), said.join('\n'), ...desk, `${say('open')}\n${publicUrl}${link}`].join('\n\n'),
  }
}

const REFUND = {
  name: EXAMPLE.name,
  code: EXAMPLE.code,
  reservation_id: EXAMPLE.id,
  event: EXAMPLE.event,
  amount: EXAMPLE.amount,
  currency: EXAMPLE.currency,
  paid_in_cash: false,
  way: null,
  slip: 12,
  at: EXAMPLE.due_at,
  time_zone: EXAMPLE.time_zone,
}
/** The examples of each, which together have all texts. */
const EXAMPLES: Readonly<Record<RefundNews, readonly Partial<z.input<typeof facts>>[]>> = {
  due: [{}, { paid_in_cash: true }],
  sent: [
    ...REFUND_WAYS.map((way) => ({ way })),
    {
      way: 'cash',
      standing: { kind: 'held_cash', amount: EXAMPLE.amount, at: EXAMPLE.due_at },
      desk: deskReach({ name: EXAMPLE.organisation, address: 'Ring Road 1, Accra', phone: '+233302123456' }),
    },
  ],
  refused: [{}],
  withdrawn: [{}, { recalled: true }],
}

const about = (kind: RefundNews) =>
  noticeTemplate('payment', facts, (data, language, { publicUrl }) => write(kind, data, language, publicUrl), {
    group: 'payments',
    examples: EXAMPLES[kind].map((each) => ({ ...REFUND, ...each })),
  })

export const refundTemplates: Templates = {
  refund_due: about('due'),
  refund_sent: about('sent'),
  refund_refused: about('refused'),
  refund_withdrawn: about('withdrawn'),
}

/**
 * The notice to the owner of a reservation about a refund, in the app and over the channels they chose.
 *
 * @param owed what is owed now, where it was a part payment
 */
export const refundMail = (
  kind: RefundNews,
  reservation: PayableReservation,
  refund: StoredRefund,
  owed?: { readonly standing: Standing; readonly desk: string },
): Notice[] => {
  const expected = refundExpectedAt({
    status: refund.status,
    dueAt: refund.created_at,
    requestedAt: refund.requested_at,
  })
  const data: z.input<typeof facts> = {
    name: reservation.name,
    code: reservation.code,
    reservation_id: reservation.id,
    event: reservation.eventName,
    amount: refund.amount,
    currency: refund.currency,
    paid_in_cash: refund.provider === 'cash',
    way: refund.way,
    slip: refund.slip_number,
    recalled: refund.status === 'withdrawn' && refund.withdrawn_reason === null,
    at: (refund.settled_at ?? expected ?? refund.created_at).toISOString(),
    time_zone: reservation.timeZone,
    ...(owed && {
      standing: { kind: owed.standing.kind, amount: owed.standing.amount, at: owed.standing.at },
      desk: owed.desk,
    }),
  }
  return [{ channel: 'notice', template: `refund_${kind}`, userId: reservation.userId, data }]
}
