import { sql } from 'kysely'
import type { Db } from '#platform/db'

export interface SandboxCharge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly return_url: string
}

/** Idempotent by reference, as providers are. */
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

/** Decides an ongoing charge; one that was decided stays as it is. True when it was decided now. */
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

export const refundCharge = async (db: Db, reference: string, amount: number): Promise<void> => {
  await sql`update sandbox_charges set refunded = refunded + ${amount} where reference = ${reference}`.execute(db)
}
