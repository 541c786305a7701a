import { day } from '@shiloh/contract/core'
import { dayIn } from '@shiloh/contract/text/zone'

/** Today's date where the organisation is, as `2027-01-22`. */
export const todayIn = (zone: string, now = new Date()): string => dayIn(now, zone)

/** Returns whether a text from an address is an existing calendar day. */
export const isDay = (text: string | undefined): text is string => day.safeParse(text).success
