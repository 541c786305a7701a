export const RESERVATION_STATUSES = ['active', 'failed', 'pending', 'redeemed', 'cancelled', 'archived'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]
export const isReservationStatus = (text: string): text is ReservationStatus =>
  RESERVATION_STATUSES.some((status) => status === text)

/** Statuses in which a person has a reservation for the event. At most one at a time. */
export const LIVE_STATUSES = ['pending', 'active', 'redeemed'] as const satisfies readonly ReservationStatus[]
export const isLive = (status: ReservationStatus): boolean => LIVE_STATUSES.some((live) => live === status)

export const RESERVATION_ACTIONS = [
  'make',
  'pay',
  'approve',
  'waive',
  'edit',
  'keep',
  'refund',
  'expire',
  'fail',
  'reverse',
  'cancel',
  'check_in',
  'check_out',
  'withdraw_check_in',
  'withdraw_check_out',
  'archive',
] as const
export type ReservationAction = (typeof RESERVATION_ACTIONS)[number]

/** The conditions of a transition, beside its starting status. */
export interface TransitionFacts {
  /** The amount due now is paid or waived: everything, or the deposit. */
  readonly settled: boolean
  /** No approval is required, or it was given. */
  readonly approved: boolean
  /** Everything that the reservation held can be claimed again. */
  readonly free: boolean
  /** A change that waits for its payment is given up. The choice in force stays. */
  readonly gives_up?: boolean
  /** A bank took the money back, which nobody here can refuse. */
  readonly by_bank?: boolean
}

type Condition = 'always' | 'giving_up' | 'clear' | 'open' | 'clear_and_free' | 'settled' | 'owing' | 'by_bank'

interface Transition {
  readonly from: ReservationStatus | null
  readonly action: ReservationAction
  readonly when: Condition
  readonly to: ReservationStatus
}

const CONDITIONS: Readonly<Record<Condition, (facts: TransitionFacts) => boolean>> = {
  always: () => true,
  giving_up: ({ gives_up }) => gives_up === true,
  /** Nothing prevents confirmation. */
  clear: ({ settled, approved }) => settled && approved,
  open: ({ settled, approved }) => !(settled && approved),
  clear_and_free: ({ settled, approved, free }) => settled && approved && free,
  settled: ({ settled }) => settled,
  owing: ({ settled }) => !settled,
  by_bank: ({ by_bank }) => by_bank === true,
}

/**
 * The only transition table. The first matching row decides; without a row the action is impossible. No other code
 * writes a status.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: null, action: 'make', when: 'clear', to: 'active' },
  { from: null, action: 'make', when: 'open', to: 'pending' },

  { from: 'pending', action: 'pay', when: 'clear', to: 'active' },
  { from: 'pending', action: 'pay', when: 'open', to: 'pending' },
  { from: 'pending', action: 'approve', when: 'clear', to: 'active' },
  { from: 'pending', action: 'approve', when: 'open', to: 'pending' },
  { from: 'pending', action: 'waive', when: 'clear', to: 'active' },
  { from: 'pending', action: 'waive', when: 'open', to: 'pending' },
  { from: 'pending', action: 'edit', when: 'clear', to: 'active' },
  { from: 'pending', action: 'edit', when: 'open', to: 'pending' },
  // Somebody who paid a part keeps the place until a date set by staff.
  { from: 'pending', action: 'keep', when: 'always', to: 'pending' },
  { from: 'pending', action: 'refund', when: 'always', to: 'pending' },
  { from: 'pending', action: 'reverse', when: 'always', to: 'pending' },
  { from: 'pending', action: 'expire', when: 'always', to: 'failed' },
  { from: 'pending', action: 'fail', when: 'always', to: 'failed' },
  { from: 'pending', action: 'cancel', when: 'always', to: 'cancelled' },
  { from: 'pending', action: 'archive', when: 'always', to: 'archived' },

  // Money that arrives after the hold expired: everything is claimed again, or the money goes back.
  { from: 'failed', action: 'pay', when: 'clear_and_free', to: 'active' },
  { from: 'failed', action: 'pay', when: 'always', to: 'failed' },
  { from: 'failed', action: 'archive', when: 'always', to: 'archived' },

  { from: 'active', action: 'pay', when: 'always', to: 'active' },
  { from: 'active', action: 'waive', when: 'always', to: 'active' },
  { from: 'active', action: 'edit', when: 'always', to: 'active' },
  // Goodwill lowers the amount owed: the place stays.
  { from: 'active', action: 'refund', when: 'always', to: 'active' },
  // A payment was reversed (a void, a chargeback): it is owed again, and the amount due now may no longer be covered.
  { from: 'active', action: 'reverse', when: 'settled', to: 'active' },
  { from: 'active', action: 'reverse', when: 'owing', to: 'pending' },
  { from: 'active', action: 'cancel', when: 'always', to: 'cancelled' },
  { from: 'active', action: 'check_in', when: 'always', to: 'redeemed' },
  { from: 'active', action: 'archive', when: 'always', to: 'archived' },

  { from: 'redeemed', action: 'pay', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'waive', when: 'always', to: 'redeemed' },
  // Nobody changes what is used, but a change that was never paid can still be given up.
  { from: 'redeemed', action: 'edit', when: 'giving_up', to: 'redeemed' },
  { from: 'redeemed', action: 'refund', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'reverse', when: 'settled', to: 'redeemed' },
  // Who came has come, whatever their bank does later. The office voids no receipt before it takes the check-in back.
  { from: 'redeemed', action: 'reverse', when: 'by_bank', to: 'redeemed' },
  { from: 'redeemed', action: 'check_in', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'check_out', when: 'always', to: 'redeemed' },
  // The only check-in was taken back: by the office, or at the gate that made it.
  { from: 'redeemed', action: 'withdraw_check_in', when: 'settled', to: 'active' },
  // A bank took the money back meanwhile.
  { from: 'redeemed', action: 'withdraw_check_in', when: 'owing', to: 'pending' },
  // An exit was taken back: they are inside.
  { from: 'redeemed', action: 'withdraw_check_out', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'archive', when: 'always', to: 'archived' },

  { from: 'cancelled', action: 'archive', when: 'always', to: 'archived' },
]

/** Returns the status after an action, or undefined if it is impossible. */
export const nextStatus = (
  from: ReservationStatus | null,
  action: ReservationAction,
  facts: TransitionFacts,
): ReservationStatus | undefined =>
  TRANSITIONS.find((row) => row.from === from && row.action === action && CONDITIONS[row.when](facts))?.to

/** Returns the effective status. A hold counts as failed from the instant it expires, even before that is recorded. */
export const effectiveStatus = (status: ReservationStatus, holdExpiresAt: Date | null, now: Date): ReservationStatus =>
  status === 'pending' && holdExpiresAt !== null && holdExpiresAt <= now ? 'failed' : status

/** Actions that screens offer. The server checks them again. */
export const OFFERED_ACTIONS = [
  'pay',
  'edit',
  'cancel',
  'download',
  'approve',
  'waive',
  'take_cash',
  'keep',
  'check_in',
  'check_out',
] as const
export type OfferedAction = (typeof OFFERED_ACTIONS)[number]

export interface ActionFacts {
  /** The effective status. */
  readonly status: ReservationStatus
  readonly balance: number
  readonly paid: number
  readonly needs_approval: boolean
  readonly approved: boolean
  /** The owner can no longer change or cancel it. */
  readonly deadline_passed: boolean
  /** A part payment is on its way back. Until then, nobody knows what is to be paid. */
  readonly part_returning: boolean
  /** The event has ended. Nothing of it can be given or kept any more; money and what happened can be put right. */
  readonly over: boolean
}

/** Who asks: the owner, or staff with their permissions. */
export type ActionAsker =
  | { readonly kind: 'owner' }
  | {
      readonly kind: 'staff'
      readonly can: (
        permission:
          | 'payments.read'
          | 'reservations.update'
          | 'reservations.cancel'
          | 'reservations.approve'
          | 'reservations.waive'
          | 'reservations.check_in'
          | 'payments.take_cash'
          | 'care.read',
        objectId?: string,
      ) => boolean
    }

const isPayable = ({ status, balance, needs_approval, approved, part_returning }: ActionFacts): boolean =>
  isLive(status) && balance > 0 && (!needs_approval || approved) && !part_returning

const POSSIBLE: Readonly<Record<OfferedAction, (facts: ActionFacts) => boolean>> = {
  pay: (facts) => isPayable(facts),
  take_cash: (facts) => isPayable(facts),
  edit: ({ status, over }) => (status === 'pending' || status === 'active') && !over,
  cancel: ({ status }) => status === 'pending' || status === 'active',
  download: ({ status }) => isLive(status),
  approve: ({ status, needs_approval, approved, over }) => status === 'pending' && needs_approval && !approved && !over,
  waive: ({ status, balance }) => isLive(status) && balance > 0,
  keep: ({ status, paid, over }) => status === 'pending' && paid > 0 && !over,
  check_in: ({ status }) => status === 'active' || status === 'redeemed',
  check_out: ({ status }) => status === 'redeemed',
}

const BY_OWNER: readonly OfferedAction[] = ['pay', 'edit', 'cancel', 'download']

/** Returns the actions that are allowed now. */
export const allowedActions = (facts: ActionFacts, who: ActionAsker): OfferedAction[] => {
  const isOpenTo: Readonly<Record<OfferedAction, () => boolean>> =
    who.kind === 'owner'
      ? {
          pay: () => true,
          edit: () => !facts.deadline_passed,
          cancel: () => !facts.deadline_passed,
          download: () => true,
          approve: () => false,
          waive: () => false,
          take_cash: () => false,
          keep: () => false,
          check_in: () => false,
          check_out: () => false,
        }
      : {
          pay: () => false,
          edit: () => who.can('reservations.update'),
          cancel: () => who.can('reservations.cancel'),
          download: () => true,
          approve: () => who.can('reservations.approve'),
          waive: () => who.can('reservations.waive'),
          take_cash: () => who.can('payments.take_cash'),
          keep: () => who.can('reservations.update'),
          check_in: () => who.can('reservations.check_in'),
          check_out: () => who.can('reservations.check_in'),
        }
  const candidates = who.kind === 'owner' ? BY_OWNER : OFFERED_ACTIONS
  return candidates.filter((action) => isOpenTo[action]() && POSSIBLE[action](facts))
}
