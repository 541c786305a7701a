import { adminEventRoutes, publicEventRoutes } from '@shiloh/contract/events/events'
import { decideBack, keepAt, ruledTotalOf, waivedAt } from '@shiloh/contract/payments/money'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundFor } from '@shiloh/contract/reservations/quote'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { fontPath } from '#platform/text/fonts'
import {
  type BookableEvent,
  enterPayment,
  reserve as made,
  makeEvent,
  NIGHTS,
  redeem,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, applyRefund } from '../index.ts'
import { standingWords } from '../mails/money-mails.ts'
import { reservationPdf } from '../read/pdf.ts'
import { ticketFacts } from '../read/ticket-facts.ts'
import { reminderAt } from './balances.ts'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.update',
      'reservations.cancel',
      'reservations.approve',
      'reservations.waive',
      'reservations.export',
      'reservations.check_in',
      'payments.read',
      'payments.take_cash',
      'payments.void_cash',
      'payments.refund',
      'payments.refund_cash',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const reserve = (event: BookableEvent, body?: Record<string, unknown>) => made(t, event, body)
const stay = (event: BookableEvent, check_out: string = NIGHTS.check_out) => ({
  accommodation: { room_category_id: event.categoryId, check_in: NIGHTS.check_in, check_out },
})
const pay = async (id: string, amount: number) => {
  const payment = await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
  return payment
}
const show = async (id: string) => (await t.call(routes.getReservation, { params: { id }, as: staff })).data
const cash = (id: string, amount: number) =>
  t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: staff })
const edit = (id: string, as: TestAccount, body: Record<string, unknown>) =>
  t.call(routes.editMyReservation, { params: { id }, as, body })
const due = async (id: string): Promise<number> =>
  ((await show(id)).refunds ?? []).filter(({ status }) => status === 'due').reduce((sum, { amount }) => sum + amount, 0)
const watch = async (at: string) => {
  t.clock.set(at)
  await inWork(t.app.deps, (work) => work.enqueue('watch_balances', {}))
  await t.app.deps.jobs.drain()
}
const setEvent = (id: string, column: 'unpaid_rule' | 'balance_due_at', value: string) =>
  t.database.pool.query(`update events set ${column} = $2 where id = $1`, [id, value])

/** Simulates a completed refund in the books. */
const refund = async (id: string, payment: string, amount: number) => {
  await inWork(t.app.deps, async (work) => {
    const sql = sqlIn(work.tx)
    const [row] = await sql<{ id: string }>(
      {
        name: 'test_refund',
        text: `insert into refunds (payment_id, amount, currency, reason, status, way, settled_at) values ($1, $2, 'GHS', 'goodwill', 'done', 'outside', now()) returning id`,
      },
      [payment, amount],
    )
    await sql({ name: 'test_refunded', text: `update payments set refunded = refunded + $2 where id = $1` }, [
      payment,
      amount,
    ])
    await sql(
      {
        name: 'test_refund_ledger',
        text: `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency) values ($1, $2, 'refund', -($3::bigint), 'GHS')`,
      },
      [payment, id, amount],
    )
    await applyRefund(work, id, row?.id ?? '', { actor: 'staff', actorId: staff.id })
  })
}

describe('a hold', () => {
  const end = '2027-01-14T12:00:00Z'
  const later = '2027-01-15T12:00:00Z'
  const ends = (event: BookableEvent, ends_at: string) =>
    t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, body: { ends_at }, as: office })
  let office: TestAccount
  beforeAll(async () => {
    office = await t.account({ type: 'admin', permissions: ['events.read', 'events.update'] })
  })

  test('ends with its event, and money that comes after it goes back', async () => {
    const event = await makeEvent(t, { capacity: 1, holdMinutes: 2_880, endsAt: end })
    t.clock.set('2027-01-14T11:00:00Z')
    const { id, user } = await reserve(event)
    expect(await show(id)).toMatchObject({ status: 'pending', hold_expires_at: new Date(end).toISOString() })
    t.clock.set('2027-01-14T12:01:00Z')
    const own = await t.call(routes.getMyReservation, { params: { id }, as: user })
    expect(own.data).toMatchObject({ allowed: expect.not.arrayContaining(['pay']) })
    await pay(id, 10_000)
    expect(await show(id)).toMatchObject({ status: 'failed', paid: 10_000 })
    expect(await due(id)).toBe(10_000)
  })

  test('ends earlier when the office ends the event earlier, also that of a dearer change', async () => {
    const event = await makeEvent(t, { holdMinutes: 2_880, endsAt: later, cashDeadline: null })
    t.clock.set('2027-01-13T13:00:00Z')
    const [one, two] = [await reserve(event), await reserve(event)]
    await pay(two.id, 10_000)
    await edit(two.id, two.user, { products: [{ product_option_id: event.optionId, quantity: 1 }] })
    for (const { id } of [one, two])
      expect((await show(id)).hold_expires_at).toBe(new Date('2027-01-15T12:00:00Z').toISOString())
    expect((await ends(event, end)).status).toBe(200)
    for (const { id } of [one, two]) expect((await show(id)).hold_expires_at).toBe(new Date(end).toISOString())
    t.clock.set('2027-01-14T10:00:00Z')
    expect((await ends(event, '2027-01-14T09:00:00Z')).status).toBe(200)
    expect(await show(one.id)).toMatchObject({ status: 'failed', standing: { kind: 'expired' } })
    expect(await show(two.id)).toMatchObject({ status: 'active' })
  })
})

describe('a part payment without a deposit rule', () => {
  test('never gives up the place: it is kept on the open list, until a date, or given back', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const { id, user } = await reserve(event)
    expect((await cash(id, 4_000)).status).toBe(201)
    t.clock.forward(24 * 60)
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    const open = await show(id)
    expect(open).toMatchObject({ status: 'pending', balance: 6_000, standing: { kind: 'part_paid', amount: 6_000 } })
    expect(open.allowed).toContain('keep')
    const alerts = async () =>
      (
        await t.database.pool.query(
          `select 1 from alerts where kind = 'part_payment' and subject = $1 and resolved_at is null`,
          [id],
        )
      ).rowCount
    expect(await alerts()).toBe(1)

    const past = await t.call(routes.keepReservation, {
      params: { id },
      as: staff,
      body: { until: '2026-11-20T00:00:00Z' },
    })
    expect([past.status, past.errors[0]?.field]).toEqual([422, 'until'])
    const kept = await t.call(routes.keepReservation, {
      params: { id },
      as: staff,
      body: { until: '2026-11-29T18:00:00Z' },
    })
    expect(kept.data.standing).toEqual({ kind: 'kept', amount: 6_000, at: '2026-11-29T18:00:00.000Z' })
    expect(await alerts()).toBe(0)
    expect((await t.outbox(user.email))[0]?.text).toContain('GHS\u00A060.00')
    await watch('2026-11-29T19:07:00Z')
    expect((await show(id)).standing.kind).toBe('part_paid')
    expect(await alerts()).toBe(1)

    const back = await t.call(routes.cancelReservation, { params: { id }, as: staff, body: { refund: 'full' } })
    expect(back.data).toMatchObject({
      status: 'cancelled',
      balance: 0,
      standing: { kind: 'cancelled_refund', amount: 4_000 },
    })
    expect(await alerts()).toBe(0)
    await reserve(event)
  })

  test('is held again when the cash is voided', async () => {
    const { id } = await reserve(await makeEvent(t))
    const { data: payment } = await cash(id, 4_000)
    await t.call(paymentRoutes.voidCash, { params: { id: payment._id }, body: { reason: 'counted wrong' }, as: staff })
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, hold_expires_at: '2026-11-21T08:30:00.000Z' })
  })
})

describe('a part payment that is given back', () => {
  test('is not goodwill: the price stays, and all of it is owed again', async () => {
    const { id } = await reserve(await makeEvent(t))
    const { data: receipt } = await cash(id, 4_000)
    const give = (amount: number, refundable: number) =>
      t.call(paymentRoutes.refundPayment, {
        params: { id: receipt._id },
        as: staff,
        body: { amount, refundable, reason: 'needs it' },
      })
    expect((await give(1_000, 4_000)).status).toBe(200)
    expect(await show(id)).toMatchObject({
      status: 'pending',
      paid: 3_000,
      reduced: 0,
      balance: 7_000,
      hold_expires_at: null,
      refunds: [{ kind: 'returned', reason: 'part_payment', amount: 1_000 }],
      standing: { kind: 'part_paid', amount: 7_000 },
    })
    // Nothing is paid any more: a new hold begins. The database refuses a hold together with money.
    await give(3_000, 3_000)
    expect(await show(id)).toMatchObject({ paid: 0, balance: 10_000, hold_expires_at: '2026-11-21T08:30:00.000Z' })
    await cash(id, 100)
    await expect(
      t.database.pool.query(`update reservations set hold_expires_at = now() where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'reservations_paid_is_not_held' })
  })

  test('needs no decision about money when all is paid and only the approval is missing', async () => {
    const event = await makeEvent(t)
    const { id } = await reserve(event)
    await t.database.pool.query(`update reservations set needs_approval = true where id = $1`, [id])
    await pay(id, 10_000)
    expect((await show(id)).standing.kind).toBe('approval')
    const { rows } = await t.database.pool.query(`select 1 from alerts where kind = 'part_payment' and subject = $1`, [
      id,
    ])
    expect(rows).toEqual([])
  })
})

/** Returns the words of a reservation's PDF. An amount is before its label. */
const printedOf = async (id: string, eventId: string): Promise<string[]> => {
  const text = vi.spyOn(PDFDocument.prototype, 'text')
  await reservationPdf(await show(id), await ticketFacts(t.app.deps, t.app.deps.db, eventId, 'en'), 'en', t.clock())
  const drawn = text.mock.calls.map(([words]) => String(words))
  text.mockRestore()
  return drawn
}

describe('goodwill', () => {
  test('lowers what is owed and never makes an active reservation pending', async () => {
    const event = await makeEvent(t)
    const { id } = await reserve(event)
    const payment = await pay(id, 10_000)
    await refund(id, payment, 1_000)
    expect(await show(id)).toMatchObject({
      status: 'active',
      paid: 9_000,
      reduced: 1_000,
      balance: 0,
      hold_expires_at: null,
    })
    // On paper, it adds up as well.
    const printed = () => printedOf(id, event.id)
    const drawn = await printed()
    expect(drawn[drawn.indexOf('Taken off as goodwill') - 1]).toBe('GHS\u00A010.00')
    await t.call(routes.cancelReservation, { params: { id }, as: staff, body: {} })
    expect(await due(id)).toBe(9_000)
    expect(await printed()).not.toContain('Taken off as goodwill')
  })

  test('is only what was not to go back', async () => {
    const { id } = await reserve(await makeEvent(t))
    await pay(id, 10_000)
    const second = await pay(id, 500)
    await t.database.pool.query(`update refunds set status = 'withdrawn' where payment_id = $1`, [second])
    await refund(id, second, 500)
    expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000, reduced: 0, balance: 0 })
  })
})

describe('the refund rule', () => {
  test('cannot be passed by editing to something cheap first', async () => {
    const event = await makeEvent(t, { price: 1_000, refundRules: [{ until: '2027-01-01T00:00:00Z', percent: 40 }] })
    const { id, user } = await reserve(event, stay(event))
    await pay(id, 16_000)
    await edit(id, user, { accommodation: null })
    expect(await due(id)).toBe(6_000)
    expect((await t.outbox(user.email))[0]?.text).toContain('GHS\u00A060.00')
    await edit(id, user, { participant_type_id: event.otherTypeId })
    expect((await show(id)).refund_if_cancelled).toBe(6_400)
    const cancelled = await t.call(routes.cancelMyReservation, { params: { id }, as: user })
    expect(await due(id)).toBe(6_400)
    expect(cancelled.data).toMatchObject({ retained: 9_600, standing: { kind: 'cancelled_refund', amount: 6_400 } })
  })

  test('never pays out what was waived, whatever is waived, paid, changed and undone', () => {
    const amount = fc.integer({ min: 0, max: 50_000 })
    const step = fc.tuple(fc.constantFrom('waive', 'pay', 'change', 'send'), amount, amount)
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        amount,
        fc.integer({ max: 100, min: 0 }),
        (steps, first, percent) => {
          const rule = (base: number) =>
            refundFor([{ until: '2099-01-01T00:00:00Z', percent }], null, base, new Date('2026-01-01'))
          let [price, waived, paid, ruledTotal] = [first, 0, 0, 0]
          let [captured, sent, sentByRule] = [0, 0, 0]
          let waiting = { owed: 0, byRule: 0 }
          /** Another price takes effect. `offered`: with what was waived of the change. */
          const take = (next: number, offered: number) => {
            const before = { price, waived, reduced: 0, usable: paid }
            const ruled = ruledTotalOf({ ruledTotal, paid, standing: price })
            const keep = keepAt(before, next, offered)
            const back = { usable: paid, ruledTotal: ruled, lowered: waived, keep, ruleSent: sentByRule, ruleKept: 0 }
            waiting = decideBack({ ...back, rulePromised: waiting.byRule, owedKept: 0 }, rule)
            // What goes back was paid beyond the new price, or beyond what the old one needed.
            const needed = Math.min(next, Math.max(0, price - waived))
            expect(waiting.owed + waiting.byRule).toBeLessThanOrEqual(Math.max(0, paid - needed))
            const left = waivedAt(before, next, offered)
            ruledTotal = Math.max(0, Math.max(ruled, paid > 0 ? next : 0) - Math.max(0, waived - left))
            waived = left
            price = next
          }
          for (const [act, one, other] of steps) {
            if (act === 'waive') waived += Math.min(one, Math.max(0, price - waived - paid))
            if (act === 'pay') {
              paid += one
              captured += one
              take(price, waived)
            }
            if (act === 'change') {
              // A dearer change that ends without effect leaves everything as it was.
              const before = [price, waived, waiting]
              take(price, waived)
              const settled = [price, waived, waiting]
              take(price, waived + other)
              expect([price, waived, waiting]).toEqual(settled)
              expect(settled.slice(0, 2)).toEqual(before.slice(0, 2))
              take(Math.min(one, paid + waived + other), waived + other)
            }
            if (act === 'send') {
              paid -= waiting.owed + waiting.byRule
              sent += waiting.owed + waiting.byRule
              sentByRule += waiting.byRule
              waiting = { owed: 0, byRule: 0 }
            }
            expect(Math.min(waived, paid, ruledTotal, waiting.owed, waiting.byRule)).toBeGreaterThanOrEqual(0)
            expect(sent + waiting.owed + waiting.byRule).toBeLessThanOrEqual(captured)
          }
        },
      ),
    )
  })

  test('any way of making it cheaper gives back at most what cancelling right away would', () => {
    const price = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.array(fc.tuple(price, fc.constantFrom('wait', 'send', 'withdraw')), { maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        (total, over, steps, percent) => {
          const rule = (amount: number) =>
            refundFor([{ until: '2099-01-01T00:00:00Z', percent }], null, amount, new Date('2026-01-01'))
          let paid = total + over
          let sentByRule = 0
          let sentWhole = 0
          let ruleKept = 0
          let owedKept = 0
          let waitingRule = 0
          let waitingWhole = 0
          let ruledTotal = total
          const decide = (keepTotal: number) => {
            const back = decideBack(
              {
                usable: paid,
                ruledTotal,
                lowered: 0,
                keep: keepTotal,
                ruleSent: sentByRule,
                rulePromised: waitingRule,
                ruleKept,
                owedKept,
              },
              rule,
            )
            waitingRule = back.byRule
            waitingWhole = back.owed
            expect(Math.min(back.owed, back.byRule, back.retained)).toBeGreaterThanOrEqual(0)
            expect(back.owed + back.byRule + back.retained).toBe(Math.max(0, paid - keepTotal))
          }
          const atOnce = over + rule(total)
          decide(total)
          for (const [wanted, act] of steps) {
            // A choice that costs more than the money there is would have to be paid first.
            const next = Math.min(wanted, paid, total)
            decide(next)
            ruledTotal = Math.max(ruledTotal, next)
            if (act === 'wait') continue
            if (act === 'send') {
              paid -= waitingRule + waitingWhole
              sentByRule += waitingRule
              sentWhole += waitingWhole
            } else {
              // Staff keep it: it counts as if it had gone back.
              ruleKept += waitingRule
              owedKept += waitingWhole
            }
            waitingRule = 0
            waitingWhole = 0
          }
          decide(0)
          expect(sentByRule + sentWhole + waitingRule + waitingWhole + ruleKept + owedKept).toBeLessThanOrEqual(atOnce)
        },
      ),
    )
  })
})

describe('a receipt that is voided', () => {
  const voided = (payment: string) =>
    t.call(paymentRoutes.voidCash, { params: { id: payment }, body: { reason: 'typing error' }, as: staff })
  const rules = { refundRules: [{ until: '2027-01-01T00:00:00Z', percent: 40 }] }

  test('takes back the refund of what was paid twice', async () => {
    const { id } = await reserve(await makeEvent(t, rules))
    const { data: receipt } = await cash(id, 10_000)
    // The checkout was open all the time.
    await pay(id, 10_000)
    expect(await due(id)).toBe(10_000)
    await inWork(t.app.deps, (work) => work.enqueue('poll_refunds', {}))
    await t.app.deps.jobs.drain()
    const alerts = async () =>
      (
        await t.database.pool.query(
          `select 1 from alerts where kind = 'refund_due' and subject = $1 and resolved_at is null`,
          [id],
        )
      ).rowCount
    expect(await alerts()).toBe(1)
    expect((await voided(receipt._id)).status).toBe(200)
    expect(await show(id)).toMatchObject({ status: 'active', paid: 10_000, balance: 0, standing: { kind: 'paid' } })
    expect([await due(id), await alerts()]).toEqual([0, 0])
  })

  test('is decided again after a cancellation: only the rule’s part of what is left goes back', async () => {
    const { id, user } = await reserve(await makeEvent(t, rules))
    const { data: first } = await cash(id, 6_000)
    await cash(id, 4_000)
    await t.call(routes.cancelMyReservation, { params: { id }, as: user })
    expect([await due(id), (await show(id)).retained]).toEqual([4_000, 6_000])
    // The rule would give nothing now, but the earlier decision stays.
    t.clock.set('2027-01-02T08:00:00Z')
    await voided(first._id)
    expect(await show(id)).toMatchObject({ status: 'cancelled', paid: 4_000, retained: 2_400 })
    expect(await due(id)).toBe(1_600)
  })

  test('lowers what is wholly given back, and what came too late', async () => {
    const { id } = await reserve(await makeEvent(t, rules))
    const { data: first } = await cash(id, 6_000)
    await cash(id, 4_000)
    await t.call(routes.cancelReservation, { params: { id }, as: staff, body: { refund: 'full' } })
    await voided(first._id)
    expect([await due(id), (await show(id)).retained]).toEqual([4_000, 0])
  })

  test('makes amounts owed again that an edit had released', async () => {
    const event = await makeEvent(t, { price: 1_000, ...rules })
    const { id, user } = await reserve(event, stay(event))
    const { data: first } = await cash(id, 15_500)
    await cash(id, 500)
    await edit(id, user, { accommodation: null })
    expect([await due(id), (await show(id)).retained]).toEqual([6_000, 9_000])
    await voided(first._id)
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 500, retained: 0, balance: 500 })
    expect(await due(id)).toBe(0)
  })
})

describe('a deposit', () => {
  test('is due only while the rest has a date that is still to come', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    expect((await reserve(event)).view.due_now).toBe(4_000)
    t.clock.set('2026-12-28T08:00:00Z')
    expect((await reserve(event)).view.due_now).toBe(10_000)
  })

  test('secures the place, the mail says so, and at the gate the rest is unpaid', async () => {
    const { id, user, view } = await reserve(await makeEvent(t, { depositPercent: 40 }))
    expect((await t.outbox(user.email))[0]?.text).toContain('GHS\u00A040.00')
    await cash(id, 4_000)
    const [mail] = await t.outbox(user.email)
    expect(mail?.text).toContain('The place is secured')
    expect(mail?.text).toContain('The rest, GHS\u00A060.00')
    const after = await show(id)
    expect(after).toMatchObject({ status: 'active', due_now: 0, standing: { kind: 'secured', amount: 6_000 } })
    expect(after.payments).toMatchObject([{ method: 'cash', amount: 4_000 }])
    await expect(
      inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [id], null)),
    ).rejects.toThrow('reservations_redeemed_is_paid')
    expect(view.status).toBe('pending')
    await cash(id, 6_000)
    await inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [id], null))
  })

  test('is counted again when the choice changes, and nobody is locked out', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const { id, user } = await reserve(event, stay(event))
    await pay(id, 10_000)
    // Cheaper: the deposit covers it. Dearer again within what is paid: effective immediately.
    expect((await edit(id, user, stay(event, '2027-01-12'))).data).toMatchObject({
      status: 'active',
      total: 20_000,
      balance: 10_000,
    })
    expect((await edit(id, user, stay(event))).data).toMatchObject({
      status: 'active',
      total: 25_000,
      pending_change: null,
    })
    const shirts = { products: [{ product_option_id: event.optionId, quantity: 5 }], caterer_id: event.catererId }
    // Dearer than the deposit covers: the rest of the new deposit is due.
    const dearer = await edit(id, user, shirts)
    expect(dearer.data).toMatchObject({ total: 48_500, due_now: 9_400, pending_change: { previous_total: 25_000 } })
    expect(dearer.data.standing).toMatchObject({ kind: 'change', amount: 9_400 })
    await pay(id, 9_400)
    expect(await show(id)).toMatchObject({ status: 'active', total: 48_500, balance: 29_100, pending_change: null })
    // After the date the whole price is due, but a cheaper change needs no payment first.
    t.clock.set('2026-12-28T08:00:00Z')
    expect((await edit(id, user, { products: [] })).data).toMatchObject({
      status: 'active',
      total: 31_000,
      balance: 11_600,
    })
  })

  test('on what is not waived', async () => {
    const { id } = await reserve(await makeEvent(t, { depositPercent: 40 }))
    const part = await t.call(routes.waiveBalance, {
      params: { id },
      as: staff,
      body: { reason: 'guest', amount: 5_000 },
    })
    expect(part.data).toMatchObject({ status: 'pending', balance: 5_000, due_now: 2_000 })
    await pay(id, 2_000)
    expect(await show(id)).toMatchObject({ status: 'active', balance: 3_000 })
  })

  test('after an approval', async () => {
    const { id } = await reserve(await makeEvent(t, { depositPercent: 40, approval: true }))
    await t.call(routes.approveReservation, { params: { id }, as: staff })
    await pay(id, 4_000)
    expect(await show(id)).toMatchObject({ status: 'active', balance: 6_000 })
  })

  test('that is voided makes it pending; a void that leaves the deposit covered does not', async () => {
    const { id } = await reserve(await makeEvent(t, { depositPercent: 40 }))
    const { data: first } = await cash(id, 4_000)
    const { data: second } = await cash(id, 1_000)
    const voided = (payment: string) =>
      t.call(paymentRoutes.voidCash, { params: { id: payment }, body: { reason: 'wrong guest' }, as: staff })
    await voided(second._id)
    expect(await show(id)).toMatchObject({ status: 'active', balance: 6_000 })
    await voided(first._id)
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, hold_expires_at: '2026-11-21T08:30:00.000Z' })
  })

  test('that is paid late brings the place back', async () => {
    const { id } = await reserve(await makeEvent(t, { depositPercent: 40 }))
    t.clock.forward(31)
    await pay(id, 4_000)
    expect(await show(id)).toMatchObject({ status: 'active', balance: 6_000 })
  })
})

describe('a part of a deposit', () => {
  test('asks for what confirms the place, and says when the rest is due', async () => {
    const { id, user } = await reserve(await makeEvent(t, { depositPercent: 30 }))
    await cash(id, 1_000)
    expect(await show(id)).toMatchObject({
      status: 'pending',
      balance: 9_000,
      due_now: 2_000,
      standing: { kind: 'deposit_part_paid', amount: 2_000, at: '2026-12-27T09:00:00.000Z' },
    })
    const mail = (await t.outbox(user.email))[0]?.text ?? ''
    expect(mail).toContain('GHS\u00A020.00 more is due to confirm the place')
    expect(mail).not.toContain('GHS\u00A090.00')
    const body = { until: '2026-11-29T18:00:00Z' }
    const kept = await t.call(routes.keepReservation, { params: { id }, as: staff, body })
    expect(kept.data.standing).toEqual({ kind: 'kept', amount: 2_000, at: '2026-11-29T18:00:00.000Z' })
    // Once the rest is overdue, only what confirms the place is named.
    await watch('2026-12-28T08:00:00Z')
    expect((await show(id)).standing).toEqual({ kind: 'part_paid', amount: 2_000, at: null })
    await cash(id, 2_000)
    expect(await show(id)).toMatchObject({ status: 'active', balance: 7_000 })
  })
})

describe('an unpaid balance', () => {
  test('has reminders 7 and 2 days before and on the day, each once, until it is paid', async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const [one, two] = [await reserve(event), await reserve(event)]
    await pay(one.id, 4_000)
    await pay(two.id, 4_000)
    const reminders = async (email: string) =>
      (await t.outbox(email)).filter(({ subject }) => subject.startsWith('Please pay the rest')).length
    // Due on 27 December at 9.
    await watch('2026-12-19T12:00:00Z')
    expect(await reminders(one.user.email)).toBe(0)
    await watch('2026-12-20T06:07:00Z')
    expect(await reminders(one.user.email)).toBe(0)
    for (const at of ['2026-12-20T07:07:00Z', '2026-12-20T08:07:00Z', '2026-12-21T08:07:00Z']) await watch(at)
    expect(await reminders(one.user.email)).toBe(1)
    await pay(two.id, 6_000)
    await watch('2026-12-25T07:07:00Z')
    await watch('2026-12-27T07:07:00Z')
    await watch('2026-12-28T07:07:00Z')
    expect([await reminders(one.user.email), await reminders(two.user.email)]).toEqual([3, 1])
    expect((await show(one.id)).standing).toMatchObject({ kind: 'overdue', amount: 6_000 })
  })

  test('loses first the bed, then the place, where the event says so; what goes back is what cancelling gives', async () => {
    const event = await makeEvent(t, {
      depositPercent: 10,
      beds: 1,
      refundRules: [{ until: '2027-01-10T00:00:00Z', percent: 40 }],
    })
    const { id, user } = await reserve(event, stay(event))
    await pay(id, 2_500)
    await watch('2026-12-29T10:07:00Z')
    expect(await show(id)).toMatchObject({ status: 'active', total: 25_000 })
    await setEvent(event.id, 'unpaid_rule', 'release')
    await watch('2026-12-29T11:07:00Z')
    expect(await show(id)).toMatchObject({ status: 'active', accommodation: null, total: 10_000, balance: 7_500 })
    expect((await t.outbox(user.email))[0]?.subject).toContain('Your bed')
    await watch('2026-12-31T11:07:00Z')
    expect((await show(id)).status).toBe('active')
    await watch('2027-01-01T11:07:00Z')
    expect(await show(id)).toMatchObject({
      status: 'cancelled',
      balance: 0,
      retained: 1_500,
      standing: { kind: 'cancelled_refund', amount: 1_000 },
    })
    expect(await due(id)).toBe(1_000)
    const drawn = await printedOf(id, event.id)
    expect(drawn[drawn.indexOf('Kept by the refund rule') - 1]).toBe('GHS\u00A015.00')
    const open = await t.call(paymentRoutes.listOpenPayments, { query: { event_id: event.id }, as: staff })
    expect(open.data).toMatchObject([{ kind: 'refund', amount: 1_000, refund_reason: 'unpaid' }])
    const mail = (await t.outbox(user.email)).find(({ subject }) => subject.includes('is cancelled'))
    for (const words of [
      'was due on Sun 27 December, 2026 and was not paid',
      'GHS\u00A010.00 will be refunded',
      'GHS\u00A015.00 of what you paid',
    ])
      expect(mail?.text).toContain(words)
    expect(mail?.text).not.toContain('Reason')
    // Staff can give more, as goodwill.
    const { data: payments } = await t.call(paymentRoutes.listReservationPayments, { params: { id }, as: staff })
    const gift = await t.call(paymentRoutes.refundPayment, {
      params: { id: payments[0]?._id ?? '' },
      as: staff,
      body: { amount: 2_500, reason: 'illness in the family', refundable: 2_500 },
    })
    expect([gift.status, gift.errors]).toEqual([200, []])
  })

  test('is due no sooner than the first part in cash, whatever date the event has', async () => {
    const event = await makeEvent(t, { depositPercent: 10, cashDeadline: '2027-01-02T16:00:00Z', cashPlaces: 5 })
    await setEvent(event.id, 'unpaid_rule', 'release')
    await setEvent(event.id, 'balance_due_at', '2026-12-20T12:00:00Z')
    const { id, user } = await reserve(event)
    const { data: offer } = await t.call(publicEventRoutes.readUserEvent, { params: { id: event.id }, as: user })
    expect(offer).toMatchObject({
      cash_deadline: '2027-01-02T16:00:00.000Z',
      balance_due_at: '2027-01-02T16:00:00.000Z',
    })
    await pay(id, 1_000)
    const secured = { kind: 'secured', at: '2027-01-02T16:00:00.000Z' }
    expect((await show(id)).standing).toMatchObject(secured)
    const { data: own } = await t.call(routes.listMyReservations, { query: {}, as: user })
    expect(own).toMatchObject([{ due_at: '2027-01-02T16:00:00.000Z', standing: secured }])
    await watch('2027-01-02T15:07:00Z')
    expect((await show(id)).status).toBe('active')
    await watch('2027-01-05T16:07:00Z')
    expect((await show(id)).status).toBe('cancelled')
  })

  test('is asked for also while a dearer change waits, and the money goes by what cancelling gives', async () => {
    const event = await makeEvent(t, { depositPercent: 40, holdMinutes: 24 * 60 })
    const { id, user } = await reserve(event)
    await pay(id, 4_000)
    t.clock.set('2026-12-20T06:50:00Z')
    const dearer = await edit(id, user, { products: [{ product_option_id: event.optionId, quantity: 1 }] })
    expect(dearer.data.pending_change).not.toBeNull()
    await watch('2026-12-20T07:07:00Z')
    const [mail] = await t.outbox(user.email)
    expect(mail?.subject).toContain('Please pay the rest')
    expect(mail?.text).toContain('The rest, GHS\u00A060.00')
  })

  test('is not kept by a dearer change that nobody pays', async () => {
    const event = await makeEvent(t, { depositPercent: 10 })
    await setEvent(event.id, 'unpaid_rule', 'release')
    const [one, two] = [await reserve(event, stay(event)), await reserve(event)]
    await pay(one.id, 2_500)
    await pay(two.id, 1_000)
    const shirts = { products: [{ product_option_id: event.optionId, quantity: 1 }], caterer_id: event.catererId }
    t.clock.set('2026-12-30T10:50:00Z')
    for (const { id, user } of [one, two])
      expect((await edit(id, user, shirts)).data).toMatchObject({ status: 'active', pending_change: {} })
    await watch('2026-12-30T11:07:00Z')
    expect(await show(one.id)).toMatchObject({ status: 'active', accommodation: null, total: 10_000 })
    expect(await show(two.id)).toMatchObject({
      status: 'cancelled',
      standing: { kind: 'cancelled_refund', amount: 1_000 },
    })
  })

  test.each([
    ['2026-12-20T06:59:00Z', undefined],
    ['2026-12-20T07:00:00Z', '7_days'],
    ['2026-12-24T23:00:00Z', '7_days'],
    ['2026-12-25T07:00:00Z', '2_days'],
    ['2026-12-27T08:00:00Z', 'today'],
    ['2026-12-28T08:00:00Z', undefined],
  ])('at %s: %s', (at, kind) => {
    expect(reminderAt(new Date('2026-12-27T09:00:00Z'), 'Africa/Accra', new Date(at))).toBe(kind)
  })
})

const RECEIPTS = { en: 'Receipt', de: 'Quittung', fr: 'Reçu nº', pt: 'Recibo' }
const NOTES = JSON.stringify({ de: { arrival_note: 'Tor 1' } })

describe('the PDF', () => {
  test.each(['en', 'de', 'fr', 'pt'] as const)(
    'says what is still to pay, and what goes back: %s',
    async (language) => {
      const event = await makeEvent(t, { depositPercent: 40 })
      const { id } = await reserve(event)
      const number = String((await cash(id, 4_000)).data.receipt_number).padStart(6, '0')
      const receipt = `${RECEIPTS[language]} ${number}`
      await t.database.pool.query(
        `update events set bring = $2, arrival_note = 'Gate 1', translations = $3, refund_rules = $4,
           cancellation_deadline = '2027-01-10T12:00:00Z' where id = $1`,
        [event.id, 'A Bible\nA towel', NOTES, JSON.stringify([{ until: '2027-01-02T12:00:00Z', percent: 73 }])],
      )
      const online = {
        receipt_number: null,
        online_number: 2,
        method: 'hubtel',
        reference: `CONFER-7NMFT6KC-${'0123456789ab'}`,
      }
      const secured = await show(id)
      await t.call(routes.cancelReservation, { params: { id }, as: staff, body: {} })
      const text = vi.spyOn(PDFDocument.prototype, 'text')
      for (const view of [secured, await show(id)]) {
        text.mockClear()
        const facts = await ticketFacts(t.app.deps, t.app.deps.db, event.id, language)
        expect((await reservationPdf(view, facts, language, t.clock())).length).toBeLessThan(200_000)
        const { title, sentence } = standingWords(view.standing, language, 'GHS', view.event.time_zone)
        const drawn = text.mock.calls.map(([words]) => words)
        for (const words of [title, sentence, ...facts.bring])
          expect(drawn).toContain(words.replaceAll('\u202f', '\u00a0'))
        const all = drawn.join('\n')
        for (const words of [language === 'de' ? 'Tor 1' : 'Gate 1', receipt, '73%', '12:00'])
          expect(all.replaceAll(/\s%/g, '%')).toContain(words)
      }
      expect(secured.standing.kind).toBe('secured')
      // What an online payment is found by has a line of its own, which has room for it.
      text.mockClear()
      const payments = (secured.payments ?? []).map((one) => ({ ...one, ...online }))
      const facts = await ticketFacts(t.app.deps, t.app.deps.db, event.id, language)
      await reservationPdf({ ...secured, payments }, facts, language, t.clock())
      const lines = text.mock.calls.flatMap(([words]) => String(words).split('\n'))
      const line = lines.find((one) => one.includes(online.reference)) ?? ''
      expect(line).not.toContain(',')
      const doc = new PDFDocument().font(fontPath('sans.ttf')).fontSize(9)
      expect([line.endsWith(online.reference), doc.widthOfString(line) < 237]).toEqual([true, true])
      // Its receipt has a number too: the code of the reservation if it came through a provider, with its own after the first.
      expect(lines).toContain(`${RECEIPTS[language]} ${secured.code}/2`)
      text.mockRestore()
    },
  )
})

describe('the first page of the PDF', () => {
  const bring = ['A photo ID', 'Bible, notebook and pen', 'A towel', 'Smart dress']
  const secured = async (lines: number) => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const { id } = await reserve(event)
    await cash(id, 4_000)
    const [view, facts] = [await show(id), await ticketFacts(t.app.deps, t.app.deps.db, event.id, 'de')]
    const [line] = view.lines
    if (!line) throw new Error('a reservation has a price')
    return { view: { ...view, lines: Array.from({ length: lines }, () => line) }, facts: { ...facts, bring } }
  }
  test.each([
    ['nine prices and what to bring are on it', 9, true],
    ['too many prices for it are on the next, with the payments', 25, false],
  ])('%s', async (_, lines, fits) => {
    const { view, facts } = await secured(lines)
    const text = vi.spyOn(PDFDocument.prototype, 'text')
    const page = vi.spyOn(PDFDocument.prototype, 'addPage')
    await reservationPdf(view, facts, 'en', t.clock())
    const drawn = text.mock.calls.map(([words]) => words)
    expect(page.mock.calls.length === 1).toBe(fits)
    expect(drawn.includes('Prices and payments are on the last page.')).toBe(!fits)
    for (const words of ['What you reserved', 'Payments', ...bring]) expect(drawn).toContain(words)
    for (const spy of [text, page]) spy.mockRestore()
  })
})

describe('what ended owes nothing', () => {
  test('anywhere: page, list, receipt and CSV', async () => {
    const event = await makeEvent(t)
    const { id, user, view } = await reserve(event)
    const { id: cancelledId } = await reserve(event)
    await t.call(routes.cancelReservation, { params: { id: cancelledId }, as: staff, body: {} })
    t.clock.forward(31)
    const mine = await t.call(routes.listMyReservations, { as: user })
    expect(mine.data[0]).toMatchObject({ status: 'failed', balance: 0, standing: { kind: 'expired' } })
    expect(await show(id)).toMatchObject({ balance: 0, due_now: 0, standing: { kind: 'expired' } })
    const rows = await t.call(routes.listReservations, { query: { event_id: event.id }, as: staff })
    expect(rows.data.map(({ balance }) => balance)).toEqual([0, 0])
    expect((await t.call(routes.getReceipt, { params: { id: view.qr.id } })).data).toMatchObject({ balance: 0 })
    const csv = await t.call(routes.exportReservations, { query: { event_id: event.id }, as: staff })
    expect(csv.raw.toString('utf8')).not.toContain('100.00,100.00')
  })

  test('money that came too late is due back, and every page says so', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const { id, user } = await reserve(event)
    t.clock.forward(31)
    await reserve(event)
    const payment = await pay(id, 10_000)
    await t.database.pool.query(`update payments set status = 'refund_due' where id = $1`, [payment])
    expect((await t.call(routes.getMyReservation, { params: { id }, as: user })).data).toMatchObject({
      status: 'failed',
      balance: 0,
      refunds: [{ amount: 10_000, status: 'due', reason: 'too_late' }],
      standing: { kind: 'too_late', amount: 10_000 },
    })
  })
})
