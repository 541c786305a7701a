import { paymentRoutes } from '@shiloh/contract/payments'
import { refundRoutes } from '@shiloh/contract/refunds'
import { reservationRoutes } from '@shiloh/contract/reservations'
import { tillRoutes } from '@shiloh/contract/till'

/** Routes whose answers are stale once money was taken or given back. */
export const staleAfterMoney = [
  reservationRoutes.getReservation,
  reservationRoutes.listReservations,
  paymentRoutes.listReservationPayments,
  paymentRoutes.listCashPayments,
  paymentRoutes.cashClosing,
  paymentRoutes.listOpenPayments,
  refundRoutes.listRefunds,
  tillRoutes.listTillEntries,
  tillRoutes.getTill,
] as const
