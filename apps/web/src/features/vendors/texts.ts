import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/vendor', {
  home: 'Home',
  welcome: 'Welcome, {name}',
  about: 'Your place as a supplier of {church}.',
  nothing_shared: 'Orders and numbers come from the office',
  what_to_do:
    'The office sends you the meals and products to prepare for each event. Keep your e-mail address and phone number up to date, so that it reaches you.',
  check_details: 'Check your details',
  contact: 'Questions?',
})
