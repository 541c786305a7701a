import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { type BookableEvent, enterPayment, letIn, makeEvent, makeSpouse, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, archiveReservations } from '../index.ts'

/** A waiver lowers what is still to pay. It is never paid out, and no change that comes to nothing takes it away. */

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

/** Half of the money goes back. */
const half = { refundRules: [{ until: '2027-01-01T00:00:00Z', percent: 50 }] }

/** Somebody with a reservation that costs 10000, and what they and the office do with it. Each shirt costs 3500 more. */
const come = async (event: BookableEvent) => {
  const { id, user } = await reserve(t, event)
  const params = { id }
  return {
    id,
    user,
    params,
    pay: async (amount: number) => {
      await enterPayment(t, id, amount)
      await inWork(t.app.deps, (work) => applyPayment(work, id))
    },
    cash: async (amount: number) =>
      (await t.call(paymentRoutes.takeCash, { params, body: { amount }, as: office })).data._id,
    waive: async (amount: number) => {
      const body = { amount, reason: 'A gift' }
      expect((await t.call(routes.waiveBalance, { params, as: office, body })).status).toBe(200)
    },
    shirts: async (quantity: number) => {
      const body = { products: quantity > 0 ? [{ product_option_id: event.optionId, quantity }] : null }
      expect((await t.call(routes.editMyReservation, { params, as: user, body })).status).toBe(200)
    },
    takeBack: async () => {
      expect((await t.call(routes.takeBackMyChange, { params, as: user })).status).toBe(200)
    },
    cancel: () => t.call(routes.cancelMyReservation, { params, as: user }),
    show: async () => (await t.call(routes.getReservation, { params, as: office })).data,
    refunds: async () =>
      (
        await t.database.pool.query<{ amount: number; kind: string; reason: string }>(
          `select f.amount::int as amount, f.kind, f.reason from refunds f join payments p on p.id = f.payment_id
           where p.reservation_id = $1 and f.status = 'due' order by f.amount`,
          [id],
        )
      ).rows.map(({ amount, kind, reason }) => [amount, `${kind} ${reason}`]),
  }
}
type Guest = Awaited<ReturnType<typeof come>>

/** The ways in which a change that waits comes to nothing. */
const ENDS: readonly [string, string, (one: Guest, event: BookableEvent) => Promise<unknown>][] = [
  ['is taken back', 'cheaper', (one) => one.takeBack()],
  ['is replaced by what is in force', 'cheaper', (one) => one.shirts(0)],
  [
    'runs out',
    'change_expired',
    async (_, event) => {
      t.clock.forward(31)
      await reserve(t, event)
    },
  ],
  [
    'ends with its event',
    'archived',
    (_, event) =>
      inWork(t.app.deps, (work) => archiveReservations(work, event.id, { actor: 'staff', actorId: office.id })),
  ],
]

describe('what was waived of the price in force', () => {
  test.each(ENDS)('stays when a change %s, and money for the change goes back', async (_, reason, end) => {
    const event = await makeEvent(t)
    const one = await come(event)
    await one.waive(2_000)
    await one.pay(8_000)
    await one.shirts(2)
    await one.pay(2_000)
    expect(await one.show()).toMatchObject({ status: 'active', total: 17_000, waived: 2_000, balance: 5_000 })
    await end(one, event)
    expect(await one.show()).toMatchObject({ total: 10_000, paid: 10_000, waived: 2_000, pending_change: null })
    expect(await one.refunds()).toEqual([[2_000, `owed ${reason}`]])
  })

  test('stays when what is left of a change is paid by what was paid for it', async () => {
    const one = await come(await makeEvent(t))
    await one.waive(2_000)
    await one.pay(8_000)
    await one.shirts(2)
    await one.pay(4_500)
    await one.shirts(1)
    expect(await one.show()).toMatchObject({ total: 13_500, waived: 2_000, balance: 0, pending_change: null })
    expect(await one.refunds()).toEqual([[1_000, 'owed cheaper']])
  })

  test('counts in a cancellation as it was promised, also while a change waits', async () => {
    const one = await come(await makeEvent(t, half))
    await one.waive(2_000)
    await one.pay(8_000)
    await one.shirts(2)
    await one.pay(2_000)
    const promised = (await one.show()).refund_if_cancelled
    expect(promised).toBe(2_000 + 4_000)
    await one.cancel()
    expect(await one.refunds()).toEqual([
      [2_000, 'owed cancelled'],
      [4_000, 'rule cancelled'],
    ])
    expect(await one.show()).toMatchObject({ retained: 4_000 })
  })

  test('stays when the change ends because a receipt is voided', async () => {
    const one = await come(await makeEvent(t))
    await one.waive(2_000)
    const receipt = await one.cash(8_000)
    await one.shirts(2)
    await one.waive(1_000)
    await one.pay(1_500)
    const body = { reason: 'Counted wrong' }
    expect((await t.call(paymentRoutes.voidCash, { params: { id: receipt }, as: office, body })).status).toBe(200)
    expect(await one.show()).toMatchObject({ status: 'pending', total: 10_000, waived: 2_000, balance: 6_500 })
    expect(await one.refunds()).toEqual([])
  })
})

describe('what was waived of a change', () => {
  test.each(ENDS.filter(([, reason]) => reason !== 'archived'))(
    'ends with it when it %s, although a deposit leaves a balance',
    async (_, __, end) => {
      const event = await makeEvent(t, { depositPercent: 30 })
      const one = await come(event)
      await one.pay(3_000)
      await one.shirts(4)
      await one.waive(1_000)
      expect(await one.show()).toMatchObject({ total: 24_000, waived: 1_000, balance: 20_000 })
      await end(one, event)
      expect(await one.show()).toMatchObject({
        status: 'active',
        total: 10_000,
        paid: 3_000,
        waived: 0,
        balance: 7_000,
      })
      expect(await one.refunds()).toEqual([])
    },
  )

  test('makes nobody checked in who owes the price in force', async () => {
    const one = await come(await makeEvent(t, { depositPercent: 80 }))
    await one.pay(8_000)
    await letIn(t, one.id, '2026-11-21T08:00:00Z')
    await one.shirts(2)
    await one.waive(2_000)
    expect(await one.show()).toMatchObject({ status: 'active', balance: 7_000 })
    await one.takeBack()
    expect(await one.show()).toMatchObject({ status: 'active', waived: 0, balance: 2_000 })
  })

  test('is not paid out once the change has taken effect and is undone', async () => {
    const one = await come(await makeEvent(t))
    await one.pay(10_000)
    await one.shirts(2)
    await one.waive(7_000)
    expect(await one.show()).toMatchObject({ total: 17_000, waived: 7_000, balance: 0, pending_change: null })
    await one.shirts(1)
    expect(await one.show()).toMatchObject({ total: 13_500, waived: 3_500, balance: 0 })
    expect((await one.show()).refund_if_cancelled).toBe(10_000)
    await one.shirts(0)
    expect(await one.show()).toMatchObject({ total: 10_000, paid: 10_000, waived: 0, balance: 0 })
    expect(await one.refunds()).toEqual([])
    await one.cancel()
    expect(await one.refunds()).toEqual([[10_000, 'rule cancelled']])
  })
})

describe('a waiver of the whole price', () => {
  test('gives back what was paid beyond a cheaper price, and no more', async () => {
    const one = await come(await makeEvent(t))
    await one.shirts(2)
    await one.waive(5_000)
    await one.pay(12_000)
    await one.shirts(1)
    expect(await one.show()).toMatchObject({ total: 13_500, waived: 1_500, balance: 0 })
    await one.shirts(0)
    expect(await one.show()).toMatchObject({ total: 10_000, waived: 0, balance: 0 })
    expect(await one.refunds()).toEqual([[2_000, 'rule cheaper']])
  })

  test('does not put the rule on money that is paid twice afterwards', async () => {
    const one = await come(await makeEvent(t, half))
    await one.pay(10_000)
    await one.shirts(2)
    await one.waive(7_000)
    await one.shirts(0)
    await one.pay(1_000)
    expect(await one.refunds()).toEqual([[1_000, 'owed overpaid']])
    const promised = (await one.show()).refund_if_cancelled
    expect(promised).toBe(6_000)
    await one.cancel()
    expect(await one.refunds()).toEqual([
      [1_000, 'owed cancelled'],
      [5_000, 'rule cancelled'],
    ])
  })
})

describe('a change that somebody in it overtook', () => {
  /** A change that adds a spouse, who has a place of their own by now. */
  const overtaken = async () => {
    const event = await makeEvent(t)
    const one = await come(event)
    await one.pay(10_000)
    const other = await t.account()
    const spouse = await makeSpouse(t, one.user.id)
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'spouse', person_id: spouse, participant_type_id: event.typeId },
    ]
    const edited = await t.call(routes.editMyReservation, { params: one.params, as: one.user, body: { participants } })
    expect(edited.data).toMatchObject({ total: 20_000 })
    await t.database.pool.query('update spouses set linked_user_id = $2 where id = $1', [spouse, other.id])
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: other,
      body: { participant_type_id: event.typeId },
    })
    expect(made.status).toBe(201)
    return one
  }

  test('is not called unpaid', async () => {
    const one = await overtaken()
    await one.pay(10_000)
    expect(await one.show()).toMatchObject({ total: 10_000, pending_change: null })
    expect(await one.refunds()).toEqual([[10_000, 'owed change_ended']])
  })

  test('ends what was waived of it, and nobody is told that they pay less', async () => {
    const one = await overtaken()
    await one.waive(10_000)
    expect(await one.show()).toMatchObject({ total: 10_000, waived: 0, balance: 0, pending_change: null })
    const subjects = (await t.outbox(one.user.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('cannot be made'))).toHaveLength(1)
    expect(subjects.filter((subject) => subject.includes('less for'))).toEqual([])
  })
})
