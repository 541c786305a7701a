import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  note: {
    en: 'Whom you can take along when you reserve.',
    de: 'Wen Sie bei einer Reservierung mitnehmen können.',
    fr: 'Qui peut vous accompagner lors d’une réservation.',
    pt: 'Quem pode levar consigo numa reserva.',
  },
  add: { en: 'Add spouse', de: 'Ehepartner hinzufügen', fr: 'Ajouter le conjoint', pt: 'Adicionar cônjuge' },
  empty: {
    en: 'Nobody is on your list yet',
    de: 'Noch niemand auf Ihrer Liste',
    fr: 'Votre liste est vide',
    pt: 'A sua lista está vazia',
  },
  empty_hint: {
    en: 'Add your spouse once, and reserve for both of you in one go: one room, two tickets.',
    de: 'Tragen Sie Ihren Ehepartner einmal ein und reservieren Sie für beide zusammen: ein Zimmer, zwei Tickets.',
    fr: 'Ajoutez votre conjoint une fois et réservez pour vous deux : une chambre, deux billets.',
    pt: 'Adicione o seu cônjuge uma vez e reserve para ambos: um quarto, dois bilhetes.',
  },
  edit: { en: 'Edit', de: 'Bearbeiten', fr: 'Modifier', pt: 'Editar' },
  edit_named: { en: 'Edit {name}', de: '{name} bearbeiten', fr: 'Modifier {name}', pt: 'Editar {name}' },
  remove: { en: 'Remove', de: 'Entfernen', fr: 'Retirer', pt: 'Remover' },
  remove_named: { en: 'Remove {name}', de: '{name} entfernen', fr: 'Retirer {name}', pt: 'Remover {name}' },
  add_title: { en: 'Add spouse', de: 'Ehepartner hinzufügen', fr: 'Ajouter le conjoint', pt: 'Adicionar cônjuge' },
  edit_title: { en: 'Edit {name}', de: '{name} bearbeiten', fr: 'Modifier {name}', pt: 'Editar {name}' },
  remove_question: { en: 'Remove {name}?', de: '{name} entfernen?', fr: 'Retirer {name} ?', pt: 'Remover {name}?' },
  remove_text: {
    en: 'You can no longer reserve for {name}. Past reservations stay as they are.',
    de: 'Sie können für {name} nicht mehr reservieren. Frühere Reservierungen bleiben bestehen.',
    fr: 'Vous ne pourrez plus réserver pour {name}. Les réservations passées restent inchangées.',
    pt: 'Deixa de poder reservar para {name}. As reservas anteriores mantêm-se.',
  },
  saved: { en: 'Saved', de: 'Gespeichert', fr: 'Enregistré', pt: 'Guardado' },
  removed: {
    en: '{name} was removed',
    de: '{name} wurde entfernt',
    fr: '{name} a été retiré',
    pt: '{name} foi removido',
  },
  born: { en: 'Born {date}', de: 'Geboren am {date}', fr: 'Date de naissance : {date}', pt: 'Nascimento: {date}' },
})
