import { paymentRoutes } from '@shiloh/contract/payments'
import { reservationRoutes } from '@shiloh/contract/reservations'

/** Routes whose answers are stale once money was taken or given back. */
export const staleAfterMoney = [
  reservationRoutes.getReservation,
  reservationRoutes.listReservations,
  paymentRoutes.listReservationPayments,
  paymentRoutes.listCashPayments,
  paymentRoutes.cashClosing,
  paymentRoutes.listOpenPayments,
] as const
