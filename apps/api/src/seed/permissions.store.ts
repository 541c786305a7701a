import { PERMISSIONS, type Permission, RESOURCES, type Resource } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import type { Tx } from '#platform/db'

const every = (...resources: Resource[]): Permission[] =>
  PERMISSIONS.filter((permission) => resources.some((r) => permission.startsWith(`${r}.`)))
const reading: Permission[] = PERMISSIONS.filter((permission) => permission.endsWith('.read'))

/** The seeded roles: each is one policy of the same name. An administrator may edit both; later starts leave them alone. */
export const SEEDED_ROLES: readonly {
  name: string
  description: string
  permissions: readonly Permission[]
  owner?: true
}[] = [
  { name: 'owner', description: 'Everything, and can never be locked out.', permissions: PERMISSIONS, owner: true },
  {
    name: 'registrar',
    description: 'Events, reservations and the people who come.',
    permissions: [
      ...every(
        'events',
        'event_forms',
        'reservations',
        'waiting_list',
        'participant_types',
        'committee_types',
        'titles',
        'designations',
        'speakers',
        'users',
        'checkin_users',
        'tasks',
      ),
      'event_centers.read',
      'event_blocks.read',
      'event_rooms.read',
      'room_categories.read',
      'caterers.read',
      'products.read',
      'product_options.read',
      'church_map.read',
      'countries.read',
      'payments.read',
      'dashboard.read',
    ],
  },
  {
    name: 'finance',
    description: 'Cash, payments, refunds and their reports.',
    permissions: [
      ...every('payments'),
      'logs.read',
      'logs.export',
      'reservations.read',
      'reservations.export',
      'reservations.report',
      'reservations.waive',
      'events.read',
      'users.read',
      'dashboard.read',
    ],
  },
  {
    name: 'accommodation',
    description: 'Venues, rooms and who sleeps where.',
    permissions: [
      ...every('event_centers', 'event_blocks', 'event_rooms', 'room_categories'),
      'reservations.read',
      'reservations.assign_rooms',
      'reservations.report',
      'events.read',
      'care.read',
      'dashboard.read',
    ],
  },
  {
    name: 'catering',
    description: 'Caterers, products and what must be delivered.',
    permissions: [
      ...every('caterers', 'products', 'product_options'),
      'events.read',
      'reservations.read',
      'reservations.report',
      'dashboard.read',
    ],
  },
  {
    name: 'content',
    description: 'Blogs, FAQs and announcements.',
    permissions: [...every('blogs', 'faqs', 'notifications'), 'events.read'],
  },
  {
    name: 'support',
    description: 'Tickets, and looking things up for people.',
    permissions: [
      ...every('support_tickets'),
      'users.read',
      'reservations.read',
      'events.read',
      'faqs.read',
      'logs.read',
      'messages.read',
    ],
  },
  {
    name: 'read-only',
    description: 'Sees everything except health details, changes nothing.',
    permissions: reading.filter((permission) => permission !== 'care.read'),
  },
]

/** Brings resources, actions and permissions of the product into the database, and makes the seeded roles once. */
export const syncPermissions = async (tx: Tx): Promise<void> => {
  const actions = [...new Set(Object.values(RESOURCES).flat())]
  await sql`insert into resources (name) select unnest(${Object.keys(RESOURCES)}::text[]) on conflict do nothing`.execute(
    tx,
  )
  await sql`insert into resource_actions (name) select unnest(${actions}::text[]) on conflict do nothing`.execute(tx)
  await sql`insert into permissions (resource_id, action_id)
    select r.id, a.id from unnest(${PERMISSIONS}::text[]) as wanted
    join resources r on r.name = split_part(wanted, '.', 1) join resource_actions a on a.name = split_part(wanted, '.', 2)
    on conflict do nothing`.execute(tx)
  for (const role of SEEDED_ROLES) {
    const made = await tx
      .insertInto('roles')
      .values({ name: role.name, description: role.description, is_owner: role.owner ?? false })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // A role that stands already is the administrators' own; only the owner's grows with the product.
    if (!made && !role.owner) continue
    await sql`insert into policies (name, description) values (${role.name}, ${role.description}) on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into role_policies (role_id, policy_id)
      select r.id, p.id from roles r, policies p where r.name = ${role.name} and p.name = ${role.name} on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into policy_permissions (policy_id, permission_id)
      select pol.id, p.id from policies pol, permissions p join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
      where pol.name = ${role.name} and r.name || '.' || a.name = any(${role.permissions}::text[]) on conflict do nothing`.execute(
      tx,
    )
  }
}
