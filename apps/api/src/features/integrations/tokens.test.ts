import { authorizationRoutes } from '@shiloh/contract/authorization'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { insightRoutes } from '@shiloh/contract/insight'
import { integrationRoutes as routes } from '@shiloh/contract/integrations'
import { organisationRoutes } from '@shiloh/contract/organisation'
import type { Permission } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

const MANAGE = ['integrations.read', 'integrations.create', 'integrations.delete'] as const
let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({
    type: 'admin',
    permissions: [
      ...MANAGE,
      'titles.create',
      'reservations.read',
      'reservations.cancel',
      'logs.read',
      'system_logs.read',
      'audit_trail.read',
    ],
  })
})
afterAll(() => t.close())

/** A policy with these permissions. */
const policy = async (name: string, permissions: readonly Permission[]): Promise<string> => {
  const { rows } = await t.database.pool.query<{ id: string }>('insert into policies (name) values ($1) returning id', [
    name,
  ])
  const id = rows[0]?.id ?? ''
  await t.database.pool.query(
    `insert into policy_permissions (policy_id, permission_id)
     select $1, p.id from permissions p join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
     where r.name || '.' || a.name = any($2)`,
    [id, permissions],
  )
  return id
}

const make = async (name: string, permissions: readonly Permission[], days = 30) => {
  const policy_id = await policy(`policy of ${name}`, permissions)
  // The caller proved who they are within the last minutes.
  await t.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [t.clock(), office.sessionId])
  return t.call(routes.createApiToken, { body: { name, policy_id, expires_in_days: days }, as: office })
}

const logs = (bearer: string) => t.call(insightRoutes.listLog, { params: { type: 'errors' }, bearer })

test('a token may do what its policy allows, and nothing else', async () => {
  const { data, status } = await make('Website', ['logs.read', 'system_logs.read'])
  expect(status).toBe(201)
  expect(data).toMatchObject({ name: 'Website', state: 'active', hint: data.token.slice(-4) })
  expect(data.token).toMatch(/^shiloh_[\w-]{43}$/)
  expect((await logs(data.token)).status).toBe(200)
  expect((await t.call(insightRoutes.listAuditTrail, { bearer: data.token })).status).toBe(403)
  // No account of its own, also where every administrator has one.
  expect((await t.call(identityRoutes.listSessions, { bearer: data.token })).status).toBe(403)
  for (const wrong of [`${data.token.slice(0, -1)}!`, 'shiloh_'])
    expect(await logs(wrong)).toMatchObject({ status: 401, code: 'not_signed_in' })
})

test('it is shown once, stored as a hash, and its use is noted', async () => {
  const { data } = await make('Shown once', ['logs.read', 'system_logs.read'])
  const { rows } = await t.database.pool.query('select * from api_tokens where id = $1', [data._id])
  expect(JSON.stringify(rows)).not.toContain(data.token)
  const listed = async () =>
    (await t.call(routes.listApiTokens, { as: office })).data.find(({ _id }) => _id === data._id)
  expect(await listed()).toMatchObject({ last_used_at: null, allowed: ['revoke'] })
  expect(JSON.stringify(await listed())).not.toContain(data.token)
  await logs(data.token)
  await expect.poll(async () => (await listed())?.last_used_at, { timeout: 10_000 }).toBe(t.clock().toISOString())
})

test('what it asked can be seen: how often, by day and route', async () => {
  const { data } = await make('Reader', ['logs.read', 'system_logs.read'])
  const calls = async () => {
    await t.app.deps.tokenCalls.flush()
    return (await t.call(routes.listTokenCalls, { params: { id: data._id }, as: office })).data
  }
  expect(await calls()).toEqual([])
  const first = t.clock()
  await logs(data.token)
  await logs(data.token)
  await t.call(insightRoutes.listAuditTrail, { bearer: data.token })
  const asked = { day: first.toISOString().slice(0, 10), method: 'GET', last_at: first.toISOString() }
  const [read, refused] = [
    { ...asked, route: '/admin/logs/{type}', calls: 2, refused: 0, last_status: 200 },
    { ...asked, route: '/admin/audit-trail', calls: 1, refused: 1, last_status: 403 },
  ]
  expect(await calls()).toEqual([read, refused])
  // Other processes and later moments add to the same row.
  t.clock.forward(1)
  await logs(data.token)
  expect(await calls()).toEqual([{ ...read, calls: 3, last_at: t.clock().toISOString() }, refused])
  // People are not counted, and each token has its own counts.
  await t.call(routes.listApiTokens, { as: office })
  const { rows } = await t.database.pool.query('select distinct user_id from api_token_calls where route = $1', [
    '/admin/api-tokens',
  ])
  expect(rows).toEqual([])
  const unknown = await t.call(routes.listTokenCalls, { params: { id: 'f'.repeat(24) }, as: office })
  expect(unknown.code).toBe('not_found')
})

test('calls are forgotten with the other logs', async () => {
  const { data } = await make('Long ago', ['logs.read'])
  const days = t.app.deps.config.logDays
  await t.database.pool.query(
    `insert into api_token_calls (user_id, day, method, route, calls, refused, last_at, last_status)
     select $1, $2::timestamptz::date - age, 'GET', '/admin/titles', 1, 0, $2::timestamptz - age * interval '1 day', 200
     from unnest($3::int[]) age`,
    [data.account_id, t.clock(), [days + 1, days]],
  )
  await t.database.pool.query(`select graphile_worker.add_job('forget_token_calls')`)
  await t.app.deps.jobs.drain()
  const { rows } = await t.database.pool.query('select 1 from api_token_calls where user_id = $1', [data.account_id])
  expect(rows).toHaveLength(1)
})

test('what it changes is in the audit trail under its name', async () => {
  const { data } = await make('Cleaner', ['titles.create'])
  const title = { name: 'Reader', rank: 90 }
  expect((await t.call(organisationRoutes.createTitle, { body: title, bearer: data.token })).status).toBe(201)
  const { data: trail } = await t.call(insightRoutes.listAuditTrail, {
    query: { actor_id: data.account_id },
    as: office,
  })
  expect(trail).toMatchObject([{ action: 'create', resource: 'titles', actor: { name: 'Cleaner API' } }])
})

test('what decides who gets in is closed to programs, whatever their policy says', async () => {
  const { data } = await make('Climber', [...MANAGE])
  expect((await t.call(routes.listApiTokens, { bearer: data.token })).status).toBe(200)
  expect((await t.call(routes.revokeApiToken, { params: { id: data._id }, bearer: data.token })).code).toBe('forbidden')
  // A token proves nobody's identity: it makes no tokens.
  const policy_id = await policy('for nobody', ['logs.read'])
  const body = { name: 'Child', policy_id, expires_in_days: 1 }
  expect((await t.call(routes.createApiToken, { body, bearer: data.token })).code).toBe('forbidden')
})

test('nobody makes a token that may do more than they may', async () => {
  const refused = await make('Too much', ['payments.refund'])
  expect(refused.code).toBe('cannot_grant')
  expect(refused.details).toEqual({ permissions: ['payments.refund'] })
  const { data: policies } = await t.call(routes.pickTokenPolicies, { as: office })
  expect(policies.map(({ name }) => name)).not.toContain('policy of Too much')
  expect(policies.map(({ name }) => name)).toContain('policy of Website')
  // Only those of the product have a key, by which they are called in the language of the page.
  expect(policies.find(({ name }) => name === 'policy of Website')?.key).toBeNull()
})

test('what is denied to its maker is denied to it', async () => {
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'system_logs', null, '{read}')`,
    [office.id],
  )
  const { data } = await make('Denied', ['logs.read'])
  const { rows } = await t.database.pool.query(
    'select effect, resource, actions from special_permissions where user_id = $1',
    [data.account_id],
  )
  expect(rows).toEqual([{ effect: 'deny', resource: 'system_logs', actions: ['read'] }])
  await t.database.pool.query('delete from special_permissions where user_id = $1', [office.id])
})

test('it ends when it is revoked, when it expires, and with its policy', async () => {
  const { data: revoked } = await make('Revoked', ['logs.read', 'system_logs.read'])
  expect((await logs(revoked.token)).status).toBe(200)
  const answer = await t.call(routes.revokeApiToken, { params: { id: revoked._id }, as: office })
  expect(answer.data).toMatchObject({ state: 'revoked', allowed: [] })
  expect(await logs(revoked.token)).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect((await t.call(routes.revokeApiToken, { params: { id: revoked._id }, as: office })).code).toBe(
    'illegal_transition',
  )
  const { data: orphan } = await make('Orphan', ['logs.read', 'system_logs.read'])
  await t.database.pool.query('delete from policies where id = $1', [orphan.policy?._id])
  expect((await logs(orphan.token)).status).toBe(403)
  const { data: short } = await make('Short', ['logs.read', 'system_logs.read'], 1)
  t.clock.forward(24 * 60 - 1)
  expect((await logs(short.token)).status).toBe(200)
  t.clock.forward(2)
  expect(await logs(short.token)).toMatchObject({ status: 401, code: 'not_signed_in' })
  const { data: listed } = await t.call(routes.listApiTokens, { as: office })
  expect(listed.find(({ name }) => name === 'Short')).toMatchObject({ state: 'expired', allowed: [] })
  // An expired token gives its name back.
  const policy_id = await policy('the next', ['logs.read'])
  await t.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [t.clock(), office.sessionId])
  const body = { name: 'short', policy_id, expires_in_days: 30 }
  expect((await t.call(routes.createApiToken, { body, as: office })).status).toBe(201)
})

test('two tokens in force do not have the same name', async () => {
  expect((await make('Twice', ['logs.read'])).status).toBe(201)
  const again = await t.call(routes.createApiToken, {
    body: { name: 'TWICE', policy_id: await policy('twice again', ['logs.read']), expires_in_days: 1 },
    as: office,
  })
  expect(again).toMatchObject({ code: 'duplicate', errors: [{ field: 'name', code: 'taken' }] })
})

test('what a program began goes on while its token is in force, and ends with it', async () => {
  const event = await makeEvent(t)
  const [first, second] = [await reserve(t, event), await reserve(t, event)]
  const { data: token } = await make('Clearing up', ['reservations.read', 'reservations.cancel'])
  const cancel = async (id: string) =>
    (await t.call(bulkEditRoutes.cancelReservations, { bearer: token.token, body: { filter: {}, ids: [id] } })).data
  const stateOf = async (activity: string) =>
    (await t.database.pool.query('select state from activities where id = $1', [activity])).rows[0].state
  const going = await cancel(first.id)
  await t.app.deps.jobs.drain()
  expect(await stateOf(going.activity_id)).toBe('done')
  const ended = await cancel(second.id)
  await t.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [t.clock(), office.sessionId])
  expect((await t.call(routes.revokeApiToken, { params: { id: token._id }, as: office })).status).toBe(200)
  await t.app.deps.jobs.drain()
  expect(await stateOf(ended.activity_id)).toBe('failed')
  const { rows } = await t.database.pool.query('select status from reservations where id = $1', [second.id])
  expect(rows).toEqual([{ status: 'pending' }])
})

test('tokens are no people: no list of the office has them', async () => {
  const admin = await t.account({ type: 'admin', permissions: ['admin_users.read', 'users.read'] })
  const { data: staff } = await t.call(authorizationRoutes.listAdminUsers, { query: { page_size: 500 }, as: admin })
  expect(JSON.stringify(staff)).not.toContain('token.invalid')
  const { data: people } = await t.call(authorizationRoutes.listUsers, { query: { page_size: 500 }, as: admin })
  expect(JSON.stringify(people)).not.toContain('token.invalid')
})

test('the account of a program is no person to link or change', async () => {
  await make('Nobody', ['titles.read'])
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id from users where user_type = 'service' limit 1`,
  )
  const registrar = await t.account({ type: 'admin', permissions: ['users.read', 'users.update'] })
  const member = await t.account()
  const link = await t.call(officeLinkRoutes.linkSpouses, {
    params: { id: rows[0]?.id ?? '' },
    body: { other_id: member.id, reason: 'Married in May' },
    as: registrar,
  })
  expect(link.status).toBe(404)
})
