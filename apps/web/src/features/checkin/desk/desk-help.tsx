import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import { lazy, Suspense } from 'react'
import type { Paid } from '../use-gate.ts'

// Few gates take payments.
const DeskPayment = lazy(() =>
  import('./desk-payment.tsx').then(({ DeskPayment: component }) => ({ default: component })),
)

/** What a check-in user can do about a balance. `taking`: a payment is under way. `unknown`: the server has not said. */
export type DeskState = 'unknown' | 'may' | 'cannot' | 'taking'

export interface DeskProps {
  person: Pick<GateParticipant, 'code' | 'balance'>
  /** Shows the less usual way to pay too. */
  isMore: boolean
  onState: (state: DeskState) => void
  onPaid: (paid: Paid) => void
}

/**
 * Help for somebody with a balance: cash, or a mobile-money prompt to their phone. Draws nothing for check-in users who may
 * not take payments.
 */
export function DeskHelp(props: DeskProps) {
  return (
    <Suspense>
      <DeskPayment key={props.person.code} {...props} />
    </Suspense>
  )
}
