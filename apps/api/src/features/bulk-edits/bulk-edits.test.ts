import { activityRoutes } from '@shiloh/contract/activities'
import { bulkEditRoutes as routes } from '@shiloh/contract/bulk-edits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let staff: TestAccount
let event: BookableEvent
beforeAll(async () => {
  app = await testApp()
  staff = await app.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.approve', 'reservations.cancel', 'users.approve', 'users.read'],
  })
  event = await makeEvent(app, { approval: true })
})
afterAll(() => app.close())

const query = async (text: string, values: readonly unknown[]) =>
  (await app.database.pool.query(text, [...values])).rows
const statuses = async (ids: readonly string[]) =>
  (
    await query(
      'select status, approved_at from reservations where id = any($1) order by array_position($1, id::text)',
      [ids],
    )
  ).map(({ status, approved_at }) => `${status}${approved_at ? ' approved' : ''}`)
const resultOf = async (id: string) => (await app.call(activityRoutes.getActivity, { as: staff, params: { id } })).data

test('acts on all rows of a filter but the excluded and the hidden ones, and says why one was refused', async () => {
  const made = []
  for (let i = 0; i < 4; i += 1) made.push(await reserve(app, event))
  const ids = made.map(({ id }) => id)
  const [first = '', second = '', , hidden = ''] = ids
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read}')`,
    [staff.id, hidden],
  )
  const body = { filter: { event_id: event.id, status: 'pending' }, exclude: [first] }
  const { data } = await app.call(routes.approveReservations, { as: staff, body })
  expect(data.total).toBe(2)
  // One of them is cancelled before its turn comes.
  await query(`update reservations set status = 'cancelled' where id = $1`, [second])
  await app.app.deps.jobs.drain()
  expect(await statuses(ids)).toEqual(['pending', 'cancelled', 'pending approved', 'pending'])
  const done = await resultOf(data.activity_id)
  expect(done).toMatchObject({ state: 'done', done: 2, total: 2, result: { updated: 1, refused: 1 } })
  expect(done.file?.bytes).toBeGreaterThan(100)
  const by = await query(
    `select actor_id from audit_trail where action = 'approve' and resource = 'reservations' and object_id = $1`,
    [ids[2]],
  )
  expect(by).toEqual([{ actor_id: staff.id }])

  const cancel = await app.call(routes.cancelReservations, { as: staff, body: { filter: {}, ids: [first, hidden] } })
  expect(cancel.data.total).toBe(1)
  await app.app.deps.jobs.drain()
  expect(await statuses([first, hidden])).toEqual(['cancelled', 'pending'])
  const nobody = await app.call(routes.cancelReservations, { as: staff, body: { filter: { search: 'nobody at all' } } })
  expect(nobody).toMatchObject({ status: 422, errors: [{ field: 'filter' }] })
  const unread = await app.call(routes.cancelReservations, { as: staff, body: { filter: { status: 'odd' } } })
  expect(unread).toMatchObject({ status: 422, errors: [{ field: 'filter.status', code: 'unknown_choice' }] })

  const waiting = await app.account({ columns: { status: 'pending' } })
  const people = await app.call(routes.approveUsers, { as: staff, body: { filter: { status: 'pending' } } })
  expect(people.data.total).toBe(1)
  await app.app.deps.jobs.drain()
  expect(await query('select status from users where id = $1', [waiting.id])).toEqual([{ status: 'approved' }])
})
