import type { Route } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { OTHER_COLUMNS, pageQuery, sortKeysOf } from '@shiloh/contract/lists'
import { OFFICE_LISTS } from '@shiloh/contract/office-lists'
import type { Permission } from '@shiloh/contract/permissions'
import type { SavedView } from '@shiloh/contract/saved-views'
import { z } from 'zod'
import { fieldErrors, invalid } from '#platform/errors'

const LISTS: Readonly<Record<string, Route>> = OFFICE_LISTS

/** Returns the permission that the rows of a list ask for. Undefined for a list that does not exist, or that all staff see. */
export const permissionOf = (list: string): Permission | undefined => {
  const access = Object.hasOwn(LISTS, list) ? LISTS[list]?.access : undefined
  return access?.kind === 'can' ? access.permission : undefined
}

/** Returns the names of the fields of a row, of whatever kind it is. */
const fieldsOf = (row: z.ZodType): string[] => {
  if (row instanceof z.ZodObject) return Object.keys(row.shape)
  if (row instanceof z.ZodDiscriminatedUnion || row instanceof z.ZodUnion)
    return row.options.flatMap((one) => (one instanceof z.ZodType ? fieldsOf(one) : []))
  return []
}

const isPaged = (name: string): boolean => Object.hasOwn(pageQuery.shape, name)

const problemsOfQuery = (query: SavedView['query'], declared: z.ZodType): FieldError[] => {
  const filters = declared instanceof z.ZodObject ? Object.keys(declared.shape).filter((name) => !isPaged(name)) : []
  const unknown = Object.keys(query).filter((name) => !filters.includes(name))
  const read = declared.safeParse(query)
  return [
    ...unknown.map((name) => ({ field: `query.${name}`, code: 'unknown_choice' as const })),
    ...(read.success ? [] : fieldErrors(read.error, query))
      .filter(({ field }) => !unknown.includes(field))
      .map((error) => ({ ...error, field: `query.${error.field}` })),
  ]
}

/**
 * Checks that a list exists and that it can be narrowed, sorted and shown as a view says.
 *
 * @throws invalid_input, with every name and value that the list does not have
 */
export const requireFits = (
  list: string,
  { query = {}, columns }: Partial<Pick<SavedView, 'query' | 'columns'>>,
): void => {
  const route = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined
  if (!route) throw invalid([{ field: 'list', code: 'unknown_choice' }])
  const declared = route.query
  const known = new Set([
    ...(declared instanceof z.ZodObject ? Object.keys(declared.shape) : []),
    ...sortKeysOf(declared),
    ...fieldsOf(route.response),
    ...OTHER_COLUMNS,
  ])
  const problems = [
    ...problemsOfQuery(query, declared),
    ...(columns ?? []).flatMap((column, index) =>
      known.has(column) ? [] : [{ field: `columns.${index}`, code: 'unknown_choice' as const }],
    ),
  ]
  if (problems.length > 0) throw invalid(problems)
}
