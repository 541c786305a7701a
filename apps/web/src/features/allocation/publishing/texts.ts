import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/room-publishing', {
  publish: 'Publish rooms',
  publish_count: 'Publish rooms ({count})',
  under_way: 'Publishing rooms',
  title: 'Publish rooms',
  close: 'Close',
  never: 'Rooms of this event have not been published yet.',
  known:
    '{count, plural, one {# person with a bed knows the room already: chosen when reserving, or learned from an earlier message.} other {# people with a bed know the room already: chosen when reserving, or learned from an earlier message.}}',
  last: 'Published last:',
  told: '{count, plural, one {# person told} other {# people told}}',
  given: '{count, plural, one {# person gets a room} other {# people get a room}}',
  moved: '{count, plural, one {# person has another room} other {# people have another room}}',
  taken: '{count, plural, one {# person has no room now} other {# people have no room now}}',
  how: '{count, plural, one {One message is sent} other {# messages are sent, one a reservation}}: in the app, and by e-mail or SMS as each person chose. Rooms that you assign afterwards wait for the next time.',
  nothing: 'Everybody who has a room knows it. There is nothing to publish.',
  who: 'Who',
  knows: 'Knows of',
  now: 'Sleeps in',
  no_room: 'no room',
  place: '{room}, bed {bed}',
  page_of: '{from} to {until} of {total}',
  earlier: 'Earlier',
  later: 'Later',
  tell: '{count, plural, one {Tell # person} other {Tell # people}}',
  telling: '{count, plural, one {# person is being told} other {# people are being told}}',
})
