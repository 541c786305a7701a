import type { DataOf, Language } from '@shiloh/contract/core'
import { EVENT_STATUSES } from '@shiloh/contract/events/events'
import { DIETARY_PREFERENCES } from '@shiloh/contract/reservations/party'
import type { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { type RawBuilder, sql } from 'kysely'
import { IN_FORCE, statusIs } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** What a vendor's own caterers and products are ordered, at events that are no drafts. */

/** What a vendor supplies to an event, in the language of the reader. */
export interface OfVendor {
  readonly vendorId: string
  readonly eventId: string
  readonly language: Language
}

/** The condition that a vendor served an event `o` as the caterer `c`. One that went to another vendor after it stays its own there. */
export const servedBy = (vendorId: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(o.served_by, c.vendor_id) = ${vendorId}`

export interface SuppliedEvent {
  readonly id: string
  readonly name: string
  readonly status: (typeof EVENT_STATUSES)[number]
  readonly starts_at: Date
  readonly ends_at: Date
  readonly time_zone: string
  readonly currency: string
  readonly caterers: readonly string[]
  readonly products: number
  /** Until then, members can change and cancel their reservations. */
  readonly cancellation_deadline: Date | null
}

/** Returns the events that a vendor supplies: the running one, those to come, and those that are over, latest first. */
export const findSupplied = async (
  db: Queryable,
  { vendorId, now, language }: { vendorId: string; now: Date; language: Language },
): Promise<SuppliedEvent[]> => {
  const { rows } = await sql<Omit<SuppliedEvent, 'status'> & { status: string }>`
    with catered as (
      select o.event_id, array_agg(${toldIn(language, 'c', 'name')} order by o.position, c.name) as names
      from event_caterers o join caterers c on c.id = o.caterer_id where ${servedBy(vendorId)} group by 1),
    supplied as (
      select x.event_id, count(*)::int as products
      from event_products x join product_options o on o.id = x.product_option_id join products p on p.id = o.product_id
      where p.vendor_id = ${vendorId} group by 1),
    -- Of what went to another vendor, the statement stays.
    former as (
      select distinct x.event_id from former_handovers h join event_products x on x.id = h.event_product_id
      where h.vendor_id = ${vendorId} and h.delivered > 0)
    select e.id, ${toldIn(language, 'e', 'name')} as name, e.status, e.starts_at, e.ends_at, e.time_zone, e.currency, e.cancellation_deadline, coalesce(c.names, '{}') as caterers,
      coalesce(s.products, 0) as products
    from catered c full join supplied s on s.event_id = c.event_id full join former f on f.event_id = coalesce(c.event_id, s.event_id)
    join events e on e.id = coalesce(c.event_id, s.event_id, f.event_id)
    where e.status <> 'draft'
    order by e.ends_at < ${now} or e.status = 'archived', case when e.ends_at >= ${now} then e.starts_at end, e.starts_at desc, e.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, status: EVENT_STATUSES.find((status) => status === row.status) ?? 'published' }))
}

/** Counts who eats with a vendor, by event. */
export const countCovers = async (db: Queryable, vendorId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ event_id: string; covers: number }>`
    select r.event_id, count(*)::int as covers from event_caterers o join caterers c on c.id = o.caterer_id
    join reservation_participants p on p.event_caterer_id = o.id join reservations r on r.id = p.reservation_id
    where ${servedBy(vendorId)} and ${IN_FORCE} group by 1`.execute(db)
  return new Map(rows.map(({ event_id, covers }) => [event_id, covers]))
}

export interface CatererRow {
  /** The caterer as the event offers it. */
  readonly id: string
  readonly caterer_id: string
  readonly name: string
  readonly price_per_day: number
  readonly days: number
  readonly limit: number | null
  readonly ordered: number
  readonly unconfirmed: number
  readonly diets: Readonly<Record<string, number>>
  readonly more: number
  readonly fewer: number
}

/** Counts who eats with each caterer of a vendor, and how that has changed since an earlier time. */
export const countEaters = async (
  db: Queryable,
  {
    vendorId,
    eventId,
    since,
    now,
    language,
  }: { vendorId: string; eventId: string; since: Date; now: Date; language: Language },
): Promise<CatererRow[]> => {
  const { rows } = await sql<CatererRow>`
    with own as (
      select o.id, o.caterer_id, ${toldIn(language, 'c', 'name')} as name, o.price_per_day, o.days, o.covers, o.position
      from event_caterers o join caterers c on c.id = o.caterer_id where o.event_id = ${eventId} and ${servedBy(vendorId)}),
    persons as materialized (
      select p.event_caterer_id as id, ${IN_FORCE} as is_ordered, ${statusIs('pending', now)} as is_pending, care.diets
      from reservations r join reservation_participants p on p.reservation_id = r.id
      left join reservation_care care on care.participant_id = p.id
      where r.event_id = ${eventId} and p.event_caterer_id = any(array(select id from own))),
    eaters as (
      select p.id, count(*) filter (where p.is_ordered) as ordered, count(*) filter (where p.is_pending) as unconfirmed,
        jsonb_build_object(${sql.join(
          DIETARY_PREFERENCES.flatMap((diet) => [
            sql.lit(diet),
            sql`count(*) filter (where p.is_ordered and ${sql.lit(diet)} = any(p.diets))`,
          ]),
        )}) as diets
      from persons p group by 1),
    -- Of each reservation that was written since: who eats now, and who did then.
    changed as (
      select own.id, case when ${IN_FORCE} then people.count else 0 end as after,
        case when before.status in ('active', 'redeemed') then people.count - edits.delta else 0 end as before
      from reservations r cross join own
      cross join lateral (select count(*)::int as count from reservation_participants p
        where p.reservation_id = r.id and p.event_caterer_id = own.id) people
      cross join lateral (select coalesce(sum(d.delta), 0)::int as delta from cover_changes d
        where d.reservation_id = r.id and d.event_caterer_id = own.id and d.at > ${since}) edits
      left join lateral (select t.to_status as status from reservation_transitions t
        where t.reservation_id = r.id and t.at <= ${since} order by t.id desc limit 1) before on true
      where r.event_id = ${eventId} and r.updated_at > ${since} and r.status <> 'archived')
    select own.id, own.caterer_id, own.name, own.price_per_day, own.days, own.covers as limit, coalesce(e.ordered, 0)::int as ordered,
      coalesce(e.unconfirmed, 0)::int as unconfirmed, coalesce(e.diets, '{}') as diets,
      coalesce((select sum(greatest(0, c.after - c.before)) from changed c where c.id = own.id), 0)::int as more,
      coalesce((select sum(greatest(0, c.before - c.after)) from changed c where c.id = own.id), 0)::int as fewer
    from own left join eaters e on e.id = own.id order by own.position, own.name`.execute(db)
  return rows
}

export interface SittingRow {
  readonly id: string
  readonly name: string
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly event_caterer_id: string
  /** Who ordered the meals of its day. Null: it has no day. */
  readonly ordered: number | null
  readonly eaten: number
  /** Of `eaten`: without an order with this caterer. */
  readonly unordered: number
}

/**
 * Returns the sittings of an event at which a vendor serves, and how many ate there. At a sitting for those of any caterer,
 * each counts with the caterer that they ordered from, and who ordered from none with the only caterer of the event.
 */
export const findSittings = async (db: Queryable, { vendorId, eventId, language }: OfVendor): Promise<SittingRow[]> => {
  const { rows } = await sql<SittingRow>`
    with own as (
      select o.id, o.caterer_id, o.position from event_caterers o join caterers c on c.id = o.caterer_id
      where o.event_id = ${eventId} and ${servedBy(vendorId)}),
    single as (select min(id) as id from event_caterers where event_id = ${eventId} having count(*) = 1),
    -- At a removed sitting somebody can have eaten.
    points as materialized (select * from scan_points p where event_id = ${eventId} and kind = 'meal'
      and (removed_at is null or exists (select from scans s where s.point_id = p.id and s.accepted))),
    -- One pass over the scans and one over the persons: what is left is a row for each point and choice.
    went as materialized (
      select distinct s.point_id, s.participant_id from scans s
      where s.point_id in (select id from points) and s.accepted and s.direction = 'in'),
    persons as materialized (
      select p.id, p.event_caterer_id, ${IN_FORCE} as is_ordered
      from reservation_participants p join reservations r on r.id = p.reservation_id where p.event_id = ${eventId}),
    eaters as (
      select w.point_id, p.event_caterer_id, p.is_ordered, count(*)::int as eaten
      from went w join persons p on p.id = w.participant_id group by 1, 2, 3),
    served as (
      select e.point_id, w.event_caterer_id, sum(e.eaten)::int as eaten,
        coalesce(sum(e.eaten) filter (where e.event_caterer_id is distinct from w.event_caterer_id or not e.is_ordered), 0)::int as unordered
      from eaters e join points sp on sp.id = e.point_id
      left join event_caterers o on o.event_id = sp.event_id and o.caterer_id = sp.caterer_id
      cross join lateral (select case when sp.caterer_id is null then coalesce(e.event_caterer_id, (select id from single)) else o.id end
        as event_caterer_id) w
      group by 1, 2),
    -- A line without days is for the last ones, as many as were sold.
    orders as materialized (
      select l.ref_id as caterer_id, coalesce(l.from_day, d.until - l.units) as from_day, coalesce(l.until_day, d.until) as until_day,
        sum(l.quantity)::int as quantity
      from reservations r join reservation_lines l on l.reservation_id = r.id and l.kind = 'caterer'
      cross join (select (ends_at at time zone time_zone)::date + 1 as until from events where id = ${eventId}) d
      where r.event_id = ${eventId} and ${IN_FORCE} group by 1, 2, 3)
    select sp.id, ${toldIn(language, 'sp', 'name')} as name, sp.starts_at, sp.ends_at, own.id as event_caterer_id, coalesce(s.eaten, 0) as eaten,
      coalesce(s.unordered, 0) as unordered,
      case when sp.starts_at is not null then (
        select coalesce(sum(o.quantity), 0)::int from orders o
        where o.caterer_id = own.caterer_id
          and (sp.starts_at at time zone ev.time_zone)::date >= o.from_day and (sp.starts_at at time zone ev.time_zone)::date < o.until_day)
      end as ordered
    from points sp join events ev on ev.id = sp.event_id join own on sp.caterer_id is null or sp.caterer_id = own.caterer_id
    left join served s on s.point_id = sp.id and s.event_caterer_id = own.id
    order by sp.starts_at nulls last, sp.position, sp.id, own.position`.execute(db)
  return rows
}

type DueLine = DataOf<typeof vendorRoutes.statement>['lines'][number]

export interface MealLine extends Omit<DueLine, 'kind' | 'delivered'> {
  readonly caterer_id: string
  /** The day after the last one. Null: the last days of the event. */
  readonly until_day: string | null
}

/** Returns what is due for the meals of an event: what its reservations cost, by price and days. */
export const findMealLines = async (db: Queryable, { vendorId, eventId, language }: OfVendor): Promise<MealLine[]> => {
  const { rows } = await sql<MealLine>`
    with counted as materialized (select r.id from reservations r where r.event_id = ${eventId} and ${IN_FORCE}),
    lines as (
      select l.ref_id, l.units, l.unit_price, l.until_day, sum(l.quantity)::int as quantity, sum(l.amount)::bigint as amount
      from counted r join reservation_lines l on l.reservation_id = r.id and l.kind = 'caterer' group by 1, 2, 3, 4)
    select c.id as caterer_id, ${toldIn(language, 'c', 'name')} as name, l.quantity, l.units, l.unit_price, l.amount, l.until_day::text
    from event_caterers o join caterers c on c.id = o.caterer_id join lines l on l.ref_id = o.caterer_id
    where o.event_id = ${eventId} and ${servedBy(vendorId)}
    order by o.position, c.name, l.units desc, l.unit_price desc`.execute(db)
  return rows
}

export const findOrganisationName = async (db: Queryable): Promise<string> =>
  (await db.selectFrom('client_groups').select('name').executeTakeFirst())?.name ?? ''
