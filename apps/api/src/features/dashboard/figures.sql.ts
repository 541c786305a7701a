import type { Language } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import { holds } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { type DayCount, firstOf, type Month, monthBefore, type WeekCount } from './rules.ts'

/** Whose figures are read. All of them leave out what is hidden from the sender of the query. */
export interface Of {
  /** The parsed query of the call: hidden objects are attached to it. */
  readonly query: object
  readonly now: Date
  readonly zone: string
  readonly currency: string
  readonly eventId: string | null
}

const shownReservation = ({ query }: Of) =>
  shown(query, { reservation: 'r.id', event: 'r.event_id', person: 'r.user_id' })
const ofEvent = ({ eventId }: Of, column: string): RawBuilder<unknown> =>
  eventId === null ? sql`true` : sql`${sql.ref(column)} = ${eventId}`

/** The condition that an instant is in this month of the organisation's time zone. */
const inMonth = ({ zone }: Of, month: Month, column: string): RawBuilder<unknown> => sql`
  (${sql.ref(column)} >= ${firstOf(month)}::timestamp at time zone ${zone}
    and ${sql.ref(column)} < ${firstOf(monthBefore(month, -1))}::timestamp at time zone ${zone})`

/**
 * Returns counts by day of the organisation, from a select of `count` within a day. Each day is a range of its own: an
 * index counts it without computing the day of each row.
 */
const byDay = async (
  db: Queryable,
  { zone }: Of,
  month: Month,
  countWithin: (isOfDay: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<DayCount[]> => {
  const isOfDay = (column: string) => sql`(${sql.ref(column)} >= d.begins and ${sql.ref(column)} < d.ends)`
  const { rows } = await sql<DayCount>`
    select to_char(d.day, 'YYYY-MM-DD') as day, c.count from (
      select g.day, g.day at time zone ${zone} as begins, (g.day + interval '1 day') at time zone ${zone} as ends
      from generate_series(${firstOf(month)}::timestamp, ${firstOf(monthBefore(month, -1))}::timestamp - interval '1 day', '1 day') as g(day)) d
    cross join lateral (${countWithin(isOfDay)}) c where c.count > 0 order by 1`.execute(db)
  return rows
}

const counted = (of: Of) => sql`${ofEvent(of, 'r.event_id')} and ${shownReservation(of)} and ${holds(of.now)}`

/** Returns the number of reservations made in a month that hold, and of their persons. */
export const countReservations = async (
  db: Queryable,
  of: Of,
  month: Month,
): Promise<{ readonly reservations: number; readonly people: number }> =>
  (
    await sql<{ reservations: number; people: number }>`
      select count(*)::int as reservations, coalesce(sum(r.persons), 0)::int as people
      from reservations r where ${inMonth(of, month, 'r.created_at')} and ${counted(of)}`.execute(db)
  ).rows[0] ?? { reservations: 0, people: 0 }

/** Returns the reservations made in a month that hold, by the day they were made. */
export const readReservations = (db: Queryable, of: Of, month: Month): Promise<DayCount[]> =>
  byDay(
    db,
    of,
    month,
    (isOfDay) =>
      sql`select count(*)::int as count from reservations r where ${isOfDay('r.created_at')} and ${counted(of)}`,
  )

/** The money of a month: what was captured, minus what was given back and voided. */
const moneyOf = (of: Of, month: Month) => sql`
  ${of.eventId === null ? sql`` : sql`join reservations r on r.id = l.reservation_id and r.event_id = ${of.eventId}`}
  where ${inMonth(of, month, 'l.at')} and l.currency = ${of.currency}
    and ${shown(of.query, { payment: 'l.payment_id', reservation: 'l.reservation_id' })}`

/** Returns the money of a month, in minor units. */
export const sumMoney = async (db: Queryable, of: Of, month: Month): Promise<number> =>
  (
    await sql<{
      amount: number
    }>`select coalesce(sum(l.amount), 0) as amount from ledger_entries l ${moneyOf(of, month)}`.execute(db)
  ).rows[0]?.amount ?? 0

/** Returns the money of a month by payment provider, in minor units. */
export const readMoney = async (
  db: Queryable,
  of: Of,
  month: Month,
): Promise<readonly { readonly method: string; readonly amount: number }[]> =>
  (
    await sql<{ method: string; amount: number }>`
      select l.provider as method, sum(l.amount) as amount from ledger_entries l ${moneyOf(of, month)}
      group by 1 order by 1`.execute(db)
  ).rows

const one = async (db: Queryable, select: RawBuilder<{ count: number }>): Promise<number> =>
  (await select.execute(db)).rows[0]?.count ?? 0

/** Returns the number of reservations cancelled in a month, whenever they were made. */
export const countCancelled = (db: Queryable, of: Of, month: Month): Promise<number> =>
  one(
    db,
    sql`select count(*)::int as count from reservations r
      where r.cancelled_at is not null and ${inMonth(of, month, 'r.cancelled_at')} and ${ofEvent(of, 'r.event_id')} and ${shownReservation(of)}`,
  )

/** Returns the number of persons that a gate let in during a month. Somebody who goes out and comes back counts once. */
export const countCheckedIn = (db: Queryable, of: Of, month: Month): Promise<number> =>
  one(
    db,
    sql`select count(distinct s.participant_id)::int as count from events e join scans s on s.event_id = e.id
      left join scan_points sp on sp.id = s.point_id
      where ${ofEvent(of, 'e.id')} and ${inMonth(of, month, 's.scanned_at')} and s.direction = 'in' and s.accepted
        and coalesce(sp.kind, 'gate') = 'gate'
        and ${shown(of.query, { event: 'e.id', reservation: 's.reservation_id' })}`,
  )

/** Returns the accounts of members made in a month, by day. */
export const readAccounts = (db: Queryable, of: Of, month: Month): Promise<DayCount[]> =>
  byDay(
    db,
    of,
    month,
    (isOfDay) => sql`select count(*)::int as count from users u
      where u.user_type = 'user' and ${isOfDay('u.created_at')} and ${shown(of.query, { person: 'u.id' })}`,
  )

export interface NightOfBeds {
  readonly night: string
  readonly sold: number
  readonly for_sale: number
}

/**
 * Returns the beds by night: those that events offer, and the persons of reservations that hold and sleep there. Of one
 * event all nights, else the nights of the month.
 */
export const readBeds = async (db: Queryable, of: Of, month: Month): Promise<NightOfBeds[]> => {
  const nights =
    of.eventId === null
      ? sql`q.night >= ${firstOf(month)}::date and q.night < ${firstOf(monthBefore(month, -1))}::date`
      : sql`q.event_id = ${of.eventId}`
  return (
    await sql<NightOfBeds>`
      with offered as (
        select q.event_id, q.night, sum(q.capacity) as beds from quotas q join events e on e.id = q.event_id
        where q.kind = 'beds' and e.status <> 'draft' and ${nights} and ${shown(of.query, { event: 'q.event_id' })}
        group by 1, 2),
      -- Each event's reservations once, not once for each of its nights.
      sleeping as materialized (
        select r.event_id, r.check_in, r.check_out, sum(r.persons) as persons
        from (select distinct event_id from offered) o join reservations r on r.event_id = o.event_id
        where r.event_accommodation_id is not null and ${shownReservation(of)} and ${holds(of.now)}
        group by 1, 2, 3)
      select to_char(o.night, 'YYYY-MM-DD') as night, sum(o.beds)::int as for_sale,
        coalesce(sum((select sum(s.persons) from sleeping s
          where s.event_id = o.event_id and s.check_in <= o.night and s.check_out > o.night)), 0)::int as sold
      from offered o group by o.night order by o.night`.execute(db)
  ).rows
}

/** The reservations of an event that hold, made up to the end of a month if there is one. */
const madeUntil = (of: Of, eventId: string, month: Month | undefined) => sql`reservations r
  where r.event_id = ${eventId} and ${shownReservation(of)} and ${holds(of.now)}
    and ${month ? sql`r.created_at < ${firstOf(monthBefore(month, -1))}::timestamp at time zone ${of.zone}` : sql`true`}`

/** Returns the persons of an event at the end of a month. */
export const countSoFar = (db: Queryable, of: Of, eventId: string, month: Month): Promise<number> =>
  one(db, sql`select coalesce(sum(r.persons), 0)::int as count from ${madeUntil(of, eventId, month)}`)

/**
 * Returns the persons of an event by the weeks between the day their reservation was made and its first day.
 *
 * @param until those up to the end of this month alone
 */
export const readWeeks = async (
  db: Queryable,
  of: Of,
  eventId: string,
  startsOn: string,
  until?: Month,
): Promise<WeekCount[]> =>
  (
    await sql<WeekCount>`
      select greatest(0, floor((${startsOn}::date - (r.created_at at time zone ${of.zone})::date) / 7.0))::int as weeks,
        sum(r.persons)::int as count
      from ${madeUntil(of, eventId, until)} group by 1 order by 1`.execute(db)
  ).rows

export interface Place {
  readonly zone: string
  readonly currency: string
  /** The calendar day of `now`. */
  readonly today: string
}

/** Returns the organisation's time zone, currency and day. */
export const readPlace = async (db: Queryable, now: Date): Promise<Place | undefined> =>
  (
    await sql<Place>`
      select time_zone as zone, currency, to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today
      from client_groups`.execute(db)
  ).rows[0]

export interface EventOf {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly capacity: number | null
  /** Its first day. */
  readonly starts_on: string
}

export const readEvent = async (
  db: Queryable,
  query: object,
  id: string,
  reader: Language,
): Promise<EventOf | undefined> =>
  (
    await sql<EventOf>`
      select e.id, ${toldIn(reader, 'e', 'name')} as name, e.currency, e.capacity,
        to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM-DD') as starts_on
      from events e where e.id = ${id}
        and ${shown(query, { event: 'e.id' })}`.execute(db)
  ).rows[0]
