import { deskFor, findMoneyStanding } from '#features/reservations'
import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { type Reversal, reversalMail } from './mails.ts'
import { findPayable, type StoredPayment } from './store.ts'

/**
 * Notifies the person that a payment no longer counts, and what they owe now. Call it when the reservation has the new sum.
 *
 * @param payment with the amount that was taken back
 */
export const tellReversal = async (
  work: Work,
  payment: StoredPayment,
  said: { readonly how: Reversal; readonly endsChange: boolean },
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const reservation = await findPayable(work.tx, payment.reservation_id)
  const standing = await findMoneyStanding(sql, payment.reservation_id, work.now)
  if (!reservation || !standing) return
  const desk = await deskFor(sql, standing)
  await work.send(...reversalMail(reservation, standing, payment, { ...said, desk }))
}
