import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/connection', {
  no_connection: 'There was an error communicating with the server. Try again later.',
  network_slow: 'The network is slow. The page is on its way.',
  network_slow_tickets: 'The network is slow. Your tickets open from this phone meanwhile.',
  tickets: 'Open tickets',
  needs_script: 'This page needs JavaScript. Turn it on in the settings of your browser, then open the page again.',
  socket_lost: 'There was an issue communicating to the server. Please try refreshing the page.',
  unreadable_answer: 'The server answered in a way we did not understand. Please try again.',
  reset_token_expired: 'Password reset token has expired',
})
