import { z } from 'zod'
import { day, id, timestamp, USER_TYPES } from './core.ts'
import type { ErrorCode } from './errors.ts'
import { PASSWORD_PROBLEMS } from './identity/passwords.ts'
import { BED_REASONS } from './reservations/beds.ts'
import { quoteSchema } from './reservations/quote.ts'
import { MATE_OBSTACLES } from './reservations/room-mates.ts'

/** One change that somebody else made in the meantime: by whom, when, and the names of the fields. */
const editChange = z.object({ by: z.string(), at: timestamp, fields: z.array(z.string()) })
export type EditChange = z.output<typeof editChange>
export const editConflict = z.object({ version: z.int(), changes: z.array(editChange) })
export type EditConflict = z.output<typeof editConflict>

const reasons = z.array(z.enum(BED_REASONS))
/** Who would lose a bed: people where they sleep, or through what events have sold, groups whose beds are empty, and offers. */
export const bedLosses = z.object({
  people: z.array(
    z.object({
      reservation_id: id,
      code: z.string(),
      name: z.string(),
      event: z.string(),
      check_in: day,
      check_out: day,
      reasons,
    }),
  ),
  nights: z.array(day).optional(),
  groups: z
    .array(
      z.object({
        allotment_id: id,
        event_id: id,
        event: z.string(),
        held_for: z.string(),
        beds: z.int(),
        check_in: day,
        check_out: day,
      }),
    )
    .optional(),
  /** Offers of the waiting list that hold beds. */
  offers: z
    .array(z.object({ waiting_id: id, event_id: id, event: z.string(), name: z.string(), beds: z.int() }))
    .optional(),
  /** The number of others that the caller is not allowed to see. */
  hidden: z.int().optional(),
})

/** The cash in a till by the books, in minor units. Negative after a void in a closed day. */
export const tillShort = z.object({ in_till: z.int(), currency: z.string() })

/** The children who would be alone, and their room. */
export const childrenAlone = z.object({
  people: z.array(z.object({ name: z.string(), room: z.string() })),
  /** `child`: unrelated adults are in the room, so no reason allows it. */
  reasons: z.array(z.enum(['child'])).optional(),
})

/** People with two places at one event: one in a spouse's reservation (`code`) and their own. */
export const placesTwice = z.object({
  places: z.array(z.object({ event: z.string(), name: z.string(), code: z.string(), other_code: z.string() })),
})

/** The kind of account with a correct password that has to use its own sign-in page. */
export const wrongDoor = z.object({ user_type: z.enum(USER_TYPES) })

/** The current price. */
export const quoteChanged = z.object({ quote: quoteSchema })

/** The `data` of failures that carry more than a code: enough for a client to offer the next step. */
export const ERROR_DATA: Partial<Readonly<Record<ErrorCode, z.ZodType>>> = {
  quote_changed: quoteChanged,
  /** At a refresh: somebody ended the session, or its account is no more. Absent: it expired. */
  invalid_token: z.object({ ended: z.literal(true) }).partial(),
  /** The status that does not allow the action. */
  illegal_transition: z.object({ status: z.string(), action: z.string().optional() }).partial(),
  /** Permissions that the caller does not have. */
  cannot_grant: z.object({ permissions: z.array(z.string()) }).partial(),
  /** The beds that are free in the fewest of the nights. */
  quota_exhausted: z.object({ free: z.int() }).partial(),
  password_weak: z.object({ problems: z.array(z.enum(PASSWORD_PROBLEMS)) }),
  password_reused: z.object({ problems: z.array(z.enum(PASSWORD_PROBLEMS)) }),
  /** Who changed it in the meantime, newest first, and the current version. */
  edit_conflict: editConflict,
  /** Why the room cannot be assigned. */
  room_unsuitable: z.object({ reasons }).partial(),
  room_taken: z.object({ reasons }).partial(),
  /** Why two people cannot share a room. */
  wish_impossible: z.object({ obstacles: z.array(z.enum(MATE_OBSTACLES)) }),
  child_alone: childrenAlone,
  room_occupied: bedLosses,
  beds_sold: bedLosses.partial(),
  till_short: tillShort,
  reserved_twice: placesTwice,
  wrong_door: wrongDoor,
  /** The event that offers more than would remain, or who has beds in the nights that would go. */
  below_claimed: bedLosses.extend({ event_id: id, event: z.string() }).partial(),
}
