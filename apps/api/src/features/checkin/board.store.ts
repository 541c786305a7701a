import { type boardRoutes, MOST_TO_LOOK_AT } from '@shiloh/contract/checkin/board'
import { isOverfull, POINT_KINDS, POINT_RULES } from '@shiloh/contract/checkin/points'
import { DIRECTIONS, SAID, SCAN_RESULTS } from '@shiloh/contract/checkin/scans'
import type { DataOf, Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { POINT_TIME } from './point-time.store.ts'
import { oneOf } from './store.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>

/**
 * The steps of people at points, as the fold of scans has them (packages/contract/src/checkin/scans.ts): an entry of
 * somebody inside and an exit of somebody outside are none. Entries and exits of one person and place alternate, so
 * `next` is the other step of an entry, and `later` the entry after it.
 */
const steps = (eventId: string, query: object) => sql`
  passed as (
    select s.participant_id, s.point_id, s.direction, s.scanned_at, s.device_id collate "C" as device_id, s.scan_id collate "C" as scan_id,
      case when p.kind = 'gate' then 'gate' else p.id::text end as place,
      case when p.rule = 'once_a_day' then (s.scanned_at at time zone e.time_zone)::date end as day
    from scans s join scan_points p on p.id = s.point_id join events e on e.id = p.event_id
    where s.event_id = ${eventId} and s.accepted and s.participant_id is not null
      and (s.direction = 'in' or p.rule in ('in_out', 'count')) and ${shown(query, { reservation: 's.reservation_id' })}),
  turned as (
    select passed.*, lag(direction, 1, 'out') over one as before from passed
    window one as (partition by participant_id, place, day order by scanned_at, device_id, scan_id)),
  steps as (
    select participant_id, point_id, direction, scanned_at, day, lead(direction) over one as next, lead(direction, 2) over one as later
    from turned where direction <> before
    window one as (partition by participant_id, place, day order by scanned_at, device_id, scan_id))`

interface CountedRow {
  readonly point_id: string
  /** Null: of all quarters. */
  readonly at: Date | null
  readonly people: number
  readonly gone: number
  readonly inside: number
  readonly lately: number
  readonly today: number
  readonly came: number
  readonly left: number
}

/**
 * Counts people at the points of an event, and by quarter of an hour. People who are inside twice by two rules of a
 * point count once.
 */
export const countPoints = async (
  db: Queryable,
  eventId: string,
  query: object,
  { now, language }: { readonly now: Date; readonly language: Language },
): Promise<Pick<Board, 'points' | 'quarters'>> => {
  const [points, counted] = await Promise.all([
    db
      .selectFrom('scan_points')
      .select(['id', 'kind', 'rule', 'capacity', 'starts_at', 'ends_at', 'removed_at'])
      .select(toldIn(language, 'scan_points', 'name').as('name'))
      .where('event_id', '=', eventId)
      .where(
        sql<boolean>`(removed_at is null or exists (select from scans s where s.point_id = scan_points.id and s.accepted))`,
      )
      .orderBy(sql`removed_at is not null`)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    sql<CountedRow>`
      with ${steps(eventId, query)}
      select point_id, date_bin('15 minutes', scanned_at, timestamptz '2000-01-01') as at,
        (count(distinct participant_id) filter (where direction = 'in' and later is null))::int as people,
        (count(*) filter (where direction = 'out' and next is null))::int as gone,
        (count(*) filter (where direction = 'in' and next is null))::int as inside,
        (count(*) filter (where direction = 'in' and scanned_at > ${now}::timestamptz - interval '15 minutes'))::int as lately,
        (count(distinct participant_id) filter (where direction = 'in'
          and day = (${now}::timestamptz at time zone (select time_zone from events where id = ${eventId}))::date))::int as today,
        (count(*) filter (where direction = 'in'))::int as came, (count(*) filter (where direction = 'out'))::int as left
      from steps group by grouping sets ((point_id), (point_id, date_bin('15 minutes', scanned_at, timestamptz '2000-01-01')))
      order by 2, 1`.execute(db),
  ])
  const sums = new Map(counted.rows.flatMap((row) => (row.at === null ? [[row.point_id, row] as const] : [])))
  return {
    points: points.map(({ id, starts_at, ends_at, removed_at, ...row }) => {
      const kind = oneOf(POINT_KINDS, row.kind)
      const rule = oneOf(POINT_RULES, row.rule)
      const isPlace = rule === 'in_out' || rule === 'count'
      const { people = 0, gone = 0, inside = 0, lately = 0, today = 0 } = sums.get(id) ?? {}
      return {
        ...row,
        _id: id,
        kind,
        rule,
        starts_at: starts_at?.toISOString() ?? null,
        ends_at: ends_at?.toISOString() ?? null,
        in: people,
        out: isPlace ? gone : null,
        inside: isPlace ? inside : null,
        lately,
        today: rule === 'once_a_day' ? today : null,
        removed: removed_at !== null,
        overfull: isOverfull(row.capacity, isPlace ? inside : rule === 'once_a_day' ? today : people),
      }
    }),
    quarters: counted.rows
      .flatMap(({ at, point_id, came, left }) =>
        at === null ? [] : [{ at: at.toISOString(), point_id, in: came, out: left }],
      )
      .slice(-MOST_QUARTERS),
  }
}

/** Quarters of an hour on the board, of all points together: the latest ones. */
const MOST_QUARTERS = 5000

/** Returns whether more people are at a point than it has room for. A point of once a day counts the day of `now`. */
export const isPointOverfull = async (db: Queryable, pointId: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ capacity: number | null; people: number }>`
    select p.capacity, case when p.capacity is null then 0 else (select count(*)::int from (
      select distinct on (s.participant_id) s.direction from scans s where s.point_id = p.id and s.accepted and s.participant_id is not null
        and (p.rule <> 'once_a_day' or (s.scanned_at at time zone e.time_zone)::date = (${now}::timestamptz at time zone e.time_zone)::date)
      order by s.participant_id, s.scanned_at desc, s.device_id collate "C" desc, s.scan_id collate "C" desc) l where l.direction = 'in') end as people
    from scan_points p join events e on e.id = p.event_id where p.id = ${pointId}`.execute(db)
  const [point] = rows
  return point !== undefined && isOverfull(point.capacity, point.people)
}

const who = sql`p.name, p.user_id, r.code, s.reservation_id`
const entry = (scan: string, language: Language) => sql`json_build_object('at', ${sql.ref(`${scan}.scanned_at`)},
  'device_id', ${sql.ref(`${scan}.device_id`)}, 'device', coalesce((select d.name from gate_devices d where d.id = ${sql.ref(`${scan}.device_id`)}), ${sql.ref(`${scan}.device_id`)}),
  'point', coalesce((select ${toldIn(language, 'sp', 'name')} from scan_points sp where sp.id = ${sql.ref(`${scan}.point_id`)}), ''),
  'point_starts_at', (select ${POINT_TIME} from scan_points sp where sp.id = ${sql.ref(`${scan}.point_id`)}),
  'point_kind', (select sp.kind from scan_points sp where sp.id = ${sql.ref(`${scan}.point_id`)}))`

interface EntryRow {
  readonly at: string
  readonly device_id: string
  readonly device: string
  readonly point: string
  readonly point_starts_at: string | null
  readonly point_kind: string | null
}
const kindOf = (kind: string | null) => (kind === null ? null : oneOf(POINT_KINDS, kind))
const entryView = ({ at, point_starts_at, point_kind, ...row }: EntryRow) => ({
  ...row,
  point_kind: kindOf(point_kind),
  at: new Date(at).toISOString(),
  point_starts_at: point_starts_at === null ? null : new Date(point_starts_at).toISOString(),
})

/** A QR code's text holds the signature that opens the receipt: the board shows the code of the reservation. */
const SHOWN_CODE = sql<string>`coalesce(r.code, left(split_part(s.code, '?', 1), 40))`

/** Lists double entries that nobody has looked at, newest first. */
export const listDoubles = async (
  db: Queryable,
  eventId: string,
  query: object,
  language: Language,
): Promise<Board['double_entries']> => {
  const { rows } = await sql<{
    _id: string
    name: string
    user_id: string | null
    code: string
    reservation_id: string
    first: EntryRow
    second: EntryRow
  }>`
    select s.id::text as _id, ${who}, ${entry('f', language)} as first, ${entry('s', language)} as second
    from scans s join scans f on f.id = s.double_of join reservation_participants p on p.id = s.participant_id
    join reservations r on r.id = s.reservation_id
    where s.event_id = ${eventId} and s.double_of is not null and s.looked_at is null and ${shown(query, { reservation: 's.reservation_id' })}
    order by s.scanned_at desc, s.id desc limit ${MOST_TO_LOOK_AT}`.execute(db)
  return rows.map((row) => ({ ...row, first: entryView(row.first), second: entryView(row.second) }))
}

/** The entry in force of somebody whose reservation was cancelled, or failed, while or before they were let in. */
const ENDED = sql`(s.accepted and s.direction = 'in' and r.status in ('cancelled', 'failed')
  and p.checked_in_at = s.scanned_at and p.checked_out_at is null)`

/** Two scans at one place: all gates of an event are one. */
const samePlace = (
  one: string,
  other: string,
) => sql`(${sql.ref(`${one}.point_id`)} is not distinct from ${sql.ref(`${other}.point_id`)}
  or (select count(*) from scan_points g where g.id in (${sql.ref(`${one}.point_id`)}, ${sql.ref(`${other}.point_id`)}) and g.kind = 'gate') = 2)`

/**
 * A device sent somebody away who could have come in, and nobody let them in there since, nor were they there already: another
 * device can have let them in before it delivered. The code of several people is answered by any of them who comes later.
 */
const IS_UNANSWERED = sql`(s.result in ('ok', 'several', 'already_redeemed') and r.status not in ('cancelled', 'failed')
  and not exists (select from scans other
    where other.accepted and other.direction = s.direction
      and other.participant_id in (select o.id from reservation_participants o
        where o.reservation_id = s.reservation_id and (s.result = 'several' or o.id = s.participant_id))
      and ${samePlace('other', 's')} and (other.scanned_at >= s.scanned_at or s.result <> 'several'
        and not exists (select from scans back where back.participant_id = other.participant_id and back.accepted
          and back.direction <> other.direction and back.scanned_at > other.scanned_at and ${samePlace('back', 'other')})
        and not exists (select from scan_points daily join events e on e.id = daily.event_id where daily.id = s.point_id
          and daily.rule = 'once_a_day' and (other.scanned_at at time zone e.time_zone)::date <> (s.scanned_at at time zone e.time_zone)::date))))`

/**
 * Lists scans about which the server says something else than the device, and scans of revoked devices, newest first. A
 * second entry that a late scan has explained is nothing to look at, and neither is somebody whom a device sent away
 * because it could not decide, and who came in later.
 */
export const listCorrections = async (
  db: Queryable,
  eventId: string,
  query: object,
  language: Language,
): Promise<Board['corrections']> => {
  const { rows } = await sql<{
    _id: string
    name: string | null
    user_id: string | null
    code: string
    reservation_id: string | null
    direction: string
    said: string
    result: string
    from_revoked: boolean
    ended: boolean
    accepted: boolean
    scan: EntryRow
  }>`
    select s.id::text as _id, p.name, p.user_id, ${SHOWN_CODE} as code, s.reservation_id, s.direction, coalesce(s.said, s.result) as said, s.result, s.from_revoked,
      coalesce(${ENDED}, false) as ended, s.accepted, ${entry('s', language)} as scan
    from scans s left join reservation_participants p on p.id = s.participant_id left join reservations r on r.id = s.reservation_id
    where s.event_id = ${eventId} and (s.said <> s.result and (s.said, s.result) <> ('ok', 'already_redeemed') or s.from_revoked or ${ENDED})
      and (s.participant_id is not null or s.said = 'ok')
      and (s.said is distinct from 'kept' or ${IS_UNANSWERED}) and s.double_of is null and s.looked_at is null and s.withdrawn_at is null and s.undone_at is null
      and ${shown(query, { reservation: 's.reservation_id' })}
    order by s.scanned_at desc, s.id desc limit ${MOST_TO_LOOK_AT}`.execute(db)
  return rows.map(({ scan, ...row }) => ({
    ...row,
    direction: oneOf(DIRECTIONS, row.direction),
    said: oneOf(SAID, row.said),
    result: oneOf(SCAN_RESULTS, row.result),
    ...entryView(scan),
  }))
}

/** Returns the name and the days of an event. */
export const findBoardEvent = async (
  db: Queryable,
  eventId: string,
  language: Language,
): Promise<Board['event'] | undefined> => {
  const event = await db
    .selectFrom('events')
    .select(['starts_at', 'ends_at', 'time_zone', 'gate_copy_minutes as copy_minutes'])
    .select(toldIn(language, 'events', 'name').as('name'))
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event && { ...event, starts_at: event.starts_at.toISOString(), ends_at: event.ends_at.toISOString() }
}

/** Returns the latest scans of an event, whatever their result. */
export const latestScans = async (
  db: Queryable,
  eventId: string,
  query: object,
  language: Language,
): Promise<Board['latest']> => {
  const rows = await db
    .selectFrom('scans as s')
    .leftJoin('reservation_participants as p', 'p.id', 's.participant_id')
    .leftJoin('reservations as r', 'r.id', 's.reservation_id')
    .leftJoin('scan_points as sp', 'sp.id', 's.point_id')
    .leftJoin('gate_devices as d', (join) => join.on(sql<boolean>`d.id = s.device_id`))
    .select(['s.id', 'p.name', 'p.user_id', 's.direction', 's.result', 's.device_id', 's.scanned_at', 's.received_at'])
    .leftJoin('users as un', 'un.id', 's.undone_by')
    .select(toldIn(language, 'sp', 'name').$castTo<string | null>().as('point'))
    .select(['sp.kind as point_kind', 'd.name as device', 's.said', 's.withdrawn_at'])
    .select(POINT_TIME.as('point_starts_at'))
    .select(sql<string | null>`un.first_name || ' ' || un.last_name`.as('undone_by'))
    .select(SHOWN_CODE.as('code'))
    .where('s.event_id', '=', eventId)
    .where(shown(query, { reservation: 's.reservation_id' }))
    .orderBy('s.scanned_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(50)
    .execute()
  // Scans that the server decided in one moment are ordered by milliseconds that have not passed yet.
  const happened = (row: (typeof rows)[number]) => Math.min(row.scanned_at.getTime(), row.received_at.getTime())
  const latest = rows.sort((a, b) => happened(b) - happened(a) || Number(b.id) - Number(a.id))
  return latest.map((row) => ({
    _id: String(row.id),
    name: row.name,
    user_id: row.user_id,
    code: row.code,
    direction: oneOf(DIRECTIONS, row.direction),
    result: oneOf(SCAN_RESULTS, row.result),
    said: row.said === null ? null : oneOf(SAID, row.said),
    device_id: row.device_id,
    device: row.device ?? row.device_id,
    point: row.point ?? '',
    point_starts_at: row.point_starts_at?.toISOString() ?? null,
    point_kind: kindOf(row.point_kind),
    at: row.scanned_at.toISOString(),
    withdrawn: row.withdrawn_at !== null,
    undone_by: row.undone_by,
  }))
}
