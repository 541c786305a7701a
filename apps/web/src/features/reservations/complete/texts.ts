import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('reserving/complete', {
  for_whom: '{event}, {when}. For {name}',
  for_person: 'For {name}',
  until: 'The link works until {when}. You do not need an account.',
  send: 'Send answers',
  more: 'Saved. One more thing:',
  done_title: 'Thank you',
  done: 'Your registration for {event} is complete. The office has been notified.',
  over_title: 'This link has expired',
  over: 'Perhaps everything is already filled in, or the link is too old. Ask the office for a new one.',
  make_link: 'Completion link',
  link_text:
    'Anybody who opens the link can fill in what is missing, without an account. A new link replaces the previous one.',
  by_mail: 'Send by e-mail',
  by_sms: 'Send by SMS',
  show: 'Show link and code',
  end: 'End the link',
  ended: 'The link no longer works',
  sent: 'Sent to {to}',
  copy: 'Copy link',
  copied: 'Copied',
  qr: 'QR code of the link',
  close: 'Close',
})
