import { z } from 'zod'
import { defineTexts, money, timestamp } from '../core.ts'

/**
 * The standing of a reservation's money in one word, and its sentences. The page, the list, the mail, the PDF and the
 * receipt all use these, so that they cannot differ. Guests and the office read the same words: no sentence addresses
 * one of them.
 */

export const STANDINGS = [
  'held',
  /** Held until it is paid in cash. */
  'held_cash',
  'approval',
  'secured',
  'overdue',
  /** A bank took money back after the check-in. */
  'charged_back',
  'change',
  /** A change that waits until it is paid in cash. */
  'change_cash',
  'kept',
  'part_paid',
  /** A part of the deposit is paid. */
  'deposit_part_paid',
  /** A part payment that secures nothing is on its way back. */
  'part_returning',
  'refund',
  'cancelled_refund',
  'too_late',
  'refunded',
  'waived',
  'paid',
  'free',
  'expired',
  /** Its event ended before anybody decided about it. */
  'undecided',
  'cancelled',
  'archived',
  /** Archived, and money of it still has to go back. */
  'archived_refund',
] as const
export type StandingKind = (typeof STANDINGS)[number]

export const standingView = z.object({
  kind: z.enum(STANDINGS),
  /** The amount of the sentence: to be paid, or to go back. Minor units. */
  amount: money,
  /** Until when. */
  at: timestamp.nullable(),
})
export type Standing = z.output<typeof standingView>

export interface StandingFacts {
  /** The effective status. */
  readonly status: string
  readonly total: number
  readonly paid: number
  readonly waived: number
  readonly balance: number
  /** The part of the balance that is due immediately. */
  readonly dueNow: number
  /** When the rest is due, if the place is secured. */
  readonly dueAt: Date
  readonly holdExpiresAt: Date | null
  readonly keptUntil: Date | null
  /** What waits for its payment, the reservation or a change of it, is to be paid in cash at the desk. */
  readonly paysAtDesk: boolean
  readonly waitsForApproval: boolean
  readonly changeOpen: boolean
  /** Money still to be refunded, sent or not. */
  readonly refundDue: number
  /** A part payment that is on its way back before it secured the place. */
  readonly partReturning: number
  /** Money that went back. */
  readonly refunded: number
}

/** Decides the standing of a reservation's money. Nothing else does. */
export const standingOf = (facts: StandingFacts, now: Date): Standing => {
  const { status, balance, refundDue, refunded, keptUntil, holdExpiresAt, dueAt } = facts
  const say = (kind: StandingKind, amount = 0, at: Date | null = null): Standing => ({
    kind,
    amount,
    at: at?.toISOString() ?? null,
  })
  if (status === 'failed') {
    if (refundDue > 0) return say('too_late', refundDue)
    if (refunded > 0) return say('refunded', refunded)
    return say(facts.waitsForApproval ? 'undecided' : 'expired')
  }
  if (status === 'cancelled') {
    if (refundDue > 0) return say('cancelled_refund', refundDue)
    return refunded > 0 ? say('refunded', refunded) : say('cancelled')
  }
  if (status === 'archived') return refundDue > 0 ? say('archived_refund', refundDue) : say('archived')
  if (status === 'pending') {
    if (facts.waitsForApproval) return say('approval')
    const { dueNow } = facts
    if (facts.partReturning > 0) return say('part_returning', facts.partReturning)
    if (facts.paid === 0) return say(facts.paysAtDesk ? 'held_cash' : 'held', dueNow, holdExpiresAt)
    if (keptUntil !== null && keptUntil > now) return say('kept', dueNow, keptUntil)
    return dueNow < balance && now < dueAt ? say('deposit_part_paid', dueNow, dueAt) : say('part_paid', dueNow)
  }
  if (balance > 0) {
    if (facts.changeOpen) return say(facts.paysAtDesk ? 'change_cash' : 'change', facts.dueNow, holdExpiresAt)
    // Nobody is checked in who owes anything else.
    if (status === 'redeemed') return say('charged_back', balance)
    return now < dueAt ? say('secured', balance, dueAt) : say('overdue', balance, dueAt)
  }
  if (refundDue > 0) return say('refund', refundDue)
  if (facts.total === 0) return say('free')
  return facts.waived > 0 ? say('waived', facts.waived) : say('paid')
}

/** Whether cash is awaited at the desk: the code of the reservation is what matters there. */
export const awaitsCash = ({ kind }: Pick<Standing, 'kind'>): boolean => kind === 'held_cash' || kind === 'change_cash'

/**
 * The texts of each standing: `{kind}_title` and `{kind}`. `{amount}` and `{when}` are formatted where they are shown.
 */
export const STANDING_TEXTS = defineTexts('member/standing', {
  held_title: 'The place is held until {when}',
  held: '{amount} is due by then to confirm it.',
  held_cash_title: 'The place is held until {when}',
  held_cash: '{amount} is due by then, in cash at the desk. The desk needs the code of the reservation.',
  approval_title: 'The request is with the office',
  approval: 'There is nothing to pay yet. The decision will be sent by message.',
  secured_title: 'The place is secured',
  secured: 'The rest, {amount}, is due by {when}.',
  overdue_title: 'The rest is overdue',
  overdue: '{amount} was due on {when} and must be paid now.',
  charged_back_title: 'The bank has taken a payment back',
  charged_back: '{amount} must be paid again now.',
  change_title: 'The change is not paid yet',
  change: '{amount} is due by {when}. Until then, the previous choice remains.',
  change_cash_title: 'The change is not paid yet',
  change_cash: '{amount} is due by {when}, in cash at the desk. Until then, the previous choice remains.',
  kept_title: 'The place is kept until {when}',
  kept: '{amount} is due by then: online or at the desk.',
  part_paid_title: 'A part is paid',
  part_paid: '{amount} more is due to confirm the place. The money paid is safe.',
  deposit_part_paid_title: 'A part of the deposit is paid',
  deposit_part_paid: '{amount} more is due to confirm the place, the rest by {when}.',
  part_returning_title: '{amount} is being refunded',
  part_returning: 'The place is not confirmed. What is left to pay can be paid once the refund is done.',
  refund_title: '{amount} will be refunded',
  refund: 'The ticket stays valid. The money is refunded the way it was paid.',
  cancelled_refund_title: '{amount} will be refunded',
  cancelled_refund: 'The place is given up. The money is refunded the way it was paid.',
  too_late_title: 'The payment came too late',
  too_late: 'The hold had expired and the place is no longer free. {amount} will be refunded.',
  refunded_title: 'The money was refunded',
  refunded: '{amount} was refunded.',
  waived_title: 'Nothing more to pay',
  waived: 'The church pays {amount}.',
  paid_title: 'Nothing more to pay',
  paid: 'Everything is paid.',
  free_title: 'Nothing to pay',
  free: 'The place is confirmed.',
  expired_title: 'The hold has expired',
  expired: 'Nothing is due.',
  undecided_title: 'The event ended before a decision',
  undecided: 'Nothing was paid, and nothing is due.',
  cancelled_title: 'The reservation is cancelled',
  cancelled: 'Nothing is due.',
  archived_title: 'This event is over',
  archived: 'Nothing is due. The reservation is kept in the archive.',
  archived_refund_title: '{amount} will be refunded',
  archived_refund: 'The event is over. The money is refunded the way it was paid.',
})
