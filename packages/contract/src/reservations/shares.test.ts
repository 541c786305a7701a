import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteLine } from './quote.ts'
import { sharesOf } from './shares.ts'

const line = (kind: QuoteLine['kind'], amount: number, person: number | null = null, ref_id = 'a'): QuoteLine => ({
  kind,
  ref_id,
  label: kind,
  quantity: 1,
  units: 1,
  unit_price: amount,
  amount,
  person,
  from_day: null,
  until_day: null,
})
const family = [{ caterer: 'kitchen' }, { caterer: 'kitchen' }, { caterer: null }]

describe('the shares of a reservation', () => {
  it('give everybody their own line, an equal part of the room, and meals to those who eat', () => {
    const lines = [
      line('participant_type', 25_000, 0),
      line('participant_type', 20_000, 1),
      line('participant_type', 6_000, 2),
      line('accommodation', 30_000),
      line('caterer', 8_000, null, 'kitchen'),
      line('product_option', 5_000),
    ]
    expect(sharesOf({ lines, paid: 94_000, balance: 0, persons: family }).map(({ cost }) => cost)).toEqual([
      44_000, 34_000, 16_000,
    ])
  })

  it('divide what is paid and what is owed like the price', () => {
    const lines = [line('participant_type', 30_000, 0), line('participant_type', 10_000, 1)]
    expect(sharesOf({ lines, paid: 10_000, balance: 30_000, persons: [{ caterer: null }, { caterer: null }] })).toEqual(
      [
        { cost: 30_000, paid: 7_500, owed: 22_500 },
        { cost: 10_000, paid: 2_500, owed: 7_500 },
      ],
    )
  })

  it('give nothing to somebody whose part is free', () => {
    const lines = [line('participant_type', 10_001, 0), line('participant_type', 0, 1)]
    const [, free] = sharesOf({ lines, paid: 1, balance: 10_000, persons: [{ caterer: null }, { caterer: null }] })
    expect(free).toEqual({ cost: 0, paid: 0, owed: 0 })
  })

  const over = (kind: 'accommodation' | 'caterer', from: number, units: number, quantity: number): QuoteLine => ({
    ...line(kind, quantity * units * 1_000, null, 'kitchen'),
    units,
    quantity,
    from_day: `2027-01-${from}`,
    until_day: `2027-01-${from + units}`,
  })
  it('leave the nights before somebody came to those who slept', () => {
    const persons = [{ caterer: null }, { caterer: null, since: '2027-01-12' }]
    const costs = (lines: QuoteLine[]) => sharesOf({ lines, paid: 0, balance: 0, persons }).map(({ cost }) => cost)
    expect(costs([over('accommodation', 10, 2, 1), over('accommodation', 12, 3, 2)])).toEqual([5_000, 3_000])
    // A price per room is one line over all nights.
    expect(costs([over('accommodation', 10, 4, 1)])).toEqual([3_000, 1_000])
  })

  it('leave meals that are over to those who ate them', () => {
    const persons = [
      // Ate until the 12th, and fasts now.
      { caterer: null, mealsBefore: [{ caterer: 'kitchen', until: '2027-01-12' }] },
      // The other way round, twice on one day.
      {
        caterer: 'kitchen',
        mealsBefore: [
          { caterer: null, until: '2027-01-13' },
          { caterer: 'other', until: '2027-01-13' },
        ],
      },
      { caterer: 'kitchen', since: '2027-01-13' },
    ]
    const lines = [over('caterer', 10, 2, 1), over('caterer', 13, 2, 2)]
    expect(sharesOf({ lines, paid: 0, balance: 0, persons }).map(({ cost }) => cost)).toEqual([2_000, 2_000, 2_000])
  })

  const amount = fc.nat({ max: 1_000_000 })
  const anyLine = fc.record({
    kind: fc.constantFrom('participant_type', 'accommodation', 'caterer', 'product_option', 'question_option'),
    amount,
    person: fc.option(fc.nat({ max: 3 })),
    ref_id: fc.constantFrom('kitchen', 'other'),
  } as const)
  const day = fc.constantFrom('2027-01-11', '2027-01-12', '2027-01-13')
  const caterer = fc.constantFrom('kitchen', null)
  const persons = fc.array(
    fc.record({
      caterer,
      since: fc.option(day),
      mealsBefore: fc.array(fc.record({ caterer, until: day }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  it('add up to the price also where its lines have days', () => {
    const dated = fc
      .tuple(
        fc.constantFrom('accommodation', 'caterer'),
        fc.integer({ min: 10, max: 14 }),
        fc.integer({ min: 1, max: 4 }),
      )
      .map(([kind, from, units]) => over(kind, from, units, 1))
    fc.assert(
      fc.property(fc.array(dated), persons, (lines, all) => {
        const total = lines.reduce((sum, one) => sum + one.amount, 0)
        const shares = sharesOf({ lines, paid: 0, balance: total, persons: all })
        expect(shares.reduce((sum, { cost }) => sum + cost, 0)).toBe(total)
        expect(shares.reduce((sum, { owed }) => sum + owed, 0)).toBe(total)
      }),
    )
  })
  it('always add up to the price, to what is paid and to what is owed', () => {
    fc.assert(
      fc.property(fc.array(anyLine), persons, amount, amount, (drawn, all, paid, balance) => {
        const lines = drawn.map((one) => line(one.kind, one.amount, one.person, one.ref_id))
        const shares = sharesOf({ lines, paid, balance, persons: all })
        const sum = (of: 'cost' | 'paid' | 'owed') => shares.reduce((total, share) => total + share[of], 0)
        expect([sum('cost'), sum('paid'), sum('owed')]).toEqual([
          lines.reduce((total, one) => total + one.amount, 0),
          paid,
          balance,
        ])
      }),
    )
  })

  it('leave nobody with a price that is neither paid nor owed', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(anyLine), persons, part, (drawn, all, share) => {
        const lines = drawn.map((one) => line(one.kind, one.amount, one.person, one.ref_id))
        const total = lines.reduce((sum, one) => sum + one.amount, 0)
        const paid = Math.floor(total * share)
        for (const { cost, paid: theirs, owed } of sharesOf({ lines, paid, balance: total - paid, persons: all }))
          expect(theirs + owed).toBe(cost)
      }),
    )
  })
})
