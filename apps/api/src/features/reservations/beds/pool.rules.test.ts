import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareNight } from './pool.rules.ts'

const block = (blockId: string, open: number, others = 0, own = 0) => ({ blockId, open, others, own })

describe('a night of the pool', () => {
  test('gives all that are free where no number is typed', () => {
    const { beds, total } = shareNight({ beds: null, sold: 0, blocks: [block('a', 8, 3), block('b', 4)] })
    expect([...beds]).toEqual([
      ['a', 5],
      ['b', 4],
    ])
    expect(total).toBe(9)
  })

  test('keeps beds where an event has them, and moves only what is not free any more', () => {
    const wish = { beds: 6, sold: 0 }
    expect([...shareNight({ ...wish, blocks: [block('a', 8), block('b', 4, 0, 4)] }).beds]).toEqual([
      ['b', 4],
      ['a', 2],
    ])
    expect([...shareNight({ ...wish, blocks: [block('a', 8), block('b', 4, 3, 4)] }).beds]).toEqual([
      ['b', 1],
      ['a', 5],
    ])
  })

  test('says what is missing of what people have', () => {
    expect(shareNight({ beds: 2, sold: 5, blocks: [block('a', 4)] })).toMatchObject({ total: 4, short: 1 })
  })

  test('never gives more than is free, nor less than it can', () => {
    const blocks = fc.uniqueArray(
      fc.record({
        blockId: fc.constantFrom('a', 'b', 'c', 'd'),
        open: fc.nat(20),
        others: fc.nat(25),
        own: fc.nat(20),
      }),
      { selector: ({ blockId }) => blockId },
    )
    fc.assert(
      fc.property(blocks, fc.option(fc.nat(40)), fc.nat(30), (list, beds, sold) => {
        const share = shareNight({ beds, sold, blocks: list })
        let total = 0
        for (const one of list) {
          const has = share.beds.get(one.blockId) ?? 0
          expect(has).toBeLessThanOrEqual(Math.max(0, one.open - one.others))
          total += has
        }
        expect(share.total).toBe(total)
        const free = list.reduce((sum, one) => sum + Math.max(0, one.open - one.others), 0)
        expect(total).toBe(Math.min(free, Math.max(sold, beds ?? free)))
        expect(share.short).toBe(Math.max(0, sold - total))
      }),
    )
  })
})
