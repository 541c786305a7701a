import { Button } from '@mantine/core'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { texts } from '../parts/texts.ts'

const LetGoDialog = lazyPart(() => import('./let-go-dialog.tsx').then((module) => ({ default: module.LetGoDialog })))

interface LetGoProps {
  entry: Pick<WaitingView, '_id' | 'event_id' | 'status'>
  variant?: 'default' | 'subtle'
  size?: 'lg'
  fullWidth?: boolean
  onGone?: () => void
}

/** Lets an offer go to the next person, or leaves the waiting list, after asking. */
export function LetGo({ entry, variant = 'default', size, fullWidth = false, onGone }: LetGoProps) {
  const t = useT(texts)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        {...(variant === 'subtle' && { color: 'gray' })}
        {...(size && { size })}
        fullWidth={fullWidth}
        onClick={() => setAsks(true)}
      >
        {t(entry.status === 'offered' ? 'no_longer' : 'leave')}
      </Button>
      {asks ? (
        <Suspense>
          <LetGoDialog entry={entry} onClose={() => setAsks(false)} onGone={onGone} />
        </Suspense>
      ) : null}
    </>
  )
}
