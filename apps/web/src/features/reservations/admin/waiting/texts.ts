import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/waiting-list', {
  choose_event: 'Event',
  waits_for: 'Waiting for',
  kind_event: 'A place at the event',
  kind_participant_type: 'Participant type',
  kind_beds: 'Room',
  kind_caterer: 'Caterer',
  kind_product_option: 'Product',
  named: '{kind}: {name}',
  since: 'Waiting since',
  offer_until: 'Offer valid until',
  status_waiting: 'Waiting',
  status_offered: 'Offered',
  status_taken: 'Accepted',
  status_expired: 'Expired',
  status_withdrawn: 'Withdrawn',
  nobody: 'Nobody is waiting',
  nobody_hint: 'When something is sold out, people who are waiting for it appear here.',
  no_event: 'No upcoming event',
  no_event_hint: 'Choose an event above to see who waited.',
})
