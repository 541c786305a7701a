import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  receipt: { en: 'Receipt', de: 'Beleg', fr: 'Reçu', pt: 'Recibo' },
  status_pending: { en: 'Pending', de: 'Ausstehend', fr: 'En attente', pt: 'Pendente' },
  status_active: { en: 'Active', de: 'Aktiv', fr: 'Actif', pt: 'Ativo' },
  status_redeemed: { en: 'Checked in', de: 'Eingecheckt', fr: 'Enregistré', pt: 'Entrada feita' },
  status_failed: { en: 'Failed', de: 'Fehlgeschlagen', fr: 'Échoué', pt: 'Falhado' },
  status_cancelled: { en: 'Cancelled', de: 'Storniert', fr: 'Annulé', pt: 'Cancelado' },
  status_archived: { en: 'Archived', de: 'Archiviert', fr: 'Archivé', pt: 'Arquivado' },
  show_at_gate: {
    en: 'Show this at the gate.',
    de: 'Zeigen Sie dies am Eingang vor.',
    fr: 'À présenter à l’entrée.',
    pt: 'Mostre isto à entrada.',
  },
  not_valid: {
    en: 'This does not open the gate: the reservation is not active.',
    de: 'Damit kommen Sie nicht hinein: Die Reservierung ist nicht aktiv.',
    fr: 'Ce reçu ne donne pas accès : la réservation n’est pas active.',
    pt: 'Isto não dá entrada: a reserva não está ativa.',
  },
  room: { en: 'Room', de: 'Zimmer', fr: 'Chambre', pt: 'Quarto' },
  amounts: { en: 'Amounts', de: 'Beträge', fr: 'Montants', pt: 'Valores' },
  total: { en: 'Total', de: 'Summe', fr: 'Total', pt: 'Total' },
  paid: { en: 'Paid', de: 'Bezahlt', fr: 'Payé', pt: 'Pago' },
  balance: { en: 'Still to pay', de: 'Noch zu zahlen', fr: 'Reste à payer', pt: 'Por pagar' },
  see_event: { en: 'See the event', de: 'Zur Veranstaltung', fr: 'Voir l’événement', pt: 'Ver o evento' },
})
