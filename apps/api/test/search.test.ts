import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { contentRoutes } from '@shiloh/contract/content'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import { taskRoutes } from '@shiloh/contract/tasks'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../src/platform/db/search.store.ts'
import { ERASED_NAME } from '../src/platform/text/erased.ts'
import { type BookableEvent, makeEvent, makeMember, makeSpouse, writeWaiting } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/** A search finds the same person in every list, however the name and the number are written. */
let app: TestApp
let staff: TestAccount
let gate: TestAccount
let person: TestAccount
let other: TestAccount
let event: BookableEvent
let code: string
let reference: string

const ids = (rows: readonly { _id: string }[]): string[] => rows.map(({ _id }) => _id)

beforeAll(async () => {
  app = await testApp()
  staff = await app.account({ type: 'admin', permissions: PERMISSIONS })
  gate = await app.account({ type: 'checkin_user' })
  person = await app.account({
    email: 'k.osei@church.example',
    columns: { first_name: 'Kwame', other_names: 'Ɛbo', last_name: "Ɔsei-D'Arc Müller", phone: '+233244811402' },
  })
  other = await app.account({ columns: { first_name: 'Kwabena', last_name: 'Asante', phone: '+233208124402' } })
  event = await makeEvent(app)
  await app.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
  const wife = await makeSpouse(app, person.id, { gender: 'female' })
  const son = await makeMember(app, person.id)
  await app.database.pool.query(
    `update spouses set first_name = 'Adwoa', last_name = 'Nyarko', phone = '+4915112345678' where id = $1`,
    [wife],
  )
  await app.database.pool.query(`update family_members set first_name = 'Yaa', last_name = 'Asantewaa' where id = $1`, [
    son,
  ])
  const made = await app.call(reservationRoutes.makeReservation, {
    as: person,
    params: { event_id: event.id },
    body: {
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'spouse', person_id: wife, participant_type_id: event.otherTypeId },
        { role: 'child', person_id: son, participant_type_id: event.otherTypeId },
      ],
    },
  })
  code = made.data.code
  const { _id } = made.data
  const cash = await app.call(paymentRoutes.takeCash, { as: staff, params: { id: _id }, body: { amount: 1000 } })
  const { rows } = await app.database.pool.query<{ reference: string }>(
    'select reference from payments where id = $1',
    [cash.data._id],
  )
  reference = rows[0]?.reference ?? ''
  await writeWaiting(app, event, person.id)
  await app.call(reservationRoutes.makeReservation, {
    as: other,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId },
  })
  await app.database.pool.query(`insert into support_tickets (user_id, subject) values ($1, 'Help')`, [person.id])
  await app.database.pool.query(
    `with post as (insert into blogs (slug, title, body, author_id) values ('camp', 'Camp', 'Tents', $1) returning id)
     insert into blog_comments (blog_id, user_id, body, status) select post.id, u, 'Lovely', 'pending' from post, unnest($2::text[]) u`,
    [staff.id, [person.id, other.id]],
  )
  await app.database.pool.query(`insert into tasks (title, user_id) values ('Call', $1), ('Call', $2)`, [
    person.id,
    other.id,
  ])
  await app.database.pool.query(
    `insert into alerts (kind, subject, data) values ('consent_refused', $1, jsonb_build_object('reservation_id', $1::text, 'code', $2::text, 'name', 'Yaa', 'event', 'Camp'))`,
    [_id, code],
  )
})
afterAll(() => app.close())

const LISTS: Readonly<Record<string, (search: string) => Promise<readonly string[]>>> = {
  people: async (search) => ids((await app.call(authorizationRoutes.listUsers, { as: staff, query: { search } })).data),
  picker: async (search) => ids((await app.call(authorizationRoutes.pickUsers, { as: staff, query: { search } })).data),
  reservations: async (search) =>
    (await app.call(reservationRoutes.listReservations, { as: staff, query: { search } })).data.map(
      ({ user }) => user._id,
    ),
  'waiting list': async (search) =>
    (
      await app.call(reservationRoutes.listWaiting, { as: staff, params: { id: event.id }, query: { search } })
    ).data.map(({ user }) => user._id),
  cash: async (search) =>
    (await app.call(paymentRoutes.listCashPayments, { as: staff, query: { search } })).data.map(() => person.id),
  gate: async (search) =>
    (await app.call(checkinRoutes.listGateReservations, { as: gate, query: { search } })).data
      .filter(({ role }) => role === 'main')
      .map(({ code: of }) => (of === code ? person.id : other.id)),
  support: async (search) =>
    (await app.call(supportRoutes.listTickets, { as: staff, query: { search } })).data.map(() => person.id),
  comments: async (search) =>
    (await app.call(contentRoutes.listComments, { as: staff, query: { search } })).data.map(
      ({ user_id }) => user_id ?? '',
    ),
  tasks: async (search) =>
    (await app.call(taskRoutes.list, { as: staff, query: { search } })).data.map(({ person: of }) => of?._id ?? ''),
  alerts: async (search) =>
    (await app.call(alertRoutes.listAlerts, { as: staff, query: { search, kind: 'consent_refused' } })).data.map(
      () => person.id,
    ),
  money: async (search) =>
    (await app.call(tillRoutes.listMoney, { as: staff, query: { search } })).data.map(({ person_id }) => person_id),
}

/** Ways to write the person, found by every list. */
const WRITTEN = [
  'kwame osei',
  'ɔsei ɛbo',
  'MU\u0308LLER',
  'osei d’arc',
  '0244811402',
  '+233 24 481 1402',
  '024',
] as const
/** More of them. They depend on the words alone, so one list is enough. */
const ALSO_WRITTEN = [
  'OSEI KWAME',
  'Ɔsei',
  'Kwame Ebo',
  'muller kwa',
  'osei darc',
  'oseidarc',
  'kw os eb',
  '0244 811 402',
  '024-481 1402',
  '+233 (0)24 481 1402',
  '+233 024 481 1402',
  '00233244811402',
  '233244811402',
  '244811402',
  '811402',
  'kwame 0244 811 402',
  'K.Osei@Church.example',
  'church.example',
] as const
const OTHERS = ['kwame quartey', '0205', 'seitutu kwame', '%', '_', 'o_ei', '%kwame%x'] as const

it.each(Object.keys(LISTS))('a person is found in the list: %s', async (list) => {
  const found = async (searches: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(searches.map(async (search) => [search, await LISTS[list]?.(search)] as const)),
    )
  // A gate sees no phones, and finds whole ones.
  const written = WRITTEN.filter((search) => list !== 'gate' || search !== '024')
  const all = [...written, ...(list === 'people' ? ALSO_WRITTEN : [])]
  expect(await found(all)).toEqual(Object.fromEntries(all.map((search) => [search, [person.id]])))
  expect(await found(OTHERS)).toEqual(Object.fromEntries(OTHERS.map((search) => [search, []])))
})

it.each([
  ['a spouse', () => 'nyarko adwoa'],
  ['the phone of a spouse', () => '0151 1234'],
  ['a child', () => 'Asantewaa'],
  ['the code', () => code.toLowerCase()],
  ['the code without its event', () => code.slice(code.indexOf('-') + 1)],
  ['the reference of a payment', () => reference],
])('a reservation is found by %s', async (_, search) => {
  expect(await LISTS['reservations']?.(search())).toEqual([person.id])
})

it.each([
  ['024 412 3456', ['0244123456']],
  ['mensah 024 412 3456 kofi', ['mensah', '0244123456', 'kofi']],
  ['+49 (0)151 123', ['49151123']],
  ['00 233 24', ['23324']],
  ['2 101', ['2', '101']],
  ['MW27-C4UW', ['MW27', 'C4UW']],
  ['a@b.example', ['a@b.example']],
  ['esi.1795385408088.2@b.example', ['esi.1795385408088.2@b.example']],
  ['0244123456@b.example', ['0244123456@b.example']],
  ['GH/2024/001234', ['GH', '2024', '001234']],
  ['0244.123.456', ['0244123456']],
  ['24.555.5930', ['245555930']],
  ['024_555_5930 mensah', ['0245555930', 'mensah']],
  ['tel:+233-24-555-5930', ['233245555930']],
  ['hotel: 22.01.2027', ['hotel:', '22.01.2027']],
  ['\u202a+233 24–412–3456\u202c', ['233244123456']],
  ['０２４４123456', ['0244123456']],
  [' - % ', []],
  ['1 2 3 x 4 5 6 7', ['1', '2', '3', 'x', '4', '5']],
] as const)('splits %s', (search, words) => {
  expect(wordsOf(search)).toEqual(words)
})

it('the searches of a browser compare names as those of the server do', async () => {
  const names = [
    'Yɛboah',
    'Nyameyɛ Dɔnkɔ-Asante',
    "N’Guessan d'Almeida",
    'ƑOLI Ɣebe Ʋiɖaa Ŋmɛ',
    'Müller-Straße, Łukasz Øre',
    'São Tomé Čapek Æsir Œuvre',
    'mu\u0308ller (Kofi) & So\u0308hne',
    'Ọla—Ʋi Ɩda Ʒi',
  ]
  const { rows } = await app.database.pool.query<{ key: string }>(
    'select search_key(n) as key from unnest($1::text[]) n',
    [names],
  )
  expect(names.map((name) => ` ${searchKey(name)}`)).toEqual(rows.map(({ key }) => key))
  const finds = (search: string) => names.filter((name) => hasSearchWords(searchKey(name), search))
  expect(['yeboah', 'donko nyam', 'asante donkɔ', 'nguessan', "n'gue", 'viɖaa', 'strasse'].map(finds)).toEqual(
    [0, 1, 1, 2, 2, 3, 4].map((place) => [names[place]]),
  )
})

it('finds rooms by block and number, and events in any order of words', async () => {
  const room = async (search: string) =>
    (await app.call(eventRoomRoutes.list, { as: staff, query: { search } })).data.map(({ name }) => name)
  expect(await room('block x1')).toEqual(['X1'])
  expect(await room('2 block')).toEqual(['A2'])
  await app.database.pool.query(`update events set name = 'Zion Camp Élan' where id = $1`, [event.id])
  const events = await app.call(adminEventRoutes.listAdminEvents, { as: staff, query: { search: 'elan zion' } })
  expect(ids(events.data)).toEqual([event.id])
})

it('an erased account leaves no trace in what is searched', async () => {
  const leaver = await app.account({ columns: { first_name: 'Afua', last_name: 'Gyan', phone: '+233501234567' } })
  await app.call(identityRoutes.createSpouse, {
    as: leaver,
    body: { first_name: 'Kojo', last_name: 'Gyan', gender: 'male', phone: '+233501234568' },
  })
  await makeMember(app, leaver.id)
  expect((await app.call(identityRoutes.eraseAccount, { as: leaver })).status).toBe(200)
  const { rows } = await app.database.pool.query<{ search_text: string }>(
    `select search_text from users where id = $1 union all select search_text from spouses where user_id = $1
     union all select search_text from family_members where user_id = $1`,
    [leaver.id],
  )
  const left = ERASED_NAME.toLowerCase()
  expect(rows.map(({ search_text }) => search_text.trim())).toEqual([left, left, left])
})
