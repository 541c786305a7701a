import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, countNights, nightsBetween, staysOverlap } from './nights.ts'

const dayArbitrary = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))

describe('nights', () => {
  test('are named by the day they begin on', () => {
    expect(nightsBetween('2027-02-27', '2027-03-02')).toEqual(['2027-02-27', '2027-02-28', '2027-03-01'])
    expect(nightsBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29'])
    expect(nightsBetween('2027-01-02', '2027-01-02')).toEqual([])
    expect(nightsBetween('2027-01-03', '2027-01-02')).toEqual([])
  })

  test('are as many as the days between, each once and in order', () => {
    fc.assert(
      fc.property(dayArbitrary, fc.integer({ min: 0, max: 60 }), (from, length) => {
        const nights = nightsBetween(from, addDays(from, length))
        expect(nights).toHaveLength(length)
        expect(countNights(from, addDays(from, length))).toBe(length)
        expect([...new Set(nights)].sort()).toEqual(nights)
      }),
    )
  })

  test('overlap exactly when a night is shared', () => {
    const stay = fc
      .tuple(dayArbitrary, fc.integer({ min: 1, max: 8 }))
      .map(([check_in, length]) => ({ check_in, check_out: addDays(check_in, length) }))
    fc.assert(
      fc.property(stay, fc.integer({ min: -10, max: 10 }), fc.integer({ min: 1, max: 8 }), (a, shift, length) => {
        const check_in = addDays(a.check_in, shift)
        const b = { check_in, check_out: addDays(check_in, length) }
        const shared = nightsBetween(a.check_in, a.check_out).some((night) =>
          nightsBetween(b.check_in, b.check_out).includes(night),
        )
        expect(staysOverlap(a, b)).toBe(shared)
      }),
    )
  })
})
