import { boardRoutes } from '@shiloh/contract/allocation/board'
import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper, NIGHTS } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.cancel', 'reservations.assign_rooms'],
  })
})
afterAll(() => t.close())

const seeker = (event: BookableEvent) => makeSleeper(t, event)

const board = async (event: BookableEvent, since?: string, as = staff) =>
  (await t.call(boardRoutes.readBoard, { as, params: { event_id: event.id }, query: since ? { since } : {} })).data

const place = (event: BookableEvent, person: string, room: string | undefined | null) =>
  t.call(allocationRoutes.changeMany, {
    as: staff,
    params: { event_id: event.id },
    body: { rows: [{ participant_id: person, room_id: room }] },
  })

test('the board has who waits, the rooms that the event sells, and the beds of other events', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, beds: 3 })
  const other = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, beds: 3, venueOf: event })
  const one = await seeker(event)
  const guest = await seeker(other)
  await place(other, guest.person, event.roomIds[1])
  const { whole, nights, today, stays, types, reservations, rooms } = await board(event)
  expect(whole).toBe(true)
  expect(nights).toEqual(NIGHTS)
  expect(today).toBe(t.clock().toISOString().slice(0, 10))
  expect(reservations).toMatchObject([
    { _id: one.reservation, persons: [{ _id: one.person, gender: 'female', role: 'main' }] },
  ])
  const [reservation] = reservations
  expect(stays[reservation?.stay ?? -1]).toMatchObject({ category_id: event.categoryId, ...NIGHTS })
  expect(types[reservation?.persons[0]?.type ?? -1]).toMatch(/^Delegate/)
  expect(reservation?.persons[0]?.bed).toBeUndefined()
  // The room of another category is not for sale here.
  expect(new Set(rooms.map(({ _id }) => _id))).toEqual(new Set(event.roomIds.slice(0, 3)))
  expect(rooms.find(({ _id }) => _id === event.roomIds[1])?.others).toMatchObject([
    { bed: 1, party: 0, gender: 'female', ...NIGHTS },
  ])
})

test('a cursor gets what changed since, also by a transaction that was open while it was read', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3 })
  const [one, two, three] = [await seeker(event), await seeker(event), await seeker(event)]
  await place(event, one.person, event.roomIds[0])
  const client = await t.database.pool.connect()
  await client.query('begin')
  await client.query(`update reservation_participants set name = 'Renamed' where id = $1`, [three.person])
  const first = await board(event)
  expect(first.reservations).toHaveLength(3)
  await client.query('commit')
  client.release()
  await place(event, two.person, event.roomIds[1])
  await t.call(reservationRoutes.cancelReservation, { as: staff, params: { id: one.reservation }, body: {} })
  const delta = await board(event, first.cursor)
  expect(delta.whole).toBe(false)
  const persons = Object.fromEntries(delta.reservations.map(({ _id, persons }) => [_id, persons]))
  expect(persons[one.reservation]).toEqual([])
  expect(persons[two.reservation]).toMatchObject([{ bed: { room_id: event.roomIds[1], bed: 1 } }])
  expect(persons[three.reservation]).toMatchObject([{ name: 'Renamed' }])
  // A bed that was given up is a change as well.
  const next = await board(event)
  await place(event, two.person, null)
  const released = await board(event, next.cursor)
  expect(released.reservations.find(({ _id }) => _id === two.reservation)?.persons[0]?.bed).toBeUndefined()
  expect(released.reservations.map(({ _id }) => _id)).toContain(two.reservation)
  expect(released.rooms.map(({ _id }) => _id)).toContain(event.roomIds[1])
  await t.database.pool.query(`update event_rooms set gender_rule = 'male' where id = $1`, [event.roomIds[2]])
  const ruled = await board(event, released.cursor)
  expect(ruled.rooms.find(({ _id }) => _id === event.roomIds[2])?.gender_rule).toBe('male')
})

test('a cursor of the future, or of another database, gets everything', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1 })
  expect((await board(event, '9223372036854775807-1')).whole).toBe(true)
})

test('hidden people are taken beds without a name', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 2 })
  const one = await seeker(event)
  await place(event, one.person, event.roomIds[0])
  const blind = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read}')`,
    [blind.id, one.reservation],
  )
  const { reservations, rooms } = await board(event, undefined, blind)
  expect(reservations).toEqual([])
  expect(rooms.find(({ _id }) => _id === event.roomIds[0])?.others).toMatchObject([{ bed: 1, event: null }])
})
