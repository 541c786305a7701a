import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('server/public-legal', {
  privacy: 'Privacy policy',
  terms: 'Terms',
  updated: 'In force since {date}',
})
