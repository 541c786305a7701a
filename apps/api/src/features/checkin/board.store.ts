import type { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { isOverfull, POINT_KINDS, POINT_RULES } from '@shiloh/contract/checkin/points'
import { DIRECTIONS, SCAN_RESULTS } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { oneOf } from './store.ts'

type Board = DataOf<typeof checkinRoutes.liveBoard>

/** Counts people at the points of an event. At gates, which are one place together, the event's counters say who is inside. */
export const countPoints = async (db: Queryable, eventId: string, query: object): Promise<Board['points']> => {
  const { rows } = await sql<{
    _id: string
    name: string
    kind: string
    rule: string
    capacity: number | null
    starts_at: Date | null
    ends_at: Date | null
    people: number
    entries: number
    exits: number
    inside: number
  }>`
    with passed as (
      select s.* from scans s where s.event_id = ${eventId} and s.accepted and s.participant_id is not null and s.point_id is not null
        and ${shown(query, { reservation: 's.reservation_id' })}),
    counted as (
      select point_id, count(distinct participant_id)::int as people, (count(*) filter (where direction = 'in'))::int as entries,
        (count(*) filter (where direction = 'out'))::int as exits
      from passed group by point_id),
    last as (
      select point_id, (count(*) filter (where direction = 'in'))::int as inside from (
        select distinct on (point_id, participant_id) point_id, direction from passed
        order by point_id, participant_id, scanned_at desc, device_id collate "C" desc, scan_id collate "C" desc) l group by point_id)
    select p.id as _id, p.name, p.kind, p.rule, p.capacity, p.starts_at, p.ends_at, coalesce(c.people, 0) as people, coalesce(c.entries, 0) as entries,
      coalesce(c.exits, 0) as exits, coalesce(l.inside, 0) as inside
    from scan_points p left join counted c on c.point_id = p.id left join last l on l.point_id = p.id
    where p.event_id = ${eventId} order by p.position, p.id`.execute(db)
  return rows.map(({ starts_at, ends_at, inside, ...row }) => {
    const kind = oneOf(POINT_KINDS, row.kind)
    const rule = oneOf(POINT_RULES, row.rule)
    const isPlace = kind !== 'gate' && (rule === 'in_out' || rule === 'count')
    return {
      ...row,
      kind,
      rule,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
      inside: isPlace ? inside : null,
      overfull: isOverfull(row.capacity, isPlace ? inside : row.people),
    }
  })
}

/** Returns whether more people are at a point than it has room for. */
export const isPointOverfull = async (db: Queryable, pointId: string): Promise<boolean> => {
  const { rows } = await sql<{ capacity: number | null; people: number }>`
    select p.capacity, case when p.capacity is null then 0 else (select count(*)::int from (
      select distinct on (s.participant_id) s.direction from scans s where s.point_id = p.id and s.accepted and s.participant_id is not null
      order by s.participant_id, s.scanned_at desc, s.device_id collate "C" desc, s.scan_id collate "C" desc) l where l.direction = 'in') end as people
    from scan_points p where p.id = ${pointId}`.execute(db)
  const [point] = rows
  return point !== undefined && isOverfull(point.capacity, point.people)
}

/** Counts entries and exits by point and quarter of an hour. */
export const countQuarters = async (db: Queryable, eventId: string, query: object): Promise<Board['quarters']> => {
  const { rows } = await sql<{ at: Date; point_id: string; in: number; out: number }>`
    select date_bin('15 minutes', s.scanned_at, timestamptz '2000-01-01') as at, s.point_id,
      (count(*) filter (where s.direction = 'in'))::int as in, (count(*) filter (where s.direction = 'out'))::int as out
    from scans s where s.event_id = ${eventId} and s.accepted and s.point_id is not null
      and ${shown(query, { reservation: 's.reservation_id' })}
    group by 1, 2 order by 1 desc, 2 limit 5000`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() })).reverse()
}

/** Double entries and corrections on the board, newest first. */
const MOST = 100

const who = sql`p.name, r.code, s.reservation_id`
const entry = (scan: string) => sql`json_build_object('at', ${sql.ref(`${scan}.scanned_at`)},
  'device_id', ${sql.ref(`${scan}.device_id`)}, 'device', coalesce((select d.name from gate_devices d where d.id = ${sql.ref(`${scan}.device_id`)}), ${sql.ref(`${scan}.device_id`)}),
  'point', coalesce((select sp.name from scan_points sp where sp.id = ${sql.ref(`${scan}.point_id`)}), ''))`

interface EntryRow {
  readonly at: string
  readonly device_id: string
  readonly device: string
  readonly point: string
}
const entryView = ({ at, ...row }: EntryRow): EntryRow => ({ ...row, at: new Date(at).toISOString() })

export const listDoubles = async (db: Queryable, eventId: string, query: object): Promise<Board['double_entries']> => {
  const { rows } = await sql<{
    _id: string
    name: string
    code: string
    reservation_id: string
    first: EntryRow
    second: EntryRow
  }>`
    select s.id::text as _id, ${who}, ${entry('f')} as first, ${entry('s')} as second
    from scans s join scans f on f.id = s.double_of join reservation_participants p on p.id = s.participant_id
    join reservations r on r.id = s.reservation_id
    where s.event_id = ${eventId} and s.double_of is not null and ${shown(query, { reservation: 's.reservation_id' })}
    order by s.scanned_at desc, s.id desc limit ${MOST}`.execute(db)
  return rows.map((row) => ({ ...row, first: entryView(row.first), second: entryView(row.second) }))
}

export const listCorrections = async (db: Queryable, eventId: string, query: object): Promise<Board['corrections']> => {
  const { rows } = await sql<{
    _id: string
    name: string
    code: string
    reservation_id: string
    direction: string
    said: string
    result: string
    from_revoked: boolean
    scan: EntryRow
  }>`
    select s.id::text as _id, ${who}, s.direction, coalesce(s.said, s.result) as said, s.result, s.from_revoked, ${entry('s')} as scan
    from scans s join reservation_participants p on p.id = s.participant_id join reservations r on r.id = s.reservation_id
    where s.event_id = ${eventId} and (s.said <> s.result or s.from_revoked) and s.double_of is null
      and ${shown(query, { reservation: 's.reservation_id' })}
    order by s.scanned_at desc, s.id desc limit ${MOST}`.execute(db)
  return rows.map(({ scan, ...row }) => ({
    ...row,
    direction: oneOf(DIRECTIONS, row.direction),
    said: oneOf(SCAN_RESULTS, row.said),
    result: oneOf(SCAN_RESULTS, row.result),
    ...entryView(scan),
  }))
}
