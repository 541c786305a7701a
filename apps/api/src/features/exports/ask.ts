import type { Endpoint, ValidInput } from '#http/binder'
import { hiddenFor, refuseHidden } from '#http/denials'
import { validate } from '#http/input'
import { authorise } from '#http/permissions'
import type { Caller } from '#platform/auth/auth.store'
import { hideIn, namedByAddress, searchAs } from '#platform/auth/denied'
import type { Queryable } from '#platform/db/db'
import { AppError } from '#platform/errors'

/** An export that somebody may have now. */
export interface Asked {
  readonly endpoint: Endpoint
  readonly input: ValidInput
  readonly permission: string
}

/** Finds the export of a path among all endpoints. */
export type FindExport = (path: string) => { endpoint: Endpoint; params: Readonly<Record<string, string>> } | undefined

/** Exports, and the files of reports: a list of thousands on paper takes long as well. */
export const exportsAmong = (endpoints: readonly Endpoint[]): FindExport => {
  const known = endpoints
    .filter(
      ({ route }) =>
        route.answer === 'file' &&
        route.method === 'GET' &&
        /\/(export|reservations-report\/download)/.test(route.path),
    )
    .map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
  return (path) => {
    for (const { endpoint, pattern } of known) {
      const match = pattern.exec(path)
      if (match) return { endpoint, params: { ...match.groups } }
    }
    return undefined
  }
}

const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const values = search.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )

/**
 * Reads the address of an export like the request that it would be: with its permission, its filters, and without what
 * is denied to the person. @throws not_found, forbidden, invalid_input
 */
export const readAsked = async (
  { db, now, caller }: { readonly db: Queryable; readonly now: Date; readonly caller: Caller },
  find: FindExport,
  address: string,
): Promise<Asked> => {
  const url = URL.parse(address, 'http://localhost')
  const found = url && find(url.pathname)
  if (!url || found?.endpoint.route.access.kind !== 'can') throw new AppError('not_found')
  const { endpoint, params } = found
  const { route } = endpoint
  authorise(route, caller, params['id'], now)
  const hidden = hiddenFor(route, caller)
  await refuseHidden(db, hidden, () => namedByAddress(route, params))
  const valid = validate(route, { params, query: queryOf(url.searchParams) }, {})
  return {
    endpoint,
    input: {
      params: valid.params,
      query: searchAs(hideIn(valid.query, hidden), caller.authorization),
      body: {},
      files: [],
    },
    permission: found.endpoint.route.access.permission,
  }
}
