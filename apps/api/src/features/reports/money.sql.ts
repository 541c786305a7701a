import { type RawBuilder, sql } from 'kysely'
import { owedSql, priceSql, REFUNDS_DUE, waivedSql } from '#features/reservations'
import { hiddenIn } from '#platform/auth/denied'
import { shown } from '#platform/auth/denied.store'
import { toldIn } from '#platform/db/languages.store'
import type { ReportRow, Scope } from './report.ts'
import { dayOf, reservations, statusOf } from './scope.sql.ts'

/**
 * Returns the money of an event's reservations. What a reservation costs and owes are the reservation's own figures
 * (`priceSql`, `waivedSql`, `owedSql`); captured and refunded are the sums of the ledger.
 */
export const sumMoney = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, now, grouping, say } = scope
  const by = grouping ?? 'region'
  // A reservation that costs nothing any more has nothing waived or reduced either.
  const counted = (amount: RawBuilder<unknown>) =>
    sql`coalesce(sum(${amount}) filter (where ${statusOf(now)} not in ('failed', 'cancelled')), 0)::bigint`
  const [key, name] =
    by === 'status'
      ? [statusOf(now), sql<string | null>`null`]
      : by === 'participant_type'
        ? [
            sql<
              string | null
            >`(select participant_type_id from event_participant_types where id = r.event_participant_type_id)`,
            sql<
              string | null
            >`(select ${toldIn(scope.language, 't', 'name')} from participant_types t where t.id = sums.key)`,
          ]
        : [
            sql<string | null>`${sql.ref(`main.${by}_id`)}`,
            sql<string | null>`(select name from church_units where id = sums.key)`,
          ]
  const { rows } = await sql<ReportRow & { key: string | null; name: string | null }>`
    select sums.*, ${name} as name from (
      select ${key} as key, count(*)::int as reservations,
        ${counted(priceSql(now))} as expected,
        coalesce(sum(l.captured), 0)::bigint as captured, coalesce(sum(l.refunded), 0)::bigint as refunded,
        ${counted(waivedSql(now))} as waived, ${counted(sql`r.reduced`)} as goodwill, sum(${owedSql(now)})::bigint as due,
        coalesce(sum(d.amount), 0)::bigint as to_refund
      ${reservations(
        scope,
        sql`left join (
          select l.reservation_id, sum(l.amount) filter (where l.kind in ('capture', 'void')) as captured,
            -sum(l.amount) filter (where l.kind in ('refund', 'refund_returned', 'chargeback', 'chargeback_returned', 'loss')) as refunded
          from ledger_entries l join reservations of on of.id = l.reservation_id
          where of.event_id = ${scope.event.id} group by 1) l on l.reservation_id = r.id
        left join (${sql.raw(REFUNDS_DUE)}) d on d.reservation_id = r.id`,
      )}
      group by 1) sums
    order by name, key`.execute(db)
  return rows.map(({ key, name, ...sums }) =>
    by === 'status'
      ? { ...sums, _id: null, state: key, label: statusName(scope, key ?? '') }
      : { ...sums, _id: key, label: name ?? say(by === 'participant_type' ? 'none' : 'no_unit') },
  )
}

export const statusName = ({ say }: Scope, status: string): string => {
  switch (status) {
    case 'active':
    case 'failed':
    case 'pending':
    case 'redeemed':
    case 'cancelled':
      return say(`status_${status}`)
    default:
      return status
  }
}

/** Providers have names of their own. */
const methodName = ({ say }: Scope, provider: string): string =>
  provider === 'cash' || provider === 'sandbox'
    ? say(`method_${provider}`)
    : `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`

/** What of the ledger `l` of this event the reader can see, within the days of the filter. */
const ledger = ({ query, event, filters: { from, until } }: Scope) => {
  const day = sql`coalesce(to_char(l.till_day, 'YYYY-MM-DD'), ${dayOf(sql`l.at`, event)})`
  return {
    day,
    from: sql`from ledger_entries l join reservations r on r.id = l.reservation_id
      where r.event_id = ${event.id} and ${shown(query, { payment: 'l.payment_id', reservation: 'r.id' })}
        and r.id <> all(${[...hiddenIn(query)]}::text[])
        ${from ? sql`and ${day} >= ${from}` : sql``} ${until ? sql`and ${day} <= ${until}` : sql``}`,
  }
}

const MOVED = sql`
  (count(*) filter (where l.kind = 'capture'))::int as receipts,
  coalesce(sum(l.amount) filter (where l.kind = 'capture'), 0)::bigint as taken,
  coalesce(sum(l.amount) filter (where l.kind = 'capture'), 0)::bigint as captured,
  coalesce(-sum(l.amount) filter (where l.kind = 'void'), 0)::bigint as voided,
  coalesce(-sum(l.amount) filter (where l.kind in ('refund', 'refund_returned', 'chargeback', 'chargeback_returned', 'loss')), 0)::bigint as refunded,
  sum(l.amount)::bigint as net,
  sum(l.amount)::bigint as remains,
  (count(*) filter (where l.kind = 'refund'))::int as slips`

/** Returns what came in and went back by method and by day: cash by the day of the till. */
export const sumMethods = async (scope: Scope): Promise<ReportRow[]> => {
  const { day, from } = ledger(scope)
  const byMethod = scope.grouping === 'method'
  const { rows } = await sql<{ provider: string }>`
    select ${byMethod ? sql`null` : day} as day, l.provider, ${MOVED} ${from}
    group by 1, 2 order by 1, 2`.execute(scope.db)
  return rows.map(({ provider, ...row }) => ({
    ...row,
    label: methodName(scope, provider),
    method: methodName(scope, provider),
  }))
}

/** Returns what each cashier took and gave back, as their closings count it. */
export const sumCashiers = async (scope: Scope): Promise<ReportRow[]> => {
  const { from, day } = ledger(scope)
  const byDay = scope.grouping === 'day'
  const { rows } = await sql<ReportRow>`
    select l.till_id as _id, (select first_name || ' ' || last_name from users where id = l.till_id) as label,
      ${byDay ? day : sql`null`} as day, ${MOVED} ${from} and l.till_id is not null
    group by 1, 3 order by 2, 3`.execute(scope.db)
  return rows
}

/** Returns refunds: each one, or summed by status or reason. */
export const listRefunds = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, grouping, query, event } = scope
  const from = sql`from refunds f join payments p on p.id = f.payment_id join reservations r on r.id = p.reservation_id
    join users main on main.id = r.user_id
    where r.event_id = ${event.id} and ${shown(query, { payment: 'p.id', reservation: 'r.id' })}
      and r.id <> all(${[...hiddenIn(query)]}::text[])
      -- Those that a further change made needless were replaced.
      and (f.status <> 'withdrawn' or f.withdrawn_reason is not null)`
  if (grouping === 'each') {
    const { rows } = await sql<{ state: string; why: string }>`
      select r.id as reservation_id, r.code, main.first_name || ' ' || main.last_name as name, f.amount, f.status as state,
        f.reason as why, ${dayOf(sql`f.created_at`, event)} as day ${from}
      order by f.created_at desc, f.id`.execute(db)
    return rows.map((row) => ({ ...row, status: refundStatus(scope, row.state), reason: refundReason(scope, row.why) }))
  }
  const key = grouping === 'reason' ? sql`f.reason` : sql`f.status`
  const { rows } = await sql<{ key: string }>`
    select ${key} as key, count(*)::int as refunds, sum(f.amount)::bigint as amount ${from} group by 1 order by 3 desc`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    label: grouping === 'reason' ? refundReason(scope, row.key) : refundStatus(scope, row.key),
  }))
}

const refundStatus = ({ say }: Scope, status: string): string => {
  const known = (['due', 'requested', 'done', 'refused', 'withdrawn'] as const).find((one) => one === status)
  return known ? say(`status_${known}`) : status
}

const REASONS = [
  'overpaid',
  'cancelled',
  'cheaper',
  'change_expired',
  'change_ended',
  'hold_expired',
  'archived',
  'unpaid',
  'too_late',
  'part_payment',
  'goodwill',
] as const
const refundReason = ({ say }: Scope, reason: string): string => {
  const known = REASONS.find((one) => one === reason)
  return known ? say(`reason_${known}`) : reason
}
