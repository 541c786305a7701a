import { expect, it } from 'vitest'
import { countersHere } from './counted.ts'
import { crowdOf } from './crowd.ts'
import type { KeptScan } from './engine/scans.ts'

const hall = {
  _id: 'hall',
  name: 'Hall',
  kind: 'hall' as const,
  rule: 'count' as const,
  capacity: 4,
  starts_at: null,
  ends_at: null,
  caterer_id: null,
}
const scan = (more: Partial<KeptScan>): KeptScan => ({
  scan_id: 'scan',
  device_id: 'device',
  event_id: 'event',
  point_id: 'hall',
  direction: 'in',
  scanned_at: '2027-01-22T08:00:00.000Z',
  clock_offset: 0,
  at: 0,
  code: null,
  participant_id: null,
  find: null,
  name: '',
  said: 'ok',
  result: null,
  practice: false,
  notice: null,
  waits: 1,
  ...more,
})

it('counts whom the server knows and whom this phone has scanned since, and says when it is full', () => {
  const counted = [{ _id: 'hall', people: 3 }]
  const people = (...scans: KeptScan[]) => crowdOf(counted, scans, hall, 1000).people
  expect(crowdOf(counted, [], hall, 1000)).toEqual({ people: 3, capacity: 4, isFull: false })
  expect(crowdOf(counted, [scan({})], hall, 1000)).toEqual({ people: 4, capacity: 4, isFull: true })
  const { waits: _, ...sent } = scan({ result: 'ok', answered_at: 900, settled_at: 900 })
  expect([people(sent), people(scan({ point_id: 'gate' })), people(scan({ said: 'unpaid' }))]).toEqual([3, 3, 3])
  expect([people(scan({ direction: 'out' })), people(scan({}), scan({}))]).toEqual([2, 5])
  // Undone before the server had heard of it, and after.
  const undone_at = '2027-01-22T08:01:00.000Z'
  expect([people(scan({ undone_at })), people(scan({ ...sent, undone_at, waits: 1 }))]).toEqual([3, 2])
  expect(crowdOf([], [], { ...hall, capacity: null }, 1000)).toEqual({ people: 0, capacity: null, isFull: false })
})

it('does not count back for a count that began before the server answered the scan, whenever it arrives', () => {
  const counted = [{ _id: 'hall', people: 1 }]
  const { waits: _, ...sent } = scan({ result: 'ok', answered_at: 1500, settled_at: 1500 })
  const people = (count: typeof counted, began: number) => crowdOf(count, [sent], hall, began).people
  expect([people(counted, 1000), people(counted, 1499)]).toEqual([2, 2])
  expect(people([{ _id: 'hall', people: 2 }], 1500)).toBe(2)
})

it('counts nobody twice whom another phone had let in before', () => {
  const counters = { expected: 40, in: 25, out: 2, inside: 23 }
  const { waits: _, ...entered } = scan({ find: 'a', result: 'ok', answered_at: 1500, settled_at: 1500 })
  const notice = { kind: 'double' as const, at: 1500, point: 'Gate', otherAt: '2027-01-22T08:00:00.000Z' }
  const count = (one: KeptScan) => countersHere(counters, [one], { at: 1000, isGate: () => true })
  expect(count({ ...entered, notice })).toEqual(counters)
  expect(count({ ...entered, looked: notice })).toEqual(counters)
  expect(crowdOf([{ _id: 'hall', people: 2 }], [{ ...entered, notice }], hall, 1000).people).toBe(2)
})

it('remembers what the server has heard since it counted: an entry, and that it was undone', () => {
  const counters = { expected: 40, in: 25, out: 2, inside: 23 }
  const count = (...scans: KeptScan[]) => countersHere(counters, scans, { at: 1000, isGate: () => true })
  const { waits: _, ...entered } = scan({ find: 'a', result: 'ok', answered_at: 1500, settled_at: 1500 })
  expect(count(entered)).toEqual({ ...counters, in: 26, inside: 24 })
  const undone = { ...entered, undone_at: '2027-01-22T08:01:00.000Z', settled_at: 1600 }
  expect(count(undone)).toEqual(counters)
  // The server had counted the entry before, and has heard of the undo since.
  expect(count({ ...undone, answered_at: 900 })).toEqual({ ...counters, in: 24, inside: 22 })
  expect(count({ ...undone, answered_at: 900, settled_at: 950 })).toEqual(counters)
  // Out and in again is one person.
  const [out, back] = [scan({ find: 'a', direction: 'out' }), scan({ find: 'a' })]
  expect(count({ ...entered, answered_at: 900 }, out, back)).toEqual({ ...counters, out: 3, inside: 23 })
})
