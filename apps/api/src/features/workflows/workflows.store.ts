import type { QueryOf } from '@shiloh/contract/core'
import {
  CHANGING_STEPS,
  type Definition,
  LIVE_RUNS,
  type RunReason,
  type Subject,
  type WorkflowConfig,
  workflowDefinition,
  type workflowRoutes,
} from '@shiloh/contract/workflows'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { WorkflowApprovals, WorkflowRuns, Workflows } from '#db'
import { hiddenIn } from '#platform/auth/denied'
import { shown } from '#platform/auth/denied.store'
import { deniedTo, holding } from '#platform/auth/holders.store'
import { estimate } from '#platform/db/count.store'
import type { Queryable, Tx } from '#platform/db/db'
import { offsetOf, patchSet } from '#platform/db/pages'
import { conditions, type ListSql, orderTerms, paginate } from '#platform/db/pages.store'
import { codeOf, contains, matchesMany, matchesPerson } from '#platform/db/search.store'

type Routes = typeof workflowRoutes

// ── Definitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const workflows = {
  table: 'w',
  sort: {},
  filter: { search: (words) => contains(words, 'w.name', 'w.description') },
} as const satisfies ListSql<Routes['list'], Workflows>

const counted = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`(select count(*)::int from workflow_runs r where r.workflow_id = w.id and ${condition})`

const select = (db: Queryable) =>
  db
    .selectFrom('workflows as w')
    .innerJoin('workflow_versions as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select([
      'w.id as _id',
      'w.name',
      'w.description',
      'w.enabled',
      'w.version',
      'w.ready',
      'v.definition',
      'v.author_id',
      'w.created_at',
      'w.updated_at',
    ])
    .select([
      sql<string | null>`(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = v.author_id)`.as(
        'author',
      ),
      counted(sql`true`).as('total'),
      counted(sql`r.state = any(${[...LIVE_RUNS]}::text[])`).as('live'),
      counted(sql`r.state = 'failed'`).as('failed'),
      counted(sql`r.state = 'done'`).as('done'),
    ])

export const listWorkflows = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, workflows)
export const findWorkflow = (db: Queryable, id: string) => select(db).where('w.id', '=', id).executeTakeFirst()
export type WorkflowRow = NonNullable<Awaited<ReturnType<typeof findWorkflow>>>

/** Returns whether a workflow is one of ours. */
export const isReady = async (db: Queryable, id: string): Promise<boolean> => {
  const row = await db.selectFrom('workflows').select('ready').where('id', '=', id).executeTakeFirst()
  return row?.ready != null
}

/** Serialises changes of a workflow, and deletion against runs that begin. */
export const lockWorkflow = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('workflows').select('id').where('id', '=', id).forUpdate().execute()
}

const insertVersion = async (
  tx: Tx,
  now: Date,
  { id, version, authorId }: { id: string; version: number; authorId: string },
  definition: Definition,
) => {
  await tx
    .insertInto('workflow_versions')
    .values({
      workflow_id: id,
      version,
      definition: JSON.stringify(definition),
      author_id: authorId,
      created_at: now,
    })
    .execute()
}

const definitionColumns = ({ trigger, moment, conditions, steps }: Definition) => ({
  trigger,
  moment: moment && JSON.stringify(moment),
  conditions: JSON.stringify(conditions),
  steps: JSON.stringify(steps),
})

export const insertWorkflow = async (
  tx: Tx,
  now: Date,
  { name, description = '', enabled }: { name: string; description?: string | undefined; enabled: boolean },
  definition: Definition,
  authorId: string,
): Promise<string> => {
  const { id } = await tx
    .insertInto('workflows')
    .values({ name, description, enabled, ...definitionColumns(definition), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertVersion(tx, now, { id, version: 1, authorId }, definition)
  return id
}

/** Stores what is given. A new definition is a new version. */
export const updateWorkflow = async (
  tx: Tx,
  now: Date,
  { _id, version }: { readonly _id: string; readonly version: number },
  values: { name?: string | undefined; description?: string | undefined; enabled?: boolean | undefined },
  definition: Definition | undefined,
  authorId: string,
): Promise<void> => {
  if (definition) await insertVersion(tx, now, { id: _id, version: version + 1, authorId }, definition)
  await tx
    .updateTable('workflows')
    .set({
      ...patchSet({ ...values }),
      ...(definition && { ...definitionColumns(definition), version: version + 1 }),
      updated_at: now,
    })
    .where('id', '=', _id)
    .execute()
}

export const deleteWorkflow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('workflows').where('id', '=', id).execute()
}

// ── Configuration ────────────────────────────────────────────────────────────────────────────────────────────────────

export const readConfig = (db: Queryable): Promise<WorkflowConfig> =>
  db
    .selectFrom('workflow_config')
    .select(['enabled', 'approver_role_id', 'runs_per_record', 'runs_per_hour', 'depth'])
    .executeTakeFirstOrThrow()

export const saveConfig = async (tx: Tx, values: { [K in keyof WorkflowConfig]?: WorkflowConfig[K] | undefined }) => {
  const set = patchSet({ ...values })
  if (Object.keys(set).length > 0) await tx.updateTable('workflow_config').set(set).execute()
}

type ListName = 'participant_types' | 'committee_types' | 'titles' | 'countries' | 'roles' | 'message_templates'
const namesOf = async (db: Queryable, table: ListName): Promise<{ _id: string; name: string }[]> => {
  const id = sql.ref(table === 'countries' ? 'code' : 'id')
  const { rows } = await sql<{ _id: string; name: string }>`
    select ${id} as _id, name from ${sql.table(table)} order by name limit 500`.execute(db)
  return rows
}

/** The lists of the organisation that conditions and steps choose from. */
export const readChoices = async (db: Queryable, query: object) => ({
  event: await db
    .selectFrom('events as e')
    .select(['e.id as _id', 'e.name'])
    .where(shown(query, { event: 'e.id' }))
    .orderBy('e.starts_at', 'desc')
    .limit(500)
    .execute(),
  participant_type: await namesOf(db, 'participant_types'),
  committee_type: await namesOf(db, 'committee_types'),
  title: await namesOf(db, 'titles'),
  country: await namesOf(db, 'countries'),
  roles: await namesOf(db, 'roles'),
  templates: await db
    .selectFrom('message_templates')
    .select(['id as _id', 'name', 'channels'])
    .orderBy('name')
    .limit(500)
    .execute(),
})

// ── Runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const runs = {
  table: 'r',
  sort: {},
  filter: { search: (words, query) => foundRuns(words, query) },
} as const satisfies ListSql<Routes['listRuns'], WorkflowRuns>

/** Runs of a workflow, about a person, or about a reservation: each along its index. An "or" of them would read every run. */
const foundRuns = (search: string, query: object) => {
  const code = codeOf(search)
  return sql<boolean>`r.id in (
    select x.id from workflow_runs x where x.workflow_id in (select w.id from workflows w where ${contains(search, 'w.name')})
    union all select x.id from workflow_runs x where x.user_id in (select u.id from users u where ${matchesPerson(search, query)})
    ${code === undefined ? sql`` : sql`union all select x.id from workflow_runs x where x.reservation_id in (select reservations_by_code(${code}))`})`
}

/**
 * The same as a condition of one run, for a search that very many people match. `offset 0` has each run's person looked up, in
 * place of all people who match.
 */
const foundInRun = (search: string, query: object) => {
  const code = codeOf(search)
  return sql<boolean>`(exists (select from users u where u.id = r.user_id and ${matchesPerson(search, query)} offset 0)
    or r.workflow_id in (select w.id from workflows w where ${contains(search, 'w.name')})
    ${code === undefined ? sql`` : sql`or r.reservation_id in (select reservations_by_code(${code}))`})`
}

const about = sql<string | null>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), k.subject, e.name)`
const RUN_BELONGS = { event: 'r.event_id', reservation: 'r.reservation_id', person: 'r.user_id' } as const

const runRows = (db: Queryable, query: object = {}) =>
  db
    .selectFrom('workflow_runs as r')
    .innerJoin('workflows as w', 'w.id', 'r.workflow_id')
    .innerJoin('workflow_versions as d', (join) =>
      join.onRef('d.workflow_id', '=', 'r.workflow_id').onRef('d.version', '=', 'r.version'),
    )
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('reservations as v', 'v.id', 'r.reservation_id')
    .leftJoin('support_tickets as k', 'k.id', 'r.ticket_id')
    .leftJoin('events as e', 'e.id', 'r.event_id')
    .select([
      'r.id',
      'r.workflow_id',
      'w.name as workflow',
      'w.ready',
      'r.version',
      'd.definition',
      'd.author_id',
      'r.subject',
      'r.subject_id',
      'r.reservation_id',
      'r.user_id',
      'r.ticket_id',
      'r.event_id',
      'v.code',
      'r.depth',
      'r.state',
      'r.path',
      'r.wake_at',
      'r.reason',
      'r.error',
      'r.started_at',
      'r.finished_at',
    ])
    .select([
      about.as('about'),
      sql<unknown>`coalesce((select json_agg(json_build_object('path', s.path, 'kind', s.kind, 'state', s.state,
        'result', s.result, 'at', s.at) order by s.at, s.path) from workflow_steps s where s.run_id = r.id), '[]')`.as(
        'steps',
      ),
    ])
    .where(shown(query, RUN_BELONGS))

type RunsQuery = QueryOf<Routes['listRuns']>

/** Returns a page of the runs that a common name finds, along their order. They are counted as the planner expects them. */
const pageOfMany = async (db: Queryable, query: RunsQuery, search: string) => {
  const { search: _, ...rest } = query
  const others = sql.join(
    [shown(query, RUN_BELONGS), sql`r.id <> all(${[...hiddenIn(query)]}::text[])`, ...conditions(rest, runs)],
    sql` and `,
  )
  const { rows: items } = await sql<{ id: string }>`
    select r.id from workflow_runs r where ${foundInRun(search, query)} and ${others}
    order by ${orderTerms(query, runs)}, r.id limit ${query.page_size} offset ${offsetOf(query)}`.execute(db)
  const total = await estimate(
    db,
    sql`from workflow_runs r where r.user_id in (select u.id from users u where ${matchesPerson(search, query)}) and ${others}`,
  )
  return { items, total: Math.max(total, offsetOf(query) + items.length) }
}

/** Lists runs: page and count from the runs alone, the rest is joined to one page. Above ten thousand they are counted approximately. */
export const listRuns = async (db: Queryable, query: RunsQuery) => {
  const { search } = query
  const all = db.selectFrom('workflow_runs as r').select('r.id').where(shown(query, RUN_BELONGS))
  const { items, total } =
    search && (await matchesMany(db, search))
      ? await pageOfMany(db, query, search)
      : await paginate(all, query, runs, db)
  const order = new Map(items.map(({ id }, index) => [id, index]))
  const rows = await runRows(db)
    .where('r.id', 'in', ['', ...order.keys()])
    .execute()
  return { total, items: rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)) }
}
export const findRun = (db: Queryable, id: string, query: object = {}) =>
  runRows(db, query).where('r.id', '=', id).executeTakeFirst()
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>

export const lockRun = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('workflow_runs').select('id').where('id', '=', id).forUpdate().execute()
}

/** Locks the oldest run that has something to do and that no other process works on. */
export const lockDueRun = async (tx: Tx, now: Date): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_runs where state in ('running', 'waiting', 'asking', 'paused') and wake_at <= ${now}
    order by wake_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]?.id
}

export const saveRun = async (
  tx: Tx,
  id: string,
  values: {
    state: string
    path?: string | null | undefined
    wake_at?: Date | null | undefined
    reason?: string | null | undefined
    error?: string | null | undefined
    finished_at?: Date | null | undefined
  },
): Promise<void> => {
  await tx
    .updateTable('workflow_runs')
    .set(patchSet({ ...values }))
    .where('id', '=', id)
    .execute()
}

/** Marks a step, in the transaction of its effects. */
export const saveStep = async (
  tx: Tx,
  step: { run_id: string; path: string; kind: string; state: string; result: object; at: Date },
): Promise<void> => {
  const { state, at } = step
  const result = JSON.stringify(step.result)
  await tx
    .insertInto('workflow_steps')
    .values({ ...step, result })
    .onConflict((conflict) => conflict.columns(['run_id', 'path']).doUpdateSet({ state, result, at }))
    .execute()
}

/** Returns which of the steps that change a record a run has done. */
export const findChanging = async (db: Queryable, runId: string): Promise<(typeof CHANGING_STEPS)[number][]> =>
  db
    .selectFrom('workflow_steps')
    .select('kind')
    .distinct()
    .where('run_id', '=', runId)
    .where('state', '=', 'done')
    .where('kind', 'in', CHANGING_STEPS)
    .execute()
    .then((rows) => CHANGING_STEPS.filter((kind) => rows.some((row) => row.kind === kind)))

/** Everything that this transaction makes happen counts as caused by the run. */
export const causedBy = async (tx: Tx, runId: string): Promise<void> => {
  await sql`select set_config('shiloh.workflow_run', ${runId}, true)`.execute(tx)
}

interface Happened {
  readonly id: string
  readonly trigger: string
  readonly subject_id: string
  readonly caused_by: string | null
  readonly depth: number
}

/** Takes what has happened, oldest first, in the transaction that makes runs of it. */
export const takeHappened = async (tx: Tx, limit: number): Promise<Happened[]> => {
  const { rows } = await sql<Happened>`
    with taken as (
      delete from workflow_events where id in (select id from workflow_events order by id limit ${limit} for update skip locked)
      returning id, trigger, subject_id, caused_by)
    select t.id::text as id, t.trigger, t.subject_id, t.caused_by, coalesce(r.depth + 1, 0) as depth
    from taken t left join workflow_runs r on r.id = t.caused_by order by t.id`.execute(tx)
  return rows
}

const listening = async (db: Queryable, trigger: string, lock = sql``) => {
  const { rows } = await sql<{ id: string; name: string; version: number; definition: unknown }>`
    select w.id, w.name, w.version, v.definition from workflows w
    join workflow_versions v on v.workflow_id = w.id and v.version = w.version
    where w.enabled and w.trigger = ${trigger} order by w.id ${lock}`.execute(db)
  return rows.map(({ definition, ...row }) => ({ ...row, definition: workflowDefinition.parse(definition) }))
}

/** Returns the enabled workflows of a trigger. */
export const readListening = (db: Queryable, trigger: string) => listening(db, trigger)

/** Returns the enabled workflows of a trigger. A share lock holds them against deletion until the runs are stored. */
export const findListening = (tx: Tx, trigger: string) => listening(tx, trigger, sql`for key share of w`)
export type Listening = Awaited<ReturnType<typeof findListening>>[number]

/** Wakes the oldest failed runs of a filter, as many as `limit`. Returns how many it woke, and how many are left. */
export const wakeFailed = async (
  tx: Tx,
  now: Date,
  query: z.output<typeof workflowRoutes.retryRuns.body>,
  hidden: object,
  limit: number,
): Promise<{ retried: number; left: number }> => {
  const failed = sql`from workflow_runs r where ${sql.join(
    [sql`r.state = 'failed'`, shown(hidden, RUN_BELONGS), ...conditions(query, runs)],
    sql` and `,
  )}`
  const { rows } = await sql<{ id: string }>`
    update workflow_runs set state = 'running', wake_at = ${now}, error = null, reason = null, finished_at = null
    where id in (select r.id ${failed} order by r.started_at, r.id limit ${limit} for update of r skip locked)
    returning id`.execute(tx)
  const counted = await sql<{ left: number }>`select count(*)::int as left ${failed}`.execute(tx)
  return { retried: rows.length, left: counted.rows[0]?.left ?? 0 }
}

/** Returns the workflows with an open alert that runs of them failed. */
export const findFailing = async (tx: Tx): Promise<string[]> =>
  (
    await tx
      .selectFrom('alerts')
      .select('subject')
      .where('kind', '=', 'workflow_failed')
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ subject }) => subject)

/** Returns the workflows among these that have no failed run. */
export const findMended = async (tx: Tx, workflowIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...workflowIds]}::text[]) as w (id)
    where not exists (select from workflow_runs r where r.workflow_id = w.id and r.state = 'failed')`.execute(tx)
  return rows.map(({ id }) => id)
}

const runsAbout = (userId: string) => sql`(select r.id from workflow_runs r where r.user_id = ${userId}
  or r.reservation_id in (select v.id from reservations v where v.user_id = ${userId})
  or r.ticket_id in (select k.id from support_tickets k where k.user_id = ${userId}))`

/**
 * Returns what notices and messages call a person whom approvals were about: with their code, or by the words of their ticket. They
 * stay when their workflow is deleted, so the names are looked for in any case.
 */
export const findAskedAbout = async (tx: Tx, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ about: string }>`
    select distinct x.about from workflow_approvals a join workflow_runs r on r.id = a.run_id
      left join reservations v on v.id = r.reservation_id left join support_tickets k on k.id = r.ticket_id
      join users u on u.id = ${userId}
      cross join lateral (values (trim(u.first_name || ' ' || u.last_name) || coalesce(' ' || v.code, '')), (k.subject)) as x (about)
    where a.run_id in ${runsAbout(userId)} and x.about <> ''
    union
    select trim(u.first_name || ' ' || u.last_name) || coalesce(' ' || v.code, '')
    from users u left join lateral (
      select code from reservations where user_id = u.id union all select null) v on true
    where u.id = ${userId}`.execute(tx)
  return rows.map(({ about }) => about)
}

/** Ends what is under way about a person, and the questions about them, of whose answers the words go. Returns the workflows. */
export const endRunsAbout = async (tx: Tx, now: Date, userId: string): Promise<string[]> => {
  await sql`update workflow_approvals set state = 'no_answer', answered_at = ${now}
    where state = 'open' and run_id in ${runsAbout(userId)}`.execute(tx)
  await sql`update workflow_approvals set comment = '' where comment <> '' and run_id in ${runsAbout(userId)}`.execute(
    tx,
  )
  const reason: RunReason = 'person_erased'
  const { rows } = await sql<{ workflow_id: string }>`
    update workflow_runs set state = 'ended', reason = ${reason}, error = null, wake_at = null, finished_at = ${now}
    where state = any(${[...LIVE_RUNS]}::text[]) and id in ${runsAbout(userId)} returning workflow_id`.execute(tx)
  return [...new Set(rows.map(({ workflow_id }) => workflow_id))]
}

/** Runs of the workflow: for this record in the last day, and at all in the last hour. */
export const countRecent = async (tx: Tx, workflowId: string, subjectId: string, now: Date) => {
  const { rows } = await sql<{ record: number; hour: number }>`
    select (select count(*)::int from workflow_runs where workflow_id = ${workflowId} and subject_id = ${subjectId}
        and started_at > ${now}::timestamptz - interval '1 day' and state <> 'stopped') as record,
      (select count(*)::int from workflow_runs where workflow_id = ${workflowId}
        and started_at > ${now}::timestamptz - interval '1 hour' and state <> 'stopped') as hour`.execute(tx)
  return rows[0] ?? { record: 0, hour: 0 }
}

interface NewRun {
  readonly workflow_id: string
  readonly version: number
  readonly subject: Subject
  readonly subject_id: string
  readonly reservation_id: string | null
  readonly user_id: string | null
  readonly ticket_id: string | null
  readonly event_id: string | null
  readonly occasion: string
  readonly caused_by: string | null
  readonly depth: number
  readonly state: string
  readonly reason: string | null
  readonly path: string | null
}

/** Stores a run. Of one occasion there is one run, however often it is stored. */
export const insertRun = async (tx: Tx, now: Date, values: NewRun): Promise<void> => {
  const isLive = values.state === 'running'
  await tx
    .insertInto('workflow_runs')
    .values({ ...values, started_at: now, wake_at: isLive ? now : null, finished_at: isLive ? null : now })
    .onConflict((conflict) => conflict.columns(['workflow_id', 'subject_id', 'occasion']).doNothing())
    .execute()
}

export const countLive = async (db: Queryable, workflowId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('workflow_runs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workflow_id', '=', workflowId)
    .where('state', 'in', ['running', 'waiting', 'asking', 'paused'])
    .executeTakeFirstOrThrow()
  return count
}

// ── What the activity list shows ─────────────────────────────────────────────────────────────────────────────────────

/** The runs of a workflow that began on one day: `2027-01-31`, in UTC. */
export interface RunsOfDay {
  readonly workflow_id: string
  readonly day: string
}

interface CountedDay extends RunsOfDay {
  readonly name: string
  readonly total: number
  readonly running: number
  readonly waiting: number
  readonly done: number
  readonly failed: number
  readonly began_at: Date
}

export const countDays = async (db: Queryable, days: readonly RunsOfDay[]): Promise<CountedDay[]> => {
  const { rows } = await sql<CountedDay>`
    select w.id as workflow_id, n.day, w.name, count(*)::int as total, min(r.started_at) as began_at,
      count(*) filter (where r.state = 'running')::int as running,
      count(*) filter (where r.state in ('waiting', 'asking', 'paused'))::int as waiting,
      count(*) filter (where r.state = 'done')::int as done,
      count(*) filter (where r.state in ('failed', 'stopped'))::int as failed
    from unnest(${days.map((one) => one.workflow_id)}::text[], ${days.map(({ day }) => day)}::text[]) as n (workflow_id, day)
    join workflows w on w.id = n.workflow_id
    join workflow_runs r on r.workflow_id = w.id
      and r.started_at >= n.day::timestamp at time zone 'UTC' and r.started_at < (n.day::timestamp + interval '1 day') at time zone 'UTC'
    group by w.id, n.day, w.name`.execute(db)
  return rows
}

// ── Approvals ────────────────────────────────────────────────────────────────────────────────────────────────────────

const approvals = {
  table: 'a',
  sort: {},
  filter: { search: (words) => contains(words, 'a.question', 'w.name') },
} as const satisfies ListSql<Routes['listApprovals'], WorkflowApprovals>

const approvalRows = (db: Queryable, query: object = {}) =>
  db
    .selectFrom('workflow_approvals as a')
    .innerJoin('workflow_runs as r', 'r.id', 'a.run_id')
    .innerJoin('workflows as w', 'w.id', 'r.workflow_id')
    .leftJoin('roles as o', 'o.id', 'a.role_id')
    .leftJoin('users as b', 'b.id', 'a.answered_by')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('reservations as v', 'v.id', 'r.reservation_id')
    .leftJoin('support_tickets as k', 'k.id', 'r.ticket_id')
    .leftJoin('events as e', 'e.id', 'r.event_id')
    .select([
      'a.id',
      'a.run_id',
      'a.path',
      'a.role_id',
      'o.name as role',
      'a.question',
      'a.state',
      'a.comment',
      'a.expires_at',
      'a.created_at',
      'w.name as workflow',
      'w.ready',
      'r.subject',
      'r.reservation_id',
      'r.user_id',
      'r.ticket_id',
      'r.event_id',
      'v.code',
    ])
    .select([about.as('about'), sql<string | null>`b.first_name || ' ' || b.last_name`.as('answered_by')])
    .where(shown(query, RUN_BELONGS))

/** The accounts with a role (`h`) that can sign in. */
const holders = (role: RawBuilder<unknown>) => sql`
  from user_roles h join users x on x.id = h.user_id
  where h.role_id = ${role} and x.user_type = 'admin' and x.status = 'approved' and x.erased_at is null`

/** Of a role that the account has. Without a role, or while nobody has it, of those who can change workflows. */
const forAccount = (accountId: string, managesWorkflows: boolean) =>
  sql<boolean>`((a.role_id in (select role_id from user_roles where user_id = ${accountId})
      or (${managesWorkflows} and (a.role_id is null or not exists (select ${holders(sql.ref('a.role_id'))}))))
    and not ${deniedTo(sql`${accountId}`, [sql.ref('r.ticket_id')])})`

export const listApprovals = (
  db: Queryable,
  query: QueryOf<Routes['listApprovals']>,
  accountId: string,
  managesWorkflows: boolean,
) => paginate(approvalRows(db, query).where(forAccount(accountId, managesWorkflows)), query, approvals)

export const findApproval = (db: Queryable, id: string, query: object, accountId: string, managesWorkflows: boolean) =>
  approvalRows(db, query).where('a.id', '=', id).where(forAccount(accountId, managesWorkflows)).executeTakeFirst()
export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export const insertApproval = async (
  tx: Tx,
  now: Date,
  values: { run_id: string; path: string; role_id: string | null; question: string; expires_at: Date },
): Promise<string> => {
  const { id } = await tx
    .insertInto('workflow_approvals')
    .values({ ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores an answer if nobody has answered. Returns false if somebody has. */
export const saveAnswer = async (
  tx: Tx,
  now: Date,
  runId: string,
  path: string,
  values: { state: string; comment?: string | undefined; answered_by?: string | undefined },
): Promise<boolean> => {
  const answered = await tx
    .updateTable('workflow_approvals')
    .set({ ...patchSet({ ...values }), answered_at: now })
    .where('run_id', '=', runId)
    .where('path', '=', path)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return answered !== undefined
}

/** Returns the administrators with a role who can sign in. */
export const findHolders = async (db: Queryable, roleId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select x.id ${holders(sql`${roleId}`)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the administrators who can change workflows. */
export const findManagers = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.user_type = 'admin' and u.status = 'approved' and u.erased_at is null
      and u.id in ${holding('workflows.update')}`.execute(db)
  return rows.map(({ id }) => id)
}
