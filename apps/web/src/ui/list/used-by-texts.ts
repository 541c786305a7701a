import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/used-by', {
  loses: 'These use it and will lose it:',
  more: '{count, plural, one {# more} other {# more}}',
})
