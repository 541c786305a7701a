import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('whoever finds a weakness learns whom to write to', async () => {
  const ask = () => t.app.server.inject({ method: 'GET', url: '/.well-known/security.txt' })
  await t.database.pool.query('update client_groups set email = null')
  expect((await ask()).statusCode).toBe(404)
  await t.database.pool.query('update client_groups set email = $1', ['office@church.test'])
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toMatch(/^Contact: mailto:office@church\.test\nExpires: \d{4}-\d\d-\d\dT/)
  expect(answer.body).toContain('Canonical: http://shiloh.test/.well-known/security.txt')
})

test('no page may use what the product does not need', async () => {
  const answer = await t.app.server.inject({ method: 'GET', url: '/api/v1/health' })
  expect(answer.headers['permissions-policy']).toContain('camera=(self)')
  expect(answer.headers['permissions-policy']).toContain('geolocation=()')
})
