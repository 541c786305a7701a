import type { Language } from '@shiloh/contract/core'
import type { OnlineProviderName } from '@shiloh/contract/payments'
import type { Verdict } from '../rules.ts'

export type { Verdict } from '../rules.ts'

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
  /** Absent: nothing of ours. */
  readonly reference: string | undefined
  readonly payload: unknown
}

export interface RefundRequest {
  readonly refundId: string
  readonly reference: string
  readonly providerReference: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
}

/** A provider of online payments: four calls, no opinion about reservations. */
export interface Provider {
  readonly name: OnlineProviderName
  /** Real money, as opposed to a provider's test mode or the sandbox. */
  readonly live: boolean
  start(charge: Charge): Promise<Started>
  verify(payment: { reference: string; providerReference: string | null }): Promise<Verdict>
  /** @throws AppError invalid_token when the signature is not the provider's */
  readWebhook(rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): WebhookNotice
  /** Answers once the provider has taken it on; what it does with it then may take days. @throws ProviderError */
  refund(request: RefundRequest): Promise<{ providerReference: string }>
}

/** The provider did not answer, or not with what its documentation says. Nothing is known about the money. */
export class ProviderError extends Error {}

export const headerText = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
