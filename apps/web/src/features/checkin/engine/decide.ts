import type { PassedAt } from '@shiloh/contract/checkin/bundle-record'
import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import {
  type AcceptedScan,
  type Direction,
  decideScan,
  entryInForce,
  foldScans,
  NEVER_THERE,
  type PointState,
  type ScanResult,
  whomOf,
} from '@shiloh/contract/checkin/scans'
import type { CopiedPerson, Found } from './copy.ts'
import type { CopyState } from './db.ts'
import { acceptedOf, isAccepted, isUndone, type KeptScan, resultOf } from './scans.ts'

type BundlePoint = CopyState['points'][number]

/** What this device knows when it decides. */
export interface Known {
  readonly about: CopyState
  readonly point: BundlePoint
  /** The scans of this phone. */
  readonly scans: readonly KeptScan[]
}

export interface Decided {
  readonly result: ScanResult
  readonly person: CopiedPerson | null
  /** The person as the gate shows them. */
  readonly shown: GateParticipant | null
}

/** All gates of an event are one place. */
const isAt = (point: BundlePoint, points: readonly BundlePoint[]) => (pointId: string | null) =>
  point.kind === 'gate'
    ? pointId === null || points.find(({ _id }) => _id === pointId)?.kind === 'gate'
    : pointId === point._id

/** Entries of the copy have no ids: their order is one. */
const scanOf = ({ deviceId, direction, at }: PassedAt, order: number): AcceptedScan => ({
  deviceId,
  direction,
  at,
  scanId: String(order).padStart(3, '0'),
})

/** A scan that the server decided can have a time this much later on its side. Milliseconds. */
const SAME_SCAN_MS = 120_000

/** Returns whether an entry or exit of the copy is a scan of this phone that was taken back since the copy was made. */
const isUndoneHere = ({ deviceId, direction, at }: PassedAt, own: readonly KeptScan[]): boolean => {
  const away = (scan: KeptScan) => Math.abs(scan.at - at.getTime())
  const [nearest] = own
    .filter((scan) => scan.device_id === deviceId && scan.direction === direction && resultOf(scan) === 'ok')
    .sort((a, b) => away(a) - away(b))
  return nearest !== undefined && isUndone(nearest) && away(nearest) < SAME_SCAN_MS
}

/** Returns the state of somebody at a point: the entries of the copy, and the scans of this phone. */
const stateAt = (person: CopiedPerson, point: BundlePoint, { about, scans }: Known): PointState => {
  const isHere = isAt(point, about.points)
  // An older app wrote more letters of the same hash.
  const own = scans.filter((scan) => scan.find?.startsWith(person.find) && isHere(scan.point_id))
  const passed = person.record.passed.filter((one) => isHere(one.pointId) && !isUndoneHere(one, own)).map(scanOf)
  return foldScans([...passed, ...own.filter(isAccepted).map(acceptedOf)], {
    rule: point.rule,
    zone: about.event.time_zone,
  }).state
}

/**
 * Returns somebody as the server would describe them.
 * @param at by the server's clock
 */
export const shownOf = (person: CopiedPerson, known: Known, at: Date): GateParticipant => {
  const { record, participantId, group, find } = person
  const { about, point } = known
  const [block = '', floor = '0', name = ''] = record.room?.split('\n') ?? []
  const gate = about.points.find(({ kind }) => kind === 'gate')
  const atGate = gate ? stateAt(person, gate, known) : NEVER_THERE
  const entered = entryInForce(stateAt(person, point, known), { rule: point.rule, zone: about.event.time_zone }, at)
  return {
    _id: participantId ?? find,
    reservation_id: group,
    event_id: about.event._id,
    code: record.code,
    name: record.name,
    role: record.role,
    status: record.status,
    participant_type: record.participantType,
    title: record.title,
    room: record.room === null || record.bed === null ? null : { name, block, floor: Number(floor), bed: record.bed },
    room_category: record.roomCategory,
    caterer: record.caterer,
    caterer_id: record.catererId,
    party: record.party,
    balance: record.owed,
    currency: about.event.currency,
    checked_in_at: atGate.entered?.at.toISOString() ?? null,
    checked_out_at: atGate.left?.toISOString() ?? null,
    entered: entered && { at: entered.at.toISOString(), device_id: entered.deviceId, device: '' },
  }
}

const timeOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/**
 * Decides one scan as the server would, from what this phone knows. Undefined: it knows too little.
 * @param at by the server's clock
 */
export const decide = (found: Found, direction: Direction, at: Date, known: Known): Decided | undefined => {
  const { about, point } = known
  if (found.kind === 'unreadable') return undefined
  if (found.kind === 'nothing') return { result: 'invalid', person: null, shown: null }
  const zone = about.event.time_zone
  const there = {
    eventId: about.event._id,
    kind: point.kind,
    rule: point.rule,
    catererId: point.caterer_id,
    startsAt: timeOf(point.starts_at),
    endsAt: timeOf(point.ends_at),
    zone,
  }
  const isThere = (one: CopiedPerson) => entryInForce(stateAt(one, point, known), there, at) !== null
  const whom = found.kind === 'people' ? whomOf(found.people, direction, isThere) : undefined
  const facts = {
    point: there,
    direction,
    at,
    forged: found.kind === 'forged',
    isSeveral: whom?.isSeveral ?? false,
  }
  if (!whom) return { result: decideScan(null, facts, NEVER_THERE), person: null, shown: null }
  const { person } = whom
  const { status, balance, catererId } = person.record
  const result = decideScan(
    { eventId: there.eventId, status, balance, catererId },
    facts,
    stateAt(person, point, known),
  )
  return { result, person: result === 'several' ? null : person, shown: shownOf(person, known, at) }
}
