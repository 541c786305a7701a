/** Amounts owed and their due dates, computed the same on server and browser. Amounts are minor units, instants UTC. */

const DAY_MS = 86_400_000

/**
 * What happens to a balance that is unpaid after its date. `keep`: it is collected at the gate. `release`: first the
 * bed and then the place is released.
 */
export const UNPAID_RULES = ['keep', 'release'] as const
export type UnpaidRule = (typeof UNPAID_RULES)[number]

/**
 * Why money goes back: paid beyond the price (`owed`), by the refund rule (`rule`), as goodwill, or a part payment
 * returned before it secured a place (`returned`). After the last, the whole price is owed again.
 */
export const REFUND_KINDS = ['owed', 'rule', 'goodwill', 'returned'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/** Returns the gapless number of a receipt or slip for cash as it is written everywhere: `000482`. */
export const cashNumber = (number: number): string => String(number).padStart(6, '0')

/**
 * Returns the number of the receipt for a payment. Cash has a gapless number. What came through a provider has the code
 * of its reservation, from the second payment on with a number: `MW27-K4QX`, `MW27-K4QX/2`.
 */
export const receiptNumber = (
  payment: {
    readonly receipt_number: number | null
    /** Which payment of its reservation through a provider it is. Null: cash, or nothing was captured. */
    readonly online_number: number | null
  },
  code: string,
): string => {
  if (payment.receipt_number !== null) return cashNumber(payment.receipt_number)
  return payment.online_number === null || payment.online_number === 1 ? code : `${code}/${payment.online_number}`
}

/** Days before the start at which the balance is due, unless the event sets a date. */
const BALANCE_DAYS_BEFORE = 14

/** The money columns of a reservation. */
export interface Sums {
  readonly total: number
  readonly paid: number
  readonly waived: number
  /** Given back as goodwill. Lowers the amount owed, as a waiver does. */
  readonly reduced: number
}

/** Returns the covered amount: money paid, waivers, and goodwill. */
export const coveredOf = ({ paid, waived, reduced }: Omit<Sums, 'total'>): number => paid + waived + reduced

/** Returns the balance. A reservation that failed, was cancelled or was archived owes nothing. */
export const balanceOf = (sums: Sums & { readonly status: string }): number =>
  sums.status === 'failed' || sums.status === 'cancelled' || sums.status === 'archived'
    ? 0
    : Math.max(0, sums.total - coveredOf(sums))

/** The dates of an event by which its money is due. */
export interface DueDates {
  readonly startsAt: Date
  readonly balanceDueAt: Date | null
  readonly cashDeadline: Date | null
}

/**
 * Returns when the balance after a deposit is due: the event's date, or else 14 days before the start. Never before the
 * date until which the first part can be paid in cash, and never later than the start.
 */
export const balanceDueAt = (event: DueDates): Date => {
  const start = event.startsAt.getTime()
  const date = event.balanceDueAt?.getTime() ?? start - BALANCE_DAYS_BEFORE * DAY_MS
  return new Date(Math.min(Math.max(date, event.cashDeadline?.getTime() ?? date), start))
}

/**
 * Returns the percentage due immediately for a reservation made now. Null: everything, also if the balance would
 * already be due.
 */
export const depositPercentAt = (
  event: DueDates & { readonly deposit_percent: number | null },
  now: Date,
): number | null => (event.deposit_percent !== null && now < balanceDueAt(event) ? event.deposit_percent : null)

/**
 * Returns the amount of a total that must be covered before the reservation is active: the deposit on the part that is
 * not waived. Null: the whole total, even if it changes.
 */
export const dueAtOnceOf = (total: number, percent: number | null, lowered = 0): number | null => {
  if (percent === null) return null
  const due = Math.min(total, lowered) + Math.ceil((Math.max(0, total - lowered) * percent) / 100)
  return due < total ? due : null
}

/**
 * Returns the part of a balance that is due immediately: the rest of the deposit or, for a dearer change, the amount it
 * requires (`changeDue`; null: no change is pending). The rest of a place secured by a deposit is not due before its
 * date, and what a bank took back after the check-in is due immediately.
 */
export const dueNowOf = (
  facts: Sums & {
    /** The effective status. */
    readonly status: string
    readonly dueAtOnce: number | null
    readonly changeDue: number | null
    readonly dueAt: Date
  },
  now: Date,
): number => {
  const balance = balanceOf(facts)
  const isOpen = facts.status === 'pending' || facts.changeDue !== null
  if (!isOpen) return now < facts.dueAt && facts.status !== 'redeemed' ? 0 : balance
  const required = facts.changeDue ?? facts.dueAtOnce ?? facts.total
  return Math.min(balance, Math.max(0, required - coveredOf(facts)))
}

// ── What goes back ───────────────────────────────────────────────────────────────────────────────────────────────────

/** What is settled of the price in force before it changes. */
export interface SettledFacts {
  /** The price in force. */
  readonly price: number
  /** What was waived of it. */
  readonly waived: number
  readonly reduced: number
  /** Money that can be used: captures, less refunds under way. */
  readonly usable: number
}

/**
 * Returns what stays waived when another price takes effect. A waiver lowers what is still to pay: at a lower price it
 * covers only what the money does not. Otherwise it would be paid out. The price in force itself keeps all of it, and
 * money beyond it was not needed.
 *
 * @param offered waived of the price in force and of a dearer change that waited, together
 */
export const waivedAt = ({ price, waived, reduced, usable }: SettledFacts, total: number, offered = waived): number => {
  if (total > price) return Math.min(offered, Math.max(waived, total - reduced - usable))
  const counted = Math.min(usable, Math.max(0, price - waived - reduced))
  return Math.min(waived, Math.max(0, total - reduced - counted))
}

/** Returns the money that another price still needs. `waivedAt` says what the waiver covers of it. */
export const keepAt = (facts: SettledFacts, total: number, offered?: number): number =>
  Math.max(0, total - facts.reduced - waivedAt(facts, total, offered))

export interface BackFacts {
  /** Money that can be used: captures, less refunds under way. */
  readonly usable: number
  /** The highest price that money was paid towards. */
  readonly ruledTotal: number
  /** Waived of the price in force, or given back as goodwill. */
  readonly lowered: number
  /** The money that is still needed (`keepAt`). 0 after a cancellation. */
  readonly keep: number
  /** Already refunded by the refund rule, or under way. */
  readonly ruleSent: number
  /** Promised earlier by the rule but not sent yet. A promise is not withdrawn. */
  readonly rulePromised: number
  /**
   * Refunds by the rule, or of money beyond every price, that staff decided to keep. They do not become due again on
   * their own.
   */
  readonly ruleKept: number
  readonly owedKept: number
}

/** Returns the highest price that money was paid towards. `standing` is the current price. */
export const ruledTotalOf = (facts: {
  readonly ruledTotal: number
  readonly paid: number
  readonly standing: number
}): number => Math.max(facts.ruledTotal, facts.paid > 0 ? facts.standing : 0)

/**
 * The division of money that is no longer needed. Together with what stays paid, the parts add up to everything paid.
 */
export interface MoneyBack {
  /** Paid beyond every price so far. Refunded in full. */
  readonly owed: number
  /** Refunded by the refund rule. */
  readonly byRule: number
  /** Retained by the organisation under the rule. */
  readonly retained: number
}

/**
 * Divides the money that an edit or a cancellation frees. The rule applies to the highest price that was paid towards
 * and includes all its earlier refunds, so that no sequence of edits returns more than a single cancellation. Money
 * that staff decided to keep counts as refunded.
 */
export const decideBack = (facts: BackFacts, refundOf: (amount: number) => number): MoneyBack => {
  const { keep } = facts
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
 * Divides refunds again after money turned out to be missing (`lost`: a voided receipt). `facts` are those from before;
 * `waiting` is the unsent refund. The remainder is refunded in the same proportion as before, never more.
 */
export const decideAfterLoss = (facts: BackFacts & { readonly waiting: number }, lost: number): MoneyBack => {
  const { keep } = facts
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
