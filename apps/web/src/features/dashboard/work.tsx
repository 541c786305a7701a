import { Checkbox } from '@mantine/core'
import { insightRoutes } from '@shiloh/contract/insight'
import { MOST_COUNTED, officeRoutes, type WorkKind } from '@shiloh/contract/office'
import { taskRoutes } from '@shiloh/contract/tasks'
import { formatCount, formatMoney, formatWeekday } from '@shiloh/contract/text/format'
import { IconPlus, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { ALL_EVENTS } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { adminGroups } from '#platform/routing'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useNavItems } from '#ui/shell/nav'
import classes from './dashboard.module.css'
import { texts } from './texts.ts'

type Listed = Exclude<WorkKind, 'tasks' | 'critical_alerts'>
/** In the order of urgency for the people who wait. Tasks have a list of their own. */
const KINDS = ['approvals', 'tickets', 'payments', 'refunds', 'offers', 'alerts'] as const satisfies readonly Listed[]
const MOST_TASKS = 4

/** The work of each kind that waits, with the way to its list: the page of the navigation that counts it. */
export function Waits({ eventId }: { eventId: string | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const pages = useNavItems(adminGroups).flatMap(([, items]) => items)
  const { data, error, refetch } = useQuery(
    queryOf(officeRoutes.countWaitingWork, {
      query: { details: true, ...(eventId !== undefined && { event_id: eventId }) },
    }),
  )
  const again = data?.counted_alerts ?? 0
  const rows = KINDS.flatMap((kind) => {
    // An alert about a ticket is the ticket.
    const count = Math.max(0, (data?.[kind] ?? 0) - (kind === 'alerts' ? again : 0))
    const page = pages.find((one) => one.count === kind)
    return count > 0 && page ? [{ kind, count, page }] : []
  })
  // Not waiting work of one event: somebody may have tampered with what the office did.
  const can = useCan()
  const chain = useQuery({ ...queryOf(insightRoutes.readAuditChain), enabled: can('audit_trail.read') })
  const broken = chain.data?.broken ?? 0
  const total = rows.reduce((sum, { count }) => sum + count, broken)
  const { organisation } = useAccount()
  const noteOf = (kind: Listed): string | undefined => {
    if (kind === 'alerts') return again > 0 ? t('alerts_again', { count: again }) : undefined
    const about = data?.details?.[kind]
    if (!about) return undefined
    if (about.amount !== null && about.currency !== null) return formatMoney(about.amount, about.currency, language)
    const { time_zone } = organisation
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date(about.since))
    return t('oldest', { date: `${formatWeekday(day, language)} ${formatDate(day, language)}` })
  }
  const write = (count: number) =>
    count >= MOST_COUNTED ? t('many', { count: formatCount(MOST_COUNTED - 1, language) }) : formatCount(count, language)
  const searchOf = ({ kind, page }: (typeof rows)[number]): Record<string, string> => ({
    ...(kind === 'approvals' && { status: 'pending' }),
    ...(page.page.ofEvent?.in === 'search' && { [page.page.ofEvent.name]: eventId ?? ALL_EVENTS }),
  })
  return (
    <section className={classes.work}>
      <header>
        <Heading level={2}>{t('waits')}</Heading>
        {total > 0 ? <span className="num dim">{write(total)}</span> : null}
      </header>
      {data === undefined ? (
        error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold kind="list" rows={4} />
        )
      ) : null}
      {data && total === 0 ? <p className="dim">{t('waits_none')}</p> : null}
      <ul>
        {broken > 0 ? (
          <li>
            <IconShieldX size={18} stroke={1.75} />
            <Link to="/admin/audit-trail">{t('chain_broken')}</Link>
            <span className={classes.waitCount}>{write(broken)}</span>
          </li>
        ) : null}
        {rows.map((row) => {
          const Icon = row.page.icon
          const note = noteOf(row.kind)
          return (
            <li key={row.kind}>
              <Icon size={18} stroke={1.75} />
              <span className={classes.wait}>
                <Link to={row.page.to} search={searchOf(row)}>
                  {t(`wait_${row.kind}`)}
                </Link>
                {note === undefined ? null : <small>{note}</small>}
              </span>
              <span className={classes.waitCount}>{write(row.count)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The caller's own tasks that are due first, each with a tick that completes it. */
export function MyTasks({ eventId }: { eventId: string | undefined }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const { organisation } = useAccount()
  const { data, error, refetch } = useQuery(
    queryOf(taskRoutes.list, { query: { assignee: 'me', status: 'unfinished', sort: 'due_on' } }),
  )
  const move = useAct(taskRoutes.move, [taskRoutes.list, taskRoutes.count, officeRoutes.countWaitingWork])
  const page = useNavItems(adminGroups)
    .flatMap(([, items]) => items)
    .find(({ to }) => to === '/admin/tasks-and-planning')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: organisation?.time_zone ?? 'UTC' }).format(new Date())
  const tasks = data?.items.slice(0, MOST_TASKS)
  return (
    <section className={classes.work}>
      <header>
        <Heading level={2}>{t('my_tasks')}</Heading>
        {page ? (
          <Link to={page.to} search={{ assignee: 'me', event_id: ALL_EVENTS }}>
            {t('all_tasks')}
          </Link>
        ) : null}
      </header>
      {tasks === undefined ? (
        error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold kind="list" rows={3} />
        )
      ) : tasks.length === 0 ? (
        <p className="dim">{t('no_tasks')}</p>
      ) : (
        <ul>
          {tasks.map(({ _id, title, status, due_on, late_days }) => {
            const put = (to: typeof status, was?: 'done') =>
              move.mutateAsync({ params: { id: _id }, body: { status: to, ...(was && { was }) } })
            const date = due_on ? `${formatWeekday(due_on, language)} ${formatDate(due_on, language)}` : t('no_date')
            const isUrgent = late_days > 0 || due_on === today
            return (
              <li key={_id}>
                <Checkbox
                  checked={false}
                  disabled={!can('tasks.update') || move.isPending}
                  aria-label={t('task_tick', { title })}
                  onChange={() => {
                    void put('done').then(
                      () =>
                        toastDone({
                          message: t('task_done'),
                          undo: { label: t('task_undo'), act: () => void put(status, 'done').catch(() => undefined) },
                        }),
                      // Shown by the act itself.
                      () => undefined,
                    )
                  }}
                />
                <span className={classes.task}>
                  {page ? (
                    <Link to={page.to} search={{ assignee: 'me', event_id: ALL_EVENTS, task: _id }}>
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                  <small data-urgent={isUrgent || undefined}>
                    {late_days > 0 ? t('late', { date }) : due_on === today ? t('today') : date}
                  </small>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {page && can('tasks.create') ? (
        <LinkButton
          variant="default"
          size="compact-md"
          mt={10}
          leftSection={<IconPlus size={16} />}
          to={page.to}
          search={{ add: 'true', event_id: eventId ?? ALL_EVENTS }}
        >
          {t('add_task')}
        </LinkButton>
      ) : null}
    </section>
  )
}
