import { planRoutes } from '@shiloh/contract/allocation/plans'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { roomMateRoutes as routes } from '@shiloh/contract/reservations/room-mates'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  askFor,
  type BookableEvent,
  makeEvent,
  makeSleeper,
  makeSpouse,
  NIGHTS,
  reserve,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount
let welfare: TestAccount

beforeAll(async () => {
  t = await testApp()
  const permissions = ['reservations.read', 'reservations.assign_rooms'] as const
  staff = await t.account({ type: 'admin', permissions: [...permissions] })
  welfare = await t.account({
    type: 'admin',
    permissions: [...permissions, 'welfare.read', 'welfare.update', 'audit_trail.read'],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

const FREE = { price: 0, pricePerNight: 0 } as const

const member = async (event: BookableEvent, columns: Record<string, unknown> = { gender: 'female' }) => {
  const made = await makeSleeper(t, event, { phone_verified_at: t.clock(), ...columns })
  const { rows } = await t.database.pool.query('select phone from users where id = $1', [made.user.id])
  return { ...made, id: made.reservation, phone: String(rows[0].phone) }
}
type Member = Omit<Awaited<ReturnType<typeof member>>, 'reservation'>

const ask = (from: Member, body: { phone?: string; code?: string }) =>
  t.call(routes.askRoomMate, { as: from.user, params: { id: from.id }, body })
const list = async ({ id, user }: Member) =>
  (await t.call(routes.listRoomMates, { as: user, params: { id } })).data.mates
const answer = (by: Member, wish_id: string | undefined, state: 'accepted' | 'declined' | 'withdrawn') =>
  t.call(routes.answerRoomMate, { as: by.user, params: { id: by.id, wish_id: wish_id ?? '' }, body: { state } })
const agree = async (from: Member, to: Member) => {
  await ask(from, { code: to.code })
  const wish = (await list(to)).find(({ state, asked_by_us }) => state === 'asked' && !asked_by_us)
  return answer(to, wish?._id, 'accepted')
}
const kindsOf = async ({ user }: Member) =>
  (await t.call(identityRoutes.listNotifications, { as: user })).data
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('room_mate'))

describe('a room-mate', () => {
  test('is asked by phone or code, and counts when they accept', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [ama, efua] = [await member(event), await member(event)]
    expect((await ask(ama, { phone: efua.phone })).data).toEqual({ link: null })
    expect(await list(ama)).toMatchObject([{ state: 'asked', asked_by_us: true, name: null, way: 'phone' }])
    expect(await kindsOf(efua)).toEqual(['room_mate_asked'])
    const [request] = await list(efua)
    expect(request).toMatchObject({ state: 'asked', asked_by_us: false, typed: null, obstacles: [] })
    expect((await answer(efua, request?._id, 'accepted')).data.mates).toMatchObject([{ state: 'accepted' }])
    expect(await kindsOf(ama)).toEqual(['room_mate_accepted'])
    expect((await list(ama))[0]?.name).not.toBeNull()
    expect((await answer(ama, request?._id, 'withdrawn')).status).toBe(200)
    expect([await list(ama), await list(efua)]).toEqual([[], []])
  })

  test('who does not exist is asked with the same answer', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const ama = await member(event)
    const elsewhere = await t.account()
    const { rows } = await t.database.pool.query('select phone from users where id = $1', [elsewhere.id])
    const known = await ask(ama, { phone: String(rows[0].phone) })
    const unknown = await ask(ama, { phone: '+233201112223' })
    const code = await ask(ama, { code: 'TEST-NOBODY' })
    expect([known, unknown, code].map(({ status, data }) => [status, data])).toEqual(
      Array(3).fill([known.status, { link: null }]),
    )
    const mates = await list(ama)
    expect(
      new Set(mates.map(({ state, name, is_gone, obstacles }) => JSON.stringify([state, name, is_gone, obstacles])))
        .size,
    ).toBe(1)
  })

  test('accepts with a link, once, and only with a reservation of their own', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [ama, efua, late] = [await member(event), await member(event), await member(event)]
    const { data } = await ask(ama, {})
    const token = data.link?.split('#')[1] ?? ''
    const stranger = await t.account()
    const read = (as: TestAccount) => t.call(routes.readRoomMateLink, { as, params: {}, body: { token } })
    expect((await read(stranger)).data).toMatchObject({ reservation_id: null })
    expect((await read(efua.user)).data).toMatchObject({ reservation_id: efua.id })
    const take = (as: TestAccount) => t.call(routes.acceptRoomMateLink, { as, params: {}, body: { token } })
    expect((await take(stranger)).code).toBe('not_found')
    expect((await take(ama.user)).code).toBe('wish_impossible')
    expect((await take(efua.user)).data).toEqual({ reservation_id: efua.id })
    expect((await take(late.user)).code).toBe('token_expired')
  })

  test('is refused with the reason: gender, and more people than a room has beds', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, roomBeds: 2 })
    const [ama, efua, third] = [await member(event), await member(event), await member(event)]
    const man = await member(event, { gender: 'male' })
    const refused = await agree(man, ama)
    expect([refused.code, refused.details]).toEqual(['wish_impossible', { obstacles: ['gender'] }])
    expect((await agree(ama, efua)).status).toBe(200)
    expect((await agree(efua, third)).details).toEqual({ obstacles: ['too_many'] })
  })

  test('is not oneself: the own code is refused', async () => {
    const [event, elsewhere] = [await makeEvent(t, { ...FREE, rooms: 2 }), await makeEvent(t, { ...FREE, rooms: 2 })]
    const ama = await member(event)
    const stay = { accommodation: { room_category_id: elsewhere.categoryId, ...NIGHTS } }
    const other = (await reserve(t, elsewhere, stay, ama.user)).view.code
    for (const code of [ama.code, other]) {
      const refused = await ask(ama, { code })
      expect([refused.code, refused.errors]).toMatchObject(['invalid_input', [{ field: 'code' }]])
    }
    expect(await list(ama)).toEqual([])
  })

  test('accepts three who ask at the same instant no further than the room goes', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, roomBeds: 2, beds: 4, capacity: 4 })
    const [ama, ...others] = [await member(event), await member(event), await member(event), await member(event)]
    for (const one of others) await ask(one, { code: ama.code })
    const answers = await Promise.all((await list(ama)).map(({ _id }) => answer(ama, _id, 'accepted')))
    expect(answers.map(({ code }) => code ?? 'accepted').toSorted()).toEqual([
      'accepted',
      'wish_impossible',
      'wish_impossible',
    ])
    expect((await list(ama)).filter(({ state }) => state === 'accepted')).toHaveLength(1)
    expect(answers.find(({ code }) => code)?.details).toEqual({ obstacles: ['too_many'] })
  })

  test('is not oneself by a link or at the office either, and that is said', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const ama = await member(event)
    const { data } = await ask(ama, {})
    const token = data.link?.split('#')[1] ?? ''
    const linked = await t.call(routes.acceptRoomMateLink, { as: ama.user, body: { token } })
    const joined = await t.call(routes.joinRoomMates, { as: staff, params: { id: ama.id }, body: { code: ama.code } })
    for (const { code, details } of [linked, joined])
      expect([code, details]).toEqual(['wish_impossible', { obstacles: ['oneself'] }])
  })

  test('is answered by nobody else', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [ama, efua, other] = [await member(event), await member(event), await member(event)]
    await ask(ama, { code: efua.code })
    const [wish] = await list(ama)
    expect((await answer(other, wish?._id, 'accepted')).code).toBe('not_found')
    expect((await answer(ama, wish?._id, 'accepted')).code).toBe('illegal_transition')
    const foreign = await t.call(routes.listRoomMates, { as: other.user, params: { id: ama.id } })
    expect(foreign.status).toBe(404)
    expect((await answer(efua, wish?._id, 'declined')).status).toBe(200)
    expect([(await list(ama))[0]?.state, await list(efua)]).toEqual(['declined', []])
  })

  test('shares the room in a plan, also when somebody between them cancelled, and must-not-share is kept', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 3, roomBeds: 3, beds: 9 })
    const women = [await member(event), await member(event), await member(event), await member(event)]
    const [a, b, c, enemy] = women
    if (!a || !b || !c || !enemy) throw new Error('four women')
    await agree(a, b)
    await agree(b, c)
    await t.call(reservationRoutes.cancelMyReservation, { as: b.user, params: { id: b.id }, body: {} })
    const apart = await t.call(routes.keepApart, { as: welfare, params: { id: a.id }, body: { code: enemy.code } })
    expect(apart.data).toMatchObject([{ code: enemy.code }])
    const plan = await t.call(planRoutes.proposeRooms, {
      as: staff,
      params: { event_id: event.id },
      body: { weights: {} },
    })
    await t.app.deps.jobs.drain()
    const { data } = await t.call(planRoutes.readRoomPlan, { as: staff, params: { id: plan.data._id } })
    expect(data.figures).toMatchObject({ placed: 3, wishes: 1, wishes_kept: 1, broken: 0 })
    await t.call(planRoutes.acceptRoomPlan, { as: staff, params: { id: plan.data._id }, body: {} })
    const roomOf = async ({ id }: Member) =>
      (await t.call(bedRoutes.readBeds, { as: staff, params: { id } })).data.persons[0]?.place?.room_id
    expect(await roomOf(a)).toBe(await roomOf(c))
    expect(await roomOf(enemy)).not.toBe(await roomOf(a))
    const home = await roomOf(a)
    const byHand = await t.call(bedRoutes.assignBeds, {
      as: welfare,
      params: { id: enemy.id },
      body: { room_id: home ?? '' },
    })
    expect([byHand.code, byHand.details]).toEqual(['room_unsuitable', { reasons: ['apart'] }])
  })
})

describe('room-mates in a new reservation', () => {
  const reserving = async (
    event: BookableEvent,
    room_mates: { phone?: string; code?: string }[],
    columns: Record<string, unknown> = {},
  ) => {
    const user = await t.account({ columns: { phone_verified_at: t.clock(), gender: 'female', ...columns } })
    const made = await t.call(reservationRoutes.makeReservation, {
      as: user,
      params: { event_id: event.id },
      body: {
        participant_type_id: event.typeId,
        accommodation: { room_category_id: event.categoryId, ...NIGHTS },
        room_mates,
      },
    })
    return { user, made, id: made.data?._id ?? '', code: made.data?.code ?? '', person: '', phone: '' }
  }

  test('are asked after the commit, once, and see the wish', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const efua = await member(event)
    const ama = await reserving(event, [{ phone: efua.phone }, { code: 'TEST-NOBODY' }, { phone: ` ${efua.phone} ` }])
    expect(ama.made.status).toBe(201)
    expect(await list(ama)).toMatchObject([
      { way: 'phone', state: 'asked' },
      { way: 'code', state: 'asked' },
    ])
    await t.app.deps.jobs.drain()
    await t.app.deps.jobs.drain()
    expect(await kindsOf(efua)).toEqual(['room_mate_asked'])
    const [request] = await list(efua)
    expect((await answer(efua, request?._id, 'accepted')).data.mates).toMatchObject([{ state: 'accepted' }])
  })

  test('who name each other are room-mates without another answer', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const efua = await member(event)
    const phone = '+233209998877'
    await ask(efua, { phone })
    const ama = await reserving(event, [{ code: efua.code }], { phone })
    await t.app.deps.jobs.drain()
    expect(await list(ama)).toMatchObject([{ state: 'accepted' }])
    expect(await list(efua)).toMatchObject([{ state: 'accepted' }])
    expect(await kindsOf(efua)).toEqual(['room_mate_accepted'])
  })

  test('are found by a phone as it is written in the country of who types it', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const friend = await member(event, { gender: 'female', phone: '+4915112345678' })
    const ama = await reserving(event, [{ phone: '0151 12345678' }], { country_code: 'DE' })
    await t.app.deps.jobs.drain()
    expect(await kindsOf(friend)).toEqual(['room_mate_asked'])
    expect((await ask(ama, { phone: 'x-x-x' })).status).toBe(422)
  })

  test('are refused at their field: a number that is none, and without a bed', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const wrong = await reserving(event, [{ code: 'TEST-CODE' }, { phone: '12345' }])
    expect([wrong.made.status, wrong.made.errors?.[0]?.field]).toEqual([422, 'room_mates.1.phone'])
    const user = await t.account()
    const bare = await t.call(reservationRoutes.makeReservation, {
      as: user,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, room_mates: [{ code: 'TEST-CODE' }] },
    })
    expect([bare.status, bare.errors?.[0]?.field]).toEqual([422, 'room_mates'])
  })

  test('are not for a couple, who have a room of their own', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2, fields: { spouse: 'optional' } })
    const efua = await member(event)
    const user = await t.account({ columns: { gender: 'female' } })
    const with_spouse = await makeSpouse(t, user.id)
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS }, with_spouse }
    const { id } = await reserve(t, event, stay, user)
    const listed = await t.call(routes.listRoomMates, { as: user, params: { id } })
    expect(listed.data).toEqual({ most: null, mates: [] })
    const refused = await t.call(routes.askRoomMate, { as: user, params: { id }, body: { code: efua.code } })
    expect([refused.code, refused.details]).toEqual(['wish_impossible', { obstacles: ['family'] }])
  })
})

describe('who must not share a room', () => {
  test('is seen with the welfare permission alone, and named in no history', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [ama, efua] = [await member(event), await member(event)]
    const params = { id: ama.id }
    expect((await t.call(routes.listKeptApart, { as: staff, params })).status).toBe(403)
    expect((await t.call(routes.keepApart, { as: staff, params, body: { code: efua.code } })).status).toBe(403)
    const { data } = await t.call(routes.keepApart, { as: welfare, params, body: { code: efua.code } })
    expect(data).toHaveLength(1)
    const { rows } = await t.database.pool.query<{ row: string }>(
      `select to_json(a)::text as row from audit_trail a where action = 'keep_apart' order by seq desc limit 1`,
    )
    for (const secret of [ama.id, efua.id, ama.code, efua.code, ama.person, efua.person])
      expect(rows[0]?.row).not.toContain(secret)
    const end = () =>
      t.call(routes.endKeptApart, { as: welfare, params: { id: efua.id, apart_id: data[0]?._id ?? '' } })
    expect((await end()).status).toBe(200)
    expect((await end()).status).toBe(404)
  })

  const keep = (one: Member, other: Member) =>
    t.call(routes.keepApart, { as: welfare, params: { id: one.id }, body: { code: other.code } })
  const apartOf = async (id: string) =>
    (await t.call(routes.listKeptApart, { as: welfare, params: { id } })).data.map(
      ({ name: _, _id, created_at, ...row }) => row,
    )

  test('is the person, also with another reservation: in lists, by hand, in plans and when a room is chosen', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1, roomBeds: 2, beds: 2, capacity: 4 })
    const [room_id = ''] = event.roomIds
    const [ama, efua] = [await member(event), await member(event)]
    await keep(ama, efua)
    expect((await t.call(bedRoutes.assignBeds, { as: staff, params: { id: efua.id }, body: { room_id } })).status).toBe(
      200,
    )
    await t.call(reservationRoutes.cancelMyReservation, { as: ama.user, params: { id: ama.id } })
    expect(await apartOf(efua.id)).toEqual([{ code: ama.code, is_gone: true, together: false }])
    const accommodation = { room_category_id: event.categoryId, ...NIGHTS }
    const chosen = await askFor(t, event, { accommodation: { ...accommodation, room_id } }, ama.user)
    expect([chosen.code, chosen.details]).toEqual(['room_unsuitable', { reasons: ['unsuitable'] }])
    const again = await reserve(t, event, { accommodation }, ama.user)
    expect(await apartOf(efua.id)).toEqual([{ code: again.view.code, is_gone: false, together: false }])
    expect(await apartOf(again.id)).toEqual([{ code: efua.code, is_gone: false, together: false }])
    const placed = await t.call(bedRoutes.assignBeds, { as: welfare, params: { id: again.id }, body: { room_id } })
    expect(placed.details).toEqual({ reasons: ['apart'] })
    const plan = await t.call(planRoutes.proposeRooms, {
      as: staff,
      params: { event_id: event.id },
      body: { weights: {} },
    })
    await t.app.deps.jobs.drain()
    const { data } = await t.call(planRoutes.readRoomPlan, { as: welfare, params: { id: plan.data._id } })
    expect(data.left.map(({ code }) => code)).toEqual(['apart'])
    // The pair is one, whichever reservation it is written down for, and ends with either.
    await keep(efua, { ...ama, id: again.id, code: again.view.code })
    const [row, ...more] = (await t.call(routes.listKeptApart, { as: welfare, params: { id: again.id } })).data
    expect(more).toEqual([])
    const end = { as: welfare, params: { id: again.id, apart_id: row?._id ?? '' } }
    expect((await t.call(routes.endKeptApart, end)).status).toBe(200)
    expect(await apartOf(efua.id)).toEqual([])
  })

  test('is said of two who share a room already, and of two events of one center', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 1, roomBeds: 3, beds: 2, capacity: 4 })
    const [room_id = ''] = event.roomIds
    const [ama, efua] = [await member(event), await member(event)]
    for (const { id } of [ama, efua])
      expect((await t.call(bedRoutes.assignBeds, { as: staff, params: { id }, body: { room_id } })).status).toBe(200)
    expect((await keep(ama, efua)).data).toMatchObject([{ code: efua.code, is_gone: false, together: true }])
    const beside = await makeEvent(t, { ...FREE, venueOf: event, beds: 1 })
    const abena = await member(beside)
    expect((await keep(ama, abena)).data).toHaveLength(2)
    expect(await apartOf(abena.id)).toEqual([{ code: ama.code, is_gone: false, together: false }])
    const placed = await t.call(bedRoutes.assignBeds, { as: welfare, params: { id: abena.id }, body: { room_id } })
    expect(placed.details).toEqual({ reasons: ['apart'] })
  })

  test('the office joins two who said so, and parts them', async () => {
    const event = await makeEvent(t, { ...FREE, rooms: 2 })
    const [ama, efua] = [await member(event), await member(event)]
    const params = { id: ama.id }
    const joined = await t.call(routes.joinRoomMates, { as: staff, params, body: { code: efua.code } })
    expect(joined.data.mates).toMatchObject([{ state: 'accepted', way: 'staff' }])
    expect((await t.call(routes.joinRoomMates, { as: staff, params, body: { code: efua.code } })).code).toBe(
      'illegal_transition',
    )
    expect((await list(efua))[0]).toMatchObject({ state: 'accepted' })
    const gone = await t.call(routes.removeRoomMate, {
      as: staff,
      params: { id: efua.id, wish_id: joined.data.mates[0]?._id ?? '' },
    })
    expect(gone.data.mates).toEqual([])
  })
})
