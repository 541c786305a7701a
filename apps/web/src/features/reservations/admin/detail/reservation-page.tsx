import { useThrottledCallback } from '@mantine/hooks'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive } from '@shiloh/contract/reservations/states'
import { formatRange } from '@shiloh/contract/text/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCan } from '#platform/account'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { type Status, StatusBadge } from '#ui/base/status-badge'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { PaymentsPanel } from '../../../payments/index.ts'
import { CompletionLink } from '../../complete/completion-link.tsx'
import { StaffMates } from '../../mates/staff-mates.tsx'
import { Meals } from '../../parts/meals.tsx'
import { Acts } from './acts.tsx'
import { CareSection, Change, Facts, Lines } from './contents.tsx'
import { Contact, Guests } from './guests.tsx'
import { History } from './history.tsx'
import { Money } from './money.tsx'
import { Notes } from './notes.tsx'
import classes from './parts.module.css'
import { StaffNote } from './staff-note.tsx'
import { texts } from './texts.ts'

const isAbout = (payload: unknown, eventId: string | undefined): boolean =>
  typeof payload === 'object' && payload !== null && 'event_id' in payload && payload.event_id === eventId

/** Reloads when something of the event changes: a payment, the gate, a colleague. */
function useStaysFresh(eventId: string | undefined) {
  const queries = useQueryClient()
  const refresh = useThrottledCallback(() => {
    for (const route of [reservationRoutes.getReservation, mealRoutes.listMeals, paymentRoutes.listReservationPayments])
      void queries.invalidateQueries({ queryKey: keyOf(route) })
  }, 1500)
  useLive('reservations', (payload) => {
    if (isAbout(payload, eventId)) refresh()
  })
}

/** `/admin/reservations/{id}`: one reservation with its actions. */
export function ReservationPage() {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const { id } = useParams({ from: '/admin/reservations/$id' })
  const { data, error, refetch } = useQuery({
    ...queryOf(reservationRoutes.getReservation, { params: { id } }),
    placeholderData: undefined,
  })
  const { data: meals } = useQuery({
    ...queryOf(mealRoutes.listMeals, { params: { id } }),
    placeholderData: undefined,
    retry: false,
  })
  useStaysFresh(data?.event_id)
  if (!data) {
    if (error instanceof ApiError && error.status === 404)
      return <EmptyState title={t('gone')} action={<LinkButton to="/admin/reservations">{t('to_list')}</LinkButton>} />
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={8} />
  }
  const { user, code, event, status, balance, paid, needs_approval, approved_at } = data
  const badges: Status[] = [
    status,
    ...(status === 'pending' && needs_approval && approved_at ? (['approved'] as const) : []),
    ...(isLive(status) && balance > 0 && (!needs_approval || approved_at)
      ? [paid > 0 ? ('balance_due' as const) : ('to_pay' as const)]
      : []),
    ...(data.refunds?.some(({ status: state }) => state === 'due' || state === 'requested')
      ? (['refund_due'] as const)
      : []),
  ]
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={user.name}
        titleTo={can('users.read', user._id) ? `/admin/users/${user._id}` : undefined}
        badges={
          <div className={classes.head}>
            <span className="code">{code}</span>
            {badges.map((badge) => (
              <StatusBadge key={badge} status={badge} />
            ))}
          </div>
        }
        note={`${event.name}, ${formatRange(event.starts_at, event.ends_at, language, event.time_zone)}`}
        actions={<Acts reservation={data} />}
      />
      <Notes reservation={data} />
      <CompletionLink reservation={data} />
      <div className={classes.columns}>
        <div>
          <Guests reservation={data} />
          <StaffMates reservation={data} />
          <Lines reservation={data} />
          <Change reservation={data} />
          <Facts reservation={data} />
          <Meals meals={meals} />
          <CareSection reservation={data} />
        </div>
        <div>
          <Money reservation={data} />
          {can('payments.read') ? (
            <Suspense fallback={<Scaffold kind="list" rows={3} />}>
              <PaymentsPanel reservationId={data._id} paidFor={{ name: user.name, code, event: event.name }} />
            </Suspense>
          ) : null}
          <Contact reservation={data} />
          <StaffNote reservation={data} />
          <History reservation={data} />
        </div>
      </div>
    </>
  )
}
