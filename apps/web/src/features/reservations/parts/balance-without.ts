import type { ReservationView } from '@shiloh/contract/reservations/views'

/** Returns what is left to pay, in minor units, if a change that waits for its payment does not come about. */
export const balanceWithout = ({
  balance,
  pending_change: change,
}: Pick<ReservationView, 'balance' | 'pending_change'>): number =>
  Math.max(0, balance - (change ? change.total - change.previous_total : 0))
