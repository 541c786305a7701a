import type { Config } from '../config.ts'

/** Passes one SMS to the provider. @throws with the provider's reason */
export interface SmsSender {
  send(to: string, text: string): Promise<void>
}

const TIMEOUT_MS = 10_000

const post = async (url: string, headers: Record<string, string>, body: string): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    // The message must only go to this host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`SMS provider answered ${response.status}`)
  try {
    return JSON.parse(answer)
  } catch {
    throw new Error('SMS provider answered something that is not JSON')
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const json = { 'content-type': 'application/json' }

/** Arkesel v2: header api-key, recipients without the plus sign. The body reports success. */
const arkesel = (key: string, sender: string, url: string): SmsSender => ({
  send: async (to, message) => {
    const answer = await post(
      `${url}/api/v2/sms/send`,
      { ...json, 'api-key': key },
      JSON.stringify({ sender, message, recipients: [to.replace(/^\+/, '')] }),
    )
    if (field(answer, 'status') !== 'success') throw new Error('Arkesel refused the message')
  },
})

/** Hubtel: Basic authentication. responseCode or status 0 means success. */
const hubtel = (key: string, secret: string, sender: string, url: string): SmsSender => ({
  send: async (to, text) => {
    const answer = await post(
      `${url}/v1/messages/send`,
      { ...json, authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      JSON.stringify({ From: sender, To: to, Content: text }),
    )
    const code = field(answer, 'status') ?? field(answer, 'Status') ?? field(answer, 'responseCode')
    if (code !== 0 && code !== '0' && code !== '0000') throw new Error('Hubtel refused the message')
  },
})

/** Twilio: form encoded, the account in the path. An accepted message has an error_code of null. */
const twilio = (account: string, secret: string, sender: string, url: string): SmsSender => ({
  send: async (to, text) => {
    const answer = await post(
      `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`,
      },
      new URLSearchParams({ From: sender, To: to, Body: text }).toString(),
    )
    const error = field(answer, 'error_code')
    if (error !== null && error !== undefined) throw new Error(`Twilio refused the message (${String(error)})`)
  },
})

/** Returns the configured sender, or undefined: then messages stay in the outbox. */
export const openSms = (config: Config): SmsSender | undefined => {
  const sms = config.sms
  if (!sms) return undefined
  switch (sms.provider) {
    case 'arkesel':
      return arkesel(sms.key, sms.sender, sms.url ?? 'https://sms.arkesel.com')
    case 'hubtel':
      return hubtel(sms.key, sms.secret, sms.sender, sms.url ?? 'https://sms.hubtel.com')
    case 'twilio':
      return twilio(sms.key, sms.secret, sms.sender, sms.url ?? 'https://api.twilio.com')
  }
}
