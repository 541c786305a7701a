import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/waiting', {
  join_title: 'Join the waiting list',
  join_note: 'All places are taken. You pay nothing now. When places are free, we hold them for you and write to you.',
  what: 'What do you wait for?',
  places_only: 'Places only',
  places_only_note: 'You sleep elsewhere',
  with_room: 'Places and beds: {room}',
  nights: '{count, plural, one {# night} other {# nights}}',
  contact: 'We write to {address}.',
  join: 'Join the waiting list',
  joining: 'One moment…',
  joined_title: 'You are on the list',
  in_line: 'in line at {event}',
  step_hold: 'When places are free, we hold them for you and write to you.',
  step_hold_note: 'In order. Nobody can pass you.',
  step_until: 'The message says until when they are held.',
  step_reserve: 'You reserve, or let them go to the next person.',
  see: 'See it in Reservations',
  leave: 'Leave the waiting list',
  left: 'You have left the waiting list.',
  title: 'Waiting list',
})
