import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { enqueue } from './jobs.store.ts'

/** A mail or SMS to be written from a template and sent after the commit. */
export interface OutgoingMessage {
  readonly template: string
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly userId?: string | undefined
  readonly language: Language
  /** What the template needs. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The task that sends whatever is due; it needs no payload. It also runs every minute, for what is to be tried again. */
export const DELIVER_MESSAGES = 'deliver_messages'
/**
 * The task that unpacks and sends the messages of batches. A task of its own: a code that somebody waits for does not stand
 * behind the mails of a sale.
 */
export const DELIVER_BATCHES = 'deliver_batches'

/** Queues messages in the transaction, and a job that sends them. */
export const queueMessages = async (tx: Tx, now: Date, messages: readonly OutgoingMessage[]): Promise<void> => {
  if (messages.length === 0) return
  await tx
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        channel: message.channel,
        recipient: message.to,
        user_id: message.userId ?? null,
        template: message.template,
        language: message.language,
        data: JSON.stringify(message.data),
        created_at: now,
      })),
    )
    .execute()
  await enqueue(tx, DELIVER_MESSAGES, {})
}

export interface QueuedMessage {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly template: string
  readonly language: string
  readonly data: unknown
  /** This one included. */
  readonly attempts: number
  readonly created_at: Date
}

/**
 * Takes up to `limit` messages that are due, oldest first, until `until`: none twice, whichever process asks. `since` is the
 * newest that the same run has taken before: what it took is not walked over again.
 */
export const leaseQueued = async (
  db: Db,
  limit: number,
  since: Date | null,
  now: Date,
  until: Date,
): Promise<QueuedMessage[]> => {
  const { rows } = await sql<QueuedMessage>`
    update messages set leased_until = ${until}, attempts = attempts + 1
    where id in (
      select id from messages
      where status = 'queued' and (leased_until is null or leased_until <= ${now})
        and created_at >= coalesce(${since}::timestamptz, '-infinity')
      order by created_at limit ${limit} for update skip locked)
    returning id, channel, recipient, template, language, data, attempts, created_at`.execute(db)
  return rows
}

/**
 * Unpacks up to `limit` batches, oldest first, and takes their messages as `leaseQueued` does. Whoever has no account any more is
 * written to all the same.
 */
export const leaseBatches = async (db: Db, limit: number, until: Date): Promise<QueuedMessage[]> => {
  const { rows } = await sql<QueuedMessage>`
    with unpacked as (
      delete from message_batches
      where id in (select id from message_batches order by id limit ${limit} for update skip locked)
      returning messages, created_at)
    insert into messages (id, channel, recipient, user_id, template, language, data, created_at, leased_until, attempts)
    select m.id, m.channel, m.recipient, u.id, m.template, m.language, m.data, b.created_at, ${until}, 1
    from unpacked b
    cross join json_to_recordset(b.messages) as m(id text, channel text, recipient text, user_id text, template text, language text, data jsonb)
    left join users u on u.id = m.user_id
    returning id, channel, recipient, template, language, data, attempts, created_at`.execute(db)
  return rows
}

/** What became of a message. */
export interface Delivery {
  readonly id: string
  readonly status: 'sent' | 'failed' | 'queued'
  readonly subject: string | null
  /** Kept only where it can be read here (the outbox of a development installation). */
  readonly body: string | null
  readonly error: string | null
  /** When it is tried again, if it is. */
  readonly again: Date | null
}

/** Writes down what became of many messages; what was handed over keeps nothing of what it said. */
export const saveDeliveries = async (db: Db, now: Date, deliveries: readonly Delivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  await sql`
    update messages m set status = d.status, subject = coalesce(d.subject, m.subject), body = d.body, error = d.error,
      leased_until = d.again, sent_at = case when d.status = 'sent' then ${now}::timestamptz end,
      data = case when d.status = 'sent' and d.body is null then '{}' else m.data end
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as d(id text, status text, subject text, body text, error text, again timestamptz)
    where m.id = d.id`.execute(db)
}

export interface OutboxRow {
  readonly id: string
  readonly recipient: string
  readonly channel: string
  readonly subject: string | null
  readonly body: string | null
  readonly created_at: Date
}

/** Messages that were written and kept, newest first. */
export const readOutbox = async (tx: Tx, to: string | undefined): Promise<OutboxRow[]> => {
  let query = tx
    .selectFrom('messages')
    .select(['id', 'recipient', 'channel', 'subject', 'body', 'created_at'])
    .where('status', '=', 'sent')
    .where('body', 'is not', null)
  if (to) query = query.where(sql<string>`lower(recipient)`, '=', to.toLowerCase())
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(100).execute()
}
