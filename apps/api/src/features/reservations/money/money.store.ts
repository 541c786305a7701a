import type { RefundReason } from '@shiloh/contract/payments/refunds'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { Held } from '../lifecycle/transitions.store.ts'
import { PART_RETURNING } from './standing.store.ts'

// What left twice (`loss`) is owed by nobody.
const LEDGER_SUM = {
  name: 'reservations_ledger_sum',
  text: `
    with l as (select coalesce(sum(amount), 0)::bigint as paid from ledger_entries where reservation_id = $1 and kind <> 'loss')
    update reservations r set paid = l.paid, reduced = r.reduced + $3, retained = r.retained - $4, updated_at = $2,
      hold_expires_at = case when r.status = 'pending' and l.paid > 0 then null else r.hold_expires_at end,
      ruled_total = case when l.paid > 0
        then greatest(r.ruled_total, coalesce((r.pending_change->>'previous_total')::bigint, r.total)) else r.ruled_total end
    from l where r.id = $1 and r.paid <> l.paid`,
}
const LEDGER_READ = {
  name: 'reservations_ledger_read',
  text: `select coalesce(sum(amount), 0)::bigint as paid from ledger_entries where reservation_id = $1 and kind <> 'loss'`,
}

/** Returns what was paid according to the ledger. */
export const readLedger = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ paid: number }>(LEDGER_READ, [id]))[0]?.paid ?? 0

/**
 * Copies the ledger's sum to the reservation. Money ends its hold. `goodwill` lowers what is owed. `released` is what
 * the organisation had retained and gives back after all.
 */
export const savePaid = async (
  sql: TxSql,
  id: string,
  now: Date,
  { goodwill = 0, released = 0 }: { readonly goodwill?: number; readonly released?: number } = {},
): Promise<void> => {
  await sql(LEDGER_SUM, [id, now, goodwill, released])
}

const REFUNDABLE = {
  name: 'reservations_refundable',
  text: `
    select p.id, p.currency, l.amount
      - coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.status in ('due', 'requested', 'refused')), 0)::bigint as left
    from (select payment_id, sum(amount)::bigint as amount, max(id) as last from ledger_entries where reservation_id = $1 and kind <> 'loss'
      group by payment_id having sum(amount) > 0) l
    join payments p on p.id = l.payment_id
    order by l.last desc`,
}
const SAVE_REFUNDS = {
  name: 'reservations_save_refunds',
  text: `
    insert into refunds (payment_id, amount, currency, reason, kind, created_at)
    select "paymentId", amount, currency, reason, kind, $2
    from json_to_recordset($1::json) as f("paymentId" text, amount bigint, currency text, reason text, kind text)`,
}

/** Puts money on the list of due refunds, newest payment first. Returns how much of it no payment covers. */
export const oweRefund = async (
  sql: TxSql,
  id: string,
  amount: number,
  why: { readonly reason: RefundReason; readonly kind: 'owed' | 'rule' },
  now: Date,
): Promise<number> => {
  let owed = amount
  const rows = []
  for (const { id: paymentId, currency, left } of await sql<{ id: string; currency: string; left: number }>(
    REFUNDABLE,
    [id],
  )) {
    const part = Math.min(owed, left)
    if (part <= 0) continue
    rows.push({ paymentId, amount: part, currency, ...why })
    owed -= part
  }
  if (rows.length > 0) await sql(SAVE_REFUNDS, [JSON.stringify(rows), now])
  return owed
}

export interface RefundSums {
  /** Not sent yet. */
  readonly waiting: number
  /** Sent, and still in the ledger. */
  readonly underWay: number
  /** By the refund rule: not sent yet; and sent or done. */
  readonly ruleWaiting: number
  readonly ruleSent: number
  /** Withdrawn by staff: the organisation keeps it. */
  readonly ruleKept: number
  readonly owedKept: number
}
const REFUND_SUMS = {
  name: 'reservations_refund_sums',
  text: `
    select coalesce(sum(f.amount) filter (where f.status in ('due', 'refused')), 0)::bigint as waiting,
      coalesce(sum(f.amount) filter (where f.status = 'requested'), 0)::bigint as "underWay",
      coalesce(sum(f.amount) filter (where f.kind = 'rule' and f.status in ('due', 'refused')), 0)::bigint as "ruleWaiting",
      coalesce(sum(f.amount) filter (where f.kind = 'rule' and f.status in ('requested', 'done')), 0)::bigint as "ruleSent",
      coalesce(sum(f.amount) filter (where f.kind = 'rule' and f.withdrawn_reason is not null), 0)::bigint as "ruleKept",
      coalesce(sum(f.amount) filter (where f.kind = 'owed' and f.withdrawn_reason is not null), 0)::bigint as "owedKept"
    from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = $1 and f.id is distinct from $2`,
}
/** Returns the sums of a reservation's refunds, without the one in `except`. */
export const readRefunds = async (sql: Sql, id: string, except: string | null = null): Promise<RefundSums> =>
  (await sql<RefundSums>(REFUND_SUMS, [id, except]))[0] ?? {
    waiting: 0,
    underWay: 0,
    ruleWaiting: 0,
    ruleSent: 0,
    ruleKept: 0,
    owedKept: 0,
  }

const PART_RETURNING_OF = {
  name: 'reservations_part_returning',
  text: `select ${PART_RETURNING} as amount from reservations r where r.id = $1`,
}
/** Returns the part payment of a pending reservation that is on its way back: it secures nothing any more. */
export const readPartReturning = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ amount: number }>(PART_RETURNING_OF, [id]))[0]?.amount ?? 0

const KEEP_PARTS = {
  name: 'reservations_keep_parts',
  text: `
    update refunds f set status = 'withdrawn', settled_at = $2 from payments p
    where p.id = f.payment_id and p.reservation_id = $1 and f.kind = 'returned' and f.status in ('due', 'refused') returning f.id`,
}
/** Withdraws part payments that were to be given back and did not leave: they secure the place now. Returns whether there were any. */
export const keepParts = async (sql: TxSql, id: string, now: Date): Promise<boolean> =>
  (await sql<{ id: string }>(KEEP_PARTS, [id, now])).length > 0

const REFUND = { name: 'reservations_refund', text: `select amount, kind from refunds where id = $1` }
export const readRefund = async (sql: Sql, refundId: string): Promise<{ amount: number; kind: string }> => {
  const [refund] = await sql<{ amount: number; kind: string }>(REFUND, [refundId])
  if (!refund) throw new Error(`refund ${refundId} is not there`)
  return refund
}

const GOODWILL = {
  name: 'reservations_goodwill',
  text: `update refunds set kind = case when $2 then 'goodwill' else 'owed' end where id = $1 and ($2 or kind = 'goodwill')`,
}
/** Records whether nothing of this refund was owed, which makes it goodwill. */
export const saveGoodwill = async (sql: TxSql, refundId: string, isGift: boolean): Promise<void> => {
  await sql(GOODWILL, [refundId, isGift])
}

const DECLINE_REFUNDS = {
  name: 'reservations_decline_refunds',
  text: `
    update refunds f set status = 'withdrawn', settled_at = $2 from payments p
    where p.id = f.payment_id and p.reservation_id = $1 and f.status in ('due', 'refused')`,
}
const UNRETAIN = {
  name: 'reservations_unretain',
  text: `update reservations set retained = 0 where id = $1 and retained > 0`,
}

/** All money of a reservation, gathered on it again. */
export interface Gathered {
  /** What can be used. A refund in progress cannot. */
  readonly usable: number
  /** What the refund rule promised, and what it gave back. */
  readonly rulePromised: number
  readonly ruleSent: number
  /** Withdrawn refunds that staff decided to keep. */
  readonly ruleKept: number
  readonly owedKept: number
}

/** Returns what `gatherMoney` would, without changing anything. */
export const readMoney = async (sql: Sql, held: Pick<Held, 'id' | 'paid'>): Promise<Gathered> => {
  const { underWay, ruleWaiting, ruleSent, ruleKept, owedKept } = await readRefunds(sql, held.id)
  return { usable: held.paid - underWay, rulePromised: ruleWaiting, ruleSent, ruleKept, owedKept }
}

/**
 * Puts all money of a reservation back on it before it is decided again: unsent refunds are withdrawn, and money
 * retained by the rule counts again.
 */
export const gatherMoney = async (sql: TxSql, held: Pick<Held, 'id' | 'paid'>, now: Date): Promise<Gathered> => {
  const money = await readMoney(sql, held)
  await sql(DECLINE_REFUNDS, [held.id, now])
  await sql(UNRETAIN, [held.id])
  return money
}

const RELEASE = {
  name: 'reservations_release_kept',
  text: `
    update reservations set retained = greatest(0, retained - $2) where id = $1 and status in ('failed', 'cancelled', 'archived')`,
}
/** Marks retained money of an ended reservation as no longer retained. */
export const releaseRetained = async (sql: TxSql, id: string, amount: number): Promise<void> => {
  await sql(RELEASE, [id, amount])
}

const RETAIN = { name: 'reservations_retain', text: `update reservations set retained = retained + $2 where id = $1` }
/** Adds to what the organisation retains by its refund rule. */
export const addRetained = async (sql: TxSql, id: string, amount: number): Promise<void> => {
  if (amount > 0) await sql(RETAIN, [id, amount])
}
