import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import {
  type Branch,
  branchPath,
  type Definition,
  LIVE_RUNS,
  MOST_RETRIED,
  meets,
  nextPath,
  type RunReason,
  type SimpleStep,
  type Step,
  stepAt,
  stillApplies,
  TRIGGER_NAMES,
  TRIGGERS,
  type Trigger,
  type WorkflowConfig,
  workflowDefinition,
  type workflowRoutes,
} from '@shiloh/contract/workflows'
import type { z } from 'zod'
import { type Foretold, foretellTemplate, sendTemplate, type Told } from '#features/messaging'
import { editReservation, letterAllowed, releaseUnpaid } from '#features/reservations'
import { createTask } from '#features/tasks'
import { findKeptUnderWay, keepActivities } from '#platform/activity/activity'
import { namedByFields } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, isPassing } from '#platform/errors'
import { inWork, type ReadWork, type Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlerts } from '#platform/messaging/alerts.store'
import { forgetMessages } from '#platform/messaging/messages.store'
import { forgetNotifications } from '#platform/messaging/notices.store'
import { APPROVALS_LINK } from './mails.ts'
import { type Asked, hindranceAt, notDenied, readersAmong } from './rights.ts'
import type { StepResult } from './says.ts'
import { type About, findAbout, findCommittee, findReached, momentOf, nameOf } from './subjects.store.ts'
import * as store from './workflows.store.ts'

const DAY_MS = 86_400_000
/** After this time a run that its author may not continue is tried again. */
const PAUSE_MS = 3_600_000
/** Things that happened, or reservations of a date, per transaction. */
const AT_ONCE = 100

/** The task that starts and advances runs. The trigger functions of the database enqueue it too. */
export const RUN_WORKFLOWS = 'run_workflows'

/** A step that did not do what it is for. Its effects are rolled back, and the run shows why. */
class StepFailed extends Error {
  readonly result: StepResult
  constructor(result: StepResult) {
    super(result.did)
    this.result = result
  }
}

// ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Occasion {
  readonly occasion: string
  readonly causedBy: string | null
  readonly depth: number
  /** Runs of a date begin all at once, and are not counted. */
  readonly isDated: boolean
}

/** Returns the limit that keeps a run from starting, if any. */
const limitOf = async (
  work: Work,
  config: WorkflowConfig,
  workflow: store.Listening,
  about: About,
  { depth, isDated }: Occasion,
): Promise<RunReason | null> => {
  if (depth >= config.depth) return 'loop'
  const recent = await store.countRecent(work.tx, workflow.id, about.id, work.now)
  if (recent.record >= config.runs_per_record) return 'too_often'
  return !isDated && recent.hour >= config.runs_per_hour ? 'too_many' : null
}

const DAY_KEY = 'workflow:'
/** The day of a run, as the key of its activity. */
const keyOfDay = (workflowId: string, startedAt: Date): string =>
  `${DAY_KEY}${workflowId}:${startedAt.toISOString().slice(0, 10)}`

/** Shows the runs of these days in the list of activities, one entry for each workflow and day. */
const keepDays = (deps: Deps, keys: ReadonlySet<string>): Promise<void> =>
  inWork(deps, async (work) => {
    // In one order, so that two processes do not wait for each other.
    const days = [...keys].sort().map((key) => {
      const [workflow_id = '', day = ''] = key.slice(DAY_KEY.length).split(':')
      return { workflow_id, day }
    })
    await keepActivities(
      work,
      (await store.countDays(work.tx, days)).map((one) => ({
        key: `${DAY_KEY}${one.workflow_id}:${one.day}`,
        kind: 'workflow',
        about: { name: one.name },
        permission: 'workflows.read',
        link: `/admin/workflow/${one.workflow_id}`,
        isOver: one.running === 0,
        done: one.total - one.running,
        total: one.total,
        result: { done: one.done, waiting: one.waiting, failed: one.failed },
        startedAt: one.began_at,
      })),
    )
  })

/** Starts a run if the conditions are met. A limit is written down as a run that stopped. Returns whether there is one. */
const start = async (
  work: Work,
  config: WorkflowConfig,
  workflow: store.Listening,
  about: About,
  on: Occasion,
): Promise<boolean> => {
  const { conditions, steps } = workflow.definition
  if (about.isErased || !meets(conditions, about.facts)) return false
  const reason = await limitOf(work, config, workflow, about, on)
  await store.insertRun(work.tx, work.now, {
    workflow_id: workflow.id,
    version: workflow.version,
    subject: about.subject,
    subject_id: about.id,
    reservation_id: about.reservationId,
    user_id: about.userId,
    ticket_id: about.ticketId,
    event_id: about.eventId,
    occasion: on.occasion,
    caused_by: on.causedBy,
    depth: on.depth,
    state: reason ? 'stopped' : steps.length > 0 ? 'running' : 'done',
    reason,
    path: steps.length > 0 ? '0' : null,
  })
  if (reason)
    await raiseAlert(
      work.tx,
      'workflow_held',
      workflow.id,
      { workflow_id: workflow.id, name: workflow.name, reason },
      work.now,
    )
  return true
}

/** Makes runs of what has happened, and adds the keys of their day. Returns how much of it there was. */
const startHappened = (deps: Deps, touched: Set<string>): Promise<number> =>
  inWork(deps, async (work) => {
    const happened = await store.takeHappened(work.tx, AT_ONCE)
    const config = await store.readConfig(work.tx)
    // While workflows are off, what happens starts nothing, also not later.
    if (!config.enabled) return happened.length
    for (const trigger of TRIGGER_NAMES) {
      const ofTrigger = happened.filter((one) => one.trigger === trigger)
      if (ofTrigger.length === 0) continue
      const listening = await store.findListening(work.tx, trigger)
      if (listening.length === 0) continue
      const ids = ofTrigger.map(({ subject_id }) => subject_id)
      const abouts = await findAbout(work.tx, TRIGGERS[trigger], ids, work.now)
      for (const { id, subject_id, caused_by, depth } of ofTrigger) {
        const about = abouts.get(subject_id)
        if (!about) continue
        const occasion = { occasion: id, causedBy: caused_by, depth, isDated: false }
        for (const workflow of listening)
          if (await start(work, config, workflow, about, occasion)) touched.add(keyOfDay(workflow.id, work.now))
      }
    }
    return happened.length
  })

/** Returns the workflows that a trigger would start now for one record. */
export const workflowsOf = async ({ db, now }: ReadWork, trigger: Trigger, id: string) => {
  const { enabled } = await store.readConfig(db)
  const about = (await findAbout(db, TRIGGERS[trigger], [id], now)).get(id)
  if (!enabled || !about) return []
  const listening = await store.readListening(db, trigger)
  return listening
    .filter(({ definition }) => meets(definition.conditions, about.facts))
    .map((workflow) => ({ _id: workflow.id, name: workflow.name }))
}

/** Starts the workflows whose day relative to an event has come, once for each live reservation. */
export const startDated = async (deps: Deps): Promise<void> => {
  const workflows = await inWork(deps, ({ tx }) => store.findListening(tx, 'event_date'))
  for (const { id } of workflows) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const from: string = after
      after = await inWork(deps, async (work) => {
        const config = await store.readConfig(work.tx)
        const workflow = (await store.findListening(work.tx, 'event_date')).find((one) => one.id === id)
        const at = workflow?.definition.moment
        if (!config.enabled || !workflow || !at) return undefined
        const ids = await findReached(work.tx, id, at, work.now, from, AT_ONCE)
        const abouts = await findAbout(work.tx, 'reservation', ids, work.now)
        const occasion = { occasion: 'event_date', causedBy: null, depth: 0, isDated: true }
        for (const about of abouts.values()) await start(work, config, workflow, about, occasion)
        return ids.length < AT_ONCE ? undefined : ids.at(-1)
      })
    }
  }
}

// ── Advancing ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Why a run about this cannot go on. */
const endOf = (about: About | undefined, { trigger }: Definition): RunReason | undefined => {
  if (!about) return 'subject_gone'
  if (about.isErased) return 'person_erased'
  const isOver = about.status === 'cancelled' || about.status === 'failed' || about.status === 'archived'
  return isOver && trigger !== 'reservation_cancelled' ? 'reservation_ended' : undefined
}

const finish = (work: Work, id: string, state: 'done' | 'ended' | 'cancelled', reason?: RunReason) =>
  store.saveRun(work.tx, id, { state, reason: reason ?? null, error: null, wake_at: null, finished_at: work.now })

/** Goes on with a path now, or finishes. */
const goOn = async (work: Work, run: store.RunRow, path: string | null): Promise<void> => {
  if (path === null) return finish(work, run.id, 'done')
  const now = { wake_at: work.now, error: null, reason: null, finished_at: null }
  await store.saveRun(work.tx, run.id, { state: 'running', path, ...now })
}

const mark = (work: Work, run: store.RunRow, path: string, kind: Step['kind'], state: string, result: StepResult) =>
  store.saveStep(work.tx, { run_id: run.id, path, kind, state, result, at: work.now })

/** Returns until when a step waits: null if the event has no such date. */
export const waitUntil = (
  db: Parameters<typeof momentOf>[0],
  { until }: Extract<Step, { kind: 'wait' }>,
  eventId: string | null,
  now: Date,
): Promise<Date | null> => {
  if (!('anchor' in until)) return Promise.resolve(new Date(now.getTime() + until.days * DAY_MS))
  return eventId === null ? Promise.resolve(null) : momentOf(db, eventId, until)
}

type SendStep = Extract<Step, { kind: 'send' }>

const namedBy = ({ reservationId, userId, ticketId, eventId }: About) =>
  namedByFields({ reservation_id: reservationId, user_id: userId, ticket_id: ticketId, event_id: eventId })

/** Writes a message to each of its readers. */
const tellAll = async (
  db: Queryable,
  step: SendStep,
  about: About,
  tell: (message: Parameters<typeof foretellTemplate>[1]) => Promise<Told>,
): Promise<Pick<Extract<StepResult, { did: 'send' }>, 'channels' | 'left_out'>> => {
  const to = about.reservationId ? { reservation_id: about.reservationId } : { user_id: about.userId ?? '' }
  const message = { template_id: step.template_id, to, channels: step.channels, needed: step.needed }
  const readers =
    step.role_id === null
      ? [undefined]
      : await readersAmong(db, await store.findHolders(db, step.role_id), about, namedBy(about))
  const told: Told[] = []
  for (const reader_id of readers) told.push(await tell({ ...message, ...(reader_id && { reader_id }) }))
  const channels = MESSAGE_CHANNELS.filter((channel) => told.some(({ sent }) => sent.includes(channel)))
  const left_out = MESSAGE_CHANNELS.filter((channel) => !channels.includes(channel)).flatMap((channel) => {
    const why = told.map(({ leftOut }) => leftOut[channel]).find((each) => each !== undefined)
    return why ? [[channel, why] as const] : []
  })
  return { channels, left_out: Object.fromEntries(left_out) }
}

/**
 * Says over which channels a message would reach its readers now, why not over the others, and what the first of them
 * would read.
 */
export const foretell = async ({ db, now, deps }: ReadContext, step: SendStep, about: About) => {
  const read: Foretold['message'][] = []
  const told = await tellAll(db, step, about, async (message) => {
    const foretold = await foretellTemplate({ db, now, deps }, message)
    read.push(foretold.message)
    return foretold
  })
  return { ...told, message: read[0] ?? null }
}

/** Does what a step is for. @throws StepFailed */
const effect = async (
  work: Work,
  run: store.RunRow,
  about: About,
  step: Exclude<SimpleStep, { kind: 'wait' }>,
): Promise<StepResult> => {
  switch (step.kind) {
    case 'send': {
      const template = await nameOf(work.tx, 'template', step.template_id)
      if (step.letter) await letterAllowed(work.tx, about.reservationId ?? '')
      const letter = step.letter && about.reservationId ? { ...step.letter, reservation_id: about.reservationId } : null
      const { channels, left_out } = await tellAll(work.tx, step, about, (message) =>
        sendTemplate(work, { ...message, ...(letter && { letter }) }),
      )
      if (channels.length === 0) {
        const unreached = { did: 'unreached', template: template ?? '', left_out } as const
        const reasons = Object.values(left_out)
        // Who wants no news gets none: that is no failure, and the steps after it still follow.
        if (reasons.length > 0 && reasons.every((reason) => reason === 'opted_out')) return unreached
        throw new StepFailed(unreached)
      }
      if (letter && channels.includes('mail'))
        work.audit({
          action: 'issue_letter',
          resource: 'reservations',
          objectId: about.id,
          after: { ...step.letter, workflow: run.workflow },
        })
      return { did: 'send', template: template ?? '', channels, left_out }
    }
    case 'task': {
      const due_on = new Date(work.now.getTime() + step.due_days * DAY_MS).toISOString().slice(0, 10)
      const task_id = await createTask(work, {
        title: step.title,
        role_id: step.role_id,
        due_on,
        event_id: about.eventId,
        reservation_id: about.reservationId,
        user_id: about.userId,
        ticket_id: about.ticketId,
        opens: step.opens,
      })
      return { did: 'task', title: step.title, task_id }
    }
    case 'committee': {
      const name = await nameOf(work.tx, 'committee_type', step.committee_type_id)
      const before = about.reservationId && (await findCommittee(work.tx, about.reservationId))
      if (name === undefined || about.reservationId === null) throw new StepFailed({ did: 'failed', code: 'not_found' })
      if (before === step.committee_type_id) return { did: 'committee', name }
      const patch = { committee_type_id: step.committee_type_id }
      await editReservation(work, {
        id: about.reservationId,
        patch,
        asker: 'staff',
        by: { actor: 'system', actorId: null },
      })
      work.audit({
        action: 'set_committee_type',
        resource: 'reservations',
        objectId: about.id,
        before: { committee_type_id: before },
        after: patch,
      })
      return { did: 'committee', name }
    }
    case 'release':
      return { did: 'release', what: await releaseUnpaid(work, about.id) }
  }
}

/**
 * Returns whom a step asks: those with its role, and in their place those who can change workflows if nobody has the role, or if
 * what it is about is denied to everybody with it.
 */
export const findAsked = async (
  db: Queryable,
  step: Extract<Step, { kind: 'approval' }>,
  about: About,
): Promise<{ roleId: string | null; asked: Asked[]; isOfRole: boolean }> => {
  const roleId = step.role_id ?? (await store.readConfig(db)).approver_role_id
  const holders = roleId === null ? [] : await store.findHolders(db, roleId)
  const asked = await notDenied(db, holders, about, namedBy(about))
  if (asked.length > 0) return { roleId, asked, isOfRole: true }
  return {
    // A person who gets a role that nobody has can answer it.
    roleId: holders.length > 0 ? null : roleId,
    asked: await notDenied(db, await store.findManagers(db), about, namedBy(about)),
    isOfRole: false,
  }
}

const ask = async (
  work: Work,
  run: store.RunRow,
  path: string,
  about: About,
  step: Extract<Step, { kind: 'approval' }>,
) => {
  const { roleId, asked, isOfRole } = await findAsked(work.tx, step, about)
  const expires = new Date(work.now.getTime() + step.days * DAY_MS)
  await store.insertApproval(work.tx, work.now, {
    run_id: run.id,
    path,
    role_id: roleId,
    question: step.question,
    expires_at: expires,
  })
  for (const { id: userId, reads } of asked) {
    // Who may not read a ticket hears whose it is.
    const name = reads ? about.name : (about.person ?? about.name)
    await work.send({
      channel: 'notice',
      template: 'workflow_approval',
      userId,
      data: { question: step.question, about: [name, about.code].filter(Boolean).join(' ') },
    })
  }
  const role = isOfRole && roleId !== null ? ((await nameOf(work.tx, 'role', roleId)) ?? null) : null
  await mark(work, run, path, 'approval', 'asking', { did: 'asks', role, question: step.question })
  await store.saveRun(work.tx, run.id, { state: 'asking', path, wake_at: expires, reason: null })
}

/** Does the next step of a locked run: its effects, its mark and the next step are one transaction. */
const advance = async (work: Work, run: store.RunRow): Promise<void> => {
  const definition = workflowDefinition.parse(run.definition)
  const { steps, trigger } = definition
  const about = (await findAbout(work.tx, TRIGGERS[trigger], [run.subject_id], work.now)).get(run.subject_id)
  const over = endOf(about, definition)
  if (over || !about) {
    if (run.path) await store.saveAnswer(work.tx, work.now, run.id, run.path, { state: 'no_answer' })
    return finish(work, run.id, 'ended', over ?? 'subject_gone')
  }
  const path = run.path ?? ''
  const step = stepAt(steps, path)
  if (!step) return finish(work, run.id, 'done')
  // It may have waited or failed meanwhile: who has paid is not reminded.
  const isDecided = run.state === 'asking' || step.kind === 'wait'
  if (!isDecided && !stillApplies(definition.conditions, about.facts, await store.findChanging(work.tx, run.id)))
    return finish(work, run.id, 'ended', 'conditions_unmet')
  const hindrance =
    run.state === 'asking'
      ? null
      : await hindranceAt(work.tx, run.author_id, TRIGGERS[trigger], step, namedByFields(run))
  if (hindrance) {
    const wake_at = new Date(work.now.getTime() + PAUSE_MS)
    const { workflow_id, workflow: name } = run
    await raiseAlert(work.tx, 'workflow_held', workflow_id, { workflow_id, name, reason: hindrance }, work.now)
    return store.saveRun(work.tx, run.id, { state: 'paused', reason: hindrance, wake_at })
  }
  if (step.kind === 'approval') {
    if (run.state !== 'asking') return ask(work, run, path, about, step)
    await store.saveAnswer(work.tx, work.now, run.id, path, { state: 'no_answer' })
    await mark(work, run, path, 'approval', 'done', { did: 'no_answer', name: '' })
    return goOn(work, run, branchPath(steps, path, 'no_answer'))
  }
  if (step.kind === 'wait') {
    const until = run.state === 'waiting' ? null : await waitUntil(work.tx, step, about.eventId, work.now)
    if (until !== null && until > work.now) {
      await mark(work, run, path, 'wait', 'waiting', { did: 'waits', until: until.toISOString() })
      return store.saveRun(work.tx, run.id, { state: 'waiting', path, wake_at: until })
    }
    await mark(work, run, path, 'wait', 'done', { did: 'wait', until: work.now.toISOString() })
    return goOn(work, run, nextPath(steps, path))
  }
  await store.causedBy(work.tx, run.id)
  await mark(work, run, path, step.kind, 'done', await effect(work, run, about, step))
  await goOn(work, run, nextPath(steps, path))
}

/** Does one step of the run that waits longest. Returns the key of its day, or undefined if none is due. */
const advanceNext = async (deps: Deps): Promise<string | undefined> => {
  let current: string | undefined
  let key: string | undefined
  try {
    await inWork(deps, async (work) => {
      current = await store.lockDueRun(work.tx, work.now)
      const run = current && (await store.findRun(work.tx, current))
      if (!run) return
      key = keyOfDay(run.workflow_id, run.started_at)
      await advance(work, run)
    })
    return key
  } catch (error) {
    if (current === undefined || (error instanceof AppError && isPassing(error))) throw error
    if (!(error instanceof StepFailed) && !(error instanceof AppError))
      deps.log.error({ err: error, run: current }, 'a step of a workflow failed')
    const result: StepResult =
      error instanceof StepFailed
        ? error.result
        : { did: 'failed', code: error instanceof AppError ? error.code : 'internal_error' }
    await fail(deps, current, result)
    return key
  }
}

const fail = (deps: Deps, id: string, result: StepResult): Promise<void> =>
  inWork(deps, async (work) => {
    await store.lockRun(work.tx, id)
    const run = await store.findRun(work.tx, id)
    if ((run?.state !== 'running' && run?.state !== 'paused') || run.path === null) return
    const step = stepAt(workflowDefinition.parse(run.definition).steps, run.path)
    if (step) await mark(work, run, run.path, step.kind, 'failed', result)
    await store.saveRun(work.tx, id, { state: 'failed', wake_at: null, reason: null, error: result.did })
    const { workflow_id, workflow: name } = run
    await raiseAlert(work.tx, 'workflow_failed', workflow_id, { workflow_id, name }, work.now)
    work.publish('staff', 'workflows.changed')
  })

/** Milliseconds between two counts of the runs that are under way. */
const COUNT_MS = 1000

/** Starts what has happened, and advances every run that is due. Several processes share the work. */
export const runWorkflows = async (deps: Deps): Promise<void> => {
  // Also those of a process that died before it counted them.
  const touched = new Set(await findKeptUnderWay(deps.db, 'workflow'))
  while ((await startHappened(deps, touched)) === AT_ONCE);
  if (!(await store.readConfig(deps.db)).enabled) return
  let counted = performance.now()
  let moved = false
  for (let key = await advanceNext(deps); key !== undefined; key = await advanceNext(deps)) {
    moved = true
    touched.add(key)
    if (performance.now() - counted < COUNT_MS) continue
    await keepDays(deps, touched)
    counted = performance.now()
  }
  if (touched.size > 0) await keepDays(deps, touched)
  if (moved) deps.realtime.publish([{ room: 'staff', event: 'workflows.changed', data: {} }])
}

// ── By hand ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Ends the alerts of workflows that have no failed run any more. */
const endMended = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, workflowIds: readonly string[]): Promise<void> =>
  resolveAlerts(tx, 'workflow_failed', await store.findMended(tx, workflowIds), now)

/** Runs the failed steps of a filter again, of the oldest thousand runs. @param hidden what is hidden from the caller */
export const retryFailed = async (
  work: Work,
  query: z.output<typeof workflowRoutes.retryRuns.body>,
  hidden: object,
): Promise<{ retried: number; left: number }> => {
  const woken = await store.wakeFailed(work.tx, work.now, query, hidden, MOST_RETRIED)
  await endMended(work, await store.findFailing(work.tx))
  if (woken.retried > 0) await work.enqueue(RUN_WORKFLOWS, {})
  return woken
}

/** Runs the failed step again. @throws illegal_transition */
export const retry = async (work: Work, run: store.RunRow): Promise<void> => {
  if (run.state !== 'failed') throw new AppError('illegal_transition', { data: { status: run.state } })
  await goOn(work, run, run.path)
  await endMended(work, [run.workflow_id])
  await work.enqueue(RUN_WORKFLOWS, {})
}

/** Ends a run that is in progress. @throws illegal_transition */
export const cancelRun = async (work: Work, run: store.RunRow): Promise<void> => {
  if (!LIVE_RUNS.some((live) => live === run.state))
    throw new AppError('illegal_transition', { data: { status: run.state } })
  if (run.path) await store.saveAnswer(work.tx, work.now, run.id, run.path, { state: 'no_answer' })
  await finish(work, run.id, 'cancelled', 'by_hand')
  await endMended(work, [run.workflow_id])
}

/**
 * Stores the first answer to an approval; the run goes on with its branch. The run is locked: of two answers at once, the
 * second finds the first.
 * @throws illegal_transition after the first answer, or when nobody is asked any more
 */
export const answer = async (
  work: Work,
  { run_id, path }: { readonly run_id: string; readonly path: string },
  {
    by,
    comment,
    ...given
  }: { answer: Exclude<Branch, 'no_answer'>; comment: string; by: { id: string; name: string } },
): Promise<void> => {
  await store.lockRun(work.tx, run_id)
  const run = await store.findRun(work.tx, run_id)
  const values = { state: given.answer, comment, answered_by: by.id }
  const isFirst = run?.state === 'asking' && (await store.saveAnswer(work.tx, work.now, run_id, path, values))
  if (!run || !isFirst) throw new AppError('illegal_transition')
  await mark(work, run, path, 'approval', 'done', { did: given.answer, name: by.name })
  await goOn(work, run, branchPath(workflowDefinition.parse(run.definition).steps, path, given.answer))
  await work.enqueue(RUN_WORKFLOWS, {})
}

/** Ends what runs and asks about a person whose account is erased or deleted, and what was written about it to others. */
export const endWorkflowsAbout = async (work: Work, userId: string): Promise<void> => {
  // A run that asks at this moment is waited for, and what it wrote is seen then.
  const ended = await store.endRunsAbout(work.tx, work.now, userId)
  const about = await store.findAskedAbout(work.tx, userId)
  await forgetNotifications(sqlIn(work.tx), { links: [APPROVALS_LINK], about })
  await forgetMessages(work.tx, ['workflow_approval'], 'about', about)
  if (ended.length === 0) return
  await endMended(work, ended)
  work.publish('staff', 'workflows.changed')
}
