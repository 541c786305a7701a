import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'

/** Routes whose responses become stale when money is taken or given back. */
export const staleAfterMoney = [
  reservationRoutes.getReservation,
  reservationRoutes.listReservations,
  paymentRoutes.listReservationPayments,
  paymentRoutes.listCashPayments,
  paymentRoutes.cashClosing,
  paymentRoutes.listOpenPayments,
  refundRoutes.listRefunds,
  tillRoutes.listTillEntries,
  tillRoutes.listMoney,
  tillRoutes.getTill,
] as const
