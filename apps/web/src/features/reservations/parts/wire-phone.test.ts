import { expect, it } from 'vitest'
import { readMate, wirePhone } from './wire-phone.ts'

it.each([
  ['024 555 1234', 'GH', '+233245551234'],
  ['+49 30 901820', 'GH', '+4930901820'],
  ['', 'GH', null],
  ['call his son', 'GH', 'call his son'],
])('%s in %s travels as %s', (typed, country, wire) => expect(wirePhone(typed, country)).toBe(wire))

it.each([
  ['024 555 1234', ['GH'], '+233245551234'],
  ['0151 12345678', ['DE', 'GH'], '+4915112345678'],
  ['+233 24 555 1234', ['DE'], '+233245551234'],
  [' lc27-k4qx 7tmp', ['GH'], 'LC27-K4QX7TMP'],
  ['12', ['GH'], null],
  ['abc', ['GH'], null],
  ['ama@example.org', ['GH'], null],
])('%s in %j names %s', (typed, countries, mate) => expect(readMate(typed, countries)).toBe(mate))
