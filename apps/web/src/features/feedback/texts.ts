import { defineTexts } from '@shiloh/contract/core'

/** What a guest says after an event. */
export const texts = defineTexts('member/feedback', {
  title: 'How was it?',
  about: '{event}, {dates}',
  rating: 'How was it all in all?',
  rating_1: 'Poor',
  rating_2: 'Fair',
  rating_3: 'Good',
  rating_4: 'Very good',
  rating_5: 'Excellent',
  choose: 'Choose one of the five.',
  words: 'What was good, and what should be better next time?',
  words_hint: 'The office reads it with your name.',
  send: 'Send',
  thanks: 'Thank you',
  thanks_hint: 'The office has your answer: {rating}. There is nothing more to do.',
  change: 'Change my answer',
  not_open: 'You can say how it was when the event has begun, if you were there.',
  reservations: 'Reservations',
  to_reservation: 'To the reservation',
})
