import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { savedViewRoutes as routes } from '@shiloh/contract/saved-views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let keeper: TestAccount
let clerk: TestAccount
beforeAll(async () => {
  app = await testApp()
  keeper = await app.account({ type: 'admin', permissions: ['settings.update', 'reservations.read'] })
  clerk = await app.account({ type: 'admin', permissions: ['reservations.read', 'logs.read'] })
})
afterAll(() => app.close())

const list = 'reservations'
const body = { list, name: 'Unpaid', shared: false, query: { balance: '1..', sort: '-balance' }, columns: ['code'] }
const namesOf = async (as: TestAccount) =>
  (await app.call(routes.listViews, { as, query: { list } })).data.map(({ name, opens }) => (opens ? `${name}!` : name))

test('a view is its owner’s, or for everybody when those who keep the settings say so', async () => {
  const { data: own } = await app.call(routes.saveView, { as: clerk, body })
  expect(own).toMatchObject({ ...body, opens: false, editable: true })
  expect(await app.call(routes.saveView, { as: clerk, body })).toMatchObject({ status: 409 })
  expect(await app.call(routes.saveView, { as: clerk, body: { ...body, shared: true } })).toMatchObject({ status: 403 })
  const { data: shared } = await app.call(routes.saveView, { as: keeper, body: { ...body, shared: true } })
  expect(await namesOf(clerk)).toEqual(['Unpaid', 'Unpaid'])
  expect(await namesOf(keeper)).toEqual(['Unpaid'])
  expect((await app.call(routes.listViews, { as: clerk, query: { list } })).data[0]?.editable).toBe(false)

  const event = await makeEvent(app)
  await reserve(app, event)
  const counts = async (as: TestAccount, event_id?: string) =>
    (await app.call(routes.countViews, { as, query: { list, event_id } })).data.map(({ count }) => count)
  // Both views ask for a balance, of the event that is shown. Who may not read the list learns nothing.
  expect([await counts(clerk), await counts(clerk, event.id), await counts(clerk, shared._id)]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ])
  const stranger = await app.account({ type: 'admin', permissions: ['settings.update'] })
  expect([await counts(stranger), await namesOf(stranger)]).toEqual([[], []])
  expect((await app.call(routes.saveView, { as: stranger, body: { ...body, shared: true } })).status).toBe(403)
  const sharing = { as: stranger, params: { id: shared._id }, body: { name: 'Mine', query: {}, columns: null } }
  expect((await app.call(routes.changeView, sharing)).status).toBe(404)
  // Beside the values of a filter stands what the other filters find of each.
  await app.database.pool.query(
    `with region as (insert into church_units (level, name) values ('region', 'Volta') returning id),
       district as (insert into church_units (level, name, parent_id) select 'district', 'Ho', id from region returning id)
     update users u set district_id = district.id from district, reservations r where r.user_id = u.id and r.event_id = $1`,
    [event.id],
  )
  const values = async (of: 'status' | 'type' | 'district', query: object = {}) => {
    const asked = { as: clerk, query: { of, event_id: event.id, ...query } }
    return (await app.call(reservationRoutes.countReservationValues, asked)).data.counts
  }
  expect(await values('status', { status: 'cancelled' })).toEqual({ pending: 1 })
  expect(Object.values((await values('type')) ?? {})).toEqual([1])
  expect(Object.values((await values('district')) ?? {})).toEqual([1])
  expect(await values('district', { status: 'cancelled' })).toEqual({})

  const rename = (as: TestAccount, id: string) =>
    app.call(routes.changeView, { as, params: { id }, body: { name: 'Owing', query: {}, columns: null } })
  expect(await rename(clerk, shared._id)).toMatchObject({ status: 403 })
  expect(await rename(keeper, own._id)).toMatchObject({ status: 404 })
  expect((await rename(clerk, own._id)).data).toMatchObject({ name: 'Owing', query: {}, columns: null })

  const openWith = (as: TestAccount, view_id: string | null, of = list) =>
    app.call(routes.openWith, { as, body: { list: of, view_id } })
  await openWith(clerk, shared._id)
  await openWith(clerk, own._id)
  expect(await namesOf(clerk)).toEqual(['Unpaid', 'Owing!'])
  expect(await namesOf(keeper)).toEqual(['Unpaid'])
  expect(await openWith(keeper, own._id)).toMatchObject({ status: 404 })
  expect(await openWith(clerk, own._id, 'users')).toMatchObject({ status: 422 })
  await openWith(clerk, null)
  expect(await namesOf(clerk)).toEqual(['Unpaid', 'Owing'])

  const remove = (as: TestAccount, id: string) => app.call(routes.removeView, { as, params: { id } })
  expect(await remove(clerk, shared._id)).toMatchObject({ status: 403 })
  await remove(clerk, own._id)
  await remove(keeper, shared._id)
  expect(await namesOf(clerk)).toEqual([])
})

test('a view is saved only as its list can be shown, and says what the list does not have', async () => {
  const save = async (change: object) => {
    const { status, errors } = await app.call(routes.saveView, { as: clerk, body: { ...body, ...change } })
    return [status, ...(errors ?? []).map(({ field }) => field)]
  }
  expect(await save({ name: 'Odd list', list: 'no-such-list' })).toEqual([422, 'list'])
  expect(await save({ name: 'Odd list', list: 'constructor' })).toEqual([422, 'list'])
  expect(await save({ query: { colour: 'red', page: '2', status: 'odd', sort: 'colour', balance: '1..' } })).toEqual([
    422,
    'query.colour',
    'query.page',
    'query.sort',
    'query.status',
  ])
  expect(await save({ columns: ['guest', 'colour', 'room'] })).toEqual([422, 'columns.1'])
  const logs = { list: 'log-mail', query: { status: 'failed' }, columns: ['at', 'user', 'template', 'sent_at'] }
  expect(await save({ ...logs, name: 'Not sent' })).toEqual([201])

  const { data: view } = await app.call(routes.saveView, { as: clerk, body: { ...body, name: 'By guest' } })
  const change = (values: object) => app.call(routes.changeView, { as: clerk, params: { id: view._id }, body: values })
  expect(await change({ query: { colour: 'red' } })).toMatchObject({ status: 422, errors: [{ field: 'query.colour' }] })
  expect(await change({ columns: ['colour'] })).toMatchObject({ status: 422, errors: [{ field: 'columns.0' }] })
  expect(await change({ query: { sort: 'guest' }, columns: ['guest', 'payment'] })).toMatchObject({ status: 200 })
  const openWith = await app.call(routes.openWith, { as: clerk, body: { list: 'no-such-list', view_id: null } })
  expect(openWith).toMatchObject({ status: 422, errors: [{ field: 'list' }] })
})
