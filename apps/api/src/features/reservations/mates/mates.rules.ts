import { isFamily, type Sleeper } from '@shiloh/contract/reservations/bed-rules'
import { staysOverlap } from '@shiloh/contract/reservations/nights'
import type { MateObstacle } from '@shiloh/contract/reservations/room-mates'

/** A reservation as far as sharing a room goes. */
export interface Side {
  readonly isLive: boolean
  /** Null: it has no nights. */
  readonly stay: { readonly categoryId: string; readonly check_in: string; readonly check_out: string } | null
  readonly sleepers: readonly Sleeper[]
}

/** Two participants who accepted each other, and whether the reservations of both are live. */
export interface Tie {
  readonly a: string
  readonly b: string
  readonly aLives: boolean
  readonly bLives: boolean
}

/** Puts people together, two at a time. The first of a group by id stands for it. */
function createGroups() {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    const up = parent.get(id) ?? id
    return up === id ? id : rootOf(up)
  }
  return {
    rootOf,
    join(a: string, b: string) {
      const [low = a, high = b] = [rootOf(a), rootOf(b)].sort()
      parent.set(high, low)
    },
  }
}

/** Returns those of the people in ties whose reservations are live, or those whose are not. */
const peopleIn = (ties: readonly Tie[], isLive: boolean): string[] =>
  [
    ...new Set(
      ties.flatMap(({ a, b, aLives, bLives }) => [
        ...(aLives === isLive ? [a] : []),
        ...(bLives === isLive ? [b] : []),
      ]),
    ),
  ].sort()

/**
 * Returns the circles of people who wish to share a room. Somebody whose reservation was cancelled still ties the others
 * together, and is not in the circle.
 */
export const circlesOf = (ties: readonly Tie[]): string[][] => {
  const groups = createGroups()
  for (const { a, b } of ties) groups.join(a, b)
  return [...Map.groupBy(peopleIn(ties, true), groups.rootOf).values()].filter((circle) => circle.length > 1)
}

/**
 * Returns the pairs of people who accepted each other, for the planner. Those who are tied only through somebody whose
 * reservation was cancelled are pairs, too.
 */
export const pairsOf = (ties: readonly Tie[]): (readonly [string, string])[] => {
  const pairs: (readonly [string, string])[] = []
  const tied = createGroups()
  const gone = createGroups()
  const add = (a: string, b: string) => {
    pairs.push(a < b ? [a, b] : [b, a])
    tied.join(a, b)
  }
  for (const { a, b, aLives, bLives } of ties) {
    if (aLives && bLives) add(a, b)
    if (!aLives && !bLives) gone.join(a, b)
  }
  for (const left of new Set(peopleIn(ties, false).map(gone.rootOf))) {
    const around = ties.flatMap(({ a, b, aLives, bLives }) =>
      aLives === bLives ? [] : gone.rootOf(aLives ? b : a) === left ? [aLives ? a : b] : [],
    )
    const [first, ...others] = [...new Set(around)].sort()
    for (const other of others) if (first && tied.rootOf(first) !== tied.rootOf(other)) add(first, other)
  }
  return pairs.toSorted(([a, b], [c, d]) => a.localeCompare(c) || b.localeCompare(d))
}

/**
 * Returns why two reservations cannot share a room, in the order of display. `people` are all persons who would be in the
 * room with them, `most` the beds of the largest room.
 */
export const obstaclesOf = (one: Side, other: Side, people: number, most: number): MateObstacle[] => {
  if (!one.isLive || !other.isLive || !one.stay || !other.stay) return ['no_stay']
  const obstacles: MateObstacle[] = []
  if (one.stay.categoryId !== other.stay.categoryId) obstacles.push('category')
  if (!staysOverlap(one.stay, other.stay)) obstacles.push('nights')
  if (isFamily(one.sleepers) || isFamily(other.sleepers)) obstacles.push('family')
  else {
    const [gender] = one.sleepers.map((sleeper) => sleeper.gender)
    if (!gender || [...one.sleepers, ...other.sleepers].some((sleeper) => sleeper.gender !== gender))
      obstacles.push('gender')
  }
  if (people > most) obstacles.push('too_many')
  return obstacles
}
