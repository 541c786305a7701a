import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { openWishOf } from '../lifecycle/cares.ts'
import { findPendingChange, findStanding } from '../read/records.store.ts'

/** Returns a reservation as agreed, its pending change, and its wish with that change and the health data opened. */
export const readOpenReservation = async (sql: Sql, deps: Deps, id: string) => {
  const [standing, pending] = await Promise.all([findStanding(sql, id), findPendingChange(sql, id)])
  const change = pending ?? null
  return { standing, change, open: await openWishOf(sql, deps, id, standing.wish, change) }
}
