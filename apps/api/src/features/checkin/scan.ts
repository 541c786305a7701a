import {
  type Direction,
  decideScan,
  opensInDays,
  readScannedCode,
  type ScanAnswer,
  type ScannedCode,
  type ScanResult,
} from '@shiloh/contract/checkin/checkin'
import { balanceOf } from '@shiloh/contract/payments/money'
import { redeeming } from '#features/reservations'
import { type TxSql, transactionOn, type Write } from '#platform/db/sql.store'
import type { Deps, Service } from '#platform/deps'
import { gather } from '#platform/gather'
import type { Work } from '#platform/jobs/work'
import { raisingAlert } from '#platform/messaging/alerts.store'
import type { RealtimeEvent } from '#platform/realtime'
import {
  countersOf,
  findOpening,
  findScans,
  type GateRow,
  gateEventIds,
  gateView,
  insertingScans,
  lockGateRows,
  type NewScan,
  savingEntries,
} from './store.ts'

/** One scan as it arrives at the server. */
export interface ScanRequest {
  readonly text: string
  /** Set when the person was found by name instead of by code. */
  readonly participantId: string | null
  readonly direction: Direction
  readonly scanId: string
  readonly deviceId: string
  readonly scannedAt: Date
  /** The permitted events of a desk. Null means the events that the check-in user is assigned to. */
  readonly events: readonly string[] | null
  /** The permitted event that the gate is set to. */
  readonly onlyEvent?: string | undefined
  readonly scannedBy: string
}

type GateWork = Pick<Work, 'now' | 'deps' | 'publish'> & {
  readonly sql: TxSql
  /** Commits the transaction. */
  readonly commit: (writes: readonly Write[]) => Promise<void>
}

interface Entry {
  in: Date | null
  out: Date | null
  /** The device that recorded the entry. */
  device: string | null
}

const readCode = (request: ScanRequest): ScannedCode =>
  request.participantId ? { kind: 'nothing' } : readScannedCode(request.text)

/** A scan that is this old on arrival was decided at the gate, offline. Milliseconds. */
const LATE_MS = 60_000

/** Returns whether two gates let the same person in without knowing of each other because one was offline. */
const isDoubleEntry = (request: ScanRequest, result: ScanResult, entry: Entry | undefined, now: Date): boolean =>
  result === 'already_redeemed' &&
  request.direction === 'in' &&
  entry?.device !== request.deviceId &&
  now.getTime() - request.scannedAt.getTime() >= LATE_MS

const keyOf = (deviceId: string, scanId: string): string => `${deviceId}\n${scanId}`

/**
 * Returns the participant of a scan. If a couple shares one printed code, prefers the one for whom the scan is still
 * open.
 */
const candidateOf = (
  request: ScanRequest,
  code: ScannedCode,
  rows: readonly GateRow[],
  entries: ReadonlyMap<string, Entry>,
): GateRow | undefined => {
  if (request.participantId) return rows.find((row) => row.id === request.participantId)
  if (code.kind === 'qr') return rows.find((row) => row.qr_id === code.qrId)
  if (code.kind !== 'code') return undefined
  const party = rows.filter((row) => row.code === code.code)
  const isInside = (row: GateRow) => {
    const entry = entries.get(row.id)
    return entry !== undefined && entry.in !== null && entry.out === null
  }
  return party.find((row) => isInside(row) === (request.direction === 'out')) ?? party[0]
}

/**
 * Records scans in one transaction, in order of arrival. A repeated scan gets its first answer again and changes
 * nothing (docs/domain.md#invariant-10).
 */
const enterScans = async (work: GateWork, requests: readonly ScanRequest[]): Promise<ScanAnswer[]> => {
  const { sql } = work
  const codes = requests.map(readCode)
  const [rows, stored, gates] = await Promise.all([
    lockGateRows(sql, {
      qrIds: codes.flatMap((code) => (code.kind === 'qr' ? [code.qrId] : [])),
      codes: codes.flatMap((code) => (code.kind === 'code' ? [code.code] : [])),
      participantIds: requests.flatMap((request) => (request.participantId ? [request.participantId] : [])),
      scans: requests,
    }),
    findScans(sql, requests),
    gateEventIds(
      sql,
      requests.flatMap(({ events, scannedBy }) => (events ? [] : [scannedBy])),
    ),
  ])
  const before = new Map(
    stored.map((scan) => [
      keyOf(scan.device_id, scan.scan_id),
      { result: scan.result, participantId: scan.participant_id },
    ]),
  )
  const eventsOf = ({ events, scannedBy, onlyEvent }: ScanRequest): readonly string[] =>
    (events ?? gates.get(scannedBy) ?? []).filter((id) => onlyEvent === undefined || id === onlyEvent)
  const entries = new Map<string, Entry>(
    rows.map((row) => [row.id, { in: row.checked_in_at, out: row.checked_out_at, device: row.entered_device }]),
  )
  const changed = new Set<string>()
  const arrived = new Set<string>()
  const left = new Set<string>()
  const doubles = new Map<string, GateRow>()
  const scans: NewScan[] = []

  const outcomes = requests.map((request, index): { result: ScanResult; row: GateRow | undefined } => {
    const key = keyOf(request.deviceId, request.scanId)
    const known = before.get(key)
    if (known) return { result: known.result, row: rows.find((row) => row.id === known.participantId) }
    const code = codes[index] ?? { kind: 'nothing' }
    const row = candidateOf(request, code, rows, entries)
    const entry = row && entries.get(row.id)
    const forged =
      code.kind === 'qr' && code.signature !== null && !work.deps.crypto.verifySignature(code.qrId, code.signature)
    const result =
      code.kind === 'nothing' && !request.participantId
        ? ('invalid' as const)
        : decideScan(
            row && entry
              ? {
                  eventId: row.event_id,
                  status: row.status,
                  balance: balanceOf({ ...row, total: row.standing_total }),
                  checkedInAt: entry.in,
                  checkedOutAt: entry.out,
                }
              : null,
            request.direction,
            eventsOf(request),
            forged,
          )
    if (row && isDoubleEntry(request, result, entry, work.now)) doubles.set(row.reservation_id, row)
    if (result === 'ok' && row && entry) {
      if (request.direction === 'in') {
        entry.in = request.scannedAt
        entry.out = null
        entry.device = request.deviceId
        arrived.add(row.reservation_id)
        left.delete(row.reservation_id)
      } else {
        entry.out = request.scannedAt
        left.add(row.reservation_id)
      }
      changed.add(row.id)
    }
    // For somebody else's event, the answer says only that the code belongs to another event.
    const shown = result === 'wrong_event' || result === 'invalid' || result === 'not_found' ? undefined : row
    before.set(key, { result, participantId: shown?.id ?? null })
    scans.push({
      scan_id: request.scanId,
      device_id: request.deviceId,
      event_id: shown?.event_id ?? null,
      participant_id: shown?.id ?? null,
      reservation_id: shown?.reservation_id ?? null,
      code: request.participantId ?? request.text,
      direction: request.direction,
      result,
      scanned_by: request.scannedBy,
      scanned_at: request.scannedAt,
    })
    return { result, row: shown }
  })

  const actor = requests[0]?.scannedBy ?? null
  const atTheGate = (ids: ReadonlySet<string>) =>
    [...ids].flatMap((id) => {
      const row = rows.find(({ reservation_id }) => reservation_id === id)
      return row ? [{ id, userId: row.user_id, eventId: row.event_id, status: row.status }] : []
    })
  await work.commit([
    ...savingEntries(
      [...changed].map((id) => ({
        id,
        checked_in_at: entries.get(id)?.in ?? null,
        checked_out_at: entries.get(id)?.out ?? null,
      })),
    ),
    ...insertingScans(scans, work.now),
    ...[...doubles].map(([id, { code, name, event_id }]) =>
      raisingAlert('double_entry', id, { reservation_id: id, code, name, event_id }, work.now),
    ),
    ...redeeming(work, 'check_in', atTheGate(arrived), actor),
    // A person can enter and leave within one batch. They are redeemed by then.
    ...redeeming(
      work,
      'check_out',
      atTheGate(left).map((held) => (arrived.has(held.id) ? { ...held, status: 'redeemed' as const } : held)),
      actor,
    ),
  ])
  for (const eventId of new Set(scans.flatMap((scan) => scan.event_id ?? []))) {
    work.publish('gate', 'checkin', { event_id: eventId })
    work.publish('staff', 'checkin', { event_id: eventId })
  }
  if (doubles.size > 0) work.publish('staff', 'alerts')
  return outcomes.map(({ result, row }) => {
    const entry = row && entries.get(row.id)
    return {
      result,
      reservation:
        row && entry
          ? gateView({ ...row, checked_in_at: entry.in, checked_out_at: entry.out, entered_device: entry.device })
          : null,
      counters: null,
      opens_in_days: 0,
    }
  })
}

/**
 * The facts of an event are shown but decide nothing, so they can be a second old. A gate scans many times a second.
 */
const FACTS_FRESH_MS = 1000
type EventFacts = Pick<ScanAnswer, 'counters' | 'opens_in_days'>

interface CheckinService extends Service {
  /** Records scans, many per transaction. */
  readonly batcher: ReturnType<typeof openBatcher>
  /** Facts by event id. `at` is in milliseconds. */
  readonly facts: Map<string, { readonly at: number; readonly facts: Promise<EventFacts> }>
}

declare module '#platform/deps' {
  interface Services {
    readonly checkin: CheckinService
  }
}

const readFacts = async (deps: Deps, eventId: string, now: Date): Promise<EventFacts> => {
  const [counters, opening] = await Promise.all([countersOf(deps.db, [eventId]), findOpening(deps.db, eventId)])
  return {
    counters: counters.get(eventId) ?? null,
    opens_in_days: opening ? opensInDays(opening.starts_at, opening.time_zone, now) : 0,
  }
}

const freshFacts = async (deps: Deps, eventId: string): Promise<EventFacts> => {
  const cache = deps.services.checkin.facts
  const known = cache.get(eventId)
  const now = deps.clock()
  const age = known ? now.getTime() - known.at : -1
  if (known && age >= 0 && age < FACTS_FRESH_MS) return known.facts
  const facts = readFacts(deps, eventId, now)
  // Concurrent readers share one count. A failure is not cached.
  cache.set(eventId, { at: now.getTime(), facts })
  facts.catch(() => cache.delete(eventId))
  return facts
}

const enterBatch = async (deps: Deps, batch: readonly ScanRequest[], next: () => void): Promise<ScanAnswer[]> => {
  const published: RealtimeEvent[] = []
  const now = deps.clock()
  const publish: Work['publish'] = (room, event, data = {}) => {
    published.push({ room, event, data })
  }
  const answers = await transactionOn(deps.pipelines, (sql, commitWith) =>
    enterScans({ sql, deps, now, publish, commit: (writes) => commitWith(writes, next) }, batch),
  )
  deps.realtime.publish(published)
  return answers
}

const openBatcher = (deps: Deps) =>
  gather<ScanRequest, ScanAnswer>({
    run: (batch, next) => enterBatch(deps, batch, next),
    maxBatch: 200,
    maxQueue: 4000,
  })

export const startCheckin = (deps: Deps): CheckinService => {
  const batcher = openBatcher(deps)
  return { batcher, facts: new Map(), stop: batcher.stop }
}

/** Records one scan. Scans that arrive together share a transaction. */
export const enterScan = async (deps: Deps, request: ScanRequest): Promise<ScanAnswer> => {
  const answer = await deps.services.checkin.batcher.ask(request)
  const eventId = answer.reservation?.event_id
  return eventId ? { ...answer, ...(await freshFacts(deps, eventId)) } : answer
}
