import type { checkinRoutes, GateCounters, GateParticipant } from '@shiloh/contract/checkin/checkin'
import { POINT_KINDS, POINT_RULES } from '@shiloh/contract/checkin/points'
import {
  type AcceptedScan,
  DIRECTIONS,
  type Direction,
  entryInForce,
  foldScans,
  type PointFacts,
  SAID,
  type Said,
  SCAN_RESULTS,
  type ScanResult,
} from '@shiloh/contract/checkin/scans'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { balanceOf } from '@shiloh/contract/payments/money'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { type Translations, textIn } from '@shiloh/contract/text/translations'
import { sql as raw } from 'kysely'
import type { ReservationParticipants } from '#db'
import { IN_FORCE, PRICE_IN_FORCE, WAIVED_IN_FORCE } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, type ListSql, orderTerms } from '#platform/db/pages.store'
import type { RowOf, Unchecked } from '#platform/db/rows'
import { hasCode, hasWords, personKey } from '#platform/db/search.store'
import { type Sql, sqlIn, type TxSql, type Write } from '#platform/db/sql.store'

/** A participant with everything that a gate shows and decides on. */
export interface GateRow
  extends RowOf<
    Pick<
      GateParticipant,
      | 'reservation_id'
      | 'event_id'
      | 'code'
      | 'name'
      | 'role'
      | 'participant_type'
      | 'title'
      | 'room_category'
      | 'caterer'
      | 'party'
      | 'currency'
      | 'checked_in_at'
      | 'checked_out_at'
    >,
    'checked_in_at' | 'checked_out_at'
  > {
  readonly id: string
  readonly qr_id: string
  /** What they are called in other languages. */
  readonly texts: Readonly<Record<'participant_type' | 'title' | 'room_category', Translations<'name'> | null>>
  readonly status: ReservationStatus
  /** When the reservation was archived with its event, and what it was until then. Null: it is not archived. */
  readonly archived_at: Date | null
  readonly status_before: ReservationStatus | null
  readonly user_id: string
  readonly room_name: string | null
  readonly room_block: string | null
  readonly room_floor: number | null
  readonly bed: number | null
  readonly total: number
  readonly paid: number
  /** Of the choice in force, without a dearer change that waits to be paid. */
  readonly waived: number
  readonly reduced: number
  /** The total of the choice in force. */
  readonly standing_total: number
  /** What of it confirms the place. Null: all of it. */
  readonly due_at_once: number | null
  /** The caterer whose meals this person ordered. */
  readonly caterer_id: string | null
}

/** The entry in force of somebody at a point. */
export interface EntryShown {
  readonly at: Date
  readonly device_id: string
  /** The name of the device, or its id if it is not registered. */
  readonly device: string
}

export const GATE_COLUMNS = `
  select p.id, p.reservation_id, p.event_id, p.qr_id, r.code, p.name, p.role, r.status, r.user_id, pt.name as participant_type,
         t.name as title, room.name as room_name, block.name as room_block, room.floor as room_floor, bed.bed,
         category.name as room_category,
         jsonb_build_object('participant_type', pt.translations, 'title', t.translations, 'room_category', category.translations) as texts,
         caterer.name as caterer, ec.caterer_id,
         r.persons as party,
         r.total, r.paid, ${WAIVED_IN_FORCE} as waived, r.reduced, ${PRICE_IN_FORCE} as standing_total, r.due_at_once, r.currency,
         p.checked_in_at, p.checked_out_at, archived.at as archived_at, archived.from_status as status_before`

/** The device of the entry at the gate. Scans of a batch know it; lists look it up. */
const ENTERED_DEVICE = `,
         case when p.checked_in_at is null then null else
           (select s.device_id from scans s left join scan_points sp on sp.id = s.point_id
            where s.participant_id = p.id and s.direction = 'in' and s.accepted and s.scanned_at = p.checked_in_at and coalesce(sp.kind, 'gate') = 'gate'
            order by s.device_id collate "C" limit 1) end as entered_device`

/** Joins for participants `p` and their reservations `r`. */
export const GATE_JOINS = `
  join users u on u.id = r.user_id
  join event_participant_types ept on ept.id = p.event_participant_type_id
  join participant_types pt on pt.id = ept.participant_type_id
  left join titles t on t.id = p.title_id and (not t.needs_confirmation or t.id = p.bears_title_id)
  left join event_accommodations ea on ea.id = r.event_accommodation_id
  left join room_categories category on category.id = ea.room_category_id
  left join event_caterers ec on ec.id = p.event_caterer_id
  left join caterers caterer on caterer.id = ec.caterer_id
  left join lateral (select ba.room_id, ba.bed from bed_assignments ba where ba.participant_id = p.id and ba.released_at is null and not ba.for_change order by ba.nights limit 1) bed on true
  left join event_rooms room on room.id = bed.room_id
  left join event_blocks block on block.id = room.event_block_id
  left join lateral (select a.at, a.from_status from reservation_transitions a
    where r.status = 'archived' and a.reservation_id = r.id and a.to_status = 'archived' order by a.id desc limit 1) archived on true`

/** Returns a participant as a gate reads them: what the church calls things is in the language of the reader. */
export const gateRowIn = (row: GateRow, reader: Language): GateRow => {
  const called = (of: keyof GateRow['texts'], own: string) =>
    textIn({ name: own, translations: row.texts[of] ?? {} }, 'name', reader)
  return {
    ...row,
    participant_type: called('participant_type', row.participant_type),
    title: row.title === null ? null : called('title', row.title),
    room_category: row.room_category === null ? null : called('room_category', row.room_category),
  }
}

export const gateView = (row: GateRow, entered: EntryShown | null): GateParticipant => ({
  _id: row.id,
  reservation_id: row.reservation_id,
  event_id: row.event_id,
  code: row.code,
  name: row.name,
  role: row.role,
  status: row.status,
  participant_type: row.participant_type,
  title: row.title,
  room:
    row.room_name === null || row.bed === null
      ? null
      : { name: row.room_name, block: row.room_block ?? '', floor: row.room_floor ?? 0, bed: row.bed },
  room_category: row.room_category,
  caterer: row.caterer,
  caterer_id: row.caterer_id,
  party: row.party,
  balance: balanceOf(row),
  currency: row.currency,
  checked_in_at: row.checked_in_at?.toISOString() ?? null,
  checked_out_at: row.checked_out_at?.toISOString() ?? null,
  entered: entered && { at: entered.at.toISOString(), device_id: entered.device_id, device: entered.device },
})

/** Returns the status that a reservation had at a time, as far as it was archived with its event since. */
export const statusAt = ({ status, status_before, archived_at }: GateRow, at: Date): ReservationStatus =>
  archived_at !== null && status_before !== null && at < archived_at ? status_before : status

/** What scans refer to: QR codes, printed codes, people chosen by name, and earlier scans. */
export interface GateKeys {
  readonly qrIds: readonly string[]
  readonly codes: readonly string[]
  readonly participantIds: readonly string[]
  readonly scans: readonly { readonly deviceId: string; readonly scanId: string }[]
}

const keyValues = (keys: GateKeys): readonly (readonly string[])[] => [
  keys.qrIds,
  keys.codes,
  keys.participantIds,
  keys.scans.map(({ deviceId }) => deviceId),
  keys.scans.map(({ scanId }) => scanId),
]

/** Looks up each kind of key with its own index. */
const NAMED = `
  select reservation_id as id from reservation_participants where qr_id = any($1::text[])
  union select id from reservations where code = any($2::text[])
  union select reservation_id from reservation_participants where id = any($3::text[])
  union select s.reservation_id from unnest($4::text[], $5::text[]) as k(device_id, scan_id)
    join scans s on s.device_id = k.device_id and s.scan_id = k.scan_id where s.reservation_id is not null`

const LOCK_NAMED = {
  name: 'gate_lock',
  text: `select id from reservations where id in (${NAMED}) order by id for no key update`,
}
const NAMED_ROWS = {
  name: 'gate_rows',
  // `offset 0` fixes the join order, even if the plan was made when the tables were empty.
  text: `${GATE_COLUMNS}
    from (${NAMED}) as named
    cross join lateral (select * from reservations where id = named.id offset 0) r
    cross join lateral (select * from reservation_participants where reservation_id = r.id offset 0) p
    ${GATE_JOINS} order by p.reservation_id, p.position`,
}

/**
 * Returns all participants of the reservations that these keys refer to. Locks the reservations in id order, so that
 * two gates cannot decide about one person concurrently.
 */
export const lockGateRows = async (sql: TxSql, keys: GateKeys): Promise<GateRow[]> => {
  const values = keyValues(keys)
  const [, rows] = await Promise.all([sql(LOCK_NAMED, values), sql<GateRow>(NAMED_ROWS, values)])
  return rows
}

export const participantsOf = async (
  db: Queryable,
  reservationId: string,
): Promise<{ id: string; event_id: string }[]> =>
  db
    .selectFrom('reservation_participants')
    .select(['id', 'event_id'])
    .where('reservation_id', '=', reservationId)
    .orderBy('position')
    .execute()

export interface StoredScan
  extends Readonly<Pick<BodyOf<typeof checkinRoutes.scan>, 'scan_id' | 'device_id'>>,
    Readonly<{ result: ScanResult }> {
  readonly participant_id: string | null
  readonly point_id: string | null
  readonly direction: Direction
  readonly scanned_at: Date
  /** What the device decided by itself. Null: it left the decision to the server. */
  readonly said: Said | null
  /** Staff withdrew it: it lets nobody through. */
  readonly withdrawn: boolean
  /** When and by whom it was taken back at the gate: it lets nobody through. */
  readonly undone_at: Date | null
  readonly undone_by: string | null
}

export const oneOf = <const T extends readonly string[]>(values: T, text: string): T[number] => {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return found
}

const SCANS = {
  name: 'gate_scans_before',
  text: `
    select s.scan_id, s.device_id, s.participant_id, s.point_id, s.direction, s.scanned_at, s.result, s.said, s.withdrawn_at is not null as withdrawn,
      s.undone_at, s.undone_by
    from unnest($1::text[], $2::text[]) as k(device_id, scan_id) join scans s on s.device_id = k.device_id and s.scan_id = k.scan_id`,
}

/** Returns earlier scans with the same device and id. */
export const findScans = async (
  sql: Sql,
  keys: readonly { deviceId: string; scanId: string }[],
): Promise<StoredScan[]> => {
  const rows = await sql<Unchecked<StoredScan, 'direction' | 'result' | 'said'>>(SCANS, [
    keys.map(({ deviceId }) => deviceId),
    keys.map(({ scanId }) => scanId),
  ])
  return rows.map((row) => ({
    ...row,
    direction: oneOf(DIRECTIONS, row.direction),
    result: oneOf(SCAN_RESULTS, row.result),
    said: row.said === null ? null : oneOf(SAID, row.said),
  }))
}

/** An accepted scan of somebody, and whether the books call it a double entry. */
export interface PassedScan extends AcceptedScan {
  readonly participantId: string
  readonly pointId: string | null
  readonly isDouble: boolean
  /** The name of the device. Null: it is not registered. */
  readonly deviceName: string | null
}

const PASSED = {
  name: 'gate_passed',
  text: `
    select s.device_id as "deviceId", s.scan_id as "scanId", s.direction, s.scanned_at as at, s.participant_id as "participantId",
      s.point_id as "pointId", s.double_of is not null as "isDouble", d.name as "deviceName"
    from (${NAMED}) as named
    cross join lateral (select id from reservation_participants where reservation_id = named.id offset 0) p
    cross join lateral (select * from scans where participant_id = p.id and accepted offset 0) s
    left join gate_devices d on d.id = s.device_id`,
}

const DEVICES = {
  name: 'gate_devices',
  text: 'select id, name, revoked_at is not null as "isRevoked" from gate_devices where id = any($1::text[])',
}

const isRegisteredId = (id: string): boolean => /^[0-9a-f]{24}$/.test(id)

const OWNERS = {
  name: 'gate_owners',
  text: 'select id, user_id as "userId" from gate_devices where id = any($1::text[])',
}

/** Returns the accounts of the registered ones of these devices. */
export const findOwners = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string>> => {
  const registered = ids.filter(isRegisteredId)
  if (registered.length === 0) return new Map()
  const rows = await sql<{ id: string; userId: string }>(OWNERS, [registered])
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** Returns the registered ones of these devices. */
export const findDevices = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, { readonly name: string; readonly isRevoked: boolean }>> => {
  const registered = [...new Set(ids)].filter(isRegisteredId)
  if (registered.length === 0) return new Map()
  const rows = await sql<{ id: string; name: string; isRevoked: boolean }>(DEVICES, [registered])
  return new Map(rows.map(({ id, ...device }) => [id, device]))
}

/** Returns every accepted scan of the persons in the reservations that these keys refer to. */
export const findPassed = async (sql: TxSql, keys: GateKeys): Promise<PassedScan[]> => {
  const rows = await sql<Unchecked<PassedScan, 'direction'>>(PASSED, keyValues(keys))
  return rows.map((row) => ({ ...row, direction: oneOf(DIRECTIONS, row.direction) }))
}

const PREFIXES = {
  name: 'gate_prefixes',
  text: `
    select e.id, e.code_prefix as prefix from events e where e.id = any($1::text[])
    union all select sp.id, e.code_prefix from scan_points sp join events e on e.id = sp.event_id where sp.id = any($1::text[])`,
}
/** Returns what the codes of events begin with, by these ids of events and points. */
export const findPrefixes = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ id: string; prefix: string }>(PREFIXES, [ids])
  return new Map(rows.map(({ id, prefix }) => [id, prefix]))
}

/** A scan point with the rules of its event. */
export interface Point extends PointFacts {
  readonly id: string
  readonly name: string
  readonly capacity: number | null
}

const POINTS = {
  name: 'gate_points',
  text: `
    select sp.id, sp.event_id as "eventId", sp.kind, sp.rule, sp.name, sp.capacity, sp.caterer_id as "catererId",
      sp.starts_at as "startsAt", sp.ends_at as "endsAt", e.time_zone as zone
    from scan_points sp join events e on e.id = sp.event_id
    where sp.event_id in (
      select r.event_id from reservations r where r.id in (${NAMED})
      union select event_id from scan_points where id = any($6::text[]))
    order by sp.event_id, sp.removed_at is not null, sp.position, sp.id`,
}

/** Returns the points of the events that these keys and points refer to, in the order of the editor, and removed ones after them. */
export const findPoints = async (sql: Sql, keys: GateKeys, pointIds: readonly string[]): Promise<Point[]> => {
  const rows = await sql<Unchecked<Point, 'kind' | 'rule'>>(POINTS, [...keyValues(keys), pointIds])
  return rows.map((row) => ({ ...row, kind: oneOf(POINT_KINDS, row.kind), rule: oneOf(POINT_RULES, row.rule) }))
}

export interface NewScan extends StoredScan {
  readonly event_id: string | null
  readonly reservation_id: string | null
  readonly code: string
  readonly scanned_by: string
  readonly device_time: Date | null
  readonly from_revoked: boolean
}

const INSERT_SCANS = {
  name: 'gate_insert_scans',
  text: `
    insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, point_id, code, direction, result, said, scanned_by, scanned_at, device_time, from_revoked, undone_at, undone_by, received_at)
    select scan_id, device_id, event_id, participant_id, reservation_id, point_id, left(code, 300), direction, result, said, scanned_by, scanned_at, device_time, from_revoked, undone_at, undone_by, $2
    from json_to_recordset($1::json) as s(scan_id text, device_id text, event_id text, participant_id text, reservation_id text, point_id text,
      code text, direction text, result text, said text, scanned_by text, scanned_at timestamptz, device_time timestamptz, from_revoked boolean, undone_at timestamptz, undone_by text)`,
}
export const insertingScans = (scans: readonly NewScan[], now: Date): Write[] =>
  scans.length === 0 ? [] : [{ statement: INSERT_SCANS, values: [JSON.stringify(scans), now] }]

const TOLD = {
  name: 'gate_told',
  // The first word counts. A scan that was kept has none.
  text: `
    update scans s set said = coalesce(nullif(s.said, 'kept'), k.said), undone_at = coalesce(s.undone_at, k.undone_at),
      undone_by = coalesce(s.undone_by, k.undone_by)
    from json_to_recordset($1::json) as k(device_id text, scan_id text, said text, undone_at timestamptz, undone_by text)
    where s.device_id = k.device_id and s.scan_id = k.scan_id`,
}
/** Stores what devices decided about scans that the server knew already, and which of them they took back. */
export const savingTold = (scans: readonly StoredScan[]): Write[] =>
  scans.length === 0 ? [] : [{ statement: TOLD, values: [JSON.stringify(scans)] }]

/** The flag of one scan. `of` is the entry before it, or null if the scan is not a double entry any more. */
export interface DoubleFlag {
  readonly scan: Pick<AcceptedScan, 'deviceId' | 'scanId'>
  readonly of: Pick<AcceptedScan, 'deviceId' | 'scanId'> | null
}

const DOUBLES = {
  name: 'gate_doubles',
  text: `
    update scans s set double_of = f.id,
      -- Nobody has looked at what has only now become a double entry.
      looked_at = case when s.double_of is null and f.id is not null then null else s.looked_at end,
      looked_by = case when s.double_of is null and f.id is not null then null else s.looked_by end
    from json_to_recordset($1::json) as d(device_id text, scan_id text, of_device text, of_scan text)
    left join scans f on f.device_id = d.of_device and f.scan_id = d.of_scan
    where s.device_id = d.device_id and s.scan_id = d.scan_id`,
}
/** Flags double entries and withdraws flags, behind the scans themselves. */
export const flaggingDoubles = (flags: readonly DoubleFlag[]): Write[] =>
  flags.length === 0
    ? []
    : [
        {
          statement: DOUBLES,
          values: [
            JSON.stringify(
              flags.map(({ scan, of }) => ({
                device_id: scan.deviceId,
                scan_id: scan.scanId,
                of_device: of?.deviceId ?? null,
                of_scan: of?.scanId ?? null,
              })),
            ),
          ],
        },
      ]

const ENTRIES = {
  name: 'gate_entries',
  text: `
    update reservation_participants p set checked_in_at = e.checked_in_at, checked_out_at = e.checked_out_at
    from json_to_recordset($1::json) as e(id text, checked_in_at timestamptz, checked_out_at timestamptz) where p.id = e.id`,
}
/** Writes all entries and exits in one statement. */
export const savingEntries = (
  entries: readonly { id: string; checked_in_at: Date | null; checked_out_at: Date | null }[],
): Write[] => (entries.length === 0 ? [] : [{ statement: ENTRIES, values: [JSON.stringify(entries)] }])

/** Returns the events that each of these check-in users is assigned to. */
export const gateEventIds = async (sql: Sql, userIds: readonly string[]): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  if (userIds.length === 0) return found
  const rows = await sql<{ user_id: string; event_id: string }>(GATE_EVENTS, [[...new Set(userIds)]])
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), row.event_id])
  return found
}
const GATE_EVENTS = {
  name: 'gate_events',
  text: 'select user_id, event_id from check_in_user_events where user_id = any($1::text[])',
}

export const gateEvents = (db: Queryable, userId: string, reader: Language) =>
  db
    .selectFrom('events as e')
    .innerJoin('check_in_user_events as g', 'g.event_id', 'e.id')
    .select(['e.id', toldIn(reader, 'e', 'name').as('name'), 'e.starts_at', 'e.ends_at', 'e.time_zone'])
    .where('g.user_id', '=', userId)
    .where('e.status', 'in', ['published', 'unpublished'])
    .orderBy('e.starts_at')
    .execute()

/** Returns when an event begins, and its time zone. */
export const findOpening = (db: Queryable, eventId: string) =>
  db.selectFrom('events').select(['starts_at', 'time_zone']).where('id', '=', eventId).executeTakeFirst()

/** The counters of an event without participants. */
export const NOBODY: GateCounters = { expected: 0, in: 0, out: 0, inside: 0 }

/**
 * Counts for many events: expected, entered, left, and inside now. An archived event counts as it did before. Somebody who was let in without a confirmed
 * reservation counts as expected too, so that nobody is inside who was not.
 */
export const countersOf = async (
  db: Queryable,
  eventIds: readonly string[],
  query: object = {},
): Promise<Map<string, GateCounters>> => {
  const { rows } = await raw<GateCounters & { event_id: string }>`
    select p.event_id, count(*)::int as expected, count(p.checked_in_at)::int as in,
           count(p.checked_out_at)::int as out,
           (count(*) filter (where p.checked_in_at is not null and p.checked_out_at is null))::int as inside
    from reservation_participants p join reservations r on r.id = p.reservation_id
    where p.event_id = any(${eventIds}) and (${IN_FORCE} or p.checked_in_at is not null)
      and ${shown(query, { reservation: 'p.reservation_id' })} group by p.event_id`.execute(db)
  return new Map(rows.map(({ event_id, ...counters }) => [event_id, counters]))
}

const participants = {
  table: 'p',
  sort: { code: 'r.code', status: 'r.status' },
  filter: {
    point_id: () => undefined,
    search: (words, query) =>
      raw<boolean>`(${hasWords(words, raw`search_key(p.name) || ${personKey(words, query)}`)} or ${hasCode(words, 'r.code')})`,
  },
} as const satisfies ListSql<typeof checkinRoutes.listGateReservations, ReservationParticipants>

/**
 * Returns the entries in force of these people at a point that is no gate. Undefined: it is one, or of none of these
 * events.
 */
const entriesAt = async (
  db: Queryable,
  { pointId, eventIds, people, now }: Place,
): Promise<ReadonlyMap<string, AcceptedScan> | undefined> => {
  const { rows: points } = await raw<{ rule: string; zone: string }>`
    select sp.rule, e.time_zone as zone from scan_points sp join events e on e.id = sp.event_id
    where sp.id = ${pointId} and sp.kind <> 'gate' and e.id = any(${eventIds})`.execute(db)
  const [point] = points.map(({ rule, zone }) => ({ rule: oneOf(POINT_RULES, rule), zone }))
  if (!point) return undefined
  const { rows } = await raw<Unchecked<AcceptedScan & { readonly participantId: string }, 'direction'>>`
    select s.participant_id as "participantId", s.device_id as "deviceId", s.scan_id as "scanId", s.direction, s.scanned_at as at
    from scans s where s.participant_id = any(${people}) and s.accepted and s.point_id = ${pointId}`.execute(db)
  const scans = rows.map((row) => ({ ...row, direction: oneOf(DIRECTIONS, row.direction) }))
  return new Map(
    [...Map.groupBy(scans, ({ participantId }) => participantId)].flatMap(([id, its]) => {
      const entry = entryInForce(foldScans(its, point).state, point, now)
      return entry ? [[id, entry] as const] : []
    }),
  )
}

interface Place {
  readonly pointId: string
  readonly eventIds: readonly string[]
  readonly people: readonly string[]
  readonly now: Date
}

/** Lists participants of these events. The search covers name, phone and code. */
export const listGate = async (
  db: Queryable,
  eventIds: readonly string[],
  query: QueryOf<typeof checkinRoutes.listGateReservations>,
  { now, language }: Pick<ReadContext, 'now' | 'language'>,
): Promise<Page<GateParticipant>> => {
  const all = [
    raw`p.event_id = any(${eventIds}) and r.status in ('pending', 'active', 'redeemed')`,
    ...conditions(query, participants),
  ]
  const filter = raw`where ${raw.join(all, raw` and `)}`
  const { rows } = await raw<GateRow & { entered_device: string | null }>`${raw.raw(GATE_COLUMNS + ENTERED_DEVICE)}
    from reservation_participants p join reservations r on r.id = p.reservation_id ${raw.raw(GATE_JOINS)} ${filter}
    order by ${orderTerms(query, participants, new Set(query.sort.map(({ key }) => key)))}, p.id limit ${query.page_size} offset ${offsetOf(query)}`.execute(
    db,
  )
  const { rows: counted } = await raw<{ total: number }>`select count(*)::int as total from reservation_participants p
    join reservations r on r.id = p.reservation_id join users u on u.id = r.user_id ${filter}`.execute(db)
  const there =
    query.point_id &&
    (await entriesAt(db, { pointId: query.point_id, eventIds, people: rows.map(({ id }) => id), now }))
  const entryOf = ({ id, checked_in_at, entered_device }: (typeof rows)[number]) => {
    if (!there) return checked_in_at && { at: checked_in_at, device_id: entered_device ?? '' }
    const entry = there.get(id)
    return entry ? { at: entry.at, device_id: entry.deviceId } : null
  }
  const entries = rows.map(entryOf)
  const devices = await findDevices(
    sqlIn(db),
    entries.flatMap((entry) => (entry ? [entry.device_id] : [])),
  )
  const items = rows.map(({ entered_device: _, ...row }, at) => {
    const entry = entries[at] ?? null
    return gateView(
      gateRowIn(row, language),
      entry && { ...entry, device: devices.get(entry.device_id)?.name ?? entry.device_id },
    )
  })
  return { items, total: counted[0]?.total ?? 0 }
}
