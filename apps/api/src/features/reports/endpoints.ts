import type { ReportQuery, SavedReport, ScheduleView } from '@shiloh/contract/reports'
import { REPORTS, reportRoutes } from '@shiloh/contract/reports'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import { hiddenOf, hideIn, refuseHiddenEvent } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { resolveAlert, resolveAlerts } from '#platform/messaging/alerts.store'
import { translator } from '#platform/text/texts'
import { buildReport, maySee, type Reader, refuseUnknown, reportOf, reportView } from './build.ts'
import { findEvent } from './events.store.ts'
import { reportFile } from './files.ts'
import * as store from './saved.store.ts'
import { nextDue } from './schedule.rules.ts'
import { queryOf, readersAmong, readersOf, requireReadable } from './sending.ts'
import { texts } from './texts.ts'

const readerOf = ({ db, now, language, caller }: ReadContext): Reader => ({
  ...{ db, now, language },
  authorization: caller.authorization,
})

const scheduleView = async (ctx: ReadContext, row: store.ScheduleRow, time_zone: string): Promise<ScheduleView> => ({
  event_id: row.event_id,
  every: row.every,
  on_day: row.on_day,
  hour: row.hour,
  format: row.format,
  role_id: row.role_id,
  paused: row.paused,
  role: row.role,
  role_key: row.role_key,
  readers: (await readersOf(ctx.db, row)).length,
  time_zone,
  next_at: row.paused || row.event_status === 'archived' ? null : row.next_at.toISOString(),
  last_at: row.last_at?.toISOString() ?? null,
  last_readers: row.last_readers,
})

/** Returns saved reports with their schedules for an event. */
const savedViews = async (
  ctx: ReadContext,
  rows: readonly store.SavedRow[],
  eventId: string | undefined,
): Promise<SavedReport[]> => {
  const { time_zone } = await store.findOffice(ctx.db)
  const schedules = eventId
    ? await store.listSchedules(
        ctx.db,
        eventId,
        rows.map(({ id }) => id),
      )
    : []
  return Promise.all(
    rows.map(async ({ id, owner_id, owner, name, shared, report, grouping, filters }) => {
      const schedule = schedules.find(({ saved_report_id }) => saved_report_id === id)
      return {
        _id: id,
        ...{ name, shared, report, grouping, filters, owner },
        own: owner_id === ctx.caller.id,
        schedule: schedule ? await scheduleView(ctx, schedule, time_zone) : null,
      }
    }),
  )
}

const savedView = async (ctx: ReadContext, id: string, eventId?: string): Promise<SavedReport> => {
  const [view] = await savedViews(ctx, [found(await store.findSaved(ctx.db, id))], eventId)
  return found(view)
}

export const endpoints = bind(reportRoutes, {
  getReport: readsLate(async (ctx, { query }) => {
    refuseHiddenEvent(query, query.event_id)
    const built = await buildReport(readerOf(ctx), query)
    await refuseUnknown(built, query)
    return reportView(built)
  }),
  downloadReport: readsLate(async (ctx, { query }) => {
    refuseHiddenEvent(query, query.event_id)
    const { name } = await store.findOffice(ctx.db)
    const { language = ctx.language, ...asked } = query
    hideIn(asked, hiddenOf(query))
    const built = await buildReport({ ...readerOf(ctx), language }, asked)
    await refuseUnknown(built, query)
    return reportFile(built, { format: query.format, organisation: name, pageEach: query.page_each })
  }),
  listReports: reads(async (ctx, { query }) => {
    const reader = readerOf(ctx)
    const say = translator(texts, ctx.language)
    const seen = REPORTS.map(reportOf).filter((report) => maySee(reader.authorization, report))
    const event =
      query.event_id === undefined ? undefined : await findEvent(ctx.db, query.event_id, query, ctx.language)
    const counted = async (report: (typeof seen)[number]): Promise<number | null> => {
      if (!event || report.group !== 'follow_up') return null
      const asked: ReportQuery = { event_id: event.id, report: report.name }
      hideIn(asked, hiddenOf(query))
      return (await buildReport(reader, asked)).rows.length
    }
    const saved = (await store.listSaved(ctx.db, ctx.caller.id)).filter(({ report }) =>
      maySee(reader.authorization, reportOf(report)),
    )
    return {
      reports: await Promise.all(
        seen.map(async (report) => ({
          report: report.name,
          group: report.group,
          name: say(`report_${report.name}`),
          count: await counted(report),
        })),
      ),
      saved: await savedViews(ctx, saved, event?.id),
    }
  }),
  saveReport: writes(async (ctx, { body }) => {
    if (!maySee(ctx.caller.authorization, reportOf(body.report))) throw new AppError('forbidden')
    const { id } = await store.insertSaved(ctx.tx, ctx.now, ctx.caller.id, body)
    await requireReadable(ctx.tx, body)
    return created(ctx, 'reservations', await savedView(ctx, id))
  }),
  updateSaved: writes(async (ctx, { params, body }) => {
    found(await store.lockOwnSaved(ctx.tx, params.id, ctx.caller.id))
    const before = await savedView(ctx, params.id)
    await store.updateSaved(ctx.tx, ctx.now, params.id, body)
    await requireReadable(ctx.tx, { ...before, ...body })
    return changed(ctx, 'reservations', before, await savedView(ctx, params.id))
  }),
  removeSaved: writes(async (ctx, { params }) => {
    found(await store.lockOwnSaved(ctx.tx, params.id, ctx.caller.id))
    const before = await savedView(ctx, params.id)
    const events = await store.deleteSaved(ctx.tx, params.id)
    const held = events.map((eventId) => store.heldSubject(params.id, eventId))
    await resolveAlerts(ctx.tx, 'report_held', held, ctx.now)
    return removed(ctx, 'reservations', before)
  }),
  pickReaders: reads(async (ctx, { query }) => {
    const holders = Map.groupBy(await store.findHolders(ctx.db), ({ role_id }) => role_id)
    const all = [...holders.values()].flat().map(({ user_id }) => user_id)
    const readers = new Set(await readersAmong(ctx.db, [...new Set(all)], query))
    return (await store.listRoles(ctx.db)).map((role) => ({
      ...role,
      readers: (holders.get(role._id) ?? []).filter(({ user_id }) => readers.has(user_id)).length,
    }))
  }),
  scheduleReport: writes(async (ctx, { params, body }) => {
    const saved = found(await store.lockOwnSaved(ctx.tx, params.id, ctx.caller.id))
    const before = await savedView(ctx, params.id, body.event_id)
    // What nobody may read is not sent: the report is read once with the caller's permissions.
    if (!maySee(ctx.caller.authorization, reportOf(saved.report))) throw new AppError('forbidden')
    const query = queryOf(saved, body.event_id)
    if (!(await findEvent(ctx.tx, query.event_id, query, ctx.language)))
      throw invalid([{ field: 'event_id', code: 'not_found' }])
    const { time_zone } = await store.findOffice(ctx.tx)
    await store.saveSchedule(ctx.tx, ctx.now, params.id, body, nextDue(body, time_zone, ctx.now))
    // What it names may have been deleted since it was saved.
    await requireReadable(ctx.tx, saved)
    return changed(ctx, 'reservations', before, await savedView(ctx, params.id, body.event_id), 'schedule')
  }),
  unscheduleReport: writes(async (ctx, { params }) => {
    found(await store.lockOwnSaved(ctx.tx, params.id, ctx.caller.id))
    const before = await savedView(ctx, params.id, params.event_id)
    await store.deleteSchedule(ctx.tx, params.id, params.event_id)
    await resolveAlert(ctx.tx, 'report_held', store.heldSubject(params.id, params.event_id), ctx.now)
    return changed(ctx, 'reservations', before, await savedView(ctx, params.id, params.event_id), 'schedule')
  }),
})
