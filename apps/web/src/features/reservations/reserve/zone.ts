import { instantOf, wallTime } from '@shiloh/contract/text/zone'

/** Converts between the text of a field for a moment and its instant in a time zone. */

/** `2027-01-22T14:00`: the wall time of the instant in the zone. */
export const zonedText = (instant: string, zone: string): string =>
  wallTime(instant, zone).slice(0, 16).replace(' ', 'T')

/** Returns the instant of a wall time in the zone, or null if the text is no time. */
export const zonedInstant = (text: string, zone: string): string | null => {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && Number.isFinite(Date.parse(`${text.slice(0, 16)}:00Z`))
  return isTime ? instantOf(`${text.slice(0, 10)} ${text.slice(11, 16)}:00`, zone) : null
}
