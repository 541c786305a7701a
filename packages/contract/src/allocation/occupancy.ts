import { z } from 'zod'
import { can, day, fileRoute, id, route } from '../core.ts'
import { EXPORT_TYPES, exportWishes } from '../lists.ts'
import { GENDER_RULES } from '../venues.ts'

/** Which beds of a center are taken on which nights, over all events. Who sleeps in them is `eventRoomRoutes.occupants`. */

/** The most nights of one answer. */
export const MOST_NIGHTS = 92

const occupancyRoom = z.object({
  _id: id,
  name: z.string(),
  /** The position in `blocks` of the same answer. */
  block: z.int(),
  floor: z.int(),
  beds: z.int(),
  category: z.string(),
  gender_rule: z.enum(GENDER_RULES).nullable(),
  accessible: z.boolean(),
  /** Titles and designations that the room is kept for. */
  kept_for: z.array(z.string()),
  /** Beds taken in each night, from the first. */
  taken: z.array(z.int()),
  /** Closed in these nights, half-open, within the answer. */
  closed: z.array(z.object({ from: day, until: day, reason: z.string() })),
})

export const occupancy = z.object({
  centers: z.array(z.object({ _id: id, name: z.string() })),
  /** Null: there is no center. */
  center_id: id.nullable(),
  from: day,
  /** The morning after the last night. */
  until: day,
  blocks: z.array(z.object({ _id: id, name: z.string() })),
  /** The block of the event that was asked for: where most of its people sleep, else the first that it offers. */
  event_block_id: id.nullable(),
  /** Events with nights at the center in this time, without those that are hidden from the caller. */
  events: z.array(z.object({ _id: id, name: z.string(), check_in: day, check_out: day })),
  /** In the order of a walk: by block, then by floor from the top. */
  rooms: z.array(occupancyRoom),
})
export type Occupancy = z.output<typeof occupancy>
export type OccupancyRoom = Occupancy['rooms'][number]

const query = z.strictObject({
  /** Absent: the center of the event, else the first. */
  event_center_id: id.optional(),
  /** One block; its rooms are then the only ones. */
  event_block_id: id.optional(),
  /** Decides the center and the first night, if these are absent. */
  event_id: id.optional(),
  from: day.optional(),
  nights: z.coerce.number().pipe(z.int().min(1).max(MOST_NIGHTS)).default(28),
})

const access = can('event_rooms.read')

export const occupancyRoutes = {
  readOccupancy: route({
    method: 'GET',
    path: '/admin/occupancy',
    access,
    summary: 'Beds taken by room and night in a center, over all events, with maintenance and kept rooms',
    query,
    response: occupancy,
    errors: ['not_found'],
  }),
  exportOccupancy: fileRoute({
    method: 'GET',
    path: '/admin/occupancy/download',
    access,
    summary: 'The same as a table: a row for each room, a column for each night',
    fileTypes: Object.values(EXPORT_TYPES),
    query: query.extend(exportWishes.shape),
    errors: ['not_found'],
  }),
} as const
