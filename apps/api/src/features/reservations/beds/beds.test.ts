import { adminEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import {
  askFor,
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSpouse,
  NIGHTS,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment } from '../index.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.create',
      'reservations.update',
      'reservations.cancel',
      'reservations.waive',
      'reservations.assign_rooms',
      'events.read',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0 } as const
const stayOf = (event: BookableEvent, room?: string) => ({
  room_category_id: event.categoryId,
  ...NIGHTS,
  ...(room ? { room_id: room } : {}),
})

const titleNamed = async (name: string): Promise<string> => {
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into titles (name) values ($1) on conflict (name) do update set name = excluded.name returning id`,
    [name],
  )
  return rows[0]?.id ?? ''
}

const reserve = async (event: BookableEvent, extra: Record<string, unknown> = {}, as?: TestAccount) => {
  const { user, data, ...answer } = await askFor(t, event, extra, as)
  return { ...answer, who: user, view: data }
}

const edit = (who: TestAccount, id: string, body: Record<string, unknown>) =>
  t.call(reservationRoutes.editMyReservation, { as: who, params: { id }, body })

const pay = async (id: string, amount: number): Promise<void> => {
  await enterPayment(t, id, amount)
  expect(await inWork(t.app.deps, (work) => applyPayment(work, id))).toBe('applied')
}

const keep = (roomId: string | undefined, titleId: string) =>
  t.database.pool.query(`update event_rooms set kept_for_title_ids = array[$2]::oid24[] where id = $1`, [
    roomId,
    titleId,
  ])

describe('a room that is kept for a title', () => {
  test('opens to the account that bears it, never to a request', async () => {
    const event = await makeEvent(t, FREE)
    const apostle = await titleNamed('Apostle of the test')
    const [room] = event.roomIds
    await keep(room, apostle)
    const liar = await reserve(event, { accommodation: stayOf(event, room), title_id: apostle })
    expect([liar.status, liar.code, liar.details]).toMatchObject([409, 'room_unsuitable', { reasons: ['kept'] }])
    const bearer = await t.account({ columns: { title_id: apostle } })
    const { view, status } = await reserve(event, { accommodation: stayOf(event, room) }, bearer)
    expect([status, view.participants[0]?.room?._id]).toEqual([201, room])
    // The answer to the question about their title has no effect on this.
    const other = await edit(bearer, view._id, { title_id: null })
    expect(other.data.participants[0]?.room?._id).toBe(room)
  })

  test('opens to whom staff wrote it down for, until staff take it back', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1 })
    const apostle = await titleNamed('Apostle of the desk')
    const [room] = event.roomIds
    await keep(room, apostle)
    const guest = await t.account()
    const made = await t.call(reservationRoutes.makeReservationFor, {
      as: staff,
      params: { event_id: event.id },
      body: {
        user_id: guest.id,
        participant_type_id: event.typeId,
        title_id: apostle,
        accommodation: stayOf(event, room),
      },
    })
    expect([made.status, made.data.participants[0]?.room?._id]).toEqual([201, room])
    // The owner's edit neither removes nor grants what staff recorded.
    await edit(guest, made.data._id, { title_id: null })
    const own = await t.call(reservationRoutes.getReservation, { as: staff, params: { id: made.data._id } })
    expect(own.data.participants[0]?.room?._id).toBe(room)
    const back = await t.call(reservationRoutes.editReservation, {
      as: staff,
      params: { id: made.data._id },
      body: { title_id: null },
    })
    expect([back.status, back.data.status, back.data.participants[0]?.room]).toEqual([200, 'active', null])
    // They had not been told of the room.
    expect((await t.outbox(guest.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('no room'),
    )
  })
})

describe('beds after a change', () => {
  test('follow what somebody can climb: moved down, or the bed is taken away and they hear of it', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const first = await reserve(event, { accommodation: stayOf(event, event.roomIds[2]) })
    expect(first.view.participants[0]?.room?.floor).toBe(2)
    const moved = await edit(first.who, first.view._id, { medical_conditions: ['mobility_issue'] })
    expect(moved.data.participants[0]?.room).toMatchObject({ _id: event.roomIds[0], floor: 0 })
    expect((await t.outbox(first.who.email))[0]?.subject).toContain('another room')

    const man = await t.account({ columns: { gender: 'male' } })
    const second = await reserve(event, { accommodation: stayOf(event, event.roomIds[2]) }, man)
    const lost = await edit(second.who, second.view._id, { medical_conditions: ['mobility_issue'] })
    expect([lost.status, lost.data.status, lost.data.participants[0]?.room]).toEqual([200, 'active', null])
  })

  test('are an alert where somebody lost one, until they have another or are gone', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const alerts = async (id: string) =>
      (
        await t.database.pool.query(`select data, resolved_at from alerts where kind = 'bed_lost' and subject = $1`, [
          id,
        ])
      ).rows
    const taken = await reserve(event, { accommodation: stayOf(event, event.roomIds[0]) })
    const man = await t.account({ columns: { gender: 'male' } })
    const { who, view } = await reserve(event, { accommodation: stayOf(event, event.roomIds[2]) }, man)
    const name = view.participants[0]?.room?.name
    await edit(who, view._id, { medical_conditions: ['mobility_issue'] })
    expect(await alerts(view._id)).toMatchObject([
      { data: { reservation_id: view._id, code: view.code, event_id: event.id }, resolved_at: null },
    ])
    expect((await alerts(view._id))[0]?.data.room).toContain(name)
    await t.call(reservationRoutes.cancelMyReservation, { as: taken.who, params: { id: taken.view._id }, body: {} })
    const given = await t.call(bedRoutes.assignBeds, {
      as: staff,
      params: { id: view._id },
      body: { room_id: event.roomIds[0] },
    })
    expect(given.status).toBe(200)
    expect(await alerts(view._id)).toMatchObject([{ resolved_at: expect.any(Date) }])

    await edit(who, view._id, { medical_conditions: [] })
    const again = await reserve(
      event,
      { accommodation: stayOf(event, event.roomIds[1]) },
      await t.account({ columns: { gender: 'female' } }),
    )
    await edit(again.who, again.view._id, { medical_conditions: ['mobility_issue'] })
    expect(await alerts(again.view._id)).toMatchObject([{ resolved_at: null }])
    await t.call(reservationRoutes.cancelMyReservation, { as: again.who, params: { id: again.view._id }, body: {} })
    expect(await alerts(again.view._id)).toMatchObject([{ resolved_at: expect.any(Date) }])
  })

  test('stay when a spouse comes along and fits, and both move when not', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const wife = await reserve(event, { accommodation: stayOf(event, event.roomIds[1]) })
    const spouse = await makeSpouse(t, wife.who.id)
    const both = await edit(wife.who, wife.view._id, { with_spouse: spouse })
    expect(both.data.participants.map(({ room }) => room?._id)).toEqual([event.roomIds[1], event.roomIds[1]])

    const one = await reserve(event, { accommodation: stayOf(event, event.roomIds[2]) })
    const beside = await reserve(event, { accommodation: stayOf(event, event.roomIds[2]) })
    expect(beside.status).toBe(201)
    const joined = await edit(one.who, one.view._id, { with_spouse: await makeSpouse(t, one.who.id) })
    expect(joined.data.participants.map(({ room }) => room?._id)).toEqual([event.roomIds[0], event.roomIds[0]])
  })

  test('stay when the stay is longer and the extra nights are free, in another bed when only that is', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1, beds: 2 })
    const short = { ...stayOf(event, event.roomIds[0]), check_out: '2027-01-11' }
    const first = await reserve(event, { accommodation: short })
    expect(first.view.participants[0]?.room?.bed).toBe(1)
    const late = { ...stayOf(event, event.roomIds[0]), check_in: '2027-01-11' }
    const second = await reserve(event, { accommodation: late })
    expect(second.view.participants[0]?.room?.bed).toBe(1)
    const longer = await edit(first.who, first.view._id, { accommodation: stayOf(event) })
    expect(longer.data.participants[0]?.room).toMatchObject({ _id: event.roomIds[0], bed: 2 })
    const again = await edit(second.who, second.view._id, { accommodation: { ...late, room_id: undefined } })
    expect(again.data.participants[0]?.room).toMatchObject({ bed: 1 })
  })

  test('are held for a longer stay while it is unpaid, and the answer says which room it will be', async () => {
    const event = await makeEvent(t, { rooms: 1, beds: 2, price: 0, pricePerNight: 5000 })
    const room = event.roomIds[0]
    const short = { ...stayOf(event, room), check_out: '2027-01-11' }
    const { who, view } = await reserve(event, { accommodation: short })
    await pay(view._id, view.balance)
    const longer = await edit(who, view._id, { accommodation: { ...stayOf(event) } })
    expect(longer.data).toMatchObject({ status: 'active', pending_change: { room: 'kept', room_name: 'A1' } })
    // A man cannot have the room in the nights of the pending change, nor a woman the bed.
    const man = await t.account({ columns: { gender: 'male' } })
    const rival = await reserve(event, { accommodation: { ...stayOf(event, room), check_in: '2027-01-11' } }, man)
    expect(rival.code).toBe('room_unsuitable')
    const beside = await reserve(event, { accommodation: { ...stayOf(event, room), check_in: '2027-01-11' } })
    expect(beside.view.participants[0]?.room?.bed).toBe(2)
    await pay(view._id, longer.data.balance)
    const paid = await t.call(reservationRoutes.getMyReservation, { as: who, params: { id: view._id } })
    expect(paid.data).toMatchObject({ pending_change: null, participants: [{ room: { _id: room, bed: 1 } }] })
  })

  test('that were held are free again when the change is not paid in time', async () => {
    const event = await makeEvent(t, { rooms: 1, beds: 2, price: 0, pricePerNight: 5000 })
    const room = event.roomIds[0]
    const { who, view } = await reserve(event, { accommodation: { ...stayOf(event, room), check_out: '2027-01-11' } })
    await pay(view._id, view.balance)
    await edit(who, view._id, { accommodation: stayOf(event) })
    t.clock.forward(31)
    const man = await t.account({ columns: { gender: 'male' } })
    const next = await reserve(event, { accommodation: { ...stayOf(event, room), check_in: '2027-01-11' } }, man)
    expect(next.status).toBe(201)
    const mine = await t.call(reservationRoutes.getMyReservation, { as: who, params: { id: view._id } })
    expect(mine.data.participants[0]?.room).toMatchObject({ _id: room, bed: 1 })
  })

  test('are held for a spouse who comes only with the payment, so that nobody else moves in', async () => {
    const event = await makeEvent(t, { rooms: 1, roomBeds: 3, beds: 3, price: 0, pricePerNight: 5000 })
    const room = event.roomIds[0]
    const { who, view } = await reserve(event, { accommodation: stayOf(event, room) })
    await pay(view._id, view.balance)
    const both = await edit(who, view._id, { with_spouse: await makeSpouse(t, who.id) })
    expect(both.data.pending_change).toMatchObject({ room: 'kept', room_name: 'A1' })
    const rival = await reserve(event, { accommodation: stayOf(event, room) })
    expect(rival.code).toBe('room_taken')
    await pay(view._id, both.data.balance)
    const paid = await t.call(reservationRoutes.getMyReservation, { as: who, params: { id: view._id } })
    expect(paid.data.participants.map((one) => one.room?._id)).toEqual([room, room])
  })

  test('that cannot be held for the change are said before it is paid', async () => {
    const event = await makeEvent(t, { rooms: 2, beds: 4, price: 0, pricePerNight: 5000 })
    const [room, other] = event.roomIds
    const { who, view } = await reserve(event, { accommodation: { ...stayOf(event, room), check_out: '2027-01-11' } })
    await pay(view._id, view.balance)
    const late = { ...stayOf(event, room), check_in: '2027-01-11' }
    const man = await t.account({ columns: { gender: 'male' } })
    expect((await reserve(event, { accommodation: late }, man)).status).toBe(201)
    const moves = await edit(who, view._id, { accommodation: stayOf(event) })
    expect(moves.data.pending_change).toMatchObject({ room: 'moves', room_name: 'A2' })
    const back = await edit(who, view._id, { accommodation: { ...stayOf(event), check_out: '2027-01-11' } })
    expect(back.data.pending_change).toBeNull()
    const another = await t.account({ columns: { gender: 'male' } })
    expect((await reserve(event, { accommodation: { ...late, room_id: other } }, another)).status).toBe(201)
    const lost = await edit(who, view._id, { accommodation: stayOf(event) })
    expect(lost.data.pending_change).toMatchObject({ room: 'lost', room_name: 'A1' })
  })

  test('go when the stay does', async () => {
    const event = await makeEvent(t, FREE)
    const { who, view } = await reserve(event, { accommodation: stayOf(event, event.roomIds[0]) })
    const without = await edit(who, view._id, { accommodation: null })
    expect(without.data.participants[0]?.room).toBeNull()
    const { rowCount } = await t.database.pool.query(`select 1 from alerts where subject = $1`, [view._id])
    expect(rowCount).toBe(0)
  })
})

describe('what an account says later', () => {
  let office: TestAccount
  beforeAll(async () => {
    office = await t.account({ type: 'admin', permissions: ['users.read', 'users.update', 'users.confirm_titles'] })
  })
  const roomOf = async (id: string) =>
    (await t.call(reservationRoutes.getReservation, { as: staff, params: { id } })).data.participants[0]?.room?._id
  const toConfirm = async (name: string): Promise<string> => {
    const id = await titleNamed(name)
    await t.database.pool.query(`update titles set needs_confirmation = true where id = $1`, [id])
    return id
  }

  test('takes a kept room away from who gives the title up, tells them, and is an alert', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1 })
    const [room] = event.roomIds
    const apostle = await toConfirm('Apostle who gives it up')
    const member = await titleNamed('Member afterwards')
    await keep(room, apostle)
    const bearer = await t.account({ columns: { title_id: apostle, confirmed_title_id: apostle } })
    const { view } = await reserve(event, { accommodation: stayOf(event, room) }, bearer)
    expect(view.participants[0]?.room?._id).toBe(room)
    await t.call(identityRoutes.updateProfile, { as: bearer, body: { title_id: member } })
    expect((await t.outbox(bearer.email))[0]?.subject).toContain('You have no room at')
    expect(await roomOf(view._id)).toBeUndefined()
    const { rows } = await t.database.pool.query(
      `select resolved_at from alerts where kind = 'bed_lost' and subject = $1`,
      [view._id],
    )
    expect(rows).toEqual([{ resolved_at: null }])
    const given = () => t.call(bedRoutes.assignBeds, { as: staff, params: { id: view._id }, body: { room_id: room } })
    expect((await given()).details).toEqual({ reasons: ['kept'] })
    // A title that was confirmed once needs no confirmation when it is chosen again.
    await t.call(identityRoutes.updateProfile, { as: bearer, body: { title_id: apostle } })
    await t.app.deps.jobs.drain()
    expect((await given()).status).toBe(200)
  })

  test('ends what the desk wrote down where it repeats the title that is given up', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1 })
    const [room] = event.roomIds
    const apostle = await titleNamed('Apostle at the desk')
    await keep(room, apostle)
    const guest = await t.account({ columns: { title_id: apostle } })
    const made = await t.call(reservationRoutes.makeReservationFor, {
      as: staff,
      params: { event_id: event.id },
      body: {
        user_id: guest.id,
        participant_type_id: event.typeId,
        title_id: apostle,
        accommodation: stayOf(event, room),
      },
    })
    expect(await roomOf(made.data._id)).toBe(room)
    // Two changes before the job runs: the second does not hide what the first gave up.
    await t.call(identityRoutes.updateProfile, { as: guest, body: { title_id: await titleNamed('Between') } })
    await t.call(identityRoutes.updateProfile, { as: guest, body: { title_id: await titleNamed('At last') } })
    await t.app.deps.jobs.drain()
    expect(await roomOf(made.data._id)).toBeUndefined()
  })

  test('opens a kept room when the office confirms the title, and closes it when titles begin to need that', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1 })
    const [room] = event.roomIds
    const apostle = await toConfirm('Apostle who waits')
    await keep(room, apostle)
    const bearer = await t.account({ columns: { title_id: apostle } })
    const { view } = await reserve(event, { accommodation: stayOf(event), title_id: apostle }, bearer)
    const give = () => t.call(bedRoutes.assignBeds, { as: staff, params: { id: view._id }, body: { room_id: room } })
    expect((await give()).details).toEqual({ reasons: ['kept'] })
    const titleOf = async () =>
      (await t.call(reservationRoutes.getMyReservation, { as: bearer, params: { id: view._id } })).data.participants[0]
        ?.title?._id
    // A title that only the request claims is not shown until the office confirms it.
    expect([view.participants[0]?.title, await titleOf()]).toEqual([null, undefined])
    await t.call(titleClaimRoutes.confirmTitles, {
      as: office,
      body: { claims: [{ user_id: bearer.id, title_id: apostle }] },
    })
    await t.app.deps.jobs.drain()
    expect(await titleOf()).toBe(apostle)
    expect((await give()).status).toBe(200)

    const pastor = await titleNamed('Pastor who is not asked yet')
    await keep(room, pastor)
    const other = await makeEvent(t, { ...FREE, rooms: 1 })
    await keep(other.roomIds[0], pastor)
    await keep(room, apostle)
    const second = await t.account({ columns: { title_id: pastor } })
    const made = await reserve(other, { accommodation: stayOf(other, other.roomIds[0]) }, second)
    expect(await roomOf(made.view._id)).toBe(other.roomIds[0])
    await t.database.pool.query(`update titles set needs_confirmation = true where id = $1`, [pastor])
    await t.app.deps.jobs.drain()
    expect(await roomOf(made.view._id)).toBeUndefined()
  })

  test('moves who turns out to be of the other gender out of a shared room, also a spouse of the list', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [shared, free] = event.roomIds
    await reserve(event, { accommodation: stayOf(event, shared) })
    const { who, view } = await reserve(event, { accommodation: stayOf(event, shared) })
    await t.call(identityRoutes.updateProfile, { as: who, body: { gender: 'male' } })
    await t.app.deps.jobs.drain()
    expect(await roomOf(view._id)).toBe(free)
    expect((await t.outbox(who.email))[0]?.subject).toContain('another room')
  })

  test('is detected by invariant 9 if nothing follows it', async () => {
    const event = await makeEvent(t, FREE)
    const who = await t.account()
    const { view } = await reserve(event, { accommodation: stayOf(event, event.roomIds[0]) }, who)
    await t.call(identityRoutes.updateProfile, { as: who, body: { gender: 'male' } })
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    await t.database.pool.query(`delete from graphile_worker._private_jobs where key like 'refit_beds:%'`)
    expect((await brokenInvariants(t.app.deps.db)).map(({ number }) => number)).toEqual([9])
    await t.call(reservationRoutes.cancelMyReservation, { as: who, params: { id: view._id }, body: {} })
  })
})

describe('a bed given by hand', () => {
  const candidates = (id: string, query: Record<string, string> = {}) =>
    t.call(bedRoutes.readBeds, { as: staff, params: { id }, query })
  const assign = (id: string, roomId: string | undefined, body: Record<string, unknown> = {}) =>
    t.call(bedRoutes.assignBeds, { as: staff, params: { id }, body: { room_id: roomId, ...body } })

  test('is chosen among rooms with a reason where they cannot be, moved, and taken away', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3 })
    const man = await t.account({ columns: { gender: 'male' } })
    expect((await reserve(event, { accommodation: stayOf(event, event.roomIds[0]) }, man)).status).toBe(201)
    const { view } = await reserve(event, { accommodation: stayOf(event) })
    const found = await candidates(view._id)
    expect(found.data.assignable).toBe(true)
    expect(found.data.rooms.map(({ room_id, reasons }) => [room_id, reasons])).toEqual([
      [event.roomIds[1], []],
      [event.roomIds[2], []],
      [event.roomIds[0], ['gender']],
    ])
    const searched = await candidates(view._id, { search: 'x1' })
    expect(searched.data.rooms).toMatchObject([{ room_id: event.roomIds[3], reasons: ['category'] }])

    const given = await assign(view._id, event.roomIds[1])
    expect([given.status, given.data.persons[0]?.place]).toMatchObject([200, { room: 'A2', bed: 1, pinned: true }])
    const shown = await t.call(reservationRoutes.getReservation, { as: staff, params: { id: view._id } })
    expect(shown.data.participants[0]?.room).toMatchObject({ _id: event.roomIds[1], bed: 1 })
    const refused = await assign(view._id, event.roomIds[0])
    expect([refused.status, refused.code, refused.details]).toMatchObject([
      409,
      'room_unsuitable',
      { reasons: ['gender'] },
    ])
    expect((await assign(view._id, event.roomIds[3])).status).toBe(422)
    expect((await assign(view._id, event.roomIds[2])).data.persons[0]?.place?.room).toBe('A3')

    const taken = await t.call(bedRoutes.takeBeds, {
      as: staff,
      params: { id: view._id },
      body: { reason: 'painters' },
    })
    expect(taken.status).toBe(200)
    expect((await candidates(view._id)).data.persons[0]?.place).toBeNull()
    const without = () =>
      t.call(reservationRoutes.listReservations, { as: staff, query: { event_id: event.id, without_room: 'true' } })
    expect((await without()).data.map(({ _id }) => _id)).toEqual([view._id])
    const counted = async () =>
      (await t.call(adminEventRoutes.readEventStats, { as: staff, params: { id: event.id } })).data.without_room
    expect(await counted()).toBe(1)
    expect((await assign(view._id, event.roomIds[2])).status).toBe(200)
    expect((await without()).meta.total).toBe(0)
    expect(await counted()).toBe(0)
    const { rows } = await t.database.pool.query<{ action: string }>(
      `select action from audit_trail where object_id = $1 and action like '%beds' order by seq`,
      [view._id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['assign_beds', 'assign_beds', 'take_beds', 'assign_beds'])
  })

  test('goes to a couple together, and to nobody without nights or who is not confirmed', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, beds: 2 })
    const wife = await t.account()
    const { view } = await reserve(
      event,
      { accommodation: stayOf(event), with_spouse: await makeSpouse(t, wife.id) },
      wife,
    )
    const [main, spouse] = view.participants
    const half = await assign(view._id, event.roomIds[0], { participant_ids: [main?._id] })
    expect([half.code, half.details]).toMatchObject(['room_unsuitable', { reasons: ['couple'] }])
    const whole = await assign(view._id, event.roomIds[0])
    expect(whole.data.persons.map(({ place }) => place?.bed).sort()).toEqual([1, 2])
    expect((await assign(view._id, event.roomIds[0], { participant_ids: ['f'.repeat(24)] })).status).toBe(422)
    expect(spouse?.role).toBe('spouse')

    const day = await reserve(event)
    expect((await assign(day.view._id, event.roomIds[1])).code).toBe('no_stay')
    const dear = await makeEvent(t, { venueOf: event, beds: 2 })
    const pending = await reserve(dear, { accommodation: stayOf(dear) })
    expect((await assign(pending.view._id, event.roomIds[1])).code).toBe('illegal_transition')
  })

  test('is given from the room: who sleeps there, and who without a bed could', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, roomBeds: 3, beds: 5 })
    const [room, other] = event.roomIds
    const inside = await reserve(event, { accommodation: stayOf(event, room) })
    const woman = await reserve(event, { accommodation: stayOf(event) })
    const man = await reserve(
      event,
      { accommodation: stayOf(event) },
      await t.account({ columns: { gender: 'male', last_name: 'Quartey' } }),
    )
    await reserve(event)
    const look = (as: TestAccount, query: Record<string, string> = {}) =>
      t.call(bedRoutes.readRoomGuests, { as, params: { id: room ?? '' }, query })
    const { data } = await look(staff)
    expect(data.guests).toMatchObject([
      { code: inside.view.code, user_id: expect.stringMatching(/^[0-9a-f]{24}$/), bed: 1 },
    ])
    expect(data.seekers.map(({ code, reasons }) => [code, reasons])).toEqual([
      [woman.view.code, []],
      [man.view.code, ['gender']],
    ])
    expect((await look(staff, { search: 'quartey' })).data.seekers.map(({ code }) => code)).toEqual([man.view.code])
    expect((await look(staff, { search: man.view.code.toLowerCase() })).data.total).toBe(1)
    expect((await assign(woman.view._id, room)).status).toBe(200)
    expect((await look(staff)).data.guests).toHaveLength(2)
    expect((await look(staff)).data.total).toBe(1)
    expect(
      (await t.call(bedRoutes.readRoomGuests, { as: staff, params: { id: other ?? '' } })).data.seekers[0]?.reasons,
    ).toEqual([])

    const blind = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.assign_rooms'] })
    await t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, actions, object_id) values ($1, 'deny', 'reservations', '{read}', $2)`,
      [blind.id, man.view._id],
    )
    expect((await look(blind)).data.seekers).toEqual([])
  })

  test('leaves a child alone in a room only with a confirmation and a reason', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, beds: 6 })
    const [room, other] = event.roomIds
    const mother = await t.account()
    const son = await makeMember(t, mother.id)
    const { view } = await reserve(
      event,
      {
        participants: [
          { role: 'main', participant_type_id: event.typeId },
          { role: 'child', person_id: son, participant_type_id: event.typeId },
        ],
        participant_type_id: undefined,
        accommodation: stayOf(event, room),
      },
      mother,
    )
    const [main, child] = view.participants
    const take = (body: Record<string, unknown>) =>
      t.call(bedRoutes.takeBeds, { as: staff, params: { id: view._id }, body })
    const named = { people: [{ name: 'Nana Mensah', room: 'Block A A1' }] }
    const taken = await take({ participant_ids: [main?._id] })
    expect([taken.status, taken.code, taken.details]).toEqual([409, 'child_alone', named])
    expect((await take({ participant_ids: [main?._id], force: true })).errors).toMatchObject([
      { field: 'reason', code: 'required' },
    ])
    const moved = await assign(view._id, other, { participant_ids: [main?._id] })
    expect([moved.code, moved.details]).toEqual(['child_alone', named])
    expect((await assign(view._id, other, { participant_ids: [child?._id] })).code).toBe('child_alone')
    // Everything was rolled back.
    expect((await candidates(view._id)).data.persons.map(({ place }) => place?.room_id)).toEqual([room, room])

    const forced = await take({ participant_ids: [main?._id], force: true, reason: 'Sleeps at the hospital' })
    expect(forced.status).toBe(200)
    const { rows } = await t.database.pool.query(
      `select after from audit_trail where object_id = $1 and action = 'take_beds'`,
      [view._id],
    )
    expect(JSON.stringify(rows)).toContain('Sleeps at the hospital')
    // Coming back to the child needs no confirmation, nor does the whole family leaving.
    expect((await assign(view._id, room, { participant_ids: [main?._id] })).status).toBe(200)
    expect((await assign(view._id, other)).status).toBe(200)
    expect((await take({})).status).toBe(200)
  })

  test('is given once when many secretaries give it at once', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, roomBeds: 1 })
    const guests = await Promise.all([1, 2, 3].map(() => reserve(event, { accommodation: stayOf(event) })))
    const answers = await Promise.all(guests.map(({ view }) => assign(view._id, event.roomIds[0])))
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'room_taken', 'room_taken'])
  })
})
