import { z } from 'zod'
import { can, LANGUAGES, paragraphs, route, timestamp } from '../core.ts'
import { MESSAGE_CHANNELS } from './fields.ts'

/** The messages that are sent automatically: their texts are ours until the office writes its own. */

export const AUTOMATIC_GROUPS = ['account', 'reservations', 'payments', 'rooms', 'office'] as const
const language = z.enum(LANGUAGES)

const automatic = z.object({
  /** The name of its template. */
  key: z.string(),
  group: z.enum(AUTOMATIC_GROUPS),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  /** The languages in which the office changed a text of it. */
  changed: z.array(language),
  /** Those in which our text has changed since, or the office’s text cannot be used any more. */
  outdated: z.array(language),
  /** The last change. Null if there is none. */
  updated_at: timestamp.nullable(),
  author: z.string().nullable(),
})
const listed = automatic.extend({
  /** What its reader sees first, in the caller’s language: the subject, or the SMS where there is no mail. */
  subject: z.string(),
  /** Everything that its examples say in the caller’s language, for a search. */
  says: z.string(),
})
export type AutomaticMessage = z.output<typeof listed>

/** Where a text is read. `subject` is also the title in the app. */
export const TEXT_PLACES = ['subject', ...MESSAGE_CHANNELS] as const

/** What a text is in its mail. */
export const MAIL_PARTS = [
  'greeting',
  'heading',
  'paragraph',
  'before_link',
  'link',
  'table_label',
  'table_value',
  'picture',
  'footer',
] as const
export type MailPart = (typeof MAIL_PARTS)[number]

const inLanguage = z.object({
  /** Our text now. */
  ours: z.string(),
  /** What the office wrote in its place. Null for ours. */
  text: z.string().nullable(),
  /** Our text when the office wrote its own, if it was another. */
  ours_then: z.string().nullable(),
  /** Why ours is sent although the office wrote a text. Null if that one is sent. */
  problem: z.string().nullable(),
  updated_at: timestamp.nullable(),
  author: z.string().nullable(),
})

const piece = z.object({
  id: z.string(),
  places: z.array(z.enum(TEXT_PLACES)),
  /** The examples that have it, by position. */
  examples: z.array(z.int()),
  /** Null outside of mails. */
  part: z.enum(MAIL_PARTS).nullable(),
  placeholders: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Has cases, as for singular and plural: `{count, plural, one {…} other {…}}`. */
  has_cases: z.boolean(),
  /** It can be left out: a subject or an SMS cannot be empty. */
  optional: z.boolean(),
  /** Other automatic messages with this text. */
  also_in: z.array(z.string()),
  languages: z.record(language, inLanguage),
})
export type AutomaticText = z.output<typeof piece>

const automaticDetail = automatic.extend({
  /** The subject of each example, in the caller’s language. */
  examples: z.array(z.string()),
  texts: z.array(piece),
})
export type AutomaticDetail = z.output<typeof automaticDetail>

/** The longest text, in characters. */
export const LONGEST_TEXT = 2000

const tried = z.object({
  language,
  /** By id. Null is our text; what is absent stays as it is. */
  texts: z.record(z.string().max(200), paragraphs(LONGEST_TEXT).nullable()).default({}),
})
const shown = tried.extend({ example: z.int().min(0).max(20).default(0) })

const preview = z.object({
  mail: z.object({ subject: z.string(), html: z.string() }).nullable(),
  app: z.object({ title: z.string(), body: z.string() }).nullable(),
  sms: z.object({ text: z.string(), characters: z.int(), parts: z.int() }).nullable(),
})
export type AutomaticPreview = z.output<typeof preview>

const params = z.object({ key: z.string().max(60) })

export const automaticRoutes = {
  listAutomaticMessages: route({
    method: 'GET',
    path: '/admin/automatic-messages',
    access: can('messages.read'),
    summary: 'The messages that are sent automatically, and where the office changed their texts',
    response: z.array(listed),
  }),
  getAutomaticMessage: route({
    method: 'GET',
    path: '/admin/automatic-messages/{key}',
    access: can('messages.read'),
    summary: 'One automatic message with its texts in every language: ours, and those of the office',
    params,
    response: automaticDetail,
  }),
  previewAutomaticMessage: route({
    method: 'POST',
    path: '/admin/automatic-messages/{key}/preview',
    access: can('messages.read'),
    summary: 'How an automatic message reads with these texts, for somebody who does not exist',
    params,
    body: shown,
    response: preview,
    asks: true,
  }),
  testAutomaticMessage: route({
    method: 'POST',
    path: '/admin/automatic-messages/{key}/test',
    access: can('settings.update'),
    summary: 'Send the caller an automatic message with these texts, by mail and SMS',
    params,
    body: shown,
    response: z.object({ sent: z.array(z.enum(MESSAGE_CHANNELS)) }),
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  changeAutomaticMessage: route({
    method: 'PUT',
    path: '/admin/automatic-messages/{key}',
    access: can('settings.update'),
    summary: 'Change texts of an automatic message in one language, or go back to ours with null',
    params,
    body: tried,
    response: automaticDetail,
  }),
} as const
