import { defineTexts } from '@shiloh/contract/core'

/** Texts of figures. */
export const texts = defineTexts('staff/figures', {
  of: '{claimed} of {limit}',
  full: 'Full, {limit}',
  live: 'Live, last change {time}',
})
