import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/reservation-room', {
  gone: 'This room no longer exists',
  to_list: 'All rooms',
  beds: '{beds, plural, one {# bed} other {# beds}}',
  gender_male: 'Men',
  gender_female: 'Women',
  gender_family: 'Family',
  closed: 'Closed for maintenance: {nights}',
  guests: 'Who sleeps here',
  nobody: 'Nobody, today or later.',
  take_of: 'Unassign the bed of {name}',
  seekers: 'Without a room',
  search: 'Find a person',
  search_hint: 'By name or code. Finds people of other room categories too, and says why it is not possible.',
  no_seekers: 'Nobody without a room was found for this room.',
  near: 'Their party sleeps in {room}.',
  place_of: 'Place {name} here',
  more: '{count, plural, one {# more reservation} other {# more reservations}}. Search to find one of them.',
})
