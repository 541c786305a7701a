import type { Tx } from '#platform/db/db'
import type { Dispute } from './providers/provider.ts'

/**
 * Stores what a provider says of a dispute. Returns undefined if it was decided before; else a function that notes the
 * ledger entry of what it took. The caller holds the lock of its payment.
 */
export const saveDispute = async (
  tx: Tx,
  {
    id,
    provider,
    paymentId,
    state,
    amount,
    currency,
    dueAt,
    now,
  }: Dispute & {
    readonly id: string
    readonly provider: string
    readonly paymentId: string
    readonly now: Date
  },
): Promise<{ enter(ledgerEntryId: number): Promise<void> } | undefined> => {
  const said = { status: state, amount, currency, due_at: dueAt, settled_at: state === 'open' ? null : now }
  const row = await tx
    .insertInto('disputes')
    .values({ payment_id: paymentId, provider, provider_reference: id, created_at: now, ...said })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_reference'])
        .doUpdateSet(said)
        .where('disputes.status', '=', 'open')
        .where('disputes.payment_id', '=', paymentId),
    )
    .returning('id')
    .executeTakeFirst()
  return (
    row && {
      enter: async (ledgerEntryId) => {
        await tx.updateTable('disputes').set({ ledger_entry_id: ledgerEntryId }).where('id', '=', row.id).execute()
      },
    }
  )
}
