import { createHmac } from 'node:crypto'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
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
/** What it says of a refund. */
let refundStatus = 'pending'

beforeAll(async () => {
  server = await openProviderServer()
  t = await testApp()
  useProviders(t.app.deps, [paystack({ secretKey: SECRET, url: server.url })])
  office = await t.account({
    type: 'admin',
    permissions: [
      'payments.read',
      'payments.refund',
      'payments.take_cash',
      'payments.void_cash',
      'reservations.read',
      'reservations.check_in',
      'reservations.waive',
      'events.archive',
    ],
  })
  server.says(({ method, path, body }) => {
    if (path.startsWith('/refund')) {
      const data = { id: 77, status: refundStatus, merchant_note: null }
      return { body: { status: true, data } }
    }
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

const paid = async (event?: BookableEvent) => {
  const { user, id, view } = await made(t, event ?? (await makeEvent(t)))
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
  const { user, id, code, reference } = await paid()
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
  const told = (await t.outbox(user.email)).map(({ text }) => text.replaceAll('\u00A0', ' '))
  const taken = told.filter((text) => text.includes('The bank has taken back GHS 40.00'))
  expect(taken.map((text) => text.includes('GHS 40.00 more is due to confirm the place.'))).toEqual([true])
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

it('that takes all of a late payment leaves nothing to do about it, and says nothing false', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  const { user, id } = await made(t, event)
  const { data } = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
  const start = t.clock().toISOString()
  t.clock.forward(31)
  await made(t, event)
  await t.call(paymentRoutes.verifyPayment, { params: { id: data.reference }, as: user })
  const kinds = async () => {
    const { rows } = await t.database.pool.query<{ kind: string }>(
      `select kind from alerts where resolved_at is null and (data->>'reference' = $1 or data->>'reservation_id' = $2) order by 1`,
      [data.reference, id],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await show(id)).toMatchObject({ status: 'failed', paid: 10_000 })
  expect(await kinds()).toEqual(['late_money', 'refund_due'])
  await notify('resolve', 'D60', data.reference, { resolution: 'merchant-accepted' })
  expect(await kinds()).toEqual(['payment_charged_back'])
  const [mail] = await t.outbox(user.email)
  expect(mail?.text).toContain('The bank has taken back')
  expect(mail?.text).toContain('Nothing is due.')
  expect(mail?.text).not.toContain('Nothing was paid')
  t.clock.set(start)
})

describe('lost while a refund is on its way', () => {
  const cancelledAndSent = async () => {
    const { user, id, code, reference } = await paid()
    await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
    const refund = (await show(id)).refunds?.[0]?._id ?? ''
    refundStatus = 'pending'
    await t.call(refundRoutes.sendRefund, { params: { id: refund }, as: office })
    return { id, code, reference, refund }
  }
  const ask = (refund: string) => t.call(refundRoutes.askAboutRefund, { params: { id: refund }, as: office })

  it('is a loss when both left: the refund settles, and the office sees how much', async () => {
    const { id, code, reference, refund } = await cancelledAndSent()
    await notify('resolve', 'D10', reference, { resolution: 'merchant-accepted' })
    expect(await ledger(id)).toEqual([
      ['capture', 10_000],
      ['loss', -10_000],
    ])
    refundStatus = 'processed'
    expect((await ask(refund)).data).toMatchObject({ status: 'done' })
    expect(await ledger(id)).toEqual([
      ['capture', 10_000],
      ['loss', -10_000],
      ['refund', -10_000],
    ])
    expect(await show(id)).toMatchObject({ status: 'cancelled', paid: 0 })
    expect(await alertsOf(code)).toMatchObject([{ kind: 'payment_lost', about: `${code}, GHS\u00A0100.00` }])
    const money = await t.call(tillRoutes.listMoney, { query: { kind: 'loss' }, as: office })
    expect(money.data).toMatchObject([{ amount: -10_000, reservation_code: code }])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('is charged back when the refund fails: nothing left twice, and nothing is due back', async () => {
    const { id, code, reference, refund } = await cancelledAndSent()
    await notify('resolve', 'D11', reference, { resolution: 'merchant-accepted', refund_amount: 4_000 })
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_lost'])
    refundStatus = 'failed'
    expect((await ask(refund)).data).toMatchObject({ status: 'withdrawn' })
    expect(await ledger(id)).toEqual([
      ['capture', 10_000],
      ['loss', -4_000],
      ['loss', 4_000],
      ['chargeback', -4_000],
    ])
    const due = (await show(id)).refunds?.filter(({ status }) => status === 'due').map(({ amount }) => amount)
    expect(due).toEqual([6_000])
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['refund_due'])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('is a loss when the refund was made before', async () => {
    const { id, code, reference, refund } = await cancelledAndSent()
    refundStatus = 'processed'
    await ask(refund)
    await notify('resolve', 'D12', reference, { resolution: 'auto-accepted' })
    expect((await ledger(id)).at(-1)).toEqual(['loss', -10_000])
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_lost'])
  })
})

const running = () => makeEvent(t, { startsAt: t.clock().toISOString() })
const comesIn = async (id: string) =>
  (await t.call(checkinRoutes.adminCheckIn, { params: { id }, body: {}, as: office })).data.map(({ result }) => result)
const arrived = async (event?: BookableEvent) => {
  const of = await paid(event ?? (await running()))
  expect(await comesIn(of.id)).toEqual(['ok'])
  expect((await show(of.id)).status).toBe('redeemed')
  return of
}
const owing = async (code: string) =>
  (await t.call(paymentRoutes.listOpenPayments, { query: { kind: 'charged_back' }, as: office })).data.filter(
    ({ reservation_code }) => reservation_code === code,
  )

describe('lost after the check-in', () => {
  const accepted = { resolution: 'merchant-accepted' }

  it('is booked: who is inside stays checked in, owes it, and everybody reads so', async () => {
    const { id, user, code, reference } = await arrived()
    await notify('create', 'D40', reference)
    await notify('resolve', 'D40', reference, { ...accepted, refund_amount: 2_000 })
    expect(await outcomes('D40')).toEqual(['dispute_open', 'dispute_lost'])
    expect(await ledger(id)).toEqual([
      ['capture', 10_000],
      ['chargeback', -2_000],
    ])
    const seen = await show(id)
    expect(seen).toMatchObject({ status: 'redeemed', paid: 8_000, balance: 2_000, due_now: 2_000 })
    expect(seen).toMatchObject({ standing: { kind: 'charged_back', amount: 2_000 } })
    expect(seen.allowed).toEqual(expect.arrayContaining(['waive', 'take_cash']))
    expect(seen.timeline.at(-1)).toMatchObject({ action: 'reverse', to: 'redeemed', reason: 'charged_back' })
    expect(await owing(code)).toMatchObject([{ kind: 'charged_back', amount: 2_000, reservation_status: 'redeemed' }])
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_charged_back'])
    const told = (await t.outbox(user.email)).map(({ text }) => text.replaceAll('\u00A0', ' '))
    expect(told.filter((text) => text.includes('The bank has taken back GHS 20.00'))).toHaveLength(1)
    // Somebody who enters again is asked for it.
    expect(await comesIn(id)).toEqual(['unpaid'])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('ends when it is paid or waived, and only money that a bank took may be open', async () => {
    const { id, user, code, reference } = await arrived()
    await notify('resolve', 'D41', reference, accepted)
    expect(await show(id)).toMatchObject({ status: 'redeemed', paid: 0, balance: 10_000 })
    const cash = await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount: 6_000 }, as: office })
    expect(await show(id)).toMatchObject({ status: 'redeemed', paid: 6_000, balance: 4_000 })
    await t.call(reservationRoutes.waiveBalance, { params: { id }, body: { reason: 'A guest' }, as: office })
    expect(await show(id)).toMatchObject({ status: 'redeemed', balance: 0, standing: { kind: 'waived' } })
    expect(await owing(code)).toEqual([])
    const undone = await t.call(paymentRoutes.voidCash, {
      params: { id: cash.data._id },
      body: { reason: 'Mistyped' },
      as: office,
    })
    expect(undone.code).toBe('illegal_transition')
    expect(await comesIn(id)).toEqual(['already_redeemed'])
    expect((await t.call(reservationRoutes.getMyReservation, { params: { id }, as: user })).data).toMatchObject({
      balance: 0,
    })
  })

  it('is pending when nobody came after all: the check-in is withdrawn, and the place is held as at first', async () => {
    const event = await running()
    const { id, reference, code } = await arrived(event)
    await notify('resolve', 'D42', reference, accepted)
    const { rows } = await t.database.pool.query<{ id: string }>(
      'select id::text from scans where reservation_id = $1 and accepted',
      [id],
    )
    const review = (act: 'withdraw' | 'restore') =>
      t.call(boardRoutes.reviewScans, {
        params: { id: event.id },
        body: { act, scan_ids: rows.map((row) => row.id) },
        as: office,
      })
    await review('withdraw')
    await t.app.deps.jobs.drain()
    const until = new Date(t.clock().getTime() + 30 * 60_000).toISOString()
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, hold_expires_at: until })
    expect(await owing(code)).toEqual([])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    await review('restore')
    expect((await show(id)).status).toBe('pending')
    await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount: 10_000 }, as: office })
    expect((await show(id)).status).toBe('redeemed')
  })

  it('is booked where only the deposit stays paid', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const { id, reference } = await arrived(event)
    await notify('resolve', 'D43', reference, { ...accepted, refund_amount: 3_000 })
    expect(await show(id)).toMatchObject({ status: 'redeemed', balance: 3_000, due_now: 3_000 })
  })

  it('is booked when the refund that left with it fails', async () => {
    const { id, reference } = await arrived()
    const [payment] = (await show(id)).payments ?? []
    refundStatus = 'pending'
    await t.call(paymentRoutes.refundPayment, {
      params: { id: payment?._id ?? '' },
      body: { amount: 10_000, refundable: 10_000, reason: 'A gift' },
      as: office,
    })
    await notify('resolve', 'D44', reference, accepted)
    expect((await ledger(id)).at(-1)).toEqual(['loss', -10_000])
    refundStatus = 'failed'
    const refund = (await show(id)).refunds?.[0]?._id ?? ''
    await t.call(refundRoutes.askAboutRefund, { params: { id: refund }, as: office })
    expect((await ledger(id)).at(-1)).toEqual(['chargeback', -10_000])
    expect(await show(id)).toMatchObject({ status: 'redeemed', paid: 0, balance: 10_000 })
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('is booked after the event was archived, when nobody owes anything', async () => {
    const event = await running()
    const { id, code, reference } = await arrived(event)
    t.clock.set('2027-01-14T08:00:00Z')
    await t.call(adminEventRoutes.archiveEvent, { params: { id: event.id }, as: office })
    expect((await show(id)).status).toBe('archived')
    await notify('resolve', 'D45', reference, accepted)
    expect((await ledger(id)).at(-1)).toEqual(['chargeback', -10_000])
    expect(await show(id)).toMatchObject({ status: 'archived', paid: 0, balance: 0 })
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_charged_back'])
    t.clock.set('2026-11-21T08:00:00Z')
  })
})

describe('without a further notice', () => {
  const poll = async (minutes: number) => {
    t.clock.forward(minutes)
    await t.database.pool.query(`select graphile_worker.add_job('poll_disputes')`)
    await t.app.deps.jobs.drain()
  }
  const lose = (id: string) => disputes.set(id, { ...disputes.get(id), resolution: 'merchant-accepted' })

  it('is asked about until it ends', async () => {
    const { id, reference } = await paid()
    await notify('resolve', 'D20', reference)
    expect(await ledger(id)).toEqual([['capture', 10_000]])
    lose('D20')
    await poll(11)
    expect((await ledger(id)).at(-1)).toEqual(['chargeback', -10_000])
  })

  it('is asked about at once when its notice is repeated, or when staff wish so', async () => {
    const one = await paid()
    await notify('resolve', 'D21', one.reference)
    await notify('resolve', 'D21', one.reference, { resolution: 'merchant-accepted' })
    expect((await ledger(one.id)).at(-1)).toEqual(['chargeback', -10_000])

    const other = await paid()
    await notify('create', 'D22', other.reference)
    const listed = async () =>
      (await t.call(paymentRoutes.listOpenPayments, { query: { kind: 'dispute' }, as: office })).data.filter(
        ({ reservation_code }) => reservation_code === other.code,
      )
    const [item] = await listed()
    expect(item).toMatchObject({ kind: 'dispute', amount: 10_000, currency: 'GHS', allowed: ['ask_dispute'] })
    lose('D22')
    const params = { id: item?._id ?? '' }
    expect((await t.call(paymentRoutes.askAboutDispute, { params, as: office })).data).toEqual({ status: 'lost' })
    expect((await ledger(other.id)).at(-1)).toEqual(['chargeback', -10_000])
    expect(await listed()).toEqual([])
    expect((await t.call(paymentRoutes.askAboutDispute, { params, as: office })).code).toBe('illegal_transition')
    const nobody = await t.account({ type: 'admin', permissions: ['payments.read'] })
    expect((await t.call(paymentRoutes.askAboutDispute, { params, as: nobody })).code).toBe('forbidden')
  })

  it('alerts once when its deadline has passed', async () => {
    const { code, reference } = await paid()
    const dueAt = new Date(t.app.deps.clock().getTime() + 3_600_000).toISOString()
    await notify('create', 'D23', reference, { dueAt })
    await poll(30)
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_disputed'])
    // Also when the provider says nothing any more.
    disputes.delete('D23')
    await poll(31)
    const [overdue] = await alertsOf(code)
    expect(overdue).toMatchObject({ kind: 'dispute_overdue', link: '/admin/payments/open' })
    await t.call(alertRoutes.resolveAlert, {
      params: { id: overdue?._id ?? '' },
      body: { resolution: 'Seen' },
      as: office,
    })
    await poll(60)
    expect(await alertsOf(code)).toEqual([])
  })
})

it('that cannot be booked for an hour raises an alert, is asked about again, and ends when it is booked', async () => {
  const { id, code, reference } = await paid()
  // What our books refuse, whatever the reason may be.
  await t.database.pool.query(
    `alter table ledger_entries add constraint test_refuses check (kind <> 'chargeback' or amount <> -1234) not valid`,
  )
  await notify('resolve', 'D50', reference, { resolution: 'merchant-accepted', refund_amount: 1_234 })
  expect([await outcomes('D50'), await ledger(id), await alertsOf(code)]).toEqual([[null], [['capture', 10_000]], []])
  const watch = async (minutes: number) => {
    t.clock.forward(minutes)
    await t.database.pool.query(`select graphile_worker.add_job('poll_notices')`)
    await t.app.deps.jobs.drain()
  }
  await watch(30)
  expect(await alertsOf(code)).toEqual([])
  await watch(31)
  const [alert] = await alertsOf(code)
  expect(alert).toMatchObject({ kind: 'notice_not_booked', link: `/admin/reservations/${id}` })
  // Who has seen it is not told again.
  const params = { id: alert?._id ?? '' }
  await t.call(alertRoutes.resolveAlert, { params, body: { resolution: 'Seen' }, as: office })
  await watch(61)
  expect(await alertsOf(code)).toEqual([])
  await t.database.pool.query('alter table ledger_entries drop constraint test_refuses')
  await watch(61)
  expect(await outcomes('D50')).toEqual(['dispute_lost'])
  expect((await ledger(id)).at(-1)).toEqual(['chargeback', -1_234])
})

it('in another currency is for the office to compare: nothing is booked, and no alert says that it was', async () => {
  const { id, code, reference } = await paid()
  const transaction = { reference, amount: 5_000, currency: 'USD' }
  await notify('resolve', 'D30', reference, { resolution: 'merchant-accepted', transaction })
  expect(await ledger(id)).toEqual([['capture', 10_000]])
  expect(await alertsOf(code)).toMatchObject([{ kind: 'dispute_to_compare', about: expect.stringContaining('50.00') }])
})

it('about a payment that is not ours is noted and changes nothing', async () => {
  await notify('create', 'D9', 'SOMEBODY-ELSES')
  expect(await outcomes('D9')).toEqual(['unknown_reference'])
})

describe('won after it was lost', () => {
  const won = { resolution: 'declined' }
  const lost = { resolution: 'merchant-accepted' }

  it('gives the money back to the reservation, once, and staff see it', async () => {
    const { user, id, code, reference } = await paid()
    await notify('resolve', 'D70', reference, { ...lost, refund_amount: 4_000 })
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 6_000 })
    await notify('resolve', 'D70', reference, won)
    await notify('resolve', 'D70', reference, { ...won, status: 'resolved again' })
    await notify('resolve', 'D70', reference, lost)
    expect(await ledger(id)).toEqual([
      ['capture', 10_000],
      ['chargeback', -4_000],
      ['chargeback_returned', 4_000],
    ])
    expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000, balance: 0 })
    expect(await alertsOf(code)).toMatchObject([
      { kind: 'chargeback_returned', about: `${code}, GHS\u00A040.00`, link: `/admin/reservations/${id}` },
    ])
    const money = await t.call(tillRoutes.listMoney, { query: { kind: 'chargeback_returned' }, as: office })
    expect(money.data).toMatchObject([{ amount: 4_000, reservation_code: code, receipt: null }])
    const told = (await t.outbox(user.email)).map(({ text }) => text.replaceAll('\u00A0', ' '))
    expect(told.filter((text) => /received .*GHS 40\.00/.test(text))).toHaveLength(1)
    // Another dispute can take it again.
    await notify('resolve', 'D71', reference, lost)
    expect((await ledger(id)).at(-1)).toEqual(['chargeback', -10_000])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('owes what was paid twice by then', async () => {
    const { user, id, code, reference } = await paid()
    await notify('resolve', 'D72', reference, lost)
    const { data } = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
    await t.call(paymentRoutes.verifyPayment, { params: { id: data.reference }, as: user })
    expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000 })
    await notify('resolve', 'D72', reference, won)
    const due = (await show(id)).refunds?.filter(({ status }) => status === 'due').map(({ amount }) => amount)
    expect(due).toEqual([10_000])
    expect((await alertsOf(code)).map(({ kind }) => kind).sort()).toEqual(['chargeback_returned', 'refund_due'])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('is due back where the reservation was cancelled by then', async () => {
    const { user, id, reference } = await paid()
    await notify('resolve', 'D73', reference, lost)
    await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
    await notify('resolve', 'D73', reference, won)
    const due = (await show(id)).refunds?.filter(({ status }) => status === 'due').map(({ amount }) => amount)
    expect(due).toEqual([10_000])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('is no loss any more where a refund had taken it, too', async () => {
    const { user, id, code, reference } = await paid()
    await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
    const refund = (await show(id)).refunds?.[0]?._id ?? ''
    refundStatus = 'processed'
    await t.call(refundRoutes.sendRefund, { params: { id: refund }, as: office })
    await t.call(refundRoutes.askAboutRefund, { params: { id: refund }, as: office })
    await notify('resolve', 'D74', reference, lost)
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['payment_lost'])
    await notify('resolve', 'D74', reference, won)
    expect((await ledger(id)).slice(2)).toEqual([
      ['loss', -10_000],
      ['loss', 10_000],
    ])
    expect((await alertsOf(code)).map(({ kind }) => kind)).toEqual(['chargeback_returned'])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })

  it('settles who was checked in and owed it', async () => {
    const { id, code, reference } = await arrived()
    await notify('resolve', 'D78', reference, lost)
    expect(await show(id)).toMatchObject({ status: 'redeemed', paid: 0, balance: 10_000 })
    await notify('resolve', 'D78', reference, won)
    expect(await show(id)).toMatchObject({ status: 'redeemed', paid: 10_000, balance: 0, standing: { kind: 'paid' } })
    expect(await owing(code)).toEqual([])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  })
})
