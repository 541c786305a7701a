import { type NamedPoint, pointDay } from '@shiloh/contract/checkin/point-days'
import type { Language } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'

/**
 * Returns how to tell a point from others of its name: a sitting by its day and time in the event's zone. `time: false`
 * leaves the time out where space is short.
 */
export const pointLabel = (
  point: NamedPoint,
  zone: string,
  language: Language,
  { time = true }: { readonly time?: boolean } = {},
): string => {
  const { name, starts_at } = point
  if (starts_at === null || pointDay(point, zone) === null) return name
  return [name, formatDate(starts_at, language, zone), ...(time ? [formatTime(starts_at, language, zone)] : [])].join(
    ', ',
  )
}
