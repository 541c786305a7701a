import { defineTexts } from '@shiloh/contract/core'

/** Names of the pages, for the document's title, the breadcrumbs and the page-access log. */
export const texts = defineTexts('member/reservation-pages', {
  activities: 'Activities & Events',
  reserve_spot: 'Reserve Spot',
  reservations: 'Reservations',
  reservation_details: 'Reservation Details',
  edit: 'Edit',
  complete: 'Complete your registration',
  consent: 'Consent of a parent or guardian',
  room_mates: 'Room-mates',
})
