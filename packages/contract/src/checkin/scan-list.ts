import { z } from 'zod'
import { can, fileRoute, id, idParams, listRoute, timestamp } from '../core.ts'
import { anyOf, declareList, EXPORT_TYPES, exportQuery, listQuery } from '../lists.ts'
import { whoAndWhen } from './board.ts'
import { POINT_KINDS } from './points.ts'
import { DIRECTIONS, SAID, SCAN_RESULTS, SCAN_VERDICTS } from './scans.ts'

/** All scans of an event: what devices said, what the server says, and what was done about them since. */

/**
 * What became of a scan. `counted`: the person went through. `refused`: they did not. `withdrawn`: the office took it
 * back. `undone`: the phone that made it took it back. `double`: a second entry. `corrected`: the server says something
 * else than the device said. `revoked`: from a device that staff had revoked. A scan can have several.
 */
export const SCAN_STATES = ['counted', 'refused', 'withdrawn', 'undone', 'double', 'corrected', 'revoked'] as const
export type ScanState = (typeof SCAN_STATES)[number]

/** A minute by the clock of the event, as people type it: `2027-01-22T08:30`. */
const localMinute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, { error: 'invalid' })
  .refine((value) => timestamp.safeParse(`${value}:00Z`).success, { error: 'invalid' })
  .meta({ examples: ['2027-01-22T08:30'] })

const scanList = declareList({
  sort: ['at'],
  order: ['-at'],
  filter: {
    point_id: id.optional(),
    device_id: z.string().min(1).max(100).optional(),
    direction: z.enum(DIRECTIONS).optional(),
    /** What the scan is called (`verdictOf`), which is more than what the server said. */
    result: anyOf(z.enum(SCAN_VERDICTS)).optional(),
    state: anyOf(z.enum(SCAN_STATES)).optional(),
    /** Scanned at this time or later. */
    from: localMinute.optional(),
    /** Scanned before this time. */
    until: localMinute.optional(),
  },
})

export const listedScan = z.object({
  _id: z.string(),
  /** By the server's clock. */
  at: timestamp,
  /** When the server heard of it. */
  received_at: timestamp,
  /** Null: the code belongs to nobody of this event. */
  name: z.string().nullable(),
  /** The account of that person. Null if they have none. */
  user_id: id.nullable(),
  reservation_id: id.nullable(),
  /** The code of the reservation, or the beginning of what was scanned. */
  code: z.string(),
  direction: z.enum(DIRECTIONS),
  /** What the server says. */
  result: z.enum(SCAN_RESULTS),
  /** What the device decided by itself. Null: it left the decision to the server. */
  said: z.enum(SAID).nullable(),
  device_id: z.string(),
  /** The name of the device, or its id if it is not registered. */
  device: z.string(),
  /** Null: the point was removed, or the scan is of another event's point. */
  point: z.string().nullable(),
  /** When the sitting at the point begins. Null: it has no time. */
  point_starts_at: timestamp.nullable(),
  /** Null: the point was removed. */
  point_kind: z.enum(POINT_KINDS).nullable(),
  scanned_by: z.string().nullable(),
  states: z.array(z.enum(SCAN_STATES)),
  withdrawn: whoAndWhen.nullable(),
  undone: whoAndWhen.nullable(),
})
export type ListedScan = z.output<typeof listedScan>

export const scanRoutes = {
  listScans: listRoute({
    method: 'GET',
    path: '/admin/check-in/{id}/scans',
    access: can('reservations.check_in'),
    summary: 'All scans of an event, by point, device, result, time and what became of them',
    params: idParams,
    query: listQuery(scanList),
    response: listedScan,
  }),
  exportScans: fileRoute({
    method: 'GET',
    path: '/admin/check-in/{id}/scans/export',
    access: can('reservations.export'),
    summary: 'Export the scans of an event as CSV or XLSX, streamed',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportQuery(scanList),
  }),
} as const
