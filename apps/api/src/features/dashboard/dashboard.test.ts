import { dashboardRoutes } from '@shiloh/contract/dashboard'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveReservations } from '#features/reservations'
import { type BookableEvent, enterPayment, makeEvent, makeSpouse, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp, testClock } from '../../../test/harness.ts'
import { inWork } from '../../platform/jobs/work.ts'
import { besideWeeks, chosenMonth, monthBefore, monthsApart } from './rules.ts'

let app: TestApp
let staff: TestAccount
let camp: BookableEvent
let lastCamp: BookableEvent
let other: BookableEvent

const sql = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows

/** Moves what a reservation did to these instants. */
const dated = async (id: string, at: string) => {
  await sql(`update reservations set created_at = $2 where id = $1`, id, at)
}

/** Books money as of an instant: the ledger itself never changes. */
const paidAt = async (id: string, amount: number, at: string, provider = 'sandbox') => {
  const payment = await enterPayment(app, id, amount)
  await sql(`alter table ledger_entries disable trigger ledger_append_only`)
  await sql(`update ledger_entries set at = $2, provider = $3 where payment_id = $1`, payment, at, provider)
  await sql(`alter table ledger_entries enable trigger ledger_append_only`)
  await sql(`update payments set provider = $2 where id = $1`, payment, provider)
  return payment
}

beforeAll(async () => {
  app = await testApp({ clock: testClock('2026-12-20T12:00:00Z') })
  staff = await app.account({ type: 'admin', permissions: PERMISSIONS })
  await sql(`update client_groups set time_zone = 'Africa/Lagos'`)
  camp = await makeEvent(app, { price: 10_000, pricePerNight: 0 })
  lastCamp = await makeEvent(app, { price: 10_000, pricePerNight: 0 })
  other = await makeEvent(app, { price: 0, startsAt: '2026-12-28T09:00:00Z', endsAt: '2026-12-30T09:00:00Z' })
  await sql(`update events set name = 'Youth Camp 2027' where id = $1`, camp.id)

  // A couple, on the last evening of November in UTC: the first of December in Lagos.
  const couple = await app.account({ columns: { gender: 'female' } })
  const both = await reserve(
    app,
    camp,
    { with_spouse: await makeSpouse(app, couple.id), accommodation: { room_category_id: camp.categoryId, ...NIGHTS } },
    couple,
  )
  await dated(both.id, '2026-11-30T23:30:00Z')
  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, both.id)
  const payment = await paidAt(both.id, both.view.total, '2026-12-02T10:00:00Z')
  await sql(
    `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency, at) values ($1, $2, 'refund', -2500, 'GHS', '2026-12-10T10:00:00Z')`,
    payment,
    both.id,
  )
  // A hold that stands, one that has passed, one cancelled, one of another event, and one of another month.
  const held = await reserve(app, camp)
  await dated(held.id, '2026-12-05T10:00:00Z')
  const late = await reserve(app, camp)
  await dated(late.id, '2026-12-05T11:00:00Z')
  await sql(`update reservations set hold_expires_at = '2026-12-06T10:00:00Z' where id = $1`, late.id)
  const gone = await reserve(app, camp)
  await dated(gone.id, '2026-12-05T12:00:00Z')
  await sql(
    `update reservations set status = 'cancelled', cancelled_at = '2026-12-07T10:00:00Z', hold_expires_at = null where id = $1`,
    gone.id,
  )
  const free = await reserve(app, other)
  await dated(free.id, '2026-12-05T13:00:00Z')
  const early = await reserve(app, camp)
  await dated(early.id, '2026-11-05T13:00:00Z')

  // The year before: one that came, one that was cancelled, and the event is archived.
  const came = await reserve(app, lastCamp, { accommodation: { room_category_id: lastCamp.categoryId, ...NIGHTS } })
  await dated(came.id, '2025-12-05T10:00:00Z')
  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, came.id)
  await paidAt(came.id, came.view.total, '2025-12-05T10:00:00Z')
  const left = await reserve(app, lastCamp)
  await dated(left.id, '2025-12-05T12:00:00Z')
  await sql(
    `update reservations set status = 'cancelled', cancelled_at = '2025-12-07T10:00:00Z', hold_expires_at = null where id = $1`,
    left.id,
  )
  for (const scan of ['one', 'again'])
    await sql(
      `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, code, direction, result, scanned_at)
       select $1, 'gate', $2, id, reservation_id, '', 'in', 'ok', '2025-12-09T10:00:00Z' from reservation_participants where reservation_id = $3`,
      scan,
      lastCamp.id,
      came.id,
    )
  await inWork(app.app.deps, (work) => archiveReservations(work, lastCamp.id, { actor: 'staff', actorId: staff.id }))
  await sql(
    `update events set name = 'Youth Camp 2026', status = 'archived', starts_at = '2026-01-11T09:00Z', ends_at = '2026-01-13T12:00Z' where id = $1`,
    lastCamp.id,
  )
})
afterAll(() => app.close())

const december = { month: 12, year: 2026 }
const ofCamp = () => ({ as: staff, query: { event_id: camp.id, ...december } })

it('shows the statistics of an archived event as before it was archived', async () => {
  const reader = await app.account({ type: 'admin', permissions: ['events.read', 'payments.read'] })
  const { data } = await app.call(adminEventRoutes.readEventStats, { as: reader, params: { id: lastCamp.id } })
  expect(data).toMatchObject({
    places: { claimed: 1 },
    reservations: { active: 1, cancelled: 1 },
    people: { expected: 1 },
    money: { total: 10_000, paid: 10_000 },
    accommodations: [{ nights: [{ limit: null, claimed: 1 }, { claimed: 1 }, { claimed: 1 }] }],
  })
  expect(data.participant_types).toContainEqual(expect.objectContaining({ claimed: 1, amount: 10_000 }))
})

describe('the figures of a month', () => {
  it('counts what holds, by the day of the organisation, and compares with the last event of the same kind', async () => {
    const { data } = await app.call(dashboardRoutes.stats, ofCamp())
    expect(data).toMatchObject({
      month: 12,
      year: 2026,
      currency: 'GHS',
      compared: { month: 12, year: 2025, event: { _id: lastCamp.id, name: 'Youth Camp 2026' } },
      // The couple and the hold; the year before the one who came.
      reservations: { now: 2, before: 1 },
      people: { now: 3, before: 1 },
      paid: { now: 20_000 - 2500, before: 10_000 },
      cancelled: { now: 1, before: 1 },
      checked_in: { now: 0, before: 1 },
      accounts: null,
      // Two persons and one, of eight beds, three nights.
      beds: { now: { sold: 6, for_sale: 24 }, before: { sold: 3, for_sale: 24 } },
      // With the one of November.
      so_far: { people: 4, capacity: 100 },
    })
    const daily = await app.call(dashboardRoutes.daily, ofCamp())
    expect(daily.data.days).toHaveLength(31)
    expect(daily.data.days.filter(({ now, before }) => now || before)).toEqual([
      { day: '2026-12-01', now: 1, before: 0 },
      { day: '2026-12-05', now: 1, before: 1 },
    ])
    expect(daily.data.days.at(-1)).toEqual({ day: '2026-12-31', now: null, before: 0 })
    const graph = await app.call(dashboardRoutes.graph, ofCamp())
    expect(graph.data.methods).toEqual([{ method: 'sandbox', now: 17_500, before: 10_000 }])
    // Money needs the permission to read payments.
    const usher = await app.account({ type: 'admin', permissions: ['dashboard.read'] })
    const seen = (route: 'stats' | 'graph') => app.call(dashboardRoutes[route], { ...ofCamp(), as: usher })
    expect((await seen('stats')).data).toMatchObject({ paid: null, people: expect.anything() })
    expect((await seen('graph')).data).toMatchObject({ methods: null, nights: expect.any(Array) })
    expect(graph.data.nights).toEqual(
      ['2027-01-10', '2027-01-11', '2027-01-12'].map((night) => ({
        night,
        now: { sold: 2, for_sale: 8 },
        before: { sold: 1, for_sale: 8 },
      })),
    )
    const { data: signups } = await app.call(dashboardRoutes.signups, ofCamp())
    expect(signups.accounts).toEqual([])
    expect(signups.weeks.at(-1)).toEqual({ day: '2027-01-10', now: null, before: 1 })
    expect(Math.max(...signups.weeks.map(({ now }) => now ?? 0))).toBe(data.so_far?.people)
    // A month before shows the event as it was at its end.
    const earlier = { as: staff, query: { event_id: camp.id, month: 11, year: 2026 } }
    expect((await app.call(dashboardRoutes.stats, earlier)).data.so_far?.people).toBe(1)
    const { weeks } = (await app.call(dashboardRoutes.signups, earlier)).data
    expect(weeks.findLast(({ now }) => now !== null)).toMatchObject({ day: '2026-12-06', now: 1 })
    const { data: long } = await app.call(dashboardRoutes.signups, {
      ...earlier,
      query: { ...earlier.query, year: 2025 },
    })
    expect(long.weeks.every(({ now }) => !now)).toBe(true)
  })

  it('leads to lists that show the same numbers', async () => {
    const year = { as: staff, query: { event_id: lastCamp.id, month: 12, year: 2025 } }
    const list = async (event: BookableEvent, query: object) =>
      (await app.call(reservationRoutes.listReservations, { as: staff, query: { event_id: event.id, ...query } })).meta
    for (const [event, asked, month] of [
      [camp, ofCamp(), '2026-12-01..2026-12-31'],
      [lastCamp, year, '2025-12-01..2025-12-31'],
    ] as const) {
      const { data } = await app.call(dashboardRoutes.stats, asked)
      expect(await list(event, { created_at: month, holds: 'true' })).toMatchObject({
        total: data.reservations.now,
        sums: { persons: data.people.now },
      })
      expect(await list(event, { cancelled_at: month })).toMatchObject({ total: data.cancelled.now })
      expect((await list(event, { checked_in_at: month })).sums?.['checked_in']).toBe(data.checked_in.now)
      const { data: graph } = await app.call(dashboardRoutes.graph, asked)
      for (const { night, now } of graph.nights)
        expect((await list(event, { nights: night, holds: 'true' })).sums?.['persons']).toBe(now.sold)
      const money = async (query: object) =>
        (await app.call(tillRoutes.listMoney, { as: staff, query: { event_id: event.id, at: month, ...query } })).meta
          .sums
      expect(await money({})).toEqual({ amount: data.paid?.now })
      for (const { method, now } of graph.methods ?? []) expect(await money({ method })).toEqual({ amount: now })
    }
  })

  it('agrees with a count of the rows one by one, for all events', async () => {
    const rows = await sql(
      `select r.status, r.hold_expires_at, r.created_at, (select count(*)::int from reservation_participants p where p.reservation_id = r.id) as persons
       from reservations r where r.status <> 'archived'`,
    )
    const now = app.clock()
    const made = rows.filter(({ status, hold_expires_at, created_at }) => {
      const holds =
        ['active', 'redeemed'].includes(status) ||
        (status === 'pending' && !(hold_expires_at <= now && hold_expires_at))
      // Lagos is one hour ahead of UTC, without summer time.
      return holds && new Date(created_at.getTime() + 3_600_000).toISOString().startsWith('2026-12')
    })
    await sql(`update users set created_at = '2026-12-20T11:00Z'`)
    const { data } = await app.call(dashboardRoutes.stats, { as: staff, query: december })
    expect(data.reservations).toEqual({ now: made.length, before: 1 })
    expect(data.people.now).toBe(made.reduce((sum, { persons }) => sum + persons, 0))
    const accounts = await sql(`select created_at from users where user_type = 'user'`)
    expect(data.accounts).toEqual({ now: accounts.length, before: 0 })
    expect(data).toMatchObject({ so_far: null, compared: { month: 12, year: 2025, event: null } })
    const { data: daily } = await app.call(dashboardRoutes.daily, { as: staff, query: december })
    expect(daily.days.reduce((sum, { now: count }) => sum + (count ?? 0), 0)).toBe(made.length)
    const { data: signups } = await app.call(dashboardRoutes.signups, { as: staff, query: december })
    expect(signups.accounts.find(({ day }) => day === '2026-12-20')?.now).toBe(accounts.length)
  })

  it('shows today without a month, and names a month or year that cannot be chosen', async () => {
    const { data } = await app.call(dashboardRoutes.stats, { as: staff, query: {} })
    expect(data).toMatchObject(december)
    for (const [query, field] of [
      [{ year: 2027 }, 'year'],
      [{ year: 2020 }, 'year'],
      [{ month: 13 }, 'month'],
      [{ event_id: 'x' }, 'event_id'],
    ] as const)
      for (const route of Object.values(dashboardRoutes)) {
        const answer = await app.call(route, { as: staff, query })
        expect(answer).toMatchObject({ status: 422, errors: [{ field }] })
      }
    const unknown = await app.call(dashboardRoutes.stats, { as: staff, query: { event_id: 'f'.repeat(24) } })
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('leaves out an event that is denied, and does not compare with it', async () => {
    const denied = async (resource: string, id: string) => {
      const one = await app.account({
        type: 'admin',
        permissions: ['dashboard.read', 'events.read', 'reservations.read', 'payments.read'],
      })
      await sql(
        `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
        one.id,
        resource,
        id,
      )
      return one
    }
    const noCamp = await denied('events', camp.id)
    expect((await app.call(dashboardRoutes.stats, { as: noCamp, query: { event_id: camp.id } })).status).toBe(403)
    const { data } = await app.call(dashboardRoutes.stats, { as: noCamp, query: december })
    expect(data).toMatchObject({ reservations: { now: 1 }, paid: { now: 0 }, cancelled: { now: 0 } })
    const noLast = await denied('events', lastCamp.id)
    const alone = await app.call(dashboardRoutes.stats, { as: noLast, query: { event_id: camp.id, ...december } })
    expect(alone.data).toMatchObject({ compared: null, reservations: { now: 2, before: null }, beds: { before: null } })
    // Everybody who may see the dashboard sees its counts, also without a permission for what is counted.
    const events = await app.call(adminEventRoutes.listAdminEvents, {
      as: await app.account({ type: 'admin', permissions: ['dashboard.read'] }),
    })
    expect(events.status).toBe(403)
  })
})

it('names the compared event in the language of the reader', async () => {
  await app.database.pool.query(
    `update events set translations = '{"de": {"name": "Freizeit von früher"}}' where id = $1`,
    [lastCamp.id],
  )
  const { data } = await app.call(dashboardRoutes.stats, { ...ofCamp(), headers: { 'accept-language': 'de' } })
  expect(data.compared?.event).toEqual({ _id: lastCamp.id, name: 'Freizeit von früher' })
})

it('chooses months, and puts weeks beside each other', () => {
  expect(chosenMonth({}, '2026-12-20')).toEqual(december)
  expect(chosenMonth({ year: 2021 }, '2026-12-20')).toEqual({ month: 12, year: 2021 })
  expect(monthBefore({ month: 1, year: 2027 }, 13)).toEqual({ month: 12, year: 2025 })
  expect(monthBefore({ month: 12, year: 2026 }, -1)).toEqual({ month: 1, year: 2027 })
  expect(monthsApart('2027-01-10', '2025-11-30')).toBe(14)
  const weeks = besideWeeks(
    '2027-01-22',
    [
      { weeks: 2, count: 5 },
      { weeks: 0, count: 1 },
    ],
    [{ weeks: 1, count: 9 }],
    '2027-01-10',
  )
  expect(weeks).toEqual([
    { day: '2027-01-01', now: 0, before: 0 },
    { day: '2027-01-08', now: 5, before: 0 },
    { day: '2027-01-15', now: 5, before: 9 },
    { day: '2027-01-22', now: null, before: 9 },
  ])
})
