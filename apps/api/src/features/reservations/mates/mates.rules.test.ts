import type { Sleeper } from '@shiloh/contract/reservations/bed-rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { circlesOf, obstaclesOf, pairsOf, type Side, type Tie } from './mates.rules.ts'

const tie = (a: string, b: string, gone: readonly string[] = []): Tie => ({
  a,
  b,
  aLives: !gone.includes(a),
  bLives: !gone.includes(b),
})

const sleeper = (gender: Sleeper['gender'], role = 'main'): Sleeper => ({
  participantId: role,
  role,
  gender,
  isChild: false,
  mobilityIssue: false,
  titleId: null,
  designationId: null,
})
const side = (change: Partial<Side> = {}): Side => ({
  isLive: true,
  stay: { categoryId: 'standard', check_in: '2027-01-10', check_out: '2027-01-13' },
  sleepers: [sleeper('female')],
  ...change,
})

describe('circles of room-mates', () => {
  test('are chains, and a cancellation in the middle does not break the rest', () => {
    expect(circlesOf([tie('a', 'b'), tie('b', 'c'), tie('x', 'y')])).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ])
    expect(circlesOf([tie('a', 'b', ['b']), tie('b', 'c', ['b'])])).toEqual([['a', 'c']])
    expect(circlesOf([tie('a', 'b', ['b'])])).toEqual([])
  })

  test('are tied by those who accepted each other, and by nobody else', () => {
    expect(pairsOf([tie('c', 'a'), tie('b', 'c')])).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ])
    expect(pairsOf([tie('a', 'x', ['x']), tie('c', 'x', ['x']), tie('b', 'c')])).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ])
    const person = fc.constantFrom(...'abcdefgh')
    fc.assert(
      fc.property(fc.array(fc.tuple(person, person), { maxLength: 8 }), fc.subarray([...'abcdefgh']), (made, gone) => {
        const ties = made.filter(([a, b]) => a !== b).map(([a, b]) => tie(a, b, gone))
        const pairs = pairsOf(ties)
        // The same circles, without those who are gone.
        expect(circlesOf(pairs.map(([a, b]) => tie(a, b)))).toEqual(circlesOf(ties))
        expect(pairs.flat().filter((id) => gone.includes(id))).toEqual([])
        for (const { a, b, aLives, bLives } of ties) if (aLives && bLives) expect(pairs).toContainEqual([a, b].sort())
      }),
    )
  })
})

describe('what is against sharing a room', () => {
  const late = { categoryId: 'standard', check_in: '2027-01-13', check_out: '2027-01-14' }
  test.each([
    ['nothing', side(), 2, []],
    ['no nights', side({ stay: null }), 2, ['no_stay']],
    ['a cancelled reservation', side({ isLive: false }), 2, ['no_stay']],
    ['another category', side({ stay: { ...late, categoryId: 'executive' } }), 2, ['category', 'nights']],
    ['other nights', side({ stay: late }), 2, ['nights']],
    ['a man', side({ sleepers: [sleeper('male')] }), 2, ['gender']],
    ['unknown gender', side({ sleepers: [sleeper(null)] }), 2, ['gender']],
    ['a couple', side({ sleepers: [sleeper('male'), sleeper('female', 'spouse')] }), 3, ['family']],
    ['a chain that is too long', side(), 3, ['too_many']],
  ])('%s', (_, other, people, obstacles) => {
    expect(obstaclesOf(side(), other, people, 2)).toEqual(
      obstacles.length === 1 && people === 3 && obstacles[0] === 'family' ? ['family', 'too_many'] : obstacles,
    )
  })
})
