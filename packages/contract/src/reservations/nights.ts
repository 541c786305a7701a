/** Calendar days as the text yyyy-MM-dd. A night is named by the day it begins on, so a stay is half-open. */

const MS_A_DAY = 86_400_000

const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS_A_DAY
const toDay = (number: number): string => new Date(number * MS_A_DAY).toISOString().slice(0, 10)

/**
 * Returns the number of nights from `checkIn` up to, but not including, `checkOut`. Returns 0 if the order is wrong.
 */
export const countNights = (checkIn: string, checkOut: string): number =>
  Math.max(0, toNumber(checkOut) - toNumber(checkIn))

/** Returns the nights of a stay, each named by the day on which it begins. */
export const nightsBetween = (checkIn: string, checkOut: string): string[] => {
  const first = toNumber(checkIn)
  return Array.from({ length: countNights(checkIn, checkOut) }, (_, index) => toDay(first + index))
}

export const addDays = (day: string, days: number): string => toDay(toNumber(day) + days)

/** Half-open: the day of `check_out` is not a night. */
interface Nights {
  readonly check_in: string
  readonly check_out: string
}

/** Returns the nights of a stay that begin on a day or later, or null if there are none. */
export const nightsFrom = <T extends Nights>(stay: T, day: string): T | null => {
  if (stay.check_out <= day) return null
  return stay.check_in < day ? { ...stay, check_in: day } : stay
}

/** Returns whether a stay has a night before today that is in none of the stays that are held already. */
export const hasNewPastNight = (stay: Nights, today: string, held: readonly Nights[]): boolean => {
  if (stay.check_in >= today) return false
  const end = stay.check_out < today ? stay.check_out : today
  return !held.some(({ check_in, check_out }) => check_in <= stay.check_in && check_out >= end)
}

/**
 * Returns a stay with the nights before today that somebody has and that lead up to it: a night that is over stays with who
 * had it (docs/domain.md#price).
 */
export const withPastNights = <T extends Nights>(stay: T, held: Nights, today: string): T =>
  held.check_in < today && held.check_in < stay.check_in && stay.check_in <= today && held.check_out >= stay.check_in
    ? { ...stay, check_in: held.check_in }
    : stay

/** Returns whether two stays share a night. */
export const staysOverlap = (a: Nights, b: Nights): boolean => a.check_in < b.check_out && b.check_in < a.check_out
