import { defineTexts } from '@shiloh/contract/core'

/** The groups of the navigation. */
export const texts = defineTexts('member/navigation', {
  client: 'Menu',
  vendor: 'Menu',
  event: 'Event',
  events: 'Events',
  lodging: 'Accommodation',
  money: 'Money',
  day: 'On the day',
  organisation: 'Organisation',
})
