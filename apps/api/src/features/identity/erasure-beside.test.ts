import { authorizationRoutes } from '@shiloh/contract/authorization'
import { feedbackRoutes } from '@shiloh/contract/feedback'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { bulkMessageRoutes } from '@shiloh/contract/messaging/bulk'
import { officeRoutes } from '@shiloh/contract/office'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import { taskRoutes } from '@shiloh/contract/tasks'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, type BookableEvent, makeEvent, makeMember, makeSpouse, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { hashPassword } from './passwords.ts'
import { anonymise } from './personal-data.store.ts'
import { forgetPerson } from './personal-data.ts'

/** What is written for somebody at the moment at which their account is erased. */
let t: TestApp
let office: TestAccount
let open: BookableEvent
let full: BookableEvent
let passwordHash = ''
const FREE = { price: 0 }
const PASSWORD = 'Blue-Mango-42'

beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
  open = await makeEvent(t, FREE)
  full = await makeEvent(t, { ...FREE, capacity: 1 })
  await reserve(t, full)
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => t.close())

/** Runs `work` in a transaction of somebody else, which ends after `meanwhile`. */
const holding = async (work: (client: pg.PoolClient) => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await meanwhile()
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** Names the tables with rows that hold these words. The audit trail keeps who did what. */
const saying = async (words: string): Promise<string[]> => {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'audit_trail' and position(lower($1) in lower(query_to_xml(format('select * from %I', table_name), true, true, '')::text)) > 0
    order by 1`,
    [words],
  )
  return rows.map(({ name }) => name)
}

/** Names the tables in which something is left that an erasure ends. */
const left = async ({ id }: TestAccount): Promise<string[]> => {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select 'reservations' as name from reservations where user_id = $1
    union all select 'reservation_participants' from reservation_participants where user_id = $1
    union all select 'sessions' from sessions where user_id = $1
    union all select 'waiting_entries' from waiting_entries where user_id = $1 and (status = 'waiting' or wish <> '{}')
    union all select 'reservation_drafts' from reservation_drafts where user_id = $1
    union all select 'person_notes' from person_notes where user_id = $1
    union all select 'tasks' from tasks where user_id = $1
    union all select 'users' from users where id = $1 and (erased_at is null or status <> 'deactivated')`,
    [id],
  )
  return rows.map(({ name }) => name)
}

let people = 0
/** Returns a name that nobody else has, of letters. */
const nameOfOne = (): string => {
  people += 1
  return `Quist${[...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}q`
}

const member = (last_name: string) =>
  t.account({
    columns: {
      first_name: 'Zorrina',
      last_name,
      gender: 'female',
      password_hash: passwordHash,
      password_changed_at: t.clock(),
    },
  })

const insertSession = (client: pg.PoolClient, userId: string) =>
  client.query(`insert into sessions (user_id, refresh_hash, expires_at) values ($1, $2, now() + interval '1 hour')`, [
    userId,
    `A hash of ${userId}`,
  ])

const erase = (person: TestAccount) => t.call(identityRoutes.eraseAccount, { as: person })

type Beside = (person: TestAccount, last_name: string) => Promise<{ status: number; code: string | undefined }>

const book: Beside = (person) =>
  t.call(reservationRoutes.makeReservation, {
    as: person,
    params: { event_id: open.id },
    body: { participant_type_id: open.typeId },
  })

test.each<[string, number, string, Beside]>([
  ['they reserve', 401, 'not_signed_in', book],
  [
    'the office reserves for them',
    409,
    'person_erased',
    ({ id }) =>
      t.call(reservationRoutes.makeReservationFor, {
        as: office,
        params: { event_id: open.id },
        body: { user_id: id, participant_type_id: open.typeId },
      }),
  ],
  [
    'they join a waiting list',
    401,
    'not_signed_in',
    (person) =>
      t.call(reservationRoutes.joinWaitingList, {
        as: person,
        params: { id: full.id },
        body: { participant_type_id: full.typeId },
      }),
  ],
  [
    'they save a draft',
    401,
    'not_signed_in',
    (person, last_name) =>
      t.call(reservationRoutes.saveDraft, { as: person, params: { id: open.id }, body: { draft: { last_name } } }),
  ],
  [
    'they sign in',
    401,
    'not_signed_in',
    ({ email }) => t.call(identityRoutes.login, { body: { email, password: PASSWORD } }),
  ],
  [
    'they edit their profile',
    401,
    'not_signed_in',
    (person, last_name) => t.call(identityRoutes.updateProfile, { as: person, body: { other_names: last_name } }),
  ],
  [
    'they write to the office',
    401,
    'not_signed_in',
    (person, last_name) =>
      t.call(supportRoutes.openTicket, { as: person, body: { subject: `I am ${last_name}`, body: last_name } }),
  ],
  [
    'they add a spouse',
    401,
    'not_signed_in',
    (person, last_name) =>
      t.call(identityRoutes.createSpouse, { as: person, body: { first_name: 'Kofi', last_name, gender: 'male' } }),
  ],
  [
    'they rename their spouse',
    401,
    'not_signed_in',
    async (person, last_name) => {
      const { rows } = await t.database.pool.query('select id from spouses where user_id = $1', [person.id])
      return t.call(identityRoutes.updateSpouse, { as: person, params: { id: rows[0]?.id }, body: { last_name } })
    },
  ],
  [
    'they add a child',
    401,
    'not_signed_in',
    (person, last_name) =>
      t.call(identityRoutes.addFamilyMember, {
        as: person,
        body: { relation: 'child', first_name: 'Esi', last_name, gender: 'female', birth_date: '2019-05-04' },
      }),
  ],
  [
    'they rename their child',
    401,
    'not_signed_in',
    async (person, last_name) => {
      const { rows } = await t.database.pool.query('select id from family_members where user_id = $1', [person.id])
      return t.call(identityRoutes.updateFamilyMember, { as: person, params: { id: rows[0]?.id }, body: { last_name } })
    },
  ],
  [
    'the office edits them',
    409,
    'person_erased',
    ({ id }, last_name) =>
      t.call(authorizationRoutes.updateUser, { as: office, params: { id }, body: { other_names: last_name } }),
  ],
  [
    'the office writes a note about them',
    409,
    'person_erased',
    ({ id }, last_name) =>
      t.call(officeRoutes.addPersonNote, { as: office, params: { id }, body: { body: `${last_name} is ill` } }),
  ],
  [
    'the office makes a task about them',
    409,
    'person_erased',
    ({ id }, last_name) => t.call(taskRoutes.create, { as: office, body: { title: `Call ${last_name}`, user_id: id } }),
  ],
  [
    'the office writes to them',
    409,
    'person_erased',
    ({ id }, last_name) =>
      t.call(bulkMessageRoutes.messagePeople, {
        as: office,
        body: {
          name: `To ${last_name}`,
          ids: [id],
          channels: ['app'],
          texts: { en: { subject: `Dear ${last_name}`, body: 'x' } },
        },
      }),
  ],
])('an account is erased while %s', async (_, status, code, beside) => {
  const last_name = nameOfOne()
  const person = await member(last_name)
  await makeSpouse(t, person.id)
  await makeMember(t, person.id)
  await t.database.pool.query(
    `insert into access_logs (user_id, route, ip, user_agent, at) values ($1, '/', '', '', now())`,
    [person.id],
  )
  const answers: Promise<{ status: number; code: string | undefined }>[] = []
  // The erasure has locked the account when it comes to these rows.
  await holding(
    (client) => client.query('select from access_logs where user_id = $1 for update', [person.id]),
    async () => {
      answers.push(erase(person))
      await untilWaiting(t, 1)
      answers.push(beside(person, last_name))
      await untilWaiting(t, 2)
    },
  )
  const [erased, other] = await Promise.all(answers)
  expect([erased?.status, other?.status, other?.code]).toEqual([200, status, code])
  expect([await saying(last_name), await left(person)]).toEqual([[], []])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('the office makes a task about a reservation of somebody who is being erased', async () => {
  const last_name = 'Quorley'
  const person = await member(last_name)
  const { id } = await reserve(t, open, {}, person)
  await t.call(reservationRoutes.cancelMyReservation, { as: person, params: { id } })
  const { data: made } = await t.call(taskRoutes.create, { as: office, body: { title: 'A task', reservation_id: id } })
  await t.app.deps.jobs.drain()
  const answers: Promise<{ status: number; code: string | undefined }>[] = []
  await holding(
    (client) => client.query('select from tasks where id = $1 for update', [made._id]),
    async () => {
      answers.push(erase(person))
      await untilWaiting(t, 1)
    },
  )
  expect((await answers[0])?.status).toBe(200)
  const late = await t.call(taskRoutes.create, { as: office, body: { title: `Call ${last_name}`, reservation_id: id } })
  expect([late.status, late.code]).toEqual([409, 'person_erased'])
  expect(await saying(last_name)).toEqual([])
})

test('an account is erased while they say how an event was', async () => {
  const last_name = nameOfOne()
  const person = await member(last_name)
  const event = await makeEvent(t, FREE)
  const { id } = await reserve(t, event, {}, person)
  await t.database.pool.query(
    `update events set starts_at = '2026-11-18T08:00:00Z', ends_at = '2026-11-20T08:00:00Z' where id = $1`,
    [event.id],
  )
  await t.database.pool.query(
    `insert into access_logs (user_id, route, ip, user_agent, at) values ($1, '/', '', '', now())`,
    [person.id],
  )
  const answers: Promise<{ status: number }>[] = []
  await holding(
    (client) => client.query('select from access_logs where user_id = $1 for update', [person.id]),
    async () => {
      answers.push(erase(person))
      await untilWaiting(t, 1)
      const body = { rating: 5, words: `${last_name} was there` }
      answers.push(t.call(feedbackRoutes.giveFeedback, { as: person, params: { id }, body }))
      await untilWaiting(t, 2)
    },
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401])
  const late = t.database.pool.query(
    `insert into event_feedback (reservation_id, rating, words, created_at, updated_at) values ($1, 5, $2, now(), now())`,
    [id, last_name],
  )
  await expect(late).rejects.toThrow('the account is erased')
  expect(await saying(last_name)).toEqual([])
})

test('somebody reserves with a spouse whose account is erased, and keeps the name that they gave', async () => {
  const spouse = await member('Quell')
  const user = await t.account({ columns: { gender: 'male' } })
  const spouseId = await makeSpouse(t, user.id, { gender: 'female', linkedUserId: spouse.id })
  await t.database.pool.query(
    `insert into access_logs (user_id, route, ip, user_agent, at) values ($1, '/', '', '', now())`,
    [spouse.id],
  )
  const answers: Promise<{ status: number }>[] = []
  await holding(
    (client) => client.query('select from access_logs where user_id = $1 for update', [spouse.id]),
    async () => {
      answers.push(erase(spouse))
      await untilWaiting(t, 1)
      const participants = [
        { role: 'main', participant_type_id: open.typeId },
        { role: 'spouse', person_id: spouseId, participant_type_id: open.typeId },
      ]
      answers.push(askFor(t, open, { participant_type_id: undefined, participants }, user))
      await untilWaiting(t, 2)
    },
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201])
  const { rows } = await t.database.pool.query(
    `select p.name, p.user_id from reservation_participants p where p.spouse_id = $1`,
    [spouseId],
  )
  expect(rows).toEqual([{ name: 'Kofi Mensah', user_id: null }])
  expect(await left(spouse)).toEqual([])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test.each<[string, (client: pg.PoolClient, userId: string, words: string) => Promise<unknown>]>([
  [
    'joined a waiting list',
    (client, userId, words) =>
      client.query(
        `insert into waiting_entries (event_id, user_id, kind, wish, reason) values ($1, $2, 'event', $3, $4)`,
        [full.id, userId, JSON.stringify({ sealed: 'sealed' }), words],
      ),
  ],
  [
    'has a new task about them',
    (client, userId, words) =>
      client.query(`insert into tasks (title, user_id) values ($1, $2)`, [`Call ${words}`, userId]),
  ],
  [
    'was in a task that was deleted',
    async (client, userId, words) => {
      await client.query('select from users where id = $1 for key share', [userId])
      return client.query(`insert into removals (actor_id, kind, rows, at) values ($1, 'tasks', $2, now())`, [
        office.id,
        JSON.stringify([{ id: userId, title: words, user_id: userId }]),
      ])
    },
  ],
  [
    'was written to by the office',
    (client, userId, words) =>
      client.query(
        `insert into bulk_messages (audience, name, ids, channels, texts, starts_at) values ('users', $1, array[$2], array['app'], '{}', now())`,
        [words, userId],
      ),
  ],
  ['signed in', (client, userId) => insertSession(client, userId)],
  [
    'got a message',
    (client, userId, words) =>
      client.query(
        `insert into messages (channel, recipient, user_id, template, language, data) values ('mail', $2, $1, 'x', 'en', '{}')`,
        [userId, `${words}@example.com`],
      ),
  ],
])('an erasure sees that somebody %s until their account is locked', async (_, write) => {
  const last_name = nameOfOne()
  const person = await member(last_name)
  const erasing: Promise<{ status: number }>[] = []
  await holding(
    (client) => write(client, person.id, last_name),
    async () => {
      erasing.push(erase(person))
      await untilWaiting(t, 1)
    },
  )
  expect((await erasing[0])?.status).toBe(200)
  expect([await saying(last_name), await left(person)]).toEqual([[], []])
})

test('an erasure is refused when somebody reserved until their account was locked', async () => {
  const person = await member('Quarry')
  await t.database.pool.query(`insert into message_batches (messages, created_at) values ($1, now())`, [
    JSON.stringify([{ user_id: person.id, template: 'x', data: {} }]),
  ])
  const answers: Promise<{ status: number; code: string | undefined }>[] = []
  // Until here the erasure has not locked the account.
  await holding(
    (client) => client.query('select from message_batches where messages::text like $1 for update', [`%${person.id}%`]),
    async () => {
      answers.push(erase(person))
      await untilWaiting(t, 1)
      expect((await book(person, '')).status).toBe(201)
    },
  )
  expect(await Promise.all(answers)).toMatchObject([{ status: 409, code: 'in_use' }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('a message to somebody who is erased at this moment is not written', async () => {
  const person = await member('Quench')
  const [written, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const erasing = inWork(t.app.deps, async (work) => {
    await forgetPerson(work, person.id)
    await anonymise(work.tx, work.now, person.id)
    written.resolve()
    await done.promise
  })
  await written.promise
  const sending = inWork(t.app.deps, (work) =>
    work.send({
      template: 'sign_in_code',
      channel: 'mail',
      to: person.email,
      userId: person.id,
      language: 'en',
      data: {},
    }),
  )
  await untilWaiting(t, 1)
  done.resolve()
  await Promise.all([erasing, sending])
  expect(await saying(person.email)).toEqual([])
})

/** Begins one act after the other, each when the statements of those before it wait for a lock. */
const inTurn = async (...acts: readonly (() => Promise<{ status: number; code: string | undefined }>)[]) => {
  const begun = []
  for (const act of acts) {
    begun.push(act())
    await untilWaiting(t, begun.length)
  }
  return begun
}
const codesOf = async (answers: readonly Promise<{ status: number; code: string | undefined }>[]) =>
  (await Promise.all(answers)).map(({ status, code }) => [status, code])

test.each<[string, (husband: TestAccount, wife: TestAccount) => Promise<Beside>]>([
  [
    'accepts their invitation',
    async (husband, wife) => {
      const spouseId = await makeSpouse(t, husband.id, { gender: 'female' })
      await t.call(spouseLinkRoutes.inviteSpouse, {
        as: husband,
        params: { id: spouseId },
        body: { email: wife.email },
      })
      const [invitation] = (await t.call(spouseLinkRoutes.listSpouseInvitations, { as: wife })).data
      const params = { id: invitation?._id ?? '' }
      return () => t.call(spouseLinkRoutes.acceptSpouseInvitation, { as: wife, params, body: {} })
    },
  ],
  [
    'agrees last to what the office asks',
    async (husband, wife) => {
      await t.call(officeLinkRoutes.askSpouses, {
        as: office,
        params: { id: husband.id },
        body: { other_id: wife.id },
      })
      const [request] = (await t.call(officeLinkRoutes.listOwnSpouseRequests, { as: wife })).data
      const params = { id: request?._id ?? '' }
      await t.call(officeLinkRoutes.agreeToSpouseRequest, { as: husband, params })
      return () => t.call(officeLinkRoutes.agreeToSpouseRequest, { as: wife, params })
    },
  ],
])('people erase their accounts while their spouse %s, and nobody has to try again', async (_, prepare) => {
  const [husband, wife] = [await member(nameOfOne()), await member(nameOfOne())]
  const link = await prepare(husband, wife)
  let both: Awaited<ReturnType<typeof inTurn>> = []
  await holding(
    (client) => client.query('select from users where id = $1 for update', [husband.id]),
    async () => {
      both = await inTurn(
        () => erase(husband),
        () => link(wife, ''),
      )
    },
  )
  expect(await codesOf(both)).toEqual([
    [200, undefined],
    [404, 'not_found'],
  ])
})

test('people who wait for a place erase their accounts while the office links them, and nobody has to try again', async () => {
  const [husband, wife] = [await member(nameOfOne()), await member(nameOfOne())]
  const body = { participant_type_id: full.typeId }
  expect((await t.call(reservationRoutes.joinWaitingList, { as: husband, params: { id: full.id }, body })).status).toBe(
    201,
  )
  const link = () =>
    t.call(officeLinkRoutes.linkSpouses, {
      as: office,
      params: { id: husband.id },
      body: { other_id: wife.id, reason: 'Both said so' },
    })
  let both: Awaited<ReturnType<typeof inTurn>> = []
  await holding(
    // The erasure waits for it with the locks of the event, a row for the account does not.
    (client) => client.query('select from users where id = $1 for no key update', [husband.id]),
    async () => {
      both = await inTurn(() => erase(husband), link)
    },
  )
  expect(await codesOf(both)).toEqual([
    [200, undefined],
    [409, 'person_erased'],
  ])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

test('an account that was erased stays empty, also for the office, and can be deleted', async () => {
  const person = await member('Quince')
  expect((await erase(person)).status).toBe(200)
  const as = { as: office, params: { id: person.id } }
  const edited = await t.call(authorizationRoutes.updateUser, { ...as, body: { last_name: 'Quince' } })
  const noted = await t.call(officeRoutes.addPersonNote, { ...as, body: { body: 'Quince' } })
  expect([edited, noted].map(({ status, code }) => [status, code])).toEqual([
    [409, 'person_erased'],
    [409, 'person_erased'],
  ])
  expect((await t.call(authorizationRoutes.removeUser, as)).status).toBe(200)
})

test('every table with rows that belong to a person refuses those of somebody erased', async () => {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' and not exists (
      select from pg_trigger g where g.tgrelid = c.conrelid and g.tgname like 'refuse\\_erased%') order by 1`,
  )
  // Those of staff and programs, whose accounts are not erased; what is written to locked accounts; and times of reading.
  const staff = [
    'api_token_calls',
    'api_tokens',
    'background_exports',
    'check_in_user_events',
    'default_views',
    'removals',
    'saved_reports',
    'special_permissions',
    'user_roles',
  ]
  expect(rows.map(({ name }) => name)).toEqual([...staff, 'bulk_recipients', 'notifications', 'support_reads'].sort())
})
