import { badgeRoutes } from '@shiloh/contract/badges/badges'
import { z } from 'zod'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'

/** Badges that were printed without a network, until the server has counted them. */
const KEY = 'shiloh.uncounted-badges'
const uncounted = z.array(
  z.object({ print_id: z.string(), event_id: z.string(), code: z.string(), printed_at: z.string() }),
)
type Uncounted = z.output<typeof uncounted>[number]

const read = (): Uncounted[] => {
  try {
    return uncounted.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}
const write = (prints: readonly Uncounted[]): void => localStorage.setItem(KEY, JSON.stringify(prints))

export const keepUncounted = (print: Uncounted): void => write([...read(), print])

/** Counts what was printed without a network. What the server refuses, such as a badge of a cancelled reservation, is dropped. */
export async function countKept(): Promise<void> {
  for (const print of read()) {
    try {
      await call(badgeRoutes.printAtGate, { body: print })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) return
    }
    write(read().filter(({ print_id }) => print_id !== print.print_id))
  }
}
