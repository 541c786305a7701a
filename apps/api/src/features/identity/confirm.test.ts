import { hash } from '@node-rs/argon2'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './index.ts'

const PASSWORD = 'Blue-Mango-42'
let app: TestApp
let passwordHash = ''

beforeAll(async () => {
  app = await testApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

const member = (columns: Record<string, unknown> = {}, type: 'user' | 'admin' = 'user') =>
  app.account({ type, columns: { password_hash: passwordHash, password_changed_at: app.clock(), ...columns } })

const signIn = async (who: TestAccount) => {
  const answer = await app.call(routes.login, { body: { email: who.email, password: PASSWORD } })
  if (!answer.data || !('access_token' in answer.data)) throw new Error(`no session: ${answer.code}`)
  return answer.data
}

const confirm = (as: TestAccount, password = PASSWORD) => app.call(routes.confirmIdentity, { as, body: { password } })

/** Starts a confirmation for an account with a second step. */
const beginConfirmation = async (as: TestAccount) => {
  const { data } = await confirm(as)
  if (!('mfa_token' in data)) throw new Error('a second step was expected')
  return data
}

const enrolApp = async (as: TestAccount) => {
  const { data } = await app.call(routes.enrollMfa, { as, body: { method: 'app' } })
  const code = () => generate({ secret: data.secret ?? '', epoch: Math.floor(app.clock().getTime() / 1000) })
  const activated = await app.call(routes.activateMfa, { as, body: { method: 'app', code: await code() } })
  expect(activated.status).toBe(200)
  return code
}

describe('what decides who gets in', () => {
  test('asks for a confirmation once the sign-in is a while ago, and goes on after it', async () => {
    const user = await member()
    const newEmail = () => app.call(routes.updateProfile, { as: user, body: { email: 'other@example.com' } })
    const newPhone = () => app.call(routes.updateProfile, { as: user, body: { phone: '0244777888' } })
    const sendCode = () => app.call(routes.requestPhoneVerification, { as: user, body: { phone: '0244777889' } })
    app.clock.forward(10)
    expect((await newEmail()).status).toBe(200)
    app.clock.forward(1)
    for (const act of [newPhone, sendCode])
      expect([(await act()).status, (await act()).code]).toEqual([403, 'confirmation_required'])
    const basics = {
      first_name: 'Ama',
      last_name: 'Mensah',
      gender: 'female',
      birth_date: '1990-01-01',
      country: 'GH',
      language: 'en',
    }
    const onboarding = await app.call(routes.completeOnboarding, { as: user, body: { ...basics, phone: '0244777888' } })
    expect(onboarding.code).toBe('confirmation_required')
    // The same number and all other profile fields need no confirmation.
    expect((await app.call(routes.updateProfile, { as: user, body: { last_name: 'Owusu' } })).status).toBe(200)
    expect((await app.call(routes.requestPhoneVerification, { as: user })).status).toBe(200)

    const wrong = await confirm(user, 'wrong')
    expect([wrong.status, wrong.code, wrong.errors[0]?.field]).toEqual([422, 'password_wrong', 'password'])
    expect((await newPhone()).code).toBe('confirmation_required')
    const confirmed = await confirm(user)
    expect(confirmed.data).toEqual({ confirmed_until: new Date(app.clock().getTime() + 600_000).toISOString() })
    expect((await newPhone()).data.phone).toBe('+233244777888')
  })

  test('is confirmed for the session that confirmed, and no other', async () => {
    const user = await member()
    const [here, there] = [await signIn(user), await signIn(user)]
    app.clock.forward(11)
    const renewed = await Promise.all(
      [here, there].map((one) => app.call(routes.refresh, { bearer: one.refresh_token })),
    )
    const [one = '', other = ''] = renewed.map(({ data }) => data.access_token)
    await app.call(routes.confirmIdentity, { bearer: one, body: { password: PASSWORD } })
    const enrol = (bearer: string) => app.call(routes.enrollMfa, { bearer, body: { method: 'app' } })
    expect([(await enrol(one)).status, (await enrol(other)).code]).toEqual([200, 'confirmation_required'])
  })

  test('asks for the second step too; neither token does the work of the other', async () => {
    const user = await member()
    const code = await enrolApp(user)
    app.clock.forward(11)
    const { mfa_token: token, methods } = await beginConfirmation(user)
    expect(methods).toEqual(['app'])
    const renew = () => app.call(routes.renewRecoveryCodes, { as: user })
    expect((await renew()).code).toBe('confirmation_required')
    expect((await app.call(routes.authenticateMfa, { bearer: token, body: { code: await code() } })).code).toBe(
      'invalid_token',
    )

    const login = await app.call(routes.login, { body: { email: user.email, password: PASSWORD } })
    if (!('mfa_token' in login.data)) throw new Error('a second step was expected')
    const crossed = await app.call(routes.confirmIdentityWithMfa, {
      bearer: login.data.mfa_token,
      body: { code: await code() },
    })
    expect(crossed.code).toBe('invalid_token')

    expect((await app.call(routes.confirmIdentityWithMfa, { bearer: token, body: { code: '000000' } })).code).toBe(
      'code_wrong',
    )
    const confirmed = await app.call(routes.confirmIdentityWithMfa, { bearer: token, body: { code: await code() } })
    expect(confirmed.status).toBe(200)
    expect((await renew()).data.recovery_codes).toHaveLength(10)
  })

  test('cannot be confirmed for a session that has ended', async () => {
    const user = await member()
    const code = await enrolApp(user)
    app.clock.forward(1)
    const { mfa_token: token } = await beginConfirmation(user)
    await app.call(routes.logout, { as: user })
    const late = await app.call(routes.confirmIdentityWithMfa, { bearer: token, body: { code: await code() } })
    expect(late.code).toBe('token_expired')
  })

  test('cannot be guessed', async () => {
    const user = await member()
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect((await confirm(user, 'wrong')).code).toBe('password_wrong')
    expect((await confirm(user)).code).toBe('too_many_requests')
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n from audit_trail where action = 'confirm_identity_failed' and object_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ n: 10 }])
  })

  test('is also what administrators confirm, at their own door', async () => {
    const admin = await member({}, 'admin')
    app.clock.forward(11)
    const answer = await app.call(routes.adminConfirmIdentity, { as: admin, body: { password: PASSWORD } })
    expect(answer.status).toBe(200)
    expect((await app.call(routes.enrollMfa, { as: admin, body: { method: 'app' } })).status).toBe(200)
  })
})

describe('a code instead of the password', () => {
  let numbers = 0
  const withPhone = (columns: Record<string, unknown> = {}) => {
    numbers += 1
    const phone = `+23320557${1000 + numbers}`
    return member({ phone, phone_verified_at: app.clock(), ...columns }).then((who) => ({ ...who, phone }))
  }
  const request = (as: TestAccount, by?: 'email' | 'sms') => app.call(routes.requestIdentityCode, { as, body: { by } })
  const enter = (bearer: string, code = '') => app.call(routes.confirmIdentityWithCode, { bearer, body: { code } })
  const codeTo = async (to: string) => (await app.outbox(to))[0]?.codes[0] ?? ''
  const enrol = (as: TestAccount) => app.call(routes.enrollMfa, { as, body: { method: 'app' } })
  const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

  test.each(['sms', 'email'] as const)('by %s confirms the session that asked, once', async (by) => {
    const user = await withPhone()
    const there = await signIn(user)
    app.clock.forward(11)
    const other = await app.call(routes.refresh, { bearer: there.refresh_token })
    const { data } = await request(user, by)
    expect([data.by, data.ways]).toEqual([by, ['sms', 'email']])
    expect(data.sent_to).not.toBe(by === 'sms' ? user.phone : user.email)
    const code = await codeTo(by === 'sms' ? user.phone : user.email)
    expect((await enrol(user)).code).toBe('confirmation_required')
    const answer = await enter(data.identity_code_token, code)
    expect(answer.data).toEqual({ confirmed_until: new Date(app.clock().getTime() + 600_000).toISOString() })
    expect((await enrol(user)).status).toBe(200)
    const elsewhere = await app.call(routes.enrollMfa, { bearer: other.data.access_token, body: { method: 'app' } })
    expect(elsewhere.code).toBe('confirmation_required')
    expect((await enter(data.identity_code_token, code)).code).toBe('invalid_token')
  })

  test('comes in the place of the password alone: the second step is still asked for, and by another way', async () => {
    const user = await withPhone()
    const code = await enrolApp(user)
    app.clock.forward(11)
    const { data } = await request(user)
    const answer = await enter(data.identity_code_token, await codeTo(user.phone))
    if (!('mfa_token' in answer.data)) throw new Error('a second step was expected')
    expect(answer.data.methods).toEqual(['app'])
    expect((await app.call(routes.renewRecoveryCodes, { as: user })).code).toBe('confirmation_required')
    const bearer = answer.data.mfa_token
    const passed = await app.call(routes.confirmIdentityWithMfa, { bearer, body: { code: await code() } })
    expect(passed.status).toBe(200)
    expect((await app.call(routes.renewRecoveryCodes, { as: user })).status).toBe(200)
  })

  test('is never sent the way of the only second step', async () => {
    const user = await withPhone({ email_confirmed_at: null })
    await app.call(routes.enrollMfa, { as: user, body: { method: 'sms' } })
    const activated = await app.call(routes.activateMfa, {
      as: user,
      body: { method: 'sms', code: await codeTo(user.phone) },
    })
    expect(activated.status).toBe(200)
    expect((await request(user)).code).toBe('no_way_for_code')
  })

  test('is sent to nothing that is unconfirmed or shared', async () => {
    const unconfirmed = await withPhone({ phone_verified_at: null, email_confirmed_at: null })
    expect((await request(unconfirmed)).code).toBe('no_way_for_code')
    const user = await withPhone()
    const { data } = await request(user)
    const code = await codeTo(user.phone)
    await member({ phone: user.phone })
    expect((await enter(data.identity_code_token, code)).code).toBe('token_expired')
    expect((await request(user, 'sms')).code).toBe('no_way_for_code')
    expect((await request(user)).data).toMatchObject({ by: 'email', ways: ['email'] })
  })

  test('is no way in for staff', async () => {
    const admin = await member({}, 'admin')
    expect((await request(admin)).status).toBe(403)
  })

  test('lasts ten minutes and five attempts, and is counted with the codes and failures of the sign-in', async () => {
    const user = await withPhone()
    const first = await request(user)
    const late = await codeTo(user.phone)
    expect((await request(user)).code).toBe('too_many_requests')
    const signInCode = await app.call(routes.requestLoginCode, { body: { phone: user.phone } })
    expect(signInCode.code).toBe('too_many_requests')
    app.clock.forward(11)
    expect((await enter(first.data.identity_code_token, late)).code).toBe('invalid_token')
    await app.database.pool.query('truncate rate_limits')
    const { data } = await request(user)
    const code = await codeTo(user.phone)
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await enter(data.identity_code_token, wrongOf(code))).code).toBe('code_wrong')
    expect((await enter(data.identity_code_token, code)).code).toBe('invalid_token')
    const wrong = () => app.call(routes.login, { body: { phone: user.phone, password: 'wrong' } })
    for (let attempt = 6; attempt <= 10; attempt += 1) expect((await wrong()).code).toBe('invalid_credentials')
    expect((await wrong()).code).toBe('too_many_requests')
  })

  test('is void once the session has ended', async () => {
    const user = await withPhone()
    const { data } = await request(user)
    const code = await codeTo(user.phone)
    await app.call(routes.logout, { as: user })
    expect((await enter(data.identity_code_token, code)).code).toBe('token_expired')
  })
})

describe('other sessions', () => {
  const alive = async (token: string) => (await app.call(routes.listMfa, { bearer: token })).status === 200

  test('end with a change of the second step, and the one that changed it stays', async () => {
    const user = await member()
    const before = await signIn(user)
    const code = await enrolApp(user)
    expect(await alive(before.access_token)).toBe(false)
    app.clock.forward(1)
    const login = await app.call(routes.login, { body: { email: user.email, password: PASSWORD } })
    if (!('mfa_token' in login.data)) throw new Error('a second step was expected')
    const second = await app.call(routes.authenticateMfa, {
      bearer: login.data.mfa_token,
      body: { code: await code() },
    })
    const { data } = await app.call(routes.requestMfaDeactivation, { as: user, body: {} })
    app.clock.forward(1)
    const off = await app.call(routes.deactivateMfa, {
      bearer: data.mfa_deactivation_token,
      body: { code: await code() },
    })
    expect(off.status).toBe(200)
    expect(await alive(second.data.access_token)).toBe(false)
    expect((await app.call(routes.listMfa, { as: user })).status).toBe(200)
  })

  test('end all together at the request of their owner', async () => {
    const user = await member()
    const others = [await signIn(user), await signIn(user)]
    expect((await app.call(routes.revokeOtherSessions, { as: user })).data).toEqual({ ended: 2 })
    expect(await Promise.all(others.map((one) => alive(one.access_token)))).toEqual([false, false])
    expect((await app.call(routes.listSessions, { as: user })).data).toHaveLength(1)
  })

  test('are ended by administrators, but not those of an account with more permissions', async () => {
    const user = await member()
    const session = await signIn(user)
    const office = await app.account({
      type: 'admin',
      permissions: ['users.deactivate', 'users.read', 'admin_users.update'],
    })
    const params = { id: user.id }
    expect((await app.call(authorizationRoutes.endUserSessions, { as: office, params })).data.status).toBe('approved')
    expect(await alive(session.access_token)).toBe(false)
    const stronger = await app.account({ type: 'admin', permissions: ['settings.update'] })
    const refused = await app.call(authorizationRoutes.endAdminSessions, { as: office, params: { id: stronger.id } })
    expect(refused.code).toBe('cannot_grant')
    const weaker = await app.account({ type: 'admin', permissions: ['users.read'] })
    expect(
      (await app.call(authorizationRoutes.endAdminSessions, { as: office, params: { id: weaker.id } })).status,
    ).toBe(200)
    expect((await app.call(routes.listMfa, { as: weaker })).code).toBe('invalid_token')
  })

  test('of a check-in user end too, and the account can sign in again', async () => {
    const gate = await app.account({ type: 'checkin_user' })
    const office = await app.account({ type: 'admin', permissions: ['checkin_users.update'] })
    const params = { id: gate.id }
    expect((await app.call(authorizationRoutes.endCheckinUserSessions, { as: office, params })).data.status).toBe(
      'approved',
    )
    expect((await app.call(routes.listMfa, { as: gate })).code).toBe('invalid_token')
  })
})

test('a hash with outdated costs is replaced at the next sign-in', async () => {
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const user = await member({ password_hash: old })
  const stored = async () =>
    (await app.database.pool.query('select password_hash, password_changed_at from users where id = $1', [user.id]))
      .rows[0]
  const before = await stored()
  await app.call(routes.login, { body: { email: user.email, password: 'wrong' } })
  expect((await stored()).password_hash).toBe(old)
  await signIn(user)
  const after = await stored()
  expect(after.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(after.password_changed_at).toEqual(before.password_changed_at)
  await signIn(user)
  expect((await stored()).password_hash).toBe(after.password_hash)
})
