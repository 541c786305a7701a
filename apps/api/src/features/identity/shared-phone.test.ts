import { identityRoutes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

const OURS = 'Harmattan-Drum-41'
const HERS = 'Kente-Loom-92-river'
let app: TestApp
let numbers = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Creates accounts with these passwords on one new number. */
const family = async (...passwords: string[]): Promise<{ phone: string; people: TestAccount[] }> => {
  numbers += 1
  const phone = `+23320555${String(1000 + numbers)}`
  const people: TestAccount[] = []
  for (const password of passwords)
    people.push(await app.account({ columns: { phone, password_hash: await hashPassword(password) } }))
  return { phone, people }
}
const login = (phone: string, password: string) => app.call(identityRoutes.login, { body: { phone, password } })

test('on a shared phone the password identifies the account if it fits only one', async () => {
  const { phone, people } = await family(OURS, HERS)
  const answer = await login(phone, HERS)
  expect(answer.data).toMatchObject({ token_type: 'Bearer', user: { _id: people[1]?.id } })
  expect((await login(phone, 'neither-of-them-1')).code).toBe('invalid_credentials')
})

test('where it fits several, names are asked for after the password, and the choice counts once', async () => {
  const { phone, people } = await family(OURS, OURS, HERS)
  const asked = await login(phone, OURS)
  if (!('account_choice_required' in asked.data)) throw new Error('it should be asked who it is')
  const { account_choice_token: bearer, accounts } = asked.data
  expect(accounts.map(({ _id }) => _id).sort()).toEqual([people[0]?.id, people[1]?.id].sort())
  const choose = (account_id: string | undefined) =>
    app.call(identityRoutes.chooseAccount, { bearer, body: { account_id } })
  const chosen = await choose(people[1]?.id)
  expect(chosen.data).toMatchObject({ user: { _id: people[1]?.id } })
  expect((await choose(people[0]?.id)).code).toBe('invalid_token')
})

test('nobody can be chosen whose password does not match, or no longer matches', async () => {
  const { phone, people } = await family(OURS, OURS, HERS)
  const ask = async () => {
    const { data } = await login(phone, OURS)
    if (!('account_choice_required' in data)) throw new Error('it should be asked who it is')
    return data.account_choice_token
  }
  const foreign = await app.call(identityRoutes.chooseAccount, {
    bearer: await ask(),
    body: { account_id: people[2]?.id },
  })
  expect(foreign.code).toBe('token_expired')
  const bearer = await ask()
  await app.database.pool.query(`update users set password_hash = $2 where id = $1`, [
    people[0]?.id,
    await hashPassword(HERS),
  ])
  const late = await app.call(identityRoutes.chooseAccount, { bearer, body: { account_id: people[0]?.id } })
  expect(late.code).toBe('token_expired')
})

test('a deactivated account on the phone is not offered, and alone it is said', async () => {
  const { phone, people } = await family(OURS, OURS)
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [people[0]?.id])
  expect((await login(phone, OURS)).data).toMatchObject({ user: { _id: people[1]?.id } })
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [people[1]?.id])
  expect((await login(phone, OURS)).code).toBe('account_deactivated')
})

test('a link to a new password is not sent to a phone that several share', async () => {
  const { phone } = await family(OURS, HERS)
  await app.call(identityRoutes.requestPasswordReset, { body: { phone } })
  expect(await app.outbox(phone)).toEqual([])
})
