import { adminEventRoutes } from '@shiloh/contract/events/events'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import {
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeSpouse,
  NIGHTS,
  redeem,
  reserve,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, archiveReservations } from '../index.ts'

/** A dearer change that waits for its payment: its prices, its money, and how it ends. */

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

const newId = () => t.app.deps.random.bytes(12).toString('hex')
const shirts = (event: BookableEvent, quantity: number) => ({
  products: quantity > 0 ? [{ product_option_id: event.optionId, quantity }] : [],
})

/** Somebody with a place at an event, of which `paid` is paid, and what they and the office do with it. */
const come = async (event: BookableEvent, { paid = 10_000, wish = {} }: { paid?: number; wish?: object } = {}) => {
  const { id, user } = await reserve(t, event, { ...wish })
  const params = { id }
  const pay = async (amount: number) => {
    await enterPayment(t, id, amount)
    return inWork(t.app.deps, (work) => applyPayment(work, id))
  }
  await pay(paid)
  const change = async (body: Record<string, unknown>) => {
    const { status, code, data } = await t.call(routes.editMyReservation, { params, as: user, body })
    return status === 200 ? data : code
  }
  const show = async () => (await t.call(routes.getReservation, { params, as: office })).data
  const refunds = async () =>
    (
      await t.database.pool.query<{ amount: number; kind: string }>(
        `select f.amount::int as amount, f.kind from refunds f join payments p on p.id = f.payment_id
         where p.reservation_id = $1 and f.status = 'due' order by f.amount`,
        [id],
      )
    ).rows.map(({ amount, kind }) => [amount, kind])
  const waive = (amount: number) =>
    t.call(routes.waiveBalance, { params, as: office, body: { amount, reason: 'A gift' } })
  const takeBack = async () => (await t.call(routes.takeBackMyChange, { params, as: user })).status
  return { id, user, params, pay, change, show, refunds, waive, takeBack }
}

describe('the prices of a change that waits', () => {
  const raise = async (event: BookableEvent) => {
    await t.database.pool.query('update event_products set price = 9900 where event_id = $1', [event.id])
    await t.database.pool.query('update event_accommodations set price_per_night = 8000 where event_id = $1', [
      event.id,
    ])
    await t.database.pool.query('update event_caterers set price_per_day = 7000 where event_id = $1', [event.id])
    await t.database.pool.query('update events set updated_at = now() where id = $1', [event.id])
  }
  const stay = (event: BookableEvent) => ({ accommodation: { room_category_id: event.categoryId, ...NIGHTS } })

  it('stay as they were agreed, whatever is changed beside it and by whom', async () => {
    const event = await makeEvent(t)
    const one = await come(event)
    const all = { ...stay(event), ...shirts(event, 1), caterer_id: event.catererId }
    expect(await one.change(all)).toMatchObject({ total: 34_500 })
    await raise(event)
    expect(await one.change({ arrival_at: '2027-01-10T10:00:00.000Z' })).toMatchObject({ total: 34_500 })
    const body = { departure_at: '2027-01-12T10:00:00.000Z' }
    const said = await t.call(routes.editReservation, { params: one.params, as: office, body })
    expect([said.status, said.data.total]).toEqual([200, 34_500])
    // What is given up again and what is added cost what they do for anybody.
    expect(await one.change({ ...shirts(event, 0), caterer_id: null })).toMatchObject({ total: 25_000 })
    expect(await one.change(shirts(event, 1))).toMatchObject({ total: 25_000 + 9_900 })
  })
})

describe('a limit of an option', () => {
  it('keeps the place of an answer that a change would have given up', async () => {
    const event = await makeEvent(t)
    const ids = { seat: newId(), bus: newId(), own: newId() }
    const own = { _id: ids.own, label: 'Own car', price: 0 }
    const bus = { _id: ids.bus, label: 'Bus', price: 0, capacity: 1 }
    const seat = { _id: ids.seat, label: 'How do you come?', type: 'radio' as const, options: [own, bus] }
    const sections = (options: readonly object[]) => [{ title: 'Travel', questions: [{ ...seat, options }] }]
    const form = await t.call(eventFormRoutes.create, {
      as: office,
      body: { name: `Travel ${ids.seat}`, sections: sections([own, bus]) },
    })
    const rewrite = async (options: readonly object[]) => {
      const body = { sections: sections(options) }
      const { status } = await t.call(eventFormRoutes.update, { as: office, params: { id: form.data._id }, body })
      expect(status).toBe(200)
    }
    const body = { form_id: form.data._id }
    await t.call(adminEventRoutes.updateEvent, { as: office, params: { id: event.id }, body })
    const one = await come(event, { wish: { answers: { [ids.seat]: ids.bus } } })
    await rewrite([own])
    expect(await one.change({ ...shirts(event, 1), answers: { [ids.seat]: ids.own } })).toMatchObject({ total: 13_500 })
    expect(await one.change({ ...shirts(event, 0), answers: { [ids.seat]: ids.bus } })).toMatchObject({ total: 10_000 })
    await rewrite([own, bus])
    const { code } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { participant_type_id: event.typeId, answers: { [ids.seat]: ids.bus } },
    })
    expect(code).toBe('quota_exhausted')
  })
})

describe('what was waived of a change', () => {
  it.each([
    ['is taken back', (one: Awaited<ReturnType<typeof come>>) => one.takeBack()],
    [
      'is replaced by what is in force',
      (one: Awaited<ReturnType<typeof come>>, event: BookableEvent) => one.change(shirts(event, 0)),
    ],
    [
      'runs out',
      async (_: Awaited<ReturnType<typeof come>>, event: BookableEvent) => {
        t.clock.forward(31)
        await reserve(t, event)
      },
    ],
  ])('is never paid out when it %s', async (_, end) => {
    const event = await makeEvent(t)
    const one = await come(event)
    await one.change(shirts(event, 2))
    expect((await one.waive(3_000)).status).toBe(200)
    await end(one, event)
    expect(await one.show()).toMatchObject({
      status: 'active',
      total: 10_000,
      waived: 0,
      balance: 0,
      pending_change: null,
    })
    expect(await one.refunds()).toEqual([])
  })

  it('is not paid out by a cancellation either, and stays of a balance that was waived before', async () => {
    const event = await makeEvent(t)
    const one = await come(event, { paid: 7_000 })
    await one.waive(3_000)
    await one.change(shirts(event, 2))
    await one.waive(2_000)
    expect(await one.show()).toMatchObject({ waived: 5_000 })
    await one.takeBack()
    expect(await one.show()).toMatchObject({ waived: 3_000, balance: 0 })
    await one.change(shirts(event, 2))
    await one.waive(2_000)
    await t.call(routes.cancelMyReservation, { params: one.params, as: one.user })
    // Nothing is owed whatever the rule says: it was never paid beyond the price in force.
    expect(await one.refunds()).toEqual([[7_000, 'rule']])
  })
})

describe('money that comes after the event was archived', () => {
  it('goes back alone: what was paid for the place is kept', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const one = await come(event, { paid: 4_000 })
    await inWork(t.app.deps, (work) => archiveReservations(work, event.id, { actor: 'staff', actorId: office.id }))
    expect(await one.pay(6_000)).toBe('refund_due')
    expect(await one.refunds()).toEqual([[6_000, 'owed']])
    expect(await one.pay(500)).toBe('refund_due')
    expect(await one.refunds()).toEqual([
      [500, 'owed'],
      [6_000, 'owed'],
    ])
  })
})

describe('a person of a change that waits', () => {
  it('is no reason to refuse an edit of something else after the type closed to them', async () => {
    const event = await makeEvent(t)
    const one = await come(event)
    const spouse = await makeSpouse(t, one.user.id)
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'spouse', person_id: spouse, participant_type_id: event.typeId },
    ]
    expect(await one.change({ participants })).toMatchObject({ total: 20_000 })
    await t.database.pool.query('update event_participant_types set max_age = 12 where event_id = $1 and price > 0', [
      event.id,
    ])
    await t.database.pool.query('update spouses set removed_at = now() where id = $1', [spouse])
    await t.database.pool.query('update events set updated_at = now() where id = $1', [event.id])
    expect(await one.change({ arrival_at: '2027-01-10T10:00:00.000Z' })).toMatchObject({ total: 20_000 })
  })

  it('has a share only when it is paid: until then each owes their part of what is in force', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'spouse', person_id: spouse, participant_type_id: event.typeId },
    ]
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants },
    })
    const id = made.data._id
    await enterPayment(t, id, 8_000)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    const body = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const { data } = await t.call(routes.editMyReservation, { params: { id }, as: user, body })
    expect(data.pending_change).not.toBeNull()
    expect(data.participants.map(({ share }) => share)).toEqual([
      { cost: 10_000, paid: 4_000, owed: 6_000 },
      { cost: 10_000, paid: 4_000, owed: 6_000 },
    ])
  })
})

describe('the end of a change that waits', () => {
  it('can come by hand after somebody was let in', async () => {
    const event = await makeEvent(t, { stock: 1 })
    const one = await come(event)
    await one.change(shirts(event, 1))
    await inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [one.id], null))
    expect(await one.takeBack()).toBe(200)
    expect(await one.show()).toMatchObject({ status: 'redeemed', total: 10_000, pending_change: null })
    const other = await come(event)
    expect(await other.change(shirts(event, 1))).toMatchObject({ total: 13_500 })
  })

  it('stands in the history once it is in force, after the money for it', async () => {
    const event = await makeEvent(t)
    const [paid, waived, ended] = [await come(event), await come(event), await come(event)]
    for (const one of [paid, waived, ended]) await one.change(shirts(event, 1))
    await paid.pay(3500)
    await waived.waive(3500)
    await ended.takeBack()
    const last = async (one: typeof paid) =>
      (await one.show()).timeline.slice(-2).map(({ action, actor, reason }) => [action, actor, reason])
    expect(await last(paid)).toEqual([
      ['pay', 'provider', ''],
      ['edit', 'system', 'change_applied'],
    ])
    expect(await last(waived)).toEqual([
      ['waive', 'staff', 'A gift'],
      ['edit', 'system', 'change_applied'],
    ])
    expect((await last(ended))[1]).toEqual(['edit', 'owner', 'taken_back'])
  })

  it('is told and noted when it was not paid in time', async () => {
    const event = await makeEvent(t)
    const one = await come(event)
    await one.change(shirts(event, 1))
    t.clock.forward(31)
    await t.database.pool.query(`select graphile_worker.add_job('sweep_holds')`)
    await t.app.deps.jobs.drain()
    const { pending_change, timeline } = await one.show()
    expect(pending_change).toBeNull()
    expect(timeline.at(-1)).toMatchObject({ action: 'edit', reason: 'change_expired' })
    const mails = (await t.outbox(one.user.email)).filter(({ text }) => text.includes('was not paid in time'))
    expect(mails).toHaveLength(1)
  })
})

describe('a receipt that is voided while a change waits', () => {
  const take = async (id: string, amount: number) =>
    (await t.call(paymentRoutes.takeCash, { params: { id }, as: office, body: { amount } })).data._id
  const voided = async (id: string) =>
    (await t.call(paymentRoutes.voidCash, { params: { id }, as: office, body: { reason: 'Mistyped' } })).status

  it('ends nothing while what is in force stays paid: the change waits as long as before', async () => {
    const event = await makeEvent(t, { stock: 2 })
    const one = await come(event)
    await one.change(shirts(event, 2))
    const { pending_change, hold_expires_at } = await one.show()
    t.clock.forward(1)
    expect(await voided(await take(one.id, 500))).toBe(200)
    expect(await one.show()).toMatchObject({ status: 'active', paid: 10_000, balance: 7_000, hold_expires_at })
    expect((await one.show()).pending_change).toEqual(pending_change)
    await take(one.id, 7_000)
    expect(await one.show()).toMatchObject({ status: 'active', total: 17_000, balance: 0, pending_change: null })
  })

  it('ends the change together with what was paid before it, and says both in one message', async () => {
    const event = await makeEvent(t)
    const one = await come(event, { paid: 4_000 })
    const receipt = await take(one.id, 6_000)
    await one.change(shirts(event, 2))
    const before = (await t.outbox(one.user.email)).length
    expect(await voided(receipt)).toBe(200)
    const { timeline, ...shown } = await one.show()
    expect(shown).toMatchObject({ status: 'pending', total: 10_000, paid: 4_000, pending_change: null })
    expect(timeline.map(({ reason }) => reason)).toContain('change_ended')
    const mails = (await t.outbox(one.user.email)).slice(0, -before)
    expect(mails.map(({ subject }) => subject.includes('was taken back'))).toEqual([true])
    expect(mails[0]?.text).toContain('The change that was not paid yet has ended, too.')
  })
})

describe('a bed that is released because the rest was not paid', () => {
  it('ends the change that waits with it, and the message and the history say so', async () => {
    const event = await makeEvent(t, { depositPercent: 30 })
    await t.database.pool.query(`update events set unpaid_rule = 'release', balance_due_at = $2 where id = $1`, [
      event.id,
      new Date(t.clock().getTime() + 60_000),
    ])
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const one = await come(event, { paid: 7_500, wish: stay })
    await one.change(shirts(event, 2))
    t.clock.forward(2)
    await inWork(t.app.deps, (work) => work.enqueue('watch_balances', {}))
    await t.app.deps.jobs.drain()
    const { timeline, ...shown } = await one.show()
    expect(shown).toMatchObject({ status: 'active', accommodation: null, pending_change: null })
    expect(timeline.map(({ reason }) => reason)).toContain('change_ended')
    const mails = (await t.outbox(one.user.email)).filter(({ text }) => text.includes('has ended, too'))
    expect(mails).toHaveLength(1)
  })
})
