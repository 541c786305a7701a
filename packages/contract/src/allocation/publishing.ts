import { z } from 'zod'
import { can, id, route, timestamp } from '../core.ts'

/** People hear of their rooms when the office publishes them: once for all that was assigned, moved or taken since. */

export const ROOM_NEWS = [
  /** They have a room, and knew of none. */
  'given',
  /** They have another room than the one they know of. */
  'moved',
  /** They know of a room, and have none now. */
  'taken',
] as const
export type RoomNews = (typeof ROOM_NEWS)[number]

const place = z.object({ block: z.string(), room: z.string() })

const roomChange = z.object({
  participant_id: id,
  reservation_id: id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(ROOM_NEWS),
  /** The room that they know of. Null also if it has been deleted. */
  told: place.nullable(),
  /** Where they sleep. */
  place: place.extend({ bed: z.int() }).nullable(),
})
export type RoomChange = z.output<typeof roomChange>

const counts = { given: z.int(), moved: z.int(), taken: z.int() }

/** The most rows of one page. */
export const PUBLICATION_PAGE = 100

export const roomPublication = z.object({
  /** The last publication. Null: there was none yet. */
  last: z.object({ number: z.int(), at: timestamp, by: z.string().nullable(), ...counts }).nullable(),
  /** The activity that is telling people. Null: none is. */
  activity_id: id.nullable(),
  /** Persons who would be told now. */
  ...counts,
  /** Reservations of these persons: each gets one message. */
  messages: z.int(),
  /** Who would be told of which bed, as a hash: what `publishRooms` is asked for. */
  seen: z.string(),
  /** Persons who sleep in the room that they know of: they chose it, or have been told. */
  known: z.int(),
  rows: z.array(roomChange),
})
export type RoomPublication = z.output<typeof roomPublication>

export const publishingRoutes = {
  readRoomPublication: route({
    method: 'GET',
    path: '/admin/reservations/{event_id}/room-publication',
    access: can('reservations.assign_rooms'),
    summary: 'What people of an event do not know yet about their rooms, and when rooms were published last',
    params: z.object({ event_id: id }),
    query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    response: roomPublication,
  }),
  publishRooms: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/room-publication',
    access: can('reservations.publish_rooms'),
    summary:
      'Tell everybody at an event who was given a room, moved or taken out of one since the last publication. Beds that are assigned afterwards wait for the next one',
    params: z.object({ event_id: id }),
    /** `seen` of what the caller looked at: if there is other news by now, nobody is told. */
    body: z.object({ seen: z.string().max(64).optional() }),
    response: z.object({ activity_id: id }),
    errors: ['publication_under_way', 'nothing_to_publish', 'stale', 'not_found'],
    idempotent: true,
  }),
} as const
