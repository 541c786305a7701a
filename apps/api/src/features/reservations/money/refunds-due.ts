import {
  balanceOf,
  coveredOf,
  decideAfterLoss,
  decideBack,
  keepAt,
  type MoneyBack,
  ruledTotalOf,
  type SettledFacts,
  waivedAt,
} from '@shiloh/contract/payments/money'
import type { RefundReason } from '@shiloh/contract/payments/refunds'
import { refundFor } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { takeBackLapsed } from '../allotments/lapsed.ts'
import { releaseClaims } from '../booking/claims.store.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { currentOffer } from '../event-offer/event-offer.ts'
import { type Held, lockReservations, savePendingChange, saveTransitions } from '../lifecycle/transitions.store.ts'
import {
  addRetained,
  type Gathered,
  gatherMoney,
  oweRefund,
  type RefundSums,
  readRefunds,
  releaseRetained,
} from './money.store.ts'

/** Returns the event of a reservation with its rules. @throws not_found */
export const requireOffer = async (sql: Sql, deps: Deps, eventId: string): Promise<EventOffer> => {
  const offer = await currentOffer(sql, deps, eventId)
  if (!offer) throw new AppError('not_found')
  return offer
}

/** Returns the price in force. With a pending dearer change, this is the price before it. */
export const standingTotal = (held: Pick<Held, 'total' | 'pendingChange'>): number =>
  held.pendingChange?.previous_total ?? held.total

/** Returns what was waived of the price in force. What was waived while a dearer change waits is of the change. */
export const standingWaived = (held: Pick<Held, 'waived' | 'pendingChange'>): number =>
  held.pendingChange?.previous_waived ?? held.waived

/** Returns a reservation as it is without the dearer change that waits. */
export const withoutChange = (held: Held): Held => ({
  ...held,
  total: standingTotal(held),
  waived: standingWaived(held),
  pendingChange: null,
})

/** Returns what is settled of the price in force. */
const settledOf = (held: Held, { usable }: Pick<Gathered, 'usable'>): SettledFacts => ({
  price: standingTotal(held),
  waived: standingWaived(held),
  reduced: held.reduced,
  usable,
})

/** Returns what stays waived when another price takes effect (`waivedAt`). */
export const waivedOf = (held: Held, money: Pick<Gathered, 'usable'>, total: number): number =>
  waivedAt(settledOf(held, money), total, held.waived)

const ruledOf = (held: Held): number => ruledTotalOf({ ...held, standing: standingTotal(held) })

/** How money that is no longer needed is split: due back, and retained by the rule. Minor units. */
export interface Back {
  readonly due: number
  readonly kept: number
}

/** Puts the refund on the list and retains the rest. */
const putBack = async (sql: TxSql, id: string, back: MoneyBack, reason: RefundReason, now: Date): Promise<Back> => {
  const owe = async (amount: number, kind: 'owed' | 'rule') =>
    amount > 0 ? await oweRefund(sql, id, amount, { reason, kind }, now) : 0
  const uncovered = (await owe(back.owed, 'owed')) + (await owe(back.byRule, 'rule'))
  await addRetained(sql, id, back.retained + uncovered)
  return { due: back.owed + back.byRule - uncovered, kept: back.retained + uncovered }
}

/**
 * Decides about money that is no longer needed when only `keepTotal` is still to be paid, and puts the refund on the
 * list. `decideBack` decides how much. Returns what is due back, and what the organisation retains by its rule.
 *
 * @param held the reservation as it was before
 */
export const giveBack = async (
  sql: TxSql,
  held: Held,
  offer: EventOffer,
  money: Gathered,
  keepTotal: number,
  reason: RefundReason,
  now: Date,
): Promise<Back> => {
  const back = decideBack(
    {
      ...money,
      ruledTotal: ruledOf(held),
      lowered: standingWaived(held) + held.reduced,
      keep: keepAt(settledOf(held, money), keepTotal, held.waived),
    },
    (amount) => refundFor(offer.refundRules, offer.cancellationDeadline, amount, now),
  )
  return putBack(sql, held.id, back, reason, now)
}

/**
 * Returns how much of its money a reservation still needs. For an archived one: what was neither due back nor retained
 * by the rule.
 */
export const neededOf = (held: Held, { waiting, underWay }: RefundSums): number => {
  if (held.status === 'failed' || held.status === 'cancelled') return 0
  if (held.status === 'archived') return Math.max(0, held.paid - held.retained - waiting - underWay)
  return Math.max(0, standingTotal(held) - standingWaived(held) - held.reduced)
}

/**
 * Decides refunds again after money left the ledger: only `paid` is left of what `held` has. Withdraws or lowers what
 * the lost money had caused. Call it before the reservation's own sum is saved.
 */
export const recountBack = async (sql: TxSql, held: Held, paid: number, now: Date): Promise<void> => {
  const refunds = await readRefunds(sql, held.id)
  if (refunds.waiting === 0 && held.retained === 0) return
  const back = decideAfterLoss(
    {
      ...(await gatherMoney(sql, held, now)),
      waiting: refunds.waiting,
      ruledTotal: ruledOf(held),
      lowered: standingWaived(held) + held.reduced,
      keep: neededOf(held, refunds),
    },
    held.paid - paid,
  )
  const reason: Partial<Record<ReservationStatus, RefundReason>> = { failed: 'too_late', cancelled: 'cancelled' }
  await putBack(sql, held.id, back, reason[held.status] ?? 'overpaid', now)
}

/** Puts all money that can still go back on the list, regardless of the refund rule. Returns the amount. */
export const giveAllBack = async (
  sql: TxSql,
  held: Pick<Held, 'id' | 'paid'>,
  reason: RefundReason,
  now: Date,
): Promise<number> => {
  const { usable } = await gatherMoney(sql, held, now)
  return usable > 0 ? usable - (await oweRefund(sql, held.id, usable, { reason, kind: 'owed' }, now)) : 0
}

/** Handles an overpayment: two payments that both succeeded, or too much in one. Returns what is due back. */
export const oweExcess = async (sql: TxSql, held: Held, paid: number, now: Date): Promise<number> => {
  const { waiting, underWay } = await readRefunds(sql, held.id)
  const credit = paid - held.retained - waiting - underWay + held.waived + held.reduced
  const excess = Math.min(credit - held.total, paid)
  return excess > 0 ? excess - (await oweRefund(sql, held.id, excess, { reason: 'overpaid', kind: 'owed' }, now)) : 0
}

/**
 * Drops a dearer change that was not paid: the price in force counts again with what was waived of it, and money beyond
 * it goes back.
 */
export const dropChange = async (
  sql: TxSql,
  deps: Deps,
  held: Held,
  now: Date,
  reason: RefundReason,
): Promise<void> => {
  if (!held.pendingChange) return
  const total = held.pendingChange.previous_total
  await releaseClaims(sql, [held.id], now, { forChange: true })
  await takeBackLapsed(sql, [held.id], now)
  await savePendingChange(sql, held.id, null, total, null, now)
  const offer = await requireOffer(sql, deps, held.eventId)
  await giveBack(sql, held, offer, await gatherMoney(sql, held, now), total, reason, now)
  await syncMoneyAlerts(sql, held, now)
}

/** Writes in the history of a reservation what became by itself of the change that waited: it is in force, or has ended. */
export const noteOutcome = async (
  sql: TxSql,
  { id, status }: Pick<Held, 'id' | 'status'>,
  reason: 'change_applied' | 'change_expired' | 'change_ended',
  now: Date,
): Promise<void> => {
  const by = { action: 'edit', actor: 'system', actorId: null, reason } as const
  await saveTransitions(sql, [{ id, from: status, to: status, ...by }], now)
}

/**
 * Syncs the alert about a part payment without a secured place. Call it after everything that can change it: the row is
 * read again, because the caller's copy predates its own writes. (Payments raises alerts about due refunds where they
 * are sent.)
 */
export const syncMoneyAlerts = async (sql: TxSql, held: Pick<Held, 'id'>, now: Date): Promise<void> => {
  const [current] = await lockReservations(sql, [held.id])
  if (!current) return
  const { id, code, currency, paid } = current
  const isOpen =
    current.status === 'pending' &&
    paid > 0 &&
    coveredOf(current) < (current.dueAtOnce ?? current.total) &&
    (current.keptUntil === null || current.keptUntil <= now)
  if (isOpen)
    await raiseAlert(
      sql,
      'part_payment',
      id,
      { reservation_id: id, code, paid, balance: balanceOf(current), currency },
      now,
    )
  else await resolveAlert(sql, 'part_payment', id, now)
}

/**
 * Records that the organisation keeps money because staff withdrew the refund. The caller holds the reservation's
 * locks.
 */
export const keepMoney = (work: Pick<Work, 'tx'>, id: string, amount: number): Promise<void> =>
  addRetained(sqlIn(work.tx), id, amount)

/**
 * Gives back what the organisation had retained of an ended reservation. Once it is due back, it no longer counts as
 * retained.
 */
export const releaseKept = (work: Pick<Work, 'tx'>, id: string, amount: number): Promise<void> =>
  releaseRetained(sqlIn(work.tx), id, amount)
