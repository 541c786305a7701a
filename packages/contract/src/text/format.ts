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
  words: dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
  weekdayAndWords: dateFormat({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
  pattern: dateFormat({ weekday: 'short', day: '2-digit', month: 'long', year: 'numeric' }),
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
const percents = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))
const lists = cached((locale) => new Intl.ListFormat(locale))

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/

function partsIn(value: When, language: Language, zone: string, format: keyof typeof formats) {
  const isDay = typeof value === 'string' && CALENDAR_DAY.test(value)
  const at = isDay ? new Date(`${value}T12:00:00Z`) : new Date(value)
  return formats[format](localeOf(language), isDay ? 'UTC' : zone).formatToParts(at)
}

function partsOf(value: When, language: Language, zone: string, format: keyof typeof formats) {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of partsIn(value, language, zone, format)) found[part.type] = part.value
  return found
}

const withoutDot = (word: string | undefined) => (word ?? '').replace(/\.$/, '')

/** How fields and tables write a date. `language`: in figures, as each language writes them. */
export const DATE_FORMATS = ['dd-MM-yyyy', 'dd/MM/yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd', 'language'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]
export const DEFAULT_DATE_FORMAT: DateFormat = 'dd-MM-yyyy'

const TOKENS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'dd', month: 'MM', year: 'yyyy' }

/** Returns the pattern of a format in a language: `dd.MM.yyyy`. */
export const datePattern = (format: DateFormat, language: Language): string =>
  format === 'language'
    ? partsIn('2000-01-01', language, 'UTC', 'date')
        .map(({ type, value }) => TOKENS[type] ?? value)
        .join('')
    : format

/** `22-01-2027`, or as the organisation chose (docs/domain.md#dates-and-times). For fields and tables. */
export function formatDate(
  value: When,
  language: Language,
  zone = 'UTC',
  format: DateFormat = DEFAULT_DATE_FORMAT,
): string {
  const { day = '', month = '', year = '' } = partsOf(value, language, zone, 'date')
  return datePattern(format, language).replace('dd', day).replace('MM', month).replace('yyyy', year)
}

/** `22-01`: a date without its year, where the year is said above. */
export function formatDayAndMonth(value: When, language: Language, format: DateFormat = DEFAULT_DATE_FORMAT): string {
  const { day = '', month = '' } = partsOf(value, language, 'UTC', 'date')
  const pattern = datePattern(format, language).replace(/^yyyy\W|[-/]yyyy$|yyyy$/, '')
  return pattern.replace('dd', day).replace('MM', month)
}

/** `Fri`; without the dot that French writes. */
export function formatWeekday(value: When, language: Language, zone = 'UTC'): string {
  return withoutDot(partsOf(value, language, zone, 'weekday').weekday)
}

interface Written {
  readonly weekdays?: boolean
}

/** A date in words, in the pieces that a range can leave out. */
interface Words {
  /** `Fri 22`, `Fr., 22.` */
  readonly day: string
  /** With the day before it: `Fri 22 January`, `Fr., 22. Januar`. */
  readonly toMonth: string
  /** `Fri 22 January, 2027`, `Fr., 22. Januar 2027`. */
  readonly toYear: string
  readonly month: string
  readonly year: string
}

/** English has the pattern of docs/domain.md#dates-and-times. Other languages have the order and signs of their own. */
function wordsOf(value: When, language: Language, zone: string, { weekdays = true }: Written): Words {
  if (language === 'en') {
    const { weekday = '', day = '', month = '', year = '' } = partsOf(value, language, zone, 'pattern')
    const own = weekdays ? `${weekday} ${day}` : day
    return { day: own, toMonth: `${own} ${month}`, toYear: `${own} ${month}, ${year}`, month, year }
  }
  const parts = partsIn(value, language, zone, weekdays ? 'weekdayAndWords' : 'words').map(({ type, value: part }) => ({
    type,
    text: language === 'fr' && type === 'day' && part === '1' ? '1er' : part.replace(/\s/g, ' '),
  }))
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.findIndex((part) => part.type === type)
  const [day, month, year] = [at('day'), at('month'), at('year')]
  const all = parts.map(({ text }) => text)
  // What follows without a space, as the dot of `22.`, belongs to the part even where nothing else follows.
  const upTo = (last: number) => all.slice(0, last + 1).join('') + (/^\S*/.exec(all[last + 1] ?? '')?.[0] ?? '')
  const full = all.join('')
  const isDayFirst = day < month && month < year
  return {
    day: isDayFirst ? upTo(day) : full,
    toMonth: isDayFirst ? upTo(month) : full,
    toYear: full,
    month: all[month] ?? '',
    year: all[year] ?? '',
  }
}

/** `Fri 22 January, 2027`, German `Fr., 22. Januar 2027`: for sentences, mails and documents. */
export function formatDay(value: When, language: Language, zone = 'UTC', written: Written = {}): string {
  return wordsOf(value, language, zone, written).toYear
}

/** Returns whether a language writes `1:00 PM`, and not `13:00`. */
export const hasAmAndPm = (language: Language): boolean => language === 'en'

/** `1:00 PM`, in languages without AM and PM `13:00`. */
export function formatTime(value: When, language: Language, zone = 'UTC'): string {
  const { hour = '', minute = '' } = partsOf(value, 'en', zone, 'time')
  if (!hasAmAndPm(language)) return `${hour}:${minute}`
  const hours = Number(hour)
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`
}

/**
 * `Fri 22 – Wed 27 January, 2027`, German `Fr., 22. – Mi., 27. Januar 2027`: writes once what both days share. Where
 * space is short, without the weekdays.
 */
export function formatRange(from: When, to: When, language: Language, zone = 'UTC', written: Written = {}): string {
  const a = wordsOf(from, language, zone, written)
  const b = wordsOf(to, language, zone, written)
  if (a.year !== b.year) return `${a.toYear} – ${b.toYear}`
  if (a.month !== b.month) return `${a.toMonth} – ${b.toYear}`
  if (a.day === b.day) return b.toYear
  // Between bare figures, English alone has spaces.
  const dash = written.weekdays === false && language !== 'en' ? '–' : ' – '
  return `${a.day}${dash}${b.toYear}`
}

/** `January 2027`, for the months of a list. */
export function formatMonth(value: When, language: Language, zone = 'UTC'): string {
  const text = partsIn(value, language, zone, 'month')
    .map((part) => part.value)
    .join('')
  return `${text.charAt(0).toLocaleUpperCase(localeOf(language))}${text.slice(1)}`
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

/** The time zone by its usual name in the language. `GMT` is written out in no language. */
export function formatZone(zone: string, language: Language, at = new Date()): string {
  const isGmt = partsOf(at, 'en', zone, 'zone').timeZoneName === 'Greenwich Mean Time'
  if (isGmt) return 'GMT'
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

/** Formats per cent as the language writes it: `24%`, in German and French `24 %`. No line ends within. The French space is narrow, as in the catalogues. */
export function formatPercent(value: number, language: Language): string {
  const text = percents(localeOf(language)).format(value / 100)
  return language === 'fr' ? text.replace('\u00a0', '\u202f') : text
}

/** Formats minor units without the currency, for a column whose header names it. */
export function formatAmount(minor: number, language: Language): string {
  return formatNumber(minor / 100, language)
}

/** English puts the currency first, the other languages put it last. No line ends between them. */
const withCurrency = (amount: string, currency: string, language: Language) =>
  language === 'en' ? `${currency}\u00A0${amount}` : `${amount}\u00A0${currency}`

/** `GHS 1,680.00`, German `1.680,00 GHS`: on a screen, where amounts are compared. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  return withCurrency(formatAmount(minor, language), currency, language)
}

/** An amount in mails and documents: as `formatMoney`, but Portuguese does not group four digits (`1680,00 GHS`). */
export function formatMoneyInText(minor: number, currency: string, language: Language): string {
  return withCurrency(textNumbers(localeOf(language)).format(minor / 100), currency, language)
}

/** A colon or a semicolon between a name and what is said of it. French has a narrow no-break space before it. */
export const spacedIn = (sign: ':' | ';', language: Language): string =>
  language === 'fr' ? `\u202f${sign} ` : `${sign} `

/**
 * `Ama, Kofi, and Efua`. Follows the language and not its locale: British English would leave out the comma that keeps
 * names with "and" in them apart.
 */
export function formatList(words: readonly string[], language: Language): string {
  return lists(language).format(words)
}

/** Returns a text that no line ends within at a hyphen: a date, a code. */
export const unbroken = (text: string): string => text.replaceAll('-', '\u2060-\u2060')
