import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openProviderServer, type ProviderServer } from '../../../test/provider-server.ts'
import { readConfig } from '../config.ts'
import { openSms } from './sms.ts'

let server: ProviderServer
beforeEach(async () => {
  server = await openProviderServer()
})
afterEach(() => server.close())

const PHONE = '+233244000111'
const TEXT = 'Shiloh: Ihr Code ist 482913 – gültig zehn Minuten'

const sender = (provider: string) => {
  const sms = openSms(
    readConfig({
      NODE_ENV: 'test',
      ENCRYPTION_KEY: 'a key that only the tests of this product use',
      SMS_PROVIDER: provider,
      SMS_KEY: 'the-key',
      SMS_SECRET: 'the-secret',
      SMS_SENDER: 'Shiloh',
      SMS_URL: server.url,
    }),
  )
  if (!sms) throw new Error('a configured provider sends')
  return sms
}

const BASIC = `Basic ${Buffer.from('the-key:the-secret').toString('base64')}`
const firstAsked = () => {
  const [asked, ...more] = server.asked
  if (!asked || more.length > 0) throw new Error(`one request was expected, not ${server.asked.length}`)
  return asked
}

test('without a provider nothing is sent from here', () => {
  expect(
    openSms(readConfig({ NODE_ENV: 'test', ENCRYPTION_KEY: 'a key that only the tests of this product use' })),
  ).toBeUndefined()
})

describe('Arkesel', () => {
  test('is asked as it documents, with the number without its plus sign', async () => {
    server.says({ body: { status: 'success', data: [{ recipient: '233244000111', id: '9b752841-7ee7' }] } })
    await sender('arkesel').send(PHONE, TEXT)
    const asked = firstAsked()
    expect([asked.method, asked.path, asked.headers['api-key']]).toEqual(['POST', '/api/v2/sms/send', 'the-key'])
    expect(JSON.parse(asked.body)).toEqual({ sender: 'Shiloh', message: TEXT, recipients: ['233244000111'] })
  })

  test('a refusal with status 200 is a refusal', async () => {
    server.says({ body: { status: 'error', message: 'Insufficient balance' } })
    await expect(sender('arkesel').send(PHONE, TEXT)).rejects.toThrow('Arkesel refused')
  })
})

describe('Hubtel', () => {
  test('is asked as it documents', async () => {
    server.says({ status: 201, body: { rate: 0.03, messageId: 'f5a1', status: 0, networkId: '62001' } })
    await sender('hubtel').send(PHONE, TEXT)
    const asked = firstAsked()
    expect([asked.method, asked.path, asked.headers.authorization]).toEqual(['POST', '/v1/messages/send', BASIC])
    expect(JSON.parse(asked.body)).toEqual({ From: 'Shiloh', To: PHONE, Content: TEXT })
  })

  test.each([{ Status: 0, MessageId: 'x' }, { responseCode: '0000' }, { status: '0' }])(
    '%j is success',
    async (body) => {
      server.says({ body })
      await sender('hubtel').send(PHONE, TEXT)
      expect(server.asked).toHaveLength(1)
    },
  )

  test.each([{ status: 14, statusDescription: 'Insufficient credit' }, { responseCode: '4010' }, {}, null, 'OK'])(
    '%j is not',
    async (body) => {
      server.says({ body })
      await expect(sender('hubtel').send(PHONE, TEXT)).rejects.toThrow()
    },
  )
})

describe('Twilio', () => {
  test('is asked as it documents: form encoded, the account in the path', async () => {
    server.says({ status: 201, body: { sid: 'SM1', status: 'queued', error_code: null, error_message: null } })
    await sender('twilio').send(PHONE, TEXT)
    const asked = firstAsked()
    expect([asked.method, asked.path, asked.headers.authorization, asked.headers['content-type']]).toEqual([
      'POST',
      '/2010-04-01/Accounts/the-key/Messages.json',
      BASIC,
      'application/x-www-form-urlencoded',
    ])
    expect(Object.fromEntries(new URLSearchParams(asked.body))).toEqual({ From: 'Shiloh', To: PHONE, Body: TEXT })
  })

  test('an error code is a refusal, whatever the status', async () => {
    server.says({ status: 201, body: { sid: 'SM1', status: 'failed', error_code: 30003 } })
    await expect(sender('twilio').send(PHONE, TEXT)).rejects.toThrow('Twilio refused the message (30003)')
    server.says({ status: 400, body: { code: 21211, message: 'Invalid To Phone Number', status: 400 } })
    await expect(sender('twilio').send(PHONE, TEXT)).rejects.toThrow('answered 400')
  })
})

describe.each(['arkesel', 'hubtel', 'twilio'])('%s, when it is unwell', (provider) => {
  test.each([401, 429, 500, 503])('status %i is a failure, and its words do not reach the message', async (status) => {
    server.says({ status, body: { message: `the text was: ${TEXT}` } })
    await expect(sender(provider).send(PHONE, TEXT)).rejects.toThrow(`SMS provider answered ${status}`)
  })

  test('a page instead of JSON is a failure', async () => {
    server.says({ body: '<html>Bad gateway</html>' })
    await expect(sender(provider).send(PHONE, TEXT)).rejects.toThrow('not JSON')
  })

  test('a redirect is not followed', async () => {
    server.says({ status: 307, body: '', location: '/elsewhere' })
    await expect(sender(provider).send(PHONE, TEXT)).rejects.toThrow()
    expect(server.asked).toHaveLength(1)
  })

  test('silence ends after ten seconds', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    server.says(() => {
      patience.abort(new DOMException('The operation timed out', 'TimeoutError'))
      return 'silence'
    })
    await expect(sender(provider).send(PHONE, TEXT)).rejects.toThrow('timed out')
    expect(timeout).toHaveBeenCalledWith(10_000)
  })

  test('nobody there is a failure', async () => {
    const sms = sender(provider)
    await server.close()
    await expect(sms.send(PHONE, TEXT)).rejects.toThrow()
    server = await openProviderServer()
  })
})
