import type { Language } from '@shiloh/contract/core'

const LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', pt: 'pt-PT' }

/** An amount of minor units with two fraction digits: "GHS 1,250.00", in German "1.250,00 GHS". */
export const formatMoney = (minor: number, currency: string, language: Language): string => {
  const number = new Intl.NumberFormat(LOCALE[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    minor / 100,
  )
  return language === 'en' ? `${currency} ${number}` : `${number} ${currency}`
}

const parts = (date: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )

/** dd-MM-yyyy in the given time zone (specification §9). */
export const formatDate = (date: Date, timeZone: string): string => {
  const { day, month, year } = parts(date, timeZone)
  return `${day}-${month}-${year}`
}

/** h:mm a in the given time zone (specification §9). */
export const formatTime = (date: Date, timeZone: string): string => {
  const { hour, minute } = parts(date, timeZone)
  const h = Number(hour)
  return `${h % 12 === 0 ? 12 : h % 12}:${minute} ${h < 12 ? 'AM' : 'PM'}`
}

/** The weekday's name and dd-MM-yyyy. */
export const formatDay = (date: Date, timeZone: string, language: Language): string =>
  `${new Intl.DateTimeFormat(LOCALE[language], { timeZone, weekday: 'short' }).format(date)} ${formatDate(date, timeZone)}`
