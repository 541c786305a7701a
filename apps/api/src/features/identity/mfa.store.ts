import { CODE_METHODS, type CodeMethod, type MfaMethod } from '@shiloh/contract/identity/account'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'

const method = z.enum(CODE_METHODS)

/** Returns the second steps of an account that ask for a code, including those that are not activated yet. */
export const findMethods = async (db: Queryable, userId: string) => {
  const rows = await db
    .selectFrom('mfa_methods')
    .select(['id', 'method', 'secret_sealed', 'code_hash', 'code_expires_at', 'attempts', 'last_step', 'activated_at'])
    .where('user_id', '=', userId)
    .where('method', '!=', 'passkey')
    .orderBy('activated_at')
    .execute()
  return rows.map((row) => ({ ...row, method: method.parse(row.method) }))
}
export type MethodRow = Awaited<ReturnType<typeof findMethods>>[number]

/** Restarts an enrolment. The caller refuses active methods before; they are not touched. */
export const startMethod = async (
  tx: Tx,
  now: Date,
  userId: string,
  enrolment: { method: CodeMethod; secretSealed: string | null; codeHash: string | null; codeExpiresAt: Date | null },
): Promise<void> => {
  const values = {
    secret_sealed: enrolment.secretSealed,
    code_hash: enrolment.codeHash,
    code_expires_at: enrolment.codeExpiresAt,
    attempts: 0,
    last_step: 0,
    created_at: now,
  }
  await tx
    .insertInto('mfa_methods')
    .values({ user_id: userId, method: enrolment.method, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'method']).doUpdateSet(values))
    .execute()
}

export const activateMethod = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx
    .updateTable('mfa_methods')
    .set({ activated_at: now, code_hash: null, code_expires_at: null })
    .where('id', '=', id)
    .execute()
}

/** Notes that an account has passkeys as a second step. */
export const activatePasskeys = async (tx: Tx, now: Date, userId: string): Promise<void> => {
  await tx
    .insertInto('mfa_methods')
    .values({ user_id: userId, method: 'passkey', created_at: now, activated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'method']).doNothing())
    .execute()
}

export const countMethodAttempt = async (tx: Tx, id: string): Promise<void> => {
  await sql`update mfa_methods set attempts = attempts + 1 where id = ${id}`.execute(tx)
}

/** Uses a time step of the app. Returns false if this step or a later one was used before. */
export const takeStep = async (tx: Tx, id: string, step: number): Promise<boolean> => {
  const rows = await tx
    .updateTable('mfa_methods')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .execute()
  return rows.length > 0
}

export const removeMethod = async (tx: Tx, userId: string, which: MfaMethod | 'all'): Promise<void> => {
  await tx
    .deleteFrom('mfa_methods')
    .where('user_id', '=', userId)
    .$if(which !== 'all', (q) => q.where('method', '=', which))
    .execute()
}

export const replaceRecoveryCodes = async (tx: Tx, userId: string, hashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute()
}

/** Uses a recovery code. `hashes` are its possible stored hashes. */
export const takeRecoveryCode = async (
  tx: Tx,
  now: Date,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> => {
  const rows = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

export const recoveryCodesLeft = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`.execute(db)
  return rows[0]?.left ?? 0
}
