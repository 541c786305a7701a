import { planRoutes } from '@shiloh/contract/allocation/plans'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount
let other: TestAccount

const PERMISSIONS = ['reservations.read', 'reservations.assign_rooms', 'reservations.cancel'] as const

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: [...PERMISSIONS] })
  other = await t.account({ type: 'admin', permissions: [...PERMISSIONS] })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const propose = (event: BookableEvent, as = staff) =>
  t.call(planRoutes.proposeRooms, { as, params: { event_id: event.id }, body: { weights: {} } })
const accept = (id: string, body: Record<string, unknown> = {}, as = staff) =>
  t.call(planRoutes.acceptRoomPlan, { as, params: { id }, body })
const undo = (id: string, body: Record<string, unknown> = {}, as = staff) =>
  t.call(planRoutes.undoRoomPlan, { as, params: { id }, body })
const bedOf = async (reservation: string) =>
  (await t.call(bedRoutes.readBeds, { as: staff, params: { id: reservation } })).data.persons[0]?.place ?? null

/** Three rooms of two beds, of which the event sells four; two women and a man, and a plan for them. */
const planned = async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, roomBeds: 2, beds: 4, capacity: 10 })
  const people: { reservation: string; person: string }[] = []
  for (const gender of ['female', 'female', 'male'] as const) {
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const { id, view } = await reserve(t, event, stay, await t.account({ columns: { gender } }))
    people.push({ reservation: id, person: view.participants[0]?._id ?? '' })
  }
  const { data } = await propose(event)
  await t.app.deps.jobs.drain()
  const plan = (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: data._id } })).data
  const blockId = plan.blocks[0]?.event_block_id ?? ''
  const rows = async () =>
    (
      await t.call(planRoutes.listPlanPlaces, {
        as: staff,
        params: { id: plan._id },
        query: { event_block_id: blockId },
      })
    ).data.rows
  const man = people[2] ?? { reservation: '', person: '' }
  const rowOf = async (person: string) => (await rows()).find(({ participant_id }) => participant_id === person)
  return { event, people, man, plan, rowOf, id: plan._id }
}

describe('a plan that is accepted', () => {
  test('after a room was closed leaves out who should sleep there, and says why', async () => {
    const { man, rowOf, id } = await planned()
    const room = (await rowOf(man.person))?.room_id
    await t.database.pool.query(
      `insert into room_maintenance (room_id, nights, reason) values ($1, daterange('2027-01-11', '2027-01-12'), 'Shower')`,
      [room],
    )
    expect((await accept(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await rowOf(man.person)).toMatchObject({ state: 'proposed', refusal: expect.any(String) })
    expect(await bedOf(man.reservation)).toBeNull()
    // Once it is open again, the rest of the plan can be accepted.
    await t.database.pool.query('delete from room_maintenance where room_id = $1', [room])
    expect((await accept(id)).data).toEqual({ changed: 1, refused: 0 })
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: room })
  })

  test('after somebody cancelled places the others', async () => {
    const { man, people, rowOf, id } = await planned()
    const gone = await t.call(reservationRoutes.cancelReservation, {
      as: staff,
      params: { id: man.reservation },
      body: { reason: 'Ill' },
    })
    expect(gone.status).toBe(200)
    expect((await accept(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await rowOf(man.person)).toMatchObject({ state: 'proposed', refusal: expect.any(String) })
    for (const { reservation } of people.slice(0, 2)) expect(await bedOf(reservation)).not.toBeNull()
  })

  test('after another secretary placed somebody elsewhere leaves them there', async () => {
    const { event, people, man, rowOf, id } = await planned()
    const taken = new Set(await Promise.all(people.map(async ({ person }) => (await rowOf(person))?.room_id)))
    const free = event.roomIds.slice(0, 3).find((room) => !taken.has(room))
    const placed = await t.call(bedRoutes.assignBeds, {
      as: other,
      params: { id: man.reservation },
      body: { room_id: free, pinned: false },
    })
    expect(placed.status).toBe(200)
    expect((await accept(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await rowOf(man.person)).toMatchObject({ state: 'proposed', refusal: expect.any(String) })
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: free })
    // Undoing the plan leaves the secretary's bed as well.
    expect((await undo(id)).data).toEqual({ changed: 2, refused: 0 })
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: free })
  })

  test('twice at the same instant is accepted once', async () => {
    const { people, id } = await planned()
    const answers = await Promise.all([accept(id), accept(id, {}, other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { data }) => sum + data.changed, 0)).toBe(3)
    expect(answers.reduce((sum, { data }) => sum + data.refused, 0)).toBe(0)
    for (const { reservation } of people) expect(await bedOf(reservation)).not.toBeNull()
  })

  test('and undone at the same instant ends in one of both states, with nothing by halves', async () => {
    const { people, id } = await planned()
    await accept(id)
    const answers = await Promise.all([undo(id), undo(id, {}, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await Promise.all(people.map(({ reservation }) => bedOf(reservation)))).toEqual([null, null, null])
  })
})

test('two runs at once are one', async () => {
  const { event } = await planned()
  const answers = await Promise.all([propose(event), propose(event, other)])
  expect(answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()).toSorted()).toEqual([
    '200',
    '409 plan_under_way',
  ])
  await t.app.deps.jobs.drain()
})

test('a plan of an event whose rooms are closed or kept says so for everybody', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 2, roomBeds: 2, beds: 1, capacity: 10 })
  const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
  await reserve(t, event, stay, await t.account({ columns: { gender: 'male' } }))
  await t.database.pool.query(
    `insert into room_maintenance (room_id, nights, reason) values ($1, daterange('2027-01-10', '2027-01-13'), 'Roof')`,
    [event.roomIds[0]],
  )
  await t.database.pool.query(
    `with title as (insert into titles (name) values ('Apostle of plans') returning id)
     update event_rooms set kept_for_title_ids = array(select id from title)::oid24[] where id = $1`,
    [event.roomIds[1]],
  )
  const { data } = await propose(event)
  await t.app.deps.jobs.drain()
  const plan = (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: data._id } })).data
  expect(plan).toMatchObject({ state: 'proposed', blocks: [], left: [{ code: 'kept', persons: [{}] }] })
})
