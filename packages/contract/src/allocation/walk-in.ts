import { z } from 'zod'
import { can, currency, day, id, money, route, timestamp } from '../core.ts'
import { EDIT_ERRORS } from '../reservations/reservations.ts'
import { RESERVATION_STATUSES } from '../reservations/states.ts'
import { deskPerson } from '../reservations/wish.ts'
import { LEFT_REASONS, PLACE_REASONS } from './plans.ts'

/** A bed for somebody who stands at the desk: the best one at once, why, what else there is, and one call that gives it. */

/** Rooms that are listed for one group of people, the best first. */
export const WALK_IN_ROOMS = 6

const eventParams = z.object({ event_id: id })

const wanted = {
  /** Somebody with a reservation: all of its persons who have no bed. */
  reservation_id: id.optional(),
  /** Somebody with an account and no reservation. */
  user_id: id.optional(),
  /** Omitted: what they booked, else the cheapest category with a bed. */
  room_category_id: id.optional(),
  /** Omitted: what they booked, else from today, or from the event's first night. */
  check_in: day.optional(),
  /** Omitted: what they booked, else the event's last morning. */
  check_out: day.optional(),
  /** They cannot climb stairs. It is used for this search and not stored. */
  ground_floor: z.boolean().default(false),
  /** They need rest. It is used for this search and not stored. */
  quiet: z.boolean().default(false),
}

interface Wanted {
  readonly reservation_id?: string | undefined
  readonly user_id?: string | undefined
  readonly person?: object | undefined
  readonly check_in?: string | undefined
  readonly check_out?: string | undefined
}

const isOne = ({ reservation_id, user_id, person }: Wanted): boolean =>
  [reservation_id, user_id, person].filter((one) => one !== undefined).length === 1
const oneOnly = { path: ['reservation_id'], error: 'required' }
const inOrder = ({ check_in, check_out }: Wanted): boolean =>
  check_in === undefined || check_out === undefined || check_in < check_out
const order = { path: ['check_out'], error: 'date_order' }

const walkInRoom = z.object({
  room_id: id,
  room: z.string(),
  block: z.string(),
  floor: z.int(),
  accessible: z.boolean(),
  /** One for each person of the group. */
  beds: z.array(z.int()),
  reasons: z.array(z.object({ code: z.enum(PLACE_REASONS), names: z.array(z.string()) })),
})
export type WalkInRoom = z.output<typeof walkInRoom>

const walkInLeft = z.object({
  code: z.enum(LEFT_REASONS),
  sort: z.enum(['male', 'female', 'family', 'unknown']).nullable(),
  night: day.nullable(),
  beds: z.int().nullable(),
  others: z.int().nullable(),
})

export const walkInView = z.object({
  event: z.object({ _id: id, name: z.string(), currency }),
  reservation: z.object({ _id: id, code: z.string(), status: z.enum(RESERVATION_STATUSES) }).nullable(),
  stay: z.object({ room_category_id: id, room_category: z.string(), check_in: day, check_out: day }),
  /** The nights would change, and the reservation cannot: somebody of it has been checked in. */
  checked_in: z.boolean(),
  /** Everybody who is to have a bed. */
  persons: z.array(z.object({ participant_id: id.nullable(), name: z.string() })),
  /** Those who sleep in one room, with the rooms for them, and why there is none. Men and women of a party are two. */
  groups: z.array(z.object({ names: z.array(z.string()), rooms: z.array(walkInRoom), left: walkInLeft.nullable() })),
  /** What the nights cost, in minor units: all of it, and what is new. */
  price: z.object({ nights: money, more: z.int() }),
  /** Every category of the event with beds for them in these nights, the cheapest first. */
  categories: z.array(
    z.object({
      room_category_id: id,
      room_category: z.string(),
      beds: z.int(),
      price: z.object({ nights: money, more: z.int() }),
    }),
  ),
  /** If nothing is free: parts of the nights that are, the longest first. */
  other_nights: z.array(z.object({ room_category_id: id, room_category: z.string(), check_in: day, check_out: day })),
})
export type WalkIn = z.output<typeof walkInView>

const walkInPlace = z.object({
  name: z.string(),
  room: z.string(),
  block: z.string(),
  floor: z.int(),
  bed: z.int(),
  check_in: day,
  check_out: day,
  /** The bed is theirs once the change is paid. */
  held: z.boolean(),
})

export const walkInDone = z.object({
  reservation: z.object({
    _id: id,
    code: z.string(),
    name: z.string(),
    status: z.enum(RESERVATION_STATUSES),
    /** Minor units that they owe, with a change that waits for payment. */
    balance: money,
    currency,
    /** Until when an unpaid place or change is held. */
    hold_expires_at: timestamp.nullable(),
  }),
  places: z.array(walkInPlace),
})
export type WalkInDone = z.output<typeof walkInDone>

export const walkInRoutes = {
  findBed: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/walk-in',
    access: can('reservations.assign_rooms'),
    summary:
      'Find a bed now: the best rooms for somebody at the desk, with reasons and prices; if there is none, why, and what is free instead',
    params: eventParams,
    body: z
      .object({
        ...wanted,
        /** Somebody who is not registered yet. */
        person: z.object({ gender: z.enum(['male', 'female']).nullish(), birth_date: day.nullish() }).optional(),
      })
      .refine(isOne, oneOnly)
      .refine(inOrder, order),
    response: walkInView,
    errors: ['no_stay', 'not_found', 'invalid_input', 'already_reserved', 'registration_closed'],
    asks: true,
  }),
  takeBed: route({
    method: 'PUT',
    path: '/admin/reservations/{event_id}/walk-in',
    access: can('reservations.assign_rooms'),
    summary:
      'Give somebody at the desk a bed now: the reservation or the nights that they lack, and the bed, in one transaction. Without a room they get the best that is free',
    params: eventParams,
    body: z
      .object({
        ...wanted,
        /** Somebody who is registered with this. */
        person: deskPerson.optional(),
        /** For somebody without a reservation. */
        participant_type_id: id.optional(),
        /** The rooms that were shown, one for each group. If one is taken meanwhile, nothing happens. */
        room_ids: z.array(id).min(1).max(20).optional(),
        /** The total that was shown. */
        expected_total: money.nullish(),
      })
      .refine(isOne, oneOnly)
      .refine(inOrder, order)
      .refine(
        ({ reservation_id, participant_type_id }) =>
          (reservation_id === undefined) === (participant_type_id !== undefined),
        {
          path: ['participant_type_id'],
          error: 'required',
        },
      ),
    response: walkInDone,
    errors: [...EDIT_ERRORS, 'email_taken', 'no_stay', 'not_found', 'child_alone', 'forbidden'],
    idempotent: true,
  }),
} as const
