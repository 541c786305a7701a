import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { sqlIn, sqlOf, type TxSql } from '../db/sql.store.ts'

/** A mail or SMS to an address, written from a template and sent after the commit. */
export interface DirectMessage {
  readonly template: string
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly userId?: string | undefined
  readonly language: Language
  /** The data of the template. */
  readonly data: Readonly<Record<string, unknown>>
  /** The trace that led to it (`Trace.here`). */
  readonly trace?: string | undefined
}

/** A notice to a person: in the app, and over the channels that they chose (`Messenger.tell`). */
export interface Notice {
  readonly channel: 'notice'
  readonly template: string
  readonly userId: string
  /** The default is the person's own language. */
  readonly language?: Language | undefined
  /** The data of the template. */
  readonly data: Readonly<Record<string, unknown>>
  /** The trace that led to it (`Trace.here`). */
  readonly trace?: string | undefined
}

export type OutgoingMessage = DirectMessage | Notice

/** The task that sends all due messages. It has no payload and also runs every minute, for retries. */
export const DELIVER_MESSAGES = 'deliver_messages'
/**
 * The task that unpacks and sends the messages of batches. It is separate so that a code that somebody waits for is not
 * queued behind the mails of a sale.
 */
export const DELIVER_BATCHES = 'deliver_batches'

/**
 * Ids follow the order of writing. Within a second, messages of batches come first. Somebody who is erased meanwhile gets none, as in
 * `lockAddressees`.
 */
const INSERT = {
  name: 'messages_insert',
  text: `
    with given as materialized (
      select * from json_to_recordset($1::json) as m(channel text, recipient text, user_id text, template text, language text, data jsonb,
        trace text)),
    addressees as materialized (
      select id from users where id = any(array(select user_id from given)) and erased_at is null order by id for key share)
    insert into messages (id, channel, recipient, user_id, template, language, data, trace, created_at, leased_until, leased_by, attempts)
    select lpad(to_hex(extract(epoch from $2::timestamptz)::bigint), 8, '0') || case when $3::timestamptz is null then '8' else '0' end
        || lpad(to_hex(nextval('messages_order')), 15, '0'),
      channel, recipient, user_id, template, language, data, trace, $2, $3, $4, case when $3::timestamptz is null then 0 else 1 end
    from given where user_id is null or user_id in (select id from addressees)
    returning id, channel, recipient, template, language, data, trace, attempts, created_at`,
}
const ADD_JOB = {
  name: 'messages_add_job',
  text: `select 1 as done from graphile_worker.add_job($1, max_attempts => 12)`,
}

/** Queues messages in the transaction, and a job that sends them. */
export const queueMessages = async (via: Tx | TxSql, now: Date, messages: readonly DirectMessage[]): Promise<void> => {
  if (messages.length === 0) return
  const sql = sqlOf(via)
  await sql(INSERT, [JSON.stringify(messages.map(rowOf)), now, null, null])
  await sql(ADD_JOB, [DELIVER_MESSAGES])
}

const rowOf = (message: DirectMessage) => ({
  channel: message.channel,
  recipient: message.to,
  user_id: message.userId ?? null,
  template: message.template,
  language: message.language,
  data: message.data,
  trace: message.trace ?? null,
})

/** Until when which process sends messages. */
export interface Lease {
  readonly until: Date
  /** The name of the process, a hyphen, and what sets its leases apart. */
  readonly by: string
}

/** Inserts leased messages, which the caller sends itself. */
export const insertLeased = async (
  tx: Tx,
  messages: readonly DirectMessage[],
  createdAt: Date,
  { until, by }: Lease,
): Promise<QueuedMessage[]> =>
  messages.length === 0
    ? []
    : sqlIn(tx)<QueuedMessage>(INSERT, [JSON.stringify(messages.map(rowOf)), createdAt, until, by])

export interface QueuedMessage {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly template: string
  readonly language: string
  readonly data: unknown
  readonly trace: string | null
  /** Including this one. */
  readonly attempts: number
  readonly created_at: Date
}

/**
 * Leases up to `limit` due messages, oldest first. Concurrent processes never get the same one. `since`
 * is the newest message that this run leased before, so that earlier rows are not scanned again.
 */
export const leaseQueued = async (
  db: Db,
  limit: number,
  since: Date | null,
  now: Date,
  { until, by }: Lease,
): Promise<QueuedMessage[]> => {
  const { rows } = await sql<QueuedMessage>`
    update messages set leased_until = ${until}, leased_by = ${by}, attempts = attempts + 1
    where id in (
      select id from messages
      where status = 'queued' and (leased_until is null or leased_until <= ${now})
        and created_at >= coalesce(${since}::timestamptz, '-infinity')
      order by created_at limit ${limit} for update skip locked)
    returning id, channel, recipient, template, language, data, trace, attempts, created_at`.execute(db)
  return rows
}

const batched = z.union([
  // To an address regardless of the person's channels: people without an account get it too.
  z.object({
    channel: z.enum(['mail', 'sms']),
    recipient: z.string(),
    user_id: z.string().nullable(),
    template: z.string(),
    language: z.enum(LANGUAGES),
    data: z.record(z.string(), z.unknown()),
    trace: z.string().optional(),
  }),
  z.object({
    channel: z.undefined().optional(),
    user_id: z.string(),
    template: z.string(),
    language: z.enum(LANGUAGES).optional(),
    data: z.record(z.string(), z.unknown()),
    trace: z.string().optional(),
  }),
])
/** One message of a batch, as stored. */
export type Batched = z.output<typeof batched>

export interface Batch {
  readonly messages: readonly Batched[]
  readonly createdAt: Date
}

/** Takes up to `limit` batches, oldest first, in the transaction that turns them into messages. */
export const takeBatches = async (tx: Tx, limit: number): Promise<Batch[]> => {
  const { rows } = await sql<{ messages: unknown; created_at: Date }>`
    delete from message_batches
    where id in (select id from message_batches order by id limit ${limit} for update skip locked)
    returning messages, created_at`.execute(tx)
  return rows.map(({ messages, created_at }) => ({
    messages: z.array(batched).parse(messages),
    createdAt: created_at,
  }))
}

/**
 * Forgets the messages to a person in batches. Called before their account is locked: who unpacks a batch locks it first, and then
 * the accounts.
 */
export const forgetInBatches = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    update message_batches set messages = coalesce((
      select json_agg(m order by place) from json_array_elements(messages) with ordinality as each(m, place)
      where m ->> 'user_id' is distinct from ${userId}), '[]')
    where messages::text like '%' || ${userId} || '%'`.execute(tx)
}

/** Forgets the messages to a person. Those that wait are not sent. */
export const forgetMessagesTo = async (tx: Tx, userId: string): Promise<void> => {
  await sql`delete from messages where user_id = ${userId} and status = 'queued' and leased_by is null`.execute(tx)
  await sql`delete from message_attachments a using messages m where m.id = a.message_id and m.user_id = ${userId}`.execute(
    tx,
  )
  await sql`update messages set recipient = '', data = '{}', subject = null, body = null where user_id = ${userId}`.execute(
    tx,
  )
}

/** The result of sending a message. */
export interface Delivery {
  readonly id: string
  readonly status: 'sent' | 'failed' | 'queued'
  readonly subject: string | null
  /** Kept only where the outbox can be read (a development installation). */
  readonly body: string | null
  readonly error: string | null
  /** When it is retried, if at all. */
  readonly again: Date | null
}

/**
 * Stores the results of many messages. The text of a sent message is not kept, nor that of one whose recipient was erased
 * meanwhile. A late result does not take back that a message was sent.
 */
export const saveDeliveries = async (db: Db, now: Date, deliveries: readonly Delivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  await sql`
    update messages m set status = d.status, error = d.error,
      subject = case when m.recipient <> '' then coalesce(d.subject, m.subject) end,
      body = case when m.recipient <> '' then d.body end,
      leased_until = d.again, leased_by = null, sent_at = case when d.status = 'sent' then ${now}::timestamptz end,
      data = case when d.status = 'sent' and d.body is null then '{}' else m.data end
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as d(id text, status text, subject text, body text, error text, again timestamptz)
    where m.id = d.id and (m.status = 'queued' or d.status = 'sent')`.execute(db)
}

/** Ends the leases of a process that is gone. Returns how many there were. */
export const releaseMessages = async (tx: Tx, now: Date, process: string): Promise<number> => {
  const { numAffectedRows } = await sql`
    update messages set leased_until = ${now}, leased_by = null
    where status = 'queued' and split_part(leased_by, '-', 1) = ${process}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Ends one lease, except for some of its messages. What is released counts as not tried. Returns how many that are. */
export const releaseUnsent = async (tx: Tx, now: Date, by: string, except: readonly string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    update messages set leased_until = ${now}, leased_by = null, attempts = attempts - 1
    where status = 'queued' and leased_by = ${by} and id <> all(${[...except]}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A part of a mail in addition to its text. */
export interface Attachment {
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
  /** The id by which an inline attachment is shown in the mail (`cid:`). */
  readonly contentId?: string
}

/** Records attachments. Their bytes are kept only where the outbox is read. */
export const saveAttachments = async (
  db: Db,
  messageId: string,
  attachments: readonly Attachment[],
  keepsBytes: boolean,
): Promise<void> => {
  if (attachments.length === 0) return
  await db
    .insertInto('message_attachments')
    .values(
      attachments.map(({ name, mime, bytes, contentId }, position) => ({
        message_id: messageId,
        position,
        name,
        mime,
        size: bytes.length,
        content_id: contentId ?? null,
        content: keepsBytes ? bytes : null,
      })),
    )
    .onConflict((conflict) => conflict.constraint('message_attachments_pkey').doNothing())
    .execute()
}

export interface OutboxAttachment {
  readonly position: number
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly content_id: string | null
}

export interface OutboxRow {
  readonly id: string
  readonly recipient: string
  readonly channel: string
  readonly subject: string | null
  readonly body: string | null
  readonly created_at: Date
  readonly attachments: readonly OutboxAttachment[]
}

/** Returns kept messages, newest first. */
export const readOutbox = async (db: Queryable, to: string | undefined): Promise<OutboxRow[]> => {
  let query = db
    .selectFrom('messages')
    .select(['id', 'recipient', 'channel', 'subject', 'body', 'created_at'])
    .where('status', '=', 'sent')
    .where('body', 'is not', null)
  if (to) query = query.where(sql<string>`lower(recipient)`, '=', to.toLowerCase())
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(100).execute()
  const attached =
    rows.length === 0
      ? []
      : await db
          .selectFrom('message_attachments')
          .select(['message_id', 'position', 'name', 'mime', 'size', 'content_id'])
          .where(
            'message_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('position')
          .execute()
  return rows.map((row) => ({ ...row, attachments: attached.filter(({ message_id }) => message_id === row.id) }))
}

/** Returns one attachment of a message in the outbox. */
export const readAttachment = (db: Queryable, messageId: string, position: number) =>
  db
    .selectFrom('message_attachments')
    .select(['name', 'mime', 'content'])
    .where('message_id', '=', messageId)
    .where('position', '=', position)
    .where('content', 'is not', null)
    .executeTakeFirst()

/** Forgets what digests of alerts are about, where it is one of these. A digest names several: the others stay. */
export const forgetInDigests = async (tx: Tx, about: readonly string[]): Promise<void> => {
  if (about.length === 0) return
  await sql`update messages m set body = null, data = jsonb_set(data, '{alerts}', (
      select jsonb_agg(case when e ->> 'about' = any(${[...about]}::text[]) then e || '{"about": ""}' else e end order by place)
      from jsonb_array_elements(data -> 'alerts') with ordinality as each(e, place)))
    where channel = 'mail' and template = 'alert_digest' and exists (
      select from jsonb_array_elements(data -> 'alerts') e where e ->> 'about' = any(${[...about]}::text[]))`.execute(
    tx,
  )
}

/**
 * Forgets what messages to staff say about something that is gone. Those that wait are not sent.
 *
 * @param field of their data, which has one of `values`
 */
export const forgetMessages = async (
  tx: Tx,
  templates: readonly string[],
  field: string,
  values: readonly string[],
): Promise<void> => {
  if (values.length === 0) return
  const about = sql`channel in ('mail', 'sms') and template = any(${[...templates]}::text[])
    and data ->> ${field} = any(${[...values]}::text[])`
  await sql`delete from messages where ${about} and status = 'queued'`.execute(tx)
  await sql`update messages set data = '{}', subject = null, body = null where ${about}`.execute(tx)
}
