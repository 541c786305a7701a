import { cutsOf, friendsIn, openOf, roomsOfFriends, type Ties, wishesIn } from './circles.rules.ts'
import { type House, overlaps, type Place, put, spotFor, spotIn, suits, take } from './house.rules.ts'
import { byText, hashOf, type Weights } from './model.rules.ts'
import { type Guide, sharersOf } from './program.rules.ts'
import type { Unit } from './units.rules.ts'

/** Everything that filling needs to know. */
export interface Filling {
  readonly house: House
  readonly units: readonly Unit[]
  /** Units that wish for each other, or for somebody who has a bed. */
  readonly circles: readonly (readonly Unit[])[]
  readonly ties: Ties
  readonly weights: Weights
  readonly seed: number
}

/** Looks at a room that the search for a better plan may take. A fixed number of looks ends it, on any machine. */
const MOST_LOOKS = 1_500_000
/** After this many looks for a room for a circle, only the best way to divide one is tried. */
const MOST_TRIES = 20_000
/** What a wish that is kept is worth, for each point of its weight. */
const WISH = 20
/** Units of a room that are moved away at once to make room for another. */
const MOST_MOVED = 4

/** What a room has of a district or a language, counted once instead of at every look. */
interface Company {
  readonly blocks: Map<string, Map<string, number>>
}

const addTo = ({ blocks }: Company, blockId: string, districtId: string | null, by: number): void => {
  if (districtId === null) return
  const known = blocks.get(blockId) ?? new Map<string, number>()
  known.set(districtId, (known.get(districtId) ?? 0) + by)
  blocks.set(blockId, known)
}

/** What a room is worth to people who need rest. A quiet room is left to them. */
const restOf = (isQuiet: boolean, isLow: boolean, { needsQuiet, needsLow }: Unit, { needs }: Weights): number => {
  if (!needsQuiet) return isQuiet ? -8 : 0
  return (isQuiet ? 8 * needs : 0) + (isLow && !needsLow ? 4 * needs : 0)
}

/** How good a free room is for a unit. The highest wins. */
const scoreOf = (
  place: Place,
  left: number,
  unit: Unit,
  { weights, seed }: Pick<Filling, 'weights' | 'seed'>,
  company: Company,
): number => {
  const { room, stayers, isLow } = place
  let sameDistrict = 0
  let sameLanguage = 0
  let isBegun = false
  for (const one of stayers) {
    if (!overlaps(one, unit)) continue
    isBegun = true
    for (const { districtId, language } of one.people) {
      if (districtId !== null && districtId === unit.districtId) sameDistrict = 1
      if (language === unit.people[0]?.language) sameLanguage = 1
    }
  }
  const ofBlock = unit.districtId === null ? 0 : (company.blocks.get(room.blockId)?.get(unit.districtId) ?? 0)
  return (
    (isBegun ? 6 + 4 * weights.fill : 0) +
    6 * weights.district * sameDistrict +
    weights.district * Math.min(ofBlock, 20) * 0.4 +
    3 * weights.language * sameLanguage -
    left * 3 +
    (stayers.length > 0 ? weights.fill : 0) +
    (room.keptFor.length > 0 ? 12 : 0) -
    (isLow && !unit.needsLow ? 14 : 0) +
    restOf(room.quiet, isLow, unit, weights) -
    (room.genderRule === null ? 0 : -4) +
    (hashOf(room.blockId, seed) % 1000) / 2000
  )
}

/**
 * Returns the rooms that a unit can have now, with its beds there, the best first by the weights. Rooms where others of the
 * party sleep come first, then those with somebody of `friends`. The order is the same for the same house.
 */
export const rankPlaces = (
  filling: Pick<Filling, 'house' | 'weights' | 'seed'>,
  unit: Unit,
  friends: ReadonlySet<string>,
): { readonly place: Place; readonly beds: readonly number[]; readonly left: number }[] => {
  const { house, weights } = filling
  const company: Company = { blocks: new Map() }
  for (const { room, stayers } of house.places)
    for (const one of stayers)
      if (overlaps(one, unit)) for (const { districtId } of one.people) addTo(company, room.blockId, districtId, 1)
  const atHome = ({ room }: Place): boolean => unit.homes.includes(room.id)
  const wished = ({ stayers }: Place): number =>
    stayers.filter((one) => overlaps(one, unit)).flatMap(({ people }) => people.filter(({ id }) => friends.has(id)))
      .length
  return house.places
    .flatMap((place) => {
      if (unit.homeOnly && !atHome(place)) return []
      const spot = spotFor(house, place, unit)
      if (!spot) return []
      const score =
        scoreOf(place, spot.left, unit, filling, company) +
        (atHome(place) ? 1000 : 0) +
        wished(place) * WISH * weights.wishes
      return [{ place, beds: spot.beds, left: spot.left, score }]
    })
    .sort((a, b) => b.score - a.score || a.place.index - b.place.index)
}

/**
 * Fills the rooms of a house, unit by unit, following a guide where there is one. The order is the same for the same
 * input, weights and seed. Units for which nothing is free stay out.
 */
export const fill = (filling: Filling, guide: Guide | undefined): Set<Unit> => {
  const { house, units, circles, ties, weights, seed } = filling
  const company: Company = { blocks: new Map() }
  const wanted = new Map([...(guide?.wanted ?? [])].map(([key, groups]) => [key, new Map(groups)]))
  const openable = new Map([...(guide?.rooms ?? [])].map(([group, rooms]) => [group, new Map(rooms)]))
  const candidates = new Map<string, readonly Place[]>()
  // Empty rooms of a block that are alike are as good as each other.
  const alike = house.places.map(
    ({ room, isLow }) =>
      `${room.blockId} ${room.beds} ${isLow} ${room.genderRule} ${room.quiet} ${room.keptFor.length} ${guide?.groupOf.get(room.id)?.key}`,
  )

  const candidatesOf = (unit: Unit): readonly Place[] => {
    if (unit.homes.length > 0) return house.places.filter((place) => suits(place, unit))
    const known = candidates.get(unit.key)
    if (known) return known
    const found = house.places.filter((place) => suits(place, unit))
    candidates.set(unit.key, found)
    return found
  }

  const best = (
    unit: Unit,
    allowed: (place: Place) => boolean,
  ): { place: Place; beds: readonly number[] } | undefined => {
    let found: { place: Place; beds: readonly number[]; score: number } | undefined
    const empties = new Set<string | undefined>()
    for (const place of candidatesOf(unit)) {
      const isEmpty = place.stayers.length === 0
      if ((isEmpty && empties.has(alike[place.index])) || !allowed(place)) continue
      if (isEmpty) empties.add(alike[place.index])
      const spot = spotIn(house, place, unit)
      if (!spot) continue
      const wished = isEmpty ? 0 : friendsIn(place, unit, ties, new Set())
      const score = scoreOf(place, spot.left, unit, filling, company) + wished * WISH * weights.wishes
      if (!found || score > found.score) found = { place, beds: spot.beds, score }
    }
    return found
  }

  const settle = (unit: Unit, place: Place, beds: readonly number[]): void => {
    const group = guide?.groupOf.get(place.room.id)
    const rooms = group && place.stayers.length === 0 ? openable.get(group) : undefined
    const sharers = sharersOf(unit)
    if (rooms?.has(sharers)) rooms.set(sharers, (rooms.get(sharers) ?? 0) - 1)
    put(house, place, unit, beds)
    addTo(company, place.room.blockId, unit.districtId, unit.size)
    const groups = wanted.get(unit.key)
    if (group !== undefined && groups) groups.set(group, (groups.get(group) ?? 0) - 1)
  }

  /** Returns whether a room is where the guide has such units. Without a guide, every room is. */
  const isMeant = (unit: Unit, place: Place): boolean => {
    if (!guide) return true
    const group = guide.groupOf.get(place.room.id)
    if (group && place.stayers.length === 0 && (openable.get(group)?.get(sharersOf(unit)) ?? 1) <= 0) return false
    return group !== undefined && (wanted.get(unit.key)?.get(group) ?? 0) > 0
  }

  const houseOne = (unit: Unit, isGuided: boolean): boolean => {
    const home = unit.homes.length > 0 ? best(unit, (place) => unit.homes.includes(place.room.id)) : undefined
    const found = home ?? (unit.homeOnly ? undefined : best(unit, (place) => !isGuided || isMeant(unit, place)))
    if (!found) return false
    settle(unit, found.place, found.beds)
    return true
  }

  /** Takes a unit out of its room again. */
  const unsettle = (unit: Unit): { unit: Unit; place: Place; beds: readonly number[] }[] => {
    const spot = take(house, unit)
    if (!spot) return []
    const { place, beds } = spot
    addTo(company, place.room.blockId, unit.districtId, -unit.size)
    const group = guide?.groupOf.get(place.room.id)
    const rooms = group && place.stayers.length === 0 ? openable.get(group) : undefined
    const sharers = sharersOf(unit)
    if (rooms?.has(sharers)) rooms.set(sharers, (rooms.get(sharers) ?? 0) + 1)
    const groups = wanted.get(unit.key)
    if (group !== undefined && groups) groups.set(group, (groups.get(group) ?? 0) + 1)
    return [{ unit, place, beds }]
  }

  let tries = MOST_TRIES
  /** Puts a whole circle into one room, or nobody of it. Returns how many wishes are kept by it. */
  const houseTogether = (circle: readonly Unit[]): number => {
    tries -= 1
    const [first] = circle
    if (!first || circle.some(({ homeOnly }) => homeOnly)) return 0
    const inside = new Set(circle)
    const near = new Set(circle.flatMap((unit) => [...roomsOfFriends(unit, house, ties)]))
    if (circle.length === 1 && near.size === 0) return 0
    const persons = circle.reduce((sum, { size }) => sum + size, 0)
    const order = candidatesOf(first)
      .flatMap((place) => {
        if (place.room.beds < persons) return []
        const kept = near.has(place) ? circle.reduce((sum, unit) => sum + friendsIn(place, unit, ties, inside), 0) : 0
        // A friend's room is worth more than what the guide has for it.
        if (kept === 0 && (circle.length === 1 || !isMeant(first, place))) return []
        const spot = spotIn(house, place, first)
        if (!spot) return []
        const left = Math.abs(spot.left + first.size - persons)
        const score = scoreOf(place, left, first, filling, company) + kept * WISH * weights.wishes
        return [{ place, kept, score }]
      })
      .sort((a, b) => b.score - a.score || a.place.index - b.place.index)
    for (const { place, kept } of order) {
      const there: Unit[] = []
      for (const unit of circle) {
        const spot = spotFor(house, place, unit)
        if (!spot) break
        put(house, place, unit, spot.beds)
        there.push(unit)
      }
      const isWhole = there.length === circle.length
      for (const unit of there) {
        const spot = take(house, unit)
        if (isWhole && spot) settle(unit, place, spot.beds)
      }
      if (isWhole) return wishesIn(circle, ties) + kept
    }
    return 0
  }

  /** Puts a circle into one room, or else parts of it, so that most wishes are kept. Returns how many are. */
  const houseCircle = (circle: readonly Unit[]): number => {
    const together = houseTogether(circle)
    if (together > 0 || circle.length < 2) return together
    const all = wishesIn(circle, ties)
    let best: { readonly kept: number; readonly spots: ReturnType<typeof unsettle> } = { kept: 0, spots: [] }
    const cuts = cutsOf(circle, ties)
    for (const { parts, lost } of tries > 0 ? cuts : cuts.slice(0, 1)) {
      const kept = parts.reduce((sum, part) => sum + houseCircle(part), 0)
      const spots = circle.flatMap(unsettle)
      if (kept > best.kept) best = { kept, spots }
      if (best.kept >= all - lost) break
    }
    for (const { unit, place, beds } of best.spots) settle(unit, place, beds)
    return best.kept
  }

  const order = orderOf(units, weights, wanted, guide !== undefined)
  const waiting = new Set<Unit>()
  const houseAll = (some: (unit: Unit) => boolean): void => {
    for (const unit of order)
      if (some(unit) && !house.at.has(unit) && !waiting.has(unit) && !houseOne(unit, true)) waiting.add(unit)
  }
  houseAll(({ homes }) => homes.length > 0)
  houseAll(({ sort }) => RANK[sort] < RANK.male)
  if (weights.wishes > 0)
    for (const circle of circles) for (const open of openOf(circle, house, ties)) houseCircle(open)
  houseAll(() => true)
  for (const unit of [...waiting]) if (houseOne(unit, false)) waiting.delete(unit)
  // The seed decides between plans that are equally good: who of a pair of equals moves first.
  return new Set(
    [...waiting].sort(
      (a, b) => a.chance - b.chance || byText(a.party.id, b.party.id) || hashOf(a.key, seed) - hashOf(b.key, seed),
    ),
  )
}

const RANK = { family: 0, unknown: 1, male: 2, female: 2 } as const

/**
 * Orders units for filling. Those who are hardest to place come first. Where a guide leaves some of a group out, those
 * who paid first are in it.
 */
const orderOf = (
  units: readonly Unit[],
  weights: Weights,
  wanted: ReadonlyMap<string, ReadonlyMap<unknown, number>>,
  isGuided: boolean,
): Unit[] => {
  const byPaid = (a: Unit, b: Unit): number =>
    weights.paid === 0
      ? a.chance - b.chance
      : byText(a.party.paidAt ?? '9', b.party.paidAt ?? '9') || a.chance - b.chance
  const inPlan = new Set<Unit>()
  for (const [key, members] of Map.groupBy(units, (unit) => unit.key)) {
    const count = isGuided ? [...(wanted.get(key)?.values() ?? [])].reduce((sum, one) => sum + one, 0) : members.length
    for (const unit of members.toSorted(byPaid).slice(0, count)) inPlan.add(unit)
  }
  const sizes = new Map<string, number>()
  for (const { districtId, size } of units)
    if (districtId !== null) sizes.set(districtId, (sizes.get(districtId) ?? 0) + size)
  const districtOf = ({ districtId }: Unit): number => (districtId === null ? 0 : (sizes.get(districtId) ?? 0))
  return units.toSorted(
    (a, b) =>
      Number(inPlan.has(b)) - Number(inPlan.has(a)) ||
      Number(b.needsLow) - Number(a.needsLow) ||
      (weights.needs > 0 ? Number(b.needsQuiet) - Number(a.needsQuiet) : 0) ||
      b.bearings.length - a.bearings.length ||
      RANK[a.sort] - RANK[b.sort] ||
      b.size - a.size ||
      // Long stays first: short ones fit into what is left.
      b.to - b.from - (a.to - a.from) ||
      (isGuided || weights.paid <= weights.district ? 0 : byPaid(a, b)) ||
      (weights.district > 0 ? districtOf(b) - districtOf(a) || byText(a.districtId ?? '', b.districtId ?? '') : 0) ||
      (weights.language > 0 ? byText(a.people[0]?.language ?? '', b.people[0]?.language ?? '') : 0) ||
      byPaid(a, b) ||
      a.index - b.index,
  )
}

/**
 * Makes room for units without one by moving others who were placed in this run. Nobody loses a bed by it, and circles of
 * wishes stay together. Ends after a number of looks, not after a time.
 */
export const makeRoom = (filling: Filling, waiting: Set<Unit>): void => {
  const { house, circles } = filling
  const circleOf = new Map(circles.flatMap((circle) => circle.map((unit) => [unit, circle] as const)))
  let looks = MOST_LOOKS
  const candidates = new Map<string, readonly Place[]>()
  const candidatesOf = (unit: Unit): readonly Place[] => {
    const known = unit.homes.length > 0 ? undefined : candidates.get(unit.key)
    if (known) return known
    const found = house.places.filter(
      (place) => suits(place, unit) && (!unit.homeOnly || unit.homes.includes(place.room.id)),
    )
    if (unit.homes.length === 0) candidates.set(unit.key, found)
    return found
  }
  const elsewhere = (unit: Unit, but: Place): boolean => {
    for (const place of candidatesOf(unit)) {
      if (place === but) continue
      looks -= 1
      const spot = spotIn(house, place, unit)
      if (!spot) continue
      put(house, place, unit, spot.beds)
      return true
    }
    return false
  }
  const isHeld = (unit: Unit): boolean =>
    unit.homes.length > 0 ||
    (circleOf.get(unit)?.some((other) => other !== unit && house.at.get(other) === house.at.get(unit)) ?? false)

  /** Moves some units out of a room so that another fits. Everything is as before if one of them finds no other. */
  const swap = (unit: Unit, place: Place, gone: readonly Unit[]): boolean => {
    const spots = gone.map((one) => ({ one, spot: take(house, one) }))
    const found = spotIn(house, place, unit)
    const moved: Unit[] = []
    if (found) {
      put(house, place, unit, found.beds)
      for (const one of gone) {
        if (!elsewhere(one, place)) break
        moved.push(one)
      }
      if (moved.length === gone.length) return true
      take(house, unit)
    }
    for (const one of moved) take(house, one)
    for (const { one, spot } of spots) if (spot) put(house, spot.place, one, spot.beds)
    return false
  }

  const settlePlainly = (unit: Unit): boolean => {
    for (const place of candidatesOf(unit)) {
      const spot = spotIn(house, place, unit)
      if (!spot) continue
      put(house, place, unit, spot.beds)
      return true
    }
    return false
  }

  const settle = (unit: Unit): boolean => {
    if (settlePlainly(unit)) return true
    for (const place of candidatesOf(unit)) {
      if (looks <= 0) return false
      const inTheWay = place.stayers.filter((one) => overlaps(one, unit))
      const movable = inTheWay.flatMap((one) => (one.unit && !isHeld(one.unit) ? [one.unit] : []))
      if (movable.length === 0) continue
      for (const one of movable) if (swap(unit, place, [one])) return true
      if (movable.length > 1 && movable.length <= MOST_MOVED && swap(unit, place, movable)) return true
    }
    return false
  }

  for (let isBetter = true; isBetter && waiting.size > 0 && looks > 0; ) {
    isBetter = false
    for (const unit of [...waiting])
      if (settle(unit)) {
        waiting.delete(unit)
        isBetter = true
      }
  }
  // What others left behind, when the looks are used up.
  for (const unit of [...waiting]) if (settlePlainly(unit)) waiting.delete(unit)
}
