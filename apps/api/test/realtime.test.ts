import { once } from 'node:events'
import { createServer } from 'node:net'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isOwnOrigin } from '../src/platform/realtime.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type TestAccount, type TestApp, testApp, testClock } from './harness.ts'
import { redisServer } from './redis-server.ts'

/** Two processes of one installation that browsers connect to. */
let database: TestDatabase
let here: TestApp
let there: TestApp
let hereUrl = ''
let thereUrl = ''
const clock = testClock()
const sockets: Socket[] = []

const listen = async (at: TestApp): Promise<string> => {
  await at.app.deps.realtime.attach(at.app.server.server)
  return at.app.server.listen({ port: 0, host: '127.0.0.1' })
}

beforeAll(async () => {
  database = await createTestDatabase()
  here = await testApp({ database, clock })
  there = await testApp({ database, clock })
  hereUrl = await listen(here)
  thereUrl = await listen(there)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.close()
})

/** Opens a socket as the app does. Returns it once it is open, or the reason why it is not. */
const open = async (url: string, token: string, origin = 'http://shiloh.test'): Promise<Socket | string> => {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    extraHeaders: { origin },
  })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', (error) => resolve(error.message))
  })
}

const listening = async (url: string, who: TestAccount): Promise<Socket> => {
  const socket = await open(url, await here.tokenOf(who))
  if (typeof socket === 'string') throw new Error(`the socket did not open: ${socket}`)
  return socket
}

const closed = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.on('disconnect', (reason) => resolve(reason))
  })

test('a page of another site opens no socket, one of ours does', async () => {
  const token = await here.tokenOf(await here.account())
  expect(await open(hereUrl, token, 'https://evil.example')).toBe('websocket error')
  expect(await open(hereUrl, token, 'null')).toBe('websocket error')
  expect(typeof (await open(hereUrl, token))).toBe('object')
  // Called by its host address, such as one in the local network.
  expect(typeof (await open(hereUrl, token, hereUrl))).toBe('object')
})

test.each([
  [{ host: 'a.example' }, true],
  [{ host: 'a.example', origin: 'https://shiloh.example' }, true],
  [{ host: 'a.example', origin: 'http://shiloh.example' }, false],
  [{ host: 'a.example', origin: 'http://a.example' }, true],
  [{ host: 'a.example', origin: 'https://a.example.evil' }, false],
  [{ host: 'a.example', origin: 'null' }, false],
])('origin %j: %s', (headers, expected) => {
  expect(isOwnOrigin({ headers }, 'https://shiloh.example')).toBe(expected)
})

test('a token that opens nothing opens no socket', async () => {
  const user = await here.account()
  expect(await open(hereUrl, 'x.y.z')).toBe('invalid_token')
  const token = await here.tokenOf(user)
  await here.call(routes.logout, { as: user })
  expect(await open(thereUrl, token)).toBe('invalid_token')
})

test('a session that is ended on one process is silent on the other', async () => {
  const user = await here.account()
  const over = closed(await listening(thereUrl, user))
  await here.call(routes.logout, { as: user })
  expect(await over).toBe('io server disconnect')
})

test('the other sessions of the same person go on', async () => {
  const user = await here.account()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into sessions (user_id, refresh_hash, expires_at) values ($1, 'another', $2) returning id`,
    [user.id, new Date(clock().getTime() + 86_400_000)],
  )
  const mine = await listening(hereUrl, user)
  const other = await listening(thereUrl, { ...user, sessionId: rows[0]?.id ?? '' })
  const over = closed(other)
  expect((await here.call(routes.revokeOtherSessions, { as: user })).data).toEqual({ ended: 1 })
  await over
  expect(mine.connected).toBe(true)
})

test('a deactivated account hears nothing more, wherever it listens', async () => {
  const user = await here.account()
  const office = await here.account({ type: 'admin', permissions: ['users.deactivate', 'users.read'] })
  const over = [closed(await listening(hereUrl, user)), closed(await listening(thereUrl, user))]
  expect((await here.call(authorizationRoutes.deactivateUser, { as: office, params: { id: user.id } })).status).toBe(
    200,
  )
  expect(await Promise.all(over)).toEqual(['io server disconnect', 'io server disconnect'])
})

test('the sockets of an expired session are closed at the next check', async () => {
  const [short, long] = [await here.account(), await here.account()]
  await database.pool.query('update sessions set expires_at = $2 where id = $1', [
    short.sessionId,
    new Date(clock().getTime() + 60_000),
  ])
  const [going, staying] = [await listening(hereUrl, short), await listening(hereUrl, long)]
  await here.app.deps.realtime.closeEnded()
  expect([going.connected, staying.connected]).toEqual([true, true])
  clock.forward(2)
  const over = closed(going)
  await here.app.deps.realtime.closeEnded()
  expect(await over).toBe('io server disconnect')
  expect(staying.connected).toBe(true)
})

test('pages may speak to this host alone', async () => {
  const response = await here.app.server.inject({ method: 'GET', url: '/api/v1/health' })
  expect(response.headers['content-security-policy']).toContain("connect-src 'self' ws://shiloh.test;")
})

test('hints cross by Redis; while it is away the processes live, and they cross again when it is back', async () => {
  const redis = await redisServer()
  const both = await Promise.all([0, 1].map(() => testApp({ database, clock, env: { REDIS_URL: redis.url } })))
  const [near, far] = both
  if (!near || !far) throw new Error('two applications were made')
  try {
    await listen(near)
    const user = await here.account()
    const socket = await listening(await listen(far), user)
    const heard: unknown[] = []
    socket.on('test.hint', (data) => heard.push(data))
    let sent = 0
    const hint = () => {
      sent += 1
      near.app.deps.realtime.publish([{ room: `user:${user.id}`, event: 'test.hint', data: { sent } }])
    }
    const arrives = async () => {
      const before = heard.length
      await expect
        .poll(
          () => {
            hint()
            return heard.length
          },
          { timeout: 10_000, interval: 50 },
        )
        .toBeGreaterThan(before)
    }
    await arrives()
    await redis.stop()
    for (let count = 0; count < 5; count += 1) {
      hint()
      expect((await near.app.server.inject({ url: '/api/v1/health' })).statusCode).toBe(200)
    }
    await redis.start()
    await arrives()
  } finally {
    await Promise.all(both.map((one) => one.close()))
    await redis.stop()
  }
})

test('a stop while a Redis does not answer is one', async () => {
  const redis = await redisServer()
  const app = await testApp({ database, clock, env: { REDIS_URL: redis.url } })
  redis.silence()
  await listen(app)
  await app.close()
  await redis.stop()
})

test('a server that is not Redis ends the start with a clear message', async () => {
  const other = createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const app = await testApp({ database, clock, env: { REDIS_URL: `redis://127.0.0.1:${port}` } })
  await expect(app.app.deps.realtime.attach(app.app.server.server)).rejects.toThrow(
    /REDIS_URL: no Redis answers there \(/,
  )
  await app.close()
  other.close()
})
