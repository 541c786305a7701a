import { expect, it } from 'vitest'
import { dayOfEvent, pointDay } from './point-days.ts'

const zone = 'Pacific/Auckland'
const supper = { starts_at: '2026-11-22T05:30:00.000Z', rule: 'once' } as const

it('knows the day of a sitting in the zone of the event', () => {
  expect(pointDay({ ...supper, starts_at: '2026-11-22T17:30:00.000Z' }, zone)).toBe('2026-11-23')
})

it('gives no day to what is open every day', () => {
  expect(pointDay({ starts_at: null }, zone)).toBeNull()
  const shuttle = { starts_at: supper.starts_at, rule: 'once_a_day' } as const
  expect(pointDay(shuttle, zone)).toBeNull()
})

it('counts the days of an event by its own calendar', () => {
  const event = { starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-25T01:00:00.000Z', time_zone: zone }
  // In Auckland it begins on the 22nd and ends on the 25th.
  expect(dayOfEvent(event, new Date('2026-11-23T10:59:00.000Z'))).toEqual({ day: 2, days: 4 })
  expect(dayOfEvent(event, new Date('2026-11-23T11:00:00.000Z'))).toEqual({ day: 3, days: 4 })
  expect(dayOfEvent(event, new Date('2026-11-20T11:00:00.000Z')).day).toBe(0)
})
