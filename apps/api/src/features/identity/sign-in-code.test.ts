import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

let app: TestApp
let hash = ''
let numbers = 0
beforeAll(async () => {
  app = await testApp()
  hash = await hashPassword('Harmattan-Drum-41')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.pool.query('truncate rate_limits')
})

const newPhone = () => {
  numbers += 1
  return `+23320556${String(1000 + numbers)}`
}
const person = (phone: string, columns: Record<string, unknown> = {}): Promise<TestAccount> =>
  app.account({ columns: { phone, phone_verified_at: app.clock(), password_hash: hash, ...columns } })

const request = async (body: { email: string } | { phone: string }): Promise<string> => {
  const answer = await app.call(routes.requestLoginCode, { body })
  expect(answer.status).toBe(200)
  return answer.data.sign_in_code_token
}
const enter = (bearer: string, code = '') => app.call(routes.loginWithCode, { bearer, body: { code } })
const codeTo = async (to: string) => (await app.outbox(to))[0]?.codes[0]
const wrongOf = (code = '') => (code === '000000' ? '000001' : '000000')

describe('a code', () => {
  test.each(['phone', 'email'] as const)('to the %s signs in, once', async (field) => {
    const phone = newPhone()
    const owner = await person(phone)
    const address = field === 'phone' ? { phone } : { email: owner.email }
    const bearer = await request(address)
    const code = await codeTo(field === 'phone' ? phone : owner.email)
    const answer = await enter(bearer, code)
    expect(answer.data).toMatchObject({ token_type: 'Bearer', user: { _id: owner.id } })
    expect((await enter(bearer, code)).code).toBe('invalid_token')
    const { rows } = await app.database.pool.query(
      `select after ->> 'by' as by from audit_trail where action = 'sign_in' and object_id = $1`,
      [owner.id],
    )
    expect(rows).toEqual([{ by: 'code' }])
  })

  test('does not stand for the password where one has to confirm who it is', async () => {
    const phone = newPhone()
    await person(phone)
    const answer = await enter(await request({ phone }), await codeTo(phone))
    if (!('access_token' in answer.data)) throw new Error('a session was expected')
    const enrol = await app.call(routes.enrollMfa, { bearer: answer.data.access_token, body: { method: 'app' } })
    expect(enrol.code).toBe('confirmation_required')
  })

  test('works only with the token of its own request', async () => {
    const phone = newPhone()
    await person(phone)
    const first = await request({ phone })
    const code = await codeTo(phone)
    app.clock.forward(1)
    await app.database.pool.query('truncate rate_limits')
    const second = await request({ phone })
    const later = await codeTo(phone)
    if (code !== later) expect((await enter(second, code)).code).toBe('code_wrong')
    expect((await enter(first, code)).status).toBe(200)
  })

  test('expires after ten minutes, and after five wrong ones', async () => {
    const phone = newPhone()
    await person(phone)
    const late = await request({ phone })
    const lateCode = await codeTo(phone)
    app.clock.forward(11)
    expect((await enter(late, lateCode)).code).toBe('invalid_token')
    await app.database.pool.query('truncate rate_limits')
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await enter(bearer, wrongOf(code))).code).toBe('code_wrong')
    expect((await enter(bearer, code)).code).toBe('invalid_token')
  })

  test('is refused after ten failed sign-ins, with a password or a code', async () => {
    const phone = newPhone()
    await person(phone)
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    const wrong = () => app.call(routes.login, { body: { phone, password: 'wrong' } })
    for (let attempt = 1; attempt <= 8; attempt += 1) expect((await wrong()).code).toBe('invalid_credentials')
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await enter(bearer, wrongOf(code))).code).toBe('code_wrong')
    expect((await enter(bearer, code)).code).toBe('too_many_requests')
  })

  test('is sent once a minute, three times in ten minutes, twelve times a day, however the phone is written', async () => {
    const phone = newPhone()
    const local = `0${phone.slice(4)}`
    const ask = (typed: string) => app.call(routes.requestLoginCode, { body: { phone: typed } })
    expect((await ask(phone)).status).toBe(200)
    const soon = await app.call(routes.requestLoginCode, { body: { email: local } })
    expect(soon.code).toBe('too_many_requests')
    const counted = await app.database.pool.query(
      `select count(*)::int as n from rate_limits where key like 'sign_in_code:%'`,
    )
    expect(counted.rows).toEqual([{ n: 3 }])
  })
})

describe('nothing is sent', () => {
  test.each([
    ['to an address without an account', async () => newPhone()],
    [
      'to a phone that was never verified',
      async () => {
        const phone = newPhone()
        await person(phone, { phone_verified_at: null })
        return phone
      },
    ],
    [
      'to a deactivated account',
      async () => {
        const phone = newPhone()
        await person(phone, { status: 'deactivated' })
        return phone
      },
    ],
    [
      'to staff',
      async () => {
        const phone = newPhone()
        await app.account({ type: 'admin', columns: { phone, phone_verified_at: app.clock(), password_hash: hash } })
        return phone
      },
    ],
  ])('%s, and the answer is the same', async (_, make) => {
    const phone = await make()
    const bearer = await request({ phone })
    expect(await app.outbox(phone)).toEqual([])
    expect((await enter(bearer, '123456')).code).toBe('code_wrong')
  })

  test('to a mailbox that was never confirmed', async () => {
    const owner = await person(newPhone(), { email_confirmed_at: null })
    const bearer = await request({ email: owner.email })
    expect(await app.outbox(owner.email)).toEqual([])
    expect((await enter(bearer, '123456')).code).toBe('code_wrong')
  })
})

describe('a shared phone', () => {
  test('names its people after the code, and one of them signs in', async () => {
    const phone = newPhone()
    const people = [await person(phone), await person(phone, { password_hash: null })]
    const asked = await enter(await request({ phone }), await codeTo(phone))
    if (!('account_choice_required' in asked.data)) throw new Error('it should be asked who it is')
    expect(asked.data.accounts.map(({ _id }) => _id).sort()).toEqual(people.map(({ id }) => id).sort())
    const chosen = await app.call(routes.chooseAccount, {
      bearer: asked.data.account_choice_token,
      body: { account_id: people[1]?.id },
    })
    expect(chosen.data).toMatchObject({ user: { _id: people[1]?.id } })
  })

  test('opens nothing that left the phone after the code was sent', async () => {
    const phone = newPhone()
    const owner = await person(phone)
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    await app.database.pool.query('update users set phone = $2 where id = $1', [owner.id, newPhone()])
    expect((await enter(bearer, code)).code).toBe('token_expired')
  })

  test('opens nothing that left the phone while it was asked who it is', async () => {
    const phone = newPhone()
    const [owner] = [await person(phone), await person(phone)]
    const asked = await enter(await request({ phone }), await codeTo(phone))
    if (!('account_choice_required' in asked.data)) throw new Error('it should be asked who it is')
    await app.database.pool.query('update users set phone = $2 where id = $1', [owner?.id, newPhone()])
    const chosen = await app.call(routes.chooseAccount, {
      bearer: asked.data.account_choice_token,
      body: { account_id: owner?.id },
    })
    expect(chosen.code).toBe('token_expired')
  })
})

describe('an account that has changed since the code was sent', () => {
  test('is not opened by it after a new password; who shares the phone is', async () => {
    const phone = newPhone()
    const [owner, other] = [await person(phone), await person(phone)]
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    const changed = await app.call(routes.changePassword, {
      as: owner,
      body: {
        current_password: 'Harmattan-Drum-41',
        password: 'Brand-New-Song-55',
        password_confirmation: 'Brand-New-Song-55',
      },
    })
    expect(changed.status).toBe(200)
    expect((await enter(bearer, code)).data).toMatchObject({ user: { _id: other.id } })

    await app.database.pool.query('truncate rate_limits')
    const alone = await request({ email: owner.email })
    const sent = await codeTo(owner.email)
    const again = await app.call(routes.changePassword, {
      as: owner,
      body: {
        current_password: 'Brand-New-Song-55',
        password: 'Old-Harvest-Bell-77',
        password_confirmation: 'Old-Harvest-Bell-77',
      },
    })
    expect(again.status).toBe(200)
    expect((await enter(alone, sent)).code).toBe('token_expired')
  })

  test('does not sign in as staff', async () => {
    const phone = newPhone()
    const owner = await person(phone)
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    await app.database.pool.query(`update users set user_type = 'admin' where id = $1`, [owner.id])
    expect((await enter(bearer, code)).code).toBe('token_expired')
  })

  test('uses the code up when it is refused', async () => {
    const phone = newPhone()
    const owner = await person(phone)
    const bearer = await request({ phone })
    const code = await codeTo(phone)
    await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [owner.id])
    expect((await enter(bearer, code)).code).toBe('account_deactivated')
    await app.database.pool.query(`update users set status = 'approved' where id = $1`, [owner.id])
    expect((await enter(bearer, code)).code).toBe('invalid_token')
  })
})

describe('a second step', () => {
  const enrol = (owner: TestAccount, method: string) =>
    app.database.pool.query(`insert into mfa_methods (user_id, method, activated_at) values ($1, $2, now())`, [
      owner.id,
      method,
    ])

  test('is asked for after the code, by another way', async () => {
    const phone = newPhone()
    const owner = await person(phone)
    await enrol(owner, 'sms')
    await enrol(owner, 'email')
    const asked = await enter(await request({ phone }), await codeTo(phone))
    if (!('mfa_required' in asked.data)) throw new Error('a second step was expected')
    expect(asked.data).toMatchObject({ methods: ['email'], code_sent_by: 'email' })
    const bearer = asked.data.mfa_token
    const bySms = await app.call(routes.resendMfaCode, { bearer, body: { method: 'sms' } })
    expect(bySms.code).toBe('mfa_not_enrolled')
    const code = await codeTo(owner.email)
    const done = await app.call(routes.authenticateMfa, { bearer, body: { code, method: 'email' } })
    expect(done.data).toMatchObject({ user: { _id: owner.id } })
  })

  test('that is the same phone needs the password', async () => {
    const phone = newPhone()
    const owner = await person(phone)
    await enrol(owner, 'sms')
    const bearer = await request({ phone })
    expect((await enter(bearer, await codeTo(phone))).code).toBe('password_needed')
  })
})
