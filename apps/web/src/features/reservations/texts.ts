import { defineTexts } from '@shiloh/contract/core'

/** Names of the pages: the document's title, the breadcrumbs, what the page-access log says. */
export const texts = defineTexts({
  activities: {
    en: 'Activities & Events',
    de: 'Aktivitäten und Veranstaltungen',
    fr: 'Activités et événements',
    pt: 'Atividades e eventos',
  },
  reserve_spot: { en: 'Reserve Spot', de: 'Platz reservieren', fr: 'Réserver une place', pt: 'Reservar lugar' },
  reservations: { en: 'Reservations', de: 'Reservierungen', fr: 'Réservations', pt: 'Reservas' },
  reservation_details: {
    en: 'Reservation Details',
    de: 'Reservierung',
    fr: 'Détails de la réservation',
    pt: 'Detalhes da reserva',
  },
  edit: { en: 'Edit', de: 'Bearbeiten', fr: 'Modifier', pt: 'Editar' },
})
