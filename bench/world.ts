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
import { openLoadClients } from './load-clients.ts'

const ENTRY = path.resolve(import.meta.dirname, '../apps/api/src/main.ts')
const KEY = 'a key that only the benchmarks of this product use'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly bytes: number
}

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
    options: { as?: Account | undefined; body: unknown; headers?: Record<string, string> },
  ): Promise<number>
  /** The text of a participant's QR code, as printed. */
  codeOf(qrId: string): string
  /** Seconds of processor time used so far, by process. Only where the system reports it (Linux). */
  processorTime(): Readonly<Record<'api' | 'postgres' | 'clients', number>> | undefined
  /** Resident memory of the API process, MiB. */
  memory(): Promise<number>
  close(): Promise<void>
}

const freePort = (): Promise<number> =>
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

/** Sums up /proc/…/stat: the API, this process, and every other process named postgres. */
const processorTime = (api: number | undefined): Record<'api' | 'postgres' | 'clients', number> | undefined => {
  if (!existsSync('/proc/self/stat')) return undefined
  const time = { api: 0, postgres: 0, clients: 0 }
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat: string
    try {
      stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    } catch {
      continue // it ended after it was listed
    }
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // utime and stime, in hundredths of a second. The server's main process includes those of ended children: cutime
    // and cstime.
    const seconds = (Number(fields[11]) + Number(fields[12])) / 100
    const ended = (Number(fields[13]) + Number(fields[14])) / 100
    if (Number(id) === api) time.api += seconds
    else if (Number(id) === process.pid) time.clients += seconds
    else if (name === 'postgres') time.postgres += seconds + ended
  }
  return time
}

/** Starts the product for a run. `more` is added to the environment of the API. */
export const openWorld = async (more: Readonly<Record<string, string>> = {}): Promise<World> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shiloh-bench-'))
  // The database can run as another account, which needs access to its folder in there. Otherwise its data go to a
  // place where nobody removes them.
  await chmod(dataDir, 0o711)
  const postgres = await startOwnDatabase({ dataDir }, () => undefined)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: KEY,
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...more,
  }
  const child = spawn(
    process.execPath,
    [...(process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []), ENTRY],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await waitUntilReady(baseUrl, child)
  const db = new pg.Pool({ connectionString: postgres.url, max: 64 })
  const http = new Pool(baseUrl, { connections: 64, pipelining: 1 })
  const load = openLoadClients(port)
  const crypto = openCrypto(readConfig(env).masterKeys, systemRandom)
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
      load.status(
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
    processorTime: () => processorTime(child.pid),
    memory: async () => {
      const { readFile } = await import('node:fs/promises')
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    close: async () => {
      await http.close()
      load.close()
      await db.end()
      child.kill('SIGTERM')
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
