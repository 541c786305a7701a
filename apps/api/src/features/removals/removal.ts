import type { Permission } from '@shiloh/contract/permissions'
import type { WriteContext } from '#platform/context'

/** The act of a route that deletes one record. */
export interface Removal {
  readonly permission: Permission
  readonly remove: (work: WriteContext, id: string) => Promise<unknown>
}
