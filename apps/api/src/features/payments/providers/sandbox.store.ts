import { sql } from 'kysely'
import type { Db } from '#platform/db/db'

export interface SandboxCharge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly return_url: string
}

/** Idempotent by reference, like real providers. */
export const openCharge = async (
  db: Db,
  charge: { reference: string; amount: number; currency: string; returnUrl: string },
): Promise<void> => {
  await db
    .insertInto('sandbox_charges')
    .values({
      reference: charge.reference,
      amount: charge.amount,
      currency: charge.currency,
      return_url: charge.returnUrl,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findCharge = (db: Db, reference: string): Promise<SandboxCharge | undefined> =>
  db
    .selectFrom('sandbox_charges')
    .select(['reference', 'amount', 'currency', 'status', 'return_url'])
    .where('reference', '=', reference)
    .executeTakeFirst()

/** Decides an open charge. Returns false, and changes nothing, if it was decided before. */
export const decideCharge = async (
  db: Db,
  reference: string,
  status: 'success' | 'failed' | 'abandoned',
): Promise<boolean> => {
  const result = await db
    .updateTable('sandbox_charges')
    .set({ status })
    .where('reference', '=', reference)
    .where('status', '=', 'ongoing')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Refunds part of a charge, once per key. Returns false if the charge does not have that much left. */
export const refundCharge = async (
  db: Db,
  request: { readonly key: string; readonly reference: string; readonly amount: number },
): Promise<boolean> => {
  const { rows } = await sql<{ made: boolean }>`
    with known as (select 1 from sandbox_refunds where key = ${request.key}),
    charged as (
      update sandbox_charges set refunded = refunded + ${request.amount}
      where reference = ${request.reference} and refunded + ${request.amount} <= amount and not exists (select 1 from known)
      returning reference),
    made as (
      insert into sandbox_refunds (key, reference, amount, status) select ${request.key}, reference, ${request.amount}, 'done' from charged)
    select exists (select 1 from charged) or exists (select 1 from known) as made`.execute(db)
  return rows[0]?.made ?? false
}

/** Returns the state of a refund in the sandbox's books, or undefined. */
export const findRefund = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('sandbox_refunds').select('status').where('key', '=', key).executeTakeFirst())?.status
