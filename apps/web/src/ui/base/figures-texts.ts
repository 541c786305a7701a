import { defineTexts } from '@shiloh/contract/core'

/** Texts of figures. */
export const texts = defineTexts({
  of: {
    en: '{claimed} of {limit}',
    de: '{claimed} von {limit}',
    fr: '{claimed} sur {limit}',
    pt: '{claimed} de {limit}',
  },
  full: { en: 'Full, {limit}', de: 'Voll, {limit}', fr: 'Complet, {limit}', pt: 'Cheio, {limit}' },
})
