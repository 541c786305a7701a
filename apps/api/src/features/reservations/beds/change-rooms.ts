import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { lockReservations } from '../lifecycle/transitions.store.ts'
import { findSleeping } from './beds.store.ts'
import { findPoolEvents, forgetPastNights, lockPools } from './pool.store.ts'

/**
 * Starts a change of rooms: locks the pools of these centers and the quotas of their events, in the global order, and
 * frees past nights.
 */
export const lockCenters = async (work: Work, centerIds: readonly string[]): Promise<void> => {
  const sql = sqlIn(work.tx)
  await lockPools(sql, centerIds)
  await lockQuotas(
    sql,
    (await findPoolEvents(sql, centerIds, work.now)).map(({ id }) => id),
  )
  await forgetPastNights(sql, centerIds, work.now.toISOString().slice(0, 10))
}

/**
 * Locks the reservations with people in these rooms from today on, and returns their ids. Call it after `lockCenters`.
 */
export const lockRoomsToChange = async (work: Work, roomIds: readonly string[]): Promise<Set<string>> => {
  const sql = sqlIn(work.tx)
  const sleeping = await findSleeping(sql, roomIds, work.now.toISOString().slice(0, 10))
  const held = await lockReservations(
    sql,
    sleeping.map(({ reservation_id }) => reservation_id),
  )
  return new Set(held.map(({ id }) => id))
}
