import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UserEvent } from '@shiloh/contract/events/events'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import type { Choice } from '../reserve/choice.ts'
import { useLists } from '../reserve/lists.ts'
import { texts } from './texts.ts'
import type { WaitingItem } from './use-waiting-list.ts'
import classes from './waiting.module.css'
import { WaitingForm } from './waiting-form.tsx'
import { WaitingJoined } from './waiting-joined.tsx'
import { WaitingPartForm } from './waiting-part.tsx'

interface WaitingSheetProps {
  event: UserEvent
  /** The name of the cross. */
  closeLabel: string
  onClose: () => void
  /** In the wizard: one thing that is sold out, and the wish with it. Without it, the whole event is. */
  wished?: { readonly part: WaitingItem; readonly choice: Choice } | undefined
  /** In the wizard: what was chosen so far, where all of it has to wait. */
  begun?: Choice | undefined
  onJoined?: (() => void) | undefined
}

/** The sheet begins with its title, and so does what comes after joining: the button that had the focus is gone. */
function SheetTitle({ children }: { children: string }) {
  return (
    <span ref={(title) => title?.focus()} tabIndex={-1} data-autofocus className={classes.title}>
      {children}
    </span>
  )
}

/** The waiting list of a full event, or of one thing that is sold out, in one sheet: at the bottom on phones, on the right from 900 px. */
export function WaitingSheet({ event, closeLabel, onClose, wished, begun, onJoined: onEntry }: WaitingSheetProps) {
  const t = useT(texts)
  const isPhone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const { lists, error, retry } = useLists(event)
  const [joined, setJoined] = useState<{ readonly entry: WaitingView; readonly total: number }>()
  const content = () => {
    if (joined) return <WaitingJoined {...joined} event={event} onLeft={onClose} onBack={wished && onClose} />
    const onJoined = (entry: WaitingView, total: number) => {
      setJoined({ entry, total })
      onEntry?.()
    }
    if (wished) return <WaitingPartForm event={event} {...wished} onJoined={onJoined} />
    if (lists) return <WaitingForm event={event} lists={lists} begun={begun} onJoined={onJoined} />
    return error ? <LoadFailed message={error.message} onRetry={retry} /> : <Scaffold />
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 480}
      title={<SheetTitle key={joined ? 'joined' : 'join'}>{t(joined ? 'title' : 'join_title')}</SheetTitle>}
      classNames={{ content: isPhone ? (classes.sheet ?? '') : '' }}
      closeButtonProps={{ 'aria-label': closeLabel, size: 'lg' }}
    >
      {content()}
    </Drawer>
  )
}
