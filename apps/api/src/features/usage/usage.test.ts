import { authorizationRoutes } from '@shiloh/contract/authorization'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { taskRoutes } from '@shiloh/contract/tasks'
import { USED, usageRoutes } from '@shiloh/contract/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { features } from '../../features.ts'

const PERSON = { name: expect.any(String), link: expect.stringMatching(/^\/admin\/users\/[0-9a-f]{24}$/) }

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  (await t.database.pool.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''

test('counts what uses a record for those who may delete it, and the refusal says the same', async () => {
  const title = await one(`insert into titles (name, rank) values ('Elder of use', 90) returning id`)
  const event = await makeEvent(t)
  const { user } = await reserve(t, event)
  await t.account({ columns: { title_id: title } })
  await t.database.pool.query(`update users set title_id = $1 where id = $2`, [title, user.id])
  await t.database.pool.query(`update reservation_participants set title_id = $1 where user_id = $2`, [title, user.id])
  const chief = await t.account({
    type: 'admin',
    permissions: ['titles.delete', 'users.read', 'reservations.read', 'event_centers.delete', 'permissions.delete'],
  })
  const read = (kind: keyof typeof USED, id: string, as = chief, headers = {}) =>
    t.call(usageRoutes.readUsage, { params: { kind, id }, as, headers })
  expect((await read('titles', title)).data).toEqual([
    {
      says: '2 people',
      count: 2,
      blocks: true,
      deleted: false,
      kept: false,
      link: `/admin/users?title_id=${title}`,
      records: [PERSON, PERSON],
    },
    {
      says: '1 reservation',
      count: 1,
      blocks: true,
      deleted: false,
      kept: false,
      link: `/admin/reservations?event_id=all&title=${title}`,
      records: [{ name: expect.any(String), link: expect.stringMatching(/^\/admin\/reservations\/[0-9a-f]{24}$/) }],
    },
  ])
  const removed = await t.call(organisationRoutes.removeTitle, {
    params: { id: title },
    as: chief,
    headers: { 'accept-language': 'de' },
  })
  expect([removed.status, removed.code, removed.message]).toEqual([
    409,
    'in_use',
    'Noch in Gebrauch: 2 Personen und 1 Reservierung. Solange das so ist, kann es nicht gelöscht werden.',
  ])

  // Without a permission to read them, a number but no name. Hidden ones are not counted.
  const narrow = await t.account({ type: 'admin', permissions: ['titles.delete'] })
  expect((await read('titles', title, narrow)).data).toMatchObject([
    { count: 2, link: null, records: [] },
    { count: 1, records: [] },
  ])
  expect((await read('roles', title, narrow)).status).toBe(403)
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [narrow.id, user.id],
  )
  expect((await read('titles', title, narrow)).data).toMatchObject([{ says: '1 person', count: 1 }])
})

/** The lists that the links lead to, each as its screen reads it. */
const SCREENS = {
  '/admin/users': authorizationRoutes.listUsers,
  '/admin/reservations': reservationRoutes.listReservations,
  '/admin/tasks-and-planning': taskRoutes.list,
} as const
const isScreen = (path: string): path is keyof typeof SCREENS => Object.hasOwn(SCREENS, path)

test('a link to what uses a record lists exactly that, of all events', async () => {
  const [title, designation, committee, role] = await Promise.all(
    ['titles', 'designations', 'committee_types', 'roles'].map((table) =>
      one(`insert into ${table} (name) values ('Listed by its link') returning id`),
    ),
  )
  const { pool } = t.database
  const first = await makeEvent(t)
  for (const event of [first, await makeEvent(t), first]) {
    const { id, user } = await reserve(t, event)
    await pool.query('update reservations set committee_type_id = $2 where id = $1', [id, committee])
    await pool.query('update users set title_id = $2, designation_id = $3 where id = $1', [user.id, title, designation])
    await pool.query(
      `update reservation_participants set title_id = $2, designation_id = $3 where reservation_id = $1`,
      [id, title, designation],
    )
  }
  const slept = await makeEvent(t)
  await reserve(t, slept, { accommodation: { room_category_id: slept.categoryId, ...NIGHTS } })
  await pool.query(`update reservations set status = 'archived' where event_id = $1`, [first.id])
  const clerk = await t.account({ type: 'admin', columns: { title_id: title ?? '' } })
  await pool.query(
    `insert into tasks (title, assignee_id, role_id, status) values ('Call', $1, null, 'open'), ('Ring', $1, null, 'done'),
       ('Write', null, $2, 'in_progress'), ('Go', null, $2, 'done')`,
    [clerk.id, role],
  )
  const chief = await t.account({
    type: 'admin',
    permissions: [
      ...Object.values(USED).map(({ permission }) => permission),
      ...(['users.read', 'admin_users.read', 'reservations.read', 'tasks.read', 'titles.read'] as const),
    ],
  })
  const followed = async (kind: keyof typeof USED, id: string | undefined) => {
    const { data } = await t.call(usageRoutes.readUsage, { params: { kind, id: id ?? '' }, as: chief })
    return Promise.all(
      data.map(async ({ says, count, link }) => {
        const { pathname, searchParams } = new URL(link ?? '/', 'http://shiloh.test')
        if (!isScreen(pathname)) return [says, link]
        const { view: _, event_id, ...query } = Object.fromEntries(searchParams)
        if (pathname !== '/admin/users') expect(event_id).toBe('all')
        const { meta } = await t.call(SCREENS[pathname], { as: chief, query })
        return [says, meta.total === count ? 'exactly' : meta.total]
      }),
    )
  }
  const three = ['3 people', 'exactly']
  expect(await followed('titles', title)).toEqual([three, ['1 administrator', null], ['3 reservations', 'exactly']])
  expect(await followed('designations', designation)).toEqual([three, ['3 reservations', 'exactly']])
  expect(await followed('committee_types', committee)).toEqual([['3 reservations', 'exactly']])
  expect(await followed('participant_types', first.typeId)).toContainEqual(['2 reservations', 'exactly'])
  expect(await followed('room_categories', slept.categoryId)).toContainEqual(['1 reservation', 'exactly'])
  expect(await followed('admin_users', clerk.id)).toEqual([['1 task', 'exactly']])
  expect(await followed('roles', role)).toEqual([['1 task', 'exactly']])
})

test('says what keeps a person, an administrator or an event, and what is deleted with them', async () => {
  const event = await makeEvent(t)
  const { user } = await reserve(t, event)
  const clerk = await t.account({ type: 'admin', permissions: ['tasks.read'] })
  await t.database.pool.query(`insert into tasks (title, assignee_id, user_id) values ('Ring them', $1, $2)`, [
    clerk.id,
    user.id,
  ])
  await one(`insert into support_tickets (user_id, subject) values ($1, 'Where do I park?') returning id`, [user.id])
  const chief = await t.account({
    type: 'admin',
    permissions: ['users.delete', 'admin_users.delete', 'support_tickets.read', 'reservations.read', 'tasks.read'],
  })
  const read = async (kind: keyof typeof USED, id: string) =>
    (await t.call(usageRoutes.readUsage, { params: { kind, id }, as: chief })).data?.map(
      ({ says, blocks, deleted }) => [says, blocks ? 'blocks' : deleted ? 'deleted' : 'loses'],
    )
  expect(await read('users', user.id)).toEqual([
    ['1 current reservation', 'blocks'],
    ['1 ticket', 'deleted'],
    ['1 task', 'loses'],
  ])
  expect(await read('admin_users', clerk.id)).toEqual([['1 task', 'loses']])
  const refused = await t.call(authorizationRoutes.removeUser, { params: { id: user.id }, as: chief })
  expect([refused.status, refused.message]).toEqual([
    409,
    'Still in use: 1 current reservation. This cannot be deleted until that changes.',
  ])
  // Of somebody who is hidden from the caller, nothing is counted.
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [chief.id, user.id],
  )
  expect(await read('users', user.id)).toEqual([])
})

test('says what goes with a task, who opens a list with a view, and who answered a question', async () => {
  const event = await makeEvent(t)
  const { id: reservation, view: made } = await reserve(t, event)
  const clerk = await t.account({ type: 'admin' })
  const task = await one(`insert into tasks (title) values ('Book the bus') returning id`)
  await t.database.pool.query(
    `insert into task_checks (task_id, position, text) values ($1, 0, 'Ring them'), ($1, 1, 'Pay')`,
    [task],
  )
  await t.database.pool.query(`insert into task_comments (task_id, body) values ($1, 'It has 40 seats')`, [task])
  const view = await one(
    `insert into saved_views (list, name, shared, query, created_at, updated_at)
       values ('reservations', 'Unpaid', true, '{}', now(), now()) returning id`,
  )
  await t.database.pool.query(`insert into default_views (user_id, list, view_id) values ($1, 'reservations', $2)`, [
    clerk.id,
    view,
  ])
  const question = await owner('form_questions', event)
  const version = await one(
    `insert into form_versions (form_id, definition, definition_hash)
       select s.form_id, '{}', 'one' from form_questions q join form_sections s on s.id = q.section_id where q.id = $1 returning id`,
    [question],
  )
  await t.database.pool.query(`update reservations set form_version_id = $2 where id = $1`, [reservation, version])
  await t.database.pool.query(
    `insert into reservation_answers (reservation_id, question_id, label, value) values ($1, $2, 'Why?', '"So"')`,
    [reservation, question],
  )
  const chief = await t.account({
    type: 'admin',
    permissions: ['tasks.delete', 'tasks.read', 'settings.update', 'event_forms.update', 'reservations.read'],
  })
  const read = async (kind: keyof typeof USED, id: string) =>
    (await t.call(usageRoutes.readUsage, { params: { kind, id }, as: chief })).data
  const link = `/admin/tasks-and-planning?task=${task}`
  expect(await read('tasks', task)).toMatchObject([
    { says: '1 comment', deleted: true, records: [{ name: 'It has 40 seats', link }] },
    { says: '2 lines of its checklist', deleted: true, records: [{ name: 'Pay' }, { name: 'Ring them' }] },
  ])
  expect(await read('saved_views', view)).toMatchObject([
    { says: '1 administrator', blocks: false, deleted: false, records: [] },
  ])
  expect(await read('form_questions', question)).toMatchObject([
    {
      says: '1 reservation with an answer',
      blocks: false,
      records: [{ name: made.code, link: `/admin/reservations/${reservation}` }],
    },
  ])
})

test('says who chose an option of a question, and not who wrote the same as a text', async () => {
  const event = await makeEvent(t)
  const { id: reservation, view: made } = await reserve(t, event)
  const { id: other } = await reserve(t, event)
  const question = await owner('form_questions', event)
  const option = await one(`insert into question_options (question_id, label) values ($1, 'Bus') returning id`, [
    question,
  ])
  const version = await one(
    `insert into form_versions (form_id, definition, definition_hash)
       select s.form_id, '{}', 'two' from form_questions q join form_sections s on s.id = q.section_id where q.id = $1 returning id`,
    [question],
  )
  await t.database.pool.query(`update reservations set form_version_id = $2 where id = any($1)`, [
    [reservation, other],
    version,
  ])
  await t.database.pool.query(
    `insert into reservation_answers (reservation_id, question_id, label, value)
       values ($1, $3, 'How?', to_jsonb($4::text)), ($2, $3, 'How?', '"Bus"')`,
    [reservation, other, question, option],
  )
  const chief = await t.account({ type: 'admin', permissions: ['event_forms.update', 'reservations.read'] })
  const { data } = await t.call(usageRoutes.readUsage, { params: { kind: 'question_options', id: option }, as: chief })
  expect(data).toMatchObject([
    { says: '1 reservation that chose it', count: 1, blocks: false, records: [{ name: made.code }] },
  ])
})

test('every kind can be asked, and follows from a route that deletes one', async () => {
  const paths = features.flatMap(({ endpoints }) => endpoints).map(({ route }) => `${route.method} ${route.path}`)
  for (const { path } of Object.values(USED)) expect(paths).toContain(`DELETE ${path}`)
  const chief = await t.account({ type: 'admin', permissions: Object.values(USED).map(({ permission }) => permission) })
  for (const kind of Object.keys(USED) as (keyof typeof USED)[]) {
    const { status, data } = await t.call(usageRoutes.readUsage, { params: { kind, id: 'f'.repeat(24) }, as: chief })
    expect([kind, status, data]).toEqual([kind, 200, []])
  }
})

// ── Named in lists ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Where a list names a record, and what the refusal of its deletion says. */
const LISTS = [
  ['titles', 'event_rooms', 'kept_for_title_ids', '1 room kept for it'],
  ['designations', 'event_rooms', 'kept_for_designation_ids', '1 room kept for it'],
  ['titles', 'event_participant_types', 'title_ids', '1 event'],
  ['designations', 'event_participant_types', 'designation_ids', '1 event'],
  ['event_blocks', 'event_accommodations', 'block_ids', '1 event'],
  ['participant_types', 'form_questions', 'participant_type_ids', '1 question of a form'],
] as const
type Listed = (typeof LISTS)[number][0]

const deletionOf = (kind: keyof typeof USED) =>
  features
    .flatMap(({ endpoints }) => endpoints)
    .find(({ route }) => route.method === 'DELETE' && route.path === USED[kind].path)?.route
const remove = async (kind: keyof typeof USED, id: string) => {
  const route = deletionOf(kind)
  if (!route) throw new Error(`nothing deletes ${kind}`)
  const as = await t.account({ type: 'admin', permissions: [USED[kind].permission] })
  return t.call(route, { params: { id }, as })
}
let made = 0
const record = async (kind: Listed, centerId: string): Promise<string> => {
  made += 1
  return kind === 'event_blocks'
    ? one(`insert into event_blocks (event_center_id, name) values ($1, $2) returning id`, [centerId, `Block ${made}`])
    : one(`insert into ${kind} (name) values ($1) returning id`, [`Listed ${made}`])
}
/** Returns a row of the table that has the list. */
const owner = async (table: string, event: Awaited<ReturnType<typeof makeEvent>>): Promise<string> => {
  if (table === 'event_rooms') return event.roomIds[0] ?? ''
  if (table !== 'form_questions') return one(`select id from ${table} where event_id = $1 limit 1`, [event.id])
  const form = await one(`insert into event_forms (name) values ($1) returning id`, [`Form ${event.id}`])
  const section = await one(`insert into form_sections (form_id, title) values ($1, 'Questions') returning id`, [form])
  return one(`insert into form_questions (section_id, label, type) values ($1, 'Why?', 'text') returning id`, [section])
}

test.each(LISTS)('%s named by %s.%s cannot be deleted, also at the same moment', async (kind, table, column, says) => {
  const event = await makeEvent(t)
  const row = await owner(table, event)
  const { pool } = t.database
  const name = (ids: readonly string[], on: Pick<typeof pool, 'query'> = pool) =>
    on.query(`update ${table} set ${column} = $2 where id = $1`, [row, ids])
  const kept = await record(kind, event.centerId)
  await name([kept])
  const chief = await t.account({ type: 'admin', permissions: [USED[kind].permission] })
  const uses = await t.call(usageRoutes.readUsage, { params: { kind, id: kept }, as: chief })
  expect(uses.data).toMatchObject([{ says, blocks: true, records: [] }])
  const refused = await remove(kind, kept)
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'in_use',
    `Still in use: ${says}. This cannot be deleted until that changes.`,
  ])

  // Named by somebody whose transaction is not over yet: the deletion waits, and is refused.
  const other = await record(kind, event.centerId)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await name([other], client)
    const waits = remove(kind, other)
    await untilWaiting(t, 1)
    await client.query('commit')
    expect((await waits).code).toBe('in_use')
    // Deleted in a transaction that is not over yet: the list cannot name it.
    await client.query('begin')
    await client.query(`delete from ${kind} where id = $1`, [kept])
    const late = name([other, kept]).then(
      () => 'stored',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )
    await untilWaiting(t, 1)
    await client.query('commit')
    expect(await late).toBe('23503')
  } finally {
    client.release()
  }
  await name([])
  expect((await remove(kind, other)).status).toBe(200)
})

test('names what uses a record in the language of the reader, and leads to each of it', async () => {
  const event = await makeEvent(t)
  const { pool } = t.database
  const name = `Retreat ${event.id}`
  await pool.query(`update events set name = $2, translations = $3 where id = $1`, [
    event.id,
    name,
    JSON.stringify({ de: { name: `Freizeit ${event.id}` } }),
  ])
  const title = await one(`insert into titles (name) values ('Leads somewhere') returning id`)
  await pool.query('update event_rooms set kept_for_title_ids = $2 where id = any($1)', [event.roomIds, [title]])
  await pool.query('update event_participant_types set title_ids = $2 where event_id = $1', [event.id, [title]])
  const chief = await t.account({
    type: 'admin',
    permissions: ['titles.delete', 'event_centers.delete', 'event_rooms.read', 'event_blocks.read', 'events.read'],
  })
  const read = async (kind: keyof typeof USED, id: string, language: string) =>
    (await t.call(usageRoutes.readUsage, { params: { kind, id }, as: chief, headers: { 'accept-language': language } }))
      .data
  const page = `/admin/events/${event.id}`
  expect((await read('event_centers', event.centerId, 'de'))[0]?.records).toEqual([
    { name: `Freizeit ${event.id}`, link: page },
  ])
  expect((await read('event_centers', event.centerId, 'en'))[0]?.records).toEqual([{ name, link: page }])
  const [blocks] = (await read('event_centers', event.centerId, 'en')).slice(1)
  expect(blocks?.records[0]?.link).toMatch(/^\/admin\/event-blocks\?search=[^&]+&open=[0-9a-f]{24}$/)
  const [rooms] = await read('titles', title, 'en')
  // No list has such a filter, so more of them are named.
  expect(rooms?.records).toHaveLength(Math.min(event.roomIds.length, 12))
  expect(event.roomIds.length).toBeGreaterThan(3)
  for (const { link } of rooms?.records ?? [])
    expect(link).toMatch(/^\/admin\/event-rooms\?search=[^&]+&open=[0-9a-f]{24}$/)
})

/** An event that was never published, so it can be deleted. */
const draftEvent = async (): Promise<string> => {
  const { id } = await makeEvent(t)
  await t.database.pool.query(`update events set status = 'draft', published_at = null where id = $1`, [id])
  return id
}

test('a workflow that is turned on keeps what it names, in its branches and conditions too', async () => {
  const template = await one(
    `insert into message_templates (name, channels, texts) values ('Kept', '{app}', '{}') returning id`,
  )
  const [title, committee, role, type] = await Promise.all(
    ['titles', 'committee_types', 'roles', 'participant_types'].map((table) =>
      one(`insert into ${table} (name) values ('Kept by a workflow') returning id`),
    ),
  )
  const event = await draftEvent()
  const conditions = {
    match: 'all',
    list: [
      { field: 'title', operator: 'is', value: title },
      { field: 'participant_type', operator: 'is', value: type },
      { field: 'event', operator: 'is', value: event },
    ],
  }
  const steps = [
    {
      kind: 'approval',
      role_id: role,
      question: 'Really?',
      days: 3,
      approved: [{ kind: 'send', template_id: template, channels: ['app'] }],
      declined: [{ kind: 'committee', committee_type_id: committee }],
      no_answer: [{ kind: 'task', title: 'Call', role_id: null, due_days: 1 }],
    },
  ]
  const id = await one(
    `with w as (insert into workflows (name, trigger, enabled, conditions, steps)
       values ('Keeps', 'reservation_made', true, $1, $2) returning *),
     v as (insert into workflow_versions (workflow_id, version, definition)
       select id, version, jsonb_build_object('trigger', trigger, 'moment', null, 'conditions', conditions, 'steps', steps) from w)
     select id from w`,
    [JSON.stringify(conditions), JSON.stringify(steps)],
  )
  const named = [
    ['titles', title],
    ['committee_types', committee],
    ['participant_types', type],
    ['message_templates', template],
    ['roles', role],
    ['events', event],
  ] as const
  for (const [kind, one] of named)
    expect([kind, (await remove(kind, one ?? '')).message]).toEqual([
      kind,
      'Still in use: 1 workflow. This cannot be deleted until that changes.',
    ])
  await t.database.pool.query(`update workflows set enabled = false where id = $1`, [id])
  for (const [kind, one] of named) expect([kind, (await remove(kind, one ?? '')).status]).toEqual([kind, 200])
})

test('planned announcements and messages, and reports that are sent, keep what they name', async () => {
  const event = await draftEvent()
  const type = await one(`insert into participant_types (name) values ('Named in a plan') returning id`)
  const unit = await one(`insert into church_units (level, name) values ('region', 'Named in a plan') returning id`)
  const plan = (audience: string, filter: object) =>
    one(
      `insert into bulk_messages (name, audience, filter, channels, texts, starts_at)
       values ('Planned', $1, $2, '{app}', '{}', '2099-01-01') returning id`,
      [audience, JSON.stringify(filter)],
    )
  const announcement = await plan('members', { unit_ids: [unit], event_id: event, participant_type_id: type })
  const message = await plan('users', { region_id: `!${unit}` })
  const named = [
    ['events', event],
    ['participant_types', type],
    ['church_units', unit],
  ] as const
  const refused = async () =>
    Object.fromEntries(await Promise.all(named.map(async ([kind, id]) => [kind, (await remove(kind, id)).message])))
  const because = (uses: string) => `Still in use: ${uses}. This cannot be deleted until that changes.`
  expect(await refused()).toEqual({
    events: because('1 planned announcement'),
    participant_types: because('1 planned announcement'),
    church_units: because('1 planned announcement and 1 planned message'),
  })

  // What was sent keeps nothing. A report that is sent regularly does, and one that is only saved is named.
  await t.database.pool.query(`update bulk_messages set status = 'stopped' where id = any($1::text[])`, [
    [announcement, message],
  ])
  const chief = await t.account({ type: 'admin', permissions: ['participant_types.delete', 'reservations.report'] })
  const report = await one(
    `insert into saved_reports (owner_id, name, report, filters) values ($1, 'By type', 'money', $2) returning id`,
    [chief.id, JSON.stringify({ participant_type: type })],
  )
  const uses = async () =>
    (await t.call(usageRoutes.readUsage, { params: { kind: 'participant_types', id: type }, as: chief })).data
  expect(await uses()).toMatchObject([{ says: '1 saved report', blocks: false }])
  const role = await one(`insert into roles (name) values ('Reads reports') returning id`)
  const other = await makeEvent(t)
  await t.database.pool.query(
    `insert into report_schedules (saved_report_id, event_id, role_id, every, hour, format, next_at)
     values ($1, $2, $3, 'day', 6, 'pdf', '2099-01-01')`,
    [report, other.id, role],
  )
  expect(await uses()).toMatchObject([{ says: '1 report that is sent regularly', blocks: true }])
  expect((await remove('participant_types', type)).message).toBe(because('1 report that is sent regularly'))

  const places = {
    block: [
      'event_blocks',
      await one(`insert into event_blocks (event_center_id, name) values ($1, 'Sent') returning id`, [other.centerId]),
    ],
    room_category: [
      'room_categories',
      await one(`insert into room_categories (name) values ('Sent') returning id`, []),
    ],
    caterer: ['caterers', await one(`insert into caterers (name) values ('Sent') returning id`, [])],
  } as const
  const filters = Object.fromEntries(Object.entries(places).map(([filter, [, id]]) => [filter, id]))
  await t.database.pool.query('update saved_reports set filters = $2 where id = $1', [report, JSON.stringify(filters)])
  for (const [kind, id] of Object.values(places))
    expect([kind, (await remove(kind, id)).message]).toEqual([kind, because('1 report that is sent regularly')])
  expect((await remove('roles', role)).message).toBe(because('1 scheduled report'))
  await t.database.pool.query(`delete from report_schedules where saved_report_id = $1`, [report])
  // Who approves where a step names nobody is not changed without a word.
  await t.database.pool.query('update workflow_config set approver_role_id = $1', [role])
  expect((await remove('roles', role)).message).toBe(because('1 setting of the workflows'))
  await t.database.pool.query('update workflow_config set approver_role_id = null')
  const workflow = await one(
    `insert into workflows (name, trigger, enabled, conditions, steps)
     values ('Asks', 'reservation_made', false, '[]', '[]') returning id`,
  )
  await t.database.pool.query(`insert into workflow_versions (workflow_id, version, definition) values ($1, 1, '{}')`, [
    workflow,
  ])
  const run = await one(
    `insert into workflow_runs (workflow_id, version, subject, subject_id, occasion, state)
     values ($1, 1, 'user', $2, 'now', 'asking') returning id`,
    [workflow, chief.id],
  )
  await t.database.pool.query(
    `insert into workflow_approvals (run_id, path, role_id, question, expires_at) values ($1, '0', $2, 'Really?', '2099-01-01')`,
    [run, role],
  )
  const reader = await t.account({ type: 'admin', permissions: ['permissions.delete', 'workflows.read'] })
  expect((await t.call(usageRoutes.readUsage, { params: { kind: 'roles', id: role }, as: reader })).data).toMatchObject(
    [{ says: '1 open approval', blocks: false }],
  )
  expect((await remove('roles', role)).status).toBe(200)
  for (const [kind, id] of Object.values(places)) expect([kind, (await remove(kind, id)).status]).toEqual([kind, 200])
  for (const [kind, id] of named) expect([kind, (await remove(kind, id)).status]).toEqual([kind, 200])
})
