import { instantOf, wallTime } from '@shiloh/contract/text/zone'

/** The text of a `datetime-local` field and the instant it means in a time zone, both ways. */

/** `2027-01-22T14:00`: what a clock in the zone shows at the instant. */
export const zonedText = (instant: string, zone: string): string =>
  wallTime(instant, zone).slice(0, 16).replace(' ', 'T')

/** The instant at which a clock in the zone shows the text; null where the text is no time. */
export const zonedInstant = (text: string, zone: string): string | null => {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && Number.isFinite(Date.parse(`${text.slice(0, 16)}:00Z`))
  return isTime ? instantOf(`${text.slice(0, 10)} ${text.slice(11, 16)}:00`, zone) : null
}
