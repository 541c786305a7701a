import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideBeds, freeBeds, type Gender, type Occupant, type Party, type Room, type RoomScope } from './rules.ts'

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
const occupant = (bed: number, gender: Gender | null, extra: Partial<Occupant> = {}): Occupant => ({
  bed,
  gender,
  partyId: `party ${bed}`,
  ...stay,
  ...extra,
})
const party = (genders: Party['genders'], extra: Partial<Party> = {}): Party => ({
  id: 'new',
  genders,
  mobilityIssue: false,
  titleId: null,
  designationId: null,
  ...stay,
  ...extra,
})
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
      room({ beds: 3, occupants: [occupant(1, 'male', { partyId: 'p' }), occupant(2, 'male', { partyId: 'p' })] }),
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
      'upstairs, of whoever cannot climb',
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

  test('is never given twice for a night, nor to strangers of the other gender, whoever comes in whatever order', () => {
    const anyParty = fc.record({
      genders: fc.constantFrom<Party['genders']>(['male'], ['female'], [null], ['male', 'female']),
      from: fc.integer({ min: 10, max: 14 }),
      length: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyParty, { maxLength: 14 }),
        fc.constantFrom(null, 'male' as const, 'female' as const, 'family' as const),
        fc.integer({ min: 1, max: 4 }),
        (parties, genderRule, beds) => {
          let current = room({ genderRule, beds })
          parties.forEach(({ genders, from, length }, index) => {
            const who = party(genders, {
              id: `p${index}`,
              check_in: `2027-01-${from}`,
              check_out: `2027-01-${from + length}`,
            })
            const decision = decideBeds(current, who, scope)
            if (!('beds' in decision)) return
            expect(decision.beds).toHaveLength(genders.length)
            for (const bed of decision.beds) expect(freeBeds(current, who)).toContain(bed)
            current = {
              ...current,
              occupants: [
                ...current.occupants,
                ...decision.beds.map((bed, position) => ({
                  bed,
                  gender: genders[position] ?? null,
                  partyId: who.id,
                  check_in: who.check_in,
                  check_out: who.check_out,
                })),
              ],
            }
          })
          for (let night = 10; night < 20; night += 1) {
            const there = current.occupants.filter(
              ({ check_in, check_out }) => check_in <= `2027-01-${night}` && `2027-01-${night}` < check_out,
            )
            expect(new Set(there.map(({ bed }) => bed)).size).toBe(there.length)
            const strangers = new Set(there.map(({ partyId }) => partyId)).size > 1
            if (strangers) expect(new Set(there.map(({ gender }) => gender)).size).toBe(1)
          }
        },
      ),
    )
  })
})
