import { authorizationRoutes } from '@shiloh/contract/authorization'
import { deskRoutes, type MobileNetwork } from '@shiloh/contract/payments/desk'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { useProviders } from './providers/index.ts'
import { type Prompt, ProviderRefusal } from './providers/provider.ts'

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
/** A reservation with its printed code. */
const made = async () => {
  const { id } = await reserve(t, event)
  const [row] = await query('select code from reservations where id = $1', [id])
  return { id, code: String(row?.code) }
}
const owed = (code: string, as = gate) => t.call(deskRoutes.getDeskPayment, { as, params: { code } })
const cash = (code: string, balance: number, as = gate) =>
  t.call(deskRoutes.takeCashAtGate, { as, params: { code }, body: { balance, currency: 'GHS' } })
const prompt = (code: string, phone = '0240000001', as = gate, network: MobileNetwork = 'mtn') =>
  t.call(deskRoutes.promptAtGate, { as, params: { code }, body: { phone, network } })
const check = (code: string, reference: string) =>
  t.call(deskRoutes.checkPrompt, { as: gate, params: { code, reference } })

it('takes cash and mobile money at a gate that may, once, and tells what is owed then', async () => {
  const { id, code } = await made()
  expect((await owed(code)).status).toBe(404)
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
  expect([(await owed(code)).status, (await cash(code, 10_000)).status, (await prompt(code)).status]).toEqual([
    403, 403, 403,
  ])
  expect((await update(true, registrar)).status).toBe(403)
  expect((await update(true, cashier)).data.takes_payments).toBe(true)
  // A change of the events leaves the right as it is.
  expect((await update(true, registrar)).data.takes_payments).toBe(true)

  const first = await owed(code)
  expect(first.data).toMatchObject({ balance: 10_000, currency: 'GHS', networks: ['mtn', 'at', 'telecel'] })
  expect((await cash(code, 9000)).code).toBe('stale')
  expect((await cash(code, 10_000)).data).toMatchObject({ receipt_number: expect.any(Number), amount: 10_000 })
  expect((await cash(code, 10_000)).code).toBe('nothing_to_pay')
  expect((await owed(code)).data.balance).toBe(0)
  const till = await t.call(tillRoutes.getTill, { as: cashier, query: { cashier_id: gate.id } })
  expect(till.data.taken).toBe(10_000)

  const other = await made()
  expect((await prompt(other.code, 'no number')).errors).toEqual([expect.objectContaining({ field: 'phone' })])
  const declined = (await prompt(other.code, '024 000 0009')).data.reference
  // Twice is the same prompt.
  expect((await prompt(other.code, '024 000 0009')).data.reference).toBe(declined)
  expect((await check(code, declined)).status).toBe(404)
  expect((await check(other.code, declined)).data).toMatchObject({ status: 'failed', balance: 10_000 })
  const paid = (await prompt(other.code)).data.reference
  expect((await check(other.code, paid)).data).toEqual({ status: 'paid', balance: 0, currency: 'GHS' })
  expect((await check(other.code, paid)).data.status).toBe('paid')
  expect((await prompt(other.code)).code).toBe('nothing_to_pay')
  expect(await query('select status from reservations where id = any($1)', [[id, other.id]])).toEqual([
    { status: 'active' },
    { status: 'active' },
  ])
})

it('asks again after a prompt that was not sent, and says so without a provider for prompts', async () => {
  const { code } = await made()
  const { providers } = t.app.deps.services.payments
  const [sandbox] = providers
  if (!sandbox) throw new Error('the sandbox is configured')
  const sent: Prompt[] = []
  useProviders(t.app.deps, [
    {
      ...sandbox,
      prompt: async (one) => {
        sent.push(one)
        if (sent.length === 1) throw new ProviderRefusal('no such network', 'No such network.')
        return { needsVoucher: false }
      },
    },
  ])
  const refused = await prompt(code)
  expect([refused.code, refused.message]).toEqual([
    'payment_refused',
    'The payment service refused: “No such network.” You have not been charged.',
  ])
  const { reference } = (await prompt(code)).data
  expect(sent.map(({ phone, network, amount }) => [phone, network, amount])).toEqual([
    ['+233240000001', 'mtn', 10_000],
    ['+233240000001', 'mtn', 10_000],
  ])
  expect(sent[0]?.reference).not.toBe(reference)
  expect((await check(code, reference)).data.status).toBe('started')
  const { prompt: _, ...plain } = sandbox
  useProviders(t.app.deps, [plain])
  expect((await owed(code)).data.networks).toEqual([])
  expect((await prompt(code)).code).toBe('payment_provider_unavailable')
  useProviders(t.app.deps, providers)
})

it('passes on the voucher of a network that wants one, until it is right', async () => {
  const { code } = await made()
  const telecel = () => prompt(code, '0200000001', gate, 'telecel')
  const first = (await telecel()).data
  expect(first).toMatchObject({ needs_voucher: true })
  expect((await telecel()).data).toEqual(first)
  const submit = (voucher: string, reference = first.reference) =>
    t.call(deskRoutes.submitVoucher, { as: gate, params: { code, reference }, body: { voucher } })
  expect((await submit('no digits')).errors).toMatchObject([{ field: 'voucher', code: 'invalid' }])
  expect((await submit('123456', 'SOMEBODY-ELSES')).code).toBe('not_found')
  expect((await submit('0000')).data).toEqual({ needs_voucher: true })
  expect((await check(code, first.reference)).data.status).toBe('created')
  expect((await submit('123456')).data).toEqual({ needs_voucher: false })
  expect((await check(code, first.reference)).data).toMatchObject({ status: 'paid', balance: 0 })
  // Pressed twice: it was taken.
  expect((await submit('123456')).data).toEqual({ needs_voucher: false })
})
