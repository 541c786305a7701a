import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/navigation', {
  waiting: '{count, plural, one {# is waiting} other {# are waiting}}',
})
