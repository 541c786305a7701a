import { REOPEN_DAYS, type TicketStatus } from '@shiloh/contract/support'

const DAY_MS = 86_400_000

/**
 * Returns whether the owner can write in their ticket. A reply reopens a ticket that was closed recently. Afterwards a
 * new ticket is needed, because nobody at the desk remembers the old one.
 */
export const canReply = (ticket: { readonly status: TicketStatus; readonly closed_at: Date | null }, now: Date) => {
  switch (ticket.status) {
    case 'open':
    case 'pending':
      return true
    case 'completed':
      return ticket.closed_at === null || now.getTime() - ticket.closed_at.getTime() < REOPEN_DAYS * DAY_MS
    case 'archived':
      return false
  }
}
