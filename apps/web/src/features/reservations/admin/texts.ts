import { defineTexts } from '@shiloh/contract/core'

/** Names of pages, and words that several of them use. */
export const texts = defineTexts('staff/reservation-pages', {
  reservations: 'Reservations',
  reservation: 'Reservation',
  new_reservation: 'New reservation',
  edit_reservation: 'Edit',
  room: 'Room',
  rooms: 'Rooms',
  waiting_list: 'Waiting list',
  code: 'Code',
  guest: 'Guest',
  event: 'Event',
  participant_type: 'Participant type',
  status: 'Status',
  status_pending: 'Pending',
  status_active: 'Active',
  status_redeemed: 'Checked in',
  status_failed: 'Failed',
  status_cancelled: 'Cancelled',
  status_archived: 'Archived',
  approve: 'Approve',
  cancel_them: 'Cancel reservations',
  close: 'Close',
})
