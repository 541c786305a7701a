import { applyPayment, applyReversal } from '#features/reservations'
import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { takenFrom } from './disputes.store.ts'
import { endPaymentAlerts, updateAlert } from './refund-alert.ts'
import { tellReversal } from './reversal.ts'
import { addLedgerEntry, findPayable, lockByReference, refundableOf, type StoredPayment, saveOutcome } from './store.ts'

/** Adds what a dispute did to a payment to the ledger, in minor units. Returns the entry's id. */
const enter = (
  work: Work,
  payment: StoredPayment,
  kind: 'chargeback' | 'chargeback_returned' | 'loss',
  amount: number,
  reason: string,
): Promise<number> =>
  addLedgerEntry(work.tx, {
    paymentId: payment.id,
    reservationId: payment.reservation_id,
    kind,
    amount,
    currency: payment.currency,
    reason,
    now: work.now,
  })

/** Enters money of a payment that a lost dispute took: the reservation owes it again (docs/adr/0010-a-place-is-secured.md). */
export const takeBack = async (
  work: Work,
  payment: StoredPayment,
  amount: number,
  reference: string,
): Promise<number> => {
  const entry = await enter(work, payment, 'chargeback', -amount, reference)
  const refunded = payment.refunded + amount
  const isAllBack = refunded === payment.captured
  await saveOutcome(work.tx, payment.id, { status: isAllBack ? 'refunded' : payment.status, refunded })
  if (isAllBack) await endPaymentAlerts(work, payment)
  const { endsChange } = await applyReversal(work, payment.reservation_id)
  await tellReversal(work, { ...payment, amount }, { how: 'charged_back', endsChange })
  await updateAlert(work, payment.reservation_id)
  return entry
}

/** Enters money of a payment that a dispute had taken and that came back: it counts for the reservation again. */
export const putBack = async (work: Work, payment: StoredPayment, amount: number, reference: string): Promise<void> => {
  await enter(work, payment, 'chargeback_returned', amount, reference)
  const isLate = (await applyPayment(work, payment.reservation_id)) === 'refund_due'
  await saveOutcome(work.tx, payment.id, {
    status: isLate ? 'refund_due' : 'paid',
    refunded: payment.refunded - amount,
    ...(isLate && { mismatch: 'too_late' as const }),
  })
  if (isLate) await raiseAlert(work.tx, 'late_money', payment.reference, await aboutPayment(work, payment), work.now)
  await updateAlert(work, payment.reservation_id)
}

/** Enters money that left twice, or, with a negative amount, that some of it did not. No reservation owes it. */
export const enterLoss = async (work: Work, payment: StoredPayment, amount: number, reason: string): Promise<void> => {
  await enter(work, payment, 'loss', -amount, reason)
  const { lost } = await takenFrom(work.tx, payment.id)
  if (lost === 0) return resolveAlert(work.tx, 'payment_lost', payment.reference, work.now)
  const about = { ...(await aboutPayment(work, payment)), amount: lost, currency: payment.currency }
  await raiseAlert(work.tx, 'payment_lost', payment.reference, about, work.now)
}

/** What every alert about a payment says. */
export const aboutPayment = async (work: Work, payment: StoredPayment) => ({
  payment_id: payment.id,
  reference: payment.reference,
  reservation_id: payment.reservation_id,
  code: (await findPayable(work.tx, payment.reservation_id))?.code ?? '',
})

/**
 * Settles what a lost dispute took together with a refund that did not leave after all: it was charged back, and is there no
 * more to be refunded. The caller holds the lock of the payment.
 */
export const settleLossOf = async (work: Work, reference: string): Promise<void> => {
  const payment = await lockByReference(work.tx, reference)
  if (!payment) return
  const { lost } = await takenFrom(work.tx, payment.id)
  const amount = Math.min(lost, refundableOf(payment))
  if (amount <= 0) return
  await enterLoss(work, payment, -amount, '')
  await takeBack(work, payment, amount, '')
}
