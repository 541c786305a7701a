import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../src/features/identity/index.ts'
import { features } from '../src/features.ts'
import { reseal } from '../src/platform/audit/resealing.store.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type TestApp, testApp, testClock } from './harness.ts'

/** One installation before and after its ENCRYPTION_KEY was changed. */
const FIRST = 'the key that this installation began with'
const SECOND = 'the key that came after somebody left the team'
const PASSWORD = 'Blue-Mango-42'
let database: TestDatabase
let before: TestApp
let after: TestApp
const clock = testClock()

beforeAll(async () => {
  database = await createTestDatabase()
  before = await testApp({ database, clock, env: { ENCRYPTION_KEY: FIRST } })
  after = await testApp({ database, clock, env: { ENCRYPTION_KEY: SECOND, ENCRYPTION_KEYS_FORMER: FIRST } })
})
afterAll(async () => {
  await before.close()
  await after.close()
  await database.close()
})

const member = async () => {
  const columns = { password_hash: await hashPassword(PASSWORD), password_changed_at: clock() }
  return before.account({ columns })
}

const signIn = async (at: TestApp, email: string) => {
  const { data } = await at.call(routes.login, { body: { email, password: PASSWORD } })
  if (!data || !('access_token' in data)) throw new Error('there is no second step')
  return data
}

const places = features.flatMap((feature) => feature.sealed ?? [])
const resealAll = async (at: TestApp) => {
  const reports = []
  for (const place of places) reports.push(await reseal(at.app.deps.db, at.app.deps.crypto, place))
  return reports.filter(({ resealed, unreadable }) => resealed + unreadable > 0)
}

test('who is signed in stays signed in', async () => {
  const session = await signIn(before, (await member()).email)
  const renewed = await after.call(routes.refresh, { bearer: session.refresh_token })
  expect(renewed.status).toBe(200)
  // The answer may have been lost: the same successor is returned, although another key sealed it.
  const again = await after.call(routes.refresh, { bearer: session.refresh_token })
  expect(again.data.refresh_token).toBe(renewed.data.refresh_token)
  expect((await after.call(routes.listSessions, { bearer: renewed.data.access_token })).status).toBe(200)
})

test('links and codes that were sent before still work', async () => {
  const user = await member()
  await before.call(routes.requestPasswordReset, { body: { email: user.email } })
  const [mail] = await before.outbox(user.email)
  const bearer = new URL(mail?.links[0] ?? 'http://none').searchParams.get('token') ?? ''
  const body = { password: 'Green-Papaya-77', password_confirmation: 'Green-Papaya-77' }
  expect((await after.call(routes.resetPassword, { bearer, body })).status).toBe(200)
  const asked = await before.call(routes.requestPhoneVerification, {
    as: await member(),
    body: { phone: '0244111999' },
  })
  const code = (await before.outbox('+233244111999'))[0]?.codes[0] ?? ''
  const confirmed = await after.call(routes.confirmPhone, {
    bearer: asked.data.phone_verification_token,
    body: { code },
  })
  expect(confirmed.status).toBe(200)
})

test('second steps and recovery codes still work, and are resealed, once', async () => {
  const user = await member()
  const enrolled = await before.call(routes.enrollMfa, { as: user, body: { method: 'app' } })
  const code = () => generate({ secret: enrolled.data.secret ?? '', epoch: Math.floor(clock().getTime() / 1000) })
  const activated = await before.call(routes.activateMfa, { as: user, body: { method: 'app', code: await code() } })
  const secondStep = async (at: TestApp, proof: { code: string } | { recovery_code: string }) => {
    const { data } = await at.call(routes.login, { body: { email: user.email, password: PASSWORD } })
    if (!('mfa_token' in data)) throw new Error('a second step was expected')
    return (await at.call(routes.authenticateMfa, { bearer: data.mfa_token, body: proof })).status
  }
  clock.forward(1)
  expect(await secondStep(after, { code: await code() })).toBe(200)
  expect(await secondStep(after, { recovery_code: activated.data.recovery_codes[0] ?? '' })).toBe(200)

  expect(await resealAll(after)).toEqual([{ place: 'mfa_methods.secret_sealed', resealed: 1, unreadable: 0 }])
  expect(await resealAll(after)).toEqual([])
  const only = await testApp({ database, clock, env: { ENCRYPTION_KEY: SECOND } })
  clock.forward(1)
  expect(await secondStep(only, { code: await code() })).toBe(200)
  await only.close()
})

test('everything sealed is reached: plain columns and those in JSON', async () => {
  const user = await member()
  const { crypto } = before.app.deps
  const { rows: events } = await database.pool.query<{ id: string }>(
    `insert into events (slug, code_prefix, name, starts_at, ends_at)
     values ('one', 'ONE', 'One', now(), now() + interval '1 day') returning id`,
  )
  const eventId = events[0]?.id
  const context = `draft:${user.id}:${eventId}`
  await database.pool.query('insert into reservation_drafts (user_id, event_id, draft) values ($1, $2, $3)', [
    user.id,
    eventId,
    JSON.stringify({ sealed: crypto.seal('a draft', context), other: 1 }),
  ])
  expect(await resealAll(after)).toEqual([{ place: 'reservation_drafts.draft', resealed: 1, unreadable: 0 }])
  const { rows } = await database.pool.query('select draft from reservation_drafts where user_id = $1', [user.id])
  expect(rows[0].draft.other).toBe(1)
  const stranger = await testApp({ database, clock, env: { ENCRYPTION_KEY: SECOND } })
  expect(stranger.app.deps.crypto.unseal(rows[0].draft.sealed, context)).toBe('a draft')
  await stranger.close()
})

test('what no key opens is counted and left as it is', async () => {
  const stranger = await testApp({
    database,
    clock,
    env: { ENCRYPTION_KEY: 'a key that has nothing to do with it all' },
  })
  const { rows } = await database.pool.query('select user_id, draft from reservation_drafts')
  expect(await resealAll(stranger)).toEqual([
    { place: 'mfa_methods.secret_sealed', resealed: 0, unreadable: 1 },
    { place: 'reservation_drafts.draft', resealed: 0, unreadable: 1 },
  ])
  expect((await database.pool.query('select user_id, draft from reservation_drafts')).rows).toEqual(rows)
  await stranger.close()
})
