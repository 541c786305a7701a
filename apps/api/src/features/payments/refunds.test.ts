import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { type RefundingProvider, refundingProvider } from '../../../test/refunding-provider.ts'
import { useProviders } from './index.ts'

const MONEY: Permission[] = [
  'payments.read',
  'payments.take_cash',
  'payments.void_cash',
  'payments.refund',
  'payments.refund_cash',
  'reservations.read',
]

let t: TestApp
let provider: RefundingProvider
let cashier: TestAccount

beforeAll(async () => {
  t = await testApp()
  cashier = await t.account({ type: 'admin', permissions: MONEY })
})
beforeEach(() => {
  provider = refundingProvider()
  useProviders(t.app.deps, [provider])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const one = async <R extends object>(text: string, ...values: unknown[]): Promise<R> => {
  const { rows } = await t.database.pool.query<R>(text, values)
  const [row] = rows
  if (!row) throw new Error('there is no such row')
  return row
}
const ledger = async (reservationId: string) =>
  (
    await t.database.pool.query<{ kind: string; amount: string }>(
      'select kind, amount from ledger_entries where reservation_id = $1 order by id',
      [reservationId],
    )
  ).rows.map(({ kind, amount }) => [kind, Number(amount)])
const alerts = async (kind: string, subject: string) =>
  (
    await t.database.pool.query<{ open: boolean }>(
      'select resolved_at is null as open from alerts where kind = $1 and subject = $2 order by created_at',
      [kind, subject],
    )
  ).rows.map(({ open }) => open)
const poll = async (minutes: number) => {
  t.clock.forward(minutes)
  await t.database.pool.query(`select graphile_worker.add_job('poll_refunds')`)
  await t.app.deps.jobs.drain()
}

const reserve = async (event: BookableEvent, as: TestAccount) => (await made(t, event, {}, as)).view
const start = (id: string, as: TestAccount, body: object = {}) =>
  t.call(paymentRoutes.startPayment, { params: { id }, body, as })
const settle = async (reference: string, as: TestAccount, amount = 10_000) => {
  provider.says = { state: 'paid', amount, currency: 'GHS', live: true, providerReference: `p-${reference}` }
  await t.call(paymentRoutes.verifyPayment, { params: { id: reference }, as })
  provider.says = { state: 'pending' }
}
const cancel = (id: string, as: TestAccount) => t.call(reservationRoutes.cancelMyReservation, { params: { id }, as })

/** A reservation that was paid through the provider and cancelled: 100.00 is due. */
const owed = async () => {
  const event = await makeEvent(t)
  const user = await t.account()
  const reservation = await reserve(event, user)
  const { data } = await start(reservation._id, user)
  await settle(data.reference, user)
  await cancel(reservation._id, user)
  const refund = await onlyRefund(reservation._id)
  return { event, user, reservation, reference: data.reference, refund }
}
const list = async (reservation_id: string) =>
  (await t.call(refundRoutes.listRefunds, { query: { reservation_id }, as: cashier })).data
const onlyRefund = async (reservationId: string) => {
  const refunds = await list(reservationId)
  const [refund] = refunds
  if (!refund || refunds.length !== 1) throw new Error(`there are ${refunds.length} refunds`)
  return refund
}
const send = (id: string) => t.call(refundRoutes.sendRefund, { params: { id }, as: cashier })
const giveCash = (id: string, as = cashier) =>
  t.call(refundRoutes.giveBackCash, {
    params: { id },
    body: { paid_to: 'Ama Mensah', till_reason: 'from the safe' },
    as,
  })

describe('a refund that is due', () => {
  it('is on the list of staff, on the page of its owner and in a message, until it is done', async () => {
    const { user, reservation, refund } = await owed()
    expect(refund).toMatchObject({ status: 'due', reason: 'cancelled', amount: 10_000, way: null })
    expect(refund.allowed).toEqual(['send', 'cash', 'outside', 'withdraw'])
    const own = await t.call(refundRoutes.listOwnRefunds, { params: { id: reservation._id }, as: user })
    expect(own.data).toMatchObject([{ status: 'due', amount: 10_000, expected_at: expect.any(String) }])
    const stranger = await t.account()
    expect((await t.call(refundRoutes.listOwnRefunds, { params: { id: reservation._id }, as: stranger })).status).toBe(
      404,
    )
    const open = await t.call(paymentRoutes.listOpenPayments, { query: { search: reservation.code }, as: cashier })
    expect(open.data).toMatchObject([{ kind: 'refund', refund_id: refund._id, status: 'due', amount: 10_000 }])
    await poll(1)
    expect(await alerts('refund_due', reservation._id)).toEqual([true])

    expect((await send(refund._id)).data).toMatchObject({ status: 'done', way: 'provider', expected_at: null })
    expect(provider.paidOut()).toBe(10_000)
    expect(await ledger(reservation._id)).toEqual([
      ['capture', 10_000],
      ['refund', -10_000],
    ])
    expect(await alerts('refund_due', reservation._id)).toEqual([false])
    const after = await t.call(paymentRoutes.listOpenPayments, { query: { search: reservation.code }, as: cashier })
    expect(after.data).toEqual([])
    const [mail] = await t.outbox(user.email)
    expect(mail?.subject).toContain('GHS\u00A0100.00')
    expect((await send(refund._id)).code).toBe('illegal_transition')
  })

  it('is listed once when a further change replaced it', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const { _id: id } = await reserve(event, user)
    const { data } = await start(id, user)
    await settle(data.reference, user)
    const body = { participant_type_id: event.otherTypeId }
    expect((await t.call(reservationRoutes.editMyReservation, { params: { id }, as: user, body })).status).toBe(200)
    const list = async () => {
      const { data: rows } = await t.call(refundRoutes.listRefunds, {
        query: { reservation_id: id },
        as: cashier,
      })
      return rows.map(({ status, amount }) => [status, amount])
    }
    expect(await list()).toMatchObject([['due', expect.any(Number)]])
    await cancel(id, user)
    const { withdrawn } = await one<{ withdrawn: string }>(
      `select count(*) as withdrawn from refunds f join payments p on p.id = f.payment_id
       where p.reservation_id = $1 and f.status = 'withdrawn'`,
      id,
    )
    expect(withdrawn).toBe('1')
    expect(await list()).toEqual([['due', 10_000]])
  })

  it('reaches its owner when a choice became cheaper, in their language', async () => {
    const event = await makeEvent(t)
    const user = await t.account({ columns: { language: 'de' } })
    const reservation = await reserve(event, user)
    const { data } = await start(reservation._id, user)
    await settle(data.reference, user)
    await t.call(reservationRoutes.editMyReservation, {
      params: { id: reservation._id },
      body: { participant_type_id: event.otherTypeId },
      as: user,
    })
    expect(await onlyRefund(reservation._id)).toMatchObject({ reason: 'cheaper', amount: 10_000 })
    await poll(1)
    await poll(1)
    const told = (await t.outbox(user.email)).filter(({ subject }) =>
      subject.startsWith('Ihre Erstattung von 100,00\u00A0GHS'),
    )
    expect(told).toHaveLength(1)
    expect(await alerts('refund_due', reservation._id)).toEqual([true])
  })

  it('is withdrawn with a reason: the organisation keeps the money, and nothing is lost from the books', async () => {
    const { reservation, refund } = await owed()
    const withdraw = (body: object) =>
      t.call(refundRoutes.withdrawRefund, { params: { id: refund._id }, body, as: cashier })
    expect((await withdraw({})).errors).toMatchObject([{ field: 'reason' }])
    expect((await withdraw({ reason: 'Given to the building fund' })).data).toMatchObject({ status: 'withdrawn' })
    const { retained } = await one<{ retained: string }>(
      'select retained from reservations where id = $1',
      reservation._id,
    )
    expect(Number(retained)).toBe(10_000)
    expect((await giveCash(refund._id)).code).toBe('illegal_transition')
  })

  it('is entered as made outside', async () => {
    const { reservation, refund } = await owed()
    const { data } = await t.call(refundRoutes.settleRefundOutside, {
      params: { id: refund._id },
      body: { reason: 'Bank transfer of 21 November' },
      as: cashier,
    })
    expect(data).toMatchObject({ status: 'done', way: 'outside', note: 'Bank transfer of 21 November' })
    expect(provider.asked).toEqual([])
    expect(await ledger(reservation._id)).toHaveLength(2)
  })

  it('is sent with all others that are due, each once', async () => {
    const [a, b, c] = [await owed(), await owed(), await owed()]
    await giveCash(c.refund._id)
    const { status, data } = await t.call(refundRoutes.sendRefunds, {
      body: { refund_ids: [a.refund._id, b.refund._id, c.refund._id] },
      as: cashier,
    })
    expect([status, data]).toEqual([202, { queued: 2, skipped: 1 }])
    await t.app.deps.jobs.drain()
    expect([...provider.asked].sort()).toEqual([a.refund._id, b.refund._id].sort())
    expect((await list(a.reservation._id))[0]?.status).toBe('done')
  })
})

describe('a provider that is asked for a refund', () => {
  it('refuses at once: staff see it, and can try again under another key or give cash', async () => {
    const { user, reservation, refund } = await owed()
    provider.mood = 'refuses'
    expect((await send(refund._id)).data).toMatchObject({ status: 'refused', last_error: 'the card is closed' })
    expect(await alerts('refund_due', reservation._id)).toEqual([true])
    expect((await t.outbox(user.email)).map(({ subject }) => subject).join('\n')).toContain('delayed')
    provider.mood = 'done'
    expect((await send(refund._id)).data).toMatchObject({ status: 'done' })
    expect(provider.asked).toEqual([refund._id, `${refund._id}-2`])
    expect(provider.paidOut()).toBe(10_000)
  })

  it('is silent: the refund stays requested, no second one is begun, and a job asks again under the same key', async () => {
    const { reservation, refund } = await owed()
    provider.mood = 'silent'
    const sent = await send(refund._id)
    expect([sent.status, sent.data]).toMatchObject([200, { status: 'requested', last_error: 'no answer' }])
    expect((await send(refund._id)).code).toBe('illegal_transition')
    expect((await giveCash(refund._id)).code).toBe('illegal_transition')
    const again = await t.call(paymentRoutes.refundPayment, {
      params: { id: refund.payment_id },
      body: { amount: 1, reason: 'Again', refundable: 0 },
      as: cashier,
    })
    expect(again.code).toBe('refund_exceeds_capture')
    await poll(10)
    expect((await list(reservation._id))[0]?.status).toBe('requested')
    provider.mood = 'done'
    await poll(20)
    expect(provider.asked).toEqual([refund._id])
    expect((await list(reservation._id))[0]?.status).toBe('done')
    expect(await ledger(reservation._id)).toHaveLength(2)
  })

  it('pays, and its answer is lost: it is asked how it went, not to pay again', async () => {
    const { reservation, refund } = await owed()
    provider.mood = 'answer is lost'
    expect((await send(refund._id)).data.status).toBe('requested')
    provider.mood = 'done'
    await poll(10)
    expect(provider.asked).toEqual([refund._id])
    expect(provider.paidOut()).toBe(10_000)
    expect(await ledger(reservation._id)).toHaveLength(2)
    expect((await list(reservation._id))[0]).toMatchObject({ status: 'done' })
  })

  it('pays, and our own books fail: the refund stays requested and the job finishes it', async () => {
    const { reservation, refund } = await owed()
    await t.database.pool.query(`
      create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create trigger fail_here before insert on ledger_entries for each row when (new.kind = 'refund') execute function fail_here()`)
    const sent = await send(refund._id)
    await t.database.pool.query('drop function fail_here cascade')
    expect(sent.status).toBe(500)
    expect(provider.paidOut()).toBe(10_000)
    expect((await list(reservation._id))[0]?.status).toBe('requested')
    expect((await giveCash(refund._id)).code).toBe('illegal_transition')
    await poll(10)
    expect((await list(reservation._id))[0]?.status).toBe('done')
    expect(provider.paidOut()).toBe(10_000)
    expect(await ledger(reservation._id)).toHaveLength(2)
  })

  it('is slow, answers by notice twice, and refuses after it said that the money was back', async () => {
    const { user, reservation, reference, refund } = await owed()
    provider.mood = 'slow'
    expect((await send(refund._id)).data).toMatchObject({ status: 'requested', last_error: null })
    expect(await ledger(reservation._id)).toHaveLength(1)
    const notice = (step: string) =>
      t.call(paymentRoutes.receiveWebhook, { params: { provider: 'paystack' }, body: `refund ${reference} ${step}` })
    const saidOf = (state: 'done' | 'refused') =>
      provider.books.set(refund._id, {
        amount: 10_000,
        verdict:
          state === 'done'
            ? { state, providerReference: `r-${refund._id}` }
            : { state, reason: 'the account is closed' },
      })
    saidOf('done')
    await Promise.all([notice('processed'), notice('processed'), notice('processed-too')])
    await t.app.deps.jobs.drain()
    expect((await list(reservation._id))[0]?.status).toBe('done')
    expect(await ledger(reservation._id)).toHaveLength(2)

    saidOf('refused')
    await notice('failed')
    await t.app.deps.jobs.drain()
    expect((await list(reservation._id))[0]).toMatchObject({ status: 'refused', last_error: 'the account is closed' })
    expect(await ledger(reservation._id)).toEqual([
      ['capture', 10_000],
      ['refund', -10_000],
      ['refund_returned', 10_000],
    ])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    expect((await t.outbox(user.email)).map(({ subject }) => subject).join('\n')).toContain('delayed')
    const outcomes = await t.database.pool.query<{ outcome: string }>(
      `select outcome from payment_events where reference = $1 and about = 'refund' order by id`,
      [reference],
    )
    expect(outcomes.rows.map(({ outcome }) => outcome)).toEqual(['refund_done', 'refund_done', 'refund_refused'])
    expect((await giveCash(refund._id)).data).toMatchObject({ status: 'done', way: 'cash' })
    expect(await ledger(reservation._id)).toHaveLength(4)
  })

  it('is asked once by ten who send the same refund at once, and pays once by ten who give back a payment', async () => {
    const { refund } = await owed()
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(refund._id)))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(sent.map(({ code }) => code))).toEqual(new Set([undefined, 'illegal_transition']))
    expect(provider.asked).toEqual([refund._id])

    const other = await owed()
    provider.mood = 'slow'
    const back = await Promise.all(
      Array.from({ length: 10 }, () =>
        t.call(paymentRoutes.refundPayment, {
          params: { id: other.refund.payment_id },
          body: { amount: 3_000, reason: 'Ten at once', refundable: 10_000 },
          as: cashier,
        }),
      ),
    )
    expect(back.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(back.map(({ code }) => code))).toEqual(new Set([undefined, 'stale']))
    const refunds = await list(other.reservation._id)
    expect(refunds.map(({ status, amount }) => [status, amount]).sort()).toEqual([
      ['due', 7_000],
      ['requested', 3_000],
    ])
  })

  it('tells of refunds that nobody here asked for', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const reservation = await reserve(event, user)
    const { data } = await start(reservation._id, user)
    await settle(data.reference, user)
    await t.call(paymentRoutes.receiveWebhook, { params: { provider: 'paystack' }, body: `refund ${data.reference} x` })
    await t.call(paymentRoutes.receiveWebhook, { params: { provider: 'paystack' }, body: 'charge NOBODY-1' })
    await t.call(paymentRoutes.receiveWebhook, { params: { provider: 'paystack' }, body: `customer ${data.reference}` })
    await t.app.deps.jobs.drain()
    expect(await alerts('payment_mismatch', data.reference)).toEqual([true])
    const outcomes = await t.database.pool.query<{ outcome: string }>(
      `select outcome from payment_events where reference in ($1, 'NOBODY-1') order by id`,
      [data.reference],
    )
    expect(outcomes.rows.map(({ outcome }) => outcome)).toEqual(['refund_unknown', 'unknown_reference', 'ignored'])
  })
})

describe('two checkouts of one reservation', () => {
  it('use the one that is open again, and end another where the provider can', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const user = await t.account()
    const { _id: id } = await reserve(event, user)
    const first = await start(id, user)
    expect((await start(id, user)).data).toEqual(first.data)
    provider.cancels = true
    const part = await start(id, user, { amount: 4_000 })
    expect(part.data.reference).not.toBe(first.data.reference)
    expect(provider.cancelled).toEqual([first.data.reference])
    const { status } = await one<{ status: string }>(
      'select status from payments where reference = $1',
      first.data.reference,
    )
    expect(status).toBe('abandoned')
  })

  it('settle the first instead of opening a second, when it was paid in the meantime', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const { _id: id } = await reserve(event, user)
    const first = await start(id, user)
    provider.says = {
      state: 'paid',
      amount: 10_000,
      currency: 'GHS',
      live: true,
      providerReference: `p-${first.data.reference}`,
    }
    expect((await start(id, user)).code).toBe('nothing_to_pay')
  })

  it('both paid: the surplus is a refund that is due, with an alert', async () => {
    const other = refundingProvider('stripe')
    useProviders(t.app.deps, [provider, other])
    const event = await makeEvent(t)
    const user = await t.account()
    const { _id: id } = await reserve(event, user)
    const first = await start(id, user, { provider: 'paystack' })
    const second = await start(id, user, { provider: 'stripe' })
    await settle(first.data.reference, user)
    other.says = {
      state: 'paid',
      amount: 10_000,
      currency: 'GHS',
      live: true,
      providerReference: `p-${second.data.reference}`,
    }
    await t.call(paymentRoutes.verifyPayment, { params: { id: second.data.reference }, as: user })
    const refund = await onlyRefund(id)
    expect(refund).toMatchObject({ status: 'due', reason: 'overpaid', amount: 10_000 })
    expect(await alerts('refund_due', id)).toEqual([true])
    const open = await t.call(paymentRoutes.listOpenPayments, { query: { kind: 'refund' }, as: cashier })
    expect(open.data.map(({ refund_id }) => refund_id)).toContain(refund._id)
    expect((await send(refund._id)).data.status).toBe('done')
    const show = await t.call(reservationRoutes.getMyReservation, { params: { id }, as: user })
    expect(show.data).toMatchObject({ status: 'active', paid: 10_000, balance: 0 })
  })
})

describe('money that came too late, or is not what was asked', () => {
  it('is a refund that is due, and a payment to look at is taken off the list with what was done', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const user = await t.account()
    const reservation = await reserve(event, user)
    const { data } = await start(reservation._id, user)
    t.clock.forward(31)
    await reserve(event, await t.account())
    await settle(data.reference, user)
    expect(await onlyRefund(reservation._id)).toMatchObject({ status: 'due', reason: 'too_late', amount: 10_000 })
    expect(await alerts('late_money', data.reference)).toEqual([true])
    expect(await alerts('refund_due', reservation._id)).toEqual([true])
    await send((await onlyRefund(reservation._id))._id)
    expect(await alerts('late_money', data.reference)).toEqual([false])

    const strange = await reserve(await makeEvent(t), user)
    const begun = await start(strange._id, user)
    provider.says = { state: 'paid', amount: 10_000, currency: 'USD', live: true, providerReference: 'usd' }
    await t.call(paymentRoutes.verifyPayment, { params: { id: begun.data.reference }, as: user })
    const open = () => t.call(paymentRoutes.listOpenPayments, { query: { search: strange.code }, as: cashier })
    const [item] = (await open()).data
    expect(item).toMatchObject({ kind: 'mismatch', mismatch: 'currency', allowed: ['looked_at'] })
    const look = () =>
      t.call(refundRoutes.lookedAtPayment, {
        params: { id: item?.payment_id ?? '' },
        body: { reason: 'Sent back on the provider’s page' },
        as: cashier,
      })
    expect((await look()).status).toBe(200)
    expect((await look()).code).toBe('illegal_transition')
    expect((await open()).data).toEqual([])
    expect(await alerts('payment_mismatch', begun.data.reference)).toEqual([false])
  })
})

it('sends nothing for a request that it does not understand', async () => {
  const wrong: object = { ids: ['6b0df1a3d8a076c01b648aaf'] }
  const { status, errors } = await t.call(refundRoutes.sendRefunds, { body: wrong, as: cashier })
  expect([status, errors.map(({ field }) => field)]).toEqual([422, ['ids']])
})
