import { dayIn } from '../text/zone.ts'
import { isServed, type PointKind, type PointRule } from './points.ts'

/**
 * The rules of scans: the verdict about one scan, and the state that follows from all scans of a person at a point.
 * Pure, because the gate's device decides with them while it is offline, and the server decides the same.
 */

/** The results of a scan (docs/domain.md#check-in). */
export const SCAN_RESULTS = [
  'ok',
  'already_redeemed',
  'unpaid',
  'cancelled',
  'no_meal',
  'not_now',
  'several',
  'wrong_event',
  'not_found',
  'invalid',
] as const
export type ScanResult = (typeof SCAN_RESULTS)[number]
/**
 * What a device can say about its own scan. `kept`: it could not decide, and sent the person away. The server's answer
 * then comes too late to let anybody in: somebody has to say what happened.
 */
export const SAID = [...SCAN_RESULTS, 'kept'] as const
export type Said = (typeof SAID)[number]
export const DIRECTIONS = ['in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The facts about a participant that the gate needs. */
export interface GateFacts {
  readonly eventId: string
  readonly status: string
  /** The balance of the choice in force. While a dearer change awaits payment, the old choice admits its owner. */
  readonly balance: number
  /** The caterer whose meals this person ordered. */
  readonly catererId: string | null
}

/** The facts about a scan point that decide. */
export interface PointFacts {
  readonly eventId: string
  readonly kind: PointKind
  readonly rule: PointRule
  /** A sitting serves those who ordered from this caterer. Null: those who ordered from any. */
  readonly catererId: string | null
  /** When a sitting begins and ends. Null: not said. Other kinds of points are open always. */
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** The time zone of the event. */
  readonly zone: string
}

/** A scan after which the person went through. */
export interface AcceptedScan {
  readonly deviceId: string
  /** Unique for its device. */
  readonly scanId: string
  readonly direction: Direction
  /** When it was scanned, by the server's clock. */
  readonly at: Date
}

/** A person at a point. All gates of an event count as one point. */
export interface PointState {
  /** The entry that opened the latest visit. */
  readonly entered: AcceptedScan | null
  /** When that visit ended. Null: it has not. */
  readonly left: Date | null
  /** The first entry of each day, by the event's zone. Only for the rule `once_a_day`. */
  readonly days: Readonly<Record<string, AcceptedScan>>
  readonly visits: number
}

export const NEVER_THERE: PointState = { entered: null, left: null, days: {}, visits: 0 }

/** Two accepted entries by devices that did not know of each other. */
export interface DoubleEntry {
  readonly first: AcceptedScan
  readonly second: AcceptedScan
}

/** Returns the entry because of which a person counts as inside, or as served. */
export const entryInForce = (
  state: PointState,
  { rule, zone }: Pick<PointFacts, 'rule' | 'zone'>,
  at: Date,
): AcceptedScan | null => {
  if (rule === 'once_a_day') return state.days[dayIn(at, zone)] ?? null
  return state.left === null ? state.entered : null
}

/** Returns whether people go out of a point again. */
export const leaves = (rule: PointRule): boolean => rule === 'in_out' || rule === 'count'

/** Milliseconds before and after a sitting in which it still serves: kitchens open early and queues are long. */
export const SITTING_GRACE_MS = 30 * 60_000

/** Returns whether a sitting serves at this time. A device that was left at breakfast must not serve lunch. */
export const serves = ({ startsAt, endsAt }: Pick<PointFacts, 'startsAt' | 'endsAt'>, at: Date): boolean =>
  (startsAt === null || at.getTime() >= startsAt.getTime() - SITTING_GRACE_MS) &&
  (endsAt === null || at.getTime() <= endsAt.getTime() + SITTING_GRACE_MS)

/** Returns why a reservation gets nothing yet, or nothing any more. Null: it is in force and nothing is owed. */
export const refusalOf = ({
  status,
  balance,
}: Pick<GateFacts, 'status' | 'balance'>): 'cancelled' | 'unpaid' | null => {
  if (status === 'cancelled' || status === 'archived' || status === 'failed') return 'cancelled'
  return status === 'pending' || balance > 0 ? 'unpaid' : null
}

/** One scan, as far as it decides. */
export interface ScanFacts {
  /** Null: the device serves no point of the participant's event. */
  readonly point: PointFacts | null
  readonly direction: Direction
  readonly at: Date
  /** The signature in the code is false. */
  readonly forged: boolean
  /** The code is that of several people, and nobody has said which of them it is (`whomOf`). */
  readonly isSeveral?: boolean
}

/**
 * Decides the result of scanning one participant. `state` is that of the point before the scan. A second scan of
 * somebody inside reports that, and they can leave and enter again, whatever is owed. Unpaid, cancelled and archived
 * reservations are not admitted. A code of several people admits nobody until somebody says who is there. A sitting serves those who ordered it,
 * at its time. A capacity refuses nobody.
 */
export const decideScan = (
  facts: GateFacts | null,
  { point, direction, at, forged, isSeveral }: ScanFacts,
  state: PointState,
): ScanResult => {
  if (forged) return 'invalid'
  if (!facts) return 'not_found'
  if (point?.eventId !== facts.eventId) return 'wrong_event'
  const isThere = entryInForce(state, point, at) !== null
  // Whatever they owe: people who are inside can leave.
  if (direction === 'out' && !isSeveral) return isThere && leaves(point.rule) ? 'ok' : 'invalid'
  const refusal = direction === 'out' ? null : refusalOf(facts)
  if (refusal) return refusal
  if (isSeveral) return 'several'
  if (point.kind === 'meal' && (facts.catererId === null || facts.catererId !== (point.catererId ?? facts.catererId)))
    return 'no_meal'
  if (point.kind === 'meal' && !serves(point, at)) return 'not_now'
  return isThere && point.rule !== 'count' ? 'already_redeemed' : 'ok'
}

/** What a scan is called wherever people read of it. `already_once`: at a point that nobody is inside of. */
export type ScanWord = Said | 'not_inside' | 'already_once'

/**
 * Returns what a scan is called: on the phone, in its history and at the office alike.
 * @param kind of the point. Null: it was removed
 * @param isKnown whether the code is somebody's
 */
export const scanWord = <Result extends Said>(
  result: Result,
  {
    kind,
    direction,
    isKnown,
  }: { readonly kind: PointKind | null; readonly direction: Direction; readonly isKnown: boolean },
): Result | Exclude<ScanWord, Said> => {
  // Nothing is wrong with their code.
  if (result === 'invalid' && direction === 'out' && isKnown) return 'not_inside'
  if (result === 'already_redeemed' && kind !== null && isServed(kind)) return 'already_once'
  return result
}

/** What a scan is called in lists and files of the office. `point_removed`: its point is not one of the event any more. */
export const SCAN_VERDICTS = [...SAID, 'not_inside', 'already_once', 'point_removed'] as const
export type ScanVerdict = (typeof SCAN_VERDICTS)[number]

/**
 * Returns what a scan is called, as the phone called it. A scan whose device sent somebody away whom the server would have
 * let through counts for nobody: when the gate says later that they came in, that is another scan.
 */
export const verdictOf = ({
  result,
  said,
  ...about
}: { readonly result: ScanResult; readonly said: Said | null } & Parameters<typeof scanWord>[1]): ScanVerdict => {
  if (result === 'wrong_event' && about.isKnown) return 'point_removed'
  return scanWord(result === 'ok' && said !== null ? said : result, about)
}

/**
 * Returns whether a scan is of the code of several people, of whom nobody was chosen: the name that the books have for it is
 * that of one of them, and says nothing.
 */
export const isOfNobody = ({ result, said }: { readonly result: ScanResult; readonly said: Said | null }): boolean =>
  result === 'several' && said !== 'ok'

/** Whom a printed code is about. */
export interface Whom<Person> {
  /** The first for whom the scan is still open, or else the first of the party. */
  readonly person: Person
  /** It can be another one of the party: somebody has to say who is there. */
  readonly isSeveral: boolean
}

/**
 * Returns whom a printed code is about. A party shares one: unless the scan is open for none of them any more, it says
 * nothing about who is there, also if one person is left: the code may have been typed twice.
 * @param isThere returns whether somebody is inside or served
 */
export const whomOf = <Person>(
  party: readonly Person[],
  direction: Direction,
  isThere: (person: Person) => boolean,
): Whom<Person> | undefined => {
  const open = party.find((person) => isThere(person) === (direction === 'out'))
  const person = open ?? party[0]
  return person === undefined ? undefined : { person, isSeveral: party.length > 1 && open !== undefined }
}

/** The key of a scan: a device numbers its own scans. */
export const scanKey = ({ deviceId, scanId }: Pick<AcceptedScan, 'deviceId' | 'scanId'>): string =>
  `${deviceId}\n${scanId}`

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders scans by time, then device, then id: one order for any arrival. */
export const compareScans = (a: AcceptedScan, b: AcceptedScan): number =>
  a.at.getTime() - b.at.getTime() || compareTexts(a.deviceId, b.deviceId) || compareTexts(a.scanId, b.scanId)

/**
 * Returns the state of a person at a point, and their double entries: accepted entries of somebody whom another device
 * had let in. It depends only on the set of scans, so order and repetition of their arrival do not matter. A scan that
 * arrives late can withdraw a double entry.
 */
export const foldScans = (
  scans: readonly AcceptedScan[],
  point: Pick<PointFacts, 'rule' | 'zone'>,
): { readonly state: PointState; readonly doubles: readonly DoubleEntry[] } => {
  const each = [...new Map(scans.map((scan) => [scanKey(scan), scan])).values()].sort(compareScans)
  const doubles: DoubleEntry[] = []
  let state = NEVER_THERE
  for (const scan of each) {
    const entry = entryInForce(state, point, scan.at)
    if (scan.direction === 'out') {
      if (entry && leaves(point.rule)) state = { ...state, left: scan.at }
    } else if (entry) {
      if (point.rule !== 'count' && entry.deviceId !== scan.deviceId) doubles.push({ first: entry, second: scan })
    } else {
      state = {
        entered: scan,
        left: null,
        days: point.rule === 'once_a_day' ? { ...state.days, [dayIn(scan.at, point.zone)]: scan } : state.days,
        visits: state.visits + 1,
      }
    }
  }
  return { state, doubles }
}

/** No device is offline for longer than this. An earlier time means that its clock lost its date. */
const OLDEST_SCAN_MS = 30 * 86_400_000

/**
 * Returns when a scan happened, by the server's clock. `offset` is how far the device's clock was behind, in
 * milliseconds. A scan is never later than its arrival, and an impossible time is replaced by now.
 */
export const correctedTime = (scannedAt: string | undefined, offset: number, now: Date): Date => {
  const at = scannedAt === undefined ? Number.NaN : Date.parse(scannedAt) + offset
  return at >= now.getTime() - OLDEST_SCAN_MS && at <= now.getTime() ? new Date(at) : now
}
