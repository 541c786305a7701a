import { isLive } from '@shiloh/contract/reservations/states'
import type { GuestReservation, ReservationView } from '@shiloh/contract/reservations/views'
import { type Status, StatusBadge } from '#ui/base/status-badge'

type Owned = Pick<ReservationView, 'status' | 'balance' | 'paid' | 'standing'> & {
  needs_approval?: boolean
  approved_at?: string | null
}
type Guest = Pick<GuestReservation, 'viewer' | 'status'>

/** The statuses of a reservation as badges. Those of its money are for who pays. */
export function Badges({ reservation }: { reservation: Owned | Guest }) {
  if (!('balance' in reservation)) return <StatusBadge status={reservation.status} />
  const { status, balance, paid, standing, needs_approval, approved_at } = reservation
  const shown: Status[] = [status]
  if (status === 'pending' && needs_approval && approved_at) shown.push('approved')
  if (balance > 0 && isLive(status) && (!needs_approval || approved_at)) shown.push(paid > 0 ? 'balance_due' : 'to_pay')
  if (balance === 0 && paid > 0 && status === 'active') shown.push('paid')
  if (['refund', 'cancelled_refund', 'archived_refund', 'too_late'].includes(standing.kind)) shown.push('refund_due')
  return shown.map((one) => <StatusBadge key={one} status={one} />)
}
