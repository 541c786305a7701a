import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openProviderServer, type ProviderServer } from '../../../../test/provider-server.ts'
import { paystack } from './paystack.ts'
import { type Charge, DuplicateReference, type Provider, ProviderError, ProviderRefusal } from './provider.ts'
import { stripe } from './stripe.ts'

let server: ProviderServer
beforeEach(async () => {
  server = await openProviderServer()
})
afterEach(() => server.close())

const REFERENCE = '674f0c1e9d3b5a7700000001'
const NOW = new Date('2026-11-21T08:00:00Z')
const charge: Charge = {
  reference: REFERENCE,
  amount: 35_000,
  currency: 'GHS',
  email: 'ama@example.com',
  description: 'Convention R-1',
  returnUrl: 'https://church.example/reservations/1?payment=1',
  language: 'fr',
  expiresAt: new Date(NOW.getTime() + 3600_000),
}
const refund = {
  key: '674f0c1e9d3b5a77000000aa',
  reference: REFERENCE,
  amount: 10_000,
  currency: 'GHS',
  reason: 'Cannot come',
}
const lastAsked = () => {
  const asked = server.asked.at(-1)
  if (!asked) throw new Error('nothing was asked')
  return asked
}

describe('Paystack', () => {
  const SECRET = 'sk_test_0123456789'
  let provider: Provider
  beforeEach(() => {
    provider = paystack({ secretKey: SECRET, url: server.url })
  })
  const verify = () => provider.verify({ reference: REFERENCE, providerReference: null })
  const found = (data: object) => ({
    body: {
      status: true,
      message: 'Verification successful',
      data: {
        id: 4_099_260_516,
        domain: 'test',
        status: 'success',
        reference: REFERENCE,
        amount: 35_000,
        requested_amount: 35_000,
        currency: 'GHS',
        gateway_response: 'Successful',
        metadata: '',
        ...data,
      },
    },
  })

  test('start: integer pesewas, our reference, cards and mobile money', async () => {
    server.says({
      body: {
        status: true,
        message: 'Authorization URL created',
        data: { authorization_url: 'https://checkout.paystack.com/0peioxfhpn', access_code: '0', reference: REFERENCE },
      },
    })
    expect(await provider.start(charge)).toEqual({ checkoutUrl: 'https://checkout.paystack.com/0peioxfhpn' })
    const { method, path, headers, body } = lastAsked()
    expect([method, path, headers.authorization]).toEqual(['POST', '/transaction/initialize', `Bearer ${SECRET}`])
    expect(JSON.parse(body)).toMatchObject({
      email: 'ama@example.com',
      amount: 35_000,
      currency: 'GHS',
      reference: REFERENCE,
      channels: ['card', 'mobile_money'],
      callback_url: charge.returnUrl,
    })
  })

  test('prompt: a national number, and the voucher of the network that wants one', async () => {
    const ask = { ...charge, phone: '+233241234567', network: 'at' } as const
    server.says({ body: { status: true, data: { reference: REFERENCE, status: 'pay_offline' } } })
    await provider.prompt?.(ask)
    expect(lastAsked().path).toBe('/charge')
    expect(JSON.parse(lastAsked().body)).toMatchObject({
      amount: 35_000,
      reference: REFERENCE,
      mobile_money: { phone: '0241234567', provider: 'atl' },
    })
    server.says({ body: { status: true, data: { reference: REFERENCE, status: 'send_otp', message: 'OTP' } } })
    // Telecel: the person makes a voucher and reads it to the desk.
    expect(await provider.prompt?.({ ...ask, network: 'telecel' })).toEqual({ needsVoucher: true })
    expect(JSON.parse(lastAsked().body)).toMatchObject({ mobile_money: { provider: 'vod' } })
    expect(await provider.submitVoucher?.(REFERENCE, '0000')).toEqual({ needsVoucher: true })
    server.says({ body: { status: true, data: { reference: REFERENCE, status: 'pending' } } })
    expect(await provider.submitVoucher?.(REFERENCE, '123456')).toEqual({ needsVoucher: false })
    expect([lastAsked().path, JSON.parse(lastAsked().body)]).toEqual([
      '/charge/submit_otp',
      { reference: REFERENCE, otp: '123456' },
    ])
    server.says({ body: { status: true, data: { reference: REFERENCE, status: 'failed', message: 'Expired' } } })
    await expect(provider.submitVoucher?.(REFERENCE, '123456')).rejects.toThrow(
      new ProviderRefusal('Expired', 'Expired'),
    )
  })

  test.each([
    [504, { status: false, message: 'gateway timeout' }, ProviderError],
    [
      400,
      { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' },
      DuplicateReference,
    ],
    [400, { status: false, message: 'Currency not supported by merchant' }, ProviderRefusal],
    [429, { status: false, message: 'Too many requests' }, ProviderRefusal],
  ])('a start that fails with %s says whether the provider has it', async (status, body, kind) => {
    server.says({ status, body })
    const ask = { ...charge, phone: '+233241234567', network: 'mtn' } as const
    for (const failed of [provider.start(charge), provider.prompt?.(ask)])
      expect(await failed?.then(Boolean, (error: unknown) => Object(error).constructor)).toBe(kind)
  })

  test('start refused: the reason is kept for the log', async () => {
    server.says({ status: 400, body: { status: false, message: 'Duplicate Transaction Reference' } })
    await expect(provider.start(charge)).rejects.toThrow(new DuplicateReference('Duplicate Transaction Reference'))
  })

  test('live money is told from test money by the key', () => {
    expect(provider.live).toBe(false)
    expect(paystack({ secretKey: 'sk_live_1', url: server.url }).live).toBe(true)
  })

  test('paid: what we asked counts, not fees that were passed on; the domain is reported', async () => {
    const paid = { state: 'paid', amount: 35_000, currency: 'GHS', live: false, providerReference: '4099260516' }
    server.says(found({ amount: 35_700 }))
    expect(await verify()).toEqual(paid)
    expect([lastAsked().method, lastAsked().path]).toEqual(['GET', `/transaction/verify/${REFERENCE}`])
    server.says(found({ requested_amount: null }))
    expect(await verify()).toEqual(paid)
    server.says(found({ amount: '35000', requested_amount: '35000' }))
    expect(await verify()).toEqual(paid)
    server.says(found({ domain: 'live', requested_amount: 20_000, currency: 'NGN' }))
    expect(await verify()).toEqual({ ...paid, live: true, amount: 20_000, currency: 'NGN' })
  })

  test.each([
    ['ongoing', { state: 'pending' }],
    ['pending', { state: 'pending' }],
    ['processing', { state: 'pending' }],
    ['queued', { state: 'pending' }],
    ['a state of tomorrow', { state: 'pending' }],
    ['abandoned', { state: 'pending' }],
    ['failed', { state: 'failed', reason: 'Declined' }],
    ['reversed', { state: 'failed', reason: 'Declined' }],
  ])('%s', async (status, verdict) => {
    server.says(found({ status, gateway_response: 'Declined' }))
    expect(await verify()).toEqual(verdict)
  })

  test('an unknown reference means that nobody has begun to pay', async () => {
    const body = { status: false, message: 'Transaction reference not found.', code: 'transaction_not_found' }
    server.says({ status: 400, body })
    expect(await verify()).toEqual({ state: 'unknown' })
    server.says({ status: 404, body: { status: false, message: 'Transaction reference not found' } })
    expect(await verify()).toEqual({ state: 'unknown' })
  })

  test.each([
    ['a key that is refused', { status: 401, body: { status: false, message: 'Invalid key', code: 'invalid_Key' } }],
    ['too many requests', { status: 429, body: { status: false, message: 'Too many requests' } }],
    ['its own failure', { status: 500, body: { status: false, message: 'An error occurred' } }],
    ['a page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an answer about another reference', found({ reference: 'somebody-elses' })],
    ['an amount that is no integer', found({ requested_amount: '350.00' })],
    ['an answer without its data', { body: { status: true, message: 'Verification successful' } }],
  ])('%s says nothing about the money', async (_, reply) => {
    server.says(reply)
    await expect(verify()).rejects.toThrow(ProviderError)
  })

  test('a redirect is not followed: the key is for this address', async () => {
    server.says({ status: 307, body: '', location: '/elsewhere' })
    await expect(verify()).rejects.toThrow(ProviderError)
    expect(server.asked).toHaveLength(1)
  })

  test('silence ends after fifteen seconds and says nothing about the money', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    for (const ask of [
      verify,
      () => provider.start(charge),
      () => provider.refund({ ...refund, providerReference: '1' }),
    ]) {
      const patience = new AbortController()
      timeout.mockReturnValue(patience.signal)
      server.says(() => {
        patience.abort(new DOMException('The operation timed out', 'TimeoutError'))
        return 'silence'
      })
      await expect(ask()).rejects.toThrow(new ProviderError('The operation timed out'))
    }
    expect(timeout.mock.calls).toEqual([[15_000], [15_000], [15_000]])
  })

  const notice = (event: string, data: object) => Buffer.from(JSON.stringify({ event, data }))
  const sign = (body: Buffer, secret = SECRET) => createHmac('sha512', secret).update(body).digest('hex')
  const read = (body: Buffer, signature: string | undefined = sign(body)) =>
    provider.readWebhook(body, signature === '' ? {} : { 'x-paystack-signature': signature })

  test('a webhook with its signature is read; a replay has the same key', () => {
    const body = notice('charge.success', {
      id: 1,
      reference: REFERENCE,
      status: 'success',
      amount: 35_000,
      metadata: 0,
    })
    const first = read(body)
    expect(first.reference).toBe(REFERENCE)
    expect(read(body).dedupeKey).toBe(first.dedupeKey)
    const other = notice('charge.dispute.create', { reference: REFERENCE })
    expect(read(other).dedupeKey).not.toBe(first.dedupeKey)
  })

  test.each(['10000', 10_000])('notices of refunds, amount %j: each step and each refund is its own', (amount) => {
    const told = (status: string, refund_reference: string | null) =>
      read(
        notice(`refund.${status}`, {
          status,
          transaction_reference: REFERENCE,
          refund_reference,
          amount,
          currency: 'GHS',
        }),
      )
    const steps = [told('pending', null), told('processed', 'TRF_1'), told('processed', 'TRF_2')]
    expect(steps.map(({ reference }) => reference)).toEqual([REFERENCE, REFERENCE, REFERENCE])
    expect(new Set(steps.map(({ dedupeKey }) => dedupeKey)).size).toBe(3)
    expect(told('processed', 'TRF_1').dedupeKey).toBe(steps[1]?.dedupeKey)
  })

  test('notices of disputes: each step of each is its own, about the dispute', () => {
    const told = (event: string, id: number, status: string) =>
      read(notice(`charge.dispute.${event}`, { id, status, transaction: { id: 7, reference: REFERENCE } }))
    const steps = [
      told('create', 1, 'awaiting-merchant-feedback'),
      told('create', 2, 'awaiting-merchant-feedback'),
      told('remind', 1, 'awaiting-merchant-feedback'),
      told('resolve', 1, 'resolved'),
    ]
    expect(steps.map(({ reference, about }) => `${about} ${reference}`)).toEqual([
      'dispute 1',
      'dispute 2',
      'dispute 1',
      'dispute 1',
    ])
    expect(new Set(steps.map(({ dedupeKey }) => dedupeKey)).size).toBe(4)
    expect(told('resolve', 1, 'resolved').dedupeKey).toBe(steps[3]?.dedupeKey)
    // Another event can have something else there.
    expect(read(notice('transfer.success', { id: {}, transaction: 7, reference: 'T-1' })).reference).toBe('T-1')
  })

  test('a webhook with a wrong signature, without one, or changed on its way is refused', () => {
    const body = notice('charge.success', { reference: REFERENCE })
    expect(() => read(body, sign(body, 'sk_test_another'))).toThrow('invalid_token')
    expect(() => read(body, '')).toThrow('invalid_token')
    expect(() => read(body, 'not hexadecimal')).toThrow('invalid_token')
    expect(() => read(body, sign(body).slice(0, 64))).toThrow('invalid_token')
    expect(() => read(Buffer.from(`${body.toString()} `), sign(body))).toThrow('invalid_token')
  })

  test('a dispute is known by its id, as Paystack sends it: with nothing in most of its fields', () => {
    const data = {
      id: 501,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      refund_amount: null,
      currency: null,
      transaction: { id: 1, reference: REFERENCE, amount: 10_000 },
      transaction_reference: null,
      merchant_transaction_reference: null,
    }
    for (const more of [{}, { reference: null }, { status: null }, { transaction: null }, { refund_reference: 7 }])
      expect(read(notice('charge.dispute.create', { ...data, ...more }))).toMatchObject({
        about: 'dispute',
        reference: '501',
      })
  })

  test('a signed notice that we need nothing of is stored, whatever its shape', () => {
    for (const data of [{ reference: null, status: {} }, { id: [], status: 3 }, {}, [], 'text', null])
      expect(read(notice('invoice.update', Object(data)))).toMatchObject({ about: 'other' })
    for (const text of [
      'null',
      '[]',
      '1',
      '{"event":1}',
      '{"event":"charge.success"}',
      '{"event":"charge.success","data":null}',
    ])
      expect(read(Buffer.from(text)).reference).toBeUndefined()
    // What it is about is unknown, so no two of them are taken for one.
    expect(read(Buffer.from('[1]')).dedupeKey).not.toBe(read(Buffer.from('[2]')).dedupeKey)
    for (const text of ['', '{"event"']) expect(() => read(Buffer.from(text))).toThrow('malformed_request')
  })

  test.each(['10000', 10_000])('refund, answered with the amount as %j', async (amount) => {
    const answer = (status: string) => ({
      body: {
        status: true,
        message: 'Refund has been queued for processing',
        data: { id: 3_018_284, transaction: { id: 4_099_260_516, amount: 35_000 }, amount, currency: 'GHS', status },
      },
    })
    server.says(answer('pending'))
    const made = await provider.refund({ ...refund, providerReference: '4099260516' })
    expect(made).toEqual({ state: 'accepted', providerReference: '3018284', attention: false })
    expect([lastAsked().method, lastAsked().path]).toEqual(['POST', '/refund'])
    expect(JSON.parse(lastAsked().body)).toMatchObject({ transaction: '4099260516', amount: 10_000, currency: 'GHS' })
    const asked = { ...refund, providerReference: '4099260516' }
    server.says(answer('processed'))
    expect(await provider.refund(asked)).toEqual({ state: 'done', providerReference: '3018284' })
    server.says(answer('needs-attention'))
    expect(await provider.refund(asked)).toMatchObject({ state: 'accepted', attention: true })
    server.says(answer('failed'))
    expect(await provider.refund(asked)).toEqual({ state: 'refused', reason: 'failed' })
  })

  test('a refund is found again by its key, and asked about by its own id once it has one', async () => {
    const asked = { ...refund, providerReference: '4099260516', refundReference: null }
    const listed = (...notes: string[]) => ({
      body: {
        status: true,
        message: 'Refunds retrieved',
        data: notes.map((merchant_note, index) => ({
          id: index + 1,
          status: 'processed',
          amount: '10000',
          merchant_note,
        })),
      },
    })
    server.says(listed('somebody else’s', `Cannot come [${refund.key}]`))
    expect(await provider.verifyRefund(asked)).toEqual({ state: 'done', providerReference: '2' })
    expect([lastAsked().method, lastAsked().path]).toEqual(['GET', '/refund?transaction=4099260516&perPage=100'])
    server.says(listed('somebody else’s'))
    expect(await provider.verifyRefund(asked)).toEqual({ state: 'unknown' })
    server.says({ body: { status: true, message: 'Refund retrieved', data: { id: 7, status: 'failed' } } })
    expect(await provider.verifyRefund({ ...asked, refundReference: '7' })).toEqual({
      state: 'refused',
      reason: 'failed',
    })
    expect(lastAsked().path).toBe('/refund/7')
    for (const reply of [
      { status: 404, body: { status: false, message: 'Refund not found' } },
      { status: 500, body: 'x' },
    ]) {
      server.says(reply)
      await expect(provider.verifyRefund({ ...asked, refundReference: '7' })).rejects.toThrow(ProviderError)
    }
  })

  test('a refund that is refused', async () => {
    server.says({
      status: 400,
      body: { status: false, message: 'Refund amount cannot be more than transaction amount' },
    })
    expect(await provider.refund({ ...refund, providerReference: '1' })).toEqual({
      state: 'refused',
      reason: 'Refund amount cannot be more than transaction amount',
    })
    for (const status of [401, 429, 500, 502]) {
      server.says({ status, body: { status: false, message: 'Try later' } })
      await expect(provider.refund({ ...refund, providerReference: '1' })).rejects.toThrow(ProviderError)
    }
  })
})

describe('Stripe', () => {
  const WEBHOOK_SECRET = 'whsec_of_a_test'
  const SESSION = 'cs_test_a1b2c3'
  const open = (options: Stripe.StripeConfig = {}) =>
    stripe({ secretKey: 'sk_test_0123456789', webhookSecret: WEBHOOK_SECRET }, () => NOW, {
      host: '127.0.0.1',
      port: server.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      ...options,
    })
  const verify = (provider = open()) => provider.verify({ reference: REFERENCE, providerReference: SESSION })
  const session = (data: object = {}) => ({
    body: {
      id: SESSION,
      object: 'checkout.session',
      client_reference_id: REFERENCE,
      payment_status: 'unpaid',
      status: 'open',
      amount_total: 35_000,
      currency: 'ghs',
      livemode: false,
      url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
      payment_intent: null,
      ...data,
    },
  })

  test('start: one line, our reference everywhere, and as the key against doubles', async () => {
    server.says(session())
    expect(await open().start(charge)).toEqual({
      checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
      providerReference: SESSION,
    })
    const { method, path, headers, body } = lastAsked()
    expect([method, path, headers['idempotency-key']]).toEqual(['POST', '/v1/checkout/sessions', REFERENCE])
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'ghs',
      'line_items[0][price_data][unit_amount]': '35000',
      client_reference_id: REFERENCE,
      'metadata[reference]': REFERENCE,
      'payment_intent_data[metadata][reference]': REFERENCE,
      success_url: charge.returnUrl,
      locale: 'fr',
      expires_at: String(charge.expiresAt.getTime() / 1000),
    })
  })

  test.each([
    [5 * 60, 31 * 60],
    [48 * 3600, 23 * 3600],
  ])('a hold of %i seconds: the session lives %i', async (hold, lives) => {
    server.says(session())
    await open().start({ ...charge, expiresAt: new Date(NOW.getTime() + hold * 1000) })
    expect(new URLSearchParams(lastAsked().body).get('expires_at')).toBe(String(NOW.getTime() / 1000 + lives))
  })

  test('start refused, and a session without an address', async () => {
    server.says({ status: 400, body: { error: { type: 'invalid_request_error', message: 'Invalid currency: xxx' } } })
    await expect(open().start(charge)).rejects.toThrow(
      new ProviderRefusal('Invalid currency: xxx', 'Invalid currency: xxx'),
    )
    server.says(session({ url: null }))
    await expect(open().start(charge)).rejects.toThrow(ProviderError)
  })

  test.each([
    [{ payment_status: 'unpaid', status: 'open' }, { state: 'pending' }],
    // A transfer in progress: the person is done, but the money has not arrived.
    [{ payment_status: 'unpaid', status: 'complete' }, { state: 'pending' }],
    [{ payment_status: 'unpaid', status: 'expired' }, { state: 'abandoned' }],
    [
      { payment_status: 'paid', status: 'complete' },
      { state: 'paid', amount: 35_000, currency: 'GHS', live: false, providerReference: SESSION },
    ],
    [
      { payment_status: 'paid', status: 'complete', amount_total: 100, currency: 'usd', livemode: true },
      { state: 'paid', amount: 100, currency: 'USD', live: true, providerReference: SESSION },
    ],
  ])('verify %j', async (data, verdict) => {
    server.says(session(data))
    expect(await verify()).toEqual(verdict)
    expect([lastAsked().method, lastAsked().path]).toEqual(['GET', `/v1/checkout/sessions/${SESSION}`])
  })

  test('without a session nobody has begun to pay', async () => {
    expect(await open().verify({ reference: REFERENCE, providerReference: null })).toEqual({ state: 'unknown' })
    expect(server.asked).toEqual([])
  })

  test.each([
    [
      'a key that is refused',
      { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid key' } } },
    ],
    ['too many requests', { status: 429, body: { error: { type: 'rate_limit_error', message: 'Slow down' } } }],
    ['its own failure', { status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } }],
    ['a page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an answer about another reference', session({ client_reference_id: 'else', payment_status: 'paid' })],
  ])('%s says nothing about the money', async (_, reply) => {
    server.says(reply)
    await expect(verify()).rejects.toThrow(ProviderError)
  })

  test('silence ends and says nothing about the money', async () => {
    server.says('silence')
    await expect(verify(open({ timeout: 40 }))).rejects.toThrow(ProviderError)
  })

  const tools = new Stripe('sk_test_0123456789')
  const event = (object: object) =>
    Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } }))
  const sign = (body: Buffer, secret = WEBHOOK_SECRET, ageSeconds = 0) =>
    tools.webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret,
      timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
    })
  const read = (body: Buffer, signature: string) => open().readWebhook(body, { 'stripe-signature': signature })

  test('a webhook with its signature is read; a replay has the same key', () => {
    const body = event({ client_reference_id: REFERENCE })
    expect(read(body, sign(body))).toMatchObject({ dedupeKey: 'evt_1', reference: REFERENCE })
    expect(read(body, sign(body, WEBHOOK_SECRET, 60)).dedupeKey).toBe('evt_1')
    const ofIntent = event({ metadata: { reference: REFERENCE } })
    expect(read(ofIntent, sign(ofIntent)).reference).toBe(REFERENCE)
    const ofOthers = event({ id: 'cus_1' })
    expect(read(ofOthers, sign(ofOthers)).reference).toBeUndefined()
  })

  test('a signed event that we need nothing of is stored, whatever its shape', () => {
    for (const text of [
      '{"id":"evt_2","data":null}',
      '{"id":"evt_2","type":3,"data":{"object":[]}}',
      '{"id":"evt_2"}',
    ]) {
      const body = Buffer.from(text)
      expect(read(body, sign(body))).toMatchObject({ dedupeKey: 'evt_2', about: 'other', reference: undefined })
    }
    const nameless = Buffer.from('{"type":"charge.dispute.created","data":{"object":{"id":null}}}')
    expect(read(nameless, sign(nameless))).toMatchObject({ about: 'other', reference: undefined })
  })

  test('a webhook with a wrong signature, without one, changed, or replayed late is refused', () => {
    const body = event({ client_reference_id: REFERENCE })
    expect(() => read(body, sign(body, 'whsec_another'))).toThrow('invalid_token')
    expect(() => open().readWebhook(body, {})).toThrow('invalid_token')
    expect(() => read(Buffer.from(`${body.toString()} `), sign(body))).toThrow('invalid_token')
    expect(() => read(body, sign(body, WEBHOOK_SECRET, 600))).toThrow('invalid_token')
  })

  test.each(['10000', 10_000])('refund, answered with the amount as %j', async (amount) => {
    const answering = (status: string) =>
      server.says(({ path }) =>
        path.startsWith('/v1/refunds')
          ? { body: { id: 're_1', object: 'refund', amount, currency: 'ghs', status } }
          : session({ payment_status: 'paid', payment_intent: 'pi_1' }),
      )
    answering('succeeded')
    const made = await open().refund({ ...refund, providerReference: SESSION })
    expect(made).toEqual({ state: 'done', providerReference: 're_1' })
    const { method, path, headers, body } = lastAsked()
    expect([method, path, headers['idempotency-key']]).toEqual(['POST', '/v1/refunds', refund.key])
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({ payment_intent: 'pi_1', amount: '10000' })
    const asked = { ...refund, providerReference: SESSION }
    answering('pending')
    expect(await open().refund(asked)).toEqual({ state: 'accepted', providerReference: 're_1', attention: false })
    answering('failed')
    expect(await open().refund(asked)).toEqual({ state: 'refused', reason: 'failed' })
  })

  test.each([
    [400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Already refunded' }, 'refused'],
    [409, { type: 'idempotency_error', message: 'Another request with this key is in progress' }, 'unknown'],
    [429, { type: 'rate_limit_error', message: 'Slow down' }, 'unknown'],
    [500, { type: 'api_error', message: 'Sorry' }, 'unknown'],
  ])('a refund answered with %i: what it says about the money', async (status, error, says) => {
    server.says(({ path }) =>
      path.startsWith('/v1/refunds')
        ? { status, body: { error } }
        : session({ payment_status: 'paid', payment_intent: 'pi_1' }),
    )
    const made = open({ maxNetworkRetries: 0 }).refund({ ...refund, providerReference: SESSION })
    if (says === 'refused') expect(await made).toEqual({ state: 'refused', reason: error.message })
    else await expect(made).rejects.toThrow(ProviderError)
  })

  test('a refund is found again by its key, and asked about by its own id once it has one', async () => {
    const asked = { ...refund, providerReference: SESSION, refundReference: null }
    const listed = (...keys: string[]) =>
      server.says(({ path }) =>
        path.startsWith('/v1/refunds?')
          ? {
              body: {
                object: 'list',
                data: keys.map((key) => ({
                  id: `re_${key}`,
                  object: 'refund',
                  status: 'succeeded',
                  metadata: { refund: key },
                })),
              },
            }
          : session({ payment_status: 'paid', payment_intent: 'pi_1' }),
      )
    listed('other', refund.key)
    expect(await open().verifyRefund(asked)).toEqual({ state: 'done', providerReference: `re_${refund.key}` })
    listed('other')
    expect(await open().verifyRefund(asked)).toEqual({ state: 'unknown' })
    server.says({
      body: { id: 're_7', object: 'refund', status: 'failed', failure_reason: 'expired_or_canceled_card' },
    })
    expect(await open().verifyRefund({ ...asked, refundReference: 're_7' })).toEqual({
      state: 'refused',
      reason: 'expired_or_canceled_card',
    })
    expect(lastAsked().path).toBe('/v1/refunds/re_7')
  })

  test('a checkout is ended, unless it was paid in the meantime', async () => {
    server.says(session({ status: 'expired' }))
    expect(await open().cancel?.({ reference: REFERENCE, providerReference: SESSION })).toBe(true)
    expect([lastAsked().method, lastAsked().path]).toEqual(['POST', `/v1/checkout/sessions/${SESSION}/expire`])
    server.says({ status: 400, body: { error: { type: 'invalid_request_error', message: 'Only open sessions' } } })
    expect(await open().cancel?.({ reference: REFERENCE, providerReference: SESSION })).toBe(false)
    server.says({ status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } })
    await expect(
      open({ maxNetworkRetries: 0 }).cancel?.({ reference: REFERENCE, providerReference: SESSION }),
    ).rejects.toThrow(ProviderError)
  })

  test('a session that was never paid cannot be refunded', async () => {
    server.says(session())
    expect(await open().refund({ ...refund, providerReference: SESSION })).toEqual({
      state: 'refused',
      reason: 'a session without a payment',
    })
  })
})
