import { defineTexts, type Language } from '@shiloh/contract/core'
import { balanceOf, coveredOf } from '@shiloh/contract/money'
import { type Standing, standingView } from '@shiloh/contract/standing'
import { z } from 'zod'
import { formatDay, formatMoney, formatTime } from '#platform/format'
import type { Notice } from '#platform/messages.store'
import type { Sql } from '#platform/sql.store'
import { noticeTemplate, type Templates } from '#platform/templates'
import { translate } from '#platform/texts'
import { findPeople } from './facts.store.ts'
import type { Held } from './life.store.ts'
import { type MoneyMail, moneyTexts, standingWords } from './money-mails.ts'
import { type RoomMail, type roomsOf, roomTemplates } from './room-mails.ts'
import type { EventOffer, Person } from './rules.ts'
import { sendAgainTemplates } from './send-again.ts'
import { ticketOf } from './ticket.ts'
import type { ReservationRecord } from './views.ts'

const texts = defineTexts({
  hello: { en: 'Dear {name},', de: 'Guten Tag {name},', fr: 'Bonjour {name},', pt: 'Olá {name},' },
  held_subject: {
    en: 'Your place at {event} is held',
    de: 'Ihr Platz bei „{event}“ ist vorgemerkt',
    fr: 'Votre place pour {event} est retenue',
    pt: 'O seu lugar em {event} está guardado',
  },
  held: {
    en: 'We are holding your reservation {code} for {event}. It is confirmed as soon as {amount} is paid.',
    de: 'Ihre Reservierung {code} für „{event}“ ist vorgemerkt. Sie ist bestätigt, sobald {amount} bezahlt sind.',
    fr: 'Nous retenons votre réservation {code} pour {event}. Elle sera confirmée dès le paiement de {amount}.',
    pt: 'Guardámos a sua reserva {code} para {event}. Fica confirmada assim que {amount} for pago.',
  },
  until: {
    en: 'We hold it until {day}, {time}.',
    de: 'Wir halten sie bis {day}, {time}.',
    fr: 'Nous la gardons jusqu’au {day}, {time}.',
    pt: 'Guardamo-la até {day}, {time}.',
  },
  approval_subject: {
    en: 'We received your request for {event}',
    de: 'Ihre Anfrage für „{event}“ ist angekommen',
    fr: 'Nous avons reçu votre demande pour {event}',
    pt: 'Recebemos o seu pedido para {event}',
  },
  approval: {
    en: 'Your reservation {code} for {event} waits for approval. We will write to you.',
    de: 'Ihre Reservierung {code} für „{event}“ wartet auf die Freigabe. Wir schreiben Ihnen.',
    fr: 'Votre réservation {code} pour {event} attend une approbation. Nous vous écrirons.',
    pt: 'A sua reserva {code} para {event} aguarda aprovação. Iremos escrever-lhe.',
  },
  confirmed_subject: {
    en: 'You are coming to {event}',
    de: 'Sie sind dabei: {event}',
    fr: 'Votre place pour {event} est confirmée',
    pt: 'O seu lugar em {event} está confirmado',
  },
  confirmed: {
    en: 'Your reservation {code} for {event} is confirmed.',
    de: 'Ihre Reservierung {code} für „{event}“ ist bestätigt.',
    fr: 'Votre réservation {code} pour {event} est confirmée.',
    pt: 'A sua reserva {code} para {event} está confirmada.',
  },
  begins: {
    en: 'It begins on {day} at {time}.',
    de: 'Beginn: {day}, {time}.',
    fr: 'Début : {day}, {time}.',
    pt: 'Começa em {day}, {time}.',
  },
  open: {
    en: 'Your reservation and its QR code:',
    de: 'Ihre Reservierung mit QR-Code:',
    fr: 'Votre réservation et son QR code :',
    pt: 'A sua reserva e o seu código QR:',
  },
  kept_subject: {
    en: 'We keep your place at {event}',
    de: 'Wir halten Ihren Platz bei „{event}“',
    fr: 'Nous gardons votre place pour {event}',
    pt: 'Guardamos o seu lugar em {event}',
  },
  kept: {
    en: 'We keep your reservation {code} for {event} until {day}, {time}. Please pay {amount} by then.',
    de: 'Wir halten Ihre Reservierung {code} für „{event}“ bis {day}, {time}. Bitte zahlen Sie bis dahin {amount}.',
    fr: 'Nous gardons votre réservation {code} pour {event} jusqu’au {day}, {time}. Veuillez payer {amount} d’ici là.',
    pt: 'Guardamos a sua reserva {code} para {event} até {day}, {time}. Pague {amount} até lá.',
  },
  cancelled_subject: {
    en: 'Your reservation for {event} is cancelled',
    de: 'Ihre Reservierung für „{event}“ ist abgesagt',
    fr: 'Votre réservation pour {event} est annulée',
    pt: 'A sua reserva para {event} foi cancelada',
  },
  cancelled: {
    en: 'Your reservation {code} for {event} is cancelled and the places are free for others.',
    de: 'Ihre Reservierung {code} für „{event}“ ist abgesagt, die Plätze sind für andere frei.',
    fr: 'Votre réservation {code} pour {event} est annulée et les places sont libérées.',
    pt: 'A sua reserva {code} para {event} foi cancelada e os lugares ficaram livres para outros.',
  },
  refund: {
    en: '{amount} will be refunded.',
    de: '{amount} werden erstattet.',
    fr: '{amount} vous seront remboursés.',
    pt: 'Serão reembolsados {amount}.',
  },
  reason: { en: 'Reason: {reason}', de: 'Grund: {reason}', fr: 'Motif : {reason}', pt: 'Motivo: {reason}' },
  approved_subject: {
    en: 'Your reservation for {event} is approved',
    de: 'Ihre Reservierung für „{event}“ ist freigegeben',
    fr: 'Votre réservation pour {event} est approuvée',
    pt: 'A sua reserva para {event} foi aprovada',
  },
  approved: {
    en: 'Your reservation {code} for {event} is approved.',
    de: 'Ihre Reservierung {code} für „{event}“ ist freigegeben.',
    fr: 'Votre réservation {code} pour {event} est approuvée.',
    pt: 'A sua reserva {code} para {event} foi aprovada.',
  },
  to_pay: {
    en: 'Please pay {amount} to confirm it.',
    de: 'Bitte zahlen Sie {amount}, um sie zu bestätigen.',
    fr: 'Veuillez payer {amount} pour la confirmer.',
    pt: 'Pague {amount} para a confirmar.',
  },
  joined_subject: {
    en: 'You are on the waiting list for {event}',
    de: 'Sie stehen auf der Warteliste für „{event}“',
    fr: 'Vous êtes sur la liste d’attente pour {event}',
    pt: 'Está na lista de espera para {event}',
  },
  joined: {
    en: 'You are on the waiting list for {event}. We will write to you as soon as a place is free.',
    de: 'Sie stehen auf der Warteliste für „{event}“. Wir schreiben Ihnen, sobald ein Platz frei ist.',
    fr: 'Vous êtes sur la liste d’attente pour {event}. Nous vous écrirons dès qu’une place se libère.',
    pt: 'Está na lista de espera para {event}. Escrever-lhe-emos assim que houver um lugar livre.',
  },
  offer_subject: {
    en: 'A place at {event} is free for you',
    de: 'Bei „{event}“ ist ein Platz für Sie frei',
    fr: 'Une place pour {event} s’est libérée pour vous',
    pt: 'Há um lugar livre para si em {event}',
  },
  offer: {
    en: 'What you were waiting for at {event} is free. We keep it for you until {day}, {time}. Accept it here:',
    de: 'Worauf Sie bei „{event}“ gewartet haben, ist frei. Wir halten es für Sie bis {day}, {time}. Hier nehmen Sie an:',
    fr: 'Ce que vous attendiez pour {event} est libre. Nous le gardons pour vous jusqu’au {day}, {time}. Acceptez ici :',
    pt: 'O que esperava em {event} está livre. Guardamo-lo para si até {day}, {time}. Aceite aqui:',
  },
  offer_notice: {
    en: 'Kept for you until {day}, {time}.',
    de: 'Für Sie gehalten bis {day}, {time}.',
    fr: 'Gardée pour vous jusqu’au {day}, {time}.',
    pt: 'Guardado para si até {day}, {time}.',
  },
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
  hold_expires_at: z.coerce.date().nullable(),
  kept_until: z.coerce.date().nullable().default(null),
  balance: z.number(),
  /** What confirms it: the deposit, or everything. */
  due_now: z.number().optional(),
  currency: z.string(),
  refund: z.number().default(0),
  /** What was waived just now. */
  amount: z.number().default(0),
  standing: standingView.optional(),
  reason: z.string().default(''),
})
type Facts = z.output<typeof facts>

const waitingFacts = z.object({ name: z.string(), event: z.string(), event_slug: z.string() })
const offerFacts = waitingFacts.extend({
  time_zone: z.string(),
  until: z.coerce.date(),
})

const reservationPath = (id: string): string => `/reservations/${id}`

const paragraphs = (...parts: (string | false | null)[]): string => parts.filter((part) => part).join('\n\n')

const sentences = (...parts: (string | false | null)[]): string => parts.filter((part) => part).join(' ')

/** What an SMS says of an event with a long name. */
const BRIEF = 40
const briefly = (event: string, said: string): string =>
  event.length <= BRIEF ? said : said.replace(event, `${event.slice(0, BRIEF - 1).trimEnd()}…`)

const made = (data: Facts, language: Language, publicUrl: string) => {
  const say = (key: keyof typeof texts, values: Record<string, string> = {}) =>
    translate(texts[key], language, { name: data.name, code: data.code, event: data.event, ...values })
  const at = (date: Date) => ({
    day: formatDay(date, data.time_zone, language),
    time: formatTime(date, data.time_zone),
  })
  const isConfirmed = data.status === 'active'
  const kind = isConfirmed ? 'confirmed' : data.needs_approval ? 'approval' : 'held'
  const link = reservationPath(data.reservation_id)
  const until = kind === 'held' && data.hold_expires_at !== null && say('until', at(data.hold_expires_at))
  const said = say(kind, { amount: formatMoney(data.due_now ?? data.balance, data.currency, language) })
  return {
    subject: say(`${kind}_subject`),
    body: sentences(said, until),
    link,
    sms: sentences(briefly(data.event, said), until, `${publicUrl}${link}`),
    text: paragraphs(
      say('hello'),
      said,
      until,
      isConfirmed && say('begins', at(data.starts_at)),
      `${say('open')}\n${publicUrl}${link}`,
    ),
  }
}

const cancelled = (data: Facts, language: Language, publicUrl: string) => {
  const say = (key: keyof typeof texts, values: Record<string, string> = {}) =>
    translate(texts[key], language, { name: data.name, code: data.code, event: data.event, ...values })
  const link = reservationPath(data.reservation_id)
  const refund = data.refund > 0 && say('refund', { amount: formatMoney(data.refund, data.currency, language) })
  return {
    subject: say('cancelled_subject'),
    body: sentences(say('cancelled'), refund),
    link,
    sms: sentences(briefly(data.event, say('cancelled')), refund, `${publicUrl}${link}`),
    text: paragraphs(
      say('hello'),
      say('cancelled'),
      refund,
      data.reason !== '' && say('reason', { reason: data.reason }),
    ),
  }
}

const kept = (data: Facts, language: Language, publicUrl: string) => {
  const until = data.kept_until ?? data.starts_at
  const values = {
    name: data.name,
    code: data.code,
    event: data.event,
    day: formatDay(until, data.time_zone, language),
    time: formatTime(until, data.time_zone),
    amount: formatMoney(data.balance, data.currency, language),
  }
  const link = reservationPath(data.reservation_id)
  const said = translate(texts.kept, language, values)
  return {
    subject: translate(texts.kept_subject, language, values),
    body: said,
    link,
    sms: sentences(briefly(data.event, said), `${publicUrl}${link}`),
    text: paragraphs(
      translate(texts.hello, language, values),
      said,
      `${translate(texts.open, language)}\n${publicUrl}${link}`,
    ),
  }
}

const approved = (data: Facts, language: Language, publicUrl: string) => {
  const say = (key: keyof typeof texts, values: Record<string, string> = {}) =>
    translate(texts[key], language, { name: data.name, code: data.code, event: data.event, ...values })
  const link = reservationPath(data.reservation_id)
  const toPay =
    data.balance > 0 && say('to_pay', { amount: formatMoney(data.due_now ?? data.balance, data.currency, language) })
  return {
    subject: say('approved_subject'),
    body: sentences(say('approved'), toPay),
    link,
    sms: sentences(briefly(data.event, say('approved')), toPay, `${publicUrl}${link}`),
    text: paragraphs(say('hello'), say('approved'), toPay, `${say('open')}\n${publicUrl}${link}`),
  }
}

/** What happened, and where it stands with the money. */
const aboutMoney = (kind: MoneyMail, data: Facts, language: Language, publicUrl: string) => {
  const amount = formatMoney(data.amount, data.currency, language)
  const values = { name: data.name, code: data.code, event: data.event, amount }
  const words = data.standing && standingWords(data.standing, language, data.currency, data.time_zone)
  const said = translate(moneyTexts[kind], language, values)
  const stands = words ? `${words.title}. ${words.sentence}` : ''
  const link = reservationPath(data.reservation_id)
  return {
    subject: translate(moneyTexts[`${kind}_subject`], language, values),
    body: sentences(said, stands),
    link,
    sms: sentences(briefly(data.event, said), stands, `${publicUrl}${link}`),
    text: paragraphs(
      translate(texts.hello, language, values),
      sentences(said, stands),
      `${translate(texts.open, language)}\n${publicUrl}${link}`,
    ),
  }
}

/** What this feature tells people. */
export const templates: Templates = {
  ...sendAgainTemplates,
  ...roomTemplates,
  reservation_made: noticeTemplate(
    'reservation',
    facts,
    (data, language, { publicUrl }) => made(data, language, publicUrl),
    // A place that is only held has no ticket: the mails of a sale do not read their reservations to find that out.
    async (data, language, deps) => (data.status === 'active' ? ticketOf(deps, data.reservation_id, language) : null),
  ),
  reservation_cancelled: noticeTemplate('reservation', facts, (data, language, { publicUrl }) =>
    cancelled(data, language, publicUrl),
  ),
  reservation_kept: noticeTemplate('reservation', facts, (data, language, { publicUrl }) =>
    kept(data, language, publicUrl),
  ),
  reservation_approved: noticeTemplate(
    'reservation',
    facts,
    (data, language, { publicUrl }) => approved(data, language, publicUrl),
    (data, language, deps) => ticketOf(deps, data.reservation_id, language),
  ),
  reservation_changed: noticeTemplate(
    'reservation',
    facts,
    (data, language, { publicUrl }) => aboutMoney('reservation_changed', data, language, publicUrl),
    (data, language, deps) => ticketOf(deps, data.reservation_id, language),
  ),
  balance_due: noticeTemplate('payment', facts, (data, language, { publicUrl }) =>
    aboutMoney('balance_due', data, language, publicUrl),
  ),
  balance_waived: noticeTemplate(
    'payment',
    facts,
    (data, language, { publicUrl }) => aboutMoney('balance_waived', data, language, publicUrl),
    (data, language, deps) => ticketOf(deps, data.reservation_id, language),
  ),
  bed_released: noticeTemplate('reservation', facts, (data, language, { publicUrl }) =>
    aboutMoney('bed_released', data, language, publicUrl),
  ),
  waiting_joined: noticeTemplate('waiting_list', waitingFacts, (data, language, { publicUrl }) => {
    const values = { name: data.name, event: data.event }
    const link = `/events/${data.event_slug}/reserve`
    const said = translate(texts.joined, language, values)
    return {
      subject: translate(texts.joined_subject, language, values),
      body: said,
      link,
      sms: briefly(data.event, said),
      text: paragraphs(translate(texts.hello, language, values), `${said}\n${publicUrl}${link}`),
    }
  }),
  waiting_offer: noticeTemplate('waiting_list', offerFacts, (data, language, { publicUrl }) => {
    const values = {
      name: data.name,
      event: data.event,
      day: formatDay(data.until, data.time_zone, language),
      time: formatTime(data.until, data.time_zone),
    }
    const link = `/events/${data.event_slug}/reserve`
    const subject = translate(texts.offer_subject, language, values)
    const kept = translate(texts.offer_notice, language, values)
    return {
      subject,
      body: kept,
      link,
      sms: sentences(`${briefly(data.event, subject)}.`, kept, `${publicUrl}${link}`),
      text: paragraphs(
        translate(texts.hello, language, values),
        `${translate(texts.offer, language, values)}\n${publicUrl}${link}`,
      ),
    }
  }),
}

/** A notice as a batch of bookings writes it down. */
interface NoticeRow extends Record<string, unknown> {
  readonly user_id: string
  readonly template: string
  readonly language: Language
  readonly data: Readonly<Record<string, unknown>>
}

/** What somebody is told about a reservation that was made. */
export const madeNotice = (person: Person, record: ReservationRecord, language: Language): NoticeRow => ({
  user_id: person.id,
  template: 'reservation_made',
  language,
  data: {
    name: person.name,
    code: record.code,
    reservation_id: record.id,
    event: record.event.name,
    time_zone: record.event.timeZone,
    starts_at: record.event.startsAt,
    status: record.status,
    needs_approval: record.needsApproval,
    hold_expires_at: record.holdExpiresAt,
    balance: balanceOf(record),
    due_now: (record.dueAtOnce ?? record.total) - record.paid,
    currency: record.currency,
  },
})

/** What is told when something happened to a reservation: hand it to `work.send`. */
export const lifeMessages = async (
  sql: Sql,
  name: 'reservation_cancelled' | 'reservation_approved' | 'reservation_kept' | RoomMail | MoneyMail,
  held: Held,
  offer: EventOffer,
  extra: {
    readonly refund: number
    readonly reason: string
    readonly amount?: number
    readonly standing?: Standing | undefined
    readonly rooms?: ReturnType<typeof roomsOf>
  } = { refund: 0, reason: '' },
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
        event: offer.name,
        time_zone: offer.timeZone,
        starts_at: offer.startsAt,
        status: held.status,
        needs_approval: held.needsApproval,
        hold_expires_at: held.holdExpiresAt,
        kept_until: held.keptUntil,
        balance: balanceOf(held),
        due_now: Math.max(0, (held.dueAtOnce ?? held.total) - coveredOf(held)),
        currency: held.currency,
        ...extra,
      },
    },
  ]
}

/** What somebody is told who now waits for a place. */
export const joinedNotice = (person: { readonly id: string; readonly name: string }, offer: EventOffer): Notice => ({
  channel: 'notice',
  template: 'waiting_joined',
  userId: person.id,
  data: { name: person.name, event: offer.name, event_slug: offer.slug },
})

/** What somebody of the waiting list is told whose turn it is. */
export const offerNotice = (person: Person, offer: EventOffer, until: Date): Notice => ({
  channel: 'notice',
  template: 'waiting_offer',
  userId: person.id,
  data: { name: person.name, event: offer.name, event_slug: offer.slug, time_zone: offer.timeZone, until },
})
