import { z } from 'zod'
import { day, id } from '../core.ts'
import { nightsBetween } from './nights.ts'
import type { QuoteLine } from './quote.ts'

/** What somebody ate before their caterer was changed while the event ran: until a day, which is not in it. */
export const mealsBefore = z.array(z.object({ caterer: id.nullable(), until: day }))

/** What one person of a reservation costs, has paid and owes, in minor units. */
export interface Share {
  readonly cost: number
  readonly paid: number
  readonly owed: number
}

/** Divides an amount by weights. What is left of rounding goes to the first, a unit each, so that the parts add up. */
const divided = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0)
    return divided(
      amount,
      weights.map(() => 1),
    )
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole))
  let rest = amount - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, i) => {
    if (rest === 0 || weights[i] === 0) return part
    rest -= 1
    return part + 1
  })
}

interface Shared {
  readonly lines: readonly QuoteLine[]
  readonly paid: number
  readonly balance: number
  /** The persons in their order. */
  readonly persons: readonly Sharer[]
}

interface Sharer {
  /** The id of the caterer of somebody who eats. */
  readonly caterer: string | null
  /** The day on which they were added while the event ran. Null: they were there from the beginning. */
  readonly since?: string | null
  readonly mealsBefore?: readonly z.output<typeof mealsBefore>[number][]
}

/** Returns whether somebody had a night or a day's meals. */
const hadDay = (
  { caterer, since = null, mealsBefore: before = [] }: Sharer,
  line: Pick<QuoteLine, 'kind' | 'ref_id'>,
  on: string,
): boolean => {
  if (since !== null && on < since) return false
  const then = before.find(({ until }) => on < until)
  return line.kind === 'accommodation' || (then ? then.caterer : caterer) === line.ref_id
}

/**
 * Returns for how many days somebody has meals. Null: orders of one caterer that have no days yet are for different numbers of them,
 * and do not say whose they are.
 */
export const daysOfMeals = (
  lines: readonly Pick<QuoteLine, 'kind' | 'ref_id' | 'units' | 'from_day' | 'until_day'>[],
  person: Sharer,
): number | null => {
  const meals = lines.filter(({ kind }) => kind === 'caterer')
  const days = new Set(
    meals.flatMap((line) =>
      line.from_day !== null && line.until_day !== null
        ? nightsBetween(line.from_day, line.until_day).filter((on) => hadDay(person, line, on))
        : [],
    ),
  )
  const units = new Set(
    meals.flatMap((line) => (line.from_day === null && line.ref_id === person.caterer ? [line.units] : [])),
  )
  if (units.size > 1) return null
  return days.size + [...units].reduce((sum, one) => sum + one, 0)
}

/**
 * Divides the price of a reservation among its persons (docs/domain.md#shares). A line of one person is theirs. A room is
 * divided equally, meals among those who eat, each night and day among those who had it; products and options of the form
 * belong to the first person. What is paid and what is still to be paid is divided like the price, since a reservation is
 * paid as a whole.
 */
export const sharesOf = ({ lines, paid, balance, persons }: Shared): Share[] => {
  const weightsOf = ({ kind, ref_id, person }: QuoteLine): number[] =>
    persons.map(({ caterer }, i) => {
      const isTheirs = () => {
        if (person !== null) return i === person
        if (kind === 'caterer') return caterer === ref_id
        return kind === 'accommodation' || i === 0
      }
      return isTheirs() ? 1 : 0
    })
  const partsOf = (line: QuoteLine): number[][] => {
    const { from_day, until_day, amount, units } = line
    if (from_day === null || until_day === null) return [divided(amount, weightsOf(line))]
    // Days of the same persons are rounded once.
    const stretches = Map.groupBy(nightsBetween(from_day, until_day), (on) =>
      persons.map((person) => (hadDay(person, line, on) ? '1' : '0')).join(''),
    )
    return [...stretches].map(([who, days]) => divided((amount / units) * days.length, [...who].map(Number)))
  }
  const parts = lines.flatMap(partsOf)
  const costs = persons.map((_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0))
  const paidBy = divided(paid, costs)
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  // Where nothing was waived, the rest of each price is owed: dividing both would round some of them twice.
  const owedBy = total === paid + balance ? costs.map((cost, i) => cost - (paidBy[i] ?? 0)) : divided(balance, costs)
  return costs.map((cost, i) => ({ cost, paid: paidBy[i] ?? 0, owed: owedBy[i] ?? 0 }))
}
