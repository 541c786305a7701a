import { sql } from 'kysely'

/** When the sitting at the point `sp` begins. Null: the point has no time, or is open every day. */
export const POINT_TIME = sql<Date | null>`case when sp.rule <> 'once_a_day' then sp.starts_at end`
