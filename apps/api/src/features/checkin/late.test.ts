import { boardRoutes } from '@shiloh/contract/checkin/board'
import { bundleRoutes, LAYOUT } from '@shiloh/contract/checkin/bundle'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
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
