import { boardRoutes } from '@shiloh/contract/checkin/board'
import { checkinRoutes, opensInDays } from '@shiloh/contract/checkin/checkin'
import type { ScanResult } from '@shiloh/contract/checkin/scans'
import { adminEventRoutes, type eventCreate } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type BookableEvent, reserve as made, makeEvent, makeSpouse } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let event: BookableEvent
let gate: TestAccount
let desk: TestAccount

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t, { capacity: 500, fields: { spouse: 'optional' } })
  gate = await t.account({ type: 'checkin_user' })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in', 'payments.take_cash'] })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

let scans = 0
const scan = (
  code: string,
  more: {
    scan_id?: string
    direction?: 'in' | 'out'
    device_id?: string
    scanned_at?: string
    sent_at?: string
    point_id?: string
    said?: ScanResult
    as?: TestAccount
  } = {},
) => {
  scans += 1
  return t.call(checkinRoutes.scan, {
    params: { id: code },
    body: {
      scan_id: more.scan_id ?? `scan-${scans}-abcdef`,
      device_id: more.device_id ?? 'gate-1',
      scanned_at: more.scanned_at ?? t.clock().toISOString(),
      direction: more.direction ?? 'in',
      ...(more.sent_at && { sent_at: more.sent_at }),
      ...(more.point_id && { point_id: more.point_id }),
      ...(more.said && { said: more.said }),
    },
    as: more.as ?? gate,
  })
}

const reserve = async (target: BookableEvent, { paid = true, couple = false } = {}) => {
  const user = await t.account()
  const { view } = await made(
    t,
    target,
    {
      participant_type_id: paid ? target.otherTypeId : target.typeId,
      ...(couple ? { with_spouse: await makeSpouse(t, user.id) } : {}),
    },
    user,
  )
  return { user, reservation: view }
}

describe('a scan', () => {
  it('says of a first entry when it was and through which device', async () => {
    const { reservation } = await reserve(event)
    const { data } = await scan(reservation.qr.url, { device_id: 'gate-7' })
    expect(data).toMatchObject({ result: 'ok', reservation: { entered: { device_id: 'gate-7' } } })
  })

  it('is taken whatever the device thinks what day it is, and never entered for a day that cannot be', async () => {
    const now = t.clock().getTime()
    for (const [given, entered] of [
      ['0001-01-01T00:00:00Z', now],
      ['1970-01-01T00:00:00Z', now],
      ['9999-12-31T23:59:59Z', now],
      [new Date(now - 31 * 86_400_000).toISOString(), now],
      ['2026-11-20T10:00:00-16:14', Date.parse('2026-11-20T10:00:00-16:14')],
      [new Date(now - 86_400_000).toISOString(), now - 86_400_000],
    ] as const) {
      const { reservation } = await reserve(event)
      const { data } = await scan(reservation.qr.url, { scanned_at: given })
      expect(data.result, given).toBe('ok')
      expect(Date.parse(data.reservation?.checked_in_at ?? ''), given).toBe(entered)
    }
  })

  it('says in how many days the event begins, and lets in all the same', async () => {
    const { reservation } = await reserve(event)
    const early = await scan(reservation.qr.url)
    expect(early.data).toMatchObject({ result: 'ok', opens_in_days: expect.any(Number) })
    expect(early.data.opens_in_days).toBe(opensInDays(new Date('2027-01-10T09:00:00Z'), 'Africa/Accra', t.clock()))
    expect(early.data.opens_in_days).toBeGreaterThan(0)
    const today = await reserve(
      await makeEvent(t, { startsAt: t.clock().toISOString(), endsAt: '2027-01-13T12:00:00Z' }),
    )
    const [atDesk] = (
      await t.call(checkinRoutes.adminCheckIn, { params: { id: today.reservation._id }, body: {}, as: desk })
    ).data
    expect(atDesk).toMatchObject({ result: 'ok', opens_in_days: 0 })
    expect((await scan('TEST-ZZZZZZZZ')).data).toMatchObject({ result: 'not_found', opens_in_days: 0 })
  })

  it('lets in once, by the whole QR text, and says so the second time', async () => {
    const { reservation } = await reserve(event)
    const first = await scan(reservation.qr.url)
    expect(first.data).toMatchObject({ result: 'ok', reservation: { code: reservation.code, status: 'active' } })
    const second = await scan(reservation.qr.url, { device_id: 'gate-2' })
    expect(second.data).toMatchObject({ result: 'already_redeemed', reservation: { entered: { device_id: 'gate-1' } } })
    const { rows } = await t.database.pool.query('select status from reservations where id = $1', [reservation._id])
    expect(rows).toEqual([{ status: 'redeemed' }])
  })

  it('is the same scan however often it is sent', async () => {
    const { reservation } = await reserve(event)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => scan(reservation.code, { scan_id: 'the-same-scan' })),
    )
    expect(answers.map(({ data }) => data.result)).toEqual(['ok', 'ok', 'ok', 'ok'])
    const { rowCount } = await t.database.pool.query(`select 1 from scans where scan_id = 'the-same-scan'`)
    expect(rowCount).toBe(1)
    const { rowCount: transitions } = await t.database.pool.query(
      `select 1 from reservation_transitions where reservation_id = $1 and action = 'check_in'`,
      [reservation._id],
    )
    expect(transitions).toBe(1)
  })

  it('lets exactly one of two gates in when both scan at once', async () => {
    const { reservation } = await reserve(event)
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((device) => scan(reservation.qr.url, { device_id: device })),
    )
    expect(results.map(({ data }) => data.result).sort()).toEqual([
      'already_redeemed',
      'already_redeemed',
      'already_redeemed',
      'ok',
    ])
  })

  it('is an alert where two gates let the same person in, one of them without network', async () => {
    const { reservation } = await reserve(event)
    const alerts = async () =>
      (
        await t.database.pool.query(`select data from alerts where kind = 'double_entry' and subject = $1`, [
          reservation._id,
        ])
      ).rows
    await scan(reservation.qr.url)
    // A second scan of the same code is refused.
    await scan(reservation.qr.url, { device_id: 'gate-2' })
    expect(await alerts()).toEqual([])
    const earlier = new Date(t.clock().getTime() - 5 * 60_000).toISOString()
    // The same gate again is not a second entry.
    await scan(reservation.qr.url, { scanned_at: earlier })
    expect(await alerts()).toEqual([])
    const late = { device_id: 'gate-3', scanned_at: earlier, scan_id: 'kept-without-network' }
    for (let times = 0; times < 2; times += 1)
      expect((await scan(reservation.qr.url, late)).data.result).toBe('already_redeemed')
    expect(await alerts()).toEqual([
      {
        data: {
          reservation_id: reservation._id,
          code: reservation.code,
          name: reservation.participants[0]?.name,
          event_id: event.id,
          first: { at: earlier, device_id: 'gate-1', device: 'gate-1', point: 'Gate' },
          second: { at: earlier, device_id: 'gate-3', device: 'gate-3', point: 'Gate' },
        },
      },
    ])
  })

  it('stands where a device let somebody in, and is a double entry until a late scan explains it', async () => {
    const { reservation } = await reserve(event)
    const code = reservation.qr.url
    const ago = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
    const open = async () =>
      (
        await t.database.pool.query(
          `select 1 from alerts where kind = 'double_entry' and subject = $1 and resolved_at is null`,
          [reservation._id],
        )
      ).rowCount
    expect((await scan(code, { device_id: 'a', scanned_at: ago(10), said: 'ok' })).data).toMatchObject({
      result: 'ok',
      double_entry: null,
    })
    // The clock of this device is three minutes slow.
    const late = {
      device_id: 'b',
      scanned_at: ago(8),
      sent_at: ago(3),
      said: 'ok',
      scan_id: 'of-the-slow-clock',
    } as const
    for (let times = 0; times < 2; times += 1)
      expect((await scan(code, late)).data).toMatchObject({
        result: 'already_redeemed',
        double_entry: { device_id: 'a', at: ago(10), point: 'Gate' },
        reservation: { checked_in_at: ago(10) },
      })
    expect(await open()).toBe(1)
    // A third device let them out in between.
    const out = await scan(code, { device_id: 'c', direction: 'out', scanned_at: ago(7), said: 'ok' })
    expect(out.data).toMatchObject({ result: 'ok', reservation: { checked_in_at: ago(5), checked_out_at: null } })
    expect(await open()).toBe(0)
    const { rows } = await t.database.pool.query(
      `select count(*)::int as scans, count(double_of)::int as doubles, count(*) filter (where device_time = scanned_at)::int as same
       from scans where reservation_id = $1`,
      [reservation._id],
    )
    expect(rows).toEqual([{ scans: 3, doubles: 0, same: 2 }])
  })

  it('is what the device did, also if the server had answered in the meantime or knows better', async () => {
    const { reservation } = await reserve(event)
    await scan(reservation.code, { device_id: 'a' })
    const slow = { device_id: 'b', scan_id: 'answer-came-too-late' }
    expect((await scan(reservation.code, slow)).data).toMatchObject({ result: 'already_redeemed', double_entry: null })
    // The answer did not arrive in time, and the device decided.
    expect((await scan(reservation.code, { ...slow, said: 'ok' })).data).toMatchObject({
      result: 'already_redeemed',
      double_entry: { device_id: 'a' },
    })
    const unpaid = await reserve(event, { paid: false })
    expect((await scan(unpaid.reservation.code, { said: 'ok' })).data).toMatchObject({
      result: 'unpaid',
      reservation: { status: 'pending', checked_in_at: t.clock().toISOString() },
    })
  })

  it('serves a sitting once to who ordered, and counts in a hall beside the gate', async () => {
    const event = await makeEvent(t, { capacity: 500 })
    await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
    const planner = await t.account({ type: 'admin', permissions: ['events.read', 'events.update'] })
    const { data } = await t.call(adminEventRoutes.readAdminEvent, { params: { id: event.id }, as: planner })
    expect(data.scan_points).toMatchObject([{ kind: 'gate', rule: 'in_out', name: 'Gate' }])
    const catererId = data.caterers[0]?.caterer_id
    if (!catererId) throw new Error('the test event has a caterer')
    const save = (scan_points: z.input<typeof eventCreate>['scan_points']) =>
      t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, as: planner, body: { scan_points } })
    const [first] = data.scan_points
    if (!first) throw new Error('no gate')
    const planned = await save([
      first,
      { kind: 'meal', name: 'Supper', caterer_id: catererId },
      { kind: 'hall', name: 'Hall', capacity: 1 },
    ])
    expect(planned.errors).toEqual([])
    const [, supper, hall] = planned.data.scan_points
    if (!supper || !hall) throw new Error('no points')
    const { reservation } = await reserve(event)
    expect((await scan(reservation.code, { point_id: supper._id })).data.result).toBe('no_meal')
    await t.database.pool.query(
      'update reservation_participants set event_caterer_id = (select id from event_caterers where event_id = $1 limit 1) where reservation_id = $2',
      [event.id, reservation._id],
    )
    for (const result of ['ok', 'already_redeemed'])
      expect((await scan(reservation.code, { point_id: supper._id, device_id: 'meal' })).data).toMatchObject({
        result,
        reservation: { checked_in_at: null, entered: { device_id: 'meal' } },
      })
    // A search at supper tells about supper, and not about the gate.
    const found = async (point_id?: string) => {
      const query = { event_id: event.id, search: reservation.code, ...(point_id && { point_id }) }
      const { data: people } = await t.call(checkinRoutes.listGateReservations, { query, as: gate })
      return people.map(({ entered }) => entered?.device_id)
    }
    expect([await found(supper._id), await found(), await found(hall._id)]).toEqual([
      ['meal'],
      [undefined],
      [undefined],
    ])
    for (const direction of ['in', 'in', 'out'] as const)
      expect((await scan(reservation.code, { point_id: hall._id, direction })).data.result).toBe('ok')
    expect((await scan(reservation.code)).data.result).toBe('ok')
    // People are counted, not scans: one ate, and somebody who came in twice and left once is outside.
    const counted = async () => {
      const { data } = await t.call(checkinRoutes.listGateEvents, { as: gate })
      return data.find(({ _id }) => _id === event.id)
    }
    const people = [
      { _id: supper._id, people: 1 },
      { _id: hall._id, people: 0 },
    ]
    const before = await counted()
    expect(before).toMatchObject({ points: people, points_counted_at: t.clock().toISOString() })
    // A count of two seconds ago says that it is one: a device adds what it has scanned since.
    t.clock.forward(1 / 60)
    expect((await scan(reservation.code, { point_id: hall._id })).data.result).toBe('ok')
    expect(await counted()).toMatchObject({
      points: people,
      points_counted_at: before?.points_counted_at,
      counted_at: t.clock().toISOString(),
    })
    t.clock.forward(1)
    expect((await scan(reservation.code, { point_id: hall._id, direction: 'out' })).data.result).toBe('ok')

    expect((await save([first])).code).toBe('in_use')
    expect((await save([first, supper, { ...hall, rule: 'in_out' }])).errors).toMatchObject([
      { field: 'scan_points.2.rule' },
    ])
    expect((await save([supper, hall])).errors).toMatchObject([{ field: 'scan_points', code: 'gate_required' }])
    expect((await save([first, { ...supper, rule: 'count' }, hall])).errors).toMatchObject([
      { field: 'scan_points.1.rule', code: 'unknown_choice' },
    ])
    const copied = await t.call(adminEventRoutes.duplicateEvent, {
      params: { id: event.id },
      as: await t.account({ type: 'admin', permissions: ['events.read', 'events.create'] }),
      body: {},
    })
    expect(copied.data.scan_points.map(({ name }) => name)).toEqual(['Gate', 'Supper', 'Hall'])
  })

  it('checks a couple in one by one, each on their own code, and asks who is there if the printed one is typed', async () => {
    const { reservation } = await reserve(event, { couple: true })
    const [husband, wife] = reservation.participants
    expect((await scan(reservation.code)).data).toMatchObject({ result: 'several', reservation: { party: 2 } })
    expect((await scan(wife?.qr.url ?? '')).data).toMatchObject({
      result: 'ok',
      reservation: { name: wife?.name, party: 2 },
    })
    // The code can have been typed twice: one of them is still to come, and perhaps not here.
    expect((await scan(reservation.code)).data.result).toBe('several')
    expect((await scan(husband?.qr.url ?? '')).data).toMatchObject({
      result: 'ok',
      reservation: { name: husband?.name },
    })
    expect((await scan(reservation.code)).data.result).toBe('already_redeemed')
    expect((await scan(reservation.code, { direction: 'out' })).data.result).toBe('several')
  })

  it('knows who goes out without having come in: nothing is wrong with the code', async () => {
    const { reservation } = await reserve(event)
    expect((await scan(reservation.code, { direction: 'out' })).data).toMatchObject({
      result: 'invalid',
      reservation: { name: reservation.participants[0]?.name },
    })
  })

  it('says unpaid, cancelled, wrong event, not found and invalid', async () => {
    const unpaid = await reserve(event, { paid: false })
    expect((await scan(unpaid.reservation.code)).data).toMatchObject({
      result: 'unpaid',
      reservation: { balance: 10_000 },
    })
    const cancelled = await t.call(reservationRoutes.cancelMyReservation, {
      params: { id: unpaid.reservation._id },
      as: unpaid.user,
    })
    expect(cancelled.errors).toEqual([])
    expect(cancelled.status).toBe(200)
    expect((await scan(unpaid.reservation.code)).data.result).toBe('cancelled')
    const elsewhere = await reserve(await makeEvent(t))
    expect((await scan(elsewhere.reservation.code)).data).toMatchObject({ result: 'wrong_event', reservation: null })
    expect((await scan('TEST-ZZZZ')).data).toMatchObject({ result: 'not_found', reservation: null })
    expect((await scan('something else entirely')).data.result).toBe('invalid')
    const { reservation } = await reserve(event)
    const forged = `${reservation.qr.url.slice(0, -4)}0000`
    expect((await scan(forged)).data).toMatchObject({ result: 'invalid', reservation: null })
  })

  it('is refused to other kinds of account, and bad input names its field', async () => {
    const { user, reservation } = await reserve(event)
    expect((await scan(reservation.code, { as: user })).status).toBe(403)
    const bad = await t.call(checkinRoutes.scan, {
      params: { id: reservation.code },
      body: { scan_id: 'x', device_id: '', scanned_at: 'now' },
      as: gate,
    })
    expect(bad.status).toBe(422)
    expect(bad.errors.map(({ field }) => field).sort()).toEqual(['device_id', 'scan_id', 'scanned_at'])
  })
})

describe('without a code', () => {
  it('finds people by name and checks them in and out', async () => {
    const { user, reservation } = await reserve(event)
    const { rows } = await t.database.pool.query<{ last_name: string }>('select last_name from users where id = $1', [
      user.id,
    ])
    const found = await t.call(checkinRoutes.listGateReservations, {
      query: { search: rows[0]?.last_name ?? '' },
      as: gate,
    })
    expect(found.data.map(({ code }) => code)).toContain(reservation.code)
    const entered = await t.call(checkinRoutes.setCheckIn, { params: { id: reservation._id }, body: {}, as: gate })
    expect(entered.data.map(({ result }) => result)).toEqual(['ok'])
    const left = await t.call(checkinRoutes.setCheckIn, {
      params: { id: reservation._id },
      body: { direction: 'out' },
      as: gate,
    })
    expect(left.data.map(({ result }) => result)).toEqual(['ok'])
    const other = await t.account({ type: 'checkin_user' })
    expect(
      (await t.call(checkinRoutes.setCheckIn, { params: { id: reservation._id }, body: {}, as: other })).status,
    ).toBe(404)
    expect((await t.call(checkinRoutes.listGateReservations, { query: {}, as: other })).data).toEqual([])
  })

  it('works at the desk, and leaves a row in the audit trail', async () => {
    const { reservation } = await reserve(event, { paid: false })
    const refused = await t.call(checkinRoutes.adminCheckIn, { params: { id: reservation._id }, body: {}, as: desk })
    expect(refused.data.map(({ result }) => result)).toEqual(['unpaid'])
    await t.call(paymentRoutes.takeCash, { params: { id: reservation._id }, body: { amount: 10_000 }, as: desk })
    const entered = await t.call(checkinRoutes.adminCheckIn, { params: { id: reservation._id }, body: {}, as: desk })
    expect(entered.data.map(({ result }) => result)).toEqual(['ok'])
    const board = await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })
    expect(board.data.counters.inside).toBeGreaterThan(0)
    // Not what was scanned: the text of a QR code opens the receipt.
    expect(board.data.latest[0]).toMatchObject({ result: 'ok', device_id: 'desk', code: reservation.code })
    const { rowCount } = await t.database.pool.query(
      `select 1 from audit_trail where object_id = $1 and action = 'adminCheckIn'`,
      [reservation._id],
    )
    expect(rowCount).toBe(2)
  })
})
