import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { formatAmount } from '@shiloh/contract/text/format'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAmount } from './amount.ts'

it.each<[string, Language, number | null]>([
  ['1680', 'en', 168_000],
  ['1,680.00', 'en', 168_000],
  ['1.680,00', 'de', 168_000],
  ['1.680', 'de', 168_000],
  ['1.680,', 'de', 168_000],
  ['12.5', 'de', 1_250],
  ['1 680,5', 'fr', 168_050],
  ['1.680', 'fr', 168_000],
  ['1,680', 'en', 168_000],
  ['1,234,567.89', 'en', 123_456_789],
  ['0.05', 'pt', 5],
  // One and two thirds, or more than a thousand?
  ['1.680', 'en', null],
  ['1,680', 'de', null],
  ['1.2.5', 'de', null],
  ['1.2,50', 'de', null],
  ['', 'en', null],
  ['ten', 'en', null],
  ['-5', 'en', null],
])('%s in %s is %s', (text, language, minor) => expect(parseAmount(text, language)).toBe(minor))

it('reads what each language writes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), fc.integer({ min: 0, max: 10 ** 11 }), (language, minor) => {
      expect(parseAmount(formatAmount(minor, language), language)).toBe(minor)
    }),
  )
})
