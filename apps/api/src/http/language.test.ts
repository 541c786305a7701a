import { expect, test } from 'vitest'
import { acceptedLanguage } from './language.ts'

test.each([
  ['de', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['es,fr;q=0.5,en;q=0.7', 'en'],
  ['PT-br', 'pt'],
  ['de;q=0,fr', 'fr'],
  // The default of fetch: the profile's language decides.
  ['*', undefined],
  ['es', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Language %o asks for %o', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
