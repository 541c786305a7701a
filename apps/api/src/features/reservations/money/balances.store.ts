import type { UnpaidRule } from '@shiloh/contract/payments/money'
import type { Sql, TxSql } from '#platform/db/sql.store'
import { IS_SETTLED } from './standing.store.ts'

/** Notices about an unpaid balance. Each is sent once. */
export type BalanceNotice = '7_days' | '2_days' | 'today' | 'bed_released'

export interface OwingEvent {
  readonly id: string
  readonly startsAt: Date
  readonly timeZone: string
  readonly balanceDueAt: Date | null
  readonly cashDeadline: Date | null
  readonly unpaidRule: UnpaidRule
}

const OWING_EVENTS = {
  name: 'balances_events',
  text: `
    select id, starts_at as "startsAt", time_zone as "timeZone", balance_due_at as "balanceDueAt",
      cash_deadline as "cashDeadline", unpaid_rule as "unpaidRule"
    from events e where status in ('published', 'unpublished') and ends_at > $1
      and exists (select from reservations r where r.event_id = e.id and r.status = 'active' and r.paid + r.waived + r.reduced < r.total)
    order by id`,
}
/** Returns events that are not over and have unpaid balances. */
export const findOwingEvents = (sql: Sql, now: Date): Promise<OwingEvent[]> => sql<OwingEvent>(OWING_EVENTS, [now])

const NOTE = {
  name: 'balances_note',
  text: `
    with owing as (
      select r.id from reservations r
      where r.event_id = $1 and r.status = 'active'
        -- Of the price that stands: a dearer change that waits puts nothing off.
        and not ${IS_SETTLED}
        and not exists (select from balance_notices n where n.reservation_id = r.id and n.kind = $2)
      order by r.id limit $4)
    insert into balance_notices (reservation_id, kind, at) select id, $2, $3 from owing
    on conflict do nothing returning reservation_id as id`,
}
/** Records that these people are notified now, a batch at a time. Nobody gets the same notice twice. */
export const noteBalances = async (
  sql: TxSql,
  eventId: string,
  kind: BalanceNotice,
  limit: number,
  now: Date,
): Promise<string[]> => (await sql<{ id: string }>(NOTE, [eventId, kind, now, limit])).map(({ id }) => id)

const UNPAID = {
  name: 'balances_unpaid',
  text: `
    select r.id, r.event_accommodation_id is not null as "hasBed", n.at as "bedReleasedAt" from reservations r
    left join balance_notices n on n.reservation_id = r.id and n.kind = 'bed_released'
    where r.event_id = $1 and r.status = 'active'
      -- Of the price that stands: a dearer change that nobody paid keeps nothing.
      and not ${IS_SETTLED}
    order by r.id`,
}
export interface Unpaid {
  readonly id: string
  readonly hasBed: boolean
  readonly bedReleasedAt: Date | null
}
export const findUnpaid = (sql: Sql, eventId: string): Promise<Unpaid[]> => sql<Unpaid>(UNPAID, [eventId])

const ONE_UNPAID = {
  name: 'balances_one_unpaid',
  text: `
    select r.id, r.event_accommodation_id is not null as "hasBed", n.at as "bedReleasedAt", e.id as "eventId",
      e.starts_at as "startsAt", e.time_zone as "timeZone", e.balance_due_at as "balanceDueAt",
      e.cash_deadline as "cashDeadline", e.unpaid_rule as "unpaidRule"
    from reservations r join events e on e.id = r.event_id
    left join balance_notices n on n.reservation_id = r.id and n.kind = 'bed_released'
    where r.id = $1 and r.status = 'active' and e.status in ('published', 'unpublished')
      and not ${IS_SETTLED}`,
}
/** Returns one reservation with an unpaid balance and its event, or undefined if it has none. */
export const findOneUnpaid = async (
  sql: Sql,
  id: string,
): Promise<{ unpaid: Unpaid; event: OwingEvent } | undefined> => {
  const [row] = await sql<Unpaid & Omit<OwingEvent, 'id'> & { eventId: string }>(ONE_UNPAID, [id])
  return row && { unpaid: row, event: { ...row, id: row.eventId } }
}

const NOTE_ONE = {
  name: 'balances_note_one',
  text: `insert into balance_notices (reservation_id, kind, at) values ($1, $2, $3) on conflict do nothing`,
}
export const noteBalance = async (sql: TxSql, id: string, kind: BalanceNotice, now: Date): Promise<void> => {
  await sql(NOTE_ONE, [id, kind, now])
}

const KEPT_OVER = {
  name: 'balances_kept_over',
  text: `select id from reservations where status = 'pending' and paid > 0 and kept_until <= $1 order by kept_until limit 500`,
}
/**
 * Returns reservations with a part payment that were kept until a date in the past. They are on the open list again.
 */
export const findKeptOver = async (sql: Sql, now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(KEPT_OVER, [now])).map(({ id }) => id)
