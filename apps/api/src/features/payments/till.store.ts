import type { Language, QueryOf } from '@shiloh/contract/core'
import { receiptNumber } from '@shiloh/contract/payments/money'
import { type DailyClosing, PROVIDERS } from '@shiloh/contract/payments/payments'
import {
  type Closing,
  type MoneyEntry,
  TILL_KINDS,
  type Till,
  type TillEntry,
  type tillRoutes,
} from '@shiloh/contract/payments/till'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { CashClosings, LedgerEntries } from '#db'
import { foundBy, foundInRow } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import { estimate } from '#platform/db/count.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, type ListSql, orderTerms, paginate } from '#platform/db/pages.store'
import type { RowOf, Unchecked } from '#platform/db/rows'
import {
  BY_NAME,
  hasWords,
  matchesMany,
  matchesPerson,
  onlineReceiptOf,
  personKey,
  wordsOf,
} from '#platform/db/search.store'
import { oneOf } from './store.ts'

const COUNTERS = ['cash_receipt', 'cash_slip', 'cash_closing'] as const

/**
 * Returns the next number of a gapless sequence. The counter stays locked until the commit, so that no number is lost
 * or used twice.
 */
export const nextNumber = async (tx: Tx, counter: (typeof COUNTERS)[number]): Promise<number> => {
  const { rows } = await sql<{
    value: number
  }>`update counters set value = value + 1 where name = ${counter} returning value`.execute(tx)
  const value = rows[0]?.value
  if (value === undefined) throw new Error(`the counter ${counter} is missing`)
  return value
}

/** The till and the business day that a cash movement counts for. */
export interface TillDay {
  readonly tillId: string
  readonly day: string
}

/**
 * Locks a till: until the commit, nobody else can write to it or close it. Taken after all other locks except the
 * counters.
 */
const lockTill = async (db: Queryable, tillId: string): Promise<void> => {
  await sql`select lock_till(${tillId})`.execute(db)
}

/** Returns the calendar day in the organisation's time zone. */
export const todayOf = async (db: Queryable, now: Date): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select to_char(${now}::timestamptz at time zone coalesce((select time_zone from client_groups), 'UTC'), 'YYYY-MM-DD') as day`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select answers a row')
  return row.day
}

/**
 * Returns the business day that a cash movement counts for now: today, or the next day once today is closed. Locks the
 * till.
 */
export const openDayOf = async (db: Queryable, tillId: string, currency: string, now: Date): Promise<TillDay> => {
  await lockTill(db, tillId)
  return { tillId, day: await countsFor(db, tillId, currency, now) }
}

const countsFor = async (db: Queryable, tillId: string, currency: string, now: Date): Promise<string> => {
  const today = await todayOf(db, now)
  const { rows } = await sql<{ day: string }>`
    select to_char(min(d), 'YYYY-MM-DD') as day from generate_series(${today}::date, ${today}::date + 366, interval '1 day') d
    where not exists (select 1 from cash_closings c where c.cashier_id = ${tillId} and c.currency = ${currency} and c.day = d::date)`.execute(
    db,
  )
  return rows[0]?.day ?? today
}

/**
 * Returns what a till holds by the books, in minor units: the float after the last closing (less if less was counted),
 * and all movements of days that are not closed yet. The caller has locked the till (`openDayOf`).
 */
export const holdingOf = async (db: Queryable, tillId: string, currency: string): Promise<number> => {
  const { rows } = await sql<{ amount: number }>`
    select coalesce((select least(opening, counted) from cash_closings where cashier_id = ${tillId} and currency = ${currency} order by day desc limit 1), 0)::bigint
      + coalesce((select sum(l.amount) from ledger_entries l where l.till_id = ${tillId} and l.currency = ${currency}
          and not exists (select 1 from cash_closings c where c.cashier_id = l.till_id and c.day = l.till_day and c.currency = l.currency)), 0)::bigint
      as amount`.execute(db)
  return rows[0]?.amount ?? 0
}

/**
 * Returns where a void of this payment counts: with the payment while its day is open, else in the till of the voiding
 * cashier.
 */
export const voidDayOf = async (
  db: Queryable,
  payment: { readonly id: string; readonly currency: string },
  voidedBy: string,
  now: Date,
): Promise<TillDay> => {
  const { rows } = await sql<{ till_id: string; day: string }>`
    select till_id, to_char(till_day, 'YYYY-MM-DD') as day from ledger_entries
    where payment_id = ${payment.id} and kind = 'capture' and till_id is not null`.execute(db)
  const [taken] = rows
  if (taken) {
    await lockTill(db, taken.till_id)
    if (!(await findClosing(db, { cashierId: taken.till_id, day: taken.day, currency: payment.currency })))
      return { tillId: taken.till_id, day: taken.day }
  }
  return openDayOf(db, voidedBy, payment.currency, now)
}

// ── What moved ───────────────────────────────────────────────────────────────────────────────────────────────────────

const movements = (db: Queryable, language: Language) =>
  db
    .selectFrom('ledger_entries as l')
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .innerJoin('reservations as r', 'r.id', 'l.reservation_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as c', 'c.id', 'l.till_id')
    .leftJoin('refunds as f', 'f.id', 'l.refund_id')
    .select([
      'l.id',
      'l.kind',
      'l.at',
      sql<number | null>`case when l.kind in ('capture', 'void') then p.receipt_number else f.slip_number end`.as(
        'number',
      ),
      'l.amount',
      'l.currency',
      sql<string>`u.first_name || ' ' || u.last_name`.as('person'),
      'u.id as person_id',
      'l.reservation_id',
      'r.code as reservation_code',
      toldIn(language, 'e', 'name').as('event_name'),
      'l.payment_id',
      'l.refund_id',
      'l.reason',
    ])
const cashier = sql<string>`c.first_name || ' ' || c.last_name`

const entries = (db: Queryable, language: Language) =>
  movements(db, language)
    .where('l.till_id', 'is not', null)
    .select([
      sql<string>`l.till_day`.as('day'),
      sql<string>`l.till_id`.as('cashier_id'),
      cashier.as('cashier'),
      'f.paid_to',
    ])

type RawEntry = Unchecked<RowOf<Omit<TillEntry, '_id'>, 'at'>, 'kind'> & { id: number }

const entryView = ({ id, kind, at, ...row }: RawEntry): TillEntry => ({
  ...row,
  _id: String(id),
  kind: oneOf(TILL_KINDS, kind),
  at: at.toISOString(),
})

/** Returns the movements of one till's day that this query can see, in order. */
export const entriesOf = async (
  db: Queryable,
  of: { cashierId: string; day: string; currency: string },
  query: object,
  language: Language,
): Promise<TillEntry[]> => {
  const rows = await entries(db, language)
    .where(shown(query, { payment: 'l.payment_id' }))
    .where('l.till_id', '=', of.cashierId)
    .where(sql<boolean>`l.till_day = ${of.day}::date`)
    .where('l.currency', '=', of.currency)
    .orderBy('l.id')
    .execute()
  return rows.map(entryView)
}

/** Selects the ids of the movements that have a number or reference. */
const numberedEntries = (search: string): RawBuilder<unknown> => {
  const online = onlineReceiptOf(search)
  if (online)
    return sql`select l.id from reservations r join payments p on p.reservation_id = r.id join ledger_entries l on l.payment_id = p.id
      where r.code = any(array(select reservation_codes(${online.code}))) and p.online_number = ${online.number}`
  const number = /^\s*#?(\d{1,9})\s*$/.exec(search)?.[1]
  const byNumber = number
    ? sql`union select l.id from payments p join ledger_entries l on l.payment_id = p.id
            where p.receipt_number = ${Number(number)} and l.kind in ('capture', 'void')
          union select l.id from refunds f join ledger_entries l on l.refund_id = f.id where f.slip_number = ${Number(number)}`
    : sql``
  return sql`select l.id from payments p join ledger_entries l on l.payment_id = p.id where p.reference = ${search.trim()} ${byNumber}`
}

/** Selects the ids of the movements that a search finds: by a person or code of their reservation, or by their number. */
const foundEntries = (search: string, query: object): RawBuilder<unknown> =>
  onlineReceiptOf(search)
    ? numberedEntries(search)
    : sql`select l.id from ledger_entries l where l.reservation_id in (${foundBy(search, { query })}) union ${numberedEntries(search)}`

const listedEntries = {
  table: 'l',
  sort: { day: 'l.till_day', reservation_code: 'r.code', person: BY_NAME },
  sum: { currency: 'l.currency', of: { amount: 'l.amount' } },
  filter: {
    search: (words, query) => sql<boolean>`l.id in (${foundEntries(words, query)})`,
    event_id: (id) =>
      sql<boolean>`l.reservation_id = any(array(select o.id from reservations o where o.event_id = ${id}))`,
    cashier_id: 'l.till_id',
    day: (day) => sql<boolean>`l.till_day = ${day}::date`,
  },
} as const satisfies ListSql<typeof tillRoutes.listTillEntries, LedgerEntries>

export const listEntries = async (
  db: Queryable,
  query: QueryOf<typeof tillRoutes.listTillEntries>,
  language: Language,
): Promise<Page<TillEntry>> => {
  const select = entries(db, language).where(shown(query, { payment: 'l.payment_id' }))
  const { items, ...page } = await paginate(select, query, listedEntries)
  return { ...page, items: items.map(entryView) }
}

const listedMoney = {
  table: 'l',
  sort: {},
  filter: { ...listedEntries.filter, method: 'l.provider' },
} as const satisfies ListSql<typeof tillRoutes.listMoney, LedgerEntries>

interface MoneyPage {
  readonly total: number
  /** Minor units, in one currency. Null for several currencies and for very many rows of a search. */
  readonly amount: number | null
  readonly ids: readonly number[]
}

const SUM = sql`case when min(l.currency) = max(l.currency) then sum(l.amount)::bigint end`
const and = (all: readonly Expression<unknown>[]): RawBuilder<unknown> => sql.join([...all], sql` and `)

/**
 * Returns the ids of one page, with count and sum of all rows. A name that thousands have is looked for row by row along the
 * order of the list, and its rows are counted approximately and not summed.
 */
const moneyPage = async (db: Queryable, query: QueryOf<typeof tillRoutes.listMoney>): Promise<MoneyPage> => {
  const { search, ...rest } = query
  const others = [shown(query, { payment: 'l.payment_id' }), ...conditions(rest, listedMoney)]
  const order = sql`order by ${orderTerms(query, listedMoney)}, l.id desc limit ${query.page_size} offset ${offsetOf(query)}`
  const pageOf = async (where: readonly Expression<unknown>[]) => {
    const { rows } = await sql<{ id: number }>`select l.id from ledger_entries l where ${and(where)} ${order}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  if (!search || wordsOf(search).length === 0) {
    const all = [...others, ...(search ? [sql<boolean>`l.id in (${foundEntries(search, query)})`] : [])]
    const ids = await pageOf(all)
    const { rows } = await sql<Omit<MoneyPage, 'ids'>>`
      select count(*)::int as total, ${SUM} as amount from ledger_entries l where ${and(all)}`.execute(db)
    return { total: 0, amount: null, ...rows[0], ids }
  }
  if (await matchesMany(db, search)) {
    const ofPeople = sql`l.reservation_id in (select o.id from reservations o where o.user_id in (
      select u.id from users u where ${matchesPerson(search, query)}))`
    const inRow = sql<boolean>`(exists (select from reservations r where r.id = l.reservation_id and ${foundInRow(search, query)})
      or l.id in (${numberedEntries(search)}))`
    const ids = await pageOf([inRow, ...others])
    const total = await estimate(db, sql`from ledger_entries l where ${and([ofPeople, ...others])}`)
    return { total: Math.max(total, offsetOf(query) + ids.length), amount: null, ids }
  }
  const { rows } = await sql<MoneyPage>`
    with found as materialized (
      select l.* from ledger_entries l where ${and([sql`l.id in (${foundEntries(search, query)})`, ...others])})
    select count(*)::int as total, ${SUM} as amount, array(select l.id from found l ${order})::text[] as ids from found l`.execute(
    db,
  )
  const [{ ids, ...found } = { total: 0, amount: null, ids: [] }] = rows
  return { ...found, ids: ids.map(Number) }
}

/** Returns these movements, in this order. */
const moneyEntries = async (db: Queryable, ids: readonly number[], language: Language): Promise<MoneyEntry[]> => {
  const order = new Map(ids.map((id, index) => [id, index]))
  const rows = await movements(db, language)
    .where('l.id', '=', sql<number>`any(${[...order.keys()]}::bigint[])`)
    .select(['l.provider', sql<string | null>`${cashier}`.as('cashier'), 'l.till_id as cashier_id'])
    .select(['p.receipt_number', 'p.online_number', 'p.reference'])
    .execute()
  return rows
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ id, kind, at, provider, receipt_number, online_number, reference, ...row }) => ({
      ...row,
      _id: String(id),
      kind: oneOf(TILL_KINDS, kind),
      method: oneOf(PROVIDERS, provider),
      receipt:
        kind === 'capture' || kind === 'void'
          ? receiptNumber({ receipt_number, online_number }, row.reservation_code)
          : null,
      reference: provider === 'cash' ? null : reference,
      at: at.toISOString(),
    }))
}

/** Lists movements of money by any method. Page, count and sum are read from the ledger; one page is joined. */
export const listMoney = async (
  db: Queryable,
  query: QueryOf<typeof tillRoutes.listMoney>,
  language: Language,
): Promise<Page<MoneyEntry>> => {
  const { ids, total, amount } = await moneyPage(db, query)
  return { total, ...(amount !== null && { sums: { amount } }), items: await moneyEntries(db, ids, language) }
}

/** Returns a reader of movements for exports: chunk by chunk along the ledger, in the first order of the list. */
export const moneyReader = (db: Queryable, query: QueryOf<typeof tillRoutes.exportMoney>, language: Language) => {
  const [term] = query.sort
  const column = term?.key === 'amount' ? sql`l.amount` : sql`l.at`
  const isUp = term?.direction === 'asc'
  const order = isUp ? sql`${column}, l.id` : sql`${column} desc, l.id desc`
  const narrowed = [shown(query, { payment: 'l.payment_id' }), ...conditions(query, listedMoney)]
  return async (last: MoneyEntry | undefined, size: number): Promise<MoneyEntry[]> => {
    const after = last
      ? [
          sql`(${column}, l.id) ${isUp ? sql`>` : sql`<`} (select ${column}, l.id from ledger_entries l where l.id = ${last._id}::bigint)`,
        ]
      : []
    const { rows } = await sql<{ id: number }>`
      select l.id from ledger_entries l where ${and([...narrowed, ...after])} order by ${order} limit ${size}`.execute(
      db,
    )
    return moneyEntries(
      db,
      rows.map(({ id }) => id),
      language,
    )
  }
}

// ── Tills and closings ───────────────────────────────────────────────────────────────────────────────────────────────

type Figures = Pick<Till, 'taken' | 'voided' | 'given_back' | 'receipts' | 'first_receipt' | 'last_receipt' | 'slips'>

/** Returns whether any cash moved on a till's day. */
export const hasMoved = ({ receipts, voided, slips, given_back }: Figures): boolean =>
  receipts > 0 || voided > 0 || slips > 0 || given_back !== 0

/** Returns the figures of one till's day by the books. */
export const figuresOf = async (
  db: Queryable,
  of: { cashierId: string; day: string; currency: string },
): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    select coalesce(sum(l.amount) filter (where l.kind = 'capture'), 0)::bigint as taken,
      coalesce(-sum(l.amount) filter (where l.kind = 'void'), 0)::bigint as voided,
      coalesce(-sum(l.amount) filter (where l.kind in ('refund', 'refund_returned')), 0)::bigint as given_back,
      count(*) filter (where l.kind = 'capture')::int as receipts,
      min(p.receipt_number) filter (where l.kind = 'capture')::int as first_receipt,
      max(p.receipt_number) filter (where l.kind = 'capture')::int as last_receipt,
      count(*) filter (where l.kind = 'refund')::int as slips
    from ledger_entries l join payments p on p.id = l.payment_id
    where l.till_id = ${of.cashierId} and l.till_day = ${of.day}::date and l.currency = ${of.currency}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers a row')
  return row
}

const countsSchema = z.record(z.string(), z.number()).nullable()

const closings = (db: Queryable) =>
  db
    .selectFrom('cash_closings as k')
    .innerJoin('users as c', 'c.id', 'k.cashier_id')
    .innerJoin('users as s', 's.id', 'k.signed_by')
    .select([
      'k.id',
      'k.number',
      'k.cashier_id',
      sql<string>`c.first_name || ' ' || c.last_name`.as('cashier'),
      'k.day',
      'k.currency',
      'k.opening',
      'k.taken',
      'k.voided',
      'k.given_back',
      'k.expected',
      'k.counted',
      'k.difference',
      'k.counts',
      'k.reason',
      'k.receipts',
      'k.slips',
      'k.first_receipt',
      'k.last_receipt',
      sql<string>`s.first_name || ' ' || s.last_name`.as('signed_by'),
      'k.signed_at',
    ])

type RawClosing = RowOf<Omit<Closing, '_id' | 'counts'>, 'signed_at'> & { id: string; counts: unknown }

const closingView = ({ id, counts, signed_at, ...row }: RawClosing): Closing => ({
  ...row,
  _id: id,
  counts: countsSchema.parse(counts),
  signed_at: signed_at.toISOString(),
})

export const findClosing = async (
  db: Queryable,
  of: { cashierId: string; day: string; currency: string },
): Promise<Closing | undefined> => {
  const row = await closings(db)
    .where('k.cashier_id', '=', of.cashierId)
    .where(sql<boolean>`k.day = ${of.day}::date`)
    .where('k.currency', '=', of.currency)
    .executeTakeFirst()
  return row && closingView(row)
}

export const findClosingById = async (db: Queryable, id: string): Promise<Closing | undefined> => {
  const row = await closings(db).where('k.id', '=', id).executeTakeFirst()
  return row && closingView(row)
}

const listedClosings = {
  table: 'k',
  sort: { cashier: 'c.last_name' },
  filter: {
    search: (words, query) =>
      sql<boolean>`(${hasWords(words, personKey(words, query, 'c'))} or k.number::text = ${words})`,
    day: (day) => sql<boolean>`k.day = ${day}::date`,
    from: (day) => sql<boolean>`k.day >= ${day}::date`,
    to: (day) => sql<boolean>`k.day <= ${day}::date`,
    off: (only) => (only ? sql<boolean>`k.difference <> 0` : undefined),
  },
} as const satisfies ListSql<typeof tillRoutes.listClosings, CashClosings>

export const listClosings = async (
  db: Queryable,
  query: QueryOf<typeof tillRoutes.listClosings>,
): Promise<Page<Closing>> => {
  const { items, total } = await paginate(closings(db), query, listedClosings)
  return { items: items.map(closingView), total }
}

/** Returns everybody who ever had cash in a till, by name. */
export const pickCashiers = (
  db: Queryable,
  query: { readonly search?: string | undefined },
): Promise<{ _id: string; name: string }[]> => {
  let select = db
    .selectFrom('users as u')
    .select(['u.id as _id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .where(
      sql<boolean>`(exists (select from ledger_entries l where l.till_id = u.id) or exists (select from cash_closings k where k.cashier_id = u.id))`,
    )
  if (query.search) select = select.where(matchesPerson(query.search, query))
  return select.orderBy('u.last_name').orderBy('u.first_name').orderBy('u.id').limit(200).execute()
}

/** The facts about a till that a page shows beside its figures and entries. */
export const tillFacts = async (
  db: Queryable,
  of: { cashierId: string; currency: string },
  now: Date,
): Promise<{ cashier: string; proposedOpening: number; countsFor: string; openDays: string[] } | undefined> => {
  const { rows } = await sql<{ cashier: string; proposedOpening: number; openDays: string[] }>`
    select u.first_name || ' ' || u.last_name as cashier,
      coalesce((select least(opening, counted) from cash_closings where cashier_id = u.id and currency = ${of.currency} order by day desc limit 1), 0)::bigint as "proposedOpening",
      array(select distinct to_char(l.till_day, 'YYYY-MM-DD') from ledger_entries l
        where l.till_id = u.id and l.currency = ${of.currency}
          and not exists (select 1 from cash_closings c where c.cashier_id = u.id and c.day = l.till_day and c.currency = ${of.currency})
        order by 1) as "openDays"
    from users u where u.id = ${of.cashierId}`.execute(db)
  const [row] = rows
  return row && { ...row, countsFor: await countsFor(db, of.cashierId, of.currency, now) }
}

/**
 * Stores a signed closing. The caller has locked the till (`openDayOf`). The database refuses a closing that disagrees
 * with the books.
 */
export const insertClosing = async (
  tx: Tx,
  closing: {
    cashierId: string
    day: string
    currency: string
    figures: Figures
    opening: number
    counted: number
    counts: Readonly<Record<string, number>> | null
    reason: string
    signedBy: string
    now: Date
  },
): Promise<string> => {
  const { id } = await tx
    .insertInto('cash_closings')
    .values({
      ...closing.figures,
      number: await nextNumber(tx, 'cash_closing'),
      cashier_id: closing.cashierId,
      day: closing.day,
      currency: closing.currency,
      opening: closing.opening,
      counted: closing.counted,
      counts: closing.counts === null ? null : JSON.stringify(closing.counts),
      reason: closing.reason,
      signed_by: closing.signedBy,
      signed_at: closing.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns all tills of one business day, in the organisation's currency. */
export const dayOf = async (db: Queryable, day: string): Promise<DailyClosing> => {
  const { currency } = await db.selectFrom('client_groups').select('currency').executeTakeFirstOrThrow()
  const { rows } = await sql<DailyClosing['by_cashier'][number] & { first: number | null; last: number | null }>`
    select l.till_id as cashier_id, u.first_name || ' ' || u.last_name as name,
      count(*) filter (where l.kind = 'capture')::int as receipts,
      min(p.receipt_number) filter (where l.kind = 'capture')::int as first, max(p.receipt_number) filter (where l.kind = 'capture')::int as last,
      coalesce(sum(l.amount) filter (where l.kind = 'capture'), 0)::bigint as taken,
      coalesce(-sum(l.amount) filter (where l.kind = 'void'), 0)::bigint as voided,
      coalesce(-sum(l.amount) filter (where l.kind in ('refund', 'refund_returned')), 0)::bigint as given_back,
      sum(l.amount)::bigint as net,
      (select c.id from cash_closings c where c.cashier_id = l.till_id and c.day = ${day}::date and c.currency = ${currency}) as closing_id
    from ledger_entries l join payments p on p.id = l.payment_id join users u on u.id = l.till_id
    where l.till_day = ${day}::date and l.currency = ${currency}
    group by l.till_id, u.first_name, u.last_name order by name, l.till_id`.execute(db)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const firsts = rows.flatMap(({ first }) => (first === null ? [] : [first]))
  const lasts = rows.flatMap(({ last }) => (last === null ? [] : [last]))
  return {
    day,
    currency,
    receipts: sum((row) => row.receipts),
    first_receipt: firsts.length > 0 ? Math.min(...firsts) : null,
    last_receipt: lasts.length > 0 ? Math.max(...lasts) : null,
    taken: sum((row) => row.taken),
    voided: sum((row) => row.voided),
    given_back: sum((row) => row.given_back),
    net: sum((row) => row.net),
    by_cashier: rows.map(({ first: _, last: __, ...row }) => row),
  }
}
