import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { useT } from '#platform/i18n'
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
  return (
    <ConfirmDialog
      opened
      title={t(`${what}_title`)}
      action={t(`${what}_action`)}
      keep={t(`${what}_keep`)}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(
          { params: { id: entry.event_id }, query: { waiting_id: entry._id } },
          {
            onSuccess: () => {
              toastDone({ message: t(`${what}_done`) })
              onClose()
              onGone?.()
            },
          },
        )
      }
    >
      {t(`${what}_text`)}
    </ConfirmDialog>
  )
}
