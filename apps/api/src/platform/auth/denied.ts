import type { Route } from '@shiloh/contract/core'
import { type Authorization, deniedIds, type Permission } from '@shiloh/contract/permissions'

/**
 * Objects that a caller is denied one by one. They are put on the parsed query of a route, so that every list and export that is made
 * from the query leaves them out, and counts without them; no handler has to think of it.
 */
export interface Hidden {
  /** Of the resource that a route's permission names. */
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
 * What somebody must not see; undefined where no single object is denied to them, as nearly always.
 *
 * @param permission what a route asks for; absent: any administrator may call it
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

/** Puts it on a parsed query. */
export const hideIn = (query: unknown, hidden: Hidden | undefined): unknown =>
  hidden && typeof query === 'object' && query !== null ? Object.assign(query, { [HIDDEN]: hidden }) : query

const isHidden = (value: unknown): value is Hidden => typeof value === 'object' && value !== null && 'own' in value

/** What must not show in what this query asks for, if anything. */
export const hiddenOf = (query: object): Hidden | undefined => {
  const hidden: unknown = Reflect.get(query, HIDDEN)
  return isHidden(hidden) ? hidden : undefined
}

/** The ids of the route's own resource that must not show in what this query asks for. */
export const hiddenIn = (query: object): readonly string[] => hiddenOf(query)?.own ?? []

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, '_id') : undefined)

/** Rows without the hidden ones: the last guard, for short lists that no query made. */
export const withoutHidden = (answer: unknown, hidden: Hidden | undefined): unknown => {
  if (!hidden || hidden.own.length === 0 || !Array.isArray(answer)) return answer
  const ids = new Set<unknown>(hidden.own)
  return answer.filter((row) => !ids.has(idOf(row)))
}

/** What an id of a call names: a ticket is the text of a QR code, a question one of support. */
type NamedKind = 'payment' | 'refund' | 'reservation' | 'ticket' | 'event' | 'center' | 'person' | 'question'
export interface Named {
  readonly kind: NamedKind
  readonly id: string
}

/** Folders of addresses whose ids name another resource than the permission of a route in them. */
const FOLDERS: Readonly<Record<string, NamedKind>> = {
  '/admin/reservations': 'reservation',
  '/admin/payments': 'payment',
  '/admin/refunds': 'refund',
  '/admin/events': 'event',
  '/admin/event-centers': 'center',
  '/admin/check-in': 'event',
  '/admin/users': 'person',
  '/admin/auth/support-tickets': 'question',
}
/** Ids that name the same wherever they stand, in an address or in a body. */
const FIELDS: Readonly<Record<string, NamedKind>> = {
  payment_id: 'payment',
  reservation_id: 'reservation',
  event_id: 'event',
  user_id: 'person',
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

/** What the address of a call names, as far as it can be hidden. */
export const namedByAddress = (route: Route, params: unknown): Named[] => named(params, (name) => kindOf(route, name))

/** What a body or a record names in fields of its own. */
export const namedByFields = (values: unknown): Named[] => named(values, (name) => FIELDS[name])
