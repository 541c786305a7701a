import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, testClock } from '../../../test/harness.ts'
import { startProduct } from '../../../test/product.ts'
import { runActivity, startActivity } from '../activity/activity.ts'
import { inWork } from '../jobs/work.ts'
import { insertLeased } from '../messaging/messages.store.ts'
import { giveBack } from './give-back.ts'
import { openPresence } from './presence.ts'

let t: TestApp
let dataDir: string
let child: ChildProcess | undefined
beforeAll(async () => {
  t = await testApp({ clock: testClock(new Date()) })
  dataDir = await mkdtemp(join(tmpdir(), 'shiloh-presence-'))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

// Long enough for a busy machine to connect again before a process counts as gone.
const SOON = { look: 50, gone: 2000 }
const PATIENCE = { timeout: 15_000 }

test('the work of a process that was killed goes on, and that of a living one is left alone', async () => {
  const { deps } = t.app
  const { pool } = t.database
  const running = await startProduct(dataDir, { DATABASE_URL: t.database.url }, (started) => {
    child = started
  })
  // It responds before its jobs begin.
  const other = await vi.waitFor(async () => {
    const { rows } = await pool.query<{ name: string; job_pools: string[] }>('select name, job_pools from processes')
    const [noted] = rows
    if (noted?.job_pools.length !== 1) throw new Error('the other process and its jobs are noted')
    return noted
  }, PATIENCE)

  // What the other process works on: an activity, a job and a mail.
  const owner = await t.account({ type: 'admin' })
  const id = await inWork(deps, (work) =>
    startActivity(work, {
      kind: 'export',
      about: { resource: 'reservations' },
      ownerId: owner.id,
      task: 'tested_here',
    }),
  )
  const taken = { ...deps, presence: { ...deps.presence, name: other.name } }
  const held = Promise.withResolvers<void>()
  const worker = runActivity<'export'>(taken, { activity_id: id }, () => held.promise.then(() => ({})))
  await vi.waitFor(
    async () =>
      expect((await pool.query('select 1 from activities where lease like $1', [`${other.name}-%`])).rowCount).toBe(1),
    PATIENCE,
  )
  await pool.query(`select graphile_worker.add_job('tested_elsewhere', job_key => 'held')`)
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = $1`, [other.job_pools[0]])
  const until = new Date(deps.clock().getTime() + 600_000)
  await deps.db
    .transaction()
    .execute((tx) =>
      insertLeased(
        tx,
        [{ channel: 'mail', template: 'account_confirm', to: 'held@shiloh.test', language: 'en', data: {} }],
        deps.clock(),
        { until, by: other.name },
      ),
    )
  const state = async () => {
    const { rows: found } = await pool.query<Record<string, unknown>>(
      `select (select state from activities where id = $1) as activity,
         (select locked_by from graphile_worker._private_jobs where key = 'held') as job,
         (select count(*)::int from graphile_worker._private_jobs where key = $2 and locked_at is null) as again,
         (select leased_until > $3 from messages where recipient = 'held@shiloh.test') as mail,
         (select array_agg(name order by name) from processes) as names`,
      [id, `activity:${id}`, deps.clock()],
    )
    return found[0]
  }
  const busy = { activity: 'running', job: other.job_pools[0], again: 0, mail: true }

  const seen = openPresence(
    { databaseUrl: t.database.url, random: deps.random, clock: deps.clock, log: deps.log },
    (name) => giveBack(deps, name),
    SOON,
  )
  await seen.start()
  const both = [other.name, seen.name].sort()
  try {
    // A third one that was never there is removed: by then the living one has been looked at as long.
    await pool.query(`insert into processes (name, started_at) values ('00000000', now())`)
    await vi.waitFor(async () => expect((await state())?.['names']).toEqual(both), PATIENCE)
    expect(await state()).toEqual({ ...busy, names: both })
    // It is seen again, through another connection, after its own was cut and before it counts as gone.
    const holder = async () => {
      const { rows: locks } = await pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = ('x' || $1)::bit(32)::bigint::oid`,
        [seen.name],
      )
      return locks[0]?.pid
    }
    const first = await holder()
    await pool.query('select pg_terminate_backend($1)', [first])
    await vi.waitFor(async () => {
      const next = await holder()
      expect(next !== undefined && next !== first).toBe(true)
      expect(seen.isLost()).toBe(false)
    }, PATIENCE)

    running.process.kill('SIGKILL')
    await vi.waitFor(
      async () =>
        expect(await state()).toEqual({ activity: 'queued', job: null, again: 1, mail: false, names: [seen.name] }),
      PATIENCE,
    )
  } finally {
    held.resolve()
    await worker
    await seen.stop()
  }
}, 60_000)
