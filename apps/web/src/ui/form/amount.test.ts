import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { formatAmount } from '@shiloh/contract/text/format'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberText, parseAmount, parseNumber } from './amount.ts'

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
  ["1'680.50", 'de', 168_050],
  ['1 680 000', 'en', 168_000_000],
  ['.50', 'en', 50],
  // Groups of something else than three digits.
  ['12 50', 'en', null],
  ['12 50', 'de', null],
  ['12 50', 'fr', null],
  ['12 50', 'pt', null],
  ['1 6800', 'fr', null],
  ['1.68.000', 'de', null],
  // Half of something, not five hundred.
  ['0.500', 'de', null],
  ['0.500', 'fr', null],
  ['0.500', 'pt', null],
  ['0,500', 'en', null],
  ['0 500', 'fr', null],
  ['1.680.50', 'en', null],
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

it.each<[string, Language, number | null]>([
  ['1.250', 'de', 1250],
  ['1,250', 'de', 1.25],
  ['1.250', 'en', 1.25],
  ['1,250', 'en', 1250],
  ['1.25', 'de', 1.25],
  ['0.500', 'de', 0.5],
  ['-1\u202f250,5', 'fr', -1250.5],
  ['+7', 'pt', 7],
  [' 12, ', 'de', 12],
  ['12 50', 'de', null],
  ['1e3', 'en', null],
  ['0x10', 'en', null],
  ['ten', 'en', null],
  ['-', 'en', null],
])('the number %s in %s is %s', (text, language, value) => expect(parseNumber(text, language)).toBe(value))

it('reads the numbers that it wrote', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      (language, thousandths) => {
        expect(parseNumber(numberText(thousandths / 1000, language), language)).toBe(thousandths / 1000)
      },
    ),
  )
})
