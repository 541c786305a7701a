import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

export interface EnqueueOptions {
  /** One pending job per key: a second one replaces it. */
  readonly jobKey?: string
  readonly runAt?: Date
  readonly maxAttempts?: number
}

/** Enqueues a job in the transaction: it is created if and only if the transaction commits. */
export const enqueue = async (tx: Tx, task: string, payload: unknown, options: EnqueueOptions = {}): Promise<void> => {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload ?? {})}::json,
    run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? 12}::int,
    job_key => ${options.jobKey ?? null}::text)`.execute(tx)
}
