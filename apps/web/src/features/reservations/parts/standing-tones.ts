import type { StandingKind } from '@shiloh/contract/reservations/standing'

/** The colour of each standing. */
export const STANDING_TONES: Readonly<Record<StandingKind, 'ok' | 'warn' | 'bad' | 'mute'>> = {
  held: 'warn',
  held_cash: 'warn',
  approval: 'warn',
  secured: 'ok',
  overdue: 'warn',
  charged_back: 'bad',
  change: 'warn',
  change_cash: 'warn',
  kept: 'warn',
  part_paid: 'warn',
  deposit_part_paid: 'warn',
  part_returning: 'warn',
  refund: 'warn',
  cancelled_refund: 'warn',
  too_late: 'bad',
  refunded: 'ok',
  waived: 'ok',
  paid: 'ok',
  free: 'ok',
  expired: 'bad',
  undecided: 'bad',
  cancelled: 'bad',
  archived: 'mute',
  archived_refund: 'warn',
}
