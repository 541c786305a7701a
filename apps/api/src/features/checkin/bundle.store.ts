import { POINT_KINDS, POINT_RULES } from '@shiloh/contract/checkin/points'
import { type AcceptedScan, DIRECTIONS } from '@shiloh/contract/checkin/scans'
import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { GATE_COLUMNS, GATE_JOINS, type GateRow, oneOf } from './store.ts'

/** Where a device's copy of an event stands: the server's data, and the first transaction that it may have missed. */
export interface Cursor {
  /** Changes when the data are restored elsewhere, where transactions have other numbers. */
  readonly cluster: string
  readonly xid: bigint
}

/** Transaction ids of rows have 32 bits. */
const XIDS = 2 ** 32

/**
 * Returns the present cursor, and how many transactions ago `since` was. Null: too long ago, or elsewhere. Every row that
 * is written after this snapshot has a transaction id from the cursor on, so nothing has to be counted while people
 * reserve and scan.
 */
export const readCursor = async (
  db: Queryable,
  since: Cursor | null,
): Promise<{ now: Cursor; next: string; age: number | null }> => {
  const { rows } = await sql<{ cluster: string; xid: string; next: string }>`
    select (select system_identifier::text from pg_control_system()) as cluster, pg_snapshot_xmin(s)::text as xid, pg_snapshot_xmax(s)::text as next
    from pg_current_snapshot() s`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no snapshot')
  const age = since === null || since.cluster !== row.cluster ? -1 : Number(BigInt(row.next) - since.xid)
  return {
    now: { cluster: row.cluster, xid: BigInt(row.xid) },
    next: row.next,
    age: age < 0 || age >= XIDS / 2 ? null : age,
  }
}

/**
 * Returns the reservations of an event of which a row was written within the last `age` transactions before `next`. A
 * person who was taken out of a reservation has no row any more, but the reservation has changed.
 */
export const findChanged = async (db: Queryable, eventId: string, next: string, age: number): Promise<string[]> => {
  const isNew = (table: string) =>
    sql`(${next}::numeric % ${XIDS} - ${sql.ref(`${table}.xmin`)}::text::numeric + ${XIDS}) % ${XIDS} <= ${age}`
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r where r.event_id = ${eventId} and ${isNew('r')}
    union select p.reservation_id from reservation_participants p where p.event_id = ${eventId} and ${isNew('p')}
    union select s.reservation_id from scans s where s.event_id = ${eventId} and s.reservation_id is not null and ${isNew('s')}
    union select b.reservation_id from bed_assignments b join reservations r on r.id = b.reservation_id
      where r.event_id = ${eventId} and ${isNew('b')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the persons of an event, or of some of its reservations. */
export const listBundleRows = async (
  db: Queryable,
  eventId: string,
  reservationIds: readonly string[] | null,
): Promise<GateRow[]> => {
  const { rows } = await sql<GateRow>`${sql.raw(GATE_COLUMNS)}
    from reservation_participants p join reservations r on r.id = p.reservation_id ${sql.raw(GATE_JOINS)}
    where p.event_id = ${eventId} ${reservationIds === null ? sql`` : sql`and p.reservation_id = any(${reservationIds}::text[])`}
    order by p.reservation_id, p.position`.execute(db)
  return rows
}

export interface BundleScan extends AcceptedScan {
  readonly participantId: string
  readonly pointId: string | null
}

/** Returns the accepted scans of an event, or of some of its reservations. */
export const listBundleScans = async (
  db: Queryable,
  eventId: string,
  reservationIds: readonly string[] | null,
): Promise<BundleScan[]> => {
  const { rows } = await sql<Omit<BundleScan, 'direction'> & { direction: string }>`
    select s.device_id as "deviceId", s.scan_id as "scanId", s.direction, s.scanned_at as at, s.participant_id as "participantId",
      s.point_id as "pointId"
    from scans s where s.event_id = ${eventId} and s.accepted and s.participant_id is not null
      ${reservationIds === null ? sql`` : sql`and s.reservation_id = any(${reservationIds}::text[])`}`.execute(db)
  return rows.map((row) => ({ ...row, direction: oneOf(DIRECTIONS, row.direction) }))
}

/** Returns an event with its points and the number of its persons, in the language of a gate. */
export const findBundleEvent = async (db: Queryable, eventId: string, reader: Language) => {
  const event = await db
    .selectFrom('events')
    .select([
      toldIn(reader, 'events', 'name').as('name'),
      'id',
      'starts_at',
      'ends_at',
      'time_zone',
      'currency',
      'gate_copy_minutes',
    ])
    .select(
      sql<number>`(select count(*)::int from reservation_participants p where p.event_id = events.id)`.as('total'),
    )
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) return undefined
  const rows = await db
    .selectFrom('scan_points')
    .select(['id as _id', 'kind', 'rule', 'capacity', 'starts_at', 'ends_at', 'caterer_id', 'removed_at'])
    .select(toldIn(reader, 'scan_points', 'name').as('name'))
    .where('event_id', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const points = rows.map(({ removed_at, ...point }) => ({
    isRemoved: removed_at !== null,
    point: {
      ...point,
      kind: oneOf(POINT_KINDS, point.kind),
      rule: oneOf(POINT_RULES, point.rule),
      starts_at: point.starts_at?.toISOString() ?? null,
      ends_at: point.ends_at?.toISOString() ?? null,
    },
  }))
  return {
    ...event,
    points: points.flatMap(({ isRemoved, point }) => (isRemoved ? [] : [point])),
    /** Removed points too: who was let in at a removed gate is in. */
    rules: new Map(points.map(({ point: { _id, kind, rule } }) => [_id, { kind, rule }])),
  }
}
