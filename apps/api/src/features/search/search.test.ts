import { authorizationRoutes } from '@shiloh/contract/authorization'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { SEARCH_TYPES, type SearchType, searchPermission, searchRoutes } from '@shiloh/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let staff: TestAccount
let guest: TestAccount
let events: BookableEvent[]
let codes: string[]

beforeAll(async () => {
  app = await testApp()
  staff = await app.account({ type: 'admin', permissions: PERMISSIONS })
  guest = await app.account({ columns: { first_name: 'Isaac', last_name: 'Quartey', phone: '+233248114402' } })
  events = [await makeEvent(app), await makeEvent(app, { startsAt: '2027-03-01', endsAt: '2027-03-04' })]
  codes = []
  for (const event of events) {
    const made = await app.call(reservationRoutes.makeReservation, {
      as: guest,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId },
    })
    codes.push(made.data.code)
  }
})
afterAll(() => app.close())

const found = async (type: SearchType, search: string, as = staff) =>
  (await app.call(searchRoutes.autocomplete, { as, params: { type }, query: { search } })).data

it('finds people and events with what tells namesakes apart', async () => {
  expect(await found('users', '024 811')).toEqual([
    { _id: guest.id, name: 'Isaac Quartey', phone: '+233248114402', place: null, event: null },
  ])
  const [event] = events
  await app.database.pool.query(`update events set name = 'Zion camp' where id = $1`, [event?.id])
  expect(await found('events', 'camp zion')).toMatchObject([
    { _id: event?.id, name: 'Zion camp', place: 'Accra', event: { status: 'published', time_zone: 'Africa/Accra' } },
  ])
  expect(await found('event_rooms', 'block x1')).toHaveLength(2)
  // As people say it: the code of the block and the number, without what is between them.
  const [room] = await found('event_rooms', 'block x1')
  await app.database.pool.query(
    `with renamed as (update event_rooms set name = 'H-203' where id = $1 returning event_block_id)
      update event_blocks set code = 'H' where id = (select event_block_id from renamed)`,
    [room?._id],
  )
  expect((await found('event_rooms', 'h203')).map(({ _id }) => _id)).toEqual([room?._id])
  await app.database.pool.query(`update event_rooms set name = '203' where id = $1`, [room?._id])
  expect((await found('event_rooms', 'H203')).map(({ _id }) => _id)).toEqual([room?._id])
  expect(await found('users', '%')).toEqual([])
})

it('finds reservations that are to come before those that are over, and at most twenty', async () => {
  const search = async (query: { search: string; event_id?: string }) =>
    (await app.call(reservationRoutes.searchReservations, { as: staff, query })).data.map(({ code }) => code)
  expect((await search({ search: 'quartey isaac' })).sort()).toEqual([...codes].sort())
  const [first, second] = events
  await app.database.pool.query(`update events set starts_at = '2020-01-01', ends_at = '2020-01-02' where id = $1`, [
    second?.id,
  ])
  expect(await search({ search: '0248114402' })).toEqual(codes)
  expect(await search({ search: '0248114402', event_id: second?.id ?? '' })).toEqual([codes[1]])
  expect(await search({ search: codes[0]?.toLowerCase() ?? '' })).toEqual([codes[0]])
  expect(await search({ search: '-' })).toEqual([])
  await app.database.pool.query(
    `insert into users (user_type, first_name, last_name, phone) select 'user', 'Many', 'Namesakes', null from generate_series(1, 30)`,
  )
  expect(await found('users', 'namesakes')).toHaveLength(20)
  expect(first).toBeDefined()
})

it('finds people and reservations by a code, also without its dash, but nobody by the beginning of one', async () => {
  const [code = ''] = codes
  const spoken = [code, code.toLowerCase(), code.replace('-', ''), code.replace('-', ' '), code.split('-')[1] ?? '']
  const people = async (search: string, as = staff) =>
    (await app.call(authorizationRoutes.listUsers, { as, query: { search } })).data.map(({ _id }) => _id)
  for (const search of spoken) {
    const { data } = await app.call(reservationRoutes.searchReservations, { as: staff, query: { search } })
    const listed = await app.call(reservationRoutes.listReservations, { as: staff, query: { search } })
    expect([search, data, listed.data]).toMatchObject([search, [{ code }], [{ code }]])
    expect([search, await found('users', search), await people(search)]).toMatchObject([
      search,
      [{ _id: guest.id }],
      [guest.id],
    ])
  }
  expect(await found('users', code.slice(0, -1))).toEqual([])
  const without = await app.account({ type: 'admin', permissions: PERMISSIONS })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [without.id, events[0]?.id],
  )
  expect([await found('users', code, without), await people(code, without)]).toEqual([[], []])
})

it.each(SEARCH_TYPES)('%s: only with the permission to read them', async (type) => {
  const permission = searchPermission(type)
  const answer = await app.call(searchRoutes.autocomplete, { as: staff, params: { type }, query: {} })
  expect(answer.status).toBe(200)
  const without = await app.account({ type: 'admin', permissions: PERMISSIONS.filter((one) => one !== permission) })
  const refused = await app.call(searchRoutes.autocomplete, { as: without, params: { type }, query: {} })
  expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  const [row] = answer.data
  if (!row) return
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
    [staff.id, type, row._id],
  )
  expect((await found(type, '')).map(({ _id }) => _id)).not.toContain(row._id)
  await app.database.pool.query('delete from special_permissions where user_id = $1', [staff.id])
})

it('names what the church writes in the language of the reader, and finds it by both', async () => {
  const { pool } = app.database
  const german = '{"de": {"name": "Helfende"}}'
  await pool.query(`insert into participant_types (name, translations) values ('Stewards', $1)`, [german])
  await pool.query(`insert into titles (name, rank, translations) values ('Stewards', 90, $1)`, [german])
  await pool.query(`insert into room_categories (name, translations) values ('Stewards', $1)`, [german])
  await pool.query(
    `with p as (insert into products (name, translations) values ('Shirt', '{"de": {"name": "Hemd"}}') returning id)
     insert into product_options (product_id, name, translations) select id, 'Stewards', $1 from p`,
    [german],
  )
  const names = async (type: SearchType, search: string) => {
    const headers = { 'accept-language': 'de' }
    const { data } = await app.call(searchRoutes.autocomplete, {
      as: staff,
      headers,
      params: { type },
      query: { search },
    })
    return data.map(({ name }) => name)
  }
  for (const search of ['helfende', 'stewards']) {
    for (const type of ['participant_types', 'titles', 'room_categories'] as const)
      expect(await names(type, search)).toEqual(['Helfende'])
    expect(await names('product_options', search)).toEqual(['Hemd · Helfende'])
  }
})

it('answers an unknown type and other accounts', async () => {
  const unknown = await app.call(searchRoutes.autocomplete, { as: staff, params: JSON.parse('{"type":"sessions"}') })
  expect(unknown.status).toBe(404)
  expect((await app.call(searchRoutes.autocomplete, { as: guest, params: { type: 'events' } })).status).toBe(403)
  const empty = await app.call(reservationRoutes.searchReservations, { as: staff, query: JSON.parse('{}') })
  expect(empty).toMatchObject({ status: 422, errors: [{ field: 'search' }] })
})
