/** The page with the tickets that are kept on this phone. It opens without a network. */
export const TICKETS_PATH = '/reservations/tickets'
/** The pages that a worker answers without a network, on a phone with a ticket. */
export const TICKET_SCOPES = ['/home', '/reservations', '/events'] as const

const OF_ONE = /^\/reservations\/([0-9a-f]{24})(?:\/|$)/
/** Returns the reservation that an address is about. Undefined: none, or more than one. */
export const reservationIn = (path: string): string | undefined => OF_ONE.exec(path)?.[1]

const isScoped = (path: string): boolean =>
  TICKET_SCOPES.some((scope) => path === scope || path.startsWith(`${scope}/`) || path.startsWith(`${scope}?`))

/**
 * Returns the address of the tickets for a page that could not be loaded: of its reservation, or of all. The page is kept
 * once: its address names what was wanted in the query, and the reservation in the hash.
 */
export const ticketPath = (wanted: { readonly pathname: string; readonly search: string }): string => {
  const id = reservationIn(wanted.pathname)
  const query = new URLSearchParams({ wanted: wanted.pathname + wanted.search })
  return `${TICKETS_PATH}?${query}${id === undefined ? '' : `#${id}`}`
}

/** Returns the page that could not be loaded, as `ticketPath` wrote it. Undefined: it is none that a worker answers. */
export const wantedPage = (wanted: string | undefined): string | undefined =>
  wanted !== undefined && isScoped(wanted) && !wanted.startsWith(TICKETS_PATH) ? wanted : undefined
