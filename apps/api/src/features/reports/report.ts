import type { Translate } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { CellKind, Grouping, ReportFilter, ReportFilters, ReportGroup, ReportName } from '@shiloh/contract/reports'
import type { DateFormat } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import type { ReadContext } from '#platform/context'
import type { texts } from './texts.ts'

type Suffix<Prefix extends string> = {
  [K in keyof typeof texts]: K extends `${Prefix}_${infer Rest}` ? Rest : never
}[keyof typeof texts]

/** An event that a report is about or compares with. */
export interface ReportEvent {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly time_zone: string
  readonly currency: string
}

export type Say = Translate<typeof texts>

/** What a report is asked for: the event, who reads it, what narrows it. */
export interface Scope extends Pick<ReadContext, 'db' | 'now' | 'language'> {
  /** How cells write a day. */
  readonly dates: DateFormat
  readonly event: ReportEvent
  /** The last event of the same kind. Null if there is none, or the report does not compare. */
  readonly previous: ReportEvent | null
  readonly grouping: Grouping | null
  readonly filters: ReportFilters
  /** The query of the reader. What is denied to them is attached to it (`shown`). */
  readonly query: object
  readonly say: Say
}

/** A row as a store returns it: a field for each column, and `_id`, `reservation_id` or `user_id` for links. */
export type ReportRow = object

/** A cell as a store returns it. Money is in minor units. */
export type Cell = string | number | Date | null

/** Returns a field of a row. A field that the row does not have is an empty cell. */
export const cellOf = (row: ReportRow, key: string): Cell => {
  const value: unknown = Reflect.get(row, key)
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : null
}

/** Returns the cell of a column. Phone numbers are grouped as on all screens. A figure that can be added is zero where the row does not have it. */
export const cellIn = (row: ReportRow, { key, adds }: Pick<Column, 'key' | 'adds'>): Cell =>
  (key === 'phone' ? groupedPhone(row) : cellOf(row, key)) ?? (adds ? 0 : null)

const groupedPhone = (row: ReportRow): string | null => {
  const phone = textOf(row, 'phone')
  return phone === undefined ? null : formatPhone(phone)
}

/** Returns a text of a row, such as an id. */
export const textOf = (row: ReportRow, key: string): string | undefined => {
  const value = cellOf(row, key)
  return typeof value === 'string' ? value : undefined
}

export interface Column {
  readonly key: string
  /** Its header: the text `column_{key}`, unless it is named here. */
  readonly name?: string
  readonly kind: CellKind
  /** Figures are added to a total, unless a sum has no meaning. */
  readonly adds?: boolean
}

type ColumnName = Suffix<'column'>
/** A column that is named after the grouping. Its cells are in `label`. */
export const label: Column = { key: 'label', kind: 'text' }
export const words = (...keys: ColumnName[]): Column[] => keys.map((key) => ({ key, kind: 'text' }))
export const counts = (...keys: ColumnName[]): Column[] => keys.map((key) => ({ key, kind: 'count', adds: true }))
export const amounts = (...keys: ColumnName[]): Column[] => keys.map((key) => ({ key, kind: 'amount', adds: true }))
export const days = (...keys: ColumnName[]): Column[] => keys.map((key) => ({ key, kind: 'day' }))
/** A figure whose sum has no meaning. */
export const figure = (key: ColumnName, kind: 'count' | 'percent' = 'count'): Column => ({ key, kind })
/** The same in the event before (`before`), and how `people` changed. */
export const compared = ({ previous, say }: Scope): Column[] =>
  previous
    ? [
        {
          key: 'before',
          kind: 'count',
          adds: true,
          name: say('in_year', { year: String(previous.starts_at.getUTCFullYear()) }),
        },
        { key: 'change', kind: 'change' },
      ]
    : []

/** What the sign of a door says: where it is, and who sleeps behind it. */
export interface Sign {
  readonly place: string
  readonly room: string
  readonly guests: readonly { readonly bed: string; readonly name: string; readonly nights: string }[]
}

/** What is known of a row when its list is printed: a person is inside or has left, or all of a room are inside. */
export interface Known {
  readonly what: 'inside' | 'left' | 'room'
  /** Since when. Null: of a room. */
  readonly at: Date | null
}

/** One report. docs/how-to/add-a-report.md says what each part does. */
export interface Report {
  readonly name: ReportName
  readonly group: ReportGroup
  /** The whole title of a grouping. Without one it is the report's name and the grouping. */
  readonly titled?: Partial<Record<Grouping, Suffix<'titled'>>>
  /** Begins the title where rows can be grouped, if the report's name says the groups already. */
  readonly heading?: Suffix<'heading'>
  readonly groupings?: readonly Grouping[]
  readonly filters?: readonly ReportFilter[]
  /** Permissions beside `reservations.report`. */
  readonly needs?: readonly Permission[]
  /** Statuses that count unless others are chosen. The default is who comes: active and redeemed. */
  readonly statuses?: NonNullable<ReportFilters['status']>
  /** Compares with the last event of the same kind, in the columns `before` and `change`. */
  readonly compares?: boolean
  /** The column that orders the rows, with `-` for the largest first. Without one, as the store orders them. */
  readonly sort?: string
  /**
   * The columns that it exists for, those of them that the grouping has. A phone shows them beside the names, and the
   * others on demand.
   */
  readonly main: readonly [ColumnName, ...ColumnName[]]
  readonly chart?: { readonly kind: 'bars' | 'line'; readonly value: ColumnName }
  /** A list: a PDF can begin a page for each value of the first column. */
  readonly sections?: boolean
  /**
   * A list on which people are ticked by hand: its PDF has a box before each row, and lines to write on behind it. Returns
   * what is known when it is printed: who is inside gets no box. Null: nothing is.
   */
  readonly byHand?: {
    readonly explained: 'by_hand' | 'by_hand_keys'
    /** What is written on each line, with its width in points. */
    readonly lines: readonly (readonly [
      text: 'time_by_hand' | 'key_number_by_hand' | 'signature_by_hand',
      width: number,
    ])[]
    readonly known: (row: ReportRow) => Known | null
  }
  readonly columns: (scope: Scope) => readonly Column[] | Promise<readonly Column[]>
  readonly rows: (scope: Scope) => Promise<readonly ReportRow[]>
  /** Its PDF is a sign for each row, instead of a table. Returns what the sign of a row says. */
  readonly sign?: (row: ReportRow) => Sign
  /** What the headline counts: rows, or the sum of a column. */
  readonly headline?: 'people' | 'answers' | 'rooms' | 'reservations' | 'expected' | 'captured' | 'balance' | 'amount'
  /** Column → the page with what the cell counts. */
  readonly links?: (row: ReportRow, scope: Scope) => Readonly<Record<string, string | undefined>>
}

/** The page of another report about the same event, narrowed by the row. */
export const reportPage = (
  { event, filters }: Scope,
  report: ReportName,
  narrowed: Readonly<Record<string, string>> = {},
): string => {
  const kept = Object.entries(filters).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return `/admin/reports?${new URLSearchParams({ event_id: event.id, report, ...Object.fromEntries(kept), ...narrowed })}`
}

/**
 * The list of the event's reservations, narrowed by the row like the report itself. Undefined where the list has no such filter: a
 * unit of the report can be of any level.
 */
export const reservationsPage = (
  { event, filters }: Scope,
  narrowed: Readonly<Record<string, string>>,
): string | undefined => {
  const { status = ['active', 'redeemed'], participant_type: type, unit } = filters
  if (unit) return undefined
  const query = new URLSearchParams({
    event_id: event.id,
    // Of an archived event, the report counts by the status before.
    status: [...status, 'archived'].join(','),
    ...(type && { type: type.join(',') }),
    ...narrowed,
  })
  return `/admin/reservations?${query}`
}

/** The pages of the reservation and of the person that a row is about. */
export const ownPages = (row: ReportRow): Readonly<Record<string, string | undefined>> => {
  const reservation = textOf(row, 'reservation_id')
  const person = textOf(row, 'user_id')
  return {
    code: reservation && `/admin/reservations/${reservation}`,
    name: person && `/admin/users/${person}`,
  }
}
