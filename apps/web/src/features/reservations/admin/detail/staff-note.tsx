import { Button, Textarea } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { LeaveGuard } from '#ui/form/leave-guard'
import classes from './parts.module.css'
import { texts } from './texts.ts'

/** The staff's internal note. */
export function StaffNote({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const can = useCan()
  const act = useAct(reservationRoutes.editReservation, [reservationRoutes.getReservation], { shown: true })
  const note = reservation.note ?? ''
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  /** The button that opens the field takes the focus back. */
  const wasOpen = useRef(false)
  const mayWrite = can('reservations.update', reservation._id)
  const close = () => {
    wasOpen.current = true
    setTyped(undefined)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await act.mutateAsync({ params: { id: reservation._id }, body: { note: typed ?? '' } })
    } catch {
      // Shown below the field; the input stays.
      field.current?.focus()
      return
    }
    close()
    toastDone({ message: t('note_saved') })
  }
  if (!note && !mayWrite) return null
  return (
    <section className={classes.note}>
      <h2>{t('note')}</h2>
      {typed === undefined ? (
        <>
          <p className={note ? undefined : 'dim'}>{note || t('no_note')}</p>
          {mayWrite ? (
            <Button
              variant="default"
              leftSection={<IconPencil size={17} />}
              autoFocus={wasOpen.current}
              onClick={() => setTyped(note)}
            >
              {t(note ? 'change_note' : 'add_note')}
            </Button>
          ) : null}
        </>
      ) : (
        <form onSubmit={(event) => void save(event)}>
          <LeaveGuard hasChanges={() => typed !== note} />
          <Textarea
            ref={field}
            aria-label={t('note')}
            autoFocus
            autosize
            minRows={3}
            maxLength={2000}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={act.error?.message}
          />
          <div className={classes.buttons}>
            <Button type="submit" loading={act.isPending}>
              {t('save_note')}
            </Button>
            <Button variant="subtle" color="gray" onClick={close}>
              {t('discard')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
