import { deskRoutes, type MobileNetwork } from '@shiloh/contract/payments/desk'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { openProviderServer, type ProviderServer } from '../../../test/provider-server.ts'
import { useProviders } from './index.ts'
import { paystack } from './providers/paystack.ts'

/** What Paystack has of one reference, and how it answers to the next request to start. */
interface Transaction {
  status: string
  amount: number
}
type Mood = 'answers' | 'answer is lost' | 'never hears' | 'refuses' | 'wants a voucher'

let t: TestApp
let server: ProviderServer
let mood: Mood
const book = new Map<string, Transaction>()
/** The requests that began something, and the references of the questions. */
const begun: string[] = []
const asked: string[] = []
/** What a start waits for. */
let gateOfStart: Promise<void> | undefined

beforeAll(async () => {
  server = await openProviderServer()
  t = await testApp()
  useProviders(t.app.deps, [paystack({ secretKey: 'sk_live_x', url: server.url })])
  server.says(async ({ method, path, body }) => {
    const refused = (status: number, message: string, code?: string) => ({
      status,
      body: { status: false, message, ...(code && { code }) },
    })
    if (method === 'POST') {
      const { reference, amount } = JSON.parse(body) as { reference: string; amount: number }
      begun.push(reference)
      if (mood === 'refuses') return refused(400, 'Invalid channel')
      if (mood === 'never hears') return refused(504, 'gateway timeout')
      if (book.has(reference)) return refused(400, 'Duplicate Transaction Reference', 'duplicate_reference')
      book.set(reference, { status: path === '/charge' ? 'ongoing' : 'abandoned', amount })
      await gateOfStart
      if (mood === 'answer is lost') return refused(504, 'gateway timeout')
      const data =
        path === '/charge'
          ? { reference, status: mood === 'wants a voucher' ? 'send_otp' : 'pay_offline' }
          : { reference, authorization_url: `https://checkout.paystack.com/${reference}` }
      return { body: { status: true, message: 'ok', data } }
    }
    const reference = path.slice(path.lastIndexOf('/') + 1)
    asked.push(reference)
    const found = book.get(reference)
    if (!found) return refused(400, 'Transaction reference not found')
    const data = { id: `id-${reference}`, reference, ...found, currency: 'GHS', domain: 'live' }
    return { body: { status: true, message: 'ok', data } }
  })
})
beforeEach(() => {
  mood = 'answers'
  gateOfStart = undefined
  begun.length = 0
  asked.length = 0
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
  await server.close()
})

const pay = (reference: string) => book.set(reference, { status: 'success', amount: 10_000 })
const poll = async (minutes: number) => {
  t.clock.forward(minutes)
  await t.database.pool.query(`select graphile_worker.add_job('poll_payments')`)
  await t.app.deps.jobs.drain()
}
const paymentsOf = async (id: string) =>
  (
    await t.database.pool.query<{ reference: string; status: string; captured: string }>(
      'select reference, status, captured from payments where reservation_id = $1 order by created_at, id',
      [id],
    )
  ).rows
const statusesOf = async (id: string) => (await paymentsOf(id)).map(({ status }) => status)

describe('a prompt on a phone', () => {
  let gate: TestAccount
  const arrive = async () => {
    const event = await makeEvent(t)
    gate = await t.account({ type: 'checkin_user' })
    await t.database.pool.query(
      'insert into check_in_user_events (user_id, event_id, takes_payments) values ($1, $2, true)',
      [gate.id, event.id],
    )
    const { id, view } = await made(t, event)
    return { id, code: view.code }
  }
  const prompt = (code: string, network: MobileNetwork = 'mtn', phone = '0241234567') =>
    t.call(deskRoutes.promptAtGate, { params: { code }, body: { phone, network }, as: gate })

  it('stays open when its answer is lost: the next press sends no second one, and the payment is found', async () => {
    const { id, code } = await arrive()
    mood = 'answer is lost'
    const first = await prompt(code)
    expect([first.status, first.data]).toEqual([
      201,
      {
        reference: expect.any(String),
        amount: 10_000,
        currency: 'GHS',
        needs_voucher: false,
        phone: '+233241234567',
        sent: false,
      },
    ])
    expect(await statusesOf(id)).toEqual(['created'])
    mood = 'answers'
    expect((await prompt(code)).data).toEqual({ ...first.data, sent: true })
    expect(asked).toEqual([first.data.reference])
    expect(begun).toEqual([first.data.reference])

    pay(first.data.reference)
    await poll(2)
    expect(await paymentsOf(id)).toEqual([{ reference: first.data.reference, status: 'paid', captured: '10000' }])
    expect((await prompt(code)).code).toBe('nothing_to_pay')
  })

  it('is asked about before another is sent when its time is over', async () => {
    const { id, code } = await arrive()
    const { reference } = (await prompt(code)).data
    pay(reference)
    t.clock.forward(3)
    expect((await prompt(code)).code).toBe('nothing_to_pay')
    expect(begun).toEqual([reference])
    expect(await statusesOf(id)).toEqual(['paid'])
  })

  it('is sent again under its reference when the provider never heard of it', async () => {
    const { id, code } = await arrive()
    mood = 'never hears'
    const { reference } = (await prompt(code)).data
    mood = 'answers'
    expect((await prompt(code)).data).toMatchObject({ reference, sent: true })
    expect(begun).toEqual([reference, reference])
    expect(await statusesOf(id)).toEqual(['started'])
  })

  it('is a new one after a definite no', async () => {
    const { id, code } = await arrive()
    mood = 'refuses'
    const no = await prompt(code)
    expect([no.status, no.code, no.message]).toEqual([
      409,
      'payment_refused',
      'The payment service refused: “Invalid channel” You have not been charged.',
    ])
    mood = 'answers'
    expect((await prompt(code)).status).toBe(201)
    expect(new Set(begun).size).toBe(2)
    expect((await statusesOf(id)).sort()).toEqual(['failed', 'started'])
  })

  it('says whose phone it asks, and asks a corrected number once the first has ended', async () => {
    const { code } = await arrive()
    const wrong = (await prompt(code)).data
    const early = (await prompt(code, 'at', '0261234567')).data
    expect(early).toEqual({ ...wrong, phone: '+233241234567', sent: true })
    expect(begun).toEqual([wrong.reference])
    book.set(wrong.reference, { status: 'failed', amount: 10_000 })
    const right = (await prompt(code, 'at', '0261234567')).data
    expect(right).toMatchObject({ phone: '+233261234567', sent: true })
    expect(begun).toEqual([wrong.reference, right.reference])
    const { rows } = await t.database.pool.query(
      'select prompted_phone from payments where reference = any($1) order by created_at',
      [begun],
    )
    expect(rows).toHaveLength(2)
    expect(rows.map(({ prompted_phone: phone }) => phone)).toContain(null)
  })

  it('that waits for a voucher says so again, and gives way to a corrected number', async () => {
    const { code } = await arrive()
    mood = 'wants a voucher'
    const first = (await prompt(code)).data
    expect(first.needs_voucher).toBe(true)
    expect((await prompt(code)).data).toEqual(first)
    mood = 'answers'
    expect((await prompt(code, 'at', '0261234567')).data).toMatchObject({
      phone: '+233261234567',
      needs_voucher: false,
    })
  })

  it('claims nothing while the provider says nothing', async () => {
    const { code } = await arrive()
    mood = 'answer is lost'
    const { reference } = (await prompt(code)).data
    book.delete(reference)
    useProviders(t.app.deps, [paystack({ secretKey: 'sk_live_x', url: 'http://127.0.0.1:9' })])
    const silent = await prompt(code)
    useProviders(t.app.deps, [paystack({ secretKey: 'sk_live_x', url: server.url })])
    expect([silent.status, silent.code]).toEqual([503, 'payment_outcome_unknown'])
  })
})

describe('a checkout', () => {
  const reserve = async () => {
    const { user, id } = await made(t, await makeEvent(t))
    const start = (key?: string) =>
      t.call(paymentRoutes.startPayment, {
        params: { id },
        body: {},
        as: user,
        ...(key && { headers: { 'idempotency-key': key } }),
      })
    return { id, start }
  }

  it('recovers under the same key when the provider has it and its answer was lost', async () => {
    const { id, start } = await reserve()
    mood = 'answer is lost'
    expect((await start('k')).code).toBe('payment_provider_unavailable')
    mood = 'answers'
    const second = await start('k')
    expect([second.status, second.data.status]).toEqual([201, 'started'])
    expect((await start('k')).data).toEqual(second.data)
    // Both were made at one instant of the test's clock.
    const both = await paymentsOf(id)
    const lost = both.find(({ reference }) => reference !== second.data.reference)
    const open = both.find(({ reference }) => reference === second.data.reference)
    expect([both.length, lost?.status, open]).toEqual([
      2,
      'created',
      { reference: second.data.reference, status: 'started', captured: '0' },
    ])
    expect(second.data.checkout_url).toContain(second.data.reference)
    // It was asked about, and still is: what nobody expects to be paid is found all the same.
    expect(asked).toContain(lost?.reference)
    asked.length = 0
    await poll(2)
    expect(asked).toContain(lost?.reference)
  })

  it('that was paid after all is credited instead of started again', async () => {
    const { id, start } = await reserve()
    mood = 'answer is lost'
    await start('k')
    const [lost] = await paymentsOf(id)
    pay(lost?.reference ?? '')
    mood = 'answers'
    expect((await start('k')).data).toEqual({ reference: lost?.reference, status: 'paid', checkout_url: null })
    expect((await start()).code).toBe('nothing_to_pay')
  })

  it('is one, however many are started at once', async () => {
    const { id, start } = await reserve()
    let open = () => {}
    gateOfStart = new Promise((resolve) => {
      open = resolve
    })
    const first = start()
    await expect.poll(() => begun.length).toBe(1)
    const others = await Promise.all(Array.from({ length: 9 }, () => start()))
    open()
    const { data } = await first
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['locked']))
    expect((await start()).data).toEqual(data)
    expect(await statusesOf(id)).toEqual(['started'])
    expect(begun).toEqual([data.reference])
  })
})
