import { sumOfCounts, type Till, tillRoutes } from '@shiloh/contract/payments/till'
import { isAllowed } from '@shiloh/contract/permissions'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { AppError, invalid } from '#platform/errors'
import { organisationCurrency } from './store.ts'
import {
  entriesOf,
  figuresOf,
  findClosing,
  findClosingById,
  insertClosing,
  listClosings,
  listEntries,
  listMoney,
  openDayOf,
  pickCashiers,
  tillFacts,
  todayOf,
} from './till.store.ts'

/** Returns the till of a request. Without an id, it is the caller's own. */
const tillOf = async (
  ctx: ReadContext,
  asked: { cashier_id?: string | undefined; currency?: string | undefined },
): Promise<{ cashierId: string; currency: string }> => ({
  cashierId: asked.cashier_id ?? ctx.caller.id,
  currency: asked.currency ?? (await organisationCurrency(ctx.db)),
})

const byEvent = (entries: Till['entries']): Till['by_event'] => {
  const events = new Map<string, { event_name: string; receipts: number; amount: number }>()
  for (const { kind, event_name, amount } of entries) {
    const known = events.get(event_name) ?? { event_name, receipts: 0, amount: 0 }
    events.set(event_name, {
      event_name,
      receipts: known.receipts + (kind === 'capture' ? 1 : 0),
      amount: known.amount + amount,
    })
  }
  return [...events.values()].sort((a, b) => b.amount - a.amount)
}

export const tillEndpoints = bind(tillRoutes, {
  getTill: reads(async (ctx, { query }) => {
    const { cashierId, currency } = await tillOf(ctx, query)
    const day = query.day ?? (await todayOf(ctx.db, ctx.now))
    const of = { cashierId, day, currency }
    const facts = await tillFacts(ctx.db, of, ctx.now)
    if (!facts) throw new AppError('not_found')
    const [figures, closing, entries, today] = await Promise.all([
      figuresOf(ctx.db, of),
      findClosing(ctx.db, of),
      entriesOf(ctx.db, of, query),
      todayOf(ctx.db, ctx.now),
    ])
    return {
      ...figures,
      cashier_id: cashierId,
      cashier: facts.cashier,
      day,
      currency,
      closing: closing ?? null,
      proposed_opening: facts.proposedOpening,
      counts_for: facts.countsFor,
      by_event: byEvent(entries),
      entries,
      open_days: facts.openDays,
      allowed:
        !closing && day <= today && isAllowed(ctx.caller.authorization, 'payments.close') ? ['close' as const] : [],
    }
  }),

  closeTill: writes(async (ctx, { body }) => {
    const { cashierId, currency } = await tillOf(ctx, body)
    const of = { cashierId, day: body.day, currency }
    // The till is locked first, so that what is counted is what is signed.
    await openDayOf(ctx.tx, cashierId, currency, ctx.now)
    if (!(await tillFacts(ctx.tx, of, ctx.now))) throw invalid([{ field: 'cashier_id', code: 'not_found' }])
    if (body.day > (await todayOf(ctx.tx, ctx.now))) throw invalid([{ field: 'day', code: 'too_big' }])
    if (await findClosing(ctx.tx, of)) throw new AppError('till_closed')
    const figures = await figuresOf(ctx.tx, of)
    const expected = body.opening + figures.taken - figures.voided - figures.given_back
    if (expected !== body.expected) throw new AppError('stale')
    const counted = body.counts ? sumOfCounts(body.counts) : (body.counted ?? 0)
    if (counted !== expected && !body.reason) throw invalid([{ field: 'reason', code: 'required' }])
    const id = await insertClosing(ctx.tx, {
      ...of,
      figures,
      opening: body.opening,
      counted,
      counts: body.counts ?? null,
      reason: body.reason ?? '',
      signedBy: ctx.caller.id,
      now: ctx.now,
    })
    const closing = await findClosingById(ctx.tx, id)
    if (!closing) throw new AppError('internal_error')
    ctx.audit({ action: 'close_till', resource: 'payments', objectId: id, after: closing })
    ctx.publish('staff', 'payments')
    return closing
  }),

  getClosing: reads(async (ctx, { params, query }) => {
    const closing = await findClosingById(ctx.db, params.id)
    if (!closing) throw new AppError('not_found')
    const of = { cashierId: closing.cashier_id, day: closing.day, currency: closing.currency }
    const entries = await entriesOf(ctx.db, of, query)
    return { ...closing, entries }
  }),
  listClosings: reads((ctx, { query }) => listClosings(ctx.db, query)),
  pickCashiers: reads((ctx, { query }) => pickCashiers(ctx.db, query)),
  listTillEntries: reads((ctx, { query }) => listEntries(ctx.db, query)),
  listMoney: reads((ctx, { query }) => listMoney(ctx.db, query)),
})
