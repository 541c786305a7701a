import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'

/**
 * Returns whether somebody on a list of people comes along with a change that waits for its payment. A change whose hold has run
 * out is gone, also before the sweep has seen it.
 */
export const joinsLater = async (db: Queryable, now: Date, userId: string, personId: string): Promise<boolean> => {
  const joins = JSON.stringify([{ person_id: personId }])
  const { rows } = await sql`
    select 1 from reservations r where r.user_id = ${userId} and r.status in ('pending', 'active', 'redeemed')
      and (r.hold_expires_at is null or r.hold_expires_at > ${now})
      and r.pending_change -> 'wish' -> 'participants' @> ${joins}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
