import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { ScanResult } from '@shiloh/contract/checkin/scans'
import { describe, expect, it } from 'vitest'
import type { GateAnswer } from './engine/gate.ts'
import { byReservation, outcomeOf, roomsOf, sittingOf, undoneOf } from './outcome.ts'

function person(id: string, more: Partial<GateParticipant> = {}): GateParticipant {
  return {
    _id: id,
    reservation_id: 'r1',
    event_id: 'e1',
    code: 'SHL-ABCD',
    name: id,
    role: 'main',
    status: 'active',
    participant_type: 'Delegate',
    title: null,
    room: null,
    room_category: null,
    caterer: null,
    caterer_id: null,
    party: 1,
    balance: 0,
    currency: 'GHS',
    checked_in_at: null,
    checked_out_at: null,
    entered: null,
    ...more,
  }
}
const answer = (result: ScanResult, reservation: GateParticipant | null = null): GateAnswer => ({ result, reservation })

describe('what the gate says', () => {
  it('of one person is their result, on its ground', () => {
    const grounds: readonly (readonly [ScanResult, string])[] = [
      ['ok', 'ok'],
      ['already_redeemed', 'used'],
      ['unpaid', 'invalid'],
      ['cancelled', 'invalid'],
      ['no_meal', 'invalid'],
      ['not_now', 'used'],
      ['several', 'used'],
      ['wrong_event', 'invalid'],
      ['not_found', 'invalid'],
      ['invalid', 'invalid'],
    ]
    for (const [result, tone] of grounds)
      expect(outcomeOf([answer(result)], 'in')).toMatchObject({ result, tone, people: [] })
  })

  it('asks about a code that is only not on this phone', () => {
    expect(outcomeOf([answer('not_found')], 'in', true)).toMatchObject({ result: 'not_found', tone: 'used' })
    expect(outcomeOf([answer('invalid')], 'in', true)).toMatchObject({ tone: 'invalid' })
  })

  it('lets a party in of which one was there already, and can take back only who came', () => {
    const [one, two] = [person('one'), person('two')]
    const outcome = outcomeOf([answer('already_redeemed', one), answer('ok', two)], 'in')
    expect(outcome).toMatchObject({ result: 'ok', tone: 'ok', people: [one, two], moved: [two] })
  })

  it('names the obstacle of a party before anything else', () => {
    const outcome = outcomeOf([answer('ok', person('one')), answer('unpaid', person('two'))], 'in')
    expect(outcome).toMatchObject({ result: 'unpaid', tone: 'invalid' })
  })

  it('names whose entry was taken back, and nobody else', () => {
    const [one, two] = [person('one'), person('two')]
    const outcome = outcomeOf([answer('already_redeemed', one), answer('ok', two)], 'in')
    expect(undoneOf(outcome)).toMatchObject({ tone: 'undone', direction: 'in', people: [two] })
  })

  it('finds nobody where nothing was answered', () => {
    expect(outcomeOf([], 'in')).toMatchObject({ result: 'not_found', tone: 'invalid' })
  })
})

it('names the sitting that somebody ordered: of their caterer, the nearest one', () => {
  const sitting = (
    name: string,
    caterer_id: string | null,
    starts_at: string | null,
    kind: 'meal' | 'hall' = 'meal',
  ) => ({
    name,
    kind,
    caterer_id,
    starts_at,
  })
  const points = [
    sitting('Breakfast', 'efua', '2027-01-22T07:00:00.000Z'),
    sitting('Lunch', 'efua', '2027-01-22T12:00:00.000Z'),
    sitting('Lunch of others', 'kojo', '2027-01-22T12:00:00.000Z'),
    sitting('At any time', 'efua', null),
    sitting('Hall', null, null, 'hall'),
  ]
  const at = Date.parse('2027-01-22T11:30:00Z')
  expect(sittingOf(person('a', { caterer_id: 'efua' }), points, at)?.name).toBe('Lunch')
  expect(sittingOf(person('a', { caterer_id: 'efua' }), points.slice(2), at)?.name).toBe('At any time')
  expect(sittingOf(person('a', { caterer_id: 'ama' }), points, at)).toBeUndefined()
  expect(sittingOf(person('a'), points, at)).toBeUndefined()
})

describe('the rooms of a party', () => {
  const room = (name: string, bed: number) => ({ name, block: 'East', floor: 2, bed })
  it('are named once, with the beds in order', () => {
    expect(roomsOf([person('a', { room: room('204', 2) }), person('b', { room: room('204', 1) })])).toEqual([
      { name: '204', block: 'East', floor: 2, beds: ['A', 'B'] },
    ])
  })
  it('are several where they differ, and none before they are given', () => {
    expect(
      roomsOf([person('a', { room: room('1', 1) }), person('b', { room: room('2', 1) }), person('c')]),
    ).toHaveLength(2)
    expect(roomsOf([person('a')])).toEqual([])
  })
})

it('people of one reservation stand together, where the first of them stood', () => {
  const people = [person('a'), person('b', { reservation_id: 'r2' }), person('c')]
  expect(byReservation(people).map((party) => party.map(({ _id }) => _id))).toEqual([['a', 'c'], ['b']])
})
