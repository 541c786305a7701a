import { sql } from 'kysely'
import { z } from 'zod'
import type { IdempotencyKey } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { AppError } from '#platform/errors'

/** Locks the key for this transaction. Returns false while another transaction uses it. */
export const lockKey = async (tx: Tx, userId: string, key: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId}\n${key}`}, 1)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

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
