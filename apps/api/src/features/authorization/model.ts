import type { authorizationRoutes } from '@shiloh/contract/authorization'
import { isPermission } from '@shiloh/contract/permissions'
import { type Handlers, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { lockVersion, requireVersion } from '#platform/db/edits.store'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { findAdmin } from './admin-users.store.ts'
import { keepingOwners, refuseBeyond } from './grants.ts'
import * as store from './model.store.ts'
import { added, isBuiltinAction, isBuiltinResource, isSame } from './rules.ts'

interface Stamped {
  readonly id: string
  readonly created_at: Date
  readonly updated_at: Date
}
const stamped = <T extends Stamped>({ id, created_at, updated_at, ...rest }: T) => ({
  _id: id,
  ...rest,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const resourceView = (row: NonNullable<Awaited<ReturnType<typeof store.findResource>>>) => ({
  ...stamped(row),
  builtin: isBuiltinResource(row.name),
})
const actionView = (row: NonNullable<Awaited<ReturnType<typeof store.findAction>>>) => ({
  ...stamped(row),
  builtin: isBuiltinAction(row.name),
})
const permissionView = (row: NonNullable<Awaited<ReturnType<typeof store.findPermission>>>) => {
  const name = `${row.resource}.${row.action}`
  return { ...stamped(row), name, builtin: isPermission(name) }
}
const policyView = (row: NonNullable<Awaited<ReturnType<typeof store.findPolicy>>>) => ({
  ...stamped(row),
  key: store.toKey(row.key),
  roles: store.toKeyedPicks(row.roles),
})
const roleView = (row: NonNullable<Awaited<ReturnType<typeof store.findRole>>>) => ({
  ...stamped(row),
  key: store.toKey(row.key),
  policies: store.toKeyedPicks(row.policies),
})

const resource = async (db: Queryable, id: string) => resourceView(found(await store.findResource(db, id)))
const action = async (db: Queryable, id: string) => actionView(found(await store.findAction(db, id)))
const permission = async (db: Queryable, id: string) => permissionView(found(await store.findPermission(db, id)))
const policy = async (db: Queryable, id: string) => policyView(found(await store.findPolicy(db, id)))
const role = async (db: Queryable, id: string) => roleView(found(await store.findRole(db, id)))

const RESOURCE = 'permissions'

/** Refuses to rename built-in rows, which the code refers to by name. Their descriptions can change. */
const refuseRenaming = (before: { name: string; builtin: boolean }, name: string | undefined): void => {
  if (before.builtin && name !== undefined && name !== before.name)
    throw new AppError('in_use', { fields: [{ field: 'name', code: 'unsupported' }] })
}
const refuseBuiltin = (before: { builtin: boolean }): void => {
  if (before.builtin) throw new AppError('in_use')
}

/** Refuses to change or delete a policy with more permissions than the caller can grant. @throws cannot_grant */
const refuseStrongerPolicy = (ctx: ReadContext, { permissions }: { permissions: readonly string[] }): void =>
  refuseBeyond(ctx, permissions)

/** Refuses the same for a role. Only owners can change the owners' role. @throws cannot_grant */
const refuseStrongerRole = async (ctx: ReadContext, id: string): Promise<void> => {
  const row = found(await store.findRole(ctx.db, id))
  if (row.is_owner && !ctx.caller.isOwner) throw new AppError('cannot_grant')
  refuseBeyond(ctx, row.permissions)
}

/** Refuses the same for a resource or action that a permission beyond the caller's refers to. @throws cannot_grant */
const refuseStrongerThing = async (
  ctx: ReadContext,
  of: { resource_id: string } | { action_id: string },
): Promise<void> => refuseBeyond(ctx, await store.permissionsNamedBy(ctx.db, of))

/** Locks a policy or role if it is still the version that the edit started from. @throws edit_conflict */
const lockedVersion = async (
  ctx: WriteContext,
  table: 'policies' | 'roles',
  objectId: string,
  given: number | undefined,
): Promise<void> =>
  requireVersion(
    ctx.tx,
    { resource: RESOURCE, objectId, version: found(await lockVersion(ctx.tx, table, objectId)) },
    given,
  )

/** Returns whether that changed anything. */
const setPermissions = async (ctx: WriteContext, id: string, ids: readonly string[]): Promise<boolean> => {
  const before = await policy(ctx.tx, id)
  if (isSame(before.permission_ids, ids)) return false
  refuseStrongerPolicy(ctx, before)
  refuseBeyond(ctx, await store.namesOfPermissions(ctx.tx, added(before.permission_ids, ids)))
  await store.setPolicyPermissions(ctx.tx, id, ids)
  return true
}

/** Returns whether that changed anything. */
const setPolicies = async (ctx: WriteContext, id: string, ids: readonly string[]): Promise<boolean> => {
  const before = await role(ctx.tx, id)
  if (isSame(before.policy_ids, ids)) return false
  await refuseStrongerRole(ctx, id)
  for (const policyId of added(before.policy_ids, ids)) {
    const policyRow = await store.findPolicy(ctx.tx, policyId)
    refuseBeyond(ctx, policyRow?.permissions ?? [])
  }
  await store.setRolePolicies(ctx.tx, id, ids)
  return true
}

const schema = async (db: Queryable) => {
  const permissions = await store.allPermissions(db)
  const byResource = Map.groupBy(permissions, (row) => row.resource_id)
  const resources = await store.allResources(db)
  const policies = await store.allPolicies(db)
  const roles = await store.allRoles(db)
  return {
    resources: resources.map(({ id, name, description }) => ({
      _id: id,
      name,
      description,
      actions: (byResource.get(id) ?? []).map((row) => ({
        permission_id: row.id,
        action_id: row.action_id,
        name: row.action,
      })),
    })),
    policies: policies.map(({ id, name, description, key, permission_ids, version }) => ({
      _id: id,
      name,
      description,
      key: store.toKey(key),
      permission_ids,
      version,
    })),
    roles: roles.map(({ id, name, description, key, is_owner, policy_ids, users, version }) => ({
      _id: id,
      name,
      description,
      key: store.toKey(key),
      is_owner,
      policy_ids,
      users,
      version,
    })),
  }
}

const sourceView = ({ kind, role: ofRole, policy: ofPolicy, object_id }: store.PermissionSource) => ({
  kind,
  role: store.toKeyedPick(ofRole),
  policy: store.toKeyedPick(ofPolicy),
  object_id,
})
/** For the whole resource: a denial overrides an allowance, which overrides a role. */
const isAllowedBy = (sources: readonly store.PermissionSource[]): boolean =>
  !sources.some(({ kind, object_id }) => kind === 'special_deny' && object_id === null) &&
  sources.some(({ kind, object_id }) => kind !== 'special_deny' && object_id === null)

type Model = 'Permission' | 'Policy' | 'Resource' | 'ResourceAction' | 'UserRole'
type Names =
  | `${'create' | 'get' | 'update' | 'remove'}${Model}`
  | 'listPermissions'
  | 'listPolicies'
  | 'exportPolicies'
  | 'listResources'
  | 'listResourceActions'
  | 'listUserRoles'
  | 'exportUserRoles'
  | 'readPermissionSchema'
  | 'updatePermissionSchema'
  | 'listHolders'
  | 'explainAdminUser'

export const modelHandlers: Pick<Handlers<typeof authorizationRoutes>, Names> = {
  listResources: reads(async (ctx, { query }) => {
    const { items, total } = await store.listResources(ctx.db, query)
    return { items: items.map(resourceView), total }
  }),
  createResource: writes(async (ctx, { body }) => {
    const { id } = await store.insertThing(ctx.tx, ctx.now, 'resources', body)
    return created(ctx, RESOURCE, await resource(ctx.tx, id))
  }),
  getResource: reads((ctx, { params }) => resource(ctx.db, params.id)),
  updateResource: writes(async (ctx, { params, body }) => {
    const before = await resource(ctx.tx, params.id)
    refuseRenaming(before, body.name)
    await refuseStrongerThing(ctx, { resource_id: params.id })
    await store.updateThing(ctx.tx, ctx.now, 'resources', params.id, body)
    return changed(ctx, RESOURCE, before, await resource(ctx.tx, params.id))
  }),
  removeResource: writes(async (ctx, { params }) => {
    const before = await resource(ctx.tx, params.id)
    refuseBuiltin(before)
    await refuseStrongerThing(ctx, { resource_id: params.id })
    await store.removeModelRow(ctx.tx, 'resources', params.id)
    return removed(ctx, RESOURCE, before)
  }),

  listResourceActions: reads(async (ctx, { query }) => {
    const { items, total } = await store.listActions(ctx.db, query)
    return { items: items.map(actionView), total }
  }),
  createResourceAction: writes(async (ctx, { body }) => {
    const { id } = await store.insertThing(ctx.tx, ctx.now, 'resource_actions', body)
    return created(ctx, RESOURCE, await action(ctx.tx, id))
  }),
  getResourceAction: reads((ctx, { params }) => action(ctx.db, params.id)),
  updateResourceAction: writes(async (ctx, { params, body }) => {
    const before = await action(ctx.tx, params.id)
    refuseRenaming(before, body.name)
    await refuseStrongerThing(ctx, { action_id: params.id })
    await store.updateThing(ctx.tx, ctx.now, 'resource_actions', params.id, body)
    return changed(ctx, RESOURCE, before, await action(ctx.tx, params.id))
  }),
  removeResourceAction: writes(async (ctx, { params }) => {
    const before = await action(ctx.tx, params.id)
    refuseBuiltin(before)
    await refuseStrongerThing(ctx, { action_id: params.id })
    await store.removeModelRow(ctx.tx, 'resource_actions', params.id)
    return removed(ctx, RESOURCE, before)
  }),

  listPermissions: reads(async (ctx, { query }) => {
    const { items, total } = await store.listPermissions(ctx.db, query)
    return { items: items.map(permissionView), total }
  }),
  createPermission: writes(async (ctx, { body }) => {
    const { id } = await store.insertPermission(ctx.tx, ctx.now, { ...body, description: body.description ?? '' })
    return created(ctx, RESOURCE, await permission(ctx.tx, id))
  }),
  getPermission: reads((ctx, { params }) => permission(ctx.db, params.id)),
  updatePermission: writes(async (ctx, { params, body }) => {
    const before = await permission(ctx.tx, params.id)
    refuseBeyond(ctx, [before.name])
    if (body.description !== undefined) await store.updatePermission(ctx.tx, ctx.now, params.id, body.description)
    return changed(ctx, RESOURCE, before, await permission(ctx.tx, params.id))
  }),
  removePermission: writes(async (ctx, { params }) => {
    const before = await permission(ctx.tx, params.id)
    refuseBuiltin(before)
    refuseBeyond(ctx, [before.name])
    await store.removeModelRow(ctx.tx, 'permissions', params.id)
    return removed(ctx, RESOURCE, before)
  }),

  listPolicies: reads(async (ctx, { query }) => {
    const { items, total } = await store.listPolicies(ctx.db, query)
    return { items: items.map(policyView), total }
  }),
  exportPolicies: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'policies',
      columns: {
        name: (row) => row.name,
        description: (row) => row.description,
        permissions: (row) => row.permissions.join(', '),
        roles: (row) => row.roles.map(({ name }) => name).join(', '),
        created_at: (row) => new Date(row.created_at),
        updated_at: (row) => new Date(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listPolicies(ctx.db, { ...query, ...page })),
        policyView,
      ),
    }),
  ),
  createPolicy: writes(async (ctx, { body }) => {
    const { id } = await store.insertPolicy(ctx.tx, ctx.now, body)
    await setPermissions(ctx, id, body.permission_ids)
    return created(ctx, RESOURCE, await policy(ctx.tx, id))
  }),
  getPolicy: reads((ctx, { params }) => policy(ctx.db, params.id)),
  updatePolicy: writes(async (ctx, { params, body }) =>
    keepingOwners(ctx, async () => {
      await lockedVersion(ctx, 'policies', params.id, body.version)
      const before = await policy(ctx.tx, params.id)
      refuseStrongerPolicy(ctx, before)
      const { permission_ids, version: _, ...patch } = body
      await store.updatePolicy(ctx.tx, ctx.now, params.id, patch)
      if (permission_ids) await setPermissions(ctx, params.id, permission_ids)
      return changed(ctx, RESOURCE, before, await policy(ctx.tx, params.id))
    }),
  ),
  removePolicy: writes(async (ctx, { params }) => {
    const before = await policy(ctx.tx, params.id)
    refuseStrongerPolicy(ctx, before)
    await store.removeModelRow(ctx.tx, 'policies', params.id)
    return removed(ctx, RESOURCE, before)
  }),

  listUserRoles: reads(async (ctx, { query }) => {
    const { items, total } = await store.listRoles(ctx.db, query)
    return { items: items.map(roleView), total }
  }),
  exportUserRoles: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'roles',
      columns: {
        name: (row) => row.name,
        description: (row) => row.description,
        policies: (row) => row.policies.map(({ name }) => name).join(', '),
        permissions: (row) => row.permissions.join(', '),
        users: (row) => row.users,
        created_at: (row) => new Date(row.created_at),
        updated_at: (row) => new Date(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listRoles(ctx.db, { ...query, ...page })),
        roleView,
      ),
    }),
  ),
  createUserRole: writes(async (ctx, { body }) => {
    const { id } = await store.insertRole(ctx.tx, ctx.now, body)
    await setPolicies(ctx, id, body.policy_ids)
    return created(ctx, RESOURCE, await role(ctx.tx, id))
  }),
  getUserRole: reads((ctx, { params }) => role(ctx.db, params.id)),
  updateUserRole: writes(async (ctx, { params, body }) =>
    keepingOwners(ctx, async () => {
      await lockedVersion(ctx, 'roles', params.id, body.version)
      const before = await role(ctx.tx, params.id)
      await refuseStrongerRole(ctx, params.id)
      const { policy_ids, version: _, ...patch } = body
      await store.updateRole(ctx.tx, ctx.now, params.id, patch)
      if (policy_ids) await setPolicies(ctx, params.id, policy_ids)
      return changed(ctx, RESOURCE, before, await role(ctx.tx, params.id))
    }),
  ),
  removeUserRole: writes(async (ctx, { params }) => {
    const before = await role(ctx.tx, params.id)
    if (before.is_owner) throw new AppError('last_owner')
    await refuseStrongerRole(ctx, params.id)
    await store.removeModelRow(ctx.tx, 'roles', params.id)
    return removed(ctx, RESOURCE, before)
  }),

  readPermissionSchema: reads((ctx) => schema(ctx.db)),
  updatePermissionSchema: writes(async (ctx, { body }) =>
    keepingOwners(ctx, async () => {
      const before = await schema(ctx.tx)
      for (const { _id, permission_ids, version } of body.policies) {
        await lockedVersion(ctx, 'policies', _id, version)
        if (await setPermissions(ctx, _id, permission_ids)) await store.updatePolicy(ctx.tx, ctx.now, _id, {})
      }
      for (const { _id, policy_ids, version } of body.roles) {
        await lockedVersion(ctx, 'roles', _id, version)
        if (await setPolicies(ctx, _id, policy_ids)) await store.updateRole(ctx.tx, ctx.now, _id, {})
      }
      const after = await schema(ctx.tx)
      const touched = <T extends { _id: string }>(list: readonly T[], ids: readonly { _id: string }[]) =>
        list.filter(({ _id }) => ids.some((one) => one._id === _id))
      ctx.audit({
        action: 'update_schema',
        resource: RESOURCE,
        before: { policies: touched(before.policies, body.policies), roles: touched(before.roles, body.roles) },
        after: { policies: touched(after.policies, body.policies), roles: touched(after.roles, body.roles) },
      })
      return after
    }),
  ),
  listHolders: reads(async (ctx, { query }) => {
    const sources = await store.permissionSources(ctx.db, { permission: query.permission })
    return [...Map.groupBy(sources, ({ user_id }) => user_id).values()].flatMap((own) => {
      const [first] = own
      if (!first) return []
      const user = { _id: first.user_id, name: first.user_name }
      return [{ user, allowed: isAllowedBy(own), sources: own.map(sourceView) }]
    })
  }),
  explainAdminUser: reads(async (ctx, { params }) => {
    found(await findAdmin(ctx.db, params.id))
    const sources = await store.permissionSources(ctx.db, { userId: params.id })
    return [...Map.groupBy(sources, (one) => one.permission)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => ({ permission: name, allowed: isAllowedBy(own), sources: own.map(sourceView) }))
  }),
}
