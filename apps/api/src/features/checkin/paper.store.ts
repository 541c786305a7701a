import type { Guest, guestRoutes } from '@shiloh/contract/checkin/guests'
import { POINT_RULES, type PointRule } from '@shiloh/contract/checkin/points'
import type { QueryOf } from '@shiloh/contract/core'
import { balanceOf } from '@shiloh/contract/payments/money'
import { sql } from 'kysely'
import type { ReservationParticipants } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, type ListSql, orderTerms } from '#platform/db/pages.store'
import { hasCode, hasWords, personKey } from '#platform/db/search.store'
import { oneOf } from './store.ts'

const guests = {
  table: 'p',
  sort: { code: 'r.code', district: ['di.name', 'assembly.name', 'p.name'] },
  filter: {
    search: (words, query) =>
      sql<boolean>`(${hasWords(words, sql`search_key(p.name) || ${personKey(words, query)} || search_key(coalesce(di.name, '') || ' ' || coalesce(assembly.name, ''))`)} or ${hasCode(words, 'r.code')})`,
    state: (state) => {
      switch (state) {
        case 'to_come':
          return sql<boolean>`p.checked_in_at is null`
        case 'inside':
          return sql<boolean>`(p.checked_in_at is not null and p.checked_out_at is null)`
        case 'left':
          return sql<boolean>`p.checked_out_at is not null`
      }
    },
  },
} as const satisfies ListSql<typeof guestRoutes.listGuests, ReservationParticipants>

interface GuestRow {
  readonly id: string
  readonly reservation_id: string
  readonly name: string
  readonly role: Guest['role']
  readonly code: string
  readonly status: string
  readonly participant_type: string
  readonly district: string | null
  readonly assembly: string | null
  readonly total: number
  readonly paid: number
  readonly waived: number
  readonly reduced: number
  readonly currency: string
  readonly checked_in_at: Date | null
  readonly checked_out_at: Date | null
}

/** Lists guests who can come, and everybody who came. A person without a unit of their own is listed with the main person. */
export const listGuests = async (
  db: Queryable,
  eventId: string,
  query: QueryOf<typeof guestRoutes.listGuests>,
): Promise<Page<Guest>> => {
  const from = sql`
    from reservation_participants p join reservations r on r.id = p.reservation_id join users u on u.id = r.user_id
    left join users own on own.id = p.user_id and own.region_id is not null
    left join church_units di on di.id = coalesce(own.district_id, u.district_id)
    left join church_units assembly on assembly.id = coalesce(own.assembly_id, u.assembly_id)
    where ${sql.join(
      [
        // The index of an event's reservations finds its persons: theirs has only those of live ones.
        sql`r.event_id = ${eventId} and p.event_id = ${eventId} and (r.status in ('pending', 'active', 'redeemed') or p.checked_in_at is not null)`,
        shown(query, { reservation: 'r.id' }),
        ...conditions(query, guests),
      ],
      sql` and `,
    )}`
  const nullable = new Set(['district', 'checked_in_at'])
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<GuestRow>`
      select p.id, p.reservation_id, p.name, p.role, r.code, r.status, p.checked_in_at, p.checked_out_at, r.currency,
        r.total, r.paid, r.waived, r.reduced, di.name as district, assembly.name as assembly,
        (select t.name from event_participant_types e join participant_types t on t.id = e.participant_type_id
          where e.id = p.event_participant_type_id) as participant_type
      ${from} order by ${orderTerms(query, guests, nullable)}, p.id limit ${query.page_size} offset ${offsetOf(query)}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ])
  return {
    items: rows.map(({ id, checked_in_at, checked_out_at, total, paid, waived, reduced, ...row }) => ({
      ...row,
      _id: id,
      balance: balanceOf({ status: row.status, total, paid, waived, reduced }),
      checked_in_at: checked_in_at?.toISOString() ?? null,
      checked_out_at: checked_out_at?.toISOString() ?? null,
    })),
    total: counted[0]?.total ?? 0,
  }
}

/** Returns the rule of a point of an event, and when the event begins. */
export const findPaperPoint = async (
  db: Queryable,
  eventId: string,
  pointId: string,
): Promise<{ readonly rule: PointRule; readonly starts_at: Date } | undefined> => {
  const point = await db
    .selectFrom('scan_points as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select(['p.rule', 'e.starts_at'])
    .where('p.id', '=', pointId)
    .where('p.event_id', '=', eventId)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
  return point && { ...point, rule: oneOf(POINT_RULES, point.rule) }
}

/** Returns those of these participants that an event has, without hidden reservations. */
export const findGuests = async (
  db: Queryable,
  eventId: string,
  ids: readonly string[],
  query: object,
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select p.id from reservation_participants p
    where p.id = any(${[...ids]}::text[]) and p.event_id = ${eventId} and ${shown(query, { reservation: 'p.reservation_id' })}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the numbers of a device's scans, and who entered them, by their ids. */
export const findNumbers = async (
  db: Queryable,
  deviceId: string,
  scanIds: readonly string[],
): Promise<Map<string, { readonly number: string; readonly by: string | null }>> => {
  const { rows } = await sql<{ scan_id: string; number: string; by: string | null }>`
    select scan_id, id::text as number, scanned_by as by from scans
    where device_id = ${deviceId} and scan_id = any(${[...scanIds]}::text[])`.execute(db)
  return new Map(rows.map(({ scan_id, ...row }) => [scan_id, row]))
}
