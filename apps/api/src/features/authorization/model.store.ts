import { type authorizationRoutes, SEEDED_ROLES } from '@shiloh/contract/authorization'
import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Permissions, Policies, ResourceActions, Resources, Roles } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { nextVersion } from '#platform/db/edits.store'
import { patchSet } from '#platform/db/pages'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

const picks = z.array(z.object({ _id: z.string(), name: z.string() }))
export const toPicks = (value: unknown) => picks.parse(value ?? [])

const seededKey = z.enum(SEEDED_ROLES).nullable()
export const toKey = (value: unknown) => seededKey.parse(value ?? null)
const keyedPick = z.object({ _id: z.string(), name: z.string(), key: seededKey })
/** Parses a role or policy with the key that the product knows it by. */
export const toKeyedPick = (value: unknown) => keyedPick.nullable().parse(value ?? null)
export const toKeyedPicks = (value: unknown) => z.array(keyedPick).parse(value ?? [])

/** The key of a role or policy while its wording is the original one. */
const keyOf = (table: 't' | 'ro' | 'po') =>
  sql<string | null>`case when ${sql.ref(`${table}.reworded`)} then null else ${sql.ref(`${table}.key`)} end`
/** A role (`ro`) or policy (`po`) in the form that `toKeyedPicks` parses. */
export const keyedPickOf = (table: 'ro' | 'po') =>
  sql<unknown>`json_build_object('_id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'key', ${keyOf(table)})`

// ── Resources and actions ────────────────────────────────────────────────────────────────────────────────────────────

type Routes = typeof authorizationRoutes
type Things = 'resources' | 'resource_actions'

const named = (words: string) => contains(words, 't.name', 't.description')
const listedResources = { table: 't', sort: {}, filter: { search: named } } as const satisfies ListSql<
  Routes['listResources'],
  Resources
>
const listedActions = { table: 't', sort: {}, filter: { search: named } } as const satisfies ListSql<
  Routes['listResourceActions'],
  ResourceActions
>

const resources = (db: Queryable) =>
  db
    .selectFrom('resources as t')
    .select(['t.id', 't.name', 't.description', 't.created_at', 't.updated_at'])
    .select(
      sql<string[]>`array(select a.name from permissions p join resource_actions a on a.id = p.action_id
        where p.resource_id = t.id order by a.name)`.as('actions'),
    )

const actions = (db: Queryable) =>
  db
    .selectFrom('resource_actions as t')
    .select(['t.id', 't.name', 't.description', 't.created_at', 't.updated_at'])
    .select(
      sql<string[]>`array(select r.name from permissions p join resources r on r.id = p.resource_id
        where p.action_id = t.id order by r.name)`.as('resources'),
    )

export const listResources = (db: Queryable, query: QueryOf<Routes['listResources']>) =>
  paginate(resources(db), query, listedResources)
export const allResources = (db: Queryable) => resources(db).orderBy('t.name').execute()
export const findResource = (db: Queryable, id: string) => resources(db).where('t.id', '=', id).executeTakeFirst()
export const listActions = (db: Queryable, query: QueryOf<Routes['listResourceActions']>) =>
  paginate(actions(db), query, listedActions)
export const findAction = (db: Queryable, id: string) => actions(db).where('t.id', '=', id).executeTakeFirst()

export const insertThing = (tx: Tx, now: Date, table: Things, values: BodyOf<Routes['createResource']>) =>
  tx
    .insertInto(table)
    .values({ name: values.name, description: values.description ?? '', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateThing = async (
  tx: Tx,
  now: Date,
  table: Things,
  id: string,
  patch: BodyOf<Routes['updateResource']>,
): Promise<void> => {
  await tx
    .updateTable(table)
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a row of the model. The database refuses while another row refers to it. */
export const removeModelRow = async (
  tx: Tx,
  table: Things | 'permissions' | 'policies' | 'roles',
  id: string,
): Promise<void> => {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

// ── Permissions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const listedPermissions = {
  table: 'p',
  sort: { name: 'r.name', resource: 'r.name', action: 'a.name' },
  filter: { search: (words) => contains(words, 'r.name', 'a.name', 'p.description') },
} as const satisfies ListSql<Routes['listPermissions'], Permissions>

const permissions = (db: Queryable) =>
  db
    .selectFrom('permissions as p')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('resource_actions as a', 'a.id', 'p.action_id')
    .select([
      'p.id',
      'p.resource_id',
      'p.action_id',
      'r.name as resource',
      'a.name as action',
      'p.description',
      'p.created_at',
      'p.updated_at',
    ])

export const listPermissions = (db: Queryable, query: QueryOf<Routes['listPermissions']>) =>
  paginate(permissions(db), query, listedPermissions)
export const findPermission = (db: Queryable, id: string) => permissions(db).where('p.id', '=', id).executeTakeFirst()
export const allPermissions = (db: Queryable) => permissions(db).orderBy('r.name').orderBy('a.name').execute()
export const insertPermission = (
  tx: Tx,
  now: Date,
  values: { resource_id: string; action_id: string; description: string },
) =>
  tx
    .insertInto('permissions')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updatePermission = async (tx: Tx, now: Date, id: string, description: string): Promise<void> => {
  await tx.updateTable('permissions').set({ description, updated_at: now }).where('id', '=', id).execute()
}

/** Returns those of the given `resource.action` names that exist. */
export const existingPermissions = async (db: Queryable, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select r.name || '.' || a.name as name from permissions p
    join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
    where r.name || '.' || a.name = any(${names}::text[])`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the names of the permissions of a resource or an action. */
export const permissionsNamedBy = async (
  db: Queryable,
  of: { resource_id: string } | { action_id: string },
): Promise<string[]> => {
  const rows = await matching(permissions(db), of, listedPermissions).execute()
  return rows.map(({ resource, action }) => `${resource}.${action}`)
}

/** Returns the names of these permissions. */
export const namesOfPermissions = async (db: Queryable, ids: readonly string[]): Promise<string[]> => {
  const rows = await permissions(db)
    .where('p.id', 'in', [...ids, ''])
    .execute()
  return rows.map(({ resource, action }) => `${resource}.${action}`)
}

/** The name and description of a role or policy. */
type Wording = Pick<BodyOf<Routes['createPolicy']>, 'name' | 'description'>

/** Whether this update changes the wording of a role or policy. Once reworded, it stays marked as reworded. */
const isReworded = ({ name, description }: Partial<Wording>) =>
  sql<boolean>`reworded or name <> coalesce(${name ?? null}::text, name)
    or description <> coalesce(${description ?? null}::text, description)`

// ── Policies ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedPolicies = {
  table: 't',
  sort: {},
  filter: {
    search: named,
    role_id: (id) =>
      sql<boolean>`exists (select 1 from role_policies rp where rp.policy_id = t.id and rp.role_id = ${id})`,
    permission_id: (id) =>
      sql<boolean>`exists (select 1 from policy_permissions pp where pp.policy_id = t.id and pp.permission_id = ${id})`,
  },
} as const satisfies ListSql<Routes['listPolicies'], Policies>

const policies = (db: Queryable) =>
  db
    .selectFrom('policies as t')
    .select(['t.id', 't.name', 't.description', 't.version', 't.created_at', 't.updated_at'])
    .select([
      keyOf('t').as('key'),
      sql<
        string[]
      >`array(select pp.permission_id::text from policy_permissions pp where pp.policy_id = t.id order by 1)`.as(
        'permission_ids',
      ),
      sql<
        string[]
      >`array(select r.name || '.' || a.name from policy_permissions pp join permissions p on p.id = pp.permission_id
        join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
        where pp.policy_id = t.id order by 1)`.as('permissions'),
      sql<unknown>`(select json_agg(${keyedPickOf('ro')} order by ro.name)
        from role_policies rp join roles ro on ro.id = rp.role_id where rp.policy_id = t.id)`.as('roles'),
    ])

export const listPolicies = (db: Queryable, query: QueryOf<Routes['listPolicies']>) =>
  paginate(policies(db), query, listedPolicies)
export const findPolicy = (db: Queryable, id: string) => policies(db).where('t.id', '=', id).executeTakeFirst()
export const allPolicies = (db: Queryable) => policies(db).orderBy('t.name').execute()

export const insertPolicy = (tx: Tx, now: Date, values: Wording) =>
  tx
    .insertInto('policies')
    .values({ name: values.name, description: values.description ?? '', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updatePolicy = async (tx: Tx, now: Date, id: string, patch: Partial<Wording>): Promise<void> => {
  await tx
    .updateTable('policies')
    .set({ ...patchSet(patch), reworded: isReworded(patch), updated_at: now, version: nextVersion })
    .where('id', '=', id)
    .execute()
}
export const setPolicyPermissions = async (tx: Tx, id: string, permissionIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('policy_permissions').where('policy_id', '=', id).execute()
  await sql`insert into policy_permissions (policy_id, permission_id)
    select ${id}, unnest(${[...new Set(permissionIds)]}::text[])`.execute(tx)
}

// ── Roles ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedRoles = {
  table: 't',
  sort: {},
  filter: {
    search: named,
    policy_id: (id) =>
      sql<boolean>`exists (select 1 from role_policies rp where rp.role_id = t.id and rp.policy_id = ${id})`,
  },
} as const satisfies ListSql<Routes['listUserRoles'], Roles>

const roles = (db: Queryable) =>
  db
    .selectFrom('roles as t')
    .select(['t.id', 't.name', 't.description', 't.is_owner', 't.version', 't.created_at', 't.updated_at'])
    .select([
      keyOf('t').as('key'),
      sql<string[]>`array(select rp.policy_id::text from role_policies rp where rp.role_id = t.id order by 1)`.as(
        'policy_ids',
      ),
      sql<unknown>`(select json_agg(${keyedPickOf('po')} order by po.name)
        from role_policies rp join policies po on po.id = rp.policy_id where rp.role_id = t.id)`.as('policies'),
      sql<string[]>`array(select distinct r.name || '.' || a.name from role_policies rp
        join policy_permissions pp on pp.policy_id = rp.policy_id join permissions p on p.id = pp.permission_id
        join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
        where rp.role_id = t.id order by 1)`.as('permissions'),
      sql<number>`(select count(*)::int from user_roles ur where ur.role_id = t.id)`.as('users'),
    ])

export const listRoles = (db: Queryable, query: QueryOf<Routes['listUserRoles']>) =>
  paginate(roles(db), query, listedRoles)
export const findRole = (db: Queryable, id: string) => roles(db).where('t.id', '=', id).executeTakeFirst()
export const findRoles = (db: Queryable, ids: readonly string[]) =>
  roles(db)
    .where('t.id', 'in', [...ids, ''])
    .execute()
export const allRoles = (db: Queryable) => roles(db).orderBy('t.name').execute()

export const insertRole = (tx: Tx, now: Date, values: Wording) =>
  tx
    .insertInto('roles')
    .values({ name: values.name, description: values.description ?? '', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateRole = async (tx: Tx, now: Date, id: string, patch: Partial<Wording>): Promise<void> => {
  await tx
    .updateTable('roles')
    .set({ ...patchSet(patch), reworded: isReworded(patch), updated_at: now, version: nextVersion })
    .where('id', '=', id)
    .execute()
}
export const setRolePolicies = async (tx: Tx, id: string, policyIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('role_policies').where('role_id', '=', id).execute()
  await sql`insert into role_policies (role_id, policy_id)
    select ${id}, unnest(${[...new Set(policyIds)]}::text[])`.execute(tx)
}

// ── Owners ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Serialises all changes that could lock the owners out. */
export const lockOwnerRole = async (tx: Tx): Promise<void> => {
  await tx.selectFrom('roles').select('id').where('is_owner', '=', true).forUpdate().execute()
}

/** The ids of the owners who can act: approved, and without a denied permission. */
export const actingOwners = sql`select u.id from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
  where r.is_owner and u.user_type = 'admin' and u.status = 'approved'
    and not exists (select 1 from special_permissions sp where sp.user_id = u.id and sp.effect = 'deny')`

/** Returns how many owners can act, and how many permissions their role has. */
export const ownerState = async (db: Queryable): Promise<{ owners: number; permissions: number }> => {
  const { rows } = await sql<{ owners: number; permissions: number }>`
    select
      (select count(*)::int from (${actingOwners}) o) as owners,
      (select count(distinct pp.permission_id)::int from roles r join role_policies rp on rp.role_id = r.id
        join policy_permissions pp on pp.policy_id = rp.policy_id where r.is_owner) as permissions`.execute(db)
  return rows[0] ?? { owners: 0, permissions: 0 }
}

export const ownerRoleId = async (db: Queryable): Promise<string | undefined> =>
  (await db.selectFrom('roles').select('id').where('is_owner', '=', true).executeTakeFirst())?.id

// ── Who can do what, and why ─────────────────────────────────────────────────────────────────────────────────────────

export interface PermissionSource {
  readonly user_id: string
  readonly user_name: string
  readonly permission: string
  readonly kind: 'role' | 'special_allow' | 'special_deny'
  /** In the form that `toKeyedPicks` parses. */
  readonly role: unknown
  readonly policy: unknown
  readonly object_id: string | null
}

/** Returns every reason why administrators have or lack permissions, for one person or one permission. */
export const permissionSources = async (
  db: Queryable,
  of: { userId?: string; permission?: string },
): Promise<PermissionSource[]> => {
  const { rows } = await sql<PermissionSource>`
    select u.id as user_id, u.first_name || ' ' || u.last_name as user_name, s.*
    from users u
    cross join lateral (
      select r.name || '.' || a.name as permission, 'role' as kind, ${keyedPickOf('ro')} as role,
        ${keyedPickOf('po')} as policy, null as object_id
      from user_roles ur join roles ro on ro.id = ur.role_id
      join role_policies rp on rp.role_id = ro.id join policies po on po.id = rp.policy_id
      join policy_permissions pp on pp.policy_id = po.id join permissions p on p.id = pp.permission_id
      join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
      where ur.user_id = u.id
      union all
      select sp.resource || '.' || action, 'special_' || sp.effect, null, null, sp.object_id
      from special_permissions sp cross join unnest(sp.actions) as action where sp.user_id = u.id
    ) s
    where u.user_type = 'admin'
      and (${of.userId ?? null}::text is null or u.id = ${of.userId ?? null})
      and (${of.permission ?? null}::text is null or s.permission = ${of.permission ?? null})
    order by user_name, user_id, permission, kind`.execute(db)
  return rows
}
