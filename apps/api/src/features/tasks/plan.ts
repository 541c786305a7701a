import { isAllowed } from '@shiloh/contract/permissions'
import type { Task } from '@shiloh/contract/tasks'
import { loadActiveAuthorizations } from '#platform/auth/auth.store'
import { hiddenFrom } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { findAdministrators, findRoles, holdersOf, insertTask, saveChecks } from './tasks.store.ts'
import { findEventStatus, findTemplate, lockTemplate } from './templates.store.ts'

/** People that the list of assignees has at most. Somebody further down is found by name. */
const MOST_PEOPLE = 200

type Assigned = Pick<Task, '_id' | 'title' | 'due_on' | 'assignee' | 'role'> & {
  readonly event: { name: string } | null
}

/**
 * Returns those of some accounts that may see tasks, or one of them: the others would read what is denied to them, and follow a link
 * to a page that is closed.
 */
const seeingTasks = async (db: Queryable, ids: readonly string[], taskId?: string): Promise<string[]> => {
  const authorizations = await loadActiveAuthorizations(sqlIn(db), ids)
  const seeing: string[] = []
  for (const id of ids) {
    const authorization = authorizations.get(id)
    if (!authorization || !isAllowed(authorization, 'tasks.read', taskId)) continue
    const hidden = taskId === undefined ? undefined : hiddenFrom(authorization, 'tasks.read')
    if (hidden && (await namesHidden(db, hidden, [{ kind: 'task', id: taskId ?? '' }]))) continue
    seeing.push(id)
  }
  return seeing
}

/** Returns the accounts that a task is for, as far as they may see it. */
export const assigneesOf = async (
  { db }: Pick<Work, 'db'>,
  {
    id,
    assignee_id,
    role_id,
  }: { readonly id: string; readonly assignee_id: string | null; readonly role_id: string | null },
): Promise<string[]> => {
  if (assignee_id !== null) return seeingTasks(db, [assignee_id], id)
  return role_id === null ? [] : seeingTasks(db, await holdersOf(db, role_id), id)
}

/** Returns the people and the roles to whom a task can be assigned. */
export const findAssignees = async (db: Queryable, search: string | undefined) => {
  const people = await findAdministrators(db, search)
  const seeing = new Set(
    await seeingTasks(
      db,
      people.map(({ _id }) => _id),
    ),
  )
  return [
    ...people
      .filter(({ _id }) => seeing.has(_id))
      .slice(0, MOST_PEOPLE)
      .map((one) => ({ ...one, kind: 'person' as const })),
    ...(await findRoles(db, search)).map((one) => ({ ...one, kind: 'role' as const })),
  ]
}

/** Notifies those to whom a task is assigned, except the person who assigned it. */
export const tellAssignees = async (work: Work, task: Assigned, by: string | null): Promise<void> => {
  const people = await assigneesOf(work, {
    id: task._id,
    assignee_id: task.assignee?._id ?? null,
    role_id: task.role?._id ?? null,
  })
  await work.send(
    ...people
      .filter((id) => id !== by)
      .map((userId) => ({
        channel: 'notice' as const,
        template: 'task_assigned',
        userId,
        data: { task_id: task._id, title: task.title, due_on: task.due_on, event: task.event?.name ?? null },
      })),
  )
}

/**
 * Makes the tasks of a template for an event. Their due dates follow the event until somebody moves them. Tasks that
 * the event already has from the template are not made again. Roles are not notified: a plan is made weeks ahead, and
 * reminders come in time.
 *
 * @throws not_found without the template, invalid_input without the event, illegal_transition for an archived one
 */
export const applyTemplate = async (
  work: Work,
  templateId: string,
  eventId: string,
  by: string | null,
): Promise<{ created: number; existing: number }> => {
  // Of two at once, the second finds the tasks of the first.
  await lockTemplate(work.tx, templateId)
  const { items } = found(await findTemplate(work.tx, templateId))
  const status = await findEventStatus(work.tx, eventId)
  if (status === undefined) throw invalid([{ field: 'event_id', code: 'not_found' }])
  if (status === 'archived') throw new AppError('illegal_transition', { data: { status } })
  let made = 0
  for (const { _id, role, checklist, title, description, offset_days, remind_days } of items) {
    const id = await insertTask(work.tx, work.now, {
      title,
      description,
      offset_days,
      remind_days,
      role_id: role?._id ?? null,
      event_id: eventId,
      template_item_id: _id,
      created_by: by,
    })
    if (id === null) continue
    made += 1
    await saveChecks(
      work.tx,
      work.now,
      id,
      by,
      checklist.map((text) => ({ text })),
    )
  }
  work.publish('staff', 'tasks.changed')
  return { created: made, existing: items.length - made }
}

interface NewTask {
  readonly title: string
  readonly role_id: string | null
  readonly due_on: string
  readonly event_id: string | null
  readonly reservation_id: string | null
  readonly user_id: string | null
  readonly ticket_id: string | null
  readonly opens: Task['opens']
}

/** Adds a task that nobody wrote by hand, and notifies those who have its role. Returns its id. */
export const createTask = async (work: Work, values: NewTask): Promise<string> => {
  const id = await insertTask(work.tx, work.now, values)
  // Only the task of a template can be there already.
  if (id === null) throw new AppError('duplicate')
  const { title, due_on, role_id } = values
  const role = role_id === null ? null : { _id: role_id, name: '' }
  await tellAssignees(work, { _id: id, title, due_on, assignee: null, role, event: null }, null)
  work.publish('staff', 'tasks.changed')
  return id
}
