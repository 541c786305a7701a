import { type Provider, ProviderError, type RefundVerdict } from '../src/features/payments/providers/provider.ts'
import type { Verdict } from '../src/features/payments/rules.ts'

/** How the provider reacts to a refund request. */
type Mood =
  | 'done'
  | 'slow'
  | 'refuses'
  /** It never receives the request. */
  | 'silent'
  /** It accepts the request, and its answer is lost. */
  | 'answer is lost'
  /**
   * The connection breaks while the request is on its way: the provider receives it later and does not know of it until
   * then.
   */
  | 'hears late'

/** A provider with its own books: it pays out once per key, whatever it answers. */
export interface RefundingProvider extends Provider {
  mood: Mood
  says: Verdict
  /** Every refund request that it received, by key. */
  readonly asked: string[]
  readonly books: Map<string, { amount: number; verdict: Exclude<RefundVerdict, { state: 'unknown' }> }>
  /** Whether it can end a checkout. */
  cancels: boolean
  readonly cancelled: string[]
  /** The sum of what was paid out for good. */
  paidOut(): number
}

export const refundingProvider = (name: 'paystack' | 'stripe' = 'paystack'): RefundingProvider => {
  const books: RefundingProvider['books'] = new Map()
  const onTheirWay = new Map<string, number>()
  const hear = () => {
    for (const [key, amount] of onTheirWay)
      if (!books.has(key)) books.set(key, { amount, verdict: { state: 'done', providerReference: `r-${key}` } })
    onTheirWay.clear()
  }
  const provider: RefundingProvider = {
    name,
    live: true,
    mood: 'done',
    says: { state: 'pending' },
    asked: [],
    books,
    cancels: false,
    cancelled: [],
    paidOut: () =>
      [...books.values()].reduce((sum, { amount, verdict }) => sum + (verdict.state === 'done' ? amount : 0), 0),
    start: async ({ reference }) => ({ checkoutUrl: `https://pay.test/${reference}` }),
    verify: async () => provider.says,
    cancel: async ({ reference }) => {
      if (provider.cancels) provider.cancelled.push(reference)
      return provider.cancels
    },
    readWebhook: (rawBody) => {
      const text = rawBody.toString('utf8').replace(/"/g, '')
      const [about = '', reference = '', step = ''] = text.split(' ')
      return {
        dedupeKey: `${about} ${reference} ${step}`,
        reference: reference || undefined,
        about: about === 'refund' ? 'refund' : about === 'charge' ? 'payment' : 'other',
        payload: { event: about, reference },
      }
    },
    refund: async ({ key, amount }) => {
      if (provider.mood === 'silent') throw new ProviderError('no answer')
      if (provider.mood === 'hears late') {
        onTheirWay.set(key, amount)
        throw new ProviderError('no answer')
      }
      hear()
      provider.asked.push(key)
      if (provider.mood === 'refuses') return { state: 'refused', reason: 'the card is closed' }
      const known = books.get(key)?.verdict
      const verdict = known ?? {
        state: provider.mood === 'slow' ? ('accepted' as const) : ('done' as const),
        providerReference: `r-${key}`,
      }
      books.set(key, { amount, verdict })
      if (provider.mood === 'answer is lost') throw new ProviderError('no answer')
      return verdict
    },
    verifyRefund: async ({ key }) => {
      if (provider.mood === 'silent') throw new ProviderError('no answer')
      return books.get(key)?.verdict ?? { state: 'unknown' }
    },
  }
  return provider
}
