import { addDays } from './nights.ts'

/** The most days that a caterer serves at one event. */
export const MOST_MEAL_DAYS = 60

/**
 * Returns the days with meals of a caterer at an event, from the first up to, but not including, the day after the last. A
 * caterer serves the last days: meals begin with the first evening or the first full day, and end with the event. Price,
 * sittings and covers all count by them (docs/domain.md#price).
 *
 * @param days how many. Null: all of them
 */
export const mealDaysOf = (
  { first, last }: { readonly first: string; readonly last: string },
  days: number | null,
): { readonly from: string; readonly until: string } => {
  const until = addDays(last, 1)
  const from = addDays(until, -(days ?? MOST_MEAL_DAYS))
  return { from: from > first ? from : first, until }
}
