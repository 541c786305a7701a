import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/people', {
  users: 'People',
  user: 'Person',
})
