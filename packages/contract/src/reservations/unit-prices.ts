import { addDays } from './nights.ts'

/**
 * More of the same thing keeps its agreed price: what was agreed stays at its price, in the order in which it was agreed, and what is
 * added has the price of the day of the edit (docs/adr/0129-agreed-prices-are-for-what-was-agreed.md).
 */

/** A number of units at one price each: persons, nights of a bed or a room, or pieces. */
export interface Units {
  readonly quantity: number
  readonly unit_price: number
}

export const countUnits = (units: readonly Units[]): number => units.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns the first `count` units: what was agreed last is given up first. */
export const firstUnits = <U extends Units>(units: readonly U[], count: number): U[] => {
  let left = count
  return units.flatMap((one) => {
    const quantity = Math.min(left, one.quantity)
    left -= quantity
    return quantity > 0 ? [{ ...one, quantity }] : []
  })
}

/** Returns the units after the first `count`. */
export const unitsAfter = <U extends Units>(units: readonly U[], count: number): U[] => {
  let left = count
  return units.flatMap((one) => {
    const skipped = Math.min(left, one.quantity)
    left -= skipped
    return one.quantity > skipped ? [{ ...one, quantity: one.quantity - skipped }] : []
  })
}

/** Joins neighbours at the same price. The order stays: it says what was agreed first. */
const joinedUnits = (units: readonly Units[]): Units[] => {
  const done: Units[] = []
  for (const one of units) {
    const last = done.at(-1)
    if (last?.unit_price === one.unit_price) done[done.length - 1] = { ...last, quantity: last.quantity + one.quantity }
    else done.push(one)
  }
  return done
}

/** Returns what units cost of which some were agreed and the others have the prices of `today`, which has no end. */
export const pricedUnits = (count: number, agreed: readonly Units[], today: readonly Units[]): Units[] =>
  joinedUnits(firstUnits([...agreed, ...unitsAfter(today, countUnits(agreed))], count))

/** Units that are for one night. Null: it is not known for which. */
export interface NightUnits extends Units {
  readonly night: string | null
}

/** Units of the nights from a day up to, but not including, another. */
interface UnitsOfNights extends Units {
  readonly from: string
  readonly until: string
}

/** The units of one price: how many are left to place, on which nights they were, and where they are placed. */
interface Share {
  readonly unit_price: number
  left: number
  readonly had: Map<string, number>
  readonly has: Map<string, number>
}

const addTo = (counts: Map<string, number>, night: string, quantity: number): void => {
  counts.set(night, (counts.get(night) ?? 0) + quantity)
}

/** Returns neighbours at the same price as one share, the first `count` units of which are to be placed. */
const sharesOf = (units: readonly NightUnits[], count: number): Share[] => {
  const shares: Share[] = []
  let open = count
  for (const { unit_price, quantity, night } of units) {
    const last = shares.at(-1)
    const share = last?.unit_price === unit_price ? last : { unit_price, left: 0, had: new Map(), has: new Map() }
    if (share !== last) shares.push(share)
    const placed = Math.min(open, quantity)
    share.left += placed
    open -= placed
    if (night !== null) addTo(share.had, night, quantity)
  }
  return shares
}

/** Returns the units of a share as stretches of nights with the same quantity. */
const stretchesOf = ({ unit_price, has }: Share, nights: readonly string[]): UnitsOfNights[] => {
  const done: UnitsOfNights[] = []
  let before = 0
  for (const night of nights) {
    const quantity = has.get(night) ?? 0
    const last = done.at(-1)
    const until = addDays(night, 1)
    if (quantity > 0 && last && before === quantity) done[done.length - 1] = { ...last, until }
    else if (quantity > 0) done.push({ unit_price, quantity, from: night, until })
    before = quantity
  }
  return done
}

/**
 * Returns what the nights of a stay cost, by price and in the order in which the prices were agreed. A price is agreed for a number of
 * nights, not for certain ones: a stay that moves keeps it. A night that had a price has it again as far as possible.
 *
 * @param nights the nights of the stay, in their order
 * @param quantity beds or rooms on each of them
 */
export const pricedNights = (
  nights: readonly string[],
  quantity: number,
  agreed: readonly NightUnits[],
  today: readonly Units[],
): UnitsOfNights[] => {
  const count = nights.length * quantity
  const added = firstUnits(unitsAfter(today, countUnits(agreed)), count - countUnits(agreed))
  const shares = sharesOf([...agreed, ...added.map((one) => ({ ...one, night: null }))], count)
  const free = new Map(nights.map((night) => [night, quantity]))
  const place = (share: Share, night: string, most: number): void => {
    const units = Math.min(share.left, free.get(night) ?? 0, most)
    share.left -= units
    addTo(free, night, -units)
    addTo(share.has, night, units)
  }
  // The last ones first: what is left of an earlier price then follows its nights without a gap.
  for (const share of shares) for (const night of nights.toReversed()) place(share, night, share.had.get(night) ?? 0)
  for (const share of shares) for (const night of nights) place(share, night, share.left)
  return shares.flatMap((share) => stretchesOf(share, nights))
}
