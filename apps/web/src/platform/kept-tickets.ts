import { ticketsKey } from './tickets-owner.ts'

interface KeptPerson {
  readonly _id: string
  readonly name: string
  /** What the code at the gate says. */
  readonly url: string
  /** The published room with its bed, such as `A-104 B`. Null: none is known. */
  readonly room: string | null
}

/** A ticket as it was when this phone saw it last. */
export interface KeptTicket {
  /** The reservation's id. */
  readonly _id: string
  readonly code: string
  readonly event: {
    readonly name: string
    readonly starts_at: string
    readonly ends_at: string
    readonly time_zone: string
    readonly place: string
  }
  readonly persons: readonly KeptPerson[]
  /** When it was seen last, as an ISO instant. */
  readonly seen_at: string
}

/** All tickets on a phone are of one account: the next one must not find those of somebody else. */
interface KeptTickets {
  readonly owner: string
  readonly tickets: readonly KeptTicket[]
}

// The home keeps the ticket that it shows, and loads no schemas: what is stored is checked by hand.

/** Returns whether a stored value has texts by these names. */
const hasTexts = (value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

const isPerson = (value: unknown): value is KeptPerson =>
  hasTexts(value, ['_id', 'name', 'url']) && (value['room'] === null || typeof value['room'] === 'string')

const isTicket = (value: unknown): value is KeptTicket =>
  hasTexts(value, ['_id', 'code', 'seen_at']) &&
  hasTexts(value['event'], ['name', 'starts_at', 'ends_at', 'time_zone', 'place']) &&
  Array.isArray(value['persons']) &&
  value['persons'].every(isPerson)

const isKept = (value: unknown): value is KeptTickets =>
  hasTexts(value, ['owner']) && Array.isArray(value['tickets']) && value['tickets'].every(isTicket)

/** A ticket stays for a day after the end of its event. Milliseconds. */
const AFTERWARDS_MS = 86_400_000

function read(): KeptTickets | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ticketsKey) ?? 'null')
    return isKept(kept) ? kept : undefined
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nothing is kept.
    return undefined
  }
}

/** Returns false if this browser keeps nothing. */
function write(kept: KeptTickets): boolean {
  try {
    localStorage.setItem(ticketsKey, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** Returns the tickets on this phone, the next event first. Those of events that are over are removed. */
export function readTickets(now: number): readonly KeptTicket[] {
  const kept = read()
  if (!kept) return []
  const tickets = kept.tickets.filter(({ event }) => Date.parse(event.ends_at) + AFTERWARDS_MS > now)
  if (tickets.length < kept.tickets.length) write({ ...kept, tickets })
  return tickets.toSorted((a, b) => a.event.starts_at.localeCompare(b.event.starts_at))
}

/** Keeps a ticket of an account, in place of what was known of it. Returns false if this browser keeps nothing. */
export function keepTicket(owner: string, ticket: KeptTicket): boolean {
  const kept = read()
  const others = kept?.owner === owner ? kept.tickets.filter(({ _id }) => _id !== ticket._id) : []
  return write({ owner, tickets: [...others, ticket] })
}

/**
 * Notes whose tickets this phone would keep, before there is one: it is left with the account, like tickets.
 * @returns false if this browser keeps nothing
 */
export const claimTickets = (owner: string): boolean => read()?.owner === owner || write({ owner, tickets: [] })

/** Removes a ticket that is not valid any more. */
export function dropTicket(id: string): void {
  const kept = read()
  if (kept?.tickets.some(({ _id }) => _id === id))
    write({ ...kept, tickets: kept.tickets.filter(({ _id }) => _id !== id) })
}

/** Removes all tickets: somebody signed out, or somebody else signed in. */
export function forgetTickets(): void {
  try {
    localStorage.removeItem(ticketsKey)
  } catch {
    // Then nothing was kept.
  }
}
