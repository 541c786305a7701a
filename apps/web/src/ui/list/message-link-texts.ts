import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/message-link', {
  message_list: 'Message everybody shown',
  message_selected: 'Send a message',
})
