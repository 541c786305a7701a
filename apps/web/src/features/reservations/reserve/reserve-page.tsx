import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView, WaitingView } from '@shiloh/contract/reservations/views'
import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { useAskAround, useServerTime } from '#platform/clock'
import { useLanguage, useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { OwnFrame } from '#ui/shell/own-frame'
import { entryForAll } from '../parts/entry-for-all.ts'
import { ClosingClock, useRegistrationOpen } from '../parts/registration-open.tsx'
import { TakeOffer } from '../parts/waiting-offer.tsx'
import { eventQuery, useStanding } from '../queries.ts'
import { texts as waitingTexts } from '../waiting/texts.ts'
import { choiceOf, emptyChoice } from './choice.ts'
import { draftStore, laterDraft, readDraft } from './draft.ts'
import { Ended } from './ended.tsx'
import { fitChoice, withoutSoldOut } from './fit.ts'
import { useLists } from './lists.ts'
import { lostIn, namesIn } from './lost.ts'
import { OfferedBegin } from './offered-begin.tsx'
import { openTypes } from './people.ts'
import { type Lists, relativesOf } from './step.ts'
import { isStep, type Step } from './steps.ts'
import { texts } from './texts.ts'
import { Wizard } from './wizard.tsx'
import { WizardSkeleton } from './wizard-skeleton.tsx'

/** Only where nothing is left to reserve. */
const WaitingForm = lazyPart(() =>
  import('../waiting/waiting-form.tsx').then((module) => ({ default: module.WaitingForm })),
)
const WaitingJoined = lazyPart(() =>
  import('../waiting/waiting-joined.tsx').then((module) => ({ default: module.WaitingJoined })),
)

interface BeginProps {
  event: UserEvent
  lists: Lists
  /** The draft stored on the server. */
  kept: unknown
  /** An own reservation that ended, to reserve again. */
  again?: ReservationView | undefined
  waitingFor: readonly WaitingView[]
  onStale: () => void
  onBusy: (isBusy: boolean) => void
}

/** Starts with the latest draft, or with what an ended reservation had, adapted to the current offer. */
function Begin({ event, lists, kept, again, waitingFor, onStale, onBusy }: BeginProps) {
  const { user } = useAccount()
  const navigate = useNavigate()
  const { step } = useSearch({ from: '/events/$id/reserve' })
  const { id } = useParams({ from: '/events/$id/reserve' })
  const me = useMemo(
    () => ({ name: user?.name ?? '', gender: user?.gender ?? null, birth_date: user?.birth_date ?? null }),
    [user],
  )
  const [begun] = useState(() => {
    const store = draftStore(
      `${user?._id ?? ''}:${event._id}`,
      () => localStorage,
      () => sessionStorage,
    )
    const known = {
      offer: event,
      relatives: relativesOf(lists),
      title_id: user?.title_id ?? null,
      designation_id: user?.designation_id ?? null,
      opening: { me, openTo: openTypes(event, user) },
    }
    const there = readDraft(kept)
    const draft = laterDraft(store.read(), there)
    const unsent = draft && draft.changed_at > (there?.changed_at ?? '') ? draft : undefined
    const fresh = fitChoice(emptyChoice, known)
    const former = draft?.choice ?? (again && choiceOf(again))
    const choice = former ? withoutSoldOut(fitChoice(former, known), event) : fresh
    const start = draft ? { ...draft, choice } : { choice, step: 'people' as const, key: null, changed_at: '' }
    const lost = former ? lostIn(former, choice, known, again && namesIn(again)) : []
    return { store, start, fresh, restored: former !== undefined, lost, unsent }
  })
  const onStep = useCallback(
    (next: Step, how: 'push' | 'replace') =>
      void navigate({ to: '/events/$id/reserve', params: { id }, search: { step: next }, replace: how === 'replace' }),
    [navigate, id],
  )
  return (
    <Wizard
      event={event}
      lists={lists}
      me={me}
      {...begun}
      waitingFor={waitingFor}
      step={isStep(step) ? step : undefined}
      onStep={onStep}
      onCancel={() => void navigate({ to: '/events/$id', params: { id: event.slug } })}
      onStale={onStale}
      onBusy={onBusy}
      hold={<ClosingClock event={event} />}
    />
  )
}

/** Registration is not open: when it will be, if it has not been yet. */
function NotOpen({ event }: { event: UserEvent }) {
  const t = useT(texts)
  const language = useLanguage()
  const { registration_opens_at: opens, time_zone: zone, status } = event
  const now = useServerTime([opens])
  const isAhead = status === 'published' && opens !== null && Date.parse(opens) > now
  return (
    <EmptyState
      title={t('closed_title')}
      hint={
        isAhead
          ? t('opens_hint', { when: `${formatDay(opens, language, zone)}, ${formatTime(opens, language, zone)}` })
          : t('closed_hint')
      }
      action={
        <LinkButton to="/events/$id" params={{ id: event.slug }}>
          {t('to_event')}
        </LinkButton>
      }
    />
  )
}

/** `/events/{id}/reserve`: 'Reserve Spot'. */
export function ReservePage() {
  const t = useT(texts)
  const waitingWords = useT(waitingTexts)
  const { user } = useAccount()
  const { id } = useParams({ from: '/events/$id/reserve' })
  const { offer: askedOffer, again } = useSearch({ from: '/events/$id/reserve' })
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/events/$id', params: { id } })
  const event = useQuery(eventQuery(id))
  const standing = useStanding(id)
  // What the wizard sends can be told here before its answer is. The page stays until the next one comes.
  const [isBusy, setBusy] = useState(false)
  const before = useRef(standing.data)
  if (!isBusy) before.current = standing.data
  const isOpen = useRegistrationOpen(event.data)
  useAskAround(event.data?.registration_opens_at ?? null, () => void event.refetch())
  const loaded = useLists(event.data)
  const draft = useQuery({
    ...queryOf(reservationRoutes.getDraft, { params: { id } }),
    placeholderData: undefined,
    // Local input is newer than anything the server could return later.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // Nothing is lost without it: one chooses again.
  const ended = useQuery({
    ...queryOf(reservationRoutes.getMyReservation, { params: { id: again ?? '' } }),
    enabled: again !== undefined,
    retry: false,
  })
  const error = event.data ? (standing.data ? loaded.error : standing.error) : event.error
  if (error)
    return (
      <OwnFrame>
        <LoadFailed
          message={error.message}
          onRetry={() => {
            void event.refetch()
            if (standing.error) void standing.refetch()
            loaded.retry()
          }}
        />
      </OwnFrame>
    )
  // Without the server's draft, the one in this browser is used.
  if (!event.data) return <OwnFrame />
  if (!standing.data || !loaded.lists || draft.isLoading || ended.isLoading)
    return <WizardSkeleton event={event.data} onCancel={leave} />
  const { reservation, waiting, has_reservation } = before.current ?? standing.data
  const onStale = () => void event.refetch()
  const offered = waiting.find(
    ({ _id, status }) => status === 'offered' && (askedOffer === undefined || _id === askedOffer),
  )
  const waitsForAll = entryForAll(waiting, event.data, user)
  const beside = waiting.find(({ status, reservation: of }) => status === 'offered' && of?._id === reservation?._id)
  if (reservation)
    return (
      <Ended event={event.data}>
        <EmptyState
          title={
            reservation.reserved_by === null
              ? t('already_reserved')
              : t('reserved_for_you', { name: reservation.reserved_by })
          }
          action={
            beside ? (
              <TakeOffer entry={beside} event={event.data.slug} />
            ) : (
              <LinkButton to="/reservations/$id" params={{ id: reservation._id }}>
                {t('see_reservation')}
              </LinkButton>
            )
          }
        />
      </Ended>
    )
  if (has_reservation)
    return (
      <Ended event={event.data}>
        <EmptyState
          title={t('place_held')}
          hint={t('place_held_hint')}
          action={<LinkButton to="/support/new">{t('ask_office')}</LinkButton>}
        />
      </Ended>
    )
  if (offered)
    return <OfferedBegin event={event.data} lists={loaded.lists} entry={offered} onStale={onStale} onBusy={setBusy} />
  // Its page says how it ended, and the way on.
  if (askedOffer) return <Navigate to="/offers/$id" params={{ id: askedOffer }} replace />
  if (!isOpen && !isBusy)
    return (
      <Ended event={event.data}>
        <NotOpen event={event.data} />
      </Ended>
    )
  if (waitsForAll)
    return (
      <Ended event={event.data}>
        <Suspense fallback={<Scaffold />}>
          <WaitingJoined entry={waitsForAll} event={event.data} onLeft={onStale} />
        </Suspense>
      </Ended>
    )
  const former = ended.data?.viewer === 'owner' && ended.data.event_id === event.data._id ? ended.data : undefined
  if (event.data.places_left === 0)
    return (
      <Ended event={event.data}>
        <Heading level={2}>{waitingWords('join_title')}</Heading>
        <Suspense fallback={<Scaffold />}>
          <WaitingForm event={event.data} lists={loaded.lists} again={former} onJoined={onStale} />
        </Suspense>
      </Ended>
    )
  return (
    <Begin
      event={event.data}
      lists={loaded.lists}
      kept={draft.data?.draft ?? null}
      again={former}
      waitingFor={waiting}
      onStale={onStale}
      onBusy={setBusy}
    />
  )
}
