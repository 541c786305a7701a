import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('security.txt says where to report a vulnerability', async () => {
  const ask = () => t.app.server.inject({ method: 'GET', url: '/.well-known/security.txt' })
  await t.database.pool.query('update client_groups set email = null')
  expect((await ask()).statusCode).toBe(404)
  await t.database.pool.query('update client_groups set email = $1', ['office@church.test'])
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toMatch(/^Contact: mailto:office@church\.test\nExpires: \d{4}-\d\d-\d\dT/)
  expect(answer.body).toContain('Canonical: http://shiloh.test/.well-known/security.txt')
})

test('pages cannot use device features that the product does not need', async () => {
  const answer = await t.app.server.inject({ method: 'GET', url: '/api/v1/health' })
  expect(answer.headers['permissions-policy']).toContain('camera=(self)')
  expect(answer.headers['permissions-policy']).toContain('geolocation=()')
})

test('a page that the server writes has one style element, which its policy names by its hash, and no other style', async () => {
  const { pool } = t.database
  await pool.query(
    `insert into sandbox_charges (reference, amount, currency, return_url) values ('headers-1', 100, 'GHS', 'http://shiloh.test/')`,
  )
  for (const url of ['/api/docs', '/dev/outbox', '/sandbox/checkout/headers-1']) {
    const { body, headers, statusCode } = await t.app.server.inject({ method: 'GET', url })
    expect(statusCode, url).toBe(200)
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy'], url).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(body, url).not.toMatch(/ style=/)
  }
  const answer = await t.app.server.inject({ method: 'GET', url: '/api/v1/health' })
  expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline')
})
