import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forTheApp, withoutJsonSchemas } from './contract.ts'

const source = `import { z } from 'zod'
export const NAMES = ['a', 'b'] as const
export const card = z.object({ name: z.enum(NAMES) })
const limit = 3
export const label = (one: string) => one.trim()
export const routes = {
  list: listRoute({
    method: 'GET',
    summary: 'All of them',
    path: '/list',
    params: idParams,
    query: listQuery({ search: z.string().max(limit) }),
    response: card,
    errors: ['not_found'],
  }),
} as const
`

describe('forTheApp', () => {
  it('leaves out what of a route the server alone reads, and lets the bundler leave out the rest', () => {
    expect(forTheApp('a.ts', source).replace(/^\s+$/gm, '').replace(/\n+/g, '\n')).toBe(`import { z } from 'zod'
export const NAMES = /* @__PURE__ */ (() => (['a', 'b'] as const))()
export const card = /* @__PURE__ */ (() => (z.object({ name: z.enum(NAMES) })))()
const limit = 3
export const label = (one: string) => one.trim()
export const routes = /* @__PURE__ */ (() => ({
  list: listRoute({
    method: 'GET',
    path: '/list',
    query: listQuery({ search: z.string().max(limit) }),
  }),
} as const))()
`)
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
