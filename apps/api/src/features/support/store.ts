import type { QueryOf } from '@shiloh/contract/core'
import type { supportRoutes } from '@shiloh/contract/support'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SupportTickets } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { hasWords } from '#platform/db/search.store'

const tickets = {
  table: 't',
  sort: {},
  filter: { search: (words) => hasWords(words, sql`search_key(t.subject) || u.search_text`) },
} as const satisfies ListSql<typeof supportRoutes.listTickets, SupportTickets>

const select = (db: Queryable, query: object = {}) =>
  db
    .selectFrom('support_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('users as a', 'a.id', 't.assignee_id')
    .select([
      't.id',
      't.user_id',
      't.subject',
      't.category',
      't.status',
      't.assignee_id',
      't.created_at',
      't.updated_at',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.phone',
      'u.language',
      'a.first_name as assignee_first_name',
      'a.last_name as assignee_last_name',
    ])
    .select([
      sql<number>`(select count(*)::int from support_messages m where m.ticket_id = t.id)`.as('messages'),
      sql<string>`coalesce((select left(m.body, 200) from support_messages m where m.ticket_id = t.id
        order by m.created_at desc, m.id desc limit 1), '')`.as('last_message'),
      sql<boolean>`coalesce((select m.author_id is distinct from t.user_id from support_messages m where m.ticket_id = t.id
        order by m.created_at desc, m.id desc limit 1), false)`.as('last_from_staff'),
    ])
    .where(shown(query, { person: 't.user_id' }))

/** Lists every ticket for the desk, or one person's own. */
export const listTickets = (db: Queryable, query: QueryOf<typeof supportRoutes.listTickets>) =>
  paginate(select(db, query), query, tickets)

export const findTicket = (db: Queryable, id: string) => select(db).where('t.id', '=', id).executeTakeFirst()
export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Serialises concurrent messages. */
export const lockTicket = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('support_tickets').select('id').where('id', '=', id).forUpdate().execute()
}

const attachments = z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() }))

/** Returns the conversation in order. */
export const listMessages = async (db: Queryable, ticketId: string) => {
  const rows = await db
    .selectFrom('support_messages as m')
    .leftJoin('users as u', 'u.id', 'm.author_id')
    .select(['m.id', 'm.author_id', 'm.body', 'm.created_at', 'u.first_name', 'u.last_name'])
    .select(
      sql<unknown>`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes) order by f.id)
        from support_attachments sa join files f on f.id = sa.file_id where sa.message_id = m.id), '[]')`.as(
        'attachments',
      ),
    )
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({ ...row, attachments: attachments.parse(row.attachments) }))
}

export const insertTicket = async (
  tx: Tx,
  now: Date,
  values: { user_id: string; subject: string; category: string },
): Promise<string> => {
  const { id } = await tx
    .insertInto('support_tickets')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertMessage = async (
  tx: Tx,
  now: Date,
  message: { ticketId: string; authorId: string; body: string; fileIds: readonly string[] },
): Promise<void> => {
  const { id } = await tx
    .insertInto('support_messages')
    .values({ ticket_id: message.ticketId, author_id: message.authorId, body: message.body, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (message.fileIds.length > 0)
    await tx
      .insertInto('support_attachments')
      .values(message.fileIds.map((file_id) => ({ message_id: id, file_id })))
      .execute()
}

export const updateTicket = async (
  tx: Tx,
  now: Date,
  id: string,
  patch: { status?: string | undefined; category?: string | undefined; assignee_id?: string | null | undefined },
): Promise<void> => {
  await tx
    .updateTable('support_tickets')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns whether tickets can be assigned to this account: it is an administrator. */
export const isAdministrator = async (db: Queryable, id: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('user_type', '=', 'admin')
    .where('status', '=', 'approved')
    .executeTakeFirst()) !== undefined
