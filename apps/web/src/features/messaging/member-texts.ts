import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/announcements', {
  pinned: 'Announcements of the office',
})
