import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Waits until so many statements wait for a lock. */
export const untilWaiting = async ({ database }: TestApp, count: number): Promise<void> => {
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(count)
}
