import { z } from 'zod'
import { can, id, line, route } from '../core.ts'
import { BED_REASONS } from '../reservations/beds.ts'

/** Beds, status, type and title of many reservations of an event in one call. Each row is answered on its own. */

/** The most rows of one call. */
export const MOST_PLACED = 500

const eventParams = z.object({ event_id: id })

/** A bed that the caller saw a person in. */
const spot = z.object({ room_id: id, bed: z.int().min(1).max(100) })

const who = {
  /** One person. */
  participant_id: id.optional(),
  /** All persons of a reservation. */
  reservation_id: id.optional(),
  /** Where the person was when the caller looked. If they are elsewhere by now, the row is answered `stale`. */
  expected: spot.nullish(),
}

interface Who {
  readonly participant_id?: string | undefined
  readonly reservation_id?: string | undefined
  readonly expected?: object | null | undefined
}

/** Requires a row to name somebody, in one way. */
const checkWho = ({ participant_id, reservation_id, expected }: Who): boolean =>
  (participant_id === undefined) !== (reservation_id === undefined) &&
  (expected === undefined || participant_id !== undefined)

const named = { path: ['participant_id'], error: 'invalid' }

const isOnce = (rows: readonly Who[]): boolean =>
  new Set(rows.map(({ participant_id, reservation_id }) => participant_id ?? reservation_id)).size === rows.length

/** Either where somebody sleeps, or what else is set of their reservation: so a refused row has changed nothing. */
const placeRow = z
  .object({
    ...who,
    /** Null: they lose their bed. Omitted: the row does not affect beds. */
    room_id: id.nullish(),
    /** Of one person. Omitted: their current bed, or the first free one. */
    bed: z.int().min(1).max(100).optional(),
    /** Runs leave pinned people where they are. Omitted: as it is while they stay in the room. */
    pinned: z.boolean().optional(),
    /** Approves a pending reservation, or cancels one by the event's rule. */
    status: z.enum(['active', 'cancelled']).optional(),
    /** Of the main person. */
    participant_type_id: id.optional(),
    /** Of the main person, as staff record it. */
    title_id: id.nullish(),
  })
  .refine(checkWho, named)
  .refine(({ bed, participant_id, room_id }) => bed === undefined || (participant_id && room_id), {
    path: ['bed'],
    error: 'unsupported',
  })
  .refine(({ pinned, room_id }) => pinned === undefined || room_id, { path: ['pinned'], error: 'unsupported' })
  .refine(
    ({ status, participant_type_id, title_id, reservation_id, room_id }) =>
      (status === undefined && participant_type_id === undefined && title_id === undefined) ||
      (reservation_id !== undefined && room_id === undefined),
    { path: ['reservation_id'], error: 'unsupported' },
  )
  .refine(
    ({ status, participant_type_id, title_id, room_id }) =>
      [status, participant_type_id, title_id, room_id].some((value) => value !== undefined),
    { path: ['room_id'], error: 'required' },
  )
export type BulkRow = z.output<typeof placeRow>

const forced = {
  /** Accepts that children are alone in a room. */
  force: z.boolean().optional(),
  /** For the audit trail, and for the people whose reservation is cancelled. */
  reason: line(300).optional(),
}
const needsReason = [
  (body: { force?: boolean | undefined; reason?: string | undefined }): boolean => !body.force || Boolean(body.reason),
  { path: ['reason'], error: 'required' },
] as const satisfies Parameters<z.ZodObject['refine']>

const bedPlace = z.object({
  room_id: id,
  room: z.string(),
  block: z.string(),
  floor: z.int(),
  bed: z.int(),
  pinned: z.boolean(),
})

const bulkAnswer = z.object({
  result: z.enum(['changed', 'unchanged', 'refused']),
  /** Why it was refused, and the same for people. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Of `invalid_input`: what of the row is wrong. */
  field: z.string().nullable(),
  /** What makes the room impossible. */
  reasons: z.array(z.enum(BED_REASONS)),
  /** The persons of the row and where they sleep now. Of a row that does not affect beds, nobody. */
  persons: z.array(z.object({ participant_id: id, reservation_id: id, place: bedPlace.nullable() })),
  /** Of a `stale` row: who assigned the bed that the person has now. */
  by: z.string().nullable(),
})
export type BulkAnswer = z.output<typeof bulkAnswer>

export const bulkAnswers = z.object({
  changed: z.int(),
  refused: z.int(),
  /** In the order of the request. */
  rows: z.array(bulkAnswer),
})
export type BulkAnswers = z.output<typeof bulkAnswers>

/** What a single edit can be refused for comes back with its row. A bed lost to somebody past all locks refuses all. */
const errors = ['room_taken', 'not_found'] as const

export const allocationRoutes = {
  changeMany: route({
    method: 'PUT',
    path: '/admin/reservations/{event_id}/bulk',
    access: can('reservations.assign_rooms'),
    summary: `Assign rooms and beds to many people of an event, or set the status, type and title of their reservations: ${MOST_PLACED} rows at most, each answered on its own. People hear of their rooms when rooms are published`,
    params: eventParams,
    body: z
      .object({
        rows: z.array(placeRow).min(1).max(MOST_PLACED).refine(isOnce, { error: 'taken' }),
        ...forced,
      })
      .refine(...needsReason),
    response: bulkAnswers,
    errors,
    idempotent: true,
  }),
  unassignMany: route({
    method: 'PUT',
    path: '/admin/reservations/{event_id}/bulk/unassign',
    access: can('reservations.assign_rooms'),
    summary: `Remove many people of an event from their beds: ${MOST_PLACED} rows at most, each answered on its own. The reservations stay`,
    params: eventParams,
    body: z
      .object({
        rows: z.array(z.object(who).refine(checkWho, named)).min(1).max(MOST_PLACED).refine(isOnce, { error: 'taken' }),
        ...forced,
      })
      .refine(...needsReason),
    response: bulkAnswers,
    errors,
    idempotent: true,
  }),
} as const
