import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './db.ts'

/**
 * Counts up to this number are exact. Larger ones are the planner's estimate, because counting a million rows would
 * cost more than the page.
 */
export const COUNT_EXACTLY = 10_000

/** Counts the rows of `from … where …`: exactly if there are few, otherwise approximately. */
export const countAbout = async (db: Queryable, from: RawBuilder<unknown>): Promise<number> => {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${from} limit ${sql.lit(COUNT_EXACTLY + 1)}) as found`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  return total <= COUNT_EXACTLY ? total : Math.max(total, await estimate(db, from))
}

/** Returns how many rows the planner expects of `from … where …`. It reads none of them. */
export const estimate = async (db: Queryable, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: { 'Plan Rows': number } }[]
  }>`explain (format json) select 1 ${from}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
