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
  meets,
  misfits,
  OPERATORS,
  RUN_REASONS,
  RUN_STATES,
  type Run,
  STEP_KINDS,
  STEP_SUBJECTS,
  type Step,
  SUBJECTS,
  type Subject,
  TRIGGER_NAMES,
  TRIGGERS,
  type Workflow,
  workflowDefinition,
  workflowRoutes,
} from '@shiloh/contract/workflows'
import { z } from 'zod'
import { readClientGroup } from '#features/organisation'
import { bind, reads, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { stamped } from '#platform/db/stamps'
import { AppError, invalid } from '#platform/errors'
import { answer, cancelRun, retry, waitUntil } from './runs.ts'
import { nameOfReady, stepResult, type Would, wordsIn } from './says.ts'
import { type About, findAbout, nameOf } from './subjects.store.ts'
import * as store from './workflows.store.ts'

const READ: Readonly<Record<Subject, Permission>> = {
  reservation: 'reservations.read',
  user: 'users.read',
  ticket: 'support_tickets.read',
  event: 'events.read',
}
const may = (ctx: ReadContext, permission: Permission) => isAllowed(ctx.caller.authorization, permission)
const wordsOf = async (ctx: ReadContext) => wordsIn(ctx.language, (await readClientGroup(ctx.db)).time_zone)

const linkOf = (row: {
  reservation_id: string | null
  user_id: string | null
  event_id: string | null
}): string | null => {
  if (row.reservation_id) return `/admin/reservations/${row.reservation_id}`
  if (row.user_id) return `/admin/users/${row.user_id}`
  return row.event_id ? `/admin/events/${row.event_id}` : null
}

// ── Definitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const view = (ctx: ReadContext, row: store.WorkflowRow): Workflow => {
  const { definition, total, live, failed, done, ready, ...rest } = stamped(row)
  return {
    ...rest,
    name: nameOfReady(row.name, ready, ctx.language),
    ...workflowDefinition.parse(definition),
    runs: { total, live, failed, done },
  }
}

const workflow = async (ctx: ReadContext, id: string): Promise<Workflow> =>
  view(ctx, found(await store.findWorkflow(ctx.db, id)))

const everyStep = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => (step.kind === 'approval' ? [step, ...BRANCHES.flatMap((branch) => step[branch])] : [step]))

/** Refuses parts that do not fit the trigger, and templates, roles and committee types that do not exist. */
const checkDefinition = async (ctx: WriteContext, definition: Definition, enabled: boolean): Promise<void> => {
  const fields = misfits(definition).map((field) => ({ field, code: 'unsupported' as const }))
  if (enabled && definition.steps.length === 0) fields.push({ field: 'steps', code: 'unsupported' })
  const gone = async (kind: 'role' | 'template' | 'committee_type', id: string | null) =>
    id !== null && (await nameOf(ctx.db, kind, id)) === undefined
  for (const [index, outer] of definition.steps.entries())
    for (const step of everyStep([outer]))
      if (
        (step.kind === 'send' && (await gone('template', step.template_id))) ||
        (step.kind === 'committee' && (await gone('committee_type', step.committee_type_id))) ||
        ((step.kind === 'task' || step.kind === 'approval') && (await gone('role', step.role_id)))
      )
        throw invalid([{ field: `steps.${index}`, code: 'not_found' }])
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
  const isLive = ['running', 'waiting', 'asking', 'failed'].includes(state)
  return {
    _id: row.id,
    workflow: { _id: row.workflow_id, name: row.workflow },
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
      return template === undefined
        ? { would: 'gone' }
        : { would: 'send', template, channels: step.channels, name: about.name }
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
      const roleId = step.role_id ?? (await store.readConfig(ctx.db)).approver_role_id
      return { would: 'ask', role: await roleName(roleId), question: step.question }
    }
  }
}

/** What a definition would do, as sentences. */
const testLines = async (ctx: ReadContext, { conditions, steps }: Definition, about: About) => {
  const words = await wordsOf(ctx)
  const starts = meets(conditions, about.facts)
  const count = holding(conditions, about.facts).filter((holds) => !holds).length
  const first: Would = starts ? { would: 'start' } : { would: 'not_start', count }
  const lines: { path: string; kind: 'start' | Step['kind']; ok: boolean; says: string }[] = [
    { path: '', kind: 'start', ok: starts, says: words.would(first) },
  ]
  if (!starts) return lines
  for (const [index, step] of steps.entries()) {
    const line = await wouldOf(ctx, step, about)
    lines.push({ path: String(index), kind: step.kind, ok: line.would !== 'gone', says: words.would(line) })
    if (step.kind !== 'approval') continue
    for (const branch of BRANCHES)
      for (const [at, inner] of step[branch].entries()) {
        const would = await wouldOf(ctx, inner, about)
        const says = words.branch(branch, words.would(would))
        lines.push({ path: `${index}.${branch}.${at}`, kind: inner.kind, ok: would.would !== 'gone', says })
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
    workflow: row.workflow,
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

export const endpoints = bind(workflowRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await store.listWorkflows(ctx.db, query)
    return { items: items.map((row) => view(ctx, row)), total }
  }),
  get: reads((ctx, { params }) => workflow(ctx, params.id)),
  create: writes(async (ctx, { body: { name, description, enabled, ...definition } }) => {
    await checkDefinition(ctx, definition, enabled)
    const id = await store.insertWorkflow(ctx.tx, ctx.now, { name, description, enabled }, definition)
    return created(ctx, 'workflows', await workflow(ctx, id))
  }),
  update: writes(async (ctx, { params, body: { definition, ...values } }) => {
    await store.lockWorkflow(ctx.tx, params.id)
    const before = await workflow(ctx, params.id)
    const { trigger, moment, conditions, steps } = before
    if (definition || values.enabled)
      await checkDefinition(ctx, definition ?? { trigger, moment, conditions, steps }, values.enabled ?? before.enabled)
    await store.updateWorkflow(ctx.tx, ctx.now, before, values, definition)
    return changed(ctx, 'workflows', before, await workflow(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    await store.lockWorkflow(ctx.tx, params.id)
    const before = await workflow(ctx, params.id)
    const count = await store.countLive(ctx.tx, params.id)
    if (count > 0) throw new AppError('in_use', { says: (language) => wordsIn(language, 'UTC').inProgress(count) })
    await store.deleteWorkflow(ctx.tx, params.id)
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
  test: writes(async (ctx, { body: { definition, ...record } }) => {
    await checkDefinition(ctx, definition, false)
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
