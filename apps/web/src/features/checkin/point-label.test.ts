import { expect, it } from 'vitest'
import { pointLabel } from './point-label.ts'

const zone = 'Pacific/Auckland'
const supper = { name: 'Supper', starts_at: '2026-11-22T05:30:00.000Z', rule: 'once' } as const

it('tells sittings of one name apart by their day and time in the zone of the event', () => {
  expect(pointLabel(supper, zone, 'de')).toBe('Supper, 22-11-2026, 18:30')
  expect(pointLabel(supper, zone, 'en')).toBe('Supper, 22-11-2026, 6:30 PM')
  expect(pointLabel(supper, zone, 'en', { time: false })).toBe('Supper, 22-11-2026')
})

it('gives no day to what is open every day', () => {
  expect(pointLabel({ name: 'Gate', starts_at: null }, zone, 'en')).toBe('Gate')
  expect(pointLabel({ name: 'Shuttle', starts_at: supper.starts_at, rule: 'once_a_day' }, zone, 'en')).toBe('Shuttle')
})
