import { defineTexts } from '@shiloh/contract/core'

/** The groups of the navigation. */
export const texts = defineTexts('member/navigation', {
  client: 'Menu',
  vendor: 'Menu',
  overview: 'Overview',
  events: 'Events',
  reservations: 'Reservations',
  checkin: 'On the day',
  venues: 'Venues',
  catalogue: 'Catalogue',
  people: 'People',
  content: 'Content',
  automation: 'Automation',
  system: 'System',
})
