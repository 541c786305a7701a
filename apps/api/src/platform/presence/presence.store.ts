import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/db.ts'

/** The first key of the advisory locks by which processes are seen. The second is the name of the process. */
const LOCKS = 407_015

/** The name of a process as the second key of its lock. */
const KEY = `('x' || $1)::bit(32)::int`

/** Notes a process and takes its lock, on the connection that keeps it. Returns false while an older connection has it. */
export const enter = async (
  client: pg.Client,
  now: Date,
  { name, jobPools }: { readonly name: string; readonly jobPools: readonly string[] },
): Promise<boolean> => {
  await client.query(
    `insert into processes (name, job_pools, started_at) values ($1, $2, $3)
     on conflict (name) do update set job_pools = excluded.job_pools`,
    [name, jobPools, now],
  )
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCKS}, ${KEY}) as taken`, [
    name,
  ])
  return rows[0]?.taken ?? false
}

/** Returns the names of noted processes whose lock nobody holds. */
export const findUnseen = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select name from processes where name not in (
       select lpad(to_hex(l.objid::bigint), 8, '0') from pg_locks l
       where l.locktype = 'advisory' and l.classid = ${LOCKS} and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database()))`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Removes a process that holds no lock, and returns its pools of jobs. Until the transaction ends, it cannot come back.
 * Returns undefined if it came back, or if somebody else has removed it.
 */
export const removeProcess = async (tx: Tx, name: string): Promise<readonly string[] | undefined> => {
  const { rows } = await sql<{ job_pools: string[] }>`
    delete from processes where name = ${name}
      and pg_try_advisory_xact_lock(${sql.lit(LOCKS)}, ('x' || ${name})::bit(32)::int)
    returning job_pools`.execute(tx)
  return rows[0]?.job_pools
}

/** Lets the jobs of pools of graphile-worker run again, whose process is gone. */
export const unlockJobs = async (tx: Tx, pools: readonly string[]): Promise<void> => {
  if (pools.length > 0) await sql`select graphile_worker.force_unlock_workers(${[...pools]}::text[])`.execute(tx)
}
