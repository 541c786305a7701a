import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { useEffect, useRef } from 'react'
import { useT } from '#platform/i18n'
import { focusPage } from '#platform/page-heading'
import { useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { staleAfterChange } from '../queries.ts'
import { texts } from './texts.ts'

interface LetGoDialogProps {
  entry: Pick<WaitingView, '_id' | 'event_id' | 'status'>
  onClose: () => void
  onGone?: (() => void) | undefined
}

/** Asks before an offer goes to the next person, or before somebody leaves: the place on the waiting list is lost with it. */
export function LetGoDialog({ entry, onClose, onGone }: LetGoDialogProps) {
  const t = useT(texts)
  const what = entry.status === 'offered' ? 'let_go' : 'leave'
  const leave = useAct(reservationRoutes.leaveWaitingList, staleAfterChange)
  const isGoing = useRef(false)
  useEffect(
    () => () => {
      if (isGoing.current) focusPage()
    },
    [],
  )
  const letGo = async () => {
    isGoing.current = true
    try {
      // The entry can go from the page with this dialog while the rest is still asked again.
      await leave.mutateAsync({ params: { id: entry.event_id }, query: { waiting_id: entry._id } })
    } catch {
      // The page says why.
      isGoing.current = false
      return
    }
    toastDone({ message: t(`${what}_done`) })
    // Not before the page shows what it was answered: its heading has the focus then.
    setTimeout(() => {
      onClose()
      onGone?.()
    })
  }
  return (
    <ConfirmDialog
      opened
      title={t(`${what}_title`)}
      action={t(`${what}_action`)}
      keep={t(`${what}_keep`)}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() => void letGo()}
    >
      {t(`${what}_text`)}
    </ConfirmDialog>
  )
}
