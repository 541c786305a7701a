import type { OccupancyRoom } from '@shiloh/contract/allocation/occupancy'
import { expect, test } from 'vitest'
import { cellsOf, freeFrom, lanesOf, levelOf, totalsOf } from './heat.ts'

const room = (over: Partial<OccupancyRoom> = {}): OccupancyRoom => ({
  _id: 'a'.repeat(24),
  name: '204',
  block: 0,
  floor: 2,
  beds: 4,
  category: 'Standard',
  gender_rule: null,
  accessible: false,
  kept_for: [],
  taken: [0, 2, 2, 0, 0, 1],
  closed: [],
  ...over,
})

test('one bed of two and two of four are half, and only a full room is full', () => {
  expect([levelOf(0, 2), levelOf(1, 2), levelOf(2, 2)]).toEqual([0, 2, 4])
  expect([1, 2, 3, 4].map((taken) => levelOf(taken, 4))).toEqual([1, 2, 3, 4])
  expect([levelOf(1, 20), levelOf(19, 20), levelOf(3, 2)]).toEqual([1, 3, 4])
})

test('closed nights are one cell, and a night in which somebody sleeps there all the same is its own', () => {
  const closed = [{ from: '2027-01-13', until: '2027-01-16', reason: 'Painting' }]
  expect(cellsOf(room({ closed }), '2027-01-10')).toEqual([
    { night: 0, span: 1, taken: 0, reason: null },
    { night: 1, span: 1, taken: 2, reason: null },
    { night: 2, span: 1, taken: 2, reason: null },
    { night: 3, span: 2, taken: 0, reason: 'Painting' },
    { night: 5, span: 1, taken: 1, reason: 'Painting' },
  ])
})

test('events that share a night are on two lines, others on one', () => {
  const event = (_id: string, check_in: string, check_out: string) => ({ _id, name: _id, check_in, check_out })
  const lanes = lanesOf(
    [
      event('a', '2027-01-08', '2027-01-12'),
      event('b', '2027-01-11', '2027-01-13'),
      event('c', '2027-01-12', '2027-02-20'),
    ],
    '2027-01-10',
    7,
  )
  expect(lanes.map((lane) => lane.map(({ id, night, span }) => [id, night, span]))).toEqual([
    [
      ['a', 0, 2],
      ['c', 2, 5],
    ],
    [['b', 1, 2]],
  ])
})

test('adds up the rooms, and says from when a room is free', () => {
  expect(totalsOf([room(), room({ taken: [1, 1, 1, 1, 1, 1] })], 6)).toEqual([1, 3, 3, 1, 1, 2])
  expect([freeFrom(room(), 1), freeFrom(room(), 5)]).toEqual([3, undefined])
})
