import { z } from 'zod'
import { exportRoute, flag } from './admin-resource.ts'
import { can, day, id, listRoute, pick, pickQuery, route, timestamp, USER_TYPES } from './core.ts'
import { declareList, listQuery } from './lists.ts'
import { NOTICE_OUTCOMES } from './payments/payments.ts'
import type { Permission } from './permissions.ts'

/** The audit trail and the logs. */

/** Days in the organisation's time zone, both included. */
const span = { from: day.optional(), to: day.optional() }
/** A name as in code, or part of an address. No wildcards, and a limited length. */
const word = z.string().trim().min(1).max(200)

// ── The audit trail ──────────────────────────────────────────────────────────────────────────────────────────────────

const somebody = z.object({
  _id: id,
  name: z.string(),
  /** Which page the account has. Null for one that was deleted, and for a program, which has none. */
  user_type: z.enum(USER_TYPES).nullable(),
})

export const auditEntry = z.object({
  /** The sequence number in the hash chain. */
  _id: z.string(),
  at: timestamp,
  /** Null if nobody was signed in: a failed sign-in, or an action of the product itself. */
  actor: somebody.nullable(),
  action: z.string(),
  resource: z.string(),
  object_id: z.string().nullable(),
  /** The name of the object, if it has one. */
  label: z.string().nullable(),
  /** Names of the changed fields, at most twelve. */
  changes: z.array(z.string()),
  ip: z.string(),
  request_id: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

const auditFilter = {
  ...span,
  actor_id: id.optional(),
  action: word.optional(),
  resource: word.optional(),
  object_id: word.optional(),
}
/** Long lists are read along one index, so they can only be sorted by time. */
const auditList = declareList({ sort: ['at'], order: ['-at'], filter: auditFilter })

export const auditChain = z.object({
  /** Null until the first check. */
  checked_at: timestamp.nullable(),
  rows: z.number(),
  broken: z.number(),
  /** A few of the entries that do not match, as a starting point. */
  samples: z.array(z.string()),
})
export type AuditChain = z.output<typeof auditChain>

// ── Logs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const LOG_TYPES = ['access', 'mail', 'sms', 'payments', 'imports', 'errors', 'security'] as const
export type LogType = (typeof LOG_TYPES)[number]

/** The permission needed beside `logs.read` (or `logs.export`) for each log, by its content. */
export const LOG_PERMISSIONS: Readonly<Record<LogType, Permission>> = {
  access: 'system_logs.read',
  mail: 'messages.read',
  sms: 'messages.read',
  payments: 'payments.read',
  imports: 'logs.read',
  errors: 'system_logs.read',
  security: 'system_logs.read',
}

export const MESSAGE_STATUSES = ['queued', 'sent', 'failed'] as const
/**
 * `refused`: a missing permission. `invalid`: input that none of our forms sends, or a lot of it. `limit`: a rate limit
 * was exceeded. `overflow`: more than the log stores; only counted.
 */
export const SECURITY_KINDS = ['refused', 'invalid', 'limit', 'overflow'] as const

const logRow = { _id: z.string(), at: timestamp }

const accessLog = z.object({
  ...logRow,
  type: z.literal('access'),
  user: somebody.nullable(),
  route: z.string(),
  comment: z.string(),
  ip: z.string(),
  user_agent: z.string(),
})
/** Never the body of a message: it can hold a link or code that opens an account. */
const messageLog = {
  ...logRow,
  /** Masked for readers without permission to see people. */
  recipient: z.string(),
  user: somebody.nullable(),
  /** The message to many people that it is part of. */
  message_id: id.nullable(),
  template: z.string(),
  language: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.number(),
  error: z.string().nullable(),
  sent_at: timestamp.nullable(),
}
const mailLog = z.object({ ...messageLog, type: z.literal('mail') })
const smsLog = z.object({ ...messageLog, type: z.literal('sms') })
/**
 * A webhook event of a provider, and its payment. The provider's own text is left out: it holds more than staff need.
 */
const paymentLog = z.object({
  ...logRow,
  type: z.literal('payments'),
  provider: z.string(),
  event: z.string(),
  reference: z.string().nullable(),
  payment: z.object({ status: z.string(), amount: z.number(), currency: z.string() }).nullable(),
  reservation: z.object({ _id: id, code: z.string() }).nullable(),
  /** The result. Null until a job has processed it. */
  outcome: z.enum(NOTICE_OUTCOMES).nullable(),
})
const importLog = z.object({
  ...logRow,
  type: z.literal('imports'),
  user: somebody.nullable(),
  resource: z.string(),
  file_name: z.string(),
  dry_run: z.boolean(),
  status: z.string(),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  refused: z.number(),
  finished_at: timestamp.nullable(),
  /** The first twenty rejected rows, with the reason. */
  problems: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
})
const errorLog = z.object({
  ...logRow,
  type: z.literal('errors'),
  method: z.string(),
  path: z.string(),
  message: z.string(),
  request_id: z.string(),
})
const securityLog = z.object({
  ...logRow,
  type: z.literal('security'),
  /** `at` is the time of the last one. */
  first_at: timestamp,
  kind: z.enum(SECURITY_KINDS),
  code: z.string(),
  /** The message that the person saw. */
  message: z.string(),
  method: z.string(),
  path: z.string(),
  /** Names of the invalid fields. */
  fields: z.array(z.string()),
  user: somebody.nullable(),
  ip: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  count: z.number(),
})

export const logEntry = z.discriminatedUnion('type', [
  accessLog,
  mailLog,
  smsLog,
  paymentLog,
  importLog,
  errorLog,
  securityLog,
])
export type LogEntry = z.output<typeof logEntry>
export type LogOf<T extends LogType> = Extract<LogEntry, { type: T }>

const logFilter = {
  ...span,
  user_id: id.optional(),
  route: word.optional(),
  ip: word.optional(),
  status: z.enum(MESSAGE_STATUSES).optional(),
  template: word.optional(),
  recipient: word.optional(),
  provider: word.optional(),
  reference: word.optional(),
  outcome: z.enum(NOTICE_OUTCOMES).optional(),
  resource: word.optional(),
  dry_run: flag.optional(),
  method: word.optional(),
  path: word.optional(),
  request_id: word.optional(),
  kind: z.enum(SECURITY_KINDS).optional(),
}
const logList = declareList({ sort: ['at'], order: ['-at'], filter: logFilter })
const logFilterSchema = z.object(logFilter)
export type LogFilter = z.output<typeof logFilterSchema>
type LogFilterName = Exclude<keyof LogFilter, 'from' | 'to'>

/**
 * The filters of each log, beside days. Unknown filters are rejected: ignoring one would show rows that were not asked
 * for.
 */
export const LOG_FILTERS = {
  access: ['user_id', 'route', 'ip'],
  mail: ['status', 'template', 'recipient', 'user_id'],
  sms: ['status', 'template', 'recipient', 'user_id'],
  payments: ['provider', 'reference', 'outcome'],
  imports: ['resource', 'dry_run', 'user_id'],
  errors: ['method', 'path', 'request_id'],
  security: ['kind', 'user_id', 'ip', 'path'],
} as const satisfies Readonly<Record<LogType, readonly LogFilterName[]>>
/** The filters of one log. */
export type LogFilterOf<T extends LogType> = (typeof LOG_FILTERS)[T][number]

/** One of `LOG_TYPES`. Any other word is an invalid value, not an unknown address. */
const logParams = z.object({ type: z.string() })

export const insightRoutes = {
  listAuditTrail: listRoute({
    method: 'GET',
    path: '/admin/audit-trail',
    access: can('audit_trail.read'),
    summary: 'The audit trail: actions of administrators and sign-ins, newest first; sort by `at`',
    query: listQuery(auditList),
    response: auditEntry,
  }),
  exportAuditTrail: exportRoute(
    '/admin/audit-trail/export',
    'audit_trail.export',
    'the audit trail with before and after',
    auditList,
  ),
  pickAuditActors: route({
    method: 'GET',
    path: '/admin/audit-trail/actors',
    access: can('audit_trail.read'),
    summary: 'People the audit trail can be filtered by; administrators first',
    query: pickQuery,
    response: z.array(pick),
  }),
  readAuditFacets: route({
    method: 'GET',
    path: '/admin/audit-trail/facets',
    access: can('audit_trail.read'),
    summary: 'Actions and resources that occur in the audit trail',
    response: z.object({ actions: z.array(z.string()), resources: z.array(z.string()) }),
  }),
  readAuditChain: route({
    method: 'GET',
    path: '/admin/audit-trail/chain',
    access: can('audit_trail.read'),
    summary: 'Result of the last check of the audit trail’s hash chain',
    response: auditChain,
  }),
  checkAuditChain: route({
    method: 'POST',
    path: '/admin/audit-trail/chain',
    access: can('audit_trail.read'),
    summary: 'Check the whole hash chain of the audit trail now',
    response: auditChain,
    limits: [{ points: 6, seconds: 3600, by: 'caller' }],
  }),
  readAuditEntry: route({
    method: 'GET',
    path: '/admin/audit-trail/{id}',
    access: can('audit_trail.read'),
    summary: 'One entry of the audit trail, with the object before and after',
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    response: auditEntry.extend({ before: z.unknown(), after: z.unknown() }),
  }),
  listLog: listRoute({
    method: 'GET',
    path: '/admin/logs/{type}',
    access: can('logs.read'),
    summary: `A log, newest first: ${LOG_TYPES.join(', ')}; sort by \`at\`. Each also needs a permission of its own beside logs.read`,
    params: logParams,
    query: listQuery(logList),
    response: logEntry,
  }),
  exportLog: {
    ...exportRoute('/admin/logs/{type}/export', 'logs.export', 'a log', logList),
    params: logParams,
  },
} as const
