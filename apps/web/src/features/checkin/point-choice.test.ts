import { expect, it } from 'vitest'
import { groupPoints, isOfNow } from './point-choice.ts'

const zone = 'Africa/Accra'
const at = (day: string, from?: string, until?: string) => ({
  name: `${day} ${from ?? ''}`.trim(),
  kind: from ? ('meal' as const) : ('gate' as const),
  rule: from ? ('once' as const) : ('in_out' as const),
  starts_at: from ? `${day}T${from}:00.000Z` : null,
  ends_at: until ? `${day}T${until}:00.000Z` : null,
})

it('offers what is open today first, the sitting that serves now above the others, and folds other days', () => {
  const points = [
    at('2026-11-22', '18:00', '19:30'),
    at('Gate'),
    at('2026-11-23', '07:00', '08:30'),
    at('2026-11-23', '12:00', '13:30'),
    at('2026-11-24', '07:00', '08:30'),
    at('Hall'),
  ]
  const names = (now: string) => {
    const { today, others } = groupPoints(points, zone, new Date(now))
    return [today.map(({ name }) => name), others.map(({ name }) => name)]
  }
  expect(names('2026-11-23T12:10:00Z')).toEqual([
    ['Gate', 'Hall', '2026-11-23 12:00', '2026-11-23 07:00'],
    ['2026-11-24 07:00', '2026-11-22 18:00'],
  ])
  expect(names('2026-11-23T10:00:00Z')[0]).toEqual(['Gate', 'Hall', '2026-11-23 07:00', '2026-11-23 12:00'])
})

it('serves from half an hour before a sitting to half an hour after it, and without an end on its day', () => {
  const supper = at('2026-11-22', '18:00', '19:30')
  const serves = (point: Parameters<typeof isOfNow>[0], now: string) => isOfNow(point, zone, new Date(now))
  expect(serves(supper, '2026-11-22T17:30:00Z')).toBe(true)
  expect(serves(supper, '2026-11-22T17:29:00Z')).toBe(false)
  expect(serves(supper, '2026-11-23T14:34:00Z')).toBe(false)
  const open = at('2026-11-22', '18:00')
  expect([serves(open, '2026-11-22T23:00:00Z'), serves(open, '2026-11-23T14:34:00Z')]).toEqual([true, false])
  // A bus that left an hour ago is still the bus of today.
  const bus = { ...supper, kind: 'bus' as const, ends_at: null }
  expect([serves(bus, '2026-11-22T23:00:00Z'), serves(bus, '2026-11-23T08:00:00Z')]).toEqual([true, false])
  expect(serves({ ...bus, rule: 'once_a_day' }, '2026-11-23T08:00:00Z')).toBe(true)
  expect(serves(at('Gate'), '2026-11-23T14:34:00Z')).toBe(true)
})
