import { publicEventRoutes, type UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, queryOf } from '#platform/queries'

/** Routes whose answers are stale once an own reservation changed. */
export const staleAfterChange = [
  reservationRoutes.listMyReservations,
  reservationRoutes.getMyReservation,
  reservationRoutes.hasReservation,
  publicEventRoutes.readUserEvent,
  publicEventRoutes.listUserEvents,
] as const

/** Makes everything stale that shows own reservations. */
export function useReservationsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all(staleAfterChange.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })))
  }, [client])
}

/** One event with what can be chosen; fresh whenever it is looked at, for others choose as well. */
export const eventQuery = (id: string) => ({
  ...queryOf(publicEventRoutes.readUserEvent, { params: { id } }),
  placeholderData: undefined,
})

/** The own reservation and the waiting list of an event; needs its id, not its slug. */
export function useStanding(event: Pick<UserEvent, '_id'> | undefined) {
  return useQuery({
    ...queryOf(reservationRoutes.hasReservation, { params: { id: event?._id ?? '' } }),
    placeholderData: undefined,
    enabled: event !== undefined,
  })
}
