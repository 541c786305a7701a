import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from './config.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

test('.env.example names every setting, once, and no other', () => {
  const lines = readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)
  expect([...lines].map(([, name]) => name).sort()).toEqual([...SETTINGS].sort())
})

test('the page for operators names every setting', () => {
  const page = readFileSync(path.join(root, 'docs/how-to/run-in-production.md'), 'utf8')
  expect(SETTINGS.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
