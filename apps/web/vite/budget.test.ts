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

it('counts the texts of making a reservation where they are loaded', () => {
  const preload = {
    pages: { '/events/$id': { scripts: [], styles: [] }, '/home': { scripts: [], styles: [] } },
    texts: { 'en/member': 'texts.js', 'en/reserving': 'more.js' },
  }
  const over = (page: string) =>
    overBudget(
      { always: [], preload },
      () => 9_000,
      () => false,
      { [page]: 10 },
    )
  expect(over('/home')).toEqual([])
  expect(over('/events/$id')).toEqual(['/events/$id: 18.0 kB of scripts, at most 10 kB'])
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
