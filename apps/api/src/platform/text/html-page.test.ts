import fastify from 'fastify'
import { expect, it } from 'vitest'
import { sendApp } from './html-page.ts'

const policyOf = async (page: string) => {
  const server = fastify()
  server.get('/', (_, reply) =>
    sendApp(reply.header('content-security-policy', "script-src 'self';style-src 'self'"), page, 'once'),
  )
  const { headers, body } = await server.inject('/')
  return { policy: headers['content-security-policy'], body }
}

it('allows the script of a painted page, and its styles, by the nonce of the answer', async () => {
  expect(await policyOf('<style></style><style id="painted"></style><script>go()</script>')).toEqual({
    policy: "script-src 'self' 'nonce-once';style-src 'self' 'nonce-once'",
    body: '<style nonce="once"></style><style id="painted" nonce="once"></style><script nonce="once">go()</script>',
  })
})

it('allows no script in any other page', async () => {
  expect((await policyOf('<style></style>')).policy).toBe("script-src 'self';style-src 'self' 'nonce-once'")
})
