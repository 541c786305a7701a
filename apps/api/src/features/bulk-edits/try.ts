import { changeChoice, chosenPrice } from '#features/reservations'
import type { Deps } from '#platform/deps'
import { refusalIn } from '#platform/errors'
import { inWork } from '#platform/jobs/work'

interface Price {
  readonly currency: string
  readonly before: number
  readonly after: number
}

/** Ends the transaction of a try, so that nothing of it is kept. */
class Tried extends Error {
  readonly price: Price | undefined
  constructor(price: Price | undefined) {
    super('tried')
    this.price = price
  }
}

type Choice = Parameters<typeof changeChoice>[2]

/** Tries the edit of one reservation. Returns what it would cost before and after, undefined for one that is already so, null for a refusal. */
const tryOne = async (deps: Deps, id: string, change: Choice, by: string): Promise<Price | undefined | null> => {
  try {
    return await inWork(deps, async (work): Promise<never> => {
      const before = await chosenPrice(work, id)
      const isChanged = await changeChoice(work, id, change, by)
      const { currency, total } = await chosenPrice(work, id)
      throw new Tried(isChanged ? { currency, before: before.total, after: total } : undefined)
    })
  } catch (error) {
    if (error instanceof Tried) return error.price
    refusalIn(error)
    return null
  }
}

/**
 * Tries the edit of each of some reservations in a transaction that is rolled back, and sums up what would change.
 *
 * @param isPriced whether the price of a reservation is in the sums
 */
export const tryEdit = async (
  deps: Deps,
  ids: readonly string[],
  {
    change,
    by,
    isPriced,
  }: { readonly change: Choice; readonly by: string; readonly isPriced: (id: string) => boolean },
) => {
  const prices = new Map<string, Price>()
  let [changed, unchanged, refused] = [0, 0, 0]
  for (const id of ids) {
    const price = await tryOne(deps, id, change, by)
    if (price === null) refused += 1
    else if (price === undefined) unchanged += 1
    else {
      changed += 1
      if (!isPriced(id)) continue
      const { currency } = price
      const sum = prices.get(currency) ?? { currency, before: 0, after: 0 }
      prices.set(currency, { currency, before: sum.before + price.before, after: sum.after + price.after })
    }
  }
  return { tried: ids.length, changed, unchanged, refused, prices: [...prices.values()] }
}
