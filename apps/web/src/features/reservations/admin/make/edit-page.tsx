import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { PageHeader } from '#ui/shell/page-header'
import { eventQuery } from '../../queries.ts'
import { choiceOf } from '../../reserve/choice.ts'
import { fitChange } from '../../reserve/fit.ts'
import { useLists } from '../../reserve/lists.ts'
import { type Lists, peopleOf, relativesOf } from '../../reserve/step.ts'
import { staleAfterStaffAct } from '../queries.ts'
import { DeskForm } from './desk-form.tsx'
import { useGender, useKeptPrices, useRelatives } from './person.ts'
import { texts } from './texts.ts'

interface EditProps {
  reservation: ReservationView
  event: UserEvent
  lists: Lists
  onStale: () => void
}

function Edit({ reservation, event, lists, onStale }: EditProps) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const act = useAct(reservationRoutes.editReservation, staleAfterStaffAct, { shown: true })
  const listed = useRelatives(reservation.user._id)
  const gender = useGender(reservation.user._id)
  const priced = useKeptPrices(event, reservation.user._id)
  const relatives = useMemo(
    () => [
      ...listed,
      ...relativesOf(lists, peopleOf(reservation)).filter(
        ({ person_id }) => !listed.some((one) => one.person_id === person_id),
      ),
    ],
    [listed, lists, reservation],
  )
  const [start] = useState(() => {
    const own = choiceOf(reservation)
    return fitChange(own, {
      offer: event,
      held: own,
      relatives: relativesOf(lists, peopleOf(reservation)),
      title_id: null,
      designation_id: null,
    })
  })
  const [standing] = useState(reservation)
  const back = () => navigate({ to: '/admin/reservations/$id', params: { id: reservation._id } })
  return (
    <DeskForm
      event={priced}
      lists={lists}
      me={{ name: reservation.user.name, gender, birth_date: null }}
      lastName={reservation.user.name.split(' ').at(-1) ?? ''}
      relatives={relatives}
      start={start}
      standing={standing}
      onStale={onStale}
      onCancel={() => void back()}
      hasChanges={() => false}
      submits={() => [
        {
          label: t('save'),
          run: async (body) => {
            const { data: made } = await act.mutateAsync({
              params: { id: reservation._id },
              body,
            })
            toastDone({
              message: made.pending_change
                ? t('saved_waits', { amount: formatMoney(made.due_now, made.currency, language) })
                : t('saved'),
            })
            await back()
          },
        },
      ]}
    />
  )
}

/**
 * `/admin/reservations/{id}/edit`: the form of a new one, filled with the current values. Shows the difference before
 * saving.
 */
export function EditPage() {
  const t = useT(texts)
  const { id } = useParams({ from: '/admin/reservations/$id/edit' })
  const reservation = useQuery({
    ...queryOf(reservationRoutes.getReservation, { params: { id } }),
    placeholderData: undefined,
  })
  const eventId = reservation.data?.event_id
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const loaded = useLists(event.data, 'staff')
  const error = reservation.error ?? event.error ?? loaded.error
  const content = () => {
    if (reservation.data && !reservation.data.allowed.includes('edit'))
      return (
        <EmptyState
          title={t('not_editable')}
          action={
            <LinkButton to="/admin/reservations/$id" params={{ id }}>
              {t('see_reservation')}
            </LinkButton>
          }
        />
      )
    if (reservation.data && event.data && loaded.lists)
      return (
        <Edit
          reservation={reservation.data}
          event={event.data}
          lists={loaded.lists}
          onStale={() => void event.refetch()}
        />
      )
    if (error)
      return (
        <LoadFailed
          message={error.message}
          onRetry={() => {
            for (const query of [reservation, event]) if (query.error) void query.refetch()
            loaded.retry()
          }}
        />
      )
    return <Scaffold rows={8} />
  }
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={t('edit_title', { code: reservation.data?.code ?? '' })}
        note={reservation.data ? `${reservation.data.user.name}, ${reservation.data.event.name}` : undefined}
      />
      {content()}
    </>
  )
}
