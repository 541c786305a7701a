import type { PoolBlock } from '@shiloh/contract/reservations/beds'
import type { Sql, TxSql } from '#platform/db/sql.store'

const LOCK_CENTERS = {
  name: 'reservations_lock_centers',
  text: `
    select id from event_centers
    where id = any($1) or id in (select event_center_id from events where id = any($1))
    order by id for no key update`,
}

/**
 * Locks the pools of centers, given by their ids or by events held there. Taken before quotas, reservations and rooms:
 * every change of an event's share of a pool, or of its rooms, starts with this lock.
 */
export const lockPools = async (sql: TxSql, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await sql(LOCK_CENTERS, [ids])
}

/** An event's request to the pool, for one category, block and night. */
export interface PoolRow {
  readonly refId: string
  readonly categoryId: string
  readonly position: number
  /** Null means all free beds. */
  readonly beds: number | null
  readonly night: string
  readonly blockId: string
  readonly open: number
  readonly others: number
  readonly own: number
  readonly sold: number
}

const POOL = {
  name: 'reservations_pool',
  text: `
    select a.id as "refId", a.room_category_id as "categoryId", a.position, case when a.all_free then null else a.beds end as beds,
      n.night::date as night, b.id as "blockId",
      open_beds(b.id, a.room_category_id, n.night::date) + coalesce(p.tolerated, 0) as open,
      (coalesce(p.claimed, 0) - coalesce(x.beds, 0))::int as others, coalesce(x.beds, 0) as own, coalesce(q.claimed, 0) as sold
    from event_accommodations a
    join events e on e.id = a.event_id
    join event_blocks b on b.event_center_id = e.event_center_id and (cardinality(a.block_ids) = 0 or b.id = any(a.block_ids))
    cross join lateral generate_series(a.check_in_from, a.check_out_until - 1, interval '1 day') as n(night)
    left join bed_pool p on p.event_block_id = b.id and p.room_category_id = a.room_category_id and p.night = n.night::date
    left join event_beds x on x.event_accommodation_id = a.id and x.event_block_id = b.id and x.night = n.night::date
      and x.room_category_id = a.room_category_id
    left join quotas q on q.event_id = a.event_id and q.kind = 'beds' and q.ref_id = a.id and q.night = n.night::date
    where a.event_id = $1 and n.night >= $2::date
    order by a.position, a.id, n.night, b.name, b.id`,
}

/** Returns the pool from `today` on, as seen by this event. */
export const readPool = (sql: Sql, eventId: string, today: string): Promise<PoolRow[]> =>
  sql<PoolRow>(POOL, [eventId, today])

const GIVE_BACK = {
  name: 'reservations_pool_give_back',
  text: `
    delete from event_beds x using event_accommodations a
    where a.id = x.event_accommodation_id and a.event_id = $1 and x.night >= $3::date
      and not exists (select 1 from json_to_recordset($2::json) as w("refId" text, "blockId" text, night date)
        where w."refId" = x.event_accommodation_id and w."blockId" = x.event_block_id and w.night = x.night)`,
}
const TAKE = {
  name: 'reservations_pool_take',
  text: `
    insert into event_beds (event_accommodation_id, event_block_id, room_category_id, night, beds)
    select "refId", "blockId", "categoryId", night, beds
    from json_to_recordset($1::json) as w("refId" text, "blockId" text, "categoryId" text, night date, beds int)
    on conflict (event_accommodation_id, event_block_id, night) do update set beds = excluded.beds, room_category_id = excluded.room_category_id
      where event_beds.beds <> excluded.beds or event_beds.room_category_id <> excluded.room_category_id`,
}
const FORGIVE = {
  name: 'reservations_pool_forgive',
  text: `
    update bed_pool p set tolerated = greatest(0, least(tolerated, claimed - beds))
    from event_blocks b
    where b.id = p.event_block_id and p.tolerated > 0 and b.event_center_id = (select event_center_id from events where id = $1)`,
}

export interface PoolClaim {
  readonly refId: string
  readonly blockId: string
  readonly categoryId: string
  readonly night: string
  readonly beds: number
}

/** Replaces an event's claims on the pool from `today` on. */
export const saveClaimsOfPool = async (
  sql: TxSql,
  eventId: string,
  claims: readonly PoolClaim[],
  today: string,
): Promise<void> => {
  const rows = JSON.stringify(claims)
  await sql(GIVE_BACK, [eventId, rows, today])
  if (claims.length > 0) await sql(TAKE, [rows])
  await sql(FORGIVE, [eventId])
}

const FORGET = {
  name: 'reservations_pool_forget',
  text: `
    delete from event_beds x using event_blocks b
    where b.id = x.event_block_id and b.event_center_id = any($1) and x.night < $2::date`,
}

/** Releases the beds of past nights, so that rooms can change regardless of who slept there. */
export const forgetPastNights = async (sql: TxSql, centerIds: readonly string[], today: string): Promise<void> => {
  await sql(FORGET, [centerIds, today])
}

const EVENTS = {
  name: 'reservations_pool_events',
  text: `
    select id, status from events where event_center_id = any($1) and status in ('published', 'unpublished') and ends_at > $2
    order by published_at nulls last, id`,
}

/** Returns upcoming events at these centers in the order of publication. Earlier ones have priority. */
export const findPoolEvents = (
  sql: Sql,
  centerIds: readonly string[],
  now: Date,
): Promise<{ id: string; status: 'published' | 'unpublished' }[]> => sql(EVENTS, [centerIds, now])

/** A person who would lose a bed. */
export interface LosingRow {
  readonly reservation_id: string
  readonly code: string
  readonly name: string
  readonly event: string
  readonly check_in: string
  readonly check_out: string
}

const LAST_SOLD = {
  name: 'reservations_pool_last_sold',
  text: `
    select r.id as reservation_id, r.code, u.first_name || ' ' || u.last_name as name, e.name as event, r.check_in, r.check_out
    from reservations r join users u on u.id = r.user_id join events e on e.id = r.event_id
    where r.event_accommodation_id = $1 and r.status in ('pending', 'active', 'redeemed') and r.check_in <= $2::date and r.check_out > $2::date
    order by exists (select 1 from bed_assignments a where a.reservation_id = r.id and a.released_at is null), r.created_at desc, r.id
    limit $3`,
}

/** Returns whose beds would be missing on a night: people without a room first, and of them the latest reservations. */
export const findLastSold = (sql: Sql, refId: string, night: string, count: number): Promise<LosingRow[]> =>
  sql<LosingRow>(LAST_SOLD, [refId, night, count])

/** A group whose empty beds would be missing. */
export interface LosingGroup {
  readonly allotment_id: string
  readonly event_id: string
  readonly event: string
  readonly held_for: string
  readonly beds: number
  readonly check_in: string
  readonly check_out: string
}

const HELD_FOR_GROUPS = {
  name: 'reservations_pool_groups',
  text: `
    select a.id as allotment_id, a.event_id, e.name as event, coalesce(u.name, t.name, a.sponsor) as held_for, a.held as beds,
      a.check_in, a.check_out
    from allotments a join events e on e.id = a.event_id
    left join church_units u on u.id = a.unit_id left join committee_types t on t.id = a.committee_type_id
    where a.event_accommodation_id = $1 and a.held > 0 and a.check_in <= $2::date and a.check_out > $2::date
    order by a.created_at desc, a.id`,
}

/** Returns the groups that have empty beds on a night, the latest first. */
export const findHoldingGroups = (sql: Sql, refId: string, night: string): Promise<LosingGroup[]> =>
  sql<LosingGroup>(HELD_FOR_GROUPS, [refId, night])

/** Somebody who waits and is offered beds that would be missing. */
export interface LosingOffer {
  readonly waiting_id: string
  readonly event_id: string
  readonly event: string
  readonly name: string
  readonly beds: number
}

const OFFERED = {
  name: 'reservations_pool_offers',
  text: `
    select w.id as waiting_id, w.event_id, e.name as event, u.first_name || ' ' || u.last_name as name, c.quantity as beds
    from quotas q join claims c on c.quota_id = q.id and c.released_at is null
    join waiting_entries w on w.id = c.waiting_entry_id join events e on e.id = w.event_id join users u on u.id = w.user_id
    where q.kind = 'beds' and q.ref_id = $1 and q.night = $2::date
    order by w.number desc`,
}

/** Returns the offers of the waiting list that hold beds on a night, the latest first. */
export const findOffersOf = (sql: Sql, refId: string, night: string): Promise<LosingOffer[]> =>
  sql<LosingOffer>(OFFERED, [refId, night])

const BLOCKS = {
  name: 'reservations_pool_blocks',
  text: `
    with nights as (
      select n::date as night from generate_series(greatest($3::date, $6::date), $4::date - 1, interval '1 day') as n),
    blocks as (
      select b.id, b.name from event_blocks b where b.event_center_id = $1
        and exists (select from event_rooms r where r.event_block_id = b.id and r.room_category_id = $2)),
    held as (
      select x.event_block_id, x.night, a.event_id, x.beds
      from event_beds x join event_accommodations a on a.id = x.event_accommodation_id
      where x.event_block_id in (select id from blocks) and x.room_category_id = $2 and x.night in (select night from nights)
        and a.event_id is distinct from $5)
    select b.id as event_block_id, b.name as block, min(open_beds(b.id, $2, n.night))::int as beds,
      greatest(0, min(open_beds(b.id, $2, n.night)
        - coalesce((select sum(h.beds) from held h where h.event_block_id = b.id and h.night = n.night), 0)))::int as free,
      (select coalesce(json_agg(json_build_object('event_id', o.event_id, 'event', e.name, 'beds', o.beds) order by e.starts_at, e.id), '[]')
        from (select event_id, max(beds) as beds from held h where h.event_block_id = b.id group by event_id) o
        join events e on e.id = o.event_id where e.id <> all($7)) as held
    from blocks b cross join nights n group by b.id, b.name order by b.name, b.id`,
}

/**
 * Returns the beds of a category by block, in these nights from `today` on: how many exist, how many are free for
 * `eventId`, and who has the rest.
 */
export const readPoolBlocks = (
  sql: Sql,
  centerId: string,
  asked: {
    readonly room_category_id: string
    readonly check_in: string
    readonly check_out: string
    readonly event_id?: string | undefined
  },
  today: string,
  hiddenEvents: readonly string[],
): Promise<PoolBlock[]> =>
  sql<PoolBlock>(BLOCKS, [
    centerId,
    asked.room_category_id,
    asked.check_in,
    asked.check_out,
    asked.event_id ?? null,
    today,
    hiddenEvents,
  ])
