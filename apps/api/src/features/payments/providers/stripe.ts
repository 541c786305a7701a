import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/errors'
import {
  DuplicateReference,
  headerText,
  type Provider,
  ProviderError,
  ProviderRefusal,
  type RefundVerdict,
  type Verdict,
} from './provider.ts'

/** The limits of Stripe for the lifetime of a checkout session. */
const MIN_SESSION_SECONDS = 31 * 60
const MAX_SESSION_SECONDS = 23 * 3600

const guarded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new ProviderError(error instanceof Error ? error.message : 'no answer')
  }
}

/**
 * Returns whether Stripe definitely refused the request. A rejected key, a rate limit and a busy idempotency key say
 * nothing about the money.
 */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError

/** The error of a start: the key of an earlier one whose answer was lost is refused with other parameters. */
const startError = (error: unknown): ProviderError => {
  const said = error instanceof Error ? error.message : 'no answer'
  if (error instanceof Stripe.errors.StripeIdempotencyError) return new DuplicateReference(said)
  return isRefusal(error) ? new ProviderRefusal(said, said) : new ProviderError(said)
}

/** Disputes that are over and took no money. */
const WON: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])

const textOr = z.string().optional().catch(undefined)
/** What we need of an event. Whatever else is in it, or in another shape, refuses no event: Stripe would send it for days. */
const notice = z.object({
  id: textOr,
  type: z.string().catch(''),
  data: z
    .object({
      object: z
        .object({
          id: textOr,
          client_reference_id: textOr,
          metadata: z.object({ reference: textOr }).optional().catch(undefined),
        })
        .catch({}),
    })
    .catch({ object: {} }),
})

const refundVerdict = (made: Stripe.Refund): Exclude<RefundVerdict, { state: 'unknown' }> => {
  if (made.status === 'failed' || made.status === 'canceled')
    return { state: 'refused', reason: made.failure_reason ?? made.status }
  if (made.status === 'succeeded') return { state: 'done', providerReference: made.id }
  return { state: 'accepted', providerReference: made.id, attention: made.status === 'requires_action' }
}

/** Stripe Checkout. The session's id is the provider's reference. */
export const stripe = (
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
  now: () => Date,
  options: Stripe.StripeConfig = {},
): Provider => {
  const client = new Stripe(secretKey, { maxNetworkRetries: 1, timeout: 15_000, ...options })

  const intentOf = async (sessionId: string): Promise<string | undefined> => {
    const { payment_intent: intent } = await guarded(client.checkout.sessions.retrieve(sessionId))
    return typeof intent === 'string' ? intent : intent?.id
  }

  return {
    name: 'stripe',
    live: secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_'),
    start: async (charge) => {
      const seconds = Math.floor(now().getTime() / 1000)
      const wanted = Math.floor(charge.expiresAt.getTime() / 1000)
      const session = await client.checkout.sessions
        .create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: charge.currency.toLowerCase(),
                  unit_amount: charge.amount,
                  product_data: { name: charge.description },
                },
              },
            ],
            client_reference_id: charge.reference,
            customer_email: charge.email,
            success_url: charge.returnUrl,
            cancel_url: charge.returnUrl,
            expires_at: Math.min(seconds + MAX_SESSION_SECONDS, Math.max(seconds + MIN_SESSION_SECONDS, wanted)),
            metadata: { reference: charge.reference },
            payment_intent_data: { metadata: { reference: charge.reference } },
            locale: charge.language,
          },
          { idempotencyKey: charge.reference },
        )
        .catch((error: unknown) => {
          throw startError(error)
        })
      if (!session.url) throw new ProviderError('a session without an address')
      return { checkoutUrl: session.url, providerReference: session.id }
    },
    verify: async ({ reference, providerReference }): Promise<Verdict> => {
      if (!providerReference) return { state: 'unknown' }
      const session = await guarded(client.checkout.sessions.retrieve(providerReference))
      if (session.client_reference_id !== reference) throw new ProviderError('an answer about another reference')
      if (session.payment_status === 'paid')
        return {
          state: 'paid',
          amount: session.amount_total ?? 0,
          currency: (session.currency ?? '').toUpperCase(),
          live: session.livemode,
          providerReference: session.id,
        }
      return session.status === 'expired' ? { state: 'abandoned' } : { state: 'pending' }
    },
    readWebhook: (rawBody, headers) => {
      let event: Stripe.Event
      try {
        event = client.webhooks.constructEvent(rawBody, headerText(headers, 'stripe-signature'), webhookSecret)
      } catch {
        throw new AppError('invalid_token')
      }
      const { id, type, data } = notice.catch({ type: '', data: { object: {} } }).parse(event)
      const { object } = data
      const isDispute = type.startsWith('charge.dispute.') && object.id !== undefined
      return {
        dedupeKey: id ?? createHash('sha256').update(rawBody).digest('hex'),
        reference: isDispute ? object.id : (object.client_reference_id ?? object.metadata?.reference),
        about: /^(refund\.|charge\.refund)/.test(type)
          ? 'refund'
          : isDispute
            ? 'dispute'
            : type.startsWith('checkout.session.')
              ? 'payment'
              : 'other',
        payload: event,
      }
    },
    findDispute: async (id) => {
      const found = await guarded(client.disputes.retrieve(id, { expand: ['payment_intent'] }))
      const { payment_intent: intent, evidence_details: evidence } = found
      const reference = typeof intent === 'object' ? intent?.metadata['reference'] : undefined
      if (!reference) throw new ProviderError('a dispute about a payment without our reference')
      return {
        reference,
        state: found.status === 'lost' ? 'lost' : WON.has(found.status) ? 'won' : 'open',
        amount: found.amount,
        currency: found.currency.toUpperCase(),
        dueAt: evidence?.due_by ? new Date(evidence.due_by * 1000) : null,
      }
    },
    cancel: async ({ providerReference }) => {
      if (!providerReference) return false
      try {
        return (await client.checkout.sessions.expire(providerReference)).status === 'expired'
      } catch (error) {
        // Only an open session can be expired. This one was paid or has ended in the meantime.
        if (isRefusal(error)) return false
        throw new ProviderError(error instanceof Error ? error.message : 'no answer')
      }
    },
    refund: async (request) => {
      const intent = await intentOf(request.providerReference)
      if (!intent) return { state: 'refused', reason: 'a session without a payment' }
      try {
        const made = await client.refunds.create(
          {
            payment_intent: intent,
            amount: request.amount,
            metadata: { reference: request.reference, refund: request.key },
          },
          { idempotencyKey: request.key },
        )
        return refundVerdict(made)
      } catch (error) {
        if (isRefusal(error)) return { state: 'refused', reason: error.message }
        throw new ProviderError(error instanceof Error ? error.message : 'no answer')
      }
    },
    verifyRefund: async (request) => {
      if (request.refundReference) return refundVerdict(await guarded(client.refunds.retrieve(request.refundReference)))
      const intent = await intentOf(request.providerReference)
      if (!intent) return { state: 'unknown' }
      const { data } = await guarded(client.refunds.list({ payment_intent: intent, limit: 100 }))
      const found = data.find(({ metadata }) => metadata?.['refund'] === request.key)
      return found ? refundVerdict(found) : { state: 'unknown' }
    },
  }
}
