import { expect, it } from 'vitest'
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
  isOpen: false,
  practice: false,
  notice: null,
  waits: 1,
  ...more,
})

it('counts whom the server knows and whose scans wait here, and says when it is full', () => {
  const counted = [{ _id: 'hall', people: 3 }]
  const people = (...scans: KeptScan[]) => crowdOf(counted, scans, hall).people
  expect(crowdOf(counted, [], hall)).toEqual({ people: 3, capacity: 4, isFull: false })
  expect(crowdOf(counted, [scan({})], hall)).toEqual({ people: 4, capacity: 4, isFull: true })
  const { waits: _, ...sent } = scan({ result: 'ok' })
  expect([people(sent), people(scan({ point_id: 'gate' })), people(scan({ said: 'unpaid' }))]).toEqual([3, 3, 3])
  expect([people(scan({ direction: 'out' })), people(scan({}), scan({}))]).toEqual([2, 5])
  // Undone before the server had heard of it, and after.
  const undone_at = '2027-01-22T08:01:00.000Z'
  expect([people(scan({ undone_at })), people(scan({ undone_at, result: 'ok' }))]).toEqual([3, 2])
  expect(crowdOf([], [], { ...hall, capacity: null })).toEqual({ people: 0, capacity: null, isFull: false })
})
