import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UserEvent } from '@shiloh/contract/events/events'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatRange } from '@shiloh/contract/text/format'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { dropTicket } from '#platform/kept-tickets'
import { queryOf } from '#platform/queries'
import { CalendarMenu } from '#ui/base/calendar-menu'
import { LinkButton } from '#ui/base/link-button'
import { Heading, Unbroken } from '#ui/base/values'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Breadcrumbs } from '#ui/shell/page-header'
import { PaymentReturn } from '../../payments/index.ts'
import { useLiveReservations } from '../live.ts'
import { RoomMates } from '../mates/room-mates.tsx'
import { Badges } from '../parts/badges.tsx'
import { HoldClock } from '../parts/hold-clock.tsx'
import { Meals } from '../parts/meals.tsx'
import { eventQuery, useReservationsChanged } from '../queries.ts'
import { useChangeAhead } from '../reserve/wizard-ahead.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import classes from './detail.module.css'
import { Balance, Banners, Bring, Contents, Guests, isAtDesk, Room, useWhen, Waited } from './parts.tsx'
import { Programme } from './programme.tsx'
import { ReservationSkeleton } from './reservation-skeleton.tsx'
import { Since } from './since.tsx'
import { texts } from './texts.ts'
import { Ticket } from './ticket.tsx'
import { Timeline } from './timeline.tsx'

/** Few people see it, so it comes when it is needed. */
const GuestPage = lazy(() => import('./guest-page.tsx').then((module) => ({ default: module.GuestPage })))

/** Nobody gets in with it any more. */
const isOver = ({ status }: Pick<ReservationView, 'status'>): boolean =>
  status === 'cancelled' || status === 'failed' || status === 'archived'

interface ActionsProps {
  reservation: ReservationView
  /** Beside the title on wide screens, at the end on phones. */
  place: 'top' | 'end'
  onCancel: () => void
  deadline: string | null
}

function Actions({ reservation, place, onCancel, deadline }: ActionsProps) {
  const t = useT(texts)
  const when = useWhen(reservation.event.time_zone)
  const { allowed, event } = reservation
  const mayChange = allowed.includes('edit') || allowed.includes('cancel')
  return (
    <div className={classes.actions} data-place={place} data-no-print>
      {isOver(reservation) ? null : <CalendarMenu event={event} />}
      {allowed.includes('edit') ? (
        <LinkButton
          variant="default"
          leftSection={<IconPencil size={17} aria-hidden />}
          to="/reservations/$id/edit"
          params={{ id: reservation._id }}
        >
          {t('change')}
        </LinkButton>
      ) : null}
      {allowed.includes('cancel') ? (
        <Button variant="default" leftSection={<IconX size={17} aria-hidden />} onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : null}
      {place === 'end' && mayChange && deadline ? (
        <p className={classes.quiet}>{t('changes_until', { when: when(deadline) })}</p>
      ) : null}
    </div>
  )
}

interface OwnPageProps {
  reservation: ReservationView
  event: UserEvent | undefined
  onRefetch: () => void
}

/** A reservation to who made it, or pays for it. */
function OwnPage({ reservation, event, onRefetch }: OwnPageProps) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const changed = useReservationsChanged()
  const { _id: id, event: brief } = reservation
  const { payment } = useSearch({ from: '/reservations/$id' })
  const [isCancelling, setIsCancelling] = useState(false)
  // The page works without them, as it does when it was saved for a time without a network.
  const { data: meals } = useQuery({
    ...queryOf(mealRoutes.listMyMeals, { params: { id } }),
    placeholderData: undefined,
    retry: false,
  })
  useChangeAhead(event, id, reservation.allowed.includes('edit'))
  /** The payment in the address, once it has ended in any way. */
  const [settled, setSettled] = useState<string>()
  const onSettled = useCallback(() => {
    setSettled(payment)
    void changed()
  }, [changed, payment])
  const isHeld = reservation.status === 'pending' && reservation.hold_expires_at !== null
  // The desk asks for the code first.
  const isUnpaid = reservation.status === 'pending' && !isAtDesk(reservation)
  const isBeside = useMediaQuery('(min-width: 56.25em)', false, { getInitialValueInEffect: false })
  // As the eye reads them. On a phone the amount to pay comes before a ticket that is not valid yet.
  const below = isUnpaid
    ? (['main', 'ticket', 'more', 'progress'] as const)
    : (['ticket', 'main', 'more', 'progress'] as const)
  const order = isBeside ? (['main', 'progress', 'ticket', 'more'] as const) : below
  const cancel = () => setIsCancelling(true)
  const isCancelled = reservation.status === 'cancelled'
  const wasCancelled = useRef(isCancelled)
  useEffect(() => {
    // The button is at the end of the page, and the news at its top.
    if (isCancelled && !wasCancelled.current) scrollTo({ top: 0 })
    wasCancelled.current = isCancelled
  }, [isCancelled])
  const deadline = event?.cancellation_deadline ?? null
  const parts = {
    ticket: isOver(reservation) ? null : <Ticket key="ticket" reservation={reservation} />,
    main: (
      <div key="main" className={classes.facts} data-place="main">
        <Balance reservation={reservation} event={event} />
        <Room reservation={reservation} />
        <RoomMates reservation={reservation} />
        <Guests reservation={reservation} />
      </div>
    ),
    more: (
      <div key="more" className={classes.more}>
        <Contents reservation={reservation} />
        <Bring reservation={reservation} event={event} />
        {reservation.status === 'cancelled' || reservation.status === 'failed' ? null : (
          <>
            <Programme event={event} />
            <Meals meals={meals} />
          </>
        )}
      </div>
    ),
    progress: (
      <div key="progress" className={classes.facts} data-place="progress">
        <Timeline reservation={reservation} />
      </div>
    ),
  }
  return (
    <>
      {isHeld && reservation.hold_expires_at && settled === payment ? (
        <div className={classes.hold}>
          <HoldClock
            count={reservation.participants.length}
            until={reservation.hold_expires_at}
            zone={brief.time_zone}
            onOver={onRefetch}
          />
        </div>
      ) : null}
      <header className={classes.head}>
        <div>
          <Breadcrumbs />
          <div className={classes.badges}>
            <Badges reservation={reservation} />
          </div>
          <Heading level={1}>{brief.name}</Heading>
          <p className={classes.where}>
            <Unbroken>{formatRange(brief.starts_at, brief.ends_at, language, brief.time_zone)}</Unbroken>
            {brief.place ? `, ${brief.place}` : ''}
          </p>
          <p className={classes.where}>
            <Link to="/events/$id" params={{ id: brief.slug }}>
              {t('programme')}
            </Link>
          </p>
        </div>
        <Actions reservation={reservation} place="top" onCancel={cancel} deadline={deadline} />
      </header>
      {payment ? (
        <PaymentReturn
          key={payment}
          reference={payment}
          isHeld={isHeld}
          isOver={isOver(reservation)}
          onSettled={onSettled}
          onClose={() => void navigate({ to: '/reservations/$id', params: { id }, search: {}, replace: true })}
        />
      ) : null}
      <Banners reservation={reservation} event={event} />
      <Since reservation={reservation} />
      <Waited reservation={reservation} />
      <div className={classes.grid} data-ended={isOver(reservation) || undefined}>
        {order.map((name) => parts[name])}
      </div>
      <Actions reservation={reservation} place="end" onCancel={cancel} deadline={deadline} />
      <p className={classes.question} data-no-print>
        <Link to="/support/new" search={{ reservation: id }}>
          {t('question')}
        </Link>
      </p>
      <CancelDialog reservation={reservation} opened={isCancelling} onClose={() => setIsCancelling(false)} />
    </>
  )
}

/** `/reservations/{id}`: 'Reservation Details'. */
export function ReservationPage() {
  const { id } = useParams({ from: '/reservations/$id' })
  const { data, error, refetch } = useQuery({
    ...queryOf(reservationRoutes.getMyReservation, { params: { id } }),
    placeholderData: undefined,
  })
  const eventId = data?.event_id
  // Prices, deadlines and rules. The page works without them if the event is no longer shown.
  const { data: event } = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined, retry: false })
  useLiveReservations()
  const isNoTicket = isGone(error) || (data !== undefined && isOver(data))
  useEffect(() => {
    if (isNoTicket) dropTicket(id)
  }, [isNoTicket, id])
  const onRefetch = useCallback(() => void refetch(), [refetch])
  if (isGone(error)) return <NotFound />
  if (error && !data) return <LoadFailed message={error.message} onRetry={onRefetch} />
  if (!data) return <ReservationSkeleton />
  if (data.viewer !== 'guest') return <OwnPage reservation={data} event={event} onRefetch={onRefetch} />
  return (
    <Suspense fallback={<ReservationSkeleton />}>
      <GuestPage reservation={data} event={event} onRefetch={onRefetch} />
    </Suspense>
  )
}
