import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/people', {
  users: 'Users',
  user: 'User',
})
