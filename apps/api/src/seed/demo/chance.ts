/** Deterministic randomness: the same seed gives the same values. */
export interface Chance {
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** An integer from `low` up to and including `high`. */
  between(low: number, high: number): number
  /** Returns true with this probability. */
  happens(share: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Returns an id in the database's format, for a row created at that instant. */
  id(at: Date): string
  text(alphabet: string, length: number): string
}

/** mulberry32: small, and good enough for demo data. */
export const openChance = (seed: number): Chance => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    const [found] = list.slice(below(list.length))
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    happens: (share) => next() < share,
    pick,
    shuffle: (list) => {
      const rest = [...list]
      return list.flatMap(() => rest.splice(below(rest.length), 1))
    },
    id: (at) =>
      Math.floor(at.getTime() / 1000)
        .toString(16)
        .padStart(8, '0') + text('0123456789abcdef', 16),
    text,
  }
}

/** Days relative to the day the demo is made. The church uses Ghana's time, which is UTC. */
export interface Calendar {
  readonly now: Date
  /** yyyy-MM-dd */
  day(offset: number): string
  at(offset: number, time: string): Date
  /** The offset of the next such weekday (0 is Sunday), `offset` days from today or later. */
  weekday(offset: number, weekday: number): number
}

const MS_A_DAY = 86_400_000

export const openCalendar = (now: Date): Calendar => {
  const midnight = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  const day = (offset: number): string => new Date(midnight + offset * MS_A_DAY).toISOString().slice(0, 10)
  return {
    now,
    day,
    at: (offset, time) => new Date(`${day(offset)}T${time}:00Z`),
    weekday: (offset, weekday) => offset + ((weekday - new Date(midnight + offset * MS_A_DAY).getUTCDay() + 7) % 7),
  }
}

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
