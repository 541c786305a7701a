import { DASHBOARD_YEARS } from '@shiloh/contract/dashboard'
import type { FieldError } from '@shiloh/contract/errors'
import { addDays } from '@shiloh/contract/reservations/nights'

export interface Month {
  readonly month: number
  readonly year: number
}

/** Returns the month that was asked for, in the years that can be chosen. `today` is a calendar day. */
export const chosenMonth = (
  { month, year }: { readonly month?: number | undefined; readonly year?: number | undefined },
  today: string,
): Month | readonly FieldError[] => {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number)
  const chosen = { month: month ?? thisMonth, year: year ?? thisYear }
  if (chosen.year > thisYear) return [{ field: 'year', code: 'too_big' }]
  if (chosen.year <= thisYear - DASHBOARD_YEARS) return [{ field: 'year', code: 'too_small' }]
  return chosen
}

/** Returns the month that is `months` before this one. */
export const monthBefore = ({ month, year }: Month, months: number): Month => {
  const count = year * 12 + (month - 1) - months
  return { month: (((count % 12) + 12) % 12) + 1, year: Math.floor(count / 12) }
}

/** Returns how many months apart two calendar days are, by their months alone. */
export const monthsApart = (later: string, earlier: string): number => {
  const [a = 0, b = 0] = later.split('-').map(Number)
  const [c = 0, d = 0] = earlier.split('-').map(Number)
  return (a - c) * 12 + (b - d)
}

const two = (value: number): string => String(value).padStart(2, '0')
export const firstOf = ({ month, year }: Month): string => `${year}-${two(month)}-01`

/** Returns the days of a month. */
export const daysOf = (month: Month): string[] => {
  const days: string[] = []
  const after = firstOf(monthBefore(month, -1))
  for (let day = firstOf(month); day < after; day = addDays(day, 1)) days.push(day)
  return days
}

export interface DayCount {
  readonly day: string
  readonly count: number
}

interface Counted {
  readonly day: string
  readonly now: number | null
  readonly before: number | null
}

/** Returns every day of a month with its count, beside the day with the same number of the other month. */
export const besideDays = (
  month: Month,
  now: readonly DayCount[],
  other: { readonly month: Month; readonly counts: readonly DayCount[] } | null,
  today: string,
): Counted[] => {
  const counts = new Map(now.map(({ day, count }) => [day, count]))
  const before = new Map(other?.counts.map(({ day, count }) => [day.slice(8), count]))
  const lastBefore = other ? daysOf(other.month).length : 0
  return daysOf(month).map((day) => ({
    day,
    now: day > today ? null : (counts.get(day) ?? 0),
    before: Number(day.slice(8)) > lastBefore ? null : (before.get(day.slice(8)) ?? 0),
  }))
}

/** Persons by the number of whole weeks between the day they signed up and the first day of the event. */
export interface WeekCount {
  readonly weeks: number
  readonly count: number
}

/** More weeks than this are summed at the first point: nobody compares what was two years ago. */
const MOST_WEEKS = 52

/**
 * Returns the totals by week up to the event's first day, beside those of the compared event in the same week before
 * its own. `startsOn` is the event's first day. A week to come has no total.
 */
export const besideWeeks = (
  startsOn: string,
  now: readonly WeekCount[],
  before: readonly WeekCount[] | null,
  today: string,
): Counted[] => {
  const first = Math.min(MOST_WEEKS, Math.max(0, ...[...now, ...(before ?? [])].map(({ weeks }) => weeks)) + 1)
  const upTo = (counts: readonly WeekCount[], week: number) =>
    counts.reduce((sum, { weeks, count }) => (weeks >= week ? sum + count : sum), 0)
  return Array.from({ length: first + 1 }, (_, index) => {
    const week = first - index
    const day = addDays(startsOn, -7 * week)
    return {
      day,
      now: addDays(day, -6) > today ? null : upTo(now, week),
      before: before && upTo(before, week),
    }
  })
}
