import { dayNumber, type RunInput, type RunOccupant, type RunPerson, type RunRoom, type Sort } from './model.rules.ts'
import { sortOf, type Unit } from './units.rules.ts'

/** People of one party in one room, with a bed each. */
export interface Stayers {
  readonly partyId: string
  readonly people: readonly RunPerson[]
  readonly beds: readonly number[]
  readonly from: number
  readonly to: number
  readonly sort: Sort
  /** Absent for those who were there before. They stay. */
  readonly unit?: Unit
}

/** A room while a plan is made. */
export interface Place {
  readonly index: number
  readonly room: RunRoom
  readonly isLow: boolean
  readonly closed: readonly { readonly from: number; readonly to: number }[]
  readonly stayers: Stayers[]
}

export interface House {
  readonly places: readonly Place[]
  readonly byId: ReadonlyMap<string, Place>
  /** Those with whom a person must not share a room. */
  readonly apart: ReadonlyMap<string, ReadonlySet<string>>
  /** Where each unit is. */
  readonly at: Map<Unit, Place>
}

interface Nights {
  readonly from: number
  readonly to: number
}
export const overlaps = (a: Nights, b: Nights): boolean => a.from < b.to && b.from < a.to

const daysOf = ({ check_in, check_out }: { readonly check_in: string; readonly check_out: string }): Nights => ({
  from: dayNumber(check_in),
  to: dayNumber(check_out),
})

/** Joins people of one party who have the same nights. */
const stayersOf = (occupants: readonly RunOccupant[]): Stayers[] =>
  [
    ...Map.groupBy(occupants, ({ partyId, check_in, check_out }) => `${partyId} ${check_in} ${check_out}`).values(),
  ].flatMap((group) => {
    const [first] = group
    const people = group.map(({ person }) => person)
    return first
      ? [{ partyId: first.partyId, people, beds: group.map(({ bed }) => bed), ...daysOf(first), sort: sortOf(people) }]
      : []
  })

export const houseOf = ({ rooms, apart }: RunInput): House => {
  const places = rooms.map(
    (room, index): Place => ({
      index,
      room,
      isLow: room.floor === 0 || room.accessible,
      closed: room.closed.map(daysOf),
      stayers: stayersOf(room.occupants),
    }),
  )
  const enemies = new Map<string, Set<string>>()
  for (const [a, b] of apart)
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = enemies.get(one)
      if (known) known.add(other)
      else enemies.set(one, new Set([other]))
    }
  return { places, byId: new Map(places.map((place) => [place.room.id, place])), apart: enemies, at: new Map() }
}

/**
 * Returns whether a room could be a unit's, no matter who else is there: its category, block, floor, size and rule. A room for
 * families is not given to one person, although it could be.
 */
export const suits = ({ room, isLow, closed }: Place, unit: Unit): boolean => {
  const { categoryId, blockIds } = unit.party
  if (room.categoryId !== categoryId || room.beds < unit.size) return false
  if (blockIds.length > 0 && !blockIds.includes(room.blockId)) return false
  if (unit.needsLow && !isLow) return false
  // Where the party sleeps already, those who are there count too.
  if (!unit.homes.includes(room.id)) {
    if (room.keptFor.length > 0 && !unit.bearings.some((id) => room.keptFor.includes(id))) return false
    if (unit.sort === 'unknown' ? room.beds !== 1 || room.genderRule !== null : false) return false
    if (room.genderRule !== null && room.genderRule !== unit.sort) return false
  }
  return closed.every((period) => !overlaps(period, unit))
}

const isAmongStrangers = (people: readonly RunPerson[], others: readonly RunPerson[]): boolean =>
  people.some(({ isChild }) => isChild) &&
  people.every(({ isChild }) => isChild) &&
  others.some(({ isChild }) => !isChild)

/**
 * Returns whether somebody of a unit and somebody of the same party who is there must have rooms of their own: an adult
 * who came along, and an adult of the other gender.
 */
const isCompanyApart = (unit: Unit, there: readonly Stayers[]): boolean =>
  unit.people.some((one) =>
    there.some(({ people }) =>
      people.some(
        (other) =>
          (one.role === 'companion' || other.role === 'companion') &&
          !(one.isChild || other.isChild) &&
          (one.gender === null || one.gender !== other.gender),
      ),
    ),
  )

/** Returns whether the unit can share a room with the parties that are there in its nights. */
const agrees = (house: House, { room }: Place, unit: Unit, there: readonly Stayers[]): boolean => {
  const own = there.filter(({ partyId }) => partyId === unit.party.id)
  const others = there.filter(({ partyId }) => partyId !== unit.party.id)
  if (isCompanyApart(unit, own)) return false
  const mine = own.length === 0 ? unit.people : [...unit.people, ...own.flatMap(({ people }) => people)]
  const sort = own.length === 0 ? unit.sort : sortOf(mine)
  if (room.keptFor.length > 0 && !mine.some(({ bearings }) => bearings.some((id) => room.keptFor.includes(id))))
    return false
  if (sort === 'family' || room.genderRule === 'family') {
    if (others.length > 0 || (room.genderRule !== null && room.genderRule !== 'family')) return false
  } else if (sort === 'unknown') {
    if (others.length > 0 || room.genderRule !== null || room.beds !== 1) return false
  } else {
    if (room.genderRule !== null && room.genderRule !== sort) return false
    const parties = new Map<string, RunPerson[]>()
    for (const { partyId, people } of others) parties.set(partyId, [...(parties.get(partyId) ?? []), ...people])
    for (const people of parties.values()) {
      if (sortOf(people) !== sort) return false
      if (isAmongStrangers(mine, people) || isAmongStrangers(people, mine)) return false
    }
  }
  return unit.people.every(({ id }) => {
    const enemies = house.apart.get(id)
    return !enemies || there.every(({ people }) => people.every((person) => !enemies.has(person.id)))
  })
}

/** Beds of a room for a unit. */
export interface Spot {
  readonly beds: readonly number[]
  /** Beds that stay free in all these nights. */
  readonly left: number
}

// Written over by each look at a room: there are millions of them, and a set each would be most of the time.
const marks = new Int32Array(128)
let mark = 0

/** Returns the beds that a unit can have in a room that suits it, or undefined: those with the least time unused. */
export const spotIn = (house: House, place: Place, unit: Unit): Spot | undefined => {
  const { room, stayers } = place
  mark += 1
  let used = 0
  let isEmpty = true
  for (const one of stayers) {
    if (!overlaps(one, unit)) continue
    isEmpty = false
    if (one.partyId !== unit.party.id && (unit.sort !== one.sort || one.sort === 'family' || one.sort === 'unknown'))
      return undefined
    for (const bed of one.beds)
      if (marks[bed] !== mark) {
        marks[bed] = mark
        used += 1
      }
  }
  const left = room.beds - used - unit.size
  if (left < 0) return undefined
  const stamp = mark
  if (!isEmpty || unit.homes.length > 0) {
    const there = stayers.filter((one) => overlaps(one, unit))
    if (!agrees(house, place, unit, there)) return undefined
  }
  const free: number[] = []
  for (let bed = 1; bed <= room.beds; bed += 1) if (marks[bed] !== stamp) free.push(bed)
  if (left === 0 || stayers.length === 0) return { beds: free.slice(0, unit.size), left }
  const gap = (bed: number): number => {
    let before = Number.POSITIVE_INFINITY
    let after = Number.POSITIVE_INFINITY
    for (const one of stayers) {
      if (!one.beds.includes(bed)) continue
      if (one.to <= unit.from) before = Math.min(before, unit.from - one.to)
      if (one.from >= unit.to) after = Math.min(after, one.from - unit.to)
    }
    return Math.min(before, after)
  }
  const gaps = new Map(free.map((bed) => [bed, gap(bed)]))
  const beds = free
    .toSorted((a, b) => {
      const [one = 0, other = 0] = [gaps.get(a), gaps.get(b)]
      return one === other ? a - b : one - other
    })
    .slice(0, unit.size)
    .sort((a, b) => a - b)
  return { beds, left }
}

/** Like `spotIn`, for a room that may not suit the unit at all. */
export const spotFor = (house: House, place: Place, unit: Unit): Spot | undefined =>
  suits(place, unit) ? spotIn(house, place, unit) : undefined

export const put = ({ at }: House, place: Place, unit: Unit, beds: readonly number[]): void => {
  place.stayers.push({
    partyId: unit.party.id,
    people: unit.people,
    beds,
    from: unit.from,
    to: unit.to,
    sort: unit.sort,
    unit,
  })
  at.set(unit, place)
}

/** Removes a unit from its room. Returns its beds there. */
export const take = (
  { at }: House,
  unit: Unit,
): { readonly place: Place; readonly beds: readonly number[] } | undefined => {
  const place = at.get(unit)
  if (!place) return undefined
  const index = place.stayers.findIndex((one) => one.unit === unit)
  const [gone] = place.stayers.splice(index, 1)
  at.delete(unit)
  return gone && { place, beds: gone.beds }
}

/** Returns how many beds of a room are free in all these nights. */
export const freeBedsIn = ({ room, stayers, closed }: Place, nights: Nights): number =>
  closed.some((period) => overlaps(period, nights))
    ? 0
    : room.beds - new Set(stayers.filter((one) => overlaps(one, nights)).flatMap(({ beds }) => beds)).size
