import { Button } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { adminEventRoutes, type EventRow } from '@shiloh/contract/events/events'
import { insightRoutes } from '@shiloh/contract/insight'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatCount, formatMoney } from '@shiloh/contract/text/format'
import { IconCashBanknote, IconClock, IconPencil, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Bars, Panel } from '#ui/base/figures'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange, DateText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { LiveMark } from './live.tsx'
import classes from './overview.module.css'
import { EventStrip, Occupancy, SignUps } from './overview.tsx'
import { texts } from './texts.ts'

const latestShown = 8
const stale: readonly Route[] = [
  adminEventRoutes.listAdminEvents,
  adminEventRoutes.readEventStats,
  reservationRoutes.listReservations,
  paymentRoutes.listOpenPayments,
]

/** The figures of the current event. */
function EventNumbers() {
  const t = useT(texts)
  const { shown: event } = useCurrentEvent()
  const stats = useQuery({
    ...queryOf(adminEventRoutes.readEventStats, { params: { id: event?._id ?? '' } }),
    enabled: event !== undefined,
  })
  if (!event) return null
  return (
    <>
      <div className={classes.chooser}>
        <b>{event.name}</b>
        <span className="dim">
          <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
        </span>
        <Link to="/admin/events/$id/stats" params={{ id: event._id }}>
          {t('statistics')}
        </Link>
      </div>
      {stats.data ? (
        <>
          <EventStrip stats={stats.data} />
          <div className={classes.stack}>
            <SignUps stats={stats.data} />
            <Occupancy stats={stats.data} eventId={event._id} />
          </div>
        </>
      ) : stats.error ? (
        <LoadFailed message={stats.error.message} onRetry={() => void stats.refetch()} />
      ) : (
        <Scaffold rows={8} />
      )}
    </>
  )
}

/** Places of the upcoming events. */
function NextEvents({ events }: { events: readonly EventRow[] }) {
  const t = useT(texts)
  return (
    <Panel title={t('next_events')} note={<Link to="/admin/events">{t('all_events')}</Link>}>
      <Bars
        narrow
        bars={events
          .slice(0, 6)
          .map(({ _id, name, claimed, capacity }) => ({ id: _id, name, claimed, limit: capacity }))}
      />
    </Panel>
  )
}

/** The latest reservations, live. */
function Latest() {
  const t = useT(texts)
  const language = useLanguage()
  const result = useQuery(queryOf(reservationRoutes.listReservations, { query: { sort: '-created_at' } }))
  const rows = result.data?.items.slice(0, latestShown)
  return (
    <Panel title={t('latest')} note={<Link to={reservationsPage}>{t('all_reservations')}</Link>}>
      {rows ? (
        rows.length === 0 ? (
          <p className="dim">{t('no_latest')}</p>
        ) : (
          <ul className={classes.lines}>
            {rows.map((row) => (
              <li key={row._id}>
                <span className={classes.entry}>
                  <Link to={reservationPage(row._id)}>
                    <span className="code">{row.code}</span> {row.user.name}
                  </Link>
                  <span className="dim small">
                    {row.event.name}, <DateText value={row.created_at} time weekday={false} />
                  </span>
                </span>
                <span className={classes.end}>
                  <StatusBadge status={row.status} />
                  <span className="num small">{formatMoney(row.total, row.currency, language)}</span>
                </span>
              </li>
            ))}
          </ul>
        )
      ) : result.error ? (
        <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
      ) : (
        <Scaffold kind="list" rows={5} />
      )}
    </Panel>
  )
}

const reservationsPage: string = '/admin/reservations'
const reservationPage = (id: string): string => `${reservationsPage}/${id}`
const openPaymentsPage: string = '/admin/payments/open'

interface Task {
  readonly key: string
  readonly icon: ReactNode
  readonly label: string
  readonly note: string
  readonly count: number
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** The number of open tasks. */
function ToDo() {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const pending = useQuery({
    ...queryOf(reservationRoutes.listReservations, { query: { status: 'pending' } }),
    enabled: can('reservations.read'),
  })
  const payments = useQuery({ ...queryOf(paymentRoutes.listOpenPayments, {}), enabled: can('payments.read') })
  const drafts = useQuery({
    ...queryOf(adminEventRoutes.listAdminEvents, { query: { status: 'draft' } }),
    enabled: can('events.update'),
  })
  const chain = useQuery({ ...queryOf(insightRoutes.readAuditChain), enabled: can('audit_trail.read') })
  const all: readonly Task[] = [
    {
      key: 'chain',
      icon: <IconShieldX size={18} stroke={1.75} aria-hidden />,
      label: t('do_chain'),
      note: t('do_chain_note'),
      count: chain.data?.broken ?? 0,
      to: '/admin/audit-trail',
      search: {},
    },
    {
      key: 'pending',
      icon: <IconClock size={18} stroke={1.75} aria-hidden />,
      label: t('do_pending'),
      note: t('do_pending_note'),
      count: pending.data?.meta.total ?? 0,
      to: reservationsPage,
      search: { status: 'pending' },
    },
    {
      key: 'payments',
      icon: <IconCashBanknote size={18} stroke={1.75} aria-hidden />,
      label: t('do_payments'),
      note: t('do_payments_note'),
      count: payments.data?.meta.total ?? 0,
      to: openPaymentsPage,
      search: {},
    },
    {
      key: 'drafts',
      icon: <IconPencil size={18} stroke={1.75} aria-hidden />,
      label: t('do_drafts'),
      note: t('do_drafts_note'),
      count: drafts.data?.meta.total ?? 0,
      to: '/admin/events',
      search: { status: 'draft' },
    },
  ]
  const waiting = all.filter(({ count }) => count > 0)
  const isLoading = [pending, payments, drafts, chain].some((one) => one.isLoading)
  const failed = [pending, payments, drafts, chain].find((one) => one.error)
  return (
    <Panel title={t('to_do')}>
      {isLoading ? <Scaffold kind="list" rows={3} /> : null}
      {failed?.error ? <LoadFailed message={failed.error.message} onRetry={() => void failed.refetch()} /> : null}
      {!isLoading && !failed && waiting.length === 0 ? <p className="dim">{t('nothing_to_do')}</p> : null}
      <ul className={classes.lines}>
        {waiting.map(({ key, icon, label, note, count, to, search }) => (
          <li key={key}>
            {icon}
            <span className={classes.entry} data-grow>
              <Link to={to} search={search}>
                {label}
              </Link>
              <span className="dim small">{note}</span>
            </span>
            <span className={classes.count}>{formatCount(count, language)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The home of administrators: the figures of the next event, open tasks, and the latest reservations. */
export function HomePage() {
  const t = useT(texts)
  const can = useCan()
  const { user } = useAccount()
  const result = useQuery({
    ...queryOf(adminEventRoutes.listAdminEvents, {
      query: { when: 'upcoming', status: 'published', sort: 'starts_at' },
    }),
    enabled: can('events.read'),
  })
  const events = result.data?.items
  return (
    <div className={classes.home}>
      <div>
        <PageHeader
          breadcrumbs={false}
          compact
          title={user ? t('good_day', { name: user.first_name }) : t('home')}
          actions={<LiveMark stale={stale} />}
        />
        <div className={classes.columns}>
          <div className={classes.stack}>
            {!can('events.read') ? null : events ? (
              events.length > 0 ? (
                <div>
                  <EventNumbers />
                </div>
              ) : (
                <EmptyState
                  title={t('no_next_events')}
                  action={
                    can('events.create') ? (
                      <Button component={Link} to="/admin/events/new">
                        {t('add_event')}
                      </Button>
                    ) : null
                  }
                />
              )
            ) : result.error ? (
              <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
            ) : (
              <Scaffold rows={10} />
            )}
            {can('reservations.read') ? <Latest /> : null}
          </div>
          <div className={classes.stack}>
            <ToDo />
            {events && events.length > 1 ? <NextEvents events={events} /> : null}
          </div>
        </div>
      </div>
    </div>
  )
}
