/** Help and the support desk. */
export { DeskTicketStatus } from './desk/ticket-status.tsx'
export { useCategoryName } from './parts/words.ts'
