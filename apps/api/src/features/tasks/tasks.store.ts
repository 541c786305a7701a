import type { Language, QueryOf } from '@shiloh/contract/core'
import {
  TASK_DOCUMENTS,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
  type taskFilter,
  type taskRoutes,
} from '@shiloh/contract/tasks'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tasks } from '#db'
import { shown } from '#platform/auth/denied.store'
import { deniedTo, granting, holding } from '#platform/auth/holders.store'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, toldIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains, personKey } from '#platform/db/search.store'
import { takeTurn } from '#platform/db/turns.store'

type Routes = typeof taskRoutes

/** The current day where the organisation is. */
const today = (now: Date): RawBuilder<string> =>
  sql<string>`(${now}::timestamptz at time zone (select time_zone from client_groups limit 1))::date`

const firstDay = sql<string>`(e.starts_at at time zone e.time_zone)::date`

/**
 * The day when a task (`t`) of an event (`e`) is due. An unfinished task with an offset follows the event. A finished
 * one keeps the day that it had.
 */
const dueDay = sql<string | null>`case when t.offset_days is not null and (t.status <> 'done' or t.due_on is null)
  then ${firstDay} + t.offset_days else t.due_on end`

const isLate = (now: Date) => sql<boolean>`(t.status <> 'done' and ${dueDay} < ${today(now)})`

/** An account (`u`) that can still do a task. */
const active = (user: string) =>
  sql<boolean>`(${sql.ref(`${user}.status`)} = 'approved' and ${sql.ref(`${user}.erased_at`)} is null)`

/** An account (`u`) that can do the task: it may see tasks, and nothing that this one is about is denied to it. */
const canDo = sql<boolean>`(${active('u')} and u.id in ${holding('tasks.read')} and not ${deniedTo(sql`u.id`, [
  sql`t.id`,
  sql`t.event_id`,
  sql`t.reservation_id`,
  sql`t.user_id`,
  sql`(select v.user_id from reservations v where v.id = t.reservation_id)`,
  sql`(select s.user_id from support_tickets s where s.id = t.ticket_id)`,
])})`

/** Roles that may see tasks, also without anybody who has them yet, and those of somebody who may. */
const SEEING_ROLES = sql`(select role_id from ${granting('tasks.read')} as granting (role_id)
  union select h.role_id from user_roles h join users x on x.id = h.user_id
    where x.user_type = 'admin' and ${active('x')} and x.id in ${holding('tasks.read')})`

/** It is for nobody: no account that can do it, and no role. */
const isFree = sql<boolean>`(case when t.role_id is null then t.assignee_id is null or not ${canDo}
  else t.role_id not in ${SEEING_ROLES} end)`

/** It was assigned once, and the assignee has gone, or may not see it any more. */
const orphaned = sql<boolean>`coalesce(t.status <> 'done' and t.assigned_at is not null and ${isFree}, false)`

const nameOf = (user: string) =>
  sql<string | null>`nullif(trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}), '')`

/** For this account, itself or through a role. */
const isFor = (id: string) =>
  sql<boolean>`(t.assignee_id = ${id} or t.role_id in (select role_id from user_roles where user_id = ${id}))`

export interface Reader {
  readonly id: string
  readonly now: Date
  readonly language?: Language
}

/** The words of the person whom a task is about: itself, through a reservation, or through a ticket. */
const concerned = (
  search: string,
  query: object,
) => sql`(select ${personKey(search, query, 'c')} from users c where c.id = coalesce(t.user_id,
  (select v.user_id from reservations v where v.id = t.reservation_id),
  (select s.user_id from support_tickets s where s.id = t.ticket_id)))`

const listed = ({ id, now }: Reader) =>
  ({
    table: 't',
    wide: true,
    sort: {
      due_on: dueDay,
      assignee: sql`lower(coalesce(case when ${canDo} then ${nameOf('u')} end, r.name))`,
      event: 'e.name',
      status: sql`array_position(array['open', 'in_progress', 'done'], t.status)`,
    },
    filter: {
      search: (words, query) =>
        contains(words, 't.title', 't.description', 'e.name', inOthers('e', 'name'), concerned(words, query)),
      status: (status) =>
        status === 'unfinished' ? sql<boolean>`t.status <> 'done'` : sql<boolean>`t.status = ${status}`,
      assignee: (assignee) => {
        switch (assignee) {
          case 'me':
            return isFor(id)
          case 'none':
            return isFree
          default:
            return sql<boolean>`(t.assignee_id = ${assignee} or t.role_id = ${assignee})`
        }
      },
      due: (due) => {
        switch (due) {
          case 'late':
            return isLate(now)
          case 'today':
            return sql<boolean>`${dueDay} = ${today(now)}`
          case 'week':
            return sql<boolean>`${dueDay} between ${today(now)} and ${today(now)} + 6`
          case 'none':
            return sql<boolean>`${dueDay} is null`
        }
      },
      due_from: (day) => sql<boolean>`${dueDay} >= ${day}::date`,
      due_until: (day) => sql<boolean>`${dueDay} <= ${day}::date`,
    },
  }) as const satisfies ListSql<Routes['list'], Tasks>

/** Tasks about what is hidden from the sender of the query are hidden too. */
const from = (db: Queryable, query: object) =>
  db
    .selectFrom('tasks as t')
    .leftJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('users as u', 'u.id', 't.assignee_id')
    .leftJoin('roles as r', 'r.id', 't.role_id')
    .where(
      shown(query, {
        event: 't.event_id',
        reservation: 't.reservation_id',
        person: 't.user_id',
      }),
    )
    .where(shown(query, { person: sql`(select st.user_id from support_tickets st where st.id = t.ticket_id)` }))

const select = (db: Queryable, { now, language = 'en' }: Reader, query: object = {}) =>
  from(db, query)
    .leftJoin('reservations as v', 'v.id', 't.reservation_id')
    .leftJoin('users as g', 'g.id', 'v.user_id')
    .leftJoin('users as p', 'p.id', 't.user_id')
    .leftJoin('support_tickets as k', 'k.id', 't.ticket_id')
    .leftJoin('users as f', 'f.id', 't.completed_by')
    .leftJoin('task_template_items as i', 'i.id', 't.template_item_id')
    .leftJoin('task_templates as m', 'm.id', 'i.template_id')
    .select([
      't.id',
      't.title',
      't.description',
      't.status',
      't.offset_days',
      't.remind_days',
      't.assignee_id',
      't.role_id',
      'r.name as role',
      't.event_id',
      toldIn(language, 'e', 'name').$castTo<string | null>().as('event'),
      't.reservation_id',
      'v.code as reservation_code',
      't.user_id',
      't.ticket_id',
      'k.subject as ticket',
      't.opens',
      'm.name as template',
      't.position',
      't.completed_at',
      't.created_at',
      't.updated_at',
    ])
    .select([
      dueDay.as('due_on'),
      sql<number>`case when ${isLate(now)} then ${today(now)} - ${dueDay} else 0 end`.as('late_days'),
      sql<boolean>`coalesce(${canDo}, false)`.as('can_assignee_do'),
      nameOf('u').as('assignee'),
      orphaned.as('needs_assignee'),
      sql<string | null>`${firstDay}`.as('starts_on'),
      sql<string | null>`(e.ends_at at time zone e.time_zone)::date`.as('ends_on'),
      nameOf('g').as('guest'),
      nameOf('p').as('person'),
      nameOf('f').as('completed_by'),
      sql<unknown>`case when t.opens is null then '[]' else coalesce((select json_agg(json_build_object('_id', w.id, 'code', w.code, 'event', ${toldIn(language, 'we', 'name')})
        order by we.starts_at, w.id) from reservations w join events we on we.id = w.event_id
        where ${shown(query, { event: 'w.event_id', reservation: 'w.id', person: 'w.user_id' })} and we.ends_at > ${now} and w.status in ('active', 'redeemed')
          and case when t.reservation_id is null then w.user_id = coalesce(t.user_id, k.user_id) else w.id = t.reservation_id end), '[]') end`.as(
        'documents',
      ),
      sql<unknown>`coalesce((select json_agg(json_build_object('_id', c.id, 'text', c.text, 'done', c.done_at is not null)
        order by c.position, c.id) from task_checks c where c.task_id = t.id), '[]')`.as('checklist'),
      sql<number>`(select count(*)::int from task_comments c where c.task_id = t.id)`.as('comments'),
    ])

export type TaskRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const documents = z.array(z.object({ _id: z.string(), code: z.string(), event: z.string() }))
/** Returns the document of a task, and the reservations that it can be written for. */
export const documentsOf = ({ opens, documents: of }: Pick<TaskRow, 'opens' | 'documents'>) => ({
  opens: z.enum(TASK_DOCUMENTS).nullable().parse(opens),
  documents: documents.parse(of),
})

const status = z.enum(TASK_STATUSES)
export const statusOf = (text: string): TaskStatus => status.parse(text)

/** Selects the ids of all tasks of a filter. */
export const selectTasks = (db: Queryable, reader: Reader, filter: z.output<typeof taskFilter>) =>
  matching(from(db, filter), filter, listed(reader)).select('t.id')

export const listTasks = (db: Queryable, reader: Reader, query: QueryOf<Routes['list']>) =>
  paginate(select(db, reader, query), query, listed(reader))

export const exportTasks = (db: Queryable, reader: Reader, query: QueryOf<Routes['export']>) =>
  allRows(select(db, reader, query), query, listed(reader))

export const findTask = (db: Queryable, reader: Reader, id: string) =>
  select(db, reader).where('t.id', '=', id).executeTakeFirst()

export const countTasks = async (db: Queryable, reader: Reader, query: QueryOf<Routes['count']>) => {
  const count = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})::int`
  return matching(from(db, query), query, listed(reader))
    .select([
      count(sql`t.status = 'open'`).as('open'),
      count(sql`t.status = 'in_progress'`).as('in_progress'),
      count(sql`t.status = 'done'`).as('done'),
      count(isLate(reader.now)).as('late'),
      count(sql`t.status <> 'done' and ${isFor(reader.id)}`).as('mine'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the administrators who can sign in, by name. */
export const findAdministrators = (db: Queryable, search: string | undefined) =>
  db
    .selectFrom('users as u')
    .select('u.id as _id')
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
    .where('u.user_type', '=', 'admin')
    .where(active('u'))
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'u.first_name', 'u.last_name')))
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .execute()

/** Returns the roles for which a task can be, by name. */
export const findRoles = (db: Queryable, search: string | undefined) =>
  db
    .selectFrom('roles as r')
    .select(['r.id as _id', 'r.name'])
    .where(sql<boolean>`r.id in ${SEEING_ROLES}`)
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'r.name')))
    .orderBy('r.name')
    .limit(50)
    .execute()

/** Returns the roles among these for which no task can be, because nobody would see it. */
export const findBlindRoles = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from roles r where r.id = any(${[...ids]}::text[]) and r.id not in ${SEEING_ROLES}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the accounts of the administrators with a role who can sign in. */
export const holdersOf = async (db: Queryable, roleId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('user_roles as h')
      .innerJoin('users as u', 'u.id', 'h.user_id')
      .select('u.id')
      .where('h.role_id', '=', roleId)
      .where('u.user_type', '=', 'admin')
      .where(active('u'))
      .execute()
  ).map(({ id }) => id)

// ── Writes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Serialises changes of the board's order: of two moves at once, the second sees the first. */
const lockBoard = (tx: Tx): Promise<void> => takeTurn(tx, 'tasks.board')

export const lockTask = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute()
}

/** Returns a position after the last task of a column. */
const endOf = async (tx: Tx, status: string): Promise<number> => {
  const { last } = await tx
    .selectFrom('tasks')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return last + 1
}

/** Two positions closer than this have no room for a third. */
const SMALLEST_GAP = 1e-9

/** Returns a position before another task of the column, or at the end. Renumbers a column without room. */
export const findPosition = async (tx: Tx, status: TaskStatus, beforeId: string | null): Promise<number> => {
  await lockBoard(tx)
  const gap = async () => {
    const { rows } = await sql<{ next: number; previous: number | null }>`
      select n.position as next, (select max(p.position) from tasks p where p.status = n.status
        and (p.position < n.position or (p.position = n.position and p.id < n.id))) as previous
      from tasks n where n.id = ${beforeId} and n.status = ${status}`.execute(tx)
    return rows[0]
  }
  let between = await gap()
  if (between && between.previous !== null && between.next - between.previous < SMALLEST_GAP) {
    await sql`update tasks t set position = n.n from (select id, row_number() over (order by position, id) as n
      from tasks where status = ${status}) n where n.id = t.id`.execute(tx)
    between = await gap()
  }
  if (!between) return endOf(tx, status)
  return between.previous === null ? between.next - 1 : (between.previous + between.next) / 2
}

interface TaskColumns {
  readonly title: string
  readonly description?: string | undefined
  readonly status?: TaskStatus | undefined
  readonly due_on?: string | null | undefined
  readonly offset_days?: number | null | undefined
  readonly remind_days?: number | null | undefined
  readonly assignee_id?: string | null | undefined
  readonly role_id?: string | null | undefined
  readonly event_id?: string | null | undefined
  readonly reservation_id?: string | null | undefined
  readonly user_id?: string | null | undefined
  readonly ticket_id?: string | null | undefined
  readonly opens?: Task['opens'] | undefined
  readonly template_item_id?: string | undefined
  readonly created_by?: string | null | undefined
  readonly completed_by?: string | null | undefined
}

/** Adds a task at the end of its column. Returns null if the event already has the task of this template item. */
export const insertTask = async (tx: Tx, now: Date, values: TaskColumns): Promise<string | null> => {
  const status = values.status ?? 'open'
  await lockBoard(tx)
  const row = await tx
    .insertInto('tasks')
    .values({
      ...patchSet({ ...values }),
      title: values.title,
      status,
      position: await endOf(tx, status),
      assigned_at: values.assignee_id || values.role_id ? now : null,
      completed_at: status === 'done' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'template_item_id']).where('template_item_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const updateTask = async (
  tx: Tx,
  now: Date,
  id: string,
  values: Partial<TaskColumns> & {
    readonly position?: number | undefined
    readonly assigned_at?: Date | null | undefined
    readonly completed_at?: Date | null | undefined
  },
): Promise<void> => {
  await tx
    .updateTable('tasks')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Keeps the day that a task which is being finished has now. */
export const keepDueDay = async (tx: Tx, id: string): Promise<void> => {
  await sql`update tasks t set due_on = ${firstDay} + t.offset_days from events e
    where t.id = ${id} and e.id = t.event_id and t.offset_days is not null`.execute(tx)
}

export const deleteTask = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('tasks').where('id', '=', id).execute()
}

/** Deletes the tasks about a person: themselves, their reservations or their tickets. Returns their ids. */
export const deleteTasksAbout = async (tx: Tx, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from tasks t where t.user_id = ${userId}
      or t.reservation_id in (select v.id from reservations v where v.user_id = ${userId})
      or t.ticket_id in (select k.id from support_tickets k where k.user_id = ${userId})
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}

// ── Checklist and comments ───────────────────────────────────────────────────────────────────────────────────────────

interface Check {
  readonly _id?: string | undefined
  readonly text: string
  readonly done?: boolean | undefined
}

/** Replaces the checklist. Lines with the id of one of the task keep who ticked them and when. */
export const saveChecks = async (tx: Tx, now: Date, taskId: string, by: string | null, checks: readonly Check[]) => {
  const kept = checks.flatMap(({ _id }) => (_id === undefined ? [] : [_id]))
  await tx
    .deleteFrom('task_checks')
    .where('task_id', '=', taskId)
    .where(sql<boolean>`id <> all(${kept}::text[])`)
    .execute()
  for (const [position, { _id, text, done }] of checks.entries()) {
    const ticked = done ? { done_at: now, done_by: by } : { done_at: null, done_by: null }
    const changed =
      _id === undefined
        ? undefined
        : await tx
            .updateTable('task_checks')
            .set({
              position,
              text,
              ...(done === undefined
                ? {}
                : done
                  ? { done_at: sql<Date>`coalesce(done_at, ${now})`, done_by: sql<string>`coalesce(done_by, ${by})` }
                  : ticked),
            })
            .where('id', '=', _id)
            .where('task_id', '=', taskId)
            .returning('id')
            .executeTakeFirst()
    if (!changed)
      await tx
        .insertInto('task_checks')
        .values({ task_id: taskId, position, text, ...ticked })
        .execute()
  }
}

/** Returns false if the task has no such line. */
export const saveTick = async (
  tx: Tx,
  now: Date,
  { taskId, checkId, by, done }: { taskId: string; checkId: string; by: string; done: boolean },
): Promise<boolean> => {
  const changed = await tx
    .updateTable('task_checks')
    .set(done ? { done_at: sql<Date>`coalesce(done_at, ${now})`, done_by: by } : { done_at: null, done_by: null })
    .where('id', '=', checkId)
    .where('task_id', '=', taskId)
    .returning('id')
    .executeTakeFirst()
  if (changed) await updateTask(tx, now, taskId, {})
  return changed !== undefined
}

const commentRows = (db: Queryable) =>
  db
    .selectFrom('task_comments as c')
    .leftJoin('users as a', 'a.id', 'c.author_id')
    .select(['c.id', 'c.author_id', 'c.body', 'c.created_at'])
    .select(sql<string>`coalesce(${nameOf('a')}, '')`.as('author'))

export const listComments = (db: Queryable, taskId: string) =>
  commentRows(db).where('c.task_id', '=', taskId).orderBy('c.created_at').orderBy('c.id').limit(500).execute()
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export const insertComment = async (
  tx: Tx,
  now: Date,
  values: { task_id: string; author_id: string; body: string },
): Promise<CommentRow> => {
  const { id } = await tx
    .insertInto('task_comments')
    .values({ ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return commentRows(tx).where('c.id', '=', id).executeTakeFirstOrThrow()
}

// ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Days after the due date until which a reminder that the server missed is still sent. */
const LATEST_REMINDER = 3

/**
 * Returns the unfinished tasks whose reminder is due and marks them in the transaction that notifies. A task whose due
 * date moved is reminded again.
 */
export const takeReminders = async (tx: Tx, now: Date) => {
  const { rows } = await sql<{
    id: string
    title: string
    due_on: string
    assignee_id: string | null
    role_id: string | null
  }>`
    update tasks set reminded_for = due.due_on
    from (select t.id, ${dueDay} as due_on from tasks t left join events e on e.id = t.event_id
      left join users u on u.id = t.assignee_id
      where t.status <> 'done' and t.remind_days is not null
        and ((t.assignee_id is not null and ${canDo}) or t.role_id is not null)
        and t.reminded_for is distinct from ${dueDay} and ${dueDay} - t.remind_days <= ${today(now)}
        and ${dueDay} >= ${today(now)} - ${LATEST_REMINDER}::int
      order by t.id limit 200 for update of t skip locked) due
    where tasks.id = due.id
    returning tasks.id, tasks.title, due.due_on, tasks.assignee_id, tasks.role_id`.execute(tx)
  return rows
}

/** Returns unfinished tasks whose assignee or role has gone, or may not see them any more. */
export const findOrphans = async (db: Queryable) => {
  const { rows } = await sql<{
    id: string
    title: string
    event_id: string | null
    reservation_id: string | null
    user_id: string | null
  }>`
    select t.id, t.title, t.event_id, t.reservation_id, t.user_id from tasks t left join users u on u.id = t.assignee_id
    where ${orphaned} order by t.id limit 500`.execute(db)
  return rows
}

const checks = z.array(z.object({ _id: z.string(), text: z.string(), done: z.boolean() }))
export const checksOf = (row: { readonly checklist: unknown }) => checks.parse(row.checklist)
