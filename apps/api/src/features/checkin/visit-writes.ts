import { type AcceptedScan, type DoubleEntry, foldScans, scanKey } from '@shiloh/contract/checkin/scans'
import { balanceOf, coveredOf } from '@shiloh/contract/payments/money'
import { type By, redeeming } from '#features/reservations'
import type { TxSql } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { raisingAlert, resolvingAlert } from '#platform/messaging/alerts.store'
import { type DoubleFlag, flaggingDoubles, type GateRow, savingEntries } from './store.ts'
import type { Visit, Visits } from './visits.ts'

/** A transaction about scans. */
export type ScanWork = Pick<Work, 'now' | 'publish'> & { readonly sql: TxSql }

/**
 * Returns whether entering redeems the reservation, or has redeemed it. Somebody who was let in with an open balance is inside, and
 * owes it (docs/domain.md#invariant-6). One that is redeemed stays so, also if a bank took its money back.
 */
const redeems = (row: GateRow): boolean =>
  row.status === 'redeemed' || (row.status === 'active' && balanceOf({ ...row, total: row.standing_total }) <= 0)

/**
 * Returns what changed visits write: the entries of participants, flags, alerts and transitions of reservations
 * (docs/domain.md#invariant-17).
 */
export const bookVisits = (work: ScanWork, visits: Visits, by: By) => {
  const entries = new Map<string, Parameters<typeof savingEntries>[0][number]>()
  const touched = new Map<string, GateRow>()
  const flags: DoubleFlag[] = []
  const arrived = new Map<string, GateRow>()
  const left = new Map<string, GateRow>()
  const back = new Map<string, GateRow>()
  const doubled = new Map<string, { visit: Visit; double: DoubleEntry }>()
  const explained = new Set<string>()
  const stillDouble = new Set<string>()
  for (const visit of visits.changed()) {
    const { row, point, before } = visit
    const { state, doubles } = foldScans(visit.scans, point)
    const firsts = new Map(doubles.map((double) => [scanKey(double.second), double]))
    for (const scan of visit.scans) {
      const double = firsts.get(scanKey(scan))
      if (double) {
        stillDouble.add(row.reservation_id)
        // The entry before it can be another one since a late scan.
        flags.push({ scan, of: double.first })
        if (!scan.isDouble) doubled.set(row.reservation_id, { visit, double })
      } else if (scan.isDouble) {
        flags.push({ scan, of: null })
        explained.add(row.reservation_id)
      }
    }
    // A double entry that is taken back doubles nothing any more.
    for (const scan of visit.dropped)
      if (scan.isDouble) {
        flags.push({ scan, of: null })
        explained.add(row.reservation_id)
      }
    if (point.kind !== 'gate') continue
    entries.set(row.id, { id: row.id, checked_in_at: state.entered?.at ?? null, checked_out_at: state.left })
    if (!redeems(row)) continue
    touched.set(row.reservation_id, row)
    if (state.entered && state.visits > before.visits && state.entered !== before.entered)
      arrived.set(row.reservation_id, row)
    if (state.left && state.left.getTime() !== before.left?.getTime()) left.set(row.reservation_id, row)
    if (before.left && !state.left && state.entered) back.set(row.reservation_id, row)
  }
  const undone = new Map(
    [...touched].filter(([id, { status }]) => status === 'redeemed' && !visits.isAnybodyIn(id, entries)),
  )
  const atTheGate = (rows: ReadonlyMap<string, GateRow>, isRedeemed: (id: string) => boolean) =>
    [...rows].map(([id, row]) => ({
      id,
      userId: row.user_id,
      eventId: row.event_id,
      status: isRedeemed(id) ? ('redeemed' as const) : row.status,
      isSecured: coveredOf(row) >= (row.due_at_once ?? row.standing_total),
    }))
  const nobody = () => false
  const gone = atTheGate(left, (id) => arrived.has(id)).filter(({ status }) => status === 'redeemed')
  return {
    changesAlerts: doubled.size > 0 || explained.size > 0,
    writes: [
      ...savingEntries([...entries.values()]),
      ...flaggingDoubles(flags),
      ...[...doubled].map(([id, { visit, double }]) =>
        raisingAlert('double_entry', id, doubleAlert(visits, visit, double), work.now),
      ),
      ...[...explained]
        .filter((id) => !stillDouble.has(id) && !visits.isDoubleElsewhere(id))
        .map((id) => resolvingAlert('double_entry', id, work.now)),
      ...redeeming(work, 'withdraw_check_in', atTheGate(undone, nobody), by),
      ...redeeming(work, 'check_in', atTheGate(arrived, nobody), by),
      // An exit was taken back. Coming in again says by itself that somebody is not out any more.
      ...redeeming(
        work,
        'withdraw_check_out',
        atTheGate(back, nobody).filter(({ id, status }) => status === 'redeemed' && !arrived.has(id) && !left.has(id)),
        by,
      ),
      // A person can enter and leave within one batch. They are redeemed by then.
      ...redeeming(work, 'check_out', gone, by),
    ],
  }
}

/** Returns one scan of a double entry as people read it. */
export const entryView = ({ nameOf, nameOfDevice }: Visits, { scans }: Visit, scan: AcceptedScan) => {
  const key = scanKey(scan)
  const { pointId = null } = scans.find((one) => scanKey(one) === key) ?? {}
  return {
    at: scan.at.toISOString(),
    device_id: scan.deviceId,
    device: nameOfDevice(scan.deviceId),
    point: nameOf(pointId),
  }
}

const doubleAlert = (visits: Visits, visit: Visit, { first, second }: DoubleEntry) => ({
  reservation_id: visit.row.reservation_id,
  code: visit.row.code,
  name: visit.row.name,
  event_id: visit.row.event_id,
  first: entryView(visits, visit, first),
  second: entryView(visits, visit, second),
})

/** Hints at changed scans of events. */
export const announce = (
  work: Pick<Work, 'publish'>,
  eventIds: readonly string[],
  { changesAlerts }: Pick<ReturnType<typeof bookVisits>, 'changesAlerts'>,
): void => {
  for (const event_id of new Set(eventIds)) {
    work.publish('gate', 'checkin', { event_id })
    work.publish('staff', 'checkin', { event_id })
  }
  if (changesAlerts) work.publish('staff', 'alerts')
}
