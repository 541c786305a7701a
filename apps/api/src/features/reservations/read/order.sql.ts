import type { QueryOf } from '@shiloh/contract/core'
import type { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { type RawBuilder, sql } from 'kysely'
import { offsetOf } from '#platform/db/pages'

type Query = Pick<QueryOf<(typeof reservationRoutes)['listReservations']>, 'sort' | 'page' | 'page_size' | 'event_id'>

/** The tables that an order needs beside the reservations `r`. */
const SORTED_BY: Readonly<Partial<Record<string, (eventId: string | undefined) => RawBuilder<unknown>>>> = {
  guest: () => sql`join users u on u.id = r.user_id`,
  event: () => sql`join events e on e.id = r.event_id`,
  type: () => sql`join event_participant_types o on o.id = r.event_participant_type_id
    join participant_types t on t.id = o.participant_type_id`,
  room: (eventId) => sql`left join (
    select distinct on (a.reservation_id) a.reservation_id, k.name || ' ' || m.name as room
    from bed_assignments a join event_rooms m on m.id = a.room_id join event_blocks k on k.id = m.event_block_id
      ${eventId ? sql`join reservations o on o.id = a.reservation_id and o.event_id = ${eventId}` : sql``}
    where a.released_at is null and not a.for_change
    order by a.reservation_id, a.id) b on b.reservation_id = r.id`,
}

/** Returns how equal rows are ordered: as the index of the last key has them. */
const tiesOf = ({ sort }: Query): RawBuilder<unknown> => {
  const last = sort.at(-1)
  const isUp = last?.direction === 'asc'
  if (last?.key === 'status') return isUp ? sql`r.created_at desc, r.id` : sql`r.created_at, r.id desc`
  // Newest first is the order of its index.
  return isUp === (last?.key === 'created_at') ? sql`r.id desc` : sql`r.id`
}

/**
 * Selects the ids of a page.
 *
 * @param rows the condition: `found` before the rows are sorted, `where` while they are read along the index of the order
 */
export const sortedIds = (
  query: Query,
  order: RawBuilder<unknown>,
  rows: { readonly found: RawBuilder<unknown> } | { readonly where: RawBuilder<unknown> },
): RawBuilder<unknown> => {
  const [from, where] =
    'found' in rows
      ? [sql`(select r.* from reservations r where ${rows.found} offset 0) r`, sql`true`]
      : [sql`reservations r`, rows.where]
  const joins = query.sort.flatMap(({ key }) => SORTED_BY[key]?.(query.event_id) ?? [])
  return sql`select r.id from ${from} ${sql.join(joins, sql` `)} where ${where}
    order by ${order}, ${tiesOf(query)} limit ${query.page_size} offset ${offsetOf(query)}`
}

/** Numbers the ids of a select in its order. Rows joined to each of them come in that order, until a limit ends the walk. */
const inTurn = (ids: RawBuilder<unknown>, alias: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`unnest(array(${ids})) with ordinality ${alias}(id, position)`

/**
 * Selects the ids of a page of very many rows, where the list is sorted by something that few rows of another table have: these are
 * sorted, and the reservations of each are read along its index until the page is full. Undefined for other orders, which have an
 * index of their own.
 *
 * @param where the condition of the reservations `r`
 */
export const walkedIds = (query: Query, where: RawBuilder<unknown>): RawBuilder<unknown> | undefined => {
  const [by, ...others] = query.sort
  if (!by || others.length > 0) return undefined
  const direction = sql.raw(by.direction)
  const most = sql.lit(offsetOf(query) + query.page_size)
  const page = sql`limit ${query.page_size} offset ${offsetOf(query)}`
  switch (by.key) {
    case 'type':
      return sql`
        select id from (
          select r.id, o.position from ${inTurn(
            sql`select o.id from event_participant_types o join participant_types t on t.id = o.participant_type_id
              where ${query.event_id ? sql`o.event_id = ${query.event_id}` : sql`true`} order by t.name ${direction}, o.id`,
            sql`o`,
          )}
          cross join lateral (
            select r.id from reservations r where r.event_participant_type_id = o.id and ${where} order by r.id limit ${most}) r
          limit ${most}) found
        order by position, id ${page}`
    case 'room':
      // A reservation with several rooms is at its first one, as in the column. Those without a room come last.
      return sql`
        select id from (
          (select r.id, m.position from ${inTurn(
            sql`select m.id from event_rooms m join event_blocks k on k.id = m.event_block_id
              order by k.name || ' ' || m.name ${direction}, m.id`,
            sql`m`,
          )}
            cross join lateral (
              select r.id from bed_assignments a join reservations r on r.id = a.reservation_id
              where a.room_id = m.id and a.released_at is null and not a.for_change and ${where}
                and not exists (select 1 from bed_assignments b
                  where b.reservation_id = a.reservation_id and b.released_at is null and not b.for_change and b.id < a.id)
              order by r.id limit ${most}) r
            limit ${most})
          union all
          (select r.id, null from reservations r
            where ${where} and not exists (select 1 from bed_assignments b
              where b.reservation_id = r.id and b.released_at is null and not b.for_change)
            order by r.id limit ${most})) found
        order by position, id ${page}`
    default:
      return undefined
  }
}
