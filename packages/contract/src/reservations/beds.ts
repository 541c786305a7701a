import { z } from 'zod'
import { can, day, done, id, idParams, route } from '../core.ts'

/** Beds assigned by hand: which rooms fit a reservation, and why the others do not. */

/** Why a room cannot be assigned, in display order. */
export const BED_REASONS = [
  /** A different room category from the one chosen and paid for. */
  'category',
  /** Another center, or a block that the event does not offer. */
  'place',
  'maintenance',
  /** Reserved for titles or designations that nobody of the party has. */
  'kept',
  /** Somebody cannot climb stairs. */
  'floor',
  'too_small',
  'full',
  /** Unrelated men and women together, or a family with others. */
  'gender',
  /** Somebody of unknown gender in a room for several. */
  'gender_unknown',
  /** A child among unrelated adults, without a guardian. */
  'child',
  /** A couple in two rooms. */
  'couple',
  /** Somebody with whom they must not share a room. Only readers with the permission for welfare learn it. */
  'apart',
  /** What others read instead of `apart`. */
  'unsuitable',
] as const
export type BedReason = (typeof BED_REASONS)[number]

const MAX_PERSONS = 20
const persons = z.array(id).min(1).max(MAX_PERSONS).optional()

/** Accepts that a child is alone in a room. The reason is kept in the audit trail. */
const forced = {
  force: z.boolean().optional(),
  reason: z.string().trim().max(300).optional(),
}
const needsReason = [
  (body: { force?: boolean | undefined; reason?: string | undefined }): boolean => !body.force || Boolean(body.reason),
  { path: ['reason'], error: 'required' },
] as const satisfies Parameters<z.ZodObject['refine']>

const place = z.object({ room_id: id, room: z.string(), block: z.string(), floor: z.int(), bed: z.int() })

export const bedCandidate = z.object({
  room_id: id,
  room: z.string(),
  block: z.string(),
  floor: z.int(),
  room_category: z.string(),
  beds: z.int(),
  /** Beds free in every night of the stay. */
  beds_left: z.int(),
  gender_rule: z.enum(['male', 'female', 'family']).nullable(),
  accessible: z.boolean(),
  /** Why it cannot be assigned. Empty if it can. */
  reasons: z.array(z.enum(BED_REASONS)),
  /** Somebody of the party already sleeps there. */
  is_home: z.boolean(),
})
export type BedCandidate = z.output<typeof bedCandidate>

export const reservationBeds = z.object({
  stay: z.object({ room_category_id: id, room_category: z.string(), check_in: day, check_out: day }),
  persons: z.array(
    z.object({
      participant_id: id,
      name: z.string(),
      role: z.string(),
      gender: z.enum(['male', 'female']).nullable(),
      needs_ground_floor: z.boolean(),
      place: place.extend({ pinned: z.boolean() }).nullable(),
    }),
  ),
  /** Whether beds can be assigned now: the reservation is confirmed and has a stay. */
  assignable: z.boolean(),
  /** Rooms, those that fit first. Rooms of other categories appear only in a search. */
  rooms: z.array(bedCandidate),
  /** Number of rooms found, including those left out. */
  total: z.int(),
})
export type ReservationBeds = z.output<typeof reservationBeds>

const roomGuest = z.object({
  participant_id: id,
  /** Their account. Null if they have none. */
  user_id: id.nullable(),
  name: z.string(),
  bed: z.int(),
  reservation_id: id,
  code: z.string(),
  event: z.string(),
  check_in: day,
  check_out: day,
})
/** Persons of one reservation who have no bed yet. */
export const roomSeeker = z.object({
  reservation_id: id,
  code: z.string(),
  event: z.string(),
  room_category: z.string(),
  check_in: day,
  check_out: day,
  persons: z.array(z.object({ participant_id: id, name: z.string() })),
  /** Why they cannot have this room. Empty if they can. */
  reasons: z.array(z.enum(BED_REASONS)),
  /** Where somebody of the party already sleeps. Null: nobody does. */
  near: z.string().nullable(),
})
export type RoomSeeker = z.output<typeof roomSeeker>

export const roomGuests = z.object({
  room: z.object({
    _id: id,
    name: z.string(),
    block: z.string(),
    center: z.string(),
    floor: z.int(),
    room_category: z.string(),
    beds: z.int(),
    gender_rule: z.enum(['male', 'female', 'family']).nullable(),
    accessible: z.boolean(),
    maintenance: z.array(z.object({ check_in: day, check_out: day })),
  }),
  /** People who sleep there today or later. */
  guests: z.array(roomGuest),
  /** People without a bed who booked this category, those who fit first. A search includes every category. */
  seekers: z.array(roomSeeker),
  /** Number of reservations without a room that were found, including those left out. */
  total: z.int(),
})
export type RoomGuests = z.output<typeof roomGuests>

/** Maximum number of nights in a request. Stays are half-open. */
const MAX_NIGHTS = 366
/** Beds of one category in one block over some nights. */
export const poolBlock = z.object({
  event_block_id: id,
  block: z.string(),
  /** Beds that exist and are not closed, in the night with the fewest. */
  beds: z.int(),
  /** Those not taken by other events, in the night with the fewest. */
  free: z.int(),
  /** Beds of other events in these nights, in the night with the most. */
  held: z.array(z.object({ event_id: id, event: z.string(), beds: z.int() })),
})
export type PoolBlock = z.output<typeof poolBlock>

export const bedRoutes = {
  readBedPool: route({
    method: 'GET',
    path: '/admin/event-centers/{id}/beds',
    access: can('events.read'),
    summary:
      'Beds of a room category that an event can have in each block of a center, and the events that have the others',
    params: idParams,
    query: z
      .object({
        room_category_id: id,
        check_in: day,
        check_out: day,
        /** The event of the request. Its own beds count as free. */
        event_id: id.optional(),
      })
      .refine(({ check_in, check_out }) => check_in < check_out, { path: ['check_out'], error: 'date_order' })
      .refine(({ check_in, check_out }) => Date.parse(check_out) - Date.parse(check_in) <= MAX_NIGHTS * 86_400_000, {
        path: ['check_out'],
        error: 'too_big',
      }),
    response: z.array(poolBlock),
  }),
  readRoomGuests: route({
    method: 'GET',
    path: '/admin/event-rooms/{id}/guests',
    access: can('reservations.assign_rooms'),
    summary: 'The guests of a room, and people without a bed who could get one there, with the reason if they cannot',
    params: idParams,
    query: z.object({
      /** Words of a name, or the code of a reservation. */
      search: z.string().trim().max(60).optional(),
    }),
    response: roomGuests,
  }),
  readBeds: route({
    method: 'GET',
    path: '/admin/reservations/{id}/beds',
    access: can('reservations.assign_rooms'),
    summary: 'Rooms for these persons of a reservation, with the reason if one is impossible',
    params: idParams,
    query: z.object({
      /** Comma-separated participants. Omitted: all persons of the reservation. */
      participant_ids: z
        .string()
        .regex(/^[0-9a-f]{24}(,[0-9a-f]{24})*$/, { error: 'invalid' })
        .optional(),
      /** Words of a room's name or block. */
      search: z.string().trim().max(60).optional(),
    }),
    response: reservationBeds,
    errors: ['no_stay'],
  }),
  assignBeds: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/beds',
    access: can('reservations.assign_rooms'),
    summary: 'Assign persons of a reservation to a room, or move them there: all of them or nobody',
    params: idParams,
    body: z
      .object({ room_id: id, participant_ids: persons, pinned: z.boolean().default(true), ...forced })
      .refine(...needsReason),
    response: reservationBeds,
    errors: ['room_taken', 'room_unsuitable', 'child_alone', 'illegal_transition', 'no_stay'],
  }),
  takeBeds: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}/beds',
    access: can('reservations.assign_rooms'),
    summary: 'Remove persons of a reservation from their beds; the reservation stays, without a room',
    params: idParams,
    body: z.object({ participant_ids: persons, ...forced }).refine(...needsReason),
    response: done,
    errors: ['child_alone', 'room_unsuitable'],
  }),
} as const

/** Returns the letter of a bed in its room: 1 is A. */
export const bedLetter = (bed: number): string => String.fromCharCode(64 + bed)
