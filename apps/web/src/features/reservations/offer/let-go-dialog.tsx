import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { staleAfterChange } from '../queries.ts'
import { texts } from './texts.ts'

interface LetGoDialogProps {
  entry: Pick<WaitingView, '_id' | 'event_id'>
  onClose: () => void
}

/** Asks before an offer goes to the next person: the place on the waiting list is lost with it. */
export function LetGoDialog({ entry, onClose }: LetGoDialogProps) {
  const t = useT(texts)
  const leave = useAct(reservationRoutes.leaveWaitingList, staleAfterChange)
  return (
    <ConfirmDialog
      opened
      title={t('let_go_title')}
      action={t('let_go_action')}
      keep={t('let_go_keep')}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(
          { params: { id: entry.event_id }, query: { waiting_id: entry._id } },
          {
            onSuccess: () => {
              toastDone({ message: t('let_go_done') })
              onClose()
            },
          },
        )
      }
    >
      {t('let_go_text')}
    </ConfirmDialog>
  )
}
