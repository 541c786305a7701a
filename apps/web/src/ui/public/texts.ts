import { defineTexts } from '@shiloh/contract/core'

/** The frame of the server-rendered pages. */
export const texts = defineTexts({
  sign_in: { en: 'Sign in', de: 'Anmelden', fr: 'Se connecter', pt: 'Entrar' },
  create_account: { en: 'Create an account', de: 'Konto anlegen', fr: 'Créer un compte', pt: 'Criar conta' },
  language: { en: 'Language', de: 'Sprache', fr: 'Langue', pt: 'Idioma' },
  footer: {
    en: 'Event registration of {name}.',
    de: 'Veranstaltungsanmeldung von {name}.',
    fr: 'Inscription aux événements de {name}.',
    pt: 'Inscrição em eventos de {name}.',
  },
  events: { en: 'Events', de: 'Veranstaltungen', fr: 'Événements', pt: 'Eventos' },
  privacy: { en: 'Privacy', de: 'Datenschutz', fr: 'Confidentialité', pt: 'Privacidade' },
  terms: { en: 'Terms', de: 'Bedingungen', fr: 'Conditions', pt: 'Termos' },
  contact: {
    en: 'Contact the office',
    de: 'Büro kontaktieren',
    fr: 'Contacter le secrétariat',
    pt: 'Contactar a secretaria',
  },
  skip: { en: 'Skip to content', de: 'Zum Inhalt springen', fr: 'Aller au contenu', pt: 'Ir para o conteúdo' },
  not_found: {
    en: 'This page does not exist',
    de: 'Diese Seite gibt es nicht',
    fr: 'Cette page n’existe pas',
    pt: 'Esta página não existe',
  },
  not_found_hint: {
    en: 'The address may be mistyped, or the event is over and has been put away.',
    de: 'Vielleicht ist die Adresse falsch geschrieben, oder die Veranstaltung ist vorbei.',
    fr: 'L’adresse est peut-être mal saisie, ou l’événement est terminé.',
    pt: 'O endereço pode estar errado, ou o evento já terminou.',
  },
  see_events: {
    en: 'See all events',
    de: 'Alle Veranstaltungen ansehen',
    fr: 'Voir tous les événements',
    pt: 'Ver todos os eventos',
  },
  maintenance: {
    en: 'We will be back soon',
    de: 'Wir sind bald zurück',
    fr: 'Nous revenons bientôt',
    pt: 'Voltamos em breve',
  },
  maintenance_hint: {
    en: 'We are working on the site. Your reservations are safe.',
    de: 'Wir arbeiten gerade an der Seite. Ihre Reservierungen sind sicher.',
    fr: 'Le site est en maintenance. Vos réservations sont conservées.',
    pt: 'Estamos a trabalhar no site. As suas reservas estão seguras.',
  },
})
