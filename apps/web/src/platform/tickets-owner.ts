/** Where this browser keeps tickets (`kept-tickets.ts`). */
export const ticketsKey = 'tickets'

/** Every page asks for what follows, so no schema is needed for it. */
function stored(): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(localStorage.getItem(ticketsKey) ?? 'null') }
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nothing is kept.
    return {}
  }
}

/** Returns the account whose tickets are on this phone. */
export function ticketsOwner(): string | undefined {
  const { owner } = stored()
  return typeof owner === 'string' ? owner : undefined
}

/** Returns whether there are tickets on this phone, perhaps of events that are over. */
export function hasTickets(): boolean {
  const { tickets } = stored()
  return Array.isArray(tickets) && tickets.length > 0
}
