import { defineTexts } from '@shiloh/contract/core'
import { describe, expect, it } from 'vitest'
import { createI18n, format, negotiateLanguage, text } from './i18n.ts'

const texts = defineTexts({
  left: {
    en: '{count, plural, =0 {Sold out} one {# place left} other {# places left}}',
    de: '{count, plural, =0 {Ausgebucht} one {noch # Platz} other {noch # Plätze}}',
    fr: '{count, plural, =0 {Complet} one {# place restante} other {# places restantes}}',
    pt: '{count, plural, =0 {Esgotado} one {# lugar} other {# lugares}}',
  },
})

describe('format', () => {
  it('speaks the language of the instance', () => {
    expect(format(createI18n('en'), texts, 'left', { count: 1 })).toBe('1 place left')
    expect(format(createI18n('de'), texts, 'left', { count: 2 })).toBe('noch 2 Plätze')
    expect(text(texts, 'left', { count: 0 })(createI18n('fr'))).toBe('Complet')
  })
})

describe('negotiateLanguage', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [[null, 'tw', 'pt-BR'], 'pt'],
    [['tw'], 'en'],
    [[], 'en'],
  ])('%j gives %s', (wanted, language) => expect(negotiateLanguage(wanted)).toBe(language))
})
