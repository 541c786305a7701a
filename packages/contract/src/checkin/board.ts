import { z } from 'zod'
import { can, id, idParams, route, timestamp } from '../core.ts'
import { datedEvent } from '../record-fields.ts'
import { gateCounters, otherEntry } from './checkin.ts'
import { POINT_KINDS, POINT_RULES } from './points.ts'
import { DIRECTIONS, SAID, SCAN_RESULTS } from './scans.ts'

/** The board of an event: its points, the curve of its days, what somebody should look at, and the acts on it. */

/** Double entries and corrections on the board, each. */
export const MOST_TO_LOOK_AT = 100

/** Scans in one review. */
export const MAX_REVIEW = 500

/** A scan's number in the books. */
const scanNumber = z.string().regex(/^[1-9]\d{0,17}$/, { error: 'invalid' })

/**
 * `seen`: somebody looked at a double entry or a correction, and it stays as it is. `withdraw`: the scan stays, and does
 * not count. `restore`: it counts again.
 */
export const REVIEW_ACTS = ['seen', 'withdraw', 'restore'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

export const whoAndWhen = z.object({ at: timestamp, by: z.string() })

const toLookAt = {
  _id: z.string(),
  name: z.string(),
  /** The account of that person. Null if they have none. */
  user_id: id.nullable(),
  code: z.string(),
  reservation_id: id,
}

/** Another scan, at a point that is told from others of its name. */
const boardEntry = otherEntry.extend({
  point_starts_at: timestamp.nullable(),
  /** Null: the point was removed. */
  point_kind: z.enum(POINT_KINDS).nullable(),
})

export const boardPoint = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(POINT_KINDS),
  rule: z.enum(POINT_RULES),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  capacity: z.int().nullable(),
  /** Persons who came in or were served here. At gates, the one of their latest entry: gates add up to the counters. */
  in: z.int(),
  /** How many of them have left. Null: nobody is counted out here. */
  out: z.int().nullable(),
  /** Null: nobody is counted out here. */
  inside: z.int().nullable(),
  /** People who came in or were served here in the last 15 minutes. */
  lately: z.int(),
  /** People of this day by the clock of the event, where the rule is `once_a_day`. Null: by another rule. */
  today: z.int().nullable(),
  overfull: z.boolean(),
  /** The office removed it. It stays on the board for those who were let in there. */
  removed: z.boolean(),
})
export type BoardPoint = z.output<typeof boardPoint>

export const boardRoutes = {
  liveBoard: route({
    method: 'GET',
    path: '/admin/check-in/{id}/board',
    access: can('reservations.check_in'),
    summary:
      'An event’s gates and points: counters, the curve of its days, double entries, corrections and latest scans',
    params: idParams,
    response: z.object({
      event: datedEvent.omit({ _id: true }).extend({
        /** How old the copy of a phone may be before its decisions say so. */
        copy_minutes: z.int(),
      }),
      counters: gateCounters,
      points: z.array(boardPoint),
      /** People who came and who left, by point and quarter of an hour. Quarters without any are left out. */
      quarters: z.array(z.object({ at: timestamp, point_id: id, in: z.int(), out: z.int() })),
      double_entries: z.array(z.object({ ...toLookAt, first: boardEntry, second: boardEntry })),
      /**
       * Scans about which the server says something else than the device said, scans of revoked devices, and entries of
       * people who are inside although their reservation has ended. Of scans without a person those whose device let
       * somebody in.
       */
      corrections: z.array(
        boardEntry.extend({
          ...toLookAt,
          /** Null: nobody has this code any more, or it is not one of the event. */
          name: z.string().nullable(),
          reservation_id: id.nullable(),
          direction: z.enum(DIRECTIONS),
          said: z.enum(SAID),
          result: z.enum(SCAN_RESULTS),
          from_revoked: z.boolean(),
          /** The person is inside, and the reservation has ended. */
          ended: z.boolean(),
          /** The person went through, so that the scan can be withdrawn. */
          accepted: z.boolean(),
        }),
      ),
      latest: z.array(
        z.object({
          _id: z.string(),
          name: z.string().nullable(),
          /** The account of that person. Null if they have none. */
          user_id: id.nullable(),
          code: z.string(),
          direction: z.enum(DIRECTIONS),
          result: z.enum(SCAN_RESULTS),
          /** What the device decided by itself. Null: it left the decision to the server. */
          said: z.enum(SAID).nullable(),
          device_id: z.string(),
          /** The name of the device, or its id if it is not registered. */
          device: z.string(),
          point: z.string(),
          /** When the sitting at the point begins. Null: it has no time. */
          point_starts_at: timestamp.nullable(),
          /** Null: the point was removed. */
          point_kind: z.enum(POINT_KINDS).nullable(),
          at: timestamp,
          withdrawn: z.boolean(),
          /** Who took it back at the gate. Null: nobody. */
          undone_by: z.string().nullable(),
        }),
      ),
    }),
  }),
  reviewScans: route({
    method: 'PUT',
    path: '/admin/check-in/{id}/scans',
    access: can('reservations.check_in'),
    summary: 'Mark double entries and corrections as seen, or withdraw and restore scans. What is done already stays',
    params: idParams,
    body: z.object({
      act: z.enum(REVIEW_ACTS),
      scan_ids: z
        .array(scanNumber)
        .min(1)
        .max(MAX_REVIEW)
        .transform((ids) => [...new Set(ids)]),
    }),
    /** In the order of the request. Scans of other events are left out. */
    response: z.array(
      z.object({
        _id: z.string(),
        /** False: somebody had done it before, or it makes no sense for this scan. */
        done: z.boolean(),
        /** Who did it first, if somebody did. */
        seen: whoAndWhen.nullable(),
        withdrawn: whoAndWhen.nullable(),
        /** The person went through by this scan. */
        accepted: z.boolean(),
      }),
    ),
  }),
} as const
