import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decideFulfilment,
  decideHandover,
  FULFILMENTS,
  type HandoverFacts,
  leftOf,
  type OrderItem,
  orderState,
  toPutBack,
  toReturn,
} from './orders.ts'
import { showCount } from './vendors.ts'

const item = (quantity: number, prepared = 0, delivered = 0, _id = 'shirt'): OrderItem => ({
  _id,
  quantity,
  prepared,
  delivered,
})
const paid: HandoverFacts = { eventId: 'e', status: 'active', balance: 0, items: [item(2)] }
const asked = { eventId: 'e', forged: false }

it('never tells few from none, or nearly all from all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.nat(), (of, some) => {
      const count = some % (of + 1)
      const { least, most } = showCount(count, of)
      if (least === most) {
        expect([count >= 5, of - count >= 5]).toEqual([true, true])
        expect(least).toBe(count)
      } else {
        const same = Array.from({ length: of + 1 }, (_, n) => n).filter((n) => {
          const shown = showCount(n, of)
          return shown.least === least && shown.most === most
        })
        // A reader of what is shown cannot rule out any of these.
        expect(same.length).toBeGreaterThanOrEqual(Math.min(of + 1, 2))
        expect(same).toContain(count)
      }
    }),
  )
  expect([showCount(0, 40), showCount(4, 40), showCount(5, 40), showCount(36, 40)]).toEqual([
    { least: 0, most: 4 },
    { least: 0, most: 4 },
    { least: 5, most: 5 },
    { least: 36, most: 40 },
  ])
})

it('says at the table what is handed over, and nothing about orders of others', () => {
  expect(decideHandover(paid, asked)).toBe('ok')
  expect(decideHandover({ ...paid, items: [item(2, 2, 2)] }, asked)).toBe('already_delivered')
  expect(decideHandover({ ...paid, items: [item(2, 2, 2), item(1, 0, 0, 'book')] }, asked)).toBe('ok')
  expect(decideHandover({ ...paid, balance: 5 }, asked)).toBe('unpaid')
  expect(decideHandover({ ...paid, status: 'pending' }, asked)).toBe('unpaid')
  expect(decideHandover({ ...paid, status: 'cancelled' }, asked)).toBe('cancelled')
  expect(decideHandover({ ...paid, status: 'cancelled', items: [] }, asked)).toBe('no_order')
  expect(decideHandover(paid, { ...asked, eventId: 'f' })).toBe('wrong_event')
  expect(decideHandover(null, asked)).toBe('not_found')
  expect(decideHandover(paid, { ...asked, forged: true })).toBe('invalid')
})

it('hands over what is left and no more, whatever is said in any order', () => {
  const word = fc.record({
    status: fc.constantFrom(...FULFILMENTS),
    items: fc.option(
      fc.uniqueArray(
        fc.record({
          _id: fc.constantFrom('shirt', 'book', 'other'),
          quantity: fc.option(fc.integer({ min: 1, max: 3 })),
        }),
        { selector: ({ _id }) => _id, minLength: 1 },
      ),
    ),
    taken_back: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      (words, books, isPaid) => {
        let items = [item(2), item(books, 0, 0, 'book')]
        let state = orderState(items)
        for (const { status, items: some, taken_back } of words) {
          const facts = { ...paid, balance: isPaid ? 0 : 1, items }
          const given = some?.map(({ _id, quantity }) => ({ _id, quantity: quantity ?? undefined }))
          const decided = decideFulfilment(facts, { status, items: given, taken_back })
          if (typeof decided === 'string') continue
          items = items.map((one) => ({ ...one, ...decided.find(({ _id }) => _id === one._id) }))
          for (const { quantity, delivered } of items) expect(delivered).toBeLessThanOrEqual(quantity)
          if (!isPaid) expect(items.every(({ delivered }) => delivered === 0)).toBe(true)
          // Without taking back, nothing that was handed over is forgotten.
          if (state === 'delivered' && !taken_back) expect(orderState(items)).toBe('delivered')
          state = orderState(items)
          expect(state === 'delivered').toBe(items.every((one) => leftOf(one) === 0))
        }
      },
    ),
  )
  expect(decideFulfilment({ ...paid, status: 'cancelled' }, { status: 'prepared' })).toBe('order_cancelled')
  expect(decideFulfilment(paid, { status: 'delivered', items: [{ _id: 'book' }] })).toBe('not_found')
  expect(orderState([item(1, 2, 2)])).toBe('to_return')
  expect(orderState([item(1, 1), item(2, 2, 2, 'book')])).toBe('prepared')
})

it('forgets nothing that is packed or handed over when the order is edited or cancelled, until it is put back', () => {
  const act = fc.oneof(
    fc.record({ quantity: fc.integer({ min: 0, max: 4 }) }),
    fc.record({
      status: fc.constantFrom(...FULFILMENTS),
      count: fc.option(fc.integer({ min: 1, max: 4 })),
      back: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
      let one = item(2)
      for (const said of acts) {
        const before = one
        if ('quantity' in said) one = { ...one, quantity: said.quantity }
        else {
          const facts = { ...paid, status: one.quantity === 0 ? 'cancelled' : 'active', items: [one] }
          const given = said.count === null ? undefined : [{ _id: one._id, quantity: said.count }]
          const taken_back = said.status === 'put_back' && said.back
          const decided = decideFulfilment(facts, { status: said.status, items: given, taken_back })
          if (typeof decided === 'string') continue
          one = { ...one, ...decided[0] }
          if (!taken_back) expect(one.delivered).toBeGreaterThanOrEqual(before.delivered)
          if (said.status !== 'put_back' && said.status !== 'ordered')
            expect(one.prepared).toBeGreaterThanOrEqual(before.prepared)
          if (said.status === 'put_back' && said.count === null)
            expect(taken_back ? toReturn(one) : toPutBack(one)).toBe(0)
        }
        expect(one.prepared).toBeGreaterThanOrEqual(one.delivered)
        // Each piece that was packed is ordered, to be put back, or to come back.
        const ordered = Math.min(one.prepared, Math.max(one.quantity, one.delivered)) - toReturn(one)
        expect(ordered + toPutBack(one) + toReturn(one)).toBe(one.prepared)
      }
    }),
  )
  expect(orderState([item(0, 2, 0)])).toBe('to_put_back')
  expect(orderState([item(0, 2, 0), item(1, 2, 2, 'book')])).toBe('to_return')
  const back = (of: OrderItem, taken_back: boolean) =>
    decideFulfilment({ ...paid, items: [of] }, { status: 'put_back', taken_back })
  expect(back(item(1, 3, 2), false)).toEqual([{ _id: 'shirt', prepared: 2, delivered: 2 }])
  expect(back(item(1, 3, 2), true)).toEqual([{ _id: 'shirt', prepared: 2, delivered: 1 }])
  // The screen showed it as packed; since then it was handed over and cancelled.
  expect(back(item(0, 1, 1), false)).toBe('order_delivered')
  expect(back(item(0, 1, 1), true)).toEqual([{ _id: 'shirt', prepared: 0, delivered: 0 }])
  // A quantity counts, whatever is done with it.
  const some = (of: OrderItem, quantity: number, said: object) =>
    decideFulfilment({ ...paid, items: [of] }, { status: 'put_back', ...said, items: [{ _id: 'shirt', quantity }] })
  expect(some(item(1, 5), 1, {})).toEqual([{ _id: 'shirt', prepared: 4, delivered: 0 }])
  expect(some(item(1, 5, 3), 3, {})).toEqual([{ _id: 'shirt', prepared: 3, delivered: 3 }])
  expect(some(item(1, 5, 3), 1, { taken_back: true })).toEqual([{ _id: 'shirt', prepared: 4, delivered: 2 }])
  expect(some(item(5), 2, { status: 'prepared' })).toEqual([{ _id: 'shirt', prepared: 2, delivered: 0 }])
  expect(some(item(5, 4), 2, { status: 'prepared' })).toEqual([{ _id: 'shirt', prepared: 5, delivered: 0 }])
  expect(some(item(5, 5), 2, { status: 'ordered' })).toEqual([{ _id: 'shirt', prepared: 3, delivered: 0 }])
  expect(some(item(5, 5, 2), 1, { status: 'ordered', taken_back: true })).toEqual([
    { _id: 'shirt', prepared: 4, delivered: 1 },
  ])
  // Undoing one of two handings over leaves the other.
  expect(
    decideFulfilment(
      { ...paid, items: [item(3, 3, 3)] },
      { status: 'prepared', taken_back: true, items: [{ _id: 'shirt', quantity: 1 }] },
    ),
  ).toEqual([{ _id: 'shirt', prepared: 3, delivered: 2 }])
})

it('unpacks what is packed beside what was handed over, and nothing that somebody else handed over since', () => {
  const facts = { ...paid, items: [item(3, 3, 1)] }
  const unpack = (quantity?: number) =>
    decideFulfilment(facts, { status: 'ordered', items: [{ _id: 'shirt', quantity }] })
  expect(unpack(2)).toEqual([{ _id: 'shirt', prepared: 1, delivered: 1 }])
  expect(unpack(3)).toBe('order_delivered')
  expect(unpack()).toBe('order_delivered')
})
