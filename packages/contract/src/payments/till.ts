import { z } from 'zod'
import { exportRoute, flag, pickRoute } from '../admin-resource.ts'
import { can, currency, day, id, idParams, line, listRoute, money, route, timestamp } from '../core.ts'
import { amountRange, anyOf, dayRange, declareList, listQuery } from '../lists.ts'
import { PROVIDERS } from './payments.ts'

/**
 * Movements of money: a receipt, a voided receipt, money given back, a refund that was returned, what a
 * bank took back, or what it took although it had been refunded.
 */
export const TILL_KINDS = [
  'capture',
  'void',
  'refund',
  'refund_returned',
  'chargeback',
  'chargeback_returned',
  'loss',
] as const

/** One line of a till's day. */
export const tillEntry = z.object({
  _id: z.string(),
  kind: z.enum(TILL_KINDS),
  at: timestamp,
  day,
  /** The number of the receipt or slip. */
  number: z.number().nullable(),
  /** Minor units. Negative if the cash left the till. */
  amount: z.number(),
  currency,
  cashier_id: id,
  cashier: z.string(),
  person: z.string(),
  person_id: id,
  reservation_id: id,
  reservation_code: z.string(),
  event_name: z.string(),
  payment_id: id,
  refund_id: id.nullable(),
  reason: z.string(),
  paid_to: z.string().nullable(),
})
export type TillEntry = z.output<typeof tillEntry>

/** One movement of money, by any method. */
export const moneyEntry = tillEntry.omit({ day: true, paid_to: true }).extend({
  /** How the payment was made: `cash`, or the provider. */
  method: z.enum(PROVIDERS),
  /** Null unless it was cash. */
  cashier: z.string().nullable(),
  cashier_id: id.nullable(),
  /** The number of the receipt, as its payer reads it. Null for what goes back. */
  receipt: z.string().nullable(),
  /** What the provider calls the payment by. Null for cash. */
  reference: z.string().nullable(),
})
export type MoneyEntry = z.output<typeof moneyEntry>

/** Notes and coins: maps the value of one piece in minor units to the number of pieces. */
const counts = z
  .record(z.string().regex(/^[1-9]\d{0,6}$/, { error: 'invalid' }), z.int().min(0).max(1_000_000))
  .refine((value) => Object.keys(value).length <= 30, { error: 'too_big' })

/** Adds up counted notes and coins. Minor units. */
export const sumOfCounts = (value: Readonly<Record<string, number>>): number =>
  Object.entries(value).reduce((sum, [piece, many]) => sum + Number(piece) * many, 0)

/** Returns the notes and coins of a currency, in minor units. An unknown currency has none and is counted as a sum. */
export const piecesOf = (of: string): readonly number[] => PIECES[of] ?? []
const PIECES: Readonly<Record<string, readonly number[]>> = {
  GHS: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10],
  EUR: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  GBP: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  NGN: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500],
}

const figures = {
  cashier_id: id,
  cashier: z.string(),
  day,
  currency,
  taken: money,
  voided: money,
  /** Cash given back by slips, less refunds that were returned. */
  given_back: z.number(),
  receipts: z.int(),
  first_receipt: z.number().nullable(),
  last_receipt: z.number().nullable(),
  slips: z.int(),
}

/** A closing as signed. It never changes. */
export const closing = z.object({
  _id: id,
  number: z.int(),
  ...figures,
  opening: money,
  expected: z.number(),
  counted: money,
  difference: z.number(),
  counts: z.record(z.string(), z.number()).nullable(),
  reason: z.string(),
  signed_by: z.string(),
  signed_at: timestamp,
})
export type Closing = z.output<typeof closing>

/** One cashier's till on one business day, open or closed. */
export const till = z.object({
  ...figures,
  closing: closing.nullable(),
  /** The cash left in the till at its last closing, proposed as the opening sum. */
  proposed_opening: money,
  /** The business day of cash taken now: the next day, once today is closed. */
  counts_for: day,
  by_event: z.array(z.object({ event_name: z.string(), receipts: z.int(), amount: z.number() })),
  entries: z.array(tillEntry),
  /** Days of this till with entries but no closing, oldest first. */
  open_days: z.array(day),
  allowed: z.array(z.enum(['close'])),
})
export type Till = z.output<typeof till>

const closingList = declareList({
  sort: ['day', 'number', 'counted', 'difference', 'cashier'],
  order: ['-day', '-number'],
  filter: {
    cashier_id: id.optional(),
    day: day.optional(),
    /** First and last business day. */
    from: day.optional(),
    to: day.optional(),
    /** Only closings that differ from the books. */
    off: flag.optional(),
  },
})
const entryList = declareList({
  sort: ['at', 'day', 'amount', 'reservation_code', 'person'],
  order: ['-at'],
  filter: {
    event_id: id.optional(),
    cashier_id: anyOf(id).optional(),
    day: day.optional(),
    kind: anyOf(z.enum(TILL_KINDS)).optional(),
    at: dayRange().optional(),
    amount: amountRange().optional(),
  },
})
const moneyList = declareList({
  sort: ['at', 'amount'],
  order: ['-at'],
  filter: {
    event_id: id.optional(),
    method: anyOf(z.enum(PROVIDERS)).optional(),
    kind: anyOf(z.enum(TILL_KINDS)).optional(),
    at: dayRange().optional(),
    amount: amountRange().optional(),
  },
})

export const tillRoutes = {
  getTill: route({
    method: 'GET',
    path: '/admin/cash/till',
    access: can('payments.read'),
    summary:
      'A cashier’s till on one business day: its expected cash and its closing. Defaults to the caller’s till without `cashier_id`',
    query: z.object({ day: day.optional(), cashier_id: id.optional(), currency: currency.optional() }),
    response: till,
    errors: ['not_found'],
  }),
  closeTill: route({
    method: 'POST',
    path: '/admin/cash/closings',
    access: can('payments.close'),
    summary:
      'Close and lock a cashier’s day: counted, with a reason if it differs from the books, signed by the caller',
    body: z
      .object({
        day,
        cashier_id: id.optional(),
        currency: currency.optional(),
        /** Cash in the till in the morning. */
        opening: money,
        /** By notes and coins. Otherwise `counted`. */
        counts: counts.optional(),
        counted: money.optional(),
        /** The expected amount that the caller saw. The closing fails with `stale` if cash has moved since. */
        expected: z.number(),
        reason: line(300).optional(),
      })
      .superRefine((body, ctx) => {
        if (body.counts === undefined && body.counted === undefined)
          ctx.addIssue({ code: 'custom', path: ['counted'], message: 'required' })
        if (body.counts !== undefined && body.counted !== undefined && sumOfCounts(body.counts) !== body.counted)
          ctx.addIssue({ code: 'custom', path: ['counted'], message: 'invalid' })
      }),
    response: closing,
    errors: ['till_closed', 'stale'],
    idempotent: true,
    status: 201,
  }),
  getClosing: route({
    method: 'GET',
    path: '/admin/cash/closings/{id}',
    access: can('payments.read'),
    summary: 'A closing with all its entries',
    params: idParams,
    response: closing.extend({ entries: z.array(tillEntry) }),
  }),
  listClosings: listRoute({
    method: 'GET',
    path: '/admin/cash/closings',
    access: can('payments.read'),
    summary: 'Signed closings, newest first',
    query: listQuery(closingList),
    response: closing,
  }),
  exportClosings: exportRoute('/admin/cash/closings/export', 'payments.read', 'signed closings', closingList),
  pickCashiers: pickRoute('/admin/cash/cashiers', 'payments.read', 'people who have a till'),
  listTillEntries: listRoute({
    method: 'GET',
    path: '/admin/cash/entries',
    access: can('payments.read'),
    summary: 'Every movement of cash, newest first: receipts, voids and slips of money given back',
    query: listQuery(entryList),
    response: tillEntry,
  }),
  exportTillEntries: exportRoute('/admin/cash/entries/export', 'payments.read', 'movements of cash', entryList),
  listMoney: listRoute({
    method: 'GET',
    path: '/admin/payments',
    access: can('payments.read'),
    summary: 'Every movement of money by any method, newest first. The figures of the dashboard are sums of these',
    query: listQuery(moneyList),
    response: moneyEntry,
  }),
  exportMoney: exportRoute('/admin/payments/export', 'payments.read', 'movements of money', moneyList),
} as const
