import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/message-link', {
  message_list: 'Message everybody shown',
  of_one_event: 'A message goes to the guests of one event. Choose one in the filter.',
  message_selected: 'Send a message',
})
