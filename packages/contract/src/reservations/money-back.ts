import { z } from 'zod'
import { money } from '../core.ts'
import { decideBack, keepAt, type SettledFacts, waivedAt } from '../payments/money.ts'
import { type RefundRule, refundFor } from './quote.ts'

/** What the money of a reservation is divided by when a change or a cancellation frees some of it (`BackFacts`). */
export const backFacts = z.object({
  usable: z.int(),
  ruled_total: money,
  /** Waived of the price in force, or given back as goodwill. */
  lowered: money,
  /** The price in force, and what was waived of it. */
  price: money,
  waived: money,
  rule_sent: money,
  rule_promised: money,
  rule_kept: money,
  owed_kept: money,
})

interface Rules {
  readonly refund_rules: readonly RefundRule[]
  readonly cancellation_deadline: string | Date | null
}

const settledOf = ({ price, waived, lowered, usable }: z.output<typeof backFacts>): SettledFacts => ({
  price,
  waived,
  reduced: lowered - waived,
  usable,
})

/**
 * Returns what is settled of another price when it takes effect: money, and what was waived or given back.
 *
 * @param offered waived of the price in force and of a dearer change that waits, together
 */
export const settledIf = (facts: z.output<typeof backFacts>, total: number, offered: number): number => {
  const settled = settledOf(facts)
  return settled.usable + settled.reduced + waivedAt(settled, total, offered)
}

/** Returns what is given back when only `keepTotal` is still to be paid. 0 of it: a cancellation. */
export const refundIfKept = (
  facts: z.output<typeof backFacts>,
  { refund_rules, cancellation_deadline }: Rules,
  keepTotal: number,
  now: Date,
): number => {
  const { owed, byRule } = decideBack(
    {
      usable: facts.usable,
      ruledTotal: facts.ruled_total,
      lowered: facts.lowered,
      ruleSent: facts.rule_sent,
      rulePromised: facts.rule_promised,
      ruleKept: facts.rule_kept,
      owedKept: facts.owed_kept,
      keep: keepAt(settledOf(facts), keepTotal),
    },
    (amount) => refundFor(refund_rules, cancellation_deadline, amount, now),
  )
  return owed + byRule
}
