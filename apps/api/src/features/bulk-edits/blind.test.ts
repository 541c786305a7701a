import { activityRoutes } from '@shiloh/contract/activities'
import { bulkEditRoutes as routes } from '@shiloh/contract/bulk-edits'
import type { Access } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '#platform/tables/table-reader'
import { type BookableEvent, makeEvent, reserve, writeWaiting } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

// Somebody may act on rows that they cannot read. The answers say how many they were and why one was refused, and nothing that is in them.

const SECRET = 'Zipporah'
let t: TestApp
let event: BookableEvent
/** A row of each resource, whose name has the secret. */
const rows = new Map<string, string>()

const one = async (text: string, values: readonly unknown[] = []): Promise<string> => {
  const { rows: found } = await t.database.pool.query<{ id: string }>(text, [...values])
  return found[0]?.id ?? ''
}
beforeAll(async () => {
  t = await testApp()
  const names = { first_name: SECRET, last_name: `${SECRET}-Mensah`, phone: '+233244998877' }
  event = await makeEvent(t, { price: 10_000 })
  const guest = await t.account({ columns: names })
  const { id } = await reserve(t, event, {}, guest)
  rows.set('reservations', id)
  const waits = await t.account({ columns: { ...names, phone: '+233244998866' } })
  await writeWaiting(t, event, waits.id)
  rows.set('waiting-list', await one('select id from waiting_entries where user_id = $1', [waits.id]))
  rows.set('users', (await t.account({ columns: { ...names, phone: '+233244998855' } })).id)
  rows.set(
    'event-rooms',
    await one(
      'update event_rooms set name = $1 where id = (select id from event_rooms order by id limit 1) returning id',
      [SECRET],
    ),
  )
  rows.set('events', await one('update events set name = $2 where id = $1 returning id', [event.id, SECRET]))
  const blog = await one(
    `insert into blogs (slug, title, body, author_id) values ('camp', $1, 'Tents', $2) returning id`,
    [SECRET, guest.id],
  )
  rows.set('blogs', blog)
  rows.set(
    'comments',
    await one(
      `insert into blog_comments (blog_id, user_id, body, status) values ($1, $2, $3, 'pending') returning id`,
      [blog, guest.id, SECRET],
    ),
  )
  rows.set(
    'faqs',
    await one(`insert into faqs (category, question, answer) values ('event', $1, 'Yes.') returning id`, [SECRET]),
  )
  rows.set(
    'support-tickets',
    await one('insert into support_tickets (user_id, subject) values ($1, $2) returning id', [guest.id, SECRET]),
  )
  rows.set('caterers', await one('update caterers set name = $2 where id = $1 returning id', [event.catererId, SECRET]))
  rows.set(
    'products',
    await one(
      `update products set name = $2 where id = (select product_id from product_options where id = $1) returning id`,
      [event.optionId, SECRET],
    ),
  )
  rows.set(
    'tasks-and-planning',
    await one('insert into tasks (title, event_id) values ($1, $2) returning id', [SECRET, event.id]),
  )
})
afterAll(() => t.close())

const permissionOf = (access: Access): Permission => {
  if (!('permission' in access)) throw new Error('an act on many rows has a permission')
  return access.permission
}

/** What each act sets, as far as it sets something. */
const changes: Readonly<Record<string, () => object>> = {
  editReservations: () => ({ participant_type_id: event.otherTypeId }),
  tryReservations: () => ({ participant_type_id: event.otherTypeId }),
  editUsers: () => ({ title_id: null }),
  editRooms: () => ({ room_category_id: event.otherCategoryId }),
  editFaqs: () => ({ category: 'other' }),
  editTickets: () => ({ category: 'other' }),
  editCaterers: () => ({ vendor_id: null }),
  editProducts: () => ({ vendor_id: null }),
  editTasks: () => ({ status: 'done' }),
}

/** Somebody who may act, but not read, and is denied the act on one row: it is refused. */
const blindFor = async (permission: Permission, row: string): Promise<TestAccount> => {
  const blind = await t.account({ type: 'admin', permissions: [permission] })
  const [resource, action] = permission.split('.')
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, $4)`,
    [blind.id, resource, row, [action]],
  )
  return blind
}

describe('the answers of an act on many rows', () => {
  const acts = Object.entries(routes).flatMap(([name, route]) =>
    route.path.startsWith('/admin/bulk/') &&
    name !== 'getBulkEdit' &&
    name !== 'undoBulkEdit' &&
    name !== 'tryReservations'
      ? [[name, route] as const]
      : [],
  )

  test.each(acts)('name nobody to somebody who cannot read them: %s', async (name, route) => {
    const row = rows.get(route.path.split('/')[3] ?? '') ?? ''
    expect(row).not.toBe('')
    const blind = await blindFor(permissionOf(route.access), row)
    const change = changes[name]?.()
    const filter = route.path.includes('/waiting-list/') ? { event_id: event.id } : {}
    const body = { filter, ids: [row], reason: 'As agreed', ...(change && { change }) }
    const begun = await t.call(route as typeof routes.approveUsers, { as: blind, body: body as never })
    // Who moderates comments reads them by the same permission: what is denied is not found.
    if (route.path.includes('/comments/')) return expect(begun.errors).toMatchObject([{ code: 'not_found' }])
    expect([name, begun.status, begun.data?.total]).toEqual([name, 202, 1])
    await t.app.deps.jobs.drain()
    const params = { id: begun.data.activity_id }
    const edit = await t.call(routes.getBulkEdit, { as: blind, params })
    expect(edit.data.refused).toMatchObject([{ _id: row, name: '', reason: expect.stringMatching(/./) }])
    const activity = await t.call(activityRoutes.getActivity, { as: blind, params })
    const file = await t.call(activityRoutes.downloadActivity, { as: blind, params })
    const told = JSON.stringify([begun.data, edit.data, activity.data])
    expect(told).not.toContain(SECRET)
    expect(told).not.toContain('23324499')
    expect([file.status, activity.data.state, activity.data.result]).toEqual([200, 'done', expect.anything()])
    const cells: unknown[] = []
    for await (const line of readTable(file.raw)) cells.push(line.cells)
    expect(cells).toHaveLength(1)
    expect(JSON.stringify(cells)).not.toContain(SECRET)
  })
})

test('a try of an edit says what those cost that its caller can read, and no others', async () => {
  const id = rows.get('reservations') ?? ''
  const body = { filter: {}, ids: [id], change: { participant_type_id: event.otherTypeId } }
  const trying = async (permissions: readonly Permission[]) =>
    (await t.call(routes.tryReservations, { as: await t.account({ type: 'admin', permissions }), body })).data
  expect(await trying(['reservations.update'])).toMatchObject({ total: 1, changed: 1, prices: [] })
  expect(await trying(['reservations.update', 'reservations.read'])).toMatchObject({
    changed: 1,
    prices: [{ before: 10_000, after: 0 }],
  })
})

test('a reason that names what it refuses is told to those who can read it alone', async () => {
  const id = rows.get('reservations') ?? ''
  const says = { en: `Not together with ${SECRET}.` }
  const told = async (permissions: readonly Permission[]) => {
    const as = await t.account({ type: 'admin', permissions })
    const body = { filter: {}, ids: [id], change: { participant_type_id: event.categoryId } }
    const { data } = await t.call(routes.editReservations, { as, body })
    await t.database.pool.query('update bulk_edits set refused = $2, answered = 1 where activity_id = $1', [
      data.activity_id,
      JSON.stringify([{ id, code: 'sold_out', says }]),
    ])
    const params = { id: data.activity_id }
    return (await t.call(routes.getBulkEdit, { as, params })).data.refused.map(({ reason }) => reason)
  }
  expect(await told(['reservations.update'])).toEqual([expect.not.stringContaining(SECRET)])
  expect(await told(['reservations.update', 'reservations.read'])).toEqual([says.en])
})
