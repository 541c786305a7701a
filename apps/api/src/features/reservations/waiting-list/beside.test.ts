import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { removalRoutes } from '@shiloh/contract/removals'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import {
  askFor,
  asOwner,
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeSpouse,
  NIGHTS,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, beforeLink, syncQuotas } from '../index.ts'
import { jobs } from '../jobs.ts'
import { archiveReservations } from '../lifecycle/transitions.ts'

// Waiting for something beside a reservation (docs/domain.md#waiting-list).

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: ['waiting_list.read', 'waiting_list.update', 'reservations.read', 'reservations.update'],
  })
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

interface Guest {
  readonly user: TestAccount
  readonly id: string
}
const shirts = (event: BookableEvent, quantity = 1) => ({
  products: [{ product_option_id: event.optionId, quantity }],
})
const reserve = async (event: BookableEvent, body: object = {}, as?: TestAccount): Promise<Guest> => {
  const { user, data, status } = await askFor(t, event, { participant_type_id: event.otherTypeId, ...body }, as)
  expect(status).toBe(201)
  return { user, id: data._id }
}
const join = async (event: BookableEvent, body: object, as?: TestAccount) => {
  const user = as ?? (await t.account())
  const answer = await t.call(routes.joinWaitingList, {
    params: { id: event.id },
    as: user,
    body: { participant_type_id: event.otherTypeId, ...body },
  })
  return { ...answer, user }
}
const cancel = ({ id, user }: Guest) => t.call(routes.cancelMyReservation, { params: { id }, as: user })
const edit = ({ id, user }: Guest, body: object) => t.call(routes.editMyReservation, { params: { id }, as: user, body })
const list = async (event: BookableEvent) =>
  (await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })).data
const statusOf = async (event: BookableEvent, user: TestAccount) =>
  (await list(event)).findLast((entry) => entry.user._id === user.id)?.status
const own = async (user: TestAccount) => (await t.call(routes.listMyWaiting, { as: user })).data
const invite = (id: string, body: { reason?: string } = {}) =>
  t.call(routes.inviteWaiting, { params: { id }, as: staff, body })
const leave = (event: BookableEvent, as: TestAccount, waiting_id?: string) =>
  t.call(routes.leaveWaitingList, { params: { id: event.id }, query: waiting_id ? { waiting_id } : {}, as })

const pay = async (id: string, amount = 10_000) => {
  await enterPayment(t, id, amount)
  return inWork(t.app.deps, (work) => applyPayment(work, id))
}

/** An event with one shirt, which costs nothing: whoever takes it is confirmed. */
const freeShirt = async (options: Parameters<typeof makeEvent>[1] = {}) => {
  const event = await makeEvent(t, { stock: 1, ...options })
  await t.database.pool.query(`update event_products set price = 0 where event_id = $1`, [event.id])
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  return event
}

/** The last shirt is taken. Somebody waits for one in the wizard, then reserves without it. */
const waitsBeside = async (options: Parameters<typeof makeEvent>[1] = {}) => {
  const event = await freeShirt(options)
  const holder = await reserve(event, shirts(event))
  const joined = await join(event, shirts(event))
  const guest = await reserve(event, {}, joined.user)
  return { event, holder, guest, entry: joined.data }
}

describe('what is waited for beside a reservation', () => {
  test('is offered for it when it becomes free, named in mail and list, and an edit takes it', async () => {
    const { event, holder, guest, entry } = await waitsBeside()
    expect(await own(guest.user)).toMatchObject([{ _id: entry._id, status: 'waiting', reservation: { _id: guest.id } }])
    expect(await list(event)).toMatchObject([{ _id: entry._id, place: 1, reservation: { _id: guest.id } }])
    await cancel(holder)
    expect(await own(guest.user)).toMatchObject([{ status: 'offered', name: expect.stringMatching(/^T-shirt .*, L$/) }])
    const mail = (await t.outbox(guest.user.email)).find(({ text }) => text.includes('Add it to your reservation'))
    expect(mail?.subject).toMatch(/^“T-shirt \w+, L” at .* is free for you$/)
    expect(mail?.links[0]).toMatch(new RegExp(`/offers/${entry._id}$`))
    // Its page has the price of the shirt alone, and the reservation that it can be added to.
    const page = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: guest.user })
    expect(page.data).toMatchObject({
      status: 'offered',
      reservation: { _id: guest.id },
      reserved: { _id: guest.id },
      quote: { total: 0 },
      change: { added: [{ kind: 'product_option', ref_id: event.optionId, amount: 0 }], given_up: [], difference: 0 },
    })
    // It is held: nobody else gets it, neither for a new reservation nor for another one.
    expect((await askFor(t, event, { participant_type_id: event.otherTypeId, ...shirts(event) })).code).toBe(
      'quota_exhausted',
    )
    // A second reservation is refused with the one that an edit can add it to.
    const second = await t.call(routes.acceptOffer, { params: { id: event.id }, as: guest.user, body: {} })
    expect([second.status, second.code, second.details]).toMatchObject([
      409,
      'already_reserved',
      { reservation: { _id: guest.id }, waiting_id: entry._id },
    ])
    const taken = await edit(guest, shirts(event))
    expect(taken.status).toBe(200)
    expect(await own(guest.user)).toEqual([])
    expect(await statusOf(event, guest.user)).toBe('taken')
  })

  test('keeps nights that are over when one more is added, and says the price of that night', async () => {
    const event = await makeEvent(t, { beds: 1 })
    const stay = (check_in: string, check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in, check_out },
    })
    const holder = await reserve(event, stay('2027-01-12', '2027-01-13'))
    const guest = await reserve(event, stay('2027-01-10', '2027-01-12'))
    expect([await pay(holder.id, 5_000), await pay(guest.id)]).toEqual(['applied', 'applied'])
    const entry = (await join(event, stay('2027-01-10', '2027-01-13'), guest.user)).data
    t.clock.set('2027-01-11T20:00:00Z')
    await cancel(holder)
    const page = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: guest.user })
    expect(page.data).toMatchObject({
      status: 'offered',
      quote: { total: 15_000 },
      change: {
        added: [{ kind: 'accommodation', units: 1, amount: 5_000, from_day: '2027-01-12', until_day: '2027-01-13' }],
        given_up: [],
        difference: 5_000,
        refund: 0,
        balance: 5_000,
      },
    })
    const [offered] = await own(guest.user)
    await edit(guest, { accommodation: offered?.wish.accommodation ?? null })
    expect(await pay(guest.id, 5_000)).toBe('applied')
    const { data } = await t.call(routes.getMyReservation, { params: { id: guest.id }, as: guest.user })
    expect(data).toMatchObject({ total: 15_000, accommodation: { check_in: '2027-01-10', check_out: '2027-01-13' } })
  })

  test('is another category from tonight on in a running event, and says the price of the nights to come', async () => {
    const event = await makeEvent(t, { beds: 2 })
    await t.database.pool.query(
      `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
       values ($1, $2, 9000, $3, $4, 1)`,
      [event.id, event.otherCategoryId, NIGHTS.check_in, NIGHTS.check_out],
    )
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const stay = (room_category_id: string) => ({ accommodation: { room_category_id, ...NIGHTS } })
    const holder = await reserve(event, stay(event.otherCategoryId))
    const guest = await reserve(event, stay(event.categoryId))
    expect([await pay(holder.id, 27_000), await pay(guest.id, 15_000)]).toEqual(['applied', 'applied'])
    const entry = (await join(event, stay(event.otherCategoryId), guest.user)).data
    t.clock.set('2027-01-12T08:00:00Z')
    await cancel(holder)
    const page = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: guest.user })
    expect(page.data).toMatchObject({
      status: 'offered',
      quote: { total: 19_000 },
      change: {
        added: [{ kind: 'accommodation', units: 1, amount: 9_000, from_day: '2027-01-12' }],
        given_up: [{ kind: 'accommodation', units: 1, amount: 5_000, from_day: '2027-01-12' }],
        difference: 4_000,
      },
    })
    const [offered] = await own(guest.user)
    await edit(guest, { accommodation: offered?.wish.accommodation ?? null, expected_total: 19_000 })
    expect(await pay(guest.id, 4_000)).toBe('applied')
    const { data } = await t.call(routes.getMyReservation, { params: { id: guest.id }, as: guest.user })
    expect(data).toMatchObject({
      total: 19_000,
      lines: [{ kind: 'participant_type' }, { amount: 10_000, until_day: '2027-01-12' }, { amount: 9_000 }],
    })
  })

  test.each([
    ['everything back', [], 6_000],
    ['half of it by the refund rule', [{ until: '2027-01-01T00:00:00.000Z', percent: 50 }], 3_000],
  ])('is a cheaper category, and says what is given up and what is paid back: %s', async (_, rules, refund) => {
    const event = await makeEvent(t, { beds: 2 })
    await t.database.pool.query(
      `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
       values ($1, $2, 3000, $3, $4, 1)`,
      [event.id, event.otherCategoryId, NIGHTS.check_in, NIGHTS.check_out],
    )
    await t.database.pool.query('update events set refund_rules = $2 where id = $1', [event.id, JSON.stringify(rules)])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const stay = (room_category_id: string) => ({ accommodation: { room_category_id, ...NIGHTS } })
    const holder = await reserve(event, stay(event.otherCategoryId))
    const guest = await reserve(event, stay(event.categoryId))
    expect([await pay(holder.id, 9_000), await pay(guest.id, 15_000)]).toEqual(['applied', 'applied'])
    const entry = (await join(event, stay(event.otherCategoryId), guest.user)).data
    await cancel(holder)
    const { status, data } = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: guest.user })
    expect([status, data]).toMatchObject([
      200,
      {
        status: 'offered',
        quote: { total: 9_000 },
        change: {
          added: [{ kind: 'accommodation', ref_id: event.otherCategoryId, units: 3, amount: 9_000 }],
          given_up: [{ kind: 'accommodation', ref_id: event.categoryId, units: 3, amount: 15_000 }],
          difference: -6_000,
          refund,
          balance: 0,
        },
      },
    ])
    // It is what the edit then gives back.
    const [offered] = await own(guest.user)
    const edited = await edit(guest, { accommodation: offered?.wish.accommodation ?? null, expected_total: 9_000 })
    expect(asOwner(edited.data)).toMatchObject({ total: 9_000, refunds: [{ amount: refund }] })
  })

  test('is cheaper while nothing is paid, and says what is left to pay', async () => {
    const event = await makeEvent(t, { beds: 1 })
    const stay = (check_in: string, check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in, check_out },
    })
    const holder = await reserve(event, stay('2027-01-10', '2027-01-11'))
    const guest = await reserve(event, stay('2027-01-11', '2027-01-13'))
    const entry = (await join(event, stay('2027-01-10', '2027-01-11'), guest.user)).data
    await cancel(holder)
    const { data } = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: guest.user })
    expect(data).toMatchObject({
      status: 'offered',
      quote: { total: 5_000 },
      change: {
        added: [{ units: 1, amount: 5_000, from_day: '2027-01-10', until_day: '2027-01-11' }],
        given_up: [{ units: 2, amount: 10_000, from_day: '2027-01-11', until_day: '2027-01-13' }],
        difference: -5_000,
        refund: 0,
        balance: 5_000,
      },
    })
  })

  test('is one unit for one of ten who wait, in their order, whoever reserves in between', async () => {
    const event = await makeEvent(t, { stock: 1 })
    const holder = await reserve(event, shirts(event))
    const users: TestAccount[] = []
    for (let i = 0; i < 10; i += 1) users.push((await join(event, shirts(event))).user)
    const guests = await Promise.all(users.map((user) => reserve(event, {}, user)))
    const [, newcomer] = await Promise.all([
      cancel(holder),
      askFor(t, event, { participant_type_id: event.otherTypeId, ...shirts(event) }),
      ...guests.map((guest) => edit(guest, shirts(event))),
    ])
    expect(newcomer.code).toBe('quota_exhausted')
    const offered = (await list(event)).filter(({ status }) => status === 'offered' || status === 'taken')
    expect(offered.map(({ user }) => user._id)).toEqual([users[0]?.id])
  })

  test('goes to the next when the offer expires or is let go, and the reservation stays', async () => {
    const { event, holder, guest, entry } = await waitsBeside()
    const second = await join(event, shirts(event))
    const third = await join(event, shirts(event))
    await reserve(event, {}, third.user)
    await cancel(holder)
    t.clock.forward(24 * 60)
    expect(await edit(guest, shirts(event))).toMatchObject({ status: 409, code: 'quota_exhausted' })
    // The clean-up of the expired offer happens with the next change that succeeds.
    expect((await edit(guest, { arrival_at: null })).status).toBe(200)
    expect([await statusOf(event, guest.user), await statusOf(event, second.user)]).toEqual(['expired', 'offered'])
    expect((await leave(event, second.user)).status).toBe(200)
    expect(await statusOf(event, third.user)).toBe('offered')
    expect((await t.call(routes.getMyReservation, { params: { id: guest.id }, as: guest.user })).data.status).toBe(
      'active',
    )
    // The office gives it to the first by hand after all, when it is free again.
    expect((await leave(event, third.user, third.data._id)).status).toBe(200)
    expect((await invite(entry._id)).data).toMatchObject({ status: 'offered', reservation: { _id: guest.id } })
    expect((await edit(guest, shirts(event))).status).toBe(200)
  })

  test('leaves an offer alone when the reservation is changed without taking it', async () => {
    const { event, holder, guest } = await waitsBeside()
    await cancel(holder)
    const [before] = await own(guest.user)
    t.clock.forward(30)
    expect((await edit(guest, { caterer_id: event.catererId })).status).toBe(200)
    expect(await own(guest.user)).toEqual([before])
  })

  test('ends when a part of what is offered is taken, and the rest goes on', async () => {
    const event = await makeEvent(t, { stock: 2 })
    const holder = await reserve(event, shirts(event, 2))
    const { user } = await join(event, shirts(event, 2))
    const guest = await reserve(event, {}, user)
    await cancel(holder)
    const next = await join(event, shirts(event))
    expect([await statusOf(event, user), await statusOf(event, next.user)]).toEqual(['offered', 'waiting'])
    expect((await edit(guest, shirts(event, 1))).status).toBe(200)
    expect([await statusOf(event, user), await statusOf(event, next.user)]).toEqual(['taken', 'offered'])
  })

  test('ends with the reservation when that is cancelled, and what was held goes on', async () => {
    const { event, holder, guest } = await waitsBeside()
    const second = await join(event, shirts(event))
    await cancel(holder)
    expect(await statusOf(event, guest.user)).toBe('offered')
    await cancel(guest)
    expect([await statusOf(event, guest.user), await statusOf(event, second.user)]).toEqual(['withdrawn', 'offered'])
    const show = async ({ id, user }: Guest) =>
      (await t.call(routes.getMyReservation, { params: { id }, as: user })).data
    expect(await show(guest)).toMatchObject({
      status: 'cancelled',
      ended_waits: [expect.stringMatching(/^T-shirt .+, L$/)],
    })
    expect(await show(holder)).toMatchObject({ status: 'cancelled', ended_waits: [] })
  })

  test('is waited for with the place again when the hold of the reservation expires', async () => {
    const event = await freeShirt()
    const holder = await reserve(event, shirts(event))
    const { user } = await join(event, shirts(event))
    await reserve(event, { participant_type_id: event.typeId }, user)
    t.clock.forward(31)
    await cancel(holder)
    expect(await own(user)).toMatchObject([{ status: 'offered', reservation: null }])
    const made = await t.call(routes.acceptOffer, { params: { id: event.id }, as: user, body: {} })
    expect([made.status, made.data.lines.length]).toEqual([201, 2])
  })

  test('expires when it is offered and the hold of the reservation expires', async () => {
    const event = await freeShirt()
    const holder = await reserve(event, shirts(event))
    const { user } = await join(event, shirts(event))
    await reserve(event, { participant_type_id: event.typeId }, user)
    await cancel(holder)
    expect(await statusOf(event, user)).toBe('offered')
    t.clock.forward(31)
    const next = await askFor(t, event, { participant_type_id: event.otherTypeId, ...shirts(event) })
    expect([next.status, await statusOf(event, user)]).toEqual([201, 'expired'])
  })

  test('is offered again for the reservation when somebody reserves without the offer that they have', async () => {
    const event = await makeEvent(t, { stock: 1, capacity: 3 })
    const holder = await reserve(event, shirts(event))
    const { user } = await join(event, shirts(event))
    await cancel(holder)
    const guest = await reserve(event, {}, user)
    expect(await own(user)).toMatchObject([{ status: 'offered', reservation: { _id: guest.id } }])
    expect((await edit(guest, shirts(event))).status).toBe(200)
  })

  test('can be a caterer or a room, for what the reservation is by then', async () => {
    const event = await makeEvent(t, { covers: 1, beds: 1 })
    const holder = await reserve(event, {
      caterer_id: event.catererId,
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    })
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const eats = await join(event, { caterer_id: event.catererId })
    const sleeps = await join(event, stay)
    const eater = await reserve(event, {}, eats.user)
    const sleeper = await reserve(event, {}, sleeps.user)
    await cancel(holder)
    expect([await statusOf(event, eater.user), await statusOf(event, sleeper.user)]).toEqual(['offered', 'offered'])
    // Both cost more: the change waits for its payment, and the offers are taken.
    const fed = await edit(eater, { caterer_id: event.catererId })
    const slept = await edit(sleeper, stay)
    expect([fed.data.pending_change?.total, slept.data.pending_change?.total]).toEqual([6000, 15_000])
    expect([await statusOf(event, eater.user), await statusOf(event, sleeper.user)]).toEqual(['taken', 'taken'])
  })

  test('can be one night more: what the reservation has of the stay does not have to be free', async () => {
    const event = await makeEvent(t, { beds: 1, pricePerNight: 0 })
    const stay = (check_in: string, check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in, check_out },
    })
    const holder = await reserve(event, stay('2027-01-10', '2027-01-11'))
    const guest = await reserve(event, stay('2027-01-11', '2027-01-12'))
    const longer = stay('2027-01-10', '2027-01-12')
    const { data: entry } = await join(event, longer, guest.user)
    const next = await join(event, stay('2027-01-10', '2027-01-11'))
    await cancel(holder)
    expect([await statusOf(event, guest.user), await statusOf(event, next.user)]).toEqual(['offered', 'waiting'])
    // The office can offer it again after the offer has expired.
    t.clock.forward(24 * 60)
    expect((await leave(event, next.user)).status).toBe(200)
    expect((await invite(entry._id)).data).toMatchObject({ status: 'offered', reservation: { _id: guest.id } })
    expect((await edit(guest, longer)).status).toBe(200)
    expect(await statusOf(event, guest.user)).toBe('taken')
  })

  test('is used by an edit that takes one of the nights and gives up another', async () => {
    const event = await makeEvent(t, { beds: 1 })
    const stay = (check_in: string, check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in, check_out },
    })
    const holder = await reserve(event, stay('2027-01-10', '2027-01-11'))
    const guest = await reserve(event, stay('2027-01-11', '2027-01-12'))
    await join(event, stay('2027-01-10', '2027-01-12'), guest.user)
    await cancel(holder)
    expect((await edit(guest, stay('2027-01-10', '2027-01-11'))).status).toBe(200)
    expect(await statusOf(event, guest.user)).toBe('taken')
  })

  test('is not offered once its person can no longer change the reservation', async () => {
    const { event, holder, guest, entry } = await waitsBeside({ cancellationDeadline: '2026-11-21T09:00:00Z' })
    t.clock.forward(61)
    const free = await t.call(routes.cancelReservation, {
      params: { id: holder.id },
      as: await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.cancel'] }),
      body: { reason: 'Called off' },
    })
    expect(free.status).toBe(200)
    expect(await statusOf(event, guest.user)).toBe('waiting')
    expect((await invite(entry._id)).code).toBe('person_cannot_change')
    const added = await t.call(routes.editReservation, { params: { id: guest.id }, as: staff, body: shirts(event) })
    expect([added.status, await statusOf(event, guest.user)]).toEqual([200, 'taken'])
  })

  test('is offered until its person can no longer change the reservation, and no longer', async () => {
    const deadline = '2026-11-21T08:02:00.000Z'
    const { event, holder, guest, entry } = await waitsBeside({ cancellationDeadline: deadline })
    const next = await join(event, shirts(event))
    await cancel(holder)
    expect(await own(guest.user)).toMatchObject([{ status: 'offered', offer_expires_at: deadline }])
    t.clock.forward(2)
    expect(await own(guest.user)).toEqual([])
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect([await statusOf(event, guest.user), await statusOf(event, next.user)]).toEqual(['expired', 'offered'])
    // The office, too, offers nothing that could not be taken.
    expect((await leave(event, next.user)).status).toBe(200)
    expect((await invite(entry._id)).code).toBe('person_cannot_change')
  })

  test('ends when the deadline is moved before the end of the offer', async () => {
    const { event, holder, guest } = await waitsBeside()
    const next = await join(event, shirts(event))
    await cancel(holder)
    const move = async (deadline: string) => {
      await t.database.pool.query(`update events set cancellation_deadline = $2 where id = $1`, [event.id, deadline])
      await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    }
    await move('2026-11-21T09:00:00.000Z')
    expect(await own(guest.user)).toMatchObject([{ status: 'offered', offer_expires_at: '2026-11-21T09:00:00.000Z' }])
    await move('2026-11-21T07:00:00.000Z')
    expect([await statusOf(event, guest.user), await statusOf(event, next.user)]).toEqual(['expired', 'offered'])
  })

  test('ends with the event', async () => {
    const { event, guest } = await waitsBeside()
    await inWork(t.app.deps, (work) => archiveReservations(work, event.id, { actor: 'staff', actorId: staff.id }))
    expect(await statusOf(event, guest.user)).toBe('withdrawn')
  })
})

describe('joining with a reservation', () => {
  test('is for what can be added to it, not for more places', async () => {
    const event = await makeEvent(t, { stock: 1, capacity: 2 })
    const holder = await reserve(event, shirts(event))
    const guest = await reserve(event)
    expect((await join(event, {}, guest.user)).code).toBe('already_reserved')
    expect((await join(event, { caterer_id: event.catererId }, guest.user)).code).toBe('still_available')
    const spouse = await makeSpouse(t, guest.user.id)
    expect((await join(event, { with_spouse: spouse }, guest.user)).code).toBe('already_reserved')
    const included = await join(event, shirts(event), holder.user)
    expect([included.status, included.code]).toEqual([409, 'already_included'])
    const joined = await join(event, shirts(event), guest.user)
    expect([joined.status, joined.data.kind, joined.data.reservation?._id]).toEqual([201, 'product_option', guest.id])
    expect((await join(event, shirts(event), guest.user)).code).toBe('already_waiting')
    await cancel(holder)
    expect((await edit(guest, shirts(event))).status).toBe(200)
    expect(await own(guest.user)).toEqual([])
  })
})

test('who reserves no longer waits for a place, and what was held for them goes to the next', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const holder = await reserve(event)
  const first = await join(event, {})
  const second = await join(event, {})
  await cancel(holder)
  expect(await statusOf(event, first.user)).toBe('offered')
  const setCapacity = async (capacity: number) => {
    await t.database.pool.query(`update events set capacity = $2 where id = $1`, [event.id, capacity])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  }
  await setCapacity(3)
  expect(await statusOf(event, second.user)).toBe('offered')
  const third = await join(event, {})
  expect(third.code).toBe('still_available')
  await reserve(event, {}, third.user)
  const fourth = await join(event, {})
  // They reserve as everybody can while there are places: what is offered to them becomes their reservation.
  await setCapacity(4)
  expect(await statusOf(event, fourth.user)).toBe('offered')
  await setCapacity(5)
  await reserve(event, {}, second.user)
  expect(await statusOf(event, second.user)).toBe('taken')
  expect((await askFor(t, event, { participant_type_id: event.otherTypeId })).status).toBe(201)
})

describe('a person in the reservation of their spouse', () => {
  const couple = async () => {
    const husband = await t.account({ columns: { gender: 'male' } })
    const wife = await t.account({ columns: { gender: 'female' } })
    return { husband, wife }
  }
  const office = () => t.account({ type: 'admin', permissions: ['users.read', 'users.update'] })
  const reserveForTwo = async (event: BookableEvent): Promise<Guest> => {
    const user = await t.account()
    return reserve(event, { with_spouse: await makeSpouse(t, user.id) }, user)
  }

  test('waits for no place of their own once the office has linked them, and an offer goes to the next', async () => {
    const event = await freeShirt({ capacity: 4 })
    const { husband, wife } = await couple()
    const spouse_id = await makeSpouse(t, husband.id, { gender: 'female' })
    const holder = await reserve(event, shirts(event))
    const other = await reserve(event)
    await reserve(event, { with_spouse: spouse_id }, husband)
    const shirt = await join(event, shirts(event), wife)
    expect(shirt.data.kind).toBe('event')
    const next = await join(event, {})
    await cancel(other)
    const last = await join(event, {})
    await cancel(holder)
    expect([await statusOf(event, wife), await statusOf(event, next.user)]).toEqual(['offered', 'offered'])
    const linked = await t.call(officeLinkRoutes.linkSpouses, {
      as: await office(),
      params: { id: husband.id },
      body: { other_id: wife.id, spouse_id, reason: 'Both came to the office' },
    })
    expect(linked.status).toBe(200)
    expect([await statusOf(event, wife), await statusOf(event, last.user)]).toEqual(['withdrawn', 'offered'])
  })

  test('waits for no place once they accept the link, and goes on waiting for an extra', async () => {
    const event = await makeEvent(t, { capacity: 3, stock: 1, covers: 1 })
    const { husband, wife } = await couple()
    const spouseId = await makeSpouse(t, husband.id, { gender: 'female' })
    const holder = await reserve(event, { ...shirts(event), caterer_id: event.catererId })
    const shirt = await join(event, shirts(event), wife)
    expect(shirt.data.kind).toBe('product_option')
    const next = await join(event, shirts(event))
    await reserve(event, { with_spouse: spouseId }, husband)
    expect((await join(event, {}, wife)).data.kind).toBe('event')
    await t.call(spouseLinkRoutes.inviteSpouse, {
      as: husband,
      params: { id: spouseId },
      body: { email: wife.email },
    })
    const [invitation] = (await t.call(spouseLinkRoutes.listSpouseInvitations, { as: wife })).data
    const accepted = await t.call(spouseLinkRoutes.acceptSpouseInvitation, {
      as: wife,
      params: { id: invitation?._id ?? '' },
      body: {},
    })
    expect(accepted.status).toBe(200)
    expect(await own(wife)).toMatchObject([{ _id: shirt.data._id, status: 'waiting', kind: 'product_option' }])
    // It is not hers to add, so it goes to the next.
    await cancel(holder)
    expect([await statusOf(event, wife), await statusOf(event, next.user)]).toEqual(['withdrawn', 'offered'])
    expect(await own(wife)).toMatchObject([{ status: 'waiting' }])
  })

  test('frees what an offer for both holds for them once they have a place of their own', async () => {
    const event = await makeEvent(t, { capacity: 3, beds: 8 })
    const { husband, wife } = await couple()
    const spouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const [holder, last] = [await reserveForTwo(event), await reserve(event)]
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const both = await join(event, { with_spouse: spouse, ...stay }, husband)
    await cancel(holder)
    const [offered] = await own(husband)
    expect(offered).toMatchObject({ _id: both.data._id, status: 'offered', wish: { participants: [{}, {}] } })
    await cancel(last)
    const third = await reserve(event, {}, wife)

    // One of the two places is everybody's, and the offer is for one until the same time.
    const one = await own(husband)
    expect(one).toMatchObject([{ status: 'offered', offer_expires_at: offered?.offer_expires_at }])
    expect(one[0]?.wish.participants.map(({ role }) => role)).toEqual(['main'])
    const newcomer = await askFor(t, event, { participant_type_id: event.otherTypeId })
    expect(newcomer.status).toBe(201)
    expect((await askFor(t, event, { participant_type_id: event.otherTypeId })).code).toBe('event_full')
    expect((await edit(third, { accommodation: null })).status).toBe(200)
    const made = await t.call(routes.acceptOffer, { params: { id: event.id }, as: husband, body: {} })
    expect([made.status, made.data.participants.length]).toEqual([201, 1])
  })

  test('keeps an offer for one when the place of the other ends', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const { husband, wife } = await couple()
    const spouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const holder = await reserveForTwo(event)
    await join(event, { with_spouse: spouse }, husband)
    await cancel(holder)
    // The office makes room for one more, who is the wife.
    await t.database.pool.query('update events set capacity = 3 where id = $1', [event.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const hers = await reserve(event, {}, wife)
    await reserve(event)
    await cancel(hers)
    await reserve(event)
    const [offered] = await own(husband)
    expect([offered?.status, offered?.wish.participants.length]).toEqual(['offered', 1])
    const made = await t.call(routes.acceptOffer, { params: { id: event.id }, as: husband, body: {} })
    expect([made.status, made.data.participants?.length]).toEqual([201, 1])
  })

  test('waits alone while the other has a place, and for both again when it ends', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const { husband, wife } = await couple()
    const spouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const [one, two] = [await reserve(event), await reserve(event)]
    await join(event, { with_spouse: spouse }, husband)
    await cancel(one)
    const hers = await reserve(event, {}, wife)
    const wishes = async () => (await own(husband)).map(({ status, wish }) => [status, wish.participants.length])
    expect(await wishes()).toEqual([['waiting', 1]])
    await cancel(hers)
    expect(await wishes()).toEqual([['waiting', 2]])
    const again = await reserve(event, {}, wife)
    await cancel(two)
    expect(await wishes()).toEqual([['offered', 1]])
    await cancel(again)
  })

  test('is left out of an offer when the link is made after both had what they asked for', async () => {
    const event = await makeEvent(t, { capacity: 3 })
    const { husband, wife } = await couple()
    const spouse_id = await makeSpouse(t, husband.id, { gender: 'female' })
    const holder = await reserveForTwo(event)
    await reserve(event, {}, wife)
    await join(event, { with_spouse: spouse_id }, husband)
    const next = await join(event, {})
    await cancel(holder)
    expect([await statusOf(event, husband), await statusOf(event, next.user)]).toEqual(['offered', 'waiting'])
    const linked = await t.call(officeLinkRoutes.linkSpouses, {
      as: await office(),
      params: { id: husband.id },
      body: { other_id: wife.id, spouse_id, reason: 'Both came to the office' },
    })
    expect(linked.status).toBe(200)
    expect([await statusOf(event, husband), await statusOf(event, next.user)]).toEqual(['offered', 'offered'])
  })

  test('refuses the link when a place was taken at another event in between', async () => {
    const [first, second] = [await makeEvent(t), await makeEvent(t)]
    const { husband, wife } = await couple()
    const spouse = await makeSpouse(t, husband.id, { gender: 'female' })
    await reserve(first, { with_spouse: spouse }, husband)
    const locked = Promise.withResolvers<void>()
    // Outside of the transaction: it would take a second connection.
    const meanwhile = locked.promise.then(() => reserve(second, { with_spouse: spouse }, husband))
    const link = inWork(t.app.deps, async (work) => {
      const settle = await beforeLink(work, [spouse], [husband.id, wife.id])
      locked.resolve()
      await meanwhile
      await work.tx.updateTable('spouses').set({ linked_user_id: wife.id }).where('id', '=', spouse).execute()
      await settle()
    })
    await expect(link).rejects.toMatchObject({ code: 'stale' })
  })

  test('keeps what they wait for besides a place when they are taken along', async () => {
    const event = await freeShirt({ covers: 1 })
    const { husband, wife } = await couple()
    const spouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const holder = await reserve(event, { ...shirts(event), caterer_id: event.catererId })
    const entry = await join(event, shirts(event), wife)
    const meal = await join(event, { caterer_id: event.catererId }, wife)
    const next = await join(event, shirts(event))
    await cancel(holder)
    expect((await own(wife)).map(({ status }) => status)).toEqual(['offered', 'offered'])
    // What is offered holds a place as well: it is taken back, and goes to the next.
    const theirs = await reserve(event, { with_spouse: spouse }, husband)
    expect(await own(wife)).toMatchObject([
      { _id: entry.data._id, status: 'waiting' },
      { _id: meal.data._id, status: 'waiting' },
    ])
    expect(await statusOf(event, next.user)).toBe('offered')
    // A meal that the reservation has for her is served.
    const participants = [
      { role: 'main', participant_type_id: event.otherTypeId },
      { role: 'spouse', person_id: spouse, participant_type_id: event.otherTypeId, caterer_id: event.catererId },
    ]
    expect((await edit(theirs, { participants })).status).toBe(200)
    expect(await own(wife)).toMatchObject([{ _id: entry.data._id, status: 'waiting' }])
    await leave(event, next.user)
    await cancel(theirs)
    expect(await own(wife)).toMatchObject([{ _id: entry.data._id, status: 'offered', reservation: null }])
  })
})

test('cancelling a reservation says that what was waited for beside it has ended', async () => {
  const { event, guest, holder } = await waitsBeside()
  await t.database.pool.query(`update users set language = 'de' where id = $1`, [guest.user.id])
  await t.database.pool.query(
    `update products set translations = '{"de":{"name":"Hemd"}}' where id = (select product_id from product_options where id = $1)`,
    [event.optionId],
  )
  await cancel(guest)
  expect(await own(guest.user)).toEqual([])
  const [mail] = (await t.outbox(guest.user.email)).filter(
    ({ text }) => text.includes(guest.id) || text.includes('storniert'),
  )
  expect(mail?.text).toMatch(/Sie stehen nicht mehr auf der Warteliste für Hemd, L\./)
  await cancel(holder)
  const texts = (await t.outbox(holder.user.email)).map(({ text }) => text)
  expect(texts.some((text) => text.includes('is cancelled'))).toBe(true)
  expect(texts.some((text) => text.includes('no longer on the waiting list'))).toBe(false)
})

test('erasing an account gives what was offered to it to the next', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const holder = await reserve(event)
  const first = await join(event, {})
  const second = await join(event, {})
  await cancel(holder)
  expect(await statusOf(event, first.user)).toBe('offered')
  expect((await t.call(identityRoutes.eraseAccount, { as: first.user })).status).toBe(200)
  expect([await statusOf(event, first.user), await statusOf(event, second.user)]).toEqual(['withdrawn', 'offered'])
})

test('deleting a person gives what was offered to them to the next, one by one and many at once', async () => {
  const event = await makeEvent(t, { capacity: 2 })
  const holders = [await reserve(event), await reserve(event)]
  const users: TestAccount[] = []
  for (let i = 0; i < 4; i += 1) users.push((await join(event, {})).user)
  for (const holder of holders) await cancel(holder)
  const [one, two, three, four] = users
  if (!one || !two || !three || !four) throw new Error('four wait')
  const office = await t.account({ type: 'admin', permissions: ['users.read', 'users.delete'] })
  expect((await t.call(authorizationRoutes.removeUser, { as: office, params: { id: one.id } })).status).toBe(200)
  expect([await statusOf(event, two), await statusOf(event, three)]).toEqual(['offered', 'offered'])
  const gone = await t.call(removalRoutes.removeMany, {
    as: office,
    body: { path: authorizationRoutes.removeUser.path, ids: [two.id] },
  })
  expect(gone.data.rows).toEqual([{ _id: two.id, reason: null }])
  expect([await statusOf(event, three), await statusOf(event, four)]).toEqual(['offered', 'offered'])
  // Nothing else that deletes an account leaves its offer held for nobody.
  await expect(t.database.pool.query('delete from users where id = $1', [three.id])).rejects.toThrow('holds something')
})

test('deactivating a person gives what was offered to them to the next, and they keep their place in the order', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const other = await makeEvent(t, { stock: 1 })
  const holder = await reserve(event)
  const [first, second, third] = [await join(event, {}), await join(event, {}), await join(event, {})]
  const shirt = await reserve(other, shirts(other))
  await reserve(other, {}, first.user)
  const beside = await join(other, shirts(other), first.user)
  await cancel(holder)
  await cancel(shirt)
  expect((await own(first.user)).map(({ status }) => status)).toEqual(['offered', 'offered'])

  const office = await t.account({
    type: 'admin',
    permissions: ['users.read', 'users.approve', 'users.deactivate', 'waiting_list.read', 'waiting_list.update'],
  })
  const act = (route: 'approveUser' | 'deactivateUser', id: string) =>
    t.call(authorizationRoutes[route], { as: office, params: { id } })
  expect((await act('deactivateUser', first.user.id)).status).toBe(200)
  expect([await statusOf(event, first.user), await statusOf(event, second.user)]).toEqual(['waiting', 'offered'])
  expect(await statusOf(other, first.user)).toBe('waiting')
  // Nothing is offered to them, and the shirt is for everybody.
  await jobs.sweep_holds?.({}, t.app.deps)
  expect((await invite(beside.data._id)).code).toBe('person_deactivated')
  const taken = await reserve(other, shirts(other))

  // Somebody who is deactivated without an offer changes nothing. Who is approved again is the first who is invited.
  expect((await act('deactivateUser', third.user.id)).status).toBe(200)
  expect((await act('approveUser', first.user.id)).status).toBe(200)
  expect(await statusOf(event, first.user)).toBe('waiting')
  expect((await act('approveUser', third.user.id)).status).toBe(200)
  await leave(event, second.user)
  expect([await statusOf(event, first.user), await statusOf(event, third.user)]).toEqual(['offered', 'waiting'])
  await cancel(taken)
  expect(await statusOf(other, first.user)).toBe('offered')
})

test('somebody who is approved again is offered what became free meanwhile', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const holder = await reserve(event)
  const waits = await join(event, {})
  const office = await t.account({ type: 'admin', permissions: ['users.read', 'users.approve', 'users.deactivate'] })
  const params = { id: waits.user.id }
  await t.call(authorizationRoutes.deactivateUser, { as: office, params })
  await cancel(holder)
  expect(await statusOf(event, waits.user)).toBe('waiting')
  await t.call(authorizationRoutes.approveUser, { as: office, params })
  await jobs.sweep_holds?.({}, t.app.deps)
  expect(await statusOf(event, waits.user)).toBe('offered')
})

describe('money that comes after the hold expired', () => {
  const statusOfReservation = async ({ id, user }: Guest) =>
    (await t.call(routes.getMyReservation, { params: { id }, as: user })).data.status

  test('uses what is offered to the same person meanwhile, and the rest of the offer goes on', async () => {
    const event = await freeShirt({ capacity: 1, stock: 2 })
    const guest = await reserve(event, { participant_type_id: event.typeId })
    t.clock.forward(31)
    const holder = await reserve(event, shirts(event, 2))
    const { user } = await join(event, shirts(event, 2), guest.user)
    await cancel(holder)
    expect(await statusOf(event, user)).toBe('offered')
    expect(await pay(guest.id)).toBe('applied')
    expect([await statusOfReservation(guest), await statusOf(event, user)]).toEqual(['active', 'withdrawn'])
    const others = await askFor(t, event, { participant_type_id: event.otherTypeId, ...shirts(event, 2) })
    expect(others.code).toBe('event_full')
    expect((await edit(guest, shirts(event, 2))).status).toBe(200)
  })

  test('is refunded, and the offer stays, if that is less than the reservation', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const guest = await reserve(event, { participant_type_id: event.typeId, with_spouse: spouse }, user)
    t.clock.forward(31)
    const holder = await reserve(event)
    await reserve(event)
    await join(event, {}, user)
    await cancel(holder)
    expect(await statusOf(event, user)).toBe('offered')
    await enterPayment(t, guest.id, 10_000)
    expect(await pay(guest.id)).toBe('refund_due')
    expect([await statusOfReservation(guest), await statusOf(event, user)]).toEqual(['failed', 'offered'])
    await t.database.pool.query(`update payments set status = 'refund_due' where reservation_id = $1`, [guest.id])
  })

  test('makes what its owner waits for an addition to the reservation again', async () => {
    const event = await freeShirt()
    const holder = await reserve(event, shirts(event))
    const { user } = await join(event, shirts(event))
    const guest = await reserve(event, { participant_type_id: event.typeId }, user)
    t.clock.forward(31)
    await cancel(holder)
    expect(await own(user)).toMatchObject([{ status: 'offered', reservation: null }])
    expect(await pay(guest.id)).toBe('applied')
    expect(await own(user)).toMatchObject([{ status: 'offered', reservation: { _id: guest.id } }])
    expect((await edit(guest, shirts(event))).status).toBe(200)
  })
})
