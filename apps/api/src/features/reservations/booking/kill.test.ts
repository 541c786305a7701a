import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { startEmbeddedPostgres } from '@shiloh/embedded-postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrate } from '#platform/db/migrate'
import { type BookableEvent, inAMonth, makeEvent } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp, testClock } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { startProduct } from '../../../../test/product.ts'

// After a crash, everything acknowledged is there, and nothing is half done.

let t: TestApp
let dataDir: string
let child: ChildProcess | undefined
beforeAll(async () => {
  // The process under test uses the system clock.
  t = await testApp({ clock: testClock(new Date()) })
  dataDir = await mkdtemp(join(tmpdir(), 'shiloh-kill-'))
  // PostgreSQL can run as another account, which must be able to enter its folder. If not, its data stay where nobody
  // removes them.
  await chmod(dataDir, 0o711)
})
afterEach(() => {
  child?.kill('SIGKILL')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the product as in production, on the test's database. */
const startProcess = () =>
  startProduct(dataDir, { DATABASE_URL: t.database.url }, (started) => {
    child = started
  })

const made = z.object({ data: z.object({ _id: z.string() }) })

/** Everybody reserves with a key of their own. Returns the answers until the process is gone. */
const rush = async (
  url: string,
  event: BookableEvent,
  people: readonly TestAccount[],
  atAnswer: (count: number) => void,
) => {
  const acknowledged = new Map<string, string>()
  const waiting = [...people.entries()]
  const client = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, person] = next
      const response = await fetch(`${url}/user/reservations/${event.id}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await t.tokenOf(person)}`,
          'content-type': 'application/json',
          'idempotency-key': `kill-${index}`,
        },
        body: JSON.stringify({ participant_type_id: event.typeId }),
      }).catch(() => undefined)
      const body: unknown = await response?.json().catch(() => undefined)
      const parsed = made.safeParse(body)
      if (response?.status === 201 && parsed.success) {
        acknowledged.set(person.id, parsed.data.data._id)
        atAnswer(acknowledged.size)
      }
    }
  }
  await Promise.all(Array.from({ length: 24 }, client))
  return acknowledged
}

const stored = async (event: BookableEvent, app = t): Promise<Map<string, string>> => {
  const { rows } = await app.database.pool.query<{ id: string; user_id: string }>(
    'select id, user_id from reservations where event_id = $1',
    [event.id],
  )
  return new Map(rows.map(({ id, user_id }) => [user_id, id]))
}

test('the product is killed in the middle of a rush', { timeout: 180_000 }, async () => {
  const event = await makeEvent(t, { capacity: 500, ...inAMonth() })
  const people = await Promise.all(Array.from({ length: 200 }, () => t.account()))
  const running = await startProcess()
  const acknowledged = await rush(running.url, event, people, (count) => {
    if (count === 60) running.process.kill('SIGKILL')
  })
  if (running.process.exitCode === null && running.process.signalCode === null) await once(running.process, 'exit')
  expect(acknowledged.size).toBeGreaterThanOrEqual(60)
  expect(acknowledged.size).toBeLessThan(200)

  const after = await stored(event)
  for (const [person, id] of acknowledged) expect(after.get(person)).toBe(id)
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])

  // Everybody asks again with the same key: those with an answer get the same one, the others get one now.
  const again = await startProcess()
  const repeated = await rush(again.url, event, people, () => undefined)
  expect(repeated.size).toBe(200)
  for (const [person, id] of after) expect(repeated.get(person)).toBe(id)
  expect((await stored(event)).size).toBe(200)
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('the database drops every connection in the middle of a rush', { timeout: 180_000 }, async () => {
  const event = await makeEvent(t, { capacity: 500, ...inAMonth() })
  const people = await Promise.all(Array.from({ length: 120 }, () => t.account()))
  const drop = () =>
    t.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  const answers = await Promise.all(
    people.map(async (as, index) => {
      if (index === 40 || index === 80) await drop().catch(() => undefined)
      return t
        .call(routes.makeReservation, {
          params: { event_id: event.id },
          as,
          body: { participant_type_id: event.typeId },
          headers: { 'idempotency-key': `drop-${index}` },
        })
        .then((answer) => ({ as, answer }))
    }),
  )
  const after = await stored(event)
  for (const { as, answer } of answers) if (answer.status === 201) expect(after.get(as.id)).toBe(answer.data._id)
  for (const { as } of answers) {
    const again = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as,
      body: { participant_type_id: event.typeId },
      headers: { 'idempotency-key': `drop-${people.indexOf(as)}` },
    })
    expect([again.status, again.code]).toEqual([201, undefined])
    if (after.has(as.id)) expect(again.data._id).toBe(after.get(as.id))
  }
  expect((await stored(event)).size).toBe(120)
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const mainProcess = (folder: string): number =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

test('PostgreSQL itself is killed in the middle of a rush', { timeout: 180_000 }, async () => {
  const folder = join(dataDir, 'postgres')
  // Commits are durable in this database, because that is what is tested.
  const server = await startEmbeddedPostgres({ dataDir: folder, database: 'shiloh', log: () => undefined })
  const pool = new pg.Pool({ connectionString: server.url })
  pool.on('error', () => undefined)
  await migrate(server.url)
  const own = await testApp({ database: { url: server.url, pool, close: () => pool.end() } })
  try {
    const event = await makeEvent(own, { capacity: 500 })
    const people = await Promise.all(Array.from({ length: 200 }, () => own.account()))
    const ask = (as: TestAccount) =>
      own.call(routes.makeReservation, {
        params: { event_id: event.id },
        as,
        body: { participant_type_id: event.typeId },
        headers: { 'idempotency-key': `postgres-${people.indexOf(as)}` },
      })
    const acknowledged = new Map<string, string>()
    const waiting = [...people]
    const client = async () => {
      for (let as = waiting.shift(); as; as = waiting.shift()) {
        const { status, data } = await ask(as)
        if (status !== 201) continue
        acknowledged.set(as.id, data._id)
        if (acknowledged.size === 60) process.kill(mainProcess(folder), 'SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 24 }, client))
    expect(acknowledged.size).toBeGreaterThanOrEqual(60)
    expect(acknowledged.size).toBeLessThan(200)

    // Its supervisor starts it again.
    await vi.waitFor(() => pool.query('select 1'), { timeout: 60_000, interval: 100 })
    const after = await stored(event, own)
    for (const [person, id] of acknowledged) expect(after.get(person)).toBe(id)
    expect(await brokenInvariants(own.app.deps.db)).toEqual([])

    for (const as of people) {
      const { status, data } = await ask(as)
      expect(status).toBe(201)
      if (after.has(as.id)) expect(data._id).toBe(after.get(as.id))
    }
    expect((await stored(event, own)).size).toBe(200)
    expect(await brokenInvariants(own.app.deps.db)).toEqual([])
  } finally {
    await own.close()
    await server.stop()
  }
})
