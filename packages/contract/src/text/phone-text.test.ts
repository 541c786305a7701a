import { expect, test } from 'vitest'
import { formatPhone } from './phone-text.ts'

test('a phone number is read in groups', () => {
  expect(formatPhone('+233245551017')).toBe('+233 24 555 1017')
  expect(formatPhone('+447911123456')).toBe('+44 791 112 3456')
  expect(formatPhone('+12125550123')).toBe('+1 212 555 0123')
  expect(formatPhone('+244923456789')).toBe('+244 92 345 6789')
  expect(formatPhone('024 555 1017')).toBe('024 555 1017')
})
