import { z } from 'zod'
import type { JobTable } from '#platform/deps'
import { inWork } from '#platform/work'
import { verifyAndSettle } from './settle.ts'
import { takeUnsettled } from './store.ts'

const one = z.object({ reference: z.string() })

/** So many payments one round of the poller asks about. */
const ROUND = 100

export const jobs: JobTable = {
  settle_payment: async (payload, deps) => verifyAndSettle(deps, one.parse(payload).reference),
  /** Asks about payments that neither browser nor webhook brought to an end; more and more seldom as they age. */
  poll_payments: async (_, deps) => {
    const references = await inWork(deps, ({ tx, now }) => takeUnsettled(tx, now, ROUND))
    for (const reference of references) {
      try {
        await verifyAndSettle(deps, reference)
      } catch (error) {
        deps.log.warn({ err: error, reference }, 'a payment could not be verified; it is asked again later')
      }
    }
  },
}
