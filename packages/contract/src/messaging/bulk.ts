import { z } from 'zod'
import { exportRoute, flag } from '../admin-resource.ts'
import {
  can,
  currency,
  done,
  fileRoute,
  id,
  idParams,
  LANGUAGES,
  line,
  listRoute,
  paragraphs,
  route,
  timestamp,
} from '../core.ts'
import { anyOf, dayRange, declareList, EXPORT_TYPES, exportQuery, listQuery } from '../lists.ts'
import { LIVE_STATUSES, RESERVATION_STATUSES } from '../reservations/states.ts'
import { MESSAGE_CHANNELS } from './fields.ts'
import { messageChannels, messageTexts, writtenTexts } from './templates.ts'

/** Messages to many people: of an event's reservations, or of the list of people. */

/**
 * The statuses of the reservations that a message about an event reaches where its filter names none: those that count.
 * A filter that names statuses, and a selection, are taken as they are.
 */
export const TOLD_STATUSES = LIVE_STATUSES
/** The filter of all reservations, also those that no longer count. */
export const EVERY_STATUS = RESERVATION_STATUSES.join(',')

/**
 * The resources that name the people of a message. To see them, an administrator can read one of these; to export them,
 * also export it. Members are those of an announcement.
 */
export const NAMED_BY = {
  reservations: ['users', 'reservations'],
  users: ['users'],
  members: ['users'],
} as const satisfies Readonly<Record<string, readonly ('users' | 'reservations')[]>>

/** The most ids of a selection. A longer one is a filter. */
const MOST_IDS = 5000

/** The filter of a list as its screen writes it into the address. The server reads it with the schema of the list. */
const writtenFilter = z.record(
  z.string().max(60),
  z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(200)).max(200)]),
)

/** Those of an earlier message who can be written to again: not told are those who failed, were not reached or stopped. */
export const AGAIN_RESULTS = ['not_told', 'unread', 'read'] as const
const again = z.object({ message_id: id, result: z.enum(AGAIN_RESULTS) })
export type WriteAgain = z.output<typeof again>

const audience = {
  /** The selected rows: reservations, or people. */
  ids: z.array(id).min(1).max(MOST_IDS).optional(),
  /**
   * The filter of the list, evaluated when the message is sent. Without ids and filter, everybody. Where it names no
   * status, only reservations that count: pending, active and redeemed.
   */
  filter: writtenFilter.optional(),
  /** Narrows it to people of an earlier message. Then no status of a reservation is assumed. */
  again: again.optional(),
}

const text = {
  channels: messageChannels,
  texts: messageTexts,
  /** Sent to people who opted out, because their reservation needs it. */
  needed: flag.default(false),
}

/** What is not known is refused: without ids and filter, it goes to everybody. */
const messageBody = z.strictObject({
  name: line(120),
  ...audience,
  ...text,
  /** If absent, it starts in some seconds, so that it can still be stopped. */
  starts_at: timestamp.optional(),
  /** The draft that becomes this message. */
  draft_id: id.optional(),
})

/** A message that is being written: everything can be missing or unfinished. */
const draftBody = z.object({
  name: paragraphs(120).default(''),
  ...audience,
  channels: z
    .array(z.enum(MESSAGE_CHANNELS))
    .transform((chosen) => MESSAGE_CHANNELS.filter((channel) => chosen.includes(channel))),
  texts: writtenTexts,
  needed: flag.default(false),
  starts_at: timestamp.nullable().default(null),
})

/** What SMS cost, in minor units. */
const smsCost = z.object({ amount: z.int(), currency }).nullable()

export const LEFT_OUT = ['no_address', 'opted_out', 'unconfirmed', 'no_text'] as const
export type LeftOut = (typeof LEFT_OUT)[number]
/** Why a channel did not reach somebody. An account can be deactivated after the message started. */
export const UNREACHED = [...LEFT_OUT, 'deactivated'] as const
export type Unreached = (typeof UNREACHED)[number]

const previewBody = z.object({
  ...audience,
  channels: z.array(z.enum(MESSAGE_CHANNELS)).max(MESSAGE_CHANNELS.length),
  texts: messageTexts,
  needed: flag.default(false),
  /** The reader whose message is shown: a person, or the position among all of them. */
  reader_id: id.optional(),
  at: z.int().min(0).default(0),
  /** Shows the message in this language instead of the reader's own. */
  language: z.enum(LANGUAGES).optional(),
})

const written = z.object({ language: z.enum(LANGUAGES), subject: z.string(), body: z.string() })
export const messagePreview = z.object({
  /** The name of the earlier message to whose people it is narrowed. */
  again: z.string().nullable(),
  /** People, each once. */
  people: z.int(),
  /** People whom at least one channel reaches. */
  reached: z.int(),
  channels: z.object({ app: z.int(), mail: z.int(), sms: z.int() }),
  left_out: z.array(z.object({ channel: z.enum(MESSAGE_CHANNELS), reason: z.enum(LEFT_OUT), people: z.int() })),
  /** How many people read each language. */
  languages: z.partialRecord(z.enum(LANGUAGES), z.int()),
  /** What all SMS have together, as providers count them. */
  sms_parts: z.int(),
  /** Null where the settings have no price of a part. */
  sms_cost: smsCost,
  /** Null if there is nobody. */
  reader: z
    .object({
      /** Null for an example: the caller may not see people. */
      _id: id.nullable(),
      /** Position among all people, from 0. */
      at: z.int(),
      name: z.string(),
      language: z.enum(LANGUAGES),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      left_out: z.partialRecord(z.enum(MESSAGE_CHANNELS), z.enum(LEFT_OUT)),
      app: written.nullable(),
      mail: written.nullable(),
      sms: z.object({ language: z.enum(LANGUAGES), text: z.string(), characters: z.int(), parts: z.int() }).nullable(),
    })
    .nullable(),
})
export type MessagePreview = z.output<typeof messagePreview>

export const MESSAGE_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'done', 'stopped'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const figures = z.object({ app: z.int(), mail: z.int(), sms: z.int() })
export const bulkMessage = z.object({
  _id: id,
  name: z.string(),
  audience: z.enum(['reservations', 'users']),
  event: z.object({ _id: id, name: z.string() }).nullable(),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  needed: z.boolean(),
  status: z.enum(MESSAGE_STATUSES),
  /** Null for a draft that has no time yet. */
  starts_at: timestamp.nullable(),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** Known once it has started. */
  people: z.int(),
  /** People to whom it would go if it started now. Null unless it is scheduled, and if it cannot be sent as it is. */
  expected: z.int().nullable(),
  /** People who were sent it. */
  told: z.int(),
  author: z.string().nullable(),
  created_at: timestamp,
})
export type BulkMessage = z.output<typeof bulkMessage>

export const bulkMessageDetail = bulkMessage.extend({
  texts: writtenTexts,
  ids: z.array(id).nullable(),
  filter: writtenFilter.nullable(),
  again: again.extend({ name: z.string() }).nullable(),
  /** The long work that sends it: paused, resumed and stopped there. Null until it starts. */
  activity_id: id.nullable(),
  /** Why it stopped by itself, in the reader’s language. */
  error: z.string().nullable(),
  /** What became of what was sent, by channel. */
  figures: z.object({
    delivered: figures,
    /** Handed over, or tried again later. */
    under_way: figures,
    waiting: z.int(),
    /** People to whom nothing was sent, because the message was stopped. */
    stopped: z.int(),
    failed: figures,
    /** People whom no channel reaches. */
    unreached: z.int(),
    /** People to whom it can be written again: failed on a channel, not reached, or stopped. */
    not_told: z.int(),
    /** Whom a channel did not reach, and why. */
    left_out: z.array(z.object({ channel: z.enum(MESSAGE_CHANNELS), reason: z.enum(UNREACHED), people: z.int() })),
    sms_parts: z.int(),
    /** At the price of when it started. Null where there was none. */
    sms_cost: smsCost,
  }),
})
export type BulkMessageDetail = z.output<typeof bulkMessageDetail>

/** What became of one person's message over one channel. */
export const OUTCOMES = ['waiting', 'under_way', 'delivered', 'failed', 'stopped', ...UNREACHED] as const
const outcome = z.enum(OUTCOMES).nullable()

/** What became of a person's message: the worst of its channels. */
export const RESULTS = ['waiting', 'under_way', 'delivered', 'failed', 'unreached', 'stopped'] as const

const recipient = z.object({
  _id: id,
  name: z.string(),
  result: z.enum(RESULTS),
  language: z.enum(LANGUAGES).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  reservation: z.object({ _id: id, code: z.string() }).nullable(),
  app: outcome,
  mail: outcome,
  mail_error: z.string().nullable(),
  sms: outcome,
  sms_error: z.string().nullable(),
  sms_parts: z.int(),
})
export type Recipient = z.output<typeof recipient>

const eventParams = z.object({ event_id: id })
const draftParams = z.object({ event_id: id, id })
const messageList = declareList({
  sort: ['created_at', 'starts_at', 'name', 'people'],
  order: ['-created_at'],
  filter: {
    event_id: id.optional(),
    status: anyOf(z.enum(MESSAGE_STATUSES)).optional(),
    starts_at: dayRange().optional(),
  },
})
const recipientList = declareList({
  sort: ['name'],
  order: ['name'],
  filter: { result: anyOf(z.enum(RESULTS)).optional() },
})
const testResponse = z.object({ sent: z.array(z.enum(MESSAGE_CHANNELS)) })
const testBody = previewBody.omit({ channels: true }).extend({ channels: messageChannels })

export const bulkMessageRoutes = {
  messageReservations: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/bulk-emails',
    access: can('reservations.email'),
    summary: 'Send a message to the people of an event’s reservations: a selection, a filter of the list, or all',
    params: eventParams,
    body: messageBody,
    response: bulkMessage,
    errors: ['illegal_transition'],
    idempotent: true,
    status: 201,
  }),
  previewReservationsMessage: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/bulk-emails/preview',
    access: can('reservations.email'),
    summary: 'Who would get a message, over which channels, and how one of them reads it',
    params: eventParams,
    body: previewBody,
    response: messagePreview,
    asks: true,
  }),
  testReservationsMessage: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/bulk-emails/test',
    access: can('reservations.email'),
    summary: 'Send the caller the message as the chosen reader would get it',
    params: eventParams,
    body: testBody,
    response: testResponse,
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  messagePeople: route({
    method: 'POST',
    path: '/admin/users/bulk-emails',
    access: can('messages.create'),
    summary: 'Send a message to people: a selection, a filter of the list, or all',
    body: messageBody,
    response: bulkMessage,
    errors: ['illegal_transition', 'not_found'],
    idempotent: true,
    status: 201,
  }),
  previewPeopleMessage: route({
    method: 'POST',
    path: '/admin/users/bulk-emails/preview',
    access: can('messages.create'),
    summary: 'Who would get a message, over which channels, and how one of them reads it',
    body: previewBody,
    response: messagePreview,
    errors: ['not_found'],
    asks: true,
  }),
  testPeopleMessage: route({
    method: 'POST',
    path: '/admin/users/bulk-emails/test',
    access: can('messages.create'),
    summary: 'Send the caller the message as the chosen reader would get it',
    body: testBody,
    response: testResponse,
    errors: ['not_found'],
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  saveReservationsDraft: route({
    method: 'PUT',
    path: '/admin/reservations/{event_id}/bulk-emails/drafts/{id}',
    access: can('reservations.email'),
    summary: 'Keep a message that is not sent yet. The caller chooses its id, so saving twice makes one draft',
    params: draftParams,
    body: draftBody,
    response: bulkMessage,
    errors: ['illegal_transition'],
  }),
  savePeopleDraft: route({
    method: 'PUT',
    path: '/admin/users/bulk-emails/drafts/{id}',
    access: can('messages.create'),
    summary: 'Keep a message that is not sent yet. The caller chooses its id, so saving twice makes one draft',
    params: idParams,
    body: draftBody,
    response: bulkMessage,
    errors: ['illegal_transition'],
  }),
  discardDraft: route({
    method: 'DELETE',
    path: '/admin/bulk-messages/{id}/draft',
    access: can('messages.read'),
    summary: 'Discard an own draft; somebody else’s with messages.update',
    params: idParams,
    response: done,
    errors: ['illegal_transition'],
  }),
  listBulkMessages: listRoute({
    method: 'GET',
    path: '/admin/bulk-messages',
    access: can('messages.read'),
    summary: 'Messages to many people, newest first; drafts of others with messages.update',
    query: listQuery(messageList),
    response: bulkMessage,
  }),
  exportBulkMessages: exportRoute('/admin/bulk-messages/export', 'messages.read', 'messages to many', messageList),
  getBulkMessage: route({
    method: 'GET',
    path: '/admin/bulk-messages/{id}',
    access: can('messages.read'),
    summary: 'One message with what became of it',
    params: idParams,
    response: bulkMessageDetail,
  }),
  changeBulkMessage: route({
    method: 'PUT',
    path: '/admin/bulk-messages/{id}',
    access: can('messages.update'),
    summary: 'Change a message that has not started: omitted fields stay',
    params: idParams,
    body: messageBody.omit({ ids: true, filter: true, again: true, draft_id: true }).partial(),
    response: bulkMessageDetail,
    errors: ['illegal_transition'],
  }),
  cancelBulkMessage: route({
    method: 'DELETE',
    path: '/admin/bulk-messages/{id}',
    access: can('messages.update'),
    summary: 'Cancel a message that has not started',
    params: idParams,
    response: done,
    errors: ['illegal_transition'],
  }),
  listRecipients: listRoute({
    method: 'GET',
    path: '/admin/bulk-messages/{id}/recipients',
    access: can('messages.read'),
    summary: 'The people of a message, each with the result, with users.read or for an event reservations.read',
    params: idParams,
    query: listQuery(recipientList),
    response: recipient,
  }),
  exportRecipients: fileRoute({
    method: 'GET',
    path: '/admin/bulk-messages/{id}/recipients/export',
    access: can('messages.read'),
    summary:
      'Export the people of a message, each with the result, as CSV or XLSX, streamed, with the export of what names them',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportQuery(recipientList),
  }),
} as const
