import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Calls of one route with one token, within a few seconds. */
export interface TokenCalls {
  readonly user_id: string
  readonly method: string
  readonly route: string
  readonly calls: number
  /** Of these, how many were refused or failed. */
  readonly refused: number
  readonly last_at: Date
  readonly last_status: number
}

/**
 * Adds counts to those of the day, in one statement. Several processes add to the same rows, so they do it in the same
 * order. An account that was deleted in the meantime has no counts.
 */
export const saveTokenCalls = async (db: Db, counts: readonly TokenCalls[]): Promise<void> => {
  await sql`
    insert into api_token_calls as c (user_id, day, method, route, calls, refused, last_at, last_status)
    select u.id, (e.last_at at time zone (select time_zone from client_groups))::date, e.method, e.route, e.calls, e.refused,
      e.last_at, e.last_status
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as e(user_id text, method text, route text, calls bigint,
      refused bigint, last_at timestamptz, last_status int)
    join users u on u.id = e.user_id
    order by 1, 2, 3, 4
    on conflict (user_id, day, method, route) do update set calls = c.calls + excluded.calls,
      refused = c.refused + excluded.refused, last_at = greatest(c.last_at, excluded.last_at),
      last_status = case when excluded.last_at >= c.last_at then excluded.last_status else c.last_status end`.execute(
    db,
  )
}
