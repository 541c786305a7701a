import { type Language, localeOf } from './language.ts'

/** Intl formatters are slow to make and there are few of them. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function partsOf(at: Date, language: Language, zone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${zone} ${JSON.stringify(options)}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, ...options })
    formatters.set(key, formatter)
  }
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of formatter.formatToParts(at)) found[part.type] = part.value
  return found
}

const short = (word: string | undefined) => (word ?? '').replace(/\.$/, '')

/** An instant as ISO text, or a calendar day (`2027-01-22`), which has no zone. */
function instantOf(value: string, zone: string): { at: Date; zone: string } {
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? { at: new Date(`${value}T12:00:00Z`), zone: 'UTC' }
    : { at: new Date(value), zone }
}

/** `22-01-2027`. */
export function formatDate(value: string, language: Language, zone = 'UTC'): string {
  const { at, zone: used } = instantOf(value, zone)
  const { day, month, year } = partsOf(at, language, used, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return `${day}-${month}-${year}`
}

/** `Fri`. */
export function formatWeekday(value: string, language: Language, zone = 'UTC'): string {
  const { at, zone: used } = instantOf(value, zone)
  return short(partsOf(at, language, used, { weekday: 'short' }).weekday)
}

/** `1:00 PM`. */
export function formatTime(value: string, zone = 'UTC'): string {
  const { hour, minute } = partsOf(new Date(value), 'en', zone, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const hours = Number(hour)
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `Fri 22 – Wed 27 January, 2027`: what both days share is said once. */
export function formatRange(from: string, to: string, language: Language, zone = 'UTC'): string {
  const parts = (value: string) => {
    const { at, zone: used } = instantOf(value, zone)
    return partsOf(at, language, used, { weekday: 'short', day: '2-digit', month: 'long', year: 'numeric' })
  }
  const a = parts(from)
  const b = parts(to)
  const day = (part: typeof a) => `${short(part.weekday)} ${part.day}`
  const end = `${day(b)} ${b.month}, ${b.year}`
  if (a.year !== b.year) return `${day(a)} ${a.month}, ${a.year} – ${end}`
  if (a.month !== b.month) return `${day(a)} ${a.month} – ${end}`
  return a.day === b.day ? end : `${day(a)} – ${end}`
}

/** `January 2027`, for the months of a list. */
export function formatMonth(value: string, language: Language, zone = 'UTC'): string {
  const { at, zone: used } = instantOf(value, zone)
  const { month, year } = partsOf(at, language, used, { month: 'long', year: 'numeric' })
  return `${(month ?? '').charAt(0).toLocaleUpperCase(localeOf(language))}${(month ?? '').slice(1)} ${year}`
}

/** The day of the month, for the large figures of a list: `22–27`, across months `30–2`. */
export function formatDays(from: string, to: string, zone = 'UTC'): string {
  const day = (value: string) => {
    const { at, zone: used } = instantOf(value, zone)
    return partsOf(at, 'en', used, { day: 'numeric' }).day ?? ''
  }
  return formatDate(from, 'en', zone) === formatDate(to, 'en', zone) ? day(from) : `${day(from)}–${day(to)}`
}

/** The zone by name: `Ghana Mean Time`, in the language. */
export function formatZone(zone: string, language: Language, at = new Date()): string {
  return partsOf(at, language, zone, { timeZoneName: 'long' }).timeZoneName ?? zone
}

/** A number with two fraction digits: `1,680.00`, German `1.680,00`. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: true,
  }).format(value)
}

/** A count without fraction: `1,680`. */
export function formatCount(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).format(value)
}

/** Minor units without the currency, for a column whose head names it. */
export function formatAmount(minor: number, language: Language): string {
  return formatNumber(minor / 100, language)
}

/** `GHS 1,680.00`; in the other languages the currency follows: `1.680,00 GHS`. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  const amount = formatAmount(minor, language)
  return language === 'en' ? `${currency} ${amount}` : `${amount} ${currency}`
}

/** Letters of Akan and Ewe that the heading face lacks. */
export function needsSans(heading: string): boolean {
  return /[ŊŋƆƉƐƑƒƓƔƲɔɖɛɣʋ₵]/.test(heading)
}
