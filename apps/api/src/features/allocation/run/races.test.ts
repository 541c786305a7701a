import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSleeper,
  NIGHTS,
  redeem,
  reserve,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { sqlIn } from '../../../platform/db/sql.store.ts'
import { inWork } from '../../../platform/jobs/work.ts'
import { applyPayment } from '../../reservations/index.ts'

let t: TestApp
let staff: TestAccount
let other: TestAccount
let keeper: TestAccount

const PERMISSIONS = ['reservations.read', 'reservations.assign_rooms', 'reservations.cancel'] as const

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: [...PERMISSIONS] })
  keeper = await t.account({ type: 'admin', permissions: ['event_rooms.delete', 'event_rooms.read'] })
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
  for (const gender of ['female', 'female', 'male']) people.push(await makeSleeper(t, event, { gender }))
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
    expect(await rowOf(man.person)).toMatchObject({ state: 'elsewhere', now_in: expect.any(String), refusal: null })
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: free })
    // Undoing the plan leaves the secretary's bed as well.
    expect((await undo(id)).data).toEqual({ changed: 2, refused: 0 })
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: free })
  })

  test('after a room was deleted names those who should sleep there among the left over', async () => {
    const { man, plan, rowOf, id } = await planned()
    const room = (await rowOf(man.person))?.room_id ?? ''
    const deleted = await t.call(eventRoomRoutes.remove, { as: keeper, params: { id: room } })
    expect(deleted.status).toBe(200)
    const after = (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id } })).data
    expect(after.left).toMatchObject([{ code: 'room_gone', persons: [{ participant_id: man.person }] }])
    expect(after.blocks[0]?.proposed).toBe(plan.figures ? plan.figures.placed - 1 : undefined)
    expect(after.figures?.placed).toBe(plan.figures ? plan.figures.placed - 1 : undefined)
    expect((await accept(id)).data).toEqual({ changed: 2, refused: 0 })
  })

  test('leaves those whom a secretary moved away and back, when it is undone', async () => {
    const { event, man, rowOf, id } = await planned()
    expect((await accept(id)).data).toEqual({ changed: 3, refused: 0 })
    const room = (await rowOf(man.person))?.room_id
    for (const [minutes, room_id] of [
      [1, event.roomIds.slice(0, 3).find((one) => one !== room)],
      [2, room],
    ] as const) {
      t.clock.forward(minutes)
      const body = { rows: [{ participant_id: man.person, room_id }] }
      await t.call(allocationRoutes.changeMany, { as: other, params: { event_id: event.id }, body })
    }
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: room })
    expect((await undo(id)).data.refused).toBe(1)
    expect(await bedOf(man.reservation)).toMatchObject({ room_id: room })
  })

  test('leaves those whose nights were changed since, and takes back those who were edited otherwise', async () => {
    const { event, people, man, id } = await planned()
    const editor = await t.account({ type: 'admin', permissions: ['reservations.update', 'reservations.read'] })
    await accept(id)
    t.clock.forward(1)
    const edit = (reservation: string | undefined, body: object) =>
      t.call(reservationRoutes.editReservation, { as: editor, params: { id: reservation ?? '' }, body })
    const shorter = { room_category_id: event.categoryId, ...NIGHTS, check_out: '2027-01-12' }
    expect((await edit(man.reservation, { accommodation: shorter })).status).toBe(200)
    expect((await edit(people[0]?.reservation, { participant_type_id: event.otherTypeId })).status).toBe(200)
    expect((await undo(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await bedOf(man.reservation)).not.toBeNull()
    expect(await bedOf(people[0]?.reservation ?? '')).toBeNull()
  })

  test('says why a row is impossible, and cannot be put aside while beds are accepted', async () => {
    const { man, rowOf, id } = await planned()
    const room = (await rowOf(man.person))?.room_id
    await t.database.pool.query(`update event_rooms set gender_rule = 'female' where id = $1`, [room])
    expect((await accept(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await rowOf(man.person)).toMatchObject({ refusal: expect.any(String), refusal_reasons: ['gender'] })
    expect((await t.call(planRoutes.discardRoomPlan, { as: staff, params: { id }, body: {} })).code).toBe(
      'illegal_transition',
    )
    expect((await accept(id, { block_id: room })).status).toBe(422)
  })

  test('leaves those who have been checked in, when it is undone', async () => {
    const { man, rowOf, id } = await planned()
    expect((await accept(id)).data.changed).toBe(3)
    await inWork(t.app.deps, (work) =>
      redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [man.reservation], staff.id),
    )
    expect((await undo(id)).data).toEqual({ changed: 2, refused: 1 })
    expect(await bedOf(man.reservation)).not.toBeNull()
    expect(await rowOf(man.person)).toMatchObject({ state: 'accepted', refusal: expect.stringContaining('checked in') })
  })

  test('and cancelled afterwards has nothing to give back', async () => {
    const { man, id } = await planned()
    await accept(id)
    await t.call(reservationRoutes.cancelReservation, {
      as: staff,
      params: { id: man.reservation },
      body: { reason: 'Ill' },
    })
    expect((await undo(id)).data).toEqual({ changed: 2, refused: 0 })
    expect((await t.call(planRoutes.readRoomPlan, { as: staff, params: { id } })).data.state).toBe('undone')
  })

  test('and undone leaves a child alone whom somebody placed alone before', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 1, roomBeds: 2, beds: 2, capacity: 10 })
    const user = await t.account({ columns: { gender: 'male' } })
    const child = await makeMember(t, user.id, { gender: 'male' })
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'child', person_id: child, participant_type_id: event.typeId },
    ]
    const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
    const { view } = await reserve(t, event, { accommodation, participant_type_id: undefined, participants }, user)
    const [parent, son] = view.participants.map(({ _id }) => _id)
    const alone = {
      rows: [{ participant_id: son, room_id: event.roomIds[0] }],
      force: true,
      reason: 'The father comes late',
    }
    await t.call(allocationRoutes.changeMany, { as: other, params: { event_id: event.id }, body: alone })
    const { data } = await propose(event)
    await t.app.deps.jobs.drain()
    expect((await accept(data._id, { participant_ids: [parent] })).data).toEqual({ changed: 1, refused: 0 })
    expect((await undo(data._id)).data).toEqual({ changed: 1, refused: 0 })
  })

  test('asks for a body that says what is chosen', async () => {
    const { id } = await planned()
    for (const route of [planRoutes.acceptRoomPlan, planRoutes.undoRoomPlan]) {
      const answer = await t.app.server.inject({
        method: route.method,
        url: `/api/v1${route.path.replace('{id}', id)}`,
        headers: { authorization: `Bearer ${await t.tokenOf(staff)}`, 'content-type': 'application/json' },
        payload: 'null',
      })
      expect(answer.statusCode).toBe(422)
    }
  })

  test('and undone without those who know their room leaves them there', async () => {
    const { man, plan, rowOf, id } = await planned()
    await accept(id)
    await t.database.pool.query(`insert into known_rooms (participant_id, room_id, known_since) select $1, $2, now()`, [
      man.person,
      (await rowOf(man.person))?.room_id,
    ])
    const after = (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: plan._id } })).data
    expect(after.blocks).toMatchObject([{ accepted: 3, told: 1 }])
    expect((await undo(id, { except_told: true })).data).toEqual({ changed: 2, refused: 0 })
    expect(await bedOf(man.reservation)).not.toBeNull()
    expect((await undo(id)).data).toEqual({ changed: 1, refused: 0 })
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

test('a row that only the second check refuses is refused alone, with what it found', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, roomBeds: 2, beds: 4, capacity: 10 })
  const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
  const user = await t.account({ columns: { gender: 'male' } })
  const friend = await makeMember(t, user.id, { relation: 'companion', gender: 'female' })
  const pair = await reserve(
    t,
    event,
    {
      accommodation,
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'companion', person_id: friend, participant_type_id: event.typeId },
      ],
    },
    user,
  )
  const woman = await reserve(t, event, { accommodation }, await t.account({ columns: { gender: 'female' } }))
  const [main, companion] = pair.view.participants.map(({ _id }) => _id)
  const { data } = await propose(event)
  await t.app.deps.jobs.drain()
  const rowOf = async (person: string | undefined) => {
    const plan = (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: data._id } })).data
    const query = { event_block_id: plan.blocks[0]?.event_block_id ?? '' }
    const { rows } = (await t.call(planRoutes.listPlanPlaces, { as: staff, params: { id: data._id }, query })).data
    return rows.find(({ participant_id }) => participant_id === person)
  }
  const { room_id, bed = 1 } = (await rowOf(main)) ?? {}
  expect((await rowOf(companion))?.room_id).not.toBe(room_id)
  // By hand both can have one room. A plan does not put them together.
  const body = { rows: [{ participant_id: companion, room_id, bed: 3 - bed }] }
  const moved = await t.call(allocationRoutes.changeMany, { as: other, params: { event_id: event.id }, body })
  expect(moved.data.changed).toBe(1)
  expect((await accept(data._id)).data).toEqual({ changed: 1, refused: 2 })
  expect(await rowOf(main)).toMatchObject({ state: 'proposed', refusal_reasons: ['gender'] })
  // She was moved: that is her reason, whatever the check says of the room where she is now.
  expect(await rowOf(companion)).toMatchObject({ state: 'elsewhere', refusal_reasons: [] })
  expect(await bedOf(pair.id)).toBeNull()
  expect(await bedOf(woman.id)).not.toBeNull()
  // Nothing of the trial is in the trail.
  const { rows } = await t.database.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_trail where action = 'assign_beds' and object_id = $1`,
    [pair.id],
  )
  expect(rows[0]?.count).toBe(1)
})

test('somebody whose change waits for payment stops neither a run nor an acceptance', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, rooms: 3, roomBeds: 2, beds: 4, capacity: 10 })
  const short = { check_in: NIGHTS.check_in, check_out: '2027-01-12' }
  const women: { id: string; user: TestAccount; person: string }[] = []
  for (let count = 0; count < 3; count += 1) {
    const stay = { accommodation: { room_category_id: event.categoryId, ...short } }
    const { id, user, view } = await reserve(t, event, stay, await t.account({ columns: { gender: 'female' } }))
    await enterPayment(t, id, 10_000)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    women.push({ id, user, person: view.participants[0]?._id ?? '' })
  }
  const [changing] = women
  const run = async () => {
    const { data } = await propose(event)
    await t.app.deps.jobs.drain()
    return (await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: data._id } })).data
  }
  const plan = await run()
  expect(plan).toMatchObject({ state: 'proposed', figures: { people: 3, placed: 3 } })
  const query = { event_block_id: plan.blocks[0]?.event_block_id ?? '' }
  const { rows } = (await t.call(planRoutes.listPlanPlaces, { as: staff, params: { id: plan._id }, query })).data
  const unused = event.roomIds.slice(0, 3).find((one) => !rows.some(({ room_id }) => room_id === one))
  const { data } = await t.call(reservationRoutes.editMyReservation, {
    as: changing?.user ?? staff,
    params: { id: changing?.id ?? '' },
    body: { accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: unused ?? null } },
  })
  expect(data.pending_change).not.toBeNull()
  expect((await accept(plan._id)).data).toEqual({ changed: 2, refused: 1 })
  // A new run leaves her out as long as the bed is held.
  expect(await run()).toMatchObject({ state: 'proposed', figures: { people: 0 } })
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
