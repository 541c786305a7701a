import {
  balanceOf,
  coveredOf,
  decideAfterLoss,
  decideBack,
  type MoneyBack,
  ruledTotalOf,
} from '@shiloh/contract/payments/money'
import type { RefundReason } from '@shiloh/contract/payments/refunds'
import { refundFor } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { releaseClaims } from '../booking/claims.store.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { currentOffer } from '../event-offer/event-offer.ts'
import { type Held, lockReservations, savePendingChange } from '../lifecycle/transitions.store.ts'
import {
  addRetained,
  type Gathered,
  gatherMoney,
  oweRefund,
  type RefundSums,
  readRefunds,
  releaseRetained,
} from './money.store.ts'

/** The event of a reservation with its rules. @throws not_found */
export const requireOffer = async (sql: Sql, deps: Deps, eventId: string): Promise<EventOffer> => {
  const offer = await currentOffer(sql, deps, eventId)
  if (!offer) throw new AppError('not_found')
  return offer
}

/** The price that stands: of a dearer change that waits to be paid, the one before. */
export const standingTotal = (held: Pick<Held, 'total' | 'pendingChange'>): number =>
  held.pendingChange?.previous_total ?? held.total

const ruledOf = (held: Held): number => ruledTotalOf({ ...held, standing: standingTotal(held) })

/** What becomes of money that is not needed any more: due back, and kept by the rule. Minor units. */
export interface Back {
  readonly due: number
  readonly kept: number
}

/** Puts what goes back on the list, and keeps the rest. */
const putBack = async (sql: TxSql, id: string, back: MoneyBack, reason: RefundReason, now: Date): Promise<Back> => {
  const owe = async (amount: number, kind: 'owed' | 'rule') =>
    amount > 0 ? await oweRefund(sql, id, amount, { reason, kind }, now) : 0
  const uncovered = (await owe(back.owed, 'owed')) + (await owe(back.byRule, 'rule'))
  await addRetained(sql, id, back.retained + uncovered)
  return { due: back.owed + back.byRule - uncovered, kept: back.retained + uncovered }
}

/**
 * Decides what becomes of money that is not needed any more when only `keepTotal` is still to be paid, and puts it on the
 * list: `decideBack` says how much. Answers what is due, and what the organisation keeps by its rule.
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
      lowered: held.waived + held.reduced,
      keepTotal,
    },
    (amount) => refundFor(offer.refundRules, offer.cancellationDeadline, amount, now),
  )
  return putBack(sql, held.id, back, reason, now)
}

/** What a reservation still needs of its money. Of an archived one: what was neither to go back nor kept by the rule. */
const neededOf = (held: Held, { waiting, underWay }: RefundSums): number => {
  if (held.status === 'failed' || held.status === 'cancelled') return 0
  if (held.status === 'archived') return Math.max(0, held.paid - held.retained - waiting - underWay)
  return standingTotal(held)
}

/**
 * Decides again what goes back after money was taken out of the ledger: only `paid` is left of what `held` has. What the money
 * that is gone had caused is withdrawn or lowered. Call it before the reservation's own sum is saved.
 */
export const recountBack = async (sql: TxSql, held: Held, paid: number, now: Date): Promise<void> => {
  const refunds = await readRefunds(sql, held.id)
  if (refunds.waiting === 0 && held.retained === 0) return
  const back = decideAfterLoss(
    {
      ...(await gatherMoney(sql, held, now)),
      waiting: refunds.waiting,
      ruledTotal: ruledOf(held),
      lowered: held.waived + held.reduced,
      keepTotal: neededOf(held, refunds),
    },
    held.paid - paid,
  )
  const reason: Partial<Record<ReservationStatus, RefundReason>> = { failed: 'too_late', cancelled: 'cancelled' }
  await putBack(sql, held.id, back, reason[held.status] ?? 'overpaid', now)
}

/** Puts everything that may still go back on the list, whatever the refund rule says. Answers how much that is. */
export const giveAllBack = async (
  sql: TxSql,
  held: Pick<Held, 'id' | 'paid'>,
  reason: RefundReason,
  now: Date,
): Promise<number> => {
  const { usable } = await gatherMoney(sql, held, now)
  return usable > 0 ? usable - (await oweRefund(sql, held.id, usable, { reason, kind: 'owed' }, now)) : 0
}

/** More was paid than is owed: two payments that both went through, or too much at once. Answers what is due back of it. */
export const oweExcess = async (sql: TxSql, held: Held, paid: number, now: Date): Promise<number> => {
  const { waiting, underWay } = await readRefunds(sql, held.id)
  const credit = paid - held.retained - waiting - underWay + held.waived + held.reduced
  const excess = Math.min(credit - held.total, paid)
  return excess > 0 ? excess - (await oweRefund(sql, held.id, excess, { reason: 'overpaid', kind: 'owed' }, now)) : 0
}

/** Takes away a dearer change that was not paid: the old total counts again, and what was paid beyond it goes back. */
export const dropChange = async (sql: TxSql, deps: Deps, held: Held, now: Date): Promise<void> => {
  if (!held.pendingChange) return
  const total = held.pendingChange.previous_total
  await releaseClaims(sql, [held.id], now, { forChange: true })
  await savePendingChange(sql, held.id, null, total, null, now)
  const offer = await requireOffer(sql, deps, held.eventId)
  await giveBack(sql, held, offer, await gatherMoney(sql, held, now), total, 'change_expired', now)
  await syncMoneyAlerts(sql, held, now)
}

/**
 * Brings the alert about a part that was paid without a place that is secured in line with the reservation. Call it after
 * everything that may change it: the row is read again, because what callers hold is from before their own writes. (Refunds that are due
 * raise theirs where they are sent: payments.)
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

/** The organisation keeps money that was to go back: staff withdrew the refund. The reservation's locks are the caller's. */
export const keepMoney = (work: Pick<Work, 'tx'>, id: string, amount: number): Promise<void> =>
  addRetained(sqlIn(work.tx), id, amount)

/** Gives back what the organisation had kept of a reservation that ended: as soon as it is to go back it is not kept any more. */
export const releaseKept = (work: Pick<Work, 'tx'>, id: string, amount: number): Promise<void> =>
  releaseRetained(sqlIn(work.tx), id, amount)
