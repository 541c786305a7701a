import { defineTexts } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { isAllowed } from '@shiloh/contract/permissions'
import type { Task, TaskStatus, TaskValues } from '@shiloh/contract/tasks'
import { loadActiveAuthorizations } from '#platform/auth/auth.store'
import { hiddenFrom, namedByFields } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { invalid } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { translate } from '#platform/text/texts'
import { tellAssignees } from './plan.ts'
import * as store from './tasks.store.ts'

const texts = defineTexts('server/task-roles', {
  blind: 'Nobody with this role can see tasks.',
})
const isBlind = (field: string): FieldError => ({
  field,
  code: 'not_permitted',
  says: (language) => translate(texts.blind, language),
})

interface ForRole {
  readonly field: string
  readonly role_id?: string | null | undefined
}

/** Returns why tasks cannot be for their roles: nobody with the role can see tasks. */
export const blindRoles = async (
  { tx }: Pick<Work, 'tx'>,
  given: readonly ForRole[],
): Promise<readonly FieldError[]> => {
  const blind = await store.findBlindRoles(
    tx,
    given.flatMap(({ role_id }) => role_id ?? []),
  )
  return given.flatMap(({ field, role_id }) => (role_id && blind.has(role_id) ? [isBlind(field)] : []))
}

/** @throws invalid_input for roles of which nobody can see tasks */
export const checkItems = async (work: Pick<Work, 'tx'>, items: readonly Pick<ForRole, 'role_id'>[]): Promise<void> => {
  const fields = await blindRoles(
    work,
    items.map(({ role_id }, index) => ({ field: `items.${index}.role_id`, role_id })),
  )
  if (fields.length > 0) throw invalid(fields)
}

/**
 * @param taskId of a task that there is already
 * @throws invalid_input for two assignees, one without an active account or who may not see tasks or this one, a role of which nobody
 *   can see tasks, for two due dates, and for days from an event that the task does not have
 */
export const checkValues = async (
  { tx }: Pick<Work, 'tx'>,
  values: TaskValues,
  hasEvent: boolean,
  taskId?: string,
): Promise<void> => {
  const { assignee_id, role_id, due_on, offset_days } = values
  if (assignee_id && role_id) throw invalid([{ field: 'role_id', code: 'unsupported' }])
  if (due_on && offset_days) throw invalid([{ field: 'offset_days', code: 'unsupported' }])
  if (typeof offset_days === 'number' && !hasEvent) throw invalid([{ field: 'event_id', code: 'required' }])
  if (role_id && (await store.findBlindRoles(tx, [role_id])).size > 0) throw invalid([isBlind('role_id')])
  if (!assignee_id) return
  const authorization = (await loadActiveAuthorizations(sqlIn(tx), [assignee_id])).get(assignee_id)
  if (!authorization) throw invalid([{ field: 'assignee_id', code: 'not_found' }])
  const hidden = hiddenFrom(authorization, 'tasks.read')
  const about = [...namedByFields(values), ...(taskId === undefined ? [] : [{ kind: 'task' as const, id: taskId }])]
  if (!isAllowed(authorization, 'tasks.read', taskId) || (hidden && (await namesHidden(tx, hidden, about))))
    throw invalid([{ field: 'assignee_id', code: 'not_permitted' }])
}

/** Returns the columns that a change of the assignee sets. The new assignee replaces the other. */
export const assigning = ({ now }: Pick<Work, 'now'>, { assignee_id, role_id }: TaskValues) =>
  assignee_id === undefined && role_id === undefined
    ? {}
    : {
        assignee_id: assignee_id ?? null,
        role_id: role_id ?? null,
        assigned_at: assignee_id || role_id ? now : null,
      }

/** Returns the columns that a change of the due date sets. A chosen day ends following the event. */
export const scheduling = ({ due_on, offset_days }: TaskValues) => {
  if (typeof offset_days === 'number') return { offset_days, due_on: null }
  if (due_on !== undefined) return { due_on, offset_days: null }
  return offset_days === null ? { offset_days } : {}
}

/** Stores a new status, with the place at the end of its column. A finished task keeps its day. */
export const saveStatus = async (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  before: Pick<Task, '_id' | 'status'>,
  next: TaskStatus,
  { by, position }: { readonly by: string; readonly position?: number },
): Promise<void> => {
  if (next === before.status && position === undefined) return
  if (next === 'done' && before.status !== 'done') await store.keepDueDay(tx, before._id)
  await store.updateTask(tx, now, before._id, {
    status: next,
    position: position ?? (await store.findPosition(tx, next, null)),
    ...(next === before.status
      ? {}
      : next === 'done'
        ? { completed_at: now, completed_by: by }
        : { completed_at: null, completed_by: null }),
  })
}

type Values = Pick<TaskValues, 'status' | 'assignee_id' | 'role_id' | 'due_on' | 'offset_days'>

const rowOf = async ({ db, now }: ReadWork, id: string) => found(await store.findTask(db, { id: '', now }, id))

/** Returns what a change of many tasks can set. A date that follows the event is its days from it. */
export const taskValues = async (work: ReadWork, id: string): Promise<Values> => {
  const { status, assignee_id, role_id, due_on, offset_days } = await rowOf(work, id)
  return {
    status: store.statusOf(status),
    assignee_id,
    role_id,
    offset_days,
    due_on: offset_days === null ? due_on : null,
  }
}

/**
 * Changes a task as a single edit does. New assignees are notified.
 *
 * @param by the account that changes it
 * @throws not_found, invalid_input
 */
export const changeTask = async (work: Work, id: string, values: Values, by: string): Promise<void> => {
  await store.lockTask(work.tx, id)
  const before = await taskValues(work, id)
  await checkValues(work, values, (await rowOf(work, id)).event_id !== null, id)
  await store.updateTask(work.tx, work.now, id, { ...assigning(work, values), ...scheduling(values) })
  if (values.status) await saveStatus(work, { _id: id, status: before.status ?? 'open' }, values.status, { by })
  const after = await taskValues(work, id)
  const row = await rowOf(work, id)
  const isOther = after.assignee_id !== before.assignee_id || after.role_id !== before.role_id
  if (isOther && after.status !== 'done')
    await tellAssignees(
      work,
      {
        _id: id,
        title: row.title,
        due_on: row.due_on,
        assignee: row.assignee_id === null ? null : { _id: row.assignee_id, name: row.assignee ?? '' },
        role: row.role_id === null ? null : { _id: row.role_id, name: row.role ?? '' },
        event: row.event === null ? null : { name: row.event },
      },
      by,
    )
  work.publish('staff', 'tasks.changed')
  work.audit({ action: 'update', resource: 'tasks', objectId: id, before, after })
}
