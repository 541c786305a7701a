import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { Paid } from '../use-gate.ts'

/** What a check-in user can do about a balance. `taking`: a payment is under way. `unknown`: the server has not said. */
export type DeskState = 'unknown' | 'may' | 'cannot' | 'taking'

export interface DeskProps {
  person: Pick<GateParticipant, 'code' | 'balance'>
  /** Shows the less usual way to pay too. */
  isMore: boolean
  onState: (state: DeskState) => void
  onPaid: (paid: Paid) => void
  /** The person's phone has refused, or not answered in time. Undefined: another try has begun. */
  onDeclined: (reason: string | undefined) => void
}
