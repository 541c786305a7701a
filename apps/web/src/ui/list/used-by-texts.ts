import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/used-by', {
  deleted: 'These will be deleted with it:',
  loses: 'These use it and will lose it:',
  stays: 'These stay, and no longer say who the person was:',
  more: '{count, plural, one {# more} other {# more}}',
})
