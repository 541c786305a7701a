import { byText, dayNumber, hashOf, type RunInput, type RunParty, type RunPerson, type Sort } from './model.rules.ts'

/** People of one party who are to have one room: all of them or some. */
export interface Unit {
  /** Its place in the list of units. */
  readonly index: number
  readonly party: RunParty
  readonly people: readonly RunPerson[]
  readonly size: number
  /** First night and the day after the last, as day numbers. */
  readonly from: number
  readonly to: number
  readonly sort: Sort
  readonly hasChild: boolean
  readonly hasAdult: boolean
  readonly needsLow: boolean
  readonly needsQuiet: boolean
  readonly bearings: readonly string[]
  readonly districtId: string | null
  /** Rooms where others of the party sleep already. */
  readonly homes: readonly string[]
  /** Whether it can only be placed in one of them: a couple, or a child without an adult. */
  readonly homeOnly: boolean
  /** Units that can stand for each other have the same key. */
  readonly key: string
  /** Decides where nothing else does. */
  readonly chance: number
}

/** What a group of people is for the rules of a room: a family shares it with nobody else. */
export const sortOf = (people: readonly Pick<RunPerson, 'role' | 'gender'>[]): Sort => {
  const [first] = people
  if (people.length > 1) {
    const isMixed = people.some(({ gender }) => gender === null || gender !== first?.gender)
    if (isMixed || people.some(({ role }) => role === 'spouse')) return 'family'
  }
  return first?.gender ?? 'unknown'
}

const isOfCouple = ({ role }: RunPerson): boolean => role === 'main' || role === 'spouse'

const chunksOf = (people: readonly RunPerson[], size: number): RunPerson[][] =>
  Array.from({ length: Math.ceil(people.length / size) }, (_, at) => people.slice(at * size, (at + 1) * size))

/**
 * Returns the groups of a party that are to have a room each: couples and children with their parents; adults who came
 * along join if they are of the same gender, and otherwise have rooms of their own. A group of adults that is larger
 * than every room is divided.
 */
const partsOf = ({ people }: RunParty, mostBeds: number): readonly (readonly RunPerson[])[] => {
  const isCompanion = ({ role, isChild }: RunPerson): boolean => role === 'companion' && !isChild
  const core = people.filter((person) => !isCompanion(person))
  const companions = people.filter(isCompanion)
  const coreSort = sortOf(core)
  const joins = ({ gender }: RunPerson): boolean => core.length > 0 && gender !== null && coreSort === gender
  const own = companions.filter((person) => !joins(person))
  const groups = [
    [...core, ...companions.filter(joins)],
    own.filter(({ gender }) => gender === 'male'),
    own.filter(({ gender }) => gender === 'female'),
    ...own.filter(({ gender }) => gender === null).map((person) => [person]),
  ].filter((group) => group.length > 0)
  return groups.flatMap((group) => {
    if (group.length <= mostBeds || mostBeds === 0) return [group]
    const isDivisible = group.every(({ isChild, role }) => !isChild && role !== 'spouse') && sortOf(group) !== 'family'
    return isDivisible ? chunksOf(group, mostBeds) : [group]
  })
}

/** Returns the most beds of a room that a party could have, without asking whether they are free. 0: it has no rooms. */
export const mostBedsFor = (rooms: RunInput['rooms'], { categoryId, blockIds }: RunParty): number =>
  rooms.reduce(
    (most, room) =>
      room.categoryId === categoryId && (blockIds.length === 0 || blockIds.includes(room.blockId))
        ? Math.max(most, room.beds)
        : most,
    0,
  )

/** Returns who is to be placed, in the order of their reservations' ids. */
export const unitsOf = ({ parties, rooms }: RunInput, seed: number): Unit[] => {
  const homes = new Map<string, { readonly roomId: string; readonly person: RunPerson }[]>()
  for (const room of rooms)
    for (const { partyId, person } of room.occupants) {
      const known = homes.get(partyId)
      if (known) known.push({ roomId: room.id, person })
      else homes.set(partyId, [{ roomId: room.id, person }])
    }
  const kept = new Set(rooms.flatMap(({ keptFor }) => keptFor))
  const most = new Map<string, number>()
  const units: Unit[] = []
  for (const party of [...parties].sort((a, b) => byText(a.id, b.id))) {
    const scope = [party.categoryId, ...party.blockIds.toSorted()].join(' ')
    const mostBeds = most.get(scope) ?? mostBedsFor(rooms, party)
    most.set(scope, mostBeds)
    const there = homes.get(party.id) ?? []
    const isSettled = there.some(({ person }) => isOfCouple(person))
    for (const people of partsOf(party, mostBeds)) {
      const sort = sortOf(people)
      const hasChild = people.some(({ isChild }) => isChild)
      const hasAdult = people.some(({ isChild }) => !isChild)
      const needsLow = people.some((person) => person.needsLow)
      const bearings = [...new Set(people.flatMap((person) => person.bearings))].filter((id) => kept.has(id)).toSorted()
      const partsCouple =
        people.some(isOfCouple) &&
        isSettled &&
        (people.some(({ role }) => role === 'spouse') || there.some(({ person }) => person.role === 'spouse'))
      // One half of a couple goes to the other: a child of theirs can have a room elsewhere.
      const besideWhom = partsCouple ? there.filter(({ person }) => isOfCouple(person)) : there
      const homeIds = [...new Set(besideWhom.map(({ roomId }) => roomId))].toSorted()
      units.push({
        index: units.length,
        party,
        people,
        size: people.length,
        from: dayNumber(party.check_in),
        to: dayNumber(party.check_out),
        sort,
        hasChild,
        hasAdult,
        needsLow,
        needsQuiet: people.some((person) => person.needsQuiet),
        bearings,
        districtId: people[0]?.districtId ?? null,
        homes: homeIds,
        homeOnly: homeIds.length > 0 && (partsCouple || (hasChild && !hasAdult)),
        key: [
          scope,
          party.check_in,
          party.check_out,
          people.length,
          sort,
          hasChild,
          hasAdult,
          needsLow,
          ...bearings,
        ].join('|'),
        chance: hashOf(people[0]?.id ?? party.id, seed),
      })
    }
  }
  return units
}
