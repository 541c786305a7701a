import {
  FILTERS,
  GROUPINGS,
  REPORTS,
  type ReportFilter,
  type ReportName,
  type SavedReport,
} from '@shiloh/contract/reports'
import type { ListSearch } from '#platform/list-search'

/** The report of an address, as it is asked for. */
export interface Asked {
  readonly event_id: string
  readonly report: ReportName
  readonly grouping?: (typeof GROUPINGS)[number]
  readonly sort?: string
  readonly filters: Partial<Record<ReportFilter, string>>
}

/** Returns what an address asks for. Unknown parts are dropped. */
export function readAsked(search: ListSearch, eventId: string): Asked {
  const grouping = GROUPINGS.find((one) => one === search['grouping'])
  const filters: Partial<Record<ReportFilter, string>> = {}
  for (const key of FILTERS) {
    const value = search[key]
    if (value) filters[key] = value
  }
  return {
    event_id: eventId,
    report: REPORTS.find((one) => one === search['report']) ?? 'attendance',
    filters,
    ...(grouping && { grouping }),
    ...(search['sort'] && { sort: search['sort'] }),
  }
}

/** Returns the query of the server for an address. */
export const queryOfAsked = ({ filters, ...asked }: Asked) => ({ ...asked, ...filters })

/** Returns the address of a saved report. */
export const addressOfSaved = ({ _id, report, grouping, filters }: SavedReport, eventId: string): ListSearch => ({
  event_id: eventId,
  report,
  ...(grouping && { grouping }),
  ...filters,
  saved: _id,
})

/** Splits a page of the app with its query for a link. */
export const linkOf = (page: string): { to: string; search: Record<string, string> } => {
  const [to = '', query = ''] = page.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}

/** The order after a click on a column: figures begin with the largest, words with the first. */
export const nextOrder = (current: string, { key, kind }: { key: string; kind: string }): string => {
  const first = kind === 'text' || kind === 'day' || kind === 'moment' ? key : `-${key}`
  if (current !== first) return first
  return first.startsWith('-') ? key : `-${key}`
}
