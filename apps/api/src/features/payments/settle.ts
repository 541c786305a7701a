import { applyPayment, lockForPayment } from '#features/reservations'
import { raiseAlert } from '#platform/alerts.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type Work } from '#platform/work'
import { paymentMail } from './mails.ts'
import { providerOf } from './providers/index.ts'
import type { Verdict } from './providers/provider.ts'
import { decideSettlement } from './rules.ts'
import {
  addLedgerEntry,
  findByReference,
  findPayable,
  lockByReference,
  providerReferenceTaken,
  type StoredPayment,
  saveOutcome,
} from './store.ts'

/** Tells the person that money arrived, and the browsers that something changed. */
export const announcePayment = async (work: Work, payment: StoredPayment, amount: number): Promise<void> => {
  const reservation = await findPayable(work.tx, payment.reservation_id)
  if (!reservation) return
  await work.send(
    ...paymentMail(reservation, { amount, currency: payment.currency, receiptNumber: payment.receipt_number }),
  )
  work.publish(`user:${reservation.userId}`, 'reservation', { _id: reservation.id })
  work.publish('staff', 'payments', { event_id: reservation.eventId })
  work.publish('staff', 'reservations', { event_id: reservation.eventId })
}

/**
 * Enters what a provider said into the books: once, whoever brings it and however often. Webhook, return and poller
 * take turns at the locks of the reservation and of the payment.
 */
export const settle = async (work: Work, reference: string, verdict: Verdict): Promise<void> => {
  const known = await findByReference(work.tx, reference)
  if (!known) return
  // In everybody's order: the reservation's locks first, then the payment's.
  await lockForPayment(work, known.reservation_id)
  const payment = await lockByReference(work.tx, reference)
  if (!payment) return
  const taken =
    verdict.state === 'paid' &&
    (await providerReferenceTaken(work.tx, payment.provider, verdict.providerReference, payment.id))
  const decision = decideSettlement({ ...payment, createdAt: payment.created_at }, verdict, taken, work.now)
  switch (decision.kind) {
    case 'keep':
      return
    case 'close':
      await saveOutcome(work.tx, payment.id, { status: decision.status, verifyAfter: null })
      return
    case 'set_apart':
      await saveOutcome(work.tx, payment.id, {
        status: 'refund_due',
        mismatch: decision.mismatch,
        settledAt: work.now,
        verifyAfter: null,
        ...(decision.mismatch === 'reference_taken' ? {} : { providerReference: decision.providerReference }),
      })
      await raiseAlert(
        work.tx,
        'payment_mismatch',
        payment.reference,
        {
          payment_id: payment.id,
          reference: payment.reference,
          reservation_id: payment.reservation_id,
          mismatch: decision.mismatch,
        },
        work.now,
      )
      work.publish('staff', 'alerts')
      return
    case 'credit': {
      await addLedgerEntry(work.tx, {
        paymentId: payment.id,
        reservationId: payment.reservation_id,
        kind: 'capture',
        amount: decision.amount,
        currency: payment.currency,
        now: work.now,
      })
      const outcome = await applyPayment(work, payment.reservation_id)
      const homeless = outcome === 'refund_due'
      await saveOutcome(work.tx, payment.id, {
        status: homeless ? 'refund_due' : 'paid',
        captured: decision.amount,
        mismatch: homeless ? 'too_late' : decision.mismatch,
        providerReference: decision.providerReference,
        settledAt: work.now,
        verifyAfter: null,
      })
      if (homeless || decision.mismatch) {
        await raiseAlert(
          work.tx,
          homeless ? 'late_money' : 'payment_mismatch',
          payment.reference,
          {
            payment_id: payment.id,
            reference: payment.reference,
            reservation_id: payment.reservation_id,
            mismatch: homeless ? 'too_late' : decision.mismatch,
          },
          work.now,
        )
        work.publish('staff', 'alerts')
      }
      await announcePayment(work, payment, decision.amount)
    }
  }
}

/**
 * Asks the provider about a payment, outside any transaction, and settles what it says.
 * @throws AppError not_found; ProviderError when the provider does not answer
 */
export const verifyAndSettle = async (deps: Deps, reference: string): Promise<void> => {
  const payment = await findByReference(deps.db, reference)
  if (!payment) throw new AppError('not_found')
  const provider = providerOf(deps, payment.provider)
  if (!provider || payment.captured > 0) return
  const verdict = await provider.verify({ reference, providerReference: payment.provider_reference })
  await inWork(deps, (work) => settle(work, reference, verdict))
}
