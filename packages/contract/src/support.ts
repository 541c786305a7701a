import { z } from 'zod'
import { can, id, idParams, line, listRoute, paragraphs, pick, route, signedIn, timestamp } from './core.ts'
import { listQuery } from './lists.ts'

/** Support tickets: conversations between a person and the desk. */

/** `open` waits for the desk, `pending` for the person. */
export const TICKET_STATUSES = ['open', 'pending', 'completed', 'archived'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** Categories of a ticket. Others are stored unchanged. */
export const TICKET_CATEGORIES = ['general', 'registration', 'payment', 'rooms', 'travel', 'account', 'other'] as const

export const ATTACHMENT_FIELD = 'attachments'

const message = z.object({
  _id: id,
  body: z.string(),
  author: z.string(),
  from_staff: z.boolean(),
  mine: z.boolean(),
  attachments: z.array(z.object({ _id: id, name: z.string(), mime: z.string(), bytes: z.number(), url: z.string() })),
  created_at: timestamp,
})

const summary = z.object({
  _id: id,
  subject: z.string(),
  category: z.string(),
  status: z.enum(TICKET_STATUSES),
  messages: z.number(),
  last_message: z.string(),
  last_from_staff: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})
const conversation = summary.omit({ messages: true }).extend({ messages: z.array(message) })

const deskFields = {
  user: pick.extend({ email: z.string().nullable(), phone: z.string().nullable() }),
  assignee: pick.nullable(),
}
export const deskTicket = summary.extend(deskFields)
export const deskConversation = conversation.extend(deskFields)
export type DeskConversation = z.output<typeof deskConversation>

const body = paragraphs(10_000).pipe(z.string().min(1, { error: 'required' }))
const ticketOrder = {
  sort: ['subject', 'category', 'status', 'created_at', 'updated_at'],
  order: ['-updated_at'],
} as const
const statusFilter = { status: z.enum(TICKET_STATUSES).optional(), category: z.string().max(60).optional() }
const replyLimit = [{ points: 30, seconds: 600, by: 'caller' }] as const

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
    summary: 'Create a ticket',
    body: z.object({ subject: line(160), category: line(60).default('general'), body }),
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
  replyToOwnTicket: route({
    method: 'POST',
    path: '/auth/support-tickets/{id}/replies',
    access: signedIn(),
    summary: 'Add a message to an own ticket; a completed ticket is reopened',
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
    query: listQuery({
      ...ticketOrder,
      filter: { ...statusFilter, assignee_id: id.optional(), user_id: id.optional() },
    }),
    response: deskTicket,
  }),
  getTicket: route({
    method: 'GET',
    path: '/admin/auth/support-tickets/{id}',
    access: can('support_tickets.read'),
    summary: 'A ticket with its messages',
    params: idParams,
    response: deskConversation,
  }),
  updateTicket: route({
    method: 'PUT',
    path: '/admin/auth/support-tickets/{id}',
    access: can('support_tickets.update'),
    summary: 'Assign, sort or close a ticket',
    params: idParams,
    body: z.object({ status: z.enum(TICKET_STATUSES), category: line(60), assignee_id: id.nullable() }).partial(),
    response: deskConversation,
  }),
  replyToTicket: route({
    method: 'POST',
    path: '/admin/auth/support-tickets/{id}/replies',
    access: can('support_tickets.reply'),
    summary: 'Answer a ticket; its owner is notified',
    params: idParams,
    body: z.object({ body }),
    files: [ATTACHMENT_FIELD],
    response: deskConversation,
    errors: ['unsupported_media_type', 'too_large'],
    idempotent: true,
    status: 201,
  }),
}
