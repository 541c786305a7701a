import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import type { Dispute } from './providers/provider.ts'

interface SavedDispute {
  /** What it had taken, as far as it had been lost before and is won now. */
  readonly wasLost: Pick<Dispute, 'amount' | 'currency'> | undefined
  /** False if it is the same as at the last time: staff know of it. */
  readonly isNews: boolean
  /** Notes the ledger entry of what it took. */
  enter(ledgerEntryId: number): Promise<void>
}

/**
 * Stores what a provider says of a dispute, and when to ask about an open one again. Returns undefined if it was decided
 * before, unless one that was lost is won after all. The caller holds the lock of its payment.
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
    askAfter,
    now,
  }: Dispute & {
    readonly id: string
    readonly provider: string
    readonly paymentId: string
    readonly askAfter: Date
    readonly now: Date
  },
): Promise<SavedDispute | undefined> => {
  const before = await tx
    .selectFrom('disputes')
    .select(['status', 'amount', 'currency', 'due_at'])
    .where('provider', '=', provider)
    .where('provider_reference', '=', id)
    .executeTakeFirst()
  const isSameDay = before?.due_at?.getTime() === dueAt?.getTime()
  const isNews = before?.status !== state || before.amount !== amount || before.currency !== currency || !isSameDay
  const said = {
    status: state,
    amount,
    currency,
    due_at: dueAt,
    settled_at: state === 'open' ? null : now,
    ask_after: state === 'open' ? askAfter : null,
    ...(isSameDay ? {} : { overdue_told_at: null }),
  }
  const row = await tx
    .insertInto('disputes')
    .values({ payment_id: paymentId, provider, provider_reference: id, created_at: now, ...said })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_reference'])
        .doUpdateSet(said)
        .where('disputes.status', 'in', state === 'won' ? ['open', 'lost'] : ['open'])
        .where('disputes.payment_id', '=', paymentId),
    )
    .returning('id')
    .executeTakeFirst()
  return (
    row && {
      isNews,
      wasLost: before?.status === 'lost' ? before : undefined,
      enter: async (ledgerEntryId) => {
        await tx.updateTable('disputes').set({ ledger_entry_id: ledgerEntryId }).where('id', '=', row.id).execute()
      },
    }
  )
}

/** Returns the open disputes to ask about now. Each is postponed, so that no other process asks too. */
export const takeOpenDisputes = async (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ provider: string; dispute: string }[]> => {
  const { rows } = await sql<{ provider: string; dispute: string }>`
    update disputes set ask_after = ${now}::timestamptz + interval '1 hour'
    where id in (select id from disputes where status = 'open' and coalesce(ask_after, created_at) <= ${now}
      order by ask_after limit ${limit} for update skip locked)
    returning provider, provider_reference as dispute`.execute(tx)
  return rows
}

/** A dispute that is open although the time to answer it is over. */
export interface OverdueDispute {
  readonly dispute: string
  readonly payment_id: string
  readonly reference: string
  readonly reservation_id: string
  readonly code: string
  readonly amount: number
  readonly currency: string
  readonly due_at: Date
}

/** Returns the disputes of which staff do not know yet that they are overdue, and marks them as told. */
export const takeOverdueDisputes = async (tx: Tx, now: Date, limit: number): Promise<OverdueDispute[]> => {
  const { rows } = await sql<OverdueDispute>`
    update disputes d set overdue_told_at = ${now} from payments p join reservations r on r.id = p.reservation_id
    where p.id = d.payment_id and d.id in (
      select id from disputes where status = 'open' and due_at <= ${now} and overdue_told_at is null
      order by due_at limit ${limit} for update skip locked)
    returning d.provider_reference as dispute, p.id as payment_id, p.reference, r.id as reservation_id, r.code, d.amount, d.currency,
      d.due_at`.execute(tx)
  return rows
}

/** Returns how a dispute is known to its provider, and what it is about. */
export const findDisputeById = (db: Queryable, id: string) =>
  db
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'provider', 'provider_reference', 'status', 'amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()

/** What lost disputes took of a payment, and how much of that had been refunded, too. Minor units. */
export interface Taken {
  readonly chargedBack: number
  readonly lost: number
}

/** @param dispute the reason of its entries, for what one dispute took as it was booked then; without it, what all of them took */
export const takenFrom = async (db: Queryable, paymentId: string, dispute?: string): Promise<Taken> => {
  const ofDispute = dispute === undefined ? sql`` : sql`and reason = ${dispute}`
  const { rows } = await sql<Taken>`
    select coalesce(-sum(amount) filter (where kind in ('chargeback', 'chargeback_returned')), 0)::bigint as "chargedBack",
      coalesce(-sum(amount) filter (where kind = 'loss'), 0)::bigint as lost
    from ledger_entries where payment_id = ${paymentId} ${ofDispute}`.execute(db)
  return rows[0] ?? { chargedBack: 0, lost: 0 }
}
