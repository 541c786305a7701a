import { isPaper } from '@shiloh/contract/checkin/paper'
import type { ScanResult } from '@shiloh/contract/checkin/scans'
import type { Language } from '@shiloh/contract/core'
import { formatDate, formatTime } from '@shiloh/contract/text/format'
import { useT } from '#platform/i18n'
import type { Tone } from '#ui/base/status-badge'
import { texts } from './texts.ts'

export const resultTones: Readonly<Record<ScanResult, Tone>> = {
  ok: 'ok',
  already_redeemed: 'warn',
  unpaid: 'bad',
  cancelled: 'bad',
  no_meal: 'bad',
  not_now: 'warn',
  wrong_event: 'bad',
  not_found: 'bad',
  invalid: 'bad',
}

/** Returns how to tell a point from others of its name: a sitting by its day and time in the event's zone. */
export const pointLabel = (
  { name, starts_at }: { readonly name: string; readonly starts_at: string | null },
  zone: string,
  language: Language,
): string =>
  starts_at === null ? name : `${name}, ${formatDate(starts_at, language, zone)}, ${formatTime(starts_at, zone)}`

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
