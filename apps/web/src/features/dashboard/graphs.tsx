import type { DataOf, Route } from '@shiloh/contract/core'
import { type DashboardScope, dashboardRoutes } from '@shiloh/contract/dashboard'
import { formatAmount, formatCount, formatMonth, formatPercent, formatWeekday } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '#platform/account'
import { formatDate, formatDayAndMonth } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { BarChart } from '#ui/charts/bar-chart'
import { ChartPanel } from '#ui/charts/chart-panel'
import { LineChart } from '#ui/charts/line-chart'
import type { ChartData, ChartLink } from '#ui/charts/points'
import { ShareBars } from '#ui/charts/share-bars'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import classes from './dashboard.module.css'
import { texts } from './texts.ts'

/** What is asked for: a month of one event, or of all. */
export interface Asked {
  readonly event_id?: string
  readonly month: number
  readonly year: number
}

/** The lists behind the points of the graphs. Those that somebody may not see are undefined. */
export interface Lists {
  /** Reservations made on these days. */
  readonly made: ((from: string, to: string) => ChartLink) | undefined
  /** Reservations made up to a day. */
  readonly until: ((day: string) => ChartLink) | undefined
  /** Reservations whose persons sleep there. */
  readonly night: ((night: string) => ChartLink) | undefined
  /** Money of the month by a method. */
  readonly paid: ((method: string) => ChartLink) | undefined
}

interface GraphProps {
  asked: Asked
  lists: Lists
}

/** A graph's place while it loads, of the height that it will have. */
function Loaded<R extends Route>({
  result: { data, error, refetch },
  children,
}: {
  result: { data: DataOf<R> | undefined; error: Error | null; refetch: () => unknown }
  children: (data: DataOf<R>) => ReactNode
}) {
  if (data !== undefined) return children(data)
  return (
    <div className={classes.waiting}>
      {error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={6} />}
    </div>
  )
}

const two = (value: number) => String(value).padStart(2, '0')

/** Names of the month and of the one it is compared with, and how to write values. */
function useNames() {
  const language = useLanguage()
  const nameOf = ({ month, year }: { month: number; year: number }) => formatMonth(`${year}-${two(month)}-01`, language)
  return {
    count: (value: number) => formatCount(value, language),
    perCent: (value: number) => formatPercent(value, language),
    amount: (value: number) => formatAmount(value, language),
    date: (day: string) => `${formatWeekday(day, language)} ${formatDate(day, language)}`,
    shortDate: (day: string) => formatDayAndMonth(day, language),
    weekday: (day: string) => `${formatWeekday(day, language)} ${Number(day.slice(8))}`,
    names: (scope: DashboardScope, point: string): ChartData['names'] => ({
      point,
      now: nameOf(scope),
      ...(scope.compared && { before: nameOf(scope.compared) }),
    }),
    nameOf,
  }
}

interface DayCount {
  readonly day: string
  readonly now: number | null
  readonly before: number | null
}
const sumOf = (days: readonly DayCount[], of: 'now' | 'before') => days.reduce((sum, one) => sum + (one[of] ?? 0), 0)
/** The first day and every seventh have a name below the axis. */
const hasTick = (day: string) => [1, 7, 14, 21, 28].includes(Number(day.slice(8)))

/** A count by day of the month, each day with its list. */
function DayBars({
  title,
  empty,
  scope,
  days,
  listOf,
}: {
  title: string
  empty: string
  scope: DashboardScope
  days: readonly DayCount[]
  listOf: Lists['made']
}) {
  const t = useT(texts)
  const { names, count, date } = useNames()
  const named = names(scope, t('day'))
  const data: ChartData = {
    names: named,
    points: days.map(({ day, now, before }) => ({
      id: day,
      label: date(day),
      ...(hasTick(day) && { tick: String(Number(day.slice(8))) }),
      value: now,
      ...(scope.compared && { before }),
      ...(listOf && now ? { link: listOf(day, day) } : {}),
    })),
    format: count,
  }
  const legend = {
    now: t('legend', { month: named.now, count: count(sumOf(days, 'now')) }),
    ...(named.before && { before: t('legend', { month: named.before, count: count(sumOf(days, 'before')) }) }),
  }
  return (
    <ChartPanel title={title} data={data} marks="bars" legend={legend} empty={empty}>
      <BarChart label={title} {...data} />
    </ChartPanel>
  )
}

export function ReservationsGraph({ asked, lists }: GraphProps) {
  const t = useT(texts)
  const result = useQuery(queryOf(dashboardRoutes.daily, { query: asked }))
  return (
    <Loaded<typeof dashboardRoutes.daily> result={result}>
      {({ days, ...scope }) => (
        <DayBars title={t('each_day')} empty={t('each_day_none')} scope={scope} days={days} listOf={lists.made} />
      )}
    </Loaded>
  )
}

/** Of one event its persons, total by week; of all events the accounts made each day. */
export function SignUpsGraph({ asked, lists, capacity }: GraphProps & { capacity: number | null }) {
  const t = useT(texts)
  const { names, count, date, shortDate } = useNames()
  const result = useQuery(queryOf(dashboardRoutes.signups, { query: asked }))
  return (
    <Loaded<typeof dashboardRoutes.signups> result={result}>
      {({ accounts, weeks, ...scope }) => {
        if (accounts.length > 0)
          return (
            <DayBars
              title={t('accounts')}
              empty={t('accounts_none')}
              scope={scope}
              days={accounts}
              listOf={undefined}
            />
          )
        const { compared } = scope
        const data: ChartData = {
          names: {
            ...names(scope, t('week')),
            now: t('people'),
            ...(compared?.event && { before: compared.event.name }),
          },
          points: weeks.map(({ day, now, before }) => ({
            id: day,
            label: date(day),
            tick: shortDate(day),
            value: now,
            ...(compared && { before }),
            ...(lists.until && now ? { link: lists.until(day) } : {}),
          })),
          format: count,
        }
        const last = weeks.at(-1)
        return (
          <ChartPanel title={t('people')} note={t('by_week')} data={data} empty={t('by_week_none')}>
            <LineChart
              label={t('people')}
              {...data}
              {...(capacity !== null && { ceiling: { value: capacity, label: t('all_places') } })}
              {...(compared &&
                last?.before !== null &&
                last && { beforeLabel: t('people_before', { count: count(last.before) }) })}
            />
          </ChartPanel>
        )
      }}
    </Loaded>
  )
}

/** Money by method, and beds by night. */
export function MoneyAndBeds({ asked, lists }: GraphProps) {
  const t = useT(texts)
  const can = useCan()
  const { names, count, perCent, amount, date, shortDate, weekday, nameOf } = useNames()
  const result = useQuery(queryOf(dashboardRoutes.graph, { query: asked }))
  const methodName = (method: string) =>
    method === 'cash' || method === 'paystack' || method === 'stripe' || method === 'sandbox'
      ? t(`method_${method}`)
      : method
  return (
    <Loaded<typeof dashboardRoutes.graph> result={result}>
      {({ methods, nights, ...scope }) => {
        const money: ChartData | null = methods && {
          names: names(scope, t('method')),
          points: methods.map(({ method, now, before }) => ({
            id: method,
            label: methodName(method),
            value: now,
            ...(scope.compared && { before }),
            ...(lists.paid && { link: lists.paid(method) }),
          })),
          format: amount,
        }
        const percent = ({ sold, for_sale }: { sold: number; for_sale: number }) =>
          for_sale > 0 ? Math.round((sold / for_sale) * 100) : 0
        // A day without its month is clear only within one.
        const isLong = nights.length > 10 || new Set(nights.map(({ night }) => night.slice(0, 7))).size > 1
        const beds: ChartData = {
          names: {
            ...names(scope, t('night')),
            ...(scope.compared?.event && { now: t('by_night'), before: scope.compared.event.name }),
          },
          points: nights.map(({ night, now, before }) => ({
            id: night,
            label: date(night),
            tick: isLong ? shortDate(night) : weekday(night),
            value: percent(now),
            ...(scope.compared && { before: before && percent(before) }),
            ...(nights.length <= 10 && { mark: perCent(percent(now)) }),
            ...(lists.night && now.sold > 0 && { link: lists.night(night) }),
            detail: t('beds_detail', { sold: count(now.sold), all: count(now.for_sale) }),
          })),
          format: perCent,
        }
        return (
          <>
            {money ? (
              <ChartPanel
                title={t('by_method')}
                note={t('by_method_note', { month: nameOf(scope), currency: scope.currency })}
                data={money}
                marks="shares"
                empty={t('by_method_none')}
              >
                <ShareBars label={t('by_method')} {...money} />
              </ChartPanel>
            ) : null}
            <ChartPanel
              title={t('by_night')}
              note={t('by_night_note')}
              data={beds}
              marks="bars"
              legend={{ now: t('beds_sold'), ...(beds.names.before && { before: beds.names.before }) }}
              empty={t('by_night_none')}
              aside={can('event_rooms.read') ? <Link to="/admin/event-rooms">{t('rooms')}</Link> : null}
            >
              <BarChart label={t('by_night')} max={100} {...beds} />
            </ChartPanel>
          </>
        )
      }}
    </Loaded>
  )
}
