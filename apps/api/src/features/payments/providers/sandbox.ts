import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Crypto } from '#platform/auth/crypto'
import type { Db } from '#platform/db/db'
import { AppError } from '#platform/errors'
import { headerText, type Provider } from './provider.ts'
import { decideCharge, findCharge, findRefund, openCharge, refundCharge } from './sandbox.store.ts'

const notice = z.object({ event: z.string(), reference: z.string() })

/** The path of the sandbox's checkout page. */
export const sandboxCheckoutPath = (reference: string): string => `/sandbox/checkout/${reference}`

export const sandboxSignature = (crypto: Crypto, body: Buffer | string): string =>
  createHmac('sha512', crypto.keyedHash('sandbox webhook', '')).update(body).digest('hex')

/**
 * A provider with its own checkout page, so that an installation without keys works end to end. It keeps separate books
 * and is queried like a real provider. Never used in production.
 */
export const sandbox = (db: Db, crypto: Crypto, publicUrl: string): Provider => ({
  name: 'sandbox',
  live: false,
  start: async (charge) => {
    await openCharge(db, {
      reference: charge.reference,
      amount: charge.amount,
      currency: charge.currency,
      returnUrl: charge.returnUrl,
    })
    return {
      checkoutUrl: publicUrl + sandboxCheckoutPath(charge.reference),
      providerReference: `sandbox-${charge.reference}`,
    }
  },
  // Like the test numbers of real providers: a number that ends in 9 declines, any other one confirms at once.
  prompt: async ({ reference, amount, currency, phone, network }) => {
    await openCharge(db, { reference, amount, currency, returnUrl: publicUrl })
    if (network === 'telecel') return { needsVoucher: true }
    await decideCharge(db, reference, phone.endsWith('9') ? 'failed' : 'success')
    return { needsVoucher: false }
  },
  submitVoucher: async (reference, voucher) => {
    // A voucher of zeros is none.
    if (/^0+$/.test(voucher)) return { needsVoucher: true }
    await decideCharge(db, reference, voucher.endsWith('9') ? 'failed' : 'success')
    return { needsVoucher: false }
  },
  verify: async ({ reference }) => {
    const charge = await findCharge(db, reference)
    if (!charge) return { state: 'unknown' }
    if (charge.status === 'ongoing') return { state: 'pending' }
    if (charge.status === 'failed') return { state: 'failed', reason: 'declined' }
    if (charge.status === 'abandoned') return { state: 'abandoned' }
    return {
      state: 'paid',
      amount: charge.amount,
      currency: charge.currency,
      live: false,
      providerReference: `sandbox-${reference}`,
    }
  },
  readWebhook: (rawBody, headers) => {
    const expected = Buffer.from(sandboxSignature(crypto, rawBody))
    const given = Buffer.from(headerText(headers, 'x-sandbox-signature'))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('invalid_token')
    const parsed = notice.safeParse(JSON.parse(rawBody.toString('utf8')))
    if (!parsed.success) throw new AppError('malformed_request')
    return {
      dedupeKey: `${parsed.data.event} ${parsed.data.reference}`,
      reference: parsed.data.reference,
      about: 'payment',
      payload: parsed.data,
    }
  },
  cancel: ({ reference }) => decideCharge(db, reference, 'abandoned'),
  refund: async (request) => {
    const made = await refundCharge(db, request)
    return made
      ? { state: 'done', providerReference: `sandbox-refund-${request.key}` }
      : { state: 'refused', reason: 'more than was paid' }
  },
  verifyRefund: async ({ key }) => {
    const status = await findRefund(db, key)
    const providerReference = `sandbox-refund-${key}`
    if (status === 'done') return { state: 'done', providerReference }
    if (status === 'pending') return { state: 'accepted', providerReference }
    return status === 'refused' ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
  },
})
