import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount
let welfare: TestAccount

beforeAll(async () => {
  t = await testApp()
  const permissions = ['reservations.read', 'reservations.assign_rooms', 'reservations.update'] as const
  staff = await t.account({ type: 'admin', permissions: [...permissions] })
  welfare = await t.account({ type: 'admin', permissions: [...permissions, 'welfare.read', 'welfare.update'] })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const woman = (event: BookableEvent) => makeSleeper(t, event)

const plan = async (event: BookableEvent): Promise<string> => {
  const { data } = await t.call(planRoutes.proposeRooms, {
    as: staff,
    params: { event_id: event.id },
    body: { weights: {} },
  })
  await t.app.deps.jobs.drain()
  return data._id
}

/** Two women who must not share a room, and one room of two beds where one of them sleeps. */
const crowded = async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1, roomBeds: 2, beds: 4 })
  const [there, seeker] = [await woman(event), await woman(event)]
  const room_id = event.roomIds[0] ?? ''
  const placed = await t.call(bedRoutes.assignBeds, { as: staff, params: { id: there.reservation }, body: { room_id } })
  expect(placed.status).toBe(200)
  const keep = () =>
    t.call(roomMateRoutes.keepApart, { as: welfare, params: { id: there.reservation }, body: { code: seeker.code } })
  return { event, seeker, room_id, keep }
}
type World = Awaited<ReturnType<typeof crowded>>

/** Every answer that says which rooms somebody could have. Looking leaves no trace. */
const LOOKS: Readonly<Record<string, (as: TestAccount, world: World) => Promise<unknown>>> = {
  'the finder': async (as, { seeker }) =>
    (await t.call(bedRoutes.readBeds, { as, params: { id: seeker.reservation } })).data.rooms[0]?.reasons,
  'a search in the finder': async (as, { seeker }) =>
    (await t.call(bedRoutes.readBeds, { as, params: { id: seeker.reservation }, query: { search: 'A' } })).data.rooms[0]
      ?.reasons,
  'the page of a room': async (as, { room_id }) =>
    (await t.call(bedRoutes.readRoomGuests, { as, params: { id: room_id } })).data.seekers[0]?.reasons,
}

/** Every answer that says why somebody did not get a room. */
const ACTS: typeof LOOKS = {
  'a bed by hand': async (as, { seeker, room_id }) =>
    (await t.call(bedRoutes.assignBeds, { as, params: { id: seeker.reservation }, body: { room_id } })).details
      ?.reasons,
  'a row of many': async (as, { event, seeker, room_id }) =>
    (
      await t.call(allocationRoutes.changeMany, {
        as,
        params: { event_id: event.id },
        body: { rows: [{ participant_id: seeker.person, room_id }] },
      })
    ).data.rows[0]?.reasons,
  'a search at the desk': async (as, { event, seeker }) => [
    (
      await t.call(walkInRoutes.findBed, {
        as,
        params: { event_id: event.id },
        body: { reservation_id: seeker.reservation },
      })
    ).data.groups[0]?.left?.code,
  ],
  'a bed at the desk': async (as, { event, seeker }) =>
    (
      await t.call(walkInRoutes.takeBed, {
        as,
        params: { event_id: event.id },
        body: { reservation_id: seeker.reservation },
      })
    ).details?.reasons,
  'who is left by a plan': async (as, { event }) =>
    (await t.call(planRoutes.readRoomPlan, { as, params: { id: await plan(event) } })).data.left.map(
      ({ code }) => code,
    ),
}

describe('who must not share a room', () => {
  test.each(Object.entries(LOOKS))('%s says it to readers of welfare alone', async (_, answer) => {
    const world = await crowded()
    const before = await answer(staff, world)
    await world.keep()
    expect(await answer(welfare, world)).toEqual(['apart'])
    expect([before, await answer(staff, world)]).toEqual([[], []])
  })

  test.each(Object.entries(ACTS))('%s says why to readers of welfare alone', async (_, answer) => {
    const world = await crowded()
    await world.keep()
    expect(await answer(welfare, world)).toEqual(['apart'])
    expect(await answer(staff, world)).toEqual(['unsuitable'])
  })

  test('a refused row of a plan says why to readers of welfare alone', async () => {
    const { event, seeker, keep } = await crowded()
    const id = await plan(event)
    await keep()
    const body = { participant_ids: [seeker.person] }
    expect((await t.call(planRoutes.acceptRoomPlan, { as: staff, params: { id }, body })).data.refused).toBe(1)
    const { data } = await t.call(planRoutes.readRoomPlan, { as: staff, params: { id } })
    const query = { event_block_id: data.blocks[0]?.event_block_id ?? '' }
    const reasonsFor = async (as: TestAccount) =>
      (await t.call(planRoutes.listPlanPlaces, { as, params: { id }, query })).data.rows[0]?.refusal_reasons
    expect([await reasonsFor(welfare), await reasonsFor(staff)]).toEqual([['apart'], ['unsuitable']])
  })

  test('a third person is placed beside two who share a room, and the log names nobody', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1, roomBeds: 3, beds: 3, capacity: 5 })
    const [one, other] = [await woman(event), await woman(event)]
    const first = await plan(event)
    const accept = (id: string) => t.call(planRoutes.acceptRoomPlan, { as: staff, params: { id }, body: {} })
    expect((await accept(first)).data).toEqual({ changed: 2, refused: 0 })
    await woman(event)
    const second = await plan(event)
    const kept = { as: welfare, params: { id: one.reservation }, body: { code: other.code } }
    expect((await t.call(roomMateRoutes.keepApart, kept)).status).toBe(200)
    expect((await accept(second)).data).toEqual({ changed: 1, refused: 0 })
  })

  test('somebody to whom the welfare of one reservation is denied learns of nobody', async () => {
    const world = await crowded()
    await world.keep()
    const other = await woman(await makeEvent(t, { price: 0, pricePerNight: 0 }))
    const denied = await t.account({
      type: 'admin',
      permissions: ['reservations.read', 'reservations.assign_rooms', 'welfare.read'],
    })
    await t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions)
       values ($1, 'deny', 'welfare', $2, array['read'])`,
      [denied.id, other.reservation],
    )
    expect(await ACTS['a bed by hand']?.(denied, world)).toEqual(['unsuitable'])
    expect(await LOOKS['the finder']?.(denied, world)).toEqual([])
  })
})
