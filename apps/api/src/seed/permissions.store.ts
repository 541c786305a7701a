import type { SeededRole } from '@shiloh/contract/authorization'
import { PERMISSIONS, type Permission, RESOURCES, type Resource } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import { appendAudit } from '#platform/audit/audit.store'
import type { Tx } from '#platform/db/db'

const every = (...resources: Resource[]): Permission[] =>
  PERMISSIONS.filter((permission) => resources.some((r) => permission.startsWith(`${r}.`)))
const reading: Permission[] = PERMISSIONS.filter((permission) => permission.endsWith('.read'))

/**
 * The seeded roles: each has one policy of the same name. Administrators can edit both. Later starts leave them
 * unchanged, except for permissions that an upgrade adds.
 */
export const SEEDED: readonly {
  name: SeededRole
  description: string
  permissions: readonly Permission[]
  owner?: true
}[] = [
  {
    name: 'owner',
    description: 'Can do everything and can never be locked out.',
    permissions: PERMISSIONS,
    owner: true,
  },
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
        'messages',
        'tasks',
        'sample_csv_files',
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
      'reservations.publish_rooms',
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
    description: 'Support tickets, and looking things up for people.',
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
    description: 'Can view everything except health details; changes nothing.',
    permissions: reading.filter((permission) => permission !== 'care.read' && permission !== 'welfare.read'),
  },
]

/** Syncs the product's resources, actions and permissions to the database, and creates the seeded roles once. */
export const syncPermissions = async (tx: Tx, now: Date): Promise<void> => {
  const actions = [...new Set(Object.values(RESOURCES).flat())]
  await sql`insert into resources (name) select unnest(${Object.keys(RESOURCES)}::text[]) on conflict do nothing`.execute(
    tx,
  )
  await sql`insert into resource_actions (name) select unnest(${actions}::text[]) on conflict do nothing`.execute(tx)
  const { rows: added } = await sql<{ id: string }>`insert into permissions (resource_id, action_id)
    select r.id, a.id from unnest(${PERMISSIONS}::text[]) as wanted
    join resources r on r.name = split_part(wanted, '.', 1) join resource_actions a on a.name = split_part(wanted, '.', 2)
    on conflict do nothing returning id`.execute(tx)
  for (const role of SEEDED) await makeOnce(tx, role)
  await giveNew(
    tx,
    added.map(({ id }) => id),
    now,
  )
  // Only the owners' role automatically gets the permissions of new features.
  await sql`insert into policy_permissions (policy_id, permission_id)
    select own.policy_id, p.id
    from (select rp.policy_id from roles r join role_policies rp on rp.role_id = r.id join policies po on po.id = rp.policy_id
      where r.is_owner order by po.key is distinct from 'owner', po.created_at limit 1) own,
    permissions p join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
    where r.name || '.' || a.name = any(${PERMISSIONS}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * Gives the seeded policies those of the `added` permissions that the seed lists for them, and records it in the audit
 * trail. Existing permissions belong to the administrators: what they removed stays removed.
 */
const giveNew = async (tx: Tx, added: readonly string[], now: Date): Promise<void> => {
  if (added.length === 0) return
  const wanted = SEEDED.flatMap(({ name, permissions }) => permissions.map((permission) => ({ key: name, permission })))
  const { rows: given } = await sql<{ policy: string; permission: string }>`
    with granted as (
      insert into policy_permissions (policy_id, permission_id)
      select po.id, p.id
      from json_to_recordset(${JSON.stringify(wanted)}::json) as w(key text, permission text)
      join policies po on po.key = w.key
      join resources r on r.name = split_part(w.permission, '.', 1)
      join resource_actions a on a.name = split_part(w.permission, '.', 2)
      join permissions p on p.resource_id = r.id and p.action_id = a.id
      where p.id = any(${added}::oid24[])
      on conflict do nothing returning policy_id, permission_id)
    select po.name as policy, r.name || '.' || a.name as permission
    from granted g join policies po on po.id = g.policy_id join permissions p on p.id = g.permission_id
    join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
    order by policy, permission`.execute(tx)
  if (given.length === 0) return
  const after = Object.groupBy(given, ({ policy }) => policy)
  await appendAudit(tx, { id: null, name: 'system', ip: '', requestId: '' }, now, [
    {
      action: 'upgrade',
      resource: 'policies',
      after: Object.fromEntries(
        Object.entries(after).map(([policy, rows = []]) => [policy, rows.map(({ permission }) => permission)]),
      ),
    },
  ])
}

/**
 * Creates a role once. After that it belongs to the administrators: it is not created again if they rename or delete
 * it.
 */
const makeOnce = async (tx: Tx, { name, description, permissions, owner }: (typeof SEEDED)[number]): Promise<void> => {
  const remembered = await tx
    .insertInto('seeded_roles')
    .values({ key: name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const isTaken = await sql<{ taken: boolean }>`
    select exists (select 1 from roles where name = ${name}) or exists (select 1 from policies where name = ${name}) as taken`.execute(
    tx,
  )
  if (!remembered || isTaken.rows[0]?.taken) return
  const role = await tx
    .insertInto('roles')
    .values({ name, key: name, description, is_owner: owner ?? false })
    .returning('id')
    .executeTakeFirstOrThrow()
  const policy = await tx
    .insertInto('policies')
    .values({ name, key: name, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('role_policies').values({ role_id: role.id, policy_id: policy.id }).execute()
  await sql`insert into policy_permissions (policy_id, permission_id)
    select ${policy.id}, p.id from permissions p
    join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
    where r.name || '.' || a.name = any(${permissions}::text[])`.execute(tx)
}
