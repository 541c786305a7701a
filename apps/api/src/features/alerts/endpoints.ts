import { ALERT_NAMES, ALERT_TODOS } from '@shiloh/contract/alerts/alert-texts'
import { ALERT_KINDS, ALERT_RULES, type Alert, alertRoutes, isAlertKind } from '@shiloh/contract/alerts/alerts'
import { isAllowed } from '@shiloh/contract/permissions'
import { z } from 'zod'
import { bind, reads, readsLate, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { translate } from '#platform/text/texts'
import { aboutIn, pageFor } from './alert.ts'
import {
  type AlertReader,
  type AlertRow,
  closeAlert,
  countOpen,
  findAlert,
  listAlerts,
  reopenAlert,
  saveSnooze,
} from './store.ts'

const DAY_MS = 86_400_000

const record = z.record(z.string(), z.unknown())

const readerOf = ({ caller: { id, authorization }, language }: ReadContext): AlertReader => {
  const kinds = ALERT_KINDS.filter((kind) => isAllowed(authorization, ALERT_RULES[kind].permission))
  return {
    id,
    kinds,
    language,
    names: Object.fromEntries(kinds.map((kind) => [kind, translate(ALERT_NAMES[kind], language)])),
  }
}

const stateOf = (row: AlertRow, now: Date): Alert['state'] => {
  if (row.resolved_at !== null) return 'resolved'
  return row.snoozed_until !== null && row.snoozed_until > now ? 'snoozed' : 'open'
}

/** The data of an alert, with its event as it is called in the language of the reader. */
const told = ({ data, event }: AlertRow): Record<string, unknown> => {
  const stored = record.parse(data)
  return typeof stored['event'] === 'string' && event !== null ? { ...stored, event } : stored
}

const view = (ctx: ReadContext, row: AlertRow): Alert => {
  const { kind } = row
  if (!isAlertKind(kind)) throw new Error(`no alert of kind ${kind}`)
  const data = told(row)
  const { severity, ends } = ALERT_RULES[kind]
  const state = stateOf(row, ctx.now)
  return {
    _id: row.id,
    kind,
    severity,
    state,
    title: translate(ALERT_NAMES[kind], ctx.language),
    todo: translate(ALERT_TODOS[kind], ctx.language),
    about: aboutIn({ kind, data }, ctx.language),
    link: pageFor(ctx.caller.authorization, { kind, data }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by === null ? null : { _id: row.resolved_by, name: row.resolver ?? '' },
    resolution: row.resolution,
    allowed: state === 'resolved' ? [] : ends === 'hand' ? ['resolve', 'snooze'] : ['snooze'],
  }
}

/** @throws not_found, also when the caller cannot see alerts of this kind or the subject of the alert */
const show = async (ctx: ReadContext, id: string, query: object) =>
  view(ctx, found(await findAlert(ctx.db, id, readerOf(ctx), query)))

/** Counts the open alerts that the caller can see, and those of each kind. */
export const countAlerts = async (ctx: ReadContext, query: object) => {
  const rows = await countOpen(ctx.db, readerOf(ctx), query, ctx.now)
  const sum = (kinds: typeof rows) => kinds.reduce((total, { count }) => total + count, 0)
  return {
    of: new Map(rows.map(({ kind, count }) => [kind, count])),
    open: sum(rows),
    critical: sum(rows.filter(({ kind }) => isAlertKind(kind) && ALERT_RULES[kind].severity === 'critical')),
  }
}

export const endpoints = bind(alertRoutes, {
  listAlerts: reads(async (ctx, { query }) => {
    const { items, total } = await listAlerts(ctx.db, readerOf(ctx), query, ctx.now)
    return { items: items.map((row) => view(ctx, row)), total }
  }),
  exportAlerts: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'alerts',
      columns: {
        title: (row) => row.title,
        about: (row) => row.about,
        todo: (row) => row.todo,
        severity: (row) => wordCell(row.severity),
        state: (row) => wordCell(row.state),
        created_at: (row) => momentCell(row.created_at),
        snoozed_until: (row) => momentCell(row.snoozed_until),
        resolved_at: (row) => momentCell(row.resolved_at),
        resolved_by: (row) => row.resolved_by?.name,
        resolution: (row) => row.resolution,
      },
      rows: eachOf(
        eachPage((page) => listAlerts(ctx.db, readerOf(ctx), { ...query, ...page }, ctx.now)),
        (row) => view(ctx, row),
      ),
    }),
  ),
  countAlerts: reads(async (ctx, { query }) => {
    const { open, critical } = await countAlerts(ctx, query)
    return { open, critical }
  }),
  resolveAlert: writes(async (ctx, { params, query, body }) => {
    const before = await show(ctx, params.id, query)
    if (!before.allowed.includes('resolve')) throw new AppError('illegal_transition')
    await closeAlert(ctx.tx, params.id, ctx.caller.id, body.resolution, ctx.now)
    ctx.audit({ action: 'resolve', resource: 'alerts', objectId: params.id, after: { kind: before.kind, ...body } })
    ctx.publish('staff', 'alerts')
    return show(ctx, params.id, query)
  }),
  reopenAlert: writes(async (ctx, { params, query }) => {
    const before = await show(ctx, params.id, query)
    // One that ended with its cause has nothing to wait for.
    if (before.resolved_by?._id !== ctx.caller.id) throw new AppError('illegal_transition')
    if (!(await reopenAlert(ctx.tx, params.id, ctx.now))) throw new AppError('stale')
    ctx.audit({ action: 'reopen', resource: 'alerts', objectId: params.id, after: { kind: before.kind } })
    ctx.publish('staff', 'alerts')
    return show(ctx, params.id, query)
  }),
  snoozeAlert: writes(async (ctx, { params, query, body }) => {
    const before = await show(ctx, params.id, query)
    if (!before.allowed.includes('snooze')) throw new AppError('illegal_transition')
    const until = body.days === null ? null : new Date(ctx.now.getTime() + body.days * DAY_MS)
    await saveSnooze(ctx.tx, params.id, until)
    ctx.audit({ action: 'snooze', resource: 'alerts', objectId: params.id, after: { kind: before.kind, ...body } })
    ctx.publish('staff', 'alerts')
    return show(ctx, params.id, query)
  }),
})
