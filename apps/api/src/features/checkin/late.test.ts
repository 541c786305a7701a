import { boardRoutes, type ReviewAct } from '@shiloh/contract/checkin/board'
import { bundleRoutes, LAYOUT } from '@shiloh/contract/checkin/bundle'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { adminEventRoutes, type eventCreate } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type BookableEvent, endEvent, makeEvent, makeSpouse, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

/** What phones deliver after something has changed at the office. */

let t: TestApp
let event: BookableEvent
let gate: TestAccount
let desk: TestAccount

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t, { capacity: 500 })
  gate = await t.account({ type: 'checkin_user' })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in', 'checkin_users.update'] })
  await assign(event)
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const query = async (text: string, values: readonly unknown[]) => (await t.database.pool.query(text, [...values])).rows
const assign = ({ id }: BookableEvent) => query('insert into check_in_user_events values ($1, $2)', [gate.id, id])
const unassign = ({ id }: BookableEvent) =>
  query('delete from check_in_user_events where user_id = $1 and event_id = $2', [gate.id, id])
const guestOf = async (of: BookableEvent) =>
  (await reserve(t, of, { participant_type_id: of.otherTypeId }, await t.account())).view
const register = async (name: string) =>
  (await t.call(gateDeviceRoutes.registerDevice, { body: { name }, as: gate })).data
const minutesAgo = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
const sync = async (device: { _id: string }, scans: QueuedScan[]) =>
  (
    await t.call(gateDeviceRoutes.syncScans, {
      body: { device_id: device._id, sent_at: t.clock().toISOString(), scans },
      as: gate,
    })
  ).data
const boardOf = async ({ id }: BookableEvent) =>
  (await t.call(boardRoutes.liveBoard, { params: { id }, as: desk })).data
const devicesOf = async ({ id }: BookableEvent) =>
  (await t.call(gateDeviceRoutes.listDevices, { params: { id }, as: desk })).data

it('keeps what a phone let in at an event that its account got after the phone was registered, and lost since', async () => {
  const later = await makeEvent(t)
  const phone = await register('Early phone')
  await assign(later)
  expect((await sync(phone, [])).event_ids).toContain(later.id)
  expect((await devicesOf(later)).map(({ _id }) => _id)).toEqual([phone._id])
  const { code } = await guestOf(later)
  await unassign(later)
  const scans: QueuedScan[] = [{ scan_id: 'let-in-before', code, scanned_at: minutesAgo(5), said: 'ok' }]
  expect((await sync(phone, scans)).scans).toMatchObject([{ stored: true, result: 'ok', corrected: false }])
  expect((await boardOf(later)).counters).toMatchObject({ in: 1, inside: 1 })
  const quiet = await t.call(gateDeviceRoutes.updateDevice, {
    params: { id: later.id, device_id: phone._id },
    body: { may_search: false },
    as: desk,
  })
  expect(quiet.data.may_search).toBe(false)
})

it('keeps what a phone let in by a copy that it had before it next delivered', async () => {
  const later = await makeEvent(t)
  const phone = await register('Only a copy')
  await assign(later)
  const { status } = await t.call(bundleRoutes.readBundle, {
    query: { event_id: later.id, device_id: phone._id, layout: LAYOUT },
    as: gate,
  })
  expect(status).toBe(200)
  expect((await devicesOf(later)).map(({ name }) => name)).toEqual(['Only a copy'])
  const { code } = await guestOf(later)
  await unassign(later)
  const scans: QueuedScan[] = [{ scan_id: 'let-in-by-copy', code, scanned_at: minutesAgo(5), said: 'ok' }]
  expect((await sync(phone, scans)).scans).toMatchObject([{ stored: true, result: 'ok', corrected: false }])
})

const gateOf = async ({ id }: BookableEvent): Promise<string> =>
  (await query(`select id from scan_points where event_id = $1 and kind = 'gate' order by position`, [id]))[0].id
const scansOf = async ({ id }: BookableEvent, filter: Readonly<Record<string, string>>) =>
  (await t.call(scanRoutes.listScans, { params: { id }, query: filter, as: desk })).data

it('shows the office an entry of somebody who was taken out of the reservation before the phone delivered', async () => {
  const couples = await makeEvent(t, { fields: { spouse: 'optional' } })
  await assign(couples)
  const member = await t.account()
  const spouse = await makeSpouse(t, member.id)
  const { view } = await reserve(t, couples, { participant_type_id: couples.otherTypeId, with_spouse: spouse }, member)
  const taken = view.participants.find(({ role }) => role === 'spouse')
  const qr = (await query('select qr_id from reservation_participants where id = $1', [taken?._id]))[0].qr_id
  const { status } = await t.call(reservationRoutes.editReservation, {
    params: { id: view._id },
    body: { with_spouse: null },
    as: await t.account({ type: 'admin', permissions: ['reservations.update'] }),
  })
  expect(status).toBe(200)
  const phone = await register('At the couples')
  const point_id = await gateOf(couples)
  const scan = { code: `https://church.example/qr/${qr}`, point_id, scanned_at: minutesAgo(9), said: 'ok' } as const
  expect((await sync(phone, [{ ...scan, scan_id: 'taken-out-1' }])).scans).toMatchObject([
    { stored: true, result: 'not_found', corrected: true },
  ])
  const { corrections, counters } = await boardOf(couples)
  expect(corrections).toMatchObject([
    { name: null, reservation_id: null, said: 'ok', result: 'not_found', accepted: true, device: 'At the couples' },
  ])
  expect(corrections).toMatchObject([{ point_kind: 'gate', ended: false }])
  expect(counters).toMatchObject({ in: 0 })
  expect((await devicesOf(couples)).find(({ _id }) => _id === phone._id)).toMatchObject({ scans: 1 })
  const [_id = ''] = corrections.map((one) => one._id)
  const review = async (act: ReviewAct) =>
    (
      await t.call(boardRoutes.reviewScans, {
        params: { id: couples.id },
        body: { act, scan_ids: [_id] },
        as: desk,
      })
    ).data
  expect(await review('withdraw')).toMatchObject([{ done: true, accepted: false }])
  expect(await review('restore')).toMatchObject([{ done: true, accepted: true }])
  expect(await review('seen')).toMatchObject([{ done: true }])
  expect((await boardOf(couples)).corrections).toEqual([])
})

it('lists refused scans at the event at whose point the phone stood', async () => {
  const [here, there] = [await makeEvent(t), await makeEvent(t)]
  await assign(here)
  const phone = await register('Refuses')
  const point_id = await gateOf(here)
  const guest = await guestOf(there)
  const forged = `https://church.example/qr/${'a'.repeat(24)}?s=${'A'.repeat(86)}`
  const codes = { unknown: 'TEST-ZZZZZZ22', forged, elsewhere: guest.code }
  const scanned = Object.entries(codes).map(
    ([name, code]): QueuedScan => ({ scan_id: `refused-${name}`, code, point_id, scanned_at: minutesAgo(3) }),
  )
  await sync(phone, scanned)
  // Without a point, the event that the gate is set to says it.
  await t.call(checkinRoutes.scan, {
    params: { id: 'TEST-ZZZZZZ33' },
    body: { scan_id: 'refused-alone', device_id: phone._id, scanned_at: minutesAgo(0), event_id: here.id },
    as: gate,
  })
  const of = async (result: string) => (await scansOf(here, { result })).map(({ name, point }) => [name, point])
  expect(await of('not_found')).toEqual([
    [null, null],
    [null, 'Gate'],
  ])
  expect(await of('invalid')).toEqual([[null, 'Gate']])
  expect(await of('wrong_event')).toEqual([[null, 'Gate']])
  expect(await boardOf(here)).toMatchObject({ corrections: [], counters: { in: 0 } })
  expect((await scansOf(there, {})).length).toBe(0)
  // The board of an event takes nothing from phones of others.
  const strange: QueuedScan = {
    scan_id: 'refused-strange',
    code: 'TEST-ZZZZZZ44',
    point_id: await gateOf(there),
    scanned_at: minutesAgo(1),
  }
  await sync(phone, [strange])
  expect((await scansOf(there, {})).length).toBe(0)
})

describe('a gate that the office removes while phones hold its scans', () => {
  it('still counts who came in there, with all gates', async () => {
    const halls = await makeEvent(t)
    await assign(halls)
    const planner = await t.account({ type: 'admin', permissions: ['events.read', 'events.update'] })
    const save = async (scan_points: z.input<typeof eventCreate>['scan_points']) =>
      t.call(adminEventRoutes.updateEvent, { params: { id: halls.id }, as: planner, body: { scan_points } })
    const [north] = (await t.call(adminEventRoutes.readAdminEvent, { params: { id: halls.id }, as: planner })).data
      .scan_points
    if (!north) throw new Error('no gate')
    const caterer_id = (await query('select caterer_id from event_caterers where event_id = $1', [halls.id]))[0]
      .caterer_id
    const hall = { kind: 'hall', name: 'Hall' } as const
    const meal = { kind: 'meal', name: 'Supper', caterer_id } as const
    const [, south, dome, supper] = (await save([north, { kind: 'gate', name: 'South' }, hall, meal])).data.scan_points
    const [first, second] = [await register('At South'), await register('At North')]
    const guest = await guestOf(halls)
    const removed = await save([north])
    expect(removed.data.scan_points).toHaveLength(1)
    const let_in = { code: guest.code, scanned_at: minutesAgo(9), said: 'ok' } as const
    const atSouth: QueuedScan[] = [
      { ...let_in, scan_id: 'at-removed-gate', point_id: south?._id },
      { ...let_in, scan_id: 'at-removed-hall', point_id: dome?._id },
    ]
    expect((await sync(first, atSouth)).scans).toMatchObject([
      { result: 'ok', corrected: false },
      { result: 'ok', corrected: false },
    ])
    const asked: QueuedScan = {
      scan_id: 'asked-at-north',
      code: guest.code,
      scanned_at: minutesAgo(0),
      point_id: north._id,
    }
    expect((await sync(second, [asked])).scans).toMatchObject([{ result: 'already_redeemed' }])
    await sync(second, [{ ...let_in, scan_id: 'double-at-north', point_id: north._id, scanned_at: minutesAgo(4) }])
    const seen = await boardOf(halls)
    expect(seen.counters).toMatchObject({ in: 1, inside: 1 })
    expect(seen.points.map(({ name, in: came, removed: gone }) => [name, came, gone])).toEqual([
      ['Gate', 0, false],
      ['South', 1, true],
      ['Hall', 1, true],
    ])
    expect(seen.double_entries).toMatchObject([{ first: { point: 'South' }, second: { point: 'Gate' } }])
    const [_id = ''] = seen.double_entries.map((one) => one._id)
    const withdrawn = await t.call(boardRoutes.reviewScans, {
      params: { id: halls.id },
      body: { act: 'withdraw', scan_ids: [_id] },
      as: desk,
    })
    expect(withdrawn.data).toMatchObject([{ done: true, accepted: false }])
    // A phone that comes later does not hear of it, and knows who is in.
    const copy = await t.call(bundleRoutes.readBundle, {
      query: { event_id: halls.id, device_id: second._id, layout: LAYOUT },
      as: gate,
    })
    expect(copy.data.points.map(({ name }) => name)).toEqual(['Gate'])
    // It is not the event's any more, and neither does it bind the caterer.
    expect((await save([north, { ...hall, _id: dome?._id }])).errors).toMatchObject([{ code: 'not_found' }])
    expect(supper?.caterer_id).toBe(caterer_id)
    const bare = await t.call(adminEventRoutes.updateEvent, {
      params: { id: halls.id },
      as: planner,
      body: { caterers: [] },
    })
    expect(bare.status).toBe(200)
  })

  it('cannot be removed once its scans are in the books', async () => {
    const planner = await t.account({ type: 'admin', permissions: ['events.read', 'events.update'] })
    const of = { params: { id: event.id }, as: planner }
    const gates = (await t.call(adminEventRoutes.readAdminEvent, of)).data.scan_points
    const phone = await register('Books')
    const { code } = await guestOf(event)
    await sync(phone, [{ scan_id: 'in-the-books', code, scanned_at: minutesAgo(0), point_id: gates[0]?._id }])
    const other = await t.call(adminEventRoutes.updateEvent, {
      ...of,
      body: { scan_points: [{ kind: 'gate', name: 'New' }] },
    })
    expect(other.code).toBe('in_use')
  })
})

it('lets everybody out who is inside, whatever they owe', async () => {
  const phone = await register('Way out')
  // The money is still to come.
  const make = async () => (await reserve(t, event, {}, await t.account())).view
  const [owes, ended, never] = [await make(), await make(), await make()]
  const scan = ({ code }: { code: string }, scan_id: string, more: Partial<QueuedScan> = {}): QueuedScan => ({
    code,
    scan_id,
    scanned_at: minutesAgo(9),
    ...more,
  })
  await sync(phone, [scan(owes, 'owes-came-in', { said: 'ok' }), scan(ended, 'ended-came-in', { said: 'ok' })])
  const office = await t.account({ type: 'admin', permissions: ['reservations.cancel'] })
  for (const { _id } of [ended, never]) {
    const cancelled = await t.call(reservationRoutes.cancelReservation, { params: { id: _id }, body: {}, as: office })
    expect(cancelled.status).toBe(200)
  }
  const out = { direction: 'out', scanned_at: minutesAgo(0) } as const
  const answers = await sync(phone, [
    scan(owes, 'owes-goes-out', out),
    scan(ended, 'ended-goes-out', out),
    scan(never, 'never-goes-out', out),
  ])
  expect(answers.scans).toMatchObject([
    { result: 'ok', reservation: { balance: owes.total, checked_out_at: expect.any(String) } },
    { result: 'ok', reservation: { checked_out_at: expect.any(String) } },
    { result: 'invalid' },
  ])
})

it('counts an archived event as it was, and what its phones deliver afterwards by what was true then', async () => {
  const over = await makeEvent(t)
  await assign(over)
  const phone = await register('Delivers late')
  const [came, late, never] = [await guestOf(over), await guestOf(over), await guestOf(over)]
  await sync(phone, [{ scan_id: 'came-before', code: came.code, scanned_at: minutesAgo(20), said: 'ok' }])
  const before = (await boardOf(over)).counters
  expect(before).toEqual({ expected: 3, in: 1, out: 0, inside: 1 })
  const planner = { params: { id: over.id }, as: await t.account({ type: 'admin', permissions: ['events.archive'] }) }
  await endEvent(t, over.id)
  expect((await t.call(adminEventRoutes.archiveEvent, planner)).status).toBe(200)
  expect((await boardOf(over)).counters).toEqual(before)
  const scan = { code: late.code, said: 'ok' } as const
  expect((await sync(phone, [{ ...scan, scan_id: 'late-before', scanned_at: minutesAgo(10) }])).scans).toMatchObject([
    { result: 'ok', corrected: false },
  ])
  expect(await boardOf(over)).toMatchObject({ corrections: [], counters: { expected: 3, in: 2 } })
  t.clock.forward(5)
  expect(
    (await sync(phone, [{ scan_id: 'late-after', code: never.code, scanned_at: minutesAgo(1) }])).scans,
  ).toMatchObject([{ result: 'cancelled' }])
})

it('takes a typed code without its prefix where the event is known', async () => {
  const phone = await register('Typed')
  const guest = await guestOf(event)
  const bare = guest.code.split('-')[1] ?? ''
  const point_id = await gateOf(event)
  const typed = { code: bare.toLowerCase(), scanned_at: minutesAgo(0) }
  expect((await sync(phone, [{ ...typed, scan_id: 'typed-no-place' }])).scans).toMatchObject([{ result: 'not_found' }])
  expect((await sync(phone, [{ ...typed, scan_id: 'typed-at-gate', point_id }])).scans).toMatchObject([
    { result: 'ok' },
  ])
  const { data } = await t.call(checkinRoutes.scan, {
    params: { id: bare },
    body: { scan_id: 'typed-at-event', device_id: phone._id, scanned_at: minutesAgo(0), event_id: event.id },
    as: gate,
  })
  expect(data).toMatchObject({ result: 'already_redeemed', reservation: { code: guest.code } })
})
