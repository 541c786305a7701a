import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  titles_to_confirm: {
    en: 'Titles to confirm',
    de: 'Titel zu bestätigen',
    fr: 'Titres à confirmer',
    pt: 'Títulos a confirmar',
  },
  none: {
    en: 'No title waits to be confirmed',
    de: 'Kein Titel wartet auf Bestätigung',
    fr: 'Aucun titre n’attend de confirmation',
    pt: 'Nenhum título aguarda confirmação',
  },
  none_hint: {
    en: 'Whether a title needs it is set with the title.',
    de: 'Ob ein Titel bestätigt werden muss, steht beim Titel.',
    fr: 'C’est dans la fiche du titre que cela se règle.',
    pt: 'Isto define-se na ficha do título.',
  },
  claims: { en: 'Claims', de: 'Gibt an', fr: 'Indique', pt: 'Indica' },
  since: { en: 'Since', de: 'Seit', fr: 'Depuis', pt: 'Desde' },
  confirm: { en: 'Confirm', de: 'Bestätigen', fr: 'Confirmer', pt: 'Confirmar' },
  confirm_question: {
    en: '{count, plural, one {Confirm the title of {name}?} other {Confirm the titles of # people?}}',
    de: '{count, plural, one {Titel von {name} bestätigen?} other {Titel von # Personen bestätigen?}}',
    fr: '{count, plural, one {Confirmer le titre de {name} ?} other {Confirmer les titres de # personnes ?}}',
    pt: '{count, plural, one {Confirmar o título de {name}?} other {Confirmar os títulos de # pessoas?}}',
  },
  confirm_text: {
    en: 'Types, prices and rooms for these titles open to them, and each of them is told.',
    de: 'Teilnahmearten, Preise und Zimmer für diese Titel stehen ihnen dann offen, und alle werden informiert.',
    fr: 'Les types, tarifs et chambres de ces titres leur seront ouverts, et chacun en est informé.',
    pt: 'Os tipos, preços e quartos destes títulos ficam abertos, e cada pessoa é avisada.',
  },
  decline: { en: 'Decline', de: 'Ablehnen', fr: 'Refuser', pt: 'Recusar' },
  decline_question: {
    en: '{count, plural, one {Decline the title of {name}?} other {Decline the titles of # people?}}',
    de: '{count, plural, one {Titel von {name} ablehnen?} other {Titel von # Personen ablehnen?}}',
    fr: '{count, plural, one {Refuser le titre de {name} ?} other {Refuser les titres de # personnes ?}}',
    pt: '{count, plural, one {Recusar o título de {name}?} other {Recusar os títulos de # pessoas?}}',
  },
  decline_text: {
    en: 'The title is removed from the account, and the person reads your reason.',
    de: 'Der Titel wird aus dem Konto entfernt, und die Person liest Ihre Begründung.',
    fr: 'Le titre est retiré du compte et la personne lit votre motif.',
    pt: 'O título é retirado da conta e a pessoa lê o motivo.',
  },
  reason: { en: 'Reason', de: 'Begründung', fr: 'Motif', pt: 'Motivo' },
  confirmed: {
    en: '{count, plural, one {# title confirmed} other {# titles confirmed}}',
    de: '{count, plural, one {# Titel bestätigt} other {# Titel bestätigt}}',
    fr: '{count, plural, one {# titre confirmé} other {# titres confirmés}}',
    pt: '{count, plural, one {# título confirmado} other {# títulos confirmados}}',
  },
  declined: {
    en: '{count, plural, one {# title declined} other {# titles declined}}',
    de: '{count, plural, one {# Titel abgelehnt} other {# Titel abgelehnt}}',
    fr: '{count, plural, one {# titre refusé} other {# titres refusés}}',
    pt: '{count, plural, one {# título recusado} other {# títulos recusados}}',
  },
  skipped: {
    en: '{count, plural, one {# was changed meanwhile} other {# were changed meanwhile}}',
    de: '{count, plural, one {# wurde inzwischen geändert} other {# wurden inzwischen geändert}}',
    fr: '{count, plural, one {# a changé entre-temps} other {# ont changé entre-temps}}',
    pt: '{count, plural, one {# foi alterado entretanto} other {# foram alterados entretanto}}',
  },
})
