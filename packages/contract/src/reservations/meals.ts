import { z } from 'zod'
import { can, day, id, idParams, route, signedIn, timestamp } from '../core.ts'

/** What the people of one reservation eat: the sittings of their caterers, and where they were. */

const sittingOfReservation = z.object({
  /** The scan point. */
  _id: id,
  name: z.string(),
  /** In the event's time zone. Null: the office has not set a time. */
  day: day.nullable(),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  /** Who ordered it, and who ate there all the same. */
  persons: z.array(
    z.object({
      participant_id: id,
      name: z.string(),
      /** Whom they ordered from. Null: they ate without an order. */
      caterer: z.string().nullable(),
      eaten_at: timestamp.nullable(),
    }),
  ),
})

export const reservationMeals = z.object({
  time_zone: z.string(),
  /** How many persons the reservation has. */
  party: z.int(),
  /** By time. */
  sittings: z.array(sittingOfReservation),
})
export type ReservationMeals = z.output<typeof reservationMeals>

export const mealRoutes = {
  listMyMeals: route({
    method: 'GET',
    path: '/user/reservations/{id}/meals',
    access: signedIn('user'),
    summary: 'The meals of an own reservation: sittings that its persons ordered, and those at which they ate',
    params: idParams,
    response: reservationMeals,
  }),
  listMeals: route({
    method: 'GET',
    path: '/admin/reservations/{id}/meals',
    access: can('reservations.read'),
    summary: 'The meals of a reservation: sittings that its persons ordered, and those at which they ate',
    params: idParams,
    response: reservationMeals,
  }),
} as const
