import { contentRoutes } from '@shiloh/contract/content'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { removalRoutes as routes } from '@shiloh/contract/removals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { taskRoutes } from '@shiloh/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let chief: TestAccount
beforeAll(async () => {
  t = await testApp()
  chief = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())

const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  (await t.database.pool.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
const title = (name: string) => one(`insert into titles (name, rank) values ($1, 70) returning id`, [name])
const rows = async (id: string) =>
  (await t.database.pool.query(`select to_jsonb(x) as x from titles x where id = $1`, [id])).rows
const remove = (path: string, ids: readonly string[], as = chief) =>
  t.call(routes.removeMany, { body: { path, ids: [...ids] }, as })
const undo = (id: string | null, as = chief) => t.call(routes.undoRemoval, { params: { id: id ?? '' }, as })
const path = organisationRoutes.removeTitle.path

test('one request answers each row, keeps what is in use, and brings the others back as they were', async () => {
  const [free, other, used] = [await title('Free'), await title('Other'), await title('Used')]
  await t.account({ columns: { title_id: used } })
  const before = [await rows(free), await rows(other)]
  const { data } = await remove(path, [free, used, other, '0'.repeat(24)])
  expect(data.rows).toEqual([
    { _id: free, reason: null },
    { _id: used, reason: 'Still in use: 1 person. This cannot be deleted until that changes.' },
    { _id: other, reason: null },
    { _id: '0'.repeat(24), reason: expect.any(String) },
  ])
  expect([await rows(free), await rows(other)]).toEqual([[], []])
  const stranger = await t.account({ type: 'admin', permissions: PERMISSIONS })
  expect((await undo(data.undo_id, stranger)).status).toBe(404)
  expect((await undo(data.undo_id)).data).toEqual({ restored: 2 })
  expect([await rows(free), await rows(other)]).toEqual(before)
  expect((await undo(data.undo_id)).status).toBe(404)
  const { rows: trail } = await t.database.pool.query(
    `select action from audit_trail where object_id = $1 and actor_id = $2 order by seq`,
    [free, chief.id],
  )
  expect(trail.map(({ action }) => action)).toEqual(['delete', 'undo_delete'])
})

test('nothing comes back after an hour, in place of another, or where something else went with it', async () => {
  const late = await title('Late')
  const removed = await remove(path, [late])
  await t.database.pool.query(`update removals set at = at - interval '61 minutes' where id = $1`, [
    removed.data.undo_id,
  ])
  expect((await undo(removed.data.undo_id)).status).toBe(404)

  const taken = await title('Taken')
  const { data } = await remove(path, [taken])
  await title('Taken')
  expect((await undo(data.undo_id)).status).toBe(409)

  const faq = await one(`insert into faqs (question, answer) values ('Where?', 'Here.') returning id`)
  const gone = await remove(contentRoutes.removeFaq.path, [faq])
  expect((await undo(gone.data.undo_id)).data).toEqual({ restored: 1 })
  expect(await one('select id from faqs where id = $1', [faq])).toBe(faq)

  const task = await one(`insert into tasks (title) values ('Call') returning id`)
  const talked = await one(`insert into tasks (title) values ('Talked about') returning id`)
  await t.database.pool.query(`insert into task_comments (task_id, author_id, body) values ($1, $2, 'Yes')`, [
    talked,
    chief.id,
  ])
  expect((await remove(taskRoutes.remove.path, [task])).data.undo_id).toMatch(/^[0-9a-f]{24}$/)
  expect((await remove(taskRoutes.remove.path, [talked])).data).toMatchObject({
    undo_id: null,
    rows: [{ reason: null }],
  })
})

test('cancels reservations with a reason alone, which their history and mails say', async () => {
  const event = await makeEvent(t)
  const [one, two] = [await reserve(t, event), await reserve(t, event)]
  const cancelled = reservationRoutes.cancelReservation.path
  const cancel = (reason?: string) =>
    t.call(routes.removeMany, {
      body: { path: cancelled, ids: [one.id, two.id], ...(reason !== undefined && { reason }) },
      as: chief,
    })
  for (const refused of [await cancel(), await cancel('  ')])
    expect([refused.status, refused.errors]).toMatchObject([422, [{ field: 'reason', code: 'required' }]])
  const shown = (id: string) => t.call(reservationRoutes.getReservation, { params: { id }, as: chief })
  expect((await shown(one.id)).data.status).not.toBe('cancelled')

  const { data } = await cancel('The hall has burnt down')
  expect(data).toEqual({
    undo_id: null,
    rows: [
      { _id: one.id, reason: null },
      { _id: two.id, reason: null },
    ],
  })
  for (const { id, user } of [one, two]) {
    const { status, timeline } = (await shown(id)).data
    expect(status).toBe('cancelled')
    expect(timeline.at(-1)).toMatchObject({ action: 'cancel', actor: 'staff', reason: 'The hall has burnt down' })
    const { rows: mails } = await t.database.pool.query(
      `select data::text as data from messages where recipient = (select email::text from users where id = $1) and template = 'reservation_cancelled'`,
      [user.id],
    )
    expect(mails).toMatchObject([{ data: expect.stringContaining('The hall has burnt down') }])
  }
  // Where no reason is written down, one that is given changes nothing.
  const free = await title('Free of reasons')
  expect(
    (await t.call(routes.removeMany, { body: { path, ids: [free], reason: 'Why not' }, as: chief })).data.rows,
  ).toEqual([{ _id: free, reason: null }])
})

test('asks for the permission to delete, for each record and for bringing it back', async () => {
  const [first, second] = [await title('First'), await title('Second')]
  const reader = await t.account({ type: 'admin', permissions: ['titles.read'] })
  expect((await remove(path, [first], reader)).status).toBe(403)
  expect((await remove('/admin/nothing/{id}', [first])).status).toBe(404)
  const narrow = await t.account({ type: 'admin', permissions: ['titles.delete'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'titles', $2, '{delete}')`,
    [narrow.id, first],
  )
  const { data } = await remove(path, [first, second], narrow)
  expect(data.rows.map(({ reason }) => reason === null)).toEqual([false, true])
  expect(await rows(first)).toHaveLength(1)
  expect((await undo(data.undo_id, narrow)).status).toBe(403)
})

test('what comes back after the church changed its language has its texts in their places', async () => {
  const speak = (language: 'en' | 'de') =>
    t.call(organisationRoutes.updateSettings, { params: { name: 'client_group' }, body: { language }, as: chief })
  const id = await one(
    `insert into titles (name, rank, translations) values ('Warder', 71, '{"de": {"name": "Wächter"}}') returning id`,
  )
  const { data } = await remove(path, [id])
  await speak('de')
  expect((await undo(data.undo_id)).data).toEqual({ restored: 1 })
  expect(await rows(id)).toMatchObject([{ x: { name: 'Wächter', translations: { en: { name: 'Warder' } } } }])
  await speak('en')
  expect(await rows(id)).toMatchObject([{ x: { name: 'Warder', translations: { de: { name: 'Wächter' } } } }])
})
