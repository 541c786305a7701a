import type { Route } from '@shiloh/contract/core'
import { isPermission, type Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { makeEvent } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/**
 * A denied object is in no list, picker or export of its resource, and is not counted. The sweep covers all routes,
 * including future ones.
 */
const routes = features.flatMap((feature) => feature.endpoints).map(({ route }) => route)
let app: TestApp

beforeAll(async () => {
  app = await testApp()
  const member = await app.account()
  const event = await makeEvent(app)
  await app.call(reservationRoutes.makeReservation, {
    as: member,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId },
  })
  const { pool } = app.database
  for (const type of ['vendor', 'checkin_user'] as const) await app.account({ type })
  await pool.query(`insert into titles (name, needs_confirmation) values ('Apostle', true)`)
  await pool.query(`update users set title_id = (select id from titles limit 1) where id = $1`, [member.id])
  await pool.query(`insert into designations (name) values ('Area Head')`)
  await pool.query(`insert into church_units (level, name) values ('region', 'North')`)
  await pool.query(`insert into assembly_types (name) values ('City')`)
  await pool.query(`insert into speakers (name) values ('Grace Owusu')`)
  await pool.query(`insert into committee_types (name) values ('Ushering')`)
  await pool.query(`insert into event_forms (name) values ('Form')`)
})
afterAll(() => app.close())

const permissionOf = ({ access }: Route): Permission => {
  if (access.kind !== 'can') throw new Error('only routes with a permission are swept')
  return access.permission
}
const split = (permission: Permission) => {
  const dot = permission.indexOf('.')
  return { resource: permission.slice(0, dot), action: permission.slice(dot + 1) }
}

const deny = (user: TestAccount, permission: Permission, id: string) => {
  const { resource, action } = split(permission)
  return app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, array[$4])
     on conflict do nothing`,
    [user.id, resource, id, action],
  )
}

const get = async (route: Route, as: TestAccount) => {
  const response = await app.app.server.inject({
    method: 'GET',
    url: API_PREFIX + route.path,
    headers: { authorization: `Bearer ${await app.tokenOf(as)}` },
  })
  expect(response.statusCode, route.path).toBe(200)
  return response
}

const isSwept = (route: Route) =>
  route.method === 'GET' &&
  route.access.kind === 'can' &&
  !route.path.includes('{') &&
  route.query.safeParse({}).success
const idsIn = (rows: unknown): string[] =>
  Array.isArray(rows) ? rows.flatMap((row: { _id?: unknown }) => (typeof row._id === 'string' ? [row._id] : [])) : []

test('lists and pickers', async () => {
  const swept: string[] = []
  const failed: string[] = []
  for (const route of routes.filter((one) => isSwept(one) && one.answer !== 'file')) {
    const permission = permissionOf(route)
    const staff = await app.account({ type: 'admin', permissions: [permission] })
    const before: { data: unknown; meta?: { total: number } } = (await get(route, staff)).json()
    const [id] = idsIn(before.data)
    if (id === undefined) continue
    swept.push(route.path)
    await deny(staff, permission, id)
    const after: { data: unknown; meta?: { total: number } } = (await get(route, staff)).json()
    if (idsIn(after.data).includes(id)) failed.push(`${route.path} shows it`)
    if (before.meta && after.meta && after.meta.total !== before.meta.total - 1) failed.push(`${route.path} counts it`)
  }
  expect(failed).toEqual([])
  // Enough of them had something to show for the sweep to mean anything.
  expect(swept.length).toBeGreaterThan(40)
})

test('exports', async () => {
  const lists = routes.filter((one) => isSwept(one) && one.answer === 'list')
  const swept: string[] = []
  const failed: string[] = []
  for (const route of routes.filter((one) => isSwept(one) && one.answer === 'file' && one.path.includes('/export'))) {
    const permission = permissionOf(route)
    const { resource } = split(permission)
    const folder = route.path.slice(0, route.path.indexOf('/export'))
    const list = lists.find(({ path }) => path === folder)
    const reading = `${resource}.read`
    if (!list || !isPermission(reading)) continue
    const staff = await app.account({ type: 'admin', permissions: [permission, reading] })
    const [id] = idsIn((await get(list, staff)).json().data)
    if (id === undefined) continue
    const lines = async () => (await get(route, staff)).body.trimEnd().split('\r\n').length
    const before = await lines()
    await deny(staff, reading, id)
    swept.push(route.path)
    if ((await lines()) !== before - 1) failed.push(route.path)
  }
  expect(failed).toEqual([])
  expect(swept.length).toBeGreaterThan(12)
})

test('without the permission for the resource, being allowed one object opens no list', async () => {
  const staff = await app.account({ type: 'admin', permissions: ['titles.read'] })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'allow', 'speakers', (select id from speakers limit 1), '{read}')`,
    [staff.id],
  )
  const list = routes.find(({ path, method }) => path === '/admin/speakers' && method === 'GET')
  if (!list) throw new Error('speakers are listed')
  const answer = await app.call(list, { as: staff })
  expect(answer.code).toBe('forbidden')
})
