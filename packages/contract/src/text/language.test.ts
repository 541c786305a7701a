import { expect, test } from 'vitest'
import { languageNameIn } from './language.ts'

test('a sentence names a language in the words of its reader', () =>
  expect([languageNameIn('en', 'fr'), languageNameIn('de', 'en'), languageNameIn('fr', 'pt')]).toEqual([
    'anglais',
    'German',
    'francês',
  ]))
