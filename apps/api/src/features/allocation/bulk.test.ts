import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askFor, type BookableEvent, makeEvent, makeSleeper, makeSpouse, NIGHTS } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.update',
      'reservations.approve',
      'reservations.cancel',
      'reservations.assign_rooms',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0 } as const

/** A woman with a place at the event and nights, without a bed. */
const seeker = (event: BookableEvent, columns?: Record<string, unknown>) => makeSleeper(t, event, columns)

const change = (
  event: BookableEvent,
  rows: readonly Record<string, unknown>[],
  {
    as = staff,
    headers = {},
    ...body
  }: { as?: TestAccount; headers?: Record<string, string>; [key: string]: unknown } = {},
) => t.call(allocationRoutes.changeMany, { as, params: { event_id: event.id }, body: { rows, ...body }, headers })

const unassign = (event: BookableEvent, rows: readonly Record<string, unknown>[], body: Record<string, unknown> = {}) =>
  t.call(allocationRoutes.unassignMany, { as: staff, params: { event_id: event.id }, body: { rows, ...body } })

describe('many beds at once', () => {
  test('are assigned row by row: one that is impossible says why, the others stand', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, roomBeds: 2 })
    const [one, two, three] = [await seeker(event), await seeker(event), await seeker(event)]
    const man = await seeker(event, { gender: 'male' })
    const [room, other] = event.roomIds
    const { status, data } = await change(event, [
      { participant_id: one.person, room_id: room, bed: 2 },
      { participant_id: man.person, room_id: room },
      { reservation_id: two.reservation, room_id: room, pinned: true },
      { participant_id: three.person, room_id: room },
      { participant_id: 'f'.repeat(24), room_id: other },
    ])
    expect(status).toBe(200)
    expect(data).toMatchObject({ changed: 2, refused: 3 })
    expect(data.rows.map(({ result, code, reasons }) => [result, code, reasons])).toEqual([
      ['changed', null, []],
      ['refused', 'room_taken', ['full', 'gender']],
      ['changed', null, []],
      ['refused', 'room_taken', ['full']],
      ['refused', 'not_found', []],
    ])
    expect(data.rows[0]?.persons[0]).toMatchObject({
      participant_id: one.person,
      place: { room_id: room, bed: 2, pinned: false },
    })
    expect(data.rows[2]?.persons[0]?.place).toMatchObject({ bed: 1, pinned: true })
    expect(data.rows[1]?.message).toBe('That room has no free bed for these nights.')
    // Nobody hears of it before rooms are published.
    expect((await t.outbox(one.user.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('room'),
    )
  })

  test('swap two people in one call, and a couple moves as one', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, roomBeds: 2 })
    const husband = await t.account({ columns: { gender: 'male' } })
    const spouse = await makeSpouse(t, husband.id, { gender: 'female' })
    const { data } = await askFor(
      t,
      event,
      { with_spouse: spouse, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
      husband,
    )
    const [his, hers] = data.participants.map(({ _id }) => _id)
    const [first, second] = event.roomIds
    const apart = await change(event, [{ participant_id: his, room_id: first }])
    expect(apart.data.rows[0]).toMatchObject({ code: 'room_unsuitable', reasons: ['couple'] })
    const both = await change(event, [
      { participant_id: his, room_id: first },
      { participant_id: hers, room_id: first },
    ])
    expect(both.data.changed).toBe(2)
    const one = await seeker(event)
    const two = await seeker(event)
    await change(event, [
      { participant_id: one.person, room_id: second, bed: 1 },
      { participant_id: two.person, room_id: second, bed: 2 },
    ])
    const moved = await change(event, [
      { participant_id: one.person, room_id: first },
      { participant_id: two.person, room_id: event.roomIds[2] },
      { reservation_id: data._id, room_id: second },
    ])
    // The couple needs the whole second room, and the woman a bed of theirs: they move at once.
    expect(moved.data.rows.map(({ result }) => result)).toEqual(['changed', 'changed', 'changed'])
    const back = await change(event, [
      { participant_id: one.person, room_id: event.roomIds[2], bed: 1 },
      { participant_id: two.person, room_id: first },
    ])
    expect(back.data.changed).toBe(2)
  })

  test('say who was faster, and where the person is now', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const { person } = await seeker(event)
    const [room, other] = event.roomIds
    const colleague = await t.account({
      type: 'admin',
      permissions: ['reservations.assign_rooms'],
      columns: { first_name: 'Efua', last_name: 'Ansah' },
    })
    expect(
      (await change(event, [{ participant_id: person, room_id: other, expected: null }], { as: colleague })).data
        .changed,
    ).toBe(1)
    const late = await change(event, [{ participant_id: person, room_id: room, expected: null }])
    expect(late.data.rows[0]).toMatchObject({
      result: 'refused',
      code: 'stale',
      by: 'Efua Ansah',
      persons: [{ place: { room_id: other, bed: 1 } }],
    })
    const gone = await unassign(event, [{ participant_id: person, expected: { room_id: other, bed: 1 } }])
    expect(gone.data.rows[0]).toMatchObject({ result: 'changed', persons: [{ place: null }] })
    expect((await unassign(event, [{ participant_id: person }])).data.rows[0]?.result).toBe('unchanged')
  })

  test('of two secretaries at the same instant, one gets the bed', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1, roomBeds: 1 })
    const only = await seeker(event)
    const answers = await Promise.all(
      [1, 2, 3].map(() => change(event, [{ participant_id: only.person, room_id: event.roomIds[0], expected: null }])),
    )
    expect(answers.map(({ data }) => data.rows[0]?.code ?? 'changed').sort()).toEqual(['changed', 'stale', 'stale'])
  })

  test('are the same answer for the same key, placed once', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const { person } = await seeker(event)
    const headers = { 'idempotency-key': 'evening-1' }
    const rows = [{ participant_id: person, room_id: event.roomIds[0], expected: null }]
    const first = await change(event, rows, { headers })
    const again = await change(event, rows, { headers })
    expect(again.data).toEqual(first.data)
    expect(again.data.rows[0]?.result).toBe('changed')
  })

  test('reach nobody of another event, nor what is hidden from the caller', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const elsewhere = await makeEvent(t, { ...FREE, rooms: 2 })
    const stranger = await seeker(elsewhere)
    const { person, reservation } = await seeker(event)
    const blind = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
    await t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read}')`,
      [blind.id, reservation],
    )
    const { data } = await change(
      event,
      [
        { participant_id: person, room_id: event.roomIds[0] },
        { participant_id: stranger.person, room_id: event.roomIds[0] },
      ],
      { as: blind },
    )
    expect(data.rows.map(({ code, persons }) => [code, persons])).toEqual([
      ['not_found', []],
      ['not_found', []],
    ])
    const unknown = await t.call(allocationRoutes.changeMany, {
      as: staff,
      params: { event_id: 'f'.repeat(24) },
      body: { rows: [{ participant_id: person, room_id: null }] },
    })
    expect(unknown.code).toBe('not_found')
  })

  test('say of somebody who is named with the reservation and alone that they are named twice', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const { reservation, person } = await seeker(event)
    const [room_id, other] = event.roomIds
    const { data } = await change(event, [
      { reservation_id: reservation, room_id },
      { participant_id: person, room_id: other },
      { participant_id: 'a'.repeat(24), room_id },
    ])
    expect(data.rows.map(({ result, code }) => code ?? result)).toEqual(['changed', 'named_twice', 'not_found'])
  })

  test('refuse rows that say nothing, too much, or name somebody twice', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const id = 'a'.repeat(24)
    const codes = async (...rows: Record<string, unknown>[]) => {
      const { status, errors } = await change(event, rows)
      return [status, ...errors.map(({ field, code }) => `${field} ${code}`)]
    }
    expect(await codes({ participant_id: id })).toEqual([422, 'rows.0.room_id required'])
    expect(await codes({ room_id: id })).toEqual([422, 'rows.0.participant_id invalid'])
    expect(await codes({ reservation_id: id, room_id: id, bed: 1 })).toEqual([422, 'rows.0.bed unsupported'])
    expect(await codes({ reservation_id: id, room_id: id, status: 'active' })).toEqual([
      422,
      'rows.0.reservation_id unsupported',
    ])
    expect(await codes({ participant_id: id, room_id: null }, { participant_id: id, room_id: id })).toEqual([
      422,
      'rows taken',
    ])
    expect(await codes(...Array.from({ length: 501 }, () => ({ participant_id: id, room_id: null })))).toEqual([
      422,
      'rows too_big',
    ])
    expect((await change(event, [{ participant_id: id, room_id: null }], { force: true })).errors).toMatchObject([
      { field: 'reason', code: 'required' },
    ])
  })
})

describe('many reservations at once', () => {
  test('are approved, cancelled, or given a type and a title, each on its own', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, approval: true })
    const [one, two, three] = [await seeker(event), await seeker(event), await seeker(event)]
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name) values ('Elder of the bulk') returning id`,
    )
    const { data } = await change(
      event,
      [
        { reservation_id: one.reservation, status: 'active' },
        { reservation_id: two.reservation, status: 'cancelled' },
        { reservation_id: three.reservation, participant_type_id: event.otherTypeId, title_id: rows[0]?.id },
      ],
      { reason: 'Twice on the list' },
    )
    expect(data.rows.map(({ result, code }) => [result, code])).toEqual([
      ['changed', null],
      ['changed', null],
      ['changed', null],
    ])
    const found = await t.database.pool.query<{ status: string }>(
      `select status from reservations where id = any($1) order by array_position($1::text[], id::text)`,
      [[one.reservation, two.reservation, three.reservation]],
    )
    expect(found.rows.map(({ status }) => status)).toEqual(['active', 'cancelled', 'pending'])
    const again = await change(event, [
      { reservation_id: one.reservation, status: 'active' },
      { reservation_id: two.reservation, room_id: event.roomIds[0] },
    ])
    expect(again.data.rows.map(({ code }) => code)).toEqual(['illegal_transition', 'illegal_transition'])
  })

  test('say which field is wrong', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const { reservation } = await seeker(event)
    const { data } = await change(event, [{ reservation_id: reservation, participant_type_id: 'a'.repeat(24) }])
    expect(data.rows).toMatchObject([{ result: 'refused', code: 'invalid_input', field: 'participant_type_id' }])
  })

  test('need the permission of each act', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, approval: true })
    const { reservation } = await seeker(event)
    const rooms = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
    const { data } = await change(event, [{ reservation_id: reservation, status: 'active' }], { as: rooms })
    expect(data.rows[0]).toMatchObject({ result: 'refused', code: 'forbidden' })
  })
})
