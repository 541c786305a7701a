import { expect, it } from 'vitest'
import { dayOfEvent, pointDay, pointLabel } from './point-label.ts'

const zone = 'Pacific/Auckland'
const supper = { name: 'Supper', starts_at: '2026-11-22T05:30:00.000Z', rule: 'once' } as const

it('tells sittings of one name apart by their day and time in the zone of the event', () => {
  expect(pointLabel(supper, zone, 'de')).toBe('Supper, 22-11-2026, 6:30 PM')
  expect(pointLabel(supper, zone, 'en', { time: false })).toBe('Supper, 22-11-2026')
  expect(pointDay({ ...supper, starts_at: '2026-11-22T17:30:00.000Z' }, zone)).toBe('2026-11-23')
})

it('gives no day to what is open every day', () => {
  expect(pointLabel({ name: 'Gate', starts_at: null }, zone, 'en')).toBe('Gate')
  const shuttle = { name: 'Shuttle', starts_at: supper.starts_at, rule: 'once_a_day' } as const
  expect(pointLabel(shuttle, zone, 'en')).toBe('Shuttle')
  expect(pointDay(shuttle, zone)).toBeNull()
})

it('counts the days of an event by its own calendar', () => {
  const event = { starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-25T01:00:00.000Z', time_zone: zone }
  // In Auckland it begins on the 22nd and ends on the 25th.
  expect(dayOfEvent(event, new Date('2026-11-23T10:59:00.000Z'))).toEqual({ day: 2, days: 4 })
  expect(dayOfEvent(event, new Date('2026-11-23T11:00:00.000Z'))).toEqual({ day: 3, days: 4 })
  expect(dayOfEvent(event, new Date('2026-11-20T11:00:00.000Z')).day).toBe(0)
})
