import { nextStatus } from '@shiloh/contract/reservations/states'
import type { TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { resolveAlerts } from '#platform/messaging/alerts.store'
import { takeBackLapsed } from '../allotments/lapsed.ts'
import { releaseBeds, releaseClaims } from '../booking/claims.store.ts'
import { waitsForApproval } from '../booking/decide.rules.ts'
import { moneyMessages } from '../mails/mails.ts'
import { dropChange, noteOutcome, requireOffer } from '../money/refunds-due.ts'
import { expireBeside } from '../waiting-list/settle.ts'
import { alertToGoods } from './goods.ts'
import { type Held, saveTransitions } from './transitions.store.ts'

const ranOut = (held: Held, now: Date): boolean => held.holdExpiresAt !== null && held.holdExpiresAt <= now

/** Tells people that nobody decided about their request before its event ended. */
const tellUndecided = async (sql: TxSql, deps: Deps, ended: readonly Held[], now: Date): Promise<void> => {
  for (const held of ended.filter(waitsForApproval)) {
    const offer = await requireOffer(sql, deps, held.eventId)
    await deps.messenger.tell(sql, now, await moneyMessages(sql, 'reservation_undecided', held, offer, now))
  }
}

/**
 * Expires the holds of the given reservations that have passed their deadline. The caller has locked the quotas of
 * their events.
 */
export const expireHeld = async (sql: TxSql, deps: Deps, reservations: readonly Held[], now: Date): Promise<void> => {
  // Money that arrived ended the hold, so it can no longer expire.
  const ended = reservations.filter((held) => held.status === 'pending' && held.paid <= 0 && ranOut(held, now))
  const ids = ended.map(({ id }) => id)
  await releaseClaims(sql, ids, now)
  await expireBeside(sql, ids, now)
  await takeBackLapsed(sql, ids, now)
  await releaseBeds(sql, ids, now)
  await resolveAlerts(sql, 'bed_lost', ids, now)
  await saveTransitions(
    sql,
    ended.flatMap(({ id, status: from }) => {
      const to = nextStatus(from, 'expire', { settled: false, approved: false, free: false })
      return to
        ? [{ id, from, to, action: 'expire' as const, actor: 'system' as const, actorId: null, reason: '' }]
        : []
    }),
    now,
  )
  await tellUndecided(sql, deps, ended, now)
  // Something can have been handed over before the payment was reversed.
  await alertToGoods(sql, ended, now)
  for (const held of reservations)
    if ((held.status === 'active' || held.status === 'redeemed') && ranOut(held, now))
      await expireChange(sql, deps, held, now)
}

/** Drops a change that was not paid in time, and says so: the place stays, and what was held for the change is free. */
const expireChange = async (sql: TxSql, deps: Deps, held: Held, now: Date): Promise<void> => {
  if (!held.pendingChange) return
  await dropChange(sql, deps, held, now, 'change_expired')
  await noteOutcome(sql, held, 'change_expired', now)
  const offer = await requireOffer(sql, deps, held.eventId)
  const said = await moneyMessages(sql, 'reservation_changed', held, offer, now, { waiting_change: 'expired' })
  await deps.messenger.tell(sql, now, said)
}
