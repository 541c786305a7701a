import { balanceOf } from '@shiloh/contract/payments/money'
import type { NoticeOutcome } from '@shiloh/contract/payments/payments'
import { applyPayment, findMoneyStanding, lockForPayment } from '#features/reservations'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import { userRoom } from '#platform/realtime'
import { paymentMail } from './mails.ts'
import { providerOf } from './providers/index.ts'
import type { Verdict } from './providers/provider.ts'
import { tellUntold } from './refunds.ts'
import { decideSettlement } from './rules.ts'
import {
  addLedgerEntry,
  findByReference,
  findPayable,
  findUnfinished,
  lockByReference,
  providerReferenceTaken,
  type StoredPayment,
  saveNoticeOutcome,
  saveOutcome,
} from './store.ts'

/** Notifies the person that money arrived, and browsers that something changed. */
export const announcePayment = async (work: Work, payment: StoredPayment, amount: number): Promise<void> => {
  const reservation = await findPayable(work.tx, payment.reservation_id)
  const standing = await findMoneyStanding(sqlIn(work.tx), payment.reservation_id, work.now)
  if (!reservation || !standing) return
  await work.send(
    ...paymentMail(reservation, standing, {
      amount,
      currency: payment.currency,
      receipt_number: payment.receipt_number,
      online_number: payment.online_number,
      reference: payment.reference,
    }),
  )
  work.publish(userRoom(reservation.userId), 'reservation', { _id: reservation.id })
  work.publish('staff', 'payments', { event_id: reservation.eventId })
  work.publish('staff', 'reservations', { event_id: reservation.eventId })
  // More than is owed: two checkouts both succeeded, or too much was paid in one payment.
  await tellUntold(work, { reservationId: reservation.id, limit: 100 })
  const left = balanceOf(reservation)
  if ((await findUnfinished(work.tx, reservation.id)).some(({ amount: asked }) => asked > left))
    await work.enqueue('end_checkouts', { reservation_id: reservation.id }, { jobKey: `checkouts ${reservation.id}` })
}

const alertAbout = async (work: Work, payment: StoredPayment, mismatch: string): Promise<void> => {
  await raiseAlert(
    work.tx,
    mismatch === 'too_late' ? 'late_money' : 'payment_mismatch',
    payment.reference,
    { payment_id: payment.id, reference: payment.reference, reservation_id: payment.reservation_id, mismatch },
    work.now,
  )
  work.publish('staff', 'alerts')
}

/**
 * Books a provider's answer exactly once, from any source and however often it arrives. Webhook, return and poller wait
 * for each other at the locks of reservation and payment. Returns the outcome.
 */
export const settle = async (work: Work, reference: string, verdict: Verdict): Promise<NoticeOutcome> => {
  const known = await findByReference(work.tx, reference)
  if (!known) return 'unknown_reference'
  // In the global order: the reservation's locks first, then the payment's.
  await lockForPayment(work, known.reservation_id)
  const payment = await lockByReference(work.tx, reference)
  if (!payment) return 'unknown_reference'
  const taken =
    verdict.state === 'paid' &&
    (await providerReferenceTaken(work.tx, payment.provider, verdict.providerReference, payment.id))
  const decision = decideSettlement({ ...payment, createdAt: payment.created_at }, verdict, taken, work.now)
  switch (decision.kind) {
    case 'keep':
      return verdict.state === 'pending' || verdict.state === 'unknown' ? 'pending' : 'ignored'
    case 'close':
      // Whose page is still open can be paid at a second try, of which a provider need not tell.
      await saveOutcome(work.tx, payment.id, {
        status: decision.status,
        ...(decision.final && { verifyAfter: null }),
      })
      return decision.status
    case 'set_apart':
      await saveOutcome(work.tx, payment.id, {
        status: 'refund_due',
        mismatch: decision.mismatch,
        reported: decision.reported,
        settledAt: work.now,
        verifyAfter: null,
        ...(decision.mismatch === 'reference_taken' ? {} : { providerReference: decision.providerReference }),
      })
      await alertAbout(work, payment, decision.mismatch)
      return 'mismatch'
    case 'credit': {
      await addLedgerEntry(work.tx, {
        paymentId: payment.id,
        reservationId: payment.reservation_id,
        kind: 'capture',
        amount: decision.amount,
        currency: payment.currency,
        now: work.now,
      })
      const isLate = (await applyPayment(work, payment.reservation_id)) === 'refund_due'
      const mismatch = isLate ? 'too_late' : decision.mismatch
      await saveOutcome(work.tx, payment.id, {
        status: isLate ? 'refund_due' : 'paid',
        captured: decision.amount,
        mismatch,
        providerReference: decision.providerReference,
        settledAt: work.now,
        verifyAfter: null,
      })
      if (mismatch) await alertAbout(work, payment, mismatch)
      // The database numbers it when the money is booked.
      await announcePayment(work, (await findByReference(work.tx, reference)) ?? payment, decision.amount)
      return isLate ? 'late' : decision.mismatch ? 'mismatch' : 'settled'
    }
  }
}

/**
 * Asks the provider about a payment, outside any transaction, and settles the answer. Returns it, or undefined if there
 * was nothing to ask.
 * @throws AppError not_found; ProviderError when the provider does not answer
 */
export const verifyAndSettle = async (deps: Deps, reference: string): Promise<Verdict | undefined> => {
  const payment = await findByReference(deps.db, reference)
  if (!payment) throw new AppError('not_found')
  const provider = providerOf(deps, payment.provider)
  if (!provider || payment.captured > 0) {
    await inWork(deps, (work) => saveNoticeOutcome(work, reference, 'payment', 'ignored'))
    return undefined
  }
  const verdict = await provider.verify({ reference, providerReference: payment.provider_reference })
  await inWork(deps, async (work) => {
    const outcome = await settle(work, reference, verdict)
    await saveNoticeOutcome(work, reference, 'payment', outcome)
  })
  return verdict
}
