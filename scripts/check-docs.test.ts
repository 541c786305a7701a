import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProblems } from './check-docs.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shiloh-docs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** The problems of one document beside a source file, a script and another document. */
const problemsOf = (text: string): string[] => {
  write('package.json', JSON.stringify({ scripts: { check: 'true' } }))
  write('apps/api/src/features/events/store.ts', '')
  write('docs/other.md', '# Other page\n\n## What `it` says, twice\n')
  write('docs/page.md', text)
  return findProblems(folder)
}

describe('a document that names what exists has no problems', () => {
  test.each([
    'a file `apps/api/src/features/events/store.ts`',
    'a folder `apps/api/src/features/`',
    'a pattern `apps/api/src/features/<feature>/store.ts`',
    'a link [there](other.md)',
    'an anchor [there](other.md#what-it-says-twice)',
    'an own anchor [here](#top)\n\n# Top',
    'a script `npm run check`',
    'another site [there](https://example.org/none.md)',
    'no path `a/b`, `1/2`, `text/html`',
    '```\n`docs/gone.md`\n```',
  ])('%s', (text) => {
    expect(problemsOf(text)).toEqual([])
  })
})

describe('a document that names what does not exist has a problem', () => {
  test.each([
    ['a file `apps/api/src/features/events/gone.ts`', 'there is no apps/api/src/features/events/gone.ts'],
    ['a file as a folder `apps/api/src/features/events/store.ts/`', 'is not a folder'],
    ['a pattern `apps/api/src/features/<feature>/gone.ts`', 'there is no apps/api/src/features/<feature>/gone.ts'],
    ['a link [there](gone.md)', 'there is no file docs/gone.md'],
    ['an anchor [there](other.md#gone)', 'docs/other.md has no anchor #gone'],
    ['an own anchor [here](#gone)', 'docs/page.md has no anchor #gone'],
    ['a script `npm run gone`', 'package.json has no script "gone"'],
  ])('%s', (text, problem) => {
    expect(problemsOf(`first line\n${text}`)).toEqual([expect.stringMatching(/^docs\/page\.md:2: /)])
    expect(problemsOf(text)[0]).toContain(problem)
  })
})

test('a comment that links to a section that is not there is a problem', () => {
  write('apps/api/src/rules.ts', '/** See docs/other.md#gone and docs/other.md#other-page. */')
  expect(problemsOf('')).toEqual(['apps/api/src/rules.ts: docs/other.md has no anchor #gone'])
})

test('a variable of the environment that is not listed is a problem', () => {
  write('apps/api/src/platform/config.ts', 'const environment = z.object({\n  PORT: 1,\n  HOST: 2,\n})\n')
  write('docs/how-to/run-in-production.md', '`PORT`')
  expect(problemsOf('')).toEqual(['docs/how-to/run-in-production.md: HOST is not listed'])
})

test('an invariant that is missing or has another name is a problem', () => {
  write(
    'apps/api/src/features/reservations/invariants/invariants.store.ts',
    "[{ number: 1, name: 'one' }, { number: 2, name: 'two' }, { number: 3, name: 'three' }]",
  )
  write('docs/domain.md', '### Invariant 1\n\none\n\n### Invariant 2\n\n2\n')
  expect(problemsOf('')).toEqual([
    'docs/domain.md: invariant 2 does not say "two", as the check does',
    'docs/domain.md: invariant 3 is missing',
  ])
})
