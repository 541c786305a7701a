import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  choose_event: { en: 'Event', de: 'Veranstaltung', fr: 'Événement', pt: 'Evento' },
  waits_for: { en: 'Waits for', de: 'Wartet auf', fr: 'Attend', pt: 'Espera por' },
  kind_event: {
    en: 'A place at the event',
    de: 'Platz bei der Veranstaltung',
    fr: 'Une place à l’événement',
    pt: 'Um lugar no evento',
  },
  kind_participant_type: {
    en: 'Participant type',
    de: 'Teilnahmeart',
    fr: 'Type de participant',
    pt: 'Tipo de participante',
  },
  kind_beds: { en: 'Room', de: 'Zimmer', fr: 'Chambre', pt: 'Quarto' },
  kind_caterer: { en: 'Caterer', de: 'Verpflegung', fr: 'Traiteur', pt: 'Refeições' },
  kind_product_option: { en: 'Product', de: 'Produkt', fr: 'Produit', pt: 'Produto' },
  named: { en: '{kind}: {name}', de: '{kind}: {name}', fr: '{kind} : {name}', pt: '{kind}: {name}' },
  since: { en: 'Waiting since', de: 'Wartet seit', fr: 'Attend depuis', pt: 'À espera desde' },
  offer_until: {
    en: 'Offer holds until',
    de: 'Angebot gilt bis',
    fr: 'Offre valable jusqu’au',
    pt: 'Oferta válida até',
  },
  status_waiting: { en: 'Waiting', de: 'Wartet', fr: 'En attente', pt: 'À espera' },
  status_offered: { en: 'Offered', de: 'Angeboten', fr: 'Proposé', pt: 'Oferecido' },
  status_taken: { en: 'Taken up', de: 'Angenommen', fr: 'Accepté', pt: 'Aceite' },
  status_expired: { en: 'Expired', de: 'Abgelaufen', fr: 'Expiré', pt: 'Expirado' },
  status_withdrawn: { en: 'Withdrawn', de: 'Zurückgezogen', fr: 'Retiré', pt: 'Retirado' },
  nobody: { en: 'No one is waiting', de: 'Niemand wartet', fr: 'Personne n’attend', pt: 'Ninguém está à espera' },
  nobody_hint: {
    en: 'When something is sold out, people who ask for it appear here.',
    de: 'Ist etwas ausgebucht, erscheinen hier die Menschen, die danach fragen.',
    fr: 'Quand quelque chose est complet, ceux qui le demandent apparaissent ici.',
    pt: 'Quando algo esgota, quem o pede aparece aqui.',
  },
  no_event: {
    en: 'No event to come',
    de: 'Keine kommende Veranstaltung',
    fr: 'Aucun événement à venir',
    pt: 'Nenhum evento próximo',
  },
  no_event_hint: {
    en: 'Choose one above to see who waited.',
    de: 'Wählen Sie oben eine, um zu sehen, wer gewartet hat.',
    fr: 'Choisissez-en un ci-dessus.',
    pt: 'Escolha um acima.',
  },
})
