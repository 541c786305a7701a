import type {
  Pair,
  RunInput,
  RunOccupant,
  RunParty,
  RunPerson,
  RunRoom,
} from '../src/features/allocation/run/model.rules.ts'

// People and rooms for plans: tests take a few, the benchmark ten thousand. The same seed gives the same crowd.

/** Numbers from 0 to 1, the same in each run (mulberry32). */
export const openChance = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface CrowdSize {
  readonly people: number
  readonly rooms: number
  readonly seed: number
  /** The share of single persons who wish for another. */
  readonly wishing?: number
  /** The share of beds that are taken before. */
  readonly taken?: number
}

const DAYS = ['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08', '2027-01-09'] as const
/** First and last day of a stay, by how often they occur. */
const STAYS = [
  [0, 4],
  [0, 4],
  [0, 4],
  [0, 5],
  [1, 4],
  [0, 2],
  [2, 5],
] as const
const CATEGORIES = ['economy', 'standard', 'executive'] as const
const LANGUAGES = ['en', 'en', 'en', 'en', 'en', 'fr', 'fr', 'de', 'pt'] as const

/** Makes a crowd of a convention: delegates alone, couples, families, a few with needs, titles and wishes. */
export const makeCrowd = ({ people, rooms, seed, wishing = 0.2, taken = 0.05 }: CrowdSize): RunInput => {
  const chance = openChance(seed)
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(chance() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  let ids = 0
  const newId = (): string => {
    ids += 1
    return ids.toString(16).padStart(24, '0')
  }
  const titles = [newId(), newId()]

  const personOf = (role: string, gender: RunPerson['gender'], isChild = false): RunPerson => ({
    id: newId(),
    role,
    gender,
    isChild,
    needsLow: chance() < 0.04,
    needsQuiet: false,
    bearings: chance() < 0.03 ? [pick(titles)] : [],
    districtId: chance() < 0.1 ? null : `district-${Math.floor(chance() * Math.max(2, people / 80))}`,
    language: pick(LANGUAGES),
  })
  const categoryOf = (): string => CATEGORIES[chance() < 0.5 ? 0 : chance() < 0.8 ? 1 : 2] ?? 'economy'

  const blocks = Array.from({ length: Math.max(1, Math.ceil(rooms / 120)) }, (_, index) => `block-${index}`)
  const madeRooms = Array.from({ length: rooms }, (_, index): RunRoom => {
    const rule = chance()
    const room = {
      id: newId(),
      name: String(index + 1),
      blockId: pick(blocks),
      floor: Math.floor(chance() * 5),
      beds: pick([2, 2, 2, 4, 4, 6, 6, 8, 10]),
      categoryId: categoryOf(),
      genderRule:
        rule < 0.06 ? ('female' as const) : rule < 0.12 ? ('male' as const) : rule < 0.15 ? ('family' as const) : null,
      accessible: chance() < 0.02,
      quiet: false,
      keptFor: chance() < 0.03 ? [pick(titles)] : [],
      closed: chance() < 0.02 ? [{ check_in: DAYS[1], check_out: DAYS[3] }] : [],
    }
    const gender = rule < 0.06 || (rule >= 0.12 && chance() < 0.5) ? 'female' : 'male'
    const occupants: RunOccupant[] =
      room.genderRule !== 'family' && room.closed.length === 0 && room.keptFor.length === 0 && chance() < taken
        ? [
            {
              person: { ...personOf('main', gender), needsLow: false },
              partyId: newId(),
              bed: 1,
              check_in: DAYS[0],
              check_out: DAYS[4],
            },
          ]
        : []
    return { ...room, occupants }
  })

  const parties: RunParty[] = []
  for (let count = 0; count < people; ) {
    const kind = chance()
    const gender = chance() < 0.55 ? ('female' as const) : ('male' as const)
    const other = gender === 'female' ? ('male' as const) : ('female' as const)
    const members =
      kind < 0.72
        ? [personOf('main', chance() < 0.005 ? null : gender)]
        : kind < 0.86
          ? [personOf('main', gender), personOf('spouse', other)]
          : kind < 0.92
            ? [
                personOf('main', gender),
                personOf('spouse', other),
                personOf('child', pick(['male', 'female'] as const), true),
              ]
            : kind < 0.96
              ? [personOf('main', gender), personOf('child', gender, true)]
              : kind < 0.97
                ? [personOf('main', gender, true)]
                : [personOf('main', gender), personOf('companion', pick(['male', 'female'] as const))]
    const [from, to] = pick(STAYS)
    const categoryId = categoryOf()
    parties.push({
      id: newId(),
      categoryId,
      blockIds: categoryId === 'executive' ? blocks.slice(0, Math.ceil(blocks.length / 2)) : [],
      paidAt:
        chance() < 0.9
          ? `2026-1${Math.floor(chance() * 3)}-${String(1 + Math.floor(chance() * 28)).padStart(2, '0')}`
          : null,
      people: members.slice(0, people - count),
      check_in: DAYS[from] ?? '',
      check_out: DAYS[to] ?? '',
    })
    count += Math.min(members.length, people - count)
  }

  const wishes: Pair[] = []
  const apart: Pair[] = []
  const singles = parties.filter((party) => party.people.length === 1)
  for (const [index, party] of singles.entries()) {
    const [one] = party.people
    if (!one || chance() >= wishing) continue
    // Mostly somebody who could share a room, sometimes one who never can.
    const mate =
      singles
        .slice(index + 1, index + 400)
        .find(
          ({ people: [candidate], categoryId }) => candidate?.gender === one.gender && categoryId === party.categoryId,
        ) ?? singles[index + 1]
    const [two] = mate?.people ?? []
    if (two) (chance() < 0.97 ? wishes : apart).push([one.id, two.id])
  }
  return { parties, rooms: madeRooms, wishes, apart }
}
