/** What is owed, and when: the arithmetic that server and browser share. Amounts are minor units, instants UTC. */

const DAY_MS = 86_400_000

/** What happens to an unpaid balance after its date: collected at the gate, or first the bed and then the place are given up. */
export const UNPAID_RULES = ['keep', 'release'] as const
export type UnpaidRule = (typeof UNPAID_RULES)[number]

/**
 * Why money goes back: beyond the price, by the refund rule, as a gift, or a part payment that is returned before it secured a place: then
 * all of the price is owed again.
 */
export const REFUND_KINDS = ['owed', 'rule', 'goodwill', 'returned'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/** An event that does not say when the balance is due asks for it so many days before it starts. */
const BALANCE_DAYS_BEFORE = 14

/** The money columns of a reservation. */
export interface Sums {
  readonly total: number
  readonly paid: number
  readonly waived: number
  /** Given back as goodwill: it lowers what is owed, as a waiver does. */
  readonly reduced: number
}

/** What counts as paid: money, what was waived, and what was given back as goodwill. */
export const coveredOf = ({ paid, waived, reduced }: Omit<Sums, 'total'>): number => paid + waived + reduced

/** What is still to be paid. A reservation that failed, was cancelled or archived owes nothing. */
export const balanceOf = (sums: Sums & { readonly status: string }): number =>
  sums.status === 'failed' || sums.status === 'cancelled' || sums.status === 'archived'
    ? 0
    : Math.max(0, sums.total - coveredOf(sums))

/** When the balance after a deposit is due: the event's date, else 14 days before the start; never after the start. */
export const balanceDueAt = (event: { readonly startsAt: Date; readonly balanceDueAt: Date | null }): Date => {
  const start = event.startsAt.getTime()
  return new Date(Math.min(event.balanceDueAt?.getTime() ?? start - BALANCE_DAYS_BEFORE * DAY_MS, start))
}

/** The per cent due at once of what is reserved now; null: everything, also because the balance would be due already. */
export const depositPercentAt = (
  event: { readonly deposit_percent: number | null; readonly startsAt: Date; readonly balanceDueAt: Date | null },
  now: Date,
): number | null => (event.deposit_percent !== null && now < balanceDueAt(event) ? event.deposit_percent : null)

/**
 * What must be covered of a total before the reservation is active: the deposit on what is not waived. Null: the whole total,
 * whatever it becomes.
 */
export const dueAtOnceOf = (total: number, percent: number | null, lowered = 0): number | null => {
  if (percent === null) return null
  const due = Math.min(total, lowered) + Math.ceil((Math.max(0, total - lowered) * percent) / 100)
  return due < total ? due : null
}

/**
 * What is due at once of a balance: the rest of the deposit, or of a dearer change what it asks for (`changeDue`; null: none waits).
 * The rest of a place that a deposit has secured is not due before its date.
 */
export const dueNowOf = (
  facts: Sums & {
    /** The effective one. */
    readonly status: string
    readonly dueAtOnce: number | null
    readonly changeDue: number | null
    readonly dueAt: Date
  },
  now: Date,
): number => {
  const balance = balanceOf(facts)
  const isOpen = facts.status === 'pending' || facts.changeDue !== null
  if (!isOpen) return now < facts.dueAt ? 0 : balance
  const required = facts.changeDue ?? facts.dueAtOnce ?? facts.total
  return Math.min(balance, Math.max(0, required - coveredOf(facts)))
}

// ── What goes back ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface BackFacts {
  /** Money that may be used: what was captured, less what is on its way back. */
  readonly usable: number
  /** The highest price that money was paid towards. */
  readonly ruledTotal: number
  /** Waived or given back as goodwill. */
  readonly lowered: number
  /** The price that stays: 0 when it is cancelled. */
  readonly keepTotal: number
  /** What went back by the refund rule before, or is on its way. */
  readonly ruleSent: number
  /** What the rule promised before and nobody sent yet: it is not taken away again. */
  readonly rulePromised: number
  /** What was to go back, by the rule or as paid beyond every price, and staff decided to keep: nothing brings it back by itself. */
  readonly ruleKept: number
  readonly owedKept: number
}

/** The highest price that money was paid towards, with `standing`, the price that counts now. */
export const ruledTotalOf = (facts: {
  readonly ruledTotal: number
  readonly paid: number
  readonly standing: number
}): number => Math.max(facts.ruledTotal, facts.paid > 0 ? facts.standing : 0)

/** What becomes of money that is not needed any more; together with what stays paid, all of it. */
export interface MoneyBack {
  /** Paid beyond every price there was: goes back whole. */
  readonly owed: number
  /** What the refund rule gives back. */
  readonly byRule: number
  /** What the organisation keeps by the rule. */
  readonly retained: number
}

/**
 * Divides the money that an edit or a cancellation sets free. The rule counts from the highest price that was paid towards and
 * from everything it gave back before, so that no way of getting there gives back more than cancelling at once. What staff decided to keep
 * counts as if it had gone back.
 */
export const decideBack = (facts: BackFacts, refundOf: (amount: number) => number): MoneyBack => {
  const keep = Math.max(0, facts.keepTotal - facts.lowered)
  const free = facts.usable - keep
  if (free <= 0) return { owed: 0, byRule: 0, retained: 0 }
  const received = facts.usable + facts.ruleSent
  const base = Math.max(0, facts.ruledTotal - facts.lowered)
  const owed = Math.min(free, Math.max(0, received - base - facts.owedKept))
  const entitled = refundOf(Math.max(0, Math.min(received, base) - keep))
  const byRule = Math.min(free - owed, Math.max(0, entitled - facts.ruleSent - facts.ruleKept, facts.rulePromised))
  return { owed, byRule, retained: free - owed - byRule }
}

/**
 * Divides what goes back once more after money turned out not to be there (`lost`: a receipt that was voided). `facts` are those
 * from before, `waiting` is what was to go back and nobody sent. What is left goes back in the same share as before, never more.
 */
export const decideAfterLoss = (facts: BackFacts & { readonly waiting: number }, lost: number): MoneyBack => {
  const keep = Math.max(0, facts.keepTotal - facts.lowered)
  const base = Math.max(0, facts.ruledTotal - facts.lowered)
  const received = facts.usable + facts.ruleSent
  const ruled = Math.min(received, base) - keep
  const beyond = Math.max(0, received - base - facts.owedKept)
  const promised = Math.min(ruled, facts.ruleSent + facts.ruleKept + Math.max(0, facts.waiting - beyond))
  const back = decideBack({ ...facts, usable: facts.usable - lost, rulePromised: 0 }, (amount) =>
    ruled > 0 ? Math.floor((amount * promised) / ruled) : 0,
  )
  const owed = Math.min(back.owed, facts.waiting)
  const byRule = Math.min(back.byRule, facts.waiting - owed)
  return { owed, byRule, retained: back.owed + back.byRule + back.retained - owed - byRule }
}
