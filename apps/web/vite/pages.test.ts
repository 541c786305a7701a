import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { routesIn, withoutPages } from './pages.ts'

const features = join(import.meta.dirname, '../src/features')
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('routes.tsx'))
  .map((file) => readFileSync(join(features, file), 'utf8'))

describe('routesIn', () => {
  it('finds the page of a route, also beside routes without one', () => {
    expect(
      routesIn(`createRoute({ path: '/a', component: Plain }),
        createRoute({ path: '/b/$id', staticData: { nav: { to: '/x' } }, component: lazyPage(() => import('./b.tsx'), 'B') })`),
    ).toEqual([['/b/$id', './b.tsx']])
  })

  it('finds every page of the app that loads on demand', () => {
    const pages = sources.flatMap((source) => source.match(/lazyPage\(/g) ?? [])
    expect(pages.length).toBeGreaterThan(100)
    expect(sources.flatMap((source) => routesIn(source))).toHaveLength(pages.length)
  })
})

describe('withoutPages', () => {
  it('leaves no page that loads on demand', () => {
    const left = sources.flatMap((source) => withoutPages(source).match(/lazyPage\(/g) ?? [])
    expect(left).toEqual([])
  })
})
