import { z } from 'zod'
import { adminResource, exportRoute, flag } from './admin-resource.ts'
import { can, id, idParams, language, line, listRoute, pick, route, signedIn, timestamp } from './core.ts'
import { declareList, listFilter, listQuery } from './lists.ts'
import { MESSAGE_CHANNELS } from './messaging/fields.ts'
import { messageRead } from './messaging/templates.ts'
import { optionalText, stamps } from './record-fields.ts'
import { RESERVATION_STATUSES } from './reservations/states.ts'
import { LODGING_PAYERS } from './reservations/views.ts'
import { TASK_DOCUMENTS } from './tasks.ts'

/** Workflows: when something happens, and conditions hold, steps follow by themselves. */

// ── Triggers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a workflow is about. Its conditions and steps are those of this kind. */
export const SUBJECTS = ['reservation', 'user', 'ticket', 'event'] as const
export type Subject = (typeof SUBJECTS)[number]

/** What starts a workflow, and what it is then about. */
export const TRIGGERS = {
  reservation_made: 'reservation',
  /** Money arrived. Whether it was all of it is a condition. */
  reservation_paid: 'reservation',
  reservation_cancelled: 'reservation',
  user_registered: 'user',
  ticket_opened: 'ticket',
  event_published: 'event',
  /** A day relative to a date of an event, for each of its live reservations. */
  event_date: 'reservation',
} as const satisfies Readonly<Record<string, Subject>>
export type Trigger = keyof typeof TRIGGERS
export const TRIGGER_NAMES = Object.keys(TRIGGERS).filter((name): name is Trigger => Object.hasOwn(TRIGGERS, name))

/** The dates of an event that a trigger or a wait counts from. */
export const ANCHORS = ['starts', 'ends', 'registration_closes', 'balance_due'] as const
export type Anchor = (typeof ANCHORS)[number]

const offsetDays = z.int().min(-365).max(365)
/** A number of days before (negative) or after a date of the event. */
const moment = z.object({ anchor: z.enum(ANCHORS), days: offsetDays })
export type Moment = z.output<typeof moment>

// ── Conditions ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type FieldType = 'choice' | 'money' | 'number' | 'flag' | 'text'

export const OPERATORS = {
  choice: ['is', 'is_not'],
  money: ['at_least', 'less_than', 'equals'],
  number: ['at_least', 'less_than', 'equals'],
  flag: ['is'],
  text: ['contains', 'is', 'is_not'],
} as const satisfies Readonly<Record<FieldType, readonly string[]>>
export type Operator = (typeof OPERATORS)[FieldType][number]
export const OPERATOR_NAMES = ['is', 'is_not', 'at_least', 'less_than', 'equals', 'contains'] as const

interface FieldSpec {
  readonly type: FieldType
  readonly of: readonly Subject[]
  /** The values that are known here. Others come from the lists of the organisation. */
  readonly values?: readonly string[]
}

/** Everything that a condition can ask. Validation, the evaluator and the builder follow from it. */
export const FIELDS = {
  event: { type: 'choice', of: ['reservation', 'event'] },
  participant_type: { type: 'choice', of: ['reservation'] },
  status: { type: 'choice', of: ['reservation'], values: RESERVATION_STATUSES },
  total: { type: 'money', of: ['reservation'] },
  paid: { type: 'money', of: ['reservation'] },
  balance: { type: 'money', of: ['reservation'] },
  has_room: { type: 'flag', of: ['reservation'] },
  guests: { type: 'number', of: ['reservation'] },
  committee_type: { type: 'choice', of: ['reservation'] },
  days_to_event: { type: 'number', of: ['reservation', 'event'] },
  country: { type: 'choice', of: ['reservation', 'user', 'ticket'] },
  language: { type: 'choice', of: ['reservation', 'user', 'ticket'], values: ['en', 'de', 'fr', 'pt'] },
  title: { type: 'choice', of: ['reservation', 'user'] },
  is_not_member: { type: 'flag', of: ['reservation', 'user'] },
  ticket_category: {
    type: 'choice',
    of: ['ticket'],
    values: ['general', 'registration', 'payment', 'rooms', 'travel', 'account', 'other'],
  },
  ticket_subject: { type: 'text', of: ['ticket'] },
} as const satisfies Readonly<Record<string, FieldSpec>>
export type Field = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS).filter((name): name is Field => Object.hasOwn(FIELDS, name))
export const fieldSpec = (field: Field): FieldSpec => FIELDS[field]

const fits = (type: FieldType, value: unknown): boolean => {
  switch (type) {
    case 'flag':
      return typeof value === 'boolean'
    case 'money':
    case 'number':
      return typeof value === 'number'
    default:
      return typeof value === 'string' && value !== ''
  }
}

const condition = z
  .object({
    field: z.enum(FIELD_NAMES),
    operator: z.enum(OPERATOR_NAMES),
    /** An id or a known value; minor units; a number; yes or no; words. */
    value: z.union([z.string().max(200), z.number(), z.boolean()]),
  })
  .refine(({ field, operator }) => OPERATORS[fieldSpec(field).type].some((known) => known === operator), {
    error: 'unknown_choice',
    path: ['operator'],
  })
  .refine(({ field, value }) => fits(fieldSpec(field).type, value), { error: 'invalid_type', path: ['value'] })
export type Condition = z.output<typeof condition>

const conditions = z.object({ match: z.enum(['all', 'any']), list: z.array(condition).max(20) })
export type Conditions = z.output<typeof conditions>

/** What is known of a subject. A field that is absent or null meets no condition but `is_not`. */
export type Facts = Readonly<Partial<Record<Field, string | number | boolean | null>>>

const holds = ({ field, operator, value }: Condition, facts: Facts): boolean => {
  const fact = facts[field] ?? null
  switch (operator) {
    case 'is':
    case 'equals':
      return fact === value
    case 'is_not':
      return fact !== value
    case 'at_least':
      return typeof fact === 'number' && typeof value === 'number' && fact >= value
    case 'less_than':
      return typeof fact === 'number' && typeof value === 'number' && fact < value
    case 'contains':
      return typeof fact === 'string' && fact.toLowerCase().includes(String(value).toLowerCase())
  }
}

/** Returns whether each condition holds, in their order. */
export const holding = ({ list }: Conditions, facts: Facts): boolean[] => list.map((one) => holds(one, facts))

/** Returns whether the conditions are met. Without any, they are. */
export const meets = (asked: Conditions, facts: Facts): boolean => {
  const results = holding(asked, facts)
  if (results.length === 0) return true
  return asked.match === 'all' ? results.every(Boolean) : results.some(Boolean)
}

/** What steps change of the facts that conditions ask. */
const CHANGED_BY = {
  committee: ['committee_type', 'total', 'balance'],
  release: ['status', 'total', 'balance', 'has_room'],
} as const satisfies Readonly<Record<string, readonly Field[]>>
export const CHANGING_STEPS = ['committee', 'release'] as const

/**
 * Returns whether a run that began when the conditions were met still applies. What its own steps changed is not held against it, and
 * the days to the event only say when it begins.
 */
export const stillApplies = (
  asked: Conditions,
  facts: Facts,
  did: readonly (typeof CHANGING_STEPS)[number][],
): boolean => {
  const changed: readonly Field[] = ['days_to_event', ...did.flatMap((kind) => CHANGED_BY[kind])]
  const list = asked.list.filter(({ field }) => !changed.includes(field))
  // Of conditions of which any is enough, the one that was met can be among those.
  if (asked.match === 'any' && list.length < asked.list.length) return true
  return meets({ match: asked.match, list }, facts)
}

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const sendStep = z.object({
  kind: z.literal('send'),
  template_id: id,
  channels: z.array(z.enum(MESSAGE_CHANNELS)).min(1, { error: 'required' }),
  /** The staff who get it. Null: the person that the workflow is about. */
  role_id: id.nullable().default(null),
  /** Their reservation needs it: it also goes to people who want no news, and to addresses that nobody confirmed. */
  needed: z.boolean().default(false),
  /** Attached to the mail, if the place is confirmed. Only of a workflow about reservations. */
  letter: z
    .object({
      /** Null: the reader's. */
      language: language.nullable().default(null),
      lodging: z.enum(LODGING_PAYERS).default('guest'),
    })
    .nullable()
    .default(null),
})
const taskStep = z.object({
  kind: z.literal('task'),
  title: line(200),
  role_id: id.nullable().default(null),
  due_days: z.int().min(0).max(365).default(1),
  /** The document that the task leads to. */
  opens: z.enum(TASK_DOCUMENTS).nullable().default(null),
})
const committeeStep = z.object({ kind: z.literal('committee'), committee_type_id: id })
const waitStep = z.object({
  kind: z.literal('wait'),
  /** Days from now, or until a day of the event. */
  until: z.union([z.object({ days: z.int().min(1).max(365) }), moment]),
})
/** Gives up the bed of an unpaid reservation, and some days later its place, as the event's own rule does. */
const releaseStep = z.object({ kind: z.literal('release') })
const simpleSteps = [sendStep, taskStep, committeeStep, waitStep, releaseStep] as const
const branch = z.array(z.discriminatedUnion('kind', simpleSteps)).max(10).default([])
const approvalStep = z.object({
  kind: z.literal('approval'),
  /** Null: whom the configuration names. */
  role_id: id.nullable().default(null),
  question: line(300),
  /** Days after which nobody answers any more. */
  days: z.int().min(1).max(60).default(3),
  approved: branch,
  declined: branch,
  no_answer: branch,
})
const step = z.discriminatedUnion('kind', [...simpleSteps, approvalStep])
export type Step = z.output<typeof step>
export type SimpleStep = Exclude<Step, { kind: 'approval' }>
export const STEP_KINDS = ['send', 'approval', 'task', 'committee', 'wait', 'release'] as const
export type StepKind = (typeof STEP_KINDS)[number]
export const BRANCHES = ['approved', 'declined', 'no_answer'] as const
export type Branch = (typeof BRANCHES)[number]

/** The subjects for which a step makes sense. */
export const STEP_SUBJECTS: Readonly<Record<StepKind, readonly Subject[]>> = {
  send: ['reservation', 'user', 'ticket'],
  approval: SUBJECTS,
  task: SUBJECTS,
  committee: ['reservation'],
  wait: SUBJECTS,
  release: ['reservation'],
}

const definition = z.object({
  trigger: z.enum(TRIGGER_NAMES),
  /** Of `event_date`. */
  moment: moment.nullable().default(null),
  conditions,
  steps: z.array(step).max(20),
})
export type Definition = z.output<typeof definition>
export const workflowDefinition = definition

const everyStep = (steps: readonly Step[]): Step[] =>
  steps.flatMap((one) => (one.kind === 'approval' ? [one, ...one.approved, ...one.declined, ...one.no_answer] : [one]))

/** All steps with their place: `steps.0`, and `steps.0.approved.1` in the branch of an approval. */
export const placedSteps = (steps: readonly Step[]): [string, Step][] =>
  steps.flatMap((step, index): [string, Step][] => [
    [`steps.${index}`, step],
    ...(step.kind === 'approval'
      ? BRANCHES.flatMap((branch) =>
          step[branch].map((inner, at): [string, Step] => [`steps.${index}.${branch}.${at}`, inner]),
        )
      : []),
  ])

/** Names the parts of a definition that do not fit its trigger. */
export const misfits = ({ trigger, moment: at, conditions: asked, steps }: Definition): string[] => {
  const subject: Subject = TRIGGERS[trigger]
  return [
    ...(trigger === 'event_date' && at === null ? ['moment'] : []),
    ...asked.list.flatMap(({ field }, index) =>
      fieldSpec(field).of.includes(subject) ? [] : [`conditions.list.${index}.field`],
    ),
    ...steps.flatMap((one, index) =>
      everyStep([one]).every(({ kind }) => STEP_SUBJECTS[kind].includes(subject)) ? [] : [`steps.${index}.kind`],
    ),
    ...placedSteps(steps).flatMap(([path, one]) =>
      one.kind === 'send' && one.needed && subject !== 'reservation' ? [`${path}.needed`] : [],
    ),
    ...placedSteps(steps).flatMap(([path, one]) =>
      one.kind === 'send' && one.letter && subject !== 'reservation' ? [`${path}.letter`] : [],
    ),
    ...(enabledWithoutEvent(subject) && everyStep(steps).some(waitsForEvent) ? ['steps'] : []),
  ]
}
const enabledWithoutEvent = (subject: Subject) => subject === 'user' || subject === 'ticket'
const waitsForEvent = (one: Step) => one.kind === 'wait' && 'anchor' in one.until

// ── Where a run is: the path of a step ───────────────────────────────────────────────────────────────────────────────

/** The first steps, `0`, `1`, and those of the branches of an approval, `1.approved.0`. */
export const stepAt = (steps: readonly Step[], path: string): Step | undefined => {
  const [at, answer, inner] = path.split('.')
  const outer = steps[Number(at)]
  if (answer === undefined) return outer
  const taken = BRANCHES.find((known) => known === answer)
  return outer?.kind === 'approval' && taken ? outer[taken][Number(inner)] : undefined
}

/** Returns the path of the step that follows, or null at the end. */
export const nextPath = (steps: readonly Step[], path: string): string | null => {
  const [at = '0', answer, inner] = path.split('.')
  if (answer !== undefined) {
    const sibling = `${at}.${answer}.${Number(inner) + 1}`
    if (stepAt(steps, sibling)) return sibling
  }
  const after = String(Number(at) + 1)
  return stepAt(steps, after) ? after : null
}

/** Returns where a run goes on after an approval was answered. */
export const branchPath = (steps: readonly Step[], path: string, answer: Branch): string | null => {
  const first = `${path}.${answer}.0`
  return stepAt(steps, first) ? first : nextPath(steps, path)
}

// ── Runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `paused`: its author may not do the next step. `stopped`: a limit. `ended`: what it is about is gone. They say why. */
export const RUN_STATES = [
  'running',
  'waiting',
  'asking',
  'paused',
  'done',
  'failed',
  'stopped',
  'ended',
  'cancelled',
] as const
export type RunState = (typeof RUN_STATES)[number]
export const LIVE_RUNS = ['running', 'waiting', 'asking', 'paused', 'failed'] as const
/** Why an author may not act: the account is gone or deactivated, or it lacks a permission. */
export const HINDRANCES = ['author_gone', 'author_forbidden'] as const
export const RUN_REASONS = [
  'loop',
  'too_often',
  'too_many',
  'reservation_ended',
  'person_erased',
  'subject_gone',
  'conditions_unmet',
  'by_hand',
  ...HINDRANCES,
] as const
export type RunReason = (typeof RUN_REASONS)[number]

const stepRow = z.object({
  path: z.string(),
  kind: z.enum(STEP_KINDS),
  state: z.enum(['done', 'failed', 'waiting', 'asking']),
  /** What happened, in the reader's language. */
  says: z.string(),
  at: timestamp,
})
const runList = declareList({
  sort: ['started_at'],
  order: ['-started_at'],
  filter: { workflow_id: id.optional(), state: z.enum(RUN_STATES).optional() },
})
const { state: _state, ...failedFilter } = listFilter(runList).shape
/** Failed runs that one call tries again. */
export const MOST_RETRIED = 1000

const run = z.object({
  _id: id,
  workflow: pick,
  version: z.int(),
  subject: z.enum(SUBJECTS),
  /** The person, event or ticket. Null if the reader has no permission to see it. */
  about: z.string().nullable(),
  code: z.string().nullable(),
  /** The page of what it is about. */
  link: z.string().nullable(),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS).nullable(),
  error: z.string().nullable(),
  wake_at: timestamp.nullable(),
  steps: z.array(stepRow),
  steps_total: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  allowed: z.array(z.enum(['retry', 'cancel'])),
})
export type Run = z.output<typeof run>

const workflow = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  version: z.int(),
  ...definition.shape,
  /** The parts that name a record which no longer exists, as in the errors: `conditions.list.0.value`, `steps.1`. */
  gone: z.array(z.string()),
  /** Who wrote or turned on this version: it acts with their permissions. Null of ours that nobody turned on. */
  author: pick.nullable(),
  /** Why its steps wait, while it is turned on. Turning it on again makes the caller its author. */
  hindrance: z.enum(HINDRANCES).nullable(),
  /** Since it was made. */
  runs: z.object({ total: z.int(), live: z.int(), failed: z.int(), done: z.int() }),
  ...stamps,
})
export type Workflow = z.output<typeof workflow>

const workflowCreate = z.object({
  name: line(120),
  description: optionalText(),
  enabled: z.boolean().default(false),
  ...definition.shape,
})

const workflowList = declareList({
  sort: ['name', 'enabled', 'trigger', 'created_at', 'updated_at'],
  order: ['-enabled', 'name'],
  filter: { enabled: flag.optional(), trigger: z.enum(TRIGGER_NAMES).optional() },
})
const workflows = adminResource({
  path: '/admin/workflow',
  resource: 'workflows',
  name: 'workflows',
  item: workflow,
  create: workflowCreate,
  update: z.object({
    name: line(120).optional(),
    description: optionalText(),
    enabled: z.boolean().optional(),
    /** The whole of it. Runs that have begun keep the one they began with. */
    definition: definition.optional(),
  }),
  list: workflowList,
})

const config = z.object({
  /** Off: nothing starts, and runs wait. */
  enabled: z.boolean(),
  /** Who is asked where a step names no role. Null: those who can change workflows. */
  approver_role_id: id.nullable(),
  /** Times that one workflow runs for one record in a day. */
  runs_per_record: z.int().min(1).max(50),
  /** Runs of one workflow that begin in an hour. Those of a date of an event are not counted. */
  runs_per_hour: z.int().min(1).max(100_000),
  /** Runs that cause each other, one after the other. */
  depth: z.int().min(1).max(10),
})
export type WorkflowConfig = z.output<typeof config>

const choice = z.object({ value: z.string(), name: z.string() })
const options = z.object({
  triggers: z.array(z.object({ trigger: z.enum(TRIGGER_NAMES), subject: z.enum(SUBJECTS) })),
  anchors: z.array(z.enum(ANCHORS)),
  fields: z.array(
    z.object({
      field: z.enum(FIELD_NAMES),
      type: z.enum(['choice', 'money', 'number', 'flag', 'text']),
      of: z.array(z.enum(SUBJECTS)),
      operators: z.array(z.enum(OPERATOR_NAMES)),
      /** What it can be, by name. Known values have no name. */
      values: z.array(choice),
    }),
  ),
  steps: z.array(z.object({ kind: z.enum(STEP_KINDS), of: z.array(z.enum(SUBJECTS)) })),
  templates: z.array(pick.extend({ channels: z.array(z.enum(MESSAGE_CHANNELS)) })),
  roles: z.array(pick),
  committee_types: z.array(pick),
})
export type WorkflowOptions = z.output<typeof options>

/** One line of a test run: what the step would do, in the reader's language. */
const testLine = z.object({
  path: z.string(),
  kind: z.enum(['start', ...STEP_KINDS]),
  ok: z.boolean(),
  says: z.string(),
  /** What a message that is sent would say to its reader. */
  message: messageRead.nullable(),
})
export type TestLine = z.output<typeof testLine>

const approval = z.object({
  _id: id,
  question: z.string(),
  workflow: z.string(),
  about: z.string().nullable(),
  code: z.string().nullable(),
  link: z.string().nullable(),
  role: z.string().nullable(),
  state: z.enum(['open', ...BRANCHES]),
  expires_at: timestamp,
  created_at: timestamp,
  answered_by: z.string().nullable(),
  comment: z.string(),
})
export type Approval = z.output<typeof approval>

const CONFIG = '/admin/workflow/config'
const RUNS = '/admin/workflow/runs'
const APPROVALS = '/admin/workflow/approvals'

export const workflowRoutes = {
  ...workflows,
  remove: { ...workflows.remove, summary: 'Delete a workflow with its history; rejected while runs are in progress' },
  export: exportRoute('/admin/workflow/export', 'workflows.read', 'workflows', workflowList),
  exportRuns: exportRoute(`${RUNS}/export`, 'workflows.read', 'runs of workflows', runList),
  getConfig: route({
    method: 'GET',
    path: CONFIG,
    access: can('workflows.read'),
    summary: 'The switch and the limits of all workflows',
    response: config,
  }),
  updateConfig: route({
    method: 'PUT',
    path: CONFIG,
    access: can('workflows.update'),
    summary: 'Change the switch and the limits of all workflows: omitted fields stay',
    body: config.partial(),
    response: config,
  }),
  options: route({
    method: 'GET',
    path: `${CONFIG}/options`,
    access: can('workflows.read'),
    summary: 'Triggers, fields with their operators and values, and steps',
    response: options,
  }),
  test: route({
    method: 'POST',
    path: '/admin/workflow/test',
    access: can('workflows.read'),
    summary:
      'What a definition would do for a record, for those who may create or change workflows. Nothing is sent or stored',
    body: z.object({
      definition,
      /** The record: the one that the trigger is about. */
      reservation_id: id.optional(),
      user_id: id.optional(),
      ticket_id: id.optional(),
      event_id: id.optional(),
    }),
    response: z.object({ about: z.string(), code: z.string().nullable(), lines: z.array(testLine) }),
    errors: ['not_found'],
  }),
  listRuns: listRoute({
    method: 'GET',
    path: RUNS,
    access: can('workflows.read'),
    summary: 'Runs with the state of each step, newest first',
    query: listQuery(runList),
    response: run,
  }),
  retryRuns: route({
    method: 'POST',
    path: `${RUNS}/retry-failed`,
    access: can('workflows.update'),
    summary: 'Run the failed steps of the failed runs of a filter again, the oldest thousand of them',
    /** What is not known is refused: without a filter, all are tried again. */
    body: z.strictObject(failedFilter),
    response: z.object({
      retried: z.int(),
      /** Failed runs of the filter that are still to be tried again. */
      left: z.int(),
    }),
    idempotent: true,
  }),
  retryRun: route({
    method: 'PUT',
    path: `${RUNS}/{id}/retry`,
    access: can('workflows.update'),
    summary: 'Run the failed step of a run again',
    params: idParams,
    response: run,
    errors: ['illegal_transition'],
  }),
  cancelRun: route({
    method: 'PUT',
    path: `${RUNS}/{id}/cancel`,
    access: can('workflows.update'),
    summary: 'End a run that is in progress',
    params: idParams,
    response: run,
    errors: ['illegal_transition'],
  }),
  listApprovals: listRoute({
    method: 'GET',
    path: APPROVALS,
    access: signedIn('admin'),
    summary: 'What waits for an answer of the caller, oldest first',
    query: listQuery({
      sort: ['created_at'],
      order: ['created_at'],
      filter: { state: z.enum(['open', ...BRANCHES]).default('open') },
    }),
    response: approval,
  }),
  answerApproval: route({
    method: 'PUT',
    path: `${APPROVALS}/{id}`,
    access: signedIn('admin'),
    summary: 'Approve or decline; the first answer counts',
    params: idParams,
    body: z.object({ answer: z.enum(['approved', 'declined']), comment: optionalText(1000) }),
    response: approval,
    errors: ['illegal_transition'],
  }),
} as const
