import { activityRoutes } from '@shiloh/contract/activities'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { taskRoutes } from '@shiloh/contract/tasks'
import { usageRoutes } from '@shiloh/contract/usage'
import { workflowRoutes as routes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { runWorkflows, startDated } from './runs.ts'

const ALL = ['workflows.read', 'workflows.create', 'workflows.update', 'workflows.delete'] as const

/** What the steps and triggers of these tests need of their author. */
const ACTS = [
  'reservations.read',
  'reservations.email',
  'reservations.update',
  'reservations.cancel',
  'users.read',
  'events.read',
  'support_tickets.read',
  'messages.create',
  'tasks.create',
] as const

let t: TestApp
let chief: TestAccount
let template: string
let names = 0
beforeAll(async () => {
  t = await testApp()
  chief = await t.account({
    type: 'admin',
    permissions: [...ALL, ...ACTS],
  })
  template = await one(
    `insert into message_templates (name, channels, texts, needed) values ('Hello', '{app,mail}', $1, true) returning id`,
    [JSON.stringify({ en: { subject: 'Hello {{first_name}}', body: 'Welcome to {{event}}', sms: '' } })],
  )
})
afterAll(() => t.close())

const one = async (text: string, values: readonly unknown[]): Promise<string> => {
  const { rows } = await t.database.pool.query<{ id: string }>(text, [...values])
  return rows[0]?.id ?? ''
}
const GERMAN = { 'accept-language': 'de' }
const nothing = { match: 'all', list: [] }
const make = async (body: Readonly<Record<string, unknown>>) => {
  names += 1
  const answer = await t.call(routes.create, {
    body: { name: `Workflow ${names}`, enabled: true, trigger: 'reservation_made', conditions: nothing, ...body },
    as: chief,
  })
  expect(answer.errors).toEqual([])
  return answer.data
}
const runsOf = async (id: string) =>
  (await t.call(routes.listRuns, { query: { workflow_id: id }, as: chief })).data.map((run) => ({
    ...run,
    says: run.steps.map(({ says }) => says),
  }))
const off = (id: string) => t.call(routes.update, { params: { id }, body: { enabled: false }, as: chief })
const work = () => runWorkflows(t.app.deps)
const inApp = async (who: TestAccount) =>
  (await t.call(identityRoutes.listNotifications, { as: who })).data.filter(({ kind }) => kind === 'office_message')
    .length

test('the task of the ready visa workflow leads to the letter, once the person has a confirmed place', async () => {
  const [visa] = (await t.call(routes.list, { query: { search: 'Visa' }, as: chief })).data
  const clerk = await t.account({ type: 'admin', permissions: ['tasks.read', 'reservations.email'] })
  const reader = await t.account({ type: 'admin', permissions: ['tasks.read'] })
  await t.call(routes.update, { params: { id: visa?._id ?? '' }, body: { enabled: true }, as: chief })
  const event = await makeEvent(t, { price: 0, pricePerNight: 0 })
  const { id, user } = await reserve(t, event)
  const stranger = await t.account({})
  const ask = (who: string) =>
    t.database.pool.query(
      `insert into support_tickets (user_id, subject, category) values ($1, 'Visa please', 'travel')`,
      [who],
    )
  await ask(user.id)
  await ask(stranger.id)
  await work()
  await off(visa?._id ?? '')
  const tasksOf = async (user_id: string, as = clerk) =>
    (await t.call(taskRoutes.list, { query: { user_id }, as })).data.map(({ opens, documents }) => ({
      opens,
      documents: documents.map(({ _id }) => _id),
    }))
  expect(await tasksOf(user.id)).toEqual([{ opens: 'invitation_letter', documents: [id] }])
  expect(await tasksOf(stranger.id)).toEqual([{ opens: 'invitation_letter', documents: [] }])
  expect(await tasksOf(user.id, reader)).toEqual([{ opens: null, documents: [] }])
})

test('a message goes to the staff of a role, with a link to their page of the reservation', async () => {
  const event = await makeEvent(t)
  const role = await one(`insert into roles (name) values ('Greeters') returning id`, [])
  const greeter = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  const stranger = await t.account({ type: 'admin' })
  const blind = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [blind.id, event.id],
  )
  for (const { id } of [greeter, stranger, blind])
    await t.database.pool.query('insert into user_roles (user_id, role_id) values ($1, $2)', [id, role])
  const arrived = await one(
    `insert into message_templates (name, channels, texts) values ('Arrived', '{app}', $1) returning id`,
    [JSON.stringify({ en: { subject: '{{guests}}', body: '{{reservation_link}}', sms: '' } })],
  )
  const step = { kind: 'send' as const, template_id: arrived, channels: ['app' as const], role_id: role }
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [step],
  })
  const { id, user } = await reserve(t, event)
  const body = {
    definition: {
      trigger: 'reservation_made' as const,
      conditions: { match: 'all' as const, list: [] },
      steps: [step],
    },
    reservation_id: id,
  }
  // Who builds the first workflow of their own tries it before it is stored.
  const tried = async (...permissions: Permission[]) => {
    const as = await t.account({ type: 'admin', permissions: [...ACTS, ...permissions] })
    return (await t.call(routes.test, { body, as })).code
  }
  expect(await tried('workflows.read')).toBe('forbidden')
  expect(await tried('workflows.read', 'workflows.create')).toBeUndefined()
  const test = await t.call(routes.test, { body, as: chief })
  expect(test.data.lines.map(({ says }) => says)).toContain('Would send “Arrived” (notice in the app) to Greeters')
  expect([await inApp(greeter), await inApp(user)]).toEqual([0, 0])
  await work()
  await off(made._id)
  expect(await inApp(user)).toBe(0)
  const [told] = (await t.call(identityRoutes.listNotifications, { as: greeter })).data
  expect(told).toMatchObject({ link: `/admin/reservations/${id}` })
  // Who may not read reservations, or nothing of this event, is told nothing of them.
  expect([await inApp(stranger), await inApp(blind)]).toEqual([0, 0])
  expect(told?.body).toContain(`/admin/reservations/${id}`)
})

test('a run starts with what happened, where conditions hold, and keeps the version that it began with', async () => {
  const event = await makeEvent(t)
  const other = await makeEvent(t)
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [
      { kind: 'send', template_id: template, channels: ['app'] },
      { kind: 'wait', until: { days: 2 } },
      { kind: 'task', title: 'Call the guest', due_days: 1 },
    ],
  })
  const { user } = await reserve(t, event)
  await reserve(t, other)
  await Promise.all([work(), work()])
  await work()
  expect(await runsOf(made._id)).toMatchObject([
    { state: 'waiting', version: 1, says: [expect.stringContaining('Hello'), expect.any(String)] },
  ])
  expect(await inApp(user)).toBe(1)

  const definition = { trigger: 'reservation_made', conditions: nothing, steps: [{ kind: 'task', title: 'Other' }] }
  await t.call(routes.update, { params: { id: made._id }, body: { definition, enabled: false }, as: chief })
  const busy = await t.call(routes.remove, { params: { id: made._id }, as: chief })
  expect([busy.code, busy.message]).toEqual(['in_use', expect.stringContaining('One run is in progress')])
  await reserve(t, event)
  t.clock.forward(2 * 24 * 60 + 1)
  await work()
  const [run] = await runsOf(made._id)
  expect(run).toMatchObject({ state: 'done', version: 1 })
  expect(run?.says.at(-1)).toBe('Task created: Call the guest')
  expect(await runsOf(made._id)).toHaveLength(1)
  expect((await t.call(routes.remove, { params: { id: made._id }, as: chief })).status).toBe(200)
})

test('a step that fails leaves nothing behind and is run again; a crash in the middle does nothing twice', async () => {
  const event = await makeEvent(t)
  const made = await make({
    steps: [
      { kind: 'send', template_id: template, channels: ['mail'] },
      { kind: 'send', template_id: template, channels: ['app'] },
    ],
  })
  const { user } = await reserve(t, event)
  // The effects of the first step were written when the process died before the commit.
  const { pool } = t.database
  await pool.query(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await pool.query(
    `create trigger die before insert on workflow_steps for each row when (new.path = '1' and new.state = 'done') execute function die()`,
  )
  await work()
  await off(made._id)
  expect(await runsOf(made._id)).toMatchObject([{ state: 'failed', allowed: ['retry', 'cancel'] }])
  expect(await inApp(user)).toBe(0)
  await pool.query(`drop trigger die on workflow_steps`)
  const [failed] = await runsOf(made._id)
  const again = () => t.call(routes.retryRun, { params: { id: failed?._id ?? '' }, as: chief })
  expect((await Promise.all([again(), again()])).map(({ status }) => status).sort()).toEqual([200, 409])
  await Promise.all([work(), work(), work()])
  expect(await runsOf(made._id)).toMatchObject([{ state: 'done' }])
  expect(await inApp(user)).toBe(1)
  expect((await t.outbox(user.email)).filter(({ subject }) => subject.startsWith('Hello'))).toHaveLength(1)

  // No address: the step says so.
  const silent = await make({ steps: [{ kind: 'send', template_id: template, channels: ['sms'] }] })
  await reserve(t, event)
  await work()
  expect(await runsOf(silent._id)).toMatchObject([
    { state: 'failed', says: [expect.stringContaining('reached nobody')] },
  ])
  await off(silent._id)
})

test('a test run promises only what the run sends, and a step says what was left out and why', async () => {
  const event = await makeEvent(t)
  const polite = await one(
    `insert into message_templates (name, channels, texts) values ('Polite', '{app,mail}', $1) returning id`,
    [JSON.stringify({ en: { subject: 'Hello', body: 'Welcome {{first_name}}', sms: '' } })],
  )
  const send = (...channels: string[]) => ({ kind: 'send', template_id: polite, channels })
  const steps = [send('app', 'mail'), send('mail')]
  const about = { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] }
  const made = await make({ conditions: about, steps })
  const { id, user } = await reserve(t, event)
  await t.database.pool.query('update users set email_confirmed_at = null where id = $1', [user.id])
  const tested = await t.call(routes.test, {
    body: { definition: { trigger: 'reservation_made', conditions: about, steps }, reservation_id: id },
    as: chief,
  })
  expect(tested.data.lines.slice(1).map(({ ok, says }) => [ok, says])).toEqual([
    [
      true,
      expect.stringMatching(/^Would send “Polite” \(notice in the app\) to .*\. Left out: mail \(not confirmed\)$/),
    ],
    [false, expect.stringMatching(/^Would send “Polite” to .*, but reach nobody: not confirmed$/)],
  ])
  // What they would read, and nothing over a channel that leaves them out.
  const read = { language: 'en', subject: 'Hello', body: expect.stringMatching(/^Welcome \p{L}/u) }
  expect(tested.data.lines.map(({ message }) => message && [message.app, message.mail])).toEqual([
    null,
    [read, null],
    [null, null],
  ])
  await work()
  await off(made._id)
  expect((await runsOf(made._id))[0]).toMatchObject({
    state: 'failed',
    says: [
      'Sent “Polite” (notice in the app). Left out: mail (not confirmed)',
      '“Polite” reached nobody: not confirmed',
    ],
  })

  // Who wants no news gets none, and the next step follows.
  const news = await make({ conditions: about, steps: [send('mail'), { kind: 'task', title: 'Call' }] })
  const { user: quiet } = await reserve(t, event)
  await t.database.pool.query(
    `update users set notify = '{"mail": true, "sms": true, "muted": ["announcement"]}' where id = $1`,
    [quiet.id],
  )
  await work()
  await off(news._id)
  expect((await runsOf(news._id))[0]).toMatchObject({
    state: 'done',
    says: ['“Polite” reached nobody: opted out', expect.stringContaining('Call')],
  })

  // What the reservation needs goes there too. Only a reservation needs something.
  const needed = { ...send('mail'), needed: true }
  const urgent = await make({ conditions: about, steps: [needed] })
  const next = await reserve(t, event)
  await t.database.pool.query('update users set email_confirmed_at = null where id = $1', [next.user.id])
  await work()
  await off(urgent._id)
  expect((await runsOf(urgent._id))[0]).toMatchObject({ state: 'done', says: ['Sent “Polite” (mail)'] })
  const refused = await t.call(routes.create, {
    body: { name: 'Needed by nobody', trigger: 'user_registered', conditions: nothing, steps: [needed] },
    as: chief,
  })
  expect(refused.errors.map(({ field }) => field)).toContain('steps.0.needed')
})

test('a run that waited or is tried again ends without a word once its conditions are not met', async () => {
  const event = await makeEvent(t)
  const owes = { match: 'all', list: [{ field: 'balance', operator: 'at_least', value: 1 }] }
  const mail = { kind: 'send', template_id: template, channels: ['app'] }
  const unreached = { ...mail, channels: ['sms'] }
  const wait = { kind: 'wait', until: { days: 1 } }
  const waiting = await make({ conditions: owes, steps: [wait, mail] })
  const failing = await make({ conditions: owes, steps: [unreached] })
  const asking = await make({
    conditions: owes,
    steps: [
      wait,
      { kind: 'approval', role_id: null, question: 'Remind?', days: 3, approved: [], declined: [], no_answer: [] },
    ],
  })
  const [payer, debtor] = [await reserve(t, event), await reserve(t, event)]
  await work()
  for (const { _id } of [waiting, failing, asking]) await off(_id)
  await t.database.pool.query(`update reservations set reduced = total where id = $1`, [payer.id])
  const runOf = async ({ _id }: { _id: string }, { id }: { id: string }) => {
    const [run] = (await runsOf(_id)).filter(({ link }) => link?.includes(id))
    return { state: run?.state, reason: run?.reason }
  }
  const ended = { state: 'ended', reason: 'conditions_unmet' }
  await t.call(routes.retryRuns, { as: chief, body: { workflow_id: failing._id } })
  await work()
  expect([await runOf(failing, payer), await runOf(failing, debtor)]).toEqual([
    ended,
    { state: 'failed', reason: null },
  ])
  t.clock.forward(25 * 60)
  await work()
  expect([await runOf(waiting, payer), await runOf(waiting, debtor)]).toEqual([ended, { state: 'done', reason: null }])
  expect([await runOf(asking, payer), await runOf(asking, debtor)]).toEqual([ended, { state: 'asking', reason: null }])
  expect([await inApp(payer.user), await inApp(debtor.user)]).toEqual([0, 1])
})

test('an approval takes the first answer, and no answer after its days', async () => {
  const event = await makeEvent(t)
  const role = await one(`insert into roles (name) values ('District pastor') returning id`, [])
  const pastors = [await t.account({ type: 'admin' }), await t.account({ type: 'admin' })]
  for (const { id } of pastors) await t.database.pool.query(`insert into user_roles values ($1, $2)`, [id, role])
  const task = (title: string) => [{ kind: 'task', title }]
  const made = await make({
    steps: [
      {
        kind: 'approval',
        role_id: role,
        question: 'Ordained?',
        days: 3,
        approved: task('Yes'),
        declined: task('No'),
        no_answer: task('Silence'),
      },
      { kind: 'task', title: 'After' },
    ],
  })
  await reserve(t, event)
  await reserve(t, event)
  await work()
  await off(made._id)
  const waiting = await t.call(routes.listApprovals, { as: pastors[0] as TestAccount })
  expect(waiting.data).toHaveLength(2)
  expect((await t.call(routes.listApprovals, { as: await t.account({ type: 'admin' }) })).data).toEqual([])
  const answers = await Promise.all(
    pastors.map((as, index) =>
      t.call(routes.answerApproval, {
        params: { id: waiting.data[0]?._id ?? '' },
        body: { answer: index === 0 ? 'approved' : 'declined', comment: 'I know him' },
        as,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  t.clock.forward(3 * 24 * 60 + 1)
  await work()
  const runs = await runsOf(made._id)
  expect(runs.map(({ state }) => state)).toEqual(['done', 'done'])
  // Either answer can be the first.
  expect(runs.flatMap(({ says }) => says.slice(1).map((one) => one.replace(/Yes|No$/, 'Answer'))).sort()).toEqual([
    'Task created: After',
    'Task created: After',
    'Task created: Answer',
    'Task created: Silence',
  ])
  expect(runs.flatMap(({ says }) => says)).toContain('No answer in time')
})

test('an approval about a ticket says its subject to those who may read it, and nothing to whom it is denied', async () => {
  const role = await one(`insert into roles (name) values ('Pastoral care') returning id`, [])
  const member = await t.account({ columns: { first_name: 'Yaa', last_name: 'Sika' } })
  const made = await make({
    trigger: 'ticket_opened',
    conditions: { match: 'all', list: [{ field: 'ticket_subject', operator: 'contains', value: 'secret' }] },
    steps: [
      { kind: 'approval', role_id: role, question: 'Visit?', days: 3, approved: [], declined: [], no_answer: [] },
    ],
  })
  const may = async (...permissions: Permission[]) => {
    const account = await t.account({ type: 'admin', permissions })
    await t.database.pool.query(`insert into user_roles values ($1, $2)`, [account.id, role])
    return account
  }
  const [reader, plain, denied] = [await may('support_tickets.read'), await may(), await may('support_tickets.read')]
  const deny = (who: TestAccount) =>
    t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
      [who.id, member.id],
    )
  await deny(denied)
  const asks = async () => {
    await t.database.pool.query(
      `insert into support_tickets (user_id, subject, category) values ($1, 'A secret matter', 'other')`,
      [member.id],
    )
    await work()
  }
  await asks()
  const told = async (who: TestAccount) => [
    ...(await t.call(identityRoutes.listNotifications, { as: who })).data
      .filter(({ title }) => title.includes('Visit?'))
      .map(({ body }) => body),
    ...(await t.outbox(who.email))
      .filter(({ subject }) => subject.includes('Visit?'))
      .map(({ text }) => text.includes('secret')),
  ]
  const listed = async (who: TestAccount) =>
    (await t.call(routes.listApprovals, { as: who })).data
      .filter(({ question }) => question === 'Visit?')
      .map(({ about }) => about)
  expect([await told(reader), await listed(reader)]).toEqual([['About: A secret matter', true], ['Yaa Sika']])
  expect([await told(plain), await listed(plain)]).toEqual([['About: Yaa Sika', false], ['Yaa Sika']])
  expect([await told(denied), await listed(denied)]).toEqual([[], []])

  // Hidden from everybody with the role, it is asked of those who can change workflows.
  for (const who of [reader, plain]) await deny(who)
  await asks()
  await off(made._id)
  expect([await told(chief), await listed(chief)]).toEqual([['About: A secret matter', true], ['Yaa Sika']])
})

test('an approval of a role that nobody has is asked of those who can change workflows', async () => {
  const event = await makeEvent(t)
  const role = await one(`insert into roles (name) values ('Archdeacon') returning id`, [])
  const manager = await t.account({ type: 'admin', permissions: ['workflows.read', 'workflows.update'] })
  const clerk = await t.account({ type: 'admin', permissions: ['workflows.read'] })
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [
      { kind: 'approval', role_id: role, question: 'A stall?', days: 3, approved: [], declined: [], no_answer: [] },
    ],
  })
  await reserve(t, event)
  await reserve(t, event)
  await work()
  await off(made._id)
  const asked = async (as: TestAccount) =>
    (await t.call(routes.listApprovals, { as })).data.filter(({ question }) => question === 'A stall?')
  expect((await runsOf(made._id)).map(({ says }) => says)).toEqual([
    ['Asks those who can change workflows: A stall?'],
    ['Asks those who can change workflows: A stall?'],
  ])
  const told = async (as: TestAccount) =>
    (await t.call(identityRoutes.listNotifications, { as })).data.filter(({ title }) => title.includes('A stall?'))
      .length
  expect([await told(manager), await told(clerk), (await asked(clerk)).length]).toEqual([2, 0, 0])
  const [first] = await asked(manager)
  const answered = await t.call(routes.answerApproval, {
    params: { id: first?._id ?? '' },
    body: { answer: 'approved' },
    as: manager,
  })
  expect(answered.status).toBe(200)
  // A person who gets the role then is asked alone.
  const archdeacon = await t.account({ type: 'admin' })
  await t.database.pool.query(`insert into user_roles values ($1, $2)`, [archdeacon.id, role])
  expect([(await asked(archdeacon)).length, (await asked(manager)).length]).toEqual([1, 0])
  await t.database.pool.query(`update users set status = 'deactivated' where id = $1`, [archdeacon.id])
  expect((await asked(manager)).length).toBe(1)
})

test('what the steps of a run name is kept until the run is over, also when its workflow names it no more', async () => {
  const event = await makeEvent(t)
  const role = await one(`insert into roles (name) values ('Verger') returning id`, [])
  const committee = await one(`insert into committee_types (name) values ('Bell ringers') returning id`, [])
  const wait = { kind: 'wait', until: { days: 1 } }
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [
      wait,
      { kind: 'approval', role_id: role, question: 'Bells?', days: 3, approved: [], declined: [], no_answer: [] },
      { kind: 'committee', committee_type_id: committee },
    ],
  })
  await reserve(t, event)
  await work()
  const { trigger, moment, conditions } = made
  const steps = [{ kind: 'wait' as const, until: { days: 1 } }]
  const definition = { trigger, moment, conditions, steps }
  expect((await t.call(routes.update, { params: { id: made._id }, body: { definition }, as: chief })).errors).toEqual(
    [],
  )
  await off(made._id)
  const keeper = await t.account({ type: 'admin', permissions: ['permissions.delete', 'workflows.read'] })
  const uses = async () =>
    (await t.call(usageRoutes.readUsage, { params: { kind: 'roles', id: role }, as: keeper })).data
  expect(await uses()).toMatchObject([{ says: '1 run in progress', blocks: true }])
  const remove = () => t.call(authorizationRoutes.removeUserRole, { params: { id: role }, as: keeper })
  const refused = await remove()
  expect([refused.code, refused.message]).toEqual(['in_use', expect.stringContaining('1 run in progress')])
  const kept = t.database.pool.query('delete from committee_types where id = $1', [committee])
  await expect(kept).rejects.toMatchObject({ code: '23503' })
  const [run] = await runsOf(made._id)
  await t.call(routes.cancelRun, { params: { id: run?._id ?? '' }, as: chief })
  expect([await uses(), (await remove()).status]).toEqual([[], 200])
})

test('a run ends with its reservation, and limits stop what goes in circles', async () => {
  const event = await makeEvent(t)
  const made = await make({
    steps: [
      { kind: 'wait', until: { days: 1 } },
      { kind: 'task', title: 'Never' },
    ],
  })
  const { id, user } = await reserve(t, event)
  await work()
  const ended = await t.call(reservationRoutes.cancelMyReservation, { params: { id }, body: {}, as: user })
  expect([ended.status, ended.code, ended.errors]).toEqual([200, undefined, []])
  t.clock.forward(25 * 60)
  await work()
  expect(await runsOf(made._id)).toMatchObject([{ state: 'ended', reason: 'reservation_ended' }])
  await off(made._id)

  const loop = await make({ trigger: 'reservation_cancelled', steps: [{ kind: 'task', title: 'Ask why' }] })
  const [source] = await runsOf(made._id)
  const happen = (cause: string | null) =>
    t.database.pool.query(
      `insert into workflow_events (trigger, subject_id, caused_by) values ('reservation_cancelled', $1, $2)`,
      [id, cause],
    )
  for (let time = 0; time < 5; time += 1) await happen(null)
  await work()
  const reasons = (await runsOf(loop._id)).map(({ state, reason }) => reason ?? state).sort()
  expect(reasons).toEqual(['done', 'done', 'done', 'too_often', 'too_often'])
  await t.database.pool.query(`update workflow_runs set depth = 2 where id = $1`, [source?._id])
  await happen(source?._id ?? null)
  await work()
  expect((await runsOf(loop._id)).map(({ reason }) => reason)).toContain('loop')
  await off(loop._id)
})

test('a chain through a real step counts its depth; workflows that cause each other stop as a loop, and say so', async () => {
  // A release that a workflow makes cancels the reservation, and that starts the next workflow, one deeper.
  const event = await makeEvent(t)
  const { id } = await reserve(t, event)
  await t.database.pool.query(
    `update reservations set status = 'active', due_at_once = 0, hold_expires_at = null where id = $1`,
    [id],
  )
  const day = 86_400_000
  await t.database.pool.query(
    `update events set balance_due_at = $2, starts_at = $3, ends_at = $3::timestamptz + interval '3 days' where id = $1`,
    [event.id, new Date(t.clock().getTime() - 5 * day), new Date(t.clock().getTime() + 10 * day)],
  )
  const chain = await make({
    trigger: 'event_date',
    moment: { anchor: 'starts', days: -11 },
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [{ kind: 'release' }],
  })
  const after = await make({ trigger: 'reservation_cancelled', steps: [{ kind: 'task', title: 'Tell the district' }] })
  await t.call(routes.updateConfig, { body: { depth: 1 }, as: chief })
  await startDated(t.app.deps)
  await work()
  await work()
  expect(await runsOf(chain._id)).toMatchObject([
    { state: 'done', says: ['The place was released'], code: expect.any(String) },
  ])
  expect((await runsOf(after._id)).map(({ state, reason }) => [state, reason])).toEqual([['stopped', 'loop']])
  for (const one of [chain, after]) await off(one._id)
  await t.call(routes.updateConfig, { body: { depth: 3 }, as: chief })

  // No step of ours opens a ticket. A table that does, as an extension might: each task of a workflow opens one.
  const { pool } = t.database
  const member = await t.account({})
  await pool.query(`create function task_opens_ticket() returns trigger language plpgsql as $$ begin
    insert into support_tickets (user_id, subject, category) values ('${member.id}', new.title, 'other');
    return null; end $$`)
  await pool.query(
    `create trigger task_opens_ticket after insert on tasks for each row execute function task_opens_ticket()`,
  )
  const about = (words: string) => ({
    match: 'all',
    list: [{ field: 'ticket_subject', operator: 'is', value: words }],
  })
  const itself = await make({
    trigger: 'ticket_opened',
    conditions: about('Again'),
    steps: [{ kind: 'task', title: 'Again' }],
  })
  const there = await make({
    trigger: 'ticket_opened',
    conditions: about('Back'),
    steps: [{ kind: 'task', title: 'There' }],
  })
  const back = await make({
    trigger: 'ticket_opened',
    conditions: about('There'),
    steps: [{ kind: 'task', title: 'Back' }],
  })
  for (const words of ['Again', 'Back'])
    await pool.query(`insert into support_tickets (user_id, subject, category) values ($1, $2, 'other')`, [
      member.id,
      words,
    ])
  for (let pass = 0; pass < 8; pass += 1) await work()
  await pool.query(`drop trigger task_opens_ticket on tasks`)
  const outcome = async (one: string) => (await runsOf(one)).map(({ state, reason }) => reason ?? state).sort()
  expect(await outcome(itself._id)).toEqual(['done', 'done', 'done', 'loop'])
  expect([...(await outcome(there._id)), ...(await outcome(back._id))].sort()).toEqual(['done', 'done', 'done', 'loop'])
  const { data } = await t.call(activityRoutes.listActivities, { query: { kind: 'workflow' }, as: chief })
  expect(data.find(({ link }) => link === `/admin/workflow/${itself._id}`)).toMatchObject({
    state: 'done',
    done: 4,
    total: 4,
    result: { done: 3, waiting: 0, failed: 1 },
    allowed: [],
  })
  for (const one of [itself, there, back]) await off(one._id)
})

test('a committee type is set by the rules of reservations; records that are gone are refused and shown', async () => {
  const event = await makeEvent(t)
  const committee = await one(`insert into committee_types (name) values ('Ushers') returning id`, [])
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [{ kind: 'committee', committee_type_id: committee }],
  })
  const { id, user } = await reserve(t, event)
  await reserve(t, event)
  await work()
  expect((await runsOf(made._id)).map(({ state, says }) => [state, ...says])).toEqual([
    ['done', 'Committee type set to Ushers'],
    ['done', 'Committee type set to Ushers'],
  ])
  const shown = await t.call(reservationRoutes.getMyReservation, { params: { id }, as: user })
  expect(shown.data).toMatchObject({ committee_type: { name: 'Ushers' } })
  const { rows } = await t.database.pool.query(
    `select before, after from audit_trail where action = 'set_committee_type' and object_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ before: { committee_type_id: null }, after: { committee_type_id: committee } }])
  await off(made._id)

  const nowhere = 'f'.repeat(24)
  const conditions = {
    match: 'all',
    list: [
      { field: 'country', operator: 'is', value: nowhere },
      { field: 'event', operator: 'is', value: event.id },
      { field: 'event', operator: 'is_not', value: nowhere },
      { field: 'status', operator: 'is', value: 'asleep' },
      { field: 'title', operator: 'is', value: nowhere },
    ],
  }
  const body = { name: 'Gone', trigger: 'reservation_made', conditions, steps: [] }
  expect(
    (await t.call(routes.create, { body, as: chief })).errors.map(({ field, code }) => `${field} ${code}`),
  ).toEqual([
    'conditions.list.0.value not_found',
    'conditions.list.2.value not_found',
    'conditions.list.4.value not_found',
    'conditions.list.3.value unknown_choice',
  ])
  const title = await one(`insert into titles (name, rank) values ('Deacon of old', 99) returning id`, [])
  const kept = await make({
    enabled: false,
    conditions: { match: 'all', list: [{ field: 'title', operator: 'is_not', value: title }] },
    steps: [{ kind: 'task', title: 'Later' }],
  })
  expect(kept.gone).toEqual([])
  await t.database.pool.query(`delete from titles where id = $1`, [title])
  expect((await t.call(routes.get, { params: { id: kept._id }, as: chief })).data.gone).toEqual([
    'conditions.list.0.value',
  ])
  const on = await t.call(routes.update, { params: { id: kept._id }, body: { enabled: true }, as: chief })
  expect(on.errors.map(({ field }) => field)).toEqual(['conditions.list.0.value'])
})

test('a task of a step is for a role of which somebody can see tasks', async () => {
  const blind = await one(`insert into roles (name) values ('Sees no tasks') returning id`, [])
  const approval = { kind: 'approval', role_id: null, question: 'Really?', days: 3, declined: [], no_answer: [] }
  const body = {
    name: 'For nobody',
    trigger: 'reservation_made',
    conditions: { match: 'all', list: [] },
    steps: [
      { kind: 'task', title: 'For anybody', role_id: null },
      { ...approval, approved: [{ kind: 'task', title: 'For nobody', role_id: blind }] },
    ],
  }
  expect((await t.call(routes.create, { body, as: chief })).errors).toMatchObject([
    { field: 'steps.1.approved.0', code: 'not_permitted', message: 'Nobody with this role can see tasks.' },
  ])
})

test('a ready workflow is read in the language of its reader, and works with it once it is turned on', async () => {
  const german = await t.account({ type: 'admin', permissions: [...ALL, ...ACTS], columns: { language: 'de' } })
  const list = await t.call(routes.list, { query: { search: 'Visa' }, as: german, headers: GERMAN })
  const [visa] = list.data
  expect(visa?.steps).toMatchObject([{ kind: 'task', title: 'Visumschreiben verfassen' }])
  await t.call(routes.update, {
    params: { id: visa?._id ?? '' },
    body: { enabled: true },
    as: german,
    headers: GERMAN,
  })
  const read = await t.call(routes.get, { params: { id: visa?._id ?? '' }, as: chief })
  expect(read.data.steps).toMatchObject([{ kind: 'task', title: 'Visumschreiben verfassen' }])
  await off(visa?._id ?? '')
})

test('a day of the event starts one run for each reservation; a test run changes nothing', async () => {
  const event = await makeEvent(t)
  const { id } = await reserve(t, event)
  const definition = {
    trigger: 'event_date',
    moment: { anchor: 'starts', days: -3 },
    conditions: { match: 'any', list: [{ field: 'balance', operator: 'at_least', value: 1 }] },
    steps: [{ kind: 'release' }, { kind: 'send', template_id: template, channels: ['app'] }],
  }
  const made = await make(definition)
  const tested = await t.call(routes.test, { body: { definition, reservation_id: id }, as: chief })
  expect(tested.data.lines.map(({ says }) => says)).toEqual([
    'It starts: the conditions are met',
    expect.stringContaining('Would release the bed'),
    expect.stringContaining('Would send “Hello” (notice in the app) to'),
  ])
  await startDated(t.app.deps)
  expect(await runsOf(made._id)).toEqual([])
  await t.database.pool.query(
    `update events set starts_at = $2, ends_at = $2::timestamptz + interval '3 days' where id = $1`,
    [event.id, new Date(t.clock().getTime() + 2.5 * 86_400_000)],
  )
  await Promise.all([startDated(t.app.deps), startDated(t.app.deps)])
  await work()
  const runs = await runsOf(made._id)
  expect(runs).toHaveLength(1)
  const refused = (body: object) =>
    t.call(routes.create, { body, as: chief }).then(({ errors }) => errors.map(({ field }) => field))
  const bad = { name: 'Bad', trigger: 'user_registered', conditions: nothing, steps: [{ kind: 'release' }] }
  expect(await refused(bad)).toEqual(['steps.0.kind'])
  expect(await refused({ ...bad, trigger: 'event_date', steps: [] })).toEqual(['moment'])
  const lacking = async (body: object) => (await t.call(routes.create, { body, as: chief })).errors
  expect(await lacking({ ...bad, trigger: 'event_date', steps: [] })).toMatchObject([{ code: 'required' }])
  expect(await lacking({ ...bad, steps: [], enabled: true })).toMatchObject([{ field: 'steps', code: 'required' }])
  const gone = { kind: 'send', template_id: 'f'.repeat(24), channels: ['mail'] }
  expect(await refused({ ...bad, steps: [gone] })).toEqual(['steps.0'])

  // A template that says something about a reservation needs one: when the workflow or the template is saved, and later.
  const { pool } = t.database
  const send = { kind: 'send', template_id: template, channels: ['app'] }
  expect(await refused({ ...bad, steps: [send] })).toEqual(['steps.0'])
  const plain = await one(
    `insert into message_templates (name, channels, texts, needed) values ('Plain', '{app}', $1, true) returning id`,
    [JSON.stringify({ en: { subject: 'Hello', body: 'Welcome', sms: '' } })],
  )
  const greeting = await make({ trigger: 'user_registered', steps: [{ ...send, template_id: plain }] })
  const holes = { en: { subject: 'Hello', body: '{{code}}', sms: '' } }
  const editor = await t.account({ type: 'admin', permissions: ['messages.update'] })
  const edited = await t.call(messageTemplateRoutes.updateMessageTemplate, {
    as: editor,
    params: { id: plain },
    body: { texts: holes },
  })
  expect(edited.errors).toMatchObject([
    { field: 'texts.en.body', code: 'unsupported', message: expect.stringContaining(greeting.name) },
  ])
  await pool.query('update message_templates set texts = $2 where id = $1', [plain, JSON.stringify(holes)])
  await t.account()
  await work()
  expect((await runsOf(greeting._id))[0]).toMatchObject({
    state: 'failed',
    says: ['The template says something about a reservation, and there is none here.'],
  })
  await off(greeting._id)
})

test('staff are alerted to failed and stopped runs, and all failed runs of a filter are tried again together', async () => {
  const event = await makeEvent(t)
  const open = async () =>
    (await t.call(alertRoutes.listAlerts, { as: chief, query: { page_size: 500 } })).data
      .filter(({ about }) => about === made.name)
      .map(({ kind, link }) => ({ kind, link }))
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps: [{ kind: 'send', template_id: template, channels: ['sms'] }],
  })
  await reserve(t, event)
  await reserve(t, event)
  await work()
  expect((await runsOf(made._id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await open()).toEqual([
    { kind: 'workflow_failed', link: `/admin/workflow/runs?workflow_id=${made._id}&state=failed` },
  ])

  const again = (body: object, as = chief) => t.call(routes.retryRuns, { as, body })
  const reader = await t.account({ type: 'admin', permissions: ['workflows.read'] })
  expect((await again({ workflow_id: made._id }, reader)).status).toBe(403)
  expect((await again({ workflow_id: made._id, search: 'nobody of this name' })).data).toEqual({ retried: 0, left: 0 })
  const denied = await t.account({ type: 'admin', permissions: ['workflows.update'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, event.id],
  )
  expect((await again({ workflow_id: made._id }, denied)).data).toEqual({ retried: 0, left: 0 })
  // In the app they reach everybody.
  await t.database.pool.query(
    `update workflow_versions set definition = replace(definition::text, '"sms"', '"app"')::jsonb where workflow_id = $1`,
    [made._id],
  )
  const both = await Promise.all([again({ workflow_id: made._id }), again({ workflow_id: made._id })])
  expect(both.reduce((sum, { data }) => sum + data.retried, 0)).toBe(2)
  expect(await open()).toEqual([])
  await work()
  expect((await runsOf(made._id)).map(({ state }) => state)).toEqual(['done', 'done'])

  // A limit stops the next one.
  const { data: config } = await t.call(routes.getConfig, { as: chief })
  await t.call(routes.updateConfig, { as: chief, body: { runs_per_hour: 1 } })
  await reserve(t, event)
  await work()
  expect(await open()).toEqual([{ kind: 'workflow_held', link: `/admin/workflow/${made._id}` }])
  await t.call(routes.updateConfig, { as: chief, body: { runs_per_hour: config.runs_per_hour } })
  await off(made._id)
  await t.call(routes.update, { params: { id: made._id }, body: { enabled: true }, as: chief })
  expect(await open()).toEqual([])

  // A run that is in progress keeps its workflow.
  const waits = await make({ steps: [{ kind: 'wait', until: { days: 2 } }] })
  await reserve(t, event)
  await work()
  await off(waits._id)
  await off(made._id)
  const used = await t.call(usageRoutes.readUsage, { as: chief, params: { kind: 'workflows', id: waits._id } })
  expect(used.data).toMatchObject([{ says: '1 run in progress', blocks: true }])
})

test('a mail brings the letter of invitation, in the chosen language, only of a confirmed place, and leaves a trace', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0 })
  const steps = [
    { kind: 'send', template_id: template, channels: ['mail'], letter: { language: 'fr', lodging: 'church' } },
  ]
  const made = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: event.id }] },
    steps,
  })
  const { id, user } = await reserve(t, event)
  await work()
  await t.outbox(user.email)
  const { rows } = await t.database.pool.query(
    `select a.name, a.mime from message_attachments a join messages m on m.id = a.message_id
     where m.user_id = $1 and m.template = 'office_mail' and a.mime = 'application/pdf'`,
    [user.id],
  )
  expect(rows).toEqual([{ name: expect.stringMatching(/^invitation-.*\.pdf$/), mime: 'application/pdf' }])
  const issued = await t.database.pool.query(
    `select after from audit_trail where action = 'issue_letter' and object_id = $1`,
    [id],
  )
  expect(issued.rows).toEqual([{ after: { language: 'fr', lodging: 'church', workflow: made.name } }])
  expect((await runsOf(made._id)).map(({ state }) => state)).toEqual(['done'])

  const owed = await makeEvent(t)
  const waiting = await make({
    conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: owed.id }] },
    steps,
  })
  await reserve(t, owed)
  await work()
  expect((await runsOf(waiting._id)).map(({ state }) => state)).toEqual(['failed'])
  for (const one of [made, waiting]) await off(one._id)
  const refused = await t.call(routes.create, {
    body: { name: 'Letter without a place', trigger: 'user_registered', conditions: nothing, steps },
    as: chief,
  })
  expect(refused.errors.map(({ field }) => field)).toContain('steps.0.letter')
})
