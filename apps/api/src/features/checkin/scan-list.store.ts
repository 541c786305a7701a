import { POINT_KINDS, SERVED_KINDS } from '@shiloh/contract/checkin/points'
import { type ListedScan, SCAN_STATES, type ScanState, type scanRoutes } from '@shiloh/contract/checkin/scan-list'
import {
  DIRECTIONS,
  type Direction,
  SAID,
  type Said,
  SCAN_RESULTS,
  type ScanResult,
  type ScanVerdict,
} from '@shiloh/contract/checkin/scans'
import type { Language, QueryOf } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import type { Scans } from '#db'
import { shown } from '#platform/auth/denied.store'
import { countAbout } from '#platform/db/count.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, fitsAny, type ListSql } from '#platform/db/pages.store'
import { hasCode, hasWords } from '#platform/db/search.store'
import { POINT_TIME } from './point-time.store.ts'
import { oneOf } from './store.ts'

interface ScanRow {
  readonly id: string
  readonly scanned_at: Date
  readonly received_at: Date
  readonly name: string | null
  readonly user_id: string | null
  readonly reservation_id: string | null
  readonly code: string
  readonly direction: string
  readonly result: string
  readonly said: string | null
  readonly device_id: string
  readonly device: string
  readonly point: string | null
  readonly point_starts_at: Date | null
  readonly point_kind: string | null
  readonly scanned_by: string | null
  readonly accepted: boolean
  readonly is_double: boolean
  readonly from_revoked: boolean
  readonly withdrawn_at: Date | null
  readonly withdrawn_by: string | null
  readonly undone_at: Date | null
  readonly undone_by: string | null
}

/** What each state is in the books. Those who withdrew or undid have indexes, which the times have not. */
const STATES: Readonly<Record<ScanState, RawBuilder<unknown>>> = {
  counted: sql`s.accepted`,
  refused: sql`(not s.accepted and s.withdrawn_by is null and s.undone_by is null)`,
  withdrawn: sql`s.withdrawn_by is not null`,
  undone: sql`s.undone_by is not null`,
  double: sql`s.double_of is not null`,
  corrected: sql`(s.said is not null and s.said <> s.result and (s.said, s.result) <> ('ok', 'already_redeemed'))`,
  revoked: sql`s.from_revoked`,
}

/**
 * Returns which scans have this name, as `verdictOf` gives it. What the device said counts where the server would have let
 * the person through. Said so that the indexes of scans that were not accepted are of use.
 */
const hasVerdict = (eventId: string, verdict: ScanVerdict): RawBuilder<unknown> => {
  const shown = (word: Said) =>
    word === 'ok'
      ? sql`(s.result = 'ok' and (s.said is null or s.said = 'ok'))`
      : sql`((s.result <> 'ok' and s.result = ${word}) or (s.said is not null and s.said <> s.result and s.result = 'ok' and s.said = ${word}))`
  const served = sql`s.point_id = any(array(
    select id from scan_points where event_id = ${eventId} and kind in (${sql.join(SERVED_KINDS)})))`
  switch (verdict) {
    case 'not_inside':
      return sql`(${shown('invalid')} and s.direction = 'out' and s.participant_id is not null)`
    case 'invalid':
      return sql`(${shown('invalid')} and (s.direction <> 'out' or s.participant_id is null))`
    case 'already_once':
      return sql`(${shown('already_redeemed')} and ${served})`
    case 'already_redeemed':
      return sql`(${shown('already_redeemed')} and ${served} is not true)`
    case 'point_removed':
      return sql`(s.result <> 'ok' and s.result = 'wrong_event' and s.participant_id is not null)`
    case 'wrong_event':
      return sql`(${shown('wrong_event')} and (s.result = 'ok' or s.participant_id is null))`
    default:
      return shown(verdict)
  }
}

/** A time by the clock of an event. */
const instant = (eventId: string, minute: string): RawBuilder<unknown> =>
  sql`(select ${minute}::timestamp at time zone time_zone from events where id = ${eventId})`

/** Selects the people of an event by name, or by the code of their reservation. */
const peopleOf = (eventId: string, words: string): RawBuilder<unknown> => sql`
  select p.id from reservation_participants p join reservations r on r.id = p.reservation_id
  where r.event_id = ${eventId} and (${hasWords(words, sql`search_key(p.name)`)} or ${hasCode(words, 'r.code')})`

const listOf = (eventId: string) =>
  ({
    table: 's',
    sort: { at: 's.scanned_at' },
    filter: {
      // The people of one event are few beside its scans.
      search: (words) => sql<boolean>`s.participant_id = any(array(${peopleOf(eventId, words)}))`,
      result: (verdicts) => fitsAny(verdicts, (verdict) => hasVerdict(eventId, verdict)),
      state: (states) => fitsAny(states, (state) => STATES[state]),
      from: (minute) => sql<boolean>`s.scanned_at >= ${instant(eventId, minute)}`,
      until: (minute) => sql<boolean>`s.scanned_at < ${instant(eventId, minute)}`,
    },
  }) as const satisfies ListSql<typeof scanRoutes.listScans, Scans>

type Query = QueryOf<typeof scanRoutes.listScans>

const fromOf = (eventId: string, query: Omit<Query, 'page' | 'page_size'>): RawBuilder<unknown> =>
  sql`from scans s where ${sql.join(
    [
      sql`s.event_id = ${eventId}`,
      shown(query, { reservation: 's.reservation_id' }),
      ...conditions(query, listOf(eventId)),
    ],
    sql` and `,
  )}`

const personName = (alias: string) => sql`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`
const columnsIn = (language: Language) => sql`
  s.id::text as id, s.scanned_at, s.received_at, p.name, p.user_id, s.reservation_id, s.direction, s.result, s.said, s.device_id,
  coalesce(d.name, s.device_id) as device, ${toldIn(language, 'sp', 'name')} as point, ${POINT_TIME} as point_starts_at, sp.kind as point_kind, ${personName('b')} as scanned_by, s.accepted, s.double_of is not null as is_double,
  s.from_revoked, s.withdrawn_at, ${personName('w')} as withdrawn_by, s.undone_at, ${personName('n')} as undone_by,
  -- The text of a QR code holds the signature that opens the receipt.
  coalesce(r.code, left(split_part(s.code, '?', 1), 40)) as code`
const JOINS = sql`
  left join reservation_participants p on p.id = s.participant_id
  left join reservations r on r.id = s.reservation_id
  left join scan_points sp on sp.id = s.point_id
  left join gate_devices d on d.id = s.device_id
  left join users b on b.id = s.scanned_by
  left join users w on w.id = s.withdrawn_by
  left join users n on n.id = s.undone_by`

const directionOf = ({ sort: [term] }: Pick<Query, 'sort'>) => sql.raw(term?.direction ?? 'desc')

/** Lists scans of an event. The page is selected from the scans alone, and names are resolved for its rows. */
export const listScans = async (
  db: Queryable,
  eventId: string,
  query: Query,
  language: Language,
): Promise<Page<ListedScan>> => {
  const direction = directionOf(query)
  const inOrder = sql`order by s.scanned_at ${direction}, s.id ${direction}`
  const { search, ...others } = query
  // Without an order of its own the planner reads all scans of the event for somebody who has few or none of them.
  const found = (least: RawBuilder<unknown>) =>
    search
      ? sql`from (${peopleOf(eventId, search)}) f cross join lateral (
          select s.id, s.scanned_at ${fromOf(eventId, others)} and s.participant_id = f.id ${least}) s`
      : fromOf(eventId, query)
  // Of each person only the first scans can be on the page.
  const [start, end] = [offsetOf(query), offsetOf(query) + query.page_size]
  const [{ rows }, total] = await Promise.all([
    sql<ScanRow>`
      with page as (
        select s.id, row_number() over (${inOrder}) as position ${found(sql`${inOrder} limit ${end}`)}
        ${inOrder} limit ${query.page_size} offset ${start})
      select ${columnsIn(language)} from page join scans s on s.id = page.id ${JOINS} order by page.position`.execute(
      db,
    ),
    countAbout(db, found(sql`offset 0`)),
  ])
  return { items: rows.map(scanView), total }
}

/** Returns a reader for exports: chunk by chunk, in the order of the list. */
export const scanReader = (
  db: Queryable,
  eventId: string,
  query: QueryOf<typeof scanRoutes.exportScans>,
  language: Language,
) => {
  const direction = directionOf(query)
  const from = fromOf(eventId, query)
  const later = sql.raw(query.sort[0]?.direction === 'asc' ? '>' : '<')
  return async (last: ListedScan | undefined, size: number): Promise<ListedScan[]> => {
    const after = last ? sql`and (s.scanned_at, s.id) ${later} (${last.at}::timestamptz, ${last._id}::bigint)` : sql``
    const { rows } = await sql<ScanRow>`
      with page as (select s.id ${from} ${after} order by s.scanned_at ${direction}, s.id ${direction} limit ${size})
      select ${columnsIn(language)} from page join scans s on s.id = page.id ${JOINS}
      order by s.scanned_at ${direction}, s.id ${direction}`.execute(db)
    return rows.map(scanView)
  }
}

const byWhom = (at: Date | null, by: string | null) => at && { at: at.toISOString(), by: by ?? '' }

const isState = (row: ScanRow, said: Said | null, result: ScanResult): Readonly<Record<ScanState, boolean>> => ({
  counted: row.accepted,
  refused: !row.accepted && row.withdrawn_at === null && row.undone_at === null,
  withdrawn: row.withdrawn_at !== null,
  undone: row.undone_at !== null,
  double: row.is_double,
  corrected: said !== null && said !== result && !(said === 'ok' && result === 'already_redeemed'),
  revoked: row.from_revoked,
})

const scanView = (row: ScanRow): ListedScan => {
  const result = oneOf(SCAN_RESULTS, row.result)
  const said = row.said === null ? null : oneOf(SAID, row.said)
  const direction: Direction = oneOf(DIRECTIONS, row.direction)
  const states = isState(row, said, result)
  return {
    _id: row.id,
    at: row.scanned_at.toISOString(),
    received_at: row.received_at.toISOString(),
    name: row.name,
    user_id: row.user_id,
    reservation_id: row.reservation_id,
    code: row.code,
    direction,
    result,
    said,
    device_id: row.device_id,
    device: row.device,
    point: row.point,
    point_starts_at: row.point_starts_at?.toISOString() ?? null,
    point_kind: row.point_kind === null ? null : oneOf(POINT_KINDS, row.point_kind),
    scanned_by: row.scanned_by,
    states: SCAN_STATES.filter((state) => states[state]),
    withdrawn: byWhom(row.withdrawn_at, row.withdrawn_by),
    undone: byWhom(row.undone_at, row.undone_by),
  }
}
