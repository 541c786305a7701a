import { z } from 'zod'
import { flag } from './admin-resource.ts'
import {
  can,
  done,
  fileRoute,
  id,
  idParams,
  language,
  line,
  listRoute,
  paragraphs,
  pick,
  pickQuery,
  route,
  signedIn,
  timestamp,
} from './core.ts'
import { declareList, EXPORT_TYPES, exportQuery, listFilter, listQuery } from './lists.ts'
import { stamps } from './record-fields.ts'

/** Support tickets: conversations between a person and the desk. */

/** `open` waits for the desk, `pending` for the person. */
export const TICKET_STATUSES = ['open', 'pending', 'completed', 'archived'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** Categories of a ticket. Others are stored unchanged. */
export const TICKET_CATEGORIES = ['general', 'registration', 'payment', 'rooms', 'travel', 'account', 'other'] as const

export const ATTACHMENT_FIELD = 'attachments'
/** Limits of one message. */
export const MAX_ATTACHMENTS = 5
export const MAX_ATTACHMENT_BYTES = 8 * 1024 * 1024
/** Types of attachments, as a file dialog takes them. The server looks at the content. */
export const ATTACHMENT_TYPES = 'image/jpeg,image/png,image/webp,application/pdf,text/plain'

/** For how long a reply reopens a closed ticket. Later, a new one is needed. */
export const REOPEN_DAYS = 30

const attachment = z.object({ _id: id, name: z.string(), mime: z.string(), bytes: z.number(), url: z.string() })
export type TicketAttachment = z.output<typeof attachment>

const message = z.object({
  _id: id,
  body: z.string(),
  author: z.string(),
  from_staff: z.boolean(),
  mine: z.boolean(),
  attachments: z.array(attachment),
  created_at: timestamp,
})

const about = {
  event: pick.nullable(),
  reservation: z.object({ _id: id, code: z.string() }).nullable(),
}

const summary = z.object({
  _id: id,
  subject: z.string(),
  category: z.string(),
  status: z.enum(TICKET_STATUSES),
  messages: z.number(),
  last_message: z.string(),
  last_from_staff: z.boolean(),
  /** The other side has written since the caller last read it. */
  unread: z.boolean(),
  ...about,
  created_at: timestamp,
  updated_at: timestamp,
})
const conversation = summary
  .omit({ messages: true })
  .extend({ messages: z.array(message), allowed: z.array(z.enum(['reply'])) })

/** What only the office sees: a note, who took the ticket, and how its status changed. */
const note = z.object({
  _id: id,
  kind: z.enum(['note', 'assigned', 'status']),
  body: z.string(),
  author: z.string(),
  /** Null if the account of the author is gone. */
  author_id: id.nullable(),
  /** Of `assigned`: who has the ticket since then. Null: nobody. */
  assignee: z.string().nullable(),
  assignee_id: id.nullable(),
  /** Of `status`. */
  status: z.enum(TICKET_STATUSES).nullable(),
  /** Of `note`. The owner of the ticket cannot open them. */
  attachments: z.array(attachment),
  created_at: timestamp,
})

const deskFields = {
  user: pick.extend({
    email: z.string().nullable(),
    phone: z.string().nullable(),
    language,
    /** False: the account is deactivated or was erased. */
    active: z.boolean(),
  }),
  assignee: pick.nullable(),
}
export const deskTicket = summary.extend({
  ...deskFields,
  /** The last thing in the ticket is an internal note. */
  last_is_note: z.boolean(),
})
export const deskConversation = conversation.extend({
  ...deskFields,
  notes: z.array(note),
  /** When the person last read the conversation. */
  read_at: timestamp.nullable(),
})
export type DeskConversation = z.output<typeof deskConversation>

const body = paragraphs(10_000).pipe(z.string().min(1, { error: 'required' }))
const ticketOrder = {
  sort: ['subject', 'category', 'status', 'created_at', 'updated_at'],
  order: ['-updated_at'],
} as const
const statusFilter = { status: z.enum(TICKET_STATUSES).optional(), category: z.string().max(60).optional() }

const ticketList = declareList({
  ...ticketOrder,
  filter: {
    ...statusFilter,
    assignee_id: id.optional(),
    user_id: id.optional(),
    event_id: id.optional(),
    /** Assigned to the caller. */
    mine: flag.optional(),
    /** Assigned to nobody who can answer. */
    unassigned: flag.optional(),
  },
})
/** The filter of the desk, for calls that act on all of its tickets. */
export const ticketFilter = listFilter(ticketList)
/** What can be set of many tickets. */
export const ticketChange = { status: z.enum(TICKET_STATUSES), category: line(60), assignee_id: id.nullable() }

const replyLimit = [{ points: 30, seconds: 600, by: 'caller' }] as const

const savedReply = z.object({
  _id: id,
  name: z.string(),
  /** `{name}` stands for the person's name. */
  texts: z.partialRecord(language, z.string()),
  ...stamps,
})
export const savedReplyBody = z.object({
  name: line(80),
  texts: z
    .partialRecord(language, paragraphs(4000))
    .transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')))
    .refine((texts) => Object.keys(texts).length > 0, { error: 'required' }),
})

export const supportRoutes = {
  listOwnTickets: listRoute({
    method: 'GET',
    path: '/auth/support-tickets',
    access: signedIn(),
    summary: 'Own tickets, newest first',
    query: listQuery({ ...ticketOrder, filter: statusFilter }),
    response: summary,
  }),
  openTicket: route({
    method: 'POST',
    path: '/auth/support-tickets',
    access: signedIn(),
    summary: 'Create a ticket, also about an own reservation',
    body: z.object({
      subject: line(160),
      category: line(60).default('general'),
      reservation_id: id.optional(),
      body,
    }),
    files: [ATTACHMENT_FIELD],
    response: conversation,
    errors: ['unsupported_media_type', 'too_large'],
    limits: [{ points: 10, seconds: 3600, by: 'caller' }],
    idempotent: true,
    status: 201,
  }),
  getOwnTicket: route({
    method: 'GET',
    path: '/auth/support-tickets/{id}',
    access: signedIn(),
    summary: 'One own ticket with its messages',
    params: idParams,
    response: conversation,
  }),
  readOwnTicket: route({
    method: 'PUT',
    path: '/auth/support-tickets/{id}/read',
    access: signedIn(),
    summary: 'Mark an own ticket as read',
    params: idParams,
    response: done,
  }),
  replyToOwnTicket: route({
    method: 'POST',
    path: '/auth/support-tickets/{id}/replies',
    access: signedIn(),
    summary: 'Add a message to an own ticket; one that was closed in the last 30 days is reopened',
    params: idParams,
    body: z.object({ body }),
    files: [ATTACHMENT_FIELD],
    response: conversation,
    errors: ['illegal_transition', 'unsupported_media_type', 'too_large'],
    limits: replyLimit,
    idempotent: true,
    status: 201,
  }),
  listTickets: listRoute({
    method: 'GET',
    path: '/admin/auth/support-tickets',
    access: can('support_tickets.read'),
    summary: 'Every ticket, for the desk',
    query: listQuery(ticketList),
    response: deskTicket,
  }),
  exportTickets: fileRoute({
    method: 'GET',
    path: '/admin/auth/support-tickets/export',
    access: can('support_tickets.read'),
    summary: 'Export the tickets of a filter as CSV or XLSX, streamed, the newest change first',
    fileTypes: Object.values(EXPORT_TYPES),
    query: exportQuery(ticketList),
  }),
  getTicket: route({
    method: 'GET',
    path: '/admin/auth/support-tickets/{id}',
    access: can('support_tickets.read'),
    summary: 'A ticket with its messages and internal notes',
    params: idParams,
    response: deskConversation,
  }),
  updateTicket: route({
    method: 'PUT',
    path: '/admin/auth/support-tickets/{id}',
    access: can('support_tickets.update'),
    summary: 'Assign, sort or close a ticket',
    params: idParams,
    body: z
      .object({
        ...ticketChange,
        /** The newest message that the caller has seen. If there is a newer one, the status stays. */
        seen: id,
      })
      .partial(),
    response: deskConversation,
    errors: ['stale', 'person_erased'],
  }),
  readTicket: route({
    method: 'PUT',
    path: '/admin/auth/support-tickets/{id}/read',
    access: can('support_tickets.read'),
    summary: 'Mark a ticket as read by the caller',
    params: idParams,
    response: done,
  }),
  replyToTicket: route({
    method: 'POST',
    path: '/admin/auth/support-tickets/{id}/replies',
    access: can('support_tickets.reply'),
    summary: 'Answer a ticket; its owner is notified',
    params: idParams,
    body: z.object({
      body,
      /** The newest message that the writer has seen. If there is a newer one, the answer is refused as `stale`. */
      seen: id.optional(),
      /** Close the ticket with this answer. */
      close: flag.optional(),
    }),
    files: [ATTACHMENT_FIELD],
    response: deskConversation,
    errors: ['stale', 'person_erased', 'unsupported_media_type', 'too_large'],
    idempotent: true,
    status: 201,
  }),
  noteOnTicket: route({
    method: 'POST',
    path: '/admin/auth/support-tickets/{id}/notes',
    access: can('support_tickets.reply'),
    summary: 'Write an internal note, which the owner of the ticket never sees',
    params: idParams,
    /** A file can be a note without words. */
    body: z.object({ body: paragraphs(10_000).default('') }),
    files: [ATTACHMENT_FIELD],
    response: deskConversation,
    errors: ['unsupported_media_type', 'too_large'],
    idempotent: true,
    status: 201,
  }),
  pickAssignees: route({
    method: 'GET',
    path: '/admin/auth/support-assignees',
    access: can('support_tickets.read'),
    summary: 'The administrators who can answer tickets',
    query: pickQuery,
    response: z.array(pick),
  }),
  listSavedReplies: route({
    method: 'GET',
    path: '/admin/auth/support-replies',
    access: can('support_tickets.read'),
    summary: 'Replies to use again',
    response: z.array(savedReply),
  }),
  createSavedReply: route({
    method: 'POST',
    path: '/admin/auth/support-replies',
    access: can('support_tickets.update'),
    summary: 'Keep a reply to use again',
    body: savedReplyBody,
    response: savedReply,
    errors: ['duplicate'],
    idempotent: true,
    status: 201,
  }),
  updateSavedReply: route({
    method: 'PUT',
    path: '/admin/auth/support-replies/{id}',
    access: can('support_tickets.update'),
    summary: 'Change a saved reply',
    params: idParams,
    body: savedReplyBody,
    response: savedReply,
    errors: ['duplicate'],
  }),
  removeSavedReply: route({
    method: 'DELETE',
    path: '/admin/auth/support-replies/{id}',
    access: can('support_tickets.update'),
    summary: 'Delete a saved reply',
    params: idParams,
    response: done,
  }),
}
