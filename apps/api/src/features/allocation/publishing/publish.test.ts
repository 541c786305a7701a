import { activityRoutes } from '@shiloh/contract/activities'
import { boardRoutes } from '@shiloh/contract/allocation/board'
import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { publishingRoutes } from '@shiloh/contract/allocation/publishing'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper, makeSpouse, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.assign_rooms',
      'reservations.publish_rooms',
      'reservations.check_in',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0 } as const

const member = (event: BookableEvent, columns: Record<string, unknown> = { gender: 'female' }, more = {}) =>
  makeSleeper(t, event, { notify: JSON.stringify({ mail: true, sms: false }), ...columns }, more)
type Member = Omit<Awaited<ReturnType<typeof member>>, 'code'>

const place = async (event: BookableEvent, rows: readonly (readonly [Member, string | undefined])[]) => {
  const { data } = await t.call(allocationRoutes.changeMany, {
    as: staff,
    params: { event_id: event.id },
    body: { rows: rows.map(([one, room]) => ({ reservation_id: one.reservation, room_id: room ?? null })) },
  })
  expect(data.refused).toBe(0)
}
const look = async (event: BookableEvent, page = 1) =>
  (await t.call(publishingRoutes.readRoomPublication, { as: staff, params: { event_id: event.id }, query: { page } }))
    .data
const publish = async (event: BookableEvent) => {
  const answer = await t.call(publishingRoutes.publishRooms, { as: staff, params: { event_id: event.id }, body: {} })
  await t.app.deps.jobs.drain()
  return answer
}
const mine = async ({ user, reservation }: Member) =>
  (await t.call(reservationRoutes.getMyReservation, { as: user, params: { id: reservation } })).data.participants[0]
const kindsOf = async ({ user }: Member) =>
  (await t.call(identityRoutes.listNotifications, { as: user })).data
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('room_'))
    .sort()

describe('publishing rooms', () => {
  test('tells those who got a room since, once, and nobody before', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const [one, two, three] = [await member(event), await member(event), await member(event)]
    const [room, other] = event.roomIds
    expect(await look(event)).toMatchObject({ last: null, given: 0, messages: 0, rows: [] })
    expect((await publish(event)).code).toBe('nothing_to_publish')

    await place(event, [
      [one, room],
      [two, room],
    ])
    expect(await kindsOf(one)).toEqual([])
    expect(await mine(one)).toMatchObject({ room: null, room_state: 'none' })
    const seen = await t.call(reservationRoutes.getReservation, { as: staff, params: { id: one.reservation } })
    expect(seen.data.participants[0]).toMatchObject({ room: { _id: room }, room_state: 'unpublished' })
    const news = await look(event)
    expect(news).toMatchObject({ given: 2, moved: 0, taken: 0, messages: 2, known: 0, activity_id: null })
    expect(news.rows.map(({ kind, told, place: at }) => [kind, told, at?.room])).toEqual([
      ['given', null, 'A1'],
      ['given', null, 'A1'],
    ])

    const { status, data } = await publish(event)
    expect(status).toBe(200)
    expect(await kindsOf(one)).toEqual(['room_given'])
    expect((await t.outbox(one.user.email))[0]).toMatchObject({ text: expect.stringContaining('Block A, A1, bed') })
    expect(await kindsOf(three)).toEqual([])
    expect(await mine(one)).toMatchObject({ room: { _id: room }, room_state: 'published' })
    const done = await t.call(activityRoutes.listActivities, { as: staff })
    expect(done.data.find(({ _id }) => _id === data.activity_id)).toMatchObject({ state: 'done', result: { told: 2 } })
    expect(await look(event)).toMatchObject({
      last: { number: 1, given: 2 },
      given: 0,
      messages: 0,
      known: 2,
      activity_id: null,
    })
    expect((await publish(event)).code).toBe('nothing_to_publish')

    await place(event, [
      [one, other],
      [two, undefined],
      [three, room],
    ])
    expect(await mine(one)).toMatchObject({ room: null, room_state: 'changing' })
    expect(await mine(two)).toMatchObject({ room: null, room_state: 'changing' })
    expect(await look(event)).toMatchObject({ given: 1, moved: 1, taken: 1, messages: 3 })
    await publish(event)
    expect(await kindsOf(one)).toEqual(['room_changed', 'room_given'])
    expect(await kindsOf(two)).toEqual(['room_given', 'room_taken'])
    expect(await kindsOf(three)).toEqual(['room_given'])
    expect(await mine(two)).toMatchObject({ room: null, room_state: 'none' })
    expect(await look(event)).toMatchObject({ last: { number: 2, given: 1, moved: 1, taken: 1 }, messages: 0 })
  })

  test('has nothing to say of a move that was undone, of a pin, or of another bed in the room', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const one = await member(event)
    const [room, other] = event.roomIds
    await place(event, [[one, room]])
    await publish(event)
    await place(event, [[one, other]])
    await place(event, [[one, room]])
    await t.call(allocationRoutes.changeMany, {
      as: staff,
      params: { event_id: event.id },
      body: { rows: [{ participant_id: one.person, room_id: room, bed: 2, pinned: true }] },
    })
    expect(await look(event)).toMatchObject({ messages: 0 })
    expect(await mine(one)).toMatchObject({ room: { _id: room, bed: 2 }, room_state: 'published' })
  })

  test('says the worst news of a couple in one message, and where each of them sleeps', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const husband = await t.account({ columns: { gender: 'male' } })
    const spouse = await makeSpouse(t, husband.id, { gender: 'female' })
    const { id, view } = await reserve(
      t,
      event,
      { with_spouse: spouse, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
      husband,
    )
    const couple = { reservation: id, person: view.participants[0]?._id ?? '', user: husband }
    await place(event, [[couple, event.roomIds[1]]])
    expect(await look(event)).toMatchObject({ given: 2, messages: 1 })
    await publish(event)
    expect(await kindsOf(couple)).toEqual(['room_given'])
    const [mail] = await t.outbox(husband.email)
    expect(mail?.text).toMatch(/Block A, A2, bed A\n.*Block A, A2, bed B/)
  })

  test('follows a bed that is assigned on the page of a reservation as well', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const one = await member(event)
    const params = { id: one.reservation }
    await t.call(bedRoutes.assignBeds, { as: staff, params, body: { room_id: event.roomIds[0] ?? '' } })
    expect(await kindsOf(one)).toEqual([])
    await publish(event)
    await t.call(bedRoutes.takeBeds, { as: staff, params, body: {} })
    expect(await kindsOf(one)).toEqual(['room_given'])
    await publish(event)
    expect(await kindsOf(one)).toEqual(['room_given', 'room_taken'])
  })

  test('leaves out a cancelled reservation, and does not tell who gave up their nights', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [one, two] = [await member(event), await member(event)]
    await place(event, [
      [one, event.roomIds[0]],
      [two, event.roomIds[0]],
    ])
    await publish(event)
    await t.call(reservationRoutes.cancelMyReservation, { as: one.user, params: { id: one.reservation }, body: {} })
    const without = await t.call(reservationRoutes.editMyReservation, {
      as: two.user,
      params: { id: two.reservation },
      body: { accommodation: null },
    })
    expect(without.data.accommodation).toBeNull()
    expect(await kindsOf(two)).toEqual(['room_given'])
    expect(await look(event)).toMatchObject({ messages: 0 })
  })

  test('does not tell of beds that were assigned after it began, and one at a time publishes', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const [one, two] = [await member(event), await member(event)]
    await place(event, [[one, event.roomIds[0]]])
    const params = { event_id: event.id }
    expect((await t.call(publishingRoutes.publishRooms, { as: staff, params, body: {} })).status).toBe(200)
    expect((await t.call(publishingRoutes.publishRooms, { as: staff, params, body: {} })).code).toBe(
      'publication_under_way',
    )
    expect((await look(event)).activity_id).not.toBeNull()
    t.clock.forward(1)
    await place(event, [[two, event.roomIds[1]]])
    await t.app.deps.jobs.drain()
    expect([await kindsOf(one), await kindsOf(two)]).toEqual([['room_given'], []])
    expect(await look(event)).toMatchObject({ last: { given: 1 }, given: 1, messages: 1 })
  })

  test('tells nobody when there is other news than the office looked at', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const [one, two] = [await member(event), await member(event)]
    await place(event, [[one, event.roomIds[0]]])
    const { seen } = await look(event)
    await place(event, [[two, event.roomIds[1]]])
    const params = { event_id: event.id }
    const order = (body: object) => t.call(publishingRoutes.publishRooms, { as: staff, params, body })
    expect((await order({ seen })).code).toBe('stale')
    // The same number of people, one of them elsewhere.
    const later = await look(event)
    await place(event, [[two, event.roomIds[2]]])
    expect((await order({ seen: later.seen })).code).toBe('stale')
    expect((await order({ seen: (await look(event)).seen })).status).toBe(200)
    await t.app.deps.jobs.drain()
    expect([await kindsOf(one), await kindsOf(two)]).toEqual([['room_given'], ['room_given']])
  })

  test('reaches many, by portions', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const some = [await member(event), await member(event), await member(event)]
    const [room, other] = event.roomIds
    await place(
      event,
      some.map((one, index) => [one, index < 2 ? room : other]),
    )
    await publish(event)
    expect(await Promise.all(some.map(kindsOf))).toEqual([['room_given'], ['room_given'], ['room_given']])
  })

  test('does not keep the gate from knowing the room', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, startsAt: t.clock().toISOString() })
    const one = await member(event)
    await place(event, [[one, event.roomIds[0]]])
    const { data } = await t.call(checkinRoutes.adminCheckIn, {
      as: staff,
      params: { id: one.reservation },
      body: {},
    })
    expect(JSON.stringify(data)).toContain('A1')
  })

  test('is shown on the board person by person, also in what changed since', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const one = await member(event)
    await place(event, [[one, event.roomIds[0]]])
    const board = (since?: string) =>
      t.call(boardRoutes.readBoard, { as: staff, params: { event_id: event.id }, query: since ? { since } : {} })
    const before = (await board()).data
    expect(before.reservations[0]?.persons[0]?.told).toBeUndefined()
    await publish(event)
    const after = (await board(before.cursor)).data
    expect(after.reservations[0]?.persons[0]?.told).toBe(event.roomIds[0])
    await place(event, [[one, undefined]])
    const unassigned = (await board()).data
    await publish(event)
    const last = (await board(unassigned.cursor)).data
    expect(last.reservations[0]?.persons[0]).toMatchObject({ name: expect.any(String) })
    expect(last.reservations[0]?.persons[0]?.told).toBeUndefined()
  })

  test('needs its own permission', async () => {
    const event = await makeEvent(t, FREE)
    const placer = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
    const answer = await t.call(publishingRoutes.publishRooms, { as: placer, params: { event_id: event.id }, body: {} })
    expect(answer.status).toBe(403)
  })
})
