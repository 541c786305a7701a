import type { Language } from '@shiloh/contract/core'
import type { MobileNetwork } from '@shiloh/contract/payments/desk'
import type { OnlineProviderName } from '@shiloh/contract/payments/payments'
import type { RefundVerdict, Verdict } from '../rules.ts'

export type { RefundVerdict, Verdict } from '../rules.ts'

/** A request for payment. Amounts in minor units. */
export interface Charge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  /** Some providers require one. A person without an e-mail address gets a synthetic one. */
  readonly email: string
  readonly description: string
  /** Absolute URL that the provider redirects the browser to. */
  readonly returnUrl: string
  readonly language: Language
  readonly expiresAt: Date
}

/** A request that its receiver confirms on their phone. */
export interface Prompt extends Pick<Charge, 'reference' | 'amount' | 'currency' | 'email' | 'description'> {
  /** E.164. */
  readonly phone: string
  readonly network: MobileNetwork
}

/** What a prompt waits for: the person alone, or a voucher that they tell us. */
export interface Prompted {
  readonly needsVoucher: boolean
}

export interface Started {
  readonly checkoutUrl: string
  readonly providerReference?: string
}

export interface WebhookNotice {
  /** Event and reference (and refund status): a repeated notice has the same key. */
  readonly dedupeKey: string
  /** The reference of our payment, if the notice has one. Of a dispute, the id that the provider gave it. */
  readonly reference: string | undefined
  /** The subject. `other` is stored and has no consequences. */
  readonly about: 'payment' | 'refund' | 'dispute' | 'other'
  /** As it came. Facts about the money are kept of it, and nobody's name. */
  readonly payload: unknown
}

/** A payment that its payer disputes with their bank. Amounts in minor units. */
export interface Dispute {
  /** The reference of our payment. */
  readonly reference: string
  /** `lost`: the money was taken back. */
  readonly state: 'open' | 'won' | 'lost'
  readonly amount: number
  readonly currency: string
  /** Until when it can be answered. */
  readonly dueAt: Date | null
}

export interface RefundRequest {
  /**
   * The idempotency key of one attempt, the same for each retry. A provider that supports it does not send the money
   * twice.
   */
  readonly key: string
  /** The reference of the payment. */
  readonly reference: string
  readonly providerReference: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
}

/** A provider of online payments. It knows nothing of reservations. */
export interface Provider {
  readonly name: OnlineProviderName
  /** Whether real money moves, as opposed to a provider's test mode or the sandbox. */
  readonly live: boolean
  /** Opens a page to pay on. @throws ProviderRefusal, DuplicateReference, ProviderError */
  start(charge: Charge): Promise<Started>
  /**
   * Asks on a phone for mobile money. Absent if the provider cannot do it. @throws ProviderRefusal when it was not sent,
   * ProviderError when that is not known
   */
  prompt?(prompt: Prompt): Promise<Prompted>
  /**
   * Passes on the voucher that a network waits for. @throws ProviderRefusal when it was not passed on, ProviderError when
   * that is not known
   */
  submitVoucher?(reference: string, voucher: string): Promise<Prompted>
  verify(payment: { reference: string; providerReference: string | null }): Promise<Verdict>
  /** Ends an unpaid checkout. Returns false if it was too late. Absent if the provider cannot do it. */
  cancel?(payment: { reference: string; providerReference: string | null }): Promise<boolean>
  /** @throws AppError invalid_token when the signature is invalid */
  readWebhook(rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): WebhookNotice
  /** Returns a dispute by the provider's own id. Absent if the provider has none. @throws ProviderError */
  findDispute?(id: string): Promise<Dispute>
  /**
   * Requests a refund. `refused` is a definite no. @throws ProviderError when the state of the money is unknown: ask
   * about the same key before requesting again
   */
  refund(request: RefundRequest): Promise<Exclude<RefundVerdict, { state: 'unknown' }>>
  /**
   * Returns the state of a refund, found by its reference or its key. `unknown` means that it was never requested.
   * @throws ProviderError
   */
  verifyRefund(request: RefundRequest & { readonly refundReference: string | null }): Promise<RefundVerdict>
}

/** The provider did not answer, or not as documented. The state of the money is unknown. */
export class ProviderError extends Error {}

/** The provider answered, and did not do what it was asked for: no money moves by this request. */
export class ProviderRefusal extends ProviderError {
  /** What it says about the request, for people. Undefined: it refused us, not the request. */
  readonly words: string | undefined

  constructor(message: string | undefined, words?: string) {
    super(message)
    this.words = words
  }
}

/** The provider has a payment with this reference, from a request whose answer did not arrive. */
export class DuplicateReference extends ProviderError {}

export const headerText = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
