import type { Permission } from '@shiloh/contract/permissions'
import { workflowRoutes as routes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { runWorkflows } from './runs.ts'

const MANAGES = ['workflows.read', 'workflows.create', 'workflows.update'] as const
const ACTS = ['reservations.read', 'reservations.email', 'reservations.update', 'tasks.create'] as const

let t: TestApp
let event: BookableEvent
let template: string
let committee: string
beforeAll(async () => {
  t = await testApp()
  const one = async (text: string, values: readonly unknown[] = []) =>
    (await t.database.pool.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
  template = await one(
    `insert into message_templates (name, channels, texts, needed) values ('Hello', '{app}', $1, true) returning id`,
    [JSON.stringify({ en: { subject: 'Hello {{first_name}}', body: 'Welcome', sms: '' } })],
  )
  committee = await one(`insert into committee_types (name) values ('Ushering') returning id`)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.database.pool.query('update workflows set enabled = false')
  event = await makeEvent(t)
})

const admin = (...permissions: Permission[]) => t.account({ type: 'admin', permissions })
let names = 0
const bodyOf = (steps: readonly object[], more: object = {}) => {
  names += 1
  const conditions = { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] }
  return { name: `Workflow ${names}`, enabled: true, trigger: 'reservation_made', conditions, steps, ...more }
}
const create = (as: TestAccount, steps: readonly object[], more?: object) =>
  t.call(routes.create, { as, body: bodyOf(steps, more) })
const update = (as: TestAccount, id: string, body: object) => t.call(routes.update, { as, params: { id }, body })
const runsOf = async (as: TestAccount, id: string) =>
  (await t.call(routes.listRuns, { as, query: { workflow_id: id } })).data.map(({ state, reason }) => [state, reason])
const tasksOf = async (title: string) =>
  (await t.database.pool.query(`select id from tasks where title = $1`, [title])).rows.length
const work = () => runWorkflows(t.app.deps)

const task = (title: string) => ({ kind: 'task', title })
const forbid = async (account: TestAccount, resource: string, actions: readonly string[], objectId?: string) => {
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, actions, object_id) values ($1, 'deny', $2, $3, $4)`,
    [account.id, resource, actions, objectId ?? null],
  )
}
const allowAgain = (account: TestAccount) =>
  t.database.pool.query(`delete from special_permissions where user_id = $1`, [account.id])

test('takes only steps that its author may do, and names the others', async () => {
  const manager = await admin(...MANAGES)
  const steps = [
    { kind: 'send', template_id: template, channels: ['app'] },
    { kind: 'committee', committee_type_id: committee },
    { kind: 'approval', question: 'Really?', approved: [{ kind: 'release' }], declined: [task('Call')], no_answer: [] },
  ]
  const refused = await create(manager, steps)
  expect([refused.status, ...refused.errors.map(({ field, code }) => `${field} ${code}`)]).toEqual([
    422,
    'trigger denied',
    'steps.0 denied',
    'steps.1 denied',
    'steps.2.approved.0 denied',
    'steps.2.declined.0 denied',
  ])
  expect(refused.errors[3]?.message).toBe('You do not have permission to cancel reservations.')

  const office = await admin(...MANAGES, ...ACTS)
  const rest = await create(office, steps)
  expect(rest.errors.map(({ field }) => field)).toEqual(['steps.2.approved.0'])
  // Off, it is not saved either. What others wrote is turned on only by those who may do it.
  const made = await create(office, [task('Greet')], { enabled: false })
  expect(made.data).toMatchObject({ author: { _id: office.id }, hindrance: null })
  const on = await update(manager, made.data._id, { enabled: true })
  expect(on.errors.map(({ field }) => field)).toEqual(['trigger', 'steps.0'])
  expect((await update(manager, made.data._id, { name: 'Greeting' })).data.author?._id).toBe(office.id)
  const second = await admin(...MANAGES, ...ACTS)
  expect((await update(second, made.data._id, { enabled: true })).data.author?._id).toBe(second.id)
  expect((await update(manager, made.data._id, { enabled: false })).data.author?._id).toBe(second.id)
})

test('waits when its author loses a permission, and goes on once when the permission is back', async () => {
  const office = await admin(...MANAGES, ...ACTS)
  const { data } = await create(office, [task('Seat the guest')])
  await forbid(office, 'tasks', ['create'])
  await reserve(t, event)
  await work()
  expect(await runsOf(office, data._id)).toEqual([['paused', 'author_forbidden']])
  expect(await tasksOf('Seat the guest')).toBe(0)
  const shown = await t.call(routes.get, { as: office, params: { id: data._id } })
  expect(shown.data).toMatchObject({ hindrance: 'author_forbidden', runs: { live: 1 } })
  await work()
  await allowAgain(office)
  t.clock.forward(61)
  await Promise.all([work(), work()])
  expect(await runsOf(office, data._id)).toEqual([['done', null]])
  expect(await tasksOf('Seat the guest')).toBe(1)
  expect((await t.call(routes.get, { as: office, params: { id: data._id } })).data.hindrance).toBeNull()
})

test('waits when the account is deactivated, until somebody who may do it takes it over', async () => {
  const author = await admin(...MANAGES, ...ACTS)
  const { data } = await create(author, [{ kind: 'wait', until: { days: 1 } }, task('Write a letter')])
  await reserve(t, event)
  await work()
  const other = await admin(...MANAGES, ...ACTS)
  // Another version: the run keeps the one that it began with, and its author.
  await update(other, data._id, { definition: bodyOf([task('Something else')]) })
  await t.database.pool.query(`update workflow_versions set author_id = $2 where workflow_id = $1 and version = 1`, [
    data._id,
    author.id,
  ])
  await t.database.pool.query(`update users set status = 'deactivated' where id = $1`, [author.id])
  t.clock.forward(24 * 60 + 1)
  await work()
  expect(await runsOf(other, data._id)).toEqual([['paused', 'author_gone']])
  const manager = await admin(...MANAGES)
  expect((await update(manager, data._id, { enabled: true })).status).toBe(422)
  expect((await update(other, data._id, { enabled: true })).status).toBe(200)
  await work()
  expect(await runsOf(other, data._id)).toEqual([['done', null]])
  expect(await tasksOf('Write a letter')).toBe(1)
})

test('does not act on what is denied to its author; a paused run can be ended', async () => {
  const office = await admin(...MANAGES, ...ACTS)
  const { data } = await create(office, [task('Hidden work')])
  await forbid(office, 'events', ['read'], event.id)
  await reserve(t, event)
  await work()
  const chief = await admin(...MANAGES, ...ACTS)
  expect(await runsOf(chief, data._id)).toEqual([['paused', 'author_forbidden']])
  const [run] = (await t.call(routes.listRuns, { as: chief, query: { workflow_id: data._id } })).data
  expect(run?.allowed).toEqual(['cancel'])
  const ended = await t.call(routes.cancelRun, { as: chief, params: { id: run?._id ?? '' } })
  expect(ended.data).toMatchObject({ state: 'cancelled', reason: 'by_hand' })
  expect(await tasksOf('Hidden work')).toBe(0)
})
