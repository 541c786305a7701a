import { defineTexts } from '@shiloh/contract/core'

/** Names of the pages: the document's title, the breadcrumbs, what the page-access log says. */
export const texts = defineTexts('member/reservation-pages', {
  activities: 'Activities & Events',
  reserve_spot: 'Reserve Spot',
  reservations: 'Reservations',
  reservation_details: 'Reservation Details',
  edit: 'Edit',
})
