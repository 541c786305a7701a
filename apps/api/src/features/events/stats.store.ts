import type { Language } from '@shiloh/contract/core'
import type { EventStats } from '@shiloh/contract/events/events'
import { sql } from 'kysely'
import { owedSql, priceSql, waivedSql } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

interface StatsRow {
  currency: string
  places: EventStats['places']
  reservations: EventStats['reservations']
  people: EventStats['people']
  money: EventStats['money']
  waiting: number
  participant_types: EventStats['participant_types']
  accommodations: EventStats['accommodations']
  caterers: EventStats['caterers']
  products: EventStats['products']
  daily: EventStats['daily']
}

/**
 * The reservations of the event `e`. Those of an archived event count by the status that the archive found (ADR 26), and
 * the places that it released count as claimed: `over_at` is when that was.
 */
const RESERVATIONS = sql`(select o.id, o.total, o.paid, o.waived, o.reduced, o.owed, o.hold_expires_at, o.pending_change, o.created_at, a.at as over_at, coalesce(a.from_status, o.status) as status
  from reservations o left join lateral (select t.at, t.from_status from reservation_transitions t
    where o.status = 'archived' and t.reservation_id = o.id and t.to_status = 'archived' limit 1) a on true
  where o.event_id = e.id)`
const LIVE = sql`r.status in ('pending', 'active', 'redeemed')`
/** What is claimed of the quota `q`, or was until the event was archived. */
const CLAIMED = sql`(q.claimed + case when e.status = 'archived' then coalesce((select sum(c.quantity) from claims c
  join ${RESERVATIONS} r on r.id = c.reservation_id
  where c.quota_id = q.id and c.released_at >= r.over_at and ${LIVE}), 0) else 0 end)::int`

/** Quotas of one kind with what they limit, and the revenue reserved from them. */
const counted = (kind: string, line: string, source: ReturnType<typeof sql>) => sql`
  coalesce((select json_agg(json_build_object('_id', o.id, 'name', o.name, 'limit', q.capacity, 'claimed', ${CLAIMED},
      'amount', coalesce((select sum(l.amount) from reservation_lines l join ${RESERVATIONS} r on r.id = l.reservation_id
        where ${LIVE} and l.kind = ${sql.lit(line)} and l.ref_id = o.ref), 0)) order by o.position, o.name)
    from (${source}) o join quotas q on q.event_id = e.id and q.kind = ${sql.lit(kind)} and q.ref_id = o.id), '[]')`

/** Returns statistics for somebody who may not see money. */
export const withoutMoney = <T extends Pick<EventStats, 'money' | 'participant_types' | 'caterers' | 'products'>>(
  stats: T,
): T => {
  const counts = (of: EventStats['caterers']) => of.map((one) => ({ ...one, amount: null }))
  return {
    ...stats,
    money: null,
    participant_types: counts(stats.participant_types),
    caterers: counts(stats.caterers),
    products: counts(stats.products),
  }
}

/** Returns the statistics of an event in one statement, or undefined if it does not exist. */
export const findStats = async (
  db: Queryable,
  id: string,
  language: Language,
  now: Date,
): Promise<Omit<EventStats, 'without_room'> | undefined> => {
  const { rows } = await sql<StatsRow>`
    select e.currency,
      (select json_build_object('limit', e.capacity, 'claimed', coalesce(sum(${CLAIMED}), 0), 'held', coalesce((
          select sum(c.quantity) from claims c join reservations r on r.id = c.reservation_id join quotas h on h.id = c.quota_id
          where h.event_id = e.id and h.kind = 'event' and c.released_at is null and r.status = 'pending'), 0))
        from quotas q where q.event_id = e.id and q.kind = 'event') as places,
      coalesce((select json_object_agg(status, number) from (
        select r.status, count(*)::int as number from ${RESERVATIONS} r group by r.status) s), '{}') as reservations,
      (select json_build_object('expected', count(*), 'checked_in', count(p.checked_in_at),
          'inside', count(*) filter (where p.checked_in_at is not null and p.checked_out_at is null))
        from reservation_participants p join ${RESERVATIONS} r on r.id = p.reservation_id
        where p.event_id = e.id and r.status in ('active', 'redeemed')) as people,
      (select json_build_object('total', coalesce(sum(${priceSql(now)}), 0), 'paid', coalesce(sum(r.paid), 0), 'waived', coalesce(sum(${waivedSql(now)}), 0),
          'balance', coalesce(sum(${owedSql(now)}), 0))
        from ${RESERVATIONS} r where ${LIVE}) as money,
      (select count(*)::int from waiting_entries w where w.event_id = e.id and w.status in ('waiting', 'offered')) as waiting,
      ${counted('participant_type', 'participant_type', sql`select p.id, t.id as ref, ${toldIn(language, 't', 'name')} as name, p.position from event_participant_types p join participant_types t on t.id = p.participant_type_id where p.event_id = e.id`)} as participant_types,
      coalesce((select json_agg(json_build_object('_id', o.id, 'name', ${toldIn(language, 'k', 'name')}, 'nights', coalesce((
            select json_agg(json_build_object('night', q.night, 'limit', case when e.status = 'archived' then null else q.capacity end, 'claimed', ${CLAIMED}) order by q.night)
            from quotas q where q.event_id = e.id and q.kind = 'beds' and q.ref_id = o.id), '[]')) order by o.position, k.name)
        from event_accommodations o join room_categories k on k.id = o.room_category_id where o.event_id = e.id), '[]') as accommodations,
      ${counted('caterer', 'caterer', sql`select p.id, t.id as ref, ${toldIn(language, 't', 'name')} as name, p.position from event_caterers p join caterers t on t.id = p.caterer_id where p.event_id = e.id`)} as caterers,
      ${counted('product_option', 'product_option', sql`select p.id, t.id as ref, ${toldIn(language, 'g', 'name')} || ' · ' || ${toldIn(language, 't', 'name')} as name, p.position from event_products p join product_options t on t.id = p.product_option_id join products g on g.id = t.product_id where p.event_id = e.id`)} as products,
      coalesce((select json_agg(json_build_object('day', day, 'reservations', number) order by day) from (
        select (r.created_at at time zone e.time_zone)::date as day, count(*)::int as number
        from reservations r where r.event_id = e.id group by 1 order by 1 desc limit 60) d), '[]') as daily
    from events e where e.id = ${id}`.execute(db)
  return rows[0]
}
