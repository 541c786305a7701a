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

/** The task that sends; its payload is `{ ids }`. */
export const DELIVER_MESSAGES = 'deliver_messages'

/** Queues messages in the transaction, and one job that sends them. Returns their ids. */
export const queueMessages = async (tx: Tx, now: Date, messages: readonly OutgoingMessage[]): Promise<string[]> => {
  if (messages.length === 0) return []
  const rows = await tx
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
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  await enqueue(tx, DELIVER_MESSAGES, { ids })
  return ids
}

export interface QueuedMessage {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly template: string
  readonly language: string
  readonly data: unknown
}

/** Takes the messages among `ids` that still wait, for a while: none twice, whichever process asks. */
export const leaseQueued = async (db: Db, ids: readonly string[], now: Date, until: Date): Promise<QueuedMessage[]> => {
  const { rows } = await sql<QueuedMessage>`
    update messages set leased_until = ${until}, attempts = attempts + 1
    where id in (
      select id from messages
      where id = any(${ids}) and status = 'queued' and (leased_until is null or leased_until <= ${now})
      order by id for update skip locked)
    returning id, channel, recipient, template, language, data`.execute(db)
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
}

/** Writes down what became of many messages; what was handed over keeps nothing of what it said. */
export const saveDeliveries = async (db: Db, now: Date, deliveries: readonly Delivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  await sql`
    update messages m set status = d.status, subject = coalesce(d.subject, m.subject), body = d.body, error = d.error,
      leased_until = null, sent_at = case when d.status = 'sent' then ${now}::timestamptz end,
      data = case when d.status = 'sent' and d.body is null then '{}' else m.data end
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as d(id text, status text, subject text, body text, error text)
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
