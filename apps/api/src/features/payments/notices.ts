import type { WriteContext } from '#platform/context'
import type { Work } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import type { Provider, WebhookNotice } from './providers/provider.ts'
import { findByReference, saveNotice } from './store.ts'

/**
 * Stores a notice of a provider, so that one that came is never lost, and has the provider asked about what it says. What led to
 * nothing says so at once; the job writes the outcome of all others.
 */
export const takeNotice = async (work: WriteContext, provider: Provider, notice: WebhookNotice): Promise<void> => {
  const { reference, about, payload } = notice
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

/** A provider tells of a refund that nobody here asked for: made on its own pages, or a mistake. */
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
