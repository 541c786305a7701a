import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayIn, instantOf, isTimeZone, parseDay, parseMoment, wallTime } from './zone.ts'

describe('a typed day', () => {
  it.each([
    ['05-02-2027', '2027-02-05'],
    ['5/2/2027', '2027-02-05'],
    ['5.2.27', '2027-02-05'],
    ['05022027', '2027-02-05'],
    ['31-02-2027', null],
    ['2027-02-05', '2027-02-05'],
    ['2027-31-02', null],
    ['12/24/2026', null],
    ['tomorrow', null],
    ['', null],
  ])('%s is %s', (typed, expected) => expect(parseDay(typed, 'en')).toBe(expected))

  it.each([
    ['24 December 2026', 'en', '2026-12-24'],
    ['December 24th, 2026', 'en', '2026-12-24'],
    ['Thu 24 Dec, 26', 'en', '2026-12-24'],
    ['24. Dezember 2026', 'de', '2026-12-24'],
    ['Do., 24. Dez. 2026', 'de', '2026-12-24'],
    ['3. März 2027', 'de', '2027-03-03'],
    ['1er août 2027', 'fr', '2027-08-01'],
    ['4 juil. 2027', 'fr', '2027-07-04'],
    ['24 de dezembro de 2026', 'pt', '2026-12-24'],
    ['31. Februar 2027', 'de', null],
    ['4 jui 2027', 'fr', null],
    ['24 Dezember 2026', 'en', null],
    ['24 December', 'en', null],
  ] as const)('%s in %s is %s', (typed, language, expected) => expect(parseDay(typed, language)).toBe(expected))
})

describe('wall times', () => {
  it.each([
    ['2027-01-22 13:00:00', 'Africa/Accra', '2027-01-22T13:00:00.000Z'],
    ['2027-07-01 13:00:00', 'Europe/Berlin', '2027-07-01T11:00:00.000Z'],
    ['2027-01-01 13:00:00', 'America/New_York', '2027-01-01T18:00:00.000Z'],
    // Skipped and repeated hours in Berlin.
    ['2027-03-28 02:30:00', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31 02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => expect(instantOf(wall, zone)).toBe(instant))

  it('go there and back, but for the doubled hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
        fc.constantFrom('Africa/Accra', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
        (seconds, zone) => {
          const instant = new Date(seconds * 1000).toISOString()
          const wall = wallTime(instant, zone)
          expect(wallTime(instantOf(wall, zone), zone)).toBe(wall)
        },
      ),
    )
  })
})

it('a day is that of the zone', () => {
  expect(['Africa/Accra', 'Europe/Berlin'].map((zone) => dayIn(new Date('2026-11-21T23:30:00Z'), zone))).toEqual([
    '2026-11-21',
    '2026-11-22',
  ])
})

it('knows the names of time zones', () => {
  expect(['Africa/Accra', 'UTC', 'Africa/Nowhere', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

describe('a typed day with a time', () => {
  it.each([
    ['22-01-2027 14:00', '2027-01-22 14:00:00'],
    ['22-01-2027, 2:00 PM', '2027-01-22 14:00:00'],
    ['Fri 22-01-2027, 2:05 pm', '2027-01-22 14:05:00'],
    ['Fr., 22.01.2027, 14.30', '2027-01-22 14:30:00'],
    ['22/1/27 9h15', '2027-01-22 09:15:00'],
    ['22 1 2027 12 a.m.', '2027-01-22 00:00:00'],
    ['2027-01-22T14:00:00', '2027-01-22 14:00:00'],
    ['22-01-2027', '2027-01-22'],
    ['22 01 2027', '2027-01-22'],
    ['22-01-27 9', '2027-01-22 09:00:00'],
    ['22 1 27 9 h', '2027-01-22 09:00:00'],
    ['22 January 2027 at 9', '2027-01-22 09:00:00'],
    ['22-01-2027 24:00', null],
    ['22-01-2027 13:00 PM', null],
    ['22-01-2027 10:75', null],
    ['31-02-2027 10:00', null],
    ['tomorrow', null],
    ['', null],
    ['9:15', null],
  ])('%s is %s', (typed, expected) => expect(parseMoment(typed, 'en')).toBe(expected))

  it.each([
    ['9:15', '2027-01-22 09:15:00'],
    ['14 Uhr', '2027-01-22 14:00:00'],
    ['22. Januar 2028, 14 Uhr 30', '2028-01-22 14:30:00'],
    // A day without its year, and no time.
    ['9.12', null],
    ['9', null],
    ['25:00', null],
  ])('%s is %s where the day is known', (typed, expected) =>
    expect(parseMoment(typed, 'de', '2027-01-22')).toBe(expected),
  )
})
