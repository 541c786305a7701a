import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDays,
  formatMoney,
  formatMonth,
  formatRange,
  formatTime,
  formatWeekday,
  needsSans,
} from './format.ts'

const accra = 'Africa/Accra'

describe('dates', () => {
  it('are dd-MM-yyyy in every language, in the zone of the event', () => {
    expect(formatDate('2027-01-22T23:30:00Z', 'de', accra)).toBe('22-01-2027')
    expect(formatDate('2027-01-22T23:30:00Z', 'fr', 'Europe/Berlin')).toBe('23-01-2027')
    expect(formatDate('2027-01-22', 'en', 'America/New_York')).toBe('22-01-2027')
  })

  it.each([
    ['en', 'Fri', 'Fri 22 – Wed 27 January, 2027'],
    ['de', 'Fr', 'Fr 22 – Mi 27 Januar, 2027'],
    ['fr', 'ven', 'ven 22 – mer 27 janvier, 2027'],
    ['pt', 'sexta', 'sexta 22 – quarta 27 janeiro, 2027'],
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
  ])('%s is %s', (value, expected) => expect(formatTime(value, accra)).toBe(expected))
})

describe('money', () => {
  it('has two fraction digits and the currency where the language puts it', () => {
    expect(formatMoney(168000, 'GHS', 'en')).toBe('GHS 1,680.00')
    expect(formatMoney(168000, 'GHS', 'de')).toBe('1.680,00 GHS')
    expect(formatMoney(0, 'GHS', 'en')).toBe('GHS 0.00')
  })
})

it('headings with letters of Akan and Ewe are set in the sans', () => {
  expect([needsSans('Ɔdɔ Wɔ Mu'), needsSans('Easter')]).toEqual([true, false])
})
