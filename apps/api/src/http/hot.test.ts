import { createServer } from 'node:http'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { openHot } from './hot.ts'

const LONG = 'x'.repeat(3000)
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A server that counts its requests. Answers are cached for ten seconds of the test's clock. */
const start = async () => {
  let now = 0
  let made = 0
  let failing = false
  const hot = openHot(() => new Date(now), 10_000)
  hot.serve(({ url = '' }) => (url.startsWith('/hot') ? url : null))
  const app = fastify({
    serverFactory: (handle) =>
      createServer((request, response) => {
        if (!hot.answer(request, response)) handle(request, response)
      }),
  })
  hot.listenTo(app)
  app.get('/hot', (_, reply) => {
    made += 1
    if (failing) throw new Error('failing')
    return reply.header('etag', `"${made}"`).header('vary', 'Accept-Language').send(`${made} ${LONG}`)
  })
  app.get('/cold', (_, reply) => {
    made += 1
    return reply.header('etag', `"${made}"`).send(`${made}`)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  open.push(() => app.close())
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, {
      headers: { 'accept-encoding': 'identity', ...headers },
    })
    return { status: response.status, headers: response.headers, first: Number.parseInt(await response.text(), 10) }
  }
  return { hot, get, made: () => made, forward: (ms: number) => (now += ms), fail: (on: boolean) => (failing = on) }
}

describe('cached answers', () => {
  it('are served without asking the application, and refreshed when they are stale', async () => {
    const { get, forward } = await start()
    const first = await get('/hot')
    expect(first.first).toBe(1)
    forward(9_999)
    expect((await get('/hot')).first).toBe(1)
    forward(2)
    expect((await get('/hot')).first).toBe(2)
  })

  it('are served in the requested encoding, or as 304 when nothing changed', async () => {
    const { get } = await start()
    await get('/hot')
    expect((await get('/hot', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
    expect((await get('/hot', { 'accept-encoding': 'br;q=1, gzip' })).headers.get('content-encoding')).toBe('br')
    const plain = await get('/hot')
    expect(plain.headers.get('vary')).toBe('Accept-Language, Accept-Encoding')
    const again = await get('/hot', { 'if-none-match': String(plain.headers.get('etag')) })
    expect(again.status).toBe(304)
  })

  it('are cleared after a change, including those being made at the time', async () => {
    const { get, hot, made } = await start()
    await get('/hot')
    const before = made()
    hot.forget()
    expect((await get('/hot')).first).toBe(before + 1)
  })

  it('are served a little longer while the refresh fails, then no more', async () => {
    const { get, forward, fail } = await start()
    await get('/hot')
    fail(true)
    forward(10_001)
    expect((await get('/hot')).status).toBe(500)
    expect((await get('/hot')).status).toBe(200)
    forward(10_000)
    expect((await get('/hot')).status).toBe(500)
  })

  it('exist only for requests with a key', async () => {
    const { get } = await start()
    expect((await get('/cold')).first).toBe(1)
    expect((await get('/cold')).first).toBe(2)
  })
})
