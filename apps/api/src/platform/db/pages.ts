import type { ListQuery } from '@shiloh/contract/core'
import { invalid } from '../errors.ts'

export interface Page<T> {
  readonly items: T[]
  readonly total: number
}

/** One term of `sort`: a column the list allows, and its direction. */
export interface SortTerm {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Reads `-created_at,name` against the columns a list allows. @throws invalid naming `sort` */
export const parseSort = (sort: string | undefined, allowed: readonly string[], fallback: string): SortTerm[] =>
  (sort ?? fallback).split(',').map((term) => {
    const column = term.replace(/^-/, '')
    if (!allowed.includes(column)) throw invalid([{ field: 'sort', code: 'sort' }])
    return { column, direction: term.startsWith('-') ? 'desc' : 'asc' }
  })

export const offsetOf = (query: ListQuery): number => (query.page - 1) * query.page_size

/** A search as a LIKE pattern: what the person typed, with LIKE's own characters taken literally. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** The columns of a partial update: undefined keeps, null clears. */
export const patchSet = <T extends Record<string, unknown>>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
