import {
  type AcceptedScan,
  compareScans,
  foldScans,
  NEVER_THERE,
  type PointState,
} from '@shiloh/contract/checkin/scans'
import type { findDevices, GateRow, PassedScan, Point, StoredScan } from './store.ts'

/** One person at one place. All gates of an event are one place. */
export interface Visit {
  readonly row: GateRow
  readonly point: Point
  readonly scans: PassedScan[]
  /** Scans that counted before, and do not any more. */
  readonly dropped: PassedScan[]
  readonly before: PointState
  changed: boolean
}

const GATE = 'gate'
const placeOf = (point: Pick<Point, 'id' | 'kind'> | undefined): string =>
  point === undefined || point.kind === 'gate' ? GATE : point.id

/** The scans of everybody that a batch is about, by person and place. */
export const openVisits = (
  rows: readonly GateRow[],
  passed: readonly PassedScan[],
  points: readonly Point[],
  devices: Awaited<ReturnType<typeof findDevices>>,
) => {
  const deviceNames = new Map(passed.map(({ deviceId, deviceName }) => [deviceId, deviceName]))
  const byId = new Map(points.map((point) => [point.id, point]))
  const gates = new Map<string, Point>()
  for (const point of points) if (point.kind === 'gate' && !gates.has(point.eventId)) gates.set(point.eventId, point)
  const scans = Map.groupBy(passed, ({ participantId, pointId }) =>
    keyOf(participantId, placeOf(byId.get(pointId ?? ''))),
  )
  const visits = new Map<string, Visit>()
  return {
    /** Returns the point of a scan: the one that it names, or the first gate. */
    pointOf: (pointId: string | null, eventId: string) => (pointId === null ? gates.get(eventId) : byId.get(pointId)),
    nameOf: (pointId: string | null) => byId.get(pointId ?? '')?.name ?? '',
    nameOfDevice: (id: string) => deviceNames.get(id) ?? devices.get(id)?.name ?? id,
    at: (row: GateRow, point: Point): Visit => {
      const key = keyOf(row.id, placeOf(point))
      const known = visits.get(key)
      if (known) return known
      const its = scans.get(key) ?? []
      scans.set(key, its)
      const visit = { row, point, scans: its, dropped: [], before: foldScans(its, point).state, changed: false }
      visits.set(key, visit)
      return visit
    },
    /** Returns the state of somebody at the gates. */
    gateOf: (row: GateRow): PointState => {
      const gate = gates.get(row.event_id)
      return gate ? foldScans(scans.get(keyOf(row.id, GATE)) ?? [], gate).state : NEVER_THERE
    },
    changed: () => [...visits.values()].filter(({ changed }) => changed),
    /** Returns whether somebody of this reservation was let in, after these entries. */
    isAnybodyIn: (reservationId: string, entries: ReadonlyMap<string, Pick<GateRow, 'checked_in_at'>>) =>
      rows.some((row) => row.reservation_id === reservationId && (entries.get(row.id) ?? row).checked_in_at !== null),
    /** Returns whether somebody of this reservation has a double entry that the batch did not change. */
    isDoubleElsewhere: (reservationId: string) =>
      rows.some(
        ({ id, reservation_id }) =>
          reservation_id === reservationId &&
          [...scans].some(
            ([key, its]) =>
              !visits.get(key)?.changed && its.some(({ participantId, isDouble }) => participantId === id && isDouble),
          ),
      ),
  }
}
export type Visits = ReturnType<typeof openVisits>

export const keyOf = (one: string, other: string): string => `${one}\n${other}`

/** Returns the state of a person at a place before a scan, by the order of scans and not of their arrival. */
export const stateBefore = ({ scans, point }: Visit, scan: AcceptedScan): PointState =>
  foldScans(
    scans.filter((one) => compareScans(one, scan) < 0),
    point,
  ).state

/** Adds a scan to the accepted ones, or takes it away. */
export const correct = (
  visit: Visit,
  scan: Pick<StoredScan, 'device_id' | 'scan_id' | 'direction' | 'scanned_at' | 'point_id'>,
  isAccepted: boolean,
): void => {
  const { device_id: deviceId, scan_id: scanId, direction, scanned_at: at, point_id: pointId } = scan
  const isIt = (one: AcceptedScan) => one.deviceId === deviceId && one.scanId === scanId
  const index = visit.scans.findIndex(isIt)
  if (isAccepted === index >= 0) return
  const dropped = visit.dropped.findIndex(isIt)
  if (isAccepted && dropped >= 0) visit.scans.push(...visit.dropped.splice(dropped, 1))
  else if (isAccepted)
    visit.scans.push({
      deviceId,
      scanId,
      direction,
      at,
      participantId: visit.row.id,
      pointId,
      isDouble: false,
      deviceName: null,
    })
  else visit.dropped.push(...visit.scans.splice(index, 1))
  visit.changed = true
}
