import type { TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { findHandedOver } from './goods.store.ts'
import type { Held } from './transitions.store.ts'

/** What vendors handed over to a person, when the reservation that ordered it changes. */

/**
 * Refuses a change by the person themselves that gives up what was handed over to them. Staff can do it, and get an alert.
 *
 * @param ordered pieces of each product option after the change
 * @throws goods_handed_over
 */
export const requireNothingOut = async (
  sql: TxSql,
  id: string,
  ordered: ReadonlyMap<string, number> = new Map(),
): Promise<void> => {
  for (const { optionId, delivered } of await findHandedOver(sql, [id]))
    if (delivered > (ordered.get(optionId) ?? 0)) throw new AppError('goods_handed_over')
}

type Known = Pick<Held, 'id' | 'code' | 'eventId'>

/**
 * Alerts the office to products that were handed over and are not ordered any more, until they are back. Call it after
 * everything that can change either.
 */
export const syncGoodsAlert = async (sql: TxSql, held: Known, now: Date): Promise<void> => {
  if (!(await alertToGoods(sql, [held], now))) await resolveAlert(sql, 'goods_out', held.id, now)
}

/** Raises the alert for those of many reservations that need it. Returns whether one does. */
export const alertToGoods = async (sql: TxSql, reservations: readonly Known[], now: Date): Promise<boolean> => {
  if (reservations.length === 0) return false
  const ids = reservations.map(({ id }) => id)
  const out = (await findHandedOver(sql, ids)).filter(({ delivered, ordered }) => delivered > ordered)
  for (const { id, code, eventId } of reservations) {
    const its = out.filter(({ reservationId }) => reservationId === id)
    const pieces = its.reduce((sum, { delivered, ordered }) => sum + delivered - ordered, 0)
    if (pieces > 0) await raiseAlert(sql, 'goods_out', id, { reservation_id: id, code, event_id: eventId, pieces }, now)
  }
  return out.length > 0
}
