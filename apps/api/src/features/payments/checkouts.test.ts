import { adminEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { endEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { type RefundingProvider, refundingProvider } from '../../../test/refunding-provider.ts'
import { useProviders } from './index.ts'

let t: TestApp
let provider: RefundingProvider
let office: TestAccount

beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: ['events.read', 'events.publish', 'events.archive'] })
})
beforeEach(() => {
  provider = refundingProvider()
  provider.cancels = true
  useProviders(t.app.deps, [provider])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const begin = async (options: Parameters<typeof makeEvent>[1] = {}) => {
  const event = await makeEvent(t, options)
  const { user, id } = await made(t, event)
  const start = () => t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
  const { data } = await start()
  return { event, user, id, start, reference: data.reference }
}
const statusOf = async (reference: string) =>
  (await t.database.pool.query<{ status: string }>('select status from payments where reference = $1', [reference]))
    .rows[0]?.status

it('is ended with its reservation: cancelled, expired, or archived with its event', async () => {
  const cancelled = await begin()
  expect(
    (await t.call(reservationRoutes.cancelMyReservation, { params: { id: cancelled.id }, as: cancelled.user })).status,
  ).toBe(200)
  const archived = await begin()
  await endEvent(t, archived.event.id)
  const archive = { params: { id: archived.event.id }, as: office }
  expect((await t.call(adminEventRoutes.archiveEvent, archive)).status).toBe(200)
  const expired = await begin({ holdMinutes: 10 })
  t.clock.forward(11)
  await t.database.pool.query(`select graphile_worker.add_job('sweep_holds')`)
  await t.app.deps.jobs.drain()
  const references = [cancelled, archived, expired].map(({ reference }) => reference)
  expect(new Set(provider.cancelled)).toEqual(new Set(references))
  expect(await Promise.all(references.map(statusOf))).toEqual(['abandoned', 'abandoned', 'abandoned'])
})

it('that is being opened while its reservation is cancelled is ended, too, and nobody is sent there', async () => {
  const event = await makeEvent(t)
  const { user, id } = await made(t, event)
  const { start } = provider
  provider.start = async (charge) => {
    await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })
    await t.app.deps.jobs.drain()
    expect(provider.cancelled).toEqual([])
    return start(charge)
  }
  const { code } = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
  expect(code).toBe('illegal_transition')
  await t.app.deps.jobs.drain()
  expect(provider.cancelled).toHaveLength(1)
})
