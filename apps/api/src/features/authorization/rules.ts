import { type Authorization, type Grant, isAllowed, isPermission, RESOURCES } from '@shiloh/contract/permissions'

/** The account that wants to grant permissions. */
export interface Granter {
  readonly isOwner: boolean
  readonly authorization: Authorization
}

const allActions = new Set<string>(Object.values(RESOURCES).flat())

export const isBuiltinResource = (name: string): boolean => Object.hasOwn(RESOURCES, name)
export const isBuiltinAction = (name: string): boolean => allActions.has(name)

/**
 * Returns whether the granter has `resource.action`. Only owners can grant permissions that the product does not check.
 */
export const holds = (granter: Granter, permission: string, objectId?: string): boolean => {
  if (granter.isOwner) return true
  return isPermission(permission) && isAllowed(granter.authorization, permission, objectId)
}

/** Returns the permissions that the granter lacks and so cannot grant. */
export const beyond = (granter: Granter, permissions: readonly string[]): string[] =>
  permissions.filter((permission) => !holds(granter, permission))

const key = (grant: Grant) => `${grant.resource}\n${grant._id ?? ''}`

/** Merges grants into one entry per resource or object, with sorted actions. */
export const tidyGrants = (
  grants: readonly { resource: string; actions: readonly string[]; _id?: string | null | undefined }[],
): Grant[] => {
  const byKey = new Map<string, Grant>()
  for (const { resource, actions, _id } of grants) {
    const grant: Grant = { resource, actions, ...(_id ? { _id } : {}) }
    const known = byKey.get(key(grant))
    byKey.set(key(grant), { ...grant, actions: [...new Set([...(known?.actions ?? []), ...actions])].sort() })
  }
  return [...byKey.values()]
}

/**
 * Returns every `resource.action` (of one object, where the grant names one) that is in `after` but not in `before`.
 */
export const addedGrants = (
  before: readonly Grant[],
  after: readonly Grant[],
): { permission: string; objectId: string | undefined }[] => {
  const had = new Set(before.flatMap((grant) => grant.actions.map((action) => `${key(grant)}\n${action}`)))
  return after.flatMap((grant) =>
    grant.actions
      .filter((action) => !had.has(`${key(grant)}\n${action}`))
      .map((action) => ({ permission: `${grant.resource}.${action}`, objectId: grant._id })),
  )
}

export const added = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((one) => !before.includes(one))

export const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  added(before, after).length === 0 && added(after, before).length === 0
