import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { systemRoutes as routes } from '@shiloh/contract/system'
import { webhookRoutes } from '@shiloh/contract/webhooks'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, enterPayment, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { judge } from './state.rules.ts'

const TOKEN = 'a-token-for-the-tests'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.app.server.inject({ method: 'GET', url, headers })
const metrics = () => get('/metrics', { authorization: `Bearer ${TOKEN}` })

test('metrics are for the holder of the token only', async () => {
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', { authorization: 'Bearer another' })).statusCode).toBe(401)
  const { statusCode, headers } = await metrics()
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
})

test('without a configuration there are no metrics', async () => {
  const other = await testApp({ database: t.database })
  const answer = await other.app.server.inject({ method: 'GET', url: '/metrics' })
  expect(answer.statusCode).toBe(404)
  expect(other.app.deps.metrics.isRead).toBe(false)
  await other.close()
})

test('requests are counted by their pattern, never by what was typed', async () => {
  await get('/api/v1/events/secret-slug')
  await get('/api/v1/no-such-thing?token=secret')
  const { body } = await metrics()
  expect(body).toMatch(
    /shiloh_http_request_seconds_count\{method="GET",route="\/api\/v1\/events\/:id",status="404"\} 1/,
  )
  expect(body).toMatch(/shiloh_http_request_seconds_count\{method="GET",route="not found",status="404"\} 1/)
  expect(body).not.toContain('secret')
})

test('the gauges show what waits', async () => {
  await t.database.pool.query(
    `insert into messages (channel, recipient, template, language, data, created_at)
     values ('mail', 'ama@shiloh.test', 'confirm_account', 'en', '{}', $1)`,
    [new Date(t.clock().getTime() - 120_000)],
  )
  await t.database.pool.query(`select graphile_worker.add_job('nothing', run_at => now() - interval '1 hour')`)
  t.clock.forward(1)
  const { body } = await metrics()
  expect(body).toContain('shiloh_messages_due 1')
  expect(body).toMatch(/shiloh_messages_oldest_seconds 1[89]\d/)
  expect(body).toMatch(/shiloh_jobs_due [1-9]/)
  expect(Number(/^shiloh_jobs_oldest_seconds ([\d.]+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(3600)
  expect(body).toContain('shiloh_pool_waiting{pool="main"} 0')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
  expect(body).toContain('shiloh_metrics_stale_total 0')
})

/** The value of a metric now. Undefined: it has none. */
const figureOf = async (name: string): Promise<number | undefined> => {
  const { body } = await metrics()
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('a sale is counted: batches, refusals, payments and scans', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const { id, view } = await reserve(t, event)
  expect((await askFor(t, event)).code).toBe('event_full')
  await enterPayment(t, id, 10_000)
  // Read again: figures of the database are kept for five seconds.
  t.clock.forward(1)
  expect(await figureOf('shiloh_batch_size_count{batch="reservations"}')).toBe(2)
  expect(await figureOf('shiloh_batch_wait_seconds_count{batch="reservations"}')).toBe(2)
  expect(await figureOf('shiloh_batch_queue{batch="reservations"}')).toBe(0)
  expect(await figureOf('shiloh_reservations_refused_total{code="event_full"}')).toBe(1)
  expect(await figureOf('shiloh_payments_last_day{provider="sandbox",state="paid"}')).toBe(1)
  const gate = await t.account({ type: 'checkin_user' })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
  const scan = (scan_id: string, code: string) =>
    t.call(checkinRoutes.scan, {
      params: { id: code },
      body: { scan_id, device_id: 'gate-1', scanned_at: t.clock().toISOString() },
      as: gate,
    })
  await scan('scan-of-metrics-1', view.code)
  await scan('scan-of-metrics-2', 'NOBODY-0000')
  expect(await figureOf('shiloh_scans_total{result="unpaid"}')).toBe(1)
  expect(await figureOf('shiloh_scans_total{result="not_found"}')).toBe(1)
  expect(await figureOf('shiloh_batch_size_count{batch="scans"}')).toBeGreaterThan(0)
})

test('requests that can be tried again are counted by why', async () => {
  const office = await t.account({ type: 'admin', permissions: ['integrations.create'] })
  await t.database.pool.query(`
    create function in_conflict() returns trigger language plpgsql as $$ begin raise exception using errcode = '40001'; end $$;
    create trigger in_conflict before insert on webhooks for each row execute function in_conflict()`)
  const body = { name: 'Website', url: 'https://example.org/hook', events: ['event.published'], enabled: true }
  expect(await t.call(webhookRoutes.createWebhook, { body, as: office })).toMatchObject({
    status: 503,
    code: 'overloaded',
  })
  await t.database.pool.query('drop function in_conflict cascade')
  expect(await figureOf('shiloh_turned_away_total{code="overloaded"}')).toBe(1)
})

test('a change that waits too long for a lock says that somebody else is changing the record', async () => {
  const office = await t.account({ type: 'admin', permissions: ['titles.update'] })
  const { pool } = t.database
  const title = (await pool.query<{ id: string }>(`insert into titles (name) values ('Locked') returning id`)).rows[0]
  const params = { id: title?.id ?? '' }
  // The wait of a request is eight seconds.
  await pool.query(`
    create function wait_less() returns trigger language plpgsql as $$ begin perform set_config('lock_timeout', '20ms', true); return null; end $$;
    create trigger wait_less before update on titles for each statement execute function wait_less()`)
  const rename = () =>
    t.call(organisationRoutes.updateTitle, {
      as: office,
      params,
      body: { name: 'Renamed' },
      headers: { 'accept-language': 'de' },
    })
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('select from titles where id = $1 for update', [params.id])
    const refused = await rename()
    expect([refused.status, refused.code, refused.message, refused.headers['retry-after']]).toEqual([
      503,
      'locked',
      'Gerade ändert das jemand anders. Bitte versuchen Sie es gleich noch einmal.',
      '1',
    ])
    await other.query('rollback')
    expect((await rename()).status).toBe(200)
  } finally {
    other.release()
    await pool.query('drop function wait_less cascade')
  }
})

test('open sockets are counted', async () => {
  await t.app.deps.realtime.attach(t.app.server.server)
  const url = await t.app.server.listen({ port: 0, host: '127.0.0.1' })
  expect(await figureOf('shiloh_sockets')).toBe(0)
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: await t.tokenOf(await t.account()) },
    extraHeaders: { origin: 'http://shiloh.test' },
  })
  await new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(undefined))
    socket.on('connect_error', reject)
  })
  expect(await figureOf('shiloh_sockets')).toBe(1)
  socket.disconnect()
  await expect.poll(() => figureOf('shiloh_sockets')).toBe(0)
})

test('staff with the permission see the status', async () => {
  const staff = await t.account({ type: 'admin', permissions: ['system_logs.read'] })
  const { data, status } = await t.call(routes.readSystemStatus, { as: staff })
  expect(status).toBe(200)
  expect(data.jobs.due).toBeGreaterThan(0)
  expect(data.state).toBe('trouble')
  expect(data.reasons).toContain('jobs_wait')
  expect(await figureOf('shiloh_batch_size_count{batch="callers"}')).toBeGreaterThan(0)
  const other = await t.account({ type: 'admin', permissions: ['logs.read'] })
  expect((await t.call(routes.readSystemStatus, { as: other })).status).toBe(403)
})

test('a process is live while it answers, and ready while its database has every migration', async () => {
  expect((await get('/health/live')).statusCode).toBe(200)
  expect((await get('/api/v1/health')).statusCode).toBe(200)
  const ready = await get('/health/ready')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ message: 'OK', data: { database: true, migrations: true, disk: true } })
  await t.database.pool.query(`update schema_migrations set name = '0001_other.sql' where name = '0001_identity.sql'`)
  const restored = await get('/health/ready')
  expect(restored.statusCode).toBe(503)
  expect(restored.json().data).toEqual({ database: true, migrations: false, disk: true })
  await t.database.pool.query(`update schema_migrations set name = '0001_identity.sql' where name = '0001_other.sql'`)
})

test('the figures are judged', () => {
  const good = { jobsAge: 0, jobsFailed: 0, messagesAge: 0, waitingForDatabase: 0, freeBytes: 1e12 }
  expect(judge(good)).toEqual({ state: 'good', reasons: [] })
  expect(judge({ ...good, jobsAge: 61 })).toEqual({ state: 'busy', reasons: ['jobs_wait'] })
  expect(judge({ ...good, jobsAge: 601 })).toEqual({ state: 'trouble', reasons: ['jobs_wait'] })
  expect(judge({ ...good, messagesAge: 3601, waitingForDatabase: 2 })).toEqual({
    state: 'trouble',
    reasons: ['mails_wait', 'database_waits'],
  })
  expect(judge({ ...good, freeBytes: 5e8 })).toEqual({ state: 'busy', reasons: ['disk'] })
  expect(judge({ ...good, freeBytes: 5e7 }).state).toBe('trouble')
  expect(judge({ ...good, jobsFailed: 1 }).state).toBe('trouble')
})
