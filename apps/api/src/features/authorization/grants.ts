import type { ReadContext, WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import { lockOwnerRole, ownerState } from './model.store.ts'
import { beyond } from './rules.ts'

/** Returns the permissions that somebody lacks and so cannot grant. */
export { beyond as lackingTo } from './rules.ts'

/** @throws cannot_grant with the permissions that the caller lacks */
export const refuseBeyond = (ctx: ReadContext, permissions: readonly string[]): void => {
  refuseAll(beyond(ctx.caller, permissions))
}

/** @throws cannot_grant when a permission is lacking */
export const refuseAll = (lacking: readonly string[]): void => {
  if (lacking.length > 0) throw new AppError('cannot_grant', { data: { permissions: [...new Set(lacking)] } })
}

/** Makes a change, and rolls it back when no owner who can act would be left. @throws last_owner */
export const keepingOwners = async <T>(ctx: WriteContext, change: () => Promise<T>): Promise<T> => {
  await lockOwnerRole(ctx.tx)
  const before = await ownerState(ctx.tx)
  const result = await change()
  const after = await ownerState(ctx.tx)
  const lostOwners = before.owners > 0 && after.owners === 0
  if (lostOwners || after.permissions < before.permissions) throw new AppError('last_owner')
  // Every open page reloads its permissions.
  ctx.publish('staff', 'permissions.changed')
  return result
}
