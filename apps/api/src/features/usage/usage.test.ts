import { authorizationRoutes } from '@shiloh/contract/authorization'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { USED, usageRoutes } from '@shiloh/contract/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { features } from '../../features.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  (await t.database.pool.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''

test('counts what uses a record for those who may delete it, and the refusal says the same', async () => {
  const title = await one(`insert into titles (name, rank) values ('Elder of use', 90) returning id`)
  const event = await makeEvent(t)
  const { user } = await reserve(t, event)
  await t.account({ columns: { title_id: title } })
  await t.database.pool.query(`update users set title_id = $1 where id = $2`, [title, user.id])
  await t.database.pool.query(`update reservation_participants set title_id = $1 where user_id = $2`, [title, user.id])
  const chief = await t.account({
    type: 'admin',
    permissions: ['titles.delete', 'users.read', 'reservations.read', 'event_centers.delete', 'permissions.delete'],
  })
  const read = (kind: keyof typeof USED, id: string, as = chief, headers = {}) =>
    t.call(usageRoutes.readUsage, { params: { kind, id }, as, headers })
  expect((await read('titles', title)).data).toEqual([
    { says: '2 people', count: 2, blocks: true, deleted: false, link: `/admin/users?title_id=${title}`, records: [] },
    {
      says: '1 reservation',
      count: 1,
      blocks: true,
      deleted: false,
      link: null,
      records: [{ name: expect.any(String), link: expect.stringMatching(/^\/admin\/reservations\/[0-9a-f]{24}$/) }],
    },
  ])
  const removed = await t.call(organisationRoutes.removeTitle, {
    params: { id: title },
    as: chief,
    headers: { 'accept-language': 'de' },
  })
  expect([removed.status, removed.code, removed.message]).toEqual([
    409,
    'in_use',
    'Noch in Gebrauch: 2 Personen und 1 Reservierung. Solange das so ist, kann es nicht gelöscht werden.',
  ])

  // Without a permission to read them, a number but no name. Hidden ones are not counted.
  const narrow = await t.account({ type: 'admin', permissions: ['titles.delete'] })
  expect((await read('titles', title, narrow)).data).toMatchObject([
    { count: 2, link: null, records: [] },
    { count: 1, records: [] },
  ])
  expect((await read('roles', title, narrow)).status).toBe(403)
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [narrow.id, user.id],
  )
  expect((await read('titles', title, narrow)).data).toMatchObject([{ says: '1 person', count: 1 }])
})

test('says what keeps a person, an administrator or an event, and what is deleted with them', async () => {
  const event = await makeEvent(t)
  const { user } = await reserve(t, event)
  const clerk = await t.account({ type: 'admin', permissions: ['tasks.read'] })
  await t.database.pool.query(`insert into tasks (title, assignee_id, user_id) values ('Ring them', $1, $2)`, [
    clerk.id,
    user.id,
  ])
  await one(`insert into support_tickets (user_id, subject) values ($1, 'Where do I park?') returning id`, [user.id])
  const chief = await t.account({
    type: 'admin',
    permissions: ['users.delete', 'admin_users.delete', 'support_tickets.read', 'reservations.read', 'tasks.read'],
  })
  const read = async (kind: keyof typeof USED, id: string) =>
    (await t.call(usageRoutes.readUsage, { params: { kind, id }, as: chief })).data?.map(
      ({ says, blocks, deleted }) => [says, blocks ? 'blocks' : deleted ? 'deleted' : 'loses'],
    )
  expect(await read('users', user.id)).toEqual([
    ['1 reservation', 'blocks'],
    ['1 ticket', 'deleted'],
    ['1 task', 'loses'],
  ])
  expect(await read('admin_users', clerk.id)).toEqual([['1 task', 'loses']])
  const refused = await t.call(authorizationRoutes.removeUser, { params: { id: user.id }, as: chief })
  expect([refused.status, refused.message]).toEqual([
    409,
    'Still in use: 1 reservation. This cannot be deleted until that changes.',
  ])
  // Of somebody who is hidden from the caller, nothing is counted.
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [chief.id, user.id],
  )
  expect(await read('users', user.id)).toEqual([])
})

test('every kind can be asked, and follows from a route that deletes one', async () => {
  const paths = features.flatMap(({ endpoints }) => endpoints).map(({ route }) => `${route.method} ${route.path}`)
  for (const { path } of Object.values(USED)) expect(paths).toContain(`DELETE ${path}`)
  const chief = await t.account({ type: 'admin', permissions: Object.values(USED).map(({ permission }) => permission) })
  for (const kind of Object.keys(USED) as (keyof typeof USED)[]) {
    const { status, data } = await t.call(usageRoutes.readUsage, { params: { kind, id: 'f'.repeat(24) }, as: chief })
    expect([kind, status, data]).toEqual([kind, 200, []])
  }
})
