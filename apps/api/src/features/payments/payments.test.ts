import { createHmac } from 'node:crypto'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { type BookableEvent, reserve as made, makeEvent, redeem } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { useProviders } from './index.ts'
import { paystack } from './providers/paystack.ts'
import { type Provider, ProviderError, type Verdict } from './providers/provider.ts'

/** A provider that answers what the test sets: late, twice, short, in another currency, or nothing. */
interface Liar extends Provider {
  says: Verdict | 'silence'
  readonly refunds: number[]
}

const liar = (): Liar => {
  const refunds: number[] = []
  const provider: Liar = {
    name: 'paystack',
    live: true,
    says: { state: 'pending' },
    refunds,
    start: async (charge) => {
      if (provider.says === 'silence') throw new ProviderError('no answer')
      return { checkoutUrl: `https://pay.test/${charge.reference}` }
    },
    verify: async () => {
      if (provider.says === 'silence') throw new ProviderError('no answer')
      return provider.says
    },
    readWebhook: (rawBody) => {
      const reference = rawBody.toString('utf8').replace(/"/g, '')
      return { dedupeKey: `charge.success ${reference}`, reference, about: 'payment', payload: { reference } }
    },
    refund: async ({ amount }) => {
      if (provider.says === 'silence') throw new ProviderError('no answer')
      refunds.push(amount)
      return { state: 'done', providerReference: `r-${refunds.length}` }
    },
    verifyRefund: async () => ({ state: 'unknown' }),
  }
  return provider
}

let t: TestApp
let provider: Liar
let cashier: TestAccount

beforeAll(async () => {
  t = await testApp()
  cashier = await t.account({
    type: 'admin',
    permissions: ['payments.read', 'payments.take_cash', 'payments.void_cash', 'payments.refund', 'reservations.read'],
  })
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const reserve = async (event: BookableEvent, as: TestAccount) => (await made(t, event, {}, as)).view

/** A held reservation with a payment that was started at the provider. */
const begin = async (options: Parameters<typeof makeEvent>[1] = {}) => {
  provider = liar()
  useProviders(t.app.deps, [provider])
  const event = await makeEvent(t, options)
  const user = await t.account()
  const reservation = await reserve(event, user)
  const started = await t.call(paymentRoutes.startPayment, { params: { id: reservation._id }, body: {}, as: user })
  expect(started.status).toBe(201)
  return { event, user, reservation, reference: started.data.reference }
}

const paid = (amount: number, more: Partial<Extract<Verdict, { state: 'paid' }>> = {}): Verdict => ({
  state: 'paid',
  amount,
  currency: 'GHS',
  live: true,
  providerReference: t.app.deps.random.bytes(8).toString('hex'),
  ...more,
})

const verify = (reference: string, as: TestAccount) =>
  t.call(paymentRoutes.verifyPayment, { params: { id: reference }, as })
const webhook = (reference: string) =>
  t.call(paymentRoutes.receiveWebhook, { params: { provider: 'paystack' }, body: reference })
const ledger = async (reservationId: string) =>
  (
    await t.database.pool.query<{ amount: string }>(
      'select amount from ledger_entries where reservation_id = $1 order by id',
      [reservationId],
    )
  ).rows.map(({ amount }) => Number(amount))

describe('a payment through a provider', () => {
  it('is credited once, from any source: the return, the webhook twice, the poller', async () => {
    const { user, reservation, reference } = await begin()
    provider.says = paid(10_000)
    const [first] = await Promise.all([
      verify(reference, user),
      verify(reference, user),
      webhook(reference),
      webhook(reference),
    ])
    expect(first.data.reservation.status).toBe('active')
    await t.app.deps.jobs.drain()
    t.clock.forward(10)
    await t.database.pool.query(`select graphile_worker.add_job('poll_payments')`)
    await t.app.deps.jobs.drain()
    expect(await ledger(reservation._id)).toEqual([10_000])
    const mails = await t.outbox(user.email)
    const received = mails.filter(({ subject }) => subject.includes('GHS\u00A0100.00'))
    expect(received).toHaveLength(1)
    const said = `Receipt number ${reservation.code}.\nReference ${reference}.`
    expect(received.map(({ text }) => text.includes(said))).toEqual([true])
  })

  it('has a receipt number of its own, also beside another payment of the reservation', async () => {
    const { user, reservation, reference } = await begin({ depositPercent: 40 })
    const pay = async (of: string, amount: number) => {
      provider.says = paid(amount)
      expect((await verify(of, user)).status).toBe(200)
    }
    await pay(reference, 4_000)
    const rest = await t.call(paymentRoutes.startPayment, { params: { id: reservation._id }, body: {}, as: user })
    await pay(rest.data.reference, 6_000)
    await t.app.deps.jobs.drain()
    const numbers = (await t.outbox(user.email)).flatMap(({ text }) => /Receipt number (.*)\.$/m.exec(text)?.[1] ?? [])
    expect(numbers.sort()).toEqual([reservation.code, `${reservation.code}/2`])
    const { data } = await t.call(paymentRoutes.listOwnPayments, { params: { id: reservation._id }, as: user })
    expect(data.map((one) => [one.reference, one.online_number])).toEqual(
      expect.arrayContaining([
        [reference, 1],
        [rest.data.reference, 2],
      ]),
    )
    await expect(
      t.database.pool.query(`update payments set online_number = 1 where reference = $1`, [rest.data.reference]),
    ).rejects.toThrow('payments_online_number')

    const office = await t.account({ type: 'admin', permissions: ['payments.read'] })
    const found = async (search: string) => {
      const list = await t.call(tillRoutes.listMoney, { as: office, query: { search } })
      return list.data.map((one) => [one.receipt, one.reference, one.amount]).sort()
    }
    const { code } = reservation
    const [first, second] = [
      [code, reference, 4_000],
      [`${code}/2`, rest.data.reference, 6_000],
    ]
    expect(await found(code)).toEqual([first, second])
    expect(await found(`${code}/2`)).toEqual([second])
    expect(await found(`${code.replace('-', '').toLowerCase()}/1`)).toEqual([first])
    expect(await found(`${code}/9`)).toEqual([])
  })

  it('settles by the webhook alone, and by the poller alone', async () => {
    const one = await begin()
    provider.says = paid(10_000)
    expect((await webhook(one.reference)).status).toBe(200)
    await t.app.deps.jobs.drain()
    expect(await ledger(one.reservation._id)).toEqual([10_000])

    const two = await begin()
    provider.says = paid(10_000)
    t.clock.forward(2)
    await t.database.pool.query(`select graphile_worker.add_job('poll_payments')`)
    await t.app.deps.jobs.drain()
    expect(await ledger(two.reservation._id)).toEqual([10_000])
  })

  it('is asked about for two days after it failed: a second try on the page can succeed without a notice', async () => {
    const { reservation, reference } = await begin()
    const poll = async () => {
      await t.database.pool.query(`select graphile_worker.add_job('poll_payments')`)
      await t.app.deps.jobs.drain()
    }
    const standing = async () =>
      (
        await t.database.pool.query<{ status: string; asks: boolean }>(
          'select status, verify_after is not null as asks from payments where reference = $1',
          [reference],
        )
      ).rows
    provider.says = { state: 'failed', reason: 'Declined' }
    t.clock.forward(2)
    await poll()
    expect(await standing()).toEqual([{ status: 'failed', asks: true }])
    provider.says = paid(10_000)
    t.clock.forward(10)
    await poll()
    expect(await ledger(reservation._id)).toEqual([10_000])
    expect(await standing()).toEqual([{ status: 'paid', asks: false }])

    const other = await begin()
    provider.says = { state: 'failed', reason: 'Declined' }
    t.clock.forward(2)
    await poll()
    t.clock.forward(49 * 60)
    await poll()
    const { rows } = await t.database.pool.query('select status, verify_after from payments where reference = $1', [
      other.reference,
    ])
    expect(rows).toEqual([{ status: 'failed', verify_after: null }])
  })

  it('credits what came when it is short or over, and says so to staff', async () => {
    const short = await begin()
    provider.says = paid(9_000)
    const answer = await verify(short.reference, short.user)
    expect(answer.data.reservation).toMatchObject({ status: 'pending', paid: 9_000, balance: 1_000 })
    const over = await begin()
    provider.says = paid(12_000)
    expect((await verify(over.reference, over.user)).data.reservation).toMatchObject({ status: 'active', paid: 12_000 })
    const open = await t.call(paymentRoutes.listOpenPayments, { query: {}, as: cashier })
    const mismatch = (reference: string) => open.data.find((row) => row.reference === reference)?.mismatch
    expect(mismatch(short.reference)).toBe('short')
    expect(mismatch(over.reference)).toBe('over')
  })

  it('never credits another currency or test money', async () => {
    for (const more of [{ currency: 'USD' }, { live: false }]) {
      const { user, reservation, reference } = await begin()
      provider.says = paid(10_000, more)
      expect((await verify(reference, user)).data).toMatchObject({
        status: 'refund_due',
        reservation: { status: 'pending', paid: 0 },
      })
      expect(await ledger(reservation._id)).toEqual([])
      // The office sees how much it is, in its own currency.
      const open = await t.call(paymentRoutes.listOpenPayments, { query: {}, as: cashier })
      expect(open.data.filter((row) => row.reference === reference)).toMatchObject([
        { amount: 10_000, currency: more.currency ?? 'GHS', mismatch: more.currency ? 'currency' : 'test_money' },
      ])
    }
  })

  it('never credits one provider reference to two payments', async () => {
    const one = await begin()
    const verdict = paid(10_000)
    provider.says = verdict
    await verify(one.reference, one.user)
    const two = await begin()
    provider.says = verdict
    expect((await verify(two.reference, two.user)).data.status).toBe('refund_due')
    expect(await ledger(two.reservation._id)).toEqual([])
  })

  it('takes money that comes after the hold when everything is still free, and owes it back when it is not', async () => {
    const free = await begin({ capacity: 1 })
    t.clock.forward(31)
    provider.says = paid(10_000)
    expect((await verify(free.reference, free.user)).data.reservation.status).toBe('active')

    const gone = await begin({ capacity: 1 })
    t.clock.forward(31)
    await reserve(gone.event, await t.account())
    provider.says = paid(10_000)
    const late = await verify(gone.reference, gone.user)
    expect(late.data).toMatchObject({ status: 'refund_due', reservation: { status: 'failed' } })
    const alerts = await t.database.pool.query('select 1 from alerts where subject = $1', [gone.reference])
    expect(alerts.rowCount).toBe(1)
  })

  it('starts again under the same key without a second payment, and says when the provider is silent', async () => {
    provider = liar()
    useProviders(t.app.deps, [provider])
    const event = await makeEvent(t)
    const user = await t.account()
    const reservation = await reserve(event, user)
    const start = () =>
      t.call(paymentRoutes.startPayment, {
        params: { id: reservation._id },
        body: {},
        as: user,
        headers: { 'idempotency-key': 'one' },
      })
    provider.says = 'silence'
    expect((await start()).code).toBe('payment_provider_unavailable')
    provider.says = { state: 'pending' }
    const again = await start()
    expect(again.data.checkout_url).toBe(`https://pay.test/${again.data.reference}`)
    expect((await start()).data).toEqual(again.data)
    const { rows } = await t.database.pool.query('select reference from payments where reservation_id = $1', [
      reservation._id,
    ])
    expect(rows).toEqual([{ reference: again.data.reference }])
  })

  it('refuses amounts the event does not take, another person and a settled reservation', async () => {
    const { user, reservation, reference } = await begin()
    const start = (body: unknown, as: TestAccount) =>
      t.call(paymentRoutes.startPayment, { params: { id: reservation._id }, body, as })
    expect((await start({ amount: 5_000 }, user)).errors).toMatchObject([{ field: 'amount', code: 'not_offered' }])
    expect((await start({ amount: 10_001 }, user)).errors).toMatchObject([{ field: 'amount', code: 'too_big' }])
    for (const amount of [0, -1, 1.5, '100', 1e30]) expect((await start({ amount }, user)).status).toBe(422)
    expect((await start({ provider: 'stripe' }, user)).errors).toMatchObject([{ field: 'provider' }])
    expect((await start({ return_url: 'https://evil.test' }, user)).status).toBe(422)
    expect((await start({ return_url: '//evil.test' }, user)).status).toBe(422)
    expect((await start({}, await t.account())).status).toBe(404)
    expect((await verify(reference, await t.account())).status).toBe(404)
    provider.says = paid(10_000)
    await verify(reference, user)
    expect((await start({}, user)).code).toBe('nothing_to_pay')
  })
})

describe('cash', () => {
  it('gives receipt numbers without a gap, and none for a refused payment', async () => {
    const event = await makeEvent(t)
    const take = (id: string, amount: number, headers: Record<string, string> = {}) =>
      t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: cashier, headers })
    const reservations = await Promise.all(Array.from({ length: 5 }, async () => reserve(event, await t.account())))
    const taken = await Promise.all(reservations.map(({ _id }) => take(_id, 10_000)))
    const numbers = taken.map(({ data }) => data.receipt_number ?? 0).sort((a, b) => a - b)
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2, 3, 4])

    const next = await reserve(event, await t.account())
    expect((await take(next._id, 10_001)).status).toBe(422)
    const [a, b] = await Promise.all([
      take(next._id, 10_000, { 'idempotency-key': 'k' }),
      take(next._id, 10_000, { 'idempotency-key': 'k' }),
    ])
    const answers = [a, b].filter(({ status }) => status === 201)
    expect(answers.length).toBeGreaterThan(0)
    expect(answers[0]?.data.receipt_number).toBe((numbers.at(-1) ?? 0) + 1)
    const { rows } = await t.database.pool.query<{ status: string; n: string }>(
      'select status, (select count(*) from payments where reservation_id = $1) as n from reservations where id = $1',
      [next._id],
    )
    expect(rows[0]).toMatchObject({ status: 'active', n: '1' })
  })

  it('is voided with a reason: its number stays, the place is held again', async () => {
    const event = await makeEvent(t)
    const reservation = await reserve(event, await t.account())
    const { data } = await t.call(paymentRoutes.takeCash, {
      params: { id: reservation._id },
      body: { amount: 10_000 },
      as: cashier,
    })
    const voided = await t.call(paymentRoutes.voidCash, {
      params: { id: data._id },
      body: { reason: 'Counted twice' },
      as: cashier,
    })
    expect(voided.data).toMatchObject({
      status: 'void',
      void_reason: 'Counted twice',
      receipt_number: data.receipt_number,
    })
    expect(
      (await t.call(paymentRoutes.voidCash, { params: { id: data._id }, body: { reason: 'again' }, as: cashier })).code,
    ).toBe('illegal_transition')
    expect(await ledger(reservation._id)).toEqual([10_000, -10_000])
    const { rows } = await t.database.pool.query<{ status: string }>('select status from reservations where id = $1', [
      reservation._id,
    ])
    expect(rows[0]?.status).toBe('pending')
    const day = t.clock().toISOString().slice(0, 10)
    const closing = await t.call(paymentRoutes.cashClosing, { query: { day }, as: cashier })
    expect(closing.status).toBe(200)
    expect(closing.data.net).toBe(closing.data.taken - closing.data.voided)
    expect(closing.data.receipts).toBe((closing.data.last_receipt ?? 0) - (closing.data.first_receipt ?? 0) + 1)
  })
})

describe('refunds', () => {
  it('never give back more than was paid', async () => {
    const { user, reservation, reference } = await begin()
    provider.says = paid(10_000)
    await verify(reference, user)
    await t.call(reservationRoutes.cancelMyReservation, { params: { id: reservation._id }, as: user })
    const { data: list } = await t.call(paymentRoutes.listReservationPayments, {
      params: { id: reservation._id },
      as: cashier,
    })
    const id = list[0]?._id ?? ''
    expect(list[0]?.refundable).toBe(10_000)
    const refund = (amount: number, refundable: number, key?: string) =>
      t.call(paymentRoutes.refundPayment, {
        params: { id },
        body: { amount, reason: 'Cancelled', refundable },
        as: cashier,
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      })
    expect((await refund(10_001, 10_000)).code).toBe('refund_exceeds_capture')
    const outcomes = await Promise.all([refund(6_000, 10_000), refund(6_000, 10_000)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    // A second click: the amount would fit, but the money has gone back already.
    expect((await refund(1_000, 10_000)).code).toBe('stale')
    const same = await Promise.all([refund(4_000, 4_000, 'key-of-a-refund'), refund(4_000, 4_000, 'key-of-a-refund')])
    expect(same.map(({ status }) => status)).toContain(200)
    expect((await refund(4_000, 4_000, 'key-of-a-refund')).data).toMatchObject({ status: 'refunded', refunded: 10_000 })
    expect(provider.refunds).toEqual([6_000, 4_000])
    expect(await ledger(reservation._id)).toEqual([10_000, -6_000, -4_000])
  })

  it('are goodwill when nothing was due back: nobody inside owes anything for it', async () => {
    const { user, reservation, reference } = await begin()
    provider.says = paid(10_000)
    await verify(reference, user)
    await inWork(t.app.deps, (work) =>
      redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [reservation._id], cashier.id),
    )
    const { data: list } = await t.call(paymentRoutes.listReservationPayments, {
      params: { id: reservation._id },
      as: cashier,
    })
    const refund = await t.call(paymentRoutes.refundPayment, {
      params: { id: list[0]?._id ?? '' },
      body: { amount: 4_000, reason: 'Asked for', refundable: 10_000 },
      as: cashier,
    })
    expect(refund.status).toBe(200)
    expect(provider.refunds).toEqual([4_000])
    expect(await ledger(reservation._id)).toEqual([10_000, -4_000])
    const after = await t.call(reservationRoutes.getReservation, { params: { id: reservation._id }, as: cashier })
    expect(after.data).toMatchObject({ status: 'redeemed', paid: 6_000, reduced: 4_000, balance: 0 })
  })
})

it('forgets who paid in the notices that a former version stored, also the next ones, and in no other', async () => {
  const whole = {
    id: 'evt_1',
    type: 'charge.dispute.created',
    livemode: true,
    data: {
      object: {
        object: 'dispute',
        id: 'dp_1',
        amount: 500,
        currency: 'ghs',
        status: 'needs_response',
        reason: 'fraudulent',
        payment_intent: 'pi_1',
        metadata: { reference: 'TEST-3', name: 'Quillfeather' },
        evidence: { customer_name: 'Zorrina Quillfeather', customer_email_address: 'zq@example.org' },
        charge: { billing_details: { name: 'Zorrina Quillfeather' } },
      },
    },
  }
  const { evidence: _, charge: __, metadata: ___, ...facts } = whole.data.object
  const kept = { ...whole, data: { object: { ...facts, metadata: { reference: 'TEST-3' } } } }
  const { pool } = t.database
  await pool.query(
    `insert into payment_events (provider, dedupe_key, reference, payload, outcome)
     select 'stripe', 'whole ' || n, 'TEST-3', $1, 'ignored' from generate_series(1, 1001) n`,
    [JSON.stringify(whole)],
  )
  await pool.query(
    `insert into payment_events (provider, dedupe_key, payload, outcome) values ('paystack', 'odd', '["Quillfeather"]', 'ignored')`,
  )
  await pool.query(`select graphile_worker.add_job('reduce_notices')`)
  await t.app.deps.jobs.drain()
  const { rows } = await pool.query(
    `select payload, count(*)::int as count, bool_and(reduced) as reduced from payment_events
     where reference = 'TEST-3' or dedupe_key = 'odd' group by payload order by 2`,
  )
  expect(rows).toEqual([
    { payload: {}, count: 1, reduced: true },
    { payload: kept, count: 1001, reduced: true },
  ])
})

describe('Paystack’s notices', () => {
  it('are believed only with its signature', async () => {
    useProviders(t.app.deps, [paystack({ secretKey: 'sk_test_x', url: 'http://127.0.0.1:9' })])
    const forged = await t.call(paymentRoutes.receiveWebhook, {
      params: { provider: 'paystack' },
      body: { event: 'charge.success', data: { reference: 'TEST-1' } },
      headers: { 'x-paystack-signature': 'ab'.repeat(64) },
    })
    expect(forged.status).toBe(403)
    const { rowCount } = await t.database.pool.query(`select 1 from payment_events where reference = 'TEST-1'`)
    expect(rowCount).toBe(0)
  })

  it('are kept without who paid', async () => {
    const secretKey = 'sk_test_x'
    useProviders(t.app.deps, [paystack({ secretKey, url: 'http://127.0.0.1:9' })])
    const facts = {
      id: 4_099_260_516,
      domain: 'test',
      status: 'success',
      reference: 'TEST-2',
      amount: 35_000,
      requested_amount: 35_000,
      currency: 'GHS',
      channel: 'mobile_money',
      paid_at: '2026-11-21T08:00:00.000Z',
    }
    const body = {
      event: 'charge.success',
      data: {
        ...facts,
        ip_address: '41.242.49.37',
        metadata: { description: 'for Zorrina Quillfeather', custom_fields: [{ value: 'Quillfeather' }] },
        authorization: { mobile_money_number: '0244700861', account_name: 'Zorrina Quillfeather' },
        customer: { first_name: 'Zorrina', last_name: 'Quillfeather', email: 'zq@example.org', phone: '+233244700861' },
        gateway_response: 'Approved for Quillfeather',
        fees: null,
      },
    }
    const received = await t.call(paymentRoutes.receiveWebhook, {
      params: { provider: 'paystack' },
      body,
      headers: { 'x-paystack-signature': createHmac('sha512', secretKey).update(JSON.stringify(body)).digest('hex') },
    })
    expect(received.status).toBe(200)
    const { rows } = await t.database.pool.query(`select payload from payment_events where reference = 'TEST-2'`)
    expect(rows).toEqual([{ payload: { event: 'charge.success', data: { ...facts, metadata: {} } } }])
  })
})
