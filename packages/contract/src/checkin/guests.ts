import { z } from 'zod'
import { can, currency, id, idParams, listRoute, route, timestamp } from '../core.ts'
import { listQuery } from '../lists.ts'
import { PARTICIPANT_ROLES } from '../reservations/party.ts'
import { otherEntry } from './checkin.ts'
import { DIRECTIONS, SCAN_RESULTS } from './scans.ts'

/** The guests of an event at its gates, and the later entry of printed lists. */

/** Where guests are by the scans at the gates. */
export const GUEST_STATES = ['to_come', 'inside', 'left'] as const
export type GuestState = (typeof GUEST_STATES)[number]

/** People in one entry. */
export const MAX_PAPER = 500

/** How far the clock of a browser can be ahead before a time counts as the future. Milliseconds. */
export const CLOCKS_DIFFER_MS = 5 * 60_000

export const guest = z.object({
  _id: id,
  reservation_id: id,
  name: z.string(),
  role: z.enum(PARTICIPANT_ROLES),
  code: z.string(),
  status: z.string(),
  participant_type: z.string(),
  district: z.string().nullable(),
  assembly: z.string().nullable(),
  balance: z.number(),
  currency,
  checked_in_at: timestamp.nullable(),
  checked_out_at: timestamp.nullable(),
})
export type Guest = z.output<typeof guest>

const entered = z.object({
  participant_id: id,
  /**
   * `known`: the same person at the same time was entered before. `not_found`: not a guest of this event. `busy`: not
   * stored, and can be sent again.
   */
  outcome: z.enum(['entered', 'known', 'not_found', 'busy']),
  /** The number of the scan, to withdraw it. */
  scan: z.string().nullable(),
  /** What the server says about the entry. The person came all the same. */
  result: z.enum(SCAN_RESULTS).nullable(),
  /** The other scan, if another device let them in too. */
  double_entry: otherEntry.nullable(),
  balance: z.number(),
  currency: currency.nullable(),
})
export type PaperRow = z.output<typeof entered>

export const guestRoutes = {
  listGuests: listRoute({
    method: 'GET',
    path: '/admin/check-in/{id}/guests',
    access: can('reservations.check_in'),
    summary: 'The guests of an event by name, phone, code or district, with where they are',
    params: idParams,
    query: listQuery({
      sort: ['name', 'district', 'code', 'checked_in_at'],
      order: ['name'],
      filter: { state: z.enum(GUEST_STATES).optional() },
    }),
    response: guest,
  }),
  enterPaper: route({
    method: 'POST',
    path: '/admin/check-in/{id}/paper',
    access: can('reservations.check_in'),
    summary: 'Enter who came or left by a printed list. Each person is answered, and the same entry changes nothing',
    params: idParams,
    body: z.object({
      point_id: id,
      direction: z.enum(DIRECTIONS).default('in'),
      /** The time on the list. */
      at: timestamp,
      participant_ids: z
        .array(id)
        .min(1)
        .max(MAX_PAPER)
        .transform((ids) => [...new Set(ids)]),
    }),
    /** In the order of the request. */
    response: z.array(entered),
  }),
} as const
