import { z } from 'zod'
import { flag } from '../admin-resource.ts'
import { scanId } from '../checkin/checkin.ts'
import { currency, day, fileRoute, id, idParams, listRoute, money, route, signedIn, timestamp } from '../core.ts'
import { EVENT_STATUSES } from '../events/events.ts'
import { anyOf, EXPORT_TYPES, listQuery } from '../lists.ts'
import { datedEvent } from '../record-fields.ts'
import { DIETARY_PREFERENCES } from '../reservations/party.ts'
import { FULFILMENTS, HANDOVER_RESULTS, ORDER_STATES } from './orders.ts'

/** What caterers and suppliers see: their own caterers and products only, and figures instead of people. */

/** Smaller counts of dietary needs are not shown: they would say who it is. */
export const FEWEST_SHOWN = 5

/** A count as far as it is shown: both are equal where it is exact. */
const shownCount = z.object({ least: z.int(), most: z.int() })
export type ShownCount = z.output<typeof shownCount>

/**
 * Returns what is shown of a count among `of` persons. None at all, few, and nearly all are not told apart, because a
 * difference of two figures must not say more than each of them.
 */
export const showCount = (count: number, of: number): ShownCount => {
  // Five of five is everybody.
  const few = of === FEWEST_SHOWN ? FEWEST_SHOWN : FEWEST_SHOWN - 1
  if (count <= few) return { least: 0, most: few }
  return of - count < FEWEST_SHOWN
    ? { least: Math.max(FEWEST_SHOWN, of - few), most: of }
    : { least: count, most: count }
}

const vendorEvent = datedEvent.extend({ status: z.enum(EVENT_STATUSES), currency })
export type VendorEvent = z.output<typeof vendorEvent>

/** What has changed since the same time yesterday. */
const changes = { more: z.int(), fewer: z.int() }

const productFigures = z.object({
  /** The product option of the event. */
  _id: id,
  product: z.string(),
  option: z.string(),
  price: money,
  ordered: z.int(),
  prepared: z.int(),
  delivered: z.int(),
  left: z.int(),
  /** Ordered, and neither packed nor handed over. */
  to_prepare: z.int(),
  /** Packed, and not ordered any more. */
  to_put_back: z.int(),
  /** Handed over, and not ordered any more. */
  to_return: z.int(),
  /** In reservations that wait for their payment. */
  unconfirmed: z.int(),
})

const cateredBy = z.object({
  _id: id,
  name: z.string(),
  price_per_day: money,
  days: z.int(),
  /** The most covers that the event sells. */
  limit: z.int().nullable(),
  /** Persons who eat here. */
  ordered: z.int(),
  /** Persons whose reservation waits for its payment. */
  unconfirmed: z.int(),
  ...changes,
  diets: z.array(shownCount.extend({ diet: z.enum(DIETARY_PREFERENCES) })),
})

const sitting = z.object({
  /** The scan point. */
  _id: id,
  caterer_id: id,
  caterer: z.string(),
  name: z.string(),
  /** In the event's time zone. Null: the office has not set a time. */
  day: day.nullable(),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  ordered: z.int(),
  eaten: z.int(),
  /** Of those who ate: without an order with this caterer, because it was cancelled or changed, or let in all the same. */
  unordered: z.int(),
})
export type Sitting = z.output<typeof sitting>

const orderItem = z.object({
  /** The product option of the event. */
  _id: id,
  product: z.string(),
  option: z.string(),
  quantity: z.int(),
  prepared: z.int(),
  delivered: z.int(),
})

/** What one reservation ordered from this vendor. No name: the code is on the ticket. */
export const vendorOrder = z.object({
  /** The reservation. */
  _id: id,
  code: z.string(),
  event_id: id,
  state: z.enum(ORDER_STATES),
  /** It is handed over only once it is paid. */
  unpaid: z.boolean(),
  ordered_at: timestamp,
  prepared_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  items: z.array(orderItem),
})
export type VendorOrder = z.output<typeof vendorOrder>

const statement = z.object({
  event: vendorEvent.nullable(),
  /** Members could change and cancel until then. Null: the event has no such time. */
  deadline: timestamp.nullable(),
  /** Meals by day. The amounts of a caterer add up to its lines. */
  days: z.array(
    z.object({
      day,
      caterer: z.string(),
      /** Whose reservations pay for this day. */
      persons: z.int(),
      /** Meals, at all sittings of the day. */
      ordered: z.int(),
      eaten: z.int(),
      /** Of the eaten ones: without an order. */
      unordered: z.int(),
      served: z.boolean(),
      amount: money,
    }),
  ),
  /** What is due. Prices are those of the reservations. */
  lines: z.array(
    z.object({
      /** `former`: handed over before the product went to another vendor. */
      kind: z.enum(['caterer', 'product', 'to_return', 'former']),
      name: z.string(),
      quantity: z.int(),
      /** Days of a caterer. 1 for products. */
      units: z.int(),
      unit_price: money,
      /** Of products: what was handed over. */
      delivered: z.int().nullable(),
      amount: money,
    }),
  ),
  /**
   * How the quantities came about: `booked + more − fewer − cancelled − by_others = ordered`, and `ordered` is that of the
   * lines. Of caterers, persons.
   */
  changes: z.array(
    z.object({
      kind: z.enum(['caterer', 'product']),
      name: z.string(),
      /** In reservations when they were confirmed. */
      booked: z.int(),
      /** Added and taken out by edits since. */
      more: z.int(),
      fewer: z.int(),
      /** In reservations that were cancelled, or are not confirmed any more. */
      cancelled: z.int(),
      /** Of `fewer` and `cancelled`: after the deadline. */
      late: z.int(),
      /** Handed over while the product was another vendor's, and due to that one. */
      by_others: z.int(),
      ordered: z.int(),
    }),
  ),
  due: money,
  as_of: timestamp,
})
export type VendorStatement = z.output<typeof statement>

const ofEvent = {
  /** Omitted: the event that is running, or else the next one, or else the last one. */
  event_id: id.optional(),
}
export const VENDOR_FILES = { pdf: 'application/pdf', ...EXPORT_TYPES } as const
const vendorFile = z.object({ ...ofEvent, format: z.enum(['pdf', 'csv', 'xlsx']).default('pdf') })
const fileTypes = Object.values(VENDOR_FILES)

const catering = z.object({
  event: vendorEvent.nullable(),
  /** Changes are counted since then. */
  since: timestamp,
  caterers: z.array(cateredBy),
  /** By time. A sitting for those of any caterer appears once for each caterer of this vendor. */
  sittings: z.array(sitting),
})
export type VendorCatering = z.output<typeof catering>

export const vendorRoutes = {
  dashboard: route({
    method: 'GET',
    path: '/vendor/dashboard',
    access: signedIn('vendor'),
    summary: 'The events that this vendor supplies, and what of its products one of them ordered',
    query: z.object(ofEvent),
    response: z.object({
      /** The current one first, then by date. */
      events: z.array(
        vendorEvent.extend({
          caterers: z.array(z.string()),
          /** Persons who eat. */
          covers: z.int(),
          products: z.int(),
        }),
      ),
      event_id: id.nullable(),
      products: z.array(productFigures),
    }),
    errors: ['not_found'],
  }),
  catering: route({
    method: 'GET',
    path: '/vendor/catering',
    access: signedIn('vendor'),
    summary:
      'Covers of one event: ordered, changed since yesterday, dietary needs, and eaten by sitting. Dietary counts under five are not told',
    query: z.object(ofEvent),
    response: catering,
    errors: ['not_found'],
  }),
  cateringFile: fileRoute({
    method: 'GET',
    path: '/vendor/catering/export',
    access: signedIn('vendor'),
    summary: 'The covers of one event as a file for the kitchen. Meals before the day come last',
    /** The day that the reader looks at. Omitted: today. */
    query: vendorFile.extend({ day: day.optional() }),
    fileTypes,
    errors: ['not_found'],
  }),
  orders: listRoute({
    method: 'GET',
    path: '/vendor/orders',
    access: signedIn('vendor'),
    summary: 'What reservations ordered of this vendor’s products, with what is packed and handed over',
    query: listQuery({
      sort: ['code', 'ordered_at', 'delivered_at'],
      order: ['ordered_at'],
      filter: {
        event_id: id.optional(),
        state: anyOf(z.enum(ORDER_STATES)).optional(),
        product_id: anyOf(id).optional(),
        /** Product options of the event, as in `items`. */
        option_id: anyOf(id).optional(),
        unpaid: flag.optional(),
      },
    }),
    response: vendorOrder,
  }),
  scanOrder: route({
    method: 'POST',
    path: '/vendor/orders/scan',
    access: signedIn('vendor'),
    summary: 'Look up the order of a scanned or typed code. Only a scanned ticket shows the name of its owner',
    asks: true,
    limits: [{ points: 120, seconds: 60, by: 'caller' }],
    body: z.object({
      code: z.string().min(4).max(300),
      /** The event at which this vendor hands over. */
      event_id: id.optional(),
    }),
    response: z.object({
      result: z.enum(HANDOVER_RESULTS),
      order: vendorOrder.nullable(),
      /** The owner of a scanned ticket, to ask for at the table. Null for a typed code. */
      name: z.string().nullable(),
    }),
  }),
  updateOrder: route({
    method: 'PUT',
    path: '/vendor/orders/{id}',
    access: signedIn('vendor'),
    summary:
      'Mark an order as prepared or delivered, take that back, or put back what is not ordered any more. What is delivered is added to what was before',
    params: idParams,
    body: z.object({
      status: z.enum(FULFILMENTS),
      /** Omitted: everything that is left. With a quantity, so much of it is packed, handed over, taken back or put back. */
      items: z
        .array(z.object({ _id: id, quantity: z.int().min(1).max(1000).optional() }))
        .min(1)
        .max(200)
        .optional(),
      /** Needed to go back from delivered, also of what is not ordered any more. */
      taken_back: flag.optional(),
      /** Made by the phone for each handing over, and for each undoing of one. Sent again, it changes nothing. */
      handover_id: scanId.optional(),
    }),
    response: vendorOrder,
    errors: ['order_delivered', 'order_unpaid', 'order_cancelled'],
  }),
  statement: route({
    method: 'GET',
    path: '/vendor/statement',
    access: signedIn('vendor'),
    summary: 'What one event ordered and ate, and what is due for it',
    query: z.object(ofEvent),
    response: statement,
    errors: ['not_found'],
  }),
  statementFile: fileRoute({
    method: 'GET',
    path: '/vendor/statement/export',
    access: signedIn('vendor'),
    summary: 'The statement of one event as a file',
    query: vendorFile,
    fileTypes,
    errors: ['not_found'],
  }),
} as const
