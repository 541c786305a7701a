import { describe, expect, it } from 'vitest'
import { brokenRules, loggedRules, RULES, type Rule, type Sleeping } from './check.rules.ts'
import type { Pair, RunPerson, RunRoom } from './model.rules.ts'

const person = (id: string, more: Partial<RunPerson> = {}): RunPerson => ({
  id,
  role: 'main',
  gender: 'female',
  isChild: false,
  needsLow: false,
  needsQuiet: false,
  bearings: [],
  districtId: null,
  language: 'en',
  ...more,
})
const room = (more: Partial<RunRoom> = {}): RunRoom => ({
  id: 'room',
  name: '1',
  blockId: 'block',
  floor: 1,
  beds: 3,
  categoryId: 'standard',
  genderRule: null,
  accessible: false,
  quiet: false,
  keptFor: [],
  closed: [],
  occupants: [],
  ...more,
})
const sleeps = (who: RunPerson, more: Partial<Sleeping> = {}): Sleeping => ({
  person: who,
  partyId: `party of ${who.id}`,
  roomId: 'room',
  bed: 1,
  check_in: '2027-01-04',
  check_out: '2027-01-06',
  isNew: true,
  claim: { categoryId: 'standard', blockIds: [] },
  ...more,
})

interface Case {
  readonly rooms: readonly RunRoom[]
  readonly sleeping: readonly Sleeping[]
  readonly apart?: readonly Pair[]
}

const [anna, berta] = [person('anna'), person('berta')]
const karl = person('karl', { gender: 'male' })

/** For each rule, a plan that breaks it and nothing else. */
const CASES: Readonly<Record<Rule, Case>> = {
  room_unknown: { rooms: [], sleeping: [sleeps(anna)] },
  bed_unknown: { rooms: [room()], sleeping: [sleeps(anna, { bed: 4 })] },
  bed_twice: { rooms: [room()], sleeping: [sleeps(anna, { isNew: false }), sleeps(berta, { check_in: '2027-01-05' })] },
  person_twice: {
    rooms: [room(), room({ id: 'other' })],
    sleeping: [sleeps(anna, { isNew: false }), sleeps(anna, { roomId: 'other' })],
  },
  category: { rooms: [room({ categoryId: 'executive' })], sleeping: [sleeps(anna)] },
  block: { rooms: [room()], sleeping: [sleeps(anna, { claim: { categoryId: 'standard', blockIds: ['elsewhere'] } })] },
  maintenance: {
    rooms: [room({ closed: [{ check_in: '2027-01-05', check_out: '2027-01-09' }] })],
    sleeping: [sleeps(anna)],
  },
  kept: { rooms: [room({ keptFor: ['apostle'] })], sleeping: [sleeps(anna)] },
  ground_floor: { rooms: [room()], sleeping: [sleeps(person('nana', { needsLow: true }))] },
  gender: { rooms: [room()], sleeping: [sleeps(anna), sleeps(karl, { bed: 2 })] },
  family: {
    rooms: [room({ genderRule: 'family' })],
    sleeping: [sleeps(anna), sleeps(berta, { bed: 2 })],
  },
  companion: {
    rooms: [room()],
    sleeping: [sleeps(anna, { partyId: 'one' }), sleeps({ ...karl, role: 'companion' }, { partyId: 'one', bed: 2 })],
  },
  couple: {
    rooms: [room(), room({ id: 'other' })],
    sleeping: [
      sleeps(anna, { partyId: 'one' }),
      sleeps({ ...karl, role: 'spouse' }, { partyId: 'one', roomId: 'other' }),
    ],
  },
  child: {
    rooms: [room()],
    sleeping: [sleeps(anna), sleeps(person('ella', { isChild: true }), { bed: 2 })],
  },
  apart: { rooms: [room()], sleeping: [sleeps(anna), sleeps(berta, { bed: 2 })], apart: [['berta', 'anna']] },
}

describe('the second check', () => {
  it.each(RULES)('sees %s broken', (rule) => {
    const { rooms, sleeping, apart = [] } = CASES[rule]
    expect([...new Set(brokenRules(rooms, sleeping, apart).map((broken) => broken.rule))]).toEqual([rule])
  })

  it('finds nothing in a good plan, and does not judge what was there before', () => {
    const wife = person('wife', { role: 'spouse' })
    const sleeping = [
      sleeps(karl, { partyId: 'couple', roomId: 'one' }),
      sleeps(wife, { partyId: 'couple', roomId: 'one', bed: 2 }),
      sleeps(anna, { check_out: '2027-01-05' }),
      sleeps(berta, { check_in: '2027-01-05' }),
      sleeps(person('old'), { isNew: false, roomId: 'odd' }),
      sleeps(person('odd', { gender: 'male' }), { isNew: false, roomId: 'odd', bed: 2 }),
    ]
    expect(brokenRules([room(), room({ id: 'one' }), room({ id: 'odd' })], sleeping, [])).toEqual([])
  })

  it('names the two who must not share, and nobody for two who did so before', () => {
    const [old, other] = [sleeps(anna, { isNew: false }), sleeps(berta, { bed: 2 })]
    const third = sleeps(person('carla'), { bed: 3 })
    const enemies: Pair[] = [['berta', 'anna']]
    // For each of the two nights.
    const broken = { rule: 'apart', roomId: 'room', personIds: ['anna', 'berta'] }
    expect(brokenRules([room()], [old, other, third], enemies)).toEqual([broken, broken])
    expect(brokenRules([room()], [old, { ...other, isNew: false }, third], enemies)).toEqual([])
  })

  it('tells a log nothing of those who must not share', () => {
    const broken = [
      { rule: 'apart', roomId: 'room', personIds: ['anna', 'berta'] },
      { rule: 'kept', roomId: 'room', personIds: ['anna'] },
    ] as const
    expect(loggedRules(broken)).toEqual([{ rule: 'unsuitable' }, broken[1]])
  })

  it('sees a couple among strangers', () => {
    const wife = person('wife', { role: 'spouse' })
    const sleeping = [
      sleeps(anna, { partyId: 'couple' }),
      sleeps(wife, { partyId: 'couple', bed: 2 }),
      sleeps(berta, { bed: 3 }),
    ]
    expect(brokenRules([room()], sleeping, []).map(({ rule }) => rule)).toContain('family')
  })
})
