import type { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'

/** One reason why somebody may do something, or may not. */
export type Source = DataOf<typeof authorizationRoutes.listHolders>[number]['sources'][number]

/** Whether somebody may, and what it comes from. */
export interface Answer {
  readonly allowed: boolean
  /** What decides. */
  readonly because: readonly Source[]
  /** What would allow it, were it not denied. */
  readonly overruled: readonly Source[]
  /** Exceptions for single objects, when the question is about all of them. */
  readonly except: readonly Source[]
}

/**
 * Weighs the reasons as the server does: deny beats allow beats grant, and what is said of one object counts for that
 * one only.
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
    // An exception that changes nothing is none: allowed on one where all are, denied on one where none is.
    except: objectId
      ? []
      : sources.filter(
          ({ kind, object_id }) => object_id !== null && (allowed ? kind === 'special_deny' : kind === 'special_allow'),
        ),
  }
}
