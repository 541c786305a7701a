import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, type BookableEvent, makeEvent, makeSpouse, NIGHTS, writeWaiting } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { syncQuotas } from '../index.ts'

// Who waits keeps the prices of the day they joined (docs/domain.md#waiting-list). A delegate costs 100.00, a night 50.00, a shirt 35.00.

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'waiting_list.read',
      'waiting_list.update',
      'reservations.read',
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

interface Prices {
  readonly delegate?: number
  readonly visitor?: number
  readonly night?: number
  readonly meals?: number
  readonly shirt?: number
}

/** Changes prices of an event, as the office does. */
const reprice = async (event: BookableEvent, { delegate, visitor, night, meals, shirt }: Prices) => {
  const set = (text: string, values: readonly unknown[]) => t.database.pool.query(text, [event.id, ...values])
  const type = 'update event_participant_types set price = $3 where event_id = $1 and participant_type_id = $2'
  if (delegate !== undefined) await set(type, [event.typeId, delegate])
  if (visitor !== undefined) await set(type, [event.otherTypeId, visitor])
  if (night !== undefined)
    await set('update event_accommodations set price_per_night = $2 where event_id = $1', [night])
  if (meals !== undefined) await set('update event_caterers set price_per_day = $2 where event_id = $1', [meals])
  if (shirt !== undefined) await set('update event_products set price = $2 where event_id = $1', [shirt])
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
}
const DEARER: Prices = { delegate: 15_000, visitor: 2_000, night: 8_000, meals: 3_000, shirt: 6_000 }

const everything = (event: BookableEvent) => ({
  accommodation: { room_category_id: event.categoryId, ...NIGHTS },
  caterer_id: event.catererId,
  products: [{ product_option_id: event.optionId, quantity: 2 }],
})
const EVERYTHING = 10_000 + 3 * 5_000 + 3 * 2_000 + 2 * 3_500

/** The last place is taken. Somebody joins the waiting list for it. */
const waits = async (
  wish: (event: BookableEvent) => object = everything,
  options: Parameters<typeof makeEvent>[1] = {},
) => {
  const event = await makeEvent(t, { capacity: 1, ...options })
  const holder = await askFor(t, event)
  const user = await t.account({ columns: { gender: 'female' } })
  const joined = await join(event, user, wish(event))
  expect(joined.status).toBe(201)
  const free = () => t.call(routes.cancelMyReservation, { params: { id: holder.data._id }, as: holder.user })
  return { event, user, entry: joined.data, free }
}
const join = (event: BookableEvent, as: TestAccount, wish: object) =>
  t.call(routes.joinWaitingList, { params: { id: event.id }, as, body: { participant_type_id: event.typeId, ...wish } })
const accept = (event: BookableEvent, as: TestAccount, body: object = {}) =>
  t.call(routes.acceptOffer, { params: { id: event.id }, as, body })
const page = async (id: string, as: TestAccount) => (await t.call(routes.getMyWaiting, { params: { id }, as })).data
const own = async (as: TestAccount) => (await t.call(routes.listMyWaiting, { as })).data
const list = async (event: BookableEvent) =>
  (await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })).data

describe('who waits for a place', () => {
  test('keeps the prices of the day they joined for all of their wish, on every page and when they accept', async () => {
    const { event, user, entry, free } = await waits()
    expect(entry.keeps_prices).toBe(true)
    await reprice(event, DEARER)
    expect((await page(entry._id, user)).quote.total).toBe(EVERYTHING)
    await free()
    expect(await page(entry._id, user)).toMatchObject({
      status: 'offered',
      keeps_prices: true,
      quote: { total: EVERYTHING },
    })
    expect((await own(user))[0]?.prices).toEqual(
      expect.arrayContaining([
        { kind: 'participant_type', ref_id: event.typeId, unit_price: 10_000, charged_per: null, quantity: 1 },
        { kind: 'accommodation', ref_id: event.categoryId, unit_price: 5_000, charged_per: 'person', quantity: 3 },
      ]),
    )
    expect(await list(event)).toMatchObject([{ price: { amount: EVERYTHING, currency: 'GHS', is_kept: true } }])
    const made = await accept(event, user)
    expect([made.status, made.data.total]).toEqual([201, EVERYTHING])
    expect(await list(event)).toMatchObject([{ status: 'taken', price: null }])
  })

  test('pays less where a price has fallen, and today’s for what they choose in addition', async () => {
    const { event, user, entry, free } = await waits((its) => ({
      products: [{ product_option_id: its.optionId, quantity: 1 }],
    }))
    await reprice(event, { delegate: 15_000, shirt: 1_000, night: 8_000 })
    await free()
    expect((await page(entry._id, user)).quote.total).toBe(11_000)
    const wish = {
      participant_type_id: event.typeId,
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      products: [{ product_option_id: event.optionId, quantity: 1 }],
    }
    // The total that the steps show is the one that is charged.
    const stale = await accept(event, user, { wish: { ...wish, expected_total: 15_000 + 24_000 + 1_000 } })
    expect([stale.code, stale.details]).toMatchObject(['quote_changed', { quote: { total: 35_000 } }])
    const made = await accept(event, user, { wish: { ...wish, expected_total: 35_000 } })
    expect([made.status, made.data.total]).toEqual([201, 35_000])
  })

  test('reads the price in the mails about joining and about the offer, and that it is kept', async () => {
    const { event, user, free } = await waits()
    const mail = async (subject: RegExp) => (await t.outbox(user.email)).find((one) => subject.test(one.subject))?.text
    const amount = `GHS\u00A0${EVERYTHING / 100}.00`
    expect(await mail(/^You are on the waiting list/)).toContain(
      `It costs ${amount} today. You keep this price while you wait.`,
    )
    await reprice(event, DEARER)
    await free()
    expect(await mail(/is free for you$/)).toContain(
      `It costs ${amount}. You keep the prices of the day on which you joined`,
    )
    // Who joined before prices were kept.
    const other = await waits()
    await t.database.pool.query('update waiting_entries set prices = null where id = $1', [other.entry._id])
    await reprice(other.event, { shirt: 6_000 })
    await other.free()
    const offered = (await t.outbox(other.user.email)).find(({ subject }) => /is free for you$/.test(subject))
    expect(offered?.text).toContain(`It costs GHS\u00A0${(EVERYTHING + 2 * 2_500) / 100}.00 at today’s prices.`)
  })

  test('keeps them for as much as they asked for, and pays today’s for more of it', async () => {
    const { event, user, free } = await waits(everything, { maxPerReservation: 5 })
    await reprice(event, DEARER)
    await free()
    const wish = {
      ...everything(event),
      participant_type_id: event.typeId,
      products: [{ product_option_id: event.optionId, quantity: 3 }],
    }
    const made = await accept(event, user, { wish })
    expect([made.status, made.data.total]).toEqual([201, EVERYTHING + 6_000])
  })

  test('keeps them for a smaller wish, and has no price of another participant type', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const others = [await askFor(t, event), await askFor(t, event)]
    const user = await t.account({ columns: { gender: 'female' } })
    const spouse = await makeSpouse(t, user.id)
    const { data: entry } = await join(event, user, { with_spouse: spouse, ...everything(event) })
    await reprice(event, DEARER)
    for (const { data, user: as } of others) await t.call(routes.cancelMyReservation, { params: { id: data._id }, as })
    expect((await page(entry._id, user)).quote.total).toBe(2 * (10_000 + 15_000 + 6_000) + 7_000)
    const made = await accept(event, user, {
      wish: { participant_type_id: event.typeId, products: [{ product_option_id: event.optionId, quantity: 2 }] },
    })
    expect([made.status, made.data.total]).toEqual([201, 17_000])
    const other = await waits()
    await reprice(other.event, DEARER)
    await other.free()
    const visitor = await accept(other.event, other.user, { wish: { participant_type_id: other.event.otherTypeId } })
    expect([visitor.status, visitor.data.total]).toEqual([201, 2_000])
  })

  test('keeps them when they reserve as if nothing were offered, and when the office does it for them', async () => {
    const { event, user, free } = await waits()
    await reprice(event, DEARER)
    await free()
    const made = await askFor(t, event, everything(event), user)
    expect([made.status, made.data.total]).toEqual([201, EVERYTHING])
    const other = await waits()
    await reprice(other.event, DEARER)
    const kept = async (as = staff) =>
      t.call(routes.listKeptPrices, { params: { event_id: other.event.id }, query: { user_id: other.user.id }, as })
    expect((await kept()).data).toEqual([])
    await other.free()
    // The office's form shows the price that is charged.
    expect((await kept()).data).toEqual(
      expect.arrayContaining([
        { kind: 'participant_type', ref_id: other.event.typeId, unit_price: 10_000, charged_per: null, quantity: 1 },
        { kind: 'product_option', ref_id: other.event.optionId, unit_price: 3_500, charged_per: null, quantity: 2 },
      ]),
    )
    const reader = await t.account({ type: 'admin', permissions: ['waiting_list.read', 'reservations.read'] })
    expect((await kept(reader)).code).toBe('forbidden')
    const byStaff = await t.call(routes.makeReservationFor, {
      params: { event_id: other.event.id },
      as: staff,
      body: { user_id: other.user.id, participant_type_id: other.event.typeId, ...everything(other.event) },
    })
    expect([byStaff.status, byStaff.data.total]).toEqual([201, EVERYTHING])
  })

  test('has those of the day when they leave and join again, and of the day of the offer if they joined before any were stored', async () => {
    const { event, user, free } = await waits(() => ({}))
    await reprice(event, DEARER)
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: user })
    const again = await join(event, user, {})
    const early = await t.account()
    await writeWaiting(t, event, early.id)
    await reprice(event, { delegate: 18_000 })
    await free()
    expect((await page(again.data._id, user)).quote.total).toBe(15_000)
    const [before] = await own(early)
    expect(before).toMatchObject({ status: 'waiting', keeps_prices: false, prices: [] })
    expect((await page(before?._id ?? '', early)).quote.total).toBe(18_000)
    expect((await list(event)).map(({ price }) => price)).toMatchObject([
      null,
      { amount: 15_000, is_kept: true },
      { amount: 18_000, is_kept: false },
    ])
  })

  test('keeps them after they take something out of the wish, and after an offer that the office makes again by hand', async () => {
    const { event, user, entry, free } = await waits(everything, { beds: 1 })
    await reprice(event, DEARER)
    const without = await t.call(routes.waitWithout, {
      params: { id: entry._id },
      as: user,
      body: { without: [event.categoryId] },
    })
    expect(without.status).toBe(200)
    await free()
    t.clock.forward(2 * 24 * 60)
    await t.call(routes.inviteWaiting, { params: { id: entry._id }, as: staff, body: { reason: 'Was ill' } })
    expect(await page(entry._id, user)).toMatchObject({ status: 'offered', quote: { total: EVERYTHING - 15_000 } })
  })
})

describe('who waits beside a reservation', () => {
  const shirt = (event: BookableEvent, quantity = 1) => ({
    products: [{ product_option_id: event.optionId, quantity }],
  })

  /** The last shirt is taken. Somebody with a reservation waits for one. */
  const waitsForShirt = async () => {
    const event = await makeEvent(t, { stock: 1 })
    const holder = await askFor(t, event, shirt(event))
    const guest = await askFor(t, event, { participant_type_id: event.otherTypeId })
    const { data: entry } = await join(event, guest.user, { participant_type_id: event.otherTypeId, ...shirt(event) })
    const free = () => t.call(routes.cancelMyReservation, { params: { id: holder.data._id }, as: holder.user })
    return { event, guest, entry, free }
  }

  test('keeps the price of what they wait for alone, in the offer and in the change that takes it', async () => {
    const { event, guest, entry, free } = await waitsForShirt()
    await reprice(event, DEARER)
    await free()
    expect(await page(entry._id, guest.user)).toMatchObject({
      status: 'offered',
      quote: { total: 3_500 },
      change: { difference: 3_500, balance: 3_500 },
    })
    expect((await own(guest.user))[0]?.prices).toEqual([
      { kind: 'product_option', ref_id: event.optionId, unit_price: 3_500, charged_per: null, quantity: 1 },
    ])
    const query = { user_id: guest.user.id }
    expect((await t.call(routes.listKeptPrices, { params: { event_id: event.id }, query, as: staff })).data).toEqual(
      (await own(guest.user))[0]?.prices,
    )
    expect(await list(event)).toMatchObject([{ price: { amount: 3_500, is_kept: true } }])
    const taken = await t.call(routes.editMyReservation, {
      params: { id: guest.data._id },
      as: guest.user,
      body: { caterer_id: event.catererId, ...shirt(event), expected_total: 3_500 + 9_000 },
    })
    expect([taken.status, taken.data.balance]).toEqual([200, 12_500])
    // It is agreed now, and a later change keeps it.
    await reprice(event, { shirt: 9_000 })
    const later = await t.call(routes.editReservation, {
      params: { id: guest.data._id },
      as: staff,
      body: { caterer_id: null },
    })
    expect([later.status, later.data.balance]).toEqual([200, 3_500])
  })

  test('pays today’s price once the offer is over', async () => {
    const { event, guest, free } = await waitsForShirt()
    await reprice(event, DEARER)
    await free()
    t.clock.forward(2 * 24 * 60)
    const late = await t.call(routes.editMyReservation, {
      params: { id: guest.data._id },
      as: guest.user,
      body: { ...shirt(event), expected_total: 3_500 },
    })
    expect([late.code, late.details]).toMatchObject(['quote_changed', { quote: { total: 6_000 } }])
  })
})

test('an erasure takes the prices with the wish', async () => {
  const { event, user } = await waits()
  const done = await t.call(identityRoutes.eraseAccount, { as: user })
  expect(done.status).toBe(200)
  const { rows } = await t.database.pool.query(`select wish, prices from waiting_entries where event_id = $1`, [
    event.id,
  ])
  expect(rows).toEqual([{ wish: {}, prices: null }])
})
