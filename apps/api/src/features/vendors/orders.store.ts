import type { DataOf, QueryOf } from '@shiloh/contract/core'
import type { OrderItem } from '@shiloh/contract/vendors/orders'
import type { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { type RawBuilder, sql } from 'kysely'
import { FIGURE_COLUMNS, type FigureColumns, IN_FORCE, IS_SETTLED, statusIs } from '#features/reservations'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, fitsAny, type ListSql, orderTerms } from '#platform/db/pages.store'
import { hasCode } from '#platform/db/search.store'
import type { OfVendor } from './covers.sql.ts'

type Routes = typeof vendorRoutes

export interface ItemRow extends OrderItem {
  readonly product: string
  readonly option: string
}

/** An order: what one reservation ordered from one vendor. */
export interface OrderRow extends FigureColumns {
  /** The reservation. */
  readonly id: string
  readonly code: string
  readonly event_id: string
  readonly created_at: Date
  readonly prepared_at: Date | null
  readonly delivered_at: Date | null
  readonly items: readonly ItemRow[]
}

/** A vendor, and the language in which the answer is read. */
type Reader = Pick<OfVendor, 'vendorId' | 'language'>

/** What vendors supply to events: `x`, with the option `o` and its product `p`. */
const supplied = ({ vendorId, language }: Reader): RawBuilder<unknown> => sql`
  select x.id, x.event_id, x.product_option_id, x.position, x.price, p.id as product_id, ${toldIn(language, 'p', 'name')} as product,
    ${toldIn(language, 'o', 'name')} as option
  from event_products x join product_options o on o.id = x.product_option_id join products p on p.id = o.product_id
  where p.vendor_id = ${vendorId}`

/**
 * The condition that a reservation `r` is not confirmed any more because its payment was reversed after something of it was
 * packed: the order waits, and has not to come back yet.
 */
export const IS_KEPT = sql<boolean>`(r.status = 'pending' and exists (select from product_fulfilments f where f.reservation_id = r.id))`

/**
 * Items of reservations, as `items`: what is ordered, by reservations that count, and what was said about it. `mine` are
 * the products, `of` narrows reservations `r`. For the table, orders that wait for another payment count; for the
 * statement they do not. Which reservations count is decided once for each, before their lines are read.
 */
const itemsOf = (
  of: RawBuilder<unknown>,
  isOrdered: RawBuilder<unknown> = sql`(${IN_FORCE} or ${IS_KEPT})`,
): RawBuilder<unknown> => sql`
  those as materialized (select r.id, r.event_id, ${isOrdered} as is_ordered from reservations r where ${of}),
  items as materialized (
    select reservation_id, _id, sum(quantity)::int as quantity,
      sum(prepared)::int as prepared, sum(delivered)::int as delivered, max(given_price) as given_price,
      max(prepared_at) as prepared_at, max(delivered_at) as delivered_at
    from (
      select t.id as reservation_id, m.id as _id, l.quantity, 0 as prepared, 0 as delivered,
        null::bigint as given_price, null::timestamptz as prepared_at, null::timestamptz as delivered_at
      from those t join reservation_lines l on l.reservation_id = t.id and l.kind = 'product_option'
      join mine m on m.event_id = t.event_id and m.product_option_id = l.ref_id
      where t.is_ordered
      union all
      select t.id, f.event_product_id, 0, f.prepared, f.delivered, f.unit_price, f.prepared_at, f.delivered_at
      from product_fulfilments f join those t on t.id = f.reservation_id join mine m on m.id = f.event_product_id) each
    group by 1, 2 having sum(quantity) > 0 or sum(prepared) > 0 or sum(delivered) > 0)`

/** The state of an order in SQL: as `orderState` in the contract, which a test compares with it. */
const STATE = sql<string>`case
  when bool_or(i.delivered > i.quantity) then 'to_return'
  when bool_or(i.prepared > i.quantity) then 'to_put_back'
  when bool_and(i.delivered >= i.quantity) then 'delivered'
  when bool_and(i.prepared >= i.quantity or i.delivered >= i.quantity) then 'prepared' else 'ordered' end`

const ORDERS = sql`
  select i.reservation_id, ${STATE} as state, max(i.prepared_at) as prepared_at, max(i.delivered_at) as delivered_at,
    array_agg(m.product_id) as product_ids, array_agg(m.id) as option_ids
  from items i join mine m on m.id = i._id group by 1`

/** What is in the orders of these reservations. */
const contentsOf = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select i.reservation_id, jsonb_agg(jsonb_build_object('_id', i._id, 'product', m.product, 'option', m.option, 'quantity', i.quantity,
    'prepared', i.prepared, 'delivered', i.delivered) order by m.position, m.product, m.option) as items
  from items i join mine m on m.id = i._id where i.reservation_id in (${ids}) group by 1`

const COLUMNS = sql`r.id, r.code, r.event_id, r.created_at, o.prepared_at, o.delivered_at, c.items, ${sql.raw(FIGURE_COLUMNS)}`

/** A reservation `r` that owes something, as the gate sees it. */
const OWES = sql<boolean>`(r.status = 'pending' or r.status in ('active', 'redeemed') and not ${sql.raw(IS_SETTLED)})`

const orders = {
  table: 'r',
  sort: { code: 'r.code', ordered_at: 'r.created_at', delivered_at: 'o.delivered_at' },
  filter: {
    search: (words) => hasCode(words, 'r.code'),
    event_id: 'r.event_id',
    state: 'o.state',
    product_id: (products) => fitsAny(products, (id) => sql`${id} = any(o.product_ids)`),
    option_id: (options) => fitsAny(options, (id) => sql`${id} = any(o.option_ids)`),
    unpaid: (unpaid) => (unpaid ? OWES : sql<boolean>`not ${OWES}`),
  },
} as const satisfies ListSql<Routes['orders']>

/** Lists the orders of a vendor at these events. Everything is worked out once, for the page and for the total. */
export const listOrders = async (
  db: Queryable,
  vendor: Reader,
  eventIds: readonly string[],
  query: QueryOf<Routes['orders']>,
): Promise<Page<OrderRow>> => {
  const from = offsetOf(query)
  const { rows } = await sql<{ found: number } & (OrderRow | { [Column in keyof OrderRow]: null })>`
    with mine as materialized (${supplied(vendor)}),
    ${itemsOf(sql`r.event_id = any(${[...eventIds]}::text[])`)},
    orders as materialized (${ORDERS}),
    matching as materialized (
      select r.id, row_number() over (order by ${orderTerms(query, orders, new Set(['delivered_at']))}, r.id) as n
      from orders o join reservations r on r.id = o.reservation_id
      where ${sql.join([sql`true`, ...conditions(query, orders)], sql` and `)}),
    shown as materialized (select id, n from matching where n > ${from} and n <= ${from + query.page_size}),
    contents as materialized (${contentsOf(sql`select id from shown`)}),
    page as (
      select ${COLUMNS}, s.n from shown s join reservations r on r.id = s.id join orders o on o.reservation_id = s.id
      join contents c on c.reservation_id = s.id)
    select t.found, page.* from (select count(*)::int as found from matching) t left join page on true order by page.n`.execute(
    db,
  )
  return {
    items: rows.filter((row): row is { found: number } & OrderRow => row.id !== null),
    total: rows[0]?.found ?? 0,
  }
}

/**
 * Returns the order of a reservation with a vendor. Undefined: the reservation has none there.
 * @param isOrdered which reservations `r` have ordered something. Omitted: those that count at the table
 */
export const findOrder = async (
  db: Queryable,
  vendor: Reader,
  id: string,
  isOrdered?: RawBuilder<boolean>,
): Promise<OrderRow | undefined> => {
  const { rows } = await sql<OrderRow>`
    with mine as materialized (${supplied(vendor)}),
    ${itemsOf(sql`r.id = ${id}`, isOrdered)},
    orders as (${ORDERS})
    select ${COLUMNS} from orders o join reservations r on r.id = o.reservation_id join events e on e.id = r.event_id
    join (${contentsOf(sql`${id}`)}) c on c.reservation_id = r.id
    where e.status <> 'draft'`.execute(db)
  return rows[0]
}

/**
 * Locks a reservation, so that two phones do not hand over its order at the same time, and the products of a vendor in it, so
 * that none goes to another vendor meanwhile.
 */
export const lockOrder = async (tx: Tx, vendorId: string, id: string): Promise<void> => {
  await sql`select id from reservations where id = ${id} for no key update`.execute(tx)
  await sql`
    select p.id from products p where p.vendor_id = ${vendorId} and p.id in (
      select o.product_id from event_products x join product_options o on o.id = x.product_option_id
      where x.event_id = (select r.event_id from reservations r where r.id = ${id}))
    order by p.id for share of p`.execute(tx)
}

/** Notes a handing over by its phone's name. Returns false if it is in the books already. */
export const noteHandover = async (
  tx: Tx,
  { reservationId, by, handoverId, now }: { reservationId: string; by: string; handoverId: string; now: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('product_handovers')
    .values({ reservation_id: reservationId, handover_id: handoverId, by_user: by, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Returns the reservation that a code belongs to, and the person: of a QR code its owner, else who reserved. At an event,
 * people may leave out the letters before the hyphen.
 */
export const findScanned = async (
  db: Queryable,
  of: { readonly qrId: string } | { readonly code: string },
  eventId: string | null,
): Promise<{ id: string; name: string } | undefined> => {
  const isTyped = (code: string) =>
    code.includes('-') || eventId === null
      ? sql`r.code = ${code}`
      : sql`r.code = (select e.code_prefix || '-' || ${code} from events e where e.id = ${eventId})`
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, p.name from reservations r join reservation_participants p on p.reservation_id = r.id
    where ${'qrId' in of ? sql`p.qr_id = ${of.qrId}` : isTyped(of.code)} order by p.position limit 1`.execute(db)
  return rows[0]
}

export interface SavedItem {
  readonly _id: string
  readonly prepared: number
  readonly delivered: number
}

/**
 * Saves what a vendor said about items. What was handed over keeps the price that its last piece had in the reservation: what has to come
 * back was ordered last.
 */
export const saveItems = async (
  tx: Tx,
  { reservationId, by, now }: { reservationId: string; by: string; now: Date },
  items: readonly SavedItem[],
): Promise<void> => {
  await sql`
    insert into product_fulfilments as f (reservation_id, event_product_id, prepared, delivered, unit_price, prepared_at, delivered_at, delivered_by)
    select ${reservationId}, i._id, i.prepared, i.delivered,
      coalesce((select o.unit_price from (select l.unit_price, sum(l.quantity) over (order by l.id) as stop from reservation_lines l
        where l.reservation_id = ${reservationId} and l.kind = 'product_option' and l.ref_id = x.product_option_id) o
        order by o.stop < i.delivered, case when o.stop < i.delivered then -o.stop else o.stop end limit 1), x.price),
      case when i.prepared > 0 then ${now}::timestamptz end, case when i.delivered > 0 then ${now}::timestamptz end,
      case when i.delivered > 0 then ${by} end
    from json_to_recordset(${JSON.stringify(items)}::json) as i(_id text, prepared int, delivered int)
    join event_products x on x.id = i._id
    on conflict (reservation_id, event_product_id) do update set prepared = excluded.prepared, delivered = excluded.delivered,
      unit_price = case when excluded.delivered > f.delivered then excluded.unit_price else f.unit_price end,
      prepared_at = case when excluded.prepared > f.prepared then excluded.prepared_at when excluded.prepared > 0 then f.prepared_at end,
      delivered_at = case when excluded.delivered > f.delivered then excluded.delivered_at when excluded.delivered > 0 then f.delivered_at end,
      delivered_by = case when excluded.delivered > f.delivered then excluded.delivered_by when excluded.delivered > 0 then f.delivered_by end`.execute(
    tx,
  )
  // Nothing is out any more: the office can take the product off the event.
  await tx
    .deleteFrom('product_fulfilments')
    .where('reservation_id', '=', reservationId)
    .where('prepared', '=', 0)
    .where('delivered', '=', 0)
    .execute()
}

type ProductFigures = DataOf<Routes['dashboard']>['products'][number]

/** Counts what an event ordered of each product of a vendor, and what of it is packed and handed over. */
export const countProducts = async (
  db: Queryable,
  { eventId, now, ...vendor }: OfVendor & { readonly now: Date },
): Promise<ProductFigures[]> => {
  const { rows } = await sql<ProductFigures>`
    with mine as materialized (select * from (${supplied(vendor)}) s where s.event_id = ${eventId}),
    ${itemsOf(sql`r.event_id = ${eventId}`)},
    sums as (
      select i._id, sum(i.quantity)::int as ordered, sum(least(i.prepared, i.quantity))::int as prepared, sum(i.delivered)::int as delivered,
        sum(greatest(0, i.quantity - i.delivered))::int as left,
        sum(greatest(0, i.quantity - greatest(i.prepared, i.delivered)))::int as to_prepare,
        sum(greatest(0, i.prepared - greatest(i.quantity, i.delivered)))::int as to_put_back,
        sum(greatest(0, i.delivered - i.quantity))::int as to_return
      from items i group by 1),
    waiting as (
      select l.ref_id, sum(l.quantity)::int as pieces
      from reservations r join reservation_lines l on l.reservation_id = r.id and l.kind = 'product_option'
      where r.event_id = ${eventId} and ${statusIs('pending', now)} and not ${IS_KEPT} group by 1)
    select m.id as _id, m.product, m.option, m.price, ${sql.join(
      (['ordered', 'prepared', 'delivered', 'left', 'to_prepare', 'to_put_back', 'to_return'] as const).map(
        (figure) => sql`coalesce(s.${sql.ref(figure)}, 0) as ${sql.ref(figure)}`,
      ),
    )}, coalesce(w.pieces, 0) as unconfirmed
    from mine m left join sums s on s._id = m.id left join waiting w on w.ref_id = m.product_option_id
    order by m.position, m.product, m.option`.execute(db)
  return rows
}

type DueLine = DataOf<Routes['statement']>['lines'][number]

/**
 * The pieces of orders at an event that were handed over before their product went to another vendor: of each order, those
 * after `after` and up to `upto`, in the order of handing over.
 */
export const formerPieces = (eventId: string): RawBuilder<unknown> => sql`
  select h.reservation_id, h.event_product_id, h.vendor_id, h.delivered as upto,
    coalesce(lag(h.delivered) over (partition by h.event_product_id, h.reservation_id order by h.id), 0) as after
  from former_handovers h join event_products x on x.id = h.event_product_id where x.event_id = ${eventId}`

/**
 * Returns what is due for the products of an event, and for what was handed over and is not ordered any more. Of products that
 * went to another vendor, it is what was handed over before; the other one has the rest.
 */
export const findProductLines = async (
  db: Queryable,
  { vendorId, eventId, language }: OfVendor,
): Promise<DueLine[]> => {
  const { rows } = await sql<DueLine>`
    with former as materialized (${formerPieces(eventId)}),
    mine as materialized (
      select x.id, x.event_id, x.product_option_id, x.position, ${toldIn(language, 'p', 'name')} as product,
        ${toldIn(language, 'o', 'name')} as option, p.vendor_id = ${vendorId} as is_own
      from event_products x join product_options o on o.id = x.product_option_id join products p on p.id = o.product_id
      where x.event_id = ${eventId}
        and (p.vendor_id = ${vendorId} or x.id in (select f.event_product_id from former f where f.vendor_id = ${vendorId}))),
    ${itemsOf(sql`r.event_id = ${eventId}`, IN_FORCE)},
    parts as (
      select i.*, f.after, f.upto from items i join former f on f.event_product_id = i._id and f.reservation_id = i.reservation_id
      where f.vendor_id = ${vendorId}
      union all
      select i.*, coalesce(f.after, 0), greatest(i.quantity, i.delivered) from items i join mine m on m.id = i._id and m.is_own
      left join (select event_product_id, reservation_id, max(upto) as after from former group by 1, 2) f
        on f.event_product_id = i._id and f.reservation_id = i.reservation_id),
    -- The pieces of an order at each of its prices, in the order in which these were agreed: those after start and up to stop.
    stretches as (
      select i.reservation_id, i._id, l.unit_price, (sum(l.quantity) over each - l.quantity)::int as start, (sum(l.quantity) over each)::int as stop
      from items i join mine m on m.id = i._id
      join reservation_lines l on l.reservation_id = i.reservation_id and l.kind = 'product_option' and l.ref_id = m.product_option_id
      where i.quantity > 0 window each as (partition by i.reservation_id, i._id order by l.id)),
    ordered as (
      select p._id, s.unit_price,
        greatest(0, least(s.stop, p.quantity, p.upto) - greatest(s.start, p.after)) as quantity,
        greatest(0, least(s.stop, p.quantity, p.delivered, p.upto) - greatest(s.start, p.after)) as delivered
      from parts p join stretches s on s.reservation_id = p.reservation_id and s._id = p._id),
    coming_back as (
      select p._id, p.given_price, greatest(0, least(p.delivered, p.upto) - greatest(p.quantity, p.after)) as quantity from parts p),
    due as (
      select o._id, 'product' as kind, sum(o.quantity)::int as quantity, o.unit_price, sum(o.delivered)::int as delivered,
        sum(o.quantity * o.unit_price)::bigint as amount
      from ordered o where o.quantity > 0 group by o._id, o.unit_price
      union all
      select r._id, 'to_return', sum(r.quantity)::int, r.given_price, sum(r.quantity)::int, sum(r.quantity * r.given_price)::bigint
      from coming_back r where r.quantity > 0 group by r._id, r.given_price),
    lines as (
      select m.position, m.product, m.option, d.quantity, d.unit_price, d.delivered, d.amount,
        case when d.kind = 'product' and m.is_own is not true then 'former' else d.kind end as kind
      from due d join mine m on m.id = d._id)
    select kind, product || ', ' || option as name, quantity, 1 as units, unit_price, delivered, amount
    from lines order by kind = 'to_return', kind = 'former', position, product, option, unit_price desc`.execute(db)
  return rows
}
