import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** Returns the product options that an event offers or that were ordered at it, in the order of the event. */
export const findOrdered = async (
  { db, language }: Pick<ReadContext, 'db' | 'language'>,
  eventId: string,
  query: object,
): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, ${toldIn(language, 'p', 'name')} || ', ' || ${toldIn(language, 'o', 'name')} as name
    from product_options o join products p on p.id = o.product_id
    left join event_products x on x.event_id = ${eventId} and x.product_option_id = o.id
    where (x.id is not null or o.id in (
        select l.ref_id from reservations r join reservation_lines l on l.reservation_id = r.id and l.kind = 'product_option'
        where r.event_id = ${eventId}))
      and exists (select from events e where e.id = ${eventId} and ${shown(query, { event: 'e.id' })})
    order by x.position nulls last, p.name, o.name, o.id`.execute(db)
  return rows
}

/** Returns how much of each product option was ordered with reservations. */
export const findQuantitiesOf = async (db: Queryable, reservationIds: readonly string[]) => {
  const { rows } = await sql<{ reservation_id: string; option_id: string; quantity: number }>`
    select reservation_id, ref_id as option_id, sum(quantity)::int as quantity from reservation_lines
    where reservation_id = any(${[...reservationIds]}::text[]) and kind = 'product_option'
    group by reservation_id, ref_id`.execute(db)
  return rows
}
