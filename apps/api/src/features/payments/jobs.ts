import { z } from 'zod'
import type { JobTable } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { endCheckouts } from './checkouts.ts'
import { takeOpenDisputes } from './disputes.store.ts'
import { askAboutDispute, tellOverdue } from './disputes.ts'
import { alertUnknownRefund, askAgain } from './notices.ts'
import { findRefund, takeUnanswered } from './refunds.store.ts'
import { askAbout, askAboutRefundsOf, beginSending, sendOff, tellUntold } from './refunds.ts'
import { verifyAndSettle } from './settle.ts'
import { reduceNotices, saveNoticeOutcome, takeUnsettled } from './store.ts'

const one = z.object({ reference: z.string() })
const ofReservation = z.object({ reservation_id: z.string() })
const disputed = z.object({ provider: z.string(), dispute: z.string() })
const sending = z.object({ refund_id: z.string(), by: z.string() })

/** Maximum payments per round of the poller. */
const ROUND = 100
/** Milliseconds between two questions of the poller about an open dispute. */
const ASK_DISPUTE_MS = 3_600_000
/** Notices that one transaction reduces. */
const REDUCED_AT_ONCE = 500

export const jobs: JobTable = {
  settle_payment: async (payload, deps) => {
    await verifyAndSettle(deps, one.parse(payload).reference)
  },
  /** Follows a notice about a dispute: asks the provider, because a notice is only a hint. */
  settle_dispute: async (payload, deps) => {
    const { provider, dispute } = disputed.parse(payload)
    await askAboutDispute(deps, provider, dispute)
  },
  /** Follows a notice about a refund: asks the provider, because a notice is only a hint. */
  settle_refunds: async (payload, deps) => {
    const { reference } = one.parse(payload)
    const settlements = await askAboutRefundsOf(deps, reference)
    await inWork(deps, async (work) => {
      if (settlements === undefined) await alertUnknownRefund(work, reference)
      await saveNoticeOutcome(
        work,
        reference,
        'refund',
        settlements === undefined
          ? 'refund_unknown'
          : settlements.includes('refuse') || settlements.includes('return')
            ? 'refund_refused'
            : settlements.includes('enter')
              ? 'refund_done'
              : settlements.includes('wait')
                ? 'refund_pending'
                : 'ignored',
      )
    })
  },
  /** Sends one refund of a batch request. A refund that was settled in the meantime stays as it is. */
  send_refund: async (payload, deps) => {
    const { refund_id: id, by } = sending.parse(payload)
    const refund = await findRefund(deps.db, id)
    if (refund?.status !== 'due' && refund?.status !== 'refused') return
    await inWork(deps, (work) => beginSending(work, id, by))
    await sendOff(deps, id)
  },
  /** Ends checkouts that are no longer needed. */
  end_checkouts: async (payload, deps) => {
    await endCheckouts(deps, ofReservation.parse(payload).reservation_id)
  },
  /** Announces refunds that became due, and asks providers about unsettled ones. */
  poll_refunds: async (_, deps) => {
    while ((await inWork(deps, (work) => tellUntold(work, { limit: ROUND }))) === ROUND);
    for (const id of await inWork(deps, ({ tx, now }) => takeUnanswered(tx, now, ROUND))) {
      try {
        await askAbout(deps, id)
      } catch (error) {
        deps.log.warn({ err: error, refund: id }, 'a refund could not be verified; it is asked about again later')
      }
    }
  },
  /** Asks about disputes until they end, whether a notice came or not, and tells staff of deadlines that passed. */
  poll_disputes: async (_, deps) => {
    for (const { provider, dispute } of await inWork(deps, ({ tx, now }) => takeOpenDisputes(tx, now, ROUND))) {
      try {
        await askAboutDispute(deps, provider, dispute, ASK_DISPUTE_MS)
      } catch (error) {
        deps.log.warn({ err: error, dispute }, 'a dispute could not be asked about; it is asked about again later')
      }
    }
    while ((await inWork(deps, (work) => tellOverdue(work, ROUND))) === ROUND);
  },
  /** Asks again about what providers reported and the books do not have, whatever the reason, and tells staff of it. */
  poll_notices: async (_, deps) => {
    while ((await inWork(deps, (work) => askAgain(work, ROUND))) === ROUND);
  },
  /** Forgets who paid in notices that were stored whole. */
  reduce_notices: async (_, deps) => {
    while ((await inWork(deps, ({ tx }) => reduceNotices(tx, REDUCED_AT_ONCE))) === REDUCED_AT_ONCE);
  },
  /** Asks about payments that neither browser nor webhook completed, less often as they age. */
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
