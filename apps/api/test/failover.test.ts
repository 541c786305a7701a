import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOwnDatabase } from '../src/platform/db/own-database.ts'
import { type BookableEvent, inAMonth, makeEvent } from './booking.ts'
import { createTestDatabase } from './database.ts'
import { type TestAccount, type TestApp, testApp, testClock } from './harness.ts'
import { brokenInvariants } from './invariants.ts'
import { type Product, startProduct } from './product.ts'

// Connections end, backends are killed, and the server is killed while requests and jobs run. The process survives,
// answers 503 while the database is unreachable, and recovers within five seconds.

const CLIENTS = 12
const BACK_WITHIN = 5000

let dataDir: string
let product: Product
let pool: pg.Pool
let t: TestApp
let event: BookableEvent
let people: TestAccount[]
let child: ChildProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shiloh-failover-'))
  await chmod(dataDir, 0o711)
  product = await startProduct(dataDir, {}, (started) => {
    child = started
  })
  const url = findOwnDatabase({ dataDir })?.url
  if (url === undefined) throw new Error('the product runs its own server')
  pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  t = await testApp({ database: { url, pool, close: () => pool.end() }, clock: testClock(new Date()) })
  event = await makeEvent(t, { capacity: 5000, ...inAMonth() })
  people = await Promise.all(Array.from({ length: CLIENTS }, () => t.account()))
})
afterAll(async () => {
  await t.close()
  await pool.end()
  product.process.kill('SIGTERM')
  if (product.process.exitCode === null) await once(product.process, 'exit')
  child?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

interface Seen {
  readonly statuses: Map<string, number>
  readonly problems: Set<string>
}

/** Sends reads and writes in turn without a break, until stopped. */
const load = async (seen: Seen, going: () => boolean): Promise<void> => {
  const tokens = await Promise.all(people.map((one) => t.tokenOf(one)))
  const client = async (token: string, index: number) => {
    for (let round = 0; going(); round += 1) {
      const books = round % 3 === index % 3
      const answer = await fetch(
        books ? `${product.url}/user/reservations/${event.id}` : `${product.url}/auth/sessions`,
        {
          method: books ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(books ? { body: JSON.stringify({ participant_type_id: event.typeId }) } : {}),
        },
      ).catch((error: unknown) => {
        seen.problems.add(`no answer: ${String(error)}`)
        return undefined
      })
      if (!answer) {
        await delay(20)
        continue
      }
      await answer.arrayBuffer()
      seen.statuses.set(String(answer.status), (seen.statuses.get(String(answer.status)) ?? 0) + 1)
      if (answer.status >= 500 && answer.status !== 503) seen.problems.add(`${answer.status} ${answer.url}`)
      if (answer.status === 503 && !answer.headers.get('retry-after')) seen.problems.add('503 without Retry-After')
    }
  }
  await Promise.all(tokens.map(client))
}

/** Asks as a load balancer does, which takes a process without an answer of 200 out of the rotation. */
const probe = async (seen: Seen, going: () => boolean): Promise<void> => {
  while (going()) {
    const status = await fetch(product.url.replace('/api/v1', '/health/live'), {
      signal: AbortSignal.timeout(3000),
    }).then((answer) => answer.status, String)
    if (status !== 200) seen.problems.add(`out of the rotation: ${status}`)
    await delay(20)
  }
}

/** Keeps the queue busy. */
const jobs = async (going: () => boolean): Promise<void> => {
  while (going())
    await pool
      .query(`select graphile_worker.add_job('deliver_messages') from generate_series(1, 20)`)
      .catch(() => delay(20))
}

const answers = async (): Promise<boolean> => {
  const [first] = people
  if (!first) throw new Error('there is somebody')
  const answer = await fetch(`${product.url}/auth/sessions`, {
    headers: { authorization: `Bearer ${await t.tokenOf(first)}` },
  })
  return answer.status === 200
}

/** Milliseconds from the last failure of the database until the product answers again. */
const untilBack = async (): Promise<number> => {
  const deadline = performance.now() + 25_000
  let down = performance.now()
  for (;;) {
    const isThere = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (!isThere) down = performance.now()
    else if (await answers()) return performance.now() - down
    if (performance.now() > deadline) throw new Error('the product did not come back')
    await delay(50)
  }
}

const listeners = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where query like 'LISTEN%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const backends = async () =>
  (
    await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'shiloh%' and pid <> pg_backend_pid()`,
    )
  ).rows.map(({ pid }) => pid)

/** Kills one process. Guards against 0, which would be the whole process group. */
const strikeDown = (pid: number | undefined): void => {
  if (!pid || !(pid > 1)) throw new Error(`no process ${pid}`)
  process.kill(pid, 'SIGKILL')
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

const STRIKES: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'every connection is ended, as at a failover',
    async () => {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
    },
  ],
  [
    'a backend is killed',
    async () => {
      const [pid] = await backends()
      strikeDown(pid)
    },
  ],
  ['the server is killed', async () => strikeDown(postmaster())],
]

describe('under load', () => {
  test.each(STRIKES)('%s', { timeout: 60_000 }, async (_, strike) => {
    const seen: Seen = { statuses: new Map(), problems: new Set() }
    let going = true
    const under = Promise.all([load(seen, () => going), jobs(() => going), probe(seen, () => going)])
    try {
      await vi.waitFor(() => expect(seen.statuses.get('200')).toBeGreaterThan(30), { timeout: 10_000 })
      await strike()
      expect(await untilBack()).toBeLessThan(BACK_WITHIN)
      await vi.waitFor(async () => expect(await listeners()).toEqual(['shiloh hints', 'shiloh queue']), {
        timeout: 2 * BACK_WITHIN,
        interval: 50,
      })
    } finally {
      going = false
      await under
    }
    expect([...seen.problems]).toEqual([])
    expect(product.process.exitCode).toBeNull()
    // The server can answer before PostgreSQL begins its recovery.
    await vi.waitFor(() => pool.query('select 1'), { timeout: BACK_WITHIN, interval: 50 })
    // Jobs are processed again, by the same process.
    await pool.query(`delete from graphile_worker._private_jobs where locked_at is null`)
    await pool.query(`select graphile_worker.add_job('deliver_messages', job_key => 'after')`)
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(`select 1 from graphile_worker.jobs where key = 'after'`)
        expect(rows).toEqual([])
      },
      { timeout: BACK_WITHIN, interval: 50 },
    )
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })
})

test('a stop under load takes five seconds at most, and what was asked before is answered', {
  timeout: 30_000,
}, async () => {
  const seen: Seen = { statuses: new Map(), problems: new Set() }
  let going = true
  const under = Promise.all([load(seen, () => going), jobs(() => going)])
  try {
    await vi.waitFor(() => expect(seen.statuses.get('200')).toBeGreaterThan(30), { timeout: 10_000 })
    const ended = once(product.process, 'exit')
    const asked = performance.now()
    product.process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(performance.now() - asked).toBeLessThan(5000)
  } finally {
    going = false
    await under
  }
  // Refused connections are fine, because nobody listens any more. Truncated answers are not.
  expect([...seen.problems].filter((problem) => !problem.includes('fetch failed'))).toEqual([])
})

test('an unusable database or port ends the start with a clear message', async () => {
  await expect(startProduct(dataDir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    /DATABASE_URL: no database answers there \(.*ECONNREFUSED/,
  )
  const database = await createTestDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  try {
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    await expect(startProduct(dataDir, { DATABASE_URL: database.url, PORT: port })).rejects.toThrow(
      `PORT: another program listens at 127.0.0.1, port ${port}`,
    )
  } finally {
    other.close()
    await database.close()
  }
})

test('an unusable Redis ends the start with a clear message', async () => {
  const database = await createTestDatabase()
  try {
    const start = startProduct(dataDir, { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' })
    await expect(start).rejects.toThrow(/REDIS_URL: no Redis answers there \(.*ECONNREFUSED/)
  } finally {
    await database.close()
  }
})
