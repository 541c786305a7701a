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

/** Returns whether two stays share a night. */
export const staysOverlap = (
  a: { readonly check_in: string; readonly check_out: string },
  b: { readonly check_in: string; readonly check_out: string },
): boolean => a.check_in < b.check_out && b.check_in < a.check_out
