import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  receipt: { en: 'Receipt', de: 'Beleg', fr: 'Reçu', pt: 'Recibo' },
  status_pending: { en: 'Pending', de: 'Ausstehend', fr: 'En attente', pt: 'Pendente' },
  status_active: { en: 'Active', de: 'Aktiv', fr: 'Actif', pt: 'Ativo' },
  status_redeemed: { en: 'Checked in', de: 'Eingecheckt', fr: 'Enregistré', pt: 'Entrada feita' },
  status_failed: { en: 'Failed', de: 'Fehlgeschlagen', fr: 'Échoué', pt: 'Falhado' },
  status_cancelled: { en: 'Cancelled', de: 'Storniert', fr: 'Annulé', pt: 'Cancelado' },
  status_archived: { en: 'Archived', de: 'Archiviert', fr: 'Archivé', pt: 'Arquivado' },
  forged: {
    en: 'This code is not genuine',
    de: 'Dieser Code ist nicht echt',
    fr: 'Ce code n’est pas authentique',
    pt: 'Este código não é autêntico',
  },
  forged_next: {
    en: 'Its signature is wrong: the gate refuses it. Open your ticket from your reservation or from our e-mail.',
    de: 'Die Signatur stimmt nicht: Am Einlass wird er abgelehnt. Öffnen Sie Ihr Ticket in Ihrer Reservierung oder aus unserer E-Mail.',
    fr: 'Sa signature est fausse : l’entrée le refusera. Ouvrez votre billet depuis votre réservation ou depuis notre e-mail.',
    pt: 'A assinatura está errada: a entrada recusa-o. Abra o seu bilhete na reserva ou no nosso e-mail.',
  },
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
