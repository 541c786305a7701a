import { defineTexts } from '@shiloh/contract/core'

/** The groups of the navigation. */
export const texts = defineTexts({
  client: { en: 'Menu', de: 'Menü', fr: 'Menu', pt: 'Menu' },
  vendor: { en: 'Menu', de: 'Menü', fr: 'Menu', pt: 'Menu' },
  overview: { en: 'Overview', de: 'Überblick', fr: 'Vue d’ensemble', pt: 'Resumo' },
  events: { en: 'Events', de: 'Veranstaltungen', fr: 'Événements', pt: 'Eventos' },
  reservations: { en: 'Reservations', de: 'Reservierungen', fr: 'Réservations', pt: 'Reservas' },
  checkin: { en: 'On the day', de: 'Am Tag selbst', fr: 'Le jour même', pt: 'No próprio dia' },
  venues: { en: 'Venues', de: 'Orte', fr: 'Lieux', pt: 'Locais' },
  catalogue: { en: 'Catalogue', de: 'Katalog', fr: 'Catalogue', pt: 'Catálogo' },
  people: { en: 'People', de: 'Personen', fr: 'Personnes', pt: 'Pessoas' },
  content: { en: 'Content', de: 'Inhalte', fr: 'Contenus', pt: 'Conteúdos' },
  automation: { en: 'Automation', de: 'Automatisierung', fr: 'Automatisation', pt: 'Automação' },
  system: { en: 'System', de: 'System', fr: 'Système', pt: 'Sistema' },
})
