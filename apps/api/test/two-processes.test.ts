import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../src/features/identity/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type TestAccount, type TestApp, testApp, testClock } from './harness.ts'
import { openProviderServer, type ProviderServer } from './provider-server.ts'

/** Two processes of one installation. They share only the database, the key and the time. */
let database: TestDatabase
let sms: ProviderServer
let here: TestApp
let there: TestApp
let owner: TestAccount
let passwordHash = ''

const PASSWORD = 'Blue-Mango-42'
const clock = testClock()

beforeAll(async () => {
  database = await createTestDatabase()
  sms = await openProviderServer()
  const env = { SMS_PROVIDER: 'arkesel', SMS_KEY: 'a-key', SMS_URL: sms.url }
  here = await testApp({ database, clock, env })
  there = await testApp({ database, clock, env })
  passwordHash = await hashPassword(PASSWORD)
  owner = await here.account({ type: 'admin' })
  await database.pool.query('insert into user_roles select $1, id from roles where is_owner', [owner.id])
})
afterAll(async () => {
  await here.close()
  await there.close()
  await sms.close()
  await database.close()
})

const member = (columns: Record<string, unknown> = {}) =>
  here.account({ columns: { password_hash: passwordHash, password_changed_at: clock(), ...columns } })

const signIn = async (at: TestApp, who: TestAccount) => {
  const answer = await at.call(routes.login, { body: { email: who.email, password: PASSWORD } })
  if (!answer.data || !('access_token' in answer.data)) throw new Error(`no session: ${answer.code}`)
  return answer.data
}

/** Alternates between the two processes. */
const inTurn = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? here : there))

test('limits of a route count together, also when all calls come at once', async () => {
  const answers = await Promise.all(
    inTurn(8).map((at) => at.call(routes.requestPasswordReset, { body: { email: 'many@example.com' } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  const refused = await there.call(routes.requestPasswordReset, { body: { email: 'Many@Example.com' } })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await there.call(routes.requestPasswordReset, { body: { email: 'other@example.com' } })).status).toBe(200)
})

test('wrong passwords count together', async () => {
  const user = await member()
  const attempt = (at: TestApp, password: string) => at.call(routes.login, { body: { email: user.email, password } })
  for (const at of inTurn(10)) expect((await attempt(at, 'wrong')).code).toBe('invalid_credentials')
  for (const at of [here, there]) expect((await attempt(at, PASSWORD)).code).toBe('too_many_requests')
})

test('a change of a role here counts at the next request there', async () => {
  const admin = await here.account({ type: 'admin', permissions: ['users.read'] })
  const list = async () => (await there.call(authorizationRoutes.listUsers, { as: admin })).status
  expect(await list()).toBe(200)
  const { rows } = await database.pool.query<{ policy_id: string; permission_ids: string[] }>(
    `select rp.policy_id, array_agg(pp.permission_id::text) as permission_ids
     from user_roles ur join role_policies rp using (role_id) join policy_permissions pp using (policy_id)
     where ur.user_id = $1 group by rp.policy_id`,
    [admin.id],
  )
  const [policy] = rows
  if (!policy) throw new Error('the account has a policy')
  const give = async (permission_ids: string[]) => {
    const body = { policies: [{ _id: policy.policy_id, permission_ids }] }
    expect((await here.call(authorizationRoutes.updatePermissionSchema, { as: owner, body })).status).toBe(200)
  }
  await give([])
  expect(await list()).toBe(403)
  await give(policy.permission_ids)
  expect(await list()).toBe(200)
})

test('a special denial and a special allowance here count at the next request there', async () => {
  const admin = await here.account({ type: 'admin', permissions: ['users.read'] })
  const list = async () => (await there.call(authorizationRoutes.listUsers, { as: admin })).status
  const set = async (body: { special_allow?: object[]; special_deny?: object[] }) => {
    const params = { id: admin.id }
    expect((await here.call(authorizationRoutes.updateAdminUser, { as: owner, params, body })).status).toBe(200)
  }
  const reading = [{ resource: 'users', actions: ['read'] }]
  expect(await list()).toBe(200)
  await set({ special_deny: reading })
  expect(await list()).toBe(403)
  await set({ special_deny: [] })
  expect(await list()).toBe(200)
  await database.pool.query('delete from user_roles where user_id = $1', [admin.id])
  expect(await list()).toBe(403)
  await set({ special_allow: reading })
  expect(await list()).toBe(200)
})

test('a session that is ended here is over there', async () => {
  const user = await member()
  const [one, other] = [await signIn(here, user), await signIn(there, user)]
  const sessions = (token: string) => there.call(routes.listSessions, { bearer: token })
  const ended = (await sessions(other.access_token)).data.find(({ current }) => current)
  const params = { id: ended?._id ?? '' }
  expect((await here.call(routes.revokeSession, { bearer: one.access_token, params })).status).toBe(200)
  expect((await sessions(other.access_token)).code).toBe('invalid_token')
  expect((await there.call(routes.refresh, { bearer: other.refresh_token })).code).toBe('invalid_token')
  expect((await sessions(one.access_token)).status).toBe(200)
  expect((await here.call(routes.logout, { bearer: one.access_token })).status).toBe(200)
  expect((await sessions(one.access_token)).code).toBe('invalid_token')
})

test('an account that is deactivated here does nothing more there', async () => {
  const user = await member()
  const session = await signIn(there, user)
  expect((await there.call(routes.listSessions, { bearer: session.access_token })).status).toBe(200)
  const params = { id: user.id }
  expect((await here.call(authorizationRoutes.deactivateUser, { as: owner, params })).status).toBe(200)
  expect((await there.call(routes.listSessions, { bearer: session.access_token })).code).toBe('invalid_token')
  expect((await there.call(routes.refresh, { bearer: session.refresh_token })).code).toBe('invalid_token')
  const again = await there.call(routes.login, { body: { email: user.email, password: PASSWORD } })
  expect(again.code).toBe('account_deactivated')
})

test('one refresh token used on both at once has one successor', async () => {
  const session = await signIn(here, await member())
  const answers = await Promise.all(inTurn(6).map((at) => at.call(routes.refresh, { bearer: session.refresh_token })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const successors = new Set(answers.map(({ data }) => data.refresh_token))
  expect(successors.size).toBe(1)
  expect(successors).not.toContain(session.refresh_token)
})

test('a spent refresh token used on the other ends the family on both', async () => {
  const session = await signIn(here, await member())
  const second = await there.call(routes.refresh, { bearer: session.refresh_token })
  const third = await here.call(routes.refresh, { bearer: second.data.refresh_token })
  expect([second.status, third.status]).toEqual([200, 200])
  expect((await there.call(routes.refresh, { bearer: session.refresh_token })).code).toBe('invalid_token')
  for (const at of [here, there]) {
    expect((await at.call(routes.refresh, { bearer: third.data.refresh_token })).code).toBe('invalid_token')
    expect((await at.call(routes.listSessions, { bearer: third.data.access_token })).code).toBe('invalid_token')
  }
})

test('a link to a new password works on one of them, once', async () => {
  const user = await member()
  await here.call(routes.requestPasswordReset, { body: { email: user.email } })
  const [mail] = await there.outbox(user.email)
  const bearer = new URL(mail?.links[0] ?? 'http://none').searchParams.get('token') ?? ''
  const answers = await Promise.all(
    [here, there].map((at, index) => {
      const password = `Red-Plantain-1${index}`
      return at.call(routes.resetPassword, { bearer, body: { password, password_confirmation: password } })
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('every job runs once, whichever process takes it', async () => {
  const phones = Array.from({ length: 30 }, (_, index) => `+2332000010${String(index).padStart(2, '0')}`)
  const users = await Promise.all(phones.map((phone) => member({ phone, phone_verified_at: null })))
  const recipients: string[] = []
  const allSent = new Promise<void>((resolve) => {
    sms.says(({ body }) => {
      const sent: { recipients: string[] } = JSON.parse(body)
      recipients.push(...sent.recipients)
      if (recipients.length >= phones.length) resolve()
      return { body: { status: 'success' } }
    })
  })
  await Promise.all([here.app.deps.jobs.start(), there.app.deps.jobs.start()])
  const asked = await Promise.all(
    users.map((user, index) => (index % 2 === 0 ? here : there).call(routes.requestPhoneVerification, { as: user })),
  )
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  await allSent
  await Promise.all([here.app.deps.jobs.stop(), there.app.deps.jobs.stop()])
  // Leftover and duplicate jobs run now.
  await Promise.all([here.app.deps.jobs.drain(), there.app.deps.jobs.drain()])
  expect(recipients.sort()).toEqual(phones.map((phone) => phone.slice(1)))
  const { rows } = await database.pool.query(
    `select status, attempts, count(*)::int as n from messages where channel = 'sms' group by status, attempts`,
  )
  expect(rows).toEqual([{ status: 'sent', attempts: 1, n: phones.length }])
})
