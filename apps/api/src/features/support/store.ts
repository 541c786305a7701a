import type { QueryOf } from '@shiloh/contract/core'
import type { supportRoutes, ticketFilter } from '@shiloh/contract/support'
import type { Translations } from '@shiloh/contract/text/translations'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SupportTickets } from '#db'
import { comesAsGuest } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import { deniedTo, holding } from '#platform/auth/holders.store'
import type { Queryable, Tx } from '#platform/db/db'
import { translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { hasWords, matchesPerson, personKey } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'

const ASSIGNED = sql<boolean>`a.id is not null`

const tickets = (callerId: string) =>
  ({
    table: 't',
    sort: {},
    filter: {
      search: (words, query) =>
        hasWords(words, sql`search_key(t.subject || ' ' || coalesce(r.code, '')) || ${personKey(words, query)}`),
      mine: (mine) => (mine ? sql<boolean>`a.id = ${callerId}` : undefined),
      unassigned: (unassigned) => (unassigned ? sql<boolean>`not (${ASSIGNED})` : ASSIGNED),
    },
  }) as const satisfies ListSql<typeof supportRoutes.listTickets, SupportTickets>

/**
 * Somebody whose account is closed, who may not answer tickets any more, or to whom this one is denied does not have it: it is
 * assigned to nobody.
 */
const CAN_ANSWER = sql<boolean>`a.status = 'approved' and a.user_type = 'admin'
  and a.id in ${holding('support_tickets.reply')}
  and not ${deniedTo(
    sql`a.id`,
    ['t.id', 't.user_id', 't.event_id', 't.reservation_id', 'r.user_id'].map((column) => sql.ref(column)),
  )}`

const select = (db: Queryable, callerId: string, query: object = {}) =>
  db
    .selectFrom('support_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('reservations as r', 'r.id', 't.reservation_id')
    .leftJoin('users as a', (join) => join.onRef('a.id', '=', 't.assignee_id').on(CAN_ANSWER))
    .select([
      't.id',
      't.user_id',
      't.subject',
      't.category',
      't.status',
      't.event_id',
      't.reservation_id',
      't.closed_at',
      't.created_at',
      't.updated_at',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.phone',
      'u.language',
      'a.id as assignee_id',
      'a.first_name as assignee_first_name',
      'a.last_name as assignee_last_name',
      'e.name as event_name',
      'r.code',
    ])
    .select(translationsIn<'name'>('e').$castTo<Translations<'name'> | null>().as('event_texts'))
    .select([
      sql<boolean>`u.status = 'approved' and u.erased_at is null`.as('active'),
      sql<boolean>`u.erased_at is not null`.as('erased'),
      sql<number>`(select count(*)::int from support_messages m where m.ticket_id = t.id)`.as('messages'),
      sql<string>`coalesce((select left(m.body, 200) from support_messages m where m.ticket_id = t.id
        order by m.created_at desc, m.id desc limit 1), '')`.as('last_message'),
      sql<boolean>`coalesce((select m.author_id is distinct from t.user_id from support_messages m where m.ticket_id = t.id
        order by m.created_at desc, m.id desc limit 1), false)`.as('last_from_staff'),
      // The other side: the owner for the office, the office for the owner.
      sql<boolean>`u.erased_at is null and exists (select 1 from support_messages m where m.ticket_id = t.id
        and (m.author_id is distinct from t.user_id) = (t.user_id = ${callerId})
        and m.created_at > coalesce((select s.read_at from support_reads s where s.ticket_id = t.id and s.user_id = ${callerId}), '-infinity'))`.as(
        'unread',
      ),
    ])
    .where(shown(query, { person: 't.user_id', event: 't.event_id', reservation: 't.reservation_id' }))

/** Lists every ticket for the desk, or one person's own. */
export const listTickets = (db: Queryable, callerId: string, query: QueryOf<typeof supportRoutes.listTickets>) =>
  paginate(select(db, callerId, query), query, tickets(callerId))

/** Exports the tickets of a filter of the desk, the newest change first. */
export const exportTickets = (db: Queryable, callerId: string, query: QueryOf<typeof supportRoutes.exportTickets>) =>
  inChunks<TicketRow>((last, size) =>
    matching(select(db, callerId, query), query, tickets(callerId))
      .$if(last !== undefined, (rows) =>
        rows.where(sql<boolean>`(t.updated_at, t.id) < (${last?.updated_at}, ${last?.id}::text)`),
      )
      .orderBy('t.updated_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(size)
      .execute(),
  )

/** Selects the ids of the tickets of a filter of the desk. */
export const selectTickets = (db: Queryable, callerId: string, filter: z.output<typeof ticketFilter>) =>
  matching(select(db, callerId, filter), filter, tickets(callerId))
    .clearSelect()
    .select('t.id')

export const findTicket = (db: Queryable, callerId: string, id: string) =>
  select(db, callerId).where('t.id', '=', id).executeTakeFirst()
export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Serialises concurrent messages. */
export const lockTicket = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('support_tickets').select('id').where('id', '=', id).forUpdate().execute()
}

const ticketFile = z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() })
export type TicketFile = z.output<typeof ticketFile>
const attachments = z.array(ticketFile)
const FILE = sql`json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes)`

/** Returns the conversation in order, without what only the office sees. */
export const listMessages = async (db: Queryable, ticketId: string) => {
  const rows = await db
    .selectFrom('support_messages as m')
    .leftJoin('users as u', 'u.id', 'm.author_id')
    .select(['m.id', 'm.author_id', 'm.body', 'm.created_at', 'u.first_name', 'u.last_name'])
    .select(
      sql<unknown>`coalesce((select json_agg(${FILE} order by f.id)
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

/** Returns the id of the newest message. */
export const lastMessageId = async (db: Queryable, ticketId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('support_messages')
      .select('id')
      .where('ticket_id', '=', ticketId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

export const insertTicket = async (
  tx: Tx,
  now: Date,
  values: {
    user_id: string
    subject: string
    category: string
    reservation_id: string | null
    event_id: string | null
  },
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

const CLOSED = new Set(['completed', 'archived'])

export const updateTicket = async (
  tx: Tx,
  now: Date,
  id: string,
  {
    status,
    ...patch
  }: { status?: string | undefined; category?: string | undefined; assignee_id?: string | null | undefined },
): Promise<void> => {
  await tx
    .updateTable('support_tickets')
    .set({ ...patchSet(patch), updated_at: now })
    .$if(status !== undefined, (update) =>
      // A ticket that is closed again keeps the time when it was closed.
      update.set({
        status: status ?? '',
        closed_at: CLOSED.has(status ?? '') ? sql`coalesce(closed_at, ${now})` : null,
      }),
    )
    .where('id', '=', id)
    .execute()
}

/** Returns a reservation that this person made, or in which a linked spouse took a place for them. */
export const findOwnReservation = (db: Queryable, userId: string, id: string) =>
  db
    .selectFrom('reservations as r')
    .select(['r.id', 'r.event_id'])
    .where('r.id', '=', id)
    .where((where) =>
      where.or([
        where('r.user_id', '=', userId),
        where.exists(
          where
            .selectFrom('reservation_participants as p')
            .select('p.id')
            .whereRef('p.reservation_id', '=', 'r.id')
            .where(comesAsGuest(userId)),
        ),
      ]),
    )
    .executeTakeFirst()

// ── What only the office sees ────────────────────────────────────────────────────────────────────────────────────────

export const insertNote = async (
  tx: Tx,
  now: Date,
  note: {
    ticket_id: string
    author_id: string
    kind: 'note' | 'assigned' | 'status'
    body?: string
    assignee_id?: string | null
    status?: string
  },
  fileIds: readonly string[] = [],
): Promise<void> => {
  const { id } = await tx
    .insertInto('support_notes')
    .values({ ...note, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (fileIds.length > 0)
    await tx
      .insertInto('support_note_files')
      .values(fileIds.map((file_id) => ({ note_id: id, file_id })))
      .execute()
}

export const listNotes = async (db: Queryable, ticketId: string) => {
  const rows = await db
    .selectFrom('support_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .leftJoin('users as a', 'a.id', 'n.assignee_id')
    .select(['n.id', 'n.kind', 'n.body', 'n.status', 'n.author_id', 'n.assignee_id', 'n.created_at'])
    .select([
      sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('author'),
      sql<string | null>`a.first_name || ' ' || a.last_name`.as('assignee'),
      sql<unknown>`coalesce((select json_agg(${FILE} order by f.id)
        from support_note_files nf join files f on f.id = nf.file_id where nf.note_id = n.id), '[]')`.as('attachments'),
    ])
    .where('n.ticket_id', '=', ticketId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  return rows.map((row) => ({ ...row, attachments: attachments.parse(row.attachments) }))
}

/** Returns the tickets among these whose newest entry is a note. */
export const endingWithNote = async (db: Queryable, ticketIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('support_notes as n')
    .select('n.ticket_id')
    .distinct()
    .where('n.ticket_id', 'in', ['', ...ticketIds])
    .where('n.kind', '=', 'note')
    .where(
      sql<boolean>`n.created_at >= coalesce((select max(m.created_at) from support_messages m where m.ticket_id = n.ticket_id), '-infinity')`,
    )
    .execute()
  return new Set(rows.map(({ ticket_id }) => ticket_id))
}

// ── Who has read what ────────────────────────────────────────────────────────────────────────────────────────────────

export const markRead = async (tx: Tx, now: Date, ticketId: string, userId: string): Promise<void> => {
  await tx
    .insertInto('support_reads')
    .values({ ticket_id: ticketId, user_id: userId, read_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['ticket_id', 'user_id'])
        .doUpdateSet({ read_at: sql`greatest(support_reads.read_at, excluded.read_at)` }),
    )
    .execute()
}

export const readAt = async (db: Queryable, ticketId: string, userId: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('support_reads')
      .select('read_at')
      .where('ticket_id', '=', ticketId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.read_at ?? null

/** Returns the administrators whose account is open, by name. */
export const findAdministrators = (db: Queryable, query: { readonly search?: string | undefined }) =>
  db
    .selectFrom('users as u')
    .select('u.id')
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
    .where('u.user_type', '=', 'admin')
    .where('u.status', '=', 'approved')
    .$if(Boolean(query.search), (select) => select.where(matchesPerson(query.search ?? '', query)))
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .limit(200)
    .execute()

// ── Saved replies ────────────────────────────────────────────────────────────────────────────────────────────────────

const replies = (db: Queryable) =>
  db.selectFrom('support_replies').select(['id', 'name', 'texts', 'created_at', 'updated_at'])

export const listReplies = (db: Queryable) => replies(db).orderBy('name').limit(200).execute()
export const findReply = (db: Queryable, id: string) => replies(db).where('id', '=', id).executeTakeFirst()
export type ReplyRow = NonNullable<Awaited<ReturnType<typeof findReply>>>

interface ReplyValues {
  readonly name: string
  readonly texts: Readonly<Partial<Record<string, string>>>
}
export const insertReply = (tx: Tx, now: Date, { name, texts }: ReplyValues) =>
  tx
    .insertInto('support_replies')
    .values({ name, texts: JSON.stringify(texts), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateReply = async (tx: Tx, now: Date, id: string, { name, texts }: ReplyValues): Promise<void> => {
  await tx
    .updateTable('support_replies')
    .set({ name, texts: JSON.stringify(texts), updated_at: now })
    .where('id', '=', id)
    .execute()
}
export const removeReply = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('support_replies').where('id', '=', id).execute()
}
