import type { Language } from '@shiloh/contract/core'
import { formatDay, formatTime } from '@shiloh/contract/text/format'

/** Returns the day and time of a sitting by the clock of its event. Breakfast is on each day. */
export const pointTime = (startsAt: string, zone: string, language: Language): string =>
  `${formatDay(startsAt, language, zone)}, ${formatTime(startsAt, zone).replace(' ', '\u00a0')}`
