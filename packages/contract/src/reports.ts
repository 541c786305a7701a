import { z } from 'zod'
import { flag } from './admin-resource.ts'
import { keyedPick, seededKey } from './authorization.ts'
import { can, currency, day, done, fileRoute, id, idParams, language, line, route, timestamp } from './core.ts'
import { EXPORT_TYPES } from './lists.ts'
import { datedEvent } from './record-fields.ts'
import { RESERVATION_STATUSES } from './reservations/states.ts'

/** Reports about one event: figures, who is to follow up, and lists for the wall. */

export const REPORT_GROUPS = ['attendance', 'rooms', 'lodging', 'money', 'follow_up', 'wall'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** Every report, in the order of the screen. Their declarations are in the server's feature `reports`. */
export const REPORTS = [
  'attendance',
  'participant_types',
  'titles',
  'days',
  'feedback',
  'answers',
  'rooms',
  'rooming',
  'door_signs',
  'keys',
  'arrivals',
  'departures',
  'caterers',
  'diets',
  'products',
  'money',
  'methods',
  'cashiers',
  'refunds',
  'unpaid',
  'incomplete',
  'roomless',
  'people',
  'caterer_sheet',
  'gate_list',
] as const
export type ReportName = (typeof REPORTS)[number]

/** What the rows of a report stand for. Each report has a few of these. */
export const GROUPINGS = [
  'region',
  'area',
  'district',
  'assembly',
  'empty',
  'title',
  'designation',
  'day',
  'week',
  'night',
  'category',
  'block',
  'floor',
  'event',
  'caterer',
  'participant_type',
  'status',
  'method',
  'reason',
  'rating',
  'answer',
  'each',
  'name',
] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Several values in one query parameter, separated by commas. */
const several = <T extends z.ZodType<unknown, string>>(one: T) =>
  z
    .string()
    .max(2000)
    .transform((text) => [...new Set(text.split(',').filter((value) => value !== ''))])
    .pipe(z.array(one).max(60))
    .optional()

export const REPORT_STATUSES = RESERVATION_STATUSES.filter((status) => status !== 'archived')

/** What narrows a report. Of an archived event, the status is the one before. */
export const reportFilters = z.object({
  status: several(z.enum(RESERVATION_STATUSES).exclude(['archived'])),
  participant_type: several(id),
  /** Regions, areas, districts and assemblies in which a person is. */
  unit: several(id),
  caterer: several(id),
  room_category: several(id),
  block: several(id),
  /** Questions of the event's form. */
  question: several(id),
  /** Days on which money moved, a reservation was made, or people arrive or depart. */
  from: day.optional(),
  until: day.optional(),
})
export const FILTERS = [
  'status',
  'participant_type',
  'unit',
  'caterer',
  'room_category',
  'block',
  'question',
  'from',
  'until',
] as const
export type ReportFilter = (typeof FILTERS)[number]
export type ReportFilters = z.output<typeof reportFilters>

const reportQuery = z.strictObject({
  event_id: id,
  report: z.enum(REPORTS),
  /** One of the report's. The first of them if absent. */
  grouping: z.enum(GROUPINGS).optional(),
  /** A column, with `-` for the largest first. */
  sort: z
    .string()
    .max(80)
    .regex(/^-?[a-z0-9_]+$/)
    .optional(),
  ...reportFilters.shape,
})
export type ReportQuery = z.output<typeof reportQuery>

/** How the cells of a column are shown. A percentage is a whole number, money is in minor units. */
export const CELL_KINDS = ['text', 'count', 'amount', 'percent', 'change', 'day', 'moment'] as const
export type CellKind = (typeof CELL_KINDS)[number]

const choice = z.object({ value: z.string(), name: z.string() })

const eventOfReport = datedEvent.extend({ currency })

export const reportView = z.object({
  report: z.enum(REPORTS),
  group: z.enum(REPORT_GROUPS),
  title: z.string(),
  /** What the rows say in one line. */
  headline: z.string(),
  event: eventOfReport,
  /** The event of the same kind before this one, where the report compares. */
  previous: eventOfReport.nullable(),
  grouping: z.enum(GROUPINGS).nullable(),
  groupings: z.array(z.object({ value: z.enum(GROUPINGS), name: z.string() })),
  /** The filters that apply, with the names of their values. */
  filters: z.array(z.object({ key: z.enum(FILTERS), name: z.string(), values: z.array(choice) })),
  /** The filters of this report. Without choices, its values are searched or typed. */
  available: z.array(z.object({ key: z.enum(FILTERS), name: z.string(), choices: z.array(choice).nullable() })),
  columns: z.array(z.object({ key: z.string(), name: z.string(), kind: z.enum(CELL_KINDS) })),
  rows: z.array(
    z.object({
      cells: z.array(z.union([z.string(), z.number(), z.null()])),
      /** Column → the page with what the cell counts. */
      links: z.record(z.string(), z.string()),
    }),
  ),
  /** One cell for each column. Null if the columns cannot be added. */
  totals: z.array(z.union([z.string(), z.number(), z.null()])).nullable(),
  /** Rows in all: `rows` are the first of them. */
  total: z.int(),
  sort: z.string(),
  /** The columns that the report exists for. A phone shows them beside the names. */
  main: z.array(z.string()),
  /** Which columns a chart of the same rows shows. */
  chart: z
    .object({ kind: z.enum(['bars', 'line']), label: z.string(), value: z.string(), before: z.string().nullable() })
    .nullable(),
  /** A list that can be printed with a page for each value of its first column. */
  sections: z.boolean(),
  made_at: timestamp,
})
export type ReportView = z.output<typeof reportView>

/** The most rows that a screen gets. Files have all of them. */
export const MOST_ROWS = 500

export const REPORT_FORMATS = ['pdf', 'csv', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
export const REPORT_TYPES = { pdf: 'application/pdf', ...EXPORT_TYPES } as const

// ── Saved and scheduled ──────────────────────────────────────────────────────────────────────────────────────────────

export const SCHEDULE_EVERY = ['day', 'week', 'month'] as const

export const scheduleBody = z
  .object({
    event_id: id,
    every: z.enum(SCHEDULE_EVERY),
    /** Of a week 1 (Monday) to 7, of a month 1 to 31 (the last day of a shorter month). Null for every day. */
    on_day: z.int().min(1).max(31).nullable(),
    /** Of the organisation's day. */
    hour: z.int().min(0).max(23),
    format: z.enum(REPORT_FORMATS),
    role_id: id,
    paused: z.boolean().default(false),
  })
  .refine(({ every, on_day }) => every !== 'day' || on_day === null, { path: ['on_day'], error: 'leave_empty' })
  .refine(({ every, on_day }) => every === 'day' || on_day !== null, { path: ['on_day'], error: 'required' })
  .refine(({ every, on_day }) => every !== 'week' || (on_day ?? 0) <= 7, { path: ['on_day'], error: 'invalid' })
export type ScheduleBody = z.output<typeof scheduleBody>

const scheduleView = z.object({
  ...scheduleBody.shape,
  role: z.string(),
  role_key: seededKey,
  /** How many people get it now: they have the role and can see the report. */
  readers: z.int(),
  time_zone: z.string(),
  /** Null while it is paused, and after the event is archived. */
  next_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
  last_readers: z.int(),
})
export type ScheduleView = z.output<typeof scheduleView>

/** Filters as in an address, so that a saved report opens as the page that was saved. */
const savedFilters = z.partialRecord(z.enum(FILTERS), z.string().max(2000))

const savedBody = z.object({
  name: line(80),
  report: z.enum(REPORTS),
  grouping: z.enum(GROUPINGS).nullable().default(null),
  filters: savedFilters.default({}),
  /** Everybody who can see reports sees it. */
  shared: z.boolean().default(false),
})

export const savedReport = z.object({
  _id: id,
  ...savedBody.shape,
  /** Its author can change it. */
  own: z.boolean(),
  owner: z.string(),
  /** Of the event that was asked for. */
  schedule: scheduleView.nullable(),
})
export type SavedReport = z.output<typeof savedReport>

const report = can('reservations.report')

export const reportRoutes = {
  getReport: route({
    method: 'GET',
    path: '/admin/reservations/reservations-report',
    access: report,
    summary: 'A report about one event: columns, rows, totals; money needs `payments.read` too',
    query: reportQuery,
    response: reportView,
    errors: ['forbidden'],
  }),
  downloadReport: fileRoute({
    method: 'GET',
    path: '/admin/reservations/reservations-report/download',
    access: report,
    summary: 'The same report with all rows as PDF, CSV or XLSX',
    fileTypes: Object.values(REPORT_TYPES),
    query: reportQuery.extend({
      format: z.enum(REPORT_FORMATS).default('pdf'),
      /** In a PDF: begins a page for each value of the first column of a list. */
      page_each: flag.default(false),
      /** Of the file, such as the list for a French assembly. The caller's if absent. */
      language: language.optional(),
    }),
    errors: ['forbidden'],
  }),
  listReports: route({
    method: 'GET',
    path: '/admin/reports',
    access: report,
    summary: 'The reports that the caller can see, with the saved ones and how many rows are to follow up',
    query: z.object({ event_id: id.optional() }),
    response: z.object({
      reports: z.array(
        z.object({
          report: z.enum(REPORTS),
          group: z.enum(REPORT_GROUPS),
          name: z.string(),
          /** Rows to follow up. */
          count: z.int().nullable(),
        }),
      ),
      saved: z.array(savedReport),
    }),
  }),
  saveReport: route({
    method: 'POST',
    path: '/admin/reports',
    access: report,
    summary: 'Save a report with its grouping and filters',
    body: savedBody,
    response: savedReport,
    errors: ['duplicate', 'forbidden'],
    status: 201,
    idempotent: true,
  }),
  updateSaved: route({
    method: 'PUT',
    path: '/admin/reports/{id}',
    access: report,
    summary: 'Change an own saved report: omitted fields stay',
    params: idParams,
    body: z.object({
      name: savedBody.shape.name.optional(),
      grouping: z.enum(GROUPINGS).nullable().optional(),
      filters: savedFilters.optional(),
      shared: z.boolean().optional(),
    }),
    response: savedReport,
    errors: ['duplicate'],
  }),
  removeSaved: route({
    method: 'DELETE',
    path: '/admin/reports/{id}',
    access: report,
    summary: 'Delete an own saved report and its schedules',
    params: idParams,
    response: done,
  }),
  pickReaders: route({
    method: 'GET',
    path: '/admin/reports/roles',
    access: report,
    summary: 'The roles to which a report can be sent, with how many of their people can see it',
    query: z.object({ report: z.enum(REPORTS), event_id: id }),
    response: z.array(keyedPick.extend({ readers: z.int() })),
  }),
  scheduleReport: route({
    method: 'PUT',
    path: '/admin/reports/{id}/schedule',
    access: report,
    summary: 'Send an own saved report about an event by mail, regularly, to the people of a role',
    params: idParams,
    body: scheduleBody,
    response: savedReport,
  }),
  unscheduleReport: route({
    method: 'DELETE',
    path: '/admin/reports/{id}/schedule/{event_id}',
    access: report,
    summary: 'End the schedule of an own saved report',
    params: idParams.extend({ event_id: id }),
    response: savedReport,
  }),
}
