import { type Authorization, type Grant, isAllowed, isPermission, RESOURCES } from '@shiloh/contract/permissions'

/** Who wants to grant something. */
export interface Granter {
  readonly isOwner: boolean
  readonly authorization: Authorization
}

const allActions = new Set<string>(Object.values(RESOURCES).flat())

export const isBuiltinResource = (name: string): boolean => Object.hasOwn(RESOURCES, name)
export const isBuiltinAction = (name: string): boolean => allActions.has(name)

/** Whether somebody holds `resource.action`; permissions the product does not ask for are the owners' to give. */
export const holds = (granter: Granter, permission: string, objectId?: string): boolean => {
  if (granter.isOwner) return true
  return isPermission(permission) && isAllowed(granter.authorization, permission, objectId)
}

/** What of this the granter does not have, and so cannot give. */
export const beyond = (granter: Granter, permissions: readonly string[]): string[] =>
  permissions.filter((permission) => !holds(granter, permission))

const key = (grant: Grant) => `${grant.resource}\n${grant._id ?? ''}`

/** One entry a resource or object, its actions together and in order. */
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

/** Every `resource.action` (of one object, where the grant names one) that stands in `after` and not in `before`. */
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
