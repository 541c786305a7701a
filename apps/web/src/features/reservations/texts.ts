import { defineTexts } from '@shiloh/contract/core'

/** Names of the pages, for the document's title, the breadcrumbs and the page-access log. */
export const texts = defineTexts('member/reservation-pages', {
  activities: 'Activities & Events',
  reserve_spot: 'Reserve Spot',
  reservations: 'Reservations',
  reservation_details: 'Reservation Details',
  edit: 'Edit',
})
