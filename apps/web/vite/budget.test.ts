import { expect, it } from 'vitest'
import { overBudget } from './budget.ts'

const files = {
  always: ['app.js'],
  preload: { pages: { '/home': { scripts: ['home.js'], styles: [] } }, texts: { 'en/member': 'texts.js' } },
}

it('names the pages whose scripts are more than their ceiling', () => {
  const sizeOf = () => 60_000
  expect(overBudget(files, sizeOf, () => false, { '/home': 180 })).toEqual([])
  expect(overBudget(files, sizeOf, () => false, { '/home': 179 })).toEqual([
    '/home: 180.0 kB of scripts, at most 179 kB',
  ])
})

it('names a page without a form that loads the schemas, and a page that is not there', () => {
  const problems = overBudget(
    files,
    () => 0,
    (file) => file === 'home.js',
    { '/home': 1, '/gone': 1 },
  )
  expect(problems).toEqual(['/home: loads zod, and has no form', '/gone: the build has no files of this page'])
})
