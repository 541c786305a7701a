import type { Route } from '@shiloh/contract/core'
import { type Authorization, deniedIds, isAllowed, type Permission } from '@shiloh/contract/permissions'
import { AppError } from '../errors.ts'

/**
 * The objects that are individually denied to a caller. They are attached to the parsed query of a route, so that every
 * list and export made from the query excludes them, also from its counts. Handlers need no code for it.
 */
export interface Hidden {
  /** Objects of the resource in the route's permission. */
  readonly own: readonly string[]
  readonly payments: readonly string[]
  readonly reservations: readonly string[]
  readonly events: readonly string[]
  readonly centers: readonly string[]
  /** Accounts of every kind. */
  readonly people: readonly string[]
}

const HIDDEN = Symbol('hidden')

/**
 * Returns the objects that are hidden from the caller, or undefined if no single object is denied, as is almost always
 * the case.
 *
 * @param permission the route's permission. If absent, any administrator can call the route
 */
export const hiddenFrom = (authorization: Authorization | undefined, permission?: Permission): Hidden | undefined =>
  authorization?.special_deny.some(({ _id }) => _id !== undefined)
    ? {
        own: permission ? deniedIds(authorization, permission) : [],
        payments: deniedIds(authorization, 'payments.read'),
        reservations: deniedIds(authorization, 'reservations.read'),
        events: deniedIds(authorization, 'events.read'),
        centers: deniedIds(authorization, 'event_centers.read'),
        people: (['users.read', 'admin_users.read', 'checkin_users.read'] as const).flatMap((permission) =>
          deniedIds(authorization, permission),
        ),
      }
    : undefined

/** Attaches hidden objects to a parsed query. */
export const hideIn = (query: unknown, hidden: Hidden | undefined): unknown =>
  hidden && typeof query === 'object' && query !== null ? Object.assign(query, { [HIDDEN]: hidden }) : query

const isHidden = (value: unknown): value is Hidden => typeof value === 'object' && value !== null && 'own' in value

/** Returns the hidden objects of a query, if any. */
export const hiddenOf = (query: object): Hidden | undefined => {
  const hidden: unknown = Reflect.get(query, HIDDEN)
  return isHidden(hidden) ? hidden : undefined
}

const SEARCHER = Symbol('searcher')

/** What somebody may do who may not read people. A visitor may do nothing. */
interface Searcher {
  readonly may: (permission: Permission) => boolean
}
const isSearcher = (value: unknown): value is Searcher => typeof value === 'object' && value !== null && 'may' in value

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Returns the filters with a search in an input, at any depth. */
const searchesIn = (input: unknown): object[] => {
  if (typeof input !== 'object' || input === null) return []
  if (Array.isArray(input)) return input.flatMap(searchesIn)
  if (!isPlain(input)) return []
  return [...('search' in input ? [input] : []), ...Object.values(input).flatMap(searchesIn)]
}

/**
 * Marks a parsed query or body, with every filter in it, of somebody who may not read people (`users.read`): its searches find a
 * person by their name, and by a phone number, an e-mail address or a staff number only when it is whole. Otherwise each further
 * digit would be told by whether the list still has rows.
 */
export const searchAs = (input: unknown, authorization: Authorization | undefined): unknown => {
  const may = (permission: Permission) => authorization !== undefined && isAllowed(authorization, permission)
  if (!may('users.read'))
    for (const query of searchesIn(input)) Object.assign(query, { [SEARCHER]: { may } satisfies Searcher })
  return input
}

const searcherOf = (query: object): Searcher | undefined => {
  const searcher: unknown = Reflect.get(query, SEARCHER)
  return isSearcher(searcher) ? searcher : undefined
}

/** Returns whether the searches of a query find people by names and whole contacts only. */
export const findsNamesOnly = (query: object): boolean => searcherOf(query) !== undefined

/**
 * Returns the query for the search of a list that shows contacts itself: somebody who may have the list with one of these permissions
 * searches everything, and somebody who may only act on its rows does not.
 */
export const searchShown = (query: object, permissions: readonly Permission[]): object =>
  permissions.some((permission) => searcherOf(query)?.may(permission)) ? {} : query

/** Returns the hidden ids of the route's own resource. */
export const hiddenIn = (query: object): readonly string[] => hiddenOf(query)?.own ?? []

/** Refuses a question about an event that is denied to the sender of this query, as the event's own page does. @throws forbidden */
export const refuseHiddenEvent = (query: object, eventId: string | undefined): void => {
  if (eventId !== undefined && hiddenOf(query)?.events.includes(eventId)) throw new AppError('forbidden')
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, '_id') : undefined)

/** Removes hidden rows: the last safeguard, for short lists that are not made by a query. */
export const withoutHidden = (answer: unknown, hidden: Hidden | undefined): unknown => {
  if (!hidden || hidden.own.length === 0 || !Array.isArray(answer)) return answer
  const ids = new Set<unknown>(hidden.own)
  return answer.filter((row) => !ids.has(idOf(row)))
}

/** The kind of object that an id of a call names. A ticket is the text of a QR code, a question one of support. */
export type NamedKind =
  | 'payment'
  | 'refund'
  | 'reservation'
  | 'ticket'
  | 'event'
  | 'center'
  | 'block'
  | 'room'
  | 'person'
  | 'question'
  | 'task'
  | 'waiting'
export interface Named {
  readonly kind: NamedKind
  readonly id: string
}

/** Path prefixes whose ids name another resource than their routes' permission. */
const FOLDERS: Readonly<Record<string, NamedKind>> = {
  '/admin/reservations': 'reservation',
  '/admin/payments': 'payment',
  '/admin/refunds': 'refund',
  '/admin/events': 'event',
  '/admin/event-centers': 'center',
  '/admin/event-blocks': 'block',
  '/admin/event-rooms': 'room',
  '/admin/check-in': 'event',
  '/admin/users': 'person',
  '/admin/auth/support-tickets': 'question',
  '/admin/tasks-and-planning': 'task',
  '/admin/waiting-list': 'waiting',
}
/** Fields whose ids have the same meaning in every path and body. */
const FIELDS: Readonly<Record<string, NamedKind>> = {
  payment_id: 'payment',
  reservation_id: 'reservation',
  event_id: 'event',
  event_center_id: 'center',
  event_block_id: 'block',
  user_id: 'person',
  // Only of support: what is scanned at a gate is a code.
  ticket_id: 'question',
}

const kindOf = ({ path }: Route, name: string): NamedKind | undefined => {
  if (name !== 'id') return FIELDS[name]
  if (path.endsWith('/scanned-check-in')) return 'ticket'
  return FOLDERS[path.slice(0, path.indexOf('/{id}'))]
}

const named = (of: unknown, kind: (name: string) => NamedKind | undefined): Named[] =>
  Object.entries(Object(of)).flatMap(([name, id]) => {
    const what = kind(name)
    return what && typeof id === 'string' ? [{ kind: what, id }] : []
  })

/** Returns the objects in the path of a call that can be hidden. */
export const namedByAddress = (route: Route, params: unknown): Named[] => named(params, (name) => kindOf(route, name))

/** Returns the objects that a body or a record names in fields of its own. */
export const namedByFields = (values: unknown): Named[] => named(values, (name) => FIELDS[name])
