import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { waitingForStaff } from './refunds.store.ts'
import type { StoredPayment } from './store.ts'

/** Updates the alert about a reservation's refunds that wait for staff, and ends it when none is left. */
export const updateAlert = async (work: Work, reservationId: string): Promise<void> => {
  const { code, amount, currency } = await waitingForStaff(work.tx, reservationId)
  if (amount > 0)
    await raiseAlert(
      work.tx,
      'refund_due',
      reservationId,
      { reservation_id: reservationId, code, amount, currency },
      work.now,
    )
  else await resolveAlert(work.tx, 'refund_due', reservationId, work.now)
  work.publish('staff', 'alerts')
}

/** Ends the alerts that ask staff to decide about a payment, when none of it is left. */
export const endPaymentAlerts = async (work: Work, { reference }: Pick<StoredPayment, 'reference'>): Promise<void> => {
  await resolveAlert(work.tx, 'payment_mismatch', reference, work.now)
  await resolveAlert(work.tx, 'late_money', reference, work.now)
}
