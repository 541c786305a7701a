import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, GuardedPool } from '../src/platform/db/pool.ts'
import { insertLeased, queueMessages } from '../src/platform/messaging/messages.store.ts'
import { openMessenger } from '../src/platform/messaging/messenger.ts'
import { newId } from '../src/platform/random.ts'
import { type TestApp, testApp } from './harness.ts'

/** A mail server that refuses everybody until the test changes it. */
const openMailServer = async () => {
  const state = { refuses: true, accepted: 0, onAccepted: () => {} }
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    socket.write(state.refuses ? '421 closed today\r\n' : '220 ready\r\n')
    if (state.refuses) socket.end()
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (inData && !text.endsWith('\r\n.\r\n')) return
      if (inData) {
        inData = false
        state.accepted += 1
        state.onAccepted()
        socket.write('250 taken\r\n')
      } else if (text.startsWith('DATA')) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

let t: TestApp
let mail: Awaited<ReturnType<typeof openMailServer>>
afterEach(async () => {
  vi.restoreAllMocks()
  await t.close()
  await mail.close()
})

const queue = (count: number, data: Record<string, string> = { name: 'Ama', organisation: 'Shiloh' }) =>
  t.app.deps.db.transaction().execute((tx) =>
    queueMessages(
      tx,
      t.clock(),
      Array.from({ length: count }, (_, index) => ({
        template: 'account_approved',
        channel: 'mail' as const,
        to: `somebody-${index}@shiloh.test`,
        language: 'en' as const,
        data,
      })),
    ),
  )

const messages = async () =>
  (
    await t.database.pool.query<{ status: string; attempts: number; error: string | null; leased_until: Date | null }>(
      'select status, attempts, error, leased_until from messages order by id',
    )
  ).rows

test('a message that the mail server refuses is tried again later, and then goes out once', async () => {
  mail = await openMailServer()
  t = await testApp({ env: { SMTP_URL: mail.url } })
  await queue(1)
  await t.app.deps.jobs.drain()
  const [refused] = await messages()
  expect(refused).toMatchObject({ status: 'queued', attempts: 1 })
  expect(refused?.error).toContain('421')
  expect(refused?.leased_until).toEqual(new Date(t.clock().getTime() + 30_000))

  mail.state.refuses = false
  await t.app.deps.messenger.deliver(t.app.deps)
  expect(mail.state.accepted).toBe(0)
  t.clock.forward(1)
  await t.app.deps.messenger.deliver(t.app.deps)
  await t.app.deps.messenger.deliver(t.app.deps)
  expect(mail.state.accepted).toBe(1)
  expect(await messages()).toEqual([{ status: 'sent', attempts: 2, error: null, leased_until: null }])
})

test('after a day of refusals a message has failed', async () => {
  mail = await openMailServer()
  t = await testApp({ env: { SMTP_URL: mail.url } })
  await queue(1)
  for (let attempt = 0; attempt < 14; attempt += 1) {
    await t.app.deps.messenger.deliver(t.app.deps)
    t.clock.forward(6 * 60)
  }
  expect(await messages()).toMatchObject([{ status: 'failed', attempts: 12 }])
})

test('one job sends everything that waits, also more than is taken at once', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  await queue(130)
  await t.app.deps.jobs.drain()
  expect(mail.state.accepted).toBe(130)
  expect((await messages()).every(({ status }) => status === 'sent')).toBe(true)
})

test('a message that cannot be written has failed, and those behind it go out', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  await queue(1, { nobody: 'knows' })
  await queue(1)
  await t.app.deps.jobs.drain()
  expect((await messages()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
})

/** Messages as a batch of reservations writes them. */
const queueBatch = (count: number, userId: string | null = null) =>
  t.database.pool.query('insert into message_batches (messages, created_at) values ($1, $2)', [
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        id: newId(t.clock(), t.app.deps.random),
        channel: 'mail',
        recipient: `guest-${index}@shiloh.test`,
        user_id: userId,
        template: 'account_approved',
        language: 'en',
        data: { name: 'Ama', organisation: 'Shiloh' },
      })),
    ),
    t.clock(),
  ])

test('the messages of batches go out part by part, each once, from any process', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  for (let batch = 0; batch < 9; batch += 1) await queueBatch(40)
  const { deps } = t.app
  await deps.messenger.deliverBatches(deps)
  expect(mail.state.accepted).toBe(320)
  const { rows } = await t.database.pool.query<{ task: string; run_at: Date }>(
    `select task_identifier as task, run_at from graphile_worker.jobs`,
  )
  expect(rows).toEqual([{ task: 'deliver_batches', run_at: new Date(t.clock().getTime() + 1000) }])
  await Promise.all([deps.messenger.deliverBatches(deps), deps.messenger.deliverBatches(deps)])
  expect(mail.state.accepted).toBe(360)
  expect(await messages()).toEqual(
    Array.from({ length: 360 }, () => ({ status: 'sent', attempts: 1, error: null, leased_until: null })),
  )
})

test('a message of a batch that is refused is tried again like any other; an account that is gone is not written to', async () => {
  mail = await openMailServer()
  t = await testApp({ env: { SMTP_URL: mail.url } })
  await queueBatch(1)
  await queueBatch(1, '0123456789abcdef01234567')
  const { deps } = t.app
  await deps.messenger.deliverBatches(deps)
  expect(await messages()).toMatchObject([{ status: 'queued', attempts: 1 }])
  mail.state.refuses = false
  t.clock.forward(1)
  await deps.messenger.deliver(deps)
  expect(await messages()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('a mail waits for a database that is away, rather than going out without its ticket', async () => {
  t = await testApp()
  mail = await openMailServer()
  const { deps } = t.app
  const template = deps.messenger.templates['account_approved']
  if (!template) throw new Error('no such template')
  const ticket = { name: 'ticket.pdf', mime: 'application/pdf', bytes: Buffer.from('a ticket') }
  const answers: (Error | { attachments: (typeof ticket)[]; html: string })[] = [
    new DatabaseUnavailable('no primary'),
    { attachments: [ticket], html: '<p>Welcome</p>' },
    new Error('a font is missing'),
  ]
  const attach = async () => {
    const answer = answers.shift()
    if (answer instanceof Error || !answer) throw answer
    return answer
  }
  const messenger = openMessenger(
    deps.config,
    { account_approved: Object.assign({}, template, { attach }) },
    undefined,
    deps.log,
  )
  const state = async () =>
    (
      await t.database.pool.query<{ status: string; files: string[] }>(
        `select status, array(select name from message_attachments where message_id = m.id order by name) as files
         from messages m order by m.created_at, m.id`,
      )
    ).rows
  await queue(1)
  await messenger.deliver(deps)
  expect(await state()).toEqual([{ status: 'queued', files: [] }])
  t.clock.forward(60)
  await messenger.deliver(deps)
  expect(await state()).toEqual([{ status: 'sent', files: ['mail.html', 'ticket.pdf'] }])
  // What would fail for ever is left out.
  await queue(1)
  await messenger.deliver(deps)
  expect((await state()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

/** Loses the database for the next connections of the app. */
const loseDatabase = (connections: number) => {
  const connect = vi.spyOn(GuardedPool.prototype, 'connect')
  for (let each = 0; each < connections; each += 1)
    connect.mockImplementationOnce(() => Promise.reject(new DatabaseUnavailable('no primary')))
}

test('what a provider took is stored when the database is back, and not sent twice', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  const { deps } = t.app
  const template = deps.messenger.templates['account_approved']
  if (!template) throw new Error('no such template')
  const ticket = { name: 'ticket.pdf', mime: 'application/pdf', bytes: Buffer.from('a ticket') }
  const attach = async () => ({ attachments: [ticket], html: '<p>Welcome</p>' })
  const messenger = openMessenger(
    deps.config,
    { account_approved: Object.assign({}, template, { attach }) },
    undefined,
    deps.log,
  )
  await queue(3)
  mail.state.onAccepted = () => loseDatabase(3)
  await messenger.deliver(deps)
  vi.restoreAllMocks()
  t.clock.forward(11)
  await messenger.deliver(deps)
  expect(mail.state.accepted).toBe(3)
  expect(await messages()).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'sent', attempts: 1, error: null, leased_until: null })),
  )
  const files = await t.database.pool.query('select 1 from message_attachments')
  expect(files.rowCount).toBe(3)
})

test('a process that loses its place gives back what no provider has, for its next run', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  const { deps } = t.app
  await queue(3)
  const presence = { ...deps.presence, isLost: () => mail.state.accepted > 0 }
  await deps.messenger.deliver({ ...deps, presence })
  expect((await messages()).map(({ status, attempts }) => `${status} ${attempts}`).sort()).toEqual([
    'queued 0',
    'queued 0',
    'sent 1',
  ])
  t.clock.forward(0.1)
  await deps.messenger.deliver(deps)
  expect(mail.state.accepted).toBe(3)
  expect((await messages()).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
    'sent 1',
    'sent 1',
    'sent 1',
  ])
})

test('messages whose commit was in doubt are given back', async () => {
  mail = await openMailServer()
  mail.state.refuses = false
  t = await testApp({ env: { SMTP_URL: mail.url } })
  const { deps } = t.app
  const write = deps.messenger.deliverLeased(deps, async (lease) => {
    await deps.db.transaction().execute((tx) =>
      insertLeased(
        tx,
        [
          {
            channel: 'mail',
            template: 'account_approved',
            to: 'somebody@shiloh.test',
            language: 'en',
            data: { name: 'Ama', organisation: 'Shiloh' },
          },
        ],
        deps.clock(),
        lease,
      ),
    )
    loseDatabase(2)
    throw new DatabaseUnavailable('lost at the commit')
  })
  await expect(write).rejects.toThrow('lost at the commit')
  await deps.messenger.deliver(deps)
  expect(mail.state.accepted).toBe(1)
  expect(await messages()).toEqual([{ status: 'sent', attempts: 1, error: null, leased_until: null }])
})
