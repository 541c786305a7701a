import { LANGUAGES, type Language, messageId, type TextKey } from '@shiloh/contract/core'
import { INDUSTRIES, INDUSTRY_TEXTS, industryChoices, industryName } from '@shiloh/contract/identity/industries'
import { expect, test } from 'vitest'
import { readTranslations } from './files.ts'

/** The names in a language, from its catalogue. */
const namesIn = (language: Language) => {
  const translations = readTranslations(language, ['industries'])
  return (key: TextKey<typeof INDUSTRY_TEXTS>): string =>
    translations.get(messageId('industries/names', key)) ?? INDUSTRY_TEXTS[key].english
}

test('about 150 industries, each with a name of its own in every language, stored in English', () => {
  expect(INDUSTRIES.length).toBeGreaterThanOrEqual(145)
  expect(INDUSTRIES.length).toBeLessThanOrEqual(160)
  for (const language of LANGUAGES) {
    const name = namesIn(language)
    expect(new Set(INDUSTRIES.map(([key]) => name(key).trim())).size).toBe(INDUSTRIES.length)
  }
  expect(INDUSTRIES.map(([key]) => INDUSTRY_TEXTS[key].english)).toEqual(INDUSTRIES.map(([, stored]) => stored))
})

test('what is known is said in the language, in its alphabet; what was typed freely stays', () => {
  expect(industryName('Education', namesIn('de'))).toBe('Bildung')
  expect(industryName('education ', namesIn('fr'))).toBe('Enseignement')
  expect(industryName('Kente weaving', namesIn('de'))).toBe('Kente weaving')
  const labels = industryChoices('fr', namesIn('fr')).map(({ label }) => label)
  expect(labels.indexOf('Élevage')).toBeLessThan(labels.indexOf('Forces armées'))
  expect(industryChoices('en', namesIn('en'), 'Kente weaving')).toContainEqual({
    value: 'Kente weaving',
    label: 'Kente weaving',
  })
  expect(industryChoices('en', namesIn('en'), 'Education')).toHaveLength(INDUSTRIES.length)
})
