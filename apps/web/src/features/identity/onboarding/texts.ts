import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  basic_lead: {
    en: 'We need this once, for your tickets and your room.',
    de: 'Wir brauchen das einmal, für Ihre Tickets und Ihr Zimmer.',
    fr: 'Nous en avons besoin une seule fois, pour vos billets et votre chambre.',
    pt: 'Precisamos disto uma vez, para os seus bilhetes e o seu quarto.',
  },
  church_lead: {
    en: 'Where in the church do you belong?',
    de: 'Wo in der Kirche gehören Sie hin?',
    fr: 'À quelle partie de l’église appartenez-vous ?',
    pt: 'A que parte da igreja pertence?',
  },
  step: {
    en: 'Step {step} of {of}',
    de: 'Schritt {step} von {of}',
    fr: 'Étape {step} sur {of}',
    pt: 'Passo {step} de {of}',
  },
  not_member_hint: {
    en: 'Then we do not ask where in the church you belong.',
    de: 'Dann fragen wir nicht, wo in der Kirche Sie hingehören.',
    fr: 'Dans ce cas, nous ne demandons pas votre place dans l’église.',
    pt: 'Nesse caso não perguntamos a que parte da igreja pertence.',
  },
  finish: {
    en: 'Save and finish',
    de: 'Speichern und fertig',
    fr: 'Enregistrer et terminer',
    pt: 'Guardar e concluir',
  },
  finish_basic: {
    en: 'Save and continue',
    de: 'Speichern und weiter',
    fr: 'Enregistrer et continuer',
    pt: 'Guardar e continuar',
  },
  back_to_basics: {
    en: 'Back to your details',
    de: 'Zurück zu Ihren Angaben',
    fr: 'Retour à vos coordonnées',
    pt: 'Voltar aos seus dados',
  },
})
