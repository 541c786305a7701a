import type { Language } from '@shiloh/contract/core'
import { type Authorization, isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { Use, UsedKind } from '@shiloh/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import { type Belongs, shown } from '../auth/denied.store.ts'
import { hiddenOf } from '../auth/denied.ts'
import type { Queryable } from '../db/db.ts'
import { toldIn } from '../db/languages.store.ts'
import type { What } from './says.ts'

/** Records that use another. */
interface UseSpec {
  readonly what: What
  /** Needed to see them by name. */
  readonly permission: Permission
  /** False: they lose what they used, or no longer find it. */
  readonly blocks: boolean
  /** They are deleted with it. */
  readonly deleted?: true
  /** They stay, without the name of the person, who is erased. */
  readonly kept?: true
  /** The list with a filter: the id follows. */
  readonly list?: string
  /** Their list, which opens one of them, where they have no page. */
  readonly opensIn?: string
  /** A select of `id`, `name` and `link`, the page of each. */
  readonly rows: (id: string, reader: Language) => RawBuilder<unknown>
  readonly belongs?: Belongs
}

/** The condition that the row `x` of a table names a record in a list (docs/adr/0063-lists-of-ids-have-keys.md). */
const listed = (source: string, column: string, id: string, row = 'x.id') =>
  sql`${sql.ref(row)} in (select source_id from listed_references where source = ${source} and ${sql.ref(column)} = ${id})`

const people = (what: What, column: string): UseSpec => ({
  what,
  permission: 'users.read',
  blocks: true,
  list: `/admin/users?${column}=`,
  rows: (id) => sql`select x.id, trim(x.first_name || ' ' || x.last_name) as name, '/admin/users/' || x.id as link
    from users x where x.${sql.ref(column)} = ${id} and x.user_type in ('user', 'vendor')`,
  belongs: { person: 'r.id' },
})

/** Of those whom the list of people does not show. */
const staff = (column: string): UseSpec => ({
  what: 'administrators',
  permission: 'admin_users.read',
  blocks: true,
  rows: (id) => sql`select x.id, trim(x.first_name || ' ' || x.last_name) as name,
      case x.user_type when 'admin' then '/admin/admin-users/' || x.id end as link
    from users x where x.${sql.ref(column)} = ${id} and x.user_type not in ('user', 'vendor')`,
  belongs: { person: 'r.id' },
})

/** The list of reservations of all events, with a filter. Without an event in its address it shows those of the current one. */
const reservationsBy = (filter: 'title' | 'designation' | 'committee' | 'type' | 'room_category'): string =>
  `/admin/reservations?event_id=all&${filter}=`

/** @param list the list of reservations with a filter that shows the same ones, if there is one: the id follows */
const guests = (where: (id: string) => RawBuilder<unknown>, list?: string): UseSpec => ({
  what: 'reservations',
  permission: 'reservations.read',
  blocks: true,
  ...(list !== undefined && { list }),
  rows: (id) =>
    sql`select x.id, x.code as name, '/admin/reservations/' || x.id as link from reservations x where ${where(id)}`,
  belongs: { reservation: 'r.id' },
})

/** Of a reservation `x`: it is not over. Nobody is erased with one (docs/adr/0117-what-an-erasure-takes.md). */
const isLive = sql`x.status in ('pending', 'active', 'redeemed') and x.event_id in (select id from events where ends_at > now())`
/** What stays of somebody who is erased. */
const KEPT = { blocks: false, kept: true } as const

const events = (where: (id: string) => RawBuilder<unknown>): UseSpec => ({
  what: 'events',
  permission: 'events.read',
  blocks: true,
  rows: (id, reader) =>
    sql`select x.id, ${toldIn(reader, 'x', 'name')} as name, '/admin/events/' || x.id as link from events x where ${where(id)}`,
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
  opensIn: '/admin/event-rooms',
  rows: (id) => sql`select x.id, x.name, null as link from event_rooms x where x.${sql.ref(column)} = ${id}`,
})

/** Rooms that are kept for a title or a designation, and participant types that are open to it alone. */
const keptFor = (column: string): readonly UseSpec[] => [
  {
    what: 'kept_rooms',
    permission: 'event_rooms.read',
    blocks: true,
    opensIn: '/admin/event-rooms',
    rows: (id) => sql`select x.id, x.name, null as link, x.event_center_id as center
      from event_rooms x where ${listed('event_rooms', column, id)}`,
    belongs: { center: 'r.center' },
  },
  events(
    (id) => sql`exists (select from event_participant_types y where y.event_id = x.id
      and ${listed('event_participant_types', column, id, 'y.id')})`,
  ),
]

/**
 * Workflows name records in their definition: without them a condition never holds, and a step fails. Those that are turned
 * off keep the name, and cannot be turned on before it is replaced.
 */
const namedIn = (column: string): readonly UseSpec[] => [
  {
    what: 'workflows',
    permission: 'workflows.read',
    blocks: true,
    rows: (id) => sql`select x.id, x.name, '/admin/workflow/' || x.id as link from workflows x
      where ${listed('workflows', column, id)}`,
  },
  {
    what: 'workflows',
    permission: 'workflows.read',
    blocks: false,
    rows: (id) => sql`select x.id, x.name, '/admin/workflow/' || x.id as link from workflows x
      join workflow_versions y on y.workflow_id = x.id and y.version = x.version
      where not x.enabled and strpos(y.definition::text, ${`"${id}"`}) > 0`,
  },
  {
    // A run does the steps of the version with which it began.
    what: 'runs',
    permission: 'workflows.read',
    blocks: true,
    rows: (
      id,
    ) => sql`select x.id, z.name, '/admin/workflow/runs?workflow_id=' || z.id as link, x.event_id, x.reservation_id, x.user_id
      from workflow_versions y join workflows z on z.id = y.workflow_id
        join workflow_runs x on x.workflow_id = y.workflow_id and x.version = y.version and x.finished_at is null
      where strpos((y.definition -> 'steps')::text, ${`"${id}"`}) > 0`,
    belongs: { event: 'r.event_id', reservation: 'r.reservation_id', person: 'r.user_id' },
  },
]

/**
 * What is planned names records in its filter: without one, an announcement would go to more people than it was written
 * for, and a report would not be sent. What was sent keeps an id that nobody has.
 */
const plannedFor = (column: string): readonly UseSpec[] => [
  {
    what: 'announcements',
    permission: 'notifications.read',
    blocks: true,
    rows: (
      id,
    ) => sql`select x.id, x.name, '/admin/announcements?state=planned&open=' || x.id as link, x.filter->>'event_id' as event_id
      from bulk_messages x where x.audience = 'members' and ${listed('bulk_messages', column, id)}`,
    belongs: { event: 'r.event_id' },
  },
  {
    what: 'planned',
    permission: 'messages.read',
    blocks: true,
    rows: (id) => sql`select x.id, x.name, '/admin/messages/' || x.id as link, x.event_id
      from bulk_messages x where x.audience <> 'members' and ${listed('bulk_messages', column, id)}`,
    belongs: { event: 'r.event_id' },
  },
  {
    what: 'sent_reports',
    permission: 'reservations.report',
    blocks: true,
    rows: (id) =>
      sql`select x.id, x.name, '/admin/reports' as link from saved_reports x where ${listed('saved_reports', column, id)}`,
  },
  {
    what: 'reports',
    permission: 'reservations.report',
    blocks: false,
    rows: (id) => sql`select x.id, x.name, '/admin/reports' as link from saved_reports x
      where strpos(x.filters::text, ${id}) > 0 and not exists (select from report_schedules y where y.saved_report_id = x.id)`,
  },
]

const payments = (where: (id: string) => RawBuilder<unknown>): UseSpec => ({
  what: 'payments',
  permission: 'payments.read',
  blocks: true,
  rows: (id) => sql`select x.id, y.code as name, '/admin/reservations/' || y.id as link, y.id as reservation
    from payments x join reservations y on y.id = x.reservation_id where ${where(id)}`,
  belongs: { reservation: 'r.reservation' },
})

const tickets = (column: string): UseSpec => ({
  what: 'tickets',
  permission: 'support_tickets.read',
  blocks: false,
  rows: (id) => sql`select x.id, x.subject as name, '/admin/support/' || x.id as link, x.user_id as person
    from support_tickets x where x.${sql.ref(column)} = ${id}`,
  belongs: { person: 'r.person' },
})

const tasks = (where: (id: string) => RawBuilder<unknown>, list?: string): UseSpec => ({
  what: 'tasks',
  permission: 'tasks.read',
  blocks: false,
  ...(list !== undefined && { list }),
  rows: (id) => sql`select x.id, x.title as name, '/admin/tasks-and-planning?task=' || x.id as link, x.event_id
    from tasks x where ${where(id)} and x.status <> 'done'`,
  belongs: { event: 'r.event_id' },
})

const waiting = (column: string): UseSpec => ({
  what: 'waiting',
  permission: 'waiting_list.read',
  blocks: false,
  deleted: true,
  rows: (
    id,
    reader,
  ) => sql`select x.id, ${toldIn(reader, 'y', 'name')} as name, '/admin/waiting-list?event_id=' || y.id as link, y.id as event, x.user_id as person
    from waiting_entries x join events y on y.id = x.event_id
    where x.${sql.ref(column)} = ${id} and x.status in ('waiting', 'offered')`,
  belongs: { event: 'r.event', person: 'r.person' },
})

const allotments = (column: string): UseSpec => ({
  what: 'allotments',
  permission: 'reservations.assign_rooms',
  blocks: true,
  rows: (
    id,
    reader,
  ) => sql`select x.id, ${toldIn(reader, 'y', 'name')} as name, '/admin/allotments?event_id=' || y.id as link, y.id as event
    from allotments x join events y on y.id = x.event_id where x.${sql.ref(column)} = ${id}`,
  belongs: { event: 'r.event' },
})

const schedules = (where: (id: string) => RawBuilder<unknown>): UseSpec => ({
  what: 'schedules',
  permission: 'reservations.report',
  blocks: false,
  rows: (id) => sql`select y.id, y.name, '/admin/reports' as link, x.event_id
    from report_schedules x join saved_reports y on y.id = x.saved_report_id where ${where(id)}`,
  belongs: { event: 'r.event_id' },
})

/** What an administrator did stays in the books under their name: who did it can only be deactivated. */
const WORK: readonly UseSpec[] = [
  {
    what: 'ledger',
    permission: 'payments.read',
    blocks: true,
    rows: (id) => sql`select x.id, y.code as name, '/admin/reservations/' || y.id as link, y.id as reservation
      from ledger_entries x join reservations y on y.id = x.reservation_id where x.actor_id = ${id} or x.till_id = ${id}`,
    belongs: { reservation: 'r.reservation' },
  },
  {
    what: 'closings',
    permission: 'payments.read',
    blocks: true,
    list: '/admin/cash/closings?cashier_id=',
    rows: (id) => sql`select x.id, x.day::text as name, null as link from cash_closings x
      where x.cashier_id = ${id} or x.signed_by = ${id}`,
  },
  { ...guests((id) => sql`(x.approved_by = ${id} or x.waived_by = ${id})`), what: 'decisions' },
  {
    what: 'beds',
    permission: 'event_rooms.read',
    blocks: true,
    rows: (id) => sql`select x.id, z.name, '/admin/event-rooms/' || z.id as link, x.reservation_id as reservation
      from bed_assignments x join event_rooms z on z.id = x.room_id where x.assigned_by = ${id}`,
    belongs: { reservation: 'r.reservation' },
  },
  {
    what: 'imports',
    permission: 'users.read',
    blocks: true,
    rows: (id) => sql`select x.id, x.file_name as name, '/admin/imports/' || x.id as link from import_runs x
      where x.created_by = ${id} or x.undone_by = ${id}`,
  },
]

const USES: Readonly<Record<UsedKind, readonly UseSpec[]>> = {
  users: [
    { ...guests((id) => sql`x.user_id = ${id} and ${isLive}`), what: 'live' },
    {
      ...guests(
        (id) => sql`x.id in (select id from reservations where user_id = ${id} or other_payer_id = ${id}
          union select reservation_id from reservation_participants where user_id = ${id}) and not (x.user_id = ${id} and ${isLive})`,
      ),
      ...KEPT,
    },
    { ...payments((id) => sql`x.payer_id = ${id}`), ...KEPT },
    { ...tickets('user_id'), deleted: true },
    waiting('user_id'),
    tasks((id) => sql`x.user_id = ${id}`),
    {
      what: 'suppliers',
      permission: 'caterers.read',
      blocks: false,
      rows: (id, reader) =>
        sql`select x.id, ${toldIn(reader, 'x', 'name')} as name, '/admin/caterers?open=' || x.id as link
          from caterers x where x.vendor_id = ${id}
        union all select x.id, ${toldIn(reader, 'x', 'name')}, '/admin/products?open=' || x.id
          from products x where x.vendor_id = ${id}`,
    },
  ],
  admin_users: [
    ...WORK,
    tasks(
      (id) => sql`x.assignee_id = ${id}`,
      '/admin/tasks-and-planning?event_id=all&view=list&status=unfinished&assignee=',
    ),
    tickets('assignee_id'),
    {
      what: 'tokens',
      permission: 'integrations.read',
      blocks: false,
      deleted: true,
      rows: (id) => sql`select x.id, x.name, '/admin/integrations' as link
        from api_tokens x where x.created_by = ${id} and x.revoked_at is null and x.expires_at > now()`,
    },
    {
      what: 'reports',
      permission: 'reservations.report',
      blocks: false,
      deleted: true,
      rows: (id) => sql`select x.id, x.name, '/admin/reports' as link from saved_reports x where x.owner_id = ${id}`,
    },
    { ...schedules((id) => sql`y.owner_id = ${id}`), deleted: true },
  ],
  checkin_users: [
    {
      what: 'scans',
      permission: 'reservations.read',
      blocks: true,
      rows: (
        id,
        reader,
      ) => sql`select x.id::text as id, coalesce(p.name, ${toldIn(reader, 'y', 'name')}) as name, '/admin/check-in/' || y.id || '/scans' as link,
          y.id as event, x.reservation_id as reservation
        from scans x join events y on y.id = x.event_id left join reservation_participants p on p.id = x.participant_id
        where x.id in (select id from scans where scanned_by = ${id} union select id from scans where undone_by = ${id}
          union select z.id from scans z join gate_devices d on z.device_id = d.id where d.user_id = ${id})`,
      belongs: { event: 'r.event', reservation: 'r.reservation' },
    },
    {
      what: 'phones',
      permission: 'checkin_users.read',
      blocks: true,
      rows: (id) => sql`select x.id, x.name || ' (' || x.queue_length || ')' as name, null as link
        from gate_devices x where x.user_id = ${id} and x.queue_length > 0`,
    },
  ],
  events: [
    guests((id) => sql`x.event_id = ${id}`, '/admin/reservations?event_id='),
    {
      what: 'messages',
      permission: 'messages.read',
      blocks: true,
      list: '/admin/messages?event_id=',
      rows: (id) =>
        sql`select x.id, x.name, '/admin/messages/' || x.id as link from bulk_messages x where x.event_id = ${id}`,
    },
    {
      ...tasks((id) => sql`x.event_id = ${id}`, '/admin/tasks-and-planning?view=list&status=unfinished&event_id='),
      deleted: true,
    },
    { ...schedules((id) => sql`x.event_id = ${id}`), deleted: true },
    waiting('event_id'),
    allotments('event_id'),
    ...namedIn('event_id'),
    ...plannedFor('event_id'),
  ],
  blogs: [
    {
      what: 'comments',
      permission: 'blogs.moderate',
      blocks: false,
      deleted: true,
      rows: (id) => sql`select x.id, left(x.body, 40) as name, '/admin/comments' as link from blog_comments x
        where x.blog_id = ${id}`,
    },
  ],
  titles: [
    people('people', 'title_id'),
    staff('title_id'),
    guests(
      (id) => sql`exists (select from reservation_participants y where y.reservation_id = x.id and y.title_id = ${id})`,
      reservationsBy('title'),
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
    ...keptFor('title_id'),
    ...namedIn('title_id'),
    ...plannedFor('title_id'),
  ],
  designations: [
    people('people', 'designation_id'),
    staff('designation_id'),
    ...plannedFor('designation_id'),
    ...keptFor('designation_id'),
    guests(
      (id) =>
        sql`exists (select from reservation_participants y where y.reservation_id = x.id and y.designation_id = ${id})`,
      reservationsBy('designation'),
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
      opensIn: '/admin/church-map',
      rows: (id) => sql`select x.id, x.name, null as link
        from church_units x join countries y on y.code = x.country_code where y.id = ${id}`,
    },
  ],
  church_units: [
    ...['region_id', 'area_id', 'district_id', 'assembly_id'].map((column) => people('people', column)),
    allotments('unit_id'),
    ...plannedFor('church_unit_id'),
    {
      what: 'units',
      permission: 'church_map.read',
      blocks: true,
      opensIn: '/admin/church-map',
      list: '/admin/church-map?parent_id=',
      rows: (id) => sql`select x.id, x.name, null as link from church_units x where x.parent_id = ${id}`,
    },
  ],
  assembly_types: [
    {
      what: 'units',
      permission: 'church_map.read',
      blocks: true,
      opensIn: '/admin/church-map',
      list: '/admin/church-map?assembly_type_id=',
      rows: (id) => sql`select x.id, x.name, null as link from church_units x where x.assembly_type_id = ${id}`,
    },
  ],
  participant_types: [
    ofEvents('event_participant_types', 'participant_type_id'),
    guests(
      (id) => sql`exists (select from reservation_participants y
        join event_participant_types z on z.id = y.event_participant_type_id
        where y.reservation_id = x.id and z.participant_type_id = ${id})`,
      reservationsBy('type'),
    ),
    {
      what: 'questions',
      permission: 'event_forms.read',
      blocks: true,
      rows: (
        id,
        reader,
      ) => sql`select x.id, ${toldIn(reader, 'x', 'label')} as name, '/admin/event-forms/' || y.form_id as link
        from form_questions x join form_sections y on y.id = x.section_id where ${listed('form_questions', 'participant_type_id', id)}`,
    },
    ...namedIn('participant_type_id'),
    ...plannedFor('participant_type_id'),
  ],
  committee_types: [
    guests((id) => sql`x.committee_type_id = ${id}`, reservationsBy('committee')),
    ...namedIn('committee_type_id'),
    ...plannedFor('committee_type_id'),
    allotments('committee_type_id'),
  ],
  caterers: [ofEvents('event_caterers', 'caterer_id'), ...plannedFor('caterer_id')],
  products: [
    {
      what: 'options',
      permission: 'product_options.read',
      blocks: true,
      list: '/admin/product-options?product_id=',
      opensIn: '/admin/product-options',
      rows: (id, reader) =>
        sql`select x.id, ${toldIn(reader, 'x', 'name')} as name, null as link from product_options x where x.product_id = ${id}`,
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
      opensIn: '/admin/event-blocks',
      rows: (id) => sql`select x.id, x.name, null as link from event_blocks x where x.event_center_id = ${id}`,
    },
  ],
  event_blocks: [
    rooms('event_block_id'),
    ...plannedFor('event_block_id'),
    events(
      (id) => sql`exists (select from event_accommodations y join event_beds z on z.event_accommodation_id = y.id
        where y.event_id = x.id and z.event_block_id = ${id})
        or exists (select from event_accommodations y where y.event_id = x.id
          and ${listed('event_accommodations', 'event_block_id', id, 'y.id')})`,
    ),
  ],
  room_categories: [
    rooms('room_category_id'),
    ofEvents('event_accommodations', 'room_category_id'),
    guests(
      (id) =>
        sql`x.event_accommodation_id in (select y.id from event_accommodations y where y.room_category_id = ${id})`,
      reservationsBy('room_category'),
    ),
    ...plannedFor('room_category_id'),
  ],
  event_rooms: [
    guests((id) => sql`exists (select from bed_assignments y where y.reservation_id = x.id and y.room_id = ${id})`),
  ],
  event_forms: [
    events((id) => sql`x.form_id = ${id}`),
    guests(
      (
        id,
      ) => sql`exists (select from form_versions y where y.form_id = ${id} and (y.id in (x.form_version_id, x.pending_change ->> 'form_version_id')
        or exists (select from reservation_answers z where z.reservation_id = x.id and z.form_version_id = y.id)))`,
    ),
  ],
  form_questions: [
    {
      ...guests(
        (id) => sql`exists (select from reservation_answers y where y.reservation_id = x.id and y.question_id = ${id}
          and coalesce(y.form_version_id, x.form_version_id) in (select v.id from form_versions v join form_sections s on s.form_id = v.form_id
            join form_questions q on q.section_id = s.id where q.id = ${id}))`,
      ),
      what: 'answers',
      blocks: false,
    },
  ],
  question_options: [
    {
      ...guests(
        (id) => sql`exists (select from reservation_answers y join question_options o on o.question_id = y.question_id
          where y.reservation_id = x.id and o.id = ${id} and y.value = to_jsonb(o.id::text)
            and coalesce(y.form_version_id, x.form_version_id) in (select v.id from form_versions v join form_sections s on s.form_id = v.form_id
              join form_questions q on q.section_id = s.id where q.id = o.question_id))`,
      ),
      what: 'choices',
      blocks: false,
    },
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
    tasks(
      (id) => sql`x.role_id = ${id}`,
      '/admin/tasks-and-planning?event_id=all&view=list&status=unfinished&assignee=',
    ),
    {
      what: 'task_templates',
      permission: 'tasks.read',
      blocks: false,
      opensIn: '/admin/tasks-and-planning/templates',
      rows: (id) => sql`select distinct x.id, x.name, null as link
        from task_templates x join task_template_items y on y.template_id = x.id where y.role_id = ${id}`,
    },
    { ...schedules((id) => sql`x.role_id = ${id}`), blocks: true },
    {
      what: 'approvers',
      permission: 'workflows.read',
      blocks: true,
      rows: (id) => sql`select y.id, y.name, '/admin/workflow' as link
        from workflow_config x join roles y on y.id = x.approver_role_id where y.id = ${id}`,
    },
    {
      // The owners are asked in its place.
      what: 'approvals',
      permission: 'workflows.read',
      blocks: false,
      rows: (id) => sql`select x.id, z.name, '/admin/workflow/runs?state=asking&workflow_id=' || z.id as link,
          y.event_id, y.reservation_id, y.user_id
        from workflow_approvals x join workflow_runs y on y.id = x.run_id join workflows z on z.id = y.workflow_id
        where x.role_id = ${id} and x.state = 'open'`,
      belongs: { event: 'r.event_id', reservation: 'r.reservation_id', person: 'r.user_id' },
    },
    ...namedIn('role_id'),
  ],
  policies: [
    {
      what: 'roles',
      permission: 'permissions.read',
      blocks: true,
      opensIn: '/admin/permissions/user-role',
      rows: (id) => sql`select x.id, x.name, null as link
        from roles x join role_policies y on y.role_id = x.id where y.policy_id = ${id}`,
    },
    {
      what: 'tokens',
      permission: 'integrations.read',
      blocks: false,
      rows: (id) => sql`select x.id, x.name, '/admin/integrations' as link
        from api_tokens x where x.policy_id = ${id} and x.revoked_at is null and x.expires_at > now()`,
    },
  ],
  message_templates: [...namedIn('message_template_id')],
  saved_reports: [{ ...schedules((id) => sql`y.id = ${id}`), deleted: true }],
  workflows: [
    {
      what: 'runs',
      permission: 'workflows.read',
      blocks: true,
      list: '/admin/workflow/runs?workflow_id=',
      rows: (id) => sql`select x.id, '' as name, null as link, x.event_id, x.reservation_id, x.user_id
        from workflow_runs x where x.workflow_id = ${id} and x.state in ('running', 'waiting', 'asking', 'paused')`,
      belongs: { event: 'r.event_id', reservation: 'r.reservation_id', person: 'r.user_id' },
    },
  ],
  tasks: [
    {
      what: 'comments',
      permission: 'tasks.read',
      blocks: false,
      deleted: true,
      rows: (
        id,
      ) => sql`select x.id, left(x.body, 40) as name, '/admin/tasks-and-planning?task=' || t.id as link, t.event_id
        from task_comments x join tasks t on t.id = x.task_id where t.id = ${id}`,
      belongs: { event: 'r.event_id' },
    },
    {
      what: 'checks',
      permission: 'tasks.read',
      blocks: false,
      deleted: true,
      rows: (id) => sql`select x.id, x.text as name, '/admin/tasks-and-planning?task=' || t.id as link, t.event_id
        from task_checks x join tasks t on t.id = x.task_id where t.id = ${id}`,
      belongs: { event: 'r.event_id' },
    },
  ],
  saved_views: [
    {
      what: 'administrators',
      permission: 'admin_users.read',
      blocks: false,
      rows: (id) => sql`select x.id, x.first_name || ' ' || x.last_name as name, '/admin/admin-users/' || x.id as link
        from users x join default_views y on y.user_id = x.id where y.view_id = ${id}`,
      belongs: { person: 'r.id' },
    },
  ],
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

/** Names that are shown of each use: a few, or more where there is no list of all of them. */
const NAMED = 3
const NAMED_WITHOUT_LIST = 12

export type Found = Omit<Use, 'says'> & { readonly what: What }

/**
 * Returns what uses a record, as far as the reader may know of it, in their language. Nothing for a record that is hidden
 * from them.
 */
export const findUses = async (
  db: Queryable,
  query: object,
  {
    kind,
    id,
    authorization,
    language,
  }: { kind: UsedKind; id: string; authorization: Authorization; language: Language },
): Promise<Found[]> => {
  const hidden = hiddenOf(query)
  if (hidden && [...hidden.centers, ...hidden.events, ...hidden.people].includes(id)) return []
  const found = await Promise.all(
    USES[kind].map(
      async ({
        what,
        permission,
        blocks,
        deleted = false,
        kept = false,
        list,
        opensIn,
        rows,
        belongs = {},
      }): Promise<Found> => {
        const mayRead = isAllowed(authorization, permission)
        const answer = await sql<{ count: number; records: { id: string; name: string; link: string | null }[] }>`
        with r as (${rows(id, language)}), s as (select * from r where ${shown(query, belongs)})
        select (select count(*)::int from s) as count,
          coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'link', f.link))
            from (select id, name, link from s order by name, id limit ${list ? NAMED : NAMED_WITHOUT_LIST}) f), '[]') as records`.execute(
          db,
        )
        const opened = (record: { readonly id: string; readonly name: string }) =>
          opensIn === undefined ? null : `${opensIn}?search=${encodeURIComponent(record.name)}&open=${record.id}`
        const { count = 0, records = [] } = answer.rows[0] ?? {}
        return {
          what,
          count,
          blocks,
          deleted,
          kept,
          link: mayRead && list !== undefined ? `${list}${id}` : null,
          records: mayRead ? records.map((record) => ({ name: record.name, link: record.link ?? opened(record) })) : [],
        }
      },
    ),
  )
  return found.filter(({ count }) => count > 0)
}
