import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { useProviders } from './index.ts'
import { providersOf } from './providers/index.ts'
import { sandboxCheckoutPath } from './providers/sandbox.ts'

/** A page of the provider that asks for more than is owed by now, with the real calls of the sandbox. */

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))
afterAll(() => t.close())

const shirts = (event: BookableEvent, quantity: number) => ({
  products: quantity > 0 ? [{ product_option_id: event.optionId, quantity }] : null,
})

/** Somebody with a paid place, who has just opened the page to pay for a change of two shirts. */
const opened = async () => {
  const event = await makeEvent(t)
  const { id, user } = await made(t, event)
  const params = { id }
  await t.call(paymentRoutes.takeCash, { params, body: { amount: 10_000 }, as: office })
  await t.app.deps.jobs.drain()
  const change = async (quantity: number) => {
    const { status } = await t.call(routes.editMyReservation, { params, as: user, body: shirts(event, quantity) })
    expect(status).toBe(200)
  }
  await change(2)
  const { reference } = (await t.call(paymentRoutes.startPayment, { params, as: user, body: {} })).data
  const page = () => t.app.server.inject({ url: sandboxCheckoutPath(reference) })
  const pay = async () => {
    const { statusCode } = await t.app.server.inject({
      method: 'POST',
      url: sandboxCheckoutPath(reference),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'decision=pay',
    })
    expect(statusCode).toBe(303)
    await t.app.deps.jobs.drain()
  }
  const show = async () => (await t.call(routes.getReservation, { params, as: office })).data
  const refunds = async () =>
    (await t.call(refundRoutes.listRefunds, { query: { reservation_id: id }, as: office })).data.map(
      ({ amount, reason, status }) => [amount, reason, status],
    )
  const states = async () => {
    const text = `select status from payments where reservation_id = $1 and provider = 'sandbox' order by created_at`
    return (await t.database.pool.query<{ status: string }>(text, [id])).rows.map(({ status }) => status)
  }
  return { user, params, change, page, pay, show, refunds, states }
}

const ways = [
  ['a cheaper change', (one: Awaited<ReturnType<typeof opened>>) => one.change(1), 13_500],
  ['taking it out again', (one: Awaited<ReturnType<typeof opened>>) => one.change(0), 10_000],
  [
    'taking the change back',
    async ({ params, user }: Awaited<ReturnType<typeof opened>>) => {
      await t.call(routes.takeBackMyChange, { params, as: user })
    },
    10_000,
  ],
  [
    'a waiver of a part',
    async ({ params }: Awaited<ReturnType<typeof opened>>) => {
      const body = { amount: 3_500, reason: 'A gift' }
      await t.call(routes.waiveBalance, { params, as: office, body })
    },
    17_000,
  ],
] as const

describe.each(ways)('after %s', (_, lower, total) => {
  it('the page ends, and nothing can be paid there', async () => {
    const one = await opened()
    await lower(one)
    await t.app.deps.jobs.drain()
    expect((await one.page()).body).toContain('This payment has already been decided.')
    await one.pay()
    expect(await one.states()).toEqual(['abandoned'])
    expect(await one.show()).toMatchObject({ paid: 10_000, total })
    expect(await one.refunds()).toEqual([])
  })

  it('what is paid there all the same, before it ends, counts as far as it is needed, and the rest goes back', async () => {
    const one = await opened()
    await lower(one)
    await one.pay()
    const waived = total === 17_000 ? 3_500 : 0
    expect(await one.show()).toMatchObject({ status: 'active', total, paid: 17_000, balance: 0, pending_change: null })
    expect(await one.refunds()).toEqual([[17_000 - (total - waived), 'overpaid', 'due']])
    const mails = await t.outbox(one.user.email)
    expect(mails.some(({ subject }) => subject.includes('refund'))).toBe(true)
  })
})

it('a page that asks for what is owed stays open, and one that was being opened meanwhile is ended', async () => {
  const one = await opened()
  await one.change(3)
  await t.app.deps.jobs.drain()
  expect(await one.states()).toEqual(['started'])
  const [provider] = providersOf(t.app.deps)
  if (!provider) throw new Error('the sandbox is the provider')
  useProviders(t.app.deps, [
    {
      ...provider,
      start: async (charge) => {
        const page = await provider.start(charge)
        await one.change(1)
        await t.app.deps.jobs.drain()
        return page
      },
    },
  ])
  const { code } = await t.call(paymentRoutes.startPayment, { params: one.params, as: one.user, body: {} })
  expect(code).toBe('stale')
  await t.app.deps.jobs.drain()
  useProviders(t.app.deps, [provider])
  expect(await one.states()).toEqual(['abandoned', 'abandoned'])
})
