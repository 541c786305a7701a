import { Button, Group, Modal } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { useNamed } from '../parts/named.ts'
import { staleAfterChange } from '../queries.ts'
import classes from './detail.module.css'
import { texts } from './texts.ts'

interface CancelDialogProps {
  reservation: ReservationView
  opened: boolean
  onClose: () => void
}

/** Shows what is lost and what is refunded, and asks. */
export function CancelDialog({ reservation, opened, onClose }: CancelDialogProps) {
  const t = useT(texts)
  const language = useLanguage()
  const named = useNamed()
  const act = useAct(reservationRoutes.cancelMyReservation, staleAfterChange)
  const { paid, currency, participants, refund_if_cancelled: back } = reservation
  const { data: waiting = [] } = useQuery({
    ...queryOf(reservationRoutes.listMyWaiting),
    enabled: opened,
    staleTime: 0,
    retry: false,
  })
  const names = waiting.filter((entry) => entry.reservation?._id === reservation._id).map(({ name }) => name)
  const money = (minor: number) => formatMoney(minor, currency, language)
  const refund = () => {
    if (paid <= 0) return t('cancel_unpaid')
    return back > 0
      ? t('cancel_refund', { paid: money(paid), refund: money(back) })
      : t('cancel_no_refund', { paid: money(paid) })
  }
  const cancel = () =>
    act.mutate(
      { params: { id: reservation._id } },
      {
        onSuccess: () => {
          onClose()
          toastDone({ message: t('cancel_done') })
        },
      },
    )
  return (
    <Modal opened={opened} onClose={onClose} title={t('cancel_title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={classes.consequence}>
        <p>{t('cancel_frees', { count: participants.length })}</p>
        {names.length > 0 ? <p>{t('cancel_waiting', { names: named(names) })}</p> : null}
        <p>{refund()}</p>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('cancel_keep')}
        </Button>
        <Button color="red" loading={act.isPending} onClick={cancel}>
          {t('cancel_action')}
        </Button>
      </Group>
    </Modal>
  )
}
