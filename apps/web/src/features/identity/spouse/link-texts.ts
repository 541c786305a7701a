import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/spouse-link', {
  link: 'Link account',
  link_named: 'Link account: {name}',
  link_hint:
    'If {name} has an account, we ask there whether it is right. Once it is confirmed, one of you can reserve for both and nobody is registered twice.',
  by_email: 'E-mail address',
  by_phone: 'Phone number',
  way: 'Find the account by',
  send: 'Send request',
  sent: 'The request was sent',
  waiting: 'Asked at {to}; not confirmed yet',
  withdraw: 'Withdraw request',
  withdraw_named: 'Withdraw request to {name}',
  linked: 'Account linked',
  linked_places:
    'You are on the list of {name}, too. What {name} reserves for you is under <reservations>Reservations</reservations>.',
  unlink: 'Unlink',
  unlink_named: 'Unlink {name}',
  unlink_question: 'Unlink the account of {name}?',
  unlink_text: 'Both accounts lose the link, and {name} is notified. What you reserved together stays.',
  unlinked: 'The accounts are no longer linked',
  asks: '{name} asks to link your accounts',
  asks_text:
    'Confirm only if you are married. Then one of you can reserve for both, and neither can be registered twice.',
  who_is_it: 'Who is it on your list?',
  nobody_yet: 'Not on my list yet: add {name}',
  confirm: 'Confirm',
  confirm_named: 'Confirm: {name} is my spouse',
  decline: 'Decline',
  decline_named: 'Decline the request of {name}',
  confirmed: 'Your accounts are linked',
  declined: 'Declined. Nobody is notified.',
  office_asks: 'The office asks: are you and {name} married?',
  office_asks_text:
    'If both of you confirm, your accounts are linked. Then one of you can reserve for both, and neither can be registered twice.',
  office_waits: 'You have confirmed. {name} has not answered yet.',
  office_declined: 'Declined. Your accounts stay as they are.',
  twice: '{name} has two places at {event}: {code} and {other}.',
})
