import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import {
  asOwner,
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeSpouse,
  NIGHTS,
  reserve,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, syncQuotas } from '../index.ts'

// What was agreed keeps its price, and what is added has today's (docs/domain.md#price). A delegate costs 100.00, a night 50.00, a day
// of meals 20.00 and a shirt 35.00.

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

/** The office makes everything dearer: 150.00, 80.00, 30.00 and 60.00. */
const reprice = async ({ id }: BookableEvent, shirt = 6_000) => {
  const set = (text: string, value: number) => t.database.pool.query(text, [id, value])
  await set('update event_participant_types set price = $2 where event_id = $1', 15_000)
  await set('update event_accommodations set price_per_night = $2 where event_id = $1', 8_000)
  await set('update event_caterers set price_per_day = $2 where event_id = $1', 3_000)
  await set('update event_products set price = $2 where event_id = $1', shirt)
  await inWork(t.app.deps, (work) => syncQuotas(work, id))
}

const pay = async (id: string, amount: number) => {
  await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
}
const shirts = (event: BookableEvent, quantity: number) => ({
  products: [{ product_option_id: event.optionId, quantity }],
})
const view = async (id: string, as: TestAccount) =>
  asOwner((await t.call(routes.getMyReservation, { params: { id }, as })).data)
const linesOf = async (id: string, as: TestAccount, kind: string) =>
  (await view(id, as)).lines.flatMap((line) =>
    line.kind === kind ? [[line.quantity, line.units, line.unit_price]] : [],
  )
const edit = (id: string, as: TestAccount, body: object) =>
  t.call(routes.editMyReservation, { params: { id }, as, body })

describe('an edit of a reservation', () => {
  test('keeps the price of one shirt, and charges today’s for those that are added', async () => {
    const event = await makeEvent(t, { stock: 100, maxPerReservation: 50 })
    const { id, user } = await reserve(t, event, shirts(event, 1))
    await reprice(event)
    const stale = await edit(id, user, { ...shirts(event, 40), expected_total: 10_000 + 40 * 3_500 })
    expect([stale.code, stale.details]).toMatchObject([
      'quote_changed',
      { quote: { total: 10_000 + 3_500 + 39 * 6_000 } },
    ])
    expect((await edit(id, user, shirts(event, 40))).status).toBe(200)
    expect(await linesOf(id, user, 'product_option')).toEqual([
      [1, 1, 3_500],
      [39, 1, 6_000],
    ])
    // Once more without a difference: nothing changes, also at another price of the day.
    await reprice(event, 9_000)
    expect((await edit(id, user, shirts(event, 40))).data.total).toBe(10_000 + 3_500 + 39 * 6_000)
    // What was added last is given up first.
    expect((await edit(id, user, shirts(event, 2))).data.total).toBe(10_000 + 3_500 + 6_000)
    expect((await edit(id, user, shirts(event, 3))).data.total).toBe(10_000 + 3_500 + 6_000 + 9_000)
    const { rows } = await t.database.pool.query(
      `select q.claimed from quotas q where q.event_id = $1 and q.kind = 'product_option'`,
      [event.id],
    )
    expect(rows).toEqual([{ claimed: 3 }])
  })

  test('keeps the price of nights, meals and persons for as many as it was agreed for', async () => {
    const event = await makeEvent(t, { beds: 20 })
    const { id, user } = await reserve(t, event, {
      accommodation: { room_category_id: event.categoryId, check_in: '2027-01-10', check_out: '2027-01-12' },
      caterer_id: event.catererId,
    })
    await reprice(event)
    // A day later: as many nights.
    const moved = { room_category_id: event.categoryId, check_in: '2027-01-11', check_out: '2027-01-13' }
    expect((await edit(id, user, { accommodation: moved })).status).toBe(200)
    expect(await linesOf(id, user, 'accommodation')).toEqual([[1, 2, 5_000]])
    const spouse = await makeSpouse(t, user.id)
    const made = await edit(id, user, {
      participants: [
        { role: 'main', participant_type_id: event.typeId, caterer_id: event.catererId },
        { role: 'spouse', person_id: spouse, participant_type_id: event.typeId, caterer_id: event.catererId },
      ],
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    })
    expect(made.status).toBe(200)
    expect(await linesOf(id, user, 'participant_type')).toEqual([
      [1, 1, 10_000],
      [1, 1, 15_000],
    ])
    const sumOf = (lines: readonly (readonly number[])[]) =>
      lines.reduce((sum, [quantity = 0, units = 0, price = 0]) => sum + quantity * units * price, 0)
    expect(sumOf(await linesOf(id, user, 'accommodation'))).toBe(2 * 5_000 + 4 * 8_000)
    expect(sumOf(await linesOf(id, user, 'caterer'))).toBe(3 * 2_000 + 3 * 3_000)
  })

  test('gives back what a part costs that was added, by the refund rule of the event', async () => {
    const event = await makeEvent(t, {
      stock: 100,
      maxPerReservation: 50,
      refundRules: [{ until: '2027-01-09T00:00:00Z', percent: 50 }],
    })
    const { id, user } = await reserve(t, event, shirts(event, 1))
    await pay(id, 13_500)
    await reprice(event)
    await edit(id, user, shirts(event, 3))
    await pay(id, 12_000)
    expect(await view(id, user)).toMatchObject({ total: 25_500, paid: 25_500, pending_change: null })
    expect(await linesOf(id, user, 'product_option')).toEqual([
      [1, 1, 3_500],
      [2, 1, 6_000],
    ])
    await edit(id, user, shirts(event, 2))
    const { total, refunds } = await view(id, user)
    expect([total, refunds?.map(({ amount }) => amount)]).toEqual([19_500, [3_000]])
  })
})

describe('a change that waits for its payment', () => {
  test('has its own prices beyond those in force, and the next edit starts from both', async () => {
    const event = await makeEvent(t, { stock: 100, maxPerReservation: 50 })
    const { id, user } = await reserve(t, event, shirts(event, 1))
    await pay(id, 13_500)
    await reprice(event)
    const waits = await edit(id, user, shirts(event, 3))
    expect(waits.data.pending_change?.lines).toMatchObject([
      { kind: 'participant_type' },
      { quantity: 1, unit_price: 3_500 },
      { quantity: 2, unit_price: 6_000 },
    ])
    await reprice(event, 9_000)
    const more = await edit(id, user, shirts(event, 4))
    expect(more.data.pending_change?.lines.slice(1)).toMatchObject([
      { quantity: 1, unit_price: 3_500 },
      { quantity: 2, unit_price: 6_000 },
      { quantity: 1, unit_price: 9_000 },
    ])
    expect((await edit(id, user, shirts(event, 1))).data).toMatchObject({ pending_change: null, total: 13_500 })
    // What was given up of the change is given up.
    const again = await edit(id, user, shirts(event, 2))
    expect(again.data.pending_change?.total).toBe(13_500 + 9_000)
  })
})

test('reports count what was ordered at two prices once', async () => {
  const event = await makeEvent(t, { stock: 100, maxPerReservation: 50 })
  const { id, user } = await reserve(t, event, shirts(event, 1))
  await reprice(event)
  await edit(id, user, shirts(event, 4))
  await t.database.pool.query(
    `insert into product_fulfilments (reservation_id, event_product_id, prepared, delivered, unit_price)
     select $1, id, 2, 2, 6000 from event_products where event_id = $2`,
    [id, event.id],
  )
  const { data } = await t.call(reportRoutes.getReport, {
    as: office,
    query: { event_id: event.id, report: 'products' },
  })
  const [row] = data.rows.map(({ cells }) =>
    Object.fromEntries(data.columns.map(({ key }, index) => [key, cells[index]])),
  )
  expect(data.rows).toHaveLength(1)
  expect(row).toMatchObject({ ordered: 4, delivered: 2, to_hand_over: 2, expected: 3_500 + 3 * 6_000 })
})
