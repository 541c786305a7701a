import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CrowdSize, makeCrowd } from '../../../../test/crowd.ts'
import type { Plan, RunInput, RunPerson, RunRoom, Weights } from './model.rules.ts'
import { makePlan } from './plan.ts'
import { solve } from './solve.ts'

const WEIGHTS: Weights = { wishes: 5, needs: 4, district: 3, language: 2, fill: 3, paid: 1 }

const sizes = fc.record({
  people: fc.integer({ min: 1, max: 70 }),
  rooms: fc.integer({ min: 0, max: 25 }),
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  wishing: fc.constantFrom(0, 0.3, 0.9),
  taken: fc.constantFrom(0, 0.2, 0.8),
})
const weights = fc.record({
  wishes: fc.integer({ min: 0, max: 5 }),
  needs: fc.integer({ min: 0, max: 5 }),
  district: fc.integer({ min: 0, max: 5 }),
  language: fc.integer({ min: 0, max: 5 }),
  fill: fc.integer({ min: 0, max: 5 }),
  paid: fc.integer({ min: 0, max: 5 }),
})

let ids = 0
const person = (more: Partial<RunPerson> = {}): RunPerson => {
  ids += 1
  return {
    id: `person-${String(ids).padStart(4, '0')}`,
    role: 'main',
    gender: 'female',
    isChild: false,
    needsLow: false,
    needsQuiet: false,
    bearings: [],
    districtId: null,
    language: 'en',
    ...more,
  }
}
const room = (name: string, more: Partial<RunRoom> = {}): RunRoom => ({
  id: `room-${name}`,
  name,
  blockId: 'block',
  floor: 1,
  beds: 2,
  categoryId: 'standard',
  genderRule: null,
  accessible: false,
  quiet: false,
  keptFor: [],
  closed: [],
  occupants: [],
  ...more,
})
const nights = { check_in: '2027-01-04', check_out: '2027-01-08' }
const party = (people: readonly RunPerson[], more: Partial<RunInput['parties'][number]> = {}) => {
  ids += 1
  return {
    id: `party-${String(ids).padStart(4, '0')}`,
    categoryId: 'standard',
    blockIds: [],
    paidAt: null,
    people,
    ...nights,
    ...more,
  }
}
const planOf = (input: Partial<RunInput>, chosen = WEIGHTS, seed = 7) =>
  makePlan({ parties: [], rooms: [], wishes: [], apart: [], ...input }, chosen, seed, solve)
const roomOf = (plan: Plan, { id }: RunPerson) => plan.placed.find(({ personId }) => personId === id)?.roomId
const reasonOf = (plan: Plan, { id }: RunPerson) => plan.left.find(({ personId }) => personId === id)?.reason

describe('any crowd', () => {
  it('has a plan that breaks no rule and forgets nobody', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, weights, async (size: CrowdSize, chosen) => {
        const crowd = makeCrowd(size)
        const { placed, left, figures } = await makePlan(crowd, chosen, size.seed, solve)
        const everybody = crowd.parties.flatMap(({ people }) => people.map(({ id }) => id))
        expect([...placed, ...left].map(({ personId }) => personId).toSorted()).toEqual(everybody.toSorted())
        // The second check took nobody out.
        expect(left.filter(({ reason }) => reason.code === 'check')).toEqual([])
        expect(figures.broken).toBe(0)
        expect(figures.placed).toBeGreaterThanOrEqual(figures.greedy)
        if (figures.bound !== null) expect(figures.placed).toBeLessThanOrEqual(figures.bound)
        expect(placed.every(({ reasons }) => reasons.length > 0)).toBe(true)
        const inRoom = new Map(placed.map(({ personId, roomId }) => [personId, roomId]))
        for (const { people } of crowd.parties) {
          const couple = people.filter(({ role }) => role === 'spouse' || (role === 'main' && people.length > 1))
          if (couple.some(({ role }) => role === 'spouse'))
            expect(new Set(couple.map(({ id }) => inRoom.get(id))).size).toBe(1)
        }
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('has the same plan for the same input, weights and seed, in whatever order it comes', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, weights, async (size, chosen) => {
        const crowd = makeCrowd(size)
        const first = await makePlan(crowd, chosen, 3, solve)
        const second = await makePlan({ ...crowd, parties: crowd.parties.toReversed() }, chosen, 3, solve)
        expect(second).toEqual(first)
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  it('has a plan without HiGHS too', async () => {
    const crowd = makeCrowd({ people: 60, rooms: 14, seed: 5 })
    const plan = await makePlan(crowd, WEIGHTS, 1, async () => undefined)
    expect(plan.figures).toMatchObject({ people: 60, bound: null, broken: 0 })
    expect(plan.figures.placed).toBeGreaterThan(20)
  })

  it('tells of each better plan while it works, so that stopping leaves the best so far', async () => {
    const told: number[] = []
    const crowd = makeCrowd({ people: 300, rooms: 60, seed: 2 })
    const plan = await makePlan(crowd, WEIGHTS, 1, solve, ({ figures }) => told.push(figures.placed))
    expect(told.length).toBeGreaterThan(1)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBe(plan.figures.placed)
  }, 30_000)
})

describe('who sleeps where', () => {
  it('keeps couples together and alone, and men and women apart', async () => {
    const [man, wife] = [person({ gender: 'male' }), person({ role: 'spouse' })]
    const [one, two] = [person({ gender: 'male' }), person()]
    const plan = await planOf({
      parties: [party([man, wife]), party([one]), party([two])],
      rooms: [room('1'), room('2'), room('3')],
    })
    expect(roomOf(plan, man)).toBe(roomOf(plan, wife))
    expect(new Set([man, one, two].map((each) => roomOf(plan, each))).size).toBe(3)
    expect(plan.placed.find(({ personId }) => personId === wife.id)?.reasons).toEqual([{ code: 'couple' }])
  })

  it('gives two confirmed friends one room, but not two who must not share', async () => {
    const [a, b, c, d] = [person(), person(), person(), person()]
    const parties = [party([a]), party([b]), party([c]), party([d])]
    const rooms = [room('1'), room('2')]
    const friends = await planOf({ parties, rooms, wishes: [[a.id, d.id]] })
    expect(roomOf(friends, a)).toBe(roomOf(friends, d))
    expect(friends.figures).toMatchObject({ wishes: 1, wishes_kept: 1, placed: 4 })
    expect(friends.placed.find(({ personId }) => personId === a.id)?.reasons).toContainEqual({
      code: 'wish',
      with: [d.id],
    })
    const enemies = await planOf({ parties, rooms, apart: [[a.id, d.id]] })
    expect(roomOf(enemies, a)).not.toBe(roomOf(enemies, d))
    expect(enemies.figures.placed).toBe(4)
    // Both rooms have two beds, so one of three friends sleeps elsewhere. The plan says who.
    const three = await planOf({
      parties,
      rooms,
      wishes: [
        [a.id, b.id],
        [b.id, c.id],
      ],
    })
    const missed = three.placed.flatMap(({ personId, reasons }) =>
      reasons.flatMap((one) => (one.code === 'wish_missed' ? [[personId, ...one.with]] : [])),
    )
    expect(three.figures).toMatchObject({ wishes: 2, wishes_kept: 1 })
    expect(missed).toHaveLength(2)
    expect(missed.flat()).toContain(b.id)
  })

  it('places others beside two who must not share and do so already', async () => {
    const [anna, berta, carla] = [person(), person(), person()]
    const sleeps = (one: RunPerson, bed: number) => ({ person: one, partyId: `party of ${one.id}`, bed, ...nights })
    const plan = await planOf({
      parties: [party([carla])],
      rooms: [room('1', { beds: 3, occupants: [sleeps(anna, 1), sleeps(berta, 2)] })],
      apart: [[anna.id, berta.id]],
    })
    expect(plan.left).toEqual([])
    expect(roomOf(plan, carla)).toBe('room-1')
  })

  it('gives a friend the free bed beside somebody who has one, in whichever room that is', async () => {
    for (const at of ['1', '2', '3', '4']) {
      const [there, friend, ...others] = [person(), person(), person(), person(), person()]
      const taken = { person: there, partyId: 'party-there', bed: 1, ...nights }
      const plan = await planOf({
        parties: [friend, ...others].map((one) => party([one])),
        rooms: ['1', '2', '3', '4'].map((name) => room(name, name === at ? { occupants: [taken] } : {})),
        wishes: [[there.id, friend.id]],
      })
      expect(roomOf(plan, friend)).toBe(`room-${at}`)
      expect(plan.figures).toMatchObject({ wishes: 1, wishes_kept: 1, placed: 4 })
    }
  })

  it('divides friends who fit into no room together where fewest wishes are lost, in whatever order they booked', async () => {
    const orders = (items: readonly number[]): number[][] =>
      items.length < 2
        ? [[...items]]
        : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
    const chainOf = (people: readonly RunPerson[]): [string, string][] =>
      people.slice(1).map(({ id }, at) => [people[at]?.id ?? '', id])
    for (const [size, beds, kept] of [
      [3, [2, 2], 1],
      [4, [3, 3], 2],
      [5, [4, 1], 3],
      [5, [2, 2, 2], 2],
    ] as const)
      for (const order of orders(Array.from({ length: size }, (_, at) => at))) {
        const people = order.map(() => person())
        const plan = await planOf({
          parties: people.map((one) => party([one])),
          rooms: beds.map((count, at) => room(String(at), { beds: count })),
          wishes: chainOf(order.flatMap((at) => people[at] ?? [])),
        })
        expect(plan.figures).toMatchObject({ placed: size, wishes: size - 1, wishes_kept: kept })
      }
    // The two in the middle of four must not share: both pairs of the others still can.
    const [a, b, c, d] = [person(), person(), person(), person()]
    const plan = await planOf({
      parties: [c, a, d, b].map((one) => party([one])),
      rooms: [room('1', { beds: 4 }), room('2', { beds: 4 })],
      wishes: chainOf([a, b, c, d]),
      apart: [[b.id, c.id]],
    })
    expect(plan.figures).toMatchObject({ wishes: 3, wishes_kept: 2 })
  })

  it('counts no wish that no plan could keep, and tells nobody that it was missed', async () => {
    const [man, wife] = [person({ gender: 'male' }), person({ role: 'spouse' })]
    const [one, early, late, friend] = [person({ gender: 'male' }), person(), person(), person({ gender: 'male' })]
    const plan = await planOf({
      parties: [
        party([man, wife]),
        party([one]),
        party([early], { check_out: '2027-01-05' }),
        party([late], { check_in: '2027-01-05' }),
        party([friend]),
      ],
      rooms: [room('1'), room('2'), room('3'), room('4')],
      wishes: [
        [man.id, one.id],
        [early.id, late.id],
        [one.id, early.id],
        [one.id, friend.id],
        [one.id, 'somebody-without-a-claim'],
      ],
    })
    expect(plan.figures).toMatchObject({ wishes: 1, wishes_kept: 1 })
    expect(plan.placed.flatMap(({ reasons }) => reasons).filter(({ code }) => code === 'wish_missed')).toEqual([])
  })

  it('gives a daughter no wish of her mother', async () => {
    const [mother, daughter, friend] = [person(), person({ role: 'child', isChild: true }), person()]
    const plan = await planOf({
      parties: [party([mother, daughter]), party([friend])],
      rooms: [room('1', { beds: 3 })],
      wishes: [[mother.id, friend.id]],
    })
    const codesOf = ({ id }: RunPerson) =>
      plan.placed.filter(({ personId }) => personId === id).flatMap(({ reasons }) => reasons.map(({ code }) => code))
    expect([mother, daughter, friend].map(codesOf)).toEqual([['guardian', 'wish'], ['guardian'], ['wish']])
  })

  it('keeps low rooms for those who need them', async () => {
    const needy = person({ needsLow: true })
    const fit = [person(), person(), person()]
    const plan = await planOf({
      parties: [...fit.map((each) => party([each])), party([needy])],
      rooms: [room('G1', { floor: 0, beds: 1 }), room('11', { beds: 3 })],
    })
    expect(roomOf(plan, needy)).toBe('room-G1')
    expect(plan.figures.placed).toBe(4)
  })

  it('gives quiet rooms to those who need rest, and others a quiet one when nothing else is left', async () => {
    const tired = person({ needsQuiet: true })
    const fit = [person(), person(), person()]
    const parties = [...fit.map((each) => party([each])), party([tired])]
    const rooms = [room('11', { beds: 3 }), room('12', { beds: 1, quiet: true })]
    const plan = await planOf({ parties, rooms })
    expect(roomOf(plan, tired)).toBe('room-12')
    expect(plan.placed.find(({ personId }) => personId === tired.id)?.reasons).toEqual([{ code: 'quiet' }])
    const full = await planOf({ parties: [...parties.slice(0, 3), party([person()])], rooms })
    expect(full.figures.placed).toBe(4)
    // A wish, not a rule: without a quiet room they sleep where there is a bed.
    const none = await planOf({ parties, rooms: [room('11', { beds: 4 })] })
    expect(none.figures.placed).toBe(4)
  })

  it('leaves kept rooms to those they are kept for', async () => {
    const apostle = person({ bearings: ['apostle'] })
    const other = person()
    const plan = await planOf({
      parties: [party([other]), party([apostle])],
      rooms: [room('K', { keptFor: ['apostle'], beds: 1 })],
    })
    expect(roomOf(plan, apostle)).toBe('room-K')
    expect(reasonOf(plan, other)).toEqual({ code: 'full', sort: 'female', night: '2027-01-04', elsewhere: [] })
  })

  it('lets people of different nights have one bed', async () => {
    const [early, late] = [person(), person({ gender: 'male' })]
    const plan = await planOf({
      parties: [party([early], { check_out: '2027-01-06' }), party([late], { check_in: '2027-01-06' })],
      rooms: [room('1', { beds: 1 })],
    })
    expect(plan.figures.placed).toBe(2)
  })

  it('gives a companion of the other gender a room of their own', async () => {
    const main = person({ gender: 'male' })
    const companion = person({ role: 'companion' })
    const one = await planOf({ parties: [party([main, companion])], rooms: [room('1'), room('2')] })
    expect(new Set([roomOf(one, main), roomOf(one, companion)]).size).toBe(2)
    expect(one.left).toEqual([])
    // With one room, one of them waits, also when the other is there already.
    const only = await planOf({ parties: [party([main, companion])], rooms: [room('1')] })
    expect(only.placed).toHaveLength(1)
    const family = party([companion])
    const there = { person: main, partyId: family.id, bed: 1, ...nights }
    const late = await planOf({ parties: [family], rooms: [room('1', { occupants: [there] }), room('2')] })
    expect(roomOf(late, companion)).toBe('room-2')
  })

  it('brings those who have no bed to their family, and to nowhere else', async () => {
    const husband = person({ gender: 'male' })
    const wife = person({ role: 'spouse' })
    const couple = party([wife])
    const occupant = { person: husband, partyId: couple.id, bed: 2, ...nights }
    const rooms = [room('1'), room('2', { occupants: [occupant] })]
    const plan = await planOf({ parties: [couple], rooms })
    expect(plan.placed).toMatchObject([{ roomId: 'room-2', bed: 1, reasons: [{ code: 'joins_family' }] }])
    const full = await planOf({
      parties: [couple],
      rooms: [room('1'), room('2', { beds: 1, occupants: [{ ...occupant, bed: 1 }] })],
    })
    expect(reasonOf(full, wife)).toEqual({ code: 'family_apart' })
  })

  it('brings a husband to his wife, not to their child in another room', async () => {
    const wife = person()
    const husband = person({ role: 'spouse', gender: 'male' })
    const child = person({ role: 'child', isChild: true })
    const family = party([husband])
    const sleeps = (one: RunPerson) => ({ person: one, partyId: family.id, bed: 1, ...nights })
    // The child's room is the fuller one, which a plan prefers.
    const rooms = [
      room('1', { beds: 3, occupants: [sleeps(wife)] }),
      room('2', { beds: 2, occupants: [sleeps(child)] }),
      room('0', { beds: 3 }),
    ]
    expect(roomOf(await planOf({ parties: [family], rooms }), husband)).toBe('room-1')
  })

  it('places who paid first where beds are scarce', async () => {
    const people = [person(), person(), person()]
    const paid = ['2026-10-03', '2026-10-01', '2026-10-02']
    const plan = await planOf(
      { parties: people.map((each, index) => party([each], { paidAt: paid[index] ?? null })), rooms: [room('1')] },
      { ...WEIGHTS, paid: 5, district: 0 },
    )
    expect(plan.left.map(({ personId }) => personId)).toEqual([people[0]?.id])
  })
})

describe('who has no bed', () => {
  it('says why', async () => {
    const alone = person({ isChild: true })
    const unknown = person({ gender: null })
    const family = [person(), person({ role: 'spouse', gender: 'male' }), person({ role: 'child', isChild: true })]
    const needy = person({ needsLow: true })
    const stranger = person()
    const plan = await planOf({
      parties: [
        party([alone]),
        party([unknown]),
        party(family),
        party([needy]),
        party([stranger], { categoryId: 'suite' }),
      ],
      rooms: [
        room('1', { beds: 2, occupants: [{ person: person(), partyId: 'other', bed: 1, ...nights }] }),
        room('2', { beds: 1, categoryId: 'executive' }),
      ],
    })
    expect(reasonOf(plan, alone)).toEqual({ code: 'children' })
    expect(reasonOf(plan, unknown)).toEqual({ code: 'gender_unknown' })
    expect(reasonOf(plan, family[1] ?? alone)).toEqual({ code: 'too_big', persons: 3, beds: 2 })
    expect(reasonOf(plan, needy)).toEqual({ code: 'ground_floor', beds: 0, others: 0 })
    expect(reasonOf(plan, stranger)).toEqual({ code: 'no_rooms' })
  })

  it('names the night without a bed, and other categories that have one', async () => {
    const people = [person(), person()]
    const taken = { person: person(), partyId: 'other', bed: 1, check_in: '2027-01-06', check_out: '2027-01-07' }
    const plan = await planOf({
      parties: people.map((each) => party([each])),
      rooms: [room('1', { occupants: [taken] }), room('2', { beds: 3, categoryId: 'executive' })],
    })
    expect(plan.left).toMatchObject([
      {
        reason: {
          code: 'full',
          sort: 'female',
          night: '2027-01-06',
          elsewhere: [{ categoryId: 'executive', beds: 3 }],
        },
      },
    ])
    const nobody = await planOf({ rooms: [room('1')] })
    expect(nobody).toMatchObject({ placed: [], left: [], figures: { people: 0, placed: 0, broken: 0 } })
  })
})

describe('input that cannot be fulfilled', () => {
  it('of somebody who sleeps there already leaves out that person only, with a reason', async () => {
    const [twice, berta, carla] = [person(), person(), person()]
    const plan = await planOf({
      parties: [party([twice]), party([berta]), party([carla])],
      rooms: [
        room('1', { beds: 1, occupants: [{ person: twice, partyId: 'elsewhere', bed: 1, ...nights }] }),
        room('2', { beds: 1 }),
        room('3', { beds: 1 }),
        room('4', { beds: 1 }),
      ],
    })
    expect(plan.placed.map(({ personId }) => personId)).toEqual([berta.id, carla.id])
    expect(reasonOf(plan, twice)).toEqual({ code: 'check' })
    expect(plan.figures).toMatchObject({ people: 3, placed: 2, broken: 0 })
  })

  it('of a category without rooms, or of a center without any, is a reason for each', async () => {
    const [one, two] = [person(), person()]
    const parties = [party([one], { categoryId: 'chalet' }), party([two])]
    const plan = await planOf({ parties, rooms: [room('1')] })
    expect(reasonOf(plan, one)).toEqual({ code: 'no_rooms' })
    expect(roomOf(plan, two)).toBe('room-1')
    const nothing = await planOf({ parties, rooms: [] })
    expect(nothing).toMatchObject({ placed: [], figures: { people: 2, placed: 0, broken: 0 } })
    expect(nothing.left.map(({ reason }) => reason.code)).toEqual(['no_rooms', 'no_rooms'])
  })

  it('of a couple with one bed left leaves both out together, and the bed to somebody else', async () => {
    const [man, wife, late] = [person({ gender: 'male' }), person({ role: 'spouse' }), person()]
    const taken = { person: person(), partyId: 'other', bed: 1, ...nights }
    const plan = await planOf({
      parties: [party([man, wife]), party([late])],
      rooms: [room('1', { occupants: [taken] })],
    })
    expect([roomOf(plan, man), roomOf(plan, wife), roomOf(plan, late)]).toEqual([undefined, undefined, 'room-1'])
    expect(reasonOf(plan, man)).toMatchObject({ code: 'full', sort: 'family', night: '2027-01-04' })
    expect(reasonOf(plan, wife)).toEqual(reasonOf(plan, man))
  })

  it('of 200 contradictory wishes among 10,000 people leaves the wishes out, and places the people', async () => {
    const crowd = makeCrowd({ people: 10_000, rooms: 2000, seed: 11, wishing: 0 })
    const alone = crowd.parties.filter(({ people }) => people.length === 1).flatMap(({ people }) => people)
    const women = alone.filter(({ gender }) => gender === 'female').map(({ id }) => id)
    const men = alone.filter(({ gender }) => gender === 'male').map(({ id }) => id)
    const pair = (a: string | undefined, b: string | undefined): readonly [string, string] => [a ?? '', b ?? '']
    // Friends who must not share, a man with a woman, and a hundred who all want one room.
    const enemies = Array.from({ length: 50 }, (_, at) => pair(women[2 * at], women[2 * at + 1]))
    const mixed = Array.from({ length: 50 }, (_, at) => pair(men[at], women[200 + at]))
    const chain = Array.from({ length: 100 }, (_, at) => pair(men[100 + at], men[101 + at]))
    const wishes = [...enemies, ...mixed, ...chain]
    const without = async () => undefined
    // It throws if the second check finds a rule broken.
    const plan = await makePlan({ ...crowd, wishes, apart: [...crowd.apart, ...enemies] }, WEIGHTS, 1, without)
    // That a man and a woman share no room is no plan's fault: their wishes do not count.
    expect(plan.figures.broken).toBe(0)
    expect(plan.figures.wishes).toBeGreaterThan(0)
    expect(plan.figures.wishes).toBeLessThanOrEqual(150)
    expect(plan.figures.wishes_kept).toBeLessThan(plan.figures.wishes)
    expect(plan.placed.length + plan.left.length).toBe(plan.figures.people)
    // There are not enough beds for everybody.
    expect(plan.figures.placed).toBeGreaterThan(7500)
    const inRoom = new Map(plan.placed.map(({ personId, roomId }) => [personId, roomId]))
    for (const [a, b] of [...enemies, ...mixed])
      if (inRoom.has(a) && inRoom.has(b)) expect(inRoom.get(a)).not.toBe(inRoom.get(b))
  }, 120_000)
})
