import { z } from 'zod'
import { adminResource, exportRoute, flag } from '../admin-resource.ts'
import { id, LANGUAGES, type Language, line, paragraphs } from '../core.ts'
import { declareList } from '../lists.ts'
import { optionalText, stamps } from '../record-fields.ts'
import {
  hasTextFor,
  MESSAGE_CHANNELS,
  type MessageText,
  type MessageTexts,
  needsReservation,
  unknownFields,
} from './fields.ts'

/** Templates of the messages that the office writes. */

const optionalLine = (max: number) => z.union([z.literal(''), line(max)]).default('')
const withKnownFields = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((text) => unknownFields(text).length === 0, { error: 'unknown_field' })
/** For people without a reservation. */
export const withFieldsOfPeople = <T extends z.ZodType<string>>(schema: T) =>
  withKnownFields(schema).refine((text) => !needsReservation(text), { error: 'unknown_field' })

const messageText = z.object({
  /** Without an address or a link, a subject of this length is shown whole by most mail programs. */
  subject: withKnownFields(optionalLine(150)),
  body: withKnownFields(paragraphs(10_000).default('')),
  /** Ten parts at most. */
  sms: withKnownFields(paragraphs(1530).default('')),
})

const textByLanguage = <T extends z.ZodType<MessageText>>(text: T) =>
  z.partialRecord(z.enum(LANGUAGES), text).transform(
    (texts): MessageTexts =>
      Object.fromEntries(
        LANGUAGES.flatMap((language: Language) => {
          const one = texts[language]
          return one && (one.subject !== '' || one.body !== '' || one.sms !== '') ? [[language, one]] : []
        }),
      ),
  )

/** The texts of a message by language. A language without text is absent. */
export const messageTexts = textByLanguage(messageText)

/** The same as they are stored: what is refused today can have been accepted earlier. */
export const storedTexts = textByLanguage(z.object({ subject: z.string(), body: z.string(), sms: z.string() }))

/** Texts as they are stored: those of a draft can be unfinished. */
export const writtenTexts = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({
    subject: paragraphs(500).default(''),
    body: paragraphs(10_000).default(''),
    sms: paragraphs(3000).default(''),
  }),
)

export const messageChannels = z
  .array(z.enum(MESSAGE_CHANNELS))
  .min(1, { error: 'required' })
  .transform((chosen) => MESSAGE_CHANNELS.filter((channel) => chosen.includes(channel)))

/** Names the channels that have no text in any language, as fields of the first language. */
export const missingTexts = (texts: MessageTexts, channels: readonly (typeof MESSAGE_CHANNELS)[number][]) => {
  const written = LANGUAGES.filter((language) => texts[language] !== undefined)
  const first = written[0] ?? 'en'
  return [
    ...new Set(
      channels
        .filter((channel) => !written.some((language) => hasTextFor(texts[language], channel)))
        .map((channel) => {
          if (channel === 'sms') return `texts.${first}.sms`
          return `texts.${first}.${(texts[first]?.subject ?? '') === '' ? 'subject' : 'body'}`
        }),
    ),
  ]
}

/** Names the texts that say something that only a reservation has. */
export const textsOfReservations = (texts: MessageTexts): string[] =>
  LANGUAGES.flatMap((language) => {
    const text = texts[language]
    return text
      ? (['subject', 'body', 'sms'] as const)
          .filter((part) => needsReservation(text[part]))
          .map((part) => `texts.${language}.${part}`)
      : []
  })

const messageTemplate = z.object({
  _id: id,
  name: z.string(),
  purpose: z.string(),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  texts: z.partialRecord(z.enum(LANGUAGES), z.object({ subject: z.string(), body: z.string(), sms: z.string() })),
  needed: z.boolean(),
  /** The languages that have a text. */
  languages: z.array(z.enum(LANGUAGES)),
  ...stamps,
})

const templateBody = z.object({
  name: line(120),
  purpose: optionalText(300),
  channels: messageChannels,
  texts: messageTexts,
  /** Sent to people who opted out, because their reservation needs it. */
  needed: flag.optional(),
})

const templateList = declareList({
  sort: ['name', 'purpose', 'created_at', 'updated_at'],
  order: ['name'],
  filter: { channel: z.enum(MESSAGE_CHANNELS).optional() },
})
const templates = adminResource({
  path: '/admin/message-templates',
  resource: 'messages',
  name: 'message templates',
  item: messageTemplate,
  create: templateBody,
  update: templateBody.partial(),
  list: templateList,
})

export const messageTemplateRoutes = {
  listMessageTemplates: templates.list,
  createMessageTemplate: templates.create,
  getMessageTemplate: templates.get,
  updateMessageTemplate: templates.update,
  removeMessageTemplate: templates.remove,
  exportMessageTemplates: exportRoute(
    '/admin/message-templates/export',
    'messages.read',
    'message templates',
    templateList,
  ),
}
export type MessageTemplate = z.output<typeof messageTemplate>

const read = z.object({ language: z.enum(LANGUAGES), subject: z.string(), body: z.string() })
/** A message as one reader gets it. Null: not over this channel. */
export const messageRead = z.object({
  reader: z.string(),
  app: read.nullable(),
  mail: read.nullable(),
  sms: z.object({ language: z.enum(LANGUAGES), text: z.string() }).nullable(),
})
export type MessageRead = z.output<typeof messageRead>
