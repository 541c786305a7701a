import { supportRoutes } from '@shiloh/contract/support'

/** Routes whose answers an act at the desk makes stale. */
export const stale = [supportRoutes.getTicket, supportRoutes.listTickets] as const
