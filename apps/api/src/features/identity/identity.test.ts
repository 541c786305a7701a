import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERASED_FIRST } from '#platform/text/erased'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './index.ts'
import { registerAccount } from './registration.ts'

let app: TestApp
const PASSWORD = 'Blue-Mango-42'
let passwordHash = ''

beforeAll(async () => {
  app = await testApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

const registration = (email: string) => ({
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  first_name: 'Kofi',
  last_name: 'Owusu',
  phone: '0244 000 111',
  country: 'Ghana',
  accept_terms: 'true',
})

const tokenIn = (link: string | undefined): string => new URL(link ?? 'http://none').searchParams.get('token') ?? ''

const member = (columns: Record<string, unknown> = {}, type: 'user' | 'admin' | 'vendor' | 'checkin_user' = 'user') =>
  app.account({ type, columns: { password_hash: passwordHash, password_changed_at: app.clock(), ...columns } })

const signIn = async (who: TestAccount) => {
  const answer = await app.call(routes.login, { body: { email: who.email, password: PASSWORD } })
  if (!answer.data || !('access_token' in answer.data)) throw new Error(`no session: ${answer.code}`)
  return answer.data
}

test('register, confirm, sign in', async () => {
  const email = 'Kofi.Owusu@Example.com'
  const unconfirmed = await app.call(routes.register, {
    body: { ...registration(email), language: 'de' },
    files: [{ field: 'avatar', name: 'me.png', bytes: PIXEL }],
  })
  expect([unconfirmed.status, unconfirmed.data]).toEqual([
    201,
    { email: email.toLowerCase(), requires_approval: false },
  ])
  await app.app.deps.jobs.drain()
  const early = await app.call(routes.login, { body: { email, password: PASSWORD } })
  expect([early.status, early.code]).toEqual([403, 'account_unconfirmed'])

  const [mail] = await app.outbox(email)
  expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
  expect(mail?.links[0]).toMatch(/^http:\/\/shiloh\.test\/auth\/register\/confirm-email\?token=/)
  const token = tokenIn(mail?.links[0])
  const checked = await app.call(routes.check, { body: { confirm_account_token: token } })
  expect(checked.data).toMatchObject({ authorized: true, user: { email: email.toLowerCase() } })
  const confirmed = await app.call(routes.confirmEmail, { bearer: token })
  expect(confirmed.data).toEqual({ email: email.toLowerCase(), status: 'approved', wanted_event: null })
  expect((await app.call(routes.confirmEmail, { bearer: token })).code).toBe('invalid_token')

  const session = await app.call(routes.login, { body: { email, password: PASSWORD } })
  if (!('user' in session.data)) throw new Error('no second step is set up')
  expect(session.data).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
  expect(session.data.user).toMatchObject({
    user_type: 'user',
    phone: '+233244000111',
    country: 'GH',
    name: 'Kofi Owusu',
    language: 'de',
    meta: { phone_verified: false, email_confirmed: true },
    has_completed_basic_requirement: false,
    is_not_member: false,
    authorization: { grants: [], special_allow: [], special_deny: [] },
  })
  expect(session.data.user.avatar_url).toMatch(/^\/api\/v1\/files\/[0-9a-f]{24}$/)
  expect((await app.call(routes.check, { body: { web_token: session.data.access_token } })).data.authorized).toBe(true)
  expect((await app.call(routes.check, { body: { web_token: 'x.y.z' } })).data).toMatchObject({
    authorized: false,
    user: null,
    settings: { sign_ups_disabled: false, security_settings: { idle_timeout: 5 } },
    client_group: { currency: 'GHS' },
  })
})

test('registering does not reveal who has an account', async () => {
  const existing = await member()
  const again = await app.call(routes.register, { body: registration(existing.email) })
  const fresh = await app.call(routes.register, { body: registration('nobody-yet@example.com') })
  expect([again.status, Object.keys(again.data)]).toEqual([fresh.status, Object.keys(fresh.data)])
  expect((await app.outbox(existing.email))[0]?.subject).toBe('You already have an account')
})

test('a form that is sent several times at once makes one account and sends one mail', async () => {
  const email = 'impatient@example.com'
  const send = () => app.call(routes.register, { body: registration(email) })
  const answers = await Promise.all([send(), send(), send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const { rows } = await app.database.pool.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'register_account' returning j.payload`,
  )
  // The workers of several processes take them at the same time.
  await Promise.all(rows.map(({ payload }) => registerAccount(payload, app.app.deps)))
  expect(await app.outbox(email)).toHaveLength(1)
  // Somebody who sends it again because no mail came gets another one.
  app.clock.forward(1)
  await send()
  expect(await app.outbox(email)).toHaveLength(2)
})

test('registration names every wrong field, and refuses easy passwords', async () => {
  const wrong = await app.call(routes.register, {
    body: { ...registration('x'), first_name: '  ', accept_terms: 'false', country: '' },
  })
  expect(wrong.status).toBe(422)
  expect(wrong.errors.map(({ field }) => field).sort()).toEqual(['accept_terms', 'country', 'email', 'first_name'])
  const attempt = async (password: string, more: object = {}) => {
    const answer = await app.call(routes.register, {
      body: { ...registration('weak@example.com'), password, password_confirmation: password, ...more },
    })
    return answer.code
  }
  const said = async (password: string, language: 'en' | 'de') => {
    const { message, errors } = await app.call(routes.register, {
      body: { ...registration('weak@example.com'), password, password_confirmation: password },
      headers: { 'accept-language': language },
    })
    return [message, ...errors.map((error) => error.message)]
  }
  const sentence =
    'Your password must contain at least 8 characters, one uppercase, one lowercase, one special character, one digit.'
  expect(await said('short', 'en')).toEqual([sentence, sentence])
  expect((await said('kurz', 'de'))[0]).toMatch(/^Ihr Passwort muss mindestens 8 Zeichen enthalten, einen Groß/)
  expect(await said('Password123!', 'en')).toEqual(['Please choose a stronger password.', 'Too easy to guess.'])
  expect(await attempt('Password123!')).toBe('password_weak')
  expect(await attempt('short')).toBe('password_weak')
  expect(await attempt('KofiOwusu1!')).toBe('password_weak')
  expect(await attempt('Shiloh-1')).toBe('password_weak')
  expect(await attempt(PASSWORD, { password_confirmation: 'other' })).toBe('invalid_input')
  expect(await attempt(PASSWORD, { phone: '12' })).toBe('invalid_input')
  expect(await attempt(PASSWORD, { country: 'Atlantis' })).toBe('invalid_input')
})

test('each kind of account has its own door; a phone opens it too', async () => {
  const [user, vendor, gate, admin] = await Promise.all([
    member({ phone: '+233200000001' }),
    member({}, 'vendor'),
    member({}, 'checkin_user'),
    member({}, 'admin'),
  ])
  const attempt = async (route: typeof routes.login, email: string) =>
    (await app.call(route, { body: { email, password: PASSWORD } })).status
  const atWrongDoor = async (route: typeof routes.login, email: string) => {
    const { code, details } = await app.call(route, { body: { email, password: PASSWORD } })
    return [code, details?.['user_type']]
  }
  expect(await attempt(routes.login, user.email)).toBe(200)
  expect(await attempt(routes.login, vendor.email)).toBe(200)
  // Only a right password reveals which sign-in page is the right one.
  expect(await atWrongDoor(routes.login, gate.email)).toEqual(['wrong_door', 'checkin_user'])
  expect(await atWrongDoor(routes.login, admin.email)).toEqual(['wrong_door', 'admin'])
  expect(await atWrongDoor(routes.adminLogin, user.email)).toEqual(['wrong_door', 'user'])
  expect(await atWrongDoor(routes.loginCheckinUser, vendor.email)).toEqual(['wrong_door', 'vendor'])
  const wrong = await app.call(routes.login, { body: { email: admin.email, password: 'Not-This-One-1' } })
  expect(wrong.code).toBe('invalid_credentials')
  expect(await attempt(routes.loginCheckinUser, gate.email)).toBe(200)
  expect(await attempt(routes.adminLogin, admin.email)).toBe(200)
  expect(await attempt(routes.login, '0200000001')).toBe(200)
  // Two accounts share a phone and a password: the answer asks which one it is.
  await member({ phone: '+233200000001' })
  expect(await attempt(routes.login, '0200000001')).toBe(200)
})

test('wrong passwords and unknown accounts get the same answer, and are counted', async () => {
  const user = await member()
  const wrong = await app.call(routes.login, { body: { email: user.email, password: 'wrong' } })
  const unknown = await app.call(routes.login, { body: { email: 'unknown@example.com', password: 'wrong' } })
  expect([wrong.status, wrong.code, wrong.message]).toEqual([unknown.status, unknown.code, unknown.message])
  for (let attempt = 2; attempt <= 10; attempt += 1)
    await app.call(routes.login, { body: { email: user.email, password: 'wrong' } })
  const locked = await app.call(routes.login, { body: { email: user.email, password: PASSWORD } })
  expect([locked.status, locked.code]).toEqual([429, 'too_many_requests'])
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
})

test('a deactivated or pending account does not get in', async () => {
  const deactivated = await member({ status: 'deactivated' })
  const pending = await member({ status: 'pending' })
  const attempt = async (who: TestAccount) =>
    (await app.call(routes.login, { body: { email: who.email, password: PASSWORD } })).code
  expect(await attempt(deactivated)).toBe('account_deactivated')
  expect(await attempt(pending)).toBe('account_pending')
})

test('a refused refresh says whether somebody ended the session, or it expired', async () => {
  const [user, other] = [await member(), await member()]
  const [here, there, late, erased] = [await signIn(user), await signIn(user), await signIn(user), await signIn(other)]
  const refused = async ({ refresh_token }: typeof here) => {
    const answer = await app.call(routes.refresh, { bearer: refresh_token })
    return [answer.code, answer.details]
  }
  await app.database.pool.query(`delete from sessions where user_id = $1`, [other.id])
  expect(await refused(erased)).toEqual(['invalid_token', { ended: true }])
  await app.database.pool.query(`update sessions set expires_at = $2 where id = $1`, [
    late.refresh_token.split('.')[0],
    app.clock(),
  ])
  expect(await refused(late)).toEqual(['invalid_token', undefined])
  await app.call(routes.revokeOtherSessions, { bearer: here.access_token })
  expect(await refused(there)).toEqual(['invalid_token', { ended: true }])
})

test('refresh: rotation, the same successor within the grace, and the end of the family on reuse', async () => {
  const user = await member()
  const first = await signIn(user)
  const second = await app.call(routes.refresh, { bearer: first.refresh_token })
  expect(second.status).toBe(200)
  expect(second.data.refresh_token).not.toBe(first.refresh_token)
  const repeated = await Promise.all([1, 2, 3].map(() => app.call(routes.refresh, { bearer: first.refresh_token })))
  expect(repeated.map(({ data }) => data.refresh_token)).toEqual(Array(3).fill(second.data.refresh_token))
  const third = await app.call(routes.refresh, { body: { token: second.data.refresh_token } })
  expect(third.status).toBe(200)
  // The first is no longer the direct predecessor.
  const stolen = await app.call(routes.refresh, { bearer: first.refresh_token })
  expect([stolen.status, stolen.code]).toEqual([403, 'invalid_token'])
  expect((await app.call(routes.refresh, { bearer: third.data.refresh_token })).code).toBe('invalid_token')
  expect((await app.call(routes.listSessions, { bearer: third.data.access_token })).code).toBe('invalid_token')
  expect((await app.call(routes.refresh, { bearer: `${first.refresh_token}x` })).code).toBe('invalid_token')
  expect((await app.call(routes.refresh)).status).toBe(401)
})

test('sessions: listed, ended elsewhere, ended here', async () => {
  const user = await member()
  const [here, there] = [await signIn(user), await signIn(user)]
  const sessions = await app.call(routes.listSessions, { bearer: here.access_token })
  expect(sessions.data.filter(({ current }) => current)).toHaveLength(1)
  const other = (await app.call(routes.listSessions, { bearer: there.access_token })).data.find(
    ({ current }) => current,
  )
  const stranger = await member()
  expect((await app.call(routes.revokeSession, { as: stranger, params: { id: other?._id ?? '' } })).status).toBe(404)
  expect(
    (await app.call(routes.revokeSession, { bearer: here.access_token, params: { id: other?._id ?? '' } })).status,
  ).toBe(200)
  expect((await app.call(routes.listSessions, { bearer: there.access_token })).status).toBe(403)
  expect((await app.call(routes.logout, { bearer: here.access_token })).status).toBe(200)
  expect((await app.call(routes.listSessions, { bearer: here.access_token })).status).toBe(403)
})

test('forgotten password: same answer, one use, every session ends, not the old one again', async () => {
  const user = await member()
  const session = await signIn(user)
  const known = await app.call(routes.requestPasswordReset, { body: { email: user.email } })
  const unknown = await app.call(routes.requestPasswordReset, { body: { email: 'no@example.com' } })
  expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
  expect(await app.outbox('no@example.com')).toEqual([])
  const [mail] = await app.outbox(user.email)
  const token = tokenIn(mail?.links[0])
  expect(mail?.links[0]).toMatch(/\/auth\/reset-password\?token=/)
  expect((await app.call(routes.check, { body: { password_reset_token: token } })).data.authorized).toBe(true)
  const set = (password: string, bearer = token) =>
    app.call(routes.resetPassword, { bearer, body: { password, password_confirmation: password } })
  expect((await set(PASSWORD)).code).toBe('password_reused')
  expect((await set('Green-Papaya-77')).status).toBe(200)
  expect((await set('Green-Papaya-78')).code).toBe('invalid_token')
  expect((await app.call(routes.listSessions, { bearer: session.access_token })).status).toBe(403)
  expect((await app.call(routes.login, { body: { email: user.email, password: 'Green-Papaya-77' } })).status).toBe(200)

  app.clock.forward(1)
  await app.call(routes.requestPasswordReset, { body: { email: user.email } })
  const late = tokenIn((await app.outbox(user.email))[0]?.links[0])
  app.clock.forward(31)
  expect((await app.call(routes.check, { body: { password_reset_token: late } })).data.authorized).toBe(false)
  expect((await set('Green-Papaya-79', late)).code).toBe('invalid_token')
})

test('two resets with one link at once: one wins', async () => {
  const user = await member()
  await app.call(routes.requestPasswordReset, { body: { email: user.email } })
  const token = tokenIn((await app.outbox(user.email))[0]?.links[0])
  const answers = await Promise.all(
    ['Red-Plantain-11', 'Red-Plantain-12'].map((password) =>
      app.call(routes.resetPassword, { bearer: token, body: { password, password_confirmation: password } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('a change of password ends the other sessions and keeps this one', async () => {
  const user = await member()
  const [here, there] = [await signIn(user), await signIn(user)]
  const change = (current_password: string, password: string) =>
    app.call(routes.changePassword, {
      bearer: here.access_token,
      body: { current_password, password, password_confirmation: password },
    })
  expect((await change('wrong', 'Green-Papaya-77')).code).toBe('password_wrong')
  expect((await change(PASSWORD, PASSWORD)).code).toBe('password_reused')
  expect((await change(PASSWORD, 'Green-Papaya-77')).status).toBe(200)
  expect((await app.call(routes.listSessions, { bearer: here.access_token })).status).toBe(200)
  expect((await app.call(routes.listSessions, { bearer: there.access_token })).status).toBe(403)
})

test('phone verification: one code, five tries, a minute between', async () => {
  const user = await member({ phone: '+233200000777', phone_verified_at: null })
  const asked = await app.call(routes.requestPhoneVerification, { as: user })
  expect(asked.data.sms_verification_code_timestamp).toBe(app.clock().toISOString())
  const again = await app.call(routes.requestPhoneVerification, { as: user })
  expect([again.status, again.headers['retry-after']]).toEqual([429, '60'])
  const [sms] = await app.outbox('+233200000777')
  const code = sms?.codes[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  const token = asked.data.phone_verification_token
  for (let attempt = 1; attempt <= 4; attempt += 1)
    expect((await app.call(routes.confirmPhone, { bearer: token, body: { code: wrong } })).code).toBe('code_wrong')
  const right = await app.call(routes.confirmPhone, {
    bearer: token,
    body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
  })
  expect(right.data).toEqual({ phone: '+233200000777', phone_verified: true })

  app.clock.forward(2)
  const second = await app.call(routes.requestPhoneVerification, { as: user, body: { phone: '020 000 0778' } })
  const other = (await app.outbox('+233200000778'))[0]?.codes[0] ?? ''
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await app.call(routes.confirmPhone, {
      bearer: second.data.phone_verification_token,
      body: { code: other === '000000' ? '000001' : '000000' },
    })
  const spent = await app.call(routes.confirmPhone, {
    bearer: second.data.phone_verification_token,
    body: { code: other },
  })
  expect(spent.code).toBe('invalid_token')
})

test('onboarding: basic, then where in the church', async () => {
  const user = await member({
    gender: null,
    has_completed_basic_requirement: false,
    has_completed_additional_requirement: false,
  })
  const basic = await app.call(routes.completeOnboarding, {
    as: user,
    body: {
      first_name: 'Ama',
      last_name: 'Serwaa',
      other_names: '',
      gender: 'female',
      birth_date: '1990-05-17',
      phone: '0244123456',
      country: 'GH',
      language: 'fr',
    },
    files: [{ field: 'avatar', name: 'me.png', bytes: PIXEL }],
  })
  expect(basic.data).toMatchObject({
    has_completed_basic_requirement: true,
    has_completed_additional_requirement: false,
    phone: '+233244123456',
    meta: { phone_verified: false },
    language: 'fr',
  })
  const future = await app.call(routes.updateProfile, { as: user, body: { birth_date: '2030-01-01' } })
  expect([future.status, future.errors[0]?.field]).toEqual([422, 'birth_date'])

  const ids: string[] = []
  for (const level of ['region', 'area', 'district', 'assembly']) {
    const { rows } = await app.database.pool.query(
      'insert into church_units (level, parent_id, name) values ($1, $2, $3) returning id',
      [level, ids.at(-1) ?? null, `Test ${level}`],
    )
    ids.push(rows[0].id)
  }
  const { rows } = await app.database.pool.query(`insert into titles (name) values ('Elder') returning id`)
  const [region_id = '', area_id = '', district_id = '', assembly_id = ''] = ids
  const church = { region_id, area_id, district_id, assembly_id, title_id: rows[0].id }
  const crossed = await app.call(routes.onboard, { as: user, body: { ...church, area_id: district_id } })
  expect(crossed.errors.map(({ field }) => field)).toContain('area_id')
  const done = await app.call(routes.onboard, { as: user, body: church })
  expect(done.data).toMatchObject({ has_completed_additional_requirement: true, assembly_id })
  const cleared = await app.call(routes.updateProfile, {
    as: user,
    body: { assembly_id: null, notify: { sms: false } },
  })
  expect(cleared.data).toMatchObject({
    has_completed_additional_requirement: false,
    notify: { mail: true, sms: false, muted: [] },
    first_name: 'Ama',
  })
})

test('a new e-mail address counts once confirmed, and the old one is notified', async () => {
  const user = await member()
  const asked = await app.call(routes.updateProfile, { as: user, body: { email: 'new-address@example.com' } })
  expect(asked.data).toMatchObject({ email: user.email, pending_email: 'new-address@example.com' })
  const token = tokenIn((await app.outbox('new-address@example.com'))[0]?.links[0])
  expect((await app.call(routes.confirmEmail, { body: { token } })).data.email).toBe('new-address@example.com')
  expect((await app.outbox(user.email))[0]?.text).toContain('new-address@example.com')
  const taken = await member()
  const other = await app.call(routes.updateProfile, { as: taken, body: { email: 'new-address@example.com' } })
  expect(other.status).toBe(200)
  expect(await app.outbox('new-address@example.com')).toHaveLength(1)
})

const enrolApp = async (user: TestAccount) => {
  const enrolled = await app.call(routes.enrollMfa, { as: user, body: { method: 'app' } })
  expect(enrolled.data.otpauth_url).toMatch(/^otpauth:\/\/totp\/Shiloh/)
  expect(enrolled.data.qr).toMatch(/^data:image\/svg\+xml/)
  const secret = enrolled.data.secret ?? ''
  const code = () => generate({ secret, epoch: Math.floor(app.clock().getTime() / 1000) })
  const activated = await app.call(routes.activateMfa, { as: user, body: { method: 'app', code: await code() } })
  return { code, recovery: activated.data.recovery_codes }
}

const beginLogin = async (user: TestAccount) => {
  const answer = await app.call(routes.login, { body: { email: user.email, password: PASSWORD } })
  if (!('mfa_token' in answer.data)) throw new Error('a second step was expected')
  return answer.data
}

test('second step by app: enrol, sign in, no replay, recovery codes once', async () => {
  const user = await member()
  const { code, recovery } = await enrolApp(user)
  expect(recovery).toHaveLength(10)
  const { rows } = await app.database.pool.query('select * from mfa_methods where user_id = $1', [user.id])
  expect(JSON.stringify(rows)).not.toContain(recovery[0])
  expect((await app.call(routes.enrollMfa, { as: user, body: { method: 'app' } })).code).toBe('mfa_already_active')

  const first = await beginLogin(user)
  expect(first).toMatchObject({ mfa_required: true, methods: ['app'], code_sent_by: null })
  // The code that activated the method is used: it is not accepted again in its time step.
  const replay = await app.call(routes.authenticateMfa, { bearer: first.mfa_token, body: { code: await code() } })
  expect(replay.code).toBe('code_wrong')
  app.clock.forward(1)
  const twice = await Promise.all([
    app.call(routes.authenticateMfa, { bearer: first.mfa_token, body: { code: await code() } }),
    app.call(routes.authenticateMfa, { bearer: (await beginLogin(user)).mfa_token, body: { code: await code() } }),
  ])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])

  const withRecovery = async () =>
    app.call(routes.authenticateMfa, {
      bearer: (await beginLogin(user)).mfa_token,
      body: { recovery_code: recovery[0]?.toUpperCase() },
    })
  expect((await withRecovery()).status).toBe(200)
  expect((await withRecovery()).code).toBe('code_wrong')
  expect((await app.call(routes.listMfa, { as: user })).data.recovery_codes_left).toBe(9)
})

test('five wrong codes spend the token', async () => {
  const user = await member()
  const { code } = await enrolApp(user)
  app.clock.forward(1)
  const { mfa_token } = await beginLogin(user)
  const wrong = (await code()) === '123456' ? '654321' : '123456'
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect((await app.call(routes.authenticateMfa, { bearer: mfa_token, body: { code: wrong } })).code).toBe(
      'code_wrong',
    )
  expect((await app.call(routes.authenticateMfa, { bearer: mfa_token, body: { code: await code() } })).code).toBe(
    'invalid_token',
  )
})

test('second step by mail: sent at login, again on request, old codes worthless', async () => {
  const user = await member()
  await app.call(routes.enrollMfa, { as: user, body: { method: 'email' } })
  const enrolCode = (await app.outbox(user.email))[0]?.codes[0] ?? ''
  const activated = await app.call(routes.activateMfa, { as: user, body: { method: 'email', code: enrolCode } })
  expect(activated.data.recovery_codes).toHaveLength(10)
  app.clock.forward(1)
  const begun = await beginLogin(user)
  expect(begun.code_sent_by).toBe('email')
  const sent = (await app.outbox(user.email))[0]?.codes[0] ?? ''
  const soon = await app.call(routes.resendMfaCode, { bearer: begun.mfa_token })
  expect(soon.status).toBe(429)
  app.clock.forward(2)
  const resent = await app.call(routes.resendMfaCode, { bearer: begun.mfa_token })
  expect(resent.data.sent_to).not.toBe(user.email)
  const fresh = (await app.outbox(user.email))[0]?.codes[0] ?? ''
  if (sent !== fresh)
    expect((await app.call(routes.authenticateMfa, { bearer: begun.mfa_token, body: { code: sent } })).code).toBe(
      'code_wrong',
    )
  expect((await app.call(routes.authenticateMfa, { bearer: begun.mfa_token, body: { code: fresh } })).status).toBe(200)
})

test('switching a second step off takes two steps', async () => {
  const user = await member()
  const { code } = await enrolApp(user)
  const asked = await app.call(routes.requestMfaDeactivation, { as: user, body: {} })
  expect(asked.data.method).toBe('app')
  app.clock.forward(1)
  const token = asked.data.mfa_deactivation_token
  expect((await app.call(routes.deactivateMfa, { bearer: token, body: { code: '000000' } })).code).toBe('code_wrong')
  expect((await app.call(routes.deactivateMfa, { bearer: token, body: { code: await code() } })).data).toEqual({
    methods: [],
  })
  await signIn(user)
  expect((await app.call(routes.requestMfaDeactivation, { as: user, body: {} })).code).toBe('mfa_not_enrolled')
})

test('a forgotten password does not get around the second step', async () => {
  const user = await member()
  const { code } = await enrolApp(user)
  app.clock.forward(1)
  await app.call(routes.requestPasswordReset, { body: { email: user.email } })
  const link = (await app.outbox(user.email)).find(({ links }) => links[0])?.links[0]
  expect(link).toContain('/auth/forgot-password-mfa?token=')
  const token = tokenIn(link)
  expect(
    (await app.call(routes.resetPassword, { bearer: token, body: { password: 'x', password_confirmation: 'x' } })).code,
  ).toBe('invalid_token')
  expect((await app.call(routes.verifyPasswordReset, { bearer: token, body: {} })).data).toMatchObject({
    password_reset_token: null,
    methods: ['app'],
  })
  const verified = await app.call(routes.verifyPasswordReset, { bearer: token, body: { code: await code() } })
  const reset = await app.call(routes.resetPassword, {
    bearer: verified.data.password_reset_token ?? '',
    body: { password: 'Green-Papaya-77', password_confirmation: 'Green-Papaya-77' },
  })
  expect(reset.status).toBe(200)
})

test('the spouse list is one’s own', async () => {
  const [user, stranger] = [await member(), await member()]
  const made = await app.call(routes.createSpouse, {
    as: user,
    body: {
      first_name: 'Akosua',
      last_name: 'Owusu',
      gender: 'female',
      phone: '0244 555 666',
      birth_date: '',
      email: '',
    },
  })
  expect(made.data).toMatchObject({ name: 'Akosua Owusu', phone: '+233244555666', birth_date: null })
  const params = { id: made.data._id }
  expect((await app.call(routes.updateSpouse, { as: stranger, params, body: { first_name: 'X' } })).status).toBe(404)
  expect((await app.call(routes.updateSpouse, { as: user, params, body: { phone: null } })).data.phone).toBeNull()
  expect((await app.call(routes.listSpouses, { as: stranger })).data).toEqual([])
  expect((await app.call(routes.removeSpouse, { as: user, params })).status).toBe(200)
  expect((await app.call(routes.listSpouses, { as: user })).data).toEqual([])
})

test('export and erasure', async () => {
  const user = await member()
  const other = await member()
  await app.call(routes.createSpouse, { as: user, body: { first_name: 'A', last_name: 'B', gender: 'female' } })
  await app.database.pool.query(`update spouses set linked_user_id = $2, linked_at = now() where user_id = $1`, [
    user.id,
    other.id,
  ])
  const file = await app.call(routes.exportData, { as: user })
  const held = JSON.parse(file.raw.toString())
  expect(held.account[0].email).toBe(user.email)
  expect(held.spouses).toHaveLength(1)
  expect(file.raw.toString()).not.toContain('argon2')
  expect(file.raw.toString()).toContain(user.id)
  expect(file.raw.toString()).not.toContain(other.id)
  expect((await app.call(routes.eraseAccount, { as: user })).status).toBe(200)
  expect((await app.call(routes.listSessions, { as: user })).status).toBe(403)
  const { rows } = await app.database.pool.query('select * from users where id = $1', [user.id])
  expect(rows[0]).toMatchObject({ email: null, phone: null, first_name: ERASED_FIRST, password_hash: null })
})

test('notifications and the access log', async () => {
  const [user, stranger] = [await member(), await member()]
  const { rows } = await app.database.pool.query(
    `insert into notifications (user_id, kind, title) values ($1, 'note', 'Hello'), ($1, 'note', 'Again') returning id`,
    [user.id],
  )
  const list = await app.call(routes.listNotifications, { as: user, query: { unread: 'true' } })
  expect(list.meta.total).toBe(2)
  const params = { id: rows[0].id }
  expect((await app.call(routes.readNotification, { as: stranger, params })).status).toBe(404)
  expect((await app.call(routes.readNotification, { as: user, params })).status).toBe(200)
  await app.call(routes.readAllNotifications, { as: user })
  expect((await app.call(routes.listNotifications, { as: user, query: { unread: 'true' } })).meta.total).toBe(0)
  expect((await app.call(routes.logAccess, { as: user, body: { route: '/home' } })).status).toBe(200)
  const { rows: logs } = await app.database.pool.query('select route from access_logs where user_id = $1', [user.id])
  expect(logs).toEqual([{ route: '/home' }])
})

test('sign-ups can be closed, or need approval', async () => {
  const set = (values: object) =>
    app.database.pool.query(`update settings set value = value || $1::jsonb where name = 'security_settings'`, [values])
  await set({ approve_sign_ups: true })
  const pending = await app.call(routes.register, { body: registration('pending@example.com') })
  expect(pending.data.requires_approval).toBe(true)
  const token = tokenIn((await app.outbox('pending@example.com'))[0]?.links[0])
  expect((await app.call(routes.confirmEmail, { bearer: token })).data.status).toBe('pending')
  await set({ sign_ups_disabled: true, approve_sign_ups: false })
  expect((await app.call(routes.register, { body: registration('late@example.com') })).code).toBe('sign_ups_disabled')
  await set({ sign_ups_disabled: false })
})

test('sign-ins and changes are in the audit trail, passwords are not', async () => {
  const { rows } = await app.database.pool.query('select * from audit_trail')
  const actions = new Set(rows.map((row) => row.action))
  for (const action of [
    'sign_in',
    'sign_in_failed',
    'register',
    'reset_password',
    'mfa_activate',
    'refresh_reused',
    'erase',
  ])
    expect(actions).toContain(action)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.each(['admin', 'checkin_user', 'vendor'] as const)(
  'an account of the office (%s) is closed by the office',
  async (type) => {
    const answer = await app.call(routes.eraseAccount, { as: await app.account({ type }) })
    expect([answer.status, answer.code, answer.message]).toEqual([
      409,
      'closed_by_office',
      'The office closes this kind of account. Please ask an administrator.',
    ])
  },
)
