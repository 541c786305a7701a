import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/waiting', {
  join_title: 'Join the waiting list',
  before:
    '{count, plural, =0 {Nobody is before you.} one {# person is before you.} other {# people are before you.}} You pay nothing now.',
  full_again: 'The event is full now. You can wait for the same as before.',
  full_again_except: 'The event is full now. You can wait for the same as before, except for this:',
  as_before: 'Also as before: {extras}.',
  what: 'What would you like?',
  many_places: 'How many places?',
  many_who: 'For {names}',
  many_listed: 'Everybody on your family list is coming. To wait for more, add somebody below.',
  places_only: 'Places only',
  places_only_note: 'You sleep elsewhere',
  with_room: 'Places and beds: {room}',
  nights: '{count, plural, one {# night} other {# nights}}',
  contact:
    'We write to {addresses}. Then you have {unit, select, days {{count, plural, one {# day} other {# days}}} hours {{count, plural, one {# hour} other {# hours}}} other {{count, plural, one {# minute} other {# minutes}}}}.',
  today: '{amount} at today’s prices',
  for_people: '{count, plural, one {For # person} other {For # people}}',
  as_types: '{count, plural, one {Participant type: {types}} other {Participant types: {types}}}',
  places: '{count, plural, one {# place} other {# places}}',
  pieces: '{count, plural, one {# piece} other {# pieces}}',
  join: 'Join the waiting list',
  joining: 'One moment…',
  each: '{amount} each',
  how_many: 'How many?',
  place: 'You are {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in line for {event}.',
  place_of: 'You are {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in line for “{name}”, {event}.',
  step_hold: 'When places are free, we hold them for you and write to you.',
  step_hold_note: 'In order. What is not enough for you is offered to the next person, and you keep your place.',
  step_until:
    'They are held for you for {unit, select, days {{count, plural, one {# day} other {# days}}} hours {{count, plural, one {# hour} other {# hours}}} other {{count, plural, one {# minute} other {# minutes}}}}.',
  step_reserve: 'You reserve, or let them go to the next person.',
  step_hold_part: 'When it is free, we hold it for you and write to you.',
  step_until_part:
    'It is held for you for {unit, select, days {{count, plural, one {# day} other {# days}}} hours {{count, plural, one {# hour} other {# hours}}} other {{count, plural, one {# minute} other {# minutes}}}}.',
  step_add: 'You add it to your reservation, or let it go to the next person.',
  back: 'Back to your reservation',
  see: 'See your reservations',
  title: 'Waiting list',
})
