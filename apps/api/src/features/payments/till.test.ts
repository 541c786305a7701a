import { cashNumber } from '@shiloh/contract/payments/money'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { type MoneyEntry, tillRoutes } from '@shiloh/contract/payments/till'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { moneyReader } from './till.store.ts'

const MONEY: Permission[] = [
  'payments.read',
  'payments.take_cash',
  'payments.void_cash',
  'payments.refund',
  'payments.refund_cash',
  'payments.close',
  'reservations.read',
]
const DAY = '2026-11-21'
const NEXT = '2026-11-22'

let t: TestApp
let event: BookableEvent

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t)
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const someCashier = () => t.account({ type: 'admin', permissions: MONEY })
const reserve = async () => {
  const { id, user } = await made(t, event)
  return { id, as: user }
}
const take = async (cashier: TestAccount, amount = 10_000) => {
  const { id, as } = await reserve()
  const answer = await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: cashier })
  return { ...answer, reservationId: id, owner: as }
}
/** Pays back in cash what staff see as refundable. */
const giveBack = async (
  cashier: TestAccount,
  payment: string,
  amount: number,
  body: { till_reason?: string; refundable?: number } = {},
) => {
  const { rows } = await t.database.pool.query<{ left: string }>(
    `select captured - refunded as left from payments where id = $1`,
    [payment],
  )
  return t.call(paymentRoutes.refundPayment, {
    params: { id: payment },
    body: { amount, reason: 'Asked for', refundable: Number(rows[0]?.left), ...body },
    as: cashier,
  })
}
const codeOf = async (reservationId: string) =>
  (await t.database.pool.query<{ code: string }>('select code from reservations where id = $1', [reservationId]))
    .rows[0]?.code
const voidIt = (cashier: TestAccount, id: string) =>
  t.call(paymentRoutes.voidCash, { params: { id }, body: { reason: 'Wrong person' }, as: cashier })
const till = async (cashier: TestAccount, day = DAY) =>
  (await t.call(tillRoutes.getTill, { query: { day }, as: cashier })).data
const close = (cashier: TestAccount, body: object) =>
  t.call(tillRoutes.closeTill, { body: { day: DAY, opening: 20_000, ...body }, as: cashier })

it('has nothing to close on a day, or in a currency, in which no cash moved', async () => {
  const cashier = await someCashier()
  const zero = { opening: 0, expected: 0, counted: 0 }
  const refusal = [expect.objectContaining({ field: 'day', code: 'till_empty' })]
  const empty = await close(cashier, zero)
  expect([empty.status, empty.errors]).toEqual([422, refusal])
  await take(cashier, 6_000)
  const euros = { ...zero, currency: 'EUR' }
  for (const opening of [0, 5_000])
    expect((await close(cashier, { ...euros, opening, expected: opening, counted: opening })).errors).toEqual(refusal)
  expect((await close(cashier, { opening: 0, expected: 6_000, counted: 6_000 })).status).toBe(201)
})

describe('the list of money', () => {
  it('is exported chunk by chunk in its order, whatever it is sorted by', async () => {
    const cashier = await someCashier()
    const one = await take(cashier)
    await giveBack(cashier, one.data._id, 4_000)
    await take(cashier, 6_000)
    await take(cashier, 6_000)
    for (const sort of ['-at', 'at', 'amount', '-amount'] as const) {
      const query = tillRoutes.exportMoney.query.parse({ sort, kind: 'capture,refund' })
      const read = moneyReader(t.app.deps.db, query, 'en')
      const found: MoneyEntry[] = []
      for (let last: MoneyEntry | undefined; ; last = found.at(-1)) {
        const chunk = await read(last, 2)
        found.push(...chunk)
        if (chunk.length < 2) break
      }
      const { data } = await t.call(tillRoutes.listMoney, { query: { sort, kind: 'capture,refund' }, as: cashier })
      const key = ({ at, amount }: MoneyEntry) => (sort.endsWith('at') ? at : amount)
      expect(found.map(key), sort).toEqual(data.map(key))
      expect(new Set(found.map(({ _id }) => _id)), sort).toEqual(new Set(data.map(({ _id }) => _id)))
      expect(found.length, sort).toBe(data.length)
    }
  })

  it('has amounts in figures and words in the language of its reader', async () => {
    const cashier = await someCashier()
    const { reservationId } = await take(cashier, 6_000)
    const file = await t.call(tillRoutes.exportMoney, {
      as: cashier,
      query: { headers: 'words', columns: 'amount,kind,method', search: (await codeOf(reservationId)) ?? '' },
      headers: { 'accept-language': 'de' },
    })
    expect(file.raw.toString().replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Betrag;Art;Methode',
      '60.00;Quittung;Bar',
    ])
    const reader = await t.account({ type: 'admin', permissions: ['reservations.read'] })
    expect((await t.call(tillRoutes.exportMoney, { as: reader })).status).toBe(403)
  })

  it('has the number of a receipt as it is printed, and finds it with its zeros', async () => {
    const cashier = await someCashier()
    const { data: payment } = await take(cashier, 6_000)
    const number = cashNumber(payment.receipt_number ?? 0)
    expect(number).toHaveLength(6)
    for (const route of [tillRoutes.exportMoney, tillRoutes.exportTillEntries]) {
      const file = await t.call(route, { as: cashier, query: { columns: 'number', search: number } })
      expect(file.raw.toString().trim().split('\r\n').slice(1)).toEqual([number])
    }
    const query = { search: number }
    const { data: found } = await t.call(paymentRoutes.listCashPayments, { as: cashier, query })
    expect(found.map(({ _id }) => _id)).toEqual([payment._id])
  })
})

describe('the list of refunds', () => {
  it('sums up all rows of its filter', async () => {
    const cashier = await someCashier()
    const one = await take(cashier)
    await giveBack(cashier, one.data._id, 4_000)
    const list = await t.call(refundRoutes.listRefunds, { as: cashier, query: { reservation_id: one.reservationId } })
    expect(list.meta?.sums).toEqual({ amount: 4_000, due: 0, requested: 0, done: 4_000, refused: 0, withdrawn: 0 })
  })
})

describe('the till', () => {
  it('has less when cash is given back: in the list, in what was taken today, in the closing; slips have no gap', async () => {
    const cashier = await someCashier()
    const before = (await t.call(paymentRoutes.cashClosing, { query: { day: DAY }, as: cashier })).data.net
    const one = await take(cashier)
    const two = await take(cashier)
    expect((await giveBack(cashier, one.data._id, 4_000)).data).toMatchObject({ refunded: 4_000, status: 'paid' })
    expect((await giveBack(cashier, two.data._id, 10_000)).data).toMatchObject({ status: 'refunded' })
    expect(await till(cashier)).toMatchObject({ taken: 20_000, voided: 0, given_back: 14_000, receipts: 2, slips: 2 })
    const day = await t.call(paymentRoutes.cashClosing, { query: { day: DAY }, as: cashier })
    expect(day.data.net).toBe(before + 6_000)
    const { data: entries } = await t.call(tillRoutes.listTillEntries, {
      query: { cashier_id: cashier.id, sort: 'at' },
      as: cashier,
    })
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['capture', 10_000],
      ['capture', 10_000],
      ['refund', -4_000],
      ['refund', -10_000],
    ])
    const [first, second] = entries.filter(({ kind }) => kind === 'refund').map(({ number }) => number ?? 0)
    expect(second).toBe((first ?? 0) + 1)
    expect(entries.at(-1)?.paid_to).toContain('Ama')
  })

  it('has less for cash that was paid through a provider, out of the till of who hands it over', async () => {
    const [cashier, other] = [await someCashier(), await someCashier()]
    const { data, reservationId, owner } = await take(cashier)
    await t.call(reservationRoutes.cancelMyReservation, { params: { id: reservationId }, as: owner })
    const [refund] = (await t.call(refundRoutes.listRefunds, { query: { payment_id: data._id }, as: cashier })).data
    expect(refund).toMatchObject({ status: 'due', allowed: ['cash', 'outside', 'withdraw'] })
    const give = (till_reason?: string) =>
      t.call(refundRoutes.giveBackCash, {
        params: { id: refund?._id ?? '' },
        body: { paid_to: 'Her brother', ...(till_reason ? { till_reason } : {}) },
        as: other,
      })
    // By the books, the other till is empty.
    const short = await give()
    expect([short.status, short.code, short.details]).toEqual([409, 'till_short', { in_till: 0, currency: 'GHS' }])
    // A float that went back to the safe is no longer in the till: the counted amount shows that.
    const closed = await close(other, { expected: 20_000, counted: 0, reason: 'the float is back in the safe' })
    expect(closed.status).toBe(201)
    expect((await give()).details).toEqual({ in_till: 0, currency: 'GHS' })
    expect(await till(other, NEXT)).toMatchObject({ proposed_opening: 0 })
    const given = await give('float from the safe')
    const { data: entries } = await t.call(tillRoutes.listTillEntries, { query: { cashier_id: other.id }, as: other })
    expect(entries).toMatchObject([{ kind: 'refund', amount: -10_000, reason: 'float from the safe' }])
    expect(given.data).toMatchObject({ status: 'done', way: 'cash', paid_to: 'Her brother' })
    expect(await till(other, NEXT)).toMatchObject({ taken: 0, given_back: 10_000 })
    expect(await till(cashier)).toMatchObject({ taken: 10_000, given_back: 0 })
  })
})

describe('a closing', () => {
  it('is counted, says why it differs, is signed and locks the day', async () => {
    const cashier = await someCashier()
    const one = await take(cashier)
    const two = await take(cashier)
    await take(cashier)
    await voidIt(cashier, one.data._id)
    await giveBack(cashier, two.data._id, 1_000)
    // 200.00 in the morning + 300.00 − 100.00 − 10.00
    const expected = 39_000
    expect((await close(cashier, { expected: 1, counted: 39_000 })).code).toBe('stale')
    expect((await close(cashier, { expected })).errors).toMatchObject([{ field: 'counted' }])
    expect((await close(cashier, { expected, counted: 38_000 })).errors).toMatchObject([{ field: 'reason' }])
    expect((await close(cashier, { expected, counts: { 20000: 1 }, counted: 1 })).errors).toMatchObject([
      { field: 'counted' },
    ])
    expect((await close(cashier, { day: NEXT, expected: 20_000, counted: 20_000 })).errors).toMatchObject([
      { field: 'day' },
    ])
    const closed = await close(cashier, {
      expected,
      counts: { 20000: 1, 10000: 1, 5000: 1, 2000: 1 },
      reason: 'Change',
    })
    expect(closed.status).toBe(201)
    expect(closed.data).toMatchObject({ expected, counted: 37_000, difference: -2_000, receipts: 3, slips: 1 })
    expect((await close(cashier, { expected, counted: 39_000 })).code).toBe('till_closed')

    const shown = await till(cashier)
    expect(shown).toMatchObject({ counts_for: NEXT, allowed: [], closing: { number: closed.data.number } })
    const one_closing = await t.call(tillRoutes.getClosing, { params: { id: closed.data._id }, as: cashier })
    expect(one_closing.data.entries).toHaveLength(5)
    // Late money, the void of a receipt of the locked day, and a slip count for the next day.
    await take(cashier)
    expect((await voidIt(cashier, two.data._id)).code).toBe('illegal_transition')
    await giveBack(cashier, two.data._id, 500)
    const three = shown.entries.filter(({ kind }) => kind === 'capture').at(-1)
    expect((await voidIt(cashier, three?.payment_id ?? '')).status).toBe(200)
    expect(await till(cashier)).toMatchObject({ taken: 30_000, voided: 10_000, given_back: 1_000 })
    expect(await till(cashier, NEXT)).toMatchObject({ taken: 10_000, voided: 10_000, given_back: 500 })
    expect(
      (await t.call(tillRoutes.listClosings, { query: { cashier_id: cashier.id }, as: cashier })).data,
    ).toHaveLength(1)
  })

  it('is found by cashier, days and difference', async () => {
    const cashier = await someCashier()
    await take(cashier)
    await close(cashier, { expected: 30_000, counted: 29_000, reason: 'change given wrongly' })
    const list = async (query: object) =>
      (await t.call(tillRoutes.listClosings, { query: { cashier_id: cashier.id, ...query }, as: cashier })).data.length
    expect(await list({ from: DAY, to: DAY, off: true })).toBe(1)
    expect([await list({ from: NEXT }), await list({ to: '2026-11-20' })]).toEqual([0, 0])
    const cashiers = await t.call(tillRoutes.pickCashiers, { as: cashier })
    expect(cashiers.data.map(({ _id }) => _id)).toContain(cashier.id)
  })

  it('cannot be bypassed: the database refuses a locked till, a wrong closing, and a change', async () => {
    const cashier = await someCashier()
    const { data, reservationId } = await take(cashier)
    await close(cashier, { expected: 30_000, counted: 30_000 })
    const { pool } = t.database
    await expect(
      pool.query(
        `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency, till_id, till_day) values ($1, $2, 'void', -1, 'GHS', $3, $4)`,
        [data._id, reservationId, cashier.id, DAY],
      ),
    ).rejects.toMatchObject({ constraint: 'till_is_closed' })
    await expect(pool.query(`update cash_closings set counted = 0`)).rejects.toThrow('only added')
    await expect(
      pool.query(
        `insert into cash_closings (number, cashier_id, day, currency, opening, taken, voided, given_back, counted, receipts, slips, signed_by, signed_at)
         values (9999, $1, $2, 'GHS', 0, 5, 0, 0, 5, 1, 0, $1, now())`,
        [cashier.id, NEXT],
      ),
    ).rejects.toMatchObject({ constraint: 'closing_is_stale' })
  })

  it('made while cash is taken counts all of it or none: ten at once', async () => {
    const cashier = await someCashier()
    const waiting = await Promise.all(Array.from({ length: 9 }, reserve))
    const [closed, ...taken] = await Promise.all([
      close(cashier, { expected: 20_000, counted: 20_000 }),
      ...waiting.map(({ id }) =>
        t.call(paymentRoutes.takeCash, { params: { id }, body: { amount: 10_000 }, as: cashier }),
      ),
    ])
    expect(taken.map(({ status }) => status)).toEqual(Array(9).fill(201))
    const [today, next] = [await till(cashier), await till(cashier, NEXT)]
    expect(today.taken + next.taken).toBe(90_000)
    if (closed.status === 201) expect(today.taken).toBe(0)
    else expect(closed.code).toBe('stale')
  })

  it('refund and void at once: one of them', async () => {
    const cashier = await someCashier()
    const { data, reservationId } = await take(cashier)
    const both = await Promise.all([giveBack(cashier, data._id, 10_000), voidIt(cashier, data._id)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.filter(({ code }) => code === 'illegal_transition')).toHaveLength(1)
    const { rows } = await t.database.pool.query<{ sum: string }>(
      'select sum(amount) from ledger_entries where reservation_id = $1',
      [reservationId],
    )
    expect(Number(rows[0]?.sum)).toBe(0)
  })

  it('needs its permission', async () => {
    const reader = await t.account({ type: 'admin', permissions: ['payments.read', 'payments.take_cash'] })
    expect((await close(reader, { expected: 20_000, counted: 20_000 })).status).toBe(403)
    expect(await till(reader)).toMatchObject({ allowed: [] })
  })
})
