import { activityRoutes } from '@shiloh/contract/activities'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { bulkEditRoutes as routes } from '@shiloh/contract/bulk-edits'
import { catererRoutes, productRoutes } from '@shiloh/contract/catalogue'
import { contentRoutes } from '@shiloh/contract/content'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { supportRoutes } from '@shiloh/contract/support'
import { taskRoutes } from '@shiloh/contract/tasks'
import { eventBlockRoutes, eventCenterRoutes, eventRoomRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { runBulkEdit } from './run.ts'

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
const drained = async ({ data }: { data: { activity_id: string } }, as = staff) => {
  await app.app.deps.jobs.drain()
  const [edit, activity] = await Promise.all([
    app.call(routes.getBulkEdit, { as, params: { id: data.activity_id } }),
    resultOf(data.activity_id, as),
  ])
  return { state: activity.state, ...activity.result, ...edit.data }
}
const resultOf = async (id: string, as = staff) =>
  (await app.call(activityRoutes.getActivity, { as, params: { id } })).data

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
  // The file names what was refused: people who have since been denied something, or can no longer read reservations, do not get it.
  const download = async () =>
    (await app.call(activityRoutes.downloadActivity, { as: staff, params: { id: data.activity_id } })).status
  expect(await download()).toBe(200)
  const roles = await query('delete from user_roles where user_id = $1 returning role_id', [staff.id])
  expect(await download()).toBe(403)
  for (const { role_id } of roles) await query('insert into user_roles values ($1, $2)', [staff.id, role_id])
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read}')`,
    [staff.id, second],
  )
  expect(await download()).toBe(403)
  await query('delete from special_permissions where user_id = $1 and object_id = $2', [staff.id, second])
  expect(await download()).toBe(200)
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

  // Who pays before their turn comes keeps the place.
  const open = await makeEvent(app)
  const [payer, other] = [await reserve(app, open), await reserve(app, open)]
  const late = await app.call(routes.cancelReservations, { as: staff, body: { filter: {}, ids: [payer.id, other.id] } })
  app.clock.forward(1)
  const cashier = await app.account({ type: 'admin', permissions: ['payments.take_cash'] })
  const cash = await app.call(paymentRoutes.takeCash, {
    as: cashier,
    params: { id: payer.id },
    body: { amount: 1_000 },
  })
  expect(cash.status).toBe(201)
  expect(await drained(late)).toMatchObject({
    updated: 1,
    refused: [{ _id: payer.id, reason: 'Somebody changed this in the meantime. Please check it again.' }],
  })
  expect(await statuses([payer.id, other.id])).toEqual(['pending', 'cancelled'])

  const waiting = await app.account({ columns: { status: 'pending' } })
  const people = await app.call(routes.approveUsers, { as: staff, body: { filter: { status: 'pending' } } })
  expect(people.data.total).toBe(1)
  await app.app.deps.jobs.drain()
  expect(await query('select status from users where id = $1', [waiting.id])).toEqual([{ status: 'approved' }])

  // Whom a colleague turned away meanwhile is not let in.
  const spared = await app.account({ columns: { status: 'pending' } })
  const approve = await app.call(routes.approveUsers, { as: staff, body: { filter: {}, ids: [spared.id] } })
  app.clock.forward(1)
  const colleague = await app.account({ type: 'admin', permissions: ['users.read', 'users.deactivate'] })
  await app.call(authorizationRoutes.deactivateUser, { as: colleague, params: { id: spared.id } })
  expect(await drained(approve)).toMatchObject({ updated: 0, refused: [{ _id: spared.id }] })
  expect(await query('select status from users where id = $1', [spared.id])).toEqual([{ status: 'deactivated' }])
})

test('ends when its author is deactivated, also while it waits for a colleague', async () => {
  const author = await app.account({ type: 'admin', permissions: ['reservations.read', 'reservations.cancel'] })
  const ids = []
  for (let i = 0; i < 3; i += 1) ids.push((await reserve(app, event)).id)
  const session = await app.database.pool.connect()
  try {
    await session.query('begin')
    await session.query('select from reservations where id = any($1) for update', [ids])
    const { data } = await app.call(routes.cancelReservations, { as: author, body: { filter: {}, ids } })
    const draining = app.app.deps.jobs.drain()
    await untilWaiting(app, 1)
    await query(`update users set status = 'deactivated' where id = $1`, [author.id])
    await session.query('commit')
    await draining
    expect(await statuses(ids)).toEqual(['pending', 'pending', 'pending'])
    expect(await query('select state, error from activities where id = $1', [data.activity_id])).toEqual([
      { state: 'failed', error: 'author_forbidden' },
    ])
  } finally {
    session.release()
  }
})

test('ends when its author loses the permission', async () => {
  const author = await app.account({ type: 'admin', permissions: ['reservations.read', 'reservations.approve'] })
  const { id } = await reserve(app, event)
  const { data } = await app.call(routes.approveReservations, {
    as: author,
    body: { filter: { event_id: event.id, status: 'pending' }, ids: [id] },
  })
  await query('delete from user_roles where user_id = $1', [author.id])
  await app.app.deps.jobs.drain()
  expect(await statuses([id])).toEqual(['pending'])
  expect(await query('select state, error from activities where id = $1', [data.activity_id])).toEqual([
    { state: 'failed', error: 'author_forbidden' },
  ])
})

test('takes an edit back row by row, but not a row that was changed since', async () => {
  const editor = await app.account({
    type: 'admin',
    permissions: [
      ...(['read', 'create', 'update'] as const).map((act) => `event_rooms.${act}` as const),
      'event_centers.create',
      'event_blocks.create',
      'room_categories.create',
      'events.read',
      'events.publish',
      'users.read',
      'users.update',
      'users.deactivate',
    ],
  })
  const as = editor
  const center = await app.call(eventCenterRoutes.create, { as, body: { name: 'Lake House' } })
  const block = await app.call(eventBlockRoutes.create, {
    as,
    body: { event_center_id: center.data._id, name: 'North' },
  })
  const [plain, large] = await Promise.all(
    ['Lake plain', 'Lake large'].map((name) => app.call(roomCategoryRoutes.create, { as, body: { name } })),
  )
  const made = await app.call(eventRoomRoutes.createMany, {
    as,
    body: {
      event_block_id: block.data._id,
      room_category_id: plain?.data._id ?? '',
      floor: 0,
      beds: 2,
      pattern: 'L#',
      from: 1,
      to: 4,
    },
  })
  const [one = '', two = '', three = '', denied = ''] = made.data.rooms.map(({ _id }) => _id)
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'event_rooms', $2, '{update}')`,
    [editor.id, denied],
  )
  const change = {
    room_category_id: large?.data._id ?? '',
    closed: { from: '2031-01-01', until: '2031-01-03', reason: 'Paint' },
  }
  const nothing = await app.call(routes.editRooms, { as, body: { filter: {}, change: {} } })
  expect(nothing).toMatchObject({ status: 422, errors: [{ field: 'change', code: 'required' }] })
  const edit = await app.call(routes.editRooms, { as, body: { filter: { event_block_id: block.data._id }, change } })
  expect(await drained(edit, as)).toMatchObject({
    updated: 3,
    refused: [{ _id: denied, name: 'North L4', reason: 'You do not have permission to do this.' }],
    undoable: 3,
    is_undo: false,
  })
  const room = async (id: string) => {
    const { data } = await app.call(eventRoomRoutes.get, { as, params: { id } })
    return [data.room_category, data.maintenance.length]
  }
  expect(await Promise.all([one, two, three, denied].map(room))).toEqual([
    ...[1, 2, 3].map(() => ['Lake large', 1]),
    ['Lake plain', 0],
  ])
  const overlapping = { closed: { from: '2031-01-02', until: '2031-01-05', reason: 'Floor' } }
  const again = await app.call(routes.editRooms, {
    as,
    body: { filter: { event_block_id: block.data._id }, change: overlapping },
  })
  expect((await drained(again, as)).refused.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ...[1, 2, 3].map((number) => [`North L${number}`, 'The room is closed on some of these days already.']),
    ['North L4', 'You do not have permission to do this.'],
  ])
  await app.call(eventRoomRoutes.update, { as, params: { id: two }, body: { maintenance: [] } })
  await app.call(eventRoomRoutes.update, { as, params: { id: three }, body: { note: 'New beds' } })

  const params = { id: edit.data.activity_id }
  expect((await app.call(routes.undoBulkEdit, { as: staff, params })).status).toBe(404)
  const undo = await app.call(routes.undoBulkEdit, { as, params })
  expect((await app.call(routes.undoBulkEdit, { as, params })).code).toBe('illegal_transition')
  expect(await drained(undo, as)).toMatchObject({
    updated: 2,
    refused: [{ name: 'North L2', reason: 'Somebody changed this in the meantime. Please check it again.' }],
    undoable: 0,
    is_undo: true,
  })
  expect(await Promise.all([one, two, three].map(room))).toEqual([
    ['Lake plain', 0],
    ['Lake large', 0],
    ['Lake plain', 0],
  ])

  const people = await Promise.all(
    ['pending', 'approved', 'deactivated'].map((status) => app.account({ columns: { status } })),
  )
  const ids = people.map(({ id }) => id)
  const off = await app.call(routes.deactivateUsers, { as, body: { filter: {}, ids } })
  expect(await drained(off, as)).toMatchObject({ updated: 2, unchanged: 1, undoable: 2 })
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: off.data.activity_id } }), as)
  expect(
    await query('select status from users where id = any($1) order by array_position($1, id::text)', [ids]),
  ).toEqual([{ status: 'pending' }, { status: 'approved' }, { status: 'deactivated' }])

  const [title] = await query(`insert into titles (name) values ('Lay reader') returning id`, [])
  const named = await app.call(routes.editUsers, { as, body: { filter: {}, ids, change: { title_id: title.id } } })
  expect(await drained(named, as)).toMatchObject({ updated: 3, undoable: 3 })
  const titles = () => query('select distinct title_id, confirmed_title_id from users where id = any($1)', [ids])
  expect(await titles()).toEqual([{ title_id: title.id, confirmed_title_id: title.id }])
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: named.data.activity_id } }), as)
  expect(await titles()).toEqual([{ title_id: null, confirmed_title_id: null }])

  const hide = await app.call(routes.unpublishEvents, { as, body: { filter: {}, ids: [event.id] } })
  expect(await drained(hide, as)).toMatchObject({ updated: 1, undoable: 1 })
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: hide.data.activity_id } }), as)
  expect(await query('select status from events where id = $1', [event.id])).toEqual([{ status: 'published' }])
  // A draft becomes a draft again.
  const draft = await makeEvent(app)
  await query(`update events set status = 'draft', published_at = null where id = $1`, [draft.id])
  const show = await app.call(routes.publishEvents, { as, body: { filter: {}, ids: [draft.id] } })
  expect(await drained(show, as)).toMatchObject({ updated: 1, undoable: 1 })
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: show.data.activity_id } }), as)
  expect(await query('select status, published_at from events where id = $1', [draft.id])).toEqual([
    { status: 'draft', published_at: null },
  ])
})

test('publishes and archives posts, and approves comments', async () => {
  const as = await app.account({
    type: 'admin',
    permissions: ['blogs.read', 'blogs.create', 'blogs.update', 'blogs.publish', 'blogs.moderate'],
  })
  const post = await app.call(contentRoutes.createBlog, { as, body: { title: 'Harvest', body: 'It is near.' } })
  const state = async () => (await app.call(contentRoutes.getBlog, { as, params: { id: post.data._id } })).data.status
  const undone = async ({ data }: { data: { activity_id: string } }) =>
    drained(await app.call(routes.undoBulkEdit, { as, params: { id: data.activity_id } }), as)
  const publish = await app.call(routes.publishBlogs, { as, body: { filter: { status: 'draft' } } })
  expect([await drained(publish, as), await state()]).toMatchObject([{ updated: 1 }, 'published'])
  const archive = await app.call(routes.archiveBlogs, { as, body: { filter: {}, ids: [post.data._id] } })
  expect([await drained(archive, as), await state()]).toMatchObject([{ updated: 1 }, 'archived'])
  expect([await undone(archive), await state()]).toMatchObject([{ updated: 1, refused: [] }, 'published'])
  const said = await app.call(contentRoutes.commentOnPost, {
    as: await app.account(),
    params: { id: post.data._id },
    body: { body: 'Amen' },
  })
  const approve = await app.call(routes.approveComments, { as, body: { filter: { status: 'pending' } } })
  expect(await drained(approve, as)).toMatchObject({ updated: 1, undoable: 0 })
  expect(await query('select status from blog_comments where id = $1', [said.data._id])).toEqual([
    { status: 'approved' },
  ])
  const bare = await app.call(routes.refuseComments, { as, body: { filter: { status: 'approved' } } })
  expect(bare).toMatchObject({ status: 422, errors: [{ field: 'reason', code: 'required' }] })
  const shut = async () =>
    drained(
      await app.call(routes.refuseComments, { as, body: { filter: {}, ids: [said.data._id], reason: 'Advertising' } }),
      as,
    )
  expect(await shut()).toMatchObject({ updated: 1, refused: [], undoable: 0 })
  expect(await query('select status, reason from blog_comments where id = $1', [said.data._id])).toEqual([
    { status: 'removed', reason: 'Advertising' },
  ])
  expect(await shut()).toMatchObject({ updated: 0, refused: [{ name: expect.stringContaining('Harvest') }] })

  // What a colleague decides before its turn comes stays decided.
  const comment = async (body: string) => {
    const said = { as: await app.account(), params: { id: post.data._id }, body: { body } }
    return (await app.call(contentRoutes.commentOnPost, said)).data._id
  }
  const decided = { allowed: await comment('God is good'), shut: await comment('Cheap watches') }
  const bulk = { as, body: { filter: { status: 'pending' } } } as const
  const refusal = await app.call(routes.refuseComments, { as, body: { ...bulk.body, reason: 'Advertising' } })
  const approval = await app.call(routes.approveComments, bulk)
  app.clock.forward(1)
  const colleague = await app.account({ type: 'admin', permissions: ['blogs.moderate'] })
  const decide = (comment_id: string, status: 'approved' | 'rejected') =>
    app.call(contentRoutes.decideComment, {
      as: colleague,
      params: { id: post.data._id, comment_id },
      body: { status, ...(status === 'rejected' && { reason: 'Advertising' }) },
    })
  expect((await decide(decided.allowed, 'approved')).status).toBe(200)
  expect((await decide(decided.shut, 'rejected')).status).toBe(200)
  for (const late of [refusal, approval])
    expect(await drained(late, as)).toMatchObject({ updated: 0, refused: [{}, {}] })
  expect(
    await query('select status from blog_comments where id = any($1) order by status', [Object.values(decided)]),
  ).toEqual([{ status: 'approved' }, { status: 'rejected' }])
  expect([await undone(publish), await state()]).toMatchObject([{ updated: 1 }, 'draft'])
})

test('sets status, assignee and date of many tasks, notifies the assignee, and takes it back', async () => {
  const planner = await app.account({ type: 'admin', permissions: ['tasks.read', 'tasks.create', 'tasks.update'] })
  const helper = await app.account({ type: 'admin', permissions: ['tasks.read'] })
  const as = planner
  const add = async (values: { title: string; event_id?: string; offset_days?: number; due_on?: string }) =>
    (await app.call(taskRoutes.create, { as, body: values })).data._id
  const following = await add({ title: 'Order chairs', event_id: event.id, offset_days: -7 })
  const dated = await add({ title: 'Order tables', due_on: '2026-12-01' })
  const other = await add({ title: 'Thank the choir', due_on: '2026-12-24' })
  const stateOf = async (id: string) => {
    const [row] = await query(
      'select status, assignee_id, due_on::text, offset_days, completed_by from tasks where id = $1',
      [id],
    )
    return row
  }
  const before = [await stateOf(following), await stateOf(dated)]

  const change = { status: 'done', assignee_id: helper.id, due_on: '2026-12-05' } as const
  const edit = await app.call(routes.editTasks, { as, body: { filter: { search: 'order' }, change } })
  expect(edit.data.total).toBe(2)
  expect(await drained(edit, as)).toMatchObject({ updated: 2, refused: [], undoable: 2 })
  const set = {
    status: 'done',
    assignee_id: helper.id,
    due_on: '2026-12-05',
    offset_days: null,
    completed_by: planner.id,
  }
  expect([await stateOf(following), await stateOf(dated)]).toEqual([set, set])
  expect((await stateOf(other)).status).toBe('open')

  await query(`update tasks set status = 'open', completed_at = null, completed_by = null where id = $1`, [dated])
  const undo = await app.call(routes.undoBulkEdit, { as, params: { id: edit.data.activity_id } })
  expect(await drained(undo, as)).toMatchObject({ updated: 1, refused: [{ name: 'Order tables' }] })
  expect(await stateOf(following)).toEqual(before[0])
  expect(await stateOf(dated)).toMatchObject({ due_on: '2026-12-05', assignee_id: helper.id })

  const assign = await app.call(routes.editTasks, {
    as,
    body: { filter: {}, ids: [other], change: { assignee_id: helper.id } },
  })
  expect(await drained(assign, as)).toMatchObject({ updated: 1 })
  const told = await query(`select count(*)::int as n from notifications where user_id = $1`, [helper.id])
  expect(told).toEqual([{ n: 1 }])
  const gone = { assignee_id: 'f'.repeat(24) }
  const refused = await app.call(routes.editTasks, { as, body: { filter: {}, ids: [other], change: gone } })
  expect(await drained(refused, as)).toMatchObject({ updated: 0, refused: [{ name: 'Thank the choir' }] })
})

test('assigns, sorts and closes many tickets, and takes it back with the alert of those that wait', async () => {
  const as = await app.account({
    type: 'admin',
    permissions: ['support_tickets.read', 'support_tickets.update', 'support_tickets.reply'],
  })
  const stranger = await app.account({ type: 'admin' })
  const guest = await app.account()
  const ask = async (subject: string) =>
    (await app.call(supportRoutes.openTicket, { as: guest, body: { subject, body: 'Please help.' } })).data._id
  const ids = [await ask('Mattress one'), await ask('Mattress two')]
  await ask('A lost bag')
  const stateOf = () =>
    query(
      'select status, category, assignee_id, closed_at is not null as closed from support_tickets where id = any($1)',
      [ids],
    )
  const alerts = async () =>
    (
      await query(
        `select count(*)::int as n from alerts where kind = 'ticket_opened' and subject = any($1) and resolved_at is null`,
        [ids],
      )
    )[0].n
  const before = await stateOf()
  expect(await alerts()).toBe(2)
  const filter = { search: 'mattress', status: 'open' } as const
  const change = { status: 'completed', category: 'rooms', assignee_id: as.id } as const
  const edit = await app.call(routes.editTickets, { as, body: { filter, change } })
  expect(edit.data.total).toBe(2)
  expect(await drained(edit, as)).toMatchObject({ updated: 2, refused: [], undoable: 2 })
  const set = { status: 'completed', category: 'rooms', assignee_id: as.id, closed: true }
  expect(await stateOf()).toEqual([set, set])
  expect(await alerts()).toBe(0)
  const again = await app.call(routes.editTickets, { as, body: { filter: {}, ids, change } })
  expect(await drained(again, as)).toMatchObject({ updated: 0, unchanged: 2, undoable: 0 })
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: edit.data.activity_id } }), as)
  expect(await stateOf()).toEqual(before)
  expect(await alerts()).toBe(2)

  const gone = { assignee_id: stranger.id }
  const refused = await app.call(routes.editTickets, { as, body: { filter: {}, ids, change: gone } })
  expect(await drained(refused, as)).toMatchObject({
    updated: 0,
    refused: [{ name: expect.stringContaining('Mattress') }, { name: expect.stringContaining('Mattress') }],
  })
  const odd = await app.call(routes.editTickets, { as, body: { filter: {}, ids, change: { priority: 1 } } })
  expect(odd.status).toBe(422)
})

test('moves many questions behind those of another subject area, withdraws them, and takes it back in order', async () => {
  const as = await app.account({ type: 'admin', permissions: ['faqs.read', 'faqs.create', 'faqs.update'] })
  const add = async (question: string, category: string) =>
    (await app.call(contentRoutes.createFaq, { as, body: { question, answer: 'Yes.', category } })).data._id
  await add('May I bring a pillow?', 'pillows')
  const ids = [await add('Is there a choir?', 'music'), await add('Is there an organ?', 'music')]
  const stateOf = () =>
    query('select category, position, published from faqs where id = any($1) order by array_position($1, id::text)', [
      ids,
    ])
  const before = await stateOf()
  const edit = await app.call(routes.editFaqs, {
    as,
    body: { filter: { category: 'music' }, change: { category: 'pillows', published: false } },
  })
  expect(await drained(edit, as)).toMatchObject({ updated: 2, undoable: 2 })
  expect((await stateOf()).map(({ category, published }) => [category, published])).toEqual([
    ['pillows', false],
    ['pillows', false],
  ])
  expect(
    await query(`select count(distinct position)::int as places from faqs where category = 'pillows'`, []),
  ).toEqual([{ places: 3 }])
  await drained(await app.call(routes.undoBulkEdit, { as, params: { id: edit.data.activity_id } }), as)
  expect(await stateOf()).toEqual(before)
})

test('gives many caterers and products to a vendor, and refuses an account that is none', async () => {
  const as = await app.account({
    type: 'admin',
    permissions: [
      'caterers.read',
      'caterers.create',
      'caterers.update',
      'products.read',
      'products.create',
      'products.update',
    ],
  })
  const vendor = await app.account({ type: 'vendor' })
  const cook = await app.call(catererRoutes.create, { as, body: { name: 'Grace kitchen' } })
  const shirt = await app.call(productRoutes.create, { as, body: { name: 'Shirt of the year' } })
  const vendors = async () => [
    (await app.call(catererRoutes.get, { as, params: { id: cook.data._id } })).data.vendor_id,
    (await app.call(productRoutes.get, { as, params: { id: shirt.data._id } })).data.vendor_id,
  ]
  const set = async (vendor_id: string | null) => [
    await drained(
      await app.call(routes.editCaterers, { as, body: { filter: { search: 'grace' }, change: { vendor_id } } }),
      as,
    ),
    await drained(
      await app.call(routes.editProducts, { as, body: { filter: {}, ids: [shirt.data._id], change: { vendor_id } } }),
      as,
    ),
  ]
  expect(await set(as.id)).toMatchObject([
    { updated: 0, refused: [{ name: 'Grace kitchen' }] },
    { updated: 0, refused: [{ name: 'Shirt of the year' }] },
  ])
  expect(await set(vendor.id)).toMatchObject([
    { updated: 1, undoable: 1 },
    { updated: 1, undoable: 1 },
  ])
  expect(await vendors()).toEqual([vendor.id, vendor.id])
  expect(await set(null)).toMatchObject([{ updated: 1 }, { updated: 1 }])
  expect(await vendors()).toEqual([null, null])
})

test('tries a row again when the database is busy', async () => {
  const as = await app.account({ type: 'admin', permissions: ['users.read', 'users.deactivate'] })
  const [one, two] = [await app.account(), await app.account()]
  await app.database.pool.query(`
    create sequence busy_moments;
    create function be_busy() returns trigger language plpgsql as $$ begin
      if nextval('busy_moments') <= 4 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger busy before update of status on users for each row execute function be_busy()`)
  const edit = await app.call(routes.deactivateUsers, { as, body: { filter: {}, ids: [one.id, two.id] } })
  // Three tries, then the job is run again.
  await app.app.deps.jobs.drain().catch(() => undefined)
  expect(await resultOf(edit.data.activity_id, as)).toMatchObject({ state: 'queued' })
  await runBulkEdit(edit.data, app.app.deps)
  expect(await drained(edit, as)).toMatchObject({ state: 'done', updated: 2, refused: [] })
  await app.database.pool.query('drop trigger busy on users; drop function be_busy; drop sequence busy_moments')
})
