import { publicEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, queryOf } from '#platform/queries'

/** Routes whose responses become stale when an own reservation changes. */
export const staleAfterChange = [
  reservationRoutes.listMyReservations,
  reservationRoutes.getMyReservation,
  mealRoutes.listMyMeals,
  paymentRoutes.listOwnPayments,
  reservationRoutes.hasReservation,
  reservationRoutes.listMyWaiting,
  reservationRoutes.getMyWaiting,
  publicEventRoutes.readUserEvent,
  publicEventRoutes.listUserEvents,
] as const

/** Returns a function that marks all queries of own reservations as stale. */
export function useReservationsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all(staleAfterChange.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })))
  }, [client])
}

/** Loads one event with its choices. Always refetched on view, because others choose too. */
export const eventQuery = (id: string) => ({
  ...queryOf(publicEventRoutes.readUserEvent, { params: { id } }),
  placeholderData: undefined,
})

/** Loads the own reservation and the waiting list of an event, by its id or slug as it is in the address of the page. */
export function useStanding(event: string | undefined) {
  return useQuery({
    ...queryOf(reservationRoutes.hasReservation, { params: { id: event ?? '' } }),
    placeholderData: undefined,
    enabled: event !== undefined,
  })
}
