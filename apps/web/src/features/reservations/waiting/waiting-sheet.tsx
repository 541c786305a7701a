import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UserEvent } from '@shiloh/contract/events/events'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { useLists } from '../reserve/lists.ts'
import { texts } from './texts.ts'
import classes from './waiting.module.css'
import { WaitingForm } from './waiting-form.tsx'
import { WaitingJoined } from './waiting-joined.tsx'

interface WaitingSheetProps {
  event: UserEvent
  /** The name of the cross. */
  closeLabel: string
  onClose: () => void
}

/** The waiting list of a full event in one sheet: at the bottom on phones, on the right from 900 px. */
export function WaitingSheet({ event, closeLabel, onClose }: WaitingSheetProps) {
  const t = useT(texts)
  const isPhone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const { lists, error, retry } = useLists(event)
  const [joined, setJoined] = useState<WaitingView>()
  const content = () => {
    if (joined) return <WaitingJoined entry={joined} eventName={event.name} onLeft={onClose} />
    if (lists) return <WaitingForm event={event} lists={lists} onJoined={setJoined} />
    return error ? <LoadFailed message={error.message} onRetry={retry} /> : <Scaffold />
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 480}
      title={t(joined ? 'joined_title' : 'join_title')}
      classNames={{ content: isPhone ? (classes.sheet ?? '') : '' }}
      closeButtonProps={{ 'aria-label': closeLabel, size: 'lg' }}
    >
      {content()}
    </Drawer>
  )
}
