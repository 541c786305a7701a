import { refundFor } from '@shiloh/contract/quote'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Sql } from '#platform/sql.store'
import { releaseClaims } from './claims.store.ts'
import { type Held, savePendingChange } from './life.store.ts'
import { addRetained, gatherMoney, oweRefund, readPromisedRefunds } from './money.store.ts'
import { currentOffer } from './offers.ts'
import type { EventOffer } from './rules.ts'

/** The event of a reservation with its rules. @throws not_found */
export const requireOffer = async (sql: Sql, deps: Deps, eventId: string): Promise<EventOffer> => {
  const offer = await currentOffer(sql, deps, eventId)
  if (!offer) throw new AppError('not_found')
  return offer
}

/**
 * Decides what becomes of money that is not needed any more when only `keepTotal` is still to be paid. What was paid
 * beyond the price goes back whole; of the rest, what the event's rule gives back is due and the remainder stays with the
 * organisation. Answers what is due.
 */
export const giveBack = async (
  sql: Sql,
  held: Held,
  offer: EventOffer,
  usable: number,
  keepTotal: number,
  reason: string,
  now: Date,
): Promise<number> => {
  const free = usable - Math.max(0, keepTotal - held.waived)
  if (free <= 0) return 0
  const price = held.pendingChange?.previous_total ?? held.total
  const beyond = Math.min(free, Math.max(0, usable + held.waived - price))
  const back = beyond + refundFor(offer.refundRules, offer.cancellationDeadline, free - beyond, now)
  const uncovered = back > 0 ? await oweRefund(sql, held.id, back, reason, now) : 0
  await addRetained(sql, held.id, free - back + uncovered)
  return back - uncovered
}

/** More was paid than is owed: two payments that both went through, or too much at once. It is due back. */
export const oweExcess = async (sql: Sql, held: Held, paid: number, now: Date): Promise<void> => {
  const excess = paid - held.retained - (await readPromisedRefunds(sql, held.id)) + held.waived - held.total
  if (excess > 0) await oweRefund(sql, held.id, Math.min(excess, paid), 'overpaid', now)
}

/** Takes away a dearer change that was not paid: the old total counts again, and what was paid beyond it goes back. */
export const dropChange = async (sql: Sql, deps: Deps, held: Held, now: Date): Promise<void> => {
  if (!held.pendingChange) return
  const total = held.pendingChange.previous_total
  await releaseClaims(sql, [held.id], now, { forChange: true })
  await savePendingChange(sql, held.id, null, total, null, now)
  const usable = await gatherMoney(sql, held, now)
  const offer = await requireOffer(sql, deps, held.eventId)
  await giveBack(sql, held, offer, usable, total, 'change_expired', now)
}
