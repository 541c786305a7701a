import { authorizationRoutes } from '@shiloh/contract/authorization'
import { deskRoutes } from '@shiloh/contract/payments/desk'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { useProviders } from './providers/index.ts'
import { type Prompt, ProviderError } from './providers/provider.ts'

let t: TestApp
let event: BookableEvent
let gate: TestAccount
beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t)
  gate = await t.account({ type: 'checkin_user' })
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const query = async (text: string, values: readonly unknown[] = []) =>
  (await t.database.pool.query(text, [...values])).rows
const owed = (id: string, as = gate) => t.call(deskRoutes.getDeskPayment, { as, params: { id } })
const cash = (id: string, balance: number, as = gate) =>
  t.call(deskRoutes.takeCashAtGate, { as, params: { id }, body: { balance, currency: 'GHS' } })
const prompt = (id: string, phone = '0240000001', as = gate) =>
  t.call(deskRoutes.promptAtGate, { as, params: { id }, body: { phone, network: 'mtn' } })
const check = (id: string, reference: string) => t.call(deskRoutes.checkPrompt, { as: gate, params: { id, reference } })

it('takes cash and mobile money at a gate that may, once, and tells what is owed then', async () => {
  const { id } = await reserve(t, event)
  expect((await owed(id)).status).toBe(404)
  // The right is given by somebody who has it.
  const update = (takes_payments: boolean, as: TestAccount) =>
    t.call(authorizationRoutes.updateCheckinUser, {
      as,
      params: { id: gate.id },
      body: { event_ids: [event.id], takes_payments },
    })
  const registrar = await t.account({ type: 'admin', permissions: ['checkin_users.update'] })
  const cashier = await t.account({
    type: 'admin',
    permissions: ['checkin_users.update', 'payments.take_cash', 'payments.read'],
  })
  expect((await update(false, registrar)).data.takes_payments).toBe(false)
  expect([(await owed(id)).status, (await cash(id, 10_000)).status, (await prompt(id)).status]).toEqual([403, 403, 403])
  expect((await update(true, registrar)).status).toBe(403)
  expect((await update(true, cashier)).data.takes_payments).toBe(true)
  // A change of the events leaves the right as it is.
  expect((await update(true, registrar)).data.takes_payments).toBe(true)

  const first = await owed(id)
  expect(first.data).toMatchObject({ balance: 10_000, currency: 'GHS', networks: ['mtn', 'at'] })
  expect((await cash(id, 9000)).code).toBe('stale')
  expect((await cash(id, 10_000)).data).toMatchObject({ receipt_number: expect.any(Number), amount: 10_000 })
  expect((await cash(id, 10_000)).code).toBe('nothing_to_pay')
  expect((await owed(id)).data.balance).toBe(0)
  const till = await t.call(tillRoutes.getTill, { as: cashier, query: { cashier_id: gate.id } })
  expect(till.data.taken).toBe(10_000)

  const other = await reserve(t, event)
  expect((await prompt(other.id, 'no number')).errors).toEqual([expect.objectContaining({ field: 'phone' })])
  const declined = (await prompt(other.id, '024 000 0009')).data.reference
  // Twice is the same prompt.
  expect((await prompt(other.id, '0240000001')).data.reference).toBe(declined)
  expect((await check(id, declined)).status).toBe(404)
  expect((await check(other.id, declined)).data).toMatchObject({ status: 'failed', balance: 10_000 })
  const paid = (await prompt(other.id)).data.reference
  expect((await check(other.id, paid)).data).toEqual({ status: 'paid', balance: 0, currency: 'GHS' })
  expect((await check(other.id, paid)).data.status).toBe('paid')
  expect((await prompt(other.id)).code).toBe('nothing_to_pay')
  expect(await query('select status from reservations where id = any($1)', [[id, other.id]])).toEqual([
    { status: 'active' },
    { status: 'active' },
  ])
})

it('asks again after a prompt that was not sent, and says so without a provider for prompts', async () => {
  const { id } = await reserve(t, event)
  const { providers } = t.app.deps.services.payments
  const [sandbox] = providers
  if (!sandbox) throw new Error('the sandbox is configured')
  const sent: Prompt[] = []
  useProviders(t.app.deps, [
    {
      ...sandbox,
      prompt: async (one) => {
        sent.push(one)
        if (sent.length === 1) throw new ProviderError('no answer')
      },
    },
  ])
  expect((await prompt(id)).code).toBe('payment_provider_unavailable')
  const { reference } = (await prompt(id)).data
  expect(sent.map(({ phone, network, amount }) => [phone, network, amount])).toEqual([
    ['+233240000001', 'mtn', 10_000],
    ['+233240000001', 'mtn', 10_000],
  ])
  expect(sent[0]?.reference).not.toBe(reference)
  expect((await check(id, reference)).data.status).toBe('started')
  const { prompt: _, ...plain } = sandbox
  useProviders(t.app.deps, [plain])
  expect((await owed(id)).data.networks).toEqual([])
  expect((await prompt(id)).code).toBe('payment_provider_unavailable')
  useProviders(t.app.deps, providers)
})
