import { ActionIcon, Button } from '@mantine/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { type Task, taskRoutes } from '@shiloh/contract/tasks'
import { formatMonthName, formatWeekday } from '@shiloh/contract/text/format'
import { inLanguage } from '@shiloh/contract/text/translations'
import { dayIn } from '@shiloh/contract/text/zone'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconCircle,
  IconCircleCheck,
  IconFlag,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import type { BoardQuery } from './board.tsx'
import { daysBetween, useToday } from './task-parts.tsx'
import classes from './tasks.module.css'
import { texts } from './texts.ts'

const SHOWN_A_DAY = 4

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** The Monday on or before a day. */
const mondayOf = (day: string): string => plus(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns the weeks that a month touches, by their Mondays. */
const weeksOf = (month: string): string[] => {
  const first = mondayOf(`${month}-01`)
  const weeks: string[] = []
  for (let monday = first; monday.slice(0, 7) <= month; monday = plus(monday, 7)) weeks.push(monday)
  return weeks
}
const monthAfter = (month: string, by: number): string => {
  const at = new Date(`${month}-15`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 7)
}

interface EventDays {
  readonly name: string
  readonly first: string
  readonly last: string
  /** Its other dates by day. */
  readonly dates: readonly { readonly day: string; readonly key: string; readonly words: string }[]
}

/** The days of the event that the tasks are filtered by. */
function useEventDays(eventId: string | undefined): EventDays | undefined {
  const language = useLanguage()
  const t = useT(texts)
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(adminEventRoutes.readAdminEvent, { params: { id: eventId ?? '' } }),
    enabled: eventId !== undefined && can('events.read'),
    placeholderData: undefined,
  })
  if (!data) return undefined
  const on = (instant: string) => dayIn(instant, data.time_zone)
  const dates = (
    [
      ['registration_opens', data.registration_opens_at],
      ['registration_closes', data.registration_closes_at],
      ['balance_due', data.balance_due_at],
      ['cancellation_deadline', data.cancellation_deadline],
    ] as const
  ).flatMap(([key, at]) => (at === null ? [] : [{ day: on(at), key, words: t(key) }]))
  return { name: inLanguage(data, language).name, first: on(data.starts_at), last: on(data.ends_at), dates }
}

interface Shown {
  readonly _id: string
  readonly name: string
  readonly first: string
  readonly last: string
  /** Its row in the cells, from the top: events that overlap lie below each other. */
  readonly lane: number
}

/** Days before the calendar begins on which an event that reaches into it may have started. */
const LONGEST_EVENT = 60

/** The events of the calendar's days, or the one that the tasks are filtered by. */
function useEvents(from: string, until: string, only: string | undefined): readonly Shown[] {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(adminEventRoutes.listAdminEvents, {
      query: { starts_at: `${plus(from, -LONGEST_EVENT)}..${until}`, sort: 'starts_at' },
    }),
    enabled: can('events.read'),
  })
  const lanes: string[] = []
  return (data?.items ?? []).flatMap(({ _id, name, starts_at, ends_at, time_zone }) => {
    const first = dayIn(starts_at, time_zone)
    const last = dayIn(ends_at, time_zone)
    if (last < from || first > until || (only !== undefined && only !== _id)) return []
    const free = lanes.findIndex((taken) => taken < first)
    const lane = free === -1 ? lanes.length : free
    lanes[lane] = last
    return [{ _id, name, first, last, lane }]
  })
}

/** What a week is in the calendar of an event: so many weeks before it, the event itself, or after it. */
function WeekName({ monday, event }: { monday: string; event: EventDays | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  if (!event) return null
  const sunday = plus(monday, 6)
  if (sunday < event.first) {
    const count = Math.ceil(daysBetween(monday, mondayOf(event.first)) / 7)
    return (
      <>
        <b>{count}</b> <span>{t('weeks_before', { count })}</span>
      </>
    )
  }
  if (monday > event.last) {
    const count = Math.ceil(daysBetween(mondayOf(event.last), monday) / 7)
    return (
      <>
        <b>{count}</b> <span>{t('weeks_after', { count })}</span>
      </>
    )
  }
  const has = (day: string) => day >= monday && day <= sunday
  return (
    <>
      <b>{t('event_week')}</b>{' '}
      <span>
        {has(event.first)
          ? t('begins', { day: formatWeekday(event.first, language) })
          : has(event.last)
            ? t('ends', { day: formatWeekday(event.last, language) })
            : t('runs')}
      </span>
    </>
  )
}

const ICONS = { late: IconAlertTriangle, done: IconCircleCheck, open: IconCircle }

interface CalendarProps {
  query: BoardQuery
  onOpen: (task: Task) => void
  onAdd: (day: string) => void
}

/** Tasks by the day they are due, the days of events, and the weeks counted to the event that is chosen. */
export function Calendar({ query, onOpen, onAdd }: CalendarProps) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const today = useToday()
  const [month, setMonth] = useState(today.slice(0, 7))
  const [opened, setOpened] = useState<string>()
  const weeks = weeksOf(month)
  const from = weeks[0] ?? `${month}-01`
  const until = plus(weeks.at(-1) ?? from, 6)
  const event = useEventDays(query.event_id)
  const events = useEvents(from, until, query.event_id)
  const result = useQuery(
    queryOf(taskRoutes.list, {
      query: { ...query, due_from: from, due_until: until, page_size: 500, sort: 'due_on' },
    }),
  )
  const table = useRef<HTMLTableElement>(null)
  const isLoaded = result.data !== undefined
  // Late in a month, today is below the fold. Its row has its height once the tasks are there.
  useEffect(() => {
    if (isLoaded) table.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])
  if (result.error && !result.data)
    return <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
  const tasks = result.data?.items ?? []
  const on = (day: string) => tasks.filter(({ due_on }) => due_on === day)
  const datesOn = (day: string) => event?.dates.filter((date) => date.day === day) ?? []
  /** The events of a day by their row, with the empty rows above them. */
  const barsOf = (day: string): (Shown | undefined)[] => {
    const there = events.filter(({ first, last }) => day >= first && day <= last)
    const rows = Math.max(0, ...there.map(({ lane }) => lane + 1))
    return Array.from({ length: rows }, (_, lane) => there.find((one) => one.lane === lane))
  }
  const isEmpty = result.data && tasks.length === 0
  return (
    <>
      <div className={classes.month}>
        <Heading level={2}>{`${formatMonthName(`${month}-01`, language)} ${month.slice(0, 4)}`}</Heading>
        <ActionIcon variant="default" aria-label={t('previous')} onClick={() => setMonth(monthAfter(month, -1))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('next')} onClick={() => setMonth(monthAfter(month, 1))}>
          <IconChevronRight size={18} />
        </ActionIcon>
        <Button variant="subtle" size="compact-md" onClick={() => setMonth(today.slice(0, 7))}>
          {t('today')}
        </Button>
        <div className={classes.legend}>
          <span>
            <IconCircle size={15} aria-hidden /> {t('legend_task')}
          </span>
          <span data-kind="date">
            <IconFlag size={15} aria-hidden /> {t('legend_event')}
          </span>
          <span data-kind="late">
            <IconAlertTriangle size={15} aria-hidden /> {t('due_late')}
          </span>
          <span>
            <IconCircleCheck size={15} aria-hidden /> {t('status_done')}
          </span>
        </div>
      </div>
      {isEmpty ? <p className={`dim ${classes.nothing}`}>{t('nothing_this_month')}</p> : null}
      <table ref={table} className={classes.calendar} data-weeks={event !== undefined || undefined}>
        <thead>
          <tr>
            {event ? <th scope="col">{t('week')}</th> : null}
            {[0, 1, 2, 3, 4, 5, 6].map((at) => (
              <th key={at} scope="col">
                {formatWeekday(plus(from, at), language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((monday) => (
            <tr key={monday}>
              {event ? (
                <th scope="row">
                  <WeekName monday={monday} event={event} />
                </th>
              ) : null}
              {[0, 1, 2, 3, 4, 5, 6].map((at) => {
                const day = plus(monday, at)
                const due = on(day)
                const shown = opened === day ? due : due.slice(0, SHOWN_A_DAY)
                const dates = datesOn(day)
                const bars = barsOf(day)
                return (
                  <td
                    key={day}
                    data-past={day < today || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== month || undefined}
                    data-empty={(due.length === 0 && dates.length === 0 && bars.length === 0) || undefined}
                  >
                    <div className={classes.dayHead}>
                      <time dateTime={day} className={classes.dayName} data-today={day === today || undefined}>
                        <span className={classes.onPhone}>
                          {formatWeekday(day, language)} {formatDate(day, language)}
                        </span>
                        <span className={classes.onDesk}>{Number(day.slice(8))}</span>
                      </time>
                      {can('tasks.create') ? (
                        <ActionIcon
                          className={classes.addOn ?? ''}
                          variant="subtle"
                          color="gray"
                          size="sm"
                          aria-label={t('add_on', { day: formatDate(day, language) })}
                          onClick={() => onAdd(day)}
                        >
                          <IconPlus size={15} />
                        </ActionIcon>
                      ) : null}
                    </div>
                    {bars.map((one, lane) => (
                      <span
                        key={one?._id ?? `lane-${lane}`}
                        className={classes.bar}
                        data-free={one === undefined || undefined}
                        data-first={day === one?.first || undefined}
                        data-last={day === one?.last || undefined}
                        title={one?.name}
                      >
                        {/* A phone has no row of days, so each names the event. */}
                        <span className={day === one?.first || at === 0 ? undefined : classes.onPhone}>
                          {one?.name}
                        </span>
                      </span>
                    ))}
                    {dates.map(({ key, words }) => (
                      <span key={key} className={classes.eventDate}>
                        <IconFlag size={15} aria-hidden /> {words}
                      </span>
                    ))}
                    {shown.map((task) => {
                      const kind = task.status === 'done' ? 'done' : task.late_days > 0 ? 'late' : 'open'
                      const Icon = ICONS[kind]
                      return (
                        <button
                          key={task._id}
                          type="button"
                          className={classes.entry}
                          data-kind={kind}
                          onClick={() => onOpen(task)}
                        >
                          <Icon size={15} aria-hidden />
                          <span>
                            {task.title}
                            {kind === 'open' ? null : (
                              <span className={classes.hidden}>
                                {' '}
                                ({t(kind === 'late' ? 'due_late' : 'status_done')})
                              </span>
                            )}
                          </span>
                        </button>
                      )
                    })}
                    {due.length > shown.length ? (
                      <Button variant="subtle" size="compact-xs" onClick={() => setOpened(day)}>
                        {t('more_tasks', { count: due.length - shown.length })}
                      </Button>
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
