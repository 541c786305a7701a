import { bedLetter } from '@shiloh/contract/reservations/beds'
import { formatDay, formatRange, formatTime } from '@shiloh/contract/text/format'
import { dayIn, wallTime } from '@shiloh/contract/text/zone'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { toldIn } from '#platform/db/languages.store'
import { byName, initialOf, numeric } from './people.sql.ts'
import type { ReportRow, Scope, Sign } from './report.ts'
import { dayOf, home, type PersonColumns, personColumns, persons } from './scope.sql.ts'

const shareOf = ({ beds, occupied }: { readonly beds: number; readonly occupied: number }): number | null =>
  beds > 0 ? Math.round((occupied / beds) * 100) : null

const FLOORS = ['floor_0', 'floor_1', 'floor_2', 'floor_3', 'floor_4', 'floor_5'] as const

const floorName = ({ say }: Scope, block: string, floor: number): string => {
  const name = FLOORS[floor]
  return name ? say('block_floor', { block, floor: say(name) }) : block
}

/** Whether a column is one of these ids. Without ids, everything is. */
const oneOf = (column: string, ids: readonly string[] | undefined): RawBuilder<boolean> =>
  ids ? sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])` : sql<boolean>`true`

interface NightRow {
  readonly label: string
  readonly block_id: string | null
  readonly floor: number | null
  readonly night: string
  readonly beds: number
  readonly occupied: number
  readonly with_room: number
}

/**
 * Returns the beds of each night: of the whole event, of a category, a block, or a floor. Beds and what is taken of them
 * are the event's quotas; a block's are its share of them, and taken there is what has a room. The beds of a floor are
 * those that stand there and that no other event and no maintenance takes.
 */
export const countBeds = async (scope: Scope): Promise<ReportRow[]> => {
  const { grouping, filters } = scope
  const rows =
    grouping === 'floor'
      ? await bedsOfFloors(scope)
      : grouping === 'block' || filters.block
        ? await bedsOfBlocks(scope)
        : await bedsOfQuotas(scope)
  return rows.map((row) => ({
    ...row,
    label: row.floor === null ? row.label : floorName(scope, row.label, row.floor),
    free: row.beds - row.occupied,
    share: shareOf(row),
  }))
}

const placedIn = ({
  event,
}: Scope) => sql`(select count(*)::int from bed_assignments x join event_rooms m on m.id = x.room_id
  join reservations r on r.id = x.reservation_id
  where r.event_id = ${event.id} and x.released_at is null and not x.for_change and x.nights @> n.night`

const bedsOfQuotas = async (scope: Scope): Promise<NightRow[]> => {
  const byCategory = scope.grouping === 'category'
  const { rows } = await sql<NightRow>`
    select n.label, null as block_id, null as floor, to_char(n.night, 'YYYY-MM-DD') as night, n.beds, n.occupied, p.placed as with_room
    from (select ${byCategory ? toldIn(scope.language, 'c', 'name') : sql`''`} as label, ${byCategory ? sql`c.id` : sql`null::text`} as category_id, q.night,
        sum(q.capacity)::int as beds, sum(q.claimed)::int as occupied
      from quotas q join event_accommodations a on a.id = q.ref_id join room_categories c on c.id = a.room_category_id
      where q.event_id = ${scope.event.id} and q.kind = 'beds' and ${oneOf('a.room_category_id', scope.filters.room_category)}
      group by 1, 2, 3) n
    cross join lateral (select ${placedIn(scope)} and ${oneOf('m.room_category_id', scope.filters.room_category)}
      and (n.category_id is null or m.room_category_id = n.category_id)) as placed) p
    order by n.label, n.night`.execute(scope.db)
  return rows
}

/** The grouping decides what the rows of the chosen blocks are added to. */
const bedsOfBlocks = async (scope: Scope): Promise<NightRow[]> => {
  const { event, filters, grouping } = scope
  const label =
    grouping === 'block' ? sql`b.name` : grouping === 'category' ? toldIn(scope.language, 'c', 'name') : sql`''`
  const own = grouping === 'block' ? sql`b.id` : sql`null::text`
  const category = grouping === 'category' ? sql`c.id` : sql`null::text`
  const { rows } = await sql<NightRow>`
    select n.label, n.block_id, null as floor, to_char(n.night, 'YYYY-MM-DD') as night, n.beds, p.placed as occupied,
      p.placed as with_room
    from (select ${label} as label, ${own} as block_id, ${category} as category_id, d.night, sum(d.beds)::int as beds
      from event_beds d join event_accommodations a on a.id = d.event_accommodation_id
      join room_categories c on c.id = a.room_category_id join event_blocks b on b.id = d.event_block_id
      where a.event_id = ${event.id} and ${oneOf('a.room_category_id', filters.room_category)} and ${oneOf('b.id', filters.block)}
      group by 1, 2, 3, 4) n
    cross join lateral (select ${placedIn(scope)} and ${oneOf('m.room_category_id', filters.room_category)}
      and ${oneOf('m.event_block_id', filters.block)} and (n.block_id is null or m.event_block_id = n.block_id)
      and (n.category_id is null or m.room_category_id = n.category_id)) as placed) p
    order by n.label, n.night`.execute(scope.db)
  return rows
}

const bedsOfFloors = async ({ db, event, filters }: Scope): Promise<NightRow[]> => {
  const { rows } = await sql<NightRow>`
    with rooms as (
      select m.id, m.event_block_id, m.floor, m.beds, a.check_in_from, a.check_out_until
      from event_accommodations a join event_rooms m on m.room_category_id = a.room_category_id
        and (cardinality(a.block_ids) = 0 or m.event_block_id = any(a.block_ids))
      join events e on e.id = a.event_id and e.event_center_id = m.event_center_id
      where a.event_id = ${event.id} and ${oneOf('m.room_category_id', filters.room_category)}
        and ${oneOf('m.event_block_id', filters.block)}),
    taken as (
      select x.room_id, x.nights, r.event_id = ${event.id} as own
      from bed_assignments x join reservations r on r.id = x.reservation_id
      where x.room_id in (select id from rooms) and x.released_at is null and not x.for_change),
    nights as (
      select m.event_block_id, m.floor, n.night::date as night, sum(m.beds)::int as beds
      from rooms m cross join lateral generate_series(m.check_in_from, m.check_out_until - 1, interval '1 day') n(night)
      where not exists (select from room_maintenance c where c.room_id = m.id and c.nights @> n.night::date)
      group by 1, 2, 3),
    sleepers as (
      select m.event_block_id, m.floor, n.night::date as night, (count(*) filter (where t.own))::int as own,
        (count(*) filter (where not t.own))::int as other
      from taken t join rooms m on m.id = t.room_id
      cross join lateral generate_series(greatest(lower(t.nights), m.check_in_from), least(upper(t.nights), m.check_out_until) - 1,
        interval '1 day') n(night)
      group by 1, 2, 3)
    select b.name as label, b.id as block_id, n.floor, to_char(n.night, 'YYYY-MM-DD') as night,
      n.beds - coalesce(s.other, 0) as beds, coalesce(s.own, 0) as occupied, coalesce(s.own, 0) as with_room
    from nights n join event_blocks b on b.id = n.event_block_id
    left join sleepers s on s.event_block_id = n.event_block_id and s.floor = n.floor and s.night = n.night
    order by b.name, n.floor, n.night`.execute(db)
  return rows
}

const person = (scope: Scope) => sql`${personColumns(scope)}, (p.checked_in_at is not null)::int as inside`

interface Person extends PersonColumns {
  readonly inside: number
}

interface Guest extends Person {
  readonly room_id: string
  readonly block: string
  readonly floor: number
  readonly room: string
  readonly bed_number: number
  readonly arrival: string
  readonly departure: string
  readonly nights: number
  readonly district: string | null
}

/** The order of a walk through the center: blocks, floors from the ground up, then room 9 before room 10. */
const byWalk = (a: Guest, b: Guest): number =>
  numeric.compare(a.block, b.block) ||
  a.floor - b.floor ||
  numeric.compare(a.room, b.room) ||
  a.bed_number - b.bed_number ||
  (a.arrival < b.arrival ? -1 : 1)

/** Lists who has which bed in which nights. Somebody who moves to another bed has a row for each. */
const listGuests = async (scope: Scope): Promise<Guest[]> => {
  const { rows } = await sql<Guest>`
    select ${person(scope)}, m.id as room_id, b.name as block, m.floor, m.name as room, x.bed as bed_number,
      to_char(lower(x.nights), 'YYYY-MM-DD') as arrival, to_char(upper(x.nights), 'YYYY-MM-DD') as departure,
      upper(x.nights) - lower(x.nights) as nights, (select d.name from church_units d where d.id = ${home('district')}) as district
    ${persons(
      scope,
      scope.event,
      sql`join bed_assignments x on x.participant_id = p.id and x.released_at is null and not x.for_change
        join event_rooms m on m.id = x.room_id join event_blocks b on b.id = m.event_block_id`,
    )} and ${oneOf('m.event_block_id', scope.filters.block)}
    order by p.id, x.nights`.execute(scope.db)
  return rows
}

/** Returns everybody who has a bed: room by room, by name, or by district. */
export const listRoomGuests = async (scope: Scope): Promise<ReportRow[]> => {
  const { grouping, say } = scope
  const guests = (await listGuests(scope)).sort(byName)
  const sectionOf = (row: Guest): string =>
    grouping === 'name'
      ? initialOf(row.name)
      : grouping === 'district'
        ? (row.district ?? say('no_unit'))
        : floorName(scope, row.block, row.floor)
  const ordered =
    grouping === 'name'
      ? guests
      : grouping === 'district'
        ? // Stable: within a district by name.
          [...guests].sort((a, b) =>
            a.district === null || b.district === null
              ? Number(a.district === null) - Number(b.district === null)
              : numeric.compare(a.district, b.district),
          )
        : [...guests].sort(byWalk)
  return ordered.map((row) => ({
    ...row,
    section: sectionOf(row),
    room: grouping === 'floor' ? row.room : `${row.block} ${row.room}`,
    bed: bedLetter(row.bed_number),
  }))
}

/** Groups the guests by their rooms, in the order of a walk. */
const roomsOf = (guests: readonly Guest[]): (readonly [Guest, readonly Guest[]])[] => {
  const rooms = Map.groupBy([...guests].sort(byWalk), ({ room_id }) => room_id)
  return [...rooms.values()].flatMap((inRoom) => (inRoom[0] ? [[inRoom[0], inRoom] as const] : []))
}

const roomRow = (scope: Scope, first: Guest, inRoom: readonly Guest[]) => ({
  section: floorName(scope, first.block, first.floor),
  room: first.room,
  guests: inRoom.map(({ bed_number, name }) => `${bedLetter(bed_number)} ${name}`).join(', '),
  people: new Set(inRoom.map(({ name, reservation_id }) => `${reservation_id} ${name}`)).size,
})

/** Returns a row for each room in which somebody sleeps, with all that the sign of its door says. */
export const listSigns = async (scope: Scope): Promise<ReportRow[]> => {
  const { language, event } = scope
  return roomsOf(await listGuests(scope)).map(([first, inRoom]) => ({
    ...roomRow(scope, first, inRoom),
    signed: inRoom.map(({ bed_number, name, arrival, departure }) => ({
      bed: bedLetter(bed_number),
      name,
      nights: formatRange(arrival, departure, language, event.time_zone),
    })),
  }))
}

const signed = z.object({
  section: z.string(),
  room: z.string(),
  signed: z.array(z.object({ bed: z.string(), name: z.string(), nights: z.string() })),
})

/** Reads the sign of a row of `listSigns`. */
export const signOf = (row: ReportRow): Sign => {
  const { section, room, signed: guests } = signed.parse(row)
  return { place: section, room, guests }
}

/** Divides the guests of a room into those who are there together: the key changes hands between them. */
const turnsOf = (inRoom: readonly Guest[]): Guest[][] => {
  const turns: Set<Guest>[] = []
  let until = ''
  // Days as text are in the order of time.
  for (const guest of inRoom.toSorted((a, b) => numeric.compare(a.arrival, b.arrival))) {
    const last = turns.at(-1)
    if (last && guest.arrival < until) last.add(guest)
    else turns.push(new Set([guest]))
    if (guest.departure > until) until = guest.departure
  }
  return turns.map((turn) => inRoom.filter((guest) => turn.has(guest)))
}

/**
 * Returns a row for each room, to tick who has its key; for guests who follow each other, one each. A room whose guests have
 * all arrived has been handed over.
 */
export const listKeys = async (scope: Scope): Promise<ReportRow[]> =>
  roomsOf(await listGuests(scope)).flatMap(([, inRoom]) =>
    turnsOf(inRoom).flatMap((turn) => {
      const [first] = turn
      return first
        ? [
            {
              ...roomRow(scope, first, turn),
              arrival: turn.map(({ arrival }) => arrival).sort()[0],
              departure: turn
                .map(({ departure }) => departure)
                .sort()
                .at(-1),
              inside: Number(turn.every(({ inside }) => inside === 1)),
            },
          ]
        : []
    }),
  )

interface Stay extends Person {
  readonly day: string
  readonly at: Date | null
  readonly district: string | null
  readonly block: string | null
  readonly room: string | null
  readonly bed_number: number | null
  readonly nights: number | null
}

/**
 * Returns who comes or leaves on which day: what they said about their journey, else the first or last day of their
 * nights. The day of somebody who said neither is not known, and they are not listed.
 */
export const listStays = async (scope: Scope, what: 'arrival' | 'departure'): Promise<ReportRow[]> => {
  const { db, event, filters, language } = scope
  const [at, night] =
    what === 'arrival' ? [sql`r.arrival_at`, sql`r.check_in`] : [sql`r.departure_at`, sql`r.check_out`]
  const on = sql`coalesce(${dayOf(at, event)}, to_char(${night}, 'YYYY-MM-DD'))`
  const { rows } = await sql<Stay>`
    select ${person(scope)}, ${on} as day, ${at} as at, bed.block, bed.room, bed.bed as bed_number, r.check_out - r.check_in as nights,
      (select d.name from church_units d where d.id = ${home('district')}) as district
    ${persons(
      scope,
      event,
      sql`left join lateral (
        select b.id as block_id, b.name as block, m.name as room, x.bed from bed_assignments x
        join event_rooms m on m.id = x.room_id join event_blocks b on b.id = m.event_block_id
        where x.participant_id = p.id and x.released_at is null and not x.for_change
        order by ${what === 'arrival' ? sql`lower(x.nights)` : sql`lower(x.nights) desc`} limit 1) bed on true`,
    )} and ${on} is not null and ${oneOf('bed.block_id', filters.block)}
      and ${filters.from ? sql`${on} >= ${filters.from}` : sql`true`} and ${filters.until ? sql`${on} <= ${filters.until}` : sql`true`}
    order by p.id`.execute(db)
  // Those who said no time come after those who did: the difference of two infinities is no number.
  const byDay = (a: Stay, b: Stay): number =>
    numeric.compare(a.day, b.day) || (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity) || byName(a, b)
  return rows.sort(byDay).map((row) => ({
    ...row,
    section: formatDay(row.day, language, event.time_zone),
    // A time of midnight is a day without a time.
    time: row.at && dayIn(row.at, event.time_zone) === row.day ? timeOf(row.at, scope) : null,
    room: row.block === null ? null : `${row.block} ${row.room}`,
    bed: row.bed_number === null ? null : bedLetter(row.bed_number),
  }))
}

const timeOf = (at: Date, { language, event: { time_zone } }: Scope): string | null =>
  wallTime(at, time_zone).endsWith('00:00:00') ? null : formatTime(at, language, time_zone)
