import type { BodyOf } from '@shiloh/contract/core'
import { leftOf, type OrderItem, toPutBack, toReturn } from '@shiloh/contract/vendors/orders'
import type { VendorOrder, vendorRoutes } from '@shiloh/contract/vendors/vendors'

/** What a vendor does with an order, with what undoes exactly that. Pure. */

export type OrderBody = BodyOf<typeof vendorRoutes.updateOrder>

/** What was done, as the line after it says. */
export type Deed = 'prepared' | 'delivered' | 'unpacked' | 'taken_back' | 'put_back' | 'came_back'

/** An act, and its undoing. Nothing undoes what was put back: it is not ordered any more. */
export interface OrderAct {
  readonly deed: Deed
  readonly body: OrderBody
  readonly undo: OrderBody | undefined
}

/** How many pieces of an order are meant, by item. */
export type Pieces = readonly { readonly _id: string; readonly quantity: number }[]

const piecesOf = (order: Pick<VendorOrder, 'items'>, count: (item: OrderItem) => number): Pieces =>
  order.items.flatMap((item) => (count(item) > 0 ? [{ _id: item._id, quantity: count(item) }] : []))

const toPack = ({ quantity, prepared }: OrderItem): number => Math.max(0, quantity - prepared)
const packed = ({ prepared, delivered }: OrderItem): number => Math.max(0, prepared - delivered)

/**
 * Returns what hands over pieces, by default all that are left. Undoing it leaves them packed if all of them were packed
 * before, and otherwise to pack: nobody should believe that something is packed which is not.
 */
export const handOver = (order: Pick<VendorOrder, 'items'>, pieces: Pieces = piecesOf(order, leftOf)): OrderAct => {
  const packedOf = (id: string) => order.items.reduce((sum, item) => (item._id === id ? sum + packed(item) : sum), 0)
  const wasPacked = pieces.every(({ _id, quantity }) => packedOf(_id) >= quantity)
  const items = [...pieces]
  return {
    deed: 'delivered',
    body: { status: 'delivered', items },
    undo: { status: wasPacked ? 'prepared' : 'ordered', taken_back: true, items },
  }
}

/**
 * Returns what one of the buttons of an order does. Quantities are those that the screen shows: somebody else can have
 * changed the order since.
 */
export const actOn = (order: Pick<VendorOrder, 'items'>, deed: Deed): OrderAct => {
  const pack = [...piecesOf(order, toPack)]
  const unpack = [...piecesOf(order, packed)]
  const back = [...piecesOf(order, ({ delivered }) => delivered)]
  switch (deed) {
    case 'delivered':
      return handOver(order)
    case 'prepared':
      return { deed, body: { status: 'prepared', items: pack }, undo: { status: 'ordered', items: pack } }
    case 'unpacked':
      return { deed, body: { status: 'ordered', items: unpack }, undo: { status: 'prepared', items: unpack } }
    case 'taken_back':
      return {
        deed,
        body: { status: 'prepared', taken_back: true, items: back },
        undo: { status: 'delivered', items: back },
      }
    case 'put_back':
      return { deed, body: { status: 'put_back', items: [...piecesOf(order, toPutBack)] }, undo: undefined }
    case 'came_back':
      return {
        deed,
        body: { status: 'put_back', taken_back: true, items: [...piecesOf(order, toReturn)] },
        undo: undefined,
      }
  }
}
