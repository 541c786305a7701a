import { nextStatus } from '@shiloh/contract/reservations'
import { raiseAlert } from '#platform/alerts.store'
import type { Deps } from '#platform/deps'
import type { Sql } from '#platform/sql.store'
import { releaseBeds, releaseClaims } from './claims.store.ts'
import { type Held, saveTransitions } from './life.store.ts'
import { gatherMoney, oweRefund } from './money.store.ts'
import { dropChange } from './money.ts'

const ranOut = (held: Held, now: Date): boolean => held.holdExpiresAt !== null && held.holdExpiresAt <= now

/** Ends the holds of these reservations as far as they ran out. The quotas of their events are locked by the caller. */
export const expireHeld = async (sql: Sql, deps: Deps, reservations: readonly Held[], now: Date): Promise<void> => {
  const ended = reservations.filter((held) => held.status === 'pending' && ranOut(held, now))
  const ids = ended.map(({ id }) => id)
  await releaseClaims(sql, ids, now)
  await releaseBeds(sql, ids, now)
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
  for (const held of ended.filter(({ paid }) => paid > 0)) {
    await oweRefund(sql, held.id, await gatherMoney(sql, held, now), 'hold_expired', now)
    await raiseAlert(sql, 'refund_due', held.id, { reservation_id: held.id, code: held.code, amount: held.paid }, now)
  }
  for (const held of reservations)
    if ((held.status === 'active' || held.status === 'redeemed') && ranOut(held, now))
      await dropChange(sql, deps, held, now)
}
