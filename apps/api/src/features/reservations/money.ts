import { refundFor } from '@shiloh/contract/quote'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Sql } from '#platform/sql.store'
import { addRetained, gatherMoney, type Held, oweRefund, releaseClaims, savePendingChange } from './life.store.ts'
import { currentOffer } from './offers.ts'
import type { EventOffer } from './rules.ts'

/** The event of a reservation with its rules. @throws not_found */
export const requireOffer = async (sql: Sql, deps: Deps, eventId: string): Promise<EventOffer> => {
  const offer = await currentOffer(sql, deps, eventId)
  if (!offer) throw new AppError('not_found')
  return offer
}

/** Money taken and not needed any more: what the event's rule gives back is due, the rest stays with the organisation. */
export const giveBack = async (
  sql: Sql,
  held: Held,
  offer: EventOffer,
  amount: number,
  reason: string,
  now: Date,
): Promise<number> => {
  if (amount <= 0) return 0
  const back = refundFor(offer.refundRules, offer.cancellationDeadline, amount, now)
  const uncovered = back > 0 ? await oweRefund(sql, held.id, back, reason, now) : 0
  await addRetained(sql, held.id, amount - back + uncovered)
  return back - uncovered
}

/** Takes away a dearer change that was not paid: the old total counts again, and what was paid beyond it goes back. */
export const dropChange = async (sql: Sql, deps: Deps, held: Held, now: Date): Promise<void> => {
  if (!held.pendingChange) return
  const total = held.pendingChange.previous_total
  await releaseClaims(sql, [held.id], now, { forChange: true })
  await savePendingChange(sql, held.id, null, total, null, now)
  const usable = await gatherMoney(sql, held, now)
  const offer = await requireOffer(sql, deps, held.eventId)
  await giveBack(sql, held, offer, Math.min(usable, usable + held.waived - total), 'change_expired', now)
}
