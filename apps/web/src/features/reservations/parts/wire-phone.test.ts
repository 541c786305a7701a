import { expect, it } from 'vitest'
import { wirePhone } from './wire-phone.ts'

it.each([
  ['024 555 1234', 'GH', '+233245551234'],
  ['+49 30 901820', 'GH', '+4930901820'],
  ['', 'GH', null],
  ['call his son', 'GH', 'call his son'],
])('%s in %s travels as %s', (typed, country, wire) => expect(wirePhone(typed, country)).toBe(wire))
