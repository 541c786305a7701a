import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { activityRoutes } from '@shiloh/contract/activities'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { exportRoutes } from '@shiloh/contract/exports'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { importRoutes } from '@shiloh/contract/imports'
import { bulkMessageRoutes } from '@shiloh/contract/messaging/bulk'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { removalRoutes } from '@shiloh/contract/removals'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { taskRoutes } from '@shiloh/contract/tasks'
import { usageRoutes } from '@shiloh/contract/usage'
import { workflowRoutes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import { makeEvent, makeMember, makeSpouse, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { anonymise } from './personal-data.store.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const approval = { kind: 'approval' as const, role_id: null, question: 'Welcome them?', days: 3 }
  const made = await t.call(workflowRoutes.create, {
    as: office,
    body: {
      name: 'Greet',
      enabled: true,
      trigger: 'user_registered',
      conditions: { match: 'all', list: [] },
      steps: [{ ...approval, approved: [], declined: [], no_answer: [] }],
    },
  })
  expect(made.errors).toEqual([])
})
afterAll(() => t.close())

/** Runs these jobs and all that are due. */
const run = async (...tasks: string[]) => {
  for (const task of tasks) await t.database.pool.query('select graphile_worker.add_job($1)', [task])
  await t.app.deps.jobs.drain()
}

/** Names the tables with rows that hold these words. The audit trail keeps who did what. */
const holding = async (words: string): Promise<string[]> => {
  const { rows: tables } = await t.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name <> 'audit_trail' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await t.database.pool.query(
      `select to_jsonb(r)::text as row from "${name}" r where to_jsonb(r)::text ilike '%' || $1 || '%'`,
      [words],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const IN_GERMAN = { 'accept-language': 'de' }

const ended = {
  erased: (person: TestAccount) => t.call(identityRoutes.eraseAccount, { as: person }),
  deleted: ({ id }: TestAccount) => t.call(authorizationRoutes.removeUser, { as: office, params: { id } }),
}

test.each([
  ['erased', 'Quaxley', '0244700701'],
  ['deleted', 'Quibbell', '0244700702'],
] as const)('nothing says the name of somebody who was %s', async (how, last_name, phone) => {
  const name = `Zorrina ${last_name}`
  const person = await t.account({
    columns: { first_name: 'Zorrina', last_name, phone: phone.replace('0', '+233') },
  })
  await run('run_workflows')
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(tx, 'title_to_confirm', person.id, { user_id: person.id, name, title: 'Elder' }, now),
  )
  await run('watch_alerts')
  await run('mail_alerts')
  const { data: task } = await t.call(taskRoutes.create, {
    as: office,
    body: { title: `Call ${name}`, description: `${name} is ill`, user_id: person.id, assignee_id: office.id },
  })
  await t.call(taskRoutes.comment, { as: office, params: { id: task._id }, body: { body: `${name} is well` } })
  await t.call(savedViewRoutes.saveView, {
    as: office,
    body: {
      list: 'users',
      name: `A list, ${how}`,
      shared: false,
      query: { search: name.toLowerCase() },
      columns: null,
    },
  })
  const { data: file } = await t.call(importRoutes.prepareImport, {
    as: office,
    body: { resource: 'users' },
    files: [
      {
        field: 'file',
        name: 'list.csv',
        bytes: Buffer.from(`last_name,first_name,other_names,phone\n${last_name},Zorrina,of ${last_name},${phone}\n`),
      },
    ],
  })
  const params = { id: file._id }
  const mapping = Object.fromEntries(file.columns.map((column) => [column.name, column.header]))
  await t.call(importRoutes.checkImport, { as: office, params, body: { mapping } })
  await t.call(importRoutes.startImport, { as: office, params })
  const asked = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/users/export/all?format=csv&headers=names&user_type=user' },
  })
  const titles = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/title/export?format=csv&headers=names' },
  })
  await run('run_workflows')
  expect((await t.call(importRoutes.getImport, { as: office, params })).data).toMatchObject({ updated: 1 })
  const download = (id: string) => t.call(activityRoutes.downloadActivity, { as: office, params: { id } })
  expect((await download(asked.data.activity_id)).raw.toString()).toContain(last_name)
  expect(await holding(last_name)).toEqual(
    expect.arrayContaining(['alerts', 'import_changes', 'messages', 'notifications', 'saved_views', 'tasks', 'users']),
  )
  expect((await t.call(workflowRoutes.listApprovals, { as: office })).data).toHaveLength(1)

  expect((await ended[how](person)).status).toBe(200)
  await t.app.deps.jobs.drain()

  expect(await holding(last_name)).toEqual([])
  expect((await t.call(workflowRoutes.listApprovals, { as: office, query: { state: 'open' } })).data).toEqual([])
  expect((await t.call(workflowRoutes.listRuns, { as: office })).data[0]).toMatchObject({
    state: 'ended',
    reason: 'person_erased',
  })
  expect((await t.call(alertRoutes.listAlerts, { as: office })).data.map(({ kind }) => kind)).not.toContain(
    'title_to_confirm',
  )
  const files = await t.call(importRoutes.downloadImport, { as: office, params })
  expect([files.code, (await download(asked.data.activity_id)).code]).toEqual(['file_erased', 'file_erased'])
  expect((await t.call(importRoutes.getImport, { as: office, params })).data).toMatchObject({
    has_file: false,
    file_erased: true,
  })
  expect(
    (await t.call(activityRoutes.getActivity, { as: office, params: { id: asked.data.activity_id } })).data,
  ).toMatchObject({ state: 'done', file: null, error: expect.stringContaining('was deleted') })
  expect((await download(titles.data.activity_id)).status).toBe(200)
  const picked = await t.call(authorizationRoutes.pickUsers, { as: office, query: { search: 'Erased person' } })
  expect(picked.data).toEqual([])
})

const FREE = { price: 0, pricePerNight: 0 } as const

test.each([
  ['erased', 'Quillon', '244700811'],
  ['deleted', 'Quorra', '244700812'],
] as const)(
  'nothing says the name of a minor who reserved, paid, got their money back and was %s',
  async (how, last_name, phone) => {
    const columns = { first_name: 'Zorrina', last_name, phone: `+233${phone}`, birth_date: '2010-06-01' }
    const young = await t.account({ columns })
    const event = await makeEvent(t, { price: 1000 })
    const mother = { name: `Mother ${last_name}`, phone: '+233201239876' }
    const { id, view } = await reserve(
      t,
      event,
      {
        participant_type_id: undefined,
        participants: [{ role: 'main', participant_type_id: event.typeId, consent_from: mother }],
      },
      young,
    )
    await t.app.deps.jobs.drain()
    const params = { id }
    const cash = await t.call(paymentRoutes.takeCash, {
      as: office,
      params,
      body: { amount: 1000, note: `from Mrs ${last_name}` },
    })
    expect(cash.status).toBe(201)
    const { status } = await t.call(reservationRoutes.editReservation, {
      as: office,
      params,
      body: { note: `${last_name} is allergic, call 020 123 9876` },
    })
    expect(status).toBe(200)
    await t.call(reservationRoutes.cancelReservation, {
      as: office,
      params,
      body: { reason: `${last_name} broke a leg`, refund: 'full' },
    })
    const { rows: due } = await t.database.pool.query<{ id: string }>('select id from refunds where payment_id = $1', [
      cash.data._id,
    ])
    const given = await t.call(refundRoutes.giveBackCash, {
      as: office,
      params: { id: due[0]?.id ?? '' },
      body: { paid_to: mother.name, till_reason: `${last_name} was there` },
    })
    expect([given.status, given.errors]).toEqual([200, []])
    await t.call(bulkMessageRoutes.savePeopleDraft, {
      as: office,
      params: { id: 'ab'.repeat(12) },
      body: {
        name: `For ${last_name}`,
        ids: [young.id],
        channels: ['app'],
        texts: { en: { subject: `Dear ${last_name}`, body: 'x' } },
        needed: true,
      },
    })
    const sent = await t.call(bulkMessageRoutes.messageReservations, {
      as: office,
      params: { event_id: event.id },
      body: {
        name: `To ${last_name}`,
        ids: [id],
        channels: ['app', 'mail'],
        texts: { en: { subject: `Dear ${last_name}`, body: `Dear ${last_name}` } },
        needed: true,
      },
    })
    expect([sent.status, sent.errors]).toEqual([201, []])
    await t.call(bulkEditRoutes.approveUsers, {
      as: office,
      body: { ids: [young.id], filter: {}, reason: `for ${last_name}` },
    })
    await t.call(identityRoutes.adminLogAccess, {
      as: office,
      body: { route: `/admin/users?search=${last_name}`, comment: 'Users' },
    })
    const asked = await t.call(exportRoutes.startExport, {
      as: office,
      body: { address: `/admin/users/export/all?format=csv&headers=names&user_type=user&search=${last_name}` },
    })
    t.clock.forward(2)
    await run('start_bulk_messages')
    await t.app.deps.jobs.drain()
    const searches = [
      `0${phone}`,
      `+233 ${phone.slice(0, 2)} ${phone.slice(2, 5)} ${phone.slice(5)}`,
      `0${phone.slice(0, 2)}-${phone.slice(2)}`,
      young.email.toUpperCase(),
    ]
    for (const [index, search] of searches.entries())
      await t.call(savedViewRoutes.saveView, {
        as: office,
        body: { list: 'users', name: `A minor ${how}, ${index}`, shared: false, query: { search }, columns: null },
      })
    const others = await t.call(savedViewRoutes.saveView, {
      as: office,
      body: { list: 'users', name: `Another, ${how}`, shared: false, query: { search: '0244700899' }, columns: null },
    })
    expect(await holding(last_name)).toEqual(
      expect.arrayContaining([
        'activities',
        'bulk_edits',
        'bulk_messages',
        'guardian_consents',
        'ledger_entries',
        'payments',
        'refunds',
        'reservation_transitions',
        'reservations',
      ]),
    )

    expect((await ended[how](young)).status).toBe(200)
    await t.app.deps.jobs.drain()

    for (const words of [last_name, phone, '201239876', young.email])
      expect([words, await holding(words)]).toEqual([words, []])
    const shown = await t.call(reservationRoutes.getReservation, { as: office, params })
    expect(shown.data).toMatchObject({ note: '', code: view.code, status: 'cancelled' })
    expect(shown.data.participants[0]).toMatchObject({ name: 'Erased person' })
    const inGerman = await t.call(reservationRoutes.getReservation, { as: office, params, headers: IN_GERMAN })
    expect(inGerman.data.participants[0]).toMatchObject({ name: 'Anonymisierte Person' })
    const books = await t.database.pool.query(
      `select l.kind, l.amount::int, p.provider, p.receipt_number is not null as receipt, f.slip_number is not null as slip
     from ledger_entries l join payments p on p.id = l.payment_id left join refunds f on f.id = l.refund_id
     where l.reservation_id = $1 order by l.id`,
      [id],
    )
    expect(books.rows).toEqual([
      { kind: 'capture', amount: 1000, provider: 'cash', receipt: true, slip: false },
      { kind: 'refund', amount: -1000, provider: 'cash', receipt: true, slip: true },
    ])
    const { rows: views } = await t.database.pool.query('select query from saved_views where id = $1', [
      others.data._id,
    ])
    expect(views).toEqual([{ query: { search: '0244700899' } }])
    expect(
      (await t.call(activityRoutes.getActivity, { as: office, params: { id: asked.data.activity_id } })).status,
    ).toBe(200)
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  },
)

test('nothing says the names of a family that reserved together, wished and waited', async () => {
  const last_name = 'Quenby'
  const father = await t.account({
    columns: { first_name: 'Zorrin', last_name, gender: 'male', phone: '+233244700821' },
  })
  const wife = await makeSpouse(t, father.id, { gender: 'female' })
  const child = await makeMember(t, father.id)
  await t.database.pool.query('update spouses set last_name = $2 where id = $1', [wife, last_name])
  await t.database.pool.query('update family_members set last_name = $2 where id = $1', [child, last_name])
  const [event, full] = [await makeEvent(t, { ...FREE }), await makeEvent(t, { ...FREE, capacity: 1 })]
  const type = { participant_type_id: event.typeId }
  const { id } = await reserve(
    t,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', ...type },
        { role: 'spouse', person_id: wife, ...type },
        { role: 'child', person_id: child, ...type },
      ],
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    },
    father,
  )
  await reserve(t, full)
  const waits = await t.call(reservationRoutes.joinWaitingList, {
    as: father,
    params: { id: full.id },
    body: { participant_type_id: full.typeId },
  })
  expect([waits.status, waits.errors]).toEqual([201, []])
  await t.call(reservationRoutes.saveDraft, {
    as: father,
    params: { id: full.id },
    body: { draft: { note: last_name } },
  })
  await t.app.deps.jobs.drain()
  await t.call(reservationRoutes.cancelReservation, {
    as: office,
    params: { id },
    body: { reason: `${last_name} asked` },
  })
  expect(await holding(last_name)).toEqual(
    expect.arrayContaining(['family_members', 'reservation_participants', 'reservation_transitions', 'spouses']),
  )
  expect((await ended.erased(father)).status).toBe(200)
  expect([await holding(last_name), await holding('244700821')]).toEqual([[], []])
  const { rows } = await t.database.pool.query('select status, wish from waiting_entries where user_id = $1', [
    father.id,
  ])
  expect(rows).toEqual([{ status: 'withdrawn', wish: {} }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('who was wished for by their phone reads as gone, unless they share it or never confirmed it', async () => {
  const event = await makeEvent(t, { ...FREE, rooms: 2 })
  const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
  const shared = '+233244700832'
  const [alone, one] = [
    await t.account({ columns: { phone: '+233244700831' } }),
    await t.account({ columns: { phone: shared } }),
  ]
  await t.account({ columns: { phone: shared } })
  const unconfirmed = await t.account({ columns: { phone: '+233244700833', phone_verified_at: null } })
  const friend = await reserve(t, event, stay)
  const as = { as: friend.user, params: { id: friend.id } }
  for (const phone of ['0244700831', '0244700832', '0244700833']) {
    expect((await t.call(roomMateRoutes.askRoomMate, { ...as, body: { phone } })).status).toBe(200)
    t.clock.forward(1)
  }
  for (const person of [alone, one, unconfirmed]) expect((await ended.erased(person)).status).toBe(200)

  expect((await t.call(roomMateRoutes.listRoomMates, as)).data.mates).toMatchObject([
    { state: 'asked', typed: null, name: null, is_gone: true },
    { state: 'asked', typed: expect.stringContaining('32'), is_gone: false },
    { state: 'asked', typed: expect.stringContaining('33'), is_gone: false },
  ])
  const seen = await t.call(roomMateRoutes.readMatesOf, { as: office, params: { id: friend.id } })
  expect(seen.data.mates).toMatchObject([{ typed: null, is_gone: true }, { is_gone: false }, { is_gone: false }])
  expect([await holding('244700831'), await holding('244700832')]).toEqual([
    [],
    expect.arrayContaining(['room_mate_wishes', 'users']),
  ])
})

test('nothing says why the office moved somebody to another bed, or took one from them', async () => {
  const last_name = 'Quincey'
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name, gender: 'female' } })
  const event = await makeEvent(t, { ...FREE, rooms: 2 })
  const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
  const { id } = await reserve(t, event, stay, person)
  const place = async (room_id: string | undefined, reason: string) => {
    const { data } = await t.call(allocationRoutes.changeMany, {
      as: office,
      params: { event_id: event.id },
      body: { rows: [{ reservation_id: id, room_id }], force: true, reason },
    })
    expect(data.changed).toBe(1)
  }
  await place(event.roomIds[0], 'The first room')
  await place(event.roomIds[1], `${last_name} cannot sleep`)
  const taken = await t.call(bedRoutes.takeBeds, {
    as: office,
    params: { id },
    body: { force: true, reason: `${last_name} sleeps at home` },
  })
  expect(taken.status).toBe(200)
  await t.call(reservationRoutes.cancelReservation, { as: office, params: { id }, body: { reason: 'Asked' } })
  const reasons = async () => {
    const { rows } = await t.database.pool.query<{ reason: string }>(
      'select released_reason as reason from bed_assignments where reservation_id = $1 order by released_reason',
      [id],
    )
    return rows.map(({ reason }) => reason)
  }
  await t.app.deps.jobs.drain()
  expect(await reasons()).toEqual([`${last_name} cannot sleep`, `${last_name} sleeps at home`])
  await t.database.pool.query(
    `insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id, released_at, released_reason)
     select room_id, bed, nights, reservation_id, participant_id, now(), 'unfit' from bed_assignments
     where reservation_id = $1 limit 1`,
    [id],
  )

  expect((await ended.erased(person)).status).toBe(200)
  expect([await holding(last_name), await reasons()]).toEqual([[], ['', '', 'unfit']])
})

test('what the office wrote to a person alone goes with them, however it chose them', async () => {
  const last_name = 'Quimby'
  const name = `Zorrina ${last_name}`
  const phone = '+233244700871'
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name, phone } })
  const other = await t.account({ columns: { first_name: 'Yaw', last_name: 'Quimbyson', phone } })
  const write = async (title: string, filter: object, more: object = {}) => {
    const { status, data } = await t.call(bulkMessageRoutes.messagePeople, {
      as: office,
      body: {
        name: title,
        filter,
        channels: ['app'],
        texts: { en: { subject: title, body: 'x' } },
        needed: true,
        ...more,
      },
    })
    expect(status).toBe(201)
    return data._id
  }
  const messages = async () => {
    const { rows } = await t.database.pool.query<{ name: string; filter: object }>(
      'select name, filter from bulk_messages where name like $1 order by name',
      ['Message %'],
    )
    return rows
  }
  const toOne = await write(`Message 1 to ${name}`, { search: person.email })
  await write('Message 2 to both', { search: 'Quimby' })
  await write('Message 3 to both', { search: '024 470 0871' })
  t.clock.forward(2)
  await run('start_bulk_messages')
  await t.app.deps.jobs.drain()
  const starts_at = new Date(t.clock().getTime() + 86_400_000).toISOString()
  await write(`Message 4 to ${name}`, { search: name.toUpperCase() }, { starts_at })
  await write('Message 5 to both', { search: 'Quimby' }, { starts_at })
  await write('Message 6 to both', { search: '0244700871' }, { starts_at })
  expect((await messages()).map((row) => row.name.slice(0, 9))).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Message ${n}`))
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(
      tx,
      'message_held',
      toOne,
      { message_id: toOne, name: `Message 1 to ${name}`, is_announcement: false },
      now,
    ),
  )
  await run('watch_alerts')
  await run('mail_alerts')

  expect((await ended.erased(person)).status).toBe(200)
  await t.app.deps.jobs.drain()
  // What others got or are to get stays. A search for the person is forgotten once it is known who they are.
  expect(await messages()).toEqual([
    { name: 'Message 2 to both', filter: { search: 'Quimby' } },
    { name: 'Message 3 to both', filter: {} },
    { name: 'Message 5 to both', filter: { search: 'Quimby' } },
    { name: 'Message 6 to both', filter: { search: '0244700871' } },
  ])
  expect([await holding(name), await holding(person.email)]).toEqual([[], []])
  expect((await ended.erased(other)).status).toBe(200)
})

test('an export that runs while somebody is erased forgets what it searched for when it ends', async () => {
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name: 'Quennell' } })
  const search = async () => {
    const { data } = await t.call(exportRoutes.startExport, {
      as: office,
      body: { address: '/admin/users/export/all?format=csv&headers=names&search=Quennell' },
    })
    return data.activity_id
  }
  const [running, failing] = [await search(), await search()]
  await t.database.pool.query(
    `update background_exports set address = '/nowhere?search=Quennell' where activity_id = $1`,
    [failing],
  )
  expect((await ended.erased(person)).status).toBe(200)
  expect(await holding('Quennell')).toEqual(['background_exports'])
  await t.app.deps.jobs.drain()
  const states = []
  for (const id of [running, failing])
    states.push((await t.call(activityRoutes.getActivity, { as: office, params: { id } })).data.state)
  expect([states, await holding('Quennell')]).toEqual([['done', 'failed'], []])
})

test('what waits to be sent about a reservation is not sent any more', async () => {
  const last_name = 'Quarles'
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name, phone: '+233244700841' } })
  const { id } = await reserve(t, await makeEvent(t, FREE), {}, person)
  await t.call(reservationRoutes.cancelMyReservation, { as: person, params: { id } })
  expect(await holding(person.id)).toEqual(expect.arrayContaining(['message_batches', 'messages']))
  expect((await ended.erased(person)).status).toBe(200)
  expect(await holding(last_name)).toEqual([])
  await t.app.deps.jobs.drain()

  expect([await holding(last_name), await holding(person.email), await holding('244700841')]).toEqual([[], [], []])
  const { rows } = await t.database.pool.query(
    `select 'message' as kind from messages where user_id = $1 and status <> 'sent' union all select 'notice' from notifications where user_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([])
})

test('the answers kept for repeated requests, which can name people, go after two days', async () => {
  for (const [key, at] of [
    ['old', t.clock().getTime() - 49 * 3_600_000],
    ['young', t.clock().getTime() - 47 * 3_600_000],
  ] as const)
    await t.database.pool.query(
      `insert into idempotency_keys (user_id, key, route, body_hash, status, answer, created_at) values ($1, $2, '', '', 200, '{}', $3)`,
      [office.id, key, new Date(at)],
    )
  await run('sweep_sessions')
  const { rows } = await t.database.pool.query(`select key from idempotency_keys where key in ('old', 'young')`)
  expect(rows).toEqual([{ key: 'young' }])
})

test('people erase their accounts beside a sale and the unpacking of its messages, and nothing is left', async () => {
  const event = await makeEvent(t, { ...FREE, capacity: 50 })
  const leaving = await Promise.all(Array.from({ length: 8 }, () => t.account()))
  const statuses = await Promise.all([
    ...leaving.map(async (as) => {
      const { id } = await reserve(t, event, {}, as)
      await t.call(reservationRoutes.cancelMyReservation, { as, params: { id } })
      return (await ended.erased(as)).status
    }),
    ...Array.from({ length: 8 }, async () => (await reserve(t, event)).view.status),
    t.app.deps.jobs.drain().then(() => 'drained'),
  ])
  expect(statuses).toEqual([...Array(8).fill(200), ...Array(8).fill('active'), 'drained'])
  await t.app.deps.jobs.drain()
  const { rows } = await t.database.pool.query(
    `select 'message' from messages where user_id = any($1) and (recipient <> '' or data <> '{}')
     union all select 'notice' from notifications where user_id = any($1)
     union all select 'deadlock' from pg_stat_database where datname = current_database() and deadlocks > 0`,
    [leaving.map(({ id }) => id)],
  )
  expect(rows).toEqual([])
})

test('a batch of messages that is unpacked while somebody is erased writes none to them', async () => {
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name: 'Quast' } })
  await inWork(t.app.deps, ({ tx, now }) => anonymise(tx, now, person.id))
  await t.database.pool.query(`insert into message_batches (messages, created_at) values ($1, now())`, [
    JSON.stringify([
      {
        channel: 'mail',
        recipient: person.email,
        user_id: person.id,
        template: 'reservation_made',
        language: 'en',
        data: { name: 'Zorrina Quast' },
      },
    ]),
  ])
  await run('deliver_batches')
  expect([await holding('Quast'), await holding(person.email)]).toEqual([[], []])
})

test('the office erases whom the books refer to, and deletes an account that nothing refers to', async () => {
  const event = await makeEvent(t, { price: 1000 })
  const made = await t.call(authorizationRoutes.createUser, {
    as: office,
    body: { first_name: 'Zorrina', last_name: 'Quendal', phone: '0244700861', invite: false },
  })
  const params = { id: made.data._id }
  const stranger = await t.account()
  const { data: reservation } = await t.call(reservationRoutes.makeReservationFor, {
    as: office,
    params: { event_id: event.id },
    body: { user_id: params.id, participant_type_id: event.typeId },
  })
  const usesOf = async (id: string) =>
    (await t.call(usageRoutes.readUsage, { as: office, params: { kind: 'users', id } })).data.map(
      ({ says, blocks, kept, records }) => [says, blocks ? 'blocks' : kept ? 'stays' : '', records[0]?.link],
    )
  const page = `/admin/reservations/${reservation._id}`
  expect(await usesOf(params.id)).toEqual([['1 current reservation', 'blocks', page]])
  const refused = await t.call(authorizationRoutes.removeUser, { as: office, params })
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'in_use',
    'Still in use: 1 current reservation. This cannot be deleted until that changes.',
  ])
  expect(await holding('Quendal')).toContain('users')

  await t.call(reservationRoutes.cancelReservation, { as: office, params: { id: reservation._id }, body: {} })
  expect(await usesOf(params.id)).toEqual([['1 reservation', 'stays', page]])
  expect(await usesOf(stranger.id)).toEqual([])
  const { data: answered } = await t.call(removalRoutes.removeMany, {
    as: office,
    body: { path: authorizationRoutes.removeUser.path, ids: [params.id, stranger.id] },
  })
  expect(answered).toEqual({
    undo_id: null,
    rows: [params.id, stranger.id].map((_id) => ({ _id, reason: null })),
  })
  await t.app.deps.jobs.drain()
  for (const words of ['Quendal', '244700861', stranger.email])
    expect([words, await holding(words)]).toEqual([words, []])
  expect((await t.call(authorizationRoutes.getUser, { as: office, params })).data).toMatchObject({
    name: 'Erased person',
    status: 'deactivated',
    phone: null,
    erased_at: t.clock().toISOString(),
  })
  const inGerman = { as: office, headers: IN_GERMAN }
  expect((await t.call(authorizationRoutes.getUser, { ...inGerman, params })).data).toMatchObject({
    name: 'Anonymisierte Person',
    first_name: '',
    last_name: 'Anonymisierte Person',
  })
  const query = { search: 'erased person' }
  expect((await t.call(authorizationRoutes.listUsers, { ...inGerman, query })).data.map(({ _id }) => _id)).toContain(
    params.id,
  )
  const exported = await t.call(authorizationRoutes.exportUsers, { ...inGerman, query: { ...query, format: 'csv' } })
  const file = exported.raw.toString()
  expect(file).toContain(';Anonymisierte Person;')
  expect(file).not.toMatch(/Erased|person\u2063/)
  expect((await t.call(authorizationRoutes.getUser, { as: office, params: { id: stranger.id } })).status).toBe(404)
  const { rows: trail } = await t.database.pool.query(
    `select action, before from audit_trail where resource = 'users' and object_id = $1 order by seq desc limit 1`,
    [params.id],
  )
  expect(trail).toEqual([{ action: 'erase', before: null }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('who comes with their spouse stays a name that the spouse gave, without link, address and phone', async () => {
  const last_name = 'Quigley'
  const husband = await t.account({ columns: { gender: 'male' } })
  const wife = await t.account({ columns: { first_name: 'Zorrina', last_name, phone: '+233244700851' } })
  const spouse = await makeSpouse(t, husband.id, { gender: 'female' })
  await t.database.pool.query(
    `update spouses set first_name = 'Zorrina', last_name = $2, email = $3, phone = '+233244700851' where id = $1`,
    [spouse, last_name, wife.email],
  )
  await t.call(spouseLinkRoutes.inviteSpouse, { as: husband, params: { id: spouse }, body: { email: wife.email } })
  const { data: invitations } = await t.call(spouseLinkRoutes.listSpouseInvitations, { as: wife })
  const accepted = await t.call(spouseLinkRoutes.acceptSpouseInvitation, {
    as: wife,
    params: { id: invitations[0]?._id ?? '' },
    body: {},
  })
  expect([accepted.status, accepted.errors]).toEqual([200, []])
  const { id } = await reserve(t, await makeEvent(t, FREE), { with_spouse: spouse }, husband)
  expect((await ended.erased(wife)).status).toBe(200)
  await t.app.deps.jobs.drain()
  for (const words of [wife.email, '244700851']) expect([words, await holding(words)]).toEqual([words, []])
  // What the husband gave, and what he was told.
  expect(await holding(last_name)).toEqual(['messages', 'notifications', 'reservation_participants', 'spouses'])
  const shown = await t.call(reservationRoutes.getMyReservation, { as: husband, params: { id } })
  expect(JSON.stringify(shown.data)).toContain(last_name)
  expect((await t.call(identityRoutes.listSpouses, { as: husband })).data).toMatchObject([
    { last_name, linked: false, email: null, phone: null },
  ])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('a file that was being made while somebody was deleted is made again without them', async () => {
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name: 'Quondam' } })
  const { data } = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/users/export/all?format=csv&headers=names&user_type=user' },
  })
  const { files } = t.app.deps
  const store = files.storeStream.bind(files)
  const kept: string[] = []
  const storing = vi.spyOn(files, 'storeStream').mockImplementation(async (file) => {
    const stored = await store(file)
    kept.push(stored.storageKey)
    if (kept.length === 1) expect((await ended.deleted(person)).status).toBe(200)
    return stored
  })
  await t.app.deps.jobs.drain()
  storing.mockRestore()

  const made = await t.call(activityRoutes.downloadActivity, { as: office, params: { id: data.activity_id } })
  expect(made.status).toBe(200)
  expect(made.raw.toString()).toContain('first_name')
  expect(made.raw.toString()).not.toContain('Quondam')
  const stored = await t.database.pool.query<{ key: string }>(
    'select storage_key as key from files where storage_key = any($1)',
    [kept],
  )
  expect(stored.rows).toEqual([{ key: kept.at(-1) }])
  await expect(files.read(kept[0] ?? '')).rejects.toThrow()
})

test('what an import refused about somebody goes with them, also once its file is gone', async () => {
  const person = await t.account({
    columns: { first_name: 'Zorrina', last_name: 'Quenlow', phone: '+233244700703' },
  })
  const imported = async (name: string) => {
    const { data } = await t.call(importRoutes.prepareImport, {
      as: office,
      body: { resource: 'users' },
      files: [
        {
          field: 'file',
          name,
          bytes: Buffer.from('last_name,first_name,phone,email\nQuenlow,Zorrina,0244700703,Quenlow without at\n'),
        },
      ],
    })
    const params = { id: data._id }
    const mapping = Object.fromEntries(data.columns.map((column) => [column.name, column.header]))
    await t.call(importRoutes.checkImport, { as: office, params, body: { mapping } })
    await t.call(importRoutes.startImport, { as: office, params })
    await t.app.deps.jobs.drain()
    return params
  }
  const [old, recent] = [await imported('old.csv'), await imported('recent.csv')]
  const shown = async (params: { id: string }) =>
    (await t.call(importRoutes.getImport, { as: office, params })).data.problems.map(({ column, value }) => [
      column,
      value,
    ])
  expect([await shown(old), await shown(recent)]).toEqual([
    [['email', 'Quenlow without at']],
    [['email', 'Quenlow without at']],
  ])
  await t.database.pool.query(`update import_runs set created_at = created_at - interval '1 year' where id = $1`, [
    old.id,
  ])
  await run('forget_imports')
  expect(await shown(old)).toEqual([['email', '']])
  await t.database.pool.query(
    `update import_runs set report = (select report from import_runs where id = $2) where id = $1`,
    [old.id, recent.id],
  )

  expect((await ended.deleted(person)).status).toBe(200)
  expect(await holding('Quenlow')).toEqual([])
  expect([await shown(old), await shown(recent)]).toEqual([[['email', '']], [['email', '']]])
})

test.each(['admin', 'checkin_user'] as const)('an account of staff (%s) is forgotten like any other', async (type) => {
  const last_name = `Quirk${type.slice(0, 2)}`
  const name = `Zorrina ${last_name}`
  const member = await t.account({ type, columns: { first_name: 'Zorrina', last_name } })
  await t.call(taskRoutes.create, { as: office, body: { title: `Train ${name}`, user_id: member.id } })
  await t.call(savedViewRoutes.saveView, {
    as: office,
    body: { list: 'users', name: `Staff, ${type}`, shared: false, query: { search: name }, columns: null },
  })
  const asked = await t.call(exportRoutes.startExport, {
    as: office,
    body: { address: '/admin/users/export/all?format=csv&headers=names' },
  })
  await t.app.deps.jobs.drain()
  expect(await holding(last_name)).toEqual(expect.arrayContaining(['saved_views', 'tasks']))

  const gone = type === 'admin' ? authorizationRoutes.removeAdminUser : authorizationRoutes.removeCheckinUser
  const removed = await t.call(gone, { as: office, params: { id: member.id } })
  expect([removed.status, removed.errors]).toEqual([200, []])
  expect(await holding(last_name)).toEqual([])
  const file = await t.call(activityRoutes.downloadActivity, { as: office, params: { id: asked.data.activity_id } })
  expect(file.code).toBe('file_erased')
})

test('nobody can bring back a task about somebody who was erased', async () => {
  const last_name = 'Quelbourne'
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name } })
  const other = await t.account()
  const { id } = await reserve(t, await makeEvent(t, FREE), {}, person)
  await t.call(reservationRoutes.cancelMyReservation, { as: person, params: { id } })
  const subjects = [{ user_id: person.id }, { reservation_id: id }, { user_id: other.id }]
  const ids = await Promise.all(
    subjects.map(async (subject, index) => {
      const body = { title: index < 2 ? `Fetch ${last_name}` : 'Fetch the other', ...subject }
      return (await t.call(taskRoutes.create, { as: office, body })).data._id
    }),
  )
  const remove = async (some: readonly string[]) => {
    const body = { path: taskRoutes.remove.path, ids: [...some] }
    return (await t.call(removalRoutes.removeMany, { as: office, body })).data.undo_id ?? ''
  }
  const [alone, among] = [await remove(ids.slice(0, 1)), await remove(ids.slice(1))]
  expect([alone, among]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)])
  expect((await ended.erased(person)).status).toBe(200)
  expect(await holding(last_name)).toEqual([])

  const undo = (params: { id: string }) => t.call(removalRoutes.undoRemoval, { as: office, params })
  expect([(await undo({ id: alone })).status, (await undo({ id: among })).data]).toEqual([404, { restored: 1 }])
  const { rows } = await t.database.pool.query('select title from tasks where id = any($1)', [ids])
  expect(rows).toEqual([{ title: 'Fetch the other' }])
})

test('what staff were asked about somebody goes with them, also once the workflow is deleted', async () => {
  const last_name = 'Quonset'
  const { data: made } = await t.call(workflowRoutes.create, {
    as: office,
    body: {
      name: 'Look at reservations',
      enabled: true,
      trigger: 'reservation_made',
      conditions: { match: 'all', list: [] },
      steps: [
        { kind: 'approval', role_id: null, question: 'May they?', days: 3, approved: [], declined: [], no_answer: [] },
      ],
    },
  })
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name } })
  const { id } = await reserve(t, await makeEvent(t, FREE), {}, person)
  await run('run_workflows')
  expect(await holding(last_name)).toEqual(expect.arrayContaining(['messages', 'notifications']))
  const { rows } = await t.database.pool.query(
    `select a.id from workflow_approvals a join workflow_runs r on r.id = a.run_id where r.reservation_id = $1`,
    [id],
  )
  const answer = { answer: 'approved', comment: '' }
  await t.call(workflowRoutes.answerApproval, { as: office, params: { id: rows[0]?.id }, body: answer })
  await run('run_workflows')
  const deleted = await t.call(workflowRoutes.remove, { as: office, params: { id: made._id } })
  expect(deleted.status).toBe(200)
  await t.call(reservationRoutes.cancelMyReservation, { as: person, params: { id } })
  expect((await ended.erased(person)).status).toBe(200)
  expect(await holding(last_name)).toEqual([])
})

test('what an app noted about the pages of somebody goes with them', async () => {
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name: 'Quilp' } })
  await t.call(identityRoutes.logAccess, { as: person, body: { route: '/sign-out', comment: 'Quilp signs out' } })
  expect(await holding('Quilp')).toEqual(['access_logs', 'users'])
  expect((await ended.erased(person)).status).toBe(200)
  expect(await holding('Quilp')).toEqual([])
})

test('the names that an erasure left before they were marked are in the reader’s language too', async () => {
  const { id } = await t.account()
  const { pool } = t.database
  await pool.query(
    `update users set status = 'deactivated', email = null, email_confirmed_at = null, phone = null, phone_verified_at = null,
       password_hash = null, password_changed_at = null, gender = null, birth_date = null, staff_id = null, assembly_id = null,
       district_id = null, area_id = null, region_id = null, title_id = null, designation_id = null,
       first_name = 'Erased', last_name = 'person', erased_at = $2 where id = $1`,
    [id, t.clock()],
  )
  const migration = path.join(import.meta.dirname, '../../../migrations/1040_names_of_erased_people_are_marked.sql')
  await pool.query(await readFile(migration, 'utf8'))
  const shown = await t.call(authorizationRoutes.getUser, { as: office, headers: IN_GERMAN, params: { id } })
  expect(shown.data.name).toBe('Anonymisierte Person')
})
