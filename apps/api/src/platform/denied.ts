import type { Route } from '@shiloh/contract/core'
import { type Authorization, deniedIds } from '@shiloh/contract/permissions'

/**
 * Objects that a caller is denied one by one. They are put on the parsed query of a route, so that every list and export that is made
 * from the query leaves them out, and counts without them; no handler has to think of it.
 */
const DENIED = Symbol('denied')

/** What the caller is denied of this route's resource; of routes without a permission, nothing. */
export const deniedOn = (route: Route, authorization: Authorization | undefined): readonly string[] =>
  route.access.kind === 'can' && authorization ? deniedIds(authorization, route.access.permission) : []

/** Puts them on a parsed query. */
export const hideIn = (query: unknown, ids: readonly string[]): unknown =>
  ids.length > 0 && typeof query === 'object' && query !== null ? Object.assign(query, { [DENIED]: ids }) : query

/** The ids that must not show in what this query asks for. */
export const hiddenIn = (query: object): readonly string[] => {
  const ids: unknown = Reflect.get(query, DENIED)
  return Array.isArray(ids) ? ids : []
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, '_id') : undefined)

/** Rows without the hidden ones: the last guard, for short lists that no query made. */
export const withoutHidden = (answer: unknown, ids: readonly string[]): unknown => {
  if (ids.length === 0 || !Array.isArray(answer)) return answer
  const hidden = new Set<unknown>(ids)
  return answer.filter((row) => !hidden.has(idOf(row)))
}
