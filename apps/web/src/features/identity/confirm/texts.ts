import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/confirm', {
  title: 'Is it you?',
  lead: 'This concerns your whole account. Please enter your password again; then it goes on where you were.',
  confirm: 'Confirm',
  spent: 'This took too long, or there were too many wrong codes. Please enter your password again.',
})
