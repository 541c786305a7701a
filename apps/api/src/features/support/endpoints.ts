import { isLanguage, type Language } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import { ATTACHMENT_FIELD, supportRoutes } from '@shiloh/contract/support'
import { textIn } from '@shiloh/contract/text/translations'
import { z } from 'zod'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import type { StoredFile, Upload } from '#platform/files/files'
import { fileUrl, saveFile } from '#platform/files/files.store'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import { alertDesk, answering, checkAssignee, hint, saveChange, statusOf } from './change.ts'
import { canReply } from './rules.ts'
import * as store from './store.ts'

/** What the event of a ticket is called in the language of its reader. */
const eventOf = ({ event_name, event_texts }: store.TicketRow, reader: Language): string =>
  event_name === null ? '' : textIn({ name: event_name, translations: event_texts ?? {} }, 'name', reader)

const summaryView = (row: store.TicketRow, reader: Language) => ({
  _id: row.id,
  subject: row.subject,
  category: row.category,
  status: statusOf.parse(row.status),
  messages: row.messages,
  last_message: row.last_message,
  last_from_staff: row.last_from_staff,
  unread: row.unread,
  event: row.event_id === null ? null : { _id: row.event_id, name: eventOf(row, reader) },
  reservation: row.reservation_id === null ? null : { _id: row.reservation_id, code: row.code ?? '' },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Phones and addresses are for those who may see people: the others find nobody by a part of them either. */
const contactsOf = ({ caller }: ReadContext, { email, phone }: store.TicketRow) =>
  isAllowed(caller.authorization, 'users.read') ? { email, phone } : { email: null, phone: null }

const deskView = (ctx: ReadContext, row: store.TicketRow) => ({
  user: {
    _id: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    ...contactsOf(ctx, row),
    language: isLanguage(row.language) ? row.language : ('en' as const),
    active: row.active,
  },
  assignee:
    row.assignee_id === null
      ? null
      : { _id: row.assignee_id, name: `${row.assignee_first_name ?? ''} ${row.assignee_last_name ?? ''}`.trim() },
})

const fileView = ({ id, ...file }: store.TicketFile) => ({ _id: id, ...file, url: fileUrl(id) })

const conversation = async (ctx: ReadContext, row: store.TicketRow) => {
  const messages = await store.listMessages(ctx.db, row.id)
  const { messages: _, ...summary } = summaryView(row, ctx.language)
  return {
    ...summary,
    messages: messages.map((message) => ({
      _id: message.id,
      body: message.body,
      author: `${message.first_name ?? ''} ${message.last_name ?? ''}`.trim(),
      from_staff: message.author_id !== row.user_id,
      mine: message.author_id === ctx.caller.id,
      attachments: message.attachments.map(fileView),
      created_at: message.created_at.toISOString(),
    })),
    allowed: canReply({ status: summary.status, closed_at: row.closed_at }, ctx.now)
      ? (['reply'] as const).slice()
      : [],
  }
}

const ownTicket = async (ctx: ReadContext, id: string): Promise<store.TicketRow> => {
  const row = found(await store.findTicket(ctx.db, ctx.caller.id, id))
  // Somebody else's ticket is not found.
  if (row.user_id !== ctx.caller.id) throw new AppError('not_found')
  return row
}

const deskTicket = async (ctx: ReadContext, id: string) => {
  const row = found(await store.findTicket(ctx.db, ctx.caller.id, id))
  const notes = await store.listNotes(ctx.db, row.id)
  const readAt = await store.readAt(ctx.db, row.id, row.user_id)
  return {
    ...(await conversation(ctx, row)),
    ...deskView(ctx, row),
    notes: notes.map(({ id: noteId, kind, status: became, attachments, created_at, ...note }) => ({
      _id: noteId,
      kind: z.enum(['note', 'assigned', 'status']).parse(kind),
      ...note,
      status: became === null ? null : statusOf.parse(became),
      attachments: attachments.map(fileView),
      created_at: created_at.toISOString(),
    })),
    read_at: readAt?.toISOString() ?? null,
  }
}

/** Reads and writes files. Call it before the transaction. */
const storeAttachments = (ctx: ReadContext, files: readonly Upload[]): Promise<StoredFile[]> =>
  Promise.all(
    files.filter((file) => file.field === ATTACHMENT_FIELD).map((file) => ctx.deps.files.storeAttachment(file)),
  )

const saveAttachments = async (
  ctx: WriteContext,
  stored: readonly StoredFile[],
  owner: { ownerId: string | null; visibility: 'owner' | 'staff' },
): Promise<string[]> => {
  const ids: string[] = []
  for (const file of stored) ids.push(await saveFile(ctx.tx, ctx.now, file, { ...owner, purpose: 'ticket_attachment' }))
  return ids
}

/** Adds a message. Its attachments belong to the owner of the ticket, so that both sides can open them. */
const write = async (
  ctx: WriteContext,
  ticketId: string,
  ownerId: string,
  body: string,
  stored: readonly StoredFile[],
) => {
  const fileIds = await saveAttachments(ctx, stored, { ownerId, visibility: 'owner' })
  await store.insertMessage(ctx.tx, ctx.now, { ticketId, authorId: ctx.caller.id, body, fileIds })
  // An answer means that the messages before it were read.
  await store.markRead(ctx.tx, ctx.now, ticketId, ctx.caller.id)
}

/** Notifies the owner that the desk has answered. */
const tellOwner = (
  ctx: WriteContext,
  row: store.TicketRow,
  body: string,
  stored: readonly StoredFile[],
): Promise<void> =>
  ctx.send({
    channel: 'notice',
    template: 'ticket_answered',
    userId: row.user_id,
    data: { subject: row.subject, body, files: stored.map(({ name }) => name), ticket_id: row.id },
  })

/** Refuses to act on a conversation that has grown since the caller looked. @throws stale */
const requireSeen = async (ctx: WriteContext, ticketId: string, seen: string | undefined): Promise<void> => {
  if (seen !== undefined && (await store.lastMessageId(ctx.tx, ticketId)) !== seen) throw new AppError('stale')
}

const replyView = (row: store.ReplyRow) => ({
  _id: row.id,
  name: row.name,
  texts: z.record(z.string(), z.string()).parse(row.texts),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
const savedReply = async (db: Queryable, id: string) => replyView(found(await store.findReply(db, id)))

export const endpoints = bind(supportRoutes, {
  listOwnTickets: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTickets(ctx.db, ctx.caller.id, { ...query, user_id: ctx.caller.id })
    return { items: items.map((row) => summaryView(row, ctx.language)), total }
  }),
  openTicket: writes(async (ctx, { body, files }) => {
    const reservation =
      body.reservation_id === undefined
        ? undefined
        : await store.findOwnReservation(ctx.tx, ctx.caller.id, body.reservation_id)
    if (body.reservation_id !== undefined && !reservation)
      throw invalid([{ field: 'reservation_id', code: 'not_found' }])
    const stored = await storeAttachments(ctx, files)
    const id = await store.insertTicket(ctx.tx, ctx.now, {
      user_id: ctx.caller.id,
      subject: body.subject,
      category: body.category,
      reservation_id: reservation?.id ?? null,
      event_id: reservation?.event_id ?? null,
    })
    await write(ctx, id, ctx.caller.id, body.body, stored)
    const row = await ownTicket(ctx, id)
    await alertDesk(ctx, row, null)
    hint(ctx, ctx.caller.id)
    return conversation(ctx, row)
  }),
  getOwnTicket: reads(async (ctx, { params }) => conversation(ctx, await ownTicket(ctx, params.id))),
  readOwnTicket: writes(async (ctx, { params }) => {
    const row = await ownTicket(ctx, params.id)
    await store.markRead(ctx.tx, ctx.now, row.id, ctx.caller.id)
    if (row.unread) hint(ctx, ctx.caller.id)
    return {}
  }),
  replyToOwnTicket: writes(async (ctx, { params, body, files }) => {
    await store.lockTicket(ctx.tx, params.id)
    const row = await ownTicket(ctx, params.id)
    if (!canReply({ status: statusOf.parse(row.status), closed_at: row.closed_at }, ctx.now))
      throw new AppError('illegal_transition')
    await write(ctx, row.id, row.user_id, body.body, await storeAttachments(ctx, files))
    await saveChange(ctx, row, { status: 'open' }, ctx.caller.id)
    await alertDesk(ctx, row, row.assignee_id)
    hint(ctx, row.user_id)
    return conversation(ctx, await ownTicket(ctx, params.id))
  }),
  listTickets: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTickets(ctx.db, ctx.caller.id, query)
    const noted = await store.endingWithNote(
      ctx.db,
      items.map(({ id }) => id),
    )
    return {
      items: items.map((row) => ({
        ...summaryView(row, ctx.language),
        ...deskView(ctx, row),
        last_is_note: noted.has(row.id),
      })),
      total,
    }
  }),
  exportTickets: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'support-tickets',
      columns: {
        person: (row) => `${row.first_name} ${row.last_name}`,
        email: (row) => contactsOf(ctx, row).email,
        phone: (row) => contactsOf(ctx, row).phone,
        subject: (row) => row.subject,
        category: (row) => row.category,
        status: (row) => wordCell(row.status),
        assignee: (row) => deskView(ctx, row).assignee?.name,
        event: (row) => eventOf(row, ctx.language),
        reservation: (row) => row.code,
        messages: (row) => row.messages,
        created_at: (row) => row.created_at,
        updated_at: (row) => row.updated_at,
      },
      rows: store.exportTickets(ctx.db, ctx.caller.id, query),
    }),
  ),
  getTicket: reads((ctx, { params }) => deskTicket(ctx, params.id)),
  updateTicket: writes(async (ctx, { params, body: { seen, ...patch } }) => {
    await store.lockTicket(ctx.tx, params.id)
    const row = found(await store.findTicket(ctx.tx, ctx.caller.id, params.id))
    if (row.erased && patch.status !== undefined) throw new AppError('person_erased')
    const before = await deskTicket(ctx, params.id)
    await checkAssignee(ctx.tx, params.id, patch.assignee_id)
    if (patch.status !== undefined) await requireSeen(ctx, params.id, seen)
    await saveChange(ctx, row, patch, ctx.caller.id)
    hint(ctx, row.user_id)
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
  readTicket: writes(async (ctx, { params }) => {
    const row = found(await store.findTicket(ctx.tx, ctx.caller.id, params.id))
    await store.markRead(ctx.tx, ctx.now, row.id, ctx.caller.id)
    // One that waits for its owner asks nothing more of the assignee than to know of it.
    if (row.assignee_id === ctx.caller.id && row.status !== 'open')
      await resolveAlert(ctx.tx, 'ticket_assigned', row.id, ctx.now)
    ctx.audit({ action: 'read', resource: 'support_tickets', objectId: row.id })
    return {}
  }),
  replyToTicket: writes(async (ctx, { params, body, files }) => {
    await store.lockTicket(ctx.tx, params.id)
    const row = found(await store.findTicket(ctx.tx, ctx.caller.id, params.id))
    if (body.close && !isAllowed(ctx.caller.authorization, 'support_tickets.update', row.id))
      throw new AppError('forbidden')
    if (row.erased) throw new AppError('person_erased')
    await requireSeen(ctx, row.id, body.seen)
    const stored = await storeAttachments(ctx, files)
    await write(ctx, row.id, row.user_id, body.body, stored)
    // The first to answer is assigned to the ticket.
    await saveChange(
      ctx,
      row,
      {
        status: body.close ? 'completed' : 'pending',
        ...(row.assignee_id === null && { assignee_id: ctx.caller.id }),
      },
      ctx.caller.id,
    )
    await tellOwner(ctx, row, body.body, stored)
    hint(ctx, row.user_id)
    ctx.audit({ action: 'reply', resource: 'support_tickets', objectId: row.id })
    return deskTicket(ctx, params.id)
  }),
  noteOnTicket: writes(async (ctx, { params, body, files }) => {
    if (body.body === '' && files.length === 0) throw invalid([{ field: 'body', code: 'required' }])
    const row = found(await store.findTicket(ctx.tx, ctx.caller.id, params.id))
    const fileIds = await saveAttachments(ctx, await storeAttachments(ctx, files), {
      ownerId: null,
      visibility: 'staff',
    })
    const note = { ticket_id: row.id, author_id: ctx.caller.id, kind: 'note', body: body.body } as const
    await store.insertNote(ctx.tx, ctx.now, note, fileIds)
    ctx.publish('staff', 'tickets.changed')
    ctx.audit({ action: 'note', resource: 'support_tickets', objectId: row.id })
    return deskTicket(ctx, params.id)
  }),
  pickAssignees: reads(async (ctx, { query }) =>
    (await answering(ctx.db, query)).map(({ id, name }) => ({ _id: id, name })),
  ),
  listSavedReplies: reads(async (ctx) => (await store.listReplies(ctx.db)).map(replyView)),
  createSavedReply: writes(async (ctx, { body }) => {
    const { id } = await store.insertReply(ctx.tx, ctx.now, body)
    return created(ctx, 'support_tickets', await savedReply(ctx.tx, id))
  }),
  updateSavedReply: writes(async (ctx, { params, body }) => {
    const before = await savedReply(ctx.tx, params.id)
    await store.updateReply(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'support_tickets', before, await savedReply(ctx.tx, params.id))
  }),
  removeSavedReply: writes(async (ctx, { params }) => {
    const before = await savedReply(ctx.tx, params.id)
    await store.removeReply(ctx.tx, params.id)
    return removed(ctx, 'support_tickets', before)
  }),
})
