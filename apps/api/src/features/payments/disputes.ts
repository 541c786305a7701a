import type { NoticeOutcome } from '@shiloh/contract/payments/payments'
import { applyPayment, lockForPayment } from '#features/reservations'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { userRoom } from '#platform/realtime'
import { saveDispute } from './disputes.store.ts'
import { providerOf } from './providers/index.ts'
import type { Dispute } from './providers/provider.ts'
import { updateAlert } from './refunds.ts'
import {
  addLedgerEntry,
  findByReference,
  findPayable,
  lockByReference,
  type StoredPayment,
  saveNoticeOutcome,
  saveOutcome,
} from './store.ts'

/** Enters the money that a lost dispute took: the reservation owes it again (docs/adr/0010-a-place-is-secured.md). */
const takeBack = async (work: Work, payment: StoredPayment, amount: number, reference: string): Promise<number> => {
  const entry = await addLedgerEntry(work.tx, {
    paymentId: payment.id,
    reservationId: payment.reservation_id,
    kind: 'chargeback',
    amount: -amount,
    currency: payment.currency,
    reason: reference,
    now: work.now,
  })
  const refunded = payment.refunded + amount
  await saveOutcome(work.tx, payment.id, {
    status: refunded === payment.captured ? 'refunded' : payment.status,
    refunded,
  })
  await applyPayment(work, payment.reservation_id)
  await updateAlert(work, payment.reservation_id)
  return entry
}

const settle = async (work: Work, id: string, provider: string, dispute: Dispute): Promise<NoticeOutcome> => {
  const known = await findByReference(work.tx, dispute.reference)
  if (!known || known.provider !== provider) return 'unknown_reference'
  await lockForPayment(work, known.reservation_id)
  const payment = await lockByReference(work.tx, dispute.reference)
  if (!payment) return 'unknown_reference'
  const outcome = `dispute_${dispute.state}` as const
  const { tx, now } = work
  const saved = await saveDispute(tx, { ...dispute, id, provider, paymentId: payment.id, now })
  // What was decided before stays: a repeated notice takes nothing twice.
  if (!saved) return outcome
  const reservation = await findPayable(tx, payment.reservation_id)
  if (dispute.state === 'won') await resolveAlert(tx, 'payment_disputed', id, now)
  else
    await raiseAlert(
      tx,
      dispute.state === 'open' ? 'payment_disputed' : 'payment_charged_back',
      id,
      {
        payment_id: payment.id,
        reference: payment.reference,
        reservation_id: payment.reservation_id,
        code: reservation?.code ?? '',
        amount: dispute.amount,
        currency: dispute.currency,
        due_at: dispute.dueAt?.toISOString() ?? null,
      },
      now,
    )
  if (dispute.state === 'lost') {
    await resolveAlert(tx, 'payment_disputed', id, now)
    // What went back already is not taken twice, and another currency is for the office to compare.
    const amount =
      dispute.currency === payment.currency ? Math.min(dispute.amount, payment.captured - payment.refunded) : 0
    if (amount > 0) await saved.enter(await takeBack(work, payment, amount, id))
  }
  if (reservation) work.publish(userRoom(reservation.userId), 'reservation', { _id: reservation.id })
  for (const topic of ['payments', 'alerts']) work.publish('staff', topic)
  return outcome
}

/**
 * Follows a notice about a dispute: asks the provider about it, outside any transaction, and settles the answer once.
 * @throws ProviderError
 */
export const askAboutDispute = async (deps: Deps, name: string, id: string): Promise<void> => {
  const dispute = await providerOf(deps, name)?.findDispute?.(id)
  if (!dispute) return
  await inWork(deps, async (work) => {
    const outcome = await settle(work, id, name, dispute)
    await saveNoticeOutcome(work.tx, id, 'dispute', outcome)
  })
}
