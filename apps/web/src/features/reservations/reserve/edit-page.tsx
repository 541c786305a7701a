import type { UserEvent } from '@shiloh/contract/events/events'
import { atKeptPrices } from '@shiloh/contract/reservations/kept-prices'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, ReservationView } from '@shiloh/contract/reservations/views'
import { dayIn } from '@shiloh/contract/text/zone'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { OwnFrame } from '#ui/shell/own-frame'
import { HoldClock } from '../parts/hold-clock.tsx'
import { useKeptWords } from '../parts/kept-words.ts'
import { eventQuery, useReservationsChanged } from '../queries.ts'
import { choiceBeside, choiceOf, withOffered } from './choice.ts'
import { draftStore } from './draft.ts'
import { Ended } from './ended.tsx'
import { fitChange } from './fit.ts'
import { useLists } from './lists.ts'
import { type Lists, peopleOf, relativesOf } from './step.ts'
import { isStep, type Step } from './steps.ts'
import { texts } from './texts.ts'
import { Wizard } from './wizard.tsx'
import { WizardSkeleton } from './wizard-skeleton.tsx'

interface BeginProps {
  reservation: ReservationView
  event: UserEvent
  lists: Lists
  /** What the person waits for, at all events. */
  waiting: readonly OwnWaiting[]
  onStale: () => void
}

/** Returns the step that asks for what is offered. */
const stepOf = ({ kind }: OwnWaiting): Step => (kind === 'beds' ? 'rooms' : 'extras')

/** The steps of a new reservation, filled with the current one, and with what the waiting list offers. */
function Begin({ reservation, event, lists, waiting, onStale }: BeginProps) {
  const { user } = useAccount()
  const navigate = useNavigate()
  const changed = useReservationsChanged()
  const { step, offer } = useSearch({ from: '/reservations/$id/edit' })
  const offered = useMemo(
    () => waiting.filter((entry) => entry.status === 'offered' && entry.reservation?._id === reservation._id),
    [waiting, reservation._id],
  )
  const taken = offered.find(({ _id }) => _id === offer)
  const today = dayIn(new Date(), event.time_zone)
  const [begun] = useState(() => {
    // What was begun before a change that waits now would take it back.
    const name = ['edit', reservation._id, reservation.pending_change?.expires_at, taken?._id].filter(Boolean).join(':')
    const store = draftStore(
      name,
      () => localStorage,
      () => sessionStorage,
    )
    const own = choiceOf(reservation)
    const known = {
      offer: event,
      held: own,
      relatives: relativesOf(lists, peopleOf(reservation)),
      title_id: null,
      designation_id: null,
    }
    const fresh = fitChange(own, known)
    const draft = store.read()
    const start = draft
      ? { ...draft, choice: fitChange(draft.choice, known) }
      : {
          choice: taken ? withOffered(fresh, taken, today) : fresh,
          step: taken ? stepOf(taken) : ('people' as const),
          key: null,
          changed_at: '',
        }
    return { store, start, fresh, restored: draft !== null, standing: { reservation, choice: fresh } }
  })
  const { fresh } = begun
  // What ends first is shown: the hold of the reservation, or the offer.
  const shown = taken ?? offered[0]
  const own = reservation.status === 'pending' ? reservation.hold_expires_at : null
  const until = shown?.offer_expires_at && !(own && own < shown.offer_expires_at) ? shown.offer_expires_at : null
  const held = useMemo(
    () =>
      offered.length > 0
        ? offered.reduce((choice, one) => withOffered(choice, one, today), fresh)
        : choiceBeside(reservation),
    [offered, fresh, today, reservation],
  )
  const onOver = useCallback(() => void changed(), [changed])
  const priced = useMemo(() => {
    const beside = waiting.filter((entry) => entry.reservation?._id === reservation._id)
    return atKeptPrices(
      event,
      beside.flatMap(({ prices }) => prices),
    )
  }, [event, waiting, reservation._id])
  const kept = useKeptWords(shown, event.time_zone)
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
        search: { step: next, offer },
        replace: how === 'replace',
      }),
    [navigate, id, offer],
  )
  return (
    <Wizard
      event={priced}
      lists={lists}
      me={me}
      {...begun}
      held={held}
      waitingFor={waiting.filter(({ event_id }) => event_id === event._id)}
      step={isStep(step) ? step : undefined}
      onStep={onStep}
      onCancel={() => {
        begun.store.clear()
        void navigate({ to: '/reservations/$id', params: { id } })
      }}
      onStale={onStale}
      kept={shown?.prices.some(({ unit_price }) => unit_price > 0) ? { words: kept, step: stepOf(shown) } : undefined}
      hold={
        until ? (
          <HoldClock
            count={reservation.participants.length}
            until={until}
            zone={event.time_zone}
            name={shown?.name}
            onOver={onOver}
          />
        ) : own ? (
          <HoldClock count={reservation.participants.length} until={own} zone={event.time_zone} />
        ) : undefined
      }
    />
  )
}

/** `/reservations/{id}/edit`. */
export function EditPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { id } = useParams({ from: '/reservations/$id/edit' })
  const reservation = useQuery({
    ...queryOf(reservationRoutes.getMyReservation, { params: { id } }),
    placeholderData: undefined,
  })
  const guest = reservation.data?.viewer === 'guest' ? reservation.data : undefined
  const own = reservation.data?.viewer === 'guest' ? undefined : reservation.data
  const eventId = own?.event_id
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const loaded = useLists(event.data)
  const waiting = useQuery({ ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0 })
  const error = reservation.error ?? event.error ?? waiting.error ?? loaded.error
  if (guest)
    return (
      <Ended event={guest.event}>
        <EmptyState
          title={t('reserved_for_you', { name: guest.reserved_by })}
          hint={t('owner_changes', { name: guest.reserved_by })}
          action={
            <LinkButton to="/reservations/$id" params={{ id }}>
              {t('see_reservation')}
            </LinkButton>
          }
        />
      </Ended>
    )
  const content = () => {
    if (error && !(reservation.data && event.data && waiting.data && loaded.lists))
      return (
        <LoadFailed
          message={error.message}
          onRetry={() => {
            for (const query of [reservation, event, waiting]) if (query.error) void query.refetch()
            loaded.retry()
          }}
        />
      )
    if (!reservation.data || !event.data || !waiting.data || !loaded.lists) return undefined
    if (own?.allowed.includes('edit')) return null
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
  if (instead === undefined && own && event.data)
    return (
      <WizardSkeleton
        event={event.data}
        isChange
        onCancel={() => void navigate({ to: '/reservations/$id', params: { id } })}
      />
    )
  if (instead || !own || !event.data || !waiting.data || !loaded.lists) return <OwnFrame>{instead}</OwnFrame>
  return (
    <Begin
      reservation={own}
      event={event.data}
      lists={loaded.lists}
      waiting={waiting.data}
      onStale={() => void event.refetch()}
    />
  )
}
