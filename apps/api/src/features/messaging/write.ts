import { LANGUAGES, type Language } from '@shiloh/contract/core'
import type { LeftOut } from '@shiloh/contract/messaging/bulk'
import {
  fillFields,
  hasTextFor,
  languageFor,
  type MessageChannel,
  type MessageTexts,
  type MessageValues,
} from '@shiloh/contract/messaging/fields'
import { formatDay, formatMoneyInText, formatRange } from '@shiloh/contract/text/format'
import type { Translations } from '@shiloh/contract/text/translations'
import type { ReservationFacts } from '#features/reservations'
import type { Reader } from './people.store.ts'

export interface Frame {
  readonly publicUrl: string
  readonly organisation: { readonly short_name: string; readonly phone: string | null; readonly language: Language }
  /** The reader is of the office: links lead to its pages. */
  readonly isOffice?: boolean
}

/** Returns the page of a reservation for its reader. */
export const reservationPath = (id: string, frame?: Pick<Frame, 'isOffice'>): string =>
  `${frame?.isOffice ? '/admin' : ''}/reservations/${id}`

/** Returns the values of the fields for one reader, in one language. */
export const valuesOf = (
  reader: Reader,
  reservation: ReservationFacts | undefined,
  language: Language,
  { publicUrl, organisation, isOffice = false }: Frame,
): MessageValues => {
  const person: MessageValues = {
    first_name: reader.first_name,
    last_name: reader.last_name,
    full_name: `${reader.first_name} ${reader.last_name}`,
    title: reader.title ?? '',
    assembly: reader.assembly ?? '',
    organisation: organisation.short_name,
    office_phone: organisation.phone ?? '',
    account_link: `${publicUrl}/home`,
  }
  if (!reservation) return person
  const { standing, currency, time_zone, starts_at, ends_at } = reservation
  const money = (amount: number) => formatMoneyInText(amount, currency, language)
  return {
    ...person,
    event: reservation.event,
    event_dates: formatRange(starts_at, ends_at, language, time_zone),
    place: reservation.place,
    code: reservation.code,
    participant_type: reservation.participant_type,
    guests: reservation.guests.join(', '),
    room: reservation.room ?? '',
    total: money(reservation.total),
    paid: money(reservation.paid),
    balance: money(standing.balance),
    due_date: standing.at === null ? '' : formatDay(standing.at, language, time_zone),
    reservation_link: `${publicUrl}${reservationPath(reservation.id, { isOffice })}`,
    feedback_link: `${publicUrl}/reservations/${reservation.id}/feedback`,
  }
}

/**
 * Decides whether a person gets a message over a channel. What the reservation needs goes to people who opted out, and to
 * addresses that nobody confirmed: the office entered many of them. It is always in the app.
 */
export const decideChannel = (reader: Reader, channel: MessageChannel, needed: boolean): LeftOut | null => {
  if (channel === 'app') return null
  const address = channel === 'mail' ? reader.email : reader.phone
  if (address === null) return 'no_address'
  if (needed) return null
  if (reader.muted || !(channel === 'mail' ? reader.mail : reader.sms)) return 'opted_out'
  return (channel === 'mail' ? reader.email_confirmed : reader.phone_verified) ? null : 'unconfirmed'
}

/** A message as one person reads it, for the channels that reach them, and why not for the others. */
export interface WrittenFor {
  /** With its other languages: a notice follows its reader when they change theirs. */
  readonly app?: {
    readonly language: Language
    readonly subject: string
    readonly body: string
    readonly translations: Translations<'title' | 'body'>
  }
  readonly mail?: { readonly language: Language; readonly subject: string; readonly body: string }
  readonly sms?: { readonly language: Language; readonly text: string }
  readonly leftOut: Readonly<Partial<Record<MessageChannel, LeftOut>>>
}

interface Message {
  readonly channels: readonly MessageChannel[]
  readonly texts: MessageTexts
  readonly needed: boolean
}

/** Three newlines of an empty field read as a mistake. */
const tidy = (text: string): string => text.replace(/\n{3,}/g, '\n\n').trim()

/** Writes a message for one person. */
export const writeFor = (
  { channels, texts, needed }: Message,
  reader: Reader,
  reservation: ReservationFacts | undefined,
  frame: Frame,
): WrittenFor => {
  let written: WrittenFor = { leftOut: {} }
  const leave = (channel: MessageChannel, why: LeftOut) => {
    written = { ...written, leftOut: { ...written.leftOut, [channel]: why } }
  }
  for (const channel of channels) {
    const why = decideChannel(reader, channel, needed)
    if (why !== null) {
      leave(channel, why)
      continue
    }
    const language = languageFor(texts, channel, reader.language, frame.organisation.language)
    const text = language === null ? undefined : texts[language]
    if (language === null || text === undefined) {
      leave(channel, 'no_text')
      continue
    }
    const fillIn = (each: string, of: Language) => tidy(fillFields(each, valuesOf(reader, reservation, of, frame)))
    const fill = (each: string) => fillIn(each, language)
    const long = { language, subject: fill(text.subject), body: fill(text.body) }
    if (channel === 'sms') written = { ...written, sms: { language, text: fill(text.sms) } }
    else if (channel === 'mail') written = { ...written, mail: long }
    else {
      const others = LANGUAGES.flatMap((of) => {
        const other = texts[of]
        if (of === language || !hasTextFor(other, channel)) return []
        return [[of, { title: fillIn(other.subject, of), body: fillIn(other.body, of) }]]
      })
      written = { ...written, app: { ...long, translations: Object.fromEntries(others) } }
    }
  }
  return written
}
