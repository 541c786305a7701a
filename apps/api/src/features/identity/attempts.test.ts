import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#http/credentials'
import { type TestAccount, type TestAnswer, type TestApp, testApp } from '../../../test/harness.ts'
import { identityJobs } from './jobs.ts'
import { hashPassword } from './passwords.ts'

// A limit counts an attempt before the attempt is made, so parallel attempts get no more tries than sequential ones.

const AT_ONCE = 200
const PASSWORD = 'Blue-Mango-42'
const CODE = '123456'

let t: TestApp
let hash = ''
beforeAll(async () => {
  t = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  hash = await hashPassword(PASSWORD)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.database.pool.query('truncate rate_limits')
})

const member = (columns: Record<string, unknown> = {}) =>
  t.account({ columns: { password_hash: hash, password_changed_at: t.clock(), ...columns } })
const from = (index: number) => ({ 'x-forwarded-for': `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}` })

/** Counts how often each code was answered. A success counts as `ok`. */
const tally = (answers: readonly TestAnswer<unknown>[]): Record<string, number> => {
  const counted = Map.groupBy(answers, ({ code }) => code ?? 'ok')
  return Object.fromEntries([...counted].map(([code, those]) => [code, those.length]))
}
const atOnce = (ask: (index: number) => Promise<TestAnswer<unknown>>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index))).then(tally)

const purposeToken = async (account: TestAccount, purpose: string, name: string): Promise<string> => {
  const token = `${purpose} ${account.id} ${name}`.replaceAll(' ', '-')
  const tokenHash = hashToken(t.app.deps, token)
  await t.database.pool.query(
    `insert into one_time_tokens (user_id, purpose, token_hash, code_hash, data, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      account.id,
      purpose,
      tokenHash,
      t.app.deps.crypto.keyedHash('code', `${tokenHash}\n${CODE}`),
      { sent_at: [t.clock()] },
      new Date(t.clock().getTime() + 600_000),
      t.clock(),
    ],
  )
  return token
}

describe('sign-in', () => {
  test('from one address: ten passwords are tried', async () => {
    const { email } = await member()
    const wrong = await atOnce((index) => t.call(routes.login, { body: { email, password: `wrong ${index}` } }))
    expect(wrong).toEqual({ invalid_credentials: 10, too_many_requests: AT_ONCE - 10 })
  })

  test('from many addresses: sixty', async () => {
    const { email } = await member()
    const wrong = await atOnce((index) =>
      t.call(routes.login, { body: { email, password: `wrong ${index}` }, headers: from(index) }),
    )
    expect(wrong).toEqual({ invalid_credentials: 60, too_many_requests: AT_ONCE - 60 })
  })

  test('all spellings of a phone are one phone, at every sign-in page', async () => {
    const writings = ['0205550124', '+233205550124', '020 555 0124', '020-555-0124', '00233205550124', '(020) 5550124']
    await member({ phone: '+233205550124' })
    const doors = [routes.login, routes.loginCheckinUser, routes.adminLogin]
    const wrong = await atOnce((index) => {
      const typed = writings[index % writings.length] ?? ''
      const body = index % 2 === 0 ? { phone: typed } : { email: typed }
      const door = doors[index % doors.length] ?? routes.login
      return t.call(door, { body: { ...body, password: `wrong ${index}` } })
    })
    expect(wrong).toEqual({ invalid_credentials: 10, too_many_requests: AT_ONCE - 10 })
  })

  test('the right password takes its own attempt back', async () => {
    const { email } = await member()
    const right = () => t.call(routes.login, { body: { email, password: PASSWORD } })
    expect(await atOnce(right, 5)).toEqual({ ok: 5 })
    const { rows } = await t.database.pool.query(
      `select key, points from rate_limits where key like 'failed_login%' and points > 0`,
    )
    expect(rows).toEqual([])
  })

  test('sends six codes, however many ask at once', async () => {
    const account = await member()
    await t.database.pool.query(`insert into mfa_methods (user_id, method, activated_at) values ($1, 'email', now())`, [
      account.id,
    ])
    const asked = await atOnce(
      (index) => t.call(routes.login, { body: { email: account.email, password: PASSWORD }, headers: from(index) }),
      12,
    )
    expect(asked).toEqual({ ok: 6, too_many_requests: 6 })
    expect(await t.outbox(account.email)).toHaveLength(6)
  })
})

describe('second steps', () => {
  test.each([
    ['codes', () => ({ code: '000000' })],
    [
      'recovery codes',
      (index: number) => ({ recovery_code: `abcdef-abcdef-abcdef-${String(index).padStart(6, 'a')}` }),
    ],
  ])('%s of one account: thirty an hour, over all its tokens', async (_, body) => {
    const account = await member()
    const tokens = await Promise.all(
      Array.from({ length: AT_ONCE / 4 }, (__, index) => purposeToken(account, 'mfa', `${_} ${index}`)),
    )
    const answers = await atOnce((index) =>
      t.call(routes.authenticateMfa, {
        bearer: tokens[index % tokens.length] ?? '',
        body: body(index),
        headers: from(index),
      }),
    )
    expect(answers).toEqual({ code_wrong: 30, too_many_requests: AT_ONCE - 30 })
  })

  test('a token: five', async () => {
    const token = await purposeToken(await member(), 'phone_verification', 'one')
    const answers = await atOnce(() => t.call(routes.confirmPhone, { bearer: token, body: { code: '000000' } }))
    expect(answers.code_wrong).toBe(5)
    expect(answers.ok).toBeUndefined()
  })

  test('right codes take their attempts back', async () => {
    const account = await member()
    const tokens = await Promise.all(
      Array.from({ length: 5 }, (_, index) => purposeToken(account, 'mfa', `right ${index}`)),
    )
    const answers = await atOnce(
      (index) => t.call(routes.authenticateMfa, { bearer: tokens[index] ?? '', body: { code: CODE } }),
      5,
    )
    expect(answers).toEqual({ ok: 5 })
    const { rows } = await t.database.pool.query(
      `select key from rate_limits where key like 'failed_second_step%' and points > 0`,
    )
    expect(rows).toEqual([])
  })

  test('sending a code again: one a minute', async () => {
    const account = await member()
    await t.database.pool.query(`insert into mfa_methods (user_id, method, activated_at) values ($1, 'email', now())`, [
      account.id,
    ])
    const token = await purposeToken(account, 'mfa', 'again')
    t.clock.forward(2)
    const answers = await atOnce(() => t.call(routes.resendMfaCode, { bearer: token, body: {} }), 20)
    expect(answers).toEqual({ ok: 1, too_many_requests: 19 })
  })
})

describe('other limited things', () => {
  test('the own password, to confirm and to change', async () => {
    const as = await member()
    expect(await atOnce(() => t.call(routes.confirmIdentity, { as, body: { password: 'wrong' } }))).toEqual({
      password_wrong: 10,
      too_many_requests: AT_ONCE - 10,
    })
    const body = { current_password: 'wrong', password: 'Green-Melon-17', password_confirmation: 'Green-Melon-17' }
    expect(await atOnce(() => t.call(routes.changePassword, { as, body }))).toEqual({
      password_wrong: 10,
      too_many_requests: AT_ONCE - 10,
    })
  })

  test('mails to one mailbox: a reset, a confirmation', async () => {
    const { email } = await member({ email_confirmed_at: null })
    for (const route of [routes.requestPasswordReset, routes.resendConfirmation]) {
      const answers = await atOnce((index) => t.call(route, { body: { email }, headers: from(index) }))
      expect(answers).toEqual({ ok: 5, too_many_requests: AT_ONCE - 5 })
    }
  })

  test('links to one phone, in all its writings', async () => {
    const writings = ['0205550125', '+233205550125', '020 555 0125', '020-555-0125', '233205550125']
    await member({ phone: '+233205550125', phone_verified_at: t.clock() })
    const answers = await atOnce(
      (index) =>
        t.call(routes.requestPasswordReset, { body: { phone: writings[index % 5] ?? '' }, headers: from(index) }),
      20,
    )
    expect(answers).toEqual({ ok: 3, too_many_requests: 17 })
    // Neither an additional empty field nor a phone in the e-mail field evades the count.
    for (let index = 0; index < 5; index += 1) {
      await t.database.pool.query(`delete from rate_limits where key like 'requestPasswordReset:%'`)
      const typed = writings[index % 5] ?? ''
      await t.call(routes.requestPasswordReset, {
        body: index % 2 === 0 ? { email: '', phone: typed } : { email: typed },
        headers: from(index),
      })
    }
    expect(await t.outbox('+233205550125')).toHaveLength(6)
  })

  test('codes to a phone: one a minute', async () => {
    const as = await member()
    const answers = await atOnce(
      () => t.call(routes.requestPhoneVerification, { as, body: { phone: '+233241112223' } }),
      20,
    )
    expect(answers).toEqual({ ok: 1, too_many_requests: 19 })
  })
})

describe('messages that anyone can trigger by typing an address', () => {
  const sentTo = async (email: string) => (await t.outbox(email)).length

  test('six messages a day to one mailbox, whatever they are for', async () => {
    const { email } = await member({ email_confirmed_at: null })
    for (let index = 0; index < 4; index += 1) {
      for (const route of [routes.resendConfirmation, routes.requestPasswordReset])
        expect((await t.call(route, { body: { email }, headers: from(index) })).status).toBe(200)
      await t.app.deps.jobs.drain()
    }
    expect(await sentTo(email)).toBe(6)
    const other = await member()
    const asked = await t.call(routes.updateProfile, { as: other, body: { email } })
    expect(asked.code).toBe('too_many_requests')
  })

  test('ten addresses a day that one account changes to', async () => {
    const as = await member()
    const change = (index: number) => t.call(routes.updateProfile, { as, body: { email: `new-${index}@shiloh.test` } })
    for (let index = 0; index < 10; index += 1) expect((await change(index)).status).toBe(200)
    expect((await change(10)).code).toBe('too_many_requests')
    expect(await sentTo('new-10@shiloh.test')).toBe(0)
  })

  test.each(['resendConfirmation', 'requestPasswordReset'] as const)(
    '%s: a thousand a day from one network address',
    async (name) => {
      const call = (index: number) =>
        t.call(routes[name], { body: { email: 'someone@shiloh.test' }, headers: from(index) })
      await call(1)
      const counted = `${name}:ip:1000/86400:%`
      await t.database.pool.query(`update rate_limits set points = 1000 where key like $1`, [counted])
      expect((await call(1)).code).toBe('too_many_requests')
      expect((await call(2)).status).toBe(200)
    },
  )
})

test('counters whose time is over are swept', async () => {
  const now = Date.now()
  await t.database.pool.query(
    `insert into rate_limits (key, points, expire) values ('old', 1, $1), ('new', 1, $2), ('ever', 1, null)`,
    [now - 1000, now + 60_000],
  )
  await identityJobs['sweep_limits']?.({}, t.app.deps)
  const { rows } = await t.database.pool.query<{ key: string }>(`select key from rate_limits order by key`)
  expect(rows.map(({ key }) => key)).toEqual(['ever', 'new'])
})
