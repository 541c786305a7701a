import { decideFulfilment, leftOf, type OrderItem, orderState } from '@shiloh/contract/vendors/orders'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { actOn, type Deed, type OrderBody } from './acts.ts'

type Item = OrderItem & { product: string; option: string }

const anyItem = fc
  .record({ quantity: fc.integer({ min: 0, max: 4 }), packed: fc.nat(4), delivered: fc.nat(4) })
  .map(({ quantity, packed, delivered: given }) => {
    const delivered = Math.min(given, quantity)
    return { quantity, delivered, prepared: Math.min(quantity, delivered + packed) }
  })
const anyOrder = fc
  .array(anyItem, { minLength: 1, maxLength: 3 })
  .map((items) => items.map((item, nth): Item => ({ ...item, _id: `item-${nth}`, product: 'T-shirt', option: 'M' })))

const say = (items: readonly Item[], { status, items: pieces, taken_back }: OrderBody): Item[] => {
  const facts = { eventId: 'e', status: 'active', balance: 0, items }
  const decided = decideFulfilment(facts, { status, items: pieces, taken_back })
  if (typeof decided === 'string') throw new Error(decided)
  return items.map((item) => ({ ...item, ...decided.find(({ _id }) => _id === item._id) }))
}

/** The buttons that an order has, as the page shows them. */
const deedsOf = (items: readonly Item[]): Deed[] => {
  const state = orderState(items)
  return [
    ...(state === 'ordered' && items.some((item) => leftOf(item) > 0) ? (['prepared'] as const) : []),
    ...(items.some((item) => leftOf(item) > 0) ? (['delivered'] as const) : []),
    ...(state === 'prepared' ? (['unpacked'] as const) : []),
    ...(state === 'delivered' ? (['taken_back'] as const) : []),
  ]
}

it('undoes exactly what a button did', () => {
  fc.assert(
    fc.property(anyOrder, (items) => {
      for (const deed of deedsOf(items)) {
        const { body, undo } = actOn({ items }, deed)
        const after = undo && say(say(items, body), undo)
        expect(after?.map(({ delivered }) => delivered)).toEqual(items.map(({ delivered }) => delivered))
        // Of what was packed in part, less is packed than before, and never more.
        for (const [nth, item] of items.entries()) {
          const isWhole = items.every(
            ({ quantity, prepared, delivered }) => prepared === quantity || prepared === delivered,
          )
          const isMixed = deed === 'delivered' && new Set(items.map(orderPart)).size > 1
          if (isWhole && !isMixed) expect(after?.[nth]?.prepared).toBe(item.prepared)
          else expect(after?.[nth]?.prepared).toBeLessThanOrEqual(item.prepared)
        }
      }
    }),
  )
})

const orderPart = ({ quantity, prepared, delivered }: Item) =>
  quantity === delivered ? 'nothing' : prepared === delivered ? 'open' : 'packed'

it('hands over what the screen shows, and undoes nothing that was put back', () => {
  const items: Item[] = [{ _id: 'shirt', product: 'T-shirt', option: 'M', quantity: 3, prepared: 3, delivered: 1 }]
  expect(actOn({ items }, 'delivered')).toEqual({
    deed: 'delivered',
    body: { status: 'delivered', items: [{ _id: 'shirt', quantity: 2 }] },
    undo: { status: 'prepared', taken_back: true, items: [{ _id: 'shirt', quantity: 2 }] },
  })
  const cut = { items: items.map((item) => ({ ...item, quantity: 0 })) }
  expect(actOn(cut, 'put_back')).toEqual({
    deed: 'put_back',
    body: { status: 'put_back', items: [{ _id: 'shirt', quantity: 2 }] },
    undo: undefined,
  })
  expect(actOn(cut, 'came_back').body).toEqual({
    status: 'put_back',
    taken_back: true,
    items: [{ _id: 'shirt', quantity: 1 }],
  })
})
