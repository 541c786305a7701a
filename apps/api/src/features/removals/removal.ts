import type { Permission } from '@shiloh/contract/permissions'
import type { WriteContext } from '#platform/context'

/** The act of a route that deletes one record. */
export interface Removal {
  readonly permission: Permission
  /** The people concerned are told why. */
  readonly hasReason: boolean
  readonly remove: (work: WriteContext, id: string, reason: string | undefined) => Promise<unknown>
}
