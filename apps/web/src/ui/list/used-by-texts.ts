import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/used-by', {
  deleted: 'These will be deleted with it:',
  loses: 'These use it and will lose it:',
  more: '{count, plural, one {# more} other {# more}}',
})
