import type { ReviewAct } from '@shiloh/contract/checkin/board'
import type { WriteContext } from '#platform/context'
import { runWrites, sqlIn } from '#platform/db/sql.store'
import { resolveAlerts } from '#platform/messaging/alerts.store'
import { findOpenDoubles, findReviewed, markScans, type ReviewedScan } from './review.store.ts'
import { findDevices, findPassed, findPoints, lockGateRows } from './store.ts'
import { announce, bookVisits } from './visit-writes.ts'
import { correct, openVisits } from './visits.ts'

/** Returns whether an act changes a scan. What is done already stays, with the name of who did it first. */
const isOpen = (
  { looked_at, withdrawn_at, passed, participant_id, reservation_id }: ReviewedScan,
  act: ReviewAct,
): boolean =>
  ({
    seen: looked_at === null,
    // Only who went through can be taken back.
    withdraw: withdrawn_at === null && passed,
    // The person can have been taken out of the reservation meanwhile.
    restore: withdrawn_at !== null && (participant_id !== null || reservation_id === null),
  })[act]

/**
 * Does an act on scans of an event that it fits, and folds the scans of everybody concerned again, in one transaction. Locks their
 * reservations like the gate does.
 */
export const reviewScans = async (
  ctx: WriteContext,
  eventId: string,
  { act, ids, query }: { readonly act: ReviewAct; readonly ids: readonly string[]; readonly query: object },
): Promise<{ readonly scans: readonly ReviewedScan[]; readonly done: ReadonlySet<string> }> => {
  const { tx, now } = ctx
  const sql = sqlIn(tx)
  const read = () => findReviewed(tx, eventId, ids, query)
  const scans = (await read()).map(({ device_id, scan_id }) => ({ deviceId: device_id, scanId: scan_id }))
  const keys = { qrIds: [], codes: [], participantIds: [], scans }
  const rows = await lockGateRows(sql, keys)
  // Another person can have done it until the lock was ours.
  const open = (await read()).filter((scan) => isOpen(scan, act))
  const done = new Set(open.map(({ id }) => id))
  if (done.size === 0) return { scans: await read(), done }
  if (act !== 'seen') {
    const visits = openVisits(
      rows,
      await findPassed(sql, keys),
      await findPoints(
        sql,
        keys,
        open.flatMap(({ point_id }) => point_id ?? []),
      ),
      await findDevices(
        sql,
        open.map(({ device_id }) => device_id),
      ),
    )
    for (const scan of open) {
      const row = rows.find(({ id }) => id === scan.participant_id)
      const point = row && visits.pointOf(scan.point_id, row.event_id)
      if (row && point) correct(visits.at(row, point), scan, act === 'restore' && scan.passed)
    }
    await markScans(tx, act, [...done], { by: ctx.caller.id, now })
    const booked = bookVisits({ now, publish: ctx.publish, sql }, visits, { actor: 'staff', actorId: ctx.caller.id })
    await runWrites(sql, booked.writes)
    announce(ctx, [eventId], booked)
  } else {
    await markScans(tx, act, [...done], { by: ctx.caller.id, now })
    const reservations = [...new Set(open.flatMap(({ reservation_id }) => reservation_id ?? []))]
    const stillOpen = await findOpenDoubles(tx, reservations)
    await resolveAlerts(
      tx,
      'double_entry',
      reservations.filter((id) => !stillOpen.has(id)),
      now,
    )
    announce(ctx, [eventId], { changesAlerts: true })
  }
  return { scans: await read(), done }
}
