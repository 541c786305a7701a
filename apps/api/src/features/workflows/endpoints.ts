import type { Language } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import {
  ANCHORS,
  type Approval,
  BRANCHES,
  type Definition,
  FIELD_NAMES,
  type Field,
  fieldSpec,
  holding,
  LIVE_RUNS,
  meets,
  misfits,
  OPERATORS,
  placedSteps,
  RUN_REASONS,
  RUN_STATES,
  type Run,
  STEP_KINDS,
  STEP_SUBJECTS,
  type Step,
  SUBJECTS,
  type TestLine,
  TRIGGER_NAMES,
  TRIGGERS,
  type Workflow,
  workflowDefinition,
  workflowRoutes,
} from '@shiloh/contract/workflows'
import { z } from 'zod'
import { findReservationTemplates } from '#features/messaging'
import { readClientGroup } from '#features/organisation'
import { blindRoles } from '#features/tasks'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { stamped } from '#platform/db/stamps'
import { AppError, invalid } from '#platform/errors'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { errorText } from '#platform/text/texts'
import { findVersionsInUse, saveAuthor, wakePaused } from './authors.store.ts'
import { findHindrances, lackingIn, READ } from './rights.ts'
import { answer, cancelRun, findAsked, foretell, RUN_WORKFLOWS, retry, retryFailed, waitUntil } from './runs.ts'
import { inWordsOf, stepResult, type Would, wordsIn } from './says.ts'
import { type About, findAbout, findExisting, type Named, nameOf } from './subjects.store.ts'
import * as store from './workflows.store.ts'

const may = (ctx: ReadContext, permission: Permission) => isAllowed(ctx.caller.authorization, permission)
const wordsOf = async (ctx: ReadContext) => wordsIn(ctx.language, (await readClientGroup(ctx.db)).time_zone)

const linkOf = (row: {
  ticket_id: string | null
  reservation_id: string | null
  user_id: string | null
  event_id: string | null
}): string | null => {
  if (row.ticket_id) return `/admin/support/${row.ticket_id}`
  if (row.reservation_id) return `/admin/reservations/${row.reservation_id}`
  if (row.user_id) return `/admin/users/${row.user_id}`
  return row.event_id ? `/admin/events/${row.event_id}` : null
}

// ── Definitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Those that come with the product are called in the reader's language. */
const calledIn = (ctx: ReadContext, name: string, ready: string | null): string =>
  ready === null ? name : inWordsOf(ctx.language).name(name)

/** A workflow without the records that it names: those that are gone are found for many at once. */
const describe = (ctx: ReadContext, row: store.WorkflowRow): Omit<Workflow, 'gone' | 'hindrance'> => {
  const { definition, total, live, failed, done, ready, author_id, author, ...rest } = stamped(row)
  const isOurs = ready !== null
  const name = calledIn(ctx, row.name, ready)
  const parsed = workflowDefinition.parse(definition)
  return {
    ...rest,
    name,
    ...parsed,
    ...(isOurs && { steps: inWordsOf(ctx.language).steps(parsed.steps) }),
    author: author_id === null ? null : { _id: author_id, name: author ?? '' },
    runs: { total, live, failed, done },
  }
}

const views = async (ctx: ReadContext, query: object, rows: readonly store.WorkflowRow[]): Promise<Workflow[]> => {
  const all = rows.map((row) => describe(ctx, row))
  const exists = await findExisting(ctx.db, query, all.flatMap(namedBy))
  const hindrances = await findHindrances(
    ctx.db,
    all.map((one) => ({ author_id: one.author?._id ?? null, definition: one })),
  )
  return all.map((one, index) => ({
    ...one,
    hindrance: one.enabled ? (hindrances[index] ?? null) : null,
    gone: namedBy(one)
      .filter((named) => !exists(named))
      .map(({ path }) => path),
  }))
}

const workflow = async (ctx: ReadContext, id: string, query: object): Promise<Workflow> =>
  found((await views(ctx, query, [found(await store.findWorkflow(ctx.db, id))]))[0])

/** The records that a definition names, with the part that names each. */
const namedBy = ({ conditions, steps }: Pick<Definition, 'conditions' | 'steps'>): Named[] => [
  ...conditions.list.flatMap(({ field, value }, index): Named[] => {
    const path = `conditions.list.${index}.value`
    switch (field) {
      case 'event':
      case 'participant_type':
      case 'committee_type':
      case 'title':
      case 'country':
        return [{ path, kind: field, id: String(value) }]
      default:
        return []
    }
  }),
  ...placedSteps(steps).flatMap(([path, step]): Named[] => {
    switch (step.kind) {
      case 'send':
        return [
          { path, kind: 'template', id: step.template_id },
          ...(step.role_id === null ? [] : [{ path, kind: 'role' as const, id: step.role_id }]),
        ]
      case 'committee':
        return [{ path, kind: 'committee_type', id: step.committee_type_id }]
      case 'task':
      case 'approval':
        return step.role_id === null ? [] : [{ path, kind: 'role', id: step.role_id }]
      default:
        return []
    }
  }),
]

const needsReservation = (language: Language): string => errorText('needs_reservation', language)

/**
 * Refuses parts that do not fit the trigger, values that a field cannot have, records that do not exist, and roles for tasks of which
 * nobody can see tasks, and what the caller may not do: the steps will act with the caller's permissions.
 */
const checkDefinition = async (
  ctx: WriteContext,
  query: object,
  definition: Definition,
  enabled: boolean,
): Promise<void> => {
  const named = namedBy(definition)
  const exists = await findExisting(ctx.tx, query, named)
  const sent = named.filter(({ kind }) => kind === 'template')
  const ofReservations =
    TRIGGERS[definition.trigger] === 'reservation'
      ? new Set()
      : await findReservationTemplates(
          ctx.tx,
          sent.map(({ id }) => id),
        )
  const fields: FieldError[] = [
    ...sent
      .filter(({ id }) => ofReservations.has(id))
      .map(({ path }) => ({ field: path, code: 'unsupported' as const, says: needsReservation })),
    ...named.filter((one) => !exists(one)).map(({ path }) => ({ field: path, code: 'not_found' as const })),
    ...definition.conditions.list.flatMap(({ field, value }, index) => {
      const { values } = fieldSpec(field)
      return values === undefined || values.some((known) => known === value)
        ? []
        : [{ field: `conditions.list.${index}.value`, code: 'unknown_choice' as const }]
    }),
    ...misfits(definition).map((field) => ({
      field,
      // A date without its moment lacks it; everything else does not go with the trigger.
      code: field === 'moment' ? ('required' as const) : ('unsupported' as const),
    })),
    ...lackingIn(ctx.caller.authorization, definition).map(({ path, lacking }) => ({
      field: path,
      code: 'denied' as const,
      says: (language: Language) => inWordsOf(language).lacking(lacking),
    })),
  ]
  fields.push(
    ...(await blindRoles(
      ctx,
      placedSteps(definition.steps).flatMap(([field, step]) =>
        step.kind === 'task' ? [{ field, role_id: step.role_id }] : [],
      ),
    )),
  )
  if (enabled && definition.steps.length === 0) fields.push({ field: 'steps', code: 'required' })
  if (fields.length > 0) throw invalid(fields)
}

// ── Runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const storedSteps = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(STEP_KINDS),
    state: z.enum(['done', 'failed', 'waiting', 'asking']),
    result: stepResult,
    at: z.string(),
  }),
)
const subject = z.enum(SUBJECTS)

const runView = (ctx: ReadContext, row: store.RunRow, words: ReturnType<typeof wordsIn>): Run => {
  const of = subject.parse(row.subject)
  const isShown = may(ctx, READ[of])
  const state = z.enum(RUN_STATES).parse(row.state)
  const steps = storedSteps
    .parse(row.steps)
    .map(({ result, at, ...step }) => ({ ...step, says: words.did(result), at: new Date(at).toISOString() }))
  const isLive = LIVE_RUNS.some((live) => live === state)
  return {
    _id: row.id,
    workflow: { _id: row.workflow_id, name: calledIn(ctx, row.workflow, row.ready) },
    version: row.version,
    subject: of,
    about: isShown ? row.about : null,
    code: isShown ? row.code : null,
    link: isShown ? linkOf(row) : null,
    state,
    reason: row.reason === null ? null : z.enum(RUN_REASONS).parse(row.reason),
    error: steps.find((step) => step.state === 'failed')?.says ?? null,
    wake_at: row.wake_at?.toISOString() ?? null,
    steps,
    steps_total: workflowDefinition.parse(row.definition).steps.length,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    allowed: may(ctx, 'workflows.update') && isLive ? (state === 'failed' ? ['retry', 'cancel'] : ['cancel']) : [],
  }
}

const actOnRun = async (
  ctx: WriteContext,
  id: string,
  query: object,
  action: 'retry' | 'cancel',
  act: typeof retry,
): Promise<Run> => {
  await store.lockRun(ctx.tx, id)
  const run = found(await store.findRun(ctx.tx, id, query))
  await act(ctx, run)
  ctx.audit({ action: `${action}_run`, resource: 'workflows', objectId: run.workflow_id, after: { run_id: id } })
  ctx.publish('staff', 'workflows.changed')
  return runView(ctx, found(await store.findRun(ctx.tx, id)), await wordsOf(ctx))
}

// ── Test ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const wouldOf = async (ctx: ReadContext, step: Step, about: About): Promise<Would> => {
  const roleName = async (id: string | null) => (id === null ? null : ((await nameOf(ctx.db, 'role', id)) ?? null))
  switch (step.kind) {
    case 'send': {
      const template = await nameOf(ctx.db, 'template', step.template_id)
      if (template === undefined || about.isErased) return { would: 'gone' }
      const told = await foretell(ctx, step, about)
      return { would: 'send', template, ...told, name: (await roleName(step.role_id)) ?? about.name }
    }
    case 'task':
      return { would: 'task', title: step.title, role: await roleName(step.role_id) }
    case 'committee': {
      const committee = await nameOf(ctx.db, 'committee_type', step.committee_type_id)
      return committee === undefined ? { would: 'gone' } : { would: 'committee', committee, name: about.name }
    }
    case 'wait':
      return { would: 'wait', until: await waitUntil(ctx.db, step, about.eventId, ctx.now) }
    case 'release':
      return { would: 'release', name: about.name }
    case 'approval': {
      const { roleId, isOfRole } = await findAsked(ctx.db, step, about)
      return { would: 'ask', role: isOfRole ? await roleName(roleId) : null, question: step.question }
    }
  }
}

const goesWell = (line: Would): boolean =>
  line.would !== 'gone' && !(line.would === 'send' && line.channels.length === 0)

const readIn = (line: Would) => (line.would === 'send' ? line.message : null)

/** What a definition would do, as sentences. */
const testLines = async (
  ctx: ReadContext,
  { conditions, steps }: Pick<Definition, 'conditions' | 'steps'>,
  about: About,
) => {
  const words = await wordsOf(ctx)
  const starts = meets(conditions, about.facts)
  const count = holding(conditions, about.facts).filter((holds) => !holds).length
  const first: Would = starts ? { would: 'start' } : { would: 'not_start', count }
  const lines: TestLine[] = [{ path: '', kind: 'start', ok: starts, says: words.would(first), message: null }]
  if (!starts) return lines
  for (const [index, step] of steps.entries()) {
    const line = await wouldOf(ctx, step, about)
    lines.push({
      path: String(index),
      kind: step.kind,
      ok: goesWell(line),
      says: words.would(line),
      message: readIn(line),
    })
    if (step.kind !== 'approval') continue
    for (const branch of BRANCHES)
      for (const [at, inner] of step[branch].entries()) {
        const would = await wouldOf(ctx, inner, about)
        const says = words.branch(branch, words.would(would))
        lines.push({
          path: `${index}.${branch}.${at}`,
          kind: inner.kind,
          ok: goesWell(would),
          says,
          message: readIn(would),
        })
      }
  }
  return lines
}

// ── Approvals ────────────────────────────────────────────────────────────────────────────────────────────────────────

const approvalView = (ctx: ReadContext, row: store.ApprovalRow): Approval => {
  // Who is asked sees whom it is about. The link needs the permission to read the record.
  const isShown = may(ctx, READ[subject.parse(row.subject)])
  return {
    _id: row.id,
    question: row.question,
    workflow: calledIn(ctx, row.workflow, row.ready),
    about: row.about,
    code: row.code,
    link: isShown ? linkOf(row) : null,
    role: row.role,
    state: z.enum(['open', ...BRANCHES]).parse(row.state),
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    answered_by: row.answered_by,
    comment: row.comment,
  }
}

const findMine = async (ctx: ReadContext, id: string, query: object) =>
  found(await store.findApproval(ctx.db, id, query, ctx.caller.id, may(ctx, 'workflows.update')))

/**
 * Makes the caller the author of the current version, and of older ones whose runs are in progress if the caller may do
 * their steps too. Paused runs are tried again.
 */
const takeOver = async (ctx: WriteContext, id: string): Promise<void> => {
  const versions = await findVersionsInUse(ctx.tx, id)
  const own = versions.filter(({ definition }) => lackingIn(ctx.caller.authorization, definition).length === 0)
  await saveAuthor(
    ctx.tx,
    id,
    own.map(({ version }) => version),
    ctx.caller.id,
  )
  await resolveAlert(ctx.tx, 'workflow_held', id, ctx.now)
  if ((await wakePaused(ctx.tx, ctx.now, id)) > 0) await ctx.enqueue(RUN_WORKFLOWS, {})
}

export const endpoints = bind(workflowRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await store.listWorkflows(ctx.db, query)
    return { items: await views(ctx, query, items), total }
  }),
  export: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'workflows',
      columns: {
        name: (row) => row.name,
        description: (row) => row.description,
        active: (row) => row.enabled,
        author: (row) => row.author?.name,
        runs: (row) => row.runs.total,
        created_at: (row) => momentCell(row.created_at),
        updated_at: (row) => momentCell(row.updated_at),
      },
      rows: eachPage(async (page) => {
        const { items, total } = await store.listWorkflows(ctx.db, { ...query, ...page })
        return { items: await views(ctx, query, items), total }
      }),
    }),
  ),
  get: reads((ctx, { params, query }) => workflow(ctx, params.id, query)),
  create: writes(async (ctx, { query, body: { name, description, enabled, ...definition } }) => {
    await checkDefinition(ctx, query, definition, enabled)
    const id = await store.insertWorkflow(ctx.tx, ctx.now, { name, description, enabled }, definition, ctx.caller.id)
    return created(ctx, 'workflows', await workflow(ctx, id, query))
  }),
  update: writes(async (ctx, { params, query, body: { definition, ...values } }) => {
    await store.lockWorkflow(ctx.tx, params.id)
    const before = await workflow(ctx, params.id, query)
    const { trigger, moment, conditions, steps } = before
    const kept = { trigger, moment, conditions, steps }
    if (definition || values.enabled)
      await checkDefinition(ctx, query, definition ?? kept, values.enabled ?? before.enabled)
    const isTurnedOn = values.enabled === true && !before.enabled
    const isTakenOver = definition !== undefined || values.enabled === true
    await store.updateWorkflow(
      ctx.tx,
      ctx.now,
      before,
      // Turned on, a workflow of ours works with the words that were read here, not with English ones.
      { ...(isTurnedOn && { name: before.name }), ...values },
      definition ?? (isTurnedOn && (await store.isReady(ctx.tx, params.id)) ? kept : undefined),
      ctx.caller.id,
    )
    if (isTakenOver) await takeOver(ctx, params.id)
    return changed(ctx, 'workflows', before, await workflow(ctx, params.id, query))
  }),
  remove: writes(async (ctx, { params, query }) => {
    await store.lockWorkflow(ctx.tx, params.id)
    const before = await workflow(ctx, params.id, query)
    const count = await store.countLive(ctx.tx, params.id)
    if (count > 0) throw new AppError('in_use', { says: (language) => wordsIn(language, 'UTC').inProgress(count) })
    await store.deleteWorkflow(ctx.tx, params.id)
    await resolveAlert(ctx.tx, 'workflow_failed', params.id, ctx.now)
    await resolveAlert(ctx.tx, 'workflow_held', params.id, ctx.now)
    return removed(ctx, 'workflows', before)
  }),
  getConfig: reads((ctx) => store.readConfig(ctx.db)),
  updateConfig: writes(async (ctx, { body }) => {
    const before = await store.readConfig(ctx.tx)
    await store.saveConfig(ctx.tx, body)
    const after = await store.readConfig(ctx.tx)
    ctx.audit({ action: 'configure', resource: 'workflows', before, after })
    return after
  }),
  options: reads(async (ctx, { query }) => {
    const choices = await store.readChoices(ctx.db, query)
    const named = (rows: readonly { _id: string; name: string }[]) =>
      rows.map(({ _id, name }) => ({ value: _id, name }))
    const valuesOf = (field: Field) => {
      switch (field) {
        case 'event':
        case 'participant_type':
        case 'committee_type':
        case 'title':
        case 'country':
          return named(choices[field])
        default:
          return (fieldSpec(field).values ?? []).map((value) => ({ value, name: '' }))
      }
    }
    return {
      triggers: TRIGGER_NAMES.map((trigger) => ({ trigger, subject: TRIGGERS[trigger] })),
      anchors: [...ANCHORS],
      fields: FIELD_NAMES.map((field) => {
        const { type, of } = fieldSpec(field)
        return { field, type, of: [...of], operators: [...OPERATORS[type]], values: valuesOf(field) }
      }),
      steps: STEP_KINDS.map((kind) => ({ kind, of: [...STEP_SUBJECTS[kind]] })),
      templates: choices.templates.map(({ channels, ...template }) => ({
        ...template,
        channels: MESSAGE_CHANNELS.filter((channel) => channels.includes(channel)),
      })),
      roles: choices.roles,
      committee_types: choices.committee_type,
    }
  }),
  test: writes(async (ctx, { query, body: { definition, ...record } }) => {
    if (!may(ctx, 'workflows.create') && !may(ctx, 'workflows.update')) throw new AppError('forbidden')
    await checkDefinition(ctx, query, definition, false)
    const of = TRIGGERS[definition.trigger]
    if (!may(ctx, READ[of])) throw new AppError('forbidden')
    const id = record[`${of}_id`]
    if (id === undefined) throw invalid([{ field: `${of}_id`, code: 'required' }])
    const about = found((await findAbout(ctx.db, of, [id], ctx.now)).get(id))
    return { about: about.name, code: about.code, lines: await testLines(ctx, definition, about) }
  }),
  listRuns: reads(async (ctx, { query }) => {
    const { items, total } = await store.listRuns(ctx.db, query)
    const words = await wordsOf(ctx)
    return { items: items.map((row) => runView(ctx, row, words)), total }
  }),
  exportRuns: readsLate(async (ctx, { query }) => {
    const words = await wordsOf(ctx)
    return exportRows(ctx, query, {
      name: 'workflow-runs',
      columns: {
        workflow: (row) => row.workflow.name,
        about: (row) => row.about,
        code: (row) => row.code,
        state: (row) => wordCell(row.state),
        reason: (row) => wordCell(row.reason),
        error: (row) => row.error,
        started_at: (row) => momentCell(row.started_at),
        finished_at: (row) => momentCell(row.finished_at),
      },
      rows: eachOf(
        eachPage((page) => store.listRuns(ctx.db, { ...query, ...page })),
        (row) => runView(ctx, row, words),
      ),
    })
  }),
  retryRuns: writes(async (ctx, { query, body }) => {
    const answer = await retryFailed(ctx, body, query)
    ctx.audit({ action: 'retry_runs', resource: 'workflows', after: { ...body, ...answer } })
    ctx.publish('staff', 'workflows.changed')
    return answer
  }),
  retryRun: writes((ctx, { params, query }) => actOnRun(ctx, params.id, query, 'retry', retry)),
  cancelRun: writes((ctx, { params, query }) => actOnRun(ctx, params.id, query, 'cancel', cancelRun)),
  listApprovals: reads(async (ctx, { query }) => {
    const { items, total } = await store.listApprovals(ctx.db, query, ctx.caller.id, may(ctx, 'workflows.update'))
    return { items: items.map((row) => approvalView(ctx, row)), total }
  }),
  answerApproval: writes(async (ctx, { params, query, body }) => {
    const asked = await findMine(ctx, params.id, query)
    const { id, name } = ctx.caller
    await answer(ctx, asked, { answer: body.answer, comment: body.comment ?? '', by: { id, name } })
    ctx.audit({ action: body.answer, resource: 'workflows', objectId: params.id, after: body })
    ctx.publish('staff', 'workflows.changed')
    return approvalView(ctx, await findMine(ctx, params.id, query))
  }),
})
