import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/offer', {
  page: 'Your offer',
  badge: 'Offer',
  places: '{count, plural, one {A place is free for you.} other {# places are free for you.}}',
  places_and: '{name} and {count, plural, one {a place} other {# places}} are free for you.',
  places_with_beds:
    '{count, plural, one {A place with a bed is free for you.} other {# places with beds are free for you.}}',
  due_now: 'Due when you reserve',
  left_hours: '{hours} h {minutes} min left.',
  left_minutes: '{minutes} min left.',
  filled_in: 'Everything you chose is filled in. It takes about two minutes.',
  reserve_and_pay: 'Reserve and pay',
  let_go_title: 'Let it go to the next person?',
  let_go_text:
    'What is held for you is offered to the next person. Your place on the waiting list ends. This cannot be undone.',
  let_go_action: 'Leave it to the next person',
  let_go_keep: 'Keep it',
  let_go_done: 'It goes to the next person.',
  expired: 'The time for this offer is over',
  expired_hint: 'It was not taken in time and goes to the next person. Look at the event to wait again.',
  taken: 'You have taken this offer',
  taken_hint: 'It is in your reservation.',
  gone: 'This offer was let go',
  gone_hint: 'It goes to the next person. If you did not do this yourself, ask the office.',
  ended: 'You are no longer on this waiting list',
  ended_hint: 'If you did not leave it yourself, ask the office.',
  paused: 'Nothing is offered at the moment',
  paused_hint:
    'The event takes no reservations now. You keep your place on the waiting list, and get an offer again when it opens.',
  closed: 'This waiting list is closed',
  closed_hint: 'The event takes no reservations any more.',
  unknown: 'This offer is not in your account',
  unknown_hint: 'Perhaps it is for another person with whom you share this phone or mailbox.',
})
