import { defineTexts } from '@shiloh/contract/core'

/** The groups of resources in the table of permissions. */
export const texts = defineTexts('staff/permission-groups', {
  overview: 'Overview',
  events: 'Events',
  reservations: 'Reservations',
  venues: 'Venues',
  catalogue: 'Catalogue',
  people: 'People',
  content: 'Content',
  automation: 'Automation',
  system: 'System',
})
