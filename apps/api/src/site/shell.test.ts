import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const early = (path: string) => (path === '/home' ? 'go()' : undefined)
const filesOf = (html: string): string[] => [...html.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file ?? '')
const page = (name: string) => ({ scripts: [`${name}.js`], styles: [`${name}.css`] })

it('names the files of the page and its texts in the language of the reader', () => {
  for (const name of ['home', 'event', 'mine', 'tasks']) writeFileSync(join(client, `${name}.css`), `.${name}{top:0}`)
  const pages = {
    '/home': page('home'),
    '/events/$id': page('event'),
    '/events/mine': page('mine'),
    '/admin/tasks': page('tasks'),
  }
  const texts = { 'en/member': 'en.js', 'de/member': 'de.js', 'de/staff': 'de-staff.js' }
  writeFileSync(join(client, 'preload.json'), JSON.stringify({ pages, texts }))
  const shell = openShell(client, early).page
  expect(filesOf(shell('/home', 'en'))).toEqual(['home.css', 'en.js', 'home.js'])
  expect(filesOf(shell('/events/6a99/', 'de'))).toEqual(['event.css', 'de.js', 'event.js'])
  expect(filesOf(shell('/events/mine', 'de'))).toEqual(['mine.css', 'de.js', 'mine.js'])
  expect(filesOf(shell('/admin/tasks', 'de'))).toEqual(['tasks.css', 'de.js', 'de-staff.js', 'tasks.js'])
  expect(filesOf(shell('/nowhere', 'en'))).toEqual(['en.js'])
  expect(shell('/home', 'en')).toContain('<link rel="modulepreload" crossorigin href="/home.js" /></head>')
  expect(shell('/home', 'en')).toContain(
    '<style id="page">.home{top:0}</style><link rel="stylesheet" disabled media="not all" crossorigin href="/home.css" />',
  )
  expect(shell('/home', 'en')).toContain('<head><script>go()</script><style></style>')
  expect(shell('/events/mine', 'en')).not.toContain('<script>')
})

it('is the page as it was built if no list of files came with it', () => {
  expect(openShell(client, () => undefined).page('/home', 'en')).toBe(
    '<html><head><style></style></head><body></body></html>',
  )
})

it('puts a painted page in the place of the frame, with its styles first and its scripts for later', () => {
  writeFileSync(
    join(client, 'index.html'),
    `<html lang="en"><head><title>Shiloh</title><style></style><script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base.js"><link rel="stylesheet" crossorigin href="/assets/index.css"></head>
    <body><div id="root"><div class="sk"><i></i></div></div>
    </body></html>`,
  )
  mkdirSync(join(client, 'assets'))
  writeFileSync(join(client, 'assets/index.css'), 'body{margin:0}')
  writeFileSync(join(client, 'login.css'), 'form{gap:8px}')
  const pages = { '/auth/login': page('login') }
  writeFileSync(join(client, 'preload.json'), JSON.stringify({ pages, texts: { 'de/member': 'de.js' } }))
  const html = openShell(client, early).page('/auth/login', 'de', {
    title: 'A & B',
    html: '<h1>$& Anmelden</h1>',
    css: 'h1{color:red}',
    loads: 'when_touched',
    script: '(waiting) => waiting',
    failed: '</script>',
  })
  expect(html).toContain('<html lang="de" data-mantine-color-scheme="light">')
  expect(html).toContain('<title>A &amp; B</title>')
  expect(html).toMatch(/<body><div id="root"><h1>\$& Anmelden<\/h1><\/div>\s*<\/body>/)
  expect(html).toContain('<style id="painted">body{margin:0}\nform{gap:8px}\nh1{color:red}</style>')
  expect(html).not.toMatch(/modulepreload|stylesheet|type="module"/)
  const [, call = ''] = /<script>(.*)<\/script>/.exec(html) ?? []
  expect(JSON.parse(call.slice('((waiting) => waiting)('.length, -1))).toEqual({
    isFrame: false,
    entry: '/assets/index.js',
    styles: ['/assets/index.css', '/login.css'],
    scripts: ['/assets/base.js', '/de.js', '/login.js'],
    failed: '</script>',
  })
})

it('paints a page that the app comes with at once, with every style in it', () => {
  writeFileSync(
    join(client, 'index.html'),
    `<html lang="en"><head><title>Shiloh</title><style>i{}</style><script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index.css"></head><body><div id="root"><i></i></div>
    </body></html>`,
  )
  mkdirSync(join(client, 'assets'))
  writeFileSync(join(client, 'assets/index.css'), 'body{margin:0}')
  writeFileSync(join(client, 'home.css'), 'h1{gap:8px}.dialog{top:0}')
  writeFileSync(join(client, 'preload.json'), JSON.stringify({ pages: { '/home': page('home') }, texts: {} }))
  const html = openShell(client, early).page('/home', 'fr', {
    title: 'Accueil',
    html: '<h1>$& Activités</h1>',
    css: 'h1{color:red}',
    loads: 'beside',
    script: '(waiting) => waiting',
    failed: '</script>',
  })
  expect(html).toContain('<html lang="fr" data-mantine-color-scheme="light">')
  expect(html).toContain('<body><div id="root"><h1>$& Activités</h1></div>')
  // What the page uses comes first, and all styles last: the page's own script puts them in use when it starts the app.
  expect(html).toContain('<style id="painted">body{margin:0}\nh1{gap:8px}\nh1{color:red}</style>')
  expect(html).toContain('</div><script type="text/css" id="later">body{margin:0}\nh1{gap:8px}.dialog{top:0}</script>')
  expect(html).not.toContain('<script type="module"')
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/index.js" />')
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/home.js" />')
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(2)
  expect(html.match(/disabled/g)).toHaveLength(2)
  const [, call = ''] = /<script>go\(\);(.*)<\/script><style>/.exec(html) ?? []
  expect(JSON.parse(call.slice('((waiting) => waiting)('.length, -1))).toMatchObject({
    entry: '/assets/index.js',
    failed: '</script>',
    isFrame: false,
  })
  // What the page's script adds has its styles from the beginning, too.
  writeFileSync(join(client, 'assets/index.css'), '.added{top:1px}.other{top:2px}')
  const added = openShell(client, early).page('/home', 'fr', {
    title: 'Accueil',
    html: '<h1>Activités</h1>',
    css: '',
    adds: 'added',
    loads: 'beside',
    script: '() => {}',
    failed: '',
  })
  expect(added).toContain('<style id="painted">.added{top:1px}\nh1{gap:8px}.dialog{top:0}\n</style>')
  expect(openShell(client, early).routeOf('/home')).toBe('/home')
  expect(openShell(client, early).routeOf('/homes')).toBeUndefined()
})
