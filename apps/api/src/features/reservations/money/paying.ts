import { coveredOf } from '@shiloh/contract/payments/money'
import { hasDayOver, storedOf } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import type { ReadWork, Work } from '#platform/jobs/work'
import {
  findClaims,
  findInvitationClaims,
  findLimited,
  findLivePeople,
  findParticipants,
  releaseInvitations,
  saveClaims,
} from '../booking/claims.store.ts'
import { clockOf, demandOf, deskDemand, holdEnd, waitsForApproval } from '../booking/decide.rules.ts'
import { quotaKey } from '../booking/facts.rules.ts'
import { idsOf, lackingOf, leftWith, takeAll } from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { leftOf } from '../event-offer/event-offer.ts'
import { announce } from '../lifecycle/announce.ts'
import { redeemArrived } from '../lifecycle/arrivals.ts'
import type { Difference } from '../lifecycle/difference.rules.ts'
import { type By, type Held, lockReservations, saveHold, savePaysOnline } from '../lifecycle/transitions.store.ts'
import { applyChange, confirm, factsOf, lockForChange, securing, transition } from '../lifecycle/transitions.ts'
import { findStanding } from '../read/records.store.ts'
import { inviteNext } from '../waiting-list/promote.ts'
import { settleWaiting } from '../waiting-list/settle.ts'
import { findOpenOfPersons } from '../waiting-list/waiting.store.ts'
import { gatherMoney, oweRefund, readLedger, readRefund, readRefunds, saveGoodwill, savePaid } from './money.store.ts'
import {
  dropChange,
  neededOf,
  noteOutcome,
  oweExcess,
  recountBack,
  requireOffer,
  standingTotal,
  standingWaived,
  syncMoneyAlerts,
  withoutChange,
} from './refunds-due.ts'

/**
 * The outcome of a payment. `applied`: used for the reservation. `surplus`: used as far as needed, the rest is due
 * back. `refund_due`: unusable, all of it is due back. Amounts due back are rows of `refunds`.
 */
export type PaymentOutcome = 'applied' | 'surplus' | 'refund_due'

const ENDED: readonly ReservationStatus[] = ['failed', 'cancelled', 'archived']

/** Handles money that came after the hold expired: claims everything again, or nothing. */
const revive = async (sql: TxSql, deps: Deps, held: Held, paid: number, now: Date): Promise<boolean> => {
  const usable = paid - (await readRefunds(sql, held.id)).underWay
  const facts = factsOf(held, { paid: usable })
  if (!facts.settled || !facts.approved) return false
  const offer = await requireOffer(sql, deps, held.eventId)
  if (offer.status === 'archived' || now >= offer.endsAt) return false
  const { wish, lines, answers } = await findStanding(sql, held.id)
  // It holds nothing any more, so what is over is charged to it as little as to a new reservation.
  if (hasDayOver(lines, clockOf(offer, now))) return false
  const people = (await findParticipants(sql, held.id))
    .flatMap(idsOf)
    .map((personId) => ({ eventId: held.eventId, personId }))
  if ((await findLivePeople(sql, people, [held.id])).size > 0) return false
  const limited = await findLimited(sql, held.id, answers)
  const demand = demandOf(offer, wish, false, { stored: storedOf(wish), limited })
  // What is offered to its people meanwhile is theirs: it is used, and the caller settles the rest.
  const offered = (await findOpenOfPersons(sql, [held.id])).flatMap(({ id, status }) =>
    status === 'offered' ? [id] : [],
  )
  const before = leftOf(await lockQuotas(sql, [held.eventId]))
  if (lackingOf(leftWith(before, await findInvitationClaims(sql, offered)), demand).length > 0) return false
  await releaseInvitations(sql, offered, now)
  const left = leftOf(await lockQuotas(sql, [held.eventId]))
  await saveClaims(
    sql,
    takeAll(left, demand).map((claim) => ({ ...claim, reservationId: held.id })),
    now,
  )
  await gatherMoney(sql, held, now)
  return true
}

/** Handles money that arrived or was taken back for a reservation that is no longer held. */
const payLate = async (sql: TxSql, deps: Deps, held: Held, paid: number, now: Date): Promise<PaymentOutcome> => {
  const isMore = paid > held.paid
  const free = isMore && held.status === 'failed' && (await revive(sql, deps, held, paid, now))
  await savePaid(sql, held.id, now)
  if (!isMore) return 'applied'
  if (free) {
    const surplus = await oweExcess(sql, held, paid, now)
    await transition(sql, held, 'pay', factsOf(held, { paid }), { actor: 'provider', actorId: null }, now)
    if (await settleWaiting(sql, deps, [held.id], now, { isNew: true }))
      await inviteNext(sql, deps, [held.eventId], now)
    return surplus > 0 ? 'surplus' : 'applied'
  }
  const refunds = await readRefunds(sql, held.id)
  const due = paid - held.retained - refunds.waiting - refunds.underWay - neededOf(held, refunds)
  if (due > 0) await oweRefund(sql, held.id, due, { reason: 'too_late', kind: 'owed' }, now)
  if (held.status === 'failed')
    await transition(
      sql,
      held,
      'pay',
      { ...factsOf(held, { paid }), free: false },
      { actor: 'provider', actorId: null },
      now,
    )
  return 'refund_due'
}

/** What the history says of a place at the desk that could not be had again. */
const LEFT_DESK: Difference = { what: 'pays_at_desk', person: null, ref: null, from: 1, to: 0 }

/**
 * Counts a reservation that is pending again at the desk, where its owner pays. Where the desk is full, it is held like one that is
 * paid online: a place at the desk that it does not have would refuse every edit. Returns whether it counts there.
 */
const returnToDesk = async (sql: TxSql, held: Held, paid: number, now: Date): Promise<boolean> => {
  if (!held.paysAtDesk) return false
  const key = quotaKey(held.eventId, 'desk_holds', null)
  const left = leftOf(await lockQuotas(sql, [held.eventId]))
  const own = await findClaims(sql, held.id)
  if (own.some(({ quotaId }) => quotaId === left.get(key)?.id)) return true
  const persons = (await findParticipants(sql, held.id)).length
  const demand = deskDemand(held.eventId, persons)
  if (lackingOf(left, demand).length > 0) {
    await savePaysOnline(sql, held.id, now)
    const pending = { ...held, status: 'pending' } as const
    const by = { actor: 'system', actorId: null } as const
    await transition(sql, pending, 'edit', factsOf(pending, { paid }), by, now, '', [LEFT_DESK])
    return false
  }
  await saveClaims(
    sql,
    takeAll(left, demand).map((claim) => ({ ...claim, reservationId: held.id })),
    now,
  )
  return true
}

/**
 * Starts a new hold if nothing is paid any more, by the rule of the first one. Remaining money keeps the place until staff decide. A
 * request that waits for approval is held as long as its event.
 */
const holdAgain = async (sql: TxSql, deps: Deps, held: Held, paid: number, now: Date): Promise<void> => {
  const atDesk = await returnToDesk(sql, held, paid, now)
  if (paid > 0) return
  const offer = await requireOffer(sql, deps, held.eventId)
  await saveHold(sql, held.id, waitsForApproval(held) ? offer.endsAt : holdEnd(offer, atDesk, now), now)
}

/** Holds a reservation again whose check-in was withdrawn after a bank had taken its money back. */
export const holdUnpaid = async (work: Work, id: string): Promise<void> => {
  const sql = sqlIn(work.tx)
  const held = await lockForChange(sql, work.deps, id, work.now)
  if (held.status !== 'pending' || held.holdExpiresAt !== null) return
  await holdAgain(sql, work.deps, held, held.paid, work.now)
  await syncMoneyAlerts(sql, held, work.now)
  announce(work, held)
}

/** Handles money that was taken back from a live reservation (a void, a chargeback): it is owed again. */
const takeBack = async (
  sql: TxSql,
  deps: Deps,
  held: Held,
  paid: number,
  by: By,
  now: Date,
  why: '' | 'voided' | 'charged_back' = '',
): Promise<PaymentOutcome> => {
  // The status comes first: the database refuses an active reservation whose deposit is not covered. A change that still
  // waits decides nothing: it was not paid before either.
  const facts = { ...factsOf(withoutChange(held), { paid }), by_bank: why === 'charged_back' }
  const to = await transition(sql, held, 'reverse', facts, by, now, why)
  await savePaid(sql, held.id, now)
  if (to === 'pending') await holdAgain(sql, deps, held, paid, now)
  return 'applied'
}

/**
 * Returns the reservation under its locks. If money was taken back, the effects of that money are undone. A dearer change
 * still waits if what is in force stays covered. Otherwise it ends.
 */
const lockWithMoney = async (
  work: ReadWork,
  sql: TxSql,
  id: string,
  drops: boolean,
): Promise<{ held: Held; paid: number; endsChange: boolean }> => {
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  const paid = await readLedger(sql, id)
  if (!drops || paid >= held.paid) return { held, paid, endsChange: false }
  await recountBack(sql, held, paid, now)
  const endsChange = held.pendingChange !== null && !factsOf(withoutChange(held), { paid }).settled
  if (endsChange) {
    await dropChange(sql, deps, { ...held, paid }, now, 'change_ended')
    await noteOutcome(sql, held, 'change_ended', now)
    await inviteNext(sql, deps, [held.eventId], now)
  }
  const [without] = await lockReservations(sql, [id])
  return { held: without ?? held, paid, endsChange }
}

const PROVIDER: By = { actor: 'provider', actorId: null }

const applyLedger = async (
  work: Work,
  id: string,
  by: By,
): Promise<{ readonly outcome: PaymentOutcome; readonly endsChange: boolean }> => {
  const sql = sqlIn(work.tx)
  const { now } = work
  const { held, paid, endsChange } = await lockWithMoney(work, sql, id, true)
  announce(work, held)
  const outcome = await decidePayment(work, sql, held, paid, by)
  await redeemArrived(sql, id, by, now)
  await syncMoneyAlerts(sql, held, now)
  return { outcome, endsChange }
}

/**
 * Applies the ledger to a reservation. Called in the transaction of every ledger row of money that arrived. After a void or a
 * chargeback, call `applyReversal`; after a refund, `applyRefund`.
 */
export const applyPayment = async (work: Work, id: string, by: By = PROVIDER): Promise<PaymentOutcome> =>
  (await applyLedger(work, id, by)).outcome

/**
 * Applies the ledger after a void or a chargeback. Returns whether a dearer change that waited for its payment has ended with
 * the money: the caller says so in the message about it, so that nobody gets two.
 */
export const applyReversal = async (
  work: Work,
  id: string,
  by: By = PROVIDER,
): Promise<{ readonly endsChange: boolean }> => applyLedger(work, id, by)

/**
 * Confirms a pending reservation whose part payment was to be given back, if its provider refused and everything is paid by then. Call
 * it in the transaction that enters the refusal.
 */
export const keepRefused = async (work: Work, id: string): Promise<void> => {
  const sql = sqlIn(work.tx)
  const held = await lockForChange(sql, work.deps, id, work.now)
  if (held.status !== 'pending' || held.paid <= 0) return
  const { settled, approved } = factsOf(held, { paid: await securing(sql, held, held.paid) })
  if (settled && approved) await applyPayment(work, id)
}

const decidePayment = async (work: Work, sql: TxSql, held: Held, paid: number, by: By): Promise<PaymentOutcome> => {
  const { now, deps } = work
  const { id } = held
  if (ENDED.includes(held.status)) return payLate(sql, deps, held, paid, now)
  if (paid < held.paid)
    return takeBack(sql, deps, held, paid, by, now, by.actor === 'staff' ? 'voided' : 'charged_back')
  await savePaid(sql, id, now)
  const facts = factsOf(held, { paid: await securing(sql, held, paid) })
  const isApplied = facts.settled && (await applyChange(work, held))
  const to = await transition(sql, held, 'pay', facts, by, now)
  if (isApplied) await noteOutcome(sql, { id, status: to }, 'change_applied', now)
  if (to === 'active' && held.status === 'pending') await confirm(sql, id, now)
  const surplus = await oweExcess(sql, held, paid, now)
  return surplus > 0 ? 'surplus' : 'applied'
}

/**
 * Applies a refund that was made. Call it in the transaction that adds the ledger row, before or after the refund is
 * marked as done. An amount that was not due is goodwill: it lowers what an active reservation owes and never makes it
 * pending.
 */
export const applyRefund = async (work: Work, id: string, refundId: string, by: By): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { held, paid } = await lockWithMoney(work, sql, id, false)
  announce(work, held)
  await decideRefund(work, sql, held, paid, refundId, by)
  await redeemArrived(sql, id, by, work.now)
  await syncMoneyAlerts(sql, held, work.now)
}

const decideRefund = async (
  work: ReadWork,
  sql: TxSql,
  held: Held,
  paid: number,
  refundId: string,
  by: By,
): Promise<void> => {
  const { now, deps } = work
  const { id } = held
  const { amount, kind } = await readRefund(sql, refundId)
  const others = await readRefunds(sql, id, refundId)
  const promised = others.waiting + others.underWay
  if (ENDED.includes(held.status)) {
    // The organisation gave back what it had retained.
    await savePaid(sql, id, now, { released: Math.max(0, held.retained - Math.max(0, paid - promised)) })
    return
  }
  if (held.status === 'pending') {
    await savePaid(sql, id, now)
    await transition(sql, held, 'refund', factsOf(held, { paid }), by, now)
    await holdAgain(sql, deps, held, paid, now)
    return
  }
  if (held.status === 'active' && kind === 'returned') {
    // The place was paid for while this part was on its way back: it is not goodwill, and its amount is owed again.
    await takeBack(sql, deps, held, paid, by, now)
    return
  }
  const covered = coveredOf({ ...held, waived: standingWaived(held) }) - held.retained - promised
  const excess = Math.max(0, covered - standingTotal(held))
  const gift = Math.max(0, amount - excess)
  const released = Math.min(held.retained, gift)
  await saveGoodwill(sql, refundId, gift === amount)
  await savePaid(sql, id, now, { goodwill: gift - released, released })
  await transition(sql, held, 'refund', factsOf(held), by, now)
}

/**
 * Applies a refund that the provider first reported as done and then refused. Call it in the transaction that adds the
 * ledger row, after the refund is on the list again. An ended reservation stays ended, because the money is not new.
 */
export const returnRefund = async (work: Work, id: string, by: By): Promise<void> => {
  const sql = sqlIn(work.tx)
  const held = await lockForChange(sql, work.deps, id, work.now)
  if (!ENDED.includes(held.status)) {
    await applyPayment(work, id, by)
    return
  }
  announce(work, held)
  await savePaid(sql, id, work.now)
}
