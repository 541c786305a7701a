import { z } from 'zod'
import { pick, pickQuery, route, signedIn, timestamp } from './core.ts'
import { EVENT_STATUSES } from './events/events.ts'
import type { Permission, Resource } from './permissions.ts'

/** What can be searched by its name, each named like the resource that is needed to read it. */
export const SEARCH_TYPES = [
  'users',
  'events',
  'event_rooms',
  'event_blocks',
  'event_centers',
  'room_categories',
  'event_forms',
  'speakers',
  'caterers',
  'products',
  'product_options',
  'participant_types',
  'committee_types',
  'titles',
  'designations',
  'countries',
  'church_map',
] as const satisfies readonly Resource[]
export type SearchType = (typeof SEARCH_TYPES)[number]

export const searchPermission = (type: SearchType): Permission => `${type}.read`

/** One result, with what tells namesakes apart. */
export const found = pick.extend({
  /** Of a person. */
  phone: z.string().nullable(),
  /** A person's assembly, an event's city, the center of a block or room. */
  place: z.string().nullable(),
  /** Of an event. */
  event: z
    .object({ status: z.enum(EVENT_STATUSES), starts_at: timestamp, ends_at: timestamp, time_zone: z.string() })
    .nullable(),
})
export type Found = z.output<typeof found>

export const searchRoutes = {
  autocomplete: route({
    method: 'GET',
    path: '/admin/search/{type}/autocomplete',
    access: signedIn('admin'),
    summary: 'Find rows of one type by the words of their names; needs the permission to read the type',
    params: z.object({ type: z.enum(SEARCH_TYPES) }),
    query: pickQuery,
    response: z.array(found),
    errors: ['forbidden'],
  }),
}
