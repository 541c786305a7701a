import type { ReadContext } from '#platform/context'
import { sqlIn } from '#platform/db/sql.store'
import { gateEventIds } from './store.ts'

/** Returns the events that the caller is assigned to. */
export const ownGates = async (ctx: ReadContext): Promise<string[]> =>
  (await gateEventIds(sqlIn(ctx.db), [ctx.caller.id])).get(ctx.caller.id) ?? []

/** The years that JavaScript and PostgreSQL write alike. A device without a date can say anything. */
const WRITABLE = { from: Date.parse('0001-01-02'), to: Date.parse('9999-12-31') }

export const deviceTime = (given: string | undefined): Date | null => {
  const at = given === undefined ? Number.NaN : Date.parse(given)
  return at >= WRITABLE.from && at < WRITABLE.to ? new Date(at) : null
}
