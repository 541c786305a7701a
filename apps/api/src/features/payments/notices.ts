import type { WriteContext } from '#platform/context'
import type { Work } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import type { Provider, WebhookNotice } from './providers/provider.ts'
import { findByReference, saveNotice } from './store.ts'

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
    const jobKey = `dispute ${provider.name} ${reference}`
    await work.enqueue('settle_dispute', { provider: provider.name, dispute: reference }, { jobKey })
    return
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
  if (!isNew || outcome !== null) return
  if (about === 'refund') await work.enqueue('settle_refunds', { reference }, { jobKey: `refunds ${reference}` })
  else await work.enqueue('settle_payment', { reference }, { jobKey: `settle ${reference}` })
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
