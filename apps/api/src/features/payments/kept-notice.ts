/**
 * The facts of a notice that are kept: which event, of which payment, refund or dispute, in which state, how much, when, in live or test
 * mode. With them the office finds the payment at the provider, where the rest is. Who paid, with which account and from which address
 * is not among them (docs/adr/0117-what-an-erasure-takes.md).
 */
const FACTS: ReadonlySet<string> = new Set([
  ...['event', 'type', 'object', 'id', 'domain', 'livemode', 'created', 'created_at', 'paid_at', 'dueAt'],
  ...[
    'reference',
    'transaction_reference',
    'client_reference_id',
    'refund_reference',
    'payment_intent',
    'charge',
    'refund',
  ],
  ...['status', 'payment_status', 'reason', 'failure_reason', 'category', 'resolution', 'channel'],
  ...['amount', 'requested_amount', 'amount_total', 'amount_refunded', 'refund_amount', 'currency'],
])
/** What has facts inside. */
const PARTS: ReadonlySet<string> = new Set(['data', 'object', 'transaction', 'metadata'])

/** Returns what is kept of a provider's notice. Objects and lists can name a person, wherever they are. */
export const keptOf = (notice: unknown): unknown => {
  if (typeof notice !== 'object' || notice === null) return {}
  return Object.fromEntries(
    Object.entries(notice).flatMap(([name, value]): [string, unknown][] => {
      const isPlain = typeof value !== 'object' || value === null
      if (isPlain) return FACTS.has(name) ? [[name, value]] : []
      return PARTS.has(name) && !Array.isArray(value) ? [[name, keptOf(value)]] : []
    }),
  )
}
