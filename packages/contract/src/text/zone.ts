/**
 * Converts between wall-clock times of an event's zone, as people type them, and instants, as they are sent. A wall
 * time is `yyyy-MM-dd HH:mm:ss`.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Parses a typed day, `22-01-2027`, `22/1/2027`, `22.01.27` or `2027-01-22`, to `2027-01-22`. A month never comes first. */
export function parseDay(typed: string): string | null {
  if (/^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(typed)) return parseDay(typed.trim().split('-').reverse().join('-'))
  const parts = /^\s*(\d{1,2})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*(\d{4}|\d{2})\s*$/.exec(typed)
  const [, day = '', month = '', year = ''] = parts ?? /^\s*(?:(\d{2})(\d{2})(\d{4}))\s*$/.exec(typed) ?? []
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

/**
 * Parses a typed day with a time, `22-01-2027 14:00` or `Fri 22-01-2027, 2:00 PM`, to `2027-01-22 14:00:00`. Without a time it
 * is the day alone.
 */
export function parseMoment(typed: string): string | null {
  const time = /[\s,T]\s*(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?::\d{2})?)?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(typed)
  const [whole = '', hours = '', minutes, half] = time ?? []
  // A number alone can be the year of the day.
  const isTime = minutes !== undefined || half !== undefined
  const words = isTime ? typed.slice(0, -whole.length) : typed
  const day = parseDay(words.replace(/^\s*\p{L}+\.?,?\s+/u, '').replace(/,\s*$/, ''))
  if (!day || !isTime) return day
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes ?? 0) > 59 || (half !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(hours))) return null
  return `${day} ${String(hour).padStart(2, '0')}:${minutes ?? '00'}:00`
}

/** Returns the wall time of an instant in a zone. */
export function wallTime(instant: Date | string, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    // The Swedish format sorts like ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(new Date(instant))
}

/** The calendar day in a zone at an instant: `2027-01-22`. */
export const dayIn = (instant: Date | string, zone: string): string => wallTime(instant, zone).slice(0, 10)

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/**
 * Returns the instant of a wall time in a zone. An hour skipped in spring is moved later by the shift. Of an hour
 * repeated in autumn, it is the first.
 */
export function instantOf(wall: string, zone: string): string {
  const wanted = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const shown = (at: number) => Date.parse(`${wallTime(new Date(at).toISOString(), zone).replace(' ', 'T')}Z`)
  const offset = (at: number) => shown(at) - at
  // The offsets half a day before and after bracket every clock change.
  const candidates = [offset(wanted - 43_200_000), offset(wanted + 43_200_000)].map((shift) => wanted - shift)
  const exact = candidates.filter((at) => shown(at) === wanted)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString()
}
