import { expect, test } from 'vitest'
import { fieldHint } from './field-hint.ts'

test('an empty date field shows the letters of its language', () => {
  expect((['en', 'fr', 'de', 'pt'] as const).map(fieldHint)).toEqual([
    'dd-mm-yyyy',
    'jj-mm-aaaa',
    'TT-MM-JJJJ',
    'dd-mm-aaaa',
  ])
})
