import type { ScanAnswer } from '@shiloh/contract/checkin/checkin'
import { opensInDays, readScannedCode, type ScannedCode } from '@shiloh/contract/checkin/checkin'
import {
  type AcceptedScan,
  compareScans,
  type Direction,
  type DoubleEntry,
  decideScan,
  entryInForce,
  foldScans,
  NEVER_THERE,
  type PointState,
  type Said,
  type ScanResult,
  scanKey,
  type Whom,
  whomOf,
} from '@shiloh/contract/checkin/scans'
import type { Language } from '@shiloh/contract/core'
import { balanceOf } from '@shiloh/contract/payments/money'
import { type By, redeeming } from '#features/reservations'
import { type TxSql, transactionOn, type Write } from '#platform/db/sql.store'
import type { Deps, Service } from '#platform/deps'
import { gather } from '#platform/gather'
import type { Work } from '#platform/jobs/work'
import { raisingAlert, resolvingAlert } from '#platform/messaging/alerts.store'
import type { RealtimeEvent } from '#platform/realtime'
import { isPointOverfull } from './board.store.ts'
import type { BuiltBundles } from './bundle.ts'
import { passes } from './passes.ts'
import type { CountedPeople } from './people-at.ts'
import {
  countersOf,
  type DoubleFlag,
  findDevices,
  findOpening,
  findPassed,
  findPoints,
  findScans,
  flaggingDoubles,
  type GateRow,
  gateEventIds,
  gateRowIn,
  gateView,
  insertingScans,
  lockGateRows,
  type NewScan,
  type PassedScan,
  type Point,
  type StoredScan,
  savingEntries,
  savingTold,
} from './store.ts'

/** One scan as it arrives at the server. */
export interface ScanRequest {
  readonly text: string
  /** Set when the person was found by name instead of by code. */
  readonly participantId: string | null
  readonly direction: Direction
  readonly scanId: string
  readonly deviceId: string
  /** Null: the first gate of the participant's event. */
  readonly pointId: string | null
  /** By the server's clock. */
  readonly scannedAt: Date
  /** By the device's clock. */
  readonly deviceTime: Date | null
  /** What the device decided before it reached the server. Null: it waits for the server's decision. */
  readonly said: Said | null
  /** When the device took the scan back, by the server's clock. Null or omitted: it did not. */
  readonly undoneAt?: Date | null
  /** It comes from the registered device of this id: from its account, or with its key. */
  readonly isDevice?: boolean
  /** The phone was revoked, under this name or that of somebody before on it. */
  readonly isFromRevoked?: boolean
  /** The permitted events of a desk or device. Null means the events that the check-in user is assigned to. */
  readonly events: readonly string[] | null
  /** The permitted event that the gate is set to. */
  readonly onlyEvent?: string | undefined
  readonly scannedBy: string
  /** The language of the answer. */
  readonly language: Language
}

/** A transaction about scans. */
export type ScanWork = Pick<Work, 'now' | 'publish'> & { readonly sql: TxSql }

type GateWork = ScanWork &
  Pick<Work, 'deps'> & {
    /** Commits the transaction. */
    readonly commit: (writes: readonly Write[]) => Promise<void>
  }

const readCode = (request: ScanRequest): ScannedCode =>
  request.participantId ? { kind: 'nothing' } : readScannedCode(request.text)

/** A scan that is this old on arrival was decided at the gate, offline. Milliseconds. */
const LATE_MS = 60_000

const isLate = ({ scannedAt }: ScanRequest, now: Date): boolean => now.getTime() - scannedAt.getTime() >= LATE_MS

/**
 * Returns what the device decided. A registered one that says nothing left the decision to the server; if it asks late, the
 * person was sent away, as older apps do not say, and nobody is let in by the answer. A device that is not registered says
 * nothing ever: if it sends an entry late, it let the person in before it knew that they were inside.
 */
const saidOf = (request: ScanRequest, result: ScanResult, now: Date): Said | null => {
  if (request.said !== null || !isLate(request, now)) return request.said
  if (request.isDevice) return request.undoneAt ? null : 'kept'
  return result === 'already_redeemed' && request.direction === 'in' ? 'ok' : null
}

/** Returns a time after all scans that the server knew when it decided. Clocks of devices differ by seconds. */
const timeOf = (request: ScanRequest, before: readonly AcceptedScan[], now: Date): Date =>
  request.said !== null || isLate(request, now)
    ? request.scannedAt
    : new Date(Math.max(request.scannedAt.getTime(), ...before.map(({ at }) => at.getTime() + 1)))

/** One person at one place. All gates of an event are one place. */
interface Visit {
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
type Visits = ReturnType<typeof openVisits>

const keyOf = (one: string, other: string): string => `${one}\n${other}`

/** Returns the participant of a scan. A party shares one printed code. */
const candidateOf = (
  request: ScanRequest,
  code: ScannedCode,
  rows: readonly GateRow[],
  visits: Visits,
): Whom<GateRow> | undefined => {
  const only = (isIt: (row: GateRow) => boolean) =>
    whomOf(rows.filter(isIt).slice(0, 1), request.direction, () => false)
  if (request.participantId) return only((row) => row.id === request.participantId)
  if (code.kind === 'qr') return only((row) => row.qr_id === code.qrId)
  if (code.kind !== 'code') return undefined
  const party = rows.filter((row) => row.code === code.code)
  const isThere = (row: GateRow) => {
    const point = visits.pointOf(request.pointId, row.event_id)
    return (
      point !== undefined &&
      entryInForce(foldScans(visits.at(row, point).scans, point).state, point, request.scannedAt) !== null
    )
  }
  return whomOf(party, request.direction, isThere)
}

/**
 * Returns whether entering redeems the reservation. Somebody who was let in with an open balance is inside, and owes it
 * (docs/domain.md#invariant-6).
 */
const redeems = (row: GateRow): boolean =>
  (row.status === 'active' || row.status === 'redeemed') && balanceOf({ ...row, total: row.standing_total }) <= 0

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
const entryView = ({ nameOf, nameOfDevice }: Visits, { scans }: Visit, scan: AcceptedScan) => {
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

/** What the books have of a scan. */
type EnteredAnswer = Omit<ScanAnswer, 'result'> & {
  readonly result: ScanResult
  /** It was a question that came too late to let anybody in. */
  readonly isKept: boolean
}
/** An answer with the time after which every count has the scan. */
type StoredAnswer = EnteredAnswer & { readonly storedAt: Date }

interface Outcome {
  readonly result: ScanResult
  readonly visit: Visit | undefined
  /** Somebody of another event, which the caller may see. */
  readonly elsewhere: GateRow | undefined
}
const NO_OUTCOME: Outcome = { result: 'invalid', visit: undefined, elsewhere: undefined }

/**
 * Records scans in one transaction, in order of arrival. A repeated scan gets its first answer again and changes
 * nothing (docs/domain.md#invariant-10). The state of everybody follows from the set of their accepted scans.
 */
const enterScans = async (work: GateWork, requests: readonly ScanRequest[]): Promise<EnteredAnswer[]> => {
  const { sql } = work
  const codes = requests.map(readCode)
  const keys = {
    qrIds: codes.flatMap((code) => (code.kind === 'qr' ? [code.qrId] : [])),
    codes: codes.flatMap((code) => (code.kind === 'code' ? [code.code] : [])),
    participantIds: requests.flatMap((request) => (request.participantId ? [request.participantId] : [])),
    scans: requests,
  }
  const [rows, passed, points, stored, gates, devices] = await Promise.all([
    lockGateRows(sql, keys),
    findPassed(sql, keys),
    findPoints(sql, keys, [...new Set(requests.flatMap(({ pointId }) => pointId ?? []))]),
    findScans(sql, requests),
    gateEventIds(
      sql,
      requests.flatMap(({ events, scannedBy }) => (events ? [] : [scannedBy])),
    ),
    findDevices(
      sql,
      requests.map(({ deviceId }) => deviceId),
    ),
  ])
  const known = new Map<string, KnownScan>(stored.map((scan) => [keyOf(scan.device_id, scan.scan_id), scan]))
  const permitted = ({ events, scannedBy, onlyEvent }: ScanRequest, eventId: string): boolean =>
    (events ?? gates.get(scannedBy) ?? []).includes(eventId) && (onlyEvent === undefined || onlyEvent === eventId)
  const visits = openVisits(rows, passed, points, devices)
  const scans: NewScan[] = []
  // By scan: of two messages about one in a batch the second has all of it.
  const told = new Map<string, KnownScan>()

  const outcomes = requests.map((request, index): Outcome => {
    const { deviceId, scanId, direction } = request
    const key = keyOf(deviceId, scanId)
    const before = known.get(key)
    const code = codes[index] ?? { kind: 'nothing' }
    const whom = before ? undefined : candidateOf(request, code, rows, visits)
    const row = before ? rows.find(({ id }) => id === before.participant_id) : whom?.person
    const point = row && visits.pointOf(before?.point_id ?? request.pointId, row.event_id)
    const place = row && point?.eventId === row.event_id ? visits.at(row, point) : undefined
    const visit = row && permitted(request, row.event_id) ? place : undefined
    const elsewhereOf = (result: ScanResult) =>
      result === 'wrong_event' && row && point && point.eventId !== row.event_id && permitted(request, row.event_id)
        ? row
        : undefined
    if (before) {
      // What a device tells about its own scan is booked, no matter who delivers it. Anybody can use the name of another one.
      const now = request.isDevice || visit ? toldNow(before, request) : before
      if (now !== before) {
        known.set(key, now)
        told.set(key, now)
        if (place) correct(place, now, passes(now))
      }
      return { result: before.result, visit, elsewhere: elsewhereOf(before.result) }
    }
    const forged =
      code.kind === 'qr' && code.signature !== null && !work.deps.crypto.verifySignature(code.qrId, code.signature)
    const scan = { deviceId, scanId, direction, at: visit ? timeOf(request, visit.scans, work.now) : request.scannedAt }
    const result =
      code.kind === 'nothing' && !request.participantId
        ? ('invalid' as const)
        : decideScan(
            row
              ? {
                  eventId: row.event_id,
                  status: row.status,
                  balance: balanceOf({ ...row, total: row.standing_total }),
                  catererId: row.caterer_id,
                }
              : null,
            {
              point: visit?.point ?? null,
              direction,
              at: scan.at,
              forged,
              isSeveral: request.said !== 'ok' && whom?.isSeveral === true,
            },
            visit ? stateBefore(visit, scan) : NEVER_THERE,
          )
    const shown = forged ? undefined : visit
    // The office has removed the point meanwhile. The scan counts nowhere, and staff see whose it was.
    const isPointGone = row !== undefined && point === undefined && !forged && permitted(request, row.event_id)
    const about = shown?.row ?? (isPointGone ? row : undefined)
    const stored: NewScan = {
      scan_id: scanId,
      device_id: deviceId,
      event_id: about?.event_id ?? null,
      participant_id: about?.id ?? null,
      reservation_id: about?.reservation_id ?? null,
      point_id: shown ? (request.pointId ?? shown.point.id) : null,
      code: request.participantId ?? request.text,
      direction,
      result,
      said: saidOf(request, result, work.now),
      scanned_by: request.scannedBy,
      scanned_at: scan.at,
      device_time: request.deviceTime,
      from_revoked: request.isFromRevoked ?? devices.get(deviceId)?.isRevoked ?? false,
      withdrawn: false,
      undone_at: request.undoneAt ?? null,
      undone_by: request.undoneAt ? request.scannedBy : null,
    }
    if (shown && passes(stored)) correct(shown, stored, true)
    known.set(key, stored)
    scans.push(stored)
    return { result, visit: shown, elsewhere: elsewhereOf(result) }
  })

  const booked = bookVisits(work, visits, { actor: 'gate', actorId: requests[0]?.scannedBy ?? null })
  await work.commit([...insertingScans(scans, work.now), ...savingTold([...told.values()]), ...booked.writes])
  announce(
    work,
    [...scans.flatMap((scan) => scan.event_id ?? []), ...visits.changed().map(({ row }) => row.event_id)],
    booked,
  )
  return requests.map((request, index) => {
    const { result, visit, elsewhere } = outcomes[index] ?? NO_OUTCOME
    const answer = answerOf(visits, visit, request)
    const isKept = request.said === null && known.get(keyOf(request.deviceId, request.scanId))?.said === 'kept'
    return {
      ...answer,
      result,
      isKept,
      reservation: elsewhere ? gateView(gateRowIn(elsewhere, request.language), null) : answer.reservation,
    }
  })
}

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

/** A scan that the server has. */
type KnownScan = StoredScan

/** Returns a scan with what its device tells about it meanwhile: what it decided, and that it took the scan back. */
const toldNow = (before: KnownScan, { said, undoneAt, scannedBy }: ScanRequest): KnownScan => {
  // What is kept was left open: a device that has not heard of its revocation decides after it has asked.
  const isSaid = said !== null && said !== before.said && (before.said === null || before.said === 'kept')
  const isUndone = undoneAt && before.undone_at === null
  if (!isSaid && !isUndone) return before
  return { ...before, ...(isSaid && { said }), ...(isUndone && { undone_at: undoneAt, undone_by: scannedBy }) }
}

/** Returns the state of a person at a place before a scan, by the order of scans and not of their arrival. */
const stateBefore = ({ scans, point }: Visit, scan: AcceptedScan): PointState =>
  foldScans(
    scans.filter((one) => compareScans(one, scan) < 0),
    point,
  ).state

/** Adds a scan to the accepted ones, or takes it away. */
export const correct = (
  visit: Visit,
  scan: Pick<KnownScan, 'device_id' | 'scan_id' | 'direction' | 'scanned_at' | 'point_id'>,
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

/** Returns what a device is shown of a scan: the person, their entry, and the other scan of a double entry. */
const answerOf = (visits: Visits, visit: Visit | undefined, request: ScanRequest): Omit<ScanAnswer, 'result'> => {
  const nothing = { reservation: null, counters: null, opens_in_days: 0, double_entry: null, overfull: false }
  if (!visit) return nothing
  const gate = visits.gateOf(visit.row)
  const { state, doubles } = foldScans(visit.scans, visit.point)
  const key = scanKey(request)
  const double = doubles.find(({ first, second }) => scanKey(first) === key || scanKey(second) === key)
  const other = double && (scanKey(double.first) === key ? double.second : double.first)
  return {
    ...nothing,
    reservation: gateView(
      { ...gateRowIn(visit.row, request.language), checked_in_at: gate.entered?.at ?? null, checked_out_at: gate.left },
      state.entered && {
        at: state.entered.at,
        device_id: state.entered.deviceId,
        device: visits.nameOfDevice(state.entered.deviceId),
      },
    ),
    double_entry: other ? entryView(visits, visit, other) : null,
  }
}

/**
 * The facts of an event are shown but decide nothing, so they can be a second old. A gate scans many times a second.
 */
const FACTS_FRESH_MS = 1000
type EventFacts = Pick<ScanAnswer, 'counters' | 'opens_in_days' | 'overfull'>

interface CheckinService extends Service {
  /** Records scans, many per transaction. */
  readonly batcher: ReturnType<typeof openBatcher>
  /** Facts by event and point. `at` is in milliseconds. */
  readonly facts: Map<string, { readonly at: number; readonly facts: Promise<EventFacts> }>
  readonly people: CountedPeople
  readonly bundles: BuiltBundles
}

declare module '#platform/deps' {
  interface Services {
    readonly checkin: CheckinService
  }
}

const readFacts = async (deps: Deps, eventId: string, pointId: string | null, now: Date): Promise<EventFacts> => {
  const [counters, opening, overfull] = await Promise.all([
    countersOf(deps.db, [eventId]),
    findOpening(deps.db, eventId),
    pointId === null ? false : isPointOverfull(deps.db, pointId, now),
  ])
  return {
    counters: counters.get(eventId) ?? null,
    opens_in_days: opening ? opensInDays(opening.starts_at, opening.time_zone, now) : 0,
    overfull,
  }
}

const freshFacts = async (deps: Deps, eventId: string, pointId: string | null): Promise<EventFacts> => {
  const cache = deps.services.checkin.facts
  const key = keyOf(eventId, pointId ?? '')
  const known = cache.get(key)
  const now = deps.clock()
  const age = known ? now.getTime() - known.at : -1
  if (known && age >= 0 && age < FACTS_FRESH_MS) return known.facts
  const facts = readFacts(deps, eventId, pointId, now)
  // Concurrent readers share one count. A failure is not cached.
  cache.set(key, { at: now.getTime(), facts })
  facts.catch(() => cache.delete(key))
  return facts
}

const enterBatch = async (deps: Deps, batch: readonly ScanRequest[], next: () => void): Promise<StoredAnswer[]> => {
  const published: RealtimeEvent[] = []
  const now = deps.clock()
  const publish: Work['publish'] = (room, event, data = {}) => {
    published.push({ room, event, data })
  }
  const answers = await transactionOn(deps.pipelines, (sql, commitWith) =>
    enterScans({ sql, deps, now, publish, commit: (writes) => commitWith(writes, next) }, batch),
  )
  // Before anybody hears of it: a count that begins because of the hint has these scans.
  const storedAt = deps.clock()
  deps.realtime.publish(published)
  for (const { result } of answers) deps.metrics.scanned(result)
  return answers.map((answer) => ({ ...answer, storedAt }))
}

const openBatcher = (deps: Deps) =>
  gather<ScanRequest, StoredAnswer>({
    run: (batch, next) => enterBatch(deps, batch, next),
    maxBatch: 200,
    maxQueue: 4000,
    watch: deps.metrics.batches('scans'),
  })

export const startCheckin = (deps: Deps): CheckinService => {
  const batcher = openBatcher(deps)
  const bundles: BuiltBundles = new Map()
  const stop = async () => {
    await batcher.stop()
    // A bundle that was begun ahead reads the database.
    await Promise.allSettled([...bundles.values()].map(({ whole }) => whole))
  }
  return { batcher, facts: new Map(), people: new Map(), bundles, stop }
}

/** Records one scan of a device's queue. Scans that arrive together share a transaction. @throws overloaded */
export const storeScan = (deps: Deps, request: ScanRequest): Promise<StoredAnswer> =>
  deps.services.checkin.batcher.ask(request)

/** Records one scan, and adds the facts of its event that a device shows. */
export const enterScan = async (deps: Deps, request: ScanRequest): Promise<ScanAnswer> => {
  const { isKept, storedAt: _, ...stored } = await storeScan(deps, request)
  // A question lets nobody in, so the answer must not say that it does.
  const answer: ScanAnswer = isKept && stored.result === 'ok' ? { ...stored, result: 'kept' } : stored
  const eventId = answer.reservation?.event_id
  return eventId ? { ...answer, ...(await freshFacts(deps, eventId, request.pointId)) } : answer
}
