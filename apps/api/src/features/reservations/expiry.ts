import { nextStatus } from '@shiloh/contract/reservations'
import {
  type Held,
  oweRefund,
  raiseAlert,
  releaseBeds,
  releaseClaims,
  savePendingChange,
  saveTransitions,
} from './life.store.ts'
import type { Sql } from './sql.store.ts'

const ranOut = (held: Held, now: Date): boolean => held.holdExpiresAt !== null && held.holdExpiresAt <= now

/** Ends the holds of these reservations as far as they ran out. The quotas of their events are locked by the caller. */
export const expireHeld = async (sql: Sql, reservations: readonly Held[], now: Date): Promise<void> => {
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
    await oweRefund(sql, held.id, held.paid, 'hold_expired', now)
    await raiseAlert(sql, 'refund_due', held.id, { reservation_id: held.id, code: held.code, amount: held.paid }, now)
  }
  for (const held of reservations) {
    if (held.status !== 'active' || held.pendingChange === null || !ranOut(held, now)) continue
    await releaseClaims(sql, [held.id], now, { forChange: true })
    await savePendingChange(sql, held.id, null, held.pendingChange.previous_total, null, now)
  }
}
