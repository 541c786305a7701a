import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { supportTemplates } from './mails.ts'

export { changeTicket, ticketValues } from './change.ts'
export { selectTickets } from './store.ts'

/** Support tickets as conversations. */
export const support: Feature = { endpoints, templates: supportTemplates }
