import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/reservations', {
  reservations: 'Reservations',
  all: 'All',
  filter: 'Status',
  status_pending: 'Pending',
  status_active: 'Active',
  status_redeemed: 'Checked in',
  status_cancelled: 'Cancelled',
  status_failed: 'Failed',
  status_archived: 'Archived',
  empty: 'You have no reservations yet',
  empty_hint: 'Choose an event and reserve your place.',
  none_of_state: 'No reservations with this status',
  see_events: 'See events',
  show_all: 'Show all',
  persons: '{count, plural, one {# person} other {# people}}',
  pay: 'Pay {amount}',
  show_code: 'Show my code',
  look: 'See reservation',
  held_until: 'Held until {when}',
  reserved_by: 'Reserved by {name}',
})
