import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/event-switcher', {
  current: 'Current event: {name}',
  choose: 'Choose an event',
  search: 'Search all events',
  coming: 'Running and coming',
  past: 'Past',
  past_hint: 'Type to find a past event.',
  none: 'No event found',
  no_coming: 'No event is coming.',
})
