import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { type ReportView, reportRoutes } from '@shiloh/contract/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { reportOf } from './build.ts'

let app: TestApp
let event: BookableEvent
let office: TestAccount
const reservations: string[] = []

beforeAll(async () => {
  app = await testApp()
  event = await makeEvent(app, { price: 0, pricePerNight: 0, rooms: 4, beds: 5 })
  office = await app.account({
    type: 'admin',
    permissions: ['reservations.report', 'reservations.read', 'reservations.assign_rooms', 'events.read'],
  })
  // Room 10 comes after room 9, and the second room is a floor up.
  await app.database.pool.query(`update event_rooms set name = $2, floor = $3 where id = $1`, [
    event.roomIds[0],
    '10',
    0,
  ])
  await app.database.pool.query(`update event_rooms set name = $2, floor = $3 where id = $1`, [
    event.roomIds[1],
    '9',
    0,
  ])
  await app.database.pool.query(`update event_rooms set name = $2, floor = $3 where id = $1`, [
    event.roomIds[2],
    '21',
    2,
  ])
  for (const [first_name, at] of [
    ['Zita', 0],
    ['Éva', 1],
    ['Abena', 1],
    ['Ɔbaa', 2],
  ] as const) {
    const account = await app.account({ columns: { gender: 'female', first_name, last_name: 'Owusu' } })
    const { id, view } = await reserve(
      app,
      event,
      { accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
      account,
    )
    reservations.push(id)
    const placed = await app.call(allocationRoutes.changeMany, {
      as: office,
      params: { event_id: event.id },
      body: { rows: [{ participant_id: view.participants[0]?._id ?? '', room_id: event.roomIds[at] ?? null }] },
    })
    expect(placed.data.rows[0]).toMatchObject({ result: 'changed' })
  }
  // Has nights and no bed: comes and leaves, and sleeps nowhere yet.
  await reserve(
    app,
    event,
    { accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
    await app.account({ columns: { gender: 'female', first_name: 'Yaa', last_name: 'Owusu' } }),
  )
})
afterAll(() => app.close())

const read = async (report: ReportView['report'], query: object = {}, as = office) =>
  (await app.call(reportRoutes.getReport, { as, query: { event_id: event.id, report, ...query } })).data
const rowsOf = ({ columns, rows }: ReportView) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]])))

test('the rooming list follows a walk through the center, the alphabet or the districts', async () => {
  const byRoom = rowsOf(await read('rooming'))
  expect(byRoom.map(({ room, bed, name }) => [room, bed, name])).toEqual([
    ['9', 'A', 'Éva Owusu'],
    ['9', 'B', 'Abena Owusu'],
    ['10', 'A', 'Zita Owusu'],
    ['21', 'A', 'Ɔbaa Owusu'],
  ])
  expect(byRoom[0]).toMatchObject({ arrival: NIGHTS.check_in, departure: NIGHTS.check_out, nights: 3 })
  expect(byRoom.map(({ section }) => String(section).split(', ')[1])).toEqual([
    'Ground floor',
    'Ground floor',
    'Ground floor',
    'Second floor',
  ])
  const byName = rowsOf(await read('rooming', { grouping: 'name' }))
  expect(byName.map(({ section }) => section)).toEqual(['A', 'E', 'O', 'Z'])
  expect(rowsOf(await read('rooming', { grouping: 'district' }))).toHaveLength(4)
})

test('signs and keys have a row for each room, stays one for each person and day', async () => {
  const signs = rowsOf(await read('door_signs'))
  expect(signs.map(({ room, guests, people }) => [room, guests, people])).toEqual([
    ['9', 'A Éva Owusu, B Abena Owusu', 2],
    ['10', 'A Zita Owusu', 1],
    ['21', 'A Ɔbaa Owusu', 1],
  ])
  expect(rowsOf(await read('keys'))[0]).toMatchObject({ arrival: NIGHTS.check_in, departure: NIGHTS.check_out })
  await app.database.pool.query(`update reservations set arrival_at = '2027-01-11T15:30:00Z' where id = $1`, [
    reservations[3],
  ])
  const arrivals = rowsOf(await read('arrivals'))
  expect(arrivals.map(({ section, time, room }) => [section, time, room !== null])).toEqual([
    ['Sun 10 January, 2027', null, true],
    ['Sun 10 January, 2027', null, true],
    ['Sun 10 January, 2027', null, false],
    ['Sun 10 January, 2027', null, true],
    ['Mon 11 January, 2027', '3:30 PM', true],
  ])
  expect((await read('arrivals', { from: '2027-01-11' })).total).toBe(1)
  expect((await read('departures', { from: '2027-01-13', until: '2027-01-13' })).total).toBe(5)
})

test('a sign is a page with its number, in any language, and dormitories fit', async () => {
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  for (const language of ['en', 'de', 'fr', 'pt']) {
    const { raw, status } = await app.call(reportRoutes.downloadReport, {
      as: office,
      query: { event_id: event.id, report: 'door_signs', format: 'pdf' },
      headers: { 'accept-language': language },
    })
    expect([status, pagesOf(raw)]).toEqual([200, 3])
    expect(raw.toString('latin1')).toContain(`/Lang (${language})`)
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const { status, raw } = await app.call(reportRoutes.downloadReport, {
      as: office,
      query: { event_id: event.id, report: 'door_signs', format },
    })
    expect([status, raw.length > 100]).toEqual([200, true])
  }
})

test('occupancy by floor counts what stands there, without what is closed or another event has', async () => {
  const floors = async () =>
    rowsOf(await read('rooms', { grouping: 'floor' }))
      .filter(({ night }) => night === NIGHTS.check_in)
      .map(({ label, beds, occupied, free }) => [String(label).split(', ')[1], beds, occupied, free])
  const before = await floors()
  expect(before.find(([name]) => name === 'Second floor')).toEqual(['Second floor', 2, 1, 1])
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select event_block_id as id from event_rooms where id = $1`,
    [event.roomIds[0]],
  )
  const other = await makeEvent(app, { price: 0, pricePerNight: 0, rooms: 4, beds: 3, venueOf: event })
  const guest = await reserve(
    app,
    other,
    { accommodation: { room_category_id: other.categoryId, ...NIGHTS } },
    await app.account({ columns: { gender: 'female' } }),
  )
  await app.call(allocationRoutes.changeMany, {
    as: office,
    params: { event_id: other.id },
    body: { rows: [{ participant_id: guest.view.participants[0]?._id ?? '', room_id: event.roomIds[2] ?? null }] },
  })
  expect((await floors()).find(([name]) => name === 'Second floor')).toEqual(['Second floor', 1, 1, 0])
  const inBlock = await read('rooms', { grouping: 'night', block: rows[0]?.id })
  expect(rowsOf(inBlock)[0]).toMatchObject({ occupied: 4, with_room: 4 })
  expect((await read('rooming', { block: 'f'.repeat(24) }).catch(() => undefined))?.rows).toBeUndefined()
})

test('who must not see a person does not find them on a list, and names need their permission', async () => {
  const denied = await app.account({
    type: 'admin',
    permissions: ['reservations.report', 'reservations.read', 'events.read'],
  })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read}')`,
    [denied.id, reservations[0]],
  )
  for (const report of ['rooming', 'door_signs', 'keys', 'arrivals', 'departures'] as const) {
    expect(JSON.stringify(await read(report))).toContain('Zita')
    expect(JSON.stringify(await read(report, {}, denied))).not.toContain('Zita')
  }
  const clerk = await app.account({ type: 'admin', permissions: ['reservations.report'] })
  const answer = await app.call(reportRoutes.getReport, {
    as: clerk,
    query: { event_id: event.id, report: 'rooming' },
  })
  expect(answer.code).toBe('forbidden')
})

test('a key list has lines for the number and the signature, and a list says by what it is in order', async () => {
  const file = await app.call(reportRoutes.downloadReport, {
    as: office,
    query: { event_id: event.id, report: 'door_signs', format: 'pdf' },
  })
  expect(String(file.headers['content-disposition'])).toContain('door-signs-convention')
  expect((await read('rooming')).title).toBe('Rooming list by floor')
  const keys = reportOf('keys')
  expect(keys.byHand?.lines.map(([text]) => text)).toEqual(['key_number_by_hand', 'signature_by_hand'])
  const pdf = await app.call(reportRoutes.downloadReport, {
    as: office,
    query: { event_id: event.id, report: 'keys', format: 'pdf' },
  })
  expect([pdf.status, pdf.raw.length > 1000]).toEqual([200, true])
})

test('guests who follow each other in a room have a key each, in turn', async () => {
  const small = await makeEvent(app, { price: 0, pricePerNight: 0, rooms: 1, roomBeds: 1, beds: 1 })
  const stays = [
    { check_in: NIGHTS.check_in, check_out: '2027-01-11' },
    { check_in: '2027-01-11', check_out: NIGHTS.check_out },
  ]
  for (const stay of stays) {
    const accommodation = { room_category_id: small.categoryId, ...stay }
    const { person } = await makeSleeper(app, small, { gender: 'female' }, { accommodation })
    await app.call(allocationRoutes.changeMany, {
      as: office,
      params: { event_id: small.id },
      body: { rows: [{ participant_id: person, room_id: small.roomIds[0] ?? null }] },
    })
  }
  const keys = rowsOf(await read('keys', { event_id: small.id }))
  expect(keys.map(({ arrival, departure }) => [arrival, departure])).toEqual(
    stays.map(({ check_in, check_out }) => [check_in, check_out]),
  )
})
