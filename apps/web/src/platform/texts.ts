import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/connection', {
  no_connection: 'There was an error communicating with the server. Try again later.',
  socket_lost: 'There was an issue communicating to the server. Please try refreshing the page.',
  unreadable_answer: 'The server answered in a way we did not understand. Please try again.',
  reset_token_expired: 'Password reset token has expired',
})
