import type { WriteContext } from '#platform/context'
import type { Work } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import type { Provider, WebhookNotice } from './providers/provider.ts'
import { findByReference, type NoticeSubject, saveNotice, takeUnbooked } from './store.ts'

/** Enqueues the question to the provider that a notice is a hint to. */
const ask = (work: Pick<Work, 'enqueue'>, provider: string, about: NoticeSubject, reference: string): Promise<void> => {
  if (about === 'dispute')
    return work.enqueue(
      'settle_dispute',
      { provider, dispute: reference },
      { jobKey: `dispute ${provider} ${reference}` },
    )
  if (about === 'refund') return work.enqueue('settle_refunds', { reference }, { jobKey: `refunds ${reference}` })
  return work.enqueue('settle_payment', { reference }, { jobKey: `settle ${reference}` })
}

/** Asks again about notices that are not booked, and tells staff of each once. Returns how many there were. */
export const askAgain = async (work: Work, limit: number): Promise<number> => {
  const unbooked = await takeUnbooked(work.tx, work.now, limit)
  for (const { provider, reference, about, isNews, reservationId, code } of unbooked) {
    await ask(work, provider, about, reference)
    if (!isNews) continue
    const of = reservationId === null || code === null ? {} : { reservation_id: reservationId, code }
    await raiseAlert(work.tx, 'notice_not_booked', reference, { reference, provider, about, ...of }, work.now)
    work.publish('staff', 'alerts')
  }
  return unbooked.length
}

/**
 * Stores a provider's notice, so that none is lost, and enqueues a query to the provider. A notice without consequences
 * is completed here; the job records the outcome of the others.
 */
export const takeNotice = async (work: WriteContext, provider: Provider, notice: WebhookNotice): Promise<void> => {
  const { reference, about, payload } = notice
  if (about === 'dispute' && reference !== undefined) {
    const kept = { reference, about, payload }
    await saveNotice(work.tx, provider.name, notice.dedupeKey, kept, null, work.now)
    // One that is repeated asks again: at the first, the provider's answer may not have said the same yet.
    return ask(work, provider.name, about, reference)
  }
  const isOurs = reference !== undefined && (await findByReference(work.tx, reference)) !== undefined
  const outcome = about === 'other' || reference === undefined ? 'ignored' : isOurs ? null : 'unknown_reference'
  const isNew = await saveNotice(
    work.tx,
    provider.name,
    notice.dedupeKey,
    { reference: reference ?? null, about, payload },
    outcome,
    work.now,
  )
  if (!isNew || outcome !== null || about === 'other' || reference === undefined) return
  await ask(work, provider.name, about, reference)
}

/** Raises an alert for a refund that was not requested here: it was made in the provider's dashboard, or by mistake. */
export const alertUnknownRefund = async (work: Work, reference: string): Promise<void> => {
  const payment = await findByReference(work.tx, reference)
  if (!payment) return
  await raiseAlert(
    work.tx,
    'payment_mismatch',
    reference,
    { payment_id: payment.id, reference, reservation_id: payment.reservation_id, mismatch: 'refund_unknown' },
    work.now,
  )
  work.publish('staff', 'alerts')
}
