import { activityRoutes as routes } from '@shiloh/contract/activities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runActivity, startActivity, watchActivities } from '#platform/activity/activity'
import { AppError } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let owner: TestAccount
let colleague: TestAccount
let stranger: TestAccount
beforeAll(async () => {
  t = await testApp()
  owner = await t.account({ type: 'admin' })
  colleague = await t.account({ type: 'admin', permissions: ['reservations.email'] })
  stranger = await t.account({ type: 'admin', permissions: ['events.read'] })
})
afterAll(() => t.close())

const start = (about: { name: string; event_id?: string }) =>
  inWork(t.app.deps, (work) =>
    startActivity(work, {
      kind: 'message',
      about,
      ownerId: owner.id,
      permission: 'reservations.email',
      total: 3,
      link: '/admin/messages',
      acts: ['pause', 'stop'],
      task: 'tested_here',
    }),
  )
const run = (id: string, work: Parameters<typeof runActivity<'message'>>[2]) =>
  runActivity<'message'>(t.app.deps, { activity_id: id }, work)
const get = async (id: string, as = owner) => (await t.call(routes.getActivity, { as, params: { id } })).data
const act = (id: string, name: 'pause' | 'resume' | 'stop', as = owner) =>
  t.call(routes.controlActivity, { as, params: { id, act: name } })

test('its owner and those with the permission see it, and it ends with its figures', async () => {
  const id = await start({ name: 'Balance reminder' })
  const listed = async (as: TestAccount) => (await t.call(routes.listActivities, { as })).data.map(({ _id }) => _id)
  expect([await listed(owner), await listed(colleague), await listed(stranger)]).toEqual([[id], [id], []])
  expect((await t.call(routes.getActivity, { as: stranger, params: { id } })).status).toBe(404)
  expect((await act(id, 'stop', stranger)).status).toBe(404)
  expect((await t.call(routes.countActivities, { as: owner })).data).toEqual({ under_way: 1 })
  expect((await t.call(routes.countActivities, { as: colleague })).data).toEqual({ under_way: 0 })
  await run(id, async ({ advance }) => {
    expect(await advance(2)).toBe(true)
    expect(await get(id)).toMatchObject({ state: 'running', done: 2, total: 3, allowed: ['pause', 'stop'], mine: true })
    return { done: 3, result: { sent: 3 } }
  })
  expect(await get(id, colleague)).toMatchObject({
    state: 'done',
    done: 3,
    result: { sent: 3 },
    mine: false,
    allowed: [],
  })
  expect((await act(id, 'stop')).code).toBe('illegal_transition')
  // A job that comes late does nothing.
  await run(id, () => Promise.reject(new Error('it ran again')))
  t.clock.forward(8 * 24 * 60)
  expect(await listed(owner)).toEqual([])
})

test('it is paused, resumed and stopped while it runs', async () => {
  const id = await start({ name: 'Paused' })
  await run(id, async ({ advance }) => {
    expect((await act(id, 'pause', colleague)).data.state).toBe('paused')
    expect(await advance(1)).toBe(false)
    return {}
  })
  expect(await get(id)).toMatchObject({ state: 'paused', ended_at: null, allowed: ['resume', 'stop'] })
  await run(id, () => Promise.reject(new Error('it runs while it is paused')))
  expect((await act(id, 'resume')).data.state).toBe('queued')
  await run(id, async ({ done, advance }) => {
    expect(done).toBe(0)
    await act(id, 'stop')
    expect(await advance(2)).toBe(false)
    return { result: { sent: 2 } }
  })
  expect(await get(id)).toMatchObject({ state: 'stopped', result: { sent: 2 } })
  const late = await start({ name: 'Stopped too late' })
  await run(late, async () => {
    await act(late, 'stop')
    return { result: { sent: 3 } }
  })
  expect((await get(late)).state).toBe('done')
})

test('it fails with a reason, and is taken over from a worker that died', async () => {
  const refused = await start({ name: 'Refused' })
  await run(refused, () => Promise.reject(new AppError('file_unreadable')))
  expect(await get(refused)).toMatchObject({ state: 'failed', error: 'This file could not be read.' })

  const id = await start({ name: 'Died' })
  const { deps } = t.app
  let taken: unknown
  await run(id, async (first) => {
    t.clock.forward(5)
    await watchActivities(deps)
    expect((await get(id)).state).toBe('queued')
    await run(id, async (second) => {
      taken = await deps.db
        .transaction()
        .execute(first.hold)
        .catch((error: unknown) => error)
      await deps.db.transaction().execute(second.hold)
      return { result: { sent: 1 } }
    })
    return { result: { sent: 9 } }
  })
  expect(taken).toBeInstanceOf(Error)
  expect(await get(id)).toMatchObject({ state: 'done', result: { sent: 1 } })

  const broken = await start({ name: 'Broken' })
  for (const state of ['queued', 'queued', 'failed']) {
    await run(broken, () => Promise.reject(new TypeError('a fault of ours'))).catch(() => undefined)
    expect((await get(broken)).state).toBe(state)
  }
})

test('it is hidden from those to whom its event is denied', async () => {
  const event = await makeEvent(t)
  const id = await start({ name: 'Hidden', event_id: event.id })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [colleague.id, event.id],
  )
  expect((await t.call(routes.getActivity, { as: colleague, params: { id } })).status).toBe(404)
  expect((await t.call(routes.listActivities, { as: colleague })).data.map(({ _id }) => _id)).not.toContain(id)
  expect((await get(id)).state).toBe('queued')
})
