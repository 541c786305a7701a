import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShell } from './shell.ts'

let client: string
beforeEach(() => {
  client = mkdtempSync(join(tmpdir(), 'shiloh-shell-'))
  writeFileSync(join(client, 'index.html'), '<html><head><style></style></head><body></body></html>')
})
afterEach(() => rmSync(client, { recursive: true, force: true }))

const filesOf = (html: string): string[] => [...html.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file ?? '')
const page = (name: string) => ({ scripts: [`${name}.js`], styles: [`${name}.css`] })

it('names the files of the page and its texts in the language of the reader', () => {
  const pages = {
    '/home': page('home'),
    '/events/$id': page('event'),
    '/events/mine': page('mine'),
    '/admin/tasks': page('tasks'),
  }
  const texts = { 'en/member': 'en.js', 'de/member': 'de.js', 'de/staff': 'de-staff.js' }
  writeFileSync(join(client, 'preload.json'), JSON.stringify({ pages, texts }))
  const shell = openShell(client)
  expect(filesOf(shell('/home', 'en'))).toEqual(['home.css', 'en.js', 'home.js'])
  expect(filesOf(shell('/events/6a99/', 'de'))).toEqual(['event.css', 'de.js', 'event.js'])
  expect(filesOf(shell('/events/mine', 'de'))).toEqual(['mine.css', 'de.js', 'mine.js'])
  expect(filesOf(shell('/admin/tasks', 'de'))).toEqual(['tasks.css', 'de.js', 'de-staff.js', 'tasks.js'])
  expect(filesOf(shell('/nowhere', 'en'))).toEqual(['en.js'])
  expect(shell('/home', 'en')).toContain('<link rel="modulepreload" crossorigin href="/home.js" /></head>')
})

it('is the page as it was built if no list of files came with it', () => {
  expect(openShell(client)('/home', 'en')).toBe('<html><head><style></style></head><body></body></html>')
})
