import { expect, it } from 'vitest'
import { isDay, todayIn } from './today.ts'

it('is the day of the organisation, not of the browser', () => {
  const now = new Date('2026-11-21T23:30:00Z')
  expect([todayIn('Africa/Accra', now), todayIn('Europe/Berlin', now)]).toEqual(['2026-11-21', '2026-11-22'])
})

it('knows a day from other text', () => {
  expect(['2026-02-28', '2026-02-30', 'today', undefined].map(isDay)).toEqual([true, false, false, false])
})
