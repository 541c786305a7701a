import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#platform/text/texts'
import {
  type BookableEvent,
  makeEvent,
  makeMember,
  makeSleeper,
  makeSpouse,
  NIGHTS,
  reserve,
} from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.assign_rooms', 'reservations.update'],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0, rooms: 3, roomBeds: 3, beds: 9, capacity: 10 } as const

/** A reservation of two: `main` for a new account, and somebody of their family list. */
const makePair = async (
  event: BookableEvent,
  columns: Readonly<Record<string, unknown>>,
  other: Parameters<typeof makeMember>[2],
) => {
  const user = await t.account({ columns })
  const member = await makeMember(t, user.id, other)
  const { id, view } = await reserve(
    t,
    event,
    {
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: other?.relation ?? 'child', person_id: member, participant_type_id: event.typeId },
      ],
    },
    user,
  )
  const [main = '', second = ''] = view.participants.map(({ _id }) => _id)
  return { id, main, second, user, member }
}

const change = async (event: BookableEvent, rows: readonly object[], more: object = {}) => {
  const { data } = await t.call(allocationRoutes.changeMany, {
    as: staff,
    params: { event_id: event.id },
    body: { rows, ...more },
  })
  return data.rows.map(({ result, code, reasons }) => ({ result, code, reasons }))
}
const CHANGED = { result: 'changed', code: null, reasons: [] }
const FORCE = { force: true, reason: 'The mother is at the hospital' }

const roomsOf = async (reservation: string) =>
  (await t.call(bedRoutes.readBeds, { as: staff, params: { id: reservation } })).data.persons.map(
    ({ place }) => place?.room_id ?? null,
  )
const undo = (id: string, body: object = {}) => t.call(planRoutes.undoRoomPlan, { as: staff, params: { id }, body })
const refusals = async (plan: string) => {
  const { data } = await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: plan } })
  const query = { event_block_id: data.blocks[0]?.event_block_id ?? '' }
  const { rows } = (await t.call(planRoutes.listPlanPlaces, { as: staff, params: { id: plan }, query })).data
  return rows.map(({ participant_id, refusal, refusal_reasons }) => ({ participant_id, refusal, refusal_reasons }))
}
const accepted = async (event: BookableEvent): Promise<string> => {
  const params = { event_id: event.id }
  const { data } = await t.call(planRoutes.proposeRooms, { as: staff, params, body: { weights: {} } })
  await t.app.deps.jobs.drain()
  expect(
    (await t.call(planRoutes.acceptRoomPlan, { as: staff, params: { id: data._id }, body: {} })).data.refused,
  ).toBe(0)
  return data._id
}

test('a couple is undone together, as it was placed', async () => {
  const event = await makeEvent(t, FREE)
  const user = await t.account({ columns: { gender: 'male' } })
  const with_spouse = await makeSpouse(t, user.id, { gender: 'female' })
  const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
  const { id, view } = await reserve(t, event, { accommodation, with_spouse }, user)
  const [husband, wife] = view.participants
  const plan = await accepted(event)
  expect((await undo(plan, { participant_ids: [husband?._id] })).data).toEqual({ changed: 0, refused: 1 })
  expect(await refusals(plan)).toContainEqual({
    participant_id: husband?._id,
    refusal: errorText('room_unsuitable', 'en'),
    refusal_reasons: ['couple'],
  })
  expect((await roomsOf(id)).filter((room) => room !== null)).toHaveLength(2)
  expect((await undo(plan, { participant_ids: [husband?._id, wife?._id] })).data).toEqual({ changed: 2, refused: 0 })
})

describe('a child beside an unrelated adult', () => {
  const beside = async () => {
    const event = await makeEvent(t, FREE)
    const family = await makePair(event, { gender: 'female' }, { gender: 'female' })
    const stranger = await makeSleeper(t, event)
    const [home, other] = event.roomIds
    const rows = [family.id, stranger.reservation].map((reservation_id) => ({ reservation_id, room_id: home }))
    expect(await change(event, rows)).toEqual([CHANGED, CHANGED])
    return { event, family, stranger, home, other }
  }

  test('is not left behind, with a reason or without', async () => {
    const { event, family, home, other } = await beside()
    const { main } = family
    const refused = [{ result: 'refused', code: 'child_alone', reasons: ['child'] }]
    for (const more of [{}, FORCE]) {
      for (const room_id of [null, other])
        expect(await change(event, [{ participant_id: main, room_id }], more)).toEqual(refused)
      const rows = [{ participant_id: main }]
      const params = { event_id: event.id }
      const taken = await t.call(allocationRoutes.unassignMany, { as: staff, params, body: { rows, ...more } })
      expect(taken.data.rows).toMatchObject(refused)
      const body = { participant_ids: [main], ...more }
      const away = await t.call(bedRoutes.takeBeds, { as: staff, params: { id: family.id }, body })
      const moved = await t.call(bedRoutes.assignBeds, {
        as: staff,
        params: { id: family.id },
        body: { room_id: other ?? '', ...body },
      })
      for (const answer of [away, moved])
        expect([answer.status, answer.code, answer.details]).toEqual([
          409,
          'child_alone',
          { people: [{ name: 'Nana Mensah', room: 'Block A A1' }], reasons: ['child'] },
        ])
    }
    expect(await roomsOf(family.id)).toEqual([home, home])
  })

  test('is alone with a reason once the stranger moves in the same request', async () => {
    const { event, family, stranger, home, other } = await beside()
    const rows = [
      { participant_id: family.main, room_id: null },
      { participant_id: stranger.person, room_id: other },
    ]
    expect(await change(event, rows, FORCE)).toEqual([CHANGED, CHANGED])
    expect(await roomsOf(family.id)).toEqual([null, home])
  })

  test('keeps the mother whom a plan brought, when the plan is undone', async () => {
    const event = await makeEvent(t, FREE)
    const family = await makePair(event, { gender: 'female' }, { gender: 'female' })
    const [home] = event.roomIds
    expect(await change(event, [{ participant_id: family.second, room_id: home }], FORCE)).toEqual([CHANGED])
    const plan = await accepted(event)
    const stranger = await makeSleeper(t, event)
    expect(await change(event, [{ participant_id: stranger.person, room_id: home }])).toEqual([CHANGED])
    expect((await undo(plan)).data).toEqual({ changed: 0, refused: 1 })
    expect(await roomsOf(family.id)).toEqual([home, home])
    expect(await refusals(plan)).toMatchObject([
      { participant_id: family.main, refusal: errorText('child_alone', 'en'), refusal_reasons: ['child'] },
    ])
  })

  test('can stay with another adult of the party', async () => {
    const { event, home, other } = await beside()
    const user = await t.account({ columns: { gender: 'female' } })
    const child = await makeMember(t, user.id, { gender: 'female' })
    const aunt = await makeMember(t, user.id, { relation: 'companion', gender: 'female' })
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'child', person_id: child, participant_type_id: event.typeId },
      { role: 'companion', person_id: aunt, participant_type_id: event.typeId },
    ]
    const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
    const { id, view } = await reserve(t, event, { accommodation, participant_type_id: undefined, participants }, user)
    const [mother] = view.participants
    await t.database.pool.query('update event_rooms set beds = 4 where id = $1', [other])
    const woman = await makeSleeper(t, event)
    const rows = [
      { reservation_id: id, room_id: other },
      { reservation_id: woman.reservation, room_id: other },
    ]
    expect(await change(event, rows)).toEqual([CHANGED, CHANGED])
    expect(await change(event, [{ participant_id: mother?._id, room_id: null }])).toEqual([CHANGED])
    expect(await roomsOf(id)).toEqual([null, other, other])
    expect(home).not.toBe(other)
  })
})

describe('company in a room that is kept for a title', () => {
  const together = async (more: object = {}) => {
    const event = await makeEvent(t, { ...FREE, ...more })
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name) values ('Apostle ' || new_id()) returning id`,
    )
    const title = rows[0]?.id ?? ''
    const [home = '', other = ''] = event.roomIds
    await t.database.pool.query(`update event_rooms set kept_for_title_ids = array[$2]::oid24[] where id = $1`, [
      home,
      title,
    ])
    const pair = await makePair(event, { gender: 'male', title_id: title }, { relation: 'companion', gender: 'male' })
    return { event, pair, home, other }
  }
  const refused = { result: 'refused', code: 'room_unsuitable', reasons: ['kept'] }

  test('does not stay behind when the bearer leaves', async () => {
    const { event, pair, home, other } = await together()
    expect(await change(event, [{ reservation_id: pair.id, room_id: home }])).toEqual([CHANGED])
    for (const more of [{}, FORCE]) {
      for (const room_id of [null, other])
        expect(await change(event, [{ participant_id: pair.main, room_id }], more)).toEqual([refused])
      const body = { participant_ids: [pair.main], ...more }
      const away = await t.call(bedRoutes.takeBeds, { as: staff, params: { id: pair.id }, body })
      expect([away.code, away.details]).toEqual(['room_unsuitable', { reasons: ['kept'] }])
      const moved = await t.call(bedRoutes.assignBeds, {
        as: staff,
        params: { id: pair.id },
        body: { room_id: other, ...body },
      })
      expect([moved.code, moved.details]).toEqual(['room_unsuitable', { reasons: ['kept'] }])
    }
    expect(await roomsOf(pair.id)).toEqual([home, home])
    // Both can leave, in whatever order they are named.
    const rows = [
      { participant_id: pair.main, room_id: null },
      { participant_id: pair.second, room_id: other },
    ]
    expect(await change(event, rows)).toEqual([CHANGED, CHANGED])
  })

  test('keeps the bearer when a plan is undone in part, or the company was pinned', async () => {
    const { event, pair, home } = await together({ rooms: 1, beds: 3 })
    const plan = await accepted(event)
    expect(await roomsOf(pair.id)).toEqual([home, home])
    expect((await undo(plan, { participant_ids: [pair.main] })).data).toEqual({ changed: 0, refused: 1 })
    expect(await change(event, [{ participant_id: pair.second, room_id: home, pinned: true }])).toEqual([CHANGED])
    expect((await undo(plan)).data).toEqual({ changed: 0, refused: 2 })
    expect(await refusals(plan)).toContainEqual({
      participant_id: pair.main,
      refusal: errorText('room_unsuitable', 'en'),
      refusal_reasons: ['kept'],
    })
    expect(await roomsOf(pair.id)).toEqual([home, home])
  })

  test('moves on when the bearer is taken out of the reservation, loses the title or the nights', async () => {
    const { event, pair, home } = await together()
    expect(await change(event, [{ reservation_id: pair.id, room_id: home }])).toEqual([CHANGED])
    await t.database.pool.query('update users set title_id = null where id = $1', [pair.user.id])
    await t.app.deps.jobs.drain()
    expect(await roomsOf(pair.id)).not.toContain(home)
    const shorter = { room_category_id: event.categoryId, check_in: '2027-01-10', check_out: '2027-01-11' }
    const edited = await t.call(reservationRoutes.editReservation, {
      as: staff,
      params: { id: pair.id },
      body: { accommodation: shorter },
    })
    expect(edited.status).toBe(200)
    expect(await roomsOf(pair.id)).not.toContain(home)
  })
})
