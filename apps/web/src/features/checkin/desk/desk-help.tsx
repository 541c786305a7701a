import { Suspense } from 'react'
import { lazyPart } from '#platform/lazy-part'
import type { DeskProps } from './desk-state.ts'

// Few gates take payments.
const DeskPayment = lazyPart(() =>
  import('./desk-payment.tsx').then(({ DeskPayment: component }) => ({ default: component })),
)

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
