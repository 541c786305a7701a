import type { Route } from '@shiloh/contract/core'
import { LOG_TYPES } from '@shiloh/contract/insight'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import type { roomCategoryRoutes } from '@shiloh/contract/venues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RoomCategories } from '#db'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import type { Queryable } from '../src/platform/db/db.ts'
import { type ListSql, paginate } from '../src/platform/db/pages.store.ts'
import { contains } from '../src/platform/db/search.store.ts'
import { type TestApp, testApp } from './harness.ts'

const routes = features.flatMap((feature) => feature.endpoints.map(({ route }) => route))
const NOBODY = 'f'.repeat(24)

let app: TestApp
const bearers = new Map<string, string>()
beforeAll(async () => {
  app = await testApp()
  bearers.set('admin', await app.tokenOf(await app.account({ type: 'admin', permissions: PERMISSIONS })))
  for (const type of ['user', 'vendor', 'checkin_user'] as const)
    bearers.set(type, await app.tokenOf(await app.account({ type })))
})
afterAll(() => app.close())

const properties = (schema: z.ZodType) =>
  z
    .object({
      properties: z
        .record(z.string(), z.looseObject({ pattern: z.string().optional(), examples: z.array(z.string()).optional() }))
        .default({}),
    })
    .parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).properties

/** Returns the `sort` keys that a query declares, as in the OpenAPI document. */
const sortKeys = (route: Route): string[] =>
  /\(([a-z_|]+)\)/.exec(properties(route.query)['sort']?.pattern ?? '')?.[1]?.split('|') ?? []

/** Every existing filter accepts one of these. */
const SAMPLES = [
  'true',
  NOBODY,
  '2026-11-22',
  '1',
  'GH',
  'approved',
  'published',
  'open',
  'due',
  'waiting',
  'import_finished',
]

/** Returns a query with every filter of a list, each with a value that its schema accepts. */
const everyFilter = ({ query }: Route): Record<string, string> =>
  Object.fromEntries(
    Object.keys(properties(query))
      .filter((name) => !['page', 'page_size', 'sort'].includes(name))
      .map((name) => {
        const choices = [...choicesOf(query, name), ...(properties(query)[name]?.examples ?? [])]
        const sample = [...choices, ...SAMPLES].find((value) => query.safeParse({ [name]: value }).success)
        if (sample === undefined) throw new Error(`no sample fits the filter ${name}`)
        return [name, sample]
      }),
  )

const options = z.object({ enum: z.array(z.string()) }).catch({ enum: [] })
const choicesOf = (query: z.ZodType, name: string): string[] => options.parse(properties(query)[name]).enum

const call = async (route: Route, path: string, query: Readonly<Record<string, string>>) => {
  const { access } = route
  const who = access.kind === 'can' ? 'admin' : access.kind === 'signedIn' ? (access.who[0] ?? 'admin') : undefined
  const bearer = bearers.get(who ?? '')
  const response = await app.app.server.inject({
    method: 'GET',
    url: `${API_PREFIX}${path}?${new URLSearchParams(query)}`,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  })
  // A list within an unknown object is not found. Every other answer is an empty page.
  return response.statusCode === 200 || (response.statusCode === 404 && path.includes(NOBODY))
    ? []
    : [`${path} ${JSON.stringify(query)}: ${response.statusCode} ${response.body.slice(0, 200)}`]
}

const lists = routes
  .filter(({ answer, query }) => answer === 'list' && 'page' in properties(query))
  .flatMap((route) => {
    const path = route.path.replace(/\{\w*id\}/g, NOBODY)
    return path.includes('{type}')
      ? LOG_TYPES.map((type) => ({ route, path: path.replace('{type}', type), filters: false }))
      : [{ route, path, filters: true }]
  })

describe('every list', () => {
  test('is sorted by every key that it declares', async () => {
    expect(lists.length).toBeGreaterThan(35)
    const failed: string[] = []
    for (const { route, path } of lists) {
      const keys = sortKeys(route)
      if (keys.length > 0) failed.push(...(await call(route, path, { sort: keys.map((key) => `-${key}`).join(',') })))
    }
    expect(failed).toEqual([])
  })

  test('is narrowed by every filter that it declares', async () => {
    const failed: string[] = []
    for (const { route, path, filters } of lists)
      if (filters) failed.push(...(await call(route, path, everyFilter(route))))
    expect(failed).toEqual([])
  })

  test('names its sort keys in OpenAPI, and refuses others by the name of the parameter', async () => {
    for (const { route, path } of lists) {
      const keys = sortKeys(route)
      if (keys.length === 0 || path.includes(NOBODY)) continue
      expect(await call(route, path, { sort: 'no_such_key' })).toEqual([expect.stringContaining('422')])
    }
  })
})

// What must not compile: `npm run check` fails when one of these does.
type Categories = ListSql<(typeof roomCategoryRoutes)['list'], RoomCategories>
const search = (words: string) => contains(words, 'k.name')
export const compileTime = {
  right: { table: 'k', sort: {}, filter: { search } } as const satisfies Categories,
  // @ts-expect-error: the contract does not declare this sort key
  unknownSort: { table: 'k', sort: { colour: 'k.name' }, filter: { search } } satisfies Categories,
  // @ts-expect-error: the contract does not declare this filter
  unknownFilter: { table: 'k', sort: {}, filter: { search, colour: 'k.name' } } satisfies Categories,
  // @ts-expect-error: `search` is no column of the table, so it cannot be left out
  forgottenFilter: { table: 'k', sort: {}, filter: {} } satisfies Categories,
  // @ts-expect-error: without the table's columns every key needs an entry
  forgottenSort: { table: 'k', sort: {}, filter: { search } } satisfies ListSql<(typeof roomCategoryRoutes)['list']>,
  unknownColumn: (db: Queryable, query: Parameters<typeof page>[1]) => {
    const select = db.selectFrom('room_categories as k').select('k.id')
    // @ts-expect-error: the tables of the select have no such column
    return paginate(select, query, { table: 'k', sort: { name: 'k.colour' }, filter: { search } })
  },
}
const page = (db: Queryable, query: z.output<(typeof roomCategoryRoutes)['list']['query']>) =>
  paginate(db.selectFrom('room_categories as k').select('k.id'), query, compileTime.right)
