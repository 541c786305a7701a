import { nextStatus } from '@shiloh/contract/reservations/states'
import type { TxSql, Write } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { announce } from './announce.ts'
import { type By, type Held, isArrived, saveTransitions, savingTransitions } from './transitions.store.ts'

/**
 * A reservation is redeemed exactly when somebody of it was let in and nothing is owed
 * (docs/domain.md#invariant-17). Either can come first. What a bank takes back afterwards changes nothing of it
 * (docs/adr/0130-a-bank-cannot-be-refused.md).
 */

const AT_THE_GATE = { settled: false, approved: false, free: false }

/** A reservation with a scanned participant, under its lock. */
interface Scanned extends Pick<Held, 'id' | 'userId' | 'eventId' | 'status'> {
  /** What is due at booking is paid or waived: without its check-in, the reservation is active. */
  readonly isSecured: boolean
}

const HOLD_AGAIN = {
  name: 'reservations_enqueue_hold_again',
  text: `
    select graphile_worker.add_job('hold_again', json_build_object('reservation_id', id), max_attempts => 12, job_key => 'hold_again ' || id)
    from unnest($1::text[]) as id`,
}

/**
 * Returns the writes that check these reservations in or out, or take their only check-in or a check-out back. The gate has locked them
 * and sends the writes with its scans. @throws illegal_transition
 */
export const redeeming = (
  work: Pick<Work, 'now' | 'publish'>,
  action: 'check_in' | 'check_out' | 'withdraw_check_in' | 'withdraw_check_out',
  reservations: readonly Scanned[],
  by: By,
): Write[] => {
  if (reservations.length === 0) return []
  for (const held of reservations) announce(work, held)
  const rows = reservations.map(({ id, status: from, isSecured }) => {
    const to = nextStatus(from, action, { ...AT_THE_GATE, settled: isSecured })
    if (!to) throw new AppError('illegal_transition')
    return { id, from, to, action, ...by, reason: '' }
  })
  // What they are held until depends on their event, whose locks come before those that the gate has.
  const pending = rows.flatMap(({ id, to }) => (to === 'pending' ? [id] : []))
  return [
    savingTransitions(rows, work.now),
    ...(pending.length > 0 ? [{ statement: HOLD_AGAIN, values: [pending] }] : []),
  ]
}

/**
 * Redeems a reservation whose people were let in before it was paid or approved. Call it after everything that can
 * settle a reservation, under its locks.
 */
export const redeemArrived = async (sql: TxSql, id: string, by: By, now: Date): Promise<void> => {
  if (!(await isArrived(sql, id))) return
  const to = nextStatus('active', 'check_in', AT_THE_GATE)
  if (to) await saveTransitions(sql, [{ id, from: 'active', to, action: 'check_in', ...by, reason: 'arrived' }], now)
}
