import { defineTexts, type Message } from '../text/texts.ts'
import type { MessageField } from './fields.ts'

/** The label of each field, as the editor shows it. */
export const MESSAGE_FIELD_TEXTS = defineTexts('staff/message-fields', {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  title: 'Title',
  assembly: 'Assembly',
  organisation: 'Organisation',
  office_phone: 'Phone of the office',
  account_link: 'Link to the account',
  event: 'Event',
  event_dates: 'Dates of the event',
  place: 'Place of the event',
  code: 'Code of the reservation',
  participant_type: 'Participant type',
  guests: 'Guests',
  room: 'Room',
  total: 'Total',
  paid: 'Amount paid',
  balance: 'Balance',
  due_date: 'Due date',
  reservation_link: 'Link to the reservation',
  feedback_link: 'Link to the feedback',
}) satisfies Readonly<Record<MessageField, Message>>
