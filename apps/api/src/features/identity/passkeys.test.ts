import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Authenticator, newAuthenticator } from '../../../test/authenticator.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'Harmattan-Drum-41'
const ORIGIN = 'http://shiloh.test'

let app: TestApp
let hash = ''
beforeAll(async () => {
  app = await testApp()
  hash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.pool.query('truncate rate_limits')
})

const person = (type: 'user' | 'admin' = 'user') => app.account({ type, columns: { password_hash: hash } })

const add = async (owner: TestAccount, device: Authenticator, name = 'My phone') => {
  const options = await app.call(routes.passkeyOptions, { as: owner })
  return app.call(routes.addPasskey, {
    as: owner,
    body: { name, credential: device.create(options.data.challenge) },
  })
}

/** Returns an account with a passkey. */
const withPasskey = async (type: 'user' | 'admin' = 'user') => {
  const owner = await person(type)
  const device = newAuthenticator(ORIGIN)
  const added = await add(owner, device)
  expect(added.status).toBe(201)
  return { owner, device, added: added.data }
}

describe('adding', () => {
  test('makes it a second step, gives the recovery codes, and tells the owner', async () => {
    const { owner, added } = await withPasskey()
    expect(added.recovery_codes).toHaveLength(10)
    const { data } = await app.call(routes.listMfa, { as: owner })
    expect(data).toMatchObject({ methods: [], passkeys: [{ name: 'My phone', last_used_at: null }] })
    expect((await app.outbox(owner.email))[0]?.subject).toBe('A passkey was added')
    const another = await add(owner, newAuthenticator(ORIGIN), 'My key')
    expect(another.data.recovery_codes).toEqual([])
  })

  test('takes a challenge once, from the account that asked', async () => {
    const [owner, other] = [await person(), await person()]
    const { challenge } = (await app.call(routes.passkeyOptions, { as: owner })).data
    const give = (as: TestAccount) =>
      app.call(routes.addPasskey, { as, body: { name: 'x', credential: newAuthenticator(ORIGIN).create(challenge) } })
    expect((await give(other)).code).toBe('passkey_refused')
    expect((await give(owner)).status).toBe(201)
    expect((await give(owner)).code).toBe('passkey_refused')
  })

  test('refuses another address, and a challenge that is too old', async () => {
    const owner = await person()
    expect((await add(owner, newAuthenticator('https://evil.example'))).code).toBe('passkey_refused')
    const { challenge } = (await app.call(routes.passkeyOptions, { as: owner })).data
    app.clock.forward(6)
    const late = { name: 'x', credential: newAuthenticator(ORIGIN).create(challenge) }
    expect((await app.call(routes.addPasskey, { as: owner, body: late })).code).toBe('passkey_refused')
  })

  test('needs a recent confirmation, and ends at ten', async () => {
    const owner = await person()
    await app.tokenOf(owner)
    for (let index = 0; index < 10; index += 1)
      expect((await add(owner, newAuthenticator(ORIGIN), `Key ${index}`)).status).toBe(201)
    expect((await app.call(routes.passkeyOptions, { as: owner })).code).toBe('too_many_passkeys')
    app.clock.forward(11)
    expect((await app.call(routes.passkeyOptions, { as: owner })).code).toBe('confirmation_required')
  })
})

/** Signs in with the password. Returns the token of the second step. */
const begin = async (owner: TestAccount, route = routes.login) => {
  const { data } = await app.call(route, { body: { email: owner.email, password: PASSWORD } })
  if (!('mfa_required' in data)) throw new Error('a second step was expected')
  return data
}
const challengeOf = async (bearer: string) => {
  const options = await app.call(routes.secondStepPasskeyOptions, { bearer, body: {} })
  return options.data
}

describe('the second step', () => {
  test('is asked for after the password, and the passkey passes it', async () => {
    const { owner, device } = await withPasskey()
    const { mfa_token: bearer, methods, code_sent_by } = await begin(owner)
    expect({ methods, code_sent_by }).toEqual({ methods: ['passkey'], code_sent_by: null })
    const { challenge, allowCredentials } = await challengeOf(bearer)
    expect(allowCredentials.map(({ id }) => id)).toEqual([device.id])
    const answer = device.answer(challenge)
    const done = await app.call(routes.authenticateMfa, { bearer, body: { passkey: answer } })
    expect(done.data).toMatchObject({ user: { _id: owner.id } })
    const { data } = await app.call(routes.listMfa, { as: owner })
    expect(data.passkeys[0]?.last_used_at).toBe(app.clock().toISOString())
  })

  test.each([
    [
      'from another address',
      (device: Authenticator, given: string) => device.answer(given, { origin: 'https://evil.example' }),
    ],
    ['without its owner', (device: Authenticator, given: string) => device.answer(given, { verified: false })],
    ['of another challenge', (device: Authenticator) => device.answer('c29tZXRoaW5nLWVsc2U')],
    ['of another device', (_: Authenticator, given: string) => newAuthenticator(ORIGIN).answer(given)],
    [
      'with a wrong signature',
      (device: Authenticator, given: string) => {
        const answer = device.answer(given)
        return {
          ...answer,
          response: { ...answer.response, signature: newAuthenticator(ORIGIN).answer(given).response.signature },
        }
      },
    ],
  ])('refuses an answer %s', async (_, answer) => {
    const { owner, device } = await withPasskey()
    const { mfa_token: bearer } = await begin(owner)
    const { challenge } = await challengeOf(bearer)
    const wrong = await app.call(routes.authenticateMfa, { bearer, body: { passkey: answer(device, challenge) } })
    expect(wrong.code).toBe('code_wrong')
  })

  test('refuses the passkey of somebody else', async () => {
    const [{ owner }, { device: foreign }] = [await withPasskey(), await withPasskey()]
    const { mfa_token: bearer } = await begin(owner)
    const { challenge } = await challengeOf(bearer)
    const wrong = await app.call(routes.authenticateMfa, { bearer, body: { passkey: foreign.answer(challenge) } })
    expect(wrong.code).toBe('code_wrong')
  })

  test('refuses an authenticator that counted no further', async () => {
    const { owner, device } = await withPasskey()
    const pass = async (counter: number) => {
      const { mfa_token: bearer } = await begin(owner)
      const { challenge } = await challengeOf(bearer)
      return app.call(routes.authenticateMfa, { bearer, body: { passkey: device.answer(challenge, { counter }) } })
    }
    expect((await pass(5)).status).toBe(200)
    expect((await pass(5)).code).toBe('code_wrong')
    expect((await pass(6)).status).toBe(200)
  })

  test('takes a recovery code in its place', async () => {
    const { owner, added } = await withPasskey()
    const { mfa_token: bearer } = await begin(owner)
    const body = { recovery_code: added.recovery_codes[0] ?? '' }
    expect((await app.call(routes.authenticateMfa, { bearer, body })).status).toBe(200)
  })
})

describe('the sign-in of staff', () => {
  const options = async () => (await app.call(routes.adminPasskeyOptions)).data
  const signIn = (device: Authenticator, challenge: string) =>
    app.call(routes.adminLoginWithPasskey, { body: { credential: device.answer(challenge) } })

  test('takes the passkey alone, once', async () => {
    const { owner, device } = await withPasskey('admin')
    const { challenge, allowCredentials } = await options()
    expect(allowCredentials).toEqual([])
    const answer = await signIn(device, challenge)
    expect(answer.data).toMatchObject({ token_type: 'Bearer', user: { _id: owner.id } })
    expect((await signIn(device, challenge)).code).toBe('passkey_refused')
    const { rows } = await app.database.pool.query(
      `select after ->> 'by' as by from audit_trail where action = 'sign_in' and object_id = $1 and after ? 'by'`,
      [owner.id],
    )
    expect(rows).toEqual([{ by: 'passkey' }])
  })

  test('refuses members, unknown passkeys, challenges of a second step, and deactivated staff', async () => {
    const member = await withPasskey()
    expect((await signIn(member.device, (await options()).challenge)).code).toBe('wrong_door')
    expect((await signIn(newAuthenticator(ORIGIN), (await options()).challenge)).code).toBe('passkey_refused')
    const { owner, device } = await withPasskey('admin')
    const { mfa_token } = await begin(owner, routes.adminLogin)
    expect((await signIn(device, (await challengeOf(mfa_token)).challenge)).code).toBe('passkey_refused')
    await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [owner.id])
    expect((await signIn(device, (await options()).challenge)).code).toBe('account_deactivated')
  })
})

describe('the owner', () => {
  test('renames and removes their own; the last one takes the second step and the recovery codes with it', async () => {
    const { owner, added } = await withPasskey()
    const stranger = await person()
    const params = { id: added.passkey._id }
    const rename = (as: TestAccount) => app.call(routes.renamePasskey, { as, params, body: { name: 'Old phone' } })
    expect((await rename(stranger)).code).toBe('not_found')
    expect((await rename(owner)).data.name).toBe('Old phone')
    expect((await app.call(routes.removePasskey, { as: stranger, params })).code).toBe('not_found')
    expect((await app.call(routes.removePasskey, { as: owner, params })).status).toBe(200)
    const { data } = await app.call(routes.listMfa, { as: owner })
    expect(data).toEqual({ methods: [], passkeys: [], recovery_codes_left: 0 })
    const login = await app.call(routes.login, { body: { email: owner.email, password: PASSWORD } })
    expect(login.data).toMatchObject({ token_type: 'Bearer' })
  })
})
