/** Numbers derived from a seed: the same seed gives the same inputs. */
export interface Chance {
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number
  /** Returns true with this probability in percent. */
  percent(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** mulberry32: small, and good enough to choose test inputs. */
export const openChance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: (from) => {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
