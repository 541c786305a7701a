import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { partsOf, withoutDefaults, withoutJsonSchemas } from './contract.ts'

const source = `import { z } from 'zod'
import type { Shape } from './shape.ts'
import { idParams, route } from './core.ts'
export * from './more.ts'
export type Name = string
export const NAMES = ['a', 'b'] as const
export const card: Shape = z.object({ name: z.enum(NAMES) })
const limit = 3
export const thingRoutes = {
  list: listRoute({
    method: 'GET',
    summary: 'All of them',
    path: '/list',
    access: can('things.read'),
    params: idParams,
    query: listQuery({ search: z.string().max(limit) }),
    response: card,
    errors: ['not_found'],
  }),
  create: route({ path: '/list', access: signedIn('user'), query: card, body: card }),
} as const
`

describe('partsOf', () => {
  const parts = (reads: string[] = []) => partsOf('/contract/things.ts', source, new Set(reads))

  it('makes each declaration and each route a module of its own', () => {
    expect(parts()?.whole.trim().split('\n')).toEqual([
      "export * from './more.ts'",
      "export { NAMES } from '/contract/things.ts?part=NAMES'",
      "export { card } from '/contract/things.ts?part=card'",
      "export * as thingRoutes from '/contract/things.ts?part=thingRoutes'",
    ])
    expect(parts()?.parts.get('card')).toBe(`import { z } from 'zod'
import { NAMES } from '/contract/things.ts?part=NAMES'
export const card: Shape = /* @__PURE__ */ (() => (z.object({ name: z.enum(NAMES) })))()
`)
    expect(parts()?.parts.get('thingRoutes')).toContain(
      "export { value as list } from '/contract/things.ts?part=thingRoutes/list'",
    )
  })

  it('leaves out what of a route the app does not read', () => {
    const list = parts()?.parts.get('thingRoutes/list') ?? ''
    expect(list).toContain("import { limit } from '/contract/things.ts?part=limit'")
    // The filters of a list of the office are built from its query.
    expect(list.match(/^ {4}\w+/gm)?.map((name) => name.trim())).toEqual(['method', 'path', 'access', 'query'])
    expect(parts()?.parts.get('thingRoutes/create')).toContain("route({ path: '/list', access: signedIn('user'),")
    expect(parts()?.parts.get('thingRoutes/create')).not.toMatch(/query|body/)
    expect(parts(['create.body'])?.parts.get('thingRoutes/create')).toContain('body: card')
  })

  it('leaves a module whole that changes something when it is loaded', () => {
    expect(
      partsOf('/contract/things.ts', 'let count = 0; export const next = () => ++count', new Set()),
    ).toBeUndefined()
  })
})

describe('withoutDefaults', () => {
  it('still finds the empty schemas in the module that declares routes', () => {
    const core = readFileSync(new URL('../../../packages/contract/src/core.ts', import.meta.url), 'utf8')
    const found = partsOf('/contract/core.ts', withoutDefaults(core), new Set())?.parts
    for (const name of ['make', 'route', 'listRoute', 'fileRoute'])
      expect(found?.get(name), name).not.toMatch(/nothing\b(?!')|z\.unknown\(\)/)
  })
})

describe('withoutJsonSchemas', () => {
  it('still finds them in the version of zod that is installed', () => {
    const bare = withoutJsonSchemas(
      readFileSync(new URL('../../../node_modules/zod/v4/classic/schemas.js', import.meta.url), 'utf8'),
    )
    expect(bare).not.toMatch(/\w+Processor\(|createToJSONSchemaMethod\(|createStandardJSONSchemaMethod\(/)
  })
})
