import { expect, it } from 'vitest'
import { mealsOf, planSittings, sittingsOff } from './sittings.ts'

const auntie = { caterer_id: 'a', name: 'Auntie', days: null }
const uncle = { caterer_id: 'u', name: 'Uncle', days: 1 }
const served = {
  startsAt: '2027-01-10T14:00:00Z',
  endsAt: '2027-01-12T12:00:00Z',
  zone: 'Africa/Accra',
  caterers: [auntie],
}
const meals = [
  { name: 'Breakfast', from: '06:30', until: '08:00' },
  { name: 'Supper', from: '18:00', until: '19:30' },
]
const gate = { _id: 'gate', kind: 'gate', name: 'Gate', starts_at: null }

it('makes a sitting for each meal, day and caterer while the event is on, and keeps what is there', () => {
  const made = planSittings([gate], meals, served)
  expect(made.map(({ name, starts_at }) => [name, starts_at])).toEqual([
    ['Gate', null],
    ['Supper', '2027-01-10T18:00:00.000Z'],
    ['Breakfast', '2027-01-11T06:30:00.000Z'],
    ['Supper', '2027-01-11T18:00:00.000Z'],
    ['Breakfast', '2027-01-12T06:30:00.000Z'],
  ])
  const stored = made.map((point, nth) => ({ ...point, _id: String(nth) }))
  expect(mealsOf(stored, served)).toEqual(meals)
  expect(planSittings(stored, meals, served)).toEqual(stored)
  expect(sittingsOff(stored, served)).toBe(0)

  // Another caterer for one day, and an event that ends a day earlier: ids stay with their sitting.
  const changed = { ...served, endsAt: '2027-01-11T12:00:00Z', caterers: [auntie, uncle] }
  expect(sittingsOff(stored, changed)).toBe(4)
  const next = planSittings(stored, mealsOf(stored, changed), changed)
  expect(next.map(({ _id, name }) => [_id, name])).toEqual([
    ['0', 'Gate'],
    ['1', 'Supper, Auntie'],
    [undefined, 'Supper, Uncle'],
    ['2', 'Breakfast, Auntie'],
  ])
  // Nobody's caterer and no caterer's time are the office's own.
  const own = { kind: 'meal', name: 'Gala', starts_at: '2027-01-11T20:00:00Z', caterer_id: null }
  expect(planSittings([own], [], served)).toEqual([own])
  expect(planSittings(stored, [], { ...served, caterers: [] }).map(({ _id }) => _id)).toEqual(['0'])
})
