import { cashNumber } from '@shiloh/contract/payments/money'
import { type MoneyEntry, sumOfCounts, type Till, type TillEntry, tillRoutes } from '@shiloh/contract/payments/till'
import { isAllowed } from '@shiloh/contract/permissions'
import { bind, reads, readsLate, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { AppError, invalid } from '#platform/errors'
import { amountCell, dayCell, momentCell, wordCell } from '#platform/tables/cells'
import { eachPage, exportRows, inChunks } from '#platform/tables/exports'
import { organisationCurrency } from './store.ts'
import {
  entriesOf,
  figuresOf,
  findClosing,
  findClosingById,
  hasMoved,
  insertClosing,
  listClosings,
  listEntries,
  listMoney,
  moneyReader,
  openDayOf,
  pickCashiers,
  tillFacts,
  todayOf,
} from './till.store.ts'

/** The number of a receipt or slip as it is printed on it. */
const numberCell = (number: number | null): string | null => (number === null ? null : cashNumber(number))

type Moved = Omit<MoneyEntry, 'method' | 'cashier' | 'cashier_id' | 'receipt' | 'reference'>

/** The columns of every movement of money. */
const moved = {
  at: (row: Moved) => momentCell(row.at),
  kind: (row: Moved) => wordCell(row.kind),
  person: (row: Moved) => row.person,
  code: (row: Moved) => row.reservation_code,
  event: (row: Moved) => row.event_name,
  amount: (row: Moved) => amountCell(row.amount),
  currency: (row: Moved) => row.currency,
}

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
      entriesOf(ctx.db, of, query, ctx.language),
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
    const facts = await tillFacts(ctx.tx, of, ctx.now)
    if (!facts) throw invalid([{ field: 'cashier_id', code: 'not_found' }])
    if (body.day > (await todayOf(ctx.tx, ctx.now))) throw invalid([{ field: 'day', code: 'too_big' }])
    if (await findClosing(ctx.tx, of)) throw new AppError('till_closed')
    const figures = await figuresOf(ctx.tx, of)
    const expected = body.opening + figures.taken - figures.voided - figures.given_back
    if (expected !== body.expected) throw new AppError('stale')
    // Without movements there is only cash that was there before: a float, or what was counted at the last closing.
    const isKnown = facts.proposedOpening > 0 || currency === (await organisationCurrency(ctx.tx))
    if (!hasMoved(figures) && (body.opening === 0 || !isKnown)) throw invalid([{ field: 'day', code: 'till_empty' }])
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
    const entries = await entriesOf(ctx.db, of, query, ctx.language)
    return { ...closing, entries }
  }),
  listClosings: reads((ctx, { query }) => listClosings(ctx.db, query)),
  pickCashiers: reads((ctx, { query }) => pickCashiers(ctx.db, query)),
  exportClosings: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'closings',
      columns: {
        number: (row) => row.number,
        day: (row) => dayCell(row.day),
        cashier: (row) => row.cashier,
        currency: (row) => row.currency,
        opening: (row) => amountCell(row.opening),
        taken: (row) => amountCell(row.taken),
        voided: (row) => amountCell(row.voided),
        given_back: (row) => amountCell(row.given_back),
        expected: (row) => amountCell(row.expected),
        counted: (row) => amountCell(row.counted),
        difference: (row) => amountCell(row.difference),
        reason: (row) => row.reason,
        receipts: (row) => row.receipts,
        first_receipt: (row) => numberCell(row.first_receipt),
        last_receipt: (row) => numberCell(row.last_receipt),
        slips: (row) => row.slips,
        signed_by: (row) => row.signed_by,
        signed_at: (row) => momentCell(row.signed_at),
      },
      rows: eachPage((page) => listClosings(ctx.db, { ...query, ...page })),
    }),
  ),
  listTillEntries: reads((ctx, { query }) => listEntries(ctx.db, query, ctx.language)),
  exportTillEntries: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'cash',
      columns: {
        number: (row) => numberCell(row.number),
        ...moved,
        day: (row: TillEntry) => dayCell(row.day),
        cashier: (row) => row.cashier,
        paid_to: (row) => row.paid_to,
        reason: (row) => row.reason,
      },
      rows: eachPage((page) => listEntries(ctx.db, { ...query, ...page }, ctx.language)),
    }),
  ),
  listMoney: reads((ctx, { query }) => listMoney(ctx.db, query, ctx.language)),
  exportMoney: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'payments',
      columns: {
        number: (row) => numberCell(row.number),
        receipt: (row: MoneyEntry) => row.receipt,
        reference: (row: MoneyEntry) => row.reference,
        ...moved,
        method: (row: MoneyEntry) => wordCell(row.method),
        cashier: (row) => row.cashier,
        reason: (row) => row.reason,
      },
      rows: inChunks(moneyReader(ctx.db, query, ctx.language)),
    }),
  ),
})
