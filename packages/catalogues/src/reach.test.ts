import path from 'node:path'
import { expect, it } from 'vitest'
import { problemsOfArea } from './check.ts'
import { filesReached } from './reach.ts'

/** Returns the files reached from main.ts in a program of a few files. */
function reached(program: Readonly<Record<string, string>>, isEnd = (_file: string) => false) {
  const resolve = (from: string, specifier: string) => path.posix.join(path.posix.dirname(from), specifier)
  return filesReached('main.ts', { read: (file) => program[file] ?? '', resolve }, isEnd)
}

it('follows static and dynamic imports, and what is passed on, with the way to it', () => {
  const found = reached({
    'main.ts': `import { page } from './routes.ts'`,
    'routes.ts': `export * from './all.ts'; export const page = () => import('./pages/page.tsx')`,
    'pages/page.tsx': `import '../effect.ts'; import * as more from '../more.ts'`,
  })
  expect([...found.keys()].sort()).toEqual(['all.ts', 'effect.ts', 'main.ts', 'more.ts', 'pages/page.tsx', 'routes.ts'])
  expect(found.get('more.ts')).toEqual(['main.ts', 'routes.ts', 'pages/page.tsx'])
})

it('leaves out types, and ends where it should', () => {
  const found = reached(
    {
      'main.ts': `import type { A } from './a.ts'; import { type B } from './b.ts'; import { c } from './c.ts'
        export type { D } from './d.ts'`,
      'c.ts': `import { e } from './e.ts'`,
    },
    (file) => file === 'e.ts',
  )
  expect([...found.keys()]).toEqual(['main.ts', 'c.ts'])
})

it('goes through an index only to what is imported from it', () => {
  const program = {
    'index.ts': `export { Page as MemberPage } from './member.ts'
      export { Dialog } from './staff.ts'
      export * from './rest/index.ts'`,
    'rest/index.ts': `export { a } from './a.ts'; export { b } from './b.ts'`,
  }
  const from = (imported: string) => [...reached({ ...program, 'main.ts': imported }).keys()].slice(1)
  expect(from(`import { MemberPage, a } from './index.ts'`)).toEqual(['member.ts', 'rest/a.ts'])
  expect(from(`import { Dialog } from './index.ts'; import { b } from './index.ts'`)).toEqual(['staff.ts', 'rest/b.ts'])
  expect(from(`import * as all from './index.ts'`)).toEqual(['member.ts', 'staff.ts', 'rest/a.ts', 'rest/b.ts'])
})

it('refuses a staff text that a member page loads', () => {
  const texts = ['member/a', 'staff/b', 'staff/c'].map((namespace) => ({
    namespace,
    file: `${namespace}.ts`,
    rows: new Map(),
    call: 0,
    start: 0,
    end: 0,
  }))
  const loaded = new Map([
    ['member/a.ts', []],
    ['staff/b.ts', ['main.tsx', 'page.tsx']],
  ])
  expect(problemsOfArea('staff', texts, loaded)).toEqual([
    {
      rule: 'area',
      language: 'en',
      id: 'staff/b',
      says: 'is on pages without texts of "staff": main.tsx → page.tsx → staff/b.ts',
    },
  ])
})
