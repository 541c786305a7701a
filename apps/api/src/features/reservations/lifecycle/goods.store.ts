import type { Sql } from '#platform/db/sql.store'

const FIND_HANDED_OVER = {
  name: 'reservations_handed_over',
  text: `
    select r.id as "reservationId", x.product_option_id as "optionId", f.delivered, case when r.status in ('cancelled', 'failed') then 0
      else coalesce((select sum(l.quantity)::int from reservation_lines l
        where l.reservation_id = r.id and l.kind = 'product_option' and l.ref_id = x.product_option_id), 0) end as ordered
    from product_fulfilments f join event_products x on x.id = f.event_product_id join reservations r on r.id = f.reservation_id
    where f.reservation_id = any($1::text[]) and f.delivered > 0`,
}

/** Products of which something was handed over, with how many of each are ordered now. */
export interface HandedOver {
  readonly reservationId: string
  readonly optionId: string
  readonly delivered: number
  readonly ordered: number
}

export const findHandedOver = (sql: Sql, ids: readonly string[]): Promise<HandedOver[]> =>
  sql<HandedOver>(FIND_HANDED_OVER, [ids])
