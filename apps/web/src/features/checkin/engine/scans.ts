import { type GateParticipant, readScannedCode } from '@shiloh/contract/checkin/checkin'
import type { QueuedScan } from '@shiloh/contract/checkin/devices'
import type { AcceptedScan, Direction, Said, ScanResult } from '@shiloh/contract/checkin/scans'

/** Why somebody has to look at a scan that was shown as something else. */
export type Notice =
  /** The server says something else than this device said. `owed` in minor units. */
  | { readonly kind: 'corrected'; readonly at: number; readonly result: ScanResult; readonly owed: number }
  /** This device has sent somebody away who could have gone through. Nobody is counted until somebody says so. */
  | { readonly kind: 'asked'; readonly at: number; readonly participantId: string }
  | {
      readonly kind: 'double'
      readonly at: number
      readonly point: string
      /** The other phone. Absent: it has no name, or an older app has written this. */
      readonly device?: string
      readonly otherAt: string
    }
  /** The server does not accept it as a scan. */
  | { readonly kind: 'refused'; readonly at: number; readonly message: string }

/** A notice that tells something, and asks nothing. */
export type Told = Exclude<Notice, { readonly kind: 'asked' }>

/** One scan as the device keeps it: in the queue until the server has answered it, then in the history. */
export interface KeptScan {
  readonly scan_id: string
  readonly device_id: string
  readonly event_id: string
  readonly point_id: string | null
  readonly direction: Direction
  /** By the device's clock. */
  readonly scanned_at: string
  /** Milliseconds by which the device's clock was behind the server's. Null: the device does not know. */
  readonly clock_offset: number | null
  /** When it happened by the server's clock, as far as the device knows it. Milliseconds. */
  readonly at: number
  /** What was scanned or typed. Null: the person was found by name. */
  readonly code: string | null
  readonly participant_id: string | null
  /** Finds the person's record in the copy. Null: unknown. */
  readonly find: string | null
  /** The person's name, or what was typed. Empty: neither is known. */
  readonly name: string
  /** What this device decided. `kept`: it could not, and said so. */
  readonly said: Said | null
  /** What the server said. */
  readonly result: ScanResult | null
  /** When the server gave its first answer, and its latest, in milliseconds by its clock. Absent: by an older app. */
  readonly answered_at?: number
  readonly settled_at?: number
  /** When it was taken back here, by the device's clock. Absent: it was not. */
  readonly undone_at?: string
  /** Of the rehearsal. It is never sent. */
  readonly practice: boolean
  readonly notice: Notice | null
  /** What somebody has looked at: the history goes on saying it. Absent: nothing. */
  readonly looked?: Told
  /** Only while it waits: the index of the queue holds rows that have it. */
  readonly waits?: 1
}

/** Longest code that the server takes. A camera can read longer ones. */
const LONGEST_CODE = 4000

export const wireOf = (scan: KeptScan): QueuedScan => ({
  scan_id: scan.scan_id,
  point_id: scan.point_id,
  direction: scan.direction,
  scanned_at: scan.scanned_at,
  said: scan.said,
  ...(scan.clock_offset !== null && { clock_offset: scan.clock_offset }),
  ...(scan.code !== null && { code: scan.code.slice(0, LONGEST_CODE) }),
  ...(scan.participant_id !== null && { participant_id: scan.participant_id }),
  ...(scan.undone_at !== undefined && { undone_at: scan.undone_at }),
})

/** Returns what the scan counts as: what the device said is what happened. Null: nobody was told anything. */
export const resultOf = ({ said, result }: Pick<KeptScan, 'said' | 'result'>): ScanResult | null =>
  said === 'kept' ? null : (said ?? result)

export const isUndone = (scan: KeptScan): boolean => scan.undone_at !== undefined

/** Returns whether a notice asks who of several people is there: their code alone does not say it. */
export const isOfSeveral = (notice: Notice | null | undefined): boolean =>
  notice?.kind === 'corrected' && notice.result === 'several'

/** Returns whether somebody else had let the person in before: the scan is no further entry. */
export const isDouble = ({ notice, looked }: Pick<KeptScan, 'notice' | 'looked'>): boolean =>
  notice?.kind === 'double' || looked?.kind === 'double'

/** Returns whether the person went through, and nobody took the scan back. */
export const isAccepted = (scan: KeptScan): boolean => resultOf(scan) === 'ok' && !scan.practice && !isUndone(scan)

/** How long scans can be taken back if the server has not said when the shift began. Milliseconds. */
const USUAL_SHIFT_MS = 12 * 3_600_000

/**
 * Returns whether a scan can be taken back here: this device made it in this shift, and somebody went through.
 * @param now by the server's clock, in milliseconds
 */
export const canUndo = (
  scan: KeptScan,
  { deviceId, shiftFrom, now }: { deviceId: string | undefined; shiftFrom: number | undefined; now: number },
): boolean => isAccepted(scan) && scan.device_id === deviceId && scan.at >= (shiftFrom ?? now - USUAL_SHIFT_MS)

/** Returns a scan as taken back. It goes into the queue again, whether or not the server has it already. */
export const undo = (scan: KeptScan, undoneAt: string): KeptScan =>
  isAccepted(scan) ? { ...scan, undone_at: undoneAt, notice: null, waits: 1 } : scan

export const acceptedOf = (scan: KeptScan): AcceptedScan => ({
  deviceId: scan.device_id,
  scanId: scan.scan_id,
  direction: scan.direction,
  at: new Date(scan.at),
})

/** What the server answers to one scan. */
export interface ScanSettled {
  readonly result: ScanResult | null
  readonly stored: boolean
  readonly corrected: boolean
  readonly double_entry: {
    readonly at: string
    readonly point: string
    readonly device_id: string
    readonly device: string
  } | null
  readonly reservation: Pick<GateParticipant, '_id' | 'name' | 'balance' | 'entered' | 'party'> | null
}

/** What a device can add to a scan that it has sent. */
export type Added = Pick<KeptScan, 'said' | 'undone_at'>

/** Returns whether the server was sent everything that there is to say about a scan. */
export const isTold = (scan: Added, sent: Added): boolean =>
  scan.said === sent.said && scan.undone_at === sent.undone_at

/**
 * Returns a scan after the server's answer. It goes on waiting if it was not stored, or if the device decided or undid it
 * while the question was under way: then the server has to hear that.
 * @param sent the scan as it was sent
 * @param times when the answer came by the device's clock, and when the server gave it by its own; milliseconds
 */
export const settle = (
  scan: KeptScan,
  sent: Added,
  answer: ScanSettled,
  { now, answeredAt }: { readonly now: number; readonly answeredAt: number },
): KeptScan => {
  if (!answer.stored || !isTold(scan, sent)) return scan
  const { waits: _, ...rest } = scan
  // A code of several people is that of nobody in particular, unless this phone has chosen one of them.
  const isShared = scan.participant_id === null && scan.code !== null && readScannedCode(scan.code).kind === 'code'
  const isNobody =
    answer.result === 'several' || (isShared && scan.said === 'kept' && (answer.reservation?.party ?? 1) > 1)
  const name = (isNobody ? undefined : answer.reservation?.name) ?? rest.name
  return {
    ...rest,
    name,
    result: answer.result,
    notice: noticeOf(scan, answer, now),
    answered_at: scan.answered_at ?? answeredAt,
    settled_at: answeredAt,
  }
}

const noticeOf = (scan: KeptScan, answer: ScanSettled, now: number): Notice | null => {
  const { said, direction } = scan
  const { result, double_entry, reservation } = answer
  // They are not inside: nothing is left to look at.
  if (isUndone(scan)) return null
  if (double_entry && said === 'ok') {
    const { point, device, device_id, at: otherAt } = double_entry
    return { kind: 'double', at: now, point, otherAt, ...(device !== device_id && { device }) }
  }
  if (result === null || !answer.corrected) return null
  if (said === 'kept' && reservation && (result === 'ok' || result === 'already_redeemed')) {
    // Meanwhile another device has let them in, or out.
    if ((reservation.entered !== null) === (direction === 'in')) return null
    return { kind: 'asked', at: now, participantId: reservation._id }
  }
  return { kind: 'corrected', at: now, result, owed: reservation?.balance ?? 0 }
}

/** Returns a scan whose notice somebody has looked at. A question is answered, and not looked at. */
export const look = (scan: KeptScan): KeptScan =>
  scan.notice === null || scan.notice.kind === 'asked' ? scan : { ...scan, notice: null, looked: scan.notice }

/**
 * Returns a question of this device as one that nobody answered in time: whatever the server says now, the person was
 * sent away, or the app ended before it could show anything.
 */
export const keepOpen = (scan: KeptScan): KeptScan => (isOpen(scan) ? { ...scan, said: 'kept' } : scan)

/** Returns whether nobody has decided a scan yet. One that the server decided can wait too: it was taken back. */
export const isOpen = ({ waits, said, result }: KeptScan): boolean =>
  waits !== undefined && said === null && result === null

/** Returns a scan that the server refused by name. It stays on the device until somebody has looked at it. */
export const refuse = (scan: KeptScan, message: string, now: number): KeptScan => {
  const { waits: _, ...rest } = scan
  return { ...rest, notice: { kind: 'refused', at: now, message } }
}
