import { day } from '@shiloh/contract/core'
import { wallTime } from '@shiloh/contract/text/zone'

/** Today's date where the organisation is, as `2027-01-22`. */
export const todayIn = (zone: string, now = new Date()): string => wallTime(now.toISOString(), zone).slice(0, 10)

/** Whether a text of an address is a calendar day that exists. */
export const isDay = (text: string | undefined): text is string => day.safeParse(text).success
