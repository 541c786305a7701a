import type { Room } from '@shiloh/contract/reservations/bed-rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asked, changedPlaces, type Housed, type Party, type PlacePlan, planPlaces } from './place-many.rules.ts'

const NIGHTS = ['2027-01-10', '2027-01-11', '2027-01-12', '2027-01-13'] as const

const room = (id: string, extra: Partial<Room> = {}): Room => ({
  id,
  name: id,
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

const person = (participantId: string, extra: Partial<Housed> = {}): Housed => ({
  participantId,
  name: participantId,
  role: 'main',
  gender: 'female',
  isChild: false,
  mobilityIssue: false,
  titleId: null,
  designationId: null,
  place: null,
  ...extra,
})

const party = (id: string, guests: readonly Housed[], extra: Partial<Party> = {}): Party => ({
  id,
  assignable: true,
  stay: {
    centerId: 'center',
    categoryId: 'standard',
    blockIds: [],
    check_in: NIGHTS[0],
    check_out: NIGHTS[3],
    today: NIGHTS[0],
  },
  guests,
  ...extra,
})

const mapOf = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]))

const plan = (parties: readonly Party[], rooms: readonly Room[], asked: readonly Asked[], force = false): PlacePlan =>
  planPlaces(mapOf(parties), mapOf(rooms), asked, { force })

const ask = (of: Party, roomId: string | null, extra: Partial<Asked['people'][number]> = {}): Asked => ({
  reservationId: of.id,
  people: of.guests.map(({ participantId }) => ({ participantId, ...extra })),
  roomId,
})

/** The parties and rooms as they are after a plan. */
const applied = (parties: readonly Party[], rooms: readonly Room[], { after }: PlacePlan) => {
  const moved = parties.map((one) => ({ ...one, guests: after.get(one.id) ?? one.guests }))
  return {
    parties: moved,
    rooms: rooms.map((one) => ({
      ...one,
      occupants: moved.flatMap(({ id, guests }) =>
        guests.flatMap(({ place, ...sleeper }) =>
          place?.roomId === one.id
            ? [{ ...sleeper, bed: place.bed, check_in: place.check_in, check_out: place.check_out, partyId: id }]
            : [],
        ),
      ),
    })),
  }
}

describe('many placements', () => {
  test('go in their order, and after those whose bed they need', () => {
    const [one, two] = [room('1', { beds: 1 }), room('2', { beds: 1 })]
    const first = party('a', [person('a1')])
    const inOne = applied([first], [one, two], plan([first], [one, two], [ask(first, '1')]))
    const second = party('b', [person('b1')])
    const parties = [...inOne.parties, second]
    const { answers, after } = plan(parties, inOne.rooms, [ask(second, '1'), ask(first, '2')])
    expect(answers.map(({ result }) => result)).toEqual(['changed', 'changed'])
    expect(after.get('b')?.[0]?.place?.roomId).toBe('1')
    expect(after.get('a')?.[0]?.place?.roomId).toBe('2')
  })

  test('are for the nights to come: a bed that somebody left this morning is free tonight', () => {
    const [one, two] = [room('1', { beds: 2 }), room('2', { beds: 1 })]
    const stay = { ...party('', []).stay, check_in: NIGHTS[0], check_out: NIGHTS[3], today: NIGHTS[2] }
    const gone = party('a', [person('a1')])
    const there = party('b', [person('b1')])
    const before = applied(
      [gone, there],
      [one, two],
      plan([gone, there], [one, two], [ask(gone, '1'), ask(there, '1')]),
    )
    const rooms = before.rooms.map(({ occupants, ...of }) => ({
      ...of,
      occupants: occupants.map((who) => (who.partyId === 'a' ? { ...who, check_out: NIGHTS[2] } : who)),
    }))
    const scope = { centerId: 'center', categoryId: 'standard', blockIds: [] }
    const [left, stays] = before.parties
    const late = party('c', [person('c1')], { stay: { ...scope, ...stay } })
    const parties = [left, stays && { ...stays, stay: { ...scope, ...stay } }, late].flatMap((of) => of ?? [])
    const { answers, after } = plan(parties, rooms, [ask(late, '1'), ask(there, '1')])
    // Who was there before has slept there.
    expect(answers.map(({ result }) => result)).toEqual(['changed', 'unchanged'])
    expect(after.get('c')?.[0]?.place).toMatchObject({ roomId: '1', check_in: NIGHTS[2], check_out: NIGHTS[3] })
    const { after: moved } = plan(parties, rooms, [ask(there, '2')])
    expect(moved.get('b')?.[0]?.place).toMatchObject({ roomId: '2', check_in: NIGHTS[2], check_out: NIGHTS[3] })
  })

  test('of people who wait for each other are made at once, without those for whom there is no bed', () => {
    const rooms = ['1', '2', '3', '4'].map((id) => room(id, { beds: 1 }))
    const [a, b, c, d] = [
      party('a', [person('a1')]),
      party('b', [person('b1')]),
      party('c', [person('c1')]),
      party('d', [person('d1')]),
    ]
    const all = [a, b, c, d]
    const there = applied(all, rooms, plan(all, rooms, [ask(a, '1'), ask(b, '2'), ask(c, '3'), ask(d, '4')]))
    const roomsOf = ({ after }: PlacePlan) => [...after.values()].map(([one]) => one?.place?.roomId)
    const swap = plan(there.parties, there.rooms, [ask(a, '2'), ask(b, '1')])
    expect(swap.answers).toEqual([{ result: 'changed' }, { result: 'changed' }])
    expect(roomsOf(swap)).toEqual(['2', '1', '3', '4'])
    // Three in a circle, and a fourth who wants a bed that one of them gets.
    const ring = plan(there.parties, there.rooms, [ask(a, '2'), ask(b, '3'), ask(c, '1'), ask(d, '1')])
    expect(ring.answers.map(({ result }) => result)).toEqual(['changed', 'changed', 'changed', 'refused'])
    expect(roomsOf(ring)).toEqual(['2', '3', '1', '4'])
    // Nobody moves if one of the circle cannot.
    const man = party('b', [person('b1', { gender: 'male' })])
    const kept = [room('1', { beds: 1, genderRule: 'female' }), room('2', { beds: 1 })]
    const mixed = applied([a, man], kept, plan([a, man], kept, [ask(a, '1'), ask(man, '2')]))
    const refused = plan(mixed.parties, mixed.rooms, [ask(a, '2'), ask(man, '1')])
    expect(refused.answers.map(({ result }) => result)).toEqual(['refused', 'refused'])
  })

  test('refuse a bed that another has, a person who is elsewhere by now, and an unconfirmed reservation', () => {
    const a = party('a', [person('a1')])
    const b = party('b', [person('b1')])
    const rooms = [room('1')]
    const { answers } = plan([a, b], rooms, [ask(a, '1', { bed: 2 }), ask(b, '1', { bed: 2 })])
    expect(answers).toEqual([{ result: 'changed' }, { result: 'refused', code: 'room_taken', reasons: ['full'] }])
    expect(plan([a], rooms, [ask(a, '1', { expected: { roomId: '9', bed: 1 } })]).answers).toEqual([
      { result: 'refused', code: 'stale', reasons: [] },
    ])
    const held = party('c', [person('c1')], { assignable: false })
    expect(plan([held], rooms, [ask(held, '1')]).answers).toEqual([
      { result: 'refused', code: 'illegal_transition', reasons: [] },
    ])
  })

  test('do not leave a child alone, unless that is forced', () => {
    const family = party('f', [person('mother'), person('child', { role: 'child', isChild: true })])
    const rooms = [room('1'), room('2')]
    const there = applied([family], rooms, plan([family], rooms, [ask(family, '1')]))
    const away: Asked = { reservationId: 'f', people: [{ participantId: 'mother' }], roomId: '2' }
    expect(plan(there.parties, there.rooms, [away]).answers).toEqual([
      { result: 'refused', code: 'child_alone', reasons: [] },
    ])
    expect(plan(there.parties, there.rooms, [away], true).answers).toEqual([{ result: 'changed' }])
  })

  test('pin and unpin somebody without moving them', () => {
    const a = party('a', [person('a1')])
    const rooms = [room('1')]
    const there = applied([a], rooms, plan([a], rooms, [ask(a, '1')]))
    const pinned = plan(there.parties, there.rooms, [{ ...ask(a, '1'), pinned: true }])
    expect(pinned.after.get('a')?.[0]?.place).toMatchObject({ roomId: '1', bed: 1, pinned: true })
    expect(plan(there.parties, there.rooms, [ask(a, '1')]).answers).toEqual([{ result: 'unchanged' }])
  })
})

// ── Any input ────────────────────────────────────────────────────────────────────────────────────────────────────────

const anyPerson = fc.record({
  gender: fc.constantFrom('male' as const, 'female' as const, null),
  isChild: fc.boolean(),
  mobilityIssue: fc.boolean(),
  titleId: fc.constantFrom(null, 'apostle'),
})

const anyParty = (id: string) =>
  fc
    .record({
      people: fc.array(anyPerson, { minLength: 1, maxLength: 3 }),
      couple: fc.boolean(),
      from: fc.integer({ min: 0, max: 2 }),
      length: fc.integer({ min: 1, max: 3 }),
      categoryId: fc.constantFrom('standard', 'standard', 'standard', 'executive'),
    })
    .map(({ people, couple, from, length, categoryId }) =>
      party(
        id,
        people.map((one, index) =>
          person(`${id}${index}`, {
            ...one,
            isChild: index > (couple ? 1 : 0) && one.isChild,
            role: index === 0 ? 'main' : index === 1 && couple ? 'spouse' : one.isChild ? 'child' : 'companion',
          }),
        ),
        {
          stay: {
            centerId: 'center',
            categoryId,
            blockIds: [],
            check_in: NIGHTS[from] ?? NIGHTS[0],
            check_out: NIGHTS[Math.min(3, from + length)] ?? NIGHTS[3],
            today: NIGHTS[0],
          },
        },
      ),
    )

const anyRoom = (id: string) =>
  fc
    .record({
      beds: fc.integer({ min: 1, max: 4 }),
      floor: fc.integer({ min: 0, max: 1 }),
      accessible: fc.boolean(),
      genderRule: fc.constantFrom(null, 'male' as const, 'female' as const, 'family' as const),
      categoryId: fc.constantFrom('standard', 'standard', 'executive'),
      keptForTitleIds: fc.constantFrom([], [], ['apostle']),
      maintenance: fc.constantFrom([], [], [{ check_in: NIGHTS[1], check_out: NIGHTS[2] }]),
    })
    .map((extra) => room(id, extra))

const RUNS = { numRuns: 500 }
const PARTY_IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const ROOM_IDS = ['1', '2', '3']

const anyWorld = fc.record({
  parties: fc.tuple(...PARTY_IDS.map(anyParty)),
  rooms: fc.tuple(...ROOM_IDS.map(anyRoom)),
  acts: fc.array(
    fc.array(
      fc.record({
        party: fc.constantFrom(...PARTY_IDS),
        room: fc.constantFrom(...ROOM_IDS, null),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    { minLength: 1, maxLength: 5 },
  ),
})

const rowsOf = (
  parties: readonly Party[],
  act: readonly { readonly party: string; readonly room: string | null }[],
): Asked[] =>
  [...new Map(act.map((one) => [one.party, one])).values()].flatMap(({ party: id, room: roomId }) => {
    const of = parties.find((one) => one.id === id)
    return of ? [ask(of, roomId)] : []
  })

/** Returns what is wrong with where people sleep. Shares no code with the rules. */
const faults = (parties: readonly Party[], rooms: readonly Room[]): string[] => {
  const found: string[] = []
  for (const one of rooms)
    for (const night of NIGHTS.slice(0, 3)) {
      const here = parties.flatMap(({ id, guests, stay }) =>
        guests.flatMap((guest) =>
          guest.place?.roomId === one.id && guest.place.check_in <= night && night < guest.place.check_out
            ? [{ ...guest, id, stay, bed: guest.place.bed }]
            : [],
        ),
      )
      if (here.length === 0) continue
      const where = `${one.id} ${night}`
      if (new Set(here.map(({ bed }) => bed)).size < here.length) found.push(`${where}: two in a bed`)
      if (here.some(({ bed }) => bed < 1 || bed > one.beds)) found.push(`${where}: no such bed`)
      if (one.maintenance.some(({ check_in, check_out }) => check_in <= night && night < check_out))
        found.push(`${where}: closed`)
      if (here.some(({ stay }) => stay?.categoryId !== one.categoryId)) found.push(`${where}: category`)
      if (here.some(({ mobilityIssue }) => mobilityIssue) && one.floor > 0 && !one.accessible)
        found.push(`${where}: stairs`)
      const families = new Set(here.map(({ id }) => id))
      for (const id of families) {
        const mine = here.filter((guest) => guest.id === id)
        if (one.keptForTitleIds.length > 0 && !mine.some(({ titleId }) => titleId === 'apostle'))
          found.push(`${where}: kept`)
        if (families.size > 1 && mine.some(({ isChild }) => isChild) && !mine.some(({ isChild }) => !isChild))
          if (here.some((guest) => guest.id !== id && !guest.isChild)) found.push(`${where}: child`)
      }
      const genders = new Set(here.map(({ gender }) => gender))
      if (families.size > 1 && (genders.size > 1 || genders.has(null))) found.push(`${where}: genders`)
      if (one.genderRule === 'male' || one.genderRule === 'female')
        if (genders.size > 1 || !genders.has(one.genderRule)) found.push(`${where}: rule`)
      if (one.genderRule === 'family' && families.size > 1) found.push(`${where}: families`)
    }
  for (const { id, guests } of parties) {
    const couple = guests.filter(({ role }) => role === 'main' || role === 'spouse')
    const homes = new Set(couple.map(({ place }) => place?.roomId))
    if (couple.length === 2 && homes.size > 1) found.push(`${id}: a couple apart`)
  }
  return found
}

test('every accepted placement obeys the rules, and a refused one changes nothing', () => {
  let accepted = 0
  fc.assert(
    fc.property(anyWorld, ({ parties: start, rooms: empty, acts }) => {
      let world: { parties: readonly Party[]; rooms: readonly Room[] } = { parties: start, rooms: empty }
      for (const act of acts) {
        const asked = rowsOf(world.parties, act)
        const made = plan(world.parties, world.rooms, asked)
        for (const [index, { reservationId }] of asked.entries()) {
          const before = world.parties.find(({ id }) => id === reservationId)?.guests ?? []
          const moved = changedPlaces(before, made.after.get(reservationId) ?? []).length
          if (made.answers[index]?.result === 'changed') accepted += 1
          else expect(moved).toBe(0)
        }
        world = applied(world.parties, world.rooms, made)
        expect(faults(world.parties, world.rooms)).toEqual([])
      }
    }),
    RUNS,
  )
  // The world is not so tight that nothing fits.
  expect(accepted).toBeGreaterThan(100)
})

test('taking an act back gives the state before it', () => {
  fc.assert(
    fc.property(anyWorld, ({ parties: start, rooms: empty, acts }) => {
      let world: { parties: readonly Party[]; rooms: readonly Room[] } = { parties: start, rooms: empty }
      for (const act of acts) {
        const before = world
        const asked = rowsOf(before.parties, act)
        const made = plan(before.parties, before.rooms, asked)
        world = applied(before.parties, before.rooms, made)
        const back = asked.flatMap(({ reservationId }, index): Asked[] => {
          const was = before.parties.find(({ id }) => id === reservationId)?.guests ?? []
          const is = world.parties.find(({ id }) => id === reservationId)?.guests ?? []
          if (made.answers[index]?.result !== 'changed') return []
          return [
            {
              reservationId,
              roomId: was[0]?.place?.roomId ?? null,
              people: was.map(({ participantId, place }, at) => {
                const now = is[at]?.place
                return {
                  participantId,
                  bed: place?.bed,
                  expected: now ? { roomId: now.roomId, bed: now.bed } : null,
                }
              }),
            },
          ]
        })
        const undone = plan(world.parties, world.rooms, back)
        expect(undone.answers.map(({ result }) => result)).toEqual(back.map(() => 'changed'))
        expect(applied(world.parties, world.rooms, undone).parties).toEqual(before.parties)
      }
    }),
    RUNS,
  )
})
