import { checkinRoutes, readScannedCode, type ScanAnswer } from '@shiloh/contract/checkin/checkin'
import { DIRECTIONS, type Direction } from '@shiloh/contract/checkin/scans'
import { z } from 'zod'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), text: z.string() }),
  /** Found by name. Without a participant: everybody of the reservation. */
  z.object({
    kind: z.literal('person'),
    reservation_id: z.string(),
    participant_id: z.string().nullable(),
    name: z.string(),
  }),
])
export type ScanTarget = z.output<typeof target>

/** A scan as recorded by the device. Retries use the same id. */
export const scanSchema = z.object({
  scan_id: z.string(),
  device_id: z.string(),
  event_id: z.string(),
  scanned_at: z.string(),
  direction: z.enum(DIRECTIONS),
  /** Whether it undoes the previous scan. */
  undoes: z.boolean(),
  target,
})
export type Scan = z.output<typeof scanSchema>

/** Creates a scan of what was shown, typed or chosen just now. */
export function newScan(made: {
  readonly target: ScanTarget
  readonly direction: Direction
  readonly event_id: string
  readonly device_id: string
  readonly undoes?: boolean
}): Scan {
  return { undoes: false, ...made, scan_id: newIdempotencyKey(), scanned_at: new Date().toISOString() }
}

/** Milliseconds until a network without response counts as gone: people are waiting in a queue. */
const patienceMs = 10_000

/** Returns a timeout signal. `AbortSignal.timeout` is newer than some phones at the gate. */
function patience(): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), patienceMs)
  return controller.signal
}

const nobody: readonly ScanAnswer[] = [
  { result: 'invalid', reservation: null, counters: null, opens_in_days: 0, double_entry: null, overfull: false },
]

/** Sends a scan. A text that is not one of our codes needs no request. */
export async function sendScan(scan: Scan): Promise<readonly ScanAnswer[]> {
  const { target, scan_id, device_id, scanned_at, direction, event_id } = scan
  const body = { scan_id, device_id, scanned_at, direction }
  const signal = patience()
  if (target.kind === 'person') {
    const { reservation_id, participant_id } = target
    return call(checkinRoutes.setCheckIn, {
      params: { id: reservation_id },
      body: { ...body, ...(participant_id && { participant_id }) },
      signal,
    })
  }
  if (readScannedCode(target.text).kind === 'nothing') return nobody
  return [await call(checkinRoutes.scan, { params: { id: target.text }, body: { ...body, event_id }, signal })]
}

/** Returns the label of a pending scan: the printed code, or the name. */
export function nameOfScan({ target }: Scan): string {
  if (target.kind === 'person') return target.name
  const code = readScannedCode(target.text)
  return code.kind === 'code' ? code.code : ''
}
