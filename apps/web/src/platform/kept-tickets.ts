import { z } from 'zod'
import { ticketsKey } from './tickets-owner.ts'

const keptTicket = z.object({
  /** The reservation's id. */
  _id: z.string(),
  code: z.string(),
  event: z.object({
    name: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    time_zone: z.string(),
    place: z.string(),
  }),
  persons: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      /** What the code at the gate says. */
      url: z.string(),
      /** The published room with its bed, such as `A-104 B`. Null: none is known. */
      room: z.string().nullable(),
    }),
  ),
  /** When it was seen last, as an ISO instant. */
  seen_at: z.string(),
})
/** A ticket as it was when this phone saw it last. */
export type KeptTicket = z.infer<typeof keptTicket>

/** All tickets on a phone are of one account: the next one must not find those of somebody else. */
const keptTickets = z.object({ owner: z.string(), tickets: z.array(keptTicket) })
type KeptTickets = z.infer<typeof keptTickets>

/** A ticket stays for a day after the end of its event. Milliseconds. */
const AFTERWARDS_MS = 86_400_000

function read(): KeptTickets | undefined {
  try {
    const kept = keptTickets.safeParse(JSON.parse(localStorage.getItem(ticketsKey) ?? 'null'))
    return kept.success ? kept.data : undefined
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
