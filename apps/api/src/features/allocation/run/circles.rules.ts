import { type House, overlaps, type Place } from './house.rules.ts'
import type { Pair, RunInput, Sort } from './model.rules.ts'
import { mostBedsFor, type Unit } from './units.rules.ts'

/** Who wishes to share a room with whom. */
export interface Ties {
  /** The persons with whom people of a unit wish to share, also those who have a bed already. */
  readonly friends: ReadonlyMap<Unit, ReadonlySet<string>>
  /** The units with whom a unit wishes to share, and how many wishes these are. */
  readonly units: ReadonlyMap<Unit, ReadonlyMap<Unit, number>>
  /** The ids of the rooms of those who have a bed already. */
  readonly rooms: ReadonlyMap<string, readonly string[]>
  /** The unit of each person without a bed. */
  readonly unitOf: ReadonlyMap<string, Unit>
}

interface Known {
  readonly from: number
  readonly to: number
  readonly sort: Sort
  readonly size: number
  readonly categoryId: string
  /** Empty: every block. */
  readonly blockIds: readonly string[]
  readonly unit?: Unit
}

/**
 * Returns the wishes that some plan could keep: of two people of whom at least one has no bed yet, who are there in the same
 * night, are not with their family, and whose claims are for rooms that both can have. The others are nobody's fault. A wish
 * of two who must not share counts: leaving it out would tell of it.
 */
export const possibleWishes = (input: RunInput, house: House, units: readonly Unit[]): Pair[] => {
  const known = new Map<string, Known>()
  for (const { room, stayers } of house.places)
    for (const { people, from, to, sort } of stayers)
      for (const { id } of people)
        known.set(id, { from, to, sort, size: people.length, categoryId: room.categoryId, blockIds: [room.blockId] })
  const most = new Map<string, number>()
  for (const unit of units) {
    const { from, to, sort, size, party } = unit
    for (const { id } of unit.people)
      known.set(id, { from, to, sort, size, categoryId: party.categoryId, blockIds: party.blockIds, unit })
    if (!most.has(party.categoryId)) most.set(party.categoryId, mostBedsFor(input.rooms, { ...party, blockIds: [] }))
  }
  const isShared = ({ sort }: Known) => sort === 'male' || sort === 'female'
  return input.wishes.filter(([a, b]) => {
    const one = known.get(a)
    const other = known.get(b)
    if (!one || !other || !(one.unit || other.unit)) return false
    if (one.unit !== undefined && one.unit === other.unit) return true
    return (
      overlaps(one, other) &&
      one.sort === other.sort &&
      isShared(one) &&
      one.categoryId === other.categoryId &&
      one.size + other.size <= (most.get(one.categoryId) ?? 0) &&
      (one.blockIds.length === 0 ||
        other.blockIds.length === 0 ||
        one.blockIds.some((id) => other.blockIds.includes(id)))
    )
  })
}

/** Returns who wishes for whom. */
export const tiesOf = (units: readonly Unit[], house: House, wishes: readonly Pair[]): Ties => {
  const unitOf = new Map(units.flatMap((unit) => unit.people.map(({ id }) => [id, unit] as const)))
  const rooms = new Map<string, string[]>()
  for (const { room } of house.places)
    for (const { person } of room.occupants) rooms.set(person.id, [...(rooms.get(person.id) ?? []), room.id])
  const friends = new Map<Unit, Set<string>>()
  const between = new Map<Unit, Map<Unit, number>>()
  const add = (unit: Unit | undefined, person: string, other: Unit | undefined) => {
    if (!unit || unit === other) return
    friends.set(unit, (friends.get(unit) ?? new Set()).add(person))
    if (!other) return
    const known = between.get(unit) ?? new Map<Unit, number>()
    between.set(unit, known.set(other, (known.get(other) ?? 0) + 1))
  }
  for (const [a, b] of wishes) {
    add(unitOf.get(a), b, unitOf.get(b))
    add(unitOf.get(b), a, unitOf.get(a))
  }
  return { friends, units: between, rooms, unitOf }
}

/** Returns what wishes connect of some units: the largest group first. Those without any wish are left out. */
const connectedOf = (some: readonly Unit[], { units, friends }: Ties): Unit[][] => {
  const rest = new Set(some)
  const groups: Unit[][] = []
  for (const unit of some) {
    if (!rest.has(unit) || !friends.has(unit)) continue
    const group: Unit[] = []
    const open = [unit]
    for (let next = open.pop(); next; next = open.pop()) {
      if (!rest.delete(next)) continue
      group.push(next)
      open.push(...(units.get(next)?.keys() ?? []))
    }
    groups.push(group.sort((a, b) => a.index - b.index))
  }
  return groups.sort((a, b) => b.length - a.length || (a[0]?.index ?? 0) - (b[0]?.index ?? 0))
}

/** Returns the groups of units that wishes connect, also one unit that wishes for somebody who has a bed; largest first. */
export const circlesOf = (units: readonly Unit[], ties: Ties): Unit[][] => connectedOf(units, ties)

/** Returns how many wishes two groups have for each other. */
const wishesBetween = (some: readonly Unit[], others: readonly Unit[], { units }: Ties): number =>
  some.reduce((sum, unit) => sum + others.reduce((more, other) => more + (units.get(unit)?.get(other) ?? 0), 0), 0)

/** Returns how many wishes are kept if all of these share a room. */
export const wishesIn = (circle: readonly Unit[], ties: Ties): number => wishesBetween(circle, circle, ties) / 2

/** Up to this many units, every way to divide a circle is tried. */
const MOST_TRIED = 6

/** A circle in two parts, and the wishes between them. */
export interface Cut {
  readonly parts: readonly [readonly Unit[], readonly Unit[]]
  readonly lost: number
}

/**
 * Returns the ways to divide a circle into two that are each still connected, those that lose the fewest wishes first, then
 * the most even ones. Of a large circle, only the best of the cuts along one tree of its wishes.
 */
export const cutsOf = (circle: readonly Unit[], ties: Ties): Cut[] => {
  const [first] = circle
  if (!first || circle.length < 2) return []
  const isWhole = (part: readonly Unit[]) => connectedOf(part, ties)[0]?.length === part.length
  const cuts: (Cut & { readonly uneven: number })[] = []
  const add = (one: readonly Unit[], other: readonly Unit[]) => {
    if (one.length === 0 || other.length === 0 || !isWhole(one) || !isWhole(other)) return
    const uneven = Math.abs(one.length - other.length)
    cuts.push({ parts: [one, other], lost: wishesBetween(one, other, ties), uneven })
  }
  if (circle.length <= MOST_TRIED)
    for (let mask = 1; mask < 2 ** (circle.length - 1); mask += 1)
      add(
        circle.filter((_, at) => at === 0 || (mask & (1 << (at - 1))) === 0),
        circle.filter((_, at) => at > 0 && (mask & (1 << (at - 1))) !== 0),
      )
  else {
    // A tree of the wishes: cutting one of its branches leaves two parts that are connected.
    const parent = new Map<Unit, Unit | undefined>([[first, undefined]])
    const inside = new Set(circle)
    const order = [first]
    for (const unit of order)
      for (const other of ties.units.get(unit)?.keys() ?? [])
        if (inside.has(other) && !parent.has(other)) {
          parent.set(other, unit)
          order.push(other)
        }
    const below = new Map<Unit, number>()
    for (const unit of order.toReversed()) {
      const own = (below.get(unit) ?? 0) + 1
      below.set(unit, own)
      const up = parent.get(unit)
      if (up) below.set(up, (below.get(up) ?? 0) + own)
    }
    const away = (unit: Unit) => Math.abs(circle.length - 2 * (below.get(unit) ?? 0))
    const root = order.slice(1).reduce((best, unit) => (away(unit) < away(best) ? unit : best), order[1] ?? first)
    const branch = new Set([root])
    for (const unit of order) {
      const up = parent.get(unit)
      if (up && branch.has(up)) branch.add(unit)
    }
    add(
      circle.filter((unit) => branch.has(unit)),
      circle.filter((unit) => !branch.has(unit)),
    )
  }
  return cuts.sort((a, b) => a.lost - b.lost || a.uneven - b.uneven)
}

/** Returns what is left of a circle when some have a bed, in groups that wishes connect. */
export const openOf = (circle: readonly Unit[], house: House, ties: Ties): Unit[][] =>
  connectedOf(
    circle.filter((unit) => !house.at.has(unit)),
    ties,
  )

/** Returns how many people in a room, besides those of `but`, a unit wishes for. */
export const friendsIn = ({ stayers }: Place, unit: Unit, ties: Ties, but: ReadonlySet<Unit>): number => {
  const friends = ties.friends.get(unit)
  if (!friends) return 0
  let count = 0
  for (const one of stayers) {
    if (!overlaps(one, unit) || (one.unit && but.has(one.unit))) continue
    for (const { id } of one.people) if (friends.has(id)) count += 1
  }
  return count
}

/** Returns the rooms where somebody is for whom a unit wishes. */
export const roomsOfFriends = (unit: Unit, house: House, ties: Ties): Set<Place> => {
  const found = new Set<Place>()
  for (const id of ties.friends.get(unit) ?? []) {
    const other = ties.unitOf.get(id)
    const own = other && house.at.get(other)
    const there = (ties.rooms.get(id) ?? []).map((roomId) => house.byId.get(roomId))
    for (const place of [own, ...there]) if (place) found.add(place)
  }
  return found
}
