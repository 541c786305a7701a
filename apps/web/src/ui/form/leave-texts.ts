import { defineTexts } from '@shiloh/contract/core'

/** The question before input is lost, also on the pages of members. */
export const texts = defineTexts('member/leave', {
  stay: 'Keep editing',
  leave_title: 'Leave without saving?',
  leave_text: 'Your changes here will be lost.',
  leave: 'Leave',
})
