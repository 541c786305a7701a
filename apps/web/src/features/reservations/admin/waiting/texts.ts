import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/waiting-list', {
  choose_event: 'Event',
  waits_for: 'Waits for',
  kind_event: 'A place at the event',
  kind_participant_type: 'Participant type',
  kind_beds: 'Room',
  kind_caterer: 'Caterer',
  kind_product_option: 'Product',
  named: '{kind}: {name}',
  since: 'Waiting since',
  offer_until: 'Offer holds until',
  status_waiting: 'Waiting',
  status_offered: 'Offered',
  status_taken: 'Taken up',
  status_expired: 'Expired',
  status_withdrawn: 'Withdrawn',
  nobody: 'No one is waiting',
  nobody_hint: 'When something is sold out, people who ask for it appear here.',
  no_event: 'No event to come',
  no_event_hint: 'Choose one above to see who waited.',
})
