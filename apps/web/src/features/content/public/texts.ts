import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  privacy: {
    en: 'Privacy policy',
    de: 'Datenschutzerklärung',
    fr: 'Politique de confidentialité',
    pt: 'Política de privacidade',
  },
  terms: { en: 'Terms', de: 'Nutzungsbedingungen', fr: 'Conditions d’utilisation', pt: 'Termos de utilização' },
  updated: {
    en: 'In force since {date}',
    de: 'Gültig seit {date}',
    fr: 'En vigueur depuis le {date}',
    pt: 'Em vigor desde {date}',
  },
})
