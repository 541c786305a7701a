import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  offer_title: {
    en: 'A place is free for you',
    de: 'Ein Platz ist für Sie frei',
    fr: 'Une place est libre pour vous',
    pt: 'Há um lugar livre para si',
  },
  offer_of: {
    en: '{name}: free for you',
    de: '{name}: für Sie frei',
    fr: '{name} : libre pour vous',
    pt: '{name}: livre para si',
  },
  offer_hint: {
    en: 'We hold it for you until {when}. After that it goes to the next person.',
    de: 'Wir halten ihn bis {when} für Sie frei. Danach geht er an die nächste Person.',
    fr: 'Nous la gardons pour vous jusqu’au {when}. Ensuite elle passe à la personne suivante.',
    pt: 'Guardamo-lo para si até {when}. Depois passa à pessoa seguinte.',
  },
  take: { en: 'Take the place', de: 'Platz annehmen', fr: 'Prendre la place', pt: 'Aceitar o lugar' },
  no_longer: { en: 'No longer wanted', de: 'Nicht mehr nötig', fr: 'Je n’en veux plus', pt: 'Já não quero' },
  waiting_title: {
    en: 'You are on the waiting list',
    de: 'Sie stehen auf der Warteliste',
    fr: 'Vous êtes sur la liste d’attente',
    pt: 'Está na lista de espera',
  },
  waiting_of: {
    en: 'On the waiting list: {name}',
    de: 'Auf der Warteliste: {name}',
    fr: 'Sur la liste d’attente : {name}',
    pt: 'Na lista de espera: {name}',
  },
  waiting_ahead: {
    en: '{count, plural, =0 {You are next.} one {# person is before you.} other {# people are before you.}} We write to you at once if one comes free.',
    de: '{count, plural, =0 {Sie sind als Nächstes an der Reihe.} one {# Person ist vor Ihnen.} other {# Personen sind vor Ihnen.}} Wir schreiben Ihnen sofort, wenn etwas frei wird.',
    fr: '{count, plural, =0 {Vous êtes le prochain.} one {# personne est avant vous.} other {# personnes sont avant vous.}} Nous vous écrivons dès qu’une place se libère.',
    pt: '{count, plural, =0 {É o próximo.} one {# pessoa está à sua frente.} other {# pessoas estão à sua frente.}} Escrevemos-lhe assim que houver vaga.',
  },
  leave: {
    en: 'Leave the waiting list',
    de: 'Warteliste verlassen',
    fr: 'Quitter la liste d’attente',
    pt: 'Sair da lista de espera',
  },
  left: {
    en: 'You are no longer waiting.',
    de: 'Sie warten nicht mehr.',
    fr: 'Vous n’attendez plus.',
    pt: 'Já não está à espera.',
  },
})
