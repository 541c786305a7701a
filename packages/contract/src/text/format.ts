/** Dates, times, amounts and lists as people read them, in the browser and in mails, PDF files and messages alike. */

import { type Language, localeOf } from './language.ts'

/** An instant as a `Date` or ISO text, or a calendar day (`2027-01-22`), which has no time zone. */
type When = Date | string

/** Makes each formatter once: making one takes a thousand times as long as using it. */
const cached = <T>(make: (locale: string, option: string) => T): ((locale: string, option?: string) => T) => {
  const made = new Map<string, T>()
  return (locale, option = '') => {
    const key = `${locale} ${option}`
    const formatter = made.get(key) ?? make(locale, option)
    made.set(key, formatter)
    return formatter
  }
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  cached((locale, timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
const formats = {
  date: dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric' }),
  weekday: dateFormat({ weekday: 'short' }),
  time: dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  range: dateFormat({ weekday: 'short', day: '2-digit', month: 'long', year: 'numeric' }),
  month: dateFormat({ month: 'long', year: 'numeric' }),
  monthName: dateFormat({ month: 'long' }),
  day: dateFormat({ day: 'numeric' }),
  zone: dateFormat({ timeZoneName: 'long' }),
}
const fractions = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
/** `useGrouping: true` also groups four digits, which Portuguese does not do of itself: figures of a column line up. */
const columnNumbers = cached((locale) => new Intl.NumberFormat(locale, { ...fractions, useGrouping: true }))
const textNumbers = cached((locale) => new Intl.NumberFormat(locale, fractions))
const counts = cached((locale) => new Intl.NumberFormat(locale))
const lists = cached((locale) => new Intl.ListFormat(locale))

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/

function partsOf(value: When, language: Language, zone: string, format: keyof typeof formats) {
  const isDay = typeof value === 'string' && CALENDAR_DAY.test(value)
  const at = isDay ? new Date(`${value}T12:00:00Z`) : new Date(value)
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of formats[format](localeOf(language), isDay ? 'UTC' : zone).formatToParts(at))
    found[part.type] = part.value
  return found
}

const withoutDot = (word: string | undefined) => (word ?? '').replace(/\.$/, '')

/** `22-01-2027`, the same in every language (docs/domain.md#formats-and-limits). */
export function formatDate(value: When, language: Language, zone = 'UTC'): string {
  const { day, month, year } = partsOf(value, language, zone, 'date')
  return `${day}-${month}-${year}`
}

/** `Fri`; without the dot that French writes. */
export function formatWeekday(value: When, language: Language, zone = 'UTC'): string {
  return withoutDot(partsOf(value, language, zone, 'weekday').weekday)
}

/** `Fri 22-01-2027`, for running text: with the dot of a weekday that is abbreviated (`ven. 22-01-2027`). */
export function formatDay(value: When, language: Language, zone: string): string {
  return `${partsOf(value, language, zone, 'weekday').weekday} ${formatDate(value, language, zone)}`
}

/** `1:00 PM`, the same in every language (docs/domain.md#formats-and-limits). */
export function formatTime(value: When, zone = 'UTC'): string {
  const { hour, minute } = partsOf(value, 'en', zone, 'time')
  const hours = Number(hour)
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `Fri 22 – Wed 27 January, 2027`: writes once what both days share. Where space is short, without the weekdays. */
export function formatRange(
  from: When,
  to: When,
  language: Language,
  zone = 'UTC',
  { weekdays = true }: { readonly weekdays?: boolean } = {},
): string {
  const a = partsOf(from, language, zone, 'range')
  const b = partsOf(to, language, zone, 'range')
  const day = (part: typeof a) => (weekdays ? `${withoutDot(part.weekday)} ${part.day}` : `${part.day}`)
  const end = `${day(b)} ${b.month}, ${b.year}`
  if (a.year !== b.year) return `${day(a)} ${a.month}, ${a.year} – ${end}`
  if (a.month !== b.month) return `${day(a)} ${a.month} – ${end}`
  return a.day === b.day ? end : `${day(a)} – ${end}`
}

const periods = dateFormat({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })

/**
 * The days of an event as each language writes them: `Mo., 11. – Fr., 15. Januar 2027`. For pages of other sites; ours
 * write ranges in one pattern (`formatRange`).
 */
export const formatPeriod = (from: string, to: string, language: Language, zone: string): string =>
  periods(localeOf(language), zone).formatRange(new Date(from), new Date(to))

/** `January 2027`, for the months of a list. */
export function formatMonth(value: When, language: Language, zone = 'UTC'): string {
  const { month = '', year } = partsOf(value, language, zone, 'month')
  return `${month.charAt(0).toLocaleUpperCase(localeOf(language))}${month.slice(1)} ${year}`
}

/** `January`, as it is written within a sentence: `janvier`. */
export function formatMonthName(value: When, language: Language, zone = 'UTC'): string {
  return partsOf(value, language, zone, 'monthName').month ?? ''
}

/** Returns days of the month for the large figures of a list: `22–27`, across months `30–2`. */
export function formatDays(from: When, to: When, zone = 'UTC'): string {
  const day = (value: When) => partsOf(value, 'en', zone, 'day').day ?? ''
  return formatDate(from, 'en', zone) === formatDate(to, 'en', zone) ? day(from) : `${day(from)}–${day(to)}`
}

/** The time zone by its name in the language: `Greenwich Mean Time`. */
export function formatZone(zone: string, language: Language, at = new Date()): string {
  return partsOf(at, language, zone, 'zone').timeZoneName ?? zone
}

/** Formats a number with two decimals: `1,680.00`, in German `1.680,00`. */
export function formatNumber(value: number, language: Language): string {
  return columnNumbers(localeOf(language)).format(value)
}

/** Formats a count without decimals: `1,680`. */
export function formatCount(value: number, language: Language): string {
  return counts(localeOf(language)).format(value)
}

/** Formats minor units without the currency, for a column whose header names it. */
export function formatAmount(minor: number, language: Language): string {
  return formatNumber(minor / 100, language)
}

/** English puts the currency first, the other languages put it last. */
const withCurrency = (amount: string, currency: string, language: Language) =>
  language === 'en' ? `${currency} ${amount}` : `${amount} ${currency}`

/** `GHS 1,680.00`, German `1.680,00 GHS`: on a screen, where amounts are compared. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  return withCurrency(formatAmount(minor, language), currency, language)
}

/** An amount in mails and documents: as `formatMoney`, but Portuguese does not group four digits (`1680,00 GHS`). */
export function formatMoneyInText(minor: number, currency: string, language: Language): string {
  return withCurrency(textNumbers(localeOf(language)).format(minor / 100), currency, language)
}

/**
 * `Ama, Kofi, and Efua`. Follows the language and not its locale: British English would leave out the comma that keeps
 * names with "and" in them apart.
 */
export function formatList(words: readonly string[], language: Language): string {
  return lists(language).format(words)
}

/** Returns a text that no line ends within at a hyphen: a date, a code. */
export const unbroken = (text: string): string => text.replaceAll('-', '\u2060-\u2060')
