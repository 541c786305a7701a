import { type Language, localeOf } from '@shiloh/contract/core'

/** Making a formatter costs a thousand times as much as using it. */
const cached = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

const amounts = cached(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)
const clocks = cached(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)
/** By locale and time zone, separated by a space. */
const weekdays = cached((key) => {
  const [locale, timeZone = 'UTC'] = key.split(' ')
  return new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' })
})

/** An amount of minor units with two fraction digits: "GHS 1,250.00", in German "1.250,00 GHS". */
export const formatMoney = (minor: number, currency: string, language: Language): string => {
  const number = amounts(localeOf(language)).format(minor / 100)
  return language === 'en' ? `${currency} ${number}` : `${number} ${currency}`
}

const parts = (date: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    clocks(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )

/** Formats a date as dd-MM-yyyy in the given time zone (docs/domain.md#formats-and-limits). */
export const formatDate = (date: Date, timeZone: string): string => {
  const { day, month, year } = parts(date, timeZone)
  return `${day}-${month}-${year}`
}

/** Formats a time as h:mm a in the given time zone (docs/domain.md#formats-and-limits). */
export const formatTime = (date: Date, timeZone: string): string => {
  const { hour, minute } = parts(date, timeZone)
  const h = Number(hour)
  return `${h % 12 === 0 ? 12 : h % 12}:${minute} ${h < 12 ? 'AM' : 'PM'}`
}

/** The weekday's name and dd-MM-yyyy. */
export const formatDay = (date: Date, timeZone: string, language: Language): string =>
  `${weekdays(`${localeOf(language)} ${timeZone}`).format(date)} ${formatDate(date, timeZone)}`
