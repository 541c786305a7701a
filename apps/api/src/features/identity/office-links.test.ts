import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes as routes } from '@shiloh/contract/identity/office-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, makeEvent, makeSpouse } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({ type: 'admin', permissions: ['users.read', 'users.update'] })
})
afterAll(() => app.close())

const couple = async () => ({
  kwame: await app.account({ columns: { gender: 'male' } }),
  esther: await app.account({ columns: { gender: 'female' } }),
})
const ask = (one: TestAccount, other: TestAccount, more: { spouse_id?: string } = {}) =>
  app.call(routes.askSpouses, { as: office, params: { id: one.id }, body: { other_id: other.id, ...more } })
const own = async (as: TestAccount) => (await app.call(routes.listOwnSpouseRequests, { as })).data
const agree = async (as: TestAccount) => {
  const [request] = await own(as)
  return app.call(routes.agreeToSpouseRequest, { as, params: { id: request?._id ?? '' } })
}
const listOf = async (as: TestAccount) =>
  (await app.call(identityRoutes.listSpouses, { as })).data.map(({ linked }) => linked)
const openOf = async (one: TestAccount) =>
  (await app.call(routes.listSpouseRequests, { as: office, params: { id: one.id } })).data

test('a couple that the office asks is linked when both have agreed, and not before', async () => {
  const { kwame, esther } = await couple()
  const spouse_id = await makeSpouse(app, kwame.id, { gender: 'female' })
  expect((await ask(kwame, esther, { spouse_id })).status).toBe(201)
  expect((await ask(esther, kwame)).code).toBe('already_asked')
  for (const one of [kwame, esther]) expect((await app.outbox(one.email))[0]?.subject).toContain('Are you married to')

  expect((await agree(esther)).data).toEqual({ linked: false })
  expect([await listOf(kwame), await listOf(esther)]).toEqual([[false], []])
  expect(await openOf(kwame)).toMatchObject([{ user: { agreed: false }, other: { agreed: true } }])
  expect(await own(esther)).toMatchObject([{ agreed: true }])

  expect((await agree(kwame)).data).toEqual({ linked: true })
  // The person of the list who was meant, and a new one on the other list.
  expect([await listOf(kwame), await listOf(esther)]).toEqual([[true], [true]])
  expect(await openOf(esther)).toEqual([])
  expect((await ask(kwame, esther)).code).toBe('already_linked')
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('two answers at the same moment link once', async () => {
  const { kwame, esther } = await couple()
  await ask(kwame, esther)
  const answers = await Promise.all([agree(kwame), agree(esther)])
  expect(answers.map(({ data }) => data.linked).sort()).toEqual([false, true])
  expect([await listOf(kwame), await listOf(esther)]).toEqual([[true], [true]])
})

test('either one ends it by declining, and a withdrawn or foreign request cannot be answered', async () => {
  const { kwame, esther } = await couple()
  await ask(kwame, esther)
  const [request] = await own(kwame)
  const id = request?._id ?? ''
  const stranger = await app.account()
  expect((await app.call(routes.agreeToSpouseRequest, { as: stranger, params: { id } })).status).toBe(404)
  await app.call(routes.declineSpouseRequest, { as: kwame, params: { id } })
  expect((await app.call(routes.agreeToSpouseRequest, { as: esther, params: { id } })).status).toBe(404)

  const { data: second } = await ask(kwame, esther)
  const gone = await app.call(routes.withdrawSpouseRequest, {
    as: office,
    params: { id: kwame.id, request_id: second._id },
  })
  expect([gone.status, await own(esther)]).toEqual([200, []])
})

test('an administrator links a couple with a reason that is kept, and both get a notice', async () => {
  const { kwame, esther } = await couple()
  await ask(kwame, esther)
  const link = (body: { other_id: string; reason: string }) =>
    app.call(routes.linkSpouses, { as: office, params: { id: kwame.id }, body })
  expect((await link({ other_id: esther.id, reason: ' ' })).status).toBe(422)
  expect((await link({ other_id: kwame.id, reason: 'Known to me' })).status).toBe(422)
  expect((await link({ other_id: office.id, reason: 'Known to me' })).status).toBe(404)
  expect((await link({ other_id: esther.id, reason: 'I saw the certificate' })).status).toBe(200)
  expect([await listOf(kwame), await listOf(esther), await openOf(kwame)]).toEqual([[true], [true], []])
  const { rows } = await app.database.pool.query(
    `select status, reason, ended_by from spouse_requests where user_id = $1`,
    [kwame.id],
  )
  expect(rows).toEqual([{ status: 'confirmed', reason: 'I saw the certificate', ended_by: office.id }])
  expect((await app.outbox(esther.email))[0]?.subject).toContain('Your account is linked to')

  const params = { id: esther.id, other_id: kwame.id }
  expect((await app.call(routes.unlinkSpouses, { as: office, params })).status).toBe(200)
  expect([await listOf(kwame), await listOf(esther)]).toEqual([[false], [false]])
  expect((await app.call(routes.unlinkSpouses, { as: office, params })).status).toBe(404)
})

test('nobody gets two places, and people who are denied to the office stay as they are', async () => {
  const { kwame, esther } = await couple()
  const spouseId = await makeSpouse(app, kwame.id, { gender: 'female' })
  const event = await makeEvent(app)
  await askFor(app, event, { with_spouse: spouseId }, kwame)
  await askFor(app, event, {}, esther)
  const body = { other_id: esther.id, spouse_id: spouseId, reason: 'Known to me' }
  const twice = await app.call(routes.linkSpouses, { as: office, params: { id: kwame.id }, body })
  expect([twice.code, await listOf(kwame)]).toEqual(['reserved_twice', [false]])

  const narrow = await app.account({ type: 'admin', permissions: ['users.read', 'users.update'] })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read,update}')`,
    [narrow.id, esther.id],
  )
  const denied = await app.call(routes.askSpouses, {
    as: narrow,
    params: { id: kwame.id },
    body: { other_id: esther.id },
  })
  expect(denied.status).toBe(403)
})
