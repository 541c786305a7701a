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

/**
 * Returns a stay without the nights that the office gave back in a change that waits for its payment. Somebody who changes
 * their own reservation does not get them again.
 */
export const withoutReturned = <T extends Nights>(stay: T, returned: readonly string[]): T | null => {
  const last = returned.toSorted().at(-1)
  return last === undefined ? stay : nightsFrom(stay, addDays(last, 1))
}

/**
 * Returns the nights for which somebody of a stay needs a bed: in a running event those from tonight on, even if somebody
 * else slept there before; all nights of a stay that is over.
 */
export const nightsToCome = <T extends Nights>(stay: T, today: string): T => nightsFrom(stay, today) ?? stay

/** Returns whether a stay has a night before today that is in none of the stays that are held already. */
export const hasNewPastNight = (stay: Nights, today: string, held: readonly Nights[]): boolean => {
  const isHeld = (night: string) => held.some(({ check_in, check_out }) => check_in <= night && night < check_out)
  return nightsBetween(stay.check_in, stay.check_out).some((night) => night < today && !isHeld(night))
}

/**
 * Returns a stay with the nights before today that somebody has and that lead up to it: a night that is over stays with who
 * had it (docs/domain.md#price).
 */
const withPastNights = <T extends Nights>(stay: T, held: Nights, today: string): T =>
  held.check_in < today && held.check_in < stay.check_in && stay.check_in <= today && held.check_out >= stay.check_in
    ? { ...stay, check_in: held.check_in }
    : stay

interface Stay extends Nights {
  readonly room_category_id: string
}

/**
 * Returns the stay that a change leads to. The same category keeps the nights that are over, unless the desk gives some of them
 * back; another category is for the nights to come (docs/domain.md#price).
 */
export const changedStay = <T extends Stay>(
  stay: T,
  had: Stay | null | undefined,
  { today, isDesk = false }: { readonly today: string; readonly isDesk?: boolean },
): T => {
  if (!had) return stay
  if (had.room_category_id === stay.room_category_id) return isDesk ? stay : withPastNights(stay, had, today)
  return hasNewPastNight(stay, today, [had]) ? stay : (nightsFrom(stay, today) ?? stay)
}

/** Returns the nights before today that the desk gives back: the stay keeps its category and is without them. */
export const returnedNights = (stay: Stay | null | undefined, had: Stay | null | undefined, today: string): string[] =>
  stay && had && stay.room_category_id === had.room_category_id
    ? nightsBetween(had.check_in, had.check_out).filter(
        (night) => night < today && (night < stay.check_in || night >= stay.check_out),
      )
    : []

/** Returns whether two stays share a night. */
export const staysOverlap = (a: Nights, b: Nights): boolean => a.check_in < b.check_out && b.check_in < a.check_out
