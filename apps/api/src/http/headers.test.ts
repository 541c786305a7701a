import fastify from 'fastify'
import { expect, test } from 'vitest'
import { secureHeaders, sendAsPart } from './headers.ts'

test('a part of a page has the headers that say something to it, and not those of a page', async () => {
  const server = fastify()
  secureHeaders(server, { publicUrl: 'https://church.test', production: true })
  server.get('/page', (_, reply) => reply.send('page'))
  server.get('/script.js', (_, reply) => {
    reply.headers({ 'accept-ranges': 'bytes', etag: '"1"', 'last-modified': 'Sat, 28 Nov 2026 12:00:00 GMT' })
    sendAsPart(reply)
    return reply.send('script')
  })
  const page = await server.inject('/page')
  const script = await server.inject('/script.js')
  const own = ['connection', 'content-length', 'content-type', 'date']
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(Object.keys(page.headers).length).toBeGreaterThan(12)
  expect(
    Object.keys(script.headers)
      .filter((name) => !own.includes(name))
      .sort(),
  ).toEqual(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options'])
  await server.close()
})
