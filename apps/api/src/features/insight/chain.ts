import type { AuditChain } from '@shiloh/contract/insight'
import { findChainCheck, saveChainCheck, walkChain } from '#platform/audit/audit-chain.store'
import type { Tx } from '#platform/db/db'
import type { Deps } from '#platform/deps'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'

/** What the alert is about: there is one trail. */
const SUBJECT = 'audit_trail'

/** How the last check of the audit trail's hash chain came out. */
export const chainView = async (tx: Tx): Promise<AuditChain> => {
  const check = await findChainCheck(tx)
  return {
    checked_at: check?.checked_at.toISOString() ?? null,
    rows: check?.rows ?? 0,
    broken: check?.broken ?? 0,
    samples: check?.samples ?? [],
  }
}

/** Walks the chain from its first entry and keeps what was found; staff are told when it is not whole. */
export const checkChain = async ({ db, clock, log, realtime }: Deps): Promise<void> => {
  const before = await findChainCheck(db)
  const end = before && { lastSeq: before.last_seq, lastHash: before.last_hash }
  const report = await walkChain(db, end)
  const { broken: count, samples } = report
  await saveChainCheck(db, clock(), report, end)
  if (count === 0) {
    await resolveAlert(db, 'audit_chain_broken', SUBJECT, clock())
    return
  }
  log.error({ count, samples }, 'the hash chain of the audit trail is broken')
  await raiseAlert(db, 'audit_chain_broken', SUBJECT, { count, samples: [...samples] }, clock())
  realtime.publish([{ room: 'staff', event: 'alerts', data: {} }])
}
