import { defineTexts } from '@shiloh/contract/core'
import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import { type Task, taskRoutes, taskTemplateRoutes } from '@shiloh/contract/tasks'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { stamped } from '#platform/db/stamps'
import { AppError } from '#platform/errors'
import { dayCell, momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, exportRows } from '#platform/tables/exports'
import { translate } from '#platform/text/texts'
import { assigning, checkItems, checkValues, saveStatus, scheduling } from './change.ts'
import { applyTemplate, findAssignees, tellAssignees } from './plan.ts'
import * as store from './tasks.store.ts'
import * as templateStore from './templates.store.ts'

const texts = defineTexts('server/tasks', {
  in_progress: 'Somebody is working on this task. Set it to open or done, then delete it.',
  template_in_use:
    '{count, plural, one {One unfinished task comes} other {# unfinished tasks come}} from this template. Finish or delete them first.',
})

const reader = (ctx: ReadContext): store.Reader => ({
  id: ctx.caller.id,
  now: ctx.now,
  language: ctx.language,
})
const named = (_id: string | null, name: string | null) => (_id === null ? null : { _id, name: name ?? '' })

/** A task as the caller may see it: what it is about only with the permission to read that. */
const view = (ctx: ReadContext, row: store.TaskRow): Task => {
  const may = (permission: Permission) => isAllowed(ctx.caller.authorization, permission)
  const { _id, created_at, updated_at } = stamped({ ...row, _id: row.id })
  const { event_id, starts_on, ends_on, reservation_id, reservation_code } = row
  return {
    _id,
    title: row.title,
    description: row.description,
    status: store.statusOf(row.status),
    due_on: row.due_on,
    offset_days: row.offset_days,
    late_days: row.late_days,
    remind_days: row.remind_days,
    assignee: row.can_assignee_do ? named(row.assignee_id, row.assignee) : null,
    role: named(row.role_id, row.role),
    needs_assignee: row.needs_assignee,
    former_assignee: row.can_assignee_do ? null : row.assignee,
    event:
      event_id === null || starts_on === null || ends_on === null
        ? null
        : { _id: event_id, name: row.event ?? '', starts_on, ends_on },
    reservation:
      reservation_id !== null && may('reservations.read')
        ? { _id: reservation_id, name: row.guest ?? '', code: reservation_code ?? '' }
        : null,
    person: may('users.read') ? named(row.user_id, row.person) : null,
    ticket: may('support_tickets.read') ? named(row.ticket_id, row.ticket) : null,
    ...(may('reservations.email') ? store.documentsOf(row) : { opens: null, documents: [] }),
    checklist: store.checksOf(row),
    comments: row.comments,
    template: row.template,
    position: row.position,
    completed_at: row.completed_at?.toISOString() ?? null,
    completed_by: row.completed_by,
    created_at,
    updated_at,
  }
}

const task = async (ctx: ReadContext, id: string): Promise<Task> =>
  view(ctx, found(await store.findTask(ctx.db, reader(ctx), id)))

/** Locks a task and returns it as it is now. @throws not_found */
const lockedTask = async (ctx: WriteContext, id: string): Promise<Task> => {
  await store.lockTask(ctx.tx, id)
  return task(ctx, id)
}

export const taskEndpoints = bind(taskRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTasks(ctx.db, reader(ctx), query)
    return { items: items.map((row) => view(ctx, row)), total }
  }),
  get: reads((ctx, { params }) => task(ctx, params.id)),
  create: writes(async (ctx, { body }) => {
    await checkValues(ctx, body, Boolean(body.event_id))
    const { checklist = [], ...values } = body
    const id = await store.insertTask(ctx.tx, ctx.now, {
      ...values,
      created_by: ctx.caller.id,
      ...(body.status === 'done' ? { completed_by: ctx.caller.id } : {}),
    })
    if (id === null) throw new AppError('duplicate')
    await store.saveChecks(ctx.tx, ctx.now, id, ctx.caller.id, checklist)
    const after = await task(ctx, id)
    await tellAssignees(ctx, after, ctx.caller.id)
    ctx.publish('staff', 'tasks.changed')
    return created(ctx, 'tasks', after)
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = await lockedTask(ctx, params.id)
    const eventId = body.event_id === undefined ? (before.event?._id ?? null) : body.event_id
    await checkValues(ctx, body, eventId !== null, params.id)
    const { checklist, status: next, assignee_id: _, role_id: __, due_on: ___, offset_days: ____, ...plain } = body
    await store.updateTask(ctx.tx, ctx.now, params.id, {
      ...plain,
      ...assigning(ctx, body),
      ...scheduling(body),
      // Without its event it keeps the day that followed from it.
      ...(eventId === null && before.offset_days !== null
        ? { offset_days: null, due_on: body.due_on ?? before.due_on }
        : {}),
    })
    if (checklist) await store.saveChecks(ctx.tx, ctx.now, params.id, ctx.caller.id, checklist)
    if (next) await saveStatus(ctx, before, next, { by: ctx.caller.id })
    const after = await task(ctx, params.id)
    const isOther = after.assignee?._id !== before.assignee?._id || after.role?._id !== before.role?._id
    if (isOther && after.status !== 'done') await tellAssignees(ctx, after, ctx.caller.id)
    ctx.publish('staff', 'tasks.changed')
    return changed(ctx, 'tasks', before, after)
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await lockedTask(ctx, params.id)
    if (before.status === 'in_progress')
      throw new AppError('in_use', { says: (language) => translate(texts.in_progress, language) })
    await store.deleteTask(ctx.tx, params.id)
    ctx.publish('staff', 'tasks.changed')
    return removed(ctx, 'tasks', before)
  }),
  export: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'tasks',
      columns: {
        title: (row) => row.title,
        description: (row) => row.description,
        status: (row) => wordCell(row.status),
        due_on: (row) => dayCell(row.due_on),
        late_days: (row) => row.late_days,
        remind_days: (row) => row.remind_days,
        assignee: (row) => row.assignee?.name ?? row.role?.name,
        event: (row) => row.event?.name,
        person: (row) => row.person?.name,
        reservation: (row) => row.reservation?.code,
        ticket: (row) => row.ticket?.name,
        checklist: (row) => row.checklist.map(({ text, done }) => `${done ? '[x]' : '[ ]'} ${text}`).join('\n'),
        comments: (row) => row.comments,
        template: (row) => row.template,
        completed_at: (row) => momentCell(row.completed_at),
        completed_by: (row) => row.completed_by,
        created_at: (row) => momentCell(row.created_at),
      },
      rows: eachOf(store.exportTasks(ctx.db, reader(ctx), query), (row) => view(ctx, row)),
    }),
  ),
  count: reads((ctx, { query }) => store.countTasks(ctx.db, reader(ctx), query)),
  assignees: reads((ctx, { query }) => findAssignees(ctx.db, query.search)),
  move: writes(async (ctx, { params, body }) => {
    const before = await lockedTask(ctx, params.id)
    if (body.was !== undefined && body.was !== before.status) throw new AppError('stale')
    const beforeId = body.before_id === params.id ? null : body.before_id
    const position = await store.findPosition(ctx.tx, body.status, beforeId)
    await saveStatus(ctx, before, body.status, { by: ctx.caller.id, position })
    ctx.publish('staff', 'tasks.changed')
    return changed(ctx, 'tasks', before, await task(ctx, params.id), 'move')
  }),
  tick: writes(async (ctx, { params, body }) => {
    const before = await lockedTask(ctx, params.id)
    const line = { taskId: params.id, checkId: params.check_id, by: ctx.caller.id, done: body.done }
    found((await store.saveTick(ctx.tx, ctx.now, line)) || undefined)
    ctx.publish('staff', 'tasks.changed')
    return changed(ctx, 'tasks', before, await task(ctx, params.id))
  }),
  comments: reads(async (ctx, { params }) => {
    await task(ctx, params.id)
    return (await store.listComments(ctx.db, params.id)).map((row) => commentView(ctx, row))
  }),
  comment: writes(async (ctx, { params, body }) => {
    const about = await lockedTask(ctx, params.id)
    const values = { task_id: params.id, author_id: ctx.caller.id, body: body.body }
    const view = commentView(ctx, await store.insertComment(ctx.tx, ctx.now, values))
    if (about.assignee && about.assignee._id !== ctx.caller.id)
      await ctx.send({
        channel: 'notice',
        template: 'task_commented',
        userId: about.assignee._id,
        data: { task_id: about._id, title: about.title, author: view.author, body: body.body },
      })
    ctx.audit({ action: 'comment', resource: 'tasks', objectId: about._id, after: view })
    ctx.publish('staff', 'tasks.changed')
    return view
  }),
})

const commentView = (ctx: ReadContext, { id, author_id, created_at, author, body }: store.CommentRow) => ({
  _id: id,
  body,
  author,
  author_id,
  mine: author_id === ctx.caller.id,
  created_at: created_at.toISOString(),
})

// ── Templates ────────────────────────────────────────────────────────────────────────────────────────────────────────

const template = async (ctx: ReadContext, id: string) => stamped(found(await templateStore.findTemplate(ctx.db, id)))

export const templateEndpoints = bind(taskTemplateRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await templateStore.listTemplates(ctx.db, query)
    return { items: items.map(stamped), total }
  }),
  pick: reads((ctx, { query }) => templateStore.pickTemplates(ctx.db, query.search)),
  get: reads((ctx, { params }) => template(ctx, params.id)),
  create: writes(async (ctx, { body: { items, ...values } }) => {
    await checkItems(ctx, items)
    const id = await templateStore.insertTemplate(ctx.tx, ctx.now, values)
    await templateStore.saveItems(ctx.tx, id, items)
    return created(ctx, 'tasks', await template(ctx, id))
  }),
  update: writes(async (ctx, { params, body: { items, ...values } }) => {
    await templateStore.lockTemplate(ctx.tx, params.id)
    const before = await template(ctx, params.id)
    if (items) await checkItems(ctx, items)
    await templateStore.updateTemplate(ctx.tx, ctx.now, params.id, values)
    if (items) await templateStore.saveItems(ctx.tx, params.id, items)
    return changed(ctx, 'tasks', before, await template(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    await templateStore.lockTemplate(ctx.tx, params.id)
    const before = await template(ctx, params.id)
    const count = await templateStore.countUnfinished(ctx.tx, params.id)
    if (count > 0)
      throw new AppError('in_use', { says: (language) => translate(texts.template_in_use, language, { count }) })
    await templateStore.deleteTemplate(ctx.tx, params.id)
    return removed(ctx, 'tasks', before)
  }),
  apply: writes(async (ctx, { params, body }) => {
    const answer = await applyTemplate(ctx, params.id, body.event_id, ctx.caller.id)
    ctx.audit({ action: 'apply', resource: 'tasks', objectId: params.id, after: { ...body, ...answer } })
    return answer
  }),
})
