import { balanceOf } from '@shiloh/contract/payments/money'
import { hasHundredths } from '@shiloh/contract/text/currencies'
import { applyPayment, lockForPayment } from '#features/reservations'
import type { WriteContext } from '#platform/context'
import { AppError, invalid } from '#platform/errors'
import { canBePaid } from './rules.ts'
import { announcePayment } from './settle.ts'
import {
  addLedgerEntry,
  findById,
  findPayable,
  insertPayment,
  type PayableReservation,
  paymentView,
  type StoredPayment,
  saveOutcome,
} from './store.ts'
import { nextNumber, openDayOf } from './till.store.ts'

/** @throws not_found, hold_expired, illegal_transition */
export const requirePayable = (reservation: PayableReservation | undefined, now: Date): PayableReservation => {
  if (!reservation) throw new AppError('not_found')
  const payable = canBePaid(reservation, now)
  if (payable !== 'yes') throw new AppError(payable)
  return reservation
}

/** @throws currency_not_online: providers take amounts in hundredths, or another amount would be charged */
export const requireOnline = ({ currency }: Pick<PayableReservation, 'currency'>): void => {
  if (!hasHundredths(currency)) throw new AppError('currency_not_online')
}

interface Cash {
  readonly amount: number
  readonly currency?: string | undefined
  readonly note?: string | undefined
}

/** Takes cash for a reservation into the caller's till. @throws nothing_to_pay, currency_mismatch, till_closed, … */
export const receiveCash = async (
  ctx: WriteContext,
  reservationId: string,
  { amount, currency, note }: Cash,
): Promise<StoredPayment> => {
  await lockForPayment(ctx, reservationId)
  const reservation = requirePayable(await findPayable(ctx.tx, reservationId), ctx.now)
  if (currency && currency !== reservation.currency)
    throw new AppError('currency_mismatch', { fields: [{ field: 'currency', code: 'invalid' }] })
  const balance = balanceOf(reservation)
  if (balance === 0) throw new AppError('nothing_to_pay')
  if (amount > balance) throw invalid([{ field: 'amount', code: 'too_big' }])
  const till = await openDayOf(ctx.tx, ctx.caller.id, reservation.currency, ctx.now)
  const number = await nextNumber(ctx.tx, 'cash_receipt')
  const id = await insertPayment(ctx.tx, {
    reference: `cash-${String(number).padStart(8, '0')}`,
    reservationId: reservation.id,
    payerId: reservation.payerId,
    provider: 'cash',
    amount,
    currency: reservation.currency,
    live: true,
    status: 'created',
    cashierId: ctx.caller.id,
    receiptNumber: number,
    ...(note ? { note } : {}),
    now: ctx.now,
  })
  await addLedgerEntry(ctx.tx, {
    paymentId: id,
    reservationId: reservation.id,
    kind: 'capture',
    amount,
    currency: reservation.currency,
    actorId: ctx.caller.id,
    till,
    now: ctx.now,
  })
  // A cashier sees the person and cannot take money for a place that is gone.
  const outcome = await applyPayment(ctx, reservation.id, { actor: 'staff', actorId: ctx.caller.id })
  if (outcome === 'refund_due') throw new AppError('hold_expired')
  await saveOutcome(ctx.tx, id, { status: 'paid', captured: amount, settledAt: ctx.now })
  const payment = await findById(ctx.tx, id)
  if (!payment) throw new AppError('internal_error')
  await announcePayment(ctx, payment, amount)
  ctx.audit({ action: 'take_cash', resource: 'payments', objectId: id, after: paymentView(payment) })
  return payment
}
