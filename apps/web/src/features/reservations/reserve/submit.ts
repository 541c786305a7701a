import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useMutation } from '@tanstack/react-query'
import { call } from '#platform/api'
import { type Choice, newRequestOf, requestOf, wishOf } from './choice.ts'

interface Attempt {
  readonly choice: Choice
  readonly mates: readonly string[]
  readonly expected_total: number
  readonly key: string
}

/** Creates the reservation, from an offer or not, or changes the existing one. The wizard shows failures itself. */
export function useSubmit(event: UserEvent, standing: ReservationView | undefined, offerId?: string) {
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ choice, mates, expected_total, key }: Attempt) => {
      if (offerId !== undefined)
        return call(reservationRoutes.acceptOffer, {
          params: { id: event._id },
          body: { waiting_id: offerId, wish: newRequestOf(choice, event.time_zone, expected_total, mates) },
          idempotencyKey: key,
        })
      return standing
        ? call(reservationRoutes.editMyReservation, {
            params: { id: standing._id },
            body: requestOf(choice, event.time_zone, expected_total),
          })
        : call(reservationRoutes.makeReservation, {
            params: { event_id: event._id },
            body: newRequestOf(choice, event.time_zone, expected_total, mates),
            idempotencyKey: key,
          })
    },
  })
}

/** Adds a wish to the waiting list. */
export function useJoinWaiting(event: UserEvent) {
  return useMutation({
    meta: { shown: true },
    mutationFn: (choice: Choice) =>
      call(reservationRoutes.joinWaitingList, { params: { id: event._id }, body: wishOf(choice, event.time_zone) }),
  })
}
