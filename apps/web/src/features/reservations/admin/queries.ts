import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'

/** Routes whose answers are stale once staff changed a reservation. */
export const staleAfterStaffAct = [
  reservationRoutes.listReservations,
  reservationRoutes.getReservation,
  reservationRoutes.listWaiting,
  paymentRoutes.listReservationPayments,
  paymentRoutes.listOpenPayments,
] as const
