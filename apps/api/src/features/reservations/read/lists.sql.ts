import { type Language, MOST_FOUND, type QueryOf } from '@shiloh/contract/core'
import type { ExportWishes } from '@shiloh/contract/lists'
import type { QuoteLine } from '@shiloh/contract/reservations/quote'
import type {
  COUNTED_FILTERS,
  reservationFilter,
  reservationRoutes,
  waitingFilter,
} from '@shiloh/contract/reservations/reservations'
import type { mealsBefore } from '@shiloh/contract/reservations/shares'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import type {
  AdminReservationRow,
  ReceiptView,
  ReservationFilters,
  ReservationRow,
  ReservationView,
  WaitingView,
} from '@shiloh/contract/reservations/views'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Reservations, WaitingEntries } from '#db'
import { hiddenIn, searchShown } from '#platform/auth/denied'
import { shown } from '#platform/auth/denied.store'
import type { ReadContext } from '#platform/context'
import { COUNT_EXACTLY, countAbout, estimate } from '#platform/db/count.store'
import type { Queryable } from '#platform/db/db'
import { inOthers, toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, fits, fitsAny, type ListSql, orderTerms } from '#platform/db/pages.store'
import type { RowOf } from '#platform/db/rows'
import { BY_NAME, contains, matchesMany, matchesPerson, wordsOf } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'
import { owedSql, PAYS_AT_DESK, STANDING_COLUMNS, type StandingColumns } from '../money/standing.store.ts'
import { hasAnswered } from './answered.sql.ts'
import { foundBy, foundInRow, foundOtherwise } from './found.sql.ts'
import { sortedIds, walkedIds } from './order.sql.ts'
import { comesAsGuest } from './records.store.ts'

type Routes = typeof reservationRoutes

type EventBrief = ReservationRow['event']
interface EventColumns extends RowOf<Pick<EventBrief, 'slug' | 'ends_at' | 'time_zone' | 'place'>, 'ends_at'> {
  event_id: string
  event_name: string
  cancellation_deadline: Date | null
}

/** One row of a person's own list. */
export interface OwnRow
  extends EventColumns,
    StandingColumns,
    RowOf<Pick<ReservationRow, 'code' | 'currency' | 'persons' | 'created_at'>, 'created_at'> {
  id: string
  participant_type_id: string
  participant_type: string
}

type StaffColumns =
  | 'participants'
  | 'phone'
  | 'email'
  | 'assembly'
  | 'room_category'
  | 'room'
  | 'source'
  | 'missing'
  | 'without_consent'
export interface StaffRow extends OwnRow, RowOf<Pick<AdminReservationRow, StaffColumns>> {
  user_id: string
  user_name: string
}

/** When a list is read, and in which language. */
type Reading = Pick<ReadContext, 'now' | 'language'>

const columns = (reader: Language) => sql`
  r.id, r.code, r.currency, r.created_at, ${sql.raw(STANDING_COLUMNS)},
  e.id as event_id, e.slug, ${toldIn(reader, 'e', 'name')} as event_name, e.ends_at, e.time_zone, e.cancellation_deadline,
  case when ec.id is null then '' when ec.city = '' then ec.name else ec.name || ', ' || ec.city end as place,
  pt.id as participant_type_id, ${toldIn(reader, 'pt', 'name')} as participant_type,
  r.persons`

const JOINS = sql`
  join events e on e.id = r.event_id
  left join event_centers ec on ec.id = e.event_center_id
  join event_participant_types ept on ept.id = r.event_participant_type_id
  join participant_types pt on pt.id = ept.participant_type_id`

/** An expired hold counts as failed, whether or not the sweep has processed it. */
export const statusIs = (status: ReservationStatus, now: Date): RawBuilder<boolean> => {
  if (status === 'pending')
    return sql`(r.status = 'pending' and (r.hold_expires_at is null or r.hold_expires_at > ${now}))`
  if (status === 'failed') return sql`(r.status = 'failed' or (r.status = 'pending' and r.hold_expires_at <= ${now}))`
  return sql`r.status = ${status}`
}

/** The status that an archived reservation `r` had until its event was archived. */
export const STATUS_BEFORE_ARCHIVE: RawBuilder<string> = sql`(select t.from_status from reservation_transitions t
  where t.reservation_id = r.id and t.to_status = 'archived' order by t.id desc limit 1)`

/** The condition that a reservation `r` is in force, or was when its event was archived. */
export const IN_FORCE: RawBuilder<boolean> = sql`(r.status in ('active', 'redeemed') or (r.status = 'archived'
  and ${STATUS_BEFORE_ARCHIVE} in ('active', 'redeemed')))`

/**
 * The condition that a reservation `r` holds: active or redeemed, or pending with a hold that has not passed. An archived
 * one counts if it was active or redeemed when its event was archived. Failed and cancelled ones never count. Part-paid
 * and waived ones count like any other: their status says that they hold. The index of statuses answers it alone.
 */
export const holds = (
  now: Date,
): RawBuilder<boolean> => sql`(r.status = any('{active,redeemed,pending,archived}') and case r.status
  when 'pending' then r.hold_expires_at is null or r.hold_expires_at > ${now}
  when 'archived' then ${STATUS_BEFORE_ARCHIVE} in ('active', 'redeemed')
  else true end)`

const and = (all: readonly Expression<unknown>[]): RawBuilder<unknown> =>
  all.length === 0 ? sql`true` : sql.join([...all], sql` and `)

const own = (now: Date) =>
  ({
    table: 'r',
    sort: { starts_at: 'e.starts_at' },
    filter: {
      search: (words) => contains(words, 'e.name', inOthers('e', 'name'), 'r.code'),
      status: (status) => statusIs(status, now),
    },
  }) as const satisfies ListSql<Routes['listMyReservations'], Reservations>

/** One row of the list of a person: own, or of the spouse who reserved for them. */
interface MyOwnRow extends OwnRow {
  /** The person made it, or pays for it. */
  is_own: boolean
  /** The name of who made it. */
  reserved_by: string
}

/**
 * Lists a person's reservations: their own, those they pay for, and those in which a linked spouse took a place for them. A
 * row of the last kind has the type of the person's own place.
 */
export const listOwn = async (
  db: Queryable,
  userId: string,
  query: QueryOf<Routes['listMyReservations']>,
  { now, language }: Reading,
): Promise<Page<MyOwnRow>> => {
  const list = own(now)
  const isOwn = sql`(r.user_id = ${userId} or r.other_payer_id = ${userId})`
  // Read before the list, as values: so each of the three conditions is answered by its index.
  const asGuest = sql`array(select r.id from reservation_participants p join reservations r on r.id = p.reservation_id
    where ${comesAsGuest(userId)})`
  const from = sql`from reservations r
    join events e on e.id = r.event_id
    left join event_centers ec on ec.id = e.event_center_id
    left join reservation_participants p on p.reservation_id = r.id and p.user_id = ${userId} and p.position > 0 and ${isOwn} is not true
    join event_participant_types ept on ept.id = coalesce(p.event_participant_type_id, r.event_participant_type_id)
    join participant_types pt on pt.id = ept.participant_type_id
    where ${and([sql`(${isOwn} or r.id = any(${asGuest}))`, ...conditions(query, list)])}`
  const { rows } = await sql<MyOwnRow>`
    select ${columns(language)},
      ${isOwn} is true as is_own, (select u.first_name || ' ' || u.last_name from users u where u.id = r.user_id) as reserved_by
    ${from} order by ${orderTerms(query, list)}, r.id
    limit ${query.page_size} offset ${offsetOf(query)}`.execute(db)
  return { items: rows, total: await countAbout(db, from) }
}

type Units = NonNullable<ReservationFilters['district']>
const livesIn = (column: 'region_id' | 'area_id' | 'district_id' | 'assembly_id') => (units: Units) =>
  sql<boolean>`r.user_id in (select u.id from users u where ${fits(sql.ref(`u.${column}`), units)})`

/** The condition that somebody of a reservation has one of these titles or designations. */
const has = (column: 'title_id' | 'designation_id') => (of: NonNullable<ReservationFilters['title']>) =>
  fitsAny(
    { values: [of.values], except: of.except },
    (ids) => sql`exists (select 1 from reservation_participants p
      where p.reservation_id = r.id and ${sql.ref(`p.${column}`)} = any(${ids}))`,
  )

/** The condition that a gate let a person in on these days. */
const letIn = (days: NonNullable<ReservationFilters['checked_in_at']>) =>
  sql<boolean>`(s.direction = 'in' and s.accepted and ${fits(sql`s.scanned_at`, days)})`

/** The list and its export show phones and addresses. */
const SHOW_CONTACTS = ['reservations.read', 'reservations.export'] as const

/** @param eventId the event that the list is narrowed to: its guests are found among its reservations alone */
const all = (now: Date, eventId?: string) =>
  ({
    table: 'r',
    sort: {
      guest: BY_NAME,
      event: ['e.name', 'e.id'],
      type: 't.name',
      room: 'b.room',
      // As recorded: an expired hold counts until the sweep has seen it. That order has an index.
      balance: 'r.owed',
    },
    filter: {
      search: (words, query) =>
        sql<boolean>`r.id in (${foundBy(words, { eventId, query: searchShown(query, SHOW_CONTACTS) })})`,
      status: (statuses) => fitsAny(statuses, (status) => statusIs(status, now)),
      type: (types) =>
        fitsAny(
          types,
          (
            id,
          ) => sql`exists (select 1 from reservation_participants p join event_participant_types t on t.id = p.event_participant_type_id
            where p.reservation_id = r.id and t.participant_type_id = ${id})`,
        ),
      title: has('title_id'),
      designation: has('designation_id'),
      committee: 'r.committee_type_id',
      room: (rooms) =>
        fitsAny(
          rooms,
          (id) =>
            sql`r.id in (select reservation_id from bed_assignments where room_id = ${id} and released_at is null and not for_change)`,
        ),
      room_category: ({ values, except }) =>
        fitsAny(
          { values: [values], except },
          (categories) =>
            sql`r.event_accommodation_id in (select id from event_accommodations where room_category_id = any(${categories}))`,
        ),
      region: livesIn('region_id'),
      area: livesIn('area_id'),
      district: livesIn('district_id'),
      assembly: livesIn('assembly_id'),
      payment: (payments) => fitsAny(payments, (payment) => paymentIs(payment, now)),
      // An amount now is never more than the recorded one, which has an index.
      answer: (answers) => fitsAny(answers, (answer) => hasAnswered(answer)),
      balance: (balance) => sql<boolean>`(r.owed >= ${balance.from ?? 0} and ${fits(owedSql(now), balance)})`,
      checked_in_at: (days) => sql<boolean>`r.id in (select s.reservation_id from scans s where ${letIn(days)})`,
      nights: ({ from, to }) => sql<boolean>`(r.event_accommodation_id is not null
        and r.check_out > coalesce(${from ?? null}::date, '-infinity') and r.check_in <= coalesce(${to ?? null}::date, 'infinity'))`,
      holds: (only) => (only ? holds(now) : undefined),
      without_room: (only) => (only ? lacksRoom(now) : undefined),
      without_consent: (only) =>
        only ? sql<boolean>`(r.status in ('pending', 'active', 'redeemed') and ${LACKS_CONSENT})` : undefined,
    },
  }) as const satisfies ListSql<Routes['listReservations'], Reservations>

/** The filters of an export. */
export type ExportFilters = Omit<QueryOf<Routes['exportReservations']>, 'rows'>

const matches = (query: Omit<ExportFilters, keyof ExportWishes | 'sort'>, now: Date): Expression<unknown>[] => [
  ...(hiddenIn(query).length > 0 ? [sql`r.id <> all(${[...hiddenIn(query)]}::text[])`] : []),
  shown(query, { reservation: 'r.id' }),
  ...conditions(query, all(now, query.event_id)),
]

/** A minor comes without a guardian, and nobody has consented. */
export const LACKS_CONSENT = sql`exists (select 1 from reservation_participants p where p.reservation_id = r.id and p.minor and p.guardian is null
  and not exists (select 1 from guardian_consents g where g.participant_id = p.id and g.status = 'given'))`

/**
 * A person of the reservation has no bed in one of its nights. At a past event, nobody needs one. A person has at most one bed in a
 * night, so the beds for all nights are counted: looking every person up takes several times as long.
 */
export const lacksRoom = (now: Date): RawBuilder<boolean> => sql`(
  r.event_accommodation_id is not null and r.status in ('active', 'redeemed')
  and r.event_id in (select id from events where ends_at > ${now} and status <> 'archived')
  and r.persons > (select count(*) from bed_assignments a where a.reservation_id = r.id and a.released_at is null and not a.for_change
    and a.nights @> daterange(r.check_in, r.check_out)))`

/** Counts the reservations of an event that lack a room. */
export const countWithoutRoom = async (db: Queryable, eventId: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations r
    where r.event_id = ${eventId} and ${lacksRoom(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

const paymentIs = (
  payment: NonNullable<ReservationFilters['payment']>['values'][number],
  now: Date,
): RawBuilder<boolean> => {
  switch (payment) {
    case 'paid':
      return sql`(r.total > 0 and r.paid + r.waived + r.reduced >= r.total and r.paid > 0)`
    case 'due':
      return sql`(r.owed > 0 and ${owedSql(now)} > 0)`
    case 'part_paid':
      return sql`(r.paid > 0 and r.owed > 0 and ${owedSql(now)} > 0)`
    case 'unpaid':
      return sql`(r.paid <= 0 and r.owed > 0 and ${owedSql(now)} > 0)`
    case 'free':
      return sql`r.total = 0`
    case 'waived':
      return sql`r.waived > 0`
    case 'desk':
      return sql<boolean>`${sql.raw(PAYS_AT_DESK)}`
  }
}

/** A person `p` of a staff row, with the type `t` and its offer `o`. */
const personOfRow = (reader: Language) =>
  sql`json_build_object('name', p.name, 'role', p.role, 'participant_type', ${toldIn(reader, 't', 'name')})`
const TYPE_OF_PERSON = sql`join event_participant_types o on o.id = p.event_participant_type_id
    join participant_types t on t.id = o.participant_type_id`

/** The columns of a staff row, without its participants. */
const staffColumns = (reader: Language) => sql`
  ${columns(reader)}, r.source, r.missing, ${LACKS_CONSENT} as without_consent, u.id as user_id, u.first_name || ' ' || u.last_name as user_name, u.phone,
  u.email::text as email, a.name as assembly, ${toldIn(reader, 'rc', 'name')} as room_category,
  (select b.name || ' ' || m.name from bed_assignments x join event_rooms m on m.id = x.room_id join event_blocks b on b.id = m.event_block_id
    where x.reservation_id = r.id and x.released_at is null and not x.for_change order by x.id limit 1) as room`
const participantsOfRow = (reader: Language) => sql`
  (select json_agg(${personOfRow(reader)} order by p.position)
    from reservation_participants p ${TYPE_OF_PERSON} where p.reservation_id = r.id) as participants`
const STAFF_JOINS = sql`${JOINS} join users u on u.id = r.user_id left join church_units a on a.id = u.assembly_id
  left join event_accommodations ea on ea.id = r.event_accommodation_id left join room_categories rc on rc.id = ea.room_category_id`

interface Narrowed {
  readonly where: RawBuilder<unknown>
  readonly total: number
  /** Their ids are known: they are found first, and sorted then. */
  readonly isFound: boolean
}

/** Returns the ids of the reservations of `from … where …`: of more than can be counted, any. */
const idsOf = async (db: Queryable, from: RawBuilder<unknown>): Promise<readonly string[]> => {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(f.id::text), '{}') as ids from (select r.id ${from} limit ${sql.lit(COUNT_EXACTLY + 1)}) f`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/**
 * Returns the condition of a search, and how many rows it finds. What a name, code or reference finds is looked for once: page
 * and sums take the ids. A name that thousands have is looked for row by row instead, along the order of the list.
 */
const searched = async (
  db: Queryable,
  search: string,
  rest: Omit<QueryOf<Routes['listReservations']>, 'search'>,
  now: Date,
): Promise<Narrowed> => {
  const others = and(matches(rest, now))
  const people = sql`from reservations r where r.user_id in (select u.id from users u where ${matchesPerson(search, {})}) and ${others}`
  const rowByRow = (total: number) => ({ where: sql`${foundInRow(search)} and ${others}`, total, isFound: false })
  // Without another filter the number of people says enough.
  if (conditions(rest, all(now)).length === 0 && (await matchesMany(db, search))) {
    const total = await estimate(db, people)
    if (total > COUNT_EXACTLY) return rowByRow(total)
  }
  const byPerson = await idsOf(db, people)
  if (byPerson.length > COUNT_EXACTLY) {
    const total = Math.max(byPerson.length, await estimate(db, people))
    // Along the names of all guests, most are somebody else's: those found are fewer.
    if (rest.sort[0]?.key === 'guest') return { where: and(matches({ ...rest, search }, now)), total, isFound: true }
    return rowByRow(total)
  }
  const otherwise = await idsOf(
    db,
    sql`from reservations r where r.id in (${foundOtherwise(search, { eventId: rest.event_id })}) and ${others}`,
  )
  const ids = [...new Set([...byPerson, ...otherwise])]
  return { where: sql`r.id = any(${ids}::text[])`, total: ids.length, isFound: true }
}

const narrowed = async (db: Queryable, query: QueryOf<Routes['listReservations']>, now: Date): Promise<Narrowed> => {
  const { search, ...rest } = query
  if (search && wordsOf(search).length > 0) return searched(db, search, rest, now)
  const where = and(matches(query, now))
  return { where, total: await countAbout(db, sql`from reservations r where ${where}`), isFound: false }
}

/**
 * Lists all reservations, filtered. Page and order are taken from the reservations alone. The rest is joined to one
 * page.
 */
export const listAll = async (
  db: Queryable,
  query: QueryOf<Routes['listReservations']>,
  { now, language }: Reading,
): Promise<Page<StaffRow>> => {
  const { where, total, isFound } = await narrowed(db, query, now)
  // Few rows are found first and sorted then: an order's index would be walked to its end for them.
  const isNarrow =
    isFound ||
    (total <= COUNT_EXACTLY && query.sort[0]?.key !== 'created_at') ||
    query.cancelled_at !== undefined ||
    query.checked_in_at !== undefined
  const order = orderTerms(query, all(now), new Set(['room']))
  const ids = isNarrow
    ? sortedIds(query, order, { found: where })
    : (walkedIds(query, where) ?? sortedIds(query, order, { where }))
  const { rows } = await sql<StaffRow>`
    with page as (select r.id, row_number() over () as position from (${ids}) r)
    select ${staffColumns(language)}, ${participantsOfRow(language)} from page join reservations r on r.id = page.id ${STAFF_JOINS} order by page.position`.execute(
    db,
  )
  return { items: rows, total, ...(total <= COUNT_EXACTLY && { sums: await sumsOf(db, where, query, now) }) }
}

/**
 * Counts the persons, and those whom a gate let in on the days of the filter. Sums the amounts if they are in one currency. Cancelled
 * and failed reservations are left out and counted as such, unless the filter asks for them: nobody comes, and nothing is due.
 */
const sumsOf = async (
  db: Queryable,
  where: RawBuilder<unknown>,
  { checked_in_at, status, cancelled_at }: QueryOf<Routes['listReservations']>,
  now: Date,
): Promise<Page<never>['sums']> => {
  const isAsked = status !== undefined || cancelled_at !== undefined
  const counted = isAsked ? sql`true` : sql`not (r.status = 'cancelled' or ${statusIs('failed', now)})`
  const checkedIn = checked_in_at
    ? sql`, 'checked_in', (select count(distinct s.participant_id) from scans s
        where ${letIn(checked_in_at)} and s.reservation_id in (select r.id from reservations r where ${where}))`
    : sql``
  const { rows } = await sql<{ sums: Record<string, number> }>`
    select jsonb_build_object('persons', coalesce(sum(r.persons) filter (where counted), 0),
        'left_out', count(*) filter (where not counted)${checkedIn}) || case when count(distinct r.currency) = 1
      then jsonb_build_object('total', coalesce(sum(r.total) filter (where counted), 0),
        'paid', coalesce(sum(r.paid) filter (where counted), 0),
        'balance', coalesce(sum(${owedSql(now)}) filter (where counted), 0)) else '{}' end as sums
    from reservations r cross join lateral (select ${counted} as counted) c where ${where}`.execute(db)
  return rows[0]?.sums
}

const unitOf = (column: 'region_id' | 'area_id' | 'district_id' | 'assembly_id') => ({
  value: sql`u.${sql.ref(column)}`,
  join: sql`join users u on u.id = r.user_id`,
})
/** Where the value of a filter is. A reservation has several participant types. */
const sourceOf = (key: (typeof COUNTED_FILTERS)[number], now: Date) => {
  switch (key) {
    case 'status':
      return {
        value: sql`case when r.status = 'pending' and r.hold_expires_at <= ${now} then 'failed' else r.status end`,
        join: sql``,
      }
    case 'source':
      return { value: sql`r.source`, join: sql`` }
    case 'type':
      return {
        value: sql`t.participant_type_id`,
        join: sql`join reservation_participants p on p.reservation_id = r.id
          join event_participant_types t on t.id = p.event_participant_type_id`,
      }
    default:
      return unitOf(`${key}_id`)
  }
}

/**
 * Counts the reservations of a filter by the values of one of its keys, as if nothing was chosen there. Returns null
 * above ten thousand: counting them while somebody waits would read too much.
 */
export const countValues = async (
  db: Queryable,
  { of, ...filter }: QueryOf<Routes['countReservationValues']>,
  now: Date,
): Promise<Record<string, number> | null> => {
  const { [of]: _, ...others } = filter
  const from = sql`from reservations r where ${and(matches(others, now))}`
  if ((await countAbout(db, from)) > COUNT_EXACTLY) return null
  const { value, join } = sourceOf(of, now)
  const { rows } = await sql<{ value: string; count: number }>`
    select v.value, count(*)::int as count from (
      select distinct r.id, ${value} as value from (select r.* ${from} offset 0) r ${join}) v
    where v.value is not null group by v.value`.execute(db)
  return Object.fromEntries(rows.map(({ value: one, count }) => [one, count]))
}

/** Returns the ids of the reservations of a filter, oldest first. @param of only these of them */
export const findOfFilter = async (
  db: Queryable,
  filter: z.output<typeof reservationFilter>,
  now: Date,
  { of, most }: { readonly of?: readonly string[] | undefined; readonly most: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    where ${and(matches(filter, now))} and ${of ? sql`r.id = any(${[...of]}::text[])` : sql`true`}
    order by r.created_at, r.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the reservations of a filter: exactly if they are few, as the list does. */
export const countOfFilter = (db: Queryable, filter: z.output<typeof reservationFilter>, now: Date): Promise<number> =>
  countAbout(db, sql`from reservations r where ${and(matches(filter, now))}`)

/** Returns what reservations are called in the list of those that were refused. */
export const findNames = async (db: Queryable, ids: readonly string[]): Promise<Map<string, [string, string]>> => {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select r.id, r.code, u.first_name || ' ' || u.last_name as name from reservations r join users u on u.id = r.user_id
    where r.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, code, name }) => [id, [code, name]]))
}

/** A search with more matches is about everybody: these are enough to choose from. */
const CANDIDATES = 200

/** Finds reservations for somebody who types: live ones of events to come first, then the newest. */
export const searchAll = async (
  db: Queryable,
  query: QueryOf<Routes['searchReservations']>,
  { now, language }: Reading,
): Promise<StaffRow[]> => {
  const { search, event_id } = query
  if (wordsOf(search).length === 0) return []
  const { rows } = await sql<StaffRow>`
    with found as materialized (${foundBy(search, { eventId: event_id, most: CANDIDATES })}),
    page as (
      select r.id, row_number() over (order by (r.status in ('pending', 'active', 'redeemed') and e.ends_at > ${now}) desc,
        r.created_at desc, r.id) as position
      from reservations r join events e on e.id = r.event_id
      where ${and([
        sql`r.id in (select id from found)`,
        ...(event_id ? [sql`r.event_id = ${event_id}`] : []),
        sql`r.id <> all(${[...hiddenIn(query)]}::text[])`,
        shown(query, { reservation: 'r.id' }),
      ])}
      order by position limit ${sql.lit(MOST_FOUND)})
    select ${staffColumns(language)}, ${participantsOfRow(language)} from page join reservations r on r.id = page.id ${STAFF_JOINS} order by page.position`.execute(
    db,
  )
  return rows
}

/** One reservation of an export. */
export interface ExportedRow extends StaffRow {
  check_in: string | null
  check_out: string | null
  nights: number | null
  /** The caterer of each person, in the order of the participants. Empty: nobody eats. */
  caterers: string
  /** The days of all persons. */
  meal_days: number | null
}

/** The condition of the reservations `r` of an export. */
export const exportedOf = (filters: ExportFilters, now: Date): RawBuilder<unknown> => and(matches(filters, now))

/** Returns the next rows of an export, newest first. */
export const nextRows = async (
  db: Queryable,
  filters: ExportFilters,
  { now, language }: Reading,
  last: StaffRow | undefined,
  size: number,
): Promise<ExportedRow[]> => {
  const after = last ? [sql`(r.created_at, r.id) < (${last.created_at}, ${last.id})`] : []
  const { rows } = await sql<ExportedRow>`
    with page as (
      select r.id from reservations r where ${and([...matches(filters, now), ...after])}
      order by r.created_at desc, r.id desc limit ${size})
    select ${staffColumns(language)}, r.check_in, r.check_out, r.check_out - r.check_in as nights, persons.participants, persons.caterers,
      (select sum(l.quantity * l.units)::int from reservation_lines l where l.reservation_id = r.id and l.kind = 'caterer') as meal_days
    from page join reservations r on r.id = page.id ${STAFF_JOINS}
    left join lateral (
      select json_agg(${personOfRow(language)} order by p.position) as participants,
        case when bool_or(p.event_caterer_id is not null) then
          string_agg(coalesce(${toldIn(language, 'c', 'name')}, ''), '; ' order by p.position) else '' end as caterers
      from reservation_participants p ${TYPE_OF_PERSON}
      left join event_caterers x on x.id = p.event_caterer_id left join caterers c on c.id = x.caterer_id
      where p.reservation_id = r.id) persons on true
    order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

type Participant = ReservationView['participants'][number]
type PersonColumns = 'name' | 'role' | 'checked_in_at' | 'checked_out_at'
type NamedColumns = keyof Pick<Participant, 'participant_type' | 'title' | 'designation' | 'guardian' | 'caterer'>
/** One person of a reservation in an export. */
export interface PersonOfRow
  extends RowOf<Pick<Participant, PersonColumns>, 'checked_in_at' | 'checked_out_at'>,
    Readonly<Record<NamedColumns, string | null>> {
  reservation_id: string
  gender: 'male' | 'female' | null
  birth_date: string | null
  consent: NonNullable<Participant['consent']>['status'] | null
  room: string | null
  bed: number | null
  /** Amounts that are counted for this person alone. */
  price: number
  caterer_id: string | null
  /** The day on which they were added while the event ran. */
  added_on: string | null
  meals_before: z.output<typeof mealsBefore>
  /** The lines of all meals of the reservation. */
  meals: Pick<QuoteLine, 'kind' | 'ref_id' | 'units' | 'from_day' | 'until_day'>[]
}

/** Returns the persons of these reservations, the main person first, in the language of a reader. */
export const findPersonsOf = async (
  db: Queryable,
  reservationIds: readonly string[],
  reader: Language,
): Promise<PersonOfRow[]> => {
  const { rows } = await sql<PersonOfRow>`
    select p.reservation_id, p.name, p.role, p.gender, coalesce(s.birth_date, f.birth_date, u.birth_date) as birth_date,
      ${toldIn(reader, 't', 'name')} as participant_type, ${toldIn(reader, 'ti', 'name')} as title,
      ${toldIn(reader, 'd', 'name')} as designation, g.name as guardian, gc.status as consent, c.name as caterer,
      x.room, x.bed, p.checked_in_at, p.checked_out_at,
      (select coalesce(sum(l.amount), 0)::bigint from reservation_lines l
        where l.reservation_id = p.reservation_id and l.person = p.position) as price,
      ec.caterer_id, p.added_on, p.meals_before,
      coalesce((select json_agg(json_build_object('kind', l.kind, 'ref_id', l.ref_id, 'units', l.units,
          'from_day', l.from_day, 'until_day', l.until_day)) from reservation_lines l
        where l.reservation_id = p.reservation_id and l.kind = 'caterer'), '[]') as meals
    from reservation_participants p
    join event_participant_types o on o.id = p.event_participant_type_id
    join participant_types t on t.id = o.participant_type_id
    left join users u on u.id = p.user_id
    left join spouses s on s.id = p.spouse_id
    left join family_members f on f.id = p.family_member_id
    left join titles ti on ti.id = p.title_id
    left join designations d on d.id = p.designation_id
    left join event_caterers ec on ec.id = p.event_caterer_id
    left join caterers c on c.id = ec.caterer_id
    left join reservation_participants g on g.reservation_id = p.reservation_id and g.position = p.guardian
    left join guardian_consents gc on gc.participant_id = p.id and p.minor and p.guardian is null
    left join lateral (
      select b.name || ' ' || m.name as room, a.bed from bed_assignments a
      join event_rooms m on m.id = a.room_id join event_blocks b on b.id = m.event_block_id
      where a.participant_id = p.id and a.released_at is null and not a.for_change order by lower(a.nights) limit 1) x on true
    where p.reservation_id = any(${[...reservationIds]}::text[])
    order by p.position`.execute(db)
  return rows
}

export interface ReceiptRow
  extends EventColumns,
    StandingColumns,
    RowOf<Pick<ReceiptView, 'code' | 'role' | 'name' | 'participant_type' | 'currency'>> {
  id: string
  phone: string | null
  email: string | null
  checked_in_at: Date | null
  checked_out_at: Date | null
}

/** Returns the reservation and participant of a QR code, in the language of a reader. */
export const findReceipt = async (db: Queryable, qrId: string, reader: Language): Promise<ReceiptRow | undefined> => {
  const { rows } = await sql<ReceiptRow>`
    select p.qr_id as id, r.code, ${sql.raw(STANDING_COLUMNS)}, p.role, p.name, p.checked_in_at, p.checked_out_at,
      case when p.role = 'main' then u.phone else s.phone end as phone,
      case when p.role = 'main' then u.email::text else s.email::text end as email,
      ${toldIn(reader, 'pt', 'name')} as participant_type, r.currency, e.cancellation_deadline,
      e.id as event_id, e.slug, ${toldIn(reader, 'e', 'name')} as event_name, e.ends_at, e.time_zone,
      case when ec.id is null then '' when ec.city = '' then ec.name else ec.name || ', ' || ec.city end as place
    from reservation_participants p
    join reservations r on r.id = p.reservation_id
    join events e on e.id = r.event_id
    left join event_centers ec on ec.id = e.event_center_id
    join event_participant_types ept on ept.id = p.event_participant_type_id
    join participant_types pt on pt.id = ept.participant_type_id
    join users u on u.id = r.user_id
    left join spouses s on s.id = p.spouse_id
    where p.qr_id = ${qrId}`.execute(db)
  return rows[0]
}

type WaitingColumns = 'event_id' | 'kind' | 'name' | 'status' | 'offer_expires_at' | 'created_at'
export interface WaitingListRow extends RowOf<Pick<WaitingView, WaitingColumns>, 'offer_expires_at' | 'created_at'> {
  id: string
  user_id: string
  user_name: string
  /** The place in the order, of all events. */
  number: string
  /** The place among those who wait for the same. */
  place: number | null
  /** The reservation that it can be added to. */
  reservation_id: string | null
  reservation_code: string | null
  by_name: string | null
  reason: string
}

const waiting = {
  table: 'w',
  sort: { user: sql`concat_ws(' ', u.first_name, u.last_name)`, place: sql`w.number` },
  filter: { search: (words, query) => matchesPerson(words, query) },
} as const satisfies ListSql<Routes['listWaiting'], WaitingEntries>

/** The reservation of who waits, unless it is for a place. */
const beside = sql`left join reservations beside on beside.event_id = w.event_id and beside.user_id = w.user_id
  and beside.status in ('pending', 'active', 'redeemed') and w.kind not in ('event', 'participant_type')`

const waitingOf = (eventId: string, query: object, joined: RawBuilder<unknown>) =>
  sql`from waiting_entries w join users u on u.id = w.user_id ${joined} where ${and([
    sql`w.event_id = ${eventId}`,
    shown(query, { event: 'w.event_id', person: 'w.user_id' }),
    ...conditions(query, waiting),
  ])}`

/** What an entry says. The awaited item has its name in the reader's language. */
const waitingColumns = (reader: Language) => {
  const called = toldIn(reader, 't', 'name')
  return sql`w.id, w.event_id, w.kind, w.status, w.offer_expires_at, w.created_at, w.number, u.id as user_id,
    u.first_name || ' ' || u.last_name as user_name, w.reason, beside.id as reservation_id, beside.code as reservation_code,
    (select concat_ws(' ', a.first_name, a.last_name) from users a where a.id = w.acted_by) as by_name,
    case when w.status = 'waiting' then (
      select count(*)::int + 1 from waiting_entries b
      where b.event_id = w.event_id and b.status = 'waiting' and b.kind = w.kind and b.ref_id is not distinct from w.ref_id
        and b.number < w.number) end as place,
    coalesce(case w.kind
      when 'participant_type' then (select ${called} from event_participant_types o join participant_types t on t.id = o.participant_type_id where o.id = w.ref_id)
      when 'beds' then (select ${called} from event_accommodations o join room_categories t on t.id = o.room_category_id where o.id = w.ref_id)
      when 'caterer' then (select t.name from event_caterers o join caterers t on t.id = o.caterer_id where o.id = w.ref_id)
      when 'product_option' then (select ${toldIn(reader, 'p', 'name')} || ', ' || ${called} from event_products o join product_options t on t.id = o.product_option_id join products p on p.id = t.product_id where o.id = w.ref_id)
    end, '') as name`
}

/** Lists the waiting list of an event, in order. */
export const listWaitingEntries = async (
  db: Queryable,
  eventId: string,
  query: QueryOf<Routes['listWaiting']>,
  reader: Language,
): Promise<Page<WaitingListRow>> => {
  const from = (joined: RawBuilder<unknown>) => waitingOf(eventId, query, joined)
  const { rows } = await sql<WaitingListRow>`
    select ${waitingColumns(reader)} ${from(beside)} order by ${orderTerms(query, waiting)}, w.number
    limit ${query.page_size} offset ${offsetOf(query)}`.execute(db)
  return { items: rows, total: await countAbout(db, from(sql``)) }
}

/** Returns one entry of a waiting list. */
export const findWaitingEntry = async (
  db: Queryable,
  id: string,
  reader: Language,
): Promise<WaitingListRow | undefined> => {
  const { rows } = await sql<WaitingListRow>`
    select ${waitingColumns(reader)} from waiting_entries w join users u on u.id = w.user_id ${beside} where w.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface WaitingOfRow extends WaitingListRow {
  event_name: string
  time_zone: string
}

/** Lists what a person waits for and waited for, the newest first. */
export const listWaitingOf = async (db: Queryable, userId: string, query: object, reader: Language) => {
  const { rows } = await sql<WaitingOfRow>`
    select ${waitingColumns(reader)}, ${toldIn(reader, 'e', 'name')} as event_name, e.time_zone
    from waiting_entries w join users u on u.id = w.user_id join events e on e.id = w.event_id ${beside}
    where w.user_id = ${userId} and ${shown(query, { event: 'w.event_id', person: 'w.user_id' })}
    order by w.created_at desc, w.number desc limit 50`.execute(db)
  return rows
}

/** Returns the ids of the entries of a filter, in their order. @param of only these of them */
export const findWaitingOfFilter = async (
  db: Queryable,
  { event_id, ...filter }: z.output<typeof waitingFilter>,
  { of, most }: { readonly of?: readonly string[] | undefined; readonly most: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select w.id ${waitingOf(event_id, filter, sql``)} and ${of ? sql`w.id = any(${[...of]}::text[])` : sql`true`}
    order by w.number limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns what entries are called in the list of those that were refused. */
export const findNamesOfWaiting = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, [string, string]>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select w.id, concat_ws(' ', u.first_name, u.last_name) as name
    from waiting_entries w join users u on u.id = w.user_id where w.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, ['', name]]))
}

/** Exports the waiting list of an event, in order. */
export const exportWaitingEntries = (
  db: Queryable,
  eventId: string,
  { format: _, headers: __, columns: ___, ...query }: QueryOf<Routes['exportWaiting']>,
  reader: Language,
) =>
  inChunks<WaitingListRow>(async (last, size) => {
    const { rows } = await sql<WaitingListRow>`
      select ${waitingColumns(reader)} ${waitingOf(eventId, query, beside)} and w.number > ${last?.number ?? '0'}::bigint
      order by w.number limit ${size}`.execute(db)
    return rows
  })

/** Selects the ids of all reservations of a filter. */
export const selectMatching = (filter: z.output<typeof reservationFilter>, now: Date): RawBuilder<unknown> =>
  sql`select r.id from reservations r where ${and(matches(filter, now))}`
