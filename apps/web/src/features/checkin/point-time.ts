import { type NamedPoint, pointDay } from '@shiloh/contract/checkin/point-days'
import type { Language } from '@shiloh/contract/core'
import { formatDay, formatTime } from '@shiloh/contract/text/format'

/**
 * Returns the day and time of a point by the clock of its event: breakfast is on each day. A point of every day has at most
 * a time.
 */
export const pointTime = (
  point: Omit<NamedPoint, 'name'>,
  zone: string,
  language: Language,
  { day = true }: { readonly day?: boolean } = {},
): string | undefined => {
  if (point.starts_at === null) return undefined
  const time = formatTime(point.starts_at, language, zone).replace(' ', '\u00a0')
  return day && pointDay(point, zone) !== null ? `${formatDay(point.starts_at, language, zone)}, ${time}` : time
}
