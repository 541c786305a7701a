import type { RoomBoard } from '@shiloh/contract/allocation/board'
import { describe, expect, it } from 'vitest'
import {
  fitOf,
  followed,
  freeIn,
  isNamed,
  look,
  merged,
  NO_FILTER,
  roomsShown,
  waitingParties,
  withBeds,
} from './state.ts'

const STAY = { check_in: '2027-01-10', check_out: '2027-01-13' }
type Person = RoomBoard['reservations'][number]['persons'][number]
type Room = RoomBoard['rooms'][number]

const person = (_id: string, extra: Partial<Person> = {}): Person => ({
  _id,
  name: `Person ${_id}`,
  role: 'main',
  gender: 'female',
  type: 0,
  ...extra,
})

const room = (_id: string, extra: Partial<Room> = {}): Room => ({
  _id,
  name: _id.toUpperCase(),
  block_id: 'hope',
  block: 'Hope',
  category_id: 'standard',
  category: 'Standard',
  floor: 0,
  beds: 2,
  gender_rule: null,
  accessible: false,
  quiet: false,
  kept_title_ids: [],
  kept_for: [],
  kept_designation_ids: [],
  maintenance: [],
  others: [],
  ...extra,
})

const answer = (
  parties: Readonly<Record<string, readonly Person[]>>,
  rooms: readonly Room[] = [],
  extra: Partial<RoomBoard> = {},
): RoomBoard => ({
  cursor: '1-1',
  whole: true,
  center_id: 'center',
  nights: STAY,
  today: '2027-01-01',
  stays: [{ category_id: 'standard', category: 'Standard', block_ids: [], ...STAY }],
  types: ['Delegate'],
  districts: ['Kasoa'],
  reservations: Object.entries(parties).map(([_id, persons]) => ({
    _id,
    code: `MW-${_id}`,
    stay: 0,
    persons: [...persons],
  })),
  rooms: [...rooms],
  ...extra,
})

const bed = (room_id: string, at = 1) => ({ room_id, bed: at, ...STAY })

describe('the board in the browser', () => {
  it('takes over what changed, and forgets who left', () => {
    const first = merged(undefined, answer({ a: [person('a1')], b: [person('b1')] }, [room('h1')]))
    const delta = answer({ a: [], b: [person('b1', { bed: bed('h1') })] }, [], { whole: false, cursor: '2-2' })
    const next = merged(first, delta)
    expect([...next.parties.keys()]).toEqual(['b'])
    expect(next.cursor).toBe('2-2')
    expect([...next.rooms.keys()]).toEqual(['h1'])
    expect(look(next)).toMatchObject({ taken: 1, waiting: 0, beds: 2 })
  })

  it('takes no changes for a board that was left or loaded again meanwhile', () => {
    const first = merged(undefined, answer({ a: [person('a1')] }, [room('h1')]))
    const delta = answer({ a: [person('a1', { bed: bed('h1') })] }, [], { whole: false, cursor: '2-2' })
    expect(followed(undefined, '1-1', delta)).toBeUndefined()
    const again = merged(undefined, answer({ a: [person('a1')] }, [room('h1')], { cursor: '3-3' }))
    expect(followed(again, '1-1', delta)).toBe(again)
    expect(followed(first, '1-1', delta)).toMatchObject({ cursor: '2-2', rooms: first.rooms })
  })

  it('says before dropping who fits, and why the others do not', () => {
    const looked = look(
      merged(
        undefined,
        answer(
          {
            a: [person('a1', { bed: bed('h1') })],
            b: [person('b1', { gender: 'male' })],
            c: [person('c1')],
            d: [person('d1')],
            e: [person('e1', { low: true })],
          },
          [room('h1'), room('h2', { floor: 2 }), room('h3', { beds: 1 })],
        ),
      ),
    )
    const fitting = (id: string, ...ids: string[]) => {
      const found = looked.board.rooms.get(id)
      return found && fitOf(looked, found, new Set(ids))
    }
    expect(fitting('h1', 'b1')).toEqual({ fits: 0, reasons: ['gender'] })
    expect(fitting('h1', 'c1')).toEqual({ fits: 1, reasons: [] })
    expect(fitting('h2', 'e1')).toEqual({ fits: 0, reasons: ['floor'] })
    expect(fitting('h3', 'c1', 'd1')).toEqual({ fits: 1, reasons: ['full'] })
    // Somebody who is already there does not stand in their own way.
    expect(fitting('h1', 'a1')).toEqual({ fits: 1, reasons: [] })
  })

  it('does not mind who slept there on nights that are over', () => {
    const party = {
      a: [person('a1')],
      b: [person('b1', { gender: 'male', bed: { ...bed('h1'), check_out: '2027-01-12' } })],
    }
    const closed = { maintenance: [{ check_in: '2027-01-10', check_out: '2027-01-11', reason: 'Shower' }] }
    const seen = (today: string) => {
      const looked = look(merged(undefined, answer(party, [room('h1', closed)], { today })))
      const h1 = looked.board.rooms.get('h1')
      return h1 && [fitOf(looked, h1, new Set(['a1'])).reasons, freeIn(looked, h1, STAY)]
    }
    expect(seen('2027-01-10')).toEqual([['maintenance', 'gender'], 0])
    expect(seen('2027-01-11')).toEqual([['gender'], 1])
    expect(seen('2027-01-12')).toEqual([[], 2])
  })

  it('keeps a couple together', () => {
    const couple = [person('a1', { gender: 'male' }), person('a2', { role: 'spouse' })]
    const looked = look(merged(undefined, answer({ a: couple }, [room('h1')])))
    const h1 = looked.board.rooms.get('h1')
    expect(h1 && fitOf(looked, h1, new Set(['a1']))).toEqual({ fits: 0, reasons: ['couple'] })
    expect(h1 && fitOf(looked, h1, new Set(['a1', 'a2']))).toEqual({ fits: 2, reasons: [] })
  })

  it('filters people and rooms, and finds Ɛsi by esi', () => {
    const board = merged(
      undefined,
      answer({ a: [person('a1', { name: 'Ɛsi Mensah', district: 0 })], b: [person('b1', { gender: 'male' })] }, [
        room('h1', { maintenance: [{ check_in: '2027-01-11', check_out: '2027-01-12', reason: 'Shower' }] }),
        room('h2', { accessible: true, floor: 1 }),
      ]),
    )
    const looked = look(board)
    const names = (filter: object) => waitingParties(looked, { ...NO_FILTER, ...filter }).map(({ id }) => id)
    expect(names({ search: 'esi' })).toEqual(['a'])
    expect(names({ gender: 'male' })).toEqual(['b'])
    expect(names({ district: 'Kasoa' })).toEqual(['a'])
    expect(names({ nights: 2 })).toEqual([])
    const rooms = (filter: object, period = STAY) =>
      roomsShown(
        looked,
        { block: null, category: null, free: false, accessible: false, search: '', ...filter },
        period,
      ).map(({ _id }) => _id)
    expect(rooms({ free: true })).toEqual(['h2'])
    expect(rooms({ free: true }, { check_in: '2027-01-12', check_out: '2027-01-13' })).toEqual(['h1', 'h2'])
    expect(rooms({ search: 'h-2' })).toEqual(['h2'])
  })

  it('counts those who do not know where they sleep, or that they lost their room', () => {
    const board = merged(
      undefined,
      answer({
        a: [person('a1', { bed: bed('h1'), told: 'h1' }), person('a2', { bed: bed('h1', 2) })],
        b: [person('b1', { told: 'h1' }), person('b2'), person('b3', { bed: bed('h2'), told: 'h1' })],
      }),
    )
    expect(look(board).untold).toBe(3)
    expect(look(withBeds(board, new Map([['a1', null]]))).untold).toBe(4)
  })

  it('shows a bed as taken at once', () => {
    const board = merged(undefined, answer({ a: [person('a1')] }, [room('h1')]))
    const looked = look(withBeds(board, new Map([['a1', bed('h1', 2)]])))
    const h1 = looked.board.rooms.get('h1')
    expect(h1 && freeIn(looked, h1, STAY)).toBe(1)
    expect(waitingParties(looked, NO_FILTER)).toEqual([])
  })
})

it('finds a room by its exact name before others, and words by how they begin', () => {
  const rooms = [
    room('b-101', { name: 'B-101', block: 'Bethel Block' }),
    room('e-101', { name: 'E-101', block: 'Ebenezer Block' }),
    room('e-1010', { name: 'E-1010', block: 'Ebenezer Block' }),
  ]
  const looked = look(merged(undefined, answer({}, rooms)))
  const found = (search: string) =>
    roomsShown(looked, { block: null, category: null, free: false, accessible: false, search }, STAY).map(
      ({ _id }) => _id,
    )
  expect(found('e-101')).toEqual(['e-101', 'e-1010'])
  expect(found('E101')).toEqual(['e-101', 'e-1010'])
  expect(found('bethel 101')).toEqual(['b-101'])
  expect(found('ebenezer e101')).toEqual(['e-101', 'e-1010'])
  expect(rooms.filter((one) => isNamed(one, 'e-101')).map(({ _id }) => _id)).toEqual(['e-101'])
})
