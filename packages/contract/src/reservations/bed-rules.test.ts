import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byFitness,
  chooseRoom,
  decideBeds,
  freeBeds,
  type Gender,
  type Occupant,
  type Party,
  type Room,
  type RoomScope,
  reasonsAgainst,
  type Sleeper,
  withParty,
} from './bed-rules.ts'

const room = (extra: Partial<Room> = {}): Room => ({
  id: 'room',
  name: 'A1',
  blockId: 'block',
  blockName: 'Block A',
  centerId: 'center',
  categoryId: 'standard',
  floor: 0,
  beds: 2,
  genderRule: null,
  accessible: false,
  keptForTitleIds: [],
  keptForDesignationIds: [],
  maintenance: [],
  occupants: [],
  ...extra,
})
const stay = { check_in: '2027-01-10', check_out: '2027-01-12' }
const sleeper = (gender: Gender | null, extra: Partial<Sleeper> = {}): Sleeper => ({
  participantId: '',
  role: 'main',
  gender,
  isChild: false,
  mobilityIssue: false,
  titleId: null,
  designationId: null,
  ...extra,
})
const occupant = (bed: number, gender: Gender | null, extra: Partial<Occupant> = {}): Occupant => ({
  ...sleeper(gender),
  bed,
  partyId: `party ${bed}`,
  ...stay,
  ...extra,
})
/** One person or a couple. */
const party = (genders: readonly (Gender | null)[], extra: Partial<Party & Sleeper> = {}): Party => {
  const { id = 'new', check_in = stay.check_in, check_out = stay.check_out, rest, ...person } = extra
  return {
    id,
    check_in,
    check_out,
    ...(rest ? { rest } : {}),
    sleepers: genders.map((gender, index) => sleeper(gender, { role: index === 0 ? 'main' : 'spouse', ...person })),
  }
}
const family = (...sleepers: Sleeper[]): Party => ({ id: 'new', sleepers, ...stay })
const scope: RoomScope = { centerId: 'center', categoryId: 'standard', blockIds: [] }
const outcome = (of: Room | undefined, who: Party, where = scope) => {
  const decision = decideBeds(of, who, where)
  return 'beds' in decision ? decision.beds : decision.code
}

describe('a bed', () => {
  test.each<[string, Room | undefined, Party, unknown]>([
    ['in a room that is not there', undefined, party(['male']), 'invalid_input'],
    ['in a room of another category', room({ categoryId: 'executive' }), party(['male']), 'invalid_input'],
    ['in another centre', room({ centerId: 'elsewhere' }), party(['male']), 'invalid_input'],
    ['in an empty room', room(), party(['male']), [1]],
    ['beside the same gender', room({ occupants: [occupant(1, 'male')] }), party(['male']), [2]],
    ['beside the other gender', room({ occupants: [occupant(1, 'female')] }), party(['male']), 'room_unsuitable'],
    ['beside somebody unknown', room({ occupants: [occupant(1, null)] }), party(['male']), 'room_unsuitable'],
    ['of somebody unknown, alone with others to come', room(), party([null]), 'room_unsuitable'],
    ['of somebody unknown, in a single room', room({ beds: 1 }), party([null]), [1]],
    ['in a full room', room({ occupants: [occupant(1, 'male'), occupant(2, 'male')] }), party(['male']), 'room_taken'],
    [
      'that is free the night after',
      room({ beds: 1, occupants: [occupant(1, 'female', { check_in: '2027-01-12', check_out: '2027-01-13' })] }),
      party(['male']),
      [1],
    ],
    ['for women, of a man', room({ genderRule: 'female' }), party(['male']), 'room_unsuitable'],
    ['for women, of a woman', room({ genderRule: 'female' }), party(['female']), [1]],
    ['of a couple, in an empty room', room(), party(['male', 'female']), [1, 2]],
    ['of a couple, in a family room', room({ genderRule: 'family' }), party(['male', 'female']), [1, 2]],
    ['of a couple, in a room for men', room({ genderRule: 'male' }), party(['male', 'female']), 'room_unsuitable'],
    ['of a couple, in a single room', room({ beds: 1 }), party(['male', 'female']), 'room_unsuitable'],
    [
      'of a couple, beside somebody',
      room({ beds: 3, occupants: [occupant(1, 'male')] }),
      party(['male', 'female']),
      'room_unsuitable',
    ],
    [
      'beside a couple',
      room({ beds: 3, occupants: [occupant(1, 'male', { partyId: 'p' }), occupant(2, 'female', { partyId: 'p' })] }),
      party(['male']),
      'room_unsuitable',
    ],
    [
      'beside a couple of one recorded gender',
      room({
        beds: 3,
        occupants: [occupant(1, 'male', { partyId: 'p' }), occupant(2, 'male', { partyId: 'p', role: 'spouse' })],
      }),
      party(['male']),
      'room_unsuitable',
    ],
    [
      'in a family room with a family in it',
      room({ genderRule: 'family', beds: 3, occupants: [occupant(1, 'male')] }),
      party(['male']),
      'room_unsuitable',
    ],
    [
      'upstairs, for a person who cannot climb',
      room({ floor: 2 }),
      party(['male'], { mobilityIssue: true }),
      'room_unsuitable',
    ],
    ['upstairs and accessible', room({ floor: 2, accessible: true }), party(['male'], { mobilityIssue: true }), [1]],
    [
      'kept for others',
      room({ keptForTitleIds: ['apostle'] }),
      party(['male'], { titleId: 'elder' }),
      'room_unsuitable',
    ],
    ['kept for them', room({ keptForTitleIds: ['apostle'] }), party(['male'], { titleId: 'apostle' }), [1]],
    [
      'kept for their office',
      room({ keptForTitleIds: ['apostle'], keptForDesignationIds: ['head'] }),
      party(['male'], { designationId: 'head' }),
      [1],
    ],
    [
      'under maintenance',
      room({ maintenance: [{ check_in: '2027-01-11', check_out: '2027-01-15' }] }),
      party(['male']),
      'room_unsuitable',
    ],
    [
      'after maintenance',
      room({ maintenance: [{ check_in: '2027-01-01', check_out: '2027-01-10' }] }),
      party(['male']),
      [1],
    ],
  ])('%s', (_, of, who, expected) => {
    expect(outcome(of, who)).toEqual(expected)
  })

  test('lies in the blocks that the event offers', () => {
    expect(outcome(room(), party(['male']), { ...scope, blockIds: ['other'] })).toBe('invalid_input')
    expect(outcome(room(), party(['male']), { ...scope, blockIds: ['block'] })).toEqual([1])
  })

  test('is never given twice for a night, nor to strangers of the other gender, in any order of arrival', () => {
    const person = fc.record({
      gender: fc.constantFrom<Gender | null>('male', 'female', null),
      role: fc.constantFrom('child', 'companion', 'spouse'),
      isChild: fc.boolean(),
    })
    const anyParty = fc.record({
      main: fc.record({ gender: fc.constantFrom<Gender | null>('male', 'female', null), isChild: fc.boolean() }),
      others: fc.array(person, { maxLength: 3 }),
      from: fc.integer({ min: 10, max: 14 }),
      length: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyParty, { maxLength: 14 }),
        fc.constantFrom(null, 'male' as const, 'female' as const, 'family' as const),
        fc.integer({ min: 1, max: 6 }),
        (parties, genderRule, beds) => {
          let current = room({ genderRule, beds })
          parties.forEach(({ main, others, from, length }, index) => {
            const who: Party = {
              id: `p${index}`,
              sleepers: [sleeper(main.gender, main), ...others.map((one) => sleeper(one.gender, one))],
              check_in: `2027-01-${from}`,
              check_out: `2027-01-${from + length}`,
            }
            const decision = decideBeds(current, who, scope)
            expect('beds' in decision).toBe(reasonsAgainst(current, who, scope).length === 0)
            if (!('beds' in decision)) return
            expect(new Set(decision.beds).size).toBe(who.sleepers.length)
            for (const bed of decision.beds) expect(freeBeds(current, who)).toContain(bed)
            current = withParty(current, who, decision.beds)
          })
          for (let night = 10; night < 20; night += 1) {
            const there = current.occupants.filter(
              ({ check_in, check_out }) => check_in <= `2027-01-${night}` && `2027-01-${night}` < check_out,
            )
            expect(new Set(there.map(({ bed }) => bed)).size).toBe(there.length)
            const isShared = new Set(there.map(({ partyId }) => partyId)).size > 1
            if (!isShared) continue
            expect(new Set(there.map(({ gender }) => gender)).size).toBe(1)
            expect(there[0]?.gender).not.toBeNull()
            expect(there.some(({ role }) => role === 'spouse')).toBe(false)
            for (const child of there.filter(({ isChild }) => isChild)) {
              const adults = there.filter(({ isChild }) => !isChild)
              const strangers = adults.filter(({ partyId }) => partyId !== child.partyId)
              expect(strangers.length === 0 || strangers.length < adults.length).toBe(true)
            }
          }
        },
      ),
    )
  })
})

describe('a family', () => {
  const mother = sleeper('female', { participantId: 'mother' })
  const daughter = sleeper('female', { participantId: 'daughter', role: 'child', isChild: true })
  const son = sleeper('male', { participantId: 'son', role: 'child', isChild: true })
  const wide = room({ beds: 4 })

  test('of one gender may sleep among others, one of both has the room alone', () => {
    const women = room({ beds: 4, occupants: [occupant(1, 'female')] })
    expect(outcome(women, family(mother, daughter))).toEqual([2, 3])
    expect(outcome(women, family(mother, son))).toBe('room_unsuitable')
    expect(outcome(wide, family(mother, son, daughter))).toEqual([1, 2, 3])
  })

  test('does not leave a child among unrelated adults', () => {
    const women = room({ beds: 4, occupants: [occupant(1, 'female')] })
    const alone = { ...family(daughter), rest: [mother] }
    expect(reasonsAgainst(women, alone, scope)).toEqual(['child'])
    const withMother = room({
      beds: 4,
      occupants: [occupant(1, 'female'), occupant(2, 'female', { ...mother, partyId: 'new' })],
    })
    expect(reasonsAgainst(withMother, alone, scope)).toEqual([])
    const children = room({ beds: 4, occupants: [occupant(1, 'female', { isChild: true })] })
    expect(reasonsAgainst(children, alone, scope)).toEqual([])
    expect(reasonsAgainst(children, party(['female']), scope)).toEqual(['child'])
  })

  test('is guarded on every night: a guardian who leaves early is none for the last', () => {
    const there = room({
      beds: 4,
      occupants: [
        occupant(1, 'female', { isChild: true, partyId: 'f' }),
        occupant(2, 'female', { partyId: 'f', check_out: '2027-01-11' }),
      ],
    })
    expect(reasonsAgainst(there, party(['female'], { check_out: '2027-01-11' }), scope)).toEqual([])
    expect(reasonsAgainst(there, party(['female']), scope)).toEqual(['child'])
  })

  test('does not share with whom it must not, and that is named only where nothing else is against the room', () => {
    const there = { participantId: 'there' }
    const who = party(['female'], { apart: ['there'] })
    expect(reasonsAgainst(room({ occupants: [occupant(1, 'female', there)] }), who, scope)).toEqual(['apart'])
    const full = room({ beds: 1, occupants: [occupant(1, 'female', there)] })
    expect(reasonsAgainst(full, who, scope)).toEqual(['full'])
  })

  test('that is a couple is in one room', () => {
    const wife = sleeper('female', { role: 'spouse', participantId: 'wife' })
    const husband = sleeper('male', { participantId: 'husband' })
    expect(reasonsAgainst(wide, { ...family(husband), rest: [wife] }, scope)).toEqual(['couple'])
    expect(reasonsAgainst(wide, { ...family(wife), rest: [husband] }, scope)).toEqual(['couple'])
    const home = room({ beds: 2, occupants: [occupant(1, 'male', { ...husband, partyId: 'new' })] })
    expect(outcome(home, { ...family(wife), rest: [husband] })).toEqual([2])
    expect(reasonsAgainst(wide, { ...family(son), rest: [husband, wife] }, scope)).toEqual([])
  })

  test('comes along into a room that is kept for one of them', () => {
    const kept = room({ beds: 2, keptForTitleIds: ['apostle'] })
    const apostle = sleeper('male', { titleId: 'apostle' })
    expect(outcome(kept, family(apostle, sleeper('female', { role: 'spouse' })))).toEqual([1, 2])
  })
})

describe('of several rooms', () => {
  test('the one that fits best is proposed, and the others say everything against them', () => {
    const upstairs = room({ id: 'up', name: 'B1', floor: 2, beds: 2 })
    const opened = room({ id: 'opened', name: 'B2', floor: 1, beds: 2, occupants: [occupant(1, 'female')] })
    const low = room({ id: 'low', name: 'B0', beds: 2 })
    const men = room({ id: 'men', name: 'A0', beds: 1, floor: 3, genderRule: 'male', occupants: [occupant(1, 'male')] })
    const woman = party(['female'])
    expect(byFitness([men, low, upstairs, opened], woman, scope).map(({ id }) => id)).toEqual([
      'opened',
      'up',
      'low',
      'men',
    ])
    expect(chooseRoom([men, low, upstairs, opened], woman, scope)?.room.id).toBe('opened')
    const cannotClimb = party(['female'], { mobilityIssue: true })
    expect(chooseRoom([men, low, upstairs, opened], cannotClimb, scope)?.room.id).toBe('low')
    expect(reasonsAgainst(men, cannotClimb, { ...scope, categoryId: 'executive' })).toEqual([
      'category',
      'floor',
      'full',
      'gender',
    ])
    expect(chooseRoom([men], woman, scope)).toBeUndefined()
  })

  test('a bed that somebody has is kept where it is free', () => {
    const decision = decideBeds(room({ beds: 3 }), party(['male', 'female']), scope, [3, undefined])
    expect(decision).toEqual({ beds: [3, 1] })
    const taken = room({ beds: 3, genderRule: 'male', occupants: [occupant(3, 'male')] })
    expect(decideBeds(taken, party(['male']), scope, [3])).toEqual({ beds: [1] })
  })
})

test('a room for several that is empty says what is missing of somebody whose gender is not known', () => {
  expect(reasonsAgainst(room(), party([null]), scope)).toEqual(['gender_unknown'])
  expect(reasonsAgainst(room({ beds: 1 }), party([null]), scope)).toEqual([])
  expect(reasonsAgainst(room({ occupants: [occupant(1, 'male')] }), party(['female']), scope)).toEqual(['gender'])
})
