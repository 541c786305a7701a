import { LANGUAGES, type Language } from '../text/language.ts'

/**
 * The fields of a message that the office writes: `{{first_name}}` is replaced with the reader's own. Declared here
 * only; validation, the menu of the editor, the preview and the sending follow.
 */

/** What a field is about. A message to people without a reservation has no fields of one. */
type About = 'person' | 'reservation'
interface FieldSpec {
  readonly about: About
  /** Shown where no person is chosen. */
  readonly example: string
}

export const MESSAGE_FIELD_NAMES = [
  'first_name',
  'last_name',
  'full_name',
  'title',
  'assembly',
  'organisation',
  'office_phone',
  'account_link',
  'event',
  'event_dates',
  'place',
  'code',
  'participant_type',
  'guests',
  'room',
  'total',
  'paid',
  'balance',
  'due_date',
  'reservation_link',
  'feedback_link',
] as const
export type MessageField = (typeof MESSAGE_FIELD_NAMES)[number]

export const MESSAGE_FIELDS: Readonly<Record<MessageField, FieldSpec>> = {
  first_name: { about: 'person', example: 'Isaac' },
  last_name: { about: 'person', example: 'Quartey' },
  full_name: { about: 'person', example: 'Isaac Quartey' },
  title: { about: 'person', example: 'Pastor' },
  assembly: { about: 'person', example: 'Kaneshie Central' },
  organisation: { about: 'person', example: 'Shiloh' },
  office_phone: { about: 'person', example: '030 277 0110' },
  account_link: { about: 'person', example: 'https://shiloh.example/home' },
  event: { about: 'reservation', example: 'Ministers & Wives 2027' },
  event_dates: { about: 'reservation', example: 'Fri 22 – Wed 27 January, 2027' },
  place: { about: 'reservation', example: 'Gomoa Fetteh' },
  code: { about: 'reservation', example: 'MW-7KQ2' },
  participant_type: { about: 'reservation', example: 'Minister and wife' },
  guests: { about: 'reservation', example: 'Isaac Quartey, Grace Quartey' },
  room: { about: 'reservation', example: 'Block A 401' },
  total: { about: 'reservation', example: 'GHS 3,400.00' },
  paid: { about: 'reservation', example: 'GHS 1,020.00' },
  balance: { about: 'reservation', example: 'GHS 2,380.00' },
  due_date: { about: 'reservation', example: 'Fri 08-01-2027' },
  reservation_link: { about: 'reservation', example: 'https://shiloh.example/reservations/7' },
  feedback_link: { about: 'reservation', example: 'https://shiloh.example/reservations/7/feedback' },
}

const isField = (name: string): name is MessageField => Object.hasOwn(MESSAGE_FIELDS, name)

/** A piece of a text: words, or a field. */
export type MessagePart = { readonly words: string } | { readonly field: string }

const FIELD = /\{\{\s*([a-z_]*)\s*\}\}/g

/** Splits a text at its fields. An unknown field is a part too. */
export const partsOf = (text: string): MessagePart[] => {
  const parts: MessagePart[] = []
  let from = 0
  for (const found of text.matchAll(FIELD)) {
    if (found.index > from) parts.push({ words: text.slice(from, found.index) })
    parts.push({ field: found[1] ?? '' })
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ words: text.slice(from) })
  return parts
}

const IN_SINGLE_BRACES = /\{\s*([a-z_]+)\s*\}/g
/** Saved replies write `{name}`. */
const isMeantAsField = (name: string) => name === 'name' || isField(name)

/** Returns what somebody meant as a field but wrote in single braces: it would go out as it stands. */
export const inSingleBraces = (text: string): string[] =>
  partsOf(text).flatMap((part) =>
    'words' in part
      ? [...part.words.matchAll(IN_SINGLE_BRACES)].flatMap(([written, name = '']) =>
          isMeantAsField(name) ? [written] : [],
        )
      : [],
  )

/**
 * Returns the fields of a text that do not exist. `{{` that closes nowhere counts as one, and so does a field in single
 * braces.
 */
export const unknownFields = (text: string): string[] => [
  ...partsOf(text).flatMap((part) => {
    if ('field' in part) return isField(part.field) ? [] : [part.field]
    return part.words.includes('{{') || part.words.includes('}}') ? ['{{'] : []
  }),
  ...inSingleBraces(text),
]

/** Returns whether a text says something that only a reservation has. */
export const needsReservation = (text: string): boolean =>
  partsOf(text).some(
    (part) => 'field' in part && isField(part.field) && MESSAGE_FIELDS[part.field].about === 'reservation',
  )

/** Returns the names of a text's fields that do not exist, or that only a reservation has where there is none. */
export const namedUnknown = (text: string, withReservation: boolean): string[] =>
  partsOf(text).flatMap((part) => {
    if ('words' in part) return []
    const isKnown = isField(part.field) && (withReservation || MESSAGE_FIELDS[part.field].about !== 'reservation')
    return isKnown ? [] : [part.field]
  })

/**
 * Returns texts without what is wrong in them, to count who gets them: unknown fields, those in single braces, and braces
 * that close nowhere.
 */
export const withoutUnknown = (texts: MessageTexts, withReservation: boolean): MessageTexts => {
  const mended = (text: string) =>
    partsOf(text)
      .map((part) => {
        if ('words' in part)
          return part.words
            .replaceAll(/\{\{|\}\}/g, '')
            .replaceAll(IN_SINGLE_BRACES, (written, name: string) => (isMeantAsField(name) ? '' : written))
        const field = `{{${part.field}}}`
        return namedUnknown(field, withReservation).length > 0 ? '' : field
      })
      .join('')
  return Object.fromEntries(
    Object.entries(texts).map(([language, { subject, body, sms }]) => [
      language,
      { subject: mended(subject), body: mended(body), sms: mended(sms) },
    ]),
  )
}

export type MessageValues = Readonly<Partial<Record<MessageField, string>>>

/** Replaces the fields of a text. A field without a value leaves nothing. */
export const fillFields = (text: string, values: MessageValues): string =>
  partsOf(text)
    .map((part) => ('words' in part ? part.words : isField(part.field) ? (values[part.field] ?? '') : ''))
    .join('')

/** The text of one language. An SMS is one text; a mail and a notice in the app have a subject and a body. */
export interface MessageText {
  readonly subject: string
  readonly body: string
  readonly sms: string
}
export type MessageTexts = Readonly<Partial<Record<Language, MessageText>>>

export const MESSAGE_CHANNELS = ['app', 'mail', 'sms'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** Returns whether a text has what the channel needs. */
export const hasTextFor = (text: MessageText | undefined, channel: MessageChannel): text is MessageText => {
  if (text === undefined) return false
  return channel === 'sms' ? text.sms !== '' : text.subject !== '' && text.body !== ''
}

/**
 * Returns the language that a reader gets: their own, the church's own where it has no text, otherwise the first that has
 * one. Null if there is no text for the channel at all.
 */
export const languageFor = (
  texts: MessageTexts,
  channel: MessageChannel,
  reader: Language,
  own: Language,
): Language | null => [reader, own, ...LANGUAGES].find((language) => hasTextFor(texts[language], channel)) ?? null
