import { defineTexts } from '@shiloh/contract/core'

/** The frame of the server-rendered pages. */
export const texts = defineTexts('server/public-frame', {
  sign_in: 'Sign in',
  my_area: 'My start page',
  create_account: 'Create an account',
  language: 'Language',
  footer: 'Event registration for {name}.',
  events: 'Events',
  privacy: 'Privacy',
  terms: 'Terms',
  contact: 'Contact the office',
  skip: 'Skip to content',
  not_found: 'This page does not exist',
  not_found_hint: 'The address may be mistyped, or the event is over and has been archived.',
  see_events: 'See all events',
  maintenance: 'We will be back soon',
  maintenance_hint: 'We are working on the site. Your reservations are safe.',
})
