import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'

/** Work that waits in the database. Ages are seconds of the oldest, 0 if nothing waits. */
export interface Waiting {
  readonly jobs: number
  readonly jobs_age: number
  readonly jobs_failed: number
  readonly messages: number
  readonly messages_age: number
  readonly processes: number
}

/** Reads what waits, along the indexes of the queues. */
export const readWaiting = async (db: Queryable, now: Date): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select j.jobs, j.jobs_age, j.jobs_failed, m.messages, m.messages_age,
      (select count(*)::int from processes) as processes
    from (
      select count(*) filter (where attempts < max_attempts)::int as jobs,
        coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts)), 0)::float8 as jobs_age,
        count(*) filter (where attempts >= max_attempts and last_error is not null)::int as jobs_failed
      from graphile_worker.jobs where locked_at is null and run_at <= now()
    ) j, (
      select count(*)::int as messages,
        greatest(coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0), 0)::float8 as messages_age
      from messages where status = 'queued' and (leased_until is null or leased_until <= ${now})
    ) m`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return row
}

/** Counts the payments of the last day by provider and state. */
export const countPayments = async (
  db: Queryable,
  now: Date,
): Promise<{ readonly provider: string; readonly status: string; readonly count: number }[]> => {
  const since = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ provider: string; status: string; count: number }>`
    select provider, status, count(*)::int as count from payments
    where provider in ('sandbox', 'paystack', 'stripe', 'cash') and created_at > ${since}
    group by provider, status`.execute(db)
  return rows
}
