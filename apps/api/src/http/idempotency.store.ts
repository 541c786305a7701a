import { sql } from 'kysely'
import { z } from 'zod'
import type { IdempotencyKey } from '#platform/context'
import type { Db, Queryable, Tx } from '#platform/db/db'
import { HURRYING_ALONE } from '#platform/db/patience'
import { AppError } from '#platform/errors'

const locking = async (tx: Tx, userId: string, key: string, more: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId}\n${key}`}, 1)) as locked ${sql.raw(more)}`.execute(
    tx,
  )
  return rows[0]?.locked ?? false
}

/** Locks the key for this transaction. Returns false while another transaction uses it. */
export const lockKey = (tx: Tx, userId: string, key: string): Promise<boolean> => locking(tx, userId, key, '')

/**
 * The same for a transaction that takes milliseconds. If its process hangs, it keeps the key for a moment only: whoever repeats
 * the request waits for it.
 */
export const lockKeyBriefly = (tx: Tx, userId: string, key: string): Promise<boolean> =>
  locking(tx, userId, key, `, ${HURRYING_ALONE}`)

const stored = z.object({ route: z.string(), body_hash: z.string(), status: z.number(), answer: z.unknown() })

/** Returns the stored answer of this key. @throws idempotency_key_reused for another route or body */
export const findAnswer = async (
  db: Queryable,
  userId: string,
  { key, route, bodyHash }: IdempotencyKey,
): Promise<{ status: number; answer: unknown } | undefined> => {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const found = stored.parse(row)
  if (found.route !== route || found.body_hash !== bodyHash) throw new AppError('idempotency_key_reused')
  return { status: found.status, answer: found.answer }
}

const CHUNK = 10_000

/** Deletes the answers that were stored before then, a few thousand per transaction. */
export const deleteAnswers = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys where (user_id, key) in (
        select user_id, key from idempotency_keys where created_at < ${before} order by created_at limit ${sql.lit(CHUNK)})`.execute(
      db,
    )
    if (Number(numAffectedRows ?? 0) < CHUNK) return
  }
}

/** Replaces the stored answer of a key whose request goes on with something else. */
export const replaceAnswer = async (
  tx: Tx,
  userId: string,
  { key }: Pick<IdempotencyKey, 'key'>,
  answer: unknown,
): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

export const saveAnswer = async (
  tx: Tx,
  userId: string,
  { key, route, bodyHash }: IdempotencyKey,
  status: number,
  answer: unknown,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: userId,
      key,
      route,
      body_hash: bodyHash,
      status,
      answer: JSON.stringify(answer),
      created_at: now,
    })
    .execute()
}
