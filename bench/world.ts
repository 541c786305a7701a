import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import pg from 'pg'
import { Pool } from 'undici'
import { openCrypto } from '../apps/api/src/platform/auth/crypto.ts'
import { readConfig } from '../apps/api/src/platform/config.ts'
import { startOwnDatabase } from '../apps/api/src/platform/db/own-database.ts'
import { systemRandom } from '../apps/api/src/platform/random.ts'
import { type Account, type AccountType, makeAccounts } from './accounts.ts'
import { type LoadClients, openLoadClients } from './load-clients.ts'

const ENTRY = path.resolve(import.meta.dirname, '../apps/api/src/main.ts')
const KEY = 'a key that only the benchmarks of this product use'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly bytes: number
}

/** Seconds of processor time so far: of all processes of the API, of PostgreSQL, of this program. */
type ProcessorTime = Readonly<Record<'api' | 'postgres' | 'clients', number>>

/**
 * The product in operation: PostgreSQL with durable commits, the API in its own process, and this process as its
 * clients.
 */
export interface World {
  readonly db: pg.Pool
  readonly databaseUrl: string
  /** The same database as its superuser: bulk filling checks no foreign keys. */
  readonly adminUrl: string
  readonly baseUrl: string
  /** Creates accounts with one session each, in bulk. */
  accounts(count: number, type?: AccountType): Promise<Account[]>
  call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    options?: { as?: Account; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  /** Returns only the status of the response and leaves its body unread: the load generator uses the same cores. */
  status(
    method: 'POST' | 'PUT',
    path: string,
    options: {
      as?: Account | undefined
      body: unknown
      headers?: Record<string, string>
      /** The process of the API that is asked. The first by default. */
      process?: number
    },
  ): Promise<number>
  /** The text of a participant's QR code, as printed. */
  codeOf(qrId: string): string
  /** Starts another process of the API on the same database. */
  addProcess(): Promise<void>
  /** Only where the system reports it (Linux). */
  processorTime(): ProcessorTime | undefined
  /** Resident memory of the API process, MiB. */
  memory(): Promise<number>
  close(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const waitUntilReady = async (url: string, child: ChildProcess): Promise<void> => {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the API ended with ${child.exitCode}`)
    const ready = await fetch(`${url}/api/v1/health`)
      .then((response) => response.ok)
      .catch(() => false)
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the API did not become ready')
}

/** Returns the lines of a file of /proc, or none if its process has ended. */
const readProcess = (file: string): string => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the numbers behind the name in /proc/…/stat: the state, the parent, … (proc(5), from its third field on). */
const statOf = (id: number): string[] => {
  const stat = readProcess(`${id}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the seconds that the threads of a process had a processor. They are counted in nanoseconds. */
const onProcessor = (id: number): number => {
  const threads = existsSync(`/proc/${id}/task`) ? readdirSync(`/proc/${id}/task`) : []
  return (
    threads.reduce((sum, thread) => sum + Number(readProcess(`${id}/task/${thread}/schedstat`).split(' ')[0]), 0) / 1e9
  )
}

/** Sums up the processes of the API, of its PostgreSQL, and of this program. */
const processorTime = (apis: readonly number[], postmaster: number): ProcessorTime | undefined => {
  if (!existsSync('/proc/self/schedstat')) return undefined
  const backends = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && Number(statOf(Number(id))[1]) === postmaster)
  const [cutime, cstime] = statOf(postmaster).slice(13, 15)
  return {
    api: apis.reduce((sum, id) => sum + onProcessor(id), 0),
    // Those of backends that have ended are in the main process, in hundredths of a second.
    postgres:
      onProcessor(postmaster) +
      (Number(cutime) + Number(cstime)) / 100 +
      backends.reduce((sum, id) => sum + onProcessor(Number(id)), 0),
    clients: onProcessor(process.pid),
  }
}

interface Api {
  readonly baseUrl: string
  readonly child: ChildProcess
  readonly load: LoadClients
}

/** Starts the product for a run. `more` is added to the environment of the API. */
export const openWorld = async (more: Readonly<Record<string, string>> = {}): Promise<World> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shiloh-bench-'))
  // The database can run as another account, which needs access to its folder in there. Otherwise its data go to a
  // place where nobody removes them.
  await chmod(dataDir, 0o711)
  const postgres = await startOwnDatabase({ dataDir }, () => undefined)
  const postmaster = Number(
    readFileSync(path.join(postgres.dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const envOf = (port: number) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: KEY,
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...more,
  })
  const startApi = async (): Promise<Api> => {
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const profile = process.env['BENCH_PROFILE']
    const child = spawn(process.execPath, [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), ENTRY], {
      env: { ...process.env, ...envOf(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await waitUntilReady(baseUrl, child)
    return { baseUrl, child, load: openLoadClients(port) }
  }
  const first = await startApi()
  const apis = [first]
  const { baseUrl } = first
  const db = new pg.Pool({ connectionString: postgres.url, max: 64 })
  const http = new Pool(baseUrl, { connections: 64, pipelining: 1 })
  const crypto = openCrypto(readConfig(envOf(0)).masterKeys, systemRandom)
  let made = 0

  return {
    db,
    databaseUrl: postgres.url,
    adminUrl: Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href,
    baseUrl,
    accounts: (count, type = 'user') => {
      made += count
      return makeAccounts(db, crypto, { from: made - count, count, type })
    },
    call: async (method, callPath, options = {}) => {
      const response = await http.request({
        method,
        path: `/api/v1${callPath}`,
        headers: {
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      })
      const text = await response.body.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      return { status: response.statusCode, body, bytes: text.length }
    },
    status: (method, callPath, options) =>
      (apis[options.process ?? 0] ?? first).load.status(
        method,
        `/api/v1${callPath}`,
        {
          'content-type': 'application/json',
          ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}),
          ...options.headers,
        },
        JSON.stringify(options.body),
      ),
    codeOf: (qrId) => baseUrl + ticketPath(qrId, crypto.sign(qrId)),
    addProcess: async () => {
      apis.push(await startApi())
    },
    processorTime: () =>
      processorTime(
        apis.flatMap(({ child }) => child.pid ?? []),
        postmaster,
      ),
    memory: async () => {
      const { readFile } = await import('node:fs/promises')
      const status = await readFile(`/proc/${first.child.pid}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    close: async () => {
      await http.close()
      for (const { load } of apis) load.close()
      await db.end()
      for (const { child } of apis) {
        child.kill('SIGTERM')
        if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
      }
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
