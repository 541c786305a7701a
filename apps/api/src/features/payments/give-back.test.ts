import { readFile } from 'node:fs/promises'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { type RefundingProvider, refundingProvider } from '../../../test/refunding-provider.ts'
import { useProviders } from './index.ts'

// Staff decisions about refunds, and how later edits and cancellations treat them.

let t: TestApp
let staff: TestAccount
let provider: RefundingProvider
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.update',
      'reservations.cancel',
      'reservations.waive',
      'payments.read',
      'payments.take_cash',
      'payments.void_cash',
      'payments.refund',
      'payments.refund_cash',
    ],
  })
})
beforeEach(() => {
  provider = refundingProvider()
  useProviders(t.app.deps, [provider])
})
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))
afterAll(() => t.close())

const show = async (id: string) => (await t.call(routes.getReservation, { params: { id }, as: staff })).data
const cash = async (id: string, amount: number) =>
  (await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: staff })).data._id
const edit = (id: string, body: object) => t.call(routes.editReservation, { params: { id }, as: staff, body })
const cancel = (id: string) => t.call(routes.cancelReservation, { params: { id }, as: staff, body: {} })
const give = (payment: string, amount: number, refundable: number) =>
  t.call(paymentRoutes.refundPayment, {
    params: { id: payment },
    as: staff,
    body: { amount, refundable, reason: 'at the desk', till_reason: 'from the safe' },
  })
const refundsOf = async (reservation_id: string, status: 'due' | 'done') =>
  (await t.call(refundRoutes.listRefunds, { query: { reservation_id, status }, as: staff })).data
const only = async (id: string) => {
  const refunds = await refundsOf(id, 'due')
  const [refund] = refunds
  if (!refund || refunds.length !== 1) throw new Error(`there are ${refunds.length} refunds`)
  return refund
}
const handOver = (id: string) =>
  t.call(refundRoutes.giveBackCash, {
    params: { id },
    as: staff,
    body: { paid_to: 'Ama Mensah', till_reason: 'from the safe' },
  })
const withdraw = (id: string) =>
  t.call(refundRoutes.withdrawRefund, { params: { id }, as: staff, body: { reason: 'kept, agreed' } })
const sum = (refunds: readonly { readonly amount: number }[]) => refunds.reduce((all, { amount }) => all + amount, 0)
/** Opens a checkout. Returns what its payer completes it with. */
const checkout = async (id: string, as: TestAccount, amount: number) => {
  const { data } = await t.call(paymentRoutes.startPayment, { params: { id }, as, body: {} })
  return async () => {
    provider.says = { state: 'paid', amount, currency: 'GHS', live: true, providerReference: `p-${data.reference}` }
    await t.call(paymentRoutes.verifyPayment, { params: { id: data.reference }, as })
    provider.says = { state: 'pending' }
  }
}

const rules = { refundRules: [{ until: '2027-01-01T00:00:00Z', percent: 40 }] }
const dear = async () => {
  const event = await makeEvent(t, { price: 600, ...rules })
  await t.database.pool.query(`update event_participant_types set price = 100000 where participant_type_id = $1`, [
    event.otherTypeId,
  ])
  return { event, ...(await made(t, event, { participant_type_id: event.otherTypeId })) }
}
/**
 * Pays 1,000.00 in cash for the dearer type, then changes to the other, which costs 6.00. Of the difference, the rule
 * gives back 397.60.
 */
const madeCheaper = async () => {
  const { event, id, user } = await dear()
  const payment = await cash(id, 100_000)
  expect((await edit(id, { participant_type_id: event.typeId })).status).toBe(200)
  const refund = await only(id)
  expect(refund).toMatchObject({ amount: 39_760, reason: 'cheaper' })
  return { event, id, user, payment, refund }
}

/** Pays 400.00 in cash, and again in a checkout that was open: the second payment is due back. */
const paidTwice = async () => {
  const { id, user } = await made(t, await makeEvent(t, { price: 40_000, ...rules }))
  const finish = await checkout(id, user, 40_000)
  const receipt = await cash(id, 40_000)
  await finish()
  expect(await only(id)).toMatchObject({ amount: 40_000, reason: 'overpaid', provider: 'paystack' })
  return { id, receipt }
}

describe('a part of what the refund rule gives back', () => {
  test('leaves the rest to the rule: cancelling then gives back what cancelling at once would', async () => {
    const { id, payment } = await madeCheaper()
    await give(payment, 10_000, 100_000)
    expect((await show(id)).refunds?.map(({ amount, kind, status }) => [amount, kind, status]).sort()).toEqual([
      [10_000, 'rule', 'done'],
      [29_760, 'rule', 'due'],
    ])
    await handOver((await only(id))._id)
    expect((await show(id)).refund_if_cancelled).toBe(240)
    await cancel(id)
    expect(sum([...(await refundsOf(id, 'done')), ...(await refundsOf(id, 'due'))])).toBe(40_000)
  })
})

describe('giving back at one payment what is due back of another', () => {
  test('is not goodwill: the double goes back once', async () => {
    const { id, receipt } = await paidTwice()
    expect((await give(receipt, 30_000, 40_000)).status).toBe(200)
    expect(await only(id)).toMatchObject({ amount: 10_000, reason: 'overpaid', provider: 'paystack' })
    expect((await give(receipt, 10_000, 10_000)).status).toBe(200)
    expect(await refundsOf(id, 'due')).toEqual([])
    expect(await show(id)).toMatchObject({ status: 'active', paid: 40_000, reduced: 0, balance: 0 })
    expect((await show(id)).refunds).toMatchObject([{ kind: 'owed' }, { kind: 'owed' }])
  })

  test('after a cancellation takes nothing out of what the rule keeps', async () => {
    const { id, receipt } = await paidTwice()
    await cancel(id)
    expect(sum(await refundsOf(id, 'due'))).toBe(56_000)
    await give(receipt, 40_000, 40_000)
    expect(sum(await refundsOf(id, 'due'))).toBe(16_000)
    expect(await show(id)).toMatchObject({ retained: 24_000 })
  })
})

describe('a refund that staff withdrew', () => {
  test('stays withdrawn: no edit and no cancellation brings it back', async () => {
    const { event, id, user, refund } = await madeCheaper()
    await withdraw(refund._id)
    // The owner was promised it.
    expect((await t.outbox(user.email))[0]?.subject).toContain('Your refund of GHS\u00A0397.60 will not be sent')
    expect(await show(id)).toMatchObject({ retained: 99_400, refund_if_cancelled: 240 })
    await edit(id, { note: 'hello' })
    await edit(id, { participant_type_id: event.typeId })
    expect([await refundsOf(id, 'due'), (await show(id)).retained]).toEqual([[], 99_400])
    // Dearer and cheaper once more, with the money that is there.
    await edit(id, { participant_type_id: event.otherTypeId })
    await edit(id, { participant_type_id: event.typeId })
    expect([await refundsOf(id, 'due'), (await show(id)).retained]).toEqual([[], 99_400])
    await cancel(id)
    expect(await only(id)).toMatchObject({ amount: 240 })
    expect((await show(id)).retained).toBe(99_760)
  })

  test('of what was paid twice leaves what the rule gives back', async () => {
    const { id, receipt } = await paidTwice()
    await withdraw((await only(id))._id)
    await edit(id, { note: 'hello' })
    expect(await refundsOf(id, 'due')).toEqual([])
    await t.call(paymentRoutes.voidCash, { params: { id: receipt }, as: staff, body: { reason: 'counted twice' } })
    expect(await show(id)).toMatchObject({ status: 'active', retained: 0, refund_if_cancelled: 16_000 })
  })
})

describe('an edit that costs the same', () => {
  test('leaves a refund that is due as it is', async () => {
    const { id, refund } = await madeCheaper()
    await edit(id, { note: 'hello' })
    expect(await only(id)).toEqual(refund)
  })
})

describe('an edit while money is on its way back', () => {
  test('is refused where only that money would pay for it, and asks for the difference once it is gone', async () => {
    const { event, id, user } = await dear()
    await (await checkout(id, user, 100_000))()
    await edit(id, { participant_type_id: event.typeId })
    provider.mood = 'slow'
    const { _id: refund } = await only(id)
    await t.call(refundRoutes.sendRefund, { params: { id: refund }, as: staff })
    const dearer = () =>
      t.call(routes.editMyReservation, {
        params: { id },
        as: user,
        body: { participant_type_id: event.otherTypeId },
      })
    expect((await dearer()).code).toBe('refund_under_way')
    expect(await show(id)).toMatchObject({ total: 600, pending_change: null })
    expect((await edit(id, { note: 'hello' })).status).toBe(200)
    provider.books.set(refund, { amount: 39_760, verdict: { state: 'done', providerReference: `r-${refund}` } })
    await t.call(refundRoutes.askAboutRefund, { params: { id: refund }, as: staff })
    const asked = await dearer()
    expect(asked.data).toMatchObject({ balance: 39_760, due_now: 39_760, standing: { kind: 'change', amount: 39_760 } })
    await cash(id, 39_760)
    expect(await show(id)).toMatchObject({ status: 'active', total: 100_000, paid: 100_000, reduced: 0, balance: 0 })
  })
})

describe('a part payment that is given back', () => {
  /** 40.00 of 100.00 is paid, and a page to pay the rest on is open. Returns what its payer completes it with. */
  const partPaid = async () => {
    const { id, user } = await made(t, await makeEvent(t))
    await (await checkout(id, user, 4_000))()
    const finish = await checkout(id, user, 6_000)
    const [part] = (await show(id)).payments ?? []
    const send = () => give(part?._id ?? '', 4_000, 4_000)
    return { id, user, finish, send }
  }
  const refundOf = async (id: string) => {
    const [refund] = (await show(id)).refunds ?? []
    return refund?._id ?? ''
  }
  const answer = async (id: string, state: 'done' | 'refused') => {
    const key = await refundOf(id)
    const verdict = state === 'done' ? { state, providerReference: `r-${key}` } : { state, reason: 'closed' }
    provider.books.set(key, { amount: 4_000, verdict })
    await t.call(refundRoutes.askAboutRefund, { params: { id: key }, as: staff })
  }
  const open = async (id: string) =>
    (
      await t.database.pool.query<{ kind: string }>(
        `select kind from alerts where data->>'reservation_id' = $1 and kind in ('refund_due', 'part_payment') and resolved_at is null order by 1`,
        [id],
      )
    ).rows.map(({ kind }) => kind)

  test('and refused stays with the place once that is paid: it is not sent any more', async () => {
    const { id, finish, send } = await partPaid()
    provider.mood = 'refuses'
    await send()
    expect(await show(id)).toMatchObject({ status: 'pending', refunds: [{ kind: 'returned', status: 'refused' }] })
    expect(await open(id)).toEqual(['part_payment', 'refund_due'])
    expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    const refused = await refundOf(id)
    await finish()
    expect(await show(id)).toMatchObject({ status: 'active', balance: 0, refunds: [], standing: { kind: 'paid' } })
    expect(await open(id)).toEqual([])
    provider.mood = 'done'
    const sent = await t.call(refundRoutes.sendRefund, { params: { id: refused }, as: staff })
    expect(sent.code).toBe('illegal_transition')
    expect(provider.paidOut()).toBe(0)

    // What a former version left is mended once.
    await t.database.pool.query(`update refunds set status = 'refused', settled_at = null where id = $1`, [refused])
    await t.database.pool.query(`update alerts set resolved_at = null where kind = 'refund_due' and subject = $1`, [id])
    const mend = new URL('../../../migrations/1054_part_payments_of_confirmed_places.sql', import.meta.url)
    await t.database.pool.query(await readFile(mend, 'utf8'))
    expect([(await show(id)).refunds, await open(id)]).toEqual([[], []])
  })

  test('is waited for: nothing is asked for meanwhile, and what comes all the same confirms nothing', async () => {
    const { id, user, finish, send } = await partPaid()
    provider.mood = 'slow'
    await send()
    const seen = await show(id)
    expect(seen.standing).toMatchObject({ kind: 'part_returning', amount: 4_000 })
    expect(seen.allowed).not.toEqual(expect.arrayContaining(['take_cash']))
    const paying = await t.call(paymentRoutes.startPayment, { params: { id }, as: user, body: {} })
    const taking = await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount: 6_000 }, as: staff })
    expect([paying.code, taking.code]).toEqual(['refund_under_way', 'refund_under_way'])
    await finish()
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 10_000, standing: { kind: 'part_returning' } })
    const [mail] = await t.outbox(user.email)
    expect(mail?.text).toContain('is being refunded')
    expect(mail?.text).not.toContain('The ticket stays valid')
    await answer(id, 'done')
    expect(await show(id)).toMatchObject({
      status: 'pending',
      paid: 6_000,
      reduced: 0,
      balance: 4_000,
      refunds: [{ kind: 'returned', status: 'done' }],
      standing: { kind: 'part_paid', amount: 4_000 },
    })
  })

  test('and refused after the rest was paid confirms the place', async () => {
    const { id, finish, send } = await partPaid()
    provider.mood = 'slow'
    await send()
    await finish()
    await answer(id, 'refused')
    expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000, balance: 0, refunds: [] })
    expect(await open(id)).toEqual([])
  })

  test('cannot be replaced by a waiver as long as it is on its way', async () => {
    const { id, send } = await partPaid()
    provider.mood = 'slow'
    await send()
    await t.call(routes.waiveBalance, { params: { id }, body: { reason: 'A guest' }, as: staff })
    expect(await show(id)).toMatchObject({ status: 'pending', waived: 6_000 })
    await answer(id, 'done')
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, balance: 4_000 })
  })
})

describe('a refund that an edit takes back', () => {
  const open = async (id: string) =>
    (
      await t.database.pool.query(
        `select 1 from alerts where kind = 'refund_due' and subject = $1 and resolved_at is null`,
        [id],
      )
    ).rows.length
  const poll = async () => {
    await t.database.pool.query(`select graphile_worker.add_job('poll_refunds')`)
    await t.app.deps.jobs.drain()
  }
  const mailed = async ({ email }: TestAccount) =>
    (await t.outbox(email)).filter(({ subject }) => /refund/.test(subject))

  test('waits for nobody any more, and who was promised it is told', async () => {
    const { event, id, user } = await madeCheaper()
    await poll()
    expect(await open(id)).toBe(1)
    expect((await mailed(user)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Your refund of')])
    expect((await edit(id, { participant_type_id: event.otherTypeId })).status).toBe(200)
    await poll()
    await poll()
    expect(await open(id)).toBe(0)
    const [last, ...before] = await mailed(user)
    expect(before).toHaveLength(1)
    expect(last?.subject).toContain('will not be sent')
    expect(last?.text).toContain('counts for your reservation')
    expect(last?.text).not.toContain('keeps the money')
  })

  test('is not called off where another one takes its place, or nobody was told of it', async () => {
    const { id, user } = await madeCheaper()
    await poll()
    expect((await cancel(id)).status).toBe(200)
    await poll()
    expect((await mailed(user)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('will not be sent'),
    )
    expect(await open(id)).toBe(1)
    const untold = await madeCheaper()
    await edit(untold.id, { participant_type_id: untold.event.otherTypeId })
    await poll()
    expect(await mailed(untold.user)).toEqual([])
  })
})
