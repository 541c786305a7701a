import { defineTexts } from '@shiloh/contract/core'

/** The name of each mail or SMS template. */
export const texts = defineTexts('staff/message-templates', {
  confirm_account: 'Confirm account',
  confirm_email_change: 'Confirm new e-mail',
  account_exists: 'Account already exists',
  email_changed: 'E-mail changed',
  password_reset: 'Reset password',
  password_reset_mfa: 'Reset password, second step',
  password_changed: 'Password changed',
  code: 'One-time code',
  mfa_on: 'Second step switched on',
  mfa_off: 'Second step switched off',
  invitation: 'Invitation',
  invitation_member: 'Member invitation',
  account_approved: 'Account approved',
  reservation_made: 'Reservation made',
  reservation_cancelled: 'Reservation cancelled',
  reservation_approved: 'Reservation approved',
  waiting_offer: 'Place from the waiting list',
  payment_received: 'Payment received',
  ticket_answered: 'Support ticket answered',
})
