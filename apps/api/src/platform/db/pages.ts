import type { PageQuery } from '@shiloh/contract/lists'

export interface Page<T> {
  readonly items: T[]
  readonly total: number
  /** Sums over all rows, by the names that the list gives them. */
  readonly sums?: Readonly<Record<string, number>> | undefined
}

export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.page_size

/** Returns a search as a LIKE pattern, with LIKE's special characters escaped. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the columns of a partial update: undefined keeps, null clears. */
export const patchSet = <T extends Record<string, unknown>>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
