import { LANGUAGES } from '@shiloh/contract/core'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { STANDINGS, type StandingKind } from '@shiloh/contract/reservations/standing'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { gsm } from '#platform/messaging/gsm'
import { asOwner, type BookableEvent, enterPayment, makeEvent, redeem, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { applyPayment, archiveReservations } from '../index.ts'
import { templates } from '../mails/mails.ts'
import { standingSaid, standingWords } from '../mails/money-mails.ts'
import { reservationPdf } from '../read/pdf.ts'
import { ticketFacts } from '../read/ticket-facts.ts'

// Every standing that a reservation can have, and every place that shows it.

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
      'reservations.waive',
      'payments.read',
      'payments.refund',
    ],
  })
})
afterAll(() => t.close())

type Made = Awaited<ReturnType<typeof reserve>>
const pay = async ({ id }: Made, amount = 10_000) => {
  await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
}
const cancel = ({ id }: Made, refund: 'rule' | 'full' = 'rule') =>
  t.call(routes.cancelReservation, { params: { id }, as: staff, body: { refund } })

/** Two parts of an SMS. */
const fits = (length: number) => length <= 306

/** Brings a new reservation into a state. Those that need the clock are made first. */
const WAYS: Readonly<Record<StandingKind, (event: BookableEvent) => Promise<Made>>> = {
  held: (event) => reserve(t, event),
  held_cash: async () => {
    const event = await makeEvent(t, { cashDeadline: '2027-01-08T12:00:00Z', depositPercent: 40 })
    return reserve(t, event, { pays_at_desk: true })
  },
  approval: async () => reserve(t, await makeEvent(t, { approval: true })),
  secured: async () => {
    const made = await reserve(t, await makeEvent(t, { depositPercent: 40 }))
    await pay(made, 4_000)
    return made
  },
  overdue: async () => {
    const event = await makeEvent(t, { depositPercent: 40 })
    const made = await reserve(t, event)
    await pay(made, 4_000)
    await t.database.pool.query(`update events set balance_due_at = '2026-11-20T00:00:00Z' where id = $1`, [event.id])
    return made
  },
  charged_back: async (event) => {
    const made = await reserve(t, event)
    await pay(made)
    await inWork(t.app.deps, (work) => redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [made.id], null))
    const { rows } = await t.database.pool.query<{ id: string }>(
      `update payments set refunded = 2500 where reservation_id = $1 returning id`,
      [made.id],
    )
    await t.database.pool.query(
      `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency) values ($1, $2, 'chargeback', -2500, 'GHS')`,
      [rows[0]?.id, made.id],
    )
    await inWork(t.app.deps, (work) => applyPayment(work, made.id))
    return made
  },
  change: async (event) => {
    const made = await reserve(t, event)
    await pay(made)
    const products = [{ product_option_id: event.optionId, quantity: 1 }]
    await t.call(routes.editMyReservation, { params: { id: made.id }, as: made.user, body: { products } })
    return made
  },
  change_cash: async () => {
    const event = await makeEvent(t, { cashDeadline: '2027-01-08T12:00:00Z' })
    const made = await reserve(t, event)
    await pay(made)
    const body = { products: [{ product_option_id: event.optionId, quantity: 1 }], pays_at_desk: true }
    await t.call(routes.editMyReservation, { params: { id: made.id }, as: made.user, body })
    return made
  },
  kept: async (event) => {
    const made = await reserve(t, event)
    await pay(made, 4_000)
    const until = '2026-11-29T18:00:00Z'
    await t.call(routes.keepReservation, { params: { id: made.id }, as: staff, body: { until } })
    return made
  },
  part_paid: async (event) => {
    const made = await reserve(t, event)
    await pay(made, 4_000)
    return made
  },
  deposit_part_paid: async () => {
    const made = await reserve(t, await makeEvent(t, { depositPercent: 40 }))
    await pay(made, 1_000)
    return made
  },
  part_returning: async (event) => {
    const made = await reserve(t, event)
    await pay(made, 4_000)
    await t.database.pool.query(
      `insert into refunds (payment_id, amount, currency, reason, kind, status, way, requested_at)
       select id, 4000, 'GHS', 'part_payment', 'returned', 'requested', 'provider', now() from payments where reservation_id = $1`,
      [made.id],
    )
    return made
  },
  refund: async (event) => {
    const made = await reserve(t, event)
    await pay(made, 12_000)
    return made
  },
  cancelled_refund: async (event) => {
    const made = await reserve(t, event)
    await pay(made)
    await cancel(made)
    return made
  },
  too_late: async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const made = await reserve(t, event)
    t.clock.forward(31)
    await reserve(t, event)
    await pay(made)
    return made
  },
  refunded: async (event) => {
    const made = await reserve(t, event)
    await pay(made)
    await cancel(made, 'full')
    const { data } = await t.call(refundRoutes.listRefunds, { query: { reservation_id: made.id }, as: staff })
    const params = { id: data[0]?._id ?? '' }
    await t.call(refundRoutes.settleRefundOutside, { params, as: staff, body: { reason: 'bank transfer' } })
    return made
  },
  waived: async (event) => {
    const made = await reserve(t, event)
    await t.call(routes.waiveBalance, { params: { id: made.id }, as: staff, body: { reason: 'guest' } })
    return made
  },
  paid: async (event) => {
    const made = await reserve(t, event)
    await pay(made)
    return made
  },
  free: (event) => reserve(t, event, { participant_type_id: event.otherTypeId }),
  expired: async (event) => {
    const made = await reserve(t, event)
    t.clock.forward(31)
    return made
  },
  undecided: async () => {
    const endsAt = new Date(t.clock().getTime() + 60_000).toISOString()
    const made = await reserve(t, await makeEvent(t, { approval: true, startsAt: '2026-11-20T09:00:00Z', endsAt }))
    t.clock.forward(1)
    return made
  },
  cancelled: async (event) => {
    const made = await reserve(t, event)
    await cancel(made)
    return made
  },
  archived: async () => {
    const event = await makeEvent(t)
    const made = await reserve(t, event, { participant_type_id: event.otherTypeId })
    await inWork(t.app.deps, (work) => archiveReservations(work, event.id, { actor: 'staff', actorId: staff.id }))
    return made
  },
  archived_refund: async () => {
    const event = await makeEvent(t)
    const made = await reserve(t, event)
    await pay(made)
    await inWork(t.app.deps, (work) => archiveReservations(work, event.id, { actor: 'staff', actorId: staff.id }))
    await pay(made, 3_000)
    return made
  },
}

test('page, lists, receipt, PDF, mail and SMS say the same of every state of the money, in four languages', async () => {
  const event = await makeEvent(t)
  const late: readonly StandingKind[] = ['too_late', 'expired', 'undecided']
  const made = new Map<StandingKind, Made>()
  for (const kind of [...late, ...STANDINGS.filter((one) => !late.includes(one))])
    made.set(kind, await WAYS[kind](event))
  const drawn = vi.spyOn(PDFDocument.prototype, 'text')
  for (const [index, kind] of STANDINGS.entries()) {
    const one = made.get(kind)
    if (!one) throw new Error(`nothing is ${kind}`)
    const view = asOwner((await t.call(routes.getMyReservation, { params: { id: one.id }, as: one.user })).data)
    expect(view.standing.kind).toBe(kind)
    if (kind === 'waived') expect(view.waived_by).toContain('Mensah')
    if (kind === 'refund') expect(view.refunds?.[0]?.expected_at?.slice(0, 10)).toBe('2026-11-26')
    const mine = await t.call(routes.listMyReservations, { as: one.user })
    const office = await t.call(routes.listReservations, { query: { user_id: one.user.id }, as: staff })
    const receipt = await t.call(routes.getReceipt, { params: { id: view.qr.id } })
    const [own] = mine.data
    const everywhere = [own && asOwner(own), office.data[0], receipt.data].map((row) => row?.standing)
    expect([kind, everywhere]).toEqual([kind, [view.standing, view.standing, view.standing]])

    const language = LANGUAGES[index % LANGUAGES.length] ?? 'en'
    drawn.mockClear()
    await reservationPdf(
      view,
      await ticketFacts(t.app.deps, t.app.deps.db, view.event_id, language),
      language,
      t.clock(),
    )
    const print = drawn.mock.calls.map(([words]) => String(words).replaceAll('\u00a0', ' '))
    const words = standingWords(view.standing, language, 'GHS', view.event.time_zone)
    for (const said of [words.title, words.sentence])
      expect([kind, print]).toEqual([kind, expect.arrayContaining([said.replaceAll(/[\u00a0\u202f]/g, ' ')])])

    for (const spoken of LANGUAGES) {
      const said = standingSaid(view.standing, spoken, 'GHS', view.event.time_zone)
      const isOver = ['cancelled', 'cancelled_refund', 'refunded'].includes(kind)
      const names = isOver
        ? (['reservation_cancelled'] as const)
        : kind === 'undecided'
          ? (['reservation_undecided'] as const)
          : (['reservation_changed', 'reservation_approved'] as const)
      for (const name of names) {
        const facts = {
          name: 'Ama Mensah',
          code: view.code,
          reservation_id: view._id,
          event: 'Annual convention of ministers and their wives of the whole church',
          time_zone: view.event.time_zone,
          starts_at: view.event.starts_at,
          status: view.status,
          needs_approval: false,
          currency: 'GHS',
          standing: view.standing,
          kept: name === 'reservation_cancelled' ? 123_456 : 0,
        }
        const mail = templates[name]?.notice?.write(facts, spoken, { publicUrl: 'https://shiloh.example.org' })
        expect(mail?.text).toContain(said)
        expect(mail?.body).toContain(said)
        expect([kind, spoken, name, gsm(mail?.sms ?? '').length]).toEqual([kind, spoken, name, expect.toSatisfy(fits)])
      }
    }
  }
  drawn.mockRestore()
  // The list finds and sorts by the balance that it shows.
  const rows = async (query: { balance?: string; sort?: '-balance' }) =>
    (await t.call(routes.listReservations, { query: { page_size: 100, ...query }, as: staff })).data
  const shown = await rows({})
  for (const range of ['0', '1..', '5000..9999', '..4000']) {
    const [from = '0', to = from] = range.split('..')
    const isWithin = ({ balance }: { balance: number }) => balance >= Number(from) && balance <= Number(to || 1e9)
    expect((await rows({ balance: range })).map(({ code }) => code)).toEqual(
      shown.filter(isWithin).map(({ code }) => code),
    )
  }
  const balances = (await rows({ sort: '-balance', balance: '1..' })).map(({ balance }) => balance)
  expect(balances.length).toBeGreaterThan(3)
  expect(balances).toEqual(balances.toSorted((a, b) => b - a))
  const open = await t.call(paymentRoutes.listOpenPayments, { query: { kind: 'homeless' }, as: staff })
  expect(open.data).toEqual([])
})

test('mail and PDF of a place that is to be paid in cash say where, and those of others do not', async () => {
  await t.database.pool.query(`update client_groups set address = E'Ring Road 1\nAccra', phone = '+233302123456'`)
  const where = 'Where the desk is and when it is open, the church says: '
  const drawn = vi.spyOn(PDFDocument.prototype, 'text')
  for (const [kind, reach] of [
    ['held_cash', 'Ring Road 1, Accra, +233 30 212 3456'],
    ['held', undefined],
  ] as const) {
    const { id, user } = await WAYS[kind](await makeEvent(t))
    const view = asOwner((await t.call(routes.getMyReservation, { params: { id }, as: user })).data)
    drawn.mockClear()
    await reservationPdf(view, await ticketFacts(t.app.deps, t.app.deps.db, view.event_id, 'en'), 'en', t.clock())
    const print = drawn.mock.calls.map(([words]) => String(words).replaceAll('\u00a0', ' ')).join('\n')
    const [mail] = await t.outbox(user.email)
    for (const said of [print, mail?.text ?? '']) {
      expect([kind, said.includes(where)]).toEqual([kind, reach !== undefined])
      if (reach !== undefined) expect(said).toContain(reach)
    }
  }
  drawn.mockRestore()
})
