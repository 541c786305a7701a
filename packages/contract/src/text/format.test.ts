import { describe, expect, it } from 'vitest'
import { withColon } from './colon.ts'
import {
  DATE_FORMATS,
  formatAmount,
  formatCount,
  formatDate,
  formatDay,
  formatDayAndMonth,
  formatDays,
  formatList,
  formatMoney,
  formatMoneyInText,
  formatMonth,
  formatMonthName,
  formatNumber,
  formatPercent,
  formatRange,
  formatTime,
  formatWeekday,
  formatZone,
  spacedIn,
} from './format.ts'
import { isComplete, LANGUAGES, type Language } from './language.ts'

const accra = 'Africa/Accra'
const berlin = 'Europe/Berlin'
const late = '2027-01-22T23:30:00Z'

const WEEK = ['18', '19', '20', '21', '22', '23', '24'].map((day) => `2027-01-${day}`)
const MONTHS = Array.from({ length: 12 }, (_, i) => `2027-${String(i + 1).padStart(2, '0')}-15`)
const AMOUNTS = [0, 5, -250, 99_999, 168_000, 1_234_567, 123_456_789]
const COUNTS = [0, 999, 1680, 12_345, 1_234_567]

/** Each function over the same values: what people read in the four languages, character by character. */
const writtenIn = (language: Language) => ({
  dates: [
    formatDate(late, language, accra),
    formatDate(late, language, berlin),
    formatDate('2027-01-22', language, 'America/New_York'),
    formatDate(late, language),
  ],
  weekdays: WEEK.map((day) => formatWeekday(day, language)),
  days: [
    ...WEEK.map((day) => formatDay(new Date(`${day}T23:30:00Z`), language, accra)),
    formatDay(late, language, berlin),
  ],
  ranges: [
    formatRange('2027-01-22', '2027-01-22', language, accra),
    formatRange('2027-01-22T13:00:00Z', '2027-01-27T12:00:00Z', language, accra),
    formatRange('2027-01-30', '2027-02-02', language, accra),
    formatRange('2026-12-30', '2027-01-02', language, accra),
    formatRange('2027-03-01', '2027-08-31', language, accra),
  ],
  shortRanges: [
    formatRange('2027-01-22', '2027-01-27', language, accra, { weekdays: false }),
    formatRange('2027-01-30', '2027-02-02', language, accra, { weekdays: false }),
  ],
  times: ['00:05', '09:05', '12:00', '23:30'].map((time) => formatTime(`2027-01-22T${time}:00Z`, language, accra)),
  fields: DATE_FORMATS.map((format) => formatDate('2027-01-22', language, accra, format)),
  daysAndMonths: DATE_FORMATS.map((format) => formatDayAndMonth('2027-01-22', language, format)),
  months: MONTHS.map((day) => formatMonth(day, language)),
  monthNames: MONTHS.map((day) => formatMonthName(day, language)),
  zones: [
    formatZone(accra, language, new Date(late)),
    formatZone(berlin, language, new Date('2027-07-01T12:00:00Z')),
    formatZone('America/New_York', language, new Date(late)),
  ],
  numbers: AMOUNTS.map((minor) => formatNumber(minor / 100, language)),
  amounts: AMOUNTS.map((minor) => formatAmount(minor, language)),
  money: AMOUNTS.map((minor) => formatMoney(minor, 'GHS', language)),
  moneyInText: AMOUNTS.map((minor) => formatMoneyInText(minor, 'GHS', language)),
  counts: COUNTS.map((count) => formatCount(count, language)),
  lists: [[], ['Ama'], ['Ama', 'Kofi'], ['Ama', 'Kofi', 'Efua']].map((words) => formatList(words, language)),
})

/** Every complete language. */
const WRITTEN: Readonly<Partial<Record<Language, ReturnType<typeof writtenIn>>>> = {
  en: {
    dates: ['22-01-2027', '23-01-2027', '22-01-2027', '22-01-2027'],
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    days: [
      'Mon 18 January, 2027',
      'Tue 19 January, 2027',
      'Wed 20 January, 2027',
      'Thu 21 January, 2027',
      'Fri 22 January, 2027',
      'Sat 23 January, 2027',
      'Sun 24 January, 2027',
      'Sat 23 January, 2027',
    ],
    ranges: [
      'Fri 22 January, 2027',
      'Fri 22 – Wed 27 January, 2027',
      'Sat 30 January – Tue 02 February, 2027',
      'Wed 30 December, 2026 – Sat 02 January, 2027',
      'Mon 01 March – Tue 31 August, 2027',
    ],
    shortRanges: ['22 – 27 January, 2027', '30 January – 02 February, 2027'],
    times: ['12:05 AM', '9:05 AM', '12:00 PM', '11:30 PM'],
    fields: ['22-01-2027', '22/01/2027', '22.01.2027', '2027-01-22', '22/01/2027'],
    daysAndMonths: ['22-01', '22/01', '22.01.', '01-22', '22/01'],
    months: [
      'January 2027',
      'February 2027',
      'March 2027',
      'April 2027',
      'May 2027',
      'June 2027',
      'July 2027',
      'August 2027',
      'September 2027',
      'October 2027',
      'November 2027',
      'December 2027',
    ],
    monthNames: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    zones: ['GMT', 'Central European Summer Time', 'Eastern Standard Time'],
    numbers: ['0.00', '0.05', '-2.50', '999.99', '1,680.00', '12,345.67', '1,234,567.89'],
    amounts: ['0.00', '0.05', '-2.50', '999.99', '1,680.00', '12,345.67', '1,234,567.89'],
    money: [
      'GHS\u00A00.00',
      'GHS\u00A00.05',
      'GHS\u00A0-2.50',
      'GHS\u00A0999.99',
      'GHS\u00A01,680.00',
      'GHS\u00A012,345.67',
      'GHS\u00A01,234,567.89',
    ],
    moneyInText: [
      'GHS\u00A00.00',
      'GHS\u00A00.05',
      'GHS\u00A0-2.50',
      'GHS\u00A0999.99',
      'GHS\u00A01,680.00',
      'GHS\u00A012,345.67',
      'GHS\u00A01,234,567.89',
    ],
    counts: ['0', '999', '1,680', '12,345', '1,234,567'],
    lists: ['', 'Ama', 'Ama and Kofi', 'Ama, Kofi, and Efua'],
  },
  de: {
    dates: ['22-01-2027', '23-01-2027', '22-01-2027', '22-01-2027'],
    weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
    days: [
      'Mo., 18. Januar 2027',
      'Di., 19. Januar 2027',
      'Mi., 20. Januar 2027',
      'Do., 21. Januar 2027',
      'Fr., 22. Januar 2027',
      'Sa., 23. Januar 2027',
      'So., 24. Januar 2027',
      'Sa., 23. Januar 2027',
    ],
    ranges: [
      'Fr., 22. Januar 2027',
      'Fr., 22. – Mi., 27. Januar 2027',
      'Sa., 30. Januar – Di., 2. Februar 2027',
      'Mi., 30. Dezember 2026 – Sa., 2. Januar 2027',
      'Mo., 1. März – Di., 31. August 2027',
    ],
    shortRanges: ['22.–27. Januar 2027', '30. Januar – 2. Februar 2027'],
    times: ['00:05', '09:05', '12:00', '23:30'],
    fields: ['22-01-2027', '22/01/2027', '22.01.2027', '2027-01-22', '22.01.2027'],
    daysAndMonths: ['22-01', '22/01', '22.01.', '01-22', '22.01.'],
    months: [
      'Januar 2027',
      'Februar 2027',
      'März 2027',
      'April 2027',
      'Mai 2027',
      'Juni 2027',
      'Juli 2027',
      'August 2027',
      'September 2027',
      'Oktober 2027',
      'November 2027',
      'Dezember 2027',
    ],
    monthNames: [
      'Januar',
      'Februar',
      'März',
      'April',
      'Mai',
      'Juni',
      'Juli',
      'August',
      'September',
      'Oktober',
      'November',
      'Dezember',
    ],
    zones: ['GMT', 'Mitteleuropäische Sommerzeit', 'Nordamerikanische Ostküsten-Normalzeit'],
    numbers: ['0,00', '0,05', '-2,50', '999,99', '1.680,00', '12.345,67', '1.234.567,89'],
    amounts: ['0,00', '0,05', '-2,50', '999,99', '1.680,00', '12.345,67', '1.234.567,89'],
    money: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1.680,00\u00A0GHS',
      '12.345,67\u00A0GHS',
      '1.234.567,89\u00A0GHS',
    ],
    moneyInText: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1.680,00\u00A0GHS',
      '12.345,67\u00A0GHS',
      '1.234.567,89\u00A0GHS',
    ],
    counts: ['0', '999', '1.680', '12.345', '1.234.567'],
    lists: ['', 'Ama', 'Ama und Kofi', 'Ama, Kofi und Efua'],
  },
  fr: {
    dates: ['22-01-2027', '23-01-2027', '22-01-2027', '22-01-2027'],
    weekdays: ['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'],
    days: [
      'lun. 18 janvier 2027',
      'mar. 19 janvier 2027',
      'mer. 20 janvier 2027',
      'jeu. 21 janvier 2027',
      'ven. 22 janvier 2027',
      'sam. 23 janvier 2027',
      'dim. 24 janvier 2027',
      'sam. 23 janvier 2027',
    ],
    ranges: [
      'ven. 22 janvier 2027',
      'ven. 22 – mer. 27 janvier 2027',
      'sam. 30 janvier – mar. 2 février 2027',
      'mer. 30 décembre 2026 – sam. 2 janvier 2027',
      'lun. 1er mars – mar. 31 août 2027',
    ],
    shortRanges: ['22–27 janvier 2027', '30 janvier – 2 février 2027'],
    times: ['00:05', '09:05', '12:00', '23:30'],
    fields: ['22-01-2027', '22/01/2027', '22.01.2027', '2027-01-22', '22/01/2027'],
    daysAndMonths: ['22-01', '22/01', '22.01.', '01-22', '22/01'],
    months: [
      'Janvier 2027',
      'Février 2027',
      'Mars 2027',
      'Avril 2027',
      'Mai 2027',
      'Juin 2027',
      'Juillet 2027',
      'Août 2027',
      'Septembre 2027',
      'Octobre 2027',
      'Novembre 2027',
      'Décembre 2027',
    ],
    monthNames: [
      'janvier',
      'février',
      'mars',
      'avril',
      'mai',
      'juin',
      'juillet',
      'août',
      'septembre',
      'octobre',
      'novembre',
      'décembre',
    ],
    zones: ['GMT', 'heure d’été d’Europe centrale', 'heure normale de l’Est nord-américain'],
    numbers: ['0,00', '0,05', '-2,50', '999,99', '1\u202F680,00', '12\u202F345,67', '1\u202F234\u202F567,89'],
    amounts: ['0,00', '0,05', '-2,50', '999,99', '1\u202F680,00', '12\u202F345,67', '1\u202F234\u202F567,89'],
    money: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1\u202F680,00\u00A0GHS',
      '12\u202F345,67\u00A0GHS',
      '1\u202F234\u202F567,89\u00A0GHS',
    ],
    moneyInText: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1\u202F680,00\u00A0GHS',
      '12\u202F345,67\u00A0GHS',
      '1\u202F234\u202F567,89\u00A0GHS',
    ],
    counts: ['0', '999', '1\u202F680', '12\u202F345', '1\u202F234\u202F567'],
    lists: ['', 'Ama', 'Ama et Kofi', 'Ama, Kofi et Efua'],
  },
  pt: {
    dates: ['22-01-2027', '23-01-2027', '22-01-2027', '22-01-2027'],
    weekdays: ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'],
    days: [
      'segunda, 18 de janeiro de 2027',
      'terça, 19 de janeiro de 2027',
      'quarta, 20 de janeiro de 2027',
      'quinta, 21 de janeiro de 2027',
      'sexta, 22 de janeiro de 2027',
      'sábado, 23 de janeiro de 2027',
      'domingo, 24 de janeiro de 2027',
      'sábado, 23 de janeiro de 2027',
    ],
    ranges: [
      'sexta, 22 de janeiro de 2027',
      'sexta, 22 – quarta, 27 de janeiro de 2027',
      'sábado, 30 de janeiro – terça, 2 de fevereiro de 2027',
      'quarta, 30 de dezembro de 2026 – sábado, 2 de janeiro de 2027',
      'segunda, 1 de março – terça, 31 de agosto de 2027',
    ],
    shortRanges: ['22–27 de janeiro de 2027', '30 de janeiro – 2 de fevereiro de 2027'],
    times: ['00:05', '09:05', '12:00', '23:30'],
    fields: ['22-01-2027', '22/01/2027', '22.01.2027', '2027-01-22', '22/01/2027'],
    daysAndMonths: ['22-01', '22/01', '22.01.', '01-22', '22/01'],
    months: [
      'Janeiro de 2027',
      'Fevereiro de 2027',
      'Março de 2027',
      'Abril de 2027',
      'Maio de 2027',
      'Junho de 2027',
      'Julho de 2027',
      'Agosto de 2027',
      'Setembro de 2027',
      'Outubro de 2027',
      'Novembro de 2027',
      'Dezembro de 2027',
    ],
    monthNames: [
      'janeiro',
      'fevereiro',
      'março',
      'abril',
      'maio',
      'junho',
      'julho',
      'agosto',
      'setembro',
      'outubro',
      'novembro',
      'dezembro',
    ],
    zones: ['GMT', 'Hora de verão da Europa Central', 'Hora padrão oriental norte-americana'],
    numbers: ['0,00', '0,05', '-2,50', '999,99', '1\u00A0680,00', '12\u00A0345,67', '1\u00A0234\u00A0567,89'],
    amounts: ['0,00', '0,05', '-2,50', '999,99', '1\u00A0680,00', '12\u00A0345,67', '1\u00A0234\u00A0567,89'],
    money: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1\u00A0680,00\u00A0GHS',
      '12\u00A0345,67\u00A0GHS',
      '1\u00A0234\u00A0567,89\u00A0GHS',
    ],
    moneyInText: [
      '0,00\u00A0GHS',
      '0,05\u00A0GHS',
      '-2,50\u00A0GHS',
      '999,99\u00A0GHS',
      '1680,00\u00A0GHS',
      '12\u00A0345,67\u00A0GHS',
      '1\u00A0234\u00A0567,89\u00A0GHS',
    ],
    counts: ['0', '999', '1680', '12\u00A0345', '1\u00A0234\u00A0567'],
    lists: ['', 'Ama', 'Ama e Kofi', 'Ama, Kofi e Efua'],
  },
}

it.each(LANGUAGES.filter(isComplete))('%s: every format is as it is written here', (language) => {
  expect(writtenIn(language)).toEqual(WRITTEN[language])
})

describe('dates', () => {
  it('are dd-MM-yyyy in every language, in the zone of the event', () => {
    expect(formatDate('2027-01-22T23:30:00Z', 'de', accra)).toBe('22-01-2027')
    expect(formatDate('2027-01-22T23:30:00Z', 'fr', 'Europe/Berlin')).toBe('23-01-2027')
    expect(formatDate('2027-01-22', 'en', 'America/New_York')).toBe('22-01-2027')
  })

  it.each([
    ['en', 'Fri', 'Fri 22 – Wed 27 January, 2027'],
    ['de', 'Fr', 'Fr., 22. – Mi., 27. Januar 2027'],
    ['fr', 'ven', 'ven. 22 – mer. 27 janvier 2027'],
    ['pt', 'sexta', 'sexta, 22 – quarta, 27 de janeiro de 2027'],
  ] as const)('%s has its weekdays and ranges', (language, weekday, range) => {
    expect(formatWeekday('2027-01-22', language)).toBe(weekday)
    expect(formatRange('2027-01-22T13:00:00Z', '2027-01-27T12:00:00Z', language, accra)).toBe(range)
  })

  it('ranges say once what both days share', () => {
    expect(formatRange('2027-01-22', '2027-01-22', 'en')).toBe('Fri 22 January, 2027')
    expect(formatRange('2027-01-30', '2027-02-02', 'en')).toBe('Sat 30 January – Tue 02 February, 2027')
    expect(formatRange('2026-12-30', '2027-01-02', 'en')).toBe('Wed 30 December, 2026 – Sat 02 January, 2027')
    expect(formatDays('2027-01-22', '2027-01-27')).toBe('22–27')
    expect(formatMonth('2027-01-22', 'fr')).toBe('Janvier 2027')
  })

  it.each([
    ['2027-01-22T00:05:00Z', '12:05 AM'],
    ['2027-01-22T13:00:00Z', '1:00 PM'],
    ['2027-01-22T12:00:00Z', '12:00 PM'],
  ])('%s is %s', (value, expected) => expect(formatTime(value, 'en', accra)).toBe(expected))
})

describe('money', () => {
  it('has two fraction digits and the currency where the language puts it', () => {
    expect(formatMoney(168000, 'GHS', 'en')).toBe('GHS\u00A01,680.00')
    expect(formatMoney(168000, 'GHS', 'de')).toBe('1.680,00\u00A0GHS')
    expect(formatMoney(0, 'GHS', 'en')).toBe('GHS\u00A00.00')
  })
})

describe('per cent', () => {
  it.each([
    ['en', '24%'],
    ['de', '24\u00A0%'],
    ['fr', '24\u202F%'],
    ['pt', '24%'],
  ] as const)('has a space in the languages that write one: %s', (language, written) => {
    expect(formatPercent(24, language)).toBe(written)
    expect(formatPercent(23.6, language)).toBe(written)
  })
})

describe('mails and documents', () => {
  it('show two fraction digits, the currency where the language puts it', () => {
    expect(formatMoneyInText(125_000, 'GHS', 'en')).toBe('GHS\u00A01,250.00')
    expect(formatMoneyInText(125_000, 'GHS', 'de')).toBe('1.250,00\u00A0GHS')
    expect(formatMoneyInText(0, 'GHS', 'pt')).toBe('0,00\u00A0GHS')
  })
  it('show days and hours of the place, not of the server', () => {
    const at = new Date(late)
    expect(formatDate(at, 'en', accra)).toBe('22-01-2027')
    expect(formatDate(at, 'en', berlin)).toBe('23-01-2027')
    expect(formatTime(at, 'en', accra)).toBe('11:30 PM')
    expect(formatTime(new Date('2027-01-22T00:05:00Z'), 'en', accra)).toBe('12:05 AM')
    expect(formatTime(new Date('2027-01-22T12:00:00Z'), 'en', accra)).toBe('12:00 PM')
    expect(formatDay(at, 'de', accra)).toBe('Fr., 22. Januar 2027')
  })
})

it('puts a narrow space before a French colon, and none elsewhere', () => {
  expect(LANGUAGES.map((language) => spacedIn(':', language))).toEqual(
    LANGUAGES.map((language) => (language === 'fr' ? '\u202f: ' : ': ')),
  )
  expect(spacedIn(';', 'fr')).toBe('\u202f; ')
})

it('adds a colon to a name, and none to a question', () => {
  expect(['Meal', 'By bus?', 'Now! ', 'Vegetarian:'].map((text) => withColon(text, 'en'))).toEqual([
    'Meal:',
    'By bus?',
    'Now!',
    'Vegetarian:',
  ])
  expect(withColon('Repas', 'fr')).toBe('Repas\u202f:')
})
