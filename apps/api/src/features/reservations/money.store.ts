import type { Sql } from '#platform/sql.store'
import type { Held } from './life.store.ts'

const LEDGER_SUM = {
  name: 'reservations_ledger_sum',
  text: `
    update reservations set paid = coalesce((select sum(amount) from ledger_entries where reservation_id = $1), 0), updated_at = $2
    where id = $1 and paid <> coalesce((select sum(amount) from ledger_entries where reservation_id = $1), 0)`,
}
const LEDGER_READ = {
  name: 'reservations_ledger_read',
  text: `select coalesce(sum(amount), 0)::bigint as paid from ledger_entries where reservation_id = $1`,
}

/** What the ledger says was paid. */
export const readLedger = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ paid: number }>(LEDGER_READ, [id]))[0]?.paid ?? 0

/** Copies the ledger's sum to the reservation. */
export const savePaid = async (sql: Sql, id: string, now: Date): Promise<void> => {
  await sql(LEDGER_SUM, [id, now])
}

const REFUNDABLE = {
  name: 'reservations_refundable',
  text: `
    select p.id, p.currency, l.amount
      - coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.status in ('due', 'requested', 'failed')), 0)::bigint as left
    from (select payment_id, sum(amount)::bigint as amount, max(id) as last from ledger_entries where reservation_id = $1
      group by payment_id having sum(amount) > 0) l
    join payments p on p.id = l.payment_id
    order by l.last desc`,
}
const SAVE_REFUNDS = {
  name: 'reservations_save_refunds',
  text: `
    insert into refunds (payment_id, amount, currency, reason, created_at)
    select "paymentId", amount, currency, reason, $2
    from json_to_recordset($1::json) as f("paymentId" text, amount bigint, currency text, reason text)`,
}

/** Puts money on the list of refunds that are due, newest payment first. Answers how much of it no payment covers. */
export const oweRefund = async (sql: Sql, id: string, amount: number, reason: string, now: Date): Promise<number> => {
  let owed = amount
  const rows = []
  for (const { id: paymentId, currency, left } of await sql<{ id: string; currency: string; left: number }>(
    REFUNDABLE,
    [id],
  )) {
    const part = Math.min(owed, left)
    if (part <= 0) continue
    rows.push({ paymentId, amount: part, currency, reason })
    owed -= part
  }
  if (rows.length > 0) await sql(SAVE_REFUNDS, [JSON.stringify(rows), now])
  return owed
}

const OPEN_REFUNDS = {
  name: 'reservations_open_refunds',
  text: `
    select coalesce(sum(f.amount), 0)::bigint as amount from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = $1 and f.status = 'requested'`,
}
/** Money that is on its way back and still in the ledger. */
export const readRefundsUnderWay = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ amount: number }>(OPEN_REFUNDS, [id]))[0]?.amount ?? 0

const PROMISED_REFUNDS = {
  name: 'reservations_promised_refunds',
  text: `
    select coalesce(sum(f.amount), 0)::bigint as amount from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = $1 and f.status in ('due', 'requested', 'failed')`,
}
/** Money that is to go back, or on its way, and still in the ledger. */
export const readPromisedRefunds = async (sql: Sql, id: string): Promise<number> =>
  (await sql<{ amount: number }>(PROMISED_REFUNDS, [id]))[0]?.amount ?? 0

const DECLINE_REFUNDS = {
  name: 'reservations_decline_refunds',
  text: `
    update refunds f set status = 'declined', settled_at = $2 from payments p
    where p.id = f.payment_id and p.reservation_id = $1 and f.status in ('due', 'failed')`,
}
const UNRETAIN = {
  name: 'reservations_unretain',
  text: `update reservations set retained = 0 where id = $1 and retained > 0`,
}

/**
 * Puts all money of a reservation back on it, before what becomes of it is decided anew: refunds that nobody has sent yet
 * are withdrawn, what was kept by the rule counts again. Answers what may be used; a refund under way may not.
 */
export const gatherMoney = async (sql: Sql, held: Pick<Held, 'id' | 'paid'>, now: Date): Promise<number> => {
  await sql(DECLINE_REFUNDS, [held.id, now])
  await sql(UNRETAIN, [held.id])
  return held.paid - (await readRefundsUnderWay(sql, held.id))
}

const RETAIN = { name: 'reservations_retain', text: `update reservations set retained = retained + $2 where id = $1` }
/** What the organisation keeps by its refund rule. */
export const addRetained = async (sql: Sql, id: string, amount: number): Promise<void> => {
  if (amount > 0) await sql(RETAIN, [id, amount])
}
