import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'

/** Routes whose responses become stale when staff change a reservation. */
export const staleAfterStaffAct = [
  reservationRoutes.listReservations,
  reservationRoutes.getReservation,
  mealRoutes.listMeals,
  reservationRoutes.listWaiting,
  paymentRoutes.listReservationPayments,
  paymentRoutes.listOpenPayments,
] as const
