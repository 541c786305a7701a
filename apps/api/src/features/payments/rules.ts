import { balanceOf, coveredOf, type Sums } from '@shiloh/contract/payments/money'
import type { Mismatch, PaymentStatus } from '@shiloh/contract/payments/payments'
import type { RefundAct, RefundStatus } from '@shiloh/contract/payments/refunds'

/** A provider's answer about one reference, in its own numbers. Only `settle` compares it with the request. */
export type Verdict =
  | {
      readonly state: 'paid'
      readonly amount: number
      readonly currency: string
      readonly live: boolean
      readonly providerReference: string
    }
  | { readonly state: 'pending' }
  /** The provider never received it. */
  | { readonly state: 'unknown' }
  | { readonly state: 'failed'; readonly reason: string }
  /** Its page is closed for good: nobody can pay there any more. */
  | { readonly state: 'abandoned' }

/** A provider's answer about one attempt to refund. */
export type RefundVerdict =
  | { readonly state: 'done'; readonly providerReference: string }
  /** Accepted: the money is on its way. `attention`: the provider waits for something from the organisation. */
  | { readonly state: 'accepted'; readonly providerReference: string; readonly attention?: boolean }
  | { readonly state: 'refused'; readonly reason: string }
  /** The provider never received it. */
  | { readonly state: 'unknown' }

/** The request to the provider, and how much of it is settled. */
export interface AskedPayment {
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  readonly live: boolean
  readonly createdAt: Date
}

export type Settlement =
  /** Nothing changes: it was settled before, or nothing new is known. */
  | { readonly kind: 'keep' }
  /** `final`: the provider need not be asked again. */
  | { readonly kind: 'close'; readonly status: 'failed' | 'abandoned'; readonly final: boolean }
  /** Our money: credited as it arrived, with the differences recorded. */
  | {
      readonly kind: 'credit'
      readonly amount: number
      readonly mismatch: 'short' | 'over' | null
      readonly providerReference: string
    }
  /** Money that cannot be credited: set apart and shown to staff. */
  | {
      readonly kind: 'set_apart'
      readonly mismatch: Mismatch
      readonly providerReference: string
      /** What the provider says of it. */
      readonly reported: { readonly amount: number; readonly currency: string }
    }

/**
 * An unfinished payment is closed after this many milliseconds, and asked about no more. If the provider reports money
 * later, it is still settled.
 */
const ABANDONED_AFTER_MS = 48 * 3600 * 1000

/**
 * Decides about a provider's answer. The webhook, the browser's return and the poller all lead here, in any order and
 * number. Only the first that reports money credits it (docs/domain.md#invariant-5).
 */
export const decideSettlement = (
  asked: AskedPayment,
  verdict: Verdict,
  providerReferenceTaken: boolean,
  now: Date,
): Settlement => {
  const open = asked.status === 'created' || asked.status === 'started'
  // A provider can report success after failure (a second try on its page), never the reverse.
  const mayStillPay = open || asked.status === 'failed' || asked.status === 'abandoned'
  const final = now.getTime() - asked.createdAt.getTime() > ABANDONED_AFTER_MS
  switch (verdict.state) {
    case 'pending':
    case 'unknown':
    case 'failed':
      if (asked.status === 'failed') return final ? { kind: 'close', status: 'failed', final } : { kind: 'keep' }
      if (!open) return { kind: 'keep' }
      if (verdict.state === 'failed') return { kind: 'close', status: 'failed', final }
      return final ? { kind: 'close', status: 'abandoned', final } : { kind: 'keep' }
    case 'abandoned':
      return open ? { kind: 'close', status: 'abandoned', final: true } : { kind: 'keep' }
    case 'paid': {
      if (!mayStillPay) return { kind: 'keep' }
      const { providerReference, amount, currency } = verdict
      const setApart = (mismatch: Mismatch) =>
        ({ kind: 'set_apart', mismatch, providerReference, reported: { amount, currency } }) as const
      if (providerReferenceTaken) return setApart('reference_taken')
      if (currency !== asked.currency) return setApart('currency')
      if (verdict.live !== asked.live) return setApart('test_money')
      if (amount <= 0) return setApart('short')
      const mismatch = amount < asked.amount ? 'short' : amount > asked.amount ? 'over' : null
      return { kind: 'credit', amount, mismatch, providerReference }
    }
  }
}

export type AmountDecision =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly problem: 'nothing_to_pay' | 'too_big' | 'too_small' | 'not_offered' }

/**
 * Decides the amount of a payment: the whole balance, or a part if the event accepts part payments. The first part is
 * at least the deposit.
 */
export const decideAmount = (
  reservation: Sums & {
    readonly status: string
    readonly dueAtOnce: number | null
    readonly depositPercent: number | null
  },
  wanted: number | undefined,
): AmountDecision => {
  const balance = balanceOf(reservation)
  if (balance === 0) return { ok: false, problem: 'nothing_to_pay' }
  if (wanted === undefined || wanted === balance) return { ok: true, amount: balance }
  if (wanted > balance) return { ok: false, problem: 'too_big' }
  if (reservation.depositPercent === null) return { ok: false, problem: 'not_offered' }
  const deposit = (reservation.dueAtOnce ?? reservation.total) - coveredOf(reservation)
  if (reservation.status === 'pending' && reservation.paid === 0 && wanted < deposit)
    return { ok: false, problem: 'too_small' }
  return { ok: true, amount: wanted }
}

/**
 * Returns whether a reservation can take money now. Money for a pending one whose hold expired follows the rule for
 * late money.
 */
export const canBePaid = (
  reservation: {
    status: string
    holdExpiresAt: Date | null
    needsApproval: boolean
    approvedAt: Date | null
    /** A part payment is on its way back. Until it is there, nobody knows what is to be paid. */
    isPartReturning: boolean
  },
  now: Date,
): 'yes' | 'hold_expired' | 'illegal_transition' | 'refund_under_way' => {
  if (reservation.status === 'active' || reservation.status === 'redeemed') return 'yes'
  if (reservation.status === 'failed') return 'hold_expired'
  if (reservation.status !== 'pending') return 'illegal_transition'
  if (reservation.needsApproval && reservation.approvedAt === null) return 'illegal_transition'
  if (reservation.holdExpiresAt !== null && reservation.holdExpiresAt <= now) return 'hold_expired'
  if (reservation.isPartReturning) return 'refund_under_way'
  return 'yes'
}

// ── Refunds ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type RefundSettlement =
  /** Nothing changes. */
  | 'keep'
  /** The provider has it and is not finished. */
  | 'wait'
  /** The money is back: the ledger gets an entry. */
  | 'enter'
  /** Definitely refused: the refund is on the list again. */
  | 'refuse'
  /** Reported as done, then refused: the ledger entry is reversed, and the refund is on the list again. */
  | 'return'

/**
 * Decides about a provider's answer on a refund. The response to the request, webhooks and the poller all lead here, in
 * any order and number.
 */
export const decideRefund = (status: RefundStatus, verdict: RefundVerdict): RefundSettlement => {
  if (status === 'requested') {
    if (verdict.state === 'done') return 'enter'
    if (verdict.state === 'accepted') return 'wait'
    return verdict.state === 'refused' ? 'refuse' : 'keep'
  }
  return status === 'done' && verdict.state === 'refused' ? 'return' : 'keep'
}

/**
 * Returns what staff can do with a refund. `online`: its payment was made through a provider that is configured and can
 * refund it.
 */
export const refundActs = (refund: {
  readonly status: RefundStatus
  readonly online: boolean
  readonly needsAttention: boolean
}): RefundAct[] => {
  if (refund.status === 'due' || refund.status === 'refused')
    return [...(refund.online ? (['send'] as const) : []), 'cash', 'outside', 'withdraw']
  if (refund.status === 'requested')
    return [...(refund.online ? (['ask'] as const) : []), ...(refund.needsAttention ? (['outside'] as const) : [])]
  return []
}
