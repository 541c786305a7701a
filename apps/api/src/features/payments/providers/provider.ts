import type { Language } from '@shiloh/contract/core'
import type { OnlineProviderName } from '@shiloh/contract/payments/payments'
import type { RefundVerdict, Verdict } from '../rules.ts'

export type { RefundVerdict, Verdict } from '../rules.ts'

/** What is asked of a provider. Amounts in minor units. */
export interface Charge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  /** Some providers insist on one; a person without e-mail gets a synthetic one. */
  readonly email: string
  readonly description: string
  /** Absolute; the provider sends the browser here. */
  readonly returnUrl: string
  readonly language: Language
  readonly expiresAt: Date
}

export interface Started {
  readonly checkoutUrl: string
  readonly providerReference?: string
}

export interface WebhookNotice {
  /** Event and reference (and refund status): a replay has the same key. */
  readonly dedupeKey: string
  /** Of a payment of ours, as far as the notice names one. */
  readonly reference: string | undefined
  /** What it is about; `other` is stored and nothing follows from it. */
  readonly about: 'payment' | 'refund' | 'other'
  readonly payload: unknown
}

export interface RefundRequest {
  /** The same for every time that one attempt is asked for: a provider that has it does not send the money twice. */
  readonly key: string
  /** Of the payment. */
  readonly reference: string
  readonly providerReference: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
}

/** A provider of online payments: a few calls, no opinion about reservations. */
export interface Provider {
  readonly name: OnlineProviderName
  /** Real money, as opposed to a provider's test mode or the sandbox. */
  readonly live: boolean
  start(charge: Charge): Promise<Started>
  verify(payment: { reference: string; providerReference: string | null }): Promise<Verdict>
  /** Ends a checkout that nobody has paid; absent where the provider cannot. False when it was too late. */
  cancel?(payment: { reference: string; providerReference: string | null }): Promise<boolean>
  /** @throws AppError invalid_token when the signature is not the provider's */
  readWebhook(rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): WebhookNotice
  /**
   * Asks for a refund. `refused` is a definite no. @throws ProviderError when nothing is known about the money: the same key
   * must be asked about before it is asked for again.
   */
  refund(request: RefundRequest): Promise<Exclude<RefundVerdict, { state: 'unknown' }>>
  /** How a refund has gone, found by its own reference or by its key; `unknown` when it was never asked for. @throws ProviderError */
  verifyRefund(request: RefundRequest & { readonly refundReference: string | null }): Promise<RefundVerdict>
}

/** The provider did not answer, or not with what its documentation says. Nothing is known about the money. */
export class ProviderError extends Error {}

export const headerText = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
