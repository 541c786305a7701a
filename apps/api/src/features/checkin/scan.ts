import { readScannedCode, type ScanAnswer, type ScannedCode } from '@shiloh/contract/checkin/checkin'
import {
  type AcceptedScan,
  type Direction,
  decideScan,
  entryInForce,
  foldScans,
  NEVER_THERE,
  type Said,
  type ScanResult,
  scanKey,
  type Whom,
  whomOf,
} from '@shiloh/contract/checkin/scans'
import type { Language } from '@shiloh/contract/core'
import { balanceOf } from '@shiloh/contract/payments/money'
import type { TxSql, Write } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { passes } from './passes.ts'
import {
  findDevices,
  findPassed,
  findPoints,
  findPrefixes,
  findScans,
  type GateRow,
  gateEventIds,
  gateRowIn,
  gateView,
  insertingScans,
  lockGateRows,
  type NewScan,
  type StoredScan,
  savingTold,
  statusAt,
} from './store.ts'
import { announce, bookVisits, entryView, type ScanWork } from './visit-writes.ts'
import { correct, keyOf, openVisits, stateBefore, type Visit, type Visits } from './visits.ts'

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

export type GateWork = ScanWork &
  Pick<Work, 'deps'> & {
    /** Commits the transaction. */
    readonly commit: (writes: readonly Write[]) => Promise<void>
  }

const readCode = (request: ScanRequest): ScannedCode =>
  request.participantId ? { kind: 'nothing' } : readScannedCode(request.text)

/** Returns what was scanned. Where the event is known, people may leave out the letters before the hyphen. */
const readCodes = async (sql: TxSql, requests: readonly ScanRequest[]): Promise<ScannedCode[]> => {
  const codes = requests.map(readCode)
  const placeOf = (index: number) => requests[index]?.pointId ?? requests[index]?.onlyEvent
  const isBare = (code: ScannedCode) => code.kind === 'code' && !code.code.includes('-')
  const places = codes.flatMap((code, index) => (isBare(code) ? (placeOf(index) ?? []) : []))
  if (places.length === 0) return codes
  const prefixes = await findPrefixes(sql, [...new Set(places)])
  return codes.map((code, index) => {
    const prefix = prefixes.get(placeOf(index) ?? '')
    return code.kind === 'code' && isBare(code) && prefix ? { kind: 'code', code: `${prefix}-${code.code}` } : code
  })
}

/** Returns what was true of a reservation when somebody was scanned: a phone can deliver after its event was archived. */
const standingAt = (row: GateRow, at: Date) => {
  const status = statusAt(row, at)
  return { status, balance: balanceOf({ ...row, status, total: row.standing_total }) }
}

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

/** What the books have of a scan. */
export type EnteredAnswer = Omit<ScanAnswer, 'result'> & {
  readonly result: ScanResult
  /** It was a question that came too late to let anybody in. */
  readonly isKept: boolean
}

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
export const enterScans = async (work: GateWork, requests: readonly ScanRequest[]): Promise<EnteredAnswer[]> => {
  const { sql } = work
  const codes = await readCodes(sql, requests)
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
  const known = new Map<string, StoredScan>(stored.map((scan) => [keyOf(scan.device_id, scan.scan_id), scan]))
  const permitted = ({ events, scannedBy, onlyEvent }: ScanRequest, eventId: string): boolean =>
    (events ?? gates.get(scannedBy) ?? []).includes(eventId) && (onlyEvent === undefined || onlyEvent === eventId)
  const visits = openVisits(rows, passed, points, devices)
  const scans: NewScan[] = []
  // By scan: of two messages about one in a batch the second has all of it.
  const told = new Map<string, StoredScan>()

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
                  ...standingAt(row, scan.at),
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
    // Without somebody whom it can be about, a scan is of the event at whose point the phone stood: the office looks at it there.
    const stoodAt = request.pointId === null ? undefined : visits.pointOf(request.pointId, '')
    const standing = stoodAt && permitted(request, stoodAt.eventId) ? stoodAt : undefined
    const setTo = request.onlyEvent && permitted(request, request.onlyEvent) ? request.onlyEvent : null
    // The office has removed the point meanwhile. The scan counts nowhere, and staff see whose it was.
    const isPointGone = row !== undefined && point === undefined && !forged && permitted(request, row.event_id)
    const about = shown?.row ?? (isPointGone ? row : undefined)
    const stored: NewScan = {
      scan_id: scanId,
      device_id: deviceId,
      event_id: about?.event_id ?? standing?.eventId ?? setTo,
      participant_id: about?.id ?? null,
      reservation_id: about?.reservation_id ?? null,
      point_id: shown ? (request.pointId ?? shown.point.id) : about ? null : (standing?.id ?? null),
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

/** Returns a scan with what its device tells about it meanwhile: what it decided, and that it took the scan back. */
const toldNow = (before: StoredScan, { said, undoneAt, scannedBy }: ScanRequest): StoredScan => {
  // What is kept was left open: a device that has not heard of its revocation decides after it has asked.
  const isSaid = said !== null && said !== before.said && (before.said === null || before.said === 'kept')
  const isUndone = undoneAt && before.undone_at === null
  if (!isSaid && !isUndone) return before
  return { ...before, ...(isSaid && { said }), ...(isUndone && { undone_at: undoneAt, undone_by: scannedBy }) }
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
