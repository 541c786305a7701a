import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('server/choices', {
  allowed: 'Allowed are: {choices}.',
})
