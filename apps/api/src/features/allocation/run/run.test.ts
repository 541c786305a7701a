import { activityRoutes } from '@shiloh/contract/activities'
import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.assign_rooms'] })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const seeker = (event: BookableEvent, gender: 'male' | 'female') => makeSleeper(t, event, { gender })

const propose = (event: BookableEvent) =>
  t.call(planRoutes.proposeRooms, { as: staff, params: { event_id: event.id }, body: { weights: {} } })
const act = (route: 'acceptRoomPlan' | 'undoRoomPlan', id: string, body: Record<string, unknown> = {}) =>
  t.call(planRoutes[route], { as: staff, params: { id }, body })
const read = async (id: string) => (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id } })).data
const rowsOf = async (id: string, blockId: string) =>
  (await t.call(planRoutes.listPlanPlaces, { as: staff, params: { id }, query: { event_block_id: blockId } })).data.rows
const bedOf = async (reservation: string) =>
  (await t.call(bedRoutes.readBeds, { as: staff, params: { id: reservation } })).data.persons[0]?.place ?? null

/** An event with three people in two rooms of two beds, and a plan for them. */
const planned = async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 2, roomBeds: 2, capacity: 10 })
  const people = [await seeker(event, 'female'), await seeker(event, 'female'), await seeker(event, 'male')]
  const { data, status } = await propose(event)
  expect(status).toBe(200)
  await t.app.deps.jobs.drain()
  const plan = await read(data._id)
  return { event, people, plan, blockId: plan.blocks[0]?.event_block_id ?? '' }
}

describe('a plan of rooms', () => {
  test('is proposed with reasons, accepted as a whole, and taken back as it was', async () => {
    const { people, plan, blockId } = await planned()
    expect(plan).toMatchObject({ state: 'proposed', number: 1, left: [], figures: { people: 3, placed: 3, broken: 0 } })
    const rows = await rowsOf(plan._id, blockId)
    expect(rows).toHaveLength(3)
    expect(rows.every(({ state, reasons }) => state === 'proposed' && reasons.length > 0)).toBe(true)
    // Nobody has a bed before somebody accepts.
    expect(await Promise.all(people.map(({ reservation }) => bedOf(reservation)))).toEqual([null, null, null])

    expect((await act('acceptRoomPlan', plan._id)).data).toEqual({ changed: 3, refused: 0 })
    for (const { reservation, person } of people) {
      const row = rows.find(({ participant_id }) => participant_id === person)
      expect(await bedOf(reservation)).toMatchObject({ room_id: row?.room_id, bed: row?.bed })
    }
    expect((await read(plan._id)).state).toBe('confirmed')

    expect((await act('undoRoomPlan', plan._id)).data).toEqual({ changed: 3, refused: 0 })
    expect(await Promise.all(people.map(({ reservation }) => bedOf(reservation)))).toEqual([null, null, null])
    expect((await read(plan._id)).state).toBe('undone')
    expect((await act('undoRoomPlan', plan._id)).code).toBe('illegal_transition')
  })

  test('leaves out only those for whom somebody else was faster, and takes back only what nobody touched', async () => {
    const { event, people, plan, blockId } = await planned()
    const rows = await rowsOf(plan._id, blockId)
    const man = people[2]
    const planOfMan = rows.find(({ participant_id }) => participant_id === man?.person)
    const womenIn = rows.find(({ participant_id }) => participant_id === people[0]?.person)?.room_id
    // A secretary gives the man's bed to a woman who came later.
    const late = await seeker(event, 'female')
    const placed = await t.call(bedRoutes.assignBeds, {
      as: staff,
      params: { id: late.reservation },
      body: { room_id: planOfMan?.room_id },
    })
    expect(placed.status).toBe(200)
    expect((await act('acceptRoomPlan', plan._id)).data).toEqual({ changed: 2, refused: 1 })
    const after = await rowsOf(plan._id, blockId)
    expect(after.find(({ participant_id }) => participant_id === man?.person)).toMatchObject({
      state: 'proposed',
      refusal: expect.stringContaining('room'),
    })
    expect(await bedOf(man?.reservation ?? '')).toBeNull()

    // One of the two is pinned meanwhile.
    await t.call(bedRoutes.assignBeds, {
      as: staff,
      params: { id: people[0]?.reservation ?? '' },
      body: { room_id: womenIn, pinned: true },
    })
    expect((await act('undoRoomPlan', plan._id)).data).toEqual({ changed: 1, refused: 1 })
    expect(await bedOf(people[0]?.reservation ?? '')).toMatchObject({ room_id: womenIn })
    expect(await bedOf(people[1]?.reservation ?? '')).toBeNull()
  })

  test('is accepted for some people, and put aside when a newer one is proposed', async () => {
    const { event, people, plan } = await planned()
    const again = await propose(event)
    await t.app.deps.jobs.drain()
    expect((await read(plan._id)).state).toBe('discarded')
    const next = await read(again.data._id)
    expect(next).toMatchObject({ number: 2, state: 'proposed' })
    // Nothing changed in between, so it is the same plan.
    expect([next.input, next.figures]).toEqual([plan.input, plan.figures])
    const [first] = people
    const some = await act('acceptRoomPlan', next._id, { participant_ids: [first?.person] })
    expect(some.data).toEqual({ changed: 1, refused: 0 })
    expect((await act('acceptRoomPlan', plan._id)).code).toBe('illegal_transition')
    const list = await t.call(planRoutes.listRoomPlans, { as: staff, params: { event_id: event.id } })
    expect(list.data.map(({ number, state }) => [number, state])).toEqual([
      [2, 'confirmed'],
      [1, 'discarded'],
    ])
  })

  test('counts somebody as there who was given the very bed by hand', async () => {
    const { event, people, plan, blockId } = await planned()
    const [first] = people
    const row = (await rowsOf(plan._id, blockId)).find(({ participant_id }) => participant_id === first?.person)
    const rows = [{ participant_id: first?.person, room_id: row?.room_id, bed: row?.bed }]
    const placed = await t.call(allocationRoutes.changeMany, {
      as: staff,
      params: { event_id: event.id },
      body: { rows },
    })
    expect(placed.data.changed).toBe(1)
    expect((await read(plan._id)).blocks).toMatchObject([{ proposed: 2, there: 1 }])
    expect((await act('acceptRoomPlan', plan._id)).data).toEqual({ changed: 2, refused: 0 })
    const after = (await rowsOf(plan._id, blockId)).find(({ participant_id }) => participant_id === first?.person)
    expect(after).toMatchObject({ state: 'there', refusal: null })
    // What somebody gave by hand is not taken back with the plan.
    expect((await act('undoRoomPlan', plan._id)).data).toEqual({ changed: 2, refused: 0 })
    expect(await bedOf(first?.reservation ?? '')).toMatchObject({ room_id: row?.room_id, bed: row?.bed })
  })

  test('is accepted without those who were left out', async () => {
    const { people, plan, blockId } = await planned()
    const left = people[1]
    const body = { event_block_id: blockId, except_participant_ids: [left?.person ?? ''] }
    expect((await act('acceptRoomPlan', plan._id, body)).data).toEqual({ changed: 2, refused: 0 })
    expect(await bedOf(left?.reservation ?? '')).toBeNull()
    expect((await read(plan._id)).blocks).toMatchObject([{ proposed: 1, accepted: 2 }])
  })

  test('is made one at a time, and says who has no bed and why', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1, roomBeds: 2, capacity: 10 })
    await seeker(event, 'female')
    await seeker(event, 'male')
    const { data } = await propose(event)
    expect(await propose(event)).toMatchObject({ status: 409, code: 'plan_under_way' })
    expect((await read(data._id)).activity_id).toBe(data.activity_id)
    await t.app.deps.jobs.drain()
    const plan = await read(data._id)
    expect(plan.activity_id).toBeNull()
    const activity = await t.call(activityRoutes.getActivity, { as: staff, params: { id: data.activity_id } })
    expect(activity.data.link).toBe(`/admin/reservations/rooms/proposals/${plan._id}?event_id=${event.id}`)
    expect(plan.figures).toMatchObject({ people: 2, placed: 1 })
    expect(plan.left).toMatchObject([{ code: 'full', persons: [{}] }])
    expect((await propose(event)).status).toBe(200)
    await t.app.deps.jobs.drain()
  })

  test('names those who sleep without stairs and did not ask for it', async () => {
    const { people, plan, blockId } = await planned()
    const rows = await rowsOf(plan._id, blockId)
    const low = rows.filter(({ room }) => room === 'A1')
    expect(low.length).toBeGreaterThan(0)
    const left = people.find(({ person }) => !low.some(({ participant_id }) => participant_id === person))
    await t.database.pool.query(
      `update allocation_places set state = 'left', room_id = null, bed = null, reasons = $3 where run_id = $1 and participant_id = $2`,
      [plan._id, left?.person, JSON.stringify([{ code: 'ground_floor', beds: 2, others: low.length }])],
    )
    const holders = async () =>
      (await read(plan._id)).left[0]?.holders.map(({ participant_id }) => participant_id).sort()
    expect(await holders()).toEqual(low.map(({ participant_id }) => participant_id).sort())
    // Who needs it is not named.
    await t.database.pool.query(
      `insert into reservation_care (participant_id, sealed, ground_floor, diets, purge_after) values ($1, '', true, '{}', '2030-01-01')`,
      [low[0]?.participant_id],
    )
    expect(await holders()).not.toContain(low[0]?.participant_id)
  })

  test('of an event without rooms or people is empty', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1 })
    const { data } = await propose(event)
    await t.app.deps.jobs.drain()
    expect(await read(data._id)).toMatchObject({ state: 'proposed', blocks: [], left: [], figures: { people: 0 } })
    expect((await act('acceptRoomPlan', data._id)).data).toEqual({ changed: 0, refused: 0 })
  })
})
