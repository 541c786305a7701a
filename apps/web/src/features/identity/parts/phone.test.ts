import { describe, expect, it } from 'vitest'
import { callingCode, closePhone, isPossiblePhone, openPhone, typePhone } from './phone.ts'

const ghana = { country: 'GH', national: '' }

describe('a phone number', () => {
  it('is shown as it is written in its country', () => {
    expect(openPhone('+233240000000', 'GH')).toEqual({ country: 'GH', national: '024 000 0000' })
    expect(openPhone('+4915112345678', 'GH')).toEqual({ country: 'DE', national: '01511 2345678' })
    expect(openPhone('', 'GH')).toEqual(ghana)
  })

  it('is sent as one that works from everywhere', () => {
    expect(closePhone({ country: 'GH', national: '024 000 0000' })).toBe('+233240000000')
    expect(closePhone({ country: 'GH', national: '24 000 0000' })).toBe('+233240000000')
    expect(closePhone({ country: 'GH', national: ' ' })).toBe('')
  })

  it('is sent as it was typed when it cannot be read', () => {
    expect(closePhone({ country: 'GH', national: '1' })).toBe('+2331')
  })

  it('takes its country from a number filled in whole', () => {
    expect(typePhone('+49 1511 2345678', ghana)).toEqual({ country: 'DE', national: '01511 2345678' })
    expect(typePhone('+49', ghana)).toEqual({ country: 'GH', national: '+49' })
    expect(typePhone('024', ghana)).toEqual({ country: 'GH', national: '024' })
  })

  it('is possible or not', () => {
    expect([isPossiblePhone('+233240000000'), isPossiblePhone('+23324'), isPossiblePhone('abc')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('has a calling code where the country is known', () => {
    expect([callingCode('GH'), callingCode('XX')]).toEqual(['+233', ''])
  })
})
