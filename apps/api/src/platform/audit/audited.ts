import type { Resource } from '@shiloh/contract/permissions'
import type { Work } from '../jobs/work.ts'

interface Identified {
  readonly _id: string
}

/** Records the creation of an object in the audit trail, and returns the object. */
export const created = <T extends Identified>(ctx: Pick<Work, 'audit'>, resource: Resource, after: T): T => {
  ctx.audit({ action: 'create', resource, objectId: after._id, after })
  return after
}

/** Records a change in the audit trail, with before and after, and returns the new state. */
export const changed = <T extends Identified>(
  ctx: Pick<Work, 'audit'>,
  resource: Resource,
  before: T,
  after: T,
  action = 'update',
): T => {
  ctx.audit({ action, resource, objectId: after._id, before, after })
  return after
}

/** Records a deletion in the audit trail, with the former state. */
export const removed = (ctx: Pick<Work, 'audit'>, resource: Resource, before: Identified): Record<never, never> => {
  ctx.audit({ action: 'delete', resource, objectId: before._id, before })
  return {}
}
