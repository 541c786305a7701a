import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/confirm', {
  title: 'Confirm your identity',
  lead: 'This affects your whole account. Please enter your password again; then continue where you were.',
  confirm: 'Confirm',
  code_or_recovery: 'Code or recovery code',
  code_sent: 'We sent a code to {address}. It works for ten minutes.',
  code_spent: 'This took too long, or there were too many wrong codes. Please have a new code sent.',
  spent: 'This took too long, or there were too many wrong codes. Please enter your password again.',
})
