import { ATTACHMENT_FIELD, supportRoutes, TICKET_STATUSES } from '@shiloh/contract/support'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { changed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import type { StoredFile, Upload } from '#platform/files/files'
import { fileUrl, saveFile } from '#platform/files/files.store'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import * as store from './store.ts'

const status = z.enum(TICKET_STATUSES)

const summaryView = (row: store.TicketRow) => ({
  _id: row.id,
  subject: row.subject,
  category: row.category,
  status: status.parse(row.status),
  messages: row.messages,
  last_message: row.last_message,
  last_from_staff: row.last_from_staff,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const deskView = (row: store.TicketRow) => ({
  user: { _id: row.user_id, name: `${row.first_name} ${row.last_name}`, email: row.email, phone: row.phone },
  assignee:
    row.assignee_id === null
      ? null
      : { _id: row.assignee_id, name: `${row.assignee_first_name ?? ''} ${row.assignee_last_name ?? ''}`.trim() },
})

const conversation = async (ctx: ReadContext, row: store.TicketRow) => {
  const messages = await store.listMessages(ctx.db, row.id)
  return {
    ...summaryView(row),
    messages: messages.map((message) => ({
      _id: message.id,
      body: message.body,
      author: `${message.first_name ?? ''} ${message.last_name ?? ''}`.trim(),
      from_staff: message.author_id !== row.user_id,
      mine: message.author_id === ctx.caller.id,
      attachments: message.attachments.map(({ id, ...file }) => ({ _id: id, ...file, url: fileUrl(id) })),
      created_at: message.created_at.toISOString(),
    })),
  }
}

const ownTicket = async (ctx: ReadContext, id: string): Promise<store.TicketRow> => {
  const row = found(await store.findTicket(ctx.db, id))
  // Somebody else's ticket is not found.
  if (row.user_id !== ctx.caller.id) throw new AppError('not_found')
  return row
}

const deskTicket = async (ctx: ReadContext, id: string) => {
  const row = found(await store.findTicket(ctx.db, id))
  return { ...(await conversation(ctx, row)), ...deskView(row) }
}

/** Reads and writes files. Call it before the transaction. */
const storeAttachments = (ctx: ReadContext, files: readonly Upload[]): Promise<StoredFile[]> =>
  Promise.all(
    files.filter((file) => file.field === ATTACHMENT_FIELD).map((file) => ctx.deps.files.storeAttachment(file)),
  )

/** Adds a message. Its attachments belong to the owner of the ticket, so that both sides can open them. */
const write = async (
  ctx: WriteContext,
  ticketId: string,
  ownerId: string,
  body: string,
  stored: readonly StoredFile[],
) => {
  const fileIds: string[] = []
  for (const file of stored)
    fileIds.push(await saveFile(ctx.tx, ctx.now, file, { ownerId, purpose: 'ticket_attachment', visibility: 'owner' }))
  await store.insertMessage(ctx.tx, ctx.now, { ticketId, authorId: ctx.caller.id, body, fileIds })
}

/** Notifies the owner that the desk has answered. */
const tellOwner = (ctx: WriteContext, row: store.TicketRow, body: string): Promise<void> =>
  ctx.send({
    channel: 'notice',
    template: 'ticket_answered',
    userId: row.user_id,
    data: { name: `${row.first_name} ${row.last_name}`, subject: row.subject, body, ticket_id: row.id },
  })

export const endpoints = bind(supportRoutes, {
  listOwnTickets: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTickets(ctx.db, { ...query, user_id: ctx.caller.id })
    return { items: items.map(summaryView), total }
  }),
  openTicket: writes(async (ctx, { body, files }) => {
    const stored = await storeAttachments(ctx, files)
    const id = await store.insertTicket(ctx.tx, ctx.now, {
      user_id: ctx.caller.id,
      subject: body.subject,
      category: body.category,
    })
    await write(ctx, id, ctx.caller.id, body.body, stored)
    const { name } = ctx.caller
    await raiseAlert(ctx.tx, 'ticket_opened', id, { ticket_id: id, subject: body.subject, name }, ctx.now)
    ctx.publish('staff', 'tickets.changed')
    return conversation(ctx, await ownTicket(ctx, id))
  }),
  getOwnTicket: reads(async (ctx, { params }) => conversation(ctx, await ownTicket(ctx, params.id))),
  replyToOwnTicket: writes(async (ctx, { params, body, files }) => {
    const stored = await storeAttachments(ctx, files)
    await store.lockTicket(ctx.tx, params.id)
    const row = await ownTicket(ctx, params.id)
    if (row.status === 'archived') throw new AppError('illegal_transition')
    await write(ctx, row.id, row.user_id, body.body, stored)
    await store.updateTicket(ctx.tx, ctx.now, row.id, { status: 'open' })
    ctx.publish('staff', 'tickets.changed')
    return conversation(ctx, await ownTicket(ctx, params.id))
  }),
  listTickets: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTickets(ctx.db, query)
    return { items: items.map((row) => ({ ...summaryView(row), ...deskView(row) })), total }
  }),
  getTicket: reads((ctx, { params }) => deskTicket(ctx, params.id)),
  updateTicket: writes(async (ctx, { params, body }) => {
    const before = await deskTicket(ctx, params.id)
    if (body.assignee_id && !(await store.isAdministrator(ctx.tx, body.assignee_id)))
      throw invalid([{ field: 'assignee_id', code: 'not_found' }])
    await store.updateTicket(ctx.tx, ctx.now, params.id, body)
    ctx.publish('staff', 'tickets.changed')
    const after = await deskTicket(ctx, params.id)
    const facts = (ticket: typeof after) => ({
      _id: ticket._id,
      status: ticket.status,
      category: ticket.category,
      assignee: ticket.assignee,
    })
    changed(ctx, 'support_tickets', facts(before), facts(after))
    return after
  }),
  replyToTicket: writes(async (ctx, { params, body, files }) => {
    const stored = await storeAttachments(ctx, files)
    await store.lockTicket(ctx.tx, params.id)
    const row = found(await store.findTicket(ctx.tx, params.id))
    await write(ctx, row.id, row.user_id, body.body, stored)
    // The first to answer is assigned to the ticket.
    await store.updateTicket(ctx.tx, ctx.now, row.id, {
      status: 'pending',
      assignee_id: row.assignee_id ?? ctx.caller.id,
    })
    await resolveAlert(ctx.tx, 'ticket_opened', row.id, ctx.now)
    await tellOwner(ctx, row, body.body)
    ctx.publish('staff', 'tickets.changed')
    ctx.audit({ action: 'reply', resource: 'support_tickets', objectId: row.id })
    return deskTicket(ctx, params.id)
  }),
})
