import { Button } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { DASHBOARD_YEARS, dashboardRoutes } from '@shiloh/contract/dashboard'
import { officeRoutes } from '@shiloh/contract/office'
import { formatMonth, formatMonthName } from '@shiloh/contract/text/format'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { ALL_EVENTS } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { StatusBadge } from '#ui/base/status-badge'
import type { ChartLink } from '#ui/charts/points'
import { LiveMark } from '#ui/feedback/live-mark'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PageHeader } from '#ui/shell/page-header'
import classes from './dashboard.module.css'
import { type FigureLinks, Figures } from './figures.tsx'
import { type Asked, type Lists, MoneyAndBeds, ReservationsGraph, SignUpsGraph } from './graphs.tsx'
import { texts } from './texts.ts'
import { MyTasks, Waits } from './work.tsx'

const stale: readonly Route[] = [...Object.values(dashboardRoutes), officeRoutes.countWaitingWork]
/** A sale sends many hints a second: the figures follow every ten seconds. */
const FOLLOW_MS = 10_000

const two = (value: number) => String(value).padStart(2, '0')
const reservations = '/admin/reservations'
/** The figures and charts of what is asked for. */
function Month({ asked }: { asked: Asked }) {
  const can = useCan()
  const { data, error, refetch, isPlaceholderData } = useQuery(queryOf(dashboardRoutes.stats, { query: asked }))
  const mayList = can('reservations.read')
  const ofEvent = { event_id: asked.event_id ?? ALL_EVENTS }
  const listed = (search: Record<string, string>, to = reservations): ChartLink => ({
    to,
    search: { ...ofEvent, ...search },
  })
  const days = (from: string, to: string) => (from === to ? from : `${from}..${to}`)
  const first = `${asked.year}-${two(asked.month)}-01`
  const ofMonth = days(first, `${first.slice(0, 8)}${two(new Date(Date.UTC(asked.year, asked.month, 0)).getUTCDate())}`)
  const lists: Lists = {
    made: mayList ? (from, to) => listed({ created_at: days(from, to), holds: 'true' }) : undefined,
    until: mayList ? (day) => listed({ created_at: `..${day}`, holds: 'true' }) : undefined,
    night: mayList ? (night) => listed({ nights: night, holds: 'true' }) : undefined,
    paid: can('payments.read') ? (method) => listed({ at: ofMonth, method }, '/admin/payments') : undefined,
  }
  const links: FigureLinks = {
    made: mayList ? listed({ created_at: ofMonth, holds: 'true' }) : undefined,
    cancelled: mayList ? listed({ cancelled_at: ofMonth }) : undefined,
    checkedIn: mayList ? listed({ checked_in_at: ofMonth }) : undefined,
    paid: can('payments.read') ? listed({ at: ofMonth }, '/admin/payments') : undefined,
    // Of one event the nights are those of its report. Of a month, each night has its own list in the chart.
    beds: asked.event_id && can('reservations.report') ? listed({ report: 'rooms' }, '/admin/reports') : undefined,
  }
  return (
    <>
      {/* Until the figures of the next month or event are here, those of the last one stand there. */}
      <div className={classes.figures} aria-busy={isPlaceholderData}>
        {data ? (
          <Figures stats={data} links={links} />
        ) : error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold rows={2} />
        )}
      </div>
      <div className={classes.graphs}>
        <ReservationsGraph asked={asked} lists={lists} />
        <SignUpsGraph asked={asked} lists={lists} capacity={data?.so_far?.capacity ?? null} />
        <MoneyAndBeds asked={asked} lists={lists} />
      </div>
    </>
  )
}

/** The home of administrators: a month of the current event or of all events, what waits, and their own tasks. */
export function DashboardPage() {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const search = useSearch({ from: '/admin' })
  const { shown: event, isLoading } = useCurrentEvent()
  const isAll = search.of === 'all' || event === undefined
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: organisation?.time_zone ?? 'UTC' }).format(new Date())
  const thisYear = Number(today.slice(0, 4))
  const month = search.month ?? Number(today.slice(5, 7))
  const year = search.year ?? thisYear
  const asked: Asked = { ...(!isAll && event && { event_id: event._id }), month, year }
  const change = (next: Partial<typeof search>) => void navigate({ to: '/admin', search: { ...search, ...next } })
  const years = Array.from({ length: DASHBOARD_YEARS }, (_, index) => String(thisYear - index))
  const months = Array.from({ length: 12 }, (_, index) => {
    const name = formatMonthName(`2026-${two(index + 1)}-01`, language)
    return { value: String(index + 1), label: name.charAt(0).toLocaleUpperCase(language) + name.slice(1) }
  })
  const sees = can('dashboard.read')
  // Without it the page would begin with the figures of all events, and jump.
  if (isLoading && !event && search.of !== 'all') return <Scaffold kind="page" />
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={isAll || !event ? t('all_events') : event.name}
        note={
          <>
            {isAll || !event ? null : (
              <>
                <StatusBadge status={event.status} />{' '}
                <Link to="/admin/events/$id/stats" params={{ id: event._id }} data-no-print>
                  {t('statistics')}
                </Link>
              </>
            )}
            <span className={classes.printed}>{formatMonth(`${year}-${two(month)}-01`, language)}</span>
          </>
        }
        actions={
          sees ? (
            <div className={classes.controls} data-no-print>
              {event ? (
                <Segments
                  label={t('shows')}
                  choices={[
                    { value: 'event', label: t('this_event') },
                    { value: 'all', label: t('all_events') },
                  ]}
                  value={isAll ? 'all' : 'event'}
                  onChange={(of) => change({ of: of === 'all' ? of : undefined })}
                />
              ) : null}
              <ChoiceSelect
                aria-label={t('month')}
                choices={months}
                value={String(month)}
                onChange={(next) => change({ month: Number(next) })}
              />
              <Segments
                label={t('year')}
                choices={years.map((value) => ({ value, label: value }))}
                value={String(year)}
                onChange={(next) => change({ year: Number(next) })}
              />
              <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={() => window.print()}>
                {t('print')}
              </Button>
            </div>
          ) : null
        }
      />
      <div className={classes.body} data-alone={!sees || undefined}>
        {sees ? <Month asked={asked} /> : null}
        <div className={classes.side} data-no-print>
          <Waits eventId={isAll ? undefined : event?._id} />
          {can('tasks.read') ? <MyTasks eventId={isAll ? undefined : event?._id} /> : null}
        </div>
      </div>
      {sees ? (
        <p className={classes.foot} data-no-print>
          <LiveMark stale={stale} every={FOLLOW_MS} {...(!isAll && event && { eventId: event._id })} />
        </p>
      ) : null}
    </div>
  )
}
