import { defineTexts } from '@shiloh/contract/core'

/** Names of pages, and words that several of them use. */
export const texts = defineTexts({
  reservations: { en: 'Reservations', de: 'Reservierungen', fr: 'Réservations', pt: 'Reservas' },
  reservation: { en: 'Reservation', de: 'Reservierung', fr: 'Réservation', pt: 'Reserva' },
  new_reservation: { en: 'New reservation', de: 'Neue Reservierung', fr: 'Nouvelle réservation', pt: 'Nova reserva' },
  edit_reservation: { en: 'Edit', de: 'Bearbeiten', fr: 'Modifier', pt: 'Editar' },
  room: { en: 'Room', de: 'Zimmer', fr: 'Chambre', pt: 'Quarto' },
  rooms: { en: 'Rooms', de: 'Zimmer', fr: 'Chambres', pt: 'Quartos' },
  waiting_list: { en: 'Waiting list', de: 'Warteliste', fr: 'Liste d’attente', pt: 'Lista de espera' },
  code: { en: 'Code', de: 'Code', fr: 'Code', pt: 'Código' },
  guest: { en: 'Guest', de: 'Gast', fr: 'Participant', pt: 'Participante' },
  event: { en: 'Event', de: 'Veranstaltung', fr: 'Événement', pt: 'Evento' },
  participant_type: {
    en: 'Participant type',
    de: 'Teilnahmeart',
    fr: 'Type de participant',
    pt: 'Tipo de participante',
  },
  status: { en: 'Status', de: 'Status', fr: 'Statut', pt: 'Estado' },
  status_pending: { en: 'Pending', de: 'Ausstehend', fr: 'En attente', pt: 'Pendente' },
  status_active: { en: 'Active', de: 'Aktiv', fr: 'Actif', pt: 'Ativo' },
  status_redeemed: { en: 'Checked in', de: 'Eingecheckt', fr: 'Enregistré', pt: 'Entrada feita' },
  status_failed: { en: 'Failed', de: 'Fehlgeschlagen', fr: 'Échoué', pt: 'Falhado' },
  status_cancelled: { en: 'Cancelled', de: 'Storniert', fr: 'Annulé', pt: 'Cancelado' },
  status_archived: { en: 'Archived', de: 'Archiviert', fr: 'Archivé', pt: 'Arquivado' },
  approve: { en: 'Approve', de: 'Freigeben', fr: 'Approuver', pt: 'Aprovar' },
  cancel_them: { en: 'Cancel', de: 'Stornieren', fr: 'Annuler', pt: 'Cancelar' },
  close: { en: 'Close', de: 'Schließen', fr: 'Fermer', pt: 'Fechar' },
})
