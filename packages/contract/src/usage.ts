import { z } from 'zod'
import { id, route, signedIn } from './core.ts'
import type { Permission } from './permissions.ts'
import { SHARE_VIEWS } from './saved-views.ts'

/** What uses a record, to be read before it is deleted. */

/** The records that others use: the address that deletes one, and the permission that it needs. */
export const USED = {
  users: { path: '/admin/users/{id}', permission: 'users.delete' },
  admin_users: { path: '/admin/admin-users/{id}', permission: 'admin_users.delete' },
  checkin_users: { path: '/admin/check-in-users/{id}', permission: 'checkin_users.delete' },
  events: { path: '/admin/events/{id}', permission: 'events.delete' },
  blogs: { path: '/admin/blogs/{id}', permission: 'blogs.delete' },
  titles: { path: '/admin/title/{id}', permission: 'titles.delete' },
  designations: { path: '/admin/designation/{id}', permission: 'designations.delete' },
  countries: { path: '/admin/countries/{id}', permission: 'countries.delete' },
  church_units: { path: '/admin/church-map/{id}', permission: 'church_map.delete' },
  assembly_types: { path: '/admin/church-map/assembly-types/{id}', permission: 'church_map.delete' },
  participant_types: { path: '/admin/participant-types/{id}', permission: 'participant_types.delete' },
  committee_types: { path: '/admin/committee-types/{id}', permission: 'committee_types.delete' },
  caterers: { path: '/admin/caterers/{id}', permission: 'caterers.delete' },
  products: { path: '/admin/products/{id}', permission: 'products.delete' },
  product_options: { path: '/admin/product-options/{id}', permission: 'product_options.delete' },
  speakers: { path: '/admin/speakers/{id}', permission: 'speakers.delete' },
  event_centers: { path: '/admin/event-centers/{id}', permission: 'event_centers.delete' },
  event_blocks: { path: '/admin/event-blocks/{id}', permission: 'event_blocks.delete' },
  room_categories: { path: '/admin/room-category/{id}', permission: 'room_categories.delete' },
  event_rooms: { path: '/admin/event-rooms/{id}', permission: 'event_rooms.delete' },
  event_forms: { path: '/admin/event-forms/{id}', permission: 'event_forms.delete' },
  form_questions: {
    path: '/admin/event-forms/{form_id}/sections/{section_id}/questions/{id}',
    permission: 'event_forms.update',
  },
  question_options: {
    path: '/admin/event-forms/{form_id}/sections/{section_id}/questions/{question_id}/options/{id}',
    permission: 'event_forms.update',
  },
  roles: { path: '/admin/permissions/user-role/{id}', permission: 'permissions.delete' },
  policies: { path: '/admin/permissions/policy/{id}', permission: 'permissions.delete' },
  message_templates: { path: '/admin/message-templates/{id}', permission: 'messages.delete' },
  saved_reports: { path: '/admin/reports/{id}', permission: 'reservations.report' },
  workflows: { path: '/admin/workflow/{id}', permission: 'workflows.delete' },
  tasks: { path: '/admin/tasks-and-planning/{id}', permission: 'tasks.delete' },
  /** Own views need no permission, and nobody else uses them. */
  saved_views: { path: '/admin/saved-views/{id}', permission: SHARE_VIEWS },
  task_templates: { path: '/admin/tasks-and-planning/templates/{id}', permission: 'tasks.delete' },
} as const satisfies Readonly<Record<string, { path: string; permission: Permission }>>
export type UsedKind = keyof typeof USED
const USED_KINDS = Object.keys(USED).filter((kind): kind is UsedKind => Object.hasOwn(USED, kind))

/** Returns the kind of record that an address deletes, if others can use it. */
export const usedKindOf = (path: string): UsedKind | undefined => USED_KINDS.find((kind) => USED[kind].path === path)

const use = z.object({
  /** How many of what, in the reader's language: "68 rooms". */
  says: z.string(),
  count: z.int(),
  /** Whether the record cannot be deleted because of it. Otherwise these lose it, are deleted with it, or stay. */
  blocks: z.boolean(),
  deleted: z.boolean(),
  /** They stay in the books, and no longer say who the person was: the account is erased in place of a deletion. */
  kept: z.boolean(),
  /** The list of them. Null if there is none with such a filter, or the reader may not see it. */
  link: z.string().nullable(),
  /** The first of them by name. Empty if the reader may not see them. */
  records: z.array(z.object({ name: z.string(), link: z.string().nullable() })),
})
export type Use = z.output<typeof use>

export const usageRoutes = {
  readUsage: route({
    method: 'GET',
    path: '/admin/usage/{kind}/{id}',
    access: signedIn('admin'),
    summary: 'What uses a record; needs the permission to delete it',
    params: z.object({ kind: z.enum(USED_KINDS), id }),
    response: z.array(use),
    errors: ['forbidden'],
  }),
}
