/** The page with the tickets that are kept on this phone. It opens without a network. */
export const TICKETS_PATH = '/reservations/tickets'
/** The pages of a member that a worker answers without a network. Public pages never pass through one. */
export const TICKET_SCOPES = ['/home', '/reservations'] as const

const OF_ONE = /^\/reservations\/([0-9a-f]{24})(?:\/|$)/
/** Returns the reservation that an address is about. Undefined: none, or more than one. */
export const reservationIn = (path: string): string | undefined => OF_ONE.exec(path)?.[1]

/** Returns the address of the ticket of one reservation, or of all. The page is kept once, so the id is in its hash. */
export const ticketPath = (id: string | undefined): string =>
  id === undefined ? TICKETS_PATH : `${TICKETS_PATH}#${id}`
