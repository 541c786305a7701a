import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/reservation-parts', {
  offer_title: 'A place is free for you',
  offer_of: '{name}: free for you',
  offer_hint: 'We hold it for you until {when}. After that it goes to the next person.',
  see_offer: 'What is offered',
  take: 'Reserve the place',
  take_beside: 'Add it to your reservation',
  for_reservation: 'For your reservation {code}',
  no_longer: 'Let it go to the next person',
  waiting_title: 'You are on the waiting list',
  waiting_of: 'On the waiting list: {name}',
  waiting_ahead:
    '{count, plural, =0 {You are next. We will write to you as soon as something is free.} one {# person is ahead of you. We will write to you when it is your turn.} other {# people are ahead of you. We will write to you when it is your turn.}}',
  closed: '“{name}” is not open to you any more.',
  closed_to: '“{name}” is not open to {who} any more.',
  closed_wait:
    'Until it is open again, nothing is offered to you, and you keep your place. To wait with another participant type, leave the list and join it again.',
  short_of:
    '{free, select, place {A place is free} other {It is free}}, but there is not enough left of what you want with it: {what}. You keep your place in line, and we will write to you as soon as all of it is free.',
  gone: 'The event no longer offers this: {what}. You keep your place in line, but get no offer as long as it is part of what you want.',
  without: 'Continue without {what}',
  kept: 'You keep the prices of {day}, when you joined the waiting list. If one is lower today, you pay the lower one. What you choose in addition has today’s price.',
  kept_of:
    'You keep the price of {day} for “{name}”, when you joined the waiting list. If it is lower today, you pay the lower one.',
  named: '“{name}”',
  leave: 'Leave the waiting list',
  closes_in: 'Registration closes in',
})
