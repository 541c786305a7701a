import { isPaper } from '@shiloh/contract/checkin/paper'
import type { ListedScan } from '@shiloh/contract/checkin/scan-list'
import { type ScanVerdict, verdictOf as wordOf } from '@shiloh/contract/checkin/scans'
import type { Language } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { formatDate } from '#platform/dates'
import { useT } from '#platform/i18n'
import type { Tone } from '#ui/base/status-badge'
import { pointLabel } from '../point-label.ts'
import { texts } from './texts.ts'

const tones: Readonly<Record<ScanVerdict, Tone>> = {
  ok: 'ok',
  already_redeemed: 'warn',
  unpaid: 'bad',
  cancelled: 'bad',
  no_meal: 'bad',
  not_now: 'warn',
  several: 'warn',
  wrong_event: 'bad',
  not_found: 'bad',
  invalid: 'bad',
  not_inside: 'warn',
  already_once: 'warn',
  kept: 'mute',
  point_removed: 'bad',
}

type Judged = Pick<ListedScan, 'result' | 'said' | 'direction' | 'name' | 'point_kind'>

/** Returns what a scan is called, as the phone called it, and its tone. */
export function verdictOf({ result, said, direction, name, point_kind }: Judged) {
  const word = wordOf({ result, said, kind: point_kind, direction, isKnown: name !== null })
  return { tone: tones[word], label: `result_${word}` as const }
}

interface OfPoint {
  readonly point: string | null
  readonly point_starts_at: string | null
}

/** Returns the point of a scan or a device, a sitting with its day. Empty: it has none. */
export const placeOf = ({ point, point_starts_at }: OfPoint, zone: string, language: Language): string =>
  point ? pointLabel({ name: point, starts_at: point_starts_at }, zone, language, { time: false }) : ''

/** Returns a time of today, and the date too of another day. */
export const momentOf = (at: string, zone: string, now: Date, language: Language): string =>
  `${dayIn(at, zone) === dayIn(now, zone) ? '' : `${formatDate(at, language, zone)}, `}${formatTime(at, language, zone)}`

/** Returns how to name the device of a scan. */
export function useDeviceName(): (scan: { readonly device_id: string; readonly device: string }) => string {
  const t = useT(texts)
  return ({ device_id, device }) => {
    if (isPaper(device_id)) return t('paper')
    if (device_id === 'desk') return t('desk')
    // A browser that is not registered signs with its name and a key of its own.
    return device === device_id ? (/^(.+)\.[a-z0-9]{6}$/.exec(device_id)?.[1] ?? device_id) : device
  }
}
