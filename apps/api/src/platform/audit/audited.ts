import type { Resource } from '@shiloh/contract/permissions'
import type { WriteContext } from '../context.ts'

interface Identified {
  readonly _id: string
}

/** Adds the making of an object to the audit trail, and answers it. */
export const created = <T extends Identified>(ctx: WriteContext, resource: Resource, after: T): T => {
  ctx.audit({ action: 'create', resource, objectId: after._id, after })
  return after
}

/** Adds a change to the audit trail, as it was and as it is, and answers what it is. */
export const changed = <T extends Identified>(
  ctx: WriteContext,
  resource: Resource,
  before: T,
  after: T,
  action = 'update',
): T => {
  ctx.audit({ action, resource, objectId: after._id, before, after })
  return after
}

/** Adds a deletion to the audit trail, with what was there. */
export const removed = (ctx: WriteContext, resource: Resource, before: Identified): Record<never, never> => {
  ctx.audit({ action: 'delete', resource, objectId: before._id, before })
  return {}
}
