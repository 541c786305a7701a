/** Where this browser keeps tickets (`kept-tickets.ts`). */
export const ticketsKey = 'tickets'

/** Returns the account whose tickets are on this phone. Every page asks, so no schema is needed for it. */
export function ticketsOwner(): string | undefined {
  try {
    const { owner }: Readonly<Record<string, unknown>> = { ...JSON.parse(localStorage.getItem(ticketsKey) ?? 'null') }
    return typeof owner === 'string' ? owner : undefined
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nothing is kept.
    return undefined
  }
}
