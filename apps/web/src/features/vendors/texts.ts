import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/vendor', {
  home: 'Home',
  welcome: 'Welcome, {name}',
  about: 'Your area as a vendor for {church}.',
  nothing_shared: 'The office sends orders and numbers',
  what_to_do:
    'The office sends you the meals and products to prepare for each event. Keep your e-mail address and phone number up to date so that you get them.',
  check_details: 'Check your details',
  contact: 'Questions?',
})
