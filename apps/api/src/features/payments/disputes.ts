import type { NoticeOutcome } from '@shiloh/contract/payments/payments'
import { lockForPayment } from '#features/reservations'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { userRoom } from '#platform/realtime'
import { saveDispute, takenFrom, takeOverdueDisputes } from './disputes.store.ts'
import { aboutPayment, enterLoss, putBack, takeBack } from './losses.ts'
import { providerOf } from './providers/index.ts'
import type { Dispute } from './providers/provider.ts'
import { announcePayment } from './settle.ts'
import {
  findByReference,
  findPayable,
  lockByReference,
  refundableOf,
  type StoredPayment,
  saveNoticeOutcome,
} from './store.ts'

/** Milliseconds until an open dispute is asked about again: a notice can come before the provider's answer says the same. */
const ASK_SOON_MS = 10 * 60_000

/**
 * Enters what a lost dispute took. What refunds took, or are taking, left twice. Returns the entry of what the reservation
 * owes again, or undefined if that is nothing.
 */
const enterLost = async (
  work: Work,
  payment: StoredPayment,
  dispute: Dispute,
  id: string,
): Promise<number | undefined> => {
  const { chargedBack, lost } = await takenFrom(work.tx, payment.id)
  // Another currency is for the office to compare. Together, disputes take no more than was paid.
  const taken =
    dispute.currency === payment.currency ? Math.min(dispute.amount, payment.captured - chargedBack - lost) : 0
  const left = Math.min(taken, refundableOf(payment))
  const entry = left > 0 ? await takeBack(work, payment, left, id) : undefined
  if (taken > left) await enterLoss(work, payment, taken - left, id)
  const kind = left > 0 ? 'payment_charged_back' : taken === 0 ? 'dispute_to_compare' : undefined
  if (kind) {
    const { currency, dueAt } = dispute
    const amount = left > 0 ? left : dispute.amount
    const about = { ...(await aboutPayment(work, payment)), amount, currency, due_at: dueAt?.toISOString() ?? null }
    await raiseAlert(work.tx, kind, id, about, work.now)
  }
  return entry
}

/**
 * Enters what comes back because a dispute that was lost is won after all: what had left twice is no loss any more, and the rest is paid again.
 * Where the reservation has ended meanwhile, it is late money.
 */
const enterWonAfterAll = async (
  work: Work,
  payment: StoredPayment,
  id: string,
  { amount, currency }: Pick<Dispute, 'amount' | 'currency'>,
): Promise<void> => {
  await resolveAlert(work.tx, 'payment_charged_back', id, work.now)
  await resolveAlert(work.tx, 'dispute_to_compare', id, work.now)
  const [took, now] = [await takenFrom(work.tx, payment.id, id), await takenFrom(work.tx, payment.id)]
  const loss = Math.min(took.lost, now.lost)
  // A loss that became a chargeback, because the refund beside it failed, comes back as one.
  const back = Math.min(took.chargedBack + took.lost - loss, now.chargedBack)
  if (loss > 0) await enterLoss(work, payment, -loss, id)
  if (back > 0) {
    await putBack(work, payment, back, id)
    await announcePayment(work, payment, back)
  }
  if (loss + back === 0) return
  const about = {
    ...(await aboutPayment(work, payment)),
    amount: Math.min(amount, loss + back),
    currency,
    due_at: null,
  }
  await raiseAlert(work.tx, 'chargeback_returned', id, about, work.now)
}

const settle = async (
  work: Work,
  id: string,
  provider: string,
  dispute: Dispute,
  askAfter: Date,
): Promise<NoticeOutcome> => {
  const known = await findByReference(work.tx, dispute.reference)
  if (!known || known.provider !== provider) return 'unknown_reference'
  await lockForPayment(work, known.reservation_id)
  const payment = await lockByReference(work.tx, dispute.reference)
  if (!payment) return 'unknown_reference'
  const outcome = `dispute_${dispute.state}` as const
  const { tx, now } = work
  const saved = await saveDispute(tx, { ...dispute, id, provider, paymentId: payment.id, askAfter, now })
  // What was decided before stays: a repeated notice takes nothing twice. What staff know is not told again.
  if (!saved?.isNews) return outcome
  if (dispute.state === 'open') {
    const { amount, currency, dueAt } = dispute
    const about = { ...(await aboutPayment(work, payment)), amount, currency, due_at: dueAt?.toISOString() ?? null }
    await raiseAlert(tx, 'payment_disputed', id, about, now)
  } else await resolveAlert(tx, 'payment_disputed', id, now)
  await resolveAlert(tx, 'dispute_overdue', id, now)
  if (saved.wasLost) await enterWonAfterAll(work, payment, id, saved.wasLost)
  if (dispute.state === 'lost') {
    const entry = await enterLost(work, payment, dispute, id)
    if (entry !== undefined) await saved.enter(entry)
  }
  const reservation = await findPayable(tx, payment.reservation_id)
  if (reservation) work.publish(userRoom(reservation.userId), 'reservation', { _id: reservation.id })
  for (const topic of ['payments', 'alerts']) work.publish('staff', topic)
  return outcome
}

/**
 * Asks the provider about a dispute, outside any transaction, and settles the answer once. While it is open, it is asked
 * about again.
 * @throws ProviderError
 */
export const askAboutDispute = async (deps: Deps, name: string, id: string, againMs = ASK_SOON_MS): Promise<void> => {
  const dispute = await providerOf(deps, name)?.findDispute?.(id)
  if (!dispute) return
  await inWork(deps, async (work) => {
    const outcome = await settle(work, id, name, dispute, new Date(work.now.getTime() + againMs))
    await saveNoticeOutcome(work, id, 'dispute', outcome)
  })
}

/** Tells staff of disputes whose deadline passed without an end. Returns how many there were. */
export const tellOverdue = async (work: Work, limit: number): Promise<number> => {
  const overdue = await takeOverdueDisputes(work.tx, work.now, limit)
  for (const { dispute, due_at, ...about } of overdue) {
    await resolveAlert(work.tx, 'payment_disputed', dispute, work.now)
    await raiseAlert(work.tx, 'dispute_overdue', dispute, { ...about, due_at: due_at.toISOString() }, work.now)
  }
  if (overdue.length > 0) work.publish('staff', 'alerts')
  return overdue.length
}
