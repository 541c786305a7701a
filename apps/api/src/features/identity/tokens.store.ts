import { type NotNull, sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import type { Purpose } from './rules.ts'

export interface NewToken {
  /** Null for a code at the sign-in. */
  readonly userId: string | null
  readonly purpose: Purpose
  readonly tokenHash: string
  readonly codeHash?: string | null
  readonly data?: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}

export const insertToken = async (tx: Tx, now: Date, token: NewToken): Promise<void> => {
  await tx
    .insertInto('one_time_tokens')
    .values({
      user_id: token.userId,
      purpose: token.purpose,
      token_hash: token.tokenHash,
      code_hash: token.codeHash ?? null,
      data: JSON.stringify(token.data ?? {}),
      expires_at: token.expiresAt,
      created_at: now,
    })
    .execute()
}

const record = z.record(z.string(), z.unknown())

const usable = (tx: Tx, now: Date) =>
  tx
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'purpose', 'token_hash', 'code_hash', 'attempts', 'data', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()

/** Returns a usable token of an account, locked. Of two concurrent uses, the second finds none. */
export const lockToken = async (tx: Tx, now: Date, id: string) => {
  const row = await usable(tx, now)
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirst()
  return row && { ...row, data: record.parse(row.data) }
}
export type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** Returns a usable token of a code at the sign-in, locked. */
export const lockCodeToken = async (
  tx: Tx,
  now: Date,
  by: { readonly id: string } | { readonly tokenHash: string },
) => {
  const row = await usable(tx, now)
    .where('purpose', '=', 'sign_in_code')
    .where('id' in by ? 'id' : 'token_hash', '=', 'id' in by ? by.id : by.tokenHash)
    .executeTakeFirst()
  return row && { ...row, data: record.parse(row.data) }
}

export const useToken = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx.updateTable('one_time_tokens').set({ used_at: now }).where('id', '=', id).execute()
}

/** Counts a wrong code. The last permitted one uses up the token. */
export const countAttempt = async (tx: Tx, now: Date, id: string, max: number): Promise<void> => {
  await sql`update one_time_tokens set attempts = attempts + 1,
    used_at = case when attempts + 1 >= ${max} then ${now}::timestamptz end where id = ${id}`.execute(tx)
}

/** Replaces the code of a token. */
export const replaceCode = async (
  tx: Tx,
  id: string,
  codeHash: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await tx
    .updateTable('one_time_tokens')
    .set({ code_hash: codeHash, data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

/** Invalidates every open token of these purposes, because of a newer one or a new password. */
export const spendTokens = async (tx: Tx, now: Date, userId: string, purposes: readonly Purpose[]): Promise<void> => {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Takes an account out of what codes at the sign-in open that were sent before. They go on opening the others. */
export const closeToCodes = async (tx: Tx, now: Date, userId: string): Promise<void> => {
  await sql`update one_time_tokens set data = jsonb_set(data, '{accounts}', (data->'accounts') - ${userId}::text)
    where purpose = 'sign_in_code' and used_at is null and expires_at > ${now} and data->'accounts' ? ${userId}`.execute(
    tx,
  )
}

/** Returns this account's tokens of this purpose made since the given time. */
export const recentTokens = async (
  db: Queryable,
  userId: string,
  purpose: Purpose,
  since: Date,
): Promise<{ at: Date; data: Readonly<Record<string, unknown>> }[]> => {
  const rows = await db
    .selectFrom('one_time_tokens')
    .select(['created_at', 'data'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>=', since)
    .execute()
  return rows.map((row) => ({ at: row.created_at, data: record.parse(row.data) }))
}
