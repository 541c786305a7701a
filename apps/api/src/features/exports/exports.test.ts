import { activityRoutes } from '@shiloh/contract/activities'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { exportRoutes } from '@shiloh/contract/exports'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: ['users.read', 'users.export'] })
  for (let count = 0; count < 3; count += 1) await t.account({ type: 'user' })
})
afterAll(() => t.close())

const people = '/admin/users/export/all?format=csv&headers=names&user_type=user'
const start = (address: string, as = office) => t.call(exportRoutes.startExport, { as, body: { address, rows: 3 } })
const made = async (as = office) => {
  const { activity_id } = (await start(people, as)).data
  return activity_id
}
const get = async (id: string) => (await t.call(activityRoutes.getActivity, { as: office, params: { id } })).data
const download = (id: string, as = office) => t.call(activityRoutes.downloadActivity, { as, params: { id } })

test('an export in the background is the same file, for the person who asked for it', async () => {
  const id = await made()
  expect(await get(id)).toMatchObject({ kind: 'export', about: { resource: 'users' }, state: 'queued', total: 3 })
  await t.app.deps.jobs.drain()
  expect(await get(id)).toMatchObject({ state: 'done', result: { rows: 3 }, file: { bytes: expect.any(Number) } })
  const direct = await t.call(authorizationRoutes.exportUsers, {
    as: office,
    query: { format: 'csv', headers: 'names', user_type: 'user' },
  })
  const file = await download(id)
  expect(file.raw).toEqual(direct.raw)
  expect(file.headers['content-type']).toContain('text/csv')
  const colleague = await t.account({ type: 'admin', permissions: ['users.read', 'users.export'] })
  expect((await download(id, colleague)).status).toBe(404)
})

test('is refused like the export itself', async () => {
  const reader = await t.account({ type: 'admin', permissions: ['users.read'] })
  expect((await start(people, reader)).status).toBe(403)
  expect((await start('/admin/users/export/all?user_type=ghost')).status).toBe(422)
  for (const address of ['/admin/users', '/admin/nothing/export', 'https://evil.example/x', '//', 'x'])
    expect([address, (await start(address)).status]).toEqual([address, 404])
})

test('has the rights of the moment it is made, and again when it is downloaded', async () => {
  const asked = await made()
  const ready = await made()
  await t.app.deps.jobs.drain()
  const late = await made()
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [office.id, office.id],
  )
  expect([(await download(asked)).status, (await download(ready)).status]).toEqual([403, 403])
  // The route of files is no way around it.
  const files = await t.database.pool.query(`select id from files where purpose = 'activity'`)
  expect(files.rows.length).toBeGreaterThan(0)
  for (const { id } of files.rows)
    expect((await t.call(organisationRoutes.readFile, { as: office, params: { id } })).status).toBe(404)
  await t.database.pool.query('delete from user_roles where user_id = $1', [office.id])
  await t.app.deps.jobs.drain()
  const { rows } = await t.database.pool.query('select state, error from activities where id = $1', [late])
  expect(rows).toEqual([{ state: 'failed', error: 'forbidden' }])
})

test('a gate list is made in the background as well', async () => {
  const event = await makeEvent(t)
  const desk = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.report'] })
  const address = `/admin/reservations/reservations-report/download?report=gate_list&grouping=district&format=pdf&event_id=${event.id}`
  const { activity_id } = (await start(address, desk)).data
  await t.app.deps.jobs.drain()
  const file = await download(activity_id, desk)
  expect(file.headers['content-type']).toContain('application/pdf')
  expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await start(address)).status).toBe(403)
})
