import { defineTexts } from '@shiloh/contract/core'

/** The texts of the forms for registration and personal details. */
export const texts = defineTexts('member/account-fields', {
  problems: '{count, plural, one {Please check the marked field.} other {Please check the marked fields.}}',
  optional: 'optional',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
  continue: 'Continue',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',

  first_name: 'First name',
  last_name: 'Last name',
  other_names: 'Other names',
  email: 'E-mail address',
  phone: 'Phone number',
  dial_code: 'Country code of the phone number',
  country: 'Country',
  gender: 'Gender',
  choose_gender: 'Choose male or female.',
  male: 'Male',
  female: 'Female',
  language: 'Language',
  language_hint: 'For e-mails, SMS and this site',
  industry: 'Industry',

  birth_date: 'Date of birth',

  password: 'Password',
  current_password: 'Current password',
  new_password: 'New password',
  password_again: 'Repeat password',
  show_password: 'Show password',

  rule_met: '{rule}: met',
  rule_missing: '{rule}: still missing',

  avatar: 'Picture',
  avatar_hint: 'So that volunteers recognise you',
  choose_picture: 'Choose picture',
  change_picture: 'Change picture',
  remove_picture: 'Remove',
  picture_unreadable: 'Please choose a JPEG, PNG or WebP picture.',

  wait: 'You can try again in {time}.',

  code: '6-digit code',
  send_again: 'Send the code again',
  send_again_in: 'A new code can be sent in {time}',
  code_sent: 'A new code has been sent.',
  code_just_sent: 'A code was just sent. It can take a minute to arrive.',

  region: 'Region',
  area: 'Area',
  district: 'District',
  assembly: 'Assembly',
  title: 'Title',
  designation: 'Designation',
  to_confirm: 'It counts once the office has confirmed it.',
  choose: 'Choose',
  choose_above_first: 'Choose the level above first',
  try_again: 'Try again',
  loading: 'Loading',
  not_member: 'I am not a member of {church}',
})
