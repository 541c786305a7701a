import { type gateDeviceRoutes, MAX_SYNC } from '@shiloh/contract/checkin/devices'
import type { BodyIn, DataOf } from '@shiloh/contract/core'
import { ApiError } from '#platform/client'
import type { GateStore } from './db.ts'
import { isTold, type KeptScan, refuse, settle, wireOf } from './scans.ts'

export type SyncBody = BodyIn<typeof gateDeviceRoutes.syncScans>
export type SyncAnswer = DataOf<typeof gateDeviceRoutes.syncScans>

interface Delivery {
  readonly store: GateStore
  readonly sync: (body: SyncBody) => Promise<SyncAnswer>
  readonly now: () => number
  /** What the device says about itself. */
  readonly contact: Pick<SyncBody, 'device_id' | 'bundle_at' | 'battery'>
  /** The keys of devices that were registered on this phone. */
  readonly keyOf: (deviceId: string) => string | undefined
  /** Called for a device of somebody before that the server does not know. What it leaves to that device goes on waiting. */
  readonly onUnknown: (deviceId: string) => Promise<void>
  /** Called for each batch that the server answered. `isOwn`: under the name of this device. */
  readonly onAnswer: (answer: SyncAnswer, isOwn: boolean) => void
  readonly onChanged: (scans: readonly KeptScan[]) => void
}

/**
 * The server refuses a scan by name, so it would refuse it again. Anything else that is refused, by a proxy or because of
 * what the phone says about itself, is no fault of the scans: they wait.
 */
const isScanRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 422 && error.fields.some(({ field }) => /^scans\b/.test(field))

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.status === 413

/** The device is another account's, and this phone cannot prove to be it. Its scans wait until that account is back. */
const isForeign = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422 && error.fields.some(({ field }) => field === 'device_id')

/** The server does not know the device: its account was removed, or the data are from before it was registered. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/**
 * Sends the queue in batches until each scan has an answer; without scans, a sign of life. Returns the last answer to this
 * device. A batch with a scan that is refused is halved, so one scan never holds back the others.
 * @returns whether the server was too busy to store some of them
 */
export const deliver = async ({
  store,
  sync,
  now,
  contact,
  keyOf,
  onUnknown,
  onAnswer,
  onChanged,
}: Delivery): Promise<{ readonly isBusy: boolean }> => {
  let size = MAX_SYNC
  let hasContact = false
  const foreign = new Set<string>()
  for (;;) {
    const waiting = (await store.waiting())
      .filter(({ device_id }) => !foreign.has(device_id))
      .sort((a, b) => a.at - b.at)
    if (waiting.length === 0 && (hasContact || foreign.has(contact.device_id))) return { isBusy: false }
    // Somebody who used this phone before can have left scans of their device.
    const device_id = waiting[0]?.device_id ?? contact.device_id
    const batch = waiting.filter((scan) => scan.device_id === device_id).slice(0, size)
    const sent = new Map(batch.map((scan) => [scan.scan_id, scan]))
    const sentAt = now()
    const device_key = keyOf(device_id)
    let answer: SyncAnswer
    try {
      answer = await sync({
        ...(device_id === contact.device_id ? contact : { device_id }),
        ...(device_key !== undefined && { device_key }),
        sent_at: new Date(sentAt).toISOString(),
        queue_length: waiting.length - batch.length,
        scans: batch.map(wireOf),
      })
    } catch (error) {
      if (isForeign(error)) {
        foreign.add(device_id)
        continue
      }
      if (isUnknown(error) && device_id !== contact.device_id) {
        await onUnknown(device_id)
        foreign.add(device_id)
        continue
      }
      if (batch.length > 1 && (isScanRefused(error) || isTooLarge(error))) {
        size = Math.ceil(batch.length / 2)
        continue
      }
      if (batch.length === 0 || !isScanRefused(error)) throw error
      size = MAX_SYNC
      const ids = batch.map(({ scan_id }) => scan_id)
      onChanged(await store.change(ids, (scan) => refuse(scan, error.message, now())))
      continue
    }
    const answers = new Map(answer.scans.map((one) => [one.scan_id, one]))
    const changed = await store.change([...sent.keys()], (scan) => {
      const [its, asked] = [answers.get(scan.scan_id), sent.get(scan.scan_id)]
      return its && asked ? settle(scan, asked, its, { now: now(), answeredAt: Date.parse(answer.now) }) : scan
    })
    if (device_id === contact.device_id) hasContact = true
    onAnswer(answer, device_id === contact.device_id)
    onChanged(changed)
    // A scan that the device decided or undid meanwhile is sent again at once. One that the server could not store waits.
    if (changed.some((scan) => scan.waits !== undefined && isTold(scan, sent.get(scan.scan_id) ?? scan)))
      return { isBusy: true }
  }
}
