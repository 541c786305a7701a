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

/**
 * Returns the circles of people who wish to share a room. Somebody whose reservation was cancelled still ties the others
 * together, and is not in the circle.
 */
export const circlesOf = (ties: readonly Tie[]): string[][] => {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    const up = parent.get(id) ?? id
    return up === id ? id : rootOf(up)
  }
  const living = new Set<string>()
  for (const { a, b, aLives, bLives } of ties) {
    for (const id of [a, b]) if (!parent.has(id)) parent.set(id, id)
    if (aLives) living.add(a)
    if (bLives) living.add(b)
    const [low = a, high = b] = [rootOf(a), rootOf(b)].sort()
    parent.set(high, low)
  }
  return [...Map.groupBy([...living].sort(), rootOf).values()].filter((circle) => circle.length > 1)
}

/** Returns pairs that connect each circle, for the planner. */
export const pairsOf = (ties: readonly Tie[]): (readonly [string, string])[] =>
  circlesOf(ties).flatMap((circle) =>
    circle.flatMap((id, index): (readonly [string, string])[] => {
      const next = circle[index + 1]
      return next === undefined ? [] : [[id, next]]
    }),
  )

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
