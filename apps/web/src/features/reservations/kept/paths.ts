/** The page with the tickets that are kept on this phone. It opens without a network. */
export const TICKETS_PATH = '/reservations/tickets'
/** The pages of a member that a worker answers without a network. Public pages never pass through one. */
export const TICKET_SCOPES = ['/home', '/reservations'] as const
