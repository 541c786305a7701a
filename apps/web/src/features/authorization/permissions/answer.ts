import type { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'

/** One reason why somebody has a permission, or does not. */
export type Source = DataOf<typeof authorizationRoutes.listHolders>[number]['sources'][number]

/** Whether somebody has a permission, and the sources. */
export interface Answer {
  readonly allowed: boolean
  /** The sources that decide. */
  readonly because: readonly Source[]
  /** The sources that would allow it without the denial. */
  readonly overruled: readonly Source[]
  /** Exceptions for single objects, if the question is about all of them. */
  readonly except: readonly Source[]
}

/**
 * Combines the sources as the server does: deny beats allow, allow beats grant, and a source for one object applies
 * only to that one.
 */
export function answerOf(sources: readonly Source[], objectId?: string): Answer {
  const counts = ({ object_id }: Source) => object_id === null || object_id === objectId
  const denied = sources.filter((source) => source.kind === 'special_deny' && counts(source))
  const allowing = sources.filter((source) => source.kind !== 'special_deny' && counts(source))
  const allowed = denied.length === 0 && allowing.length > 0
  return {
    allowed,
    because: allowed ? allowing : denied,
    overruled: denied.length > 0 ? allowing : [],
    // Leaves out exceptions without effect: allowed on one object if all are allowed, denied on one if none is allowed.
    except: objectId
      ? []
      : sources.filter(
          ({ kind, object_id }) => object_id !== null && (allowed ? kind === 'special_deny' : kind === 'special_allow'),
        ),
  }
}
