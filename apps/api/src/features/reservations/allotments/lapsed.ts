import type { TxSql } from '#platform/db/sql.store'
import * as store from './allotments.store.ts'
import { noteChange } from './changes.store.ts'

/**
 * Takes the beds of a group from reservations that no longer claim any: the payment for them never came. They go back
 * to the group while it has a date to fill them by and its nights are free, else to everybody. The caller has locked
 * the quotas, then the reservations.
 */
export const takeBackLapsed = async (sql: TxSql, reservationIds: readonly string[], now: Date): Promise<void> => {
  if (reservationIds.length === 0) return
  for (const { allotment_id, reservation_id, beds } of await store.findLapsed(sql, reservationIds)) {
    const row = await store.lockAllotment(sql, allotment_id)
    if (!row) continue
    await store.deleteGuest(sql, reservation_id)
    const nights = await store.findNights(sql, row)
    const isOpen = row.releases.some(({ done_at }) => done_at === null)
    if (isOpen && nights.length > 0 && nights.every(({ left }) => left >= beds)) {
      await store.countBeds(sql, allotment_id, { taken: -beds, held: beds }, now)
      await store.claimNights(
        sql,
        allotment_id,
        nights.map(({ id }) => id),
        beds,
        now,
      )
    } else await store.countBeds(sql, allotment_id, { taken: -beds, returned: beds }, now)
    await noteChange(sql, { ...row, kind: 'lapsed', beds, reservationId: reservation_id, by: null }, now)
  }
}

/** Forgets that a reservation was named once, if it has given the bed up since: that bed is everybody's. */
export const forgetGivenUp = async (sql: TxSql, reservationId: string, now: Date): Promise<void> => {
  for (const { allotment_id, beds } of await store.findLapsed(sql, [reservationId])) {
    await store.lockAllotment(sql, allotment_id)
    await store.deleteGuest(sql, reservationId)
    await store.countBeds(sql, allotment_id, { taken: -beds, returned: beds }, now)
  }
}
