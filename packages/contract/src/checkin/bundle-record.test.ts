import { expect, it } from 'vitest'
import { hashBytes, hashNumber, packPeople, readPeople } from './bundle-people.ts'
import { type BundleRecord, packRecord, readRecord } from './bundle-record.ts'
import { createReader, createWriter } from './bytes.ts'

const record: BundleRecord = {
  name: 'Nana Ɔdɔ Müller 🎉',
  code: 'LC-7H2KQ9ZX',
  role: 'main',
  status: 'active',
  participantType: 'Delegate',
  title: null,
  room: null,
  bed: null,
  roomCategory: null,
  catererId: null,
  caterer: null,
  party: 1,
  balance: 0,
  owed: 0,
  passed: [],
}
const at = new Date('2027-01-22T08:00:01Z')

it.each<[string, Partial<BundleRecord>]>([
  ['the usual', {}],
  ['a code from before, with other letters', { code: 'LC-OILU0O1I' }],
  ['a short code', { code: 'PRACTICE' }],
  ['a prefix of two parts', { code: 'A-B-ZZZZZZZZ' }],
  ['no name', { name: '' }],
  ['the last of all kinds', { role: 'companion', status: 'archived' }],
  ['a large balance', { balance: 123_456_789_012, owed: 123_456_789_013, party: 20 }],
  ['a party', { party: 2 }],
  [
    'everything',
    { title: 'Elder', room: 'Bethel\n2\n201', bed: 3, roomCategory: 'Hall', catererId: 'c1', caterer: 'Efua' },
  ],
  [
    'entries',
    {
      passed: [
        { pointId: null, direction: 'in', at, deviceId: 'north' },
        { pointId: 'p1', direction: 'out', at, deviceId: 'south' },
      ],
    },
  ],
])('reads a record as it was packed: %s', (_, more) => {
  const words: string[] = []
  const word = (text: string) => {
    if (!words.includes(text)) words.push(text)
    return words.indexOf(text)
  }
  const whole = { ...record, ...more }
  expect(readRecord(packRecord(whole, word), (place) => words[place])).toEqual(whole)
})

it('packs a usual record in few bytes', () => {
  expect(packRecord({ ...record, name: 'Ama Boateng' }, () => 1)).toHaveLength(1 + 1 + 5 + 11)
})

it('reads people as they were packed, in any order, with and without persons', () => {
  const far = hashNumber(new Uint8Array(6).fill(255))
  const groups = [
    { group: far, records: [{ find: 0, sealed: Uint8Array.of(1, 2, 3) }] },
    { group: 7, records: [] },
    {
      group: 300,
      records: [
        { find: far, sealed: new Uint8Array(200).fill(9) },
        { find: 1, sealed: Uint8Array.of() },
      ],
    },
  ]
  expect(readPeople(packPeople(groups))).toEqual([groups[1], groups[2], groups[0]])
  expect(readPeople(packPeople([]))).toEqual([])
  expect(hashNumber(hashBytes(far))).toBe(far)
})

it('refuses what is no number, and bytes that end too early', () => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => createWriter().number(value)).toThrow()
  const packed = packPeople([{ group: 1, records: [{ find: 1, sealed: Uint8Array.of(1, 2, 3) }] }])
  expect(() => readPeople(packed.slice(0, -1))).toThrow()
  expect(() => createReader(Uint8Array.of(128)).number()).toThrow()
  expect(() => readRecord(Uint8Array.of(31, 0), () => '')).toThrow('not a record')
})
