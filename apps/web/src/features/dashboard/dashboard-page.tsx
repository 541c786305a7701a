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
import { Figures } from './figures.tsx'
import { type Asked, MoneyAndBeds, ReservationsGraph, SignUpsGraph } from './graphs.tsx'
import { texts } from './texts.ts'
import { MyTasks, Waits } from './work.tsx'

const stale: readonly Route[] = [...Object.values(dashboardRoutes), officeRoutes.countWaitingWork]
/** A sale sends many hints a second: the figures follow every ten seconds. */
const FOLLOW_MS = 10_000

const two = (value: number) => String(value).padStart(2, '0')
const reservations = '/admin/reservations'
/** Reservations that hold: all but these. */
const HOLDING = '!failed,cancelled'

/** The figures and charts of what is asked for. */
function Month({ asked }: { asked: Asked }) {
  const can = useCan()
  const { data, error, refetch, isPlaceholderData } = useQuery(queryOf(dashboardRoutes.stats, { query: asked }))
  const mayList = can('reservations.read')
  const ofEvent = { event_id: asked.event_id ?? ALL_EVENTS }
  const listOf = (from: string, to: string): ChartLink => ({
    to: reservations,
    search: { ...ofEvent, created_at: from === to ? from : `${from}..${to}`, status: HOLDING },
  })
  const monthOf = ({ month, year }: { month: number; year: number }) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return listOf(`${year}-${two(month)}-01`, `${year}-${two(month)}-${two(last)}`)
  }
  return (
    <>
      {/* Until the figures of the next month or event are here, those of the last one stand there. */}
      <div className={classes.figures} aria-busy={isPlaceholderData}>
        {data ? (
          <Figures
            stats={data}
            links={
              mayList
                ? { made: monthOf(data), cancelled: { to: reservations, search: { ...ofEvent, status: 'cancelled' } } }
                : undefined
            }
          />
        ) : error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold rows={2} />
        )}
      </div>
      <div className={classes.graphs}>
        <ReservationsGraph asked={asked} listOf={mayList ? listOf : undefined} />
        <SignUpsGraph asked={asked} capacity={data?.so_far?.capacity ?? null} />
        <MoneyAndBeds asked={asked} />
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
          {can('tasks.read') ? <MyTasks /> : null}
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
