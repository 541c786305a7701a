import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
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

/** The messages among `ids` that still wait; none twice, whichever process asks. */
export const takeQueued = async (tx: Tx, ids: readonly string[]): Promise<QueuedMessage[]> => {
  const { rows } = await sql<QueuedMessage>`
    select id, channel, recipient, template, language, data from messages
    where id = any(${ids}) and status = 'queued' order by created_at, id for update skip locked`.execute(tx)
  return rows
}

/** `keep` leaves the written text readable (the outbox of a development installation); else only the subject stays. */
export const markSent = async (
  tx: Tx,
  id: string,
  now: Date,
  written: { subject: string; body: string },
  keep: boolean,
): Promise<void> => {
  await tx
    .updateTable('messages')
    .set({
      status: 'sent',
      sent_at: now,
      subject: written.subject,
      body: keep ? written.body : null,
      ...(keep ? {} : { data: '{}' }),
    })
    .where('id', '=', id)
    .execute()
}

export const markAttempt = async (tx: Tx, id: string, error: string, final: boolean): Promise<void> => {
  await sql`update messages set attempts = attempts + 1, error = ${error}, status = case when ${final} then 'failed' else status end
    where id = ${id}`.execute(tx)
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
  if (to) query = query.where(sql<string>`lower(recipient)`, '=', to.toLowerCase())
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(100).execute()
}
