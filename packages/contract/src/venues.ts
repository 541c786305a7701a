import { z } from 'zod'
import { adminResource, exportRoute, importRoute, pickRoute } from './admin-resource.ts'
import { can, day, fileRoute, id, idParams, line, listRoute, paragraphs, route } from './core.ts'
import { country } from './identity/account.ts'
import { anyOf, declareList, EXPORT_TYPES, exportQuery, listFilter, listQuery } from './lists.ts'
import { declareFields, flagField, idList, optionalText, stamps } from './record-fields.ts'
import { textsLanguage, translatedLine, translationsOf } from './text/translations.ts'

/** Venues: centers, their blocks (buildings), the rooms in them, and room categories. */

export const GENDER_RULES = ['male', 'female', 'family'] as const
export const FLOORS = [0, 1, 2, 3, 4, 5] as const

const countryCode = z.string().regex(/^[A-Z]{2}$/, { error: 'unknown_choice' })
const latitude = z.number().min(-90).max(90).nullable()
const longitude = z.number().min(-180).max(180).nullable()

export const eventCenter = z.object({
  _id: id,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  phone: z.string().nullable(),
  description: z.string(),
  blocks: z.int(),
  rooms: z.int(),
  beds: z.int(),
  ...stamps,
})
export type EventCenter = z.output<typeof eventCenter>
export const eventCenterCreate = z.object({
  name: line(120),
  address: optionalText(300),
  city: optionalText(120),
  /** Code or name of a country that the church has enabled, as in the address of a person. */
  country: country.optional(),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  phone: line(40).nullable().optional(),
  description: optionalText(),
})
const centerList = declareList({
  sort: ['name', 'city', 'country', 'created_at', 'updated_at'],
  order: ['name'],
  filter: { city: line(120).optional(), country: countryCode.optional() },
})
export const eventCenterRoutes = {
  ...adminResource({
    path: '/admin/event-centers',
    resource: 'event_centers',
    name: 'event centers',
    item: eventCenter,
    create: eventCenterCreate,
    update: eventCenterCreate.partial(),
    list: centerList,
  }),
  query: pickRoute('/admin/event-centers/query', 'event_centers.read', 'event centers'),
  export: exportRoute('/admin/event-centers/export', 'event_centers.export', 'event centers', centerList),
  import: importRoute('/admin/event-centers/import', 'event_centers.import', 'event centers'),
}

export const eventBlock = z.object({
  _id: id,
  event_center_id: id,
  event_center: z.string(),
  name: z.string(),
  code: z.string(),
  rooms: z.int(),
  beds: z.int(),
  ...stamps,
})
export type EventBlock = z.output<typeof eventBlock>
export const eventBlockCreate = z.object({ event_center_id: id, name: line(120), code: optionalText(20) })
const blockFilter = { event_center_id: id.optional() }
const blockList = declareList({
  sort: ['name', 'code', 'event_center', 'created_at', 'updated_at'],
  order: ['event_center', 'name'],
  filter: blockFilter,
})
export const eventBlockRoutes = {
  ...adminResource({
    path: '/admin/event-blocks',
    resource: 'event_blocks',
    name: 'event blocks',
    item: eventBlock,
    create: eventBlockCreate,
    update: eventBlockCreate.partial(),
    list: blockList,
  }),
  query: pickRoute('/admin/event-blocks/query', 'event_blocks.read', 'event blocks', blockFilter),
  export: exportRoute('/admin/event-blocks/export', 'event_blocks.export', 'event blocks', blockList),
  import: importRoute('/admin/event-blocks/import', 'event_blocks.import', 'event blocks'),
}

const categoryTexts = translationsOf({ name: translatedLine(120), description: paragraphs(2000) })
export const roomCategory = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  translations: categoryTexts.item,
  texts_language: textsLanguage.item,
  rooms: z.int(),
  beds: z.int(),
  ...stamps,
})
export type RoomCategory = z.output<typeof roomCategory>
export const roomCategoryCreate = z.object({
  name: line(120),
  description: optionalText(),
  translations: categoryTexts.write,
  texts_language: textsLanguage.write,
})
const categoryList = declareList({ sort: ['name', 'created_at', 'updated_at'], order: ['name'] })
export const roomCategoryRoutes = {
  ...adminResource({
    path: '/admin/room-category',
    resource: 'room_categories',
    name: 'room categories',
    item: roomCategory,
    create: roomCategoryCreate,
    update: roomCategoryCreate.partial(),
    hasTexts: true,
    list: categoryList,
  }),
  query: pickRoute('/admin/room-category/query', 'room_categories.read', 'room categories'),
  export: exportRoute('/admin/room-category/export', 'room_categories.export', 'room categories', categoryList),
  import: importRoute('/admin/room-category/import', 'room_categories.import', 'room categories'),
}

/** Nights in which a room cannot be used: from the first until the morning of `until`. */
export const maintenancePeriod = z
  .object({ from: day, until: day, reason: line(200) })
  .refine(({ from, until }) => from < until, { error: 'date_order', path: ['until'] })
export type MaintenancePeriod = z.output<typeof maintenancePeriod>

const floor = z.int().min(0).max(5)
const genderRule = z.enum(GENDER_RULES)

/** The fields of a room that are shown as they were written. */
export const roomFields = declareFields({
  floor: { item: z.int(), write: floor, filter: z.coerce.number().pipe(floor).optional() },
  beds: { item: z.int(), write: z.int().min(1).max(100) },
  gender_rule: { item: genderRule.nullable(), write: genderRule.nullable().optional(), filter: genderRule.optional() },
  accessible: flagField,
  /** Away from noise: plans give it to people who need rest. */
  quiet: flagField,
  note: { item: z.string(), write: optionalText(500) },
})

export const eventRoom = z.object({
  _id: id,
  event_center_id: id,
  event_center: z.string(),
  event_block_id: id,
  event_block: z.string(),
  room_category_id: id,
  room_category: z.string(),
  name: z.string(),
  ...roomFields.item,
  kept_for_title_ids: z.array(id),
  kept_for_designation_ids: z.array(id),
  maintenance: z.array(z.object({ from: day, until: day, reason: z.string() })),
  /** Beds taken tonight. */
  occupied: z.int(),
  ...stamps,
})
export type EventRoom = z.output<typeof eventRoom>
export const eventRoomCreate = z.object({
  event_block_id: id,
  room_category_id: id,
  name: line(60),
  ...roomFields.write,
  kept_for_title_ids: idList,
  kept_for_designation_ids: idList,
  maintenance: z
    .array(maintenancePeriod)
    .max(100)
    .nullable()
    .transform((periods) => periods ?? [])
    .optional(),
})
/** `force`: guests who no longer fit get another room or lose theirs, and receive a notice. */
export const eventRoomForm = eventRoomCreate.extend({ force: z.boolean().optional() })
const placeFilter = { event_center_id: id.optional(), event_block_id: id.optional(), room_category_id: id.optional() }
const roomList = declareList({
  sort: ['name', 'floor', 'beds', 'event_block', 'event_center', 'room_category', 'created_at', 'updated_at'],
  order: ['event_center', 'event_block', 'floor', 'name'],
  filter: {
    ...placeFilter,
    event_block_id: anyOf(id).optional(),
    room_category_id: anyOf(id).optional(),
    ...roomFields.filter,
  },
})

/** The filter of rooms, for calls that act on all of its rows. */
export const roomFilter = listFilter(roomList)
/** What can be set of many rooms. `closed` is one more period in which they cannot be used. */
export const roomChange = {
  room_category_id: id,
  event_block_id: id,
  floor,
  gender_rule: genderRule.nullable(),
  accessible: z.boolean(),
  quiet: z.boolean(),
  closed: maintenancePeriod,
}

/** Many rooms that differ only by their number. `#` in the pattern is replaced by it: `A-#` from 101 to 120. */
export const bulkRooms = eventRoomCreate
  .omit({ name: true, maintenance: true })
  .extend({
    pattern: line(40).refine((pattern) => pattern.includes('#'), { error: 'invalid' }),
    from: z.int().min(0).max(99_999),
    to: z.int().min(0).max(99_999),
  })
  .refine(({ from, to }) => from <= to, { error: 'too_small', path: ['to'] })
  .refine(({ from, to }) => to - from < 500, { error: 'too_big', path: ['to'] })

export const occupant = z.object({
  _id: id,
  bed: z.int(),
  check_in: day,
  check_out: day,
  name: z.string(),
  gender: z.string().nullable(),
  /** Null for somebody without an account. */
  user_id: id.nullable(),
  reservation_id: id,
  reservation_code: z.string(),
  reservation_status: z.string(),
  event_id: id,
  event: z.string(),
  pinned: z.boolean(),
})
export type Occupant = z.output<typeof occupant>
const occupantList = declareList({
  sort: ['bed', 'check_in', 'name', 'event'],
  order: ['check_in', 'bed'],
  filter: { event_id: id.optional(), night: day.optional() },
})

export const eventRoomRoutes = {
  ...adminResource({
    path: '/admin/event-rooms',
    resource: 'event_rooms',
    name: 'event rooms',
    errors: ['below_claimed', 'room_occupied', 'beds_sold'],
    item: eventRoom,
    create: eventRoomCreate,
    update: eventRoomForm.partial(),
    list: roomList,
  }),
  createMany: route({
    method: 'POST',
    path: '/admin/event-rooms/bulk',
    access: can('event_rooms.create'),
    summary: 'Create many rooms that differ only by number',
    body: bulkRooms,
    response: z.object({ created: z.int(), rooms: z.array(z.object({ _id: id, name: z.string() })) }),
    errors: ['duplicate'],
    idempotent: true,
    status: 201,
  }),
  query: pickRoute('/admin/event-rooms/query', 'event_rooms.read', 'event rooms', placeFilter),
  export: exportRoute('/admin/event-rooms/export', 'event_rooms.export', 'event rooms', roomList),
  import: importRoute('/admin/event-rooms/import', 'event_rooms.import', 'event rooms'),
  occupants: listRoute({
    method: 'GET',
    path: '/admin/event-rooms/{id}/occupants',
    access: can('event_rooms.read_occupants'),
    summary: 'The guests of a room and their nights',
    params: idParams,
    query: listQuery(occupantList),
    response: occupant,
  }),
  exportOccupants: fileRoute({
    method: 'GET',
    path: '/admin/event-rooms/{id}/occupants/export',
    access: can('event_rooms.read_occupants'),
    summary: 'Export the guests of a room',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportQuery(occupantList),
  }),
}
