import type { DataOf } from '@shiloh/contract/core'
import type { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { sql } from 'kysely'
import { IN_FORCE } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { type OfVendor, servedBy } from './covers.sql.ts'
import { formerPieces } from './orders.store.ts'

type Change = DataOf<typeof vendorRoutes.statement>['changes'][number]

/**
 * Returns how the figures of an event came about, for each caterer and product option of a vendor: what reservations had
 * when they were confirmed, what edits added and took out since, what was cancelled, and what another vendor handed over before or
 * after. `booked + more − fewer − cancelled − by_others` is what is ordered now. `late` is the part of `fewer` and `cancelled` that came at or after the deadline.
 */
export const findChanges = async (
  db: Queryable,
  { vendorId, eventId, language, deadline }: OfVendor & { readonly deadline: Date | null },
): Promise<Change[]> => {
  const { rows } = await sql<Change>`
    -- Numbers, because thousands of rows are grouped by what they are about.
    with own as materialized (
      select row_number() over () as n, o.* from (
        select 'caterer' as kind, o.id, o.caterer_id as ref_id, ${toldIn(language, 'c', 'name')} as name, o.position from event_caterers o join caterers c on c.id = o.caterer_id
        where o.event_id = ${eventId} and ${servedBy(vendorId)}
        union all
        select 'product', x.id, x.product_option_id, ${toldIn(language, 'p', 'name')} || ', ' || ${toldIn(language, 'o', 'name')}, x.position from event_products x
        join product_options o on o.id = x.product_option_id join products p on p.id = o.product_id
        where x.event_id = ${eventId} and p.vendor_id = ${vendorId}) o),
    life as materialized (
      select r.id, ${IN_FORCE} as is_ordered,
        min(t.at) filter (where t.to_status in ('active', 'redeemed')) as confirmed_at,
        max(t.at) filter (where t.to_status = 'cancelled') as cancelled_at
      from reservations r join reservation_transitions t on t.reservation_id = r.id where r.event_id = ${eventId} group by r.id),
    edits as materialized (
      select own.n, d.reservation_id, d.delta::int, d.at from own join cover_changes d on d.event_caterer_id = own.id
      union all
      select own.n, d.reservation_id, d.delta, d.at from own join order_changes d on d.event_product_id = own.id),
    -- What a reservation has, or had when it ended. Its persons and lines stay.
    having_now as (
      select own.n, p.reservation_id, 1 as pieces from own join reservation_participants p on p.event_caterer_id = own.id
      where p.event_id = ${eventId}
      union all
      select own.n, l.reservation_id, l.quantity from own
      join reservation_lines l on l.kind = 'product_option' and l.ref_id = own.ref_id join life on life.id = l.reservation_id
      where own.kind = 'product'
      union all
      select distinct e.n, e.reservation_id, 0 from edits e),
    each as (
      select h.n, h.reservation_id, sum(h.pieces)::int as pieces from having_now h group by 1, 2),
    edited as (
      select e.n, e.reservation_id, sum(greatest(0, e.delta))::int as more, sum(greatest(0, -e.delta))::int as fewer,
        coalesce(sum(greatest(0, -e.delta)) filter (where e.at >= ${deadline}::timestamptz), 0)::int as late
      from edits e join life on life.id = e.reservation_id where e.at > life.confirmed_at group by 1, 2),
    facts as (
      select each.n, each.pieces - coalesce(e.more, 0) + coalesce(e.fewer, 0) as booked, coalesce(e.more, 0) as more,
        coalesce(e.fewer, 0) as fewer, case when is_ordered then 0 else each.pieces end as cancelled,
        coalesce(e.late, 0) + case when not is_ordered and life.cancelled_at >= ${deadline}::timestamptz then each.pieces else 0 end as late,
        case when is_ordered then each.pieces else 0 end as ordered
      from each join life on life.id = each.reservation_id
      left join edited e on e.n = each.n and e.reservation_id = each.reservation_id
      where life.confirmed_at is not null),
    others as (
      select own.n, f.reservation_id, f.after, f.upto from own join (${formerPieces(eventId)}) f on f.event_product_id = own.id
      where own.kind = 'product' and f.vendor_id is distinct from ${vendorId}),
    taken as (
      select o.n, sum(greatest(0, least(each.pieces, o.upto) - o.after))::int as by_others
      from others o join each on each.n = o.n and each.reservation_id = o.reservation_id
      join life on life.id = o.reservation_id and life.is_ordered group by 1),
    totals as (
      select n, sum(booked)::int as booked, sum(more)::int as more, sum(fewer)::int as fewer, sum(cancelled)::int as cancelled,
        sum(late)::int as late, sum(ordered)::int as ordered
      from facts group by n having sum(booked + more) > 0)
    select own.kind, own.name, t.booked, t.more, t.fewer, t.cancelled, t.late, coalesce(o.by_others, 0) as by_others,
      t.ordered - coalesce(o.by_others, 0) as ordered
    from own join totals t on t.n = own.n left join taken o on o.n = own.n
    order by own.kind, own.position, own.name`.execute(db)
  return rows
}
