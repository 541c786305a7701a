import { WALK_IN_ROOMS } from '@shiloh/contract/allocation/walk-in'
import { rankPlaces } from '../run/fill.rules.ts'
import { freeBedsIn, type House, houseOf, put, take } from '../run/house.rules.ts'
import {
  dayNumber,
  dayOf,
  type LeftReason,
  type Pair,
  type PlaceReason,
  type RunInput,
  type RunParty,
  type RunPerson,
  type RunRoom,
  type Stay,
  type Weights,
} from '../run/model.rules.ts'
import { leftReason, placeReasons } from '../run/reasons.rules.ts'
import { type Unit, unitsOf } from '../run/units.rules.ts'

/** Nothing at the desk is left to chance: the same house gives the same room. */
const SEED = 1

/** A room for some people of a party, with a bed each. */
export interface Option {
  readonly roomId: string
  readonly beds: readonly number[]
  readonly reasons: readonly PlaceReason[]
}

/** People of a party who have one room together. */
export interface Group {
  readonly people: readonly RunPerson[]
  /** The best first. Empty: none is free. */
  readonly options: readonly Option[]
  /** Why there is none. */
  readonly left: LeftReason | null
  /** Beds that are free in the rooms that they could have. */
  readonly beds: number
}

/** The rooms of an event, and what is known of who should share one. */
export interface Rooms {
  readonly rooms: readonly RunRoom[]
  readonly wishes: readonly Pair[]
  readonly apart: readonly Pair[]
  readonly weights: Weights
}

const friendsOf = (unit: Unit, wishes: readonly Pair[]): ReadonlySet<string> => {
  const own = new Set(unit.people.map(({ id }) => id))
  return new Set(wishes.flatMap(([a, b]) => (own.has(a) ? [b] : own.has(b) ? [a] : [])))
}

const inputOf = (party: RunParty, { rooms, wishes, apart }: Rooms): RunInput => ({
  parties: [party],
  rooms,
  wishes,
  apart,
})

/** Says why a unit could have each of these rooms, as if it were there. */
const explained = (house: House, input: RunInput, unit: Unit, ranked: ReturnType<typeof rankPlaces>): Option[] =>
  ranked.slice(0, WALK_IN_ROOMS).map(({ place, beds }) => {
    put(house, place, unit, beds)
    const reasons = placeReasons(house, input)(unit, place)
    take(house, unit)
    return { roomId: place.room.id, beds, reasons }
  })

/**
 * Returns the groups of a party that have a room each, with the best rooms for each. Each group counts as placed in its
 * best room before the next is looked at, so the first rooms of all groups are possible together. `named` are the only rooms
 * that count, one for each group; `own` are rooms where the party sleeps now, which come first.
 */
export const groupsOf = (
  party: RunParty,
  rooms: Rooms,
  { named, own }: { readonly named?: readonly string[] | undefined; readonly own: readonly string[] },
): Group[] => {
  const input = inputOf(party, rooms)
  const house = houseOf(input)
  return unitsOf(input, SEED).map((unit, index): Group => {
    const ranked = rankPlaces({ house, weights: rooms.weights, seed: SEED }, unit, friendsOf(unit, rooms.wishes))
      .filter(({ place }) => named === undefined || place.room.id === named[index])
      .toSorted((a, b) => Number(own.includes(b.place.room.id)) - Number(own.includes(a.place.room.id)))
    const options = explained(house, input, unit, ranked)
    const [best] = ranked
    if (best) put(house, best.place, unit, best.beds)
    return {
      people: unit.people,
      options,
      left: best ? null : leftReason(house, unit, input.rooms),
      beds: ranked.reduce((sum, { left }) => sum + left + unit.size, 0),
    }
  })
}

export const isWhole = (groups: readonly Group[]): boolean =>
  groups.length > 0 && groups.every(({ options }) => options.length > 0)

/**
 * Returns the longest parts of a stay for which a party could have beds now: from its first night, and up to its last.
 * `isSold` says whether the event has no bed left to sell in a night.
 */
export const partsFree = (party: RunParty, rooms: Rooms, isSold: (night: string) => boolean): Stay[] => {
  const input = inputOf(party, rooms)
  const house = houseOf(input)
  const units = unitsOf(input, SEED)
  const [from, to] = [dayNumber(party.check_in), dayNumber(party.check_out)]
  const fits = (first: number, last: number): boolean => {
    for (let night = first; night < last; night += 1) if (isSold(dayOf(night))) return false
    return units.every((unit) => {
      const part: Unit = { ...unit, from: first, to: last }
      return house.places.some(
        (place) =>
          freeBedsIn(place, part) >= unit.size &&
          rankPlaces({ house: { ...house, places: [place] }, weights: rooms.weights, seed: SEED }, part, new Set())
            .length > 0,
      )
    })
  }
  for (let length = to - from - 1; length > 0; length -= 1) {
    const found = [...new Set([from, to - length])].filter((first) => fits(first, first + length))
    if (found.length > 0) return found.map((first) => ({ check_in: dayOf(first), check_out: dayOf(first + length) }))
  }
  return []
}
