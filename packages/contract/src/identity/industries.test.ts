import { expect, test } from 'vitest'
import { LANGUAGES } from '../text/language.ts'
import { INDUSTRIES, industryChoices, industryName } from './industries.ts'

test('about 150 industries, each with a name of its own in every language', () => {
  expect(INDUSTRIES.length).toBeGreaterThanOrEqual(145)
  expect(INDUSTRIES.length).toBeLessThanOrEqual(160)
  for (const [at] of LANGUAGES.entries())
    expect(new Set(INDUSTRIES.map((row) => row[at]?.trim())).size).toBe(INDUSTRIES.length)
})

test('what is known is said in the language, in its alphabet; what was typed freely stays', () => {
  expect(industryName('Education', 'de')).toBe('Bildung')
  expect(industryName('education ', 'fr')).toBe('Enseignement')
  expect(industryName('Kente weaving', 'de')).toBe('Kente weaving')
  const labels = industryChoices('fr').map(({ label }) => label)
  expect(labels.indexOf('Élevage')).toBeLessThan(labels.indexOf('Forces armées'))
  expect(industryChoices('en', 'Kente weaving')).toContainEqual({ value: 'Kente weaving', label: 'Kente weaving' })
  expect(industryChoices('en', 'Education')).toHaveLength(INDUSTRIES.length)
})
