import type { AuditChain } from '@shiloh/contract/insight'
import { findChainCheck, saveChainCheck, walkChain } from '#platform/audit/audit-chain.store'
import type { Queryable } from '#platform/db/db'
import type { Deps } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'

/** The subject of the alert. There is only one trail. */
const SUBJECT = 'audit_trail'

/** Returns the result of the last check of the audit trail's hash chain. */
export const chainView = async (db: Queryable): Promise<AuditChain> => {
  const check = await findChainCheck(db)
  return {
    checked_at: check?.checked_at.toISOString() ?? null,
    rows: check?.rows ?? 0,
    broken: check?.broken ?? 0,
    samples: check?.samples ?? [],
  }
}

/** Verifies the chain from its first entry and stores the result. Raises an alert if it is broken. */
export const checkChain = async (deps: Deps): Promise<void> => {
  const before = await findChainCheck(deps.db)
  const end = before && { lastSeq: before.last_seq, lastHash: before.last_hash }
  const report = await walkChain(deps.db, end)
  const { broken: count, samples } = report
  if (count > 0) deps.log.error({ count, samples }, 'the hash chain of the audit trail is broken')
  await inWork(deps, async ({ tx, now, publish }) => {
    await saveChainCheck(tx, now, report, end)
    if (count === 0) return resolveAlert(tx, 'audit_chain_broken', SUBJECT, now)
    await raiseAlert(tx, 'audit_chain_broken', SUBJECT, { count, samples: [...samples] }, now)
    publish('staff', 'alerts')
  })
}
