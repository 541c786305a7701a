import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import { staffReserveBody } from '@shiloh/contract/reservations/wish'
import { describe, expect, it } from 'vitest'
import {
  type Choice,
  choiceBeside,
  choiceInForce,
  choiceOf,
  emptyChoice,
  noCare,
  requestOf,
} from '../../reserve/choice.ts'
import type { Failure } from '../../reserve/failure.ts'
import { fitChoice } from '../../reserve/fit.ts'
import {
  ama,
  delegate,
  infant,
  kofi,
  sampleDearer,
  sampleEvent,
  sampleId,
  sampleNow,
  sampleReservation,
  standardRoom,
} from '../../reserve/sample.ts'
import {
  type Added,
  beginDesk,
  type DeskAction,
  type DeskGround,
  type DeskState,
  deskRequest,
  hasDeskChanges,
  reduceDesk,
  relativeOf,
  viewDesk,
} from './desk-state.ts'

const start = fitChoice(emptyChoice, {
  offer: sampleEvent,
  relatives: [],
  title_id: null,
  designation_id: null,
  now: sampleNow,
})
const ground: DeskGround = { event: sampleEvent, me: ama, relatives: [kofi], standing: undefined }
const after = (...actions: DeskAction[]): DeskState => actions.reduce(reduceDesk, beginDesk(start))
const guest = (person_id: string, role: 'spouse' | 'child') => ({
  role,
  person_id,
  participant_type_id: role === 'child' ? infant : delegate,
  title_id: null,
  designation_id: null,
  guardian_id: null,
  care: noCare,
})
const child: Added = {
  key: sampleId(70),
  relation: 'child',
  first_name: 'Esi',
  last_name: 'Mensah',
  gender: 'female',
  birth_date: '2025-03-01',
}
const change = (patch: Extract<DeskAction, { type: 'change' }>['patch']): DeskAction => ({ type: 'change', patch })
const all = change({ participant_type_id: delegate, room: standardRoom, guests: [guest(kofi.person_id, 'spouse')] })

describe('nights that are over', () => {
  it('can be given back when they are of another category, or the beds were given up', () => {
    const lines = [
      {
        kind: 'accommodation' as const,
        ref_id: sampleId(90),
        label: 'Former room',
        quantity: 1,
        units: 2,
        unit_price: 5000,
        amount: 10_000,
        person: null,
        from_day: sampleEvent.starts_at.slice(0, 10),
        until_day: addDays(sampleEvent.starts_at.slice(0, 10), 2),
      },
    ]
    const [first, second] = nightsBetween(lines[0]?.from_day ?? '', lines[0]?.until_day ?? '')
    const now = new Date(`${addDays(second ?? '', 1)}T08:00:00Z`)
    const running = { ...ground, standing: { lines, total: 10_000 }, now }
    const before = viewDesk(after(), running)
    expect([before.returnable, before.quote.total]).toEqual([[first, second], 10_000])
    expect(deskRequest(after(), before)).not.toHaveProperty('returned_nights')
    const state = after({ type: 'return', nights: [first ?? ''] })
    const view = viewDesk(state, running)
    expect([view.quote.total, view.difference]).toEqual([5000, -5000])
    expect(deskRequest(state, view)).toMatchObject({ returned_nights: [first] })
    // One that the change gives back that waits for its payment stays given back.
    const pending = {
      lines,
      total: 10_000,
      pending_change: { returned: [second ?? ''], answers: [], lines: [], previous_total: 10_000 },
    }
    const next = viewDesk(state, { ...running, standing: pending })
    expect([next.returnable, next.quote.total]).toEqual([[first], 0])
  })
})

describe('before anything is sent', () => {
  it('everybody takes part as something, and the room is decided; the rest may stay open', () => {
    const state = after(change({ guests: [{ ...guest(kofi.person_id, 'spouse'), participant_type_id: null }] }))
    const event = { ...sampleEvent, fields: { ...sampleEvent.fields, arrival: 'required' as const } }
    expect(viewDesk(state, { ...ground, event }).lacking.map(({ field }) => field)).toEqual([
      'participant_type_id',
      `participants.${kofi.person_id}.participant_type_id`,
      'accommodation.room_category_id',
    ])
    expect(viewDesk(after(all), ground).lacking).toEqual([])
  })

  it('what is missing is said until something changes', () => {
    const stayed = after({ type: 'stay', told: [{ field: 'user_id', message: 'Choose.' }] })
    expect([stayed.told.length, stayed.sending]).toEqual([1, null])
    expect(reduceDesk(stayed, change({ room: 'none' })).told).toEqual([])
  })
})

describe('who comes along', () => {
  it('stays at home with the family of another person', () => {
    const { situation, quote } = viewDesk(after(all), { ...ground, relatives: [] })
    expect([situation.choice.guests, quote.lines.filter(({ kind }) => kind === 'participant_type').length]).toEqual([
      [],
      1,
    ])
  })

  it('can be somebody new, who is sent with the reservation if they come', () => {
    const added = after({ type: 'add', person: child }, all)
    expect(deskRequest(added, viewDesk(added, ground))).not.toHaveProperty('new_persons')
    const taken = reduceDesk(added, change({ guests: [guest(child.key, 'child')] }))
    const view = viewDesk(taken, ground)
    expect(view.coming.map(({ person }) => person.name)).toEqual([ama.name, 'Esi Mensah'])
    const request = deskRequest(taken, view)
    expect(request.new_persons).toEqual([child])
    expect(staffReserveBody.safeParse({ ...request, user_id: sampleId(1) }).error).toBeUndefined()
  })
})

it('the request is the one of the member, with a note where there is one', () => {
  const state = after(all, { type: 'note', note: '  Late.  ' })
  const view = viewDesk(state, ground)
  expect(deskRequest(state, view)).toEqual({
    ...requestOf(view.situation.choice, sampleEvent.time_zone, 50_000),
    note: 'Late.',
  })
  expect(deskRequest(after(all), view)).not.toHaveProperty('note')
})

it('an edit begins with what the reservation holds, and counts the difference', () => {
  const held = choiceOf(sampleReservation)
  const state = reduceDesk(
    beginDesk(held),
    change({ room: standardRoom, check_in: '2027-01-22', check_out: '2027-01-23' }),
  )
  const view = viewDesk(state, { ...ground, standing: sampleReservation })
  expect([view.difference, view.situation.kept]).toEqual([5000, held])
  expect(viewDesk(beginDesk(held), { ...ground, standing: sampleReservation }).difference).toBe(0)
})

it('an edit begins with a change that waits for its payment, and what is in force stays to be had', () => {
  const start = choiceOf(sampleDearer)
  const held = choiceBeside(sampleDearer)
  const state = reduceDesk(beginDesk(start), change({ committee_type_id: sampleId(74) }))
  const view = viewDesk(state, { ...ground, standing: sampleDearer, held })
  expect(deskRequest(state, view)).toMatchObject({
    accommodation: sampleDearer.pending_change?.wish.accommodation,
    committee_type_id: sampleId(74),
    expected_total: 20_000,
  })
  expect([view.difference, view.situation.held]).toEqual([10_000, choiceInForce(sampleDearer)])
})

it('an edit in a running event keeps the nights that were slept, unless the office gives them back', () => {
  const lodging = change({ room: standardRoom, check_in: '2027-01-22', check_out: '2027-01-25' })
  const held = reduceDesk(beginDesk(choiceOf(sampleReservation)), lodging)
  const { lines, total } = viewDesk(held, ground).quote
  const running = { ...ground, standing: { lines, total }, now: new Date('2027-01-24T08:00:00Z') }
  const with2 = reduceDesk(beginDesk(held.choice), change({ guests: [guest(kofi.person_id, 'spouse')] }))
  // Kofi’s place and his night.
  expect(viewDesk(with2, running).difference).toBe(10_000 + 5_000)
  expect(viewDesk(reduceDesk(beginDesk(held.choice), change({ room: 'none' })), running).difference).toBe(-5_000)
  const late = reduceDesk(beginDesk(held.choice), change({ check_in: '2027-01-23' }))
  expect(viewDesk(late, running).difference).toBe(-5_000)
})

it('an edit leaves out a title that was not changed: it may wait for the office, and is not shown', () => {
  const held: Choice = {
    ...choiceOf(sampleReservation),
    designation_id: sampleId(72),
    guests: [{ ...guest(kofi.person_id, 'spouse'), title_id: sampleId(73) }],
  }
  const bodyOf = (...actions: DeskAction[]) => {
    const state = actions.reduce(reduceDesk, beginDesk(held))
    return deskRequest(state, viewDesk(state, { ...ground, standing: sampleReservation })).participants
  }
  for (const one of bodyOf(change({ room: 'none' }))) {
    expect(one).not.toHaveProperty('title_id')
    expect(one).not.toHaveProperty('designation_id')
  }
  const [main, spouse] = bodyOf(
    change({ title_id: sampleId(71), designation_id: null, guests: [guest(kofi.person_id, 'spouse')] }),
  )
  expect(main).toMatchObject({ title_id: sampleId(71), designation_id: null })
  expect(spouse).toMatchObject({ title_id: null })
  expect(spouse).not.toHaveProperty('designation_id')
  // Somebody who is added has both.
  const added = { ...guest(sampleId(8), 'child'), title_id: sampleId(74) }
  const relatives = [kofi, relativeOf({ ...child, key: sampleId(8) })]
  const state = reduceDesk(beginDesk(held), change({ guests: [added] }))
  expect(
    deskRequest(state, viewDesk(state, { ...ground, relatives, standing: sampleReservation })).participants[1],
  ).toMatchObject({ title_id: sampleId(74), designation_id: null })
})

describe('sending', () => {
  const sending = after(all, { type: 'send', which: 1 })
  const fail = (failure: Failure) => reduceDesk(sending, { type: 'fail', failure })

  it('is over with its answer', () => {
    expect(sending.sending).toBe(1)
    expect(reduceDesk(sending, { type: 'done' }).sending).toBe('done')
    expect(fail({ kind: 'quote' })).toMatchObject({ sending: null, failure: { kind: 'quote' }, told: [] })
  })

  it('says at the fields what the server refused', () => {
    const told = [{ field: 'participant_type_id', message: 'Full.' }]
    expect(fail({ kind: 'fields', gone: true, told })).toMatchObject({ told, failure: { gone: true } })
    expect(reduceDesk(fail({ kind: 'fields', gone: true, told }), { type: 'send', which: 0 })).toMatchObject({
      told: [],
      failure: null,
    })
  })

  it('leaving loses something that was typed, but nothing that is under way', () => {
    expect(hasDeskChanges(beginDesk(start), false)).toBe(false)
    expect([
      hasDeskChanges(beginDesk(start), true),
      hasDeskChanges(after({ type: 'note', note: 'x' }), false),
      hasDeskChanges(after(all), false),
      hasDeskChanges(fail({ kind: 'quote' }), false),
    ]).toEqual([true, true, true, true])
    expect([hasDeskChanges(sending, true), hasDeskChanges(reduceDesk(sending, { type: 'done' }), true)]).toEqual([
      false,
      false,
    ])
  })
})

it('a price that the server has for the choice is shown and sent, until something else is chosen', () => {
  const state = after(all)
  const { quote } = viewDesk(state, ground)
  const kept = { ...quote, total: 40_000 }
  const told = reduceDesk(state, { type: 'fail', failure: { kind: 'quote' }, quoted: kept })
  const again = reduceDesk(told, { type: 'send', which: 0 })
  for (const one of [told, again])
    expect(deskRequest(one, viewDesk(one, ground))).toMatchObject({ expected_total: 40_000 })
  expect(viewDesk(reduceDesk(told, change({ committee_type_id: sampleId(74) })), ground).quote).toEqual(quote)
})
