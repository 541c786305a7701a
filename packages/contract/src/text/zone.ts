/**
 * Converts between wall-clock times of an event's zone, as people type them, and instants, as they are sent. A wall
 * time is `yyyy-MM-dd HH:mm:ss`.
 */

import { formatMonthName } from './format.ts'
import type { Language } from './language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Parses a day in figures: `22-01-2027`, `22/1/2027`, `22.01.27` or `2027-01-22`. A month never comes first. */
function parseFigures(typed: string): string | null {
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(typed)) return parseFigures(typed.split('-').reverse().join('-'))
  const parts = /^(\d{1,2})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*(\d{4}|\d{2})$/.exec(typed)
  const [, day = '', month = '', year = ''] = parts ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ?? []
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const monthNames = new Map<Language, readonly string[]>()

/** Returns the month that a word begins to name, from 1: `dez`, `Dezember`. Of `jui` it could be two. */
function monthOf(word: string, language: Language): number | undefined {
  const names =
    monthNames.get(language) ??
    Array.from({ length: 12 }, (_, i) => plain(formatMonthName(`2027-${String(i + 1).padStart(2, '0')}-01`, language)))
  monthNames.set(language, names)
  const found = word.length < 3 ? [] : names.flatMap((name, i) => (name.startsWith(word) ? [i + 1] : []))
  return found.length === 1 ? found[0] : undefined
}

/**
 * Parses a typed day to `2027-01-22`: in figures (`22-01-2027`, `22.1.27`, `2027-01-22`), where a month never comes first, or
 * with the month's name in the language: `22. Januar 2027`, `January 22, 2027`. The day of the week can stand before it.
 */
export function parseDay(typed: string, language: Language): string | null {
  const figures = parseFigures(typed.trim().replace(/^\p{L}+\.?,?\s+(?=\d)/u, ''))
  if (figures) return figures
  const words = plain(typed)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'of' && word !== 'the')
    .map((word) => word.replace(/^(\d+)(?:st|nd|rd|th|er|o|º)$/, '$1'))
  // `Fri 22 January 2027`
  const [first = '', second = '', year = ''] =
    words.length === 4 && /^\p{L}/u.test(words[0] ?? '') ? words.slice(1) : words
  if (words.length < 3 || words.length > 4) return null
  const isDayFirst = /^\d/.test(first)
  const month = monthOf(isDayFirst ? second : first, language)
  return month === undefined ? null : parseFigures(`${isDayFirst ? first : second}.${month}.${year}`)
}

/** Splits a time off the end: `14:00`, `2 PM`, `9h15`, `9 Uhr`, and `9` alone. */
const TIME =
  /(?:^|[\s,T])\s*(?:(?:at|um|à|às|as)\s+)?(\d{1,2})(?:\s*(?:[:.h]|uhr)\s*(\d{2})(?::\d{2})?)?\s*(?:([ap])\.?m\.?|(h|uhr))?\s*$/i

/**
 * Parses a typed day with a time, `22-01-2027 14:00`, `Fri 22-01-2027, 2:00 PM` or `22.1.27 9`, to `2027-01-22 14:00:00`.
 * Without a time it is the day alone. A time alone (`9:15`) is one of the day `of`.
 */
export function parseMoment(typed: string, language: Language, of: string | null = null): string | null {
  const day = parseDay(typed, language)
  if (day) return day
  const [whole, hours = '', minutes, half, word] = TIME.exec(typed) ?? []
  if (whole === undefined) return null
  const before = typed.slice(0, -whole.length).replace(/[\s,]+$/, '')
  // `9.12` alone could be a day without its year.
  const isTime = /:|h|uhr/i.test(whole) || half !== undefined || word !== undefined
  const on = before === '' ? (isTime ? of : null) : parseDay(before, language)
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes ?? 0) > 59 || (half !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(hours))) return null
  return on && `${on} ${String(hour).padStart(2, '0')}:${minutes ?? '00'}:00`
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
