import { day } from '@shiloh/contract/core'
import { dayIn } from '@shiloh/contract/text/zone'

/** Today's date where the organisation is, as `2027-01-22`. */
export const todayIn = (zone: string, now = new Date()): string => dayIn(now, zone)

/** Whether a text of an address is a calendar day that exists. */
export const isDay = (text: string | undefined): text is string => day.safeParse(text).success
