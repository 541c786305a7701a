import { createServer, type Server } from 'node:http'
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { DELIVERIES_SHOWN, webhookRoutes as routes, WEBHOOK_EVENTS } from '@shiloh/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useProviders } from '#features/payments'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { makeEvent, redeem, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { type RefundingProvider, refundingProvider } from '../../../test/refunding-provider.ts'
import { isPublicAddress, post } from './reach.ts'

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

const MANAGE = ['integrations.read', 'integrations.create', 'integrations.update', 'integrations.delete'] as const
let t: TestApp
let office: TestAccount
let receiver: Server
let url = ''
let status = 204
let received: Received[] = []
/** Receives the next messages instead of the answer of `status`. */
let answer: ((path: string, respond: () => void) => void) | undefined

beforeAll(async () => {
  t = await testApp({ env: { WEBHOOKS_PRIVATE: '1' } })
  office = await t.account({ type: 'admin', permissions: [...MANAGE] })
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      received.push({ headers: Object.fromEntries(headers), body })
      const respond = () => response.writeHead(status, status === 302 ? { location: `${url}/elsewhere` } : {}).end()
      if (answer) answer(request.url ?? '', respond)
      else respond()
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const address = receiver.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
})
afterAll(async () => {
  await t.close()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(async () => {
  received = []
  answer = undefined
  status = 204
  await t.database.pool.query('delete from webhooks')
})

const make = async (over: object = {}) => {
  await t.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [t.clock(), office.sessionId])
  return t.call(routes.createWebhook, {
    body: { name: 'Website', url, events: ['event.published'], enabled: true, ...over },
    as: office,
  })
}
const event = async (slug: string) => {
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into events (slug, code_prefix, name, summary, status, starts_at, ends_at, kind)
     values ($1, 'HOOK', $1, '', 'draft', '2027-01-10T08:00:00Z', '2027-01-12T08:00:00Z', 'retreat') returning id`,
    [slug],
  )
  return rows[0]?.id ?? ''
}
const publish = async (slug: string) => {
  const id = await event(slug)
  await t.database.pool.query(`update events set status = 'published' where id = $1`, [id])
  return id
}
const run = () => t.app.deps.jobs.drain()
const deliveries = async (id: string) => (await t.call(routes.listDeliveries, { params: { id }, as: office })).data

/** The clock of a test stands still, and the library compares it with its own. */
const verified = (secret: string, { body, headers }: Received) => {
  const fresh = new Webhook(secret)
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(at).toEqual(new Date(Math.floor(t.clock().getTime() / 1000) * 1000))
  expect(headers['webhook-signature']).toBe(fresh.sign(headers['webhook-id'] ?? '', at, body))
  return JSON.parse(body)
}

test('a receiver is told what happened, signed as Standard Webhooks asks', async () => {
  const { data, status: answered } = await make()
  expect(answered).toBe(201)
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const id = await publish('told')
  await run()
  expect(received).toHaveLength(1)
  const [message] = received
  if (!message) throw new Error('nothing came')
  expect(verified(data.secret, message)).toEqual({
    type: 'event.published',
    timestamp: expect.any(String),
    data: { _id: id },
  })
  expect(await deliveries(data._id)).toMatchObject([{ state: 'delivered', status: 204, attempts: 1 }])
  const { data: listed } = await t.call(routes.listWebhooks, { as: office })
  expect(listed).toMatchObject([{ due: 0, failed: 0, last_delivered_at: t.clock().toISOString() }])
  expect(JSON.stringify(listed)).not.toContain('whsec_')
  const { rows } = await t.database.pool.query('select secret_sealed from webhooks')
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})

test('it is noted with the change: what is rolled back is told to nobody', async () => {
  const { data } = await make()
  const id = await event('rolled-back')
  const client = await t.database.pool.connect()
  await client.query('begin')
  await client.query(`update events set status = 'published' where id = $1`, [id])
  await client.query('rollback')
  client.release()
  await run()
  expect(received).toEqual([])
  expect(await deliveries(data._id)).toEqual([])
})

test('nothing is noted for nobody, and nobody is told of what they do not listen to', async () => {
  await publish('nobody-listens')
  const { data: off } = await make({ enabled: false })
  const { data: other } = await make({ name: 'Other', events: ['payment.received'] })
  await publish('others-listen')
  await run()
  expect(received).toEqual([])
  expect([...(await deliveries(off._id)), ...(await deliveries(other._id))]).toEqual([])
})

test('a failure is tried again for three days with the same id, then given up', async () => {
  const { data } = await make()
  status = 500
  await publish('fails')
  await run()
  expect(await deliveries(data._id)).toMatchObject([{ state: 'due', attempts: 1, status: 500 }])
  const wake = async () => {
    await t.database.pool.query(`select graphile_worker.add_job('wake_webhooks')`)
    await run()
  }
  await wake()
  expect(received).toHaveLength(1)
  let minutes = 0
  for (let hours = 0; hours < 100; hours += 1) {
    t.clock.forward(60)
    minutes += 60
    await wake()
    if ((await deliveries(data._id))[0]?.state === 'failed') break
  }
  expect(received).toHaveLength(10)
  expect(minutes / 60 / 24).toBeGreaterThan(3)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await t.call(routes.listWebhooks, { as: office })).toMatchObject({ data: [{ due: 0, failed: 1 }] })
})

test('a receiver that does not answer holds up nobody else', async () => {
  const { data: slow } = await make({ name: 'Slow', url: `${url}/slow` })
  const { data: quick } = await make({ name: 'Quick', url: `${url}/quick` })
  // The slow one answers once the other has everything: if that one had to wait, nobody would get anything.
  const arrived: string[] = []
  let release: (() => void) | undefined
  answer = (path, respond) => {
    arrived.push(path)
    if (path.endsWith('slow')) release = respond
    else respond()
    if (arrived.filter((one) => one.endsWith('quick')).length === 3) release?.()
  }
  const worker = await testApp({ database: t.database, clock: t.clock, env: { WEBHOOKS_PRIVATE: '1' } })
  try {
    for (const slug of ['one', 'two', 'three']) await publish(`slow-${slug}`)
    await worker.app.deps.jobs.start()
    await expect
      .poll(async () => (await deliveries(quick._id)).map(({ state }) => state))
      .toEqual(['delivered', 'delivered', 'delivered'])
    await expect
      .poll(async () => (await deliveries(slow._id)).at(-1))
      .toMatchObject({ state: 'delivered', status: 204 })
  } finally {
    await worker.close()
  }
})

test('a receiver that is gone, or leads elsewhere, is not followed', async () => {
  const { data } = await make()
  status = 302
  await publish('moved')
  await run()
  expect(received).toHaveLength(1)
  expect(await deliveries(data._id)).toMatchObject([{ state: 'due', status: 302 }])
  status = 410
  t.clock.forward(1)
  await t.database.pool.query(`select graphile_worker.add_job('wake_webhooks')`)
  await run()
  expect(await deliveries(data._id)).toMatchObject([{ state: 'failed', status: 410 }])
})

test('everything after a cursor is sent again, also what was delivered', async () => {
  const { data } = await make()
  for (const slug of ['first', 'second', 'third']) await publish(`again-${slug}`)
  await run()
  expect(received).toHaveLength(3)
  const [, second] = (await deliveries(data._id)).toReversed()
  const answer = await t.call(routes.replayWebhook, {
    params: { id: data._id },
    body: { after: (second?.event ?? 0) - 1 },
    as: office,
  })
  expect(answer.data).toEqual({ count: 2 })
  await run()
  expect(received.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual(
    received.slice(1, 3).map(({ headers }) => headers['webhook-id']),
  )
})

test('more than one job can deliver is delivered, also by a replay', async () => {
  const { data } = await make({ events: ['event.published', 'payment.received'] })
  await t.database.pool.query(
    `select note_webhook_event('payment.received', array(select new_id()::text from generate_series(1, 120)))`,
  )
  await run()
  expect(received).toHaveLength(120)
  // The list of them goes back page by page, and misses none.
  const latest = await deliveries(data._id)
  const params = { id: data._id }
  const older = await t.call(routes.listDeliveries, { params, query: { before: latest.at(-1)?.event }, as: office })
  expect([latest.length, older.data.length]).toEqual([DELIVERIES_SHOWN, 120 - DELIVERIES_SHOWN])
  const numbers = [...latest, ...older.data].map(({ event }) => event)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a))
  await t.call(routes.replayWebhook, { params: { id: data._id }, body: { after: 0 }, as: office })
  await run()
  expect(new Set(received.slice(120).map(({ body }) => body)).size).toBeGreaterThanOrEqual(120)
})

test('a test is sent to one receiver, whatever it listens to', async () => {
  const { data } = await make()
  await make({ name: 'Other' })
  expect((await t.call(routes.testWebhook, { params: { id: data._id }, as: office })).status).toBe(200)
  await run()
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['ping'])
})

test('events are kept for thirty days', async () => {
  const { data } = await make()
  await publish('old')
  await run()
  await t.database.pool.query(`update webhook_events set at = $1`, [new Date(t.clock().getTime() - 31 * 86_400_000)])
  await t.database.pool.query(`select graphile_worker.add_job('forget_webhook_events')`)
  await run()
  expect(await deliveries(data._id)).toEqual([])
})

test('it can be changed and deleted, and names are unique', async () => {
  const { data } = await make()
  const body = { name: 'Site', url, events: ['payment.received' as const], enabled: false }
  const changed = await t.call(routes.updateWebhook, { params: { id: data._id }, body, as: office })
  expect(changed.data).toMatchObject(body)
  await make({ name: 'Second' })
  expect(await make({ name: 'SECOND' })).toMatchObject({ code: 'duplicate', errors: [{ field: 'name' }] })
  expect((await make({ name: 'Bad', url: 'http://user:secret@example.org' })).code).toBe('invalid_input')
  expect((await t.call(routes.deleteWebhook, { params: { id: data._id }, as: office })).status).toBe(200)
  expect((await t.call(routes.listDeliveries, { params: { id: data._id }, as: office })).status).toBe(404)
})

test('addresses of the own network are refused, also behind a name', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nothing',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
  const attempt = (to: string) =>
    post({ url: to, headers: {}, body: '{}', allowPrivate: false, timeoutMs: 5000 }).then(
      String,
      (error: Error) => error.message,
    )
  // Numbers in other forms are the same address.
  for (const to of [url, 'https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/'])
    expect(await attempt(to), to).toContain('not on the internet')
  // The name is resolved, and what it leads to is refused.
  expect(await attempt('https://localhost/')).toBe('localhost is not on the internet')
  expect(received).toEqual([])
})

test('in production the address has TLS', async () => {
  const strict = await testApp({ database: t.database })
  await t.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [strict.clock(), office.sessionId])
  const refused = await strict.call(routes.createWebhook, {
    body: { name: 'Plain', url: 'http://example.org/hook', events: ['event.published'], enabled: true },
    as: office,
  })
  expect(refused).toMatchObject({ code: 'invalid_input', errors: [{ field: 'url' }] })
  await strict.close()
})

describe('of reservations and payments', () => {
  let provider: RefundingProvider
  let user: TestAccount
  beforeEach(async () => {
    provider = refundingProvider()
    useProviders(t.app.deps, [provider])
    user = await t.account()
  })
  const told = async () => {
    await run()
    const messages = received.map(({ body }) => JSON.parse(body))
    received = []
    return messages.map(({ type, data }) => [type, data._id])
  }
  const listen = () => make({ events: WEBHOOK_EVENTS })
  const statusOf = async (id: string) =>
    (await t.database.pool.query('select status from reservations where id = $1', [id])).rows[0]?.status
  const transitionsOf = async (id: string) =>
    (
      await t.database.pool.query<{ action: string }>(
        'select action from reservation_transitions where reservation_id = $1 order by id',
        [id],
      )
    ).rows.map(({ action }) => action)
  /** Pays through the provider, which says so when it is asked. */
  const pay = async (id: string) => {
    const { data } = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
    return {
      settle: () => {
        provider.says = { state: 'paid', amount: 10_000, currency: 'GHS', live: true, providerReference: `p-${id}` }
        return t.call(paymentRoutes.verifyPayment, { params: { id: data.reference }, as: user })
      },
    }
  }

  test('reserve, pay, cancel and refund: each is sent once, and nothing else', async () => {
    await listen()
    const { id } = await reserve(t, await makeEvent(t), {}, user)
    expect(await told()).toEqual([['reservation.made', id]])
    const payment = await pay(id)
    expect(await told()).toEqual([])
    await payment.settle()
    await payment.settle()
    expect((await told()).toSorted()).toEqual([
      ['payment.received', id],
      ['reservation.confirmed', id],
    ])
    await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
    expect(await told()).toEqual([['reservation.cancelled', id]])
    const cashier = await t.account({ type: 'admin', permissions: ['payments.read', 'payments.refund'] })
    const { data: refunds } = await t.call(refundRoutes.listRefunds, { query: { reservation_id: id }, as: cashier })
    await t.call(refundRoutes.sendRefund, { params: { id: refunds[0]?._id ?? '' }, as: cashier })
    expect(provider.paidOut()).toBe(10_000)
    expect(await told()).toEqual([['payment.refunded', id]])
  })

  test('what costs nothing is confirmed with its making', async () => {
    await listen()
    const { id } = await reserve(t, await makeEvent(t, { price: 0 }), {}, user)
    expect((await told()).toSorted()).toEqual([
      ['reservation.confirmed', id],
      ['reservation.made', id],
    ])
  })

  test('money that comes after the hold expired confirms, and a check-in that is taken back does not', async () => {
    await listen()
    const event = await makeEvent(t, { holdMinutes: 10 })
    const { id } = await reserve(t, event, {}, user)
    const payment = await pay(id)
    t.clock.forward(11)
    await t.database.pool.query(`select graphile_worker.add_job('sweep_holds')`)
    expect(await told()).toEqual([['reservation.made', id]])
    expect(await statusOf(id)).toBe('failed')
    await payment.settle()
    expect(await statusOf(id)).toBe('active')
    expect((await told()).toSorted()).toEqual([
      ['payment.received', id],
      ['reservation.confirmed', id],
    ])
    await inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [id], null))
    const desk = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
    const { rows } = await t.database.pool.query<{ id: string }>(
      'select id::text from scans where reservation_id = $1',
      [id],
    )
    const body = { act: 'withdraw' as const, scan_ids: rows.map((scan) => scan.id) }
    await t.call(boardRoutes.reviewScans, { params: { id: event.id }, body, as: desk })
    expect(await transitionsOf(id)).toEqual(['make', 'expire', 'pay', 'check_in', 'withdraw_check_in'])
    expect(await statusOf(id)).toBe('active')
    expect(await told()).toEqual([])
  })
})

test('a status that does not exist cannot be noted', async () => {
  const note = (from: string | null, to: string) =>
    t.database.pool.query(
      `insert into reservation_transitions (reservation_id, from_status, to_status, action, actor)
       values (new_id(), $1, $2, 'pay', 'system')`,
      [from, to],
    )
  await expect(note('pending', 'confirmed')).rejects.toThrow('transitions_to_status')
  await expect(note('confirmed', 'active')).rejects.toThrow('transitions_from_status')
})
