import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { taskTemplateRoutes as planned, taskRoutes as routes } from '@shiloh/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { jobs } from './jobs.ts'

const ALL = ['tasks.read', 'tasks.create', 'tasks.update', 'tasks.delete', 'tasks.export'] as const

let t: TestApp
let chief: TestAccount
let helper: TestAccount
beforeAll(async () => {
  t = await testApp()
  chief = await t.account({ type: 'admin', permissions: [...ALL, 'events.create', 'events.read'] })
  helper = await t.account({
    type: 'admin',
    permissions: ['tasks.read'],
    columns: { first_name: 'Esi', last_name: 'Addo' },
  })
})
afterAll(() => t.close())

const make = async (body: Readonly<Record<string, unknown>>) => {
  const answer = await t.call(routes.create, { body: { title: 'Print badges', ...body }, as: chief })
  expect(answer.errors).toEqual([])
  return answer.data
}
const read = async (id: string) => (await t.call(routes.get, { params: { id }, as: chief })).data
const change = (id: string, body: Readonly<Record<string, unknown>>) =>
  t.call(routes.update, { params: { id }, body, as: chief })
const inDays = (days: number) => new Date(t.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const work = () => jobs['watch_tasks']?.({}, t.app.deps)
const notices = async (who: TestAccount) =>
  (await t.call(identityRoutes.adminListNotifications, { as: who })).data.map(({ title }) => title)

test('a task is written, listed as mine, ticked, commented, moved, finished and deleted', async () => {
  const made = await make({
    assignee_id: helper.id,
    due_on: inDays(-2),
    checklist: [{ text: 'Paper' }, { text: 'Ink' }],
  })
  expect(made).toMatchObject({
    assignee: { name: 'Esi Addo' },
    late_days: 2,
    status: 'open',
    position: expect.any(Number),
  })
  expect(await notices(helper)).toEqual(['A task for you: Print badges'])
  const mine = await t.call(routes.list, {
    query: { assignee: 'me', status: 'unfinished', search: 'badge' },
    as: helper,
  })
  expect(mine.data.map(({ _id }) => _id)).toEqual([made._id])
  expect((await t.call(routes.count, { query: { assignee: helper.id }, as: chief })).data).toEqual({
    open: 1,
    in_progress: 0,
    done: 0,
    late: 1,
    mine: 0,
  })
  expect((await t.call(routes.count, { query: {}, as: helper })).data.mine).toBe(1)

  const [paper, ink] = made.checklist
  await t.call(routes.tick, { params: { id: made._id, check_id: paper?._id ?? '' }, body: { done: true }, as: chief })
  // Two people at once: replacing the list by its ids keeps the tick of the other.
  const both = await change(made._id, {
    checklist: [
      { _id: ink?._id, text: 'Black ink' },
      { _id: paper?._id, text: 'Paper' },
    ],
  })
  expect(both.data.checklist.map(({ text, done }) => [text, done])).toEqual([
    ['Black ink', false],
    ['Paper', true],
  ])
  await t.call(routes.comment, { params: { id: made._id }, body: { body: 'A4, please' }, as: chief })
  expect((await t.call(routes.comments, { params: { id: made._id }, as: helper })).data).toMatchObject([
    { body: 'A4, please', author_id: chief.id, mine: false },
  ])
  expect(await notices(helper)).toHaveLength(2)

  const refused = (body: Readonly<Record<string, unknown>>) =>
    change(made._id, body).then(({ errors }) => errors.map(({ field }) => field))
  expect(await refused({ assignee_id: helper.id, role_id: helper.id })).toEqual(['role_id'])
  expect(await refused({ offset_days: -3 })).toEqual(['event_id'])
  const member = await t.account()
  expect(await refused({ assignee_id: member.id })).toEqual(['assignee_id'])
  // Who cannot see tasks would be sent to a page that is closed to them.
  const editor = await t.account({ type: 'admin', permissions: ['faqs.read'], columns: { first_name: 'Kojo' } })
  const { errors } = await change(made._id, { assignee_id: editor.id })
  expect(errors).toMatchObject([{ field: 'assignee_id', code: 'not_permitted' }])
  const listed = (await t.call(routes.assignees, { query: {}, as: chief })).data.map(({ _id }) => _id)
  expect([listed.includes(helper.id), listed.includes(editor.id)]).toEqual([true, false])

  await change(made._id, { status: 'in_progress' })
  const busy = await t.call(routes.remove, { params: { id: made._id }, as: chief })
  expect([busy.code, busy.message]).toEqual(['in_use', expect.stringContaining('working on this task')])
  const done = await change(made._id, { status: 'done' })
  expect(done.data).toMatchObject({ late_days: 0, completed_at: expect.any(String) })
  expect((await t.call(routes.remove, { params: { id: made._id }, as: chief })).status).toBe(200)
})

test('the board keeps its order, also when ten move at once', async () => {
  const titles = ['A', 'B', 'C', 'D']
  const cards: Awaited<ReturnType<typeof make>>[] = []
  for (const title of titles) cards.push(await make({ title, status: 'in_progress' }))
  const idOf = (title: string) => cards[titles.indexOf(title)]?._id ?? ''
  const move = (title: string, before: string | null) =>
    t.call(routes.move, {
      params: { id: idOf(title) },
      body: { status: 'in_progress', before_id: before && idOf(before) },
      as: chief,
    })
  const order = async () =>
    (await t.call(routes.list, { query: { status: 'in_progress', sort: 'position' }, as: chief })).data
      .map(({ title }) => title)
      .join('')
  await move('D', 'A')
  expect(await order()).toBe('DABC')
  await move('D', 'C')
  await move('A', null)
  expect(await order()).toBe('BDCA')
  // Two that leave no room between them: the column is numbered again.
  await t.database.pool.query(
    `update tasks set position = (select position from tasks where id = $1) + 1e-12 where id = $2`,
    [idOf('B'), idOf('D')],
  )
  await move('A', 'D')
  expect(await order()).toBe('BADC')
  await Promise.all(Array.from({ length: 10 }, (_, at) => move(titles[at % 4] ?? 'A', titles[(at + 1) % 4] ?? null)))
  expect([...(await order())].sort().join('')).toBe('ABCD')
})

test('a move is undone while the task is where it was moved to', async () => {
  const { _id: id } = await make({ title: 'Chairs' })
  const move = (status: 'open' | 'in_progress' | 'done', was?: 'in_progress') =>
    t.call(routes.move, { params: { id }, body: { status, ...(was && { was }) }, as: chief })
  await move('in_progress')
  expect((await move('open', 'in_progress')).data.status).toBe('open')
  await move('in_progress')
  await move('done')
  expect((await move('open', 'in_progress')).code).toBe('stale')
  expect((await t.call(routes.get, { params: { id }, as: chief })).data.status).toBe('done')
})

test('a template makes its tasks once, and open tasks that nobody moved follow the event', async () => {
  const event = await makeEvent(t)
  const template = (
    await t.call(planned.create, {
      body: {
        name: 'Conference',
        items: [
          { title: 'Book the centre', offset_days: -84, checklist: ['Call', 'Sign'] },
          { title: 'Brief the ushers', offset_days: -1 },
          { title: 'Order badges', offset_days: -14 },
          { title: 'Say thank you', offset_days: 7 },
        ],
      },
      as: chief,
    })
  ).data
  const apply = () => t.call(planned.apply, { params: { id: template._id }, body: { event_id: event.id }, as: chief })
  const both = await Promise.all([apply(), apply()])
  expect(both.map(({ data }) => data.created).sort()).toEqual([0, 4])
  const tasks = async () =>
    Object.fromEntries(
      (await t.call(routes.list, { query: { event_id: event.id }, as: chief })).data.map((task) => [task.title, task]),
    )
  const before = await tasks()
  expect(before['Book the centre']).toMatchObject({
    due_on: '2026-10-18',
    template: 'Conference',
    checklist: [{ text: 'Call' }, { text: 'Sign' }],
  })
  await change(before['Order badges']?._id ?? '', { due_on: '2026-12-24' })
  await change(before['Brief the ushers']?._id ?? '', { status: 'done' })
  await t.database.pool.query(
    `update events set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days' where id = $1`,
    [event.id],
  )
  const after = await tasks()
  expect(
    Object.values(after)
      .map(({ title, due_on }) => [title, due_on])
      .sort(),
  ).toEqual([
    ['Book the centre', '2026-10-25'],
    ['Brief the ushers', '2027-01-09'],
    ['Order badges', '2026-12-24'],
    ['Say thank you', '2027-01-24'],
  ])
  // Reworded, reordered, one more: what the event has stays, and only the new one is made.
  const items = [
    { title: 'New', offset_days: 0 },
    ...template.items.map(({ _id, title, offset_days }) => ({ _id, title: `${title}!`, offset_days })),
  ]
  await t.call(planned.update, { params: { id: template._id }, body: { items }, as: chief })
  expect((await apply()).data).toEqual({ created: 1, existing: 4 })
  const made = await t.call(adminEventRoutes.createEvent, {
    body: {
      name: 'Camp',
      starts_at: '2027-03-01T09:00:00Z',
      ends_at: '2027-03-03T09:00:00Z',
      task_template_id: template._id,
    },
    as: chief,
  })
  const planOf = await t.call(routes.list, { query: { event_id: made.data._id, sort: 'due_on' }, as: chief })
  expect(planOf.data.map(({ due_on }) => due_on)).toEqual([
    '2026-12-07',
    '2027-02-15',
    '2027-02-28',
    '2027-03-01',
    '2027-03-08',
  ])
  const used = await t.call(planned.remove, { params: { id: template._id }, as: chief })
  expect([used.code, used.message]).toEqual(['in_use', expect.stringContaining('unfinished tasks come')])
})

test('assignees are reminded once of each due date, and an assignee who has gone is reported', async () => {
  const made = await make({ assignee_id: helper.id, due_on: inDays(3), remind_days: 2, title: 'Call the police' })
  const reminded = async () =>
    (await notices(helper)).filter((title) => title.includes('Due on') && title.includes('police')).length
  await work()
  expect(await reminded()).toBe(0)
  t.clock.forward(24 * 60)
  await Promise.all([work(), work()])
  await work()
  expect(await reminded()).toBe(1)
  await change(made._id, { due_on: inDays(1) })
  await work()
  expect(await reminded()).toBe(2)
  // Nobody is reminded of what they may not see any more.
  const { rows: roles } = await t.database.pool.query('delete from user_roles where user_id = $1 returning *', [
    helper.id,
  ])
  expect(roles).toHaveLength(1)
  await change(made._id, { due_on: inDays(2) })
  await work()
  expect(await reminded()).toBe(2)

  const alerts = async () =>
    (await t.call(alertRoutes.listAlerts, { query: { kind: 'task_unassigned' }, as: chief })).data.map(
      ({ about }) => about,
    )
  await t.database.pool.query(`update users set status = 'deactivated' where id = $1`, [helper.id])
  await work()
  expect(await alerts()).toEqual(['Call the police'])
  expect(await read(made._id)).toMatchObject({ assignee: null, former_assignee: 'Esi Addo', needs_assignee: true })
  await change(made._id, { assignee_id: null })
  await work()
  expect(await alerts()).toEqual([])
})

test('a task whose assignee may not see it any more needs another', async () => {
  const event = await makeEvent(t)
  const clerk = async (last_name: string) =>
    t.account({ type: 'admin', permissions: ['tasks.read'], columns: { first_name: 'Afia', last_name } })
  const [lost, denied] = [await clerk('Lost'), await clerk('Denied')]
  const title = 'Hang the banners'
  const made = [
    await make({ title, assignee_id: lost.id, event_id: event.id }),
    await make({ title, assignee_id: denied.id, event_id: event.id }),
  ]
  const free = async () =>
    (await t.call(routes.list, { query: { assignee: 'none', event_id: event.id }, as: chief })).data.length
  expect(await free()).toBe(0)
  await t.database.pool.query('delete from user_roles where user_id = $1', [lost.id])
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, event.id],
  )
  expect(await free()).toBe(2)
  await work()
  const alerts = async () =>
    (await t.call(alertRoutes.listAlerts, { query: { kind: 'task_unassigned' }, as: chief })).data.filter(
      ({ about }) => about === title,
    ).length
  expect(await alerts()).toBe(2)
  for (const [index, { _id }] of made.entries())
    expect(await read(_id)).toMatchObject({
      assignee: null,
      former_assignee: ['Afia Lost', 'Afia Denied'][index],
      needs_assignee: true,
    })
  // Given to somebody from whom it is hidden, it would wait again.
  const other = await make({ title, event_id: event.id })
  expect((await change(other._id, { assignee_id: denied.id })).errors).toMatchObject([
    { field: 'assignee_id', code: 'not_permitted' },
  ])
  // The permission comes back, and the task with it.
  await t.database.pool.query('delete from special_permissions where user_id = $1', [denied.id])
  await work()
  expect([await read(made[1]?._id ?? ''), await alerts()]).toMatchObject([{ assignee: { _id: denied.id } }, 1])
})

test('a task is for roles that may see tasks, or somebody with them does', async () => {
  const role = async (name: string, permission?: string) => {
    const { rows } = await t.database.pool.query<{ id: string }>('insert into roles (name) values ($1) returning id', [
      name,
    ])
    const id = rows[0]?.id ?? ''
    if (permission)
      await t.database.pool.query(
        `with made as (insert into policies (name) values ($2) returning id), granted as (
           insert into policy_permissions (policy_id, permission_id) select made.id, p.id from made, permissions p
             join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
             where r.name || '.' || a.name = $3)
         insert into role_policies (role_id, policy_id) select $1, id from made`,
        [id, `For ${name}`, permission],
      )
    return id
  }
  const [blind, toCome, mixed] = [
    await role('Till', 'payments.read'),
    await role('Ushers to come', 'tasks.read'),
    await role('Kitchen', 'caterers.read'),
  ]
  await t.database.pool.query('insert into user_roles values ($1, $2)', [chief.id, mixed])
  const offered = new Set((await t.call(routes.assignees, { query: {}, as: chief })).data.map(({ _id }) => _id))
  expect([blind, toCome, mixed].map((id) => offered.has(id))).toEqual([false, true, true])
  const refused = await t.call(routes.create, { body: { title: 'Count', role_id: blind }, as: chief })
  expect(refused.errors).toMatchObject([
    { field: 'role_id', code: 'not_permitted', message: 'Nobody with this role can see tasks.' },
  ])
  const item = { title: 'Count', offset_days: 0, role_id: blind }
  const template = await t.call(planned.create, { body: { name: 'With a till', items: [item] }, as: chief })
  expect(template.errors).toMatchObject([{ field: 'items.0.role_id', code: 'not_permitted' }])
  const made = await make({ title: 'Cook', role_id: mixed })
  expect(made.needs_assignee).toBe(false)
  await t.database.pool.query('delete from user_roles where role_id = $1', [mixed])
  expect(await read(made._id)).toMatchObject({ role: { _id: mixed }, needs_assignee: true })
  const free = await t.call(routes.list, { query: { assignee: 'none', search: 'Cook' }, as: chief })
  expect(free.data.map(({ _id }) => _id)).toEqual([made._id])
})

test('a task of a denied event is in no list, and cannot be opened', async () => {
  const event = await makeEvent(t)
  const made = await make({ event_id: event.id, due_on: null })
  const barred = await t.account({ type: 'admin', permissions: [...ALL, 'events.read'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [barred.id, event.id],
  )
  const ids = (await t.call(routes.list, { query: { page_size: '500' }, as: barred })).data.map(({ _id }) => _id)
  expect(ids).not.toContain(made._id)
  expect((await t.call(routes.get, { params: { id: made._id }, as: barred })).status).toBe(403)
  expect((await t.call(routes.create, { body: { title: 'X', event_id: event.id }, as: barred })).status).toBe(403)
})
