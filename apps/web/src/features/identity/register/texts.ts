import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('sign-in/register', {
  lead: 'One account for all events of {church}.',
  lead_ahead: 'Then you can reserve your place at {event}. The account is for all events.',
  phone_hint: 'We will send a code to it, and your tickets if you like.',
  terms: 'I agree to the <terms>terms</terms> and the <privacy>privacy policy</privacy>',
  create: 'Create account',
  have_account: 'Have an account?',
  closed_lead: '{church} is not taking new accounts at the moment. If you have one, sign in as usual.',
  closed_contact: 'Questions? {contact}',
  see_events: 'See the events',

  success_lead: 'Next, confirm that {email} is yours.',
  success_plain: 'Next, open the link in the e-mail we sent you.',
  step_mail: 'Open the e-mail from {church} and tap the link.',
  step_approval: 'The office approves your account. We will write to you.',
  step_sign_in: 'Sign in and verify your phone.',
  step_reserve: 'Reserve your place at {event}.',
  no_mail: 'No e-mail yet?',

  confirm_lead: 'We sent a link to {email}. Open it on this or any other device.',
  confirm_hint: 'Nothing there? Look in the spam folder. The link works for two days.',
  send_mail_again: 'Send the e-mail again',
  mail_sent: 'If this address is waiting for confirmation, a new e-mail has been sent.',
  confirming: 'Confirming your address',
  confirm_failed: 'This link has expired or was already used.',
  confirm_failed_hint: 'If you have already confirmed, simply sign in. Otherwise, ask for a new link.',
  other_address: 'Register with another address',

  welcome_title: 'Welcome to {church}',
  welcome_lead: 'Your e-mail address is confirmed. Sign in and reserve your first place.',
  welcome_ahead: 'Your e-mail address is confirmed. Sign in to continue with {event}.',
  welcome_go_on: 'Continue reserving',
  welcome_pending:
    'Your e-mail address is confirmed. The office still has to approve your account; we will write to you then.',
  welcome_changed: 'Your e-mail address is confirmed.',
  invitation_lead: 'You are invited to help run {church}’s events. Choose a password to begin.',
  invitation_lead_member: 'An account was made for you at {church}. Choose a password to use it.',
  invitation_expired: 'This invitation has expired or was already used. Ask the person who invited you for a new one.',
  invitation_done: 'Your account is ready. Please sign in.',
})
