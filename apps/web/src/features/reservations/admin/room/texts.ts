import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  gone: {
    en: 'This room does not exist any more',
    de: 'Dieses Zimmer gibt es nicht mehr',
    fr: 'Cette chambre n’existe plus',
    pt: 'Este quarto já não existe',
  },
  to_list: { en: 'All rooms', de: 'Alle Zimmer', fr: 'Toutes les chambres', pt: 'Todos os quartos' },
  beds: {
    en: '{beds, plural, one {# bed} other {# beds}}',
    de: '{beds, plural, one {# Bett} other {# Betten}}',
    fr: '{beds, plural, one {# lit} other {# lits}}',
    pt: '{beds, plural, one {# cama} other {# camas}}',
  },
  gender_male: { en: 'Men', de: 'Männer', fr: 'Hommes', pt: 'Homens' },
  gender_female: { en: 'Women', de: 'Frauen', fr: 'Femmes', pt: 'Mulheres' },
  gender_family: { en: 'Family', de: 'Familie', fr: 'Famille', pt: 'Família' },
  closed: {
    en: 'Closed for maintenance: {nights}',
    de: 'Wegen Wartung geschlossen: {nights}',
    fr: 'Fermée pour travaux : {nights}',
    pt: 'Fechado para manutenção: {nights}',
  },
  guests: { en: 'Who sleeps here', de: 'Wer hier schläft', fr: 'Qui dort ici', pt: 'Quem dorme aqui' },
  nobody: {
    en: 'Nobody, today or later.',
    de: 'Niemand, heute und später.',
    fr: 'Personne, ni aujourd’hui ni plus tard.',
    pt: 'Ninguém, hoje nem mais tarde.',
  },
  take_of: {
    en: 'Take the bed of {name} away',
    de: '{name} das Bett wegnehmen',
    fr: 'Retirer le lit de {name}',
    pt: 'Retirar a cama de {name}',
  },
  seekers: { en: 'Without a room', de: 'Ohne Zimmer', fr: 'Sans chambre', pt: 'Sem quarto' },
  search: { en: 'Find a person', de: 'Person suchen', fr: 'Chercher une personne', pt: 'Procurar uma pessoa' },
  search_hint: {
    en: 'By name or code. Finds people of other room categories too, and says why it is not possible.',
    de: 'Nach Name oder Code. Findet auch Personen anderer Zimmerkategorien und sagt, warum es nicht möglich ist.',
    fr: 'Par nom ou code. Trouve aussi les autres catégories et dit pourquoi ce n’est pas possible.',
    pt: 'Por nome ou código. Encontra também outras categorias e diz porque não é possível.',
  },
  no_seekers: {
    en: 'Nobody without a room was found for this room.',
    de: 'Für dieses Zimmer wurde niemand ohne Zimmer gefunden.',
    fr: 'Personne sans chambre n’a été trouvé pour celle-ci.',
    pt: 'Não foi encontrado ninguém sem quarto para este.',
  },
  near: {
    en: 'Their party sleeps in {room}.',
    de: 'Die Gruppe schläft in {room}.',
    fr: 'Le groupe dort en {room}.',
    pt: 'O grupo dorme em {room}.',
  },
  place_of: {
    en: 'Place {name} here',
    de: '{name} hier einteilen',
    fr: 'Placer {name} ici',
    pt: 'Colocar {name} aqui',
  },
  more: {
    en: '{count, plural, one {# more reservation} other {# more reservations}}. Search to find one of them.',
    de: '{count, plural, one {# weitere Reservierung} other {# weitere Reservierungen}}. Suchen Sie danach.',
    fr: '{count, plural, one {# autre réservation} other {# autres réservations}}. Cherchez pour les trouver.',
    pt: '{count, plural, one {Mais # reserva} other {Mais # reservas}}. Procure para as encontrar.',
  },
})
