import { type Task, taskRoutes } from '@shiloh/contract/tasks'
import { formatWeekday } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { IconAlertTriangle, IconMessage, IconSquareCheck, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Avatar } from '#ui/base/avatar'
import classes from './tasks.module.css'
import { texts } from './texts.ts'

/** The routes whose answers a change of a task makes stale. */
export const STALE = [taskRoutes.list, taskRoutes.count, taskRoutes.get]

/** Returns the current day where the organisation is. */
export function useToday(): string {
  const { organisation } = useAccount()
  return dayIn(new Date().toISOString(), organisation.time_zone)
}

/** When a task is due. Late ones say so in words. */
export function Due({ task }: { task: Pick<Task, 'due_on' | 'late_days' | 'status'> }) {
  const t = useT(texts)
  const language = useLanguage()
  const today = useToday()
  if (task.due_on === null) return <span className="dim">{t('due_none')}</span>
  const date = formatDate(task.due_on, language)
  if (task.late_days > 0)
    return (
      <span className={classes.late}>
        <IconAlertTriangle size={15} aria-hidden /> {t('late', { date })}
      </span>
    )
  if (task.due_on === today && task.status !== 'done') return <span className={classes.today}>{t('today')}</span>
  return (
    <span>
      {formatWeekday(task.due_on, language)} {date}
    </span>
  )
}

/** Whom a task is for, in words. */
export function useAssignee(): (
  task: Pick<Task, 'assignee' | 'role' | 'needs_assignee' | 'former_assignee'>,
) => string {
  const t = useT(texts)
  return (task) => task.assignee?.name ?? (task.role ? t('role', { name: task.role.name }) : t('nobody'))
}

/** The initials of the assignee. Dashed where somebody has to be found. */
export function Who({ task }: { task: Pick<Task, 'assignee' | 'role' | 'needs_assignee' | 'former_assignee'> }) {
  const name = useAssignee()(task)
  const has = task.assignee ?? task.role
  return (
    <span className={classes.who} data-gone={task.needs_assignee || undefined} title={name}>
      {has ? <Avatar name={has.name} url={null} /> : <IconUserQuestion size={18} stroke={1.75} aria-hidden />}
      <span className={classes.hidden}>{name}</span>
    </span>
  )
}

/** Progress of the checklist and number of comments. */
export function Counts({ task }: { task: Pick<Task, 'checklist' | 'comments'> }) {
  const t = useT(texts)
  const done = task.checklist.filter((line) => line.done).length
  return (
    <>
      {task.checklist.length > 0 ? (
        <span className={classes.small}>
          <IconSquareCheck size={15} aria-hidden /> {t('checklist_progress', { done, total: task.checklist.length })}
        </span>
      ) : null}
      {task.comments > 0 ? (
        <span className={classes.small}>
          <IconMessage size={15} aria-hidden />
          <span aria-hidden>{task.comments}</span>
          <span className={classes.hidden}>{t('comment_count', { count: task.comments })}</span>
        </span>
      ) : null}
    </>
  )
}

/** Accounts as `p:id` and roles as `r:id`, as choices of one field. */
export function useAssignees() {
  const t = useT(texts)
  const found = useQuery({ ...queryOf(taskRoutes.assignees, {}), staleTime: 60_000 })
  const all = found.data ?? []
  return {
    choices: all.map(({ _id, name, kind }) => ({
      value: `${kind}:${_id}`,
      label: kind === 'role' ? t('role', { name }) : name,
    })),
    filter: all.map(({ _id, name, kind }) => ({
      value: _id,
      label: () => (kind === 'role' ? t('role', { name }) : name),
    })),
  }
}

export const whoOf = ({ assignee, role }: Pick<Task, 'assignee' | 'role'>): string | null =>
  assignee ? `person:${assignee._id}` : role ? `role:${role._id}` : null

/** Converts a choice of `useAssignees` to the fields of a task. */
export const assigneeOf = (who: string | null | undefined) => {
  const [kind, id] = (who ?? '').split(':')
  return { assignee_id: kind === 'person' && id ? id : null, role_id: kind === 'role' && id ? id : null }
}

/** Days before the due date on which people are usually reminded. */
export const REMINDERS = [0, 1, 2, 3, 7, 14] as const

export function useReminders(current: number | null) {
  const t = useT(texts)
  const days = [...new Set([...REMINDERS, ...(current === null ? [] : [current])])].sort((a, b) => a - b)
  return days.map((count) => ({
    value: String(count),
    label: count === 0 ? t('remind_0') : t('remind_days', { count }),
  }))
}

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
