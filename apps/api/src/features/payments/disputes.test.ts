import { createHmac } from 'node:crypto'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { openProviderServer, type ProviderServer } from '../../../test/provider-server.ts'
import { useProviders } from './index.ts'
import { paystack } from './providers/paystack.ts'

const SECRET = 'sk_live_x'
let t: TestApp
let server: ProviderServer
let office: TestAccount
/** What Paystack says of each dispute. */
const disputes = new Map<string, object>()

beforeAll(async () => {
  server = await openProviderServer()
  t = await testApp()
  useProviders(t.app.deps, [paystack({ secretKey: SECRET, url: server.url })])
  office = await t.account({ type: 'admin', permissions: ['payments.read', 'reservations.read'] })
  server.says(({ method, path, body }) => {
    if (method === 'POST') {
      const { reference } = JSON.parse(body) as { reference: string }
      const data = { reference, authorization_url: `https://checkout.paystack.com/${reference}` }
      return { body: { status: true, data } }
    }
    const key = path.slice(path.lastIndexOf('/') + 1)
    const data = path.startsWith('/dispute/')
      ? disputes.get(key)
      : { id: `id-${key}`, reference: key, status: 'success', amount: 10_000, currency: 'GHS', domain: 'live' }
    return data ? { body: { status: true, data } } : { status: 404, body: { status: false, message: 'not found' } }
  })
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
  await server.close()
})

const paid = async () => {
  const { user, id, view } = await made(t, await makeEvent(t))
  const { data } = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
  await t.call(paymentRoutes.verifyPayment, { params: { id: data.reference }, as: user })
  return { user, id, code: view.code, reference: data.reference }
}
/** A notice of a dispute, whose state Paystack confirms. */
const notify = async (step: string, id: string, reference: string, more: object = {}) => {
  const transaction = { reference, amount: 10_000, currency: 'GHS' }
  const data = { id, status: step, resolution: null, dueAt: '2026-11-25T12:00:00.000Z', transaction, ...more }
  disputes.set(id, data)
  const payload = JSON.stringify({ event: `charge.dispute.${step}`, data })
  const { statusCode } = await t.app.server.inject({
    method: 'POST',
    url: '/api/v1/payments/webhooks/paystack',
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': createHmac('sha512', SECRET).update(payload).digest('hex'),
    },
    payload,
  })
  expect(statusCode).toBe(200)
  await t.app.deps.jobs.drain()
}
const ledger = async (id: string) =>
  (
    await t.database.pool.query<{ kind: string; amount: string }>(
      'select kind, amount from ledger_entries where reservation_id = $1 order by id',
      [id],
    )
  ).rows.map(({ kind, amount }) => [kind, Number(amount)])
const show = async (id: string) => (await t.call(reservationRoutes.getReservation, { params: { id }, as: office })).data
const alertsOf = async (code: string) =>
  (await t.call(alertRoutes.listAlerts, { query: {}, as: office })).data.filter(({ about }) => about?.startsWith(code))
const outcomes = async (id: string) =>
  (
    await t.database.pool.query<{ outcome: string }>(
      `select outcome from payment_events where reference = $1 and about = 'dispute' order by id`,
      [id],
    )
  ).rows.map(({ outcome }) => outcome)

it('reaches the office with its payment, amount, reservation and deadline, and ends when it is won', async () => {
  const { id, code, reference } = await paid()
  await notify('create', 'D1', reference)
  expect(await alertsOf(code)).toMatchObject([
    {
      kind: 'payment_disputed',
      about: `${code}, GHS\u00A0100.00, answer by 25-11-2026`,
      link: `/admin/reservations/${id}`,
    },
  ])
  const { rows } = await t.database.pool.query(
    `select data from alerts where kind = 'payment_disputed' and subject = 'D1'`,
  )
  expect(rows[0]?.data).toMatchObject({
    reference,
    amount: 10_000,
    currency: 'GHS',
    due_at: '2026-11-25T12:00:00.000Z',
  })
  expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000 })

  await notify('resolve', 'D1', reference, { resolution: 'declined' })
  expect(await alertsOf(code)).toEqual([])
  expect(await outcomes('D1')).toEqual(['dispute_open', 'dispute_won'])
  expect(await ledger(id)).toEqual([['capture', 10_000]])
})

it('that is lost takes the money back, once: the reservation owes it again', async () => {
  const { id, code, reference } = await paid()
  await notify('create', 'D2', reference)
  const lost = { resolution: 'merchant-accepted', refund_amount: 4_000 }
  await notify('resolve', 'D2', reference, lost)
  await notify('resolve', 'D2', reference, { ...lost, status: 'resolved again' })
  await notify('remind', 'D2', reference, { status: 'late' })
  expect(await ledger(id)).toEqual([
    ['capture', 10_000],
    ['chargeback', -4_000],
  ])
  expect(await show(id)).toMatchObject({ status: 'pending', paid: 6_000, balance: 4_000 })
  expect((await alertsOf(code)).map(({ kind }) => kind).sort()).toEqual(['part_payment', 'payment_charged_back'])
  const money = await t.call(tillRoutes.listMoney, { query: { kind: 'chargeback' }, as: office })
  expect(money.data).toMatchObject([{ amount: -4_000, reservation_code: code, receipt: null }])

  // Another one takes no more than is left.
  await notify('resolve', 'D3', reference, { resolution: 'auto-accepted' })
  expect((await ledger(id)).at(-1)).toEqual(['chargeback', -6_000])
  expect((await show(id)).paid).toBe(0)
})

it('that comes after a cancellation lowers what goes back', async () => {
  const { user, id, reference } = await paid()
  await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
  const due = async () => (await show(id)).refunds?.filter(({ status }) => status === 'due').map(({ amount }) => amount)
  expect(await due()).toEqual([10_000])
  await notify('resolve', 'D4', reference, { resolution: 'merchant-accepted' })
  expect(await due()).toEqual([])
  expect(await show(id)).toMatchObject({ status: 'cancelled', paid: 0 })
})

it('is known by its id: most fields of its notice can be empty', async () => {
  const { code, reference } = await paid()
  const nothing = {
    transaction_reference: null,
    merchant_transaction_reference: null,
    refund_amount: null,
    currency: null,
  }
  await notify('create', 'D5', reference, nothing)
  expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_disputed'])
})

it('about a payment that is not ours is noted and changes nothing', async () => {
  await notify('create', 'D9', 'SOMEBODY-ELSES')
  expect(await outcomes('D9')).toEqual(['unknown_reference'])
})
