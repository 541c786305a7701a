import type { KeptAnswer } from '@shiloh/contract/forms/forms'
import type { RefundReason } from '@shiloh/contract/payments/refunds'
import type { Quote } from '@shiloh/contract/reservations/quote'
import {
  nextStatus,
  type ReservationAction,
  type ReservationStatus,
  type TransitionFacts,
} from '@shiloh/contract/reservations/states'
import type { Choice } from './choices.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { Member } from './people.ts'

type Actor = 'owner' | 'staff' | 'system' | 'provider' | 'gate'
export interface By {
  readonly actor: Actor
  readonly actorId: string | null
}

export interface Quota {
  readonly id: string
  readonly capacity: number | null
  claimed: number
}

export interface Claim {
  readonly quota: Quota
  readonly quantity: number
  readonly atDesk: boolean
  readonly at: Date
  releasedAt: Date | null
}

export interface Participant {
  readonly id: string
  readonly role: 'main' | 'spouse' | 'child'
  /** Their participant type. */
  readonly typeId: string
  readonly userId: string | null
  readonly spouseId: string | null
  readonly familyMemberId: string | null
  readonly name: string
  readonly gender: 'male' | 'female'
  readonly qrId: string
  checkedInAt: Date | null
  checkedOutAt: Date | null
}

export interface Payment {
  readonly id: string
  reference: string
  readonly provider: 'sandbox' | 'cash'
  readonly amount: number
  status: 'paid' | 'failed' | 'abandoned' | 'refund_due' | 'refunded'
  captured: number
  refunded: number
  mismatch: 'too_late' | null
  readonly createdAt: Date
  readonly settledAt: Date | null
  receiptNumber: number | null
}

export interface Refund {
  readonly id: string
  readonly payment: Payment
  readonly amount: number
  readonly reason: RefundReason
  status: 'due' | 'requested' | 'done' | 'refused'
  readonly createdAt: Date
  settledAt: Date | null
  slipNumber: number | null
  /** The provider's reason for refusing. */
  lastError: string | null
}

/** One reservation with everything that has happened to it so far. */
export interface Story {
  readonly id: string
  readonly code: string
  readonly event: DemoEvent
  readonly member: Member
  readonly choice: Choice
  readonly quote: Quote
  readonly answers: readonly KeptAnswer[]
  readonly missing: readonly string[]
  readonly source: 'self' | 'staff'
  readonly paysAtDesk: boolean
  readonly needsApproval: boolean
  readonly madeAt: Date
  readonly participants: readonly Participant[]
  status: ReservationStatus
  holdExpiresAt: Date | null
  approvedAt: Date | null
  paid: number
  waived: number
  waivedReason: string | null
  retained: number
  updatedAt: Date
  readonly claims: Claim[]
  readonly payments: Payment[]
  readonly refunds: Refund[]
  readonly ledger: Row<'ledger_entries'>[]
  readonly transitions: Row<'reservation_transitions'>[]
  readonly alerts: Row<'alerts'>[]
}

const factsOf = (story: Story): TransitionFacts => ({
  settled: story.paid + story.waived >= story.quote.deposit,
  approved: !story.needsApproval || story.approvedAt !== null,
  free: false,
})

/** Adds a step to the story. A step that is not in the transition table is a bug of the demo. */
export const step = (story: Story, action: ReservationAction, at: Date, by: By, reason = ''): void => {
  const to = nextStatus(story.status, action, factsOf(story))
  if (!to) throw new Error(`the demo church wants to ${action} a reservation that is ${story.status}`)
  story.transitions.push({
    reservation_id: story.id,
    from_status: story.status,
    to_status: to,
    action,
    reason,
    actor_id: by.actorId,
    actor: by.actor,
    at,
  })
  story.status = to
  story.updatedAt = at
  if (to !== 'pending' && to !== 'failed') story.holdExpiresAt = null
}

/** Releases those of these claims that are still held. */
export const release = (claims: readonly Claim[], at: Date, only: (claim: Claim) => boolean = () => true): void => {
  for (const claim of claims) {
    if (claim.releasedAt !== null || !only(claim)) continue
    claim.releasedAt = at
    claim.quota.claimed -= claim.quantity
  }
}

/** Releases what is held only until the reservation is confirmed. */
export const afterStep = (story: Story, at: Date): void => {
  if (story.status === 'active') release(story.claims, at, ({ atDesk }) => atDesk)
}
