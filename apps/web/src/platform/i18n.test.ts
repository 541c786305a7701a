import { defineTexts } from '@shiloh/contract/core'
import { describe, expect, it } from 'vitest'
import { createI18n, format, negotiateLanguage, text } from './i18n.ts'

const texts = defineTexts(
  'member/i18n-test',
  {
    left: '{count, plural, =0 {Sold out} one {# place left} other {# places left}}',
    people: '{count, plural, one {# person} other {# people}}',
    hello: 'Hello {name}',
    until: 'Until {when}.',
  },
  {
    de: { left: '{count, plural, =0 {Ausgebucht} one {noch # Platz} other {noch # Plätze}}' },
    fr: {
      left: '{count, plural, =0 {Complet} one {# place restante} other {# places restantes}}',
      people: '{count, plural, one {# personne} other {# personnes}}',
    },
    pt: { people: '{count, plural, one {# pessoa} other {# pessoas}}' },
  },
)

describe('format', () => {
  it('speaks the language of the instance', () => {
    expect(format(createI18n('en'), texts, 'left', { count: 1 })).toBe('1 place left')
    expect(format(createI18n('de'), texts, 'left', { count: 2 })).toBe('noch 2 Plätze')
    expect(text(texts, 'left', { count: 0 })(createI18n('fr'))).toBe('Complet')
  })

  it('follows the plural and number rules of Portugal', () => {
    const people = (count: number) => format(createI18n('pt'), texts, 'people', { count })
    expect([0, 1, 2].map(people)).toEqual(['0 pessoas', '1 pessoa', '2 pessoas'])
    expect(people(12_345)).toBe(`${new Intl.NumberFormat('pt-PT').format(12_345)} pessoas`)
    expect(people(12_345)).toBe('12\u00A0345 pessoas')
    expect(format(createI18n('fr'), texts, 'people', { count: 0 })).toBe('0 personne')
  })

  it('keeps dates and times within a sentence on one line', () => {
    const until = (when: string) => format(createI18n('en'), texts, 'until', { when })
    expect(until('Fri 22 January, 2027, 1:00 PM')).toBe('Until Fri\u00A022\u00A0January,\u00A02027, 1:00\u00A0PM.')
    expect(until('25-11-2026')).toBe('Until 25\u2060-\u206011\u2060-\u20602026.')
    expect(until('the end of the day')).toBe('Until the end of the day.')
  })

  it('falls back to English, text by text', () => {
    expect(format(createI18n('pt'), texts, 'hello', { name: 'Ama' })).toBe('Hello Ama')
  })

  it('finds a text in the catalogue, where the build has left nothing but the namespace', () => {
    const stripped: typeof texts = Object.assign(defineTexts('member/i18n-test', {}))
    const i18n = createI18n('de', { 'member/i18n-test.hello': ['Hallo ', ['name']] })
    expect(format(i18n, stripped, 'hello', { name: 'Ama' })).toBe('Hallo Ama')
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
