import { z } from 'zod'
import { adminResource, exportRoute, pickRoute } from './admin-resource.ts'
import { can, day, id, idParams, line, paragraphs, pick, pickQuery, route, timestamp } from './core.ts'
import { declareList, listFilter } from './lists.ts'
import { optionalText, stamps } from './record-fields.ts'

/** Tasks and planning: what the office has to do, by when and by whom, and its templates for events. */

/** The columns of the board, in their order. */
export const TASK_STATUSES = ['open', 'in_progress', 'done'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What a task can be about beside its words. */
export const TASK_DOCUMENTS = ['invitation_letter'] as const

/** Days that a due date can be away from the first day of its event. */
const MAX_OFFSET = 730
/** Days between a reminder and the due date. */
const MAX_REMIND = 60
const MAX_CHECKS = 50
const MAX_ITEMS = 100

const offsetDays = z.int().min(-MAX_OFFSET).max(MAX_OFFSET)
const remindDays = z.int().min(0).max(MAX_REMIND)

const check = z.object({ _id: id, text: z.string(), done: z.boolean() })

export const task = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  status: z.enum(TASK_STATUSES),
  /** Of a task that follows its event, the day that results now. */
  due_on: day.nullable(),
  /** Days from the first day of the event, while the due date follows the event. */
  offset_days: z.int().nullable(),
  /** Whole days after the due date. 0 if it is not late, and when it is done. */
  late_days: z.int(),
  /** Days before the due date, on which the assignee is reminded once. */
  remind_days: z.int().nullable(),
  /** Null also when the account was deactivated. */
  assignee: pick.nullable(),
  /** Everybody with this role. A task has an assignee or a role. */
  role: pick.nullable(),
  /** The account or role to which it was assigned has gone, or may not see it any more. `former_assignee` is such an account. */
  needs_assignee: z.boolean(),
  former_assignee: z.string().nullable(),
  event: pick.extend({ starts_on: day, ends_on: day }).nullable(),
  /** What the task is about. Null also when the reader has no permission to see it. */
  reservation: pick.extend({ code: z.string() }).nullable(),
  person: pick.nullable(),
  ticket: pick.nullable(),
  /** The document that it is about. */
  opens: z.enum(TASK_DOCUMENTS).nullable(),
  /** Confirmed reservations that the document can be written for: the one of the task, or those of its person. */
  documents: z.array(z.object({ _id: id, code: z.string(), event: z.string() })),
  checklist: z.array(check),
  comments: z.int(),
  /** The template that made it. */
  template: z.string().nullable(),
  /** The order within its column of the board. */
  position: z.number(),
  completed_at: timestamp.nullable(),
  completed_by: z.string().nullable(),
  ...stamps,
})
export type Task = z.output<typeof task>

const taskFields = {
  description: optionalText(5000),
  status: z.enum(TASK_STATUSES).optional(),
  due_on: day.nullable().optional(),
  /** Instead of `due_on`, for a task of an event. */
  offset_days: offsetDays.nullable().optional(),
  remind_days: remindDays.nullable().optional(),
  assignee_id: id.nullable().optional(),
  role_id: id.nullable().optional(),
  event_id: id.nullable().optional(),
  reservation_id: id.nullable().optional(),
  user_id: id.nullable().optional(),
  ticket_id: id.nullable().optional(),
  /** The whole list. Entries with an `_id` keep whether they are done, unless `done` is given. */
  checklist: z
    .array(z.object({ _id: id.optional(), text: line(200), done: z.boolean().optional() }))
    .max(MAX_CHECKS)
    .optional(),
}
const taskCreate = z.object({ title: line(200), ...taskFields })
export type TaskValues = Partial<z.output<typeof taskCreate>>

const taskList = declareList({
  sort: ['position', 'due_on', 'title', 'status', 'assignee', 'event', 'completed_at', 'created_at', 'updated_at'],
  order: ['due_on', 'position'],
  filter: {
    /** `unfinished`: open or in progress. */
    status: z.enum([...TASK_STATUSES, 'unfinished']).optional(),
    /** An account or role, or `me`: the caller, also through a role. `none`: nobody. */
    assignee: z.union([z.enum(['me', 'none']), id]).optional(),
    role_id: id.optional(),
    event_id: id.optional(),
    reservation_id: id.optional(),
    user_id: id.optional(),
    ticket_id: id.optional(),
    due: z.enum(['late', 'today', 'week', 'none']).optional(),
    due_from: day.optional(),
    due_until: day.optional(),
  },
})

/** The filter of tasks, for calls that act on all of its rows. */
export const taskFilter = listFilter(taskList)
/** What can be set of many tasks. An assignee replaces the other: an account or a role. */
export const taskChange = {
  status: z.enum(TASK_STATUSES),
  assignee_id: id.nullable(),
  role_id: id.nullable(),
  due_on: day.nullable(),
}

const tasks = adminResource({
  path: '/admin/tasks-and-planning',
  resource: 'tasks',
  name: 'tasks',
  item: task,
  create: taskCreate,
  update: taskCreate.partial(),
  list: taskList,
})

const comment = z.object({
  _id: id,
  body: z.string(),
  author: z.string(),
  /** Null if the account of the author is gone. */
  author_id: id.nullable(),
  mine: z.boolean(),
  created_at: timestamp,
})

export const taskRoutes = {
  ...tasks,
  create: { ...tasks.create, errors: [...tasks.create.errors, 'person_erased'] as const },
  update: { ...tasks.update, errors: [...tasks.update.errors, 'person_erased'] as const },
  remove: { ...tasks.remove, summary: 'Delete a task; rejected while somebody works on it' },
  export: exportRoute('/admin/tasks-and-planning/export', 'tasks.export', 'tasks', taskList),
  count: route({
    method: 'GET',
    path: '/admin/tasks-and-planning/count',
    access: can('tasks.read'),
    summary:
      'Numbers of tasks by status, of late ones and of the caller’s unfinished ones, with the filters of the list',
    query: tasks.list.query.omit({ page: true, page_size: true, sort: true }),
    response: z.object({
      open: z.int(),
      in_progress: z.int(),
      done: z.int(),
      late: z.int(),
      /** Unfinished ones of the caller or of a role of theirs: the count of the navigation. */
      mine: z.int(),
    }),
  }),
  assignees: route({
    method: 'GET',
    path: '/admin/tasks-and-planning/assignees',
    access: can('tasks.read'),
    summary: 'Administrators and roles to whom a task can be assigned',
    query: pickQuery,
    response: z.array(pick.extend({ kind: z.enum(['person', 'role']) })),
  }),
  move: route({
    method: 'PUT',
    path: '/admin/tasks-and-planning/{id}/move',
    access: can('tasks.update'),
    summary: 'Move a task on the board: to a column, before another task or to the end',
    params: idParams,
    body: z.object({
      status: z.enum(TASK_STATUSES),
      before_id: id.nullable().default(null),
      /** Only if this is still its status, as an undo asks. */
      was: z.enum(TASK_STATUSES).optional(),
    }),
    response: task,
    errors: ['stale'],
  }),
  tick: route({
    method: 'PUT',
    path: '/admin/tasks-and-planning/{id}/checklist/{check_id}',
    access: can('tasks.update'),
    summary: 'Tick one line of a checklist, or untick it',
    params: idParams.extend({ check_id: id }),
    body: z.object({ done: z.boolean() }),
    response: task,
  }),
  comments: route({
    method: 'GET',
    path: '/admin/tasks-and-planning/{id}/comments',
    access: can('tasks.read'),
    summary: 'The comments of a task, oldest first',
    params: idParams,
    response: z.array(comment),
  }),
  comment: route({
    method: 'POST',
    path: '/admin/tasks-and-planning/{id}/comments',
    access: can('tasks.update'),
    summary: 'Comment on a task; its assignee is notified',
    params: idParams,
    body: z.object({ body: paragraphs(4000).pipe(z.string().min(1, { error: 'required' })) }),
    response: comment,
    idempotent: true,
    status: 201,
  }),
} as const

// ── Templates ────────────────────────────────────────────────────────────────────────────────────────────────────────

const templateItem = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  offset_days: z.int(),
  remind_days: z.int().nullable(),
  role: pick.nullable(),
  checklist: z.array(z.string()),
})

export const taskTemplate = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  items: z.array(templateItem),
  ...stamps,
})
export type TaskTemplate = z.output<typeof taskTemplate>

const templateCreate = z.object({
  name: line(120),
  description: optionalText(),
  /** The whole list. An entry with an `_id` keeps its identity, so that it is applied to an event only once. */
  items: z
    .array(
      z.object({
        _id: id.optional(),
        title: line(200),
        description: optionalText(5000),
        /** Days from the first day of the event: negative before it. */
        offset_days: offsetDays,
        remind_days: remindDays.nullable().optional(),
        role_id: id.nullable().optional(),
        checklist: z.array(line(200)).max(MAX_CHECKS).default([]),
      }),
    )
    .max(MAX_ITEMS)
    .default([]),
})
export type TemplateItems = z.output<typeof templateCreate>['items']

const templates = adminResource({
  path: '/admin/tasks-and-planning/templates',
  resource: 'tasks',
  name: 'task templates',
  item: taskTemplate,
  create: templateCreate,
  update: templateCreate.extend({ items: templateCreate.shape.items.unwrap() }).partial(),
  list: declareList({ sort: ['name', 'created_at', 'updated_at'], order: ['name'] }),
})

export const taskTemplateRoutes = {
  ...templates,
  pick: pickRoute('/admin/tasks-and-planning/templates/query', 'tasks.read', 'task templates'),
  remove: { ...templates.remove, summary: 'Delete a task template; rejected while tasks from it are unfinished' },
  apply: route({
    method: 'POST',
    path: '/admin/tasks-and-planning/templates/{id}/apply',
    access: can('tasks.create'),
    summary: 'Make the tasks of a template for an event. Tasks that the event already has are not made again',
    params: idParams,
    body: z.object({ event_id: id }),
    response: z.object({ created: z.int(), existing: z.int() }),
  }),
} as const
