import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n'
import classes from './desk.module.css'
import { texts } from './texts.ts'

// Few gates take payments.
const DeskPayment = lazy(() =>
  import('./desk-payment.tsx').then(({ DeskPayment: component }) => ({ default: component })),
)

interface DeskHelpProps {
  person: Pick<GateParticipant, 'code' | 'balance'>
  isOnline: boolean
  /** The server says that it is paid: the device can decide again. */
  onChanged: () => void
  /** Scans the person again. */
  onAgain: () => void
}

/**
 * Help for somebody with a balance: cash, or a mobile-money prompt to their phone. Draws nothing for check-in users who may
 * not take payments.
 */
export function DeskHelp({ person, isOnline, onChanged, onAgain }: DeskHelpProps) {
  const t = useT(texts)
  if (person.balance <= 0) return null
  if (!isOnline) return <p className={classes.note}>{t('offline')}</p>
  return (
    <Suspense>
      <DeskPayment key={person.code} code={person.code} onPaid={onChanged} onAgain={onAgain} />
    </Suspense>
  )
}
