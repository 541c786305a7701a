import { type Authorization, isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { Use, UsedKind } from '@shiloh/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import { type Belongs, shown } from '../auth/denied.store.ts'
import { hiddenOf } from '../auth/denied.ts'
import type { Queryable } from '../db/db.ts'
import type { What } from './says.ts'

/** Records that use another. */
interface UseSpec {
  readonly what: What
  /** Needed to see them by name. */
  readonly permission: Permission
  /** False: they lose what they used, or no longer find it. */
  readonly blocks: boolean
  /** The list with a filter: the id follows. */
  readonly list?: string
  /** A select of `id`, `name` and `link`, the page of each. */
  readonly rows: (id: string) => RawBuilder<unknown>
  readonly belongs?: Belongs
}

const people = (what: What, column: string): UseSpec => ({
  what,
  permission: 'users.read',
  blocks: true,
  list: `/admin/users?${column}=`,
  rows: (id) => sql`select x.id, trim(x.first_name || ' ' || x.last_name) as name, '/admin/users/' || x.id as link
    from users x where x.${sql.ref(column)} = ${id}`,
  belongs: { person: 'r.id' },
})

const guests = (where: (id: string) => RawBuilder<unknown>): UseSpec => ({
  what: 'reservations',
  permission: 'reservations.read',
  blocks: true,
  rows: (id) =>
    sql`select x.id, x.code as name, '/admin/reservations/' || x.id as link from reservations x where ${where(id)}`,
  belongs: { reservation: 'r.id' },
})

const events = (where: (id: string) => RawBuilder<unknown>): UseSpec => ({
  what: 'events',
  permission: 'events.read',
  blocks: true,
  rows: (id) => sql`select x.id, x.name, '/admin/events/' || x.id as link from events x where ${where(id)}`,
  belongs: { event: 'r.id' },
})
const ofEvents = (table: string, column: string) =>
  events(
    (id) => sql`exists (select from ${sql.table(table)} y where y.event_id = x.id and y.${sql.ref(column)} = ${id})`,
  )

const rooms = (column: string): UseSpec => ({
  what: 'rooms',
  permission: 'event_rooms.read',
  blocks: true,
  list: `/admin/event-rooms?${column}=`,
  rows: (id) => sql`select x.id, x.name, null as link from event_rooms x where x.${sql.ref(column)} = ${id}`,
})

/** Workflows name records in their definition: without them a condition never holds, and a step fails. */
const workflows: UseSpec = {
  what: 'workflows',
  permission: 'workflows.read',
  blocks: false,
  rows: (id) => sql`select x.id, x.name, '/admin/workflow/' || x.id as link from workflows x
    join workflow_versions y on y.workflow_id = x.id and y.version = x.version where strpos(y.definition::text, ${`"${id}"`}) > 0`,
}

const USES: Readonly<Record<UsedKind, readonly UseSpec[]>> = {
  titles: [
    people('people', 'title_id'),
    guests(
      (id) => sql`exists (select from reservation_participants y where y.reservation_id = x.id and y.title_id = ${id})`,
    ),
    {
      what: 'spouses',
      permission: 'users.read',
      blocks: true,
      rows: (
        id,
      ) => sql`select x.id, u.first_name || ' ' || u.last_name as name, '/admin/users/' || u.id as link, u.id as owner
        from spouses x join users u on u.id = x.user_id where x.title_id = ${id}`,
      belongs: { person: 'r.owner' },
    },
    workflows,
  ],
  designations: [
    people('people', 'designation_id'),
    guests(
      (id) =>
        sql`exists (select from reservation_participants y where y.reservation_id = x.id and y.designation_id = ${id})`,
    ),
  ],
  countries: [
    {
      what: 'people',
      permission: 'users.read',
      blocks: true,
      belongs: { person: 'r.id' },
      rows: (id) => sql`select x.id, trim(x.first_name || ' ' || x.last_name) as name, '/admin/users/' || x.id as link
        from users x join countries y on y.code = x.country_code where y.id = ${id}`,
    },
    {
      what: 'units',
      permission: 'church_map.read',
      blocks: true,
      rows: (id) => sql`select x.id, x.name, null as link
        from church_units x join countries y on y.code = x.country_code where y.id = ${id}`,
    },
  ],
  church_units: [
    ...['region_id', 'area_id', 'district_id', 'assembly_id'].map((column) => people('people', column)),
    {
      what: 'units',
      permission: 'church_map.read',
      blocks: true,
      list: '/admin/church-map?parent_id=',
      rows: (id) => sql`select x.id, x.name, null as link from church_units x where x.parent_id = ${id}`,
    },
  ],
  assembly_types: [
    {
      what: 'units',
      permission: 'church_map.read',
      blocks: true,
      list: '/admin/church-map?assembly_type_id=',
      rows: (id) => sql`select x.id, x.name, null as link from church_units x where x.assembly_type_id = ${id}`,
    },
  ],
  participant_types: [ofEvents('event_participant_types', 'participant_type_id'), workflows],
  committee_types: [guests((id) => sql`x.committee_type_id = ${id}`), workflows],
  caterers: [ofEvents('event_caterers', 'caterer_id')],
  products: [
    {
      what: 'options',
      permission: 'product_options.read',
      blocks: true,
      list: '/admin/product-options?product_id=',
      rows: (id) => sql`select x.id, x.name, null as link from product_options x where x.product_id = ${id}`,
    },
  ],
  product_options: [ofEvents('event_products', 'product_option_id')],
  speakers: [
    ofEvents('event_speakers', 'speaker_id'),
    { ...ofEvents('event_activities', 'speaker_id'), what: 'programmes', blocks: false },
  ],
  event_centers: [
    events((id) => sql`x.event_center_id = ${id}`),
    {
      what: 'blocks',
      permission: 'event_blocks.read',
      blocks: true,
      list: '/admin/event-blocks?event_center_id=',
      rows: (id) => sql`select x.id, x.name, null as link from event_blocks x where x.event_center_id = ${id}`,
    },
  ],
  event_blocks: [
    rooms('event_block_id'),
    events(
      (id) => sql`exists (select from event_accommodations y join event_beds z on z.event_accommodation_id = y.id
        where y.event_id = x.id and z.event_block_id = ${id})`,
    ),
  ],
  room_categories: [rooms('room_category_id'), ofEvents('event_accommodations', 'room_category_id')],
  event_rooms: [
    guests((id) => sql`exists (select from bed_assignments y where y.reservation_id = x.id and y.room_id = ${id})`),
  ],
  event_forms: [
    events((id) => sql`x.form_id = ${id}`),
    guests((id) => sql`x.form_version_id in (select y.id from form_versions y where y.form_id = ${id})`),
  ],
  roles: [
    {
      what: 'administrators',
      permission: 'admin_users.read',
      blocks: true,
      rows: (id) => sql`select x.id, x.first_name || ' ' || x.last_name as name, '/admin/admin-users/' || x.id as link
        from users x join user_roles y on y.user_id = x.id where y.role_id = ${id}`,
      belongs: { person: 'r.id' },
    },
    {
      what: 'tasks',
      permission: 'tasks.read',
      blocks: false,
      list: '/admin/tasks-and-planning?view=list&assignee=',
      rows: (id) => sql`select x.id, x.title as name, '/admin/tasks-and-planning?task=' || x.id as link, x.event_id
        from tasks x where x.role_id = ${id} and x.status <> 'done'`,
      belongs: { event: 'r.event_id' },
    },
    {
      what: 'task_templates',
      permission: 'tasks.read',
      blocks: false,
      rows: (id) => sql`select distinct x.id, x.name, null as link
        from task_templates x join task_template_items y on y.template_id = x.id where y.role_id = ${id}`,
    },
    {
      what: 'schedules',
      permission: 'reservations.report',
      blocks: false,
      rows: (id) => sql`select y.id, y.name, '/admin/reports' as link, x.event_id
        from report_schedules x join saved_reports y on y.id = x.saved_report_id where x.role_id = ${id}`,
      belongs: { event: 'r.event_id' },
    },
    workflows,
  ],
  policies: [
    {
      what: 'roles',
      permission: 'permissions.read',
      blocks: true,
      rows: (id) => sql`select x.id, x.name, null as link
        from roles x join role_policies y on y.role_id = x.id where y.policy_id = ${id}`,
    },
  ],
  message_templates: [workflows],
  task_templates: [
    {
      what: 'tasks',
      permission: 'tasks.read',
      blocks: true,
      rows: (id) => sql`select x.id, x.title as name, '/admin/tasks-and-planning?task=' || x.id as link, x.event_id
        from tasks x join task_template_items y on y.id = x.template_item_id where y.template_id = ${id} and x.status <> 'done'`,
      belongs: { event: 'r.event_id' },
    },
  ],
}

/** Names that are shown of each use. */
const NAMED = 3

export type Found = Omit<Use, 'says'> & { readonly what: What }

/** Returns what uses a record, as far as the reader may know of it. Nothing for a record that is hidden from them. */
export const findUses = async (
  db: Queryable,
  query: object,
  { kind, id, authorization }: { kind: UsedKind; id: string; authorization: Authorization },
): Promise<Found[]> => {
  if (hiddenOf(query)?.centers.includes(id)) return []
  const found = await Promise.all(
    USES[kind].map(async ({ what, permission, blocks, list, rows, belongs = {} }): Promise<Found> => {
      const mayRead = isAllowed(authorization, permission)
      const answer = await sql<{ count: number; records: { name: string; link: string | null }[] }>`
        with r as (${rows(id)}), s as (select * from r where ${shown(query, belongs)})
        select (select count(*)::int from s) as count,
          coalesce((select json_agg(json_build_object('name', f.name, 'link', f.link)) from (select name, link from s order by name, id limit ${NAMED}) f), '[]') as records`.execute(
        db,
      )
      const { count = 0, records = [] } = answer.rows[0] ?? {}
      return {
        what,
        count,
        blocks,
        link: mayRead && list !== undefined ? `${list}${id}` : null,
        records: mayRead && list === undefined ? records : [],
      }
    }),
  )
  return found.filter(({ count }) => count > 0)
}
