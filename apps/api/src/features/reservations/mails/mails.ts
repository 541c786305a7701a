import type { NoticeTopic } from '@shiloh/contract/alerts/notices'
import { defineTexts, LANGUAGES, type Language } from '@shiloh/contract/core'
import { DESK_TEXTS, deskReach } from '@shiloh/contract/reservations/desk'
import { type Standing, standingView } from '@shiloh/contract/reservations/standing'
import { formatDay, formatMoneyInText, formatTime } from '@shiloh/contract/text/format'
import { z } from 'zod'
import type { Sql } from '#platform/db/sql.store'
import { EXAMPLE } from '#platform/messaging/example'
import type { Notice } from '#platform/messaging/messages.store'
import { eventNamed } from '#platform/messaging/named'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import type { TemplateGroup } from '#platform/messaging/written'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'
import type { EventOffer, Person } from '../booking/facts.rules.ts'
import { findPeople } from '../booking/snapshot.sql.ts'
import type { Held } from '../lifecycle/transitions.store.ts'
import { findMoneyStanding } from '../money/standing.store.ts'
import { type ReservationRecord, standingOfRecord } from '../read/views.ts'
import { type Part, partNamed, type partsNamed } from '../waiting-list/part.ts'
import { deskFor } from './desk.store.ts'
import { guestTemplates } from './guest-mails.ts'
import { type MoneyMail, type MoneyText, moneyTexts, standingSaid, standingWords } from './money-mails.ts'
import { type RoomMail, type roomsOf, roomTemplates } from './room-mails.ts'
import { sendAgainTemplates } from './send-again.ts'
import { exampleTicket, ticketOf } from './ticket.ts'

const texts = defineTexts('server/reservation-mails', {
  hello: 'Dear {name},',
  begins: 'It begins on {day} at {time}.',
  open: 'Your reservation and its QR code:',
  reason: 'Reason: {reason}',
  joined_subject: 'You are on the waiting list for {event}',
  joined: 'You are on the waiting list for {event}. We will write to you as soon as a place is free.',
  joined_place: 'You are {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in line.',
  joined_part_subject: 'You are on the waiting list: {what}',
  joined_part: 'You are on the waiting list for “{what}” at {event}. We will write to you as soon as it is free.',
  joined_price: 'It costs {amount} today. You keep this price while you wait. If it falls, you pay the lower one.',
  offer_price:
    'It costs {amount}. You keep the prices of the day on which you joined the waiting list, or pay today’s where they are lower.',
  offer_price_today: 'It costs {amount} at today’s prices.',
  offer_subject: 'A place at {event} is free for you',
  offer:
    'What you were waiting for at {event} is free. We keep it for you until {day}, {time}. Take it or let it go here:',
  offer_part_subject: '“{what}” at {event} is free for you',
  offer_part: '“{what}” at {event} is free. We keep it for you until {day}, {time}. Take it or let it go here:',
  offer_beside:
    '“{what}” at {event} is free. We keep it for you until {day}, {time}. Add it to your reservation or let it go here:',
  offer_notice: 'Kept for you until {day}, {time}.',
  closed_subject: 'What was offered to you at {event} is taken back',
  closed:
    'The participant type “{what}” is no longer open to you, so what was offered to you at {event} goes to the next person.',
  closed_to:
    'The participant type “{what}” is no longer open to {who}, so what was offered to you at {event} goes to the next person.',
  closed_keep: 'Until it is open again, nothing is offered to you, and you keep your place.',
  paused:
    'Nothing can be reserved at {event} at the moment, so what was offered to you is taken back. You keep your place on the waiting list.',
  paused_keep: 'We will write to you as soon as it is offered to you again.',
  ended: 'The waiting list for {event} is closed: the event takes no more reservations.',
  removed_subject: 'You are no longer on the waiting list for {event}',
  removed: 'The organisers took you off the waiting list for {event}.',
  removed_part: 'The organisers took you off the waiting list for “{what}” at {event}.',
})

const facts = z.object({
  name: z.string(),
  code: z.string(),
  reservation_id: z.string(),
  event: z.string(),
  time_zone: z.string(),
  starts_at: z.coerce.date(),
  status: z.string(),
  needs_approval: z.boolean(),
  currency: z.string(),
  /** What was waived just now. */
  amount: z.number().default(0),
  standing: standingView.optional(),
  /** What the organisation retains, by its refund rule, of what was just given up. */
  kept: z.number().default(0),
  /**
   * What became of a change that waited for its payment. Empty if none did, or if it still waits. `reversed` is only in messages from
   * before the one about the payment said it.
   */
  waiting_change: z.enum(['', 'replaced', 'taken_back', 'expired', 'overtaken', 'reversed']).default(''),
  /** When the unpaid amount was due. */
  unpaid_since: z.coerce.date().nullable().default(null),
  reason: z.string().default(''),
  /** What was waited for beside a cancelled reservation. Empty for nothing. */
  what: z.string().default(''),
  /** Who knows where cash is taken. Empty unless it is awaited. */
  desk: z.string().default(''),
})
type Facts = z.output<typeof facts>

const waitingFacts = z.object({
  name: z.string(),
  event: z.string(),
  event_slug: z.string(),
  /** What is waited for. Empty for a place at the event. */
  what: z.string().default(''),
  /** What it costs. Null for nothing, and in messages from before it was said. */
  price: z.object({ amount: z.number(), currency: z.string(), is_kept: z.boolean() }).nullable().default(null),
})
type WaitingPrice = z.output<typeof waitingFacts>['price']
const joinedFacts = waitingFacts.extend({
  reservation_id: z.string().nullable().default(null),
  /** How many wait for the same before them. Null in messages from before it was said. */
  ahead: z.number().nullable().default(null),
})
const closedFacts = waitingFacts.extend({
  entry_id: z.string(),
  /** To whom the participant type `what` is closed. Empty for the reader. */
  who: z.string().default(''),
  /** It is not because of a participant type: nothing can be reserved at the event for now. */
  is_paused: z.boolean().default(false),
})
const removedFacts = waitingFacts.extend({
  reason: z.string().default(''),
  /** Nobody removed them: the list has ended with the event. */
  has_ended: z.boolean().default(false),
})
const offerFacts = waitingFacts.extend({
  time_zone: z.string(),
  until: z.coerce.date(),
  entry_id: z.string().default(''),
  /** The reservation that it can be added to. */
  reservation_id: z.string().nullable().default(null),
})

/** Says what it costs that is waited for or offered, and whether its owner keeps the price. */
const pricedAs = (price: WaitingPrice, text: 'joined_price' | 'offer_price', language: Language): string => {
  if (!price) return ''
  const amount = formatMoneyInText(price.amount, price.currency, language)
  return translate(texts[price.is_kept ? text : 'offer_price_today'], language, { amount })
}

const reservationPath = (id: string): string => `/reservations/${id}`

/** The page of an offer: what it is, until when, and what it costs. */
const offerPath = (entryId: string): string => `/offers/${entryId}`

const paragraphs = (...parts: (string | false | null)[]): string => parts.filter((part) => part).join('\n\n')

const sentences = (...parts: (string | false | null)[]): string => parts.filter((part) => part).join(' ')

/** Maximum length of an event's name in an SMS. */
const BRIEF = 40
const withBrief = (event: string, said: string): string => said.replace(event, () => briefly(event, BRIEF))

/** Messages after which there is no code to show any more. */
const ENDED: readonly MoneyText[] = ['reservation_cancelled', 'reservation_undecided']

/** Returns the message about an event and its effect on the money. */
const aboutMoney = (kind: MoneyText, data: Facts, language: Language, publicUrl: string) => {
  const amount = formatMoneyInText(data.amount, data.currency, language)
  const values = { name: data.name, code: data.code, event: data.event, amount }
  const day = (at: Date) => formatDay(at, language, data.time_zone)
  const said = translate(moneyTexts[kind], language, values)
  const unpaid = data.unpaid_since && translate(moneyTexts.not_paid, language, { day: day(data.unpaid_since) })
  const kept =
    data.kept > 0 &&
    translate(moneyTexts.kept_by_rule, language, { amount: formatMoneyInText(data.kept, data.currency, language) })
  // The others are messages of their own.
  const change =
    data.waiting_change === 'replaced' &&
    translate(moneyTexts[kind === 'bed_released' ? 'change_released' : 'change_replaced'], language)
  const left = data.what !== '' && translate(moneyTexts.left_list, language, { what: data.what })
  const desk = data.desk !== '' && translate(DESK_TEXTS.where, language, { reach: data.desk })
  const stands = data.standing && standingSaid(data.standing, language, data.currency, data.time_zone)
  const title = data.standing ? standingWords(data.standing, language, data.currency, data.time_zone).title : ''
  const subject = translate(moneyTexts[`${kind}_subject`], language, values)
  const link = reservationPath(data.reservation_id)
  const begins = { day: day(data.starts_at), time: formatTime(data.starts_at, language, data.time_zone) }
  return {
    subject,
    body: sentences(said, change, unpaid, stands ?? null, kept, left),
    link,
    // At most two parts. For an ended reservation: the refund and the retained amount. For others: what to do.
    sms:
      kind === 'reservation_cancelled'
        ? sentences(
            `${withBrief(data.event, subject)} (${data.code}).`,
            title && `${title}.`,
            kept,
            `${publicUrl}${link}`,
          )
        : sentences(withBrief(data.event, said), stands ?? null, `${publicUrl}${link}`),
    text: paragraphs(
      translate(texts.hello, language, values),
      sentences(said, change, unpaid),
      sentences(stands ?? null, kept),
      desk,
      left,
      kind === 'confirmed' && translate(texts.begins, language, begins),
      data.reason !== '' && translate(texts.reason, language, { reason: data.reason }),
      !ENDED.includes(kind) && `${translate(texts.open, language)}\n${publicUrl}${link}`,
    ),
  }
}

/** Returns the kind of the first message about a reservation. */
const madeAs = ({ status, needs_approval }: Facts): MoneyText =>
  status === 'active' ? 'confirmed' : needs_approval ? 'approval' : 'held'

/** Returns the kind of a message about a change: it is in force, waits for its payment, or was taken back before that. */
const changedAs = ({ waiting_change, standing }: Facts): MoneyText => {
  if (waiting_change === 'taken_back') return 'change_withdrawn'
  if (waiting_change === 'expired' || waiting_change === 'overtaken' || waiting_change === 'reversed')
    return `change_${waiting_change}`
  return standing?.kind === 'change' || standing?.kind === 'change_cash' ? 'change_held' : 'reservation_changed'
}

const openingOf = (kind: MoneyMail | 'reservation_made', data: Facts): MoneyText => {
  if (kind === 'reservation_made') return madeAs(data)
  return kind === 'reservation_changed' ? changedAs(data) : kind
}

const WAITING = { name: EXAMPLE.name, event: EXAMPLE.event, event_slug: EXAMPLE.event_slug }
const PART = 'Conference shirt, M'
const PRICE = { amount: EXAMPLE.amount, currency: EXAMPLE.currency, is_kept: true }
const ABOUT = {
  name: EXAMPLE.name,
  code: EXAMPLE.code,
  reservation_id: EXAMPLE.id,
  event: EXAMPLE.event,
  time_zone: EXAMPLE.time_zone,
  starts_at: EXAMPLE.starts_at,
  status: 'active',
  needs_approval: false,
  currency: EXAMPLE.currency,
}
const SECURED: Standing = { kind: 'secured', amount: EXAMPLE.amount, at: EXAMPLE.due_at }
const PAID: Standing = { kind: 'paid', amount: 0, at: null }
const FREE: Standing = { kind: 'free', amount: 0, at: null }
const HELD: Standing = { kind: 'held', amount: EXAMPLE.amount, at: EXAMPLE.due_at }
const CHANGE: Standing = { kind: 'change', amount: EXAMPLE.amount, at: EXAMPLE.due_at }
const HELD_CASH: Standing = { kind: 'held_cash', amount: EXAMPLE.amount, at: EXAMPLE.due_at }
const DESK = deskReach({ name: EXAMPLE.organisation, address: 'Ring Road 1, Accra', phone: '+233302123456' })
const CHANGE_CASH: Standing = { ...CHANGE, kind: 'change_cash' }
const APPROVAL: Standing = { kind: 'approval', amount: 0, at: null }
const UNDECIDED: Standing = { kind: 'undecided', amount: 0, at: null }
const REFUNDED: Standing = { kind: 'cancelled_refund', amount: EXAMPLE.amount, at: null }

/** A message about money, with its examples. */
const money = (
  kind: MoneyMail | 'reservation_made',
  group: TemplateGroup,
  examples: readonly z.input<typeof facts>[],
  { topic = 'reservation', withTicket = false }: { topic?: NoticeTopic; withTicket?: boolean } = {},
) =>
  noticeTemplate(
    topic,
    facts,
    (data, language, { publicUrl }) => aboutMoney(openingOf(kind, data), data, language, publicUrl),
    {
      group,
      examples,
      html: ({ status, standing }, language, { publicUrl }) =>
        withTicket && status === 'active' && standing ? exampleTicket(standing, language, publicUrl) : null,
    },
    withTicket
      ? // A held place has no ticket. Checking the status here spares the mails of a sale from reading their reservations.
        async (data, language, deps) =>
          kind !== 'reservation_made' || data.status === 'active' ? ticketOf(deps, data.reservation_id, language) : null
      : undefined,
  )

/** The messages of this feature. */
export const templates: Templates = {
  ...sendAgainTemplates,
  ...roomTemplates,
  ...guestTemplates,
  reservation_made: money(
    'reservation_made',
    'reservations',
    [
      ...[SECURED, PAID, FREE].map((standing) => ({ ...ABOUT, standing })),
      { ...ABOUT, status: 'pending', standing: HELD },
      { ...ABOUT, status: 'pending', standing: HELD_CASH, desk: DESK },
      { ...ABOUT, status: 'pending', needs_approval: true, standing: APPROVAL },
    ],
    { withTicket: true },
  ),
  reservation_cancelled: money('reservation_cancelled', 'reservations', [
    {
      ...ABOUT,
      status: 'cancelled',
      standing: REFUNDED,
      kept: EXAMPLE.amount / 4,
      unpaid_since: EXAMPLE.due_at,
      reason: 'The hall is closed for repairs',
      what: PART,
    },
  ]),
  reservation_kept: money('reservation_kept', 'reservations', [{ ...ABOUT, standing: SECURED }]),
  reservation_approved: money('reservation_approved', 'reservations', [{ ...ABOUT, standing: SECURED }], {
    withTicket: true,
  }),
  reservation_undecided: money('reservation_undecided', 'reservations', [
    { ...ABOUT, status: 'failed', needs_approval: true, standing: UNDECIDED },
  ]),
  reservation_changed: money(
    'reservation_changed',
    'reservations',
    [
      { ...ABOUT, standing: SECURED },
      { ...ABOUT, standing: CHANGE },
      { ...ABOUT, standing: CHANGE_CASH, desk: DESK },
      { ...ABOUT, standing: SECURED, waiting_change: 'replaced' },
      { ...ABOUT, standing: SECURED, waiting_change: 'taken_back' },
      { ...ABOUT, standing: SECURED, waiting_change: 'expired' },
      { ...ABOUT, standing: SECURED, waiting_change: 'overtaken' },
      { ...ABOUT, standing: HELD, waiting_change: 'reversed' },
    ],
    { withTicket: true },
  ),
  balance_due: money('balance_due', 'payments', [{ ...ABOUT, standing: SECURED }], { topic: 'payment' }),
  balance_waived: money('balance_waived', 'payments', [{ ...ABOUT, amount: EXAMPLE.amount, standing: PAID }], {
    topic: 'payment',
    withTicket: true,
  }),
  bed_released: money('bed_released', 'rooms', [
    { ...ABOUT, standing: SECURED },
    { ...ABOUT, standing: SECURED, waiting_change: 'replaced' },
  ]),
  waiting_joined: noticeTemplate(
    'waiting_list',
    joinedFacts,
    (data, language, { publicUrl }) => {
      const values = { name: data.name, event: data.event, what: data.what }
      const link = data.reservation_id === null ? `/events/${data.event_slug}/reserve` : '/reservations'
      const place = data.ahead !== null && translate(texts.joined_place, language, { place: data.ahead + 1 })
      const said = sentences(translate(data.what === '' ? texts.joined : texts.joined_part, language, values), place)
      const price = pricedAs(data.price, 'joined_price', language)
      return {
        subject: translate(data.what === '' ? texts.joined_subject : texts.joined_part_subject, language, values),
        body: sentences(said, price),
        link,
        sms: withBrief(data.event, said),
        text: paragraphs(translate(texts.hello, language, values), `${said}\n${publicUrl}${link}`, price),
      }
    },
    {
      group: 'reservations',
      examples: [
        { ...WAITING, ahead: 6, price: PRICE },
        { ...WAITING, what: PART, ahead: 0, price: PRICE },
      ],
    },
  ),
  waiting_offer: noticeTemplate(
    'waiting_list',
    offerFacts,
    (data, language, { publicUrl }) => {
      const values = {
        name: data.name,
        event: data.event,
        what: data.what,
        day: formatDay(data.until, language, data.time_zone),
        time: formatTime(data.until, language, data.time_zone),
      }
      // A message from before offers had a page does not know its entry.
      const link = data.entry_id ? offerPath(data.entry_id) : `/events/${data.event_slug}/reserve`
      const subject = translate(data.what === '' ? texts.offer_subject : texts.offer_part_subject, language, values)
      const said = data.reservation_id ? texts.offer_beside : data.what === '' ? texts.offer : texts.offer_part
      const kept = translate(texts.offer_notice, language, values)
      const price = pricedAs(data.price, 'offer_price', language)
      return {
        subject,
        body: sentences(kept, price),
        link,
        sms: sentences(`${withBrief(data.event, subject)}.`, kept, `${publicUrl}${link}`),
        text: paragraphs(
          translate(texts.hello, language, values),
          `${translate(said, language, values)}\n${publicUrl}${link}`,
          price,
        ),
      }
    },
    {
      group: 'reservations',
      examples: [
        { ...WAITING, time_zone: EXAMPLE.time_zone, until: EXAMPLE.due_at, entry_id: EXAMPLE.id, price: PRICE },
        {
          ...WAITING,
          what: PART,
          time_zone: EXAMPLE.time_zone,
          until: EXAMPLE.due_at,
          entry_id: EXAMPLE.id,
          price: { ...PRICE, is_kept: false },
        },
        {
          ...WAITING,
          what: PART,
          time_zone: EXAMPLE.time_zone,
          until: EXAMPLE.due_at,
          entry_id: EXAMPLE.id,
          reservation_id: EXAMPLE.id,
        },
      ],
    },
  ),
  waiting_closed: noticeTemplate(
    'waiting_list',
    closedFacts,
    ({ entry_id, is_paused, ...values }, language, { publicUrl }) => {
      const link = offerPath(entry_id)
      const closed = values.who === '' ? texts.closed : texts.closed_to
      const said = translate(is_paused ? texts.paused : closed, language, values)
      const kept = translate(is_paused ? texts.paused_keep : texts.closed_keep, language)
      return {
        subject: translate(texts.closed_subject, language, values),
        body: sentences(said, kept),
        link,
        sms: sentences(withBrief(values.event, said), `${publicUrl}${link}`),
        text: paragraphs(translate(texts.hello, language, values), said, `${kept}\n${publicUrl}${link}`),
      }
    },
    {
      group: 'reservations',
      examples: [
        { ...WAITING, entry_id: EXAMPLE.id, what: 'Minister' },
        { ...WAITING, entry_id: EXAMPLE.id, what: 'Minister’s wife', who: 'Abena Mensah' },
        { ...WAITING, entry_id: EXAMPLE.id, is_paused: true },
      ],
    },
  ),
  waiting_removed: noticeTemplate(
    'waiting_list',
    removedFacts,
    (data, language, { publicUrl }) => {
      const values = { name: data.name, event: data.event, what: data.what }
      const link = `/events/${data.event_slug}`
      const subject = translate(texts.removed_subject, language, values)
      const removed = data.what === '' ? texts.removed : texts.removed_part
      const said = translate(data.has_ended ? texts.ended : removed, language, values)
      const reason = data.reason !== '' && translate(texts.reason, language, { reason: data.reason })
      return {
        subject,
        body: sentences(said, reason),
        link,
        sms: sentences(withBrief(data.event, said), reason),
        text: paragraphs(translate(texts.hello, language, values), said, reason, `${publicUrl}${link}`),
      }
    },
    {
      group: 'reservations',
      examples: [
        WAITING,
        { ...WAITING, what: PART, reason: 'The hall is closed for repairs' },
        { ...WAITING, has_ended: true },
      ],
    },
  ),
}

/** A notice as a batch of reservations stores it. */
interface NoticeRow extends Record<string, unknown> {
  readonly user_id: string
  readonly template: string
  readonly language: Language
  readonly data: Readonly<Record<string, unknown>>
}

/** Returns the notice about a new reservation. */
export const madeNotice = (
  person: Person,
  record: ReservationRecord,
  offer: EventOffer,
  language: Language,
  { now, desk = '' }: { readonly now: Date; readonly desk?: string },
): NoticeRow => {
  const standing = standingOfRecord(record, now)
  return {
    user_id: person.id,
    template: 'reservation_made',
    language,
    data: {
      name: person.name,
      code: record.code,
      reservation_id: record.id,
      ...eventNamed(offer),
      time_zone: record.event.timeZone,
      starts_at: record.event.startsAt,
      status: record.status,
      needs_approval: record.needsApproval,
      currency: record.currency,
      standing,
      ...(standing.kind === 'held_cash' && { desk }),
    },
  }
}

interface Said {
  readonly reason?: string
  /** The standing, which is looked up if absent. */
  readonly standing?: Standing
  /** What the organisation retains, by its refund rule, of what was just given up. */
  readonly kept?: number
  /** What became of a change that waited for its payment. */
  readonly waiting_change?: 'replaced' | 'taken_back' | 'expired' | 'overtaken'
  /** When the unpaid amount was due. */
  readonly unpaid_since?: Date
  /** What was waived just now. */
  readonly amount?: number
  /** What was waited for beside it until now, with the words of each language. */
  readonly what?: string
  readonly translations?: ReturnType<typeof partsNamed>['translations']
  readonly rooms?: ReturnType<typeof roomsOf>
  readonly desk?: string
}

/** Returns the messages about a change of a reservation. Pass them to `work.send`. */
export const lifeMessages = async (
  sql: Sql,
  name: RoomMail | MoneyMail,
  held: Held,
  offer: EventOffer,
  extra: Said = {},
): Promise<Notice[]> => {
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) return []
  return [
    {
      channel: 'notice',
      template: name,
      userId: person.id,
      data: {
        name: person.name,
        code: held.code,
        reservation_id: held.id,
        ...eventNamed(offer),
        time_zone: offer.timeZone,
        starts_at: offer.startsAt,
        status: held.status,
        needs_approval: held.needsApproval,
        currency: held.currency,
        ...extra,
      },
    },
  ]
}

/** Returns the messages about a change that concerns money, with the current standing. */
export const moneyMessages = async (
  sql: Sql,
  name: MoneyMail,
  held: Held,
  offer: EventOffer,
  now: Date,
  extra: Said = {},
): Promise<Notice[]> => {
  const standing = extra.standing ?? (await findMoneyStanding(sql, held.id, now))
  const desk = await deskFor(sql, standing)
  return lifeMessages(sql, name, held, offer, { ...extra, ...(standing && { standing }), ...(desk && { desk }) })
}

/** Returns the notice about joining the waiting list. */
export const joinedNotice = (
  person: { readonly id: string; readonly name: string },
  offer: EventOffer,
  part: Part,
  {
    reservationId,
    ahead,
    price,
  }: { readonly reservationId: string | null; readonly ahead: number; readonly price: WaitingPrice },
): Notice => ({
  channel: 'notice',
  template: 'waiting_joined',
  userId: person.id,
  data: {
    name: person.name,
    ...partNamed(offer, part),
    event_slug: offer.slug,
    reservation_id: reservationId,
    ahead,
    price,
  },
})

/** Returns the notice about an invitation from the waiting list. */
export const invitationNotice = (
  person: Person,
  offer: EventOffer,
  part: Part,
  held: {
    readonly until: Date
    readonly entryId: string
    readonly reservationId: string | undefined
    readonly price: WaitingPrice
  },
): Notice => ({
  channel: 'notice',
  template: 'waiting_offer',
  userId: person.id,
  data: {
    name: person.name,
    ...partNamed(offer, part),
    event_slug: offer.slug,
    time_zone: offer.timeZone,
    until: held.until,
    entry_id: held.entryId,
    reservation_id: held.reservationId ?? null,
    price: held.price,
  },
})

/** Returns the notice that what was offered is taken back, because a participant type is not open to somebody any more. */
export const closedNotice = (
  person: Person,
  offer: EventOffer,
  entry: { readonly id: string },
  typesIn: (reader: Language) => readonly { readonly name: string; readonly person: string | null }[],
): Notice => {
  const { event, translations = {} } = eventNamed(offer)
  const typeIn = (language: Language) => typesIn(language)[0]?.name ?? ''
  return {
    channel: 'notice',
    template: 'waiting_closed',
    userId: person.id,
    data: {
      name: person.name,
      event,
      event_slug: offer.slug,
      entry_id: entry.id,
      what: typeIn('en'),
      who: typesIn('en')[0]?.person ?? '',
      translations: Object.fromEntries(
        LANGUAGES.map((language) => [language, { ...translations[language], what: typeIn(language) }]),
      ),
    },
  }
}

/** Returns the notice that the office took somebody off the waiting list. */
export const removedNotice = (person: Person, offer: EventOffer, part: Part, reason: string): Notice => ({
  channel: 'notice',
  template: 'waiting_removed',
  userId: person.id,
  data: { name: person.name, ...partNamed(offer, part), event_slug: offer.slug, reason },
})

/** Returns the notice that what was offered is taken back, because nothing can be reserved at the event for now. */
export const pausedNotice = (person: Person, offer: EventOffer, entry: Part & { readonly id: string }): Notice => ({
  channel: 'notice',
  template: 'waiting_closed',
  userId: person.id,
  data: { name: person.name, ...partNamed(offer, entry), event_slug: offer.slug, entry_id: entry.id, is_paused: true },
})

/** Returns the notice that a waiting list has ended with its event. */
export const endedNotice = (person: Person, offer: EventOffer): Notice => ({
  channel: 'notice',
  template: 'waiting_removed',
  userId: person.id,
  data: { name: person.name, ...eventNamed(offer), what: '', event_slug: offer.slug, has_ended: true },
})
