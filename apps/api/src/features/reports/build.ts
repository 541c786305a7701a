import { type Language, localeOf } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'
import {
  FILTERS,
  MOST_ROWS,
  REPORT_STATUSES,
  type ReportFilter,
  type ReportFilters,
  type ReportName,
  type ReportQuery,
  type ReportView,
  reportFilters,
} from '@shiloh/contract/reports'
import { formatCount, formatDate, formatMoney, formatRange, spacedIn } from '@shiloh/contract/text/format'
import { findFormer } from '#features/events'
import { readClientGroup } from '#features/organisation'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { translator, withErasedNamed } from '#platform/text/texts'
import { findQuestions } from './answers.sql.ts'
import { attendance } from './declared/attendance.ts'
import { followUp } from './declared/follow-up.ts'
import { lodging } from './declared/lodging.ts'
import { money } from './declared/money.ts'
import { rooms } from './declared/rooms.ts'
import { wall } from './declared/wall.ts'
import { countNamed, findChoices, findEvent, findUnits, NAMED_FILTERS, type NamedFilter } from './events.store.ts'
import {
  type Cell,
  type Column,
  cellIn,
  cellOf,
  type Report,
  type ReportEvent,
  type ReportRow,
  type Scope,
} from './report.ts'
import { texts } from './texts.ts'

/** Every report, in the order of the screen. */
export const REPORTS_DECLARED: readonly Report[] = [...attendance, ...rooms, ...lodging, ...money, ...followUp, ...wall]

export const reportOf = (name: ReportName): Report => {
  const report = REPORTS_DECLARED.find((one) => one.name === name)
  if (!report) throw new Error(`the report ${name} is not declared`)
  return report
}

/** Returns whether somebody can see a report: with `reservations.report`, and what else it needs. */
export const maySee = (authorization: Authorization, { needs = [] }: Report): boolean =>
  [...needs, 'reservations.report' as const].every((permission) => isAllowed(authorization, permission))

/** Who reads a report, and when. */
export interface Reader {
  readonly db: Queryable
  readonly now: Date
  readonly language: Language
  readonly authorization: Authorization
}

/** A column with the name and kind that its reader sees. */
export type NamedColumn = Column & { readonly name: string }

/** A report that was read: all rows, in order. */
export interface Built {
  readonly report: Report
  readonly scope: Scope
  readonly title: string
  readonly headline: string
  /** What its filters can be set to. */
  readonly choices: Choices
  /** The filters in words: `Status: Active, Checked in`. */
  readonly filtered: readonly ActiveFilter[]
  readonly columns: readonly NamedColumn[]
  readonly rows: readonly ReportRow[]
  /** The cells of the total, or null if nothing can be added. */
  readonly totals: ReportRow | null
  readonly sort: string
}

interface ActiveFilter {
  readonly key: ReportFilter
  readonly name: string
  readonly values: { readonly value: string; readonly name: string }[]
}

const COMES = ['active', 'redeemed'] as const

/** Keeps the filters that a report has; the others would narrow it without being shown. */
const filtersOf = (report: Report, query: ReportQuery): ReportFilters => {
  const has = new Set<string>(report.filters ?? [])
  const given = Object.entries(query).filter(([key]) => has.has(key))
  const parsed = reportFilters.parse(
    Object.fromEntries(given.map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : value])),
  )
  return { ...parsed, status: parsed.status?.length ? parsed.status : [...(report.statuses ?? COMES)] }
}

const change = (row: ReportRow): number | null => {
  const [now, before] = [cellOf(row, 'people'), cellOf(row, 'before')]
  return typeof now === 'number' && typeof before === 'number' && before > 0
    ? Math.round(((now - before) / before) * 100)
    : null
}

/** Empty cells come last in either direction. */
const inOrder = (rows: readonly ReportRow[], sort: string, language: Language): readonly ReportRow[] => {
  const key = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? -1 : 1
  const collator = new Intl.Collator(localeOf(language), { numeric: true })
  const compare = (a: Cell, b: Cell): number => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    if (typeof a === 'string' && typeof b === 'string') return direction * collator.compare(a, b)
    return direction * (Number(a) - Number(b))
  }
  // A stable sort: equal rows stay in the order of the store.
  return [...rows].sort((a, b) => compare(cellOf(a, key), cellOf(b, key)))
}

const withNames = (row: ReportRow, language: Language): ReportRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, cell]) => [key, typeof cell === 'string' ? withErasedNamed(cell, language) : cell]),
  )

const addUp = (columns: readonly Column[], rows: readonly ReportRow[], total: string): ReportRow | null => {
  if (rows.length === 0 || !columns.some(({ adds }) => adds)) return null
  const sums = columns.flatMap(({ key, adds }): [string, number][] =>
    adds ? [[key, rows.reduce((sum, row) => sum + Number(cellOf(row, key) ?? 0), 0)]] : [],
  )
  const first = columns[0]?.key ?? ''
  const added: Record<string, Cell> = { [first]: total, ...Object.fromEntries(sums) }
  return { ...added, change: change(added) }
}

const headlineOf = (scope: Scope, report: Report, rows: readonly ReportRow[], totals: ReportRow | null): string => {
  const { say, event, language } = scope
  const count = rows.length
  const sum = (key: string) => Number((totals && cellOf(totals, key)) ?? 0)
  switch (report.headline) {
    case 'people':
      return say('headline_people', { count: report.sections ? count : sum('people') })
    case 'answers':
      return say('headline_answers', { count: rows.reduce((all, row) => all + Number(cellOf(row, 'answers') ?? 0), 0) })
    case 'rooms':
      return say('headline_rooms', { count })
    case 'reservations':
      return say('headline_reservations', { count })
    case undefined:
      return say('headline_rows', { count })
    default:
      return say('headline_amount', {
        amount: formatMoney(sum(report.headline), event.currency, language),
        what: say(`column_${report.headline}`),
      })
  }
}

const titleOf = ({ say, grouping }: Scope, { name, heading, titled, groupings = [] }: Report): string => {
  const whole = grouping && titled?.[grouping]
  if (whole) return say(`titled_${whole}`)
  const title = say(heading ? `heading_${heading}` : `report_${name}`)
  return grouping && groupings.length > 1
    ? say('grouped', { report: title, grouping: say(`grouping_${grouping}`) })
    : title
}

/** Returns what the filters of a report can be set to. */
const choicesOf = async (scope: Scope, { filters = [] }: Report) => ({
  ...(await findChoices(scope.db, scope.event.id, scope.language)),
  question: filters.includes('question') ? await findQuestions(scope) : [],
})

type Choices = Awaited<ReturnType<typeof choicesOf>>

const activeFilters = async (scope: Scope, report: Report, choices: Choices): Promise<ActiveFilter[]> => {
  const { db, filters, say, language } = scope
  const units = await findUnits(db, filters.unit ?? [])
  const named = (key: ReportFilter): ActiveFilter['values'] => {
    switch (key) {
      case 'status':
        return (filters.status ?? []).map((value) => ({ value, name: say(`status_${value}`) }))
      case 'unit':
        return units
      case 'from':
      case 'until': {
        const value = filters[key]
        return value ? [{ value, name: formatDate(value, language, 'UTC', scope.dates) }] : []
      }
      default:
        return choices[key].filter(({ value }) => filters[key]?.includes(value))
    }
  }
  return FILTERS.filter((key) => report.filters?.includes(key)).flatMap((key) => {
    const values = named(key)
    return values.length > 0 ? [{ key, name: say(`filter_${key}`), values }] : []
  })
}

const findComparable = async (db: Queryable, eventId: string, query: ReportQuery, language: Language) => {
  const id = await findFormer(db, eventId, query)
  return id === undefined ? undefined : findEvent(db, id, query, language)
}

/**
 * Reads a report: the rows in their order, the totals, and all words in the reader's language.
 *
 * @throws forbidden if the reader cannot see it, not_found without the event
 */
export const buildReport = async (reader: Reader, query: ReportQuery): Promise<Built> => {
  const { db, now, language, authorization } = reader
  const report = reportOf(query.report)
  if (!maySee(authorization, report)) throw new AppError('forbidden')
  const event = found(await findEvent(db, query.event_id, query, language))
  const previous = (report.compares ? await findComparable(db, event.id, query, language) : undefined) ?? null
  const grouping = report.groupings?.find((one) => one === query.grouping) ?? report.groupings?.[0] ?? null
  const say = translator(texts, language)
  const filters = filtersOf(report, query)
  const { date_format: dates } = await readClientGroup(db)
  const scope: Scope = { db, now, language, dates, event, previous, grouping, filters, query, say }
  const columns = (await report.columns(scope)).map((column): NamedColumn => {
    const name =
      column.name ?? (column.key === 'label' ? say(`grouping_${grouping ?? 'each'}`) : columnName(scope, column))
    return { ...column, name: column.kind === 'amount' ? `${name} (${event.currency})` : name }
  })
  const read = (await report.rows(scope)).map((row) => withNames(row, language))
  const rows = report.compares ? read.map((row) => ({ ...row, change: change(row) })) : read
  const wanted = columns.some(({ key }) => key === query.sort?.replace(/^-/, '')) ? query.sort : report.sort
  const totals = addUp(columns, rows, say('total'))
  const choices = await choicesOf(scope, report)
  return {
    report,
    scope,
    title: titleOf(scope, report),
    headline: headlineOf(scope, report, rows, totals),
    choices,
    filtered: await activeFilters(scope, report, choices),
    columns,
    rows: wanted ? inOrder(rows, wanted, language) : rows,
    totals,
    sort: wanted ?? '',
  }
}

/** Returns the filters of a query that name a record that does not exist. They would let nothing through. */
export const goneFilters = async (
  db: Queryable,
  query: Partial<Pick<ReportQuery, NamedFilter>>,
): Promise<NamedFilter[]> => {
  const gone: NamedFilter[] = []
  for (const key of NAMED_FILTERS) {
    const ids = query[key] ?? []
    if ((await countNamed(db, key, ids)) < ids.length) gone.push(key)
  }
  return gone
}

/**
 * Refuses a sort, grouping or value of a filter that the report does not have, and days in the wrong order: it would be answered as if
 * nothing had been asked.
 *
 * @throws invalid
 */
export const refuseUnknown = async (
  { report, columns, scope }: Built,
  { sort, grouping }: ReportQuery,
): Promise<void> => {
  const { filters } = scope
  const gone = await goneFilters(scope.db, filters)
  const errors: FieldError[] = [
    ...(sort && !columns.some(({ key }) => key === sort.replace(/^-/, ''))
      ? [{ field: 'sort', code: 'sort' } as const]
      : []),
    ...(grouping && !report.groupings?.includes(grouping)
      ? [{ field: 'grouping', code: 'unknown_choice' } as const]
      : []),
    ...gone.map((field) => ({ field, code: 'not_found' }) as const),
    ...(filters.from && filters.until && filters.from > filters.until
      ? [{ field: 'until', code: 'date_order' } as const]
      : []),
  ]
  if (errors.length > 0) throw invalid(errors)
}

const columnName = ({ say }: Scope, { key }: Column): string => {
  const name = `column_${key}`
  return isColumnText(name) ? say(name) : key
}
type ColumnText = Extract<keyof typeof texts, `column_${string}`>
const isColumnText = (name: string): name is ColumnText => Object.hasOwn(texts, name)

const eventView = ({ id, name, starts_at, ends_at, time_zone, currency }: ReportEvent) => ({
  ...{ _id: id, name, time_zone, currency },
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

const wireCell = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell)

const availableFilters = ({ scope: { say }, report, choices }: Built): ReportView['available'] => {
  return FILTERS.filter((key) => report.filters?.includes(key)).map((key) => {
    const name = say(`filter_${key}`)
    switch (key) {
      case 'status':
        return { key, name, choices: REPORT_STATUSES.map((value) => ({ value, name: say(`status_${value}`) })) }
      case 'unit':
      case 'from':
      case 'until':
        return { key, name, choices: null }
      default:
        return { key, name, choices: choices[key] }
    }
  })
}

/** Returns a report for the screen: the first rows, with their links. */
export const reportView = (built: Built): ReportView => {
  const { report, scope, columns, rows, totals } = built
  const { say } = scope
  const cells = (row: ReportRow) => columns.map((column) => wireCell(cellIn(row, column)))
  const linksOf = (row: ReportRow) =>
    Object.fromEntries(
      Object.entries(report.links?.(row, scope) ?? {}).flatMap(([key, to]): [string, string][] =>
        to !== undefined && cellOf(row, key) !== 0 ? [[key, to]] : [],
      ),
    )
  const [first] = columns
  return {
    report: report.name,
    group: report.group,
    title: built.title,
    headline: built.headline,
    event: eventView(scope.event),
    previous: scope.previous && eventView(scope.previous),
    grouping: scope.grouping,
    groupings: (report.groupings ?? []).map((value) => ({ value, name: say(`grouping_${value}`) })),
    filters: built.filtered.map((one) => ({ ...one, values: [...one.values] })),
    available: availableFilters(built),
    columns: columns.map(({ key, name, kind }) => ({ key, name, kind })),
    rows: rows.slice(0, MOST_ROWS).map((row) => ({ cells: cells(row), links: linksOf(row) })),
    totals: totals && cells(totals),
    total: rows.length,
    sort: built.sort,
    main: columns.flatMap(({ key }) => (report.main.some((one) => one === key) ? [key] : [])),
    chart:
      report.chart && first && columns.some(({ key }) => key === report.chart?.value)
        ? {
            ...report.chart,
            label: first.key,
            before: columns.some(({ key }) => key === 'before') ? 'before' : null,
          }
        : null,
    sections: report.sections ?? false,
    made_at: scope.now.toISOString(),
  }
}

/** The event, its days, the filters and the time: above the rows of a file. */
export const aboutReport = ({ report, scope, filtered }: Built, madeAt: string): string[] => {
  const { event, language, say } = scope
  const when = formatRange(event.starts_at, event.ends_at, language, event.time_zone)
  // A volunteer with a printed list does not need to know the usual statuses.
  const isUsual = (key: ReportFilter) =>
    report.byHand && key === 'status' && String(scope.filters.status) === String(report.statuses ?? COMES)
  const chosen = filtered
    .filter(({ key }) => !isUsual(key))
    .map(({ name, values }) => `${name}${spacedIn(':', language)}${values.map((one) => one.name).join(', ')}`)
  return [
    say('whole_event', { name: event.name, when }),
    ...(chosen.length > 0 ? [chosen.join(spacedIn(';', language))] : []),
    madeAt,
  ]
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)

/** Shows a cell as a reader reads it. */
export const cellText = (cell: Cell, { kind }: Column, { language, dates, event }: Scope): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return formatDate(cell, language, event.time_zone, dates)
  switch (kind) {
    case 'count':
      return formatCount(Number(cell), language)
    case 'amount':
      return formatMoney(Number(cell), '', language).trim()
    case 'percent':
      return `${formatCount(Number(cell), language)} %`
    case 'change':
      return `${Number(cell) > 0 ? '+' : Number(cell) < 0 ? '−' : ''}${formatCount(Math.abs(Number(cell)), language)} %`
    case 'day':
      // The line of totals has its words where the others have a day.
      return isDay(String(cell)) ? formatDate(String(cell), language, 'UTC', dates) : String(cell)
    default:
      return String(cell)
  }
}
