import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@shiloh/contract/core'

/** The part of an address that describes a list: page, sort, search and filters. Every value is text or absent. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** The value of the event in the address of a list that shows all events. Without a value it shows the current one. */
export const ALL_EVENTS = 'all'

/** `validateSearch` of every page with a list. Numbers parsed by the router become text again. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') kept[name] = value
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = String(value)
  }
  return kept
}

export interface ListState {
  readonly page: number
  readonly pageSize: number
  readonly sort: string | undefined
  readonly search: string
  /** The id of the saved view that was opened. */
  readonly view: string | undefined
  readonly filters: Readonly<Record<string, string>>
}

/** Returns the list state of an address. Unknown parts are dropped. */
export function readListState(search: ListSearch, filterNames: readonly string[]): ListState {
  const page = Number(search.page)
  const size = PAGE_SIZES.find((known) => String(known) === search.page_size)
  const filters: Record<string, string> = {}
  for (const name of filterNames) {
    const value = search[name]
    if (value && value !== ALL_EVENTS) filters[name] = value
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: size ?? DEFAULT_PAGE_SIZE,
    sort: search.sort,
    search: search.search ?? '',
    view: search.view,
    filters,
  }
}

/** Returns the address after a change. A change of anything but the page returns to the first page. */
export function changeListSearch(search: ListSearch, change: ListSearch): ListSearch {
  const next: Record<string, string | undefined> = { ...search, page: undefined, ...change }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
}

/** Returns the next sort order of a column: ascending, descending, then the list's own order. */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`
  return current === `-${column}` ? undefined : column
}

/** Returns the page numbers to show: first, last, and those around the current one. `null` marks a gap. */
export function pageButtons(current: number, total: number): readonly (number | null)[] {
  const shown = [...new Set([1, 2, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .sort((a, b) => a - b)
  return shown.flatMap((page, i) => {
    const before = shown[i - 1]
    return before !== undefined && page - before > 1 ? [null, page] : [page]
  })
}
