import { type GateFacts, refusalOf } from '../checkin/scans.ts'

/** The rules of product orders: what is packed, handed over, and has to come back. Pure. */

/**
 * In the order in which a vendor works on them. `to_put_back`: more was packed than is ordered now. `to_return`: more was
 * handed over than is ordered now.
 */
export const ORDER_STATES = ['ordered', 'prepared', 'delivered', 'to_put_back', 'to_return'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** One product option of a reservation. */
export interface OrderItem {
  readonly _id: string
  /** Ordered now: 0 after the reservation was cancelled, or edited. */
  readonly quantity: number
  readonly prepared: number
  readonly delivered: number
}

/** Returns how much is still to be handed over. */
export const leftOf = ({ quantity, delivered }: OrderItem): number => Math.max(0, quantity - delivered)

/** Returns how much was handed over and has to come back: it is not ordered any more. */
export const toReturn = ({ quantity, delivered }: OrderItem): number => Math.max(0, delivered - quantity)

/** Returns how much is packed, not handed over, and not ordered any more. */
export const toPutBack = ({ quantity, prepared, delivered }: OrderItem): number =>
  Math.max(0, prepared - Math.max(quantity, delivered))

/** Returns the state of an order: of its item that is furthest behind. */
export const orderState = (items: readonly OrderItem[]): OrderState => {
  if (items.some((item) => toReturn(item) > 0)) return 'to_return'
  if (items.some((item) => toPutBack(item) > 0)) return 'to_put_back'
  const open = items.filter((item) => leftOf(item) > 0)
  if (open.length === 0) return items.some(({ delivered }) => delivered > 0) ? 'delivered' : 'ordered'
  return open.every(({ quantity, prepared }) => prepared >= quantity) ? 'prepared' : 'ordered'
}

/** What a scan at a vendor's table says. */
export const HANDOVER_RESULTS = [
  'ok',
  'already_delivered',
  'no_order',
  'unpaid',
  'cancelled',
  'wrong_event',
  'not_found',
  'invalid',
] as const
export type HandoverResult = (typeof HANDOVER_RESULTS)[number]

export interface HandoverFacts extends Omit<GateFacts, 'catererId'> {
  /** What this vendor supplies to the reservation, or has handed over. */
  readonly items: readonly OrderItem[]
}

/**
 * Decides whether a vendor hands over an order. Without an order of theirs, a vendor learns nothing about the
 * reservation, not even whether it is paid.
 */
export const decideHandover = (
  facts: HandoverFacts | null,
  { eventId, forged }: { readonly eventId: string | null; readonly forged: boolean },
): HandoverResult => {
  if (forged) return 'invalid'
  if (!facts) return 'not_found'
  if (facts.items.length === 0) return 'no_order'
  if (eventId !== null && facts.eventId !== eventId) return 'wrong_event'
  return refusalOf(facts) ?? (facts.items.some((item) => leftOf(item) > 0) ? 'ok' : 'already_delivered')
}

/** What a vendor says about an order. */
export interface Fulfilment {
  /** `put_back`: what is packed beyond what is ordered is unpacked; with `taken_back`, what was handed over beyond it is back. */
  readonly status: (typeof FULFILMENTS)[number]
  /** Omitted: everything that is left. */
  readonly items?: readonly { readonly _id: string; readonly quantity?: number | undefined }[] | undefined
  /** What was handed over was marked by mistake. With a quantity, only so much of it. */
  readonly taken_back?: boolean | undefined
}
export const FULFILMENTS = ['ordered', 'prepared', 'delivered', 'put_back'] as const

export type FulfilmentProblem = 'not_found' | 'order_delivered' | 'order_cancelled' | 'order_unpaid'

/**
 * Returns how much of an item is packed after a vendor's word. Packing and unpacking without a quantity are about all of
 * it. What is taken back stays packed, unless it is unpacked.
 */
const packedAfter = (
  { quantity: ordered, prepared, delivered: before }: OrderItem,
  delivered: number,
  {
    status,
    quantity,
    taken_back,
  }: { status: 'ordered' | 'prepared'; quantity: number | undefined; taken_back: boolean },
): number => {
  if (status === 'prepared')
    return taken_back ? prepared : Math.max(prepared, Math.min(ordered, prepared + (quantity ?? ordered)))
  if (quantity === undefined) return delivered
  return Math.max(delivered, prepared - (taken_back ? before - delivered : quantity))
}

/** An item with other figures than before. */
export type ItemChange = Pick<OrderItem, '_id' | 'prepared' | 'delivered'>

/**
 * Decides what a vendor's word changes. `delivered` adds what is handed over now, so that two phones never hand over the
 * same thing twice; more than what is left is refused. The other states replace what was said before, take nothing back
 * unless the vendor says so, and never forget what is packed: only `put_back` and `ordered` unpack.
 */
export const decideFulfilment = (
  facts: HandoverFacts,
  { status, items: given, taken_back = false }: Fulfilment,
): readonly ItemChange[] | FulfilmentProblem => {
  const open = facts.items.filter((item) => taken_back || leftOf(item) > 0)
  const chosen: NonNullable<Fulfilment['items']> =
    given ?? (open.length > 0 && status !== 'put_back' ? open : facts.items).map(({ _id }) => ({ _id }))
  const pairs = chosen.map(({ _id, quantity }) => ({ item: facts.items.find((one) => one._id === _id), quantity }))
  if (pairs.length === 0 || new Set(chosen.map(({ _id }) => _id)).size !== chosen.length) return 'not_found'
  const changes: ItemChange[] = []
  const refusal = refusalOf(facts)
  if ((status === 'prepared' || status === 'delivered') && refusal === 'cancelled' && !taken_back)
    return 'order_cancelled'
  if (status === 'delivered' && refusal === 'unpaid') return 'order_unpaid'
  for (const { item, quantity } of pairs) {
    if (!item) return 'not_found'
    const { _id } = item
    if (status === 'put_back') {
      // A screen that is behind says it of what is packed. By now, the person can have it.
      const away = taken_back ? 0 : Math.min(toPutBack(item), quantity ?? item.prepared)
      const back = taken_back ? Math.min(toReturn(item), quantity ?? item.prepared) : 0
      changes.push({ _id, prepared: item.prepared - away - back, delivered: item.delivered - back })
    } else if (status === 'delivered') {
      const left = leftOf(item)
      const now = quantity ?? left
      if (now > left) return 'order_delivered'
      if (now > 0)
        changes.push({ _id, prepared: Math.max(item.prepared, item.delivered + now), delivered: item.delivered + now })
    } else {
      // Somebody else can have handed it over since this list was loaded. What is packed and not handed over can be unpacked.
      const isHere = quantity !== undefined && item.prepared - item.delivered >= quantity
      if (item.delivered > 0 && !taken_back) {
        if (leftOf(item) === 0 || (status === 'ordered' && !isHere)) return 'order_delivered'
      }
      const delivered = taken_back ? Math.max(0, item.delivered - (quantity ?? item.delivered)) : item.delivered
      changes.push({ _id, prepared: packedAfter(item, delivered, { status, quantity, taken_back }), delivered })
    }
  }
  if (status === 'delivered' && changes.length === 0) return 'order_delivered'
  const isOut = status === 'put_back' && !taken_back && pairs.some(({ item }) => item && toReturn(item) > 0)
  const isSame = changes.every((change) =>
    facts.items.some((item) => item._id === change._id && item.prepared === change.prepared),
  )
  return isOut && isSame ? 'order_delivered' : changes
}
