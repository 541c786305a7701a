/** The text of a `datetime-local` field and the instant it means in a time zone, both ways. */

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(zone, made)
  return made
}

/** `2027-01-22T14:00`: what a clock in the zone shows at the instant. */
export const zonedText = (instant: string, zone: string): string => {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

const asUtc = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(`${text.slice(0, 16)}:00Z`) : Number.NaN

/** The instant at which a clock in the zone shows the text; null where the text is no time. */
export const zonedInstant = (text: string, zone: string): string | null => {
  const wanted = asUtc(text)
  if (!Number.isFinite(wanted)) return null
  // Twice: the offset found first may be that of the other side of a change of the clocks.
  let instant = wanted
  for (let round = 0; round < 2; round += 1) {
    const shown = asUtc(zonedText(new Date(instant).toISOString(), zone))
    instant += wanted - shown
  }
  return new Date(instant).toISOString()
}
