import {
  type AuditEntry,
  insightRoutes,
  LOG_FILTERS,
  LOG_PERMISSIONS,
  LOG_TYPES,
  type LogFilter,
  type LogType,
} from '@shiloh/contract/insight'
import { isAllowed } from '@shiloh/contract/permissions'
import { bind, orchestrates, reads, readsLate } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { exportRows, inChunks } from '#platform/tables/exports'
import {
  type AuditRow,
  auditReader,
  type FullAuditRow,
  findAudit,
  listAudit,
  pickActors,
  readFacets,
} from './audit.store.ts'
import { chainView, checkChain } from './chain.ts'
import { LOGS, userTypeOf } from './logs.ts'

const auditView = (row: AuditRow): AuditEntry => ({
  _id: String(row.seq),
  at: row.at.toISOString(),
  actor:
    row.actor_id === null ? null : { _id: row.actor_id, name: row.actor_name, user_type: userTypeOf(row.actor_type) },
  action: row.action,
  resource: row.resource,
  object_id: row.object_id,
  label: row.label,
  changes: row.changes,
  ip: row.ip,
  request_id: row.request_id,
})

/** Formats any value as a cell. Null stays empty. */
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const isLogType = (text: string): text is LogType => LOG_TYPES.some((type) => type === text)

/** Returns the requested log. @throws invalid_input, forbidden */
const openLog = (ctx: ReadContext, type: string, query: object, search: string | undefined, filter: LogFilter) => {
  if (!isLogType(type)) throw invalid([{ field: 'type', code: 'unknown_choice' }])
  const { authorization } = ctx.caller
  if (!isAllowed(authorization, LOG_PERMISSIONS[type])) throw new AppError('forbidden')
  const known = new Set<string>(['from', 'to', ...LOG_FILTERS[type]])
  const foreign = Object.entries(filter).flatMap(([field, value]) =>
    value === undefined || known.has(field) ? [] : [{ field, code: 'invalid' as const }],
  )
  if (foreign.length > 0) throw invalid(foreign)
  return {
    log: LOGS[type],
    reading: { filter: { ...filter, search }, query, seesPeople: isAllowed(authorization, 'users.read') },
  }
}

export const endpoints = bind(insightRoutes, {
  listAuditTrail: readsLate(async (ctx, { query }) => {
    const { items, total } = await listAudit(ctx.db, query)
    return { items: items.map(auditView), total }
  }),
  exportAuditTrail: readsLate(async (ctx, { query }) =>
    exportRows<FullAuditRow>(ctx, query, {
      name: 'audit-trail',
      columns: {
        number: (row) => row.seq,
        at: (row) => row.at,
        person: (row) => row.actor_name,
        person_id: (row) => row.actor_id,
        action: (row) => row.action,
        resource: (row) => row.resource,
        object: (row) => row.label,
        object_id: (row) => row.object_id,
        before: (row) => json(row.before),
        after: (row) => json(row.after),
        address: (row) => row.ip,
        request: (row) => row.request_id,
      },
      rows: inChunks(await auditReader(ctx.db, query)),
    }),
  ),
  pickAuditActors: readsLate(async (ctx, { query }) =>
    (await pickActors(ctx.db, query)).map(({ id, name }) => ({ _id: id, name })),
  ),
  readAuditFacets: readsLate((ctx) => readFacets(ctx.db)),
  readAuditChain: reads((ctx) => chainView(ctx.db)),
  checkAuditChain: orchestrates(async (ctx) => {
    await checkChain(ctx.deps)
    return chainView(ctx.db)
  }),
  readAuditEntry: reads(async (ctx, { params, query }) => {
    const row = found(await findAudit(ctx.db, params.id, query))
    return { ...auditView(row), before: row.before, after: row.after }
  }),
  listLog: readsLate((ctx, { params, query }) => {
    const { page, page_size, sort, search, ...filter } = query
    const { log, reading } = openLog(ctx, params.type, query, search, filter)
    return log.list(ctx, { page, page_size, sort }, reading)
  }),
  exportLog: readsLate((ctx, { params, query }) => {
    const { sort: _, format, headers, columns, search, ...filter } = query
    const { log, reading } = openLog(ctx, params.type, query, search, filter)
    return log.download(ctx, { format, headers, columns }, params.type, reading)
  }),
})
