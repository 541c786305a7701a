import { buffer } from 'node:stream/consumers'
import type { Language } from '@shiloh/contract/core'
import { defineTexts } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { type ReportQuery, reportRoutes } from '@shiloh/contract/reports'
import { z } from 'zod'
import { loadAuthors } from '#platform/auth/auth.store'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps, JobTable } from '#platform/deps'
import { fieldErrors, invalid } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { EXAMPLE } from '#platform/messaging/example'
import { findAddressees } from '#platform/messaging/notices.store'
import { type Extras, type Template, type Templates, template } from '#platform/messaging/templates'
import { escapeHtml } from '#platform/text/html'
import { translator } from '#platform/text/texts'
import { buildReport, goneFilters, maySee, type Reader, reportOf } from './build.ts'
import { findEvent } from './events.store.ts'
import { reportFile } from './files.ts'
import {
  findHolders,
  findOffice,
  findSaved,
  type Holder,
  heldSubject,
  moveOn,
  type SavedRow,
  type ScheduleRow,
  takeDue,
} from './saved.store.ts'
import { nextDue } from './schedule.rules.ts'

const texts = defineTexts('server/report-mails', {
  subject: '{report}: {event}',
  hello: 'Dear {name},',
  here: 'Here is the report “{report}” about {event}.',
  attached: 'The file is attached.',
  page: 'With the figures of now:',
  why: 'You get it because of your role.',
  gone: 'You can no longer see this report. Please ask an administrator.',
})

/** The people of a role who can see a report about an event now: with its permissions, and without a denial. */
export const readersAmong = async (
  db: Queryable,
  userIds: readonly string[],
  { report, event_id }: Pick<ReportQuery, 'report' | 'event_id'>,
): Promise<string[]> => {
  const authorizations = await loadAuthors(sqlIn(db), userIds)
  const readers: string[] = []
  for (const [id, authorization] of authorizations) {
    if (!maySee(authorization, reportOf(report))) continue
    const hidden = hiddenFrom(authorization, 'reservations.report')
    if (hidden && (await namesHidden(db, hidden, [{ kind: 'event', id: event_id }]))) continue
    readers.push(id)
  }
  return readers
}

type SavedQuery = Pick<SavedRow, 'report' | 'grouping' | 'filters'>

const valuesOf = ({ report, grouping, filters }: SavedQuery, event_id: string) => ({
  event_id,
  report,
  ...(grouping && { grouping }),
  ...filters,
})

/** The query of a saved report about an event. */
export const queryOf = (saved: SavedQuery, eventId: string): ReportQuery =>
  reportRoutes.getReport.query.parse(valuesOf(saved, eventId))

const ANY_EVENT = '0'.repeat(24)

/**
 * Refuses what the report could not be asked for. Call it after the write: what the filters of a scheduled report name is kept from
 * then on, so it cannot be deleted in between. @throws invalid_input naming each filter
 */
export const requireReadable = async (db: Queryable, saved: SavedQuery): Promise<void> => {
  const values = valuesOf(saved, ANY_EVENT)
  const { error, data } = reportRoutes.getReport.query.safeParse(values)
  const problems: FieldError[] = error
    ? fieldErrors(error, values).map((one) => ({ ...one, field: `filters.${one.field}` }))
    : []
  if (saved.grouping && !reportOf(saved.report).groupings?.includes(saved.grouping))
    problems.push({ field: 'grouping', code: 'unknown_choice' })
  const gone = data ? await goneFilters(db, data) : []
  problems.push(...gone.map((key) => ({ field: `filters.${key}`, code: 'not_found' }) as const))
  if (problems.length > 0) throw invalid(problems)
}

const facts = z.object({
  name: z.string(),
  saved_report_id: z.string(),
  report: z.string(),
  report_name: z.string(),
  event_id: z.string(),
  event: z.string(),
  user_id: z.string(),
  format: z.enum(['pdf', 'csv', 'xlsx']),
})
type Facts = z.output<typeof facts>

const linesOf = (data: Facts, language: Language, attached: boolean): string[] => {
  const say = translator(texts, language)
  return [
    say('hello', { name: data.name }),
    `${say('here', { report: data.report_name, event: data.event })}${attached ? ` ${say('attached')}` : ''}`,
  ]
}

const link = (data: Facts, publicUrl: string): string =>
  `${publicUrl}/admin/reports?${new URLSearchParams({ event_id: data.event_id, report: data.report, saved: data.saved_report_id })}`

const html = (lines: readonly string[]): string => lines.map((text) => `<p>${escapeHtml(text)}</p>`).join('')

/**
 * Reads the report as its recipient sees it when the mail is sent: without what is denied to them. Somebody who lost
 * the permission after the mail was queued gets no file.
 */
const attach = async (data: Facts, language: Language, deps: Deps): Promise<Extras | null> => {
  const say = translator(texts, language)
  const { db } = deps
  const saved = await findSaved(db, data.saved_report_id)
  const authorization = (await loadAuthors(sqlIn(db), [data.user_id])).get(data.user_id)
  const allowed = saved && (await readersAmong(db, [data.user_id], { report: saved.report, event_id: data.event_id }))
  if (!saved || !authorization || !allowed || allowed.length === 0)
    return { html: html([say('hello', { name: data.name }), say('gone')]), attachments: [] }
  const query = queryOf(saved, data.event_id)
  hideIn(query, hiddenFrom(authorization, 'reservations.report'))
  const reader: Reader = { db, now: deps.clock(), language, authorization }
  const office = await findOffice(db)
  const { name, mime, body } = reportFile(await buildReport(reader, query), {
    format: data.format,
    organisation: office.name,
  })
  const bytes = Buffer.isBuffer(body) ? body : await buffer(body)
  return {
    html: written(data, language, deps.config.publicUrl),
    attachments: [{ name, mime, bytes }],
  }
}

const written = (data: Facts, language: Language, publicUrl: string): string => {
  const say = translator(texts, language)
  const url = link(data, publicUrl)
  return `${html(linesOf(data, language, true))}<p>${escapeHtml(say('page'))}<br><a href="${escapeHtml(url)}">${escapeHtml(data.report_name)}</a></p>${html([say('why')])}`
}

const REPORT: Facts = {
  name: EXAMPLE.name,
  saved_report_id: EXAMPLE.id,
  report: 'people',
  report_name: 'Attendance by district',
  event_id: EXAMPLE.id,
  event: EXAMPLE.event,
  user_id: EXAMPLE.id,
  format: 'pdf',
}

const scheduled: Template = {
  ...template(
    facts,
    (data, language, { publicUrl }) => {
      const say = translator(texts, language)
      return {
        subject: say('subject', { report: data.report_name, event: data.event }),
        text: [...linesOf(data, language, false), `${say('page')}\n${link(data, publicUrl)}`, say('why')].join('\n\n'),
      }
    },
    {
      group: 'office',
      examples: [REPORT],
      html: (data, language, { publicUrl }) => written(data, language, publicUrl),
    },
  ),
  attach: (data, language, deps) => attach(facts.parse(data), language, deps),
}

export const templates: Templates = { scheduled_report: scheduled }

/** Queues the mails of one schedule. It moves on in the same transaction, so a crash sends nothing twice. */
const sendOne = (deps: Deps): Promise<boolean> =>
  inWork(deps, async (work) => {
    const { tx, now } = work
    const due = await takeDue(tx, now)
    if (!due) return false
    const { time_zone } = await findOffice(tx)
    const next_at = nextDue(due, time_zone, now)
    const readers = await readersOf(tx, due)
    const saved = await findSaved(tx, due.saved_report_id)
    const inLanguage = (language: Language) => findEvent(tx, due.event_id, {}, language)
    const event = saved && (await inLanguage('en'))
    // Nobody else can end a schedule: it rests while its owner cannot see the report, or a filter names what was deleted
    // before the database kept it: all its figures would be 0.
    const owner = saved && (await readersAmong(tx, [saved.owner_id], { report: saved.report, event_id: due.event_id }))
    const gone = saved ? await goneFilters(tx, queryOf(saved, due.event_id)) : []
    if (!saved || !event || !owner?.length || gone.length > 0 || due.event_status === 'archived') {
      if (saved && event && owner?.length === 0 && due.event_status !== 'archived') {
        const { id: saved_report_id, name, report } = saved
        await raiseAlert(
          tx,
          'report_held',
          heldSubject(saved_report_id, due.event_id),
          { saved_report_id, name, report, event_id: due.event_id },
          now,
        )
        work.publish('staff', 'alerts')
      }
      await moveOn(tx, due, { next_at })
      return true
    }
    await resolveAlert(tx, 'report_held', heldSubject(saved.id, due.event_id), now)
    const ids = readers.map(({ user_id }) => user_id)
    const addressees = await findAddressees(sqlIn(tx), ids)
    for (const { user_id, name } of readers) {
      const person = addressees.get(user_id)
      if (!person?.email) continue
      await work.send({
        template: 'scheduled_report',
        channel: 'mail',
        to: person.email,
        userId: person.id,
        language: person.language,
        data: {
          name,
          saved_report_id: saved.id,
          report: saved.report,
          report_name: saved.name,
          event_id: due.event_id,
          event: ((await inLanguage(person.language)) ?? event).name,
          user_id: person.id,
          format: due.format,
        },
      })
    }
    await moveOn(tx, due, { next_at, last_at: now, last_readers: readers.length })
    return true
  })

/** Returns who gets a scheduled report now. */
export const readersOf = async (db: Queryable, { report, event_id, role_id }: ScheduleRow): Promise<Holder[]> => {
  if (!report) return []
  const holders = await findHolders(db, role_id)
  const ids = holders.map(({ user_id }) => user_id)
  const readers = new Set(await readersAmong(db, ids, { report, event_id }))
  return holders.filter(({ user_id }) => readers.has(user_id))
}

/** More schedules than this in one minute wait for the next. */
const MOST_A_RUN = 100

const sendReports = async (deps: Deps): Promise<void> => {
  for (let sent = 0; sent < MOST_A_RUN; sent += 1) if (!(await sendOne(deps))) return
}

export const jobs: JobTable = { send_reports: (_, deps) => sendReports(deps) }
export const crontab = ['* * * * * send_reports'] as const
