import { isLive } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { balanceWithout } from '../parts/balance-without.ts'

/** One line of "Where it stands". */
export interface Milestone {
  readonly key:
    | 'submitted'
    | 'approved'
    | 'deposit_paid'
    | 'paid'
    | 'changed'
    | 'change_asked'
    | 'change_applied'
    | 'change_taken_back'
    | 'change_unpaid'
    | 'change_ended'
    | 'waived'
    | 'kept'
    | 'refunded'
    | 'reversed'
    | 'voided'
    | 'charged_back'
    | 'expired'
    | 'undecided'
    | 'failed'
    | 'cancelled'
    | 'checked_in'
    | 'checked_out'
    | 'archived'
    | 'approval_due'
    | 'change_due'
    | 'payment_due'
    | 'to_pay'
    | 'check_in'
    | 'check_in_withdrawn'
    | 'check_out_withdrawn'
  readonly state: 'done' | 'now' | 'later' | 'bad'
  /** When it happened, or its deadline or start. */
  readonly at: string | null
  readonly by: string | null
  /** What was paid, sent back or taken back then, in minor units. */
  readonly amount?: number
  /** What an edit changed. */
  readonly changes?: Entry['changes']
}

type Entry = ReservationView['timeline'][number]

const past: Readonly<Record<Entry['action'], readonly [Milestone['key'], Milestone['state']]>> = {
  make: ['submitted', 'done'],
  approve: ['approved', 'done'],
  pay: ['paid', 'done'],
  waive: ['waived', 'done'],
  edit: ['changed', 'done'],
  keep: ['kept', 'done'],
  refund: ['refunded', 'done'],
  expire: ['expired', 'bad'],
  fail: ['failed', 'bad'],
  reverse: ['reversed', 'bad'],
  cancel: ['cancelled', 'bad'],
  check_in: ['checked_in', 'done'],
  check_out: ['checked_out', 'done'],
  withdraw_check_in: ['check_in_withdrawn', 'done'],
  withdraw_check_out: ['check_out_withdrawn', 'done'],
  archive: ['archived', 'done'],
}

const UNDECIDED = ['undecided', 'bad'] as const

/**
 * What an entry is about, by its action and the reason that the system gave it: a dearer change waits, and comes into force or
 * ends; a payment was taken back by the office or by the bank. Older entries have no reason.
 */
const REASONS = new Map<string, readonly [Milestone['key'], Milestone['state']]>([
  ['edit dearer', ['change_asked', 'done']],
  ['edit change_applied', ['change_applied', 'done']],
  ['edit taken_back', ['change_taken_back', 'done']],
  ['edit change_expired', ['change_unpaid', 'bad']],
  ['edit change_ended', ['change_ended', 'bad']],
  ['reverse voided', ['voided', 'bad']],
  ['reverse charged_back', ['charged_back', 'bad']],
])

type Facts = Pick<
  ReservationView,
  | 'status'
  | 'balance'
  | 'total'
  | 'waived'
  | 'reduced'
  | 'needs_approval'
  | 'approved_at'
  | 'hold_expires_at'
  | 'kept_until'
  | 'due_at'
  | 'due_now'
  | 'pending_change'
  | 'timeline'
  | 'paid'
  | 'payments'
  | 'refunds'
  | 'event'
>

/** Returns past, current and coming milestones. */
export const milestonesOf = (reservation: Facts): Milestone[] => {
  const {
    status,
    balance,
    total,
    waived,
    reduced,
    needs_approval,
    approved_at,
    hold_expires_at,
    kept_until,
    due_at,
    due_now,
    pending_change,
    event,
    timeline,
    paid,
    payments,
    refunds,
  } = reservation
  const isApproved = !needs_approval || approved_at !== null
  const brought = payments?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  const lastPayment = timeline.findLastIndex(({ action }) => action === 'pay')
  const meaning = ({ action, reason }: Entry) => {
    if (action === 'expire' && !isApproved) return UNDECIDED
    return REASONS.get(`${action} ${reason}`) ?? past[action]
  }
  const moved = timeline.map((entry, i): Milestone => {
    const [key, state] = meaning(entry)
    // All payments before the one that settled it were part payments. What has ended owes nothing any more.
    const isPart =
      key === 'paid' &&
      (i < lastPayment || (isLive(status) ? balance > 0 : payments !== null && brought < total - waived - reduced))
    return {
      key: isPart ? 'deposit_paid' : key,
      state,
      at: entry.at,
      by: entry.by,
      ...(entry.amount !== null && { amount: entry.amount }),
      ...(entry.changes.length > 0 && { changes: entry.changes }),
    }
  })
  // A refund later than its cause has its own line.
  const back = (refunds ?? []).flatMap(({ settled_at: at, amount }): Milestone[] =>
    at === null || timeline.some(({ action }) => action === 'refund')
      ? []
      : [{ key: 'refunded', state: 'done', at, by: null, amount }],
  )
  const happened = [...moved, ...back].sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
  if (!isLive(status)) return happened
  const coming: Milestone[] = []
  if (!isApproved) coming.push({ key: 'approval_due', state: 'now', at: null, by: null })
  if (pending_change) {
    coming.push({ key: 'change_due', state: 'now', at: pending_change.expires_at, by: null, amount: due_now })
    // With the change or without it.
    if (balance > due_now || balanceWithout(reservation) > 0)
      coming.push({ key: 'payment_due', state: 'later', at: due_at, by: null })
  } else if (balance > 0)
    coming.push({
      key: paid > 0 ? 'payment_due' : 'to_pay',
      state: isApproved ? 'now' : 'later',
      at: hold_expires_at ?? kept_until ?? due_at,
      by: null,
    })
  if (status !== 'redeemed') coming.push({ key: 'check_in', state: 'later', at: event.starts_at, by: null })
  return [...happened, ...coming]
}
