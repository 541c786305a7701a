import { walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSpouse,
  NIGHTS,
  redeem,
  reserve,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { sqlIn } from '../../../platform/db/sql.store.ts'
import { inWork } from '../../../platform/jobs/work.ts'
import { applyPayment, putMisfitsElsewhere, syncQuotas } from '../../reservations/index.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.assign_rooms',
      'reservations.create',
      'reservations.update',
      'users.read',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

type Body = Record<string, unknown>
const find = (event: BookableEvent, body: Body, as = staff) =>
  t.call(walkInRoutes.findBed, { as, params: { event_id: event.id }, body })
const take = (event: BookableEvent, body: Body, as = staff) =>
  t.call(walkInRoutes.takeBed, { as, params: { event_id: event.id }, body })

const free = { price: 0, pricePerNight: 0 } as const
/** Somebody with a confirmed reservation, with nights or without. */
const guest = async (event: BookableEvent, gender: 'male' | 'female', nights = true) => {
  const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
  return reserve(t, event, nights ? stay : {}, await t.account({ columns: { gender } }))
}
/** A man and a woman who comes along, without nights: they need a room each. */
const pairAt = async (event: BookableEvent) => {
  const user = await t.account({ columns: { gender: 'male' } })
  const friend = await makeMember(t, user.id, { relation: 'companion', gender: 'female' })
  const participants = [
    { role: 'main', participant_type_id: event.typeId },
    { role: 'companion', person_id: friend, participant_type_id: event.typeId },
  ]
  return reserve(t, event, { participant_type_id: undefined, participants }, user)
}
const pay = async (id: string, amount: number) => {
  await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
}
const checkIn = (id: string) =>
  inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [id], staff.id))
const person = (first_name: string, gender: 'male' | 'female' | null = 'female') => ({
  first_name,
  last_name: 'Asare',
  gender,
})
const countPeople = async (name: string): Promise<number> => {
  const { rows } = await t.database.pool.query<{ count: number }>(
    'select count(*)::int as count from users where first_name = $1',
    [name],
  )
  return rows[0]?.count ?? 0
}
/** Sells the other category of an event too, at a price, two beds in one room. */
const sellOther = (event: BookableEvent, price: number) =>
  t.database.pool.query(
    `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
     values ($1, $2, $3, $4, $5, 2)`,
    [event.id, event.otherCategoryId, price, NIGHTS.check_in, NIGHTS.check_out],
  )

describe('a bed at the desk', () => {
  test('is found for somebody who waits for one, with reasons and other rooms, and given by one call', async () => {
    const event = await makeEvent(t, { ...free, rooms: 3, roomBeds: 2 })
    const there = await guest(event, 'female')
    await t.call(bedRoutes.assignBeds, {
      as: staff,
      params: { id: there.id },
      body: { room_id: event.roomIds[1] },
    })
    const late = await guest(event, 'female')
    const { data, status } = await find(event, { reservation_id: late.id })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      reservation: { _id: late.id, status: 'active' },
      stay: { room_category_id: event.categoryId, ...NIGHTS },
      price: { nights: 0, more: 0 },
      other_nights: [],
    })
    const [group] = data.groups
    // The room that was begun comes first, then the empty ones.
    expect(group?.rooms.map(({ room_id }) => room_id)).toHaveLength(3)
    expect(group?.rooms[0]).toMatchObject({ room_id: event.roomIds[1], beds: [2], reasons: [{ code: 'fills' }] })
    expect(group?.rooms[1]?.reasons).toMatchObject([{ code: 'first' }])

    const { data: done } = await take(event, { reservation_id: late.id })
    expect(done.places).toMatchObject([{ room: 'A2', bed: 2, held: false, ...NIGHTS }])
    expect(done.reservation).toMatchObject({ _id: late.id, balance: 0, hold_expires_at: null })
    // Once they have a bed, nobody of them is looking for one.
    expect((await find(event, { reservation_id: late.id })).data).toMatchObject({ persons: [], groups: [] })
    // A second click is no loss, and another room no second bed.
    for (const again of [{}, { room_ids: [event.roomIds[1]] }])
      expect((await take(event, { reservation_id: late.id, ...again })).data.places).toEqual(done.places)
    expect((await take(event, { reservation_id: late.id, room_ids: [event.roomIds[0]] })).code).toBe('room_taken')
  })

  test('has the price that somebody keeps who waits for one', async () => {
    const event = await makeEvent(t, {
      ...free,
      pricePerNight: 5_000,
      beds: 1,
      cancellationDeadline: '2026-11-22T00:00:00Z',
    })
    await guest(event, 'female')
    const late = await guest(event, 'female', false)
    await t.call(reservationRoutes.joinWaitingList, {
      params: { id: event.id },
      as: late.user,
      body: { participant_type_id: event.typeId, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
    })
    // After the deadline nothing is offered to members, and the desk can still add it.
    t.clock.set('2026-11-23T08:00:00Z')
    await t.database.pool.query(
      'update event_accommodations set price_per_night = 8000, beds = 2 where event_id = $1',
      [event.id],
    )
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    expect((await find(event, { reservation_id: late.id })).data.price).toEqual({ nights: 15_000, more: 15_000 })
    const done = await take(event, { reservation_id: late.id, expected_total: 15_000 })
    expect([done.status, done.data.reservation.balance]).toEqual([200, 15_000])
  })

  test('comes with the nights that a reservation lacks, and waits for money that is due', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, rooms: 2 })
    const late = await guest(event, 'male', false)
    const { data } = await find(event, { reservation_id: late.id })
    expect(data).toMatchObject({ price: { nights: 15_000, more: 15_000 }, stay: NIGHTS })
    expect(data.categories).toMatchObject([{ room_category_id: event.categoryId, price: { nights: 15_000 } }])
    expect((await take(event, { reservation_id: late.id, expected_total: 1 })).code).toBe('quote_changed')

    const { data: done } = await take(event, { reservation_id: late.id, expected_total: 15_000 })
    expect(done.places).toMatchObject([{ held: true, ...NIGHTS }])
    expect(done.reservation).toMatchObject({ balance: 15_000, hold_expires_at: expect.any(String) })
    await enterPayment(t, late.id, 15_000)
    await inWork(t.app.deps, (work) => applyPayment(work, late.id))
    const beds = await t.call(bedRoutes.readBeds, { as: staff, params: { id: late.id } })
    expect(beds.data.persons[0]?.place).not.toBeNull()
  })

  test('for a party of two rooms holds both until they are paid, and asking again changes nothing', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, rooms: 3, beds: 6 })
    const { id } = await pairAt(event)
    const { data } = await find(event, { reservation_id: id })
    const room_ids = data.groups.map(({ rooms }) => rooms[0]?.room_id)
    expect(new Set(room_ids).size).toBe(2)
    const { data: done } = await take(event, { reservation_id: id, room_ids })
    expect(done.places.map(({ held }) => held)).toEqual([true, true])
    expect(new Set(done.places.map(({ room }) => room)).size).toBe(2)
    // The same again, later: the same hold, not a longer one.
    t.clock.forward(2)
    for (const again of [{ reservation_id: id, room_ids }, { reservation_id: id }])
      expect((await take(event, again)).data).toEqual(done)
    await enterPayment(t, id, 30_000)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    const beds = await t.call(bedRoutes.readBeds, { as: staff, params: { id } })
    expect(beds.data.persons.map(({ place }) => place?.room_id)).toEqual(room_ids)

    // Fewer nights cost nothing more.
    const { data: shorter } = await take(event, { reservation_id: id, check_out: '2027-01-12' })
    expect(shorter.places.every(({ held, check_out }) => !held && check_out === '2027-01-12')).toBe(true)
    // Who has not paid for anything yet gets both beds at once.
    const unpaid = await makeEvent(t, { price: 10_000, pricePerNight: 5_000, rooms: 3, beds: 6 })
    const late = await pairAt(unpaid)
    const { data: both } = await take(unpaid, { reservation_id: late.id })
    expect(both.places.map(({ held }) => held)).toEqual([false, false])
  })

  test('that waits to be paid moves when its room no longer suits, and is not lost', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, rooms: 2 })
    const late = await guest(event, 'male', false)
    const { data: held } = await take(event, { reservation_id: late.id })
    expect(held.places).toMatchObject([{ held: true }])
    const room = event.roomIds.find((_, index) => held.places[0]?.room === `A${index + 1}`) ?? ''
    await t.database.pool.query(`update event_rooms set gender_rule = 'female' where id = $1`, [room])
    await inWork(t.app.deps, (work) => putMisfitsElsewhere(work, [room], { force: true, locked: new Set([late.id]) }))
    t.clock.forward(2)
    const { data: again } = await take(event, { reservation_id: late.id })
    expect(again.places).toMatchObject([{ held: true, room: held.places[0]?.room === 'A1' ? 'A2' : 'A1' }])
    expect(again.reservation.hold_expires_at).toBe(held.reservation.hold_expires_at)
  })

  test('comes with the reservation of somebody who has none, who is registered with it', async () => {
    const event = await makeEvent(t, { price: 10_000, pricePerNight: 5_000, rooms: 2 })
    const { data } = await find(event, { person: { gender: 'female' } })
    expect(data).toMatchObject({ reservation: null, price: { nights: 15_000, more: 15_000 } })
    const { data: done, status } = await take(event, {
      person: person('Akosua'),
      participant_type_id: event.typeId,
      room_ids: [data.groups[0]?.rooms[0]?.room_id],
      expected_total: 25_000,
    })
    expect(status).toBe(200)
    expect(done).toMatchObject({
      reservation: { name: 'Akosua Asare', status: 'pending', balance: 25_000 },
      places: [{ room: data.groups[0]?.rooms[0]?.room, held: false }],
    })
    // Somebody with an account, for two of the nights.
    const member = await t.account({ columns: { gender: 'male' } })
    const short = { check_in: '2027-01-11', check_out: '2027-01-13' }
    const { data: second } = await take(event, { user_id: member.id, participant_type_id: event.typeId, ...short })
    expect(second.places).toMatchObject([short])
    // The nights of an unpaid reservation get a bed too.
    const unpaid = await guest(event, 'female')
    expect((await take(event, { reservation_id: unpaid.id })).data.places).toHaveLength(1)
  })

  test('goes to one of ten who ask for the last one at once; the others get the next, or a refusal', async () => {
    const event = await makeEvent(t, { ...free, rooms: 2, roomBeds: 2, beds: 4 })
    const people = await Promise.all(Array.from({ length: 10 }, () => guest(event, 'female', false)))
    const { data } = await find(event, { reservation_id: people[0]?.id })
    const [best] = data.groups[0]?.rooms ?? []
    // Two insist on the room that they were shown; eight take any.
    const answers = await Promise.all(
      people.map(({ id }, index) =>
        take(event, { reservation_id: id, ...(index < 2 ? { room_ids: [best?.room_id] } : {}) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 room_taken']))
    const { rows } = await t.database.pool.query<{ beds: number; claims: number }>(
      `select (select count(distinct (room_id, bed)) from bed_assignments b join reservations r on r.id = b.reservation_id
         where r.event_id = $1 and b.released_at is null)::int as beds,
       (select max(claimed) from quotas where event_id = $1 and kind = 'beds') as claims`,
      [event.id],
    )
    // Nobody of those who were refused holds nights without a bed.
    expect(rows).toEqual([{ beds: 4, claims: 4 }])
  })

  test('that two events of a center want at once goes to one of them', async () => {
    const first = await makeEvent(t, { ...free, rooms: 1, roomBeds: 2, beds: 1 })
    const second = await makeEvent(t, { ...free, venueOf: first, beds: 1 })
    const [man, woman] = [await guest(first, 'male', false), await guest(second, 'female', false)]
    const answers = await Promise.all([
      take(first, { reservation_id: man.id }),
      take(second, { reservation_id: woman.id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('that is not there is explained, with what is: another category, other nights', async () => {
    const event = await makeEvent(t, { ...free, rooms: 1, roomBeds: 2, beds: 2 })
    const lastNight = { check_in: '2027-01-12', check_out: '2027-01-13' }
    await take(event, { person: person('Kojo', 'male'), participant_type_id: event.typeId, ...lastNight })
    // A bed is left in the only room, beside a man.
    const woman = await guest(event, 'female', false)
    const { data } = await find(event, { reservation_id: woman.id })
    expect(data.groups).toMatchObject([{ rooms: [], left: { code: 'full', sort: 'female', night: '2027-01-12' } }])
    expect(data).toMatchObject({
      categories: [],
      other_nights: [{ room_category_id: event.categoryId, check_in: '2027-01-10', check_out: '2027-01-12' }],
    })
    expect((await take(event, { reservation_id: woman.id })).code).toBe('room_taken')

    await sellOther(event, 9_000)
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const again = await find(event, { reservation_id: woman.id, room_category_id: event.categoryId })
    expect(again.data.groups[0]?.left).not.toBeNull()
    expect(again.data.categories).toMatchObject([
      { room_category_id: event.otherCategoryId, beds: 2, price: { nights: 27_000, more: 27_000 } },
    ])
    // Without a category, the one that has a bed is found.
    expect((await find(event, { reservation_id: woman.id })).data.stay.room_category_id).toBe(event.otherCategoryId)
    const { data: done } = await take(event, { reservation_id: woman.id, ...{ check_out: '2027-01-12' } })
    expect(done.places).toMatchObject([{ room: 'A1', held: false }])
    // A couple with one bed left.
    const spouse = await t.account({ columns: { gender: 'male' } })
    const spouseId = await makeSpouse(t, spouse.id, { gender: 'female' })
    const couple = await reserve(t, event, { with_spouse: spouseId }, spouse)
    const both = await find(event, { reservation_id: couple.id, room_category_id: event.categoryId, ...lastNight })
    expect(both.data.persons).toHaveLength(2)
    expect(both.data.groups).toMatchObject([{ rooms: [], left: { code: 'full' } }])
  })

  test('is lost with a room that was closed or taken after it was shown, and nothing is done by halves', async () => {
    const event = await makeEvent(t, { ...free, rooms: 2, roomBeds: 1, beds: 1 })
    const { data } = await find(event, { person: { gender: 'male' } })
    const roomId = data.groups[0]?.rooms[0]?.room_id
    await t.database.pool.query(
      `insert into room_maintenance (room_id, nights, reason) values ($1, daterange('2027-01-10', '2027-01-13'), 'Water')`,
      [roomId],
    )
    const body = { person: person('Ekow', 'male'), participant_type_id: event.typeId }
    expect(await take(event, { ...body, room_ids: [roomId] })).toMatchObject({ status: 409, code: 'room_taken' })
    expect(await countPeople('Ekow')).toBe(0)
    // Any other room will do.
    expect((await take(event, body)).data.places[0]?.room).toBe(data.groups[0]?.rooms[1]?.room)
    expect(await countPeople('Ekow')).toBe(1)
  })

  test('on the ground floor is one without stairs, and none is a reason', async () => {
    const event = await makeEvent(t, { ...free, rooms: 3, roomBeds: 1, beds: 3 })
    const { data } = await find(event, { person: { gender: 'male' }, ground_floor: true })
    expect(data.groups[0]?.rooms.map(({ floor }) => floor)).toEqual([0])
    expect(data.groups[0]?.rooms[0]?.reasons).toMatchObject([{ code: 'ground_floor' }])
    await take(event, { person: person('Yaw', 'male'), participant_type_id: event.typeId, ground_floor: true })
    const none = await find(event, { person: { gender: 'male' }, ground_floor: true })
    expect(none.data.groups[0]).toMatchObject({ rooms: [], left: { code: 'ground_floor', beds: 1 } })
  })

  test('cannot be added once somebody is checked in, but one that was paid for can be given', async () => {
    const event = await makeEvent(t, free)
    const late = await guest(event, 'male', false)
    await checkIn(late.id)
    expect((await find(event, { reservation_id: late.id })).data.checked_in).toBe(true)
    expect((await take(event, { reservation_id: late.id })).code).toBe('illegal_transition')
    const booked = await guest(event, 'male')
    await checkIn(booked.id)
    expect((await find(event, { reservation_id: booked.id })).data.checked_in).toBe(false)
    expect((await take(event, { reservation_id: booked.id })).data.places).toHaveLength(1)
  })

  test('is refused with what keeps somebody from every room', async () => {
    const event = await makeEvent(t, { ...free, rooms: 2 })
    const body = { person: person('Nana', null), participant_type_id: event.typeId }
    expect((await find(event, { person: {} })).data.groups[0]?.left?.code).toBe('gender_unknown')
    expect(await take(event, body)).toMatchObject({ status: 409, code: 'room_unsuitable' })
    const child = { gender: 'male', birth_date: '2020-01-01' }
    expect((await find(event, { person: child })).data.groups).toMatchObject([
      { rooms: [], left: { code: 'children' } },
    ])
    expect((await find(event, { person: child })).data.other_nights).toEqual([])
    // Nights that the event does not sell, and many of them.
    for (const nights of [
      { check_in: '2027-08-05', check_out: '2027-08-06' },
      { check_in: '1900-01-01', check_out: '2100-01-01' },
    ])
      expect(await find(event, { person: { gender: 'male' }, ...nights })).toMatchObject({
        status: 422,
        code: 'invalid_input',
      })
    const member = await t.account({ columns: { gender: 'male' } })
    await reserve(t, event, {}, member)
    expect((await find(event, { user_id: member.id })).code).toBe('already_reserved')
  })

  test('that is sold out says for whom, and one of an event that takes nobody is not looked for', async () => {
    const event = await makeEvent(t, { ...free, rooms: 2, roomBeds: 2, beds: 1 })
    await take(event, { person: person('Kojo', 'male'), participant_type_id: event.typeId })
    const { data } = await find(event, { person: { gender: 'female' } })
    expect(data.groups[0]?.left).toMatchObject({ code: 'full', sort: 'female' })
    for (const status of ['unpublished', 'archived']) {
      await t.database.pool.query('update events set status = $2 where id = $1', [event.id, status])
      const body = { person: { gender: 'female' } }
      const answers = [
        await find(event, body),
        await take(event, { person: person('Ama', 'female'), participant_type_id: event.typeId }),
      ]
      expect(answers.map(({ code }) => code)).toEqual(['registration_closed', 'registration_closed'])
    }
    await t.database.pool.query(`update events set status = 'published' where id = $1`, [event.id])
  })

  test('is the one that they have, if it is free in the new nights too', async () => {
    const event = await makeEvent(t, { ...free, rooms: 3, roomBeds: 1, beds: 3 })
    const { id } = await guest(event, 'male')
    const { data: first } = await take(event, { reservation_id: id, room_ids: [event.roomIds[2]] })
    expect(first.places).toMatchObject([{ room: 'A3' }])
    const { data: moved } = await take(event, { reservation_id: id, check_in: '2027-01-11' })
    expect(moved.places).toMatchObject([{ room: 'A3', check_in: '2027-01-11' }])
  })

  test('is one of another category from tonight on, and the nights that were slept stay as they are', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, beds: 2 })
    await sellOther(event, 9_000)
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    // Both beds of the other category were slept in until this morning.
    t.clock.set('2027-01-05T08:00:00Z')
    const other = { accommodation: { room_category_id: event.otherCategoryId, ...NIGHTS, check_out: '2027-01-12' } }
    const before = [await reserve(t, event, other), await reserve(t, event, other)]
    for (const { id } of before) await pay(id, 18_000)
    const { id } = await guest(event, 'male')
    await pay(id, 15_000)
    t.clock.set('2027-01-12T08:00:00Z')
    const body = { reservation_id: id, room_category_id: event.otherCategoryId }
    const { data } = await find(event, body)
    expect(data).toMatchObject({
      stay: { check_in: '2027-01-12', check_out: '2027-01-13' },
      price: { nights: 19_000, more: 4_000 },
    })
    const taken = await take(event, { ...body, expected_total: 19_000 })
    expect(taken.data.places).toMatchObject([{ room: 'X1', held: true, check_in: '2027-01-12' }])
    await pay(id, 4_000)
    expect((await find(event, { reservation_id: id })).data).toMatchObject({ persons: [] })
  })

  test('costs what it costs beside a change that waits for its payment, without the nights that this gives back', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 5_000, beds: 2 })
    await sellOther(event, 19_000)
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    t.clock.set('2027-01-05T08:00:00Z')
    const { id } = await guest(event, 'male')
    await pay(id, 15_000)
    t.clock.set('2027-01-12T08:00:00Z')
    const accommodation = { room_category_id: event.otherCategoryId, ...NIGHTS, check_in: '2027-01-12' }
    const changed = await t.call(reservationRoutes.editReservation, {
      as: staff,
      params: { id },
      body: {
        accommodation,
        products: [{ product_option_id: event.optionId, quantity: 2 }],
        returned_nights: ['2027-01-10'],
      },
    })
    expect(changed.status).toBe(200)
    const body = { reservation_id: id, room_category_id: event.otherCategoryId }
    const { data } = await find(event, body)
    // The night of the 11th, the one to come, and two products.
    expect(data).toMatchObject({ price: { nights: 24_000, more: 16_000 } })
    // A price that the desk was not told is refused.
    expect((await take(event, { ...body, expected_total: 31_000, quiet: true })).status).toBe(200)
  })

  test('needs the permission for what it takes, and a question that can be answered', async () => {
    const event = await makeEvent(t, free)
    const clerk = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
    const body = { person: person('Esi'), participant_type_id: event.typeId }
    expect(await take(event, body, clerk)).toMatchObject({ status: 403, code: 'forbidden' })
    const plain = await guest(event, 'male', false)
    expect((await take(event, { reservation_id: plain.id }, clerk)).code).toBe('forbidden')
    const booked = await guest(event, 'male')
    expect((await take(event, { reservation_id: booked.id }, clerk)).status).toBe(200)

    expect((await find(event, {})).status).toBe(422)
    expect((await find(event, { reservation_id: booked.id, user_id: booked.user.id })).status).toBe(422)
    expect((await find(event, { person: {}, check_in: '2027-01-12', check_out: '2027-01-12' })).status).toBe(422)
    expect((await find(event, { person: {}, room_category_id: event.otherCategoryId })).code).toBe('invalid_input')
    const elsewhere = await makeEvent(t, free)
    expect((await find(elsewhere, { reservation_id: booked.id })).status).toBe(404)
    expect((await find(event, { user_id: booked.id })).status).toBe(404)
  })
})
