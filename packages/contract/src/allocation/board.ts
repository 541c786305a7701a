import { z } from 'zod'
import { can, day, id, route } from '../core.ts'

/** The room board of an event: who waits for a bed, and who sleeps where. Compact, for ten thousand people. */

const gender = z.enum(['male', 'female']).nullable()

/** What the bed rules need to know of somebody. Absent means no. */
const sleeper = {
  role: z.string(),
  gender,
  minor: z.literal(true).optional(),
  /** Cannot climb stairs. */
  low: z.literal(true).optional(),
  title_id: id.optional(),
  designation_id: id.optional(),
}

const boardPerson = z.object({
  _id: id,
  name: z.string(),
  ...sleeper,
  /** Needs a quiet room. */
  quiet: z.literal(true).optional(),
  /** Checked in. */
  here: z.literal(true).optional(),
  /** The room that they have been told of. */
  told: id.optional(),
  /** Positions in `types` and `districts` of the same answer. */
  type: z.int(),
  district: z.int().optional(),
  bed: z
    .object({ room_id: id, bed: z.int(), check_in: day, check_out: day, pinned: z.literal(true).optional() })
    .optional(),
})

const boardReservation = z.object({
  _id: id,
  code: z.string(),
  /** The position in `stays` of the same answer. */
  stay: z.int(),
  /** Nobody: the reservation is no longer on the board. */
  persons: z.array(boardPerson),
})

const boardRoom = z.object({
  _id: id,
  name: z.string(),
  block_id: id,
  block: z.string(),
  category_id: id,
  category: z.string(),
  floor: z.int(),
  beds: z.int(),
  gender_rule: z.enum(['male', 'female', 'family']).nullable(),
  accessible: z.boolean(),
  quiet: z.boolean(),
  kept_title_ids: z.array(id),
  kept_designation_ids: z.array(id),
  /** The names of these titles and designations. */
  kept_for: z.array(z.string()),
  maintenance: z.array(z.object({ check_in: day, check_out: day, reason: z.string() })),
  /** Beds of other events, held for changes, or of people whom the caller must not see. */
  others: z.array(
    z.object({
      bed: z.int(),
      check_in: day,
      check_out: day,
      /** Null: hidden from the caller. */
      event: z.string().nullable(),
      /** Who belongs together in this room. */
      party: z.int(),
      ...sleeper,
    }),
  ),
})

export const roomBoard = z.object({
  /** Pass it as `since` to get what changed after this answer. */
  cursor: z.string(),
  /** False: only reservations and rooms that changed, each as a whole. */
  whole: z.boolean(),
  center_id: id.nullable(),
  /** The nights that the event sells, half-open. Null: it sells none. */
  nights: z.object({ check_in: day, check_out: day }).nullable(),
  /** Today where the event is: nobody needs a bed for nights before it. */
  today: day,
  stays: z.array(
    z.object({ category_id: id, category: z.string(), block_ids: z.array(id), check_in: day, check_out: day }),
  ),
  types: z.array(z.string()),
  districts: z.array(z.string()),
  reservations: z.array(boardReservation),
  rooms: z.array(boardRoom),
})
export type RoomBoard = z.output<typeof roomBoard>

export const boardRoutes = {
  readBoard: route({
    method: 'GET',
    path: '/admin/reservations/{event_id}/board',
    access: can('reservations.assign_rooms'),
    summary:
      'The room board of an event: confirmed people with nights, rooms with their beds, and what changed since an earlier answer',
    params: z.object({ event_id: id }),
    query: z.object({
      /** The cursor of an earlier answer. A cursor of another database gets everything. */
      since: z
        .string()
        .regex(/^\d{1,19}-\d{1,15}$/, { error: 'invalid' })
        .optional(),
    }),
    response: roomBoard,
  }),
} as const
