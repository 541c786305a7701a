import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskEmail, maskName, maskPhone, maskValue } from './masking.ts'

describe('masking', () => {
  test('keeps the last four characters of a value', () => {
    expect(maskValue('GHA-7261-9925')).toBe('*********9925')
    expect(maskValue('1234')).toBe('****')
    expect(maskValue('')).toBe('')
  })

  test('keeps the first three and the last three digits of a phone', () => {
    expect(maskPhone('+233241234567')).toBe('+233******567')
    expect(maskPhone('123456')).toBe('******')
  })

  test('keeps three characters before the @ and four after it', () => {
    expect(maskEmail('akosua.mensah@gmail.com')).toBe('**********sah@gmai*****')
    expect(maskEmail('ab@x.io')).toBe('*b@x.io')
    expect(maskEmail('nobody')).toBe('**body')
  })

  test('keeps the first name and the initials of the others', () => {
    expect(maskName('Ama Serwaa Mensah')).toBe('Ama S. M.')
    expect(maskName('Ɛsi')).toBe('Ɛsi')
  })

  test('never lengthens and never shows a whole long value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 5, maxLength: 60 }), (value) => {
        expect(Array.from(maskValue(value))).toHaveLength(Array.from(value).length)
        expect(maskValue(value).slice(0, 1)).toBe('*')
      }),
    )
  })
})
