import { z } from 'zod'
import { money } from '../core.ts'
import { decideBack } from '../payments/money.ts'
import { type RefundRule, refundFor } from './quote.ts'

/** What the money of a reservation is divided by when a change or a cancellation frees some of it (`BackFacts`). */
export const backFacts = z.object({
  usable: z.int(),
  ruled_total: money,
  lowered: money,
  rule_sent: money,
  rule_promised: money,
  rule_kept: money,
  owed_kept: money,
})

interface Rules {
  readonly refund_rules: readonly RefundRule[]
  readonly cancellation_deadline: string | Date | null
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
      keepTotal,
    },
    (amount) => refundFor(refund_rules, cancellation_deadline, amount, now),
  )
  return owed + byRule
}
