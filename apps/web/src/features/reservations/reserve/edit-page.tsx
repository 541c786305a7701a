import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { HoldClock } from '../parts/hold-clock.tsx'
import { eventQuery } from '../queries.ts'
import { choiceOf } from './choice.ts'
import { draftStore } from './draft.ts'
import { fitChoice } from './fit.ts'
import { useLists } from './lists.ts'
import classes from './reserve.module.css'
import { type Lists, relativesOf } from './step.ts'
import { isStep, type Step } from './steps.ts'
import { texts } from './texts.ts'
import { Wizard } from './wizard.tsx'

interface BeginProps {
  reservation: ReservationView
  event: UserEvent
  lists: Lists
  onStale: () => void
}

/** The steps of a new reservation, filled with the current one. */
function Begin({ reservation, event, lists, onStale }: BeginProps) {
  const { user } = useAccount()
  const navigate = useNavigate()
  const { step } = useSearch({ from: '/reservations/$id/edit' })
  const [begun] = useState(() => {
    const store = draftStore(
      `edit:${reservation._id}`,
      () => localStorage,
      () => sessionStorage,
    )
    const known = {
      offer: event,
      relatives: relativesOf(lists, reservation.participants),
      title_id: null,
      designation_id: null,
    }
    const fresh = fitChoice(choiceOf(reservation), known)
    const draft = store.read()
    const start = draft
      ? { ...draft, choice: fitChoice(draft.choice, known) }
      : { choice: fresh, step: 'people' as const, key: null, changed_at: '' }
    return { store, start, fresh, restored: draft !== null, standing: { reservation, choice: fresh } }
  })
  const me = useMemo(
    () => ({ name: reservation.user.name, gender: user?.gender ?? null, birth_date: user?.birth_date ?? null }),
    [reservation.user.name, user],
  )
  const id = reservation._id
  const onStep = useCallback(
    (next: Step, how: 'push' | 'replace') =>
      void navigate({
        to: '/reservations/$id/edit',
        params: { id },
        search: { step: next },
        replace: how === 'replace',
      }),
    [navigate, id],
  )
  return (
    <Wizard
      event={event}
      lists={lists}
      me={me}
      {...begun}
      waitingFor={[]}
      step={isStep(step) ? step : undefined}
      onStep={onStep}
      onCancel={() => {
        begun.store.clear()
        void navigate({ to: '/reservations/$id', params: { id } })
      }}
      onStale={onStale}
      hold={
        reservation.hold_expires_at && reservation.status === 'pending' ? (
          <HoldClock until={reservation.hold_expires_at} zone={event.time_zone} />
        ) : undefined
      }
    />
  )
}

/** `/reservations/{id}/edit`. */
export function EditPage() {
  const t = useT(texts)
  const { id } = useParams({ from: '/reservations/$id/edit' })
  const reservation = useQuery({
    ...queryOf(reservationRoutes.getMyReservation, { params: { id } }),
    placeholderData: undefined,
  })
  const eventId = reservation.data?.event_id
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const loaded = useLists(event.data)
  const error = reservation.error ?? event.error ?? loaded.error
  const content = () => {
    if (error && !(reservation.data && event.data && loaded.lists))
      return (
        <LoadFailed
          message={error.message}
          onRetry={() => {
            for (const query of [reservation, event]) if (query.error) void query.refetch()
            loaded.retry()
          }}
        />
      )
    if (!reservation.data || !event.data || !loaded.lists) return <Scaffold />
    if (reservation.data.allowed.includes('edit')) return null
    return (
      <EmptyState
        title={t('not_editable_title')}
        hint={t('not_editable_hint')}
        action={
          <LinkButton to="/reservations/$id" params={{ id }}>
            {t('see_reservation')}
          </LinkButton>
        }
      />
    )
  }
  const instead = content()
  if (instead || !reservation.data || !event.data || !loaded.lists)
    return (
      <main id="content" className={classes.plain}>
        {instead}
      </main>
    )
  return (
    <Begin
      reservation={reservation.data}
      event={event.data}
      lists={loaded.lists}
      onStale={() => void event.refetch()}
    />
  )
}
