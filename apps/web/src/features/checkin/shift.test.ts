import { expect, it } from 'vitest'
import { standingOf } from './shift.ts'

it('warns of the end of a shift in time to sign in again, also in a short one', () => {
  const at = (time: string) => Date.parse(`2027-01-22T${time}:00Z`)
  const long = { from: '2027-01-22T08:00:00.000Z', until: '2027-01-22T20:00:00.000Z' }
  const times = ['08:00', '19:29', '19:30', '19:59', '20:00'].map((time) => standingOf(long, at(time)))
  expect(times).toEqual(['running', 'running', 'ending', 'ending', 'over'])
  const short = { ...long, until: '2027-01-22T09:00:00.000Z' }
  expect(['08:44', '08:45', '09:00'].map((time) => standingOf(short, at(time)))).toEqual(['running', 'ending', 'over'])
})
