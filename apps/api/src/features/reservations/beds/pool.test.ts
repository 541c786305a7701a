import { adminEventRoutes } from '@shiloh/contract/events/events'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, asOwner, type BookableEvent, enterPayment, makeEvent, NIGHTS } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { syncQuotas } from '../event-offer/sync-quotas.ts'
import { applyPayment } from '../index.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0 } as const

const reserve = async (event: BookableEvent, roomId?: string) => {
  const accommodation = { room_category_id: event.categoryId, ...NIGHTS, ...(roomId ? { room_id: roomId } : {}) }
  const { user, ...answer } = await askFor(t, event, { accommodation })
  return { who: user, ...answer }
}
const update = (roomId: string | undefined, body: Record<string, unknown>) =>
  t.call(eventRoomRoutes.update, { as: staff, params: { id: roomId ?? '' }, body })
const act = (route: 'publishEvent' | 'unpublishEvent' | 'archiveEvent', event: BookableEvent) =>
  t.call(adminEventRoutes[route], { as: staff, params: { id: event.id } })
const offer = (event: BookableEvent, beds: number | undefined, until: string = NIGHTS.check_out) =>
  t.call(adminEventRoutes.updateEvent, {
    as: staff,
    params: { id: event.id },
    body: {
      accommodations: [
        {
          room_category_id: event.categoryId,
          price_per_night: 0,
          check_in_from: NIGHTS.check_in,
          check_out_until: until,
          ...(beds === undefined ? {} : { beds }),
        },
      ],
    },
  })
const capacities = async (event: BookableEvent): Promise<(number | null)[]> => {
  const { rows } = await t.database.pool.query<{ capacity: number }>(
    `select capacity from quotas where event_id = $1 and kind = 'beds' order by night`,
    [event.id],
  )
  return rows.map(({ capacity }) => capacity)
}
const closed = (from = '2027-01-10', until = '2027-01-13') => ({ maintenance: [{ from, until, reason: 'Paint' }] })

describe('two events of one centre', () => {
  test('never sell the same bed, in any order of publishing, editing, unpublishing and archiving', async () => {
    const first = await makeEvent(t, FREE)
    const second = await makeEvent(t, { ...FREE, venueOf: first, beds: 3, status: 'draft' })
    expect(await capacities(first)).toEqual([8, 8, 8])
    const refused = await act('publishEvent', second)
    expect([refused.code, refused.errors[0]?.field]).toEqual(['event_not_publishable', 'accommodations.0.beds'])

    expect((await offer(first, 6)).status).toBe(200)
    expect((await act('publishEvent', second)).code).toBe('event_not_publishable')
    expect((await offer(first, 5)).status).toBe(200)
    expect((await act('publishEvent', second)).status).toBe(200)
    expect([await capacities(first), await capacities(second)]).toEqual([
      [5, 5, 5],
      [3, 3, 3],
    ])
    const more = await offer(first, 6)
    expect([more.status, more.errors[0]?.field, more.errors[0]?.code]).toEqual([
      422,
      'accommodations.0.beds',
      'too_big',
    ])

    // An unpublished event keeps what is sold. The rest is free for others.
    expect((await reserve(second)).status).toBe(201)
    expect((await act('unpublishEvent', second)).status).toBe(200)
    expect(await capacities(second)).toEqual([1, 1, 1])
    expect((await offer(first, undefined)).status).toBe(200)
    expect(await capacities(first)).toEqual([7, 7, 7])
    const below = await offer(second, 0)
    expect([below.status, below.code]).not.toEqual([500, 'internal_error'])
  })

  test('that grow at the same moment get what there is, no more', async () => {
    const first = await makeEvent(t, { ...FREE, beds: 1 })
    const others = await Promise.all([1, 2, 3].map(() => makeEvent(t, { ...FREE, venueOf: first, beds: 1 })))
    const answers = await Promise.all([first, ...others].map((event) => offer(event, 4)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  test('are guarded by the database whatever the code does', async () => {
    const event = await makeEvent(t, FREE)
    const write = (text: string) => t.database.pool.query(text, [event.id])
    await expect(
      write(
        `update event_beds set beds = beds + 1 where event_accommodation_id in (select id from event_accommodations where event_id = $1)`,
      ),
    ).rejects.toMatchObject({ constraint: 'bed_pool_not_oversold' })
    await expect(
      t.database.pool.query(
        `insert into room_maintenance (room_id, nights, reason) values ($1, daterange('2027-01-11', '2027-01-12'), 'x')`,
        [event.roomIds[0]],
      ),
    ).rejects.toMatchObject({ constraint: 'bed_pool_not_oversold' })
    await expect(
      t.database.pool.query(`update event_rooms set beds = 1 where id = $1`, [event.roomIds[0]]),
    ).rejects.toMatchObject({ constraint: 'bed_pool_not_oversold' })
  })
})

describe('who plans an event', () => {
  test('sees the beds that are free in each block, and which event has the others', async () => {
    const first = await makeEvent(t, { ...FREE, beds: 5 })
    const second = await makeEvent(t, { ...FREE, venueOf: first, beds: 3, status: 'draft' })
    const pool = (event?: BookableEvent, check_out: string = NIGHTS.check_out) =>
      t.call(bedRoutes.readBedPool, {
        as: staff,
        params: { id: first.centerId },
        query: {
          room_category_id: first.categoryId,
          check_in: NIGHTS.check_in,
          check_out,
          ...(event ? { event_id: event.id } : {}),
        },
      })
    const { data } = await pool(second)
    expect(data).toMatchObject([{ block: 'Block A', beds: 8, free: 3, held: [{ event_id: first.id, beds: 5 }] }])
    // An event's own beds are free for it, and so are nights that nobody has.
    expect((await pool(first)).data).toMatchObject([{ free: 8, held: [] }])
    expect((await update(first.roomIds[0], closed())).status).toBe(200)
    expect((await pool(second)).data).toMatchObject([{ beds: 6, free: 1 }])
    expect((await pool(second, NIGHTS.check_in)).errors).toMatchObject([{ field: 'check_out', code: 'date_order' }])
  })
})

describe('maintenance', () => {
  test('takes its beds out of what is sold, on its nights, and gives them back', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, status: 'draft' })
    expect((await update(event.roomIds[0], closed('2027-01-11', '2027-01-12'))).status).toBe(200)
    expect((await act('publishEvent', event)).code).toBe('event_not_publishable')
    expect((await offer(event, undefined)).status).toBe(200)
    expect((await act('publishEvent', event)).status).toBe(200)
    expect(await capacities(event)).toEqual([4, 2, 4])
    expect((await update(event.roomIds[0], { maintenance: [] })).status).toBe(200)
    expect(await capacities(event)).toEqual([4, 4, 4])
  })

  test('is refused over beds that are sold, with who would lose one', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const sold = await Promise.all([1, 2, 3].map(() => reserve(event)))
    const refused = await update(event.roomIds[0], closed())
    expect([refused.status, refused.code]).toEqual([409, 'beds_sold'])
    expect(refused.details).toMatchObject({ nights: ['2027-01-10', '2027-01-11', '2027-01-12'] })
    const people = refused.details?.['people']
    expect(people).toHaveLength(1)
    expect(sold.map(({ data }) => data.code)).toContain(
      Array.isArray(people) ? (people[0] as { code: string }).code : '',
    )
    // Force moves people but does not create beds.
    expect((await update(event.roomIds[0], { ...closed(), force: true })).code).toBe('beds_sold')
    for (const { who, data } of sold.slice(0, 1))
      await t.call(reservationRoutes.cancelMyReservation, { as: who, params: { id: data._id } })
    expect((await update(event.roomIds[0], closed())).status).toBe(200)
    expect(await capacities(event)).toEqual([2, 2, 2])
    expect((await reserve(event)).code).toBe('quota_exhausted')
  })

  test('is refused over beds of a group, with the group, and so is ending their nights', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const office = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
    const given = await t.call(allotmentRoutes.giveBeds, {
      as: office,
      params: { event_id: event.id },
      body: {
        ...{ room_category_id: event.categoryId, ...NIGHTS, sponsor: 'Golden Sheaf', beds: 3 },
        releases: [{ on_day: '2027-01-05', beds: null }],
      },
    })
    const groups = [{ allotment_id: given.data._id, event_id: event.id, held_for: 'Golden Sheaf', beds: 3 }]
    const refused = await update(event.roomIds[0], closed())
    expect([refused.status, refused.code]).toEqual([409, 'beds_sold'])
    expect(refused.details).toMatchObject({ people: [], groups })
    const cut = await offer(event, undefined, '2027-01-12')
    expect([cut.status, cut.code]).toEqual([409, 'below_claimed'])
    expect(cut.details).toMatchObject({ nights: ['2027-01-12'], people: [], groups })
  })

  test('is refused over beds that are offered to somebody who waits, with the offer', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1, roomBeds: 1 })
    const sold = await reserve(event)
    const who = await t.account({ columns: { gender: 'female' } })
    const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
    const joined = await t.call(reservationRoutes.joinWaitingList, {
      params: { id: event.id },
      as: who,
      body: { participant_type_id: event.typeId, accommodation },
    })
    await t.call(reservationRoutes.cancelMyReservation, { as: sold.who, params: { id: sold.data._id } })
    const refused = await update(event.roomIds[0], closed())
    expect([refused.status, refused.code]).toEqual([409, 'beds_sold'])
    const offers = [{ waiting_id: joined.data._id, event_id: event.id, beds: 1 }]
    expect(refused.details).toMatchObject({ people: [], groups: [], offers })
  })

  test('and a sale at the same moment: one of them has the beds', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => reserve(event)),
      update(event.roomIds[0], closed()),
      update(event.roomIds[1], closed()),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const made = answers.slice(0, 3).filter(({ status }) => status === 201).length
    const [least = 0] = await capacities(event)
    expect(made).toBeLessThanOrEqual(least ?? 0)
  })

  test('takes from the event that has not sold, published last', async () => {
    const first = await makeEvent(t, { ...FREE, rooms: 2, beds: 2 })
    const second = await makeEvent(t, { ...FREE, venueOf: first, beds: 2 })
    await Promise.all([reserve(second), reserve(second)])
    expect((await update(first.roomIds[0], closed())).status).toBe(200)
    expect([await capacities(first), await capacities(second)]).toEqual([
      [0, 0, 0],
      [2, 2, 2],
    ])
    await inWork(t.app.deps, (work) => syncQuotas(work, first.id))
    expect(await capacities(first)).toEqual([0, 0, 0])
  })
})

describe('a room with people in it', () => {
  test('does not change silently: they are named, moved, or lose it when it is forced', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, roomBeds: 1 })
    const { who, data } = await reserve(event, event.roomIds[0])
    const codes = async (body: Record<string, unknown>) => {
      const { status, code, details } = await update(event.roomIds[0], body)
      return [status, code, details?.['people']]
    }
    const person = { code: data.code, check_in: NIGHTS.check_in, check_out: NIGHTS.check_out }
    expect(await codes({ gender_rule: 'male' })).toMatchObject([
      409,
      'room_occupied',
      [{ ...person, reasons: ['gender'] }],
    ])
    expect(await codes({ room_category_id: event.otherCategoryId })).toMatchObject([409, 'room_occupied', [person]])
    expect(await codes({ kept_for_title_ids: ['f'.repeat(24)] })).toMatchObject([422, 'invalid_input', undefined])
    const { rows: titles } = await t.database.pool.query(`insert into titles (name) values ('Prelate') returning id`)
    expect(await codes({ kept_for_title_ids: [titles[0]?.id] })).toMatchObject([
      409,
      'room_occupied',
      [{ reasons: ['kept'] }],
    ])
    expect(await codes({ floor: 3, name: 'A1 upstairs' })).toMatchObject([200, undefined, undefined])
    expect(await codes({ gender_rule: 'male', force: true })).toMatchObject([200, undefined, undefined])
    const moved = await t.call(reservationRoutes.getMyReservation, { as: who, params: { id: data._id } })
    expect(moved.data.participants[0]?.room?._id).toBe(event.roomIds[1])
    expect((await t.outbox(who.email))[0]?.subject).toContain('another room')
    const lost = await update(event.roomIds[1], { gender_rule: 'male', force: true })
    expect(lost.status).toBe(200)
    const without = await t.call(reservationRoutes.getMyReservation, { as: who, params: { id: data._id } })
    expect([without.data.status, without.data.participants[0]?.room]).toEqual(['active', null])
  })

  test('is as occupied by somebody who has paid a part, and nobody of the other gender moves in', async () => {
    const event = await makeEvent(t, { rooms: 1, roomBeds: 2, price: 0, pricePerNight: 5000, depositPercent: 50 })
    const [room] = event.roomIds
    const man = await t.account({ columns: { gender: 'male' } })
    const accommodation = { room_category_id: event.categoryId, ...NIGHTS, room_id: room }
    const { data } = await askFor(t, event, { accommodation }, man)
    await enterPayment(t, data._id, 1000)
    await inWork(t.app.deps, (work) => applyPayment(work, data._id))
    const own = await t.call(reservationRoutes.hasReservation, { as: man, params: { id: event.id } })
    expect(own.data.reservation).toMatchObject({ code: data.code, status: 'pending' })
    const refused = await update(room, closed())
    expect([refused.code, refused.details]).toMatchObject(['room_occupied', { people: [{ code: data.code }] }])
    const woman = await t.account({ columns: { gender: 'female' } })
    const other = await askFor(t, event, { accommodation }, woman)
    expect([other.status, other.code]).toEqual([409, 'room_unsuitable'])
    const nights = await t.call(reservationRoutes.listRoomNights, { as: staff, query: { event_id: event.id } })
    expect(nights.data.map(({ taken }) => taken)).toEqual([1, 1, 1])
  })

  test('that a waiting change holds is held elsewhere when it is closed by force', async () => {
    const event = await makeEvent(t, { rooms: 3, roomBeds: 1, price: 0, pricePerNight: 5000 })
    const [home, wanted, third] = event.roomIds
    const short = { room_category_id: event.categoryId, check_in: NIGHTS.check_in, check_out: '2027-01-11' }
    const { user, data } = await askFor(t, event, { accommodation: { ...short, room_id: home } })
    await enterPayment(t, data._id, data.balance)
    await inWork(t.app.deps, (work) => applyPayment(work, data._id))
    const longer = await t.call(reservationRoutes.editMyReservation, {
      as: user,
      params: { id: data._id },
      body: { accommodation: { ...short, check_out: NIGHTS.check_out, room_id: wanted } },
    })
    expect(longer.data.pending_change).toMatchObject({ room: 'moves', room_name: 'A2' })
    expect((await update(wanted, closed())).code).toBe('room_occupied')
    expect((await update(wanted, { ...closed(), force: true })).status).toBe(200)
    const { rows } = await t.database.pool.query<{ room_id: string }>(
      `select distinct room_id from bed_assignments where reservation_id = $1 and released_at is null and for_change`,
      [data._id],
    )
    expect(rows.map(({ room_id }) => room_id)).not.toContain(wanted)
    const now = asOwner((await t.call(reservationRoutes.getMyReservation, { as: user, params: { id: data._id } })).data)
    expect(['A1', 'A3']).toContain(now.pending_change?.room_name)
    await enterPayment(t, data._id, now.balance)
    await inWork(t.app.deps, (work) => applyPayment(work, data._id))
    const paid = await t.call(reservationRoutes.getMyReservation, { as: user, params: { id: data._id } })
    expect([home, third]).toContain(paid.data.participants[0]?.room?._id)
  })

  test('of somebody who cannot climb stays low', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1 })
    const who = await t.account()
    const answer = await t.call(reservationRoutes.makeReservation, {
      as: who,
      params: { event_id: event.id },
      body: {
        participant_type_id: event.typeId,
        medical_conditions: ['mobility_issue'],
        accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
      },
    })
    expect(answer.status).toBe(201)
    const refused = await update(event.roomIds[0], { floor: 2 })
    expect([refused.code, refused.details]).toMatchObject(['room_occupied', { people: [{ reasons: ['floor'] }] }])
    expect((await update(event.roomIds[0], { floor: 2, accessible: true })).status).toBe(200)
    expect((await update(event.roomIds[0], { accessible: false })).code).toBe('room_occupied')
  })
})
