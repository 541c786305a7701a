import { z } from 'zod'
import { day, id, timestamp, USER_TYPES } from './core.ts'
import type { ErrorCode } from './errors.ts'
import { PASSWORD_PROBLEMS } from './identity/passwords.ts'
import { BED_REASONS } from './reservations/beds.ts'
import { quoteSchema } from './reservations/quote.ts'

/** One change that somebody else made meanwhile: who, when, and the names of the fields. */
const editChange = z.object({ by: z.string(), at: timestamp, fields: z.array(z.string()) })
export type EditChange = z.output<typeof editChange>
export const editConflict = z.object({ version: z.int(), changes: z.array(editChange) })
export type EditConflict = z.output<typeof editConflict>

const reasons = z.array(z.enum(BED_REASONS))
/** Who would lose a bed: where people sleep, or what events have sold. */
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
  /** More of them, whom the caller may not see. */
  hidden: z.int().optional(),
})

/** What the books have in a till. Minor units; below zero after a void of a day that is closed. */
export const tillShort = z.object({ in_till: z.int(), currency: z.string() })

/** The children who would be alone, and in which room. */
export const childrenAlone = z.object({ people: z.array(z.object({ name: z.string(), room: z.string() })) })

/** Who has two places at one event: in a spouse's reservation (`code`), and in their own. */
export const placesTwice = z.object({
  places: z.array(z.object({ event: z.string(), name: z.string(), code: z.string(), other_code: z.string() })),
})

/** The kind of the account whose password was right: it has a sign-in of its own. */
export const wrongDoor = z.object({ user_type: z.enum(USER_TYPES) })

/** What some failures say beside their code, under `data`: enough for a client to offer the way on. */
export const ERROR_DATA: Partial<Readonly<Record<ErrorCode, z.ZodType>>> = {
  /** The price as it is now. */
  quote_changed: z.object({ quote: quoteSchema }),
  /** The state that the action does not start from. */
  illegal_transition: z.object({ status: z.string(), action: z.string().optional() }).partial(),
  /** Permissions that the caller does not have. */
  cannot_grant: z.object({ permissions: z.array(z.string()) }).partial(),
  password_weak: z.object({ problems: z.array(z.enum(PASSWORD_PROBLEMS)) }),
  password_reused: z.object({ problems: z.array(z.enum(PASSWORD_PROBLEMS)) }),
  /** Who changed it meanwhile, newest first, and the version that there is now. */
  edit_conflict: editConflict,
  /** Why the room is not possible. */
  room_unsuitable: z.object({ reasons }).partial(),
  room_taken: z.object({ reasons }).partial(),
  child_alone: childrenAlone,
  room_occupied: bedLosses,
  beds_sold: bedLosses.partial(),
  till_short: tillShort,
  reserved_twice: placesTwice,
  wrong_door: wrongDoor,
  /** The event that offers more than there would be. */
  below_claimed: z.object({ event_id: id, event: z.string() }).partial(),
}
