import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/errors'
import {
  DuplicateReference,
  headerText,
  type Prompted,
  type Provider,
  ProviderError,
  ProviderRefusal,
  type RefundRequest,
  type RefundVerdict,
  type Verdict,
  type WebhookNotice,
} from './provider.ts'

const TIMEOUT_MS = 15_000

const envelope = z.object({
  status: z.boolean(),
  message: z.string().optional(),
  code: z.string().optional(),
  data: z.unknown().optional(),
})
const initialized = z.object({ authorization_url: z.url(), reference: z.string() })
/** Refund amounts arrive as text or number. */
const numeric = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
const transaction = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  reference: z.string(),
  amount: numeric,
  requested_amount: numeric.nullish(),
  currency: z.string(),
  domain: z.string(),
  gateway_response: z.string().nullish(),
})
/** Facts: https://paystack.com/docs/payments/payment-channels (mobile money). */
const charged = z.object({ reference: z.string(), status: z.string(), message: z.string().nullish() })
/** The person confirms on their phone, without anything that we would have to ask them for. */
const SENT = new Set(['pay_offline', 'pending', 'processing', 'ongoing', 'success'])
/** The network waits for a voucher, which the person reads to us: Telecel. */
const WAITS_FOR_VOUCHER = 'send_otp'
const promptedBy = ({ status, message }: z.output<typeof charged>): Prompted => {
  if (status === WAITS_FOR_VOUCHER) return { needsVoucher: true }
  if (status === 'failed') throw new ProviderRefusal(message ?? status, message ?? '')
  if (!SENT.has(status)) throw new ProviderError(message ?? status)
  return { needsVoucher: false }
}
const NETWORKS = { mtn: 'mtn', at: 'atl', telecel: 'vod' } as const

const refunded = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  merchant_note: z.string().nullish(),
})
/** Facts: https://paystack.com/docs/payments/disputes. Without a refund amount, it is about the whole payment. */
const dispute = z.object({
  resolution: z.string().nullish(),
  refund_amount: numeric.nullish(),
  dueAt: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: numeric, currency: z.string() }),
})
/** A dispute that is accepted, or not answered in time, costs the money. */
const LOST = new Set(['merchant-accepted', 'auto-accepted'])

const textOr = z.string().optional().catch(undefined)
/** What we need of a notice. Whatever else is in it, or in another shape, refuses no notice: Paystack would send it for days. */
const notice = z.object({
  event: z.string().catch(''),
  data: z
    .object({
      id: z.union([z.number(), z.string()]).optional().catch(undefined),
      // A dispute names its payment inside.
      transaction: z.object({ reference: z.string() }).optional().catch(undefined),
      reference: textOr,
      transaction_reference: textOr,
      status: textOr,
      refund_reference: textOr,
    })
    .catch({}),
})

/** The note by which a refund is found again. */
const noteOf = ({ reason, key }: RefundRequest): string => `${reason} [${key}]`

const refundVerdict = (found: z.output<typeof refunded>): Exclude<RefundVerdict, { state: 'unknown' }> => {
  if (found.status === 'failed') return { state: 'refused', reason: 'failed' }
  if (found.status === 'processed') return { state: 'done', providerReference: found.id }
  return { state: 'accepted', providerReference: found.id, attention: found.status === 'needs-attention' }
}

/** Paystack: cards and mobile money. Facts: https://paystack.com/docs (transactions, webhooks, refunds). */
export const paystack = ({ secretKey, url }: { secretKey: string; url: string }): Provider => {
  const live = secretKey.startsWith('sk_live_')

  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<z.output<typeof envelope>> => {
    let response: Response
    try {
      response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (error) {
      throw new ProviderError(error instanceof Error ? error.message : 'no answer')
    }
    const parsed = envelope.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success) throw new ProviderError(`status ${response.status} without a readable answer`)
    const said = `status ${response.status}: ${parsed.data.message ?? ''}`
    // A rejected key and a rate limit do not answer a question, but certainly nothing was done.
    if ([401, 403, 429].includes(response.status)) throw new ProviderRefusal(said)
    if (response.status >= 500) throw new ProviderError(said)
    return parsed.data
  }

  const read = <S extends z.ZodType>(schema: S, data: unknown): z.output<S> => {
    const parsed = schema.safeParse(data)
    if (!parsed.success) throw new ProviderError('an answer of another shape')
    return parsed.data
  }

  const requireDone = ({ status, code, message }: z.output<typeof envelope>): void => {
    if (status) return
    if (code === 'duplicate_reference' || /duplicate transaction reference/i.test(message ?? ''))
      throw new DuplicateReference(message)
    throw new ProviderRefusal(message ?? 'refused', message ?? '')
  }

  const verify = async (reference: string): Promise<Verdict> => {
    const answer = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
    // The outer status only says that the call worked. It knows no payment with this reference.
    if (!answer.status) return { state: 'unknown' }
    const found = read(transaction, answer.data)
    if (found.reference !== reference) throw new ProviderError('an answer about another reference')
    switch (found.status) {
      case 'success':
        return {
          state: 'paid',
          // `amount` can include fees that were passed on. `requested_amount` is what we requested.
          amount: found.requested_amount ?? found.amount,
          currency: found.currency,
          live: found.domain === 'live',
          providerReference: found.id,
        }
      case 'failed':
      case 'reversed':
        return { state: 'failed', reason: found.gateway_response ?? found.status }
      // `abandoned` is what Paystack says from the beginning: nobody has completed it yet, and its page stays open.
      default:
        return { state: 'pending' }
    }
  }

  return {
    name: 'paystack',
    live,
    start: async (charge) => {
      const answer = await call('POST', '/transaction/initialize', {
        email: charge.email,
        amount: charge.amount,
        currency: charge.currency,
        reference: charge.reference,
        channels: ['card', 'mobile_money'],
        callback_url: charge.returnUrl,
        metadata: { description: charge.description },
      })
      requireDone(answer)
      return { checkoutUrl: read(initialized, answer.data).authorization_url }
    },
    prompt: async ({ reference, amount, currency, email, description, phone, network }) => {
      const answer = await call('POST', '/charge', {
        email,
        amount,
        currency,
        reference,
        mobile_money: { phone: phone.replace(/^\+233/, '0'), provider: NETWORKS[network] },
        metadata: { description },
      })
      requireDone(answer)
      return promptedBy(read(charged, answer.data))
    },
    submitVoucher: async (reference, voucher) => {
      const answer = await call('POST', '/charge/submit_otp', { reference, otp: voucher })
      requireDone(answer)
      return promptedBy(read(charged, answer.data))
    },
    verify: ({ reference }) => verify(reference),
    findDispute: async (id) => {
      const answer = await call('GET', `/dispute/${encodeURIComponent(id)}`)
      if (!answer.status) throw new ProviderError(answer.message ?? 'an answer without a dispute')
      const { resolution, refund_amount, dueAt, transaction } = read(dispute, answer.data)
      const due = new Date(dueAt ?? '')
      return {
        reference: transaction.reference,
        state: LOST.has(resolution ?? '') ? 'lost' : resolution === 'declined' ? 'won' : 'open',
        amount: refund_amount || transaction.amount,
        currency: transaction.currency,
        dueAt: Number.isNaN(due.getTime()) ? null : due,
      }
    },
    readWebhook: (rawBody, headers): WebhookNotice => {
      const expected = createHmac('sha512', secretKey).update(rawBody).digest()
      const given = Buffer.from(headerText(headers, 'x-paystack-signature'), 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('invalid_token')
      let json: unknown
      try {
        json = JSON.parse(rawBody.toString('utf8'))
      } catch {
        throw new AppError('malformed_request')
      }
      const { event, data } = notice.catch({ event: '', data: {} }).parse(json)
      const isDispute = event.startsWith('charge.dispute.') && data.id !== undefined
      const reference = data.transaction_reference ?? data.reference ?? data.transaction?.reference
      const parts: Readonly<Record<string, readonly (string | number)[]>> = {
        // A payment can be refunded in parts, each with its own notice.
        refund: [data.status ?? '', data.refund_reference ?? ''],
        // A dispute goes on in steps.
        'charge.dispute': [data.id ?? '', data.status ?? ''],
      }
      const part = parts[event.slice(0, event.lastIndexOf('.'))] ?? []
      const subject = reference ?? data.id ?? createHash('sha256').update(rawBody).digest('hex')
      return {
        dedupeKey: [event, isDispute ? (reference ?? '') : subject, ...part].join(' ').trim(),
        reference: isDispute ? String(data.id) : reference,
        about: isDispute
          ? 'dispute'
          : event.startsWith('refund.')
            ? 'refund'
            : event === 'charge.success'
              ? 'payment'
              : 'other',
        payload: json,
      }
    },
    // Paystack has no idempotency key for refunds. Ours is part of the merchant's note, where `verifyRefund` finds it.
    refund: async (request) => {
      const answer = await call('POST', '/refund', {
        transaction: request.providerReference,
        amount: request.amount,
        currency: request.currency,
        merchant_note: noteOf(request),
        customer_note: request.reason,
      })
      if (!answer.status) return { state: 'refused', reason: answer.message ?? 'refused' }
      return refundVerdict(read(refunded, answer.data))
    },
    verifyRefund: async (request) => {
      if (request.refundReference) {
        const answer = await call('GET', `/refund/${encodeURIComponent(request.refundReference)}`)
        if (!answer.status) throw new ProviderError(answer.message ?? 'an answer without a refund')
        return refundVerdict(read(refunded, answer.data))
      }
      const answer = await call(
        'GET',
        `/refund?transaction=${encodeURIComponent(request.providerReference)}&perPage=100`,
      )
      if (!answer.status) throw new ProviderError(answer.message ?? 'an answer without refunds')
      const found = read(z.array(refunded), answer.data).find(({ merchant_note }) => merchant_note === noteOf(request))
      return found ? refundVerdict(found) : { state: 'unknown' }
    },
  }
}
