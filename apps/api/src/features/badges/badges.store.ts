import { BADGE_LAYOUTS, type BadgeLayout, LAYOUTS } from '@shiloh/contract/badges/layouts'
import type { ScannedCode } from '@shiloh/contract/checkin/checkin'
import type { Language } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** A person with everything that is on a badge, and what badges are sorted by. */
export interface BadgeRow {
  readonly participant_id: string
  readonly reservation_id: string
  readonly event_id: string
  readonly event_name: string
  readonly event_starts_at: Date
  readonly time_zone: string
  readonly qr_id: string
  readonly code: string
  readonly name: string
  readonly position: number
  readonly role: string
  readonly minor: boolean
  readonly birth_date: string | null
  readonly participant_type: string
  /** The place of the type among those of the event. */
  readonly tone: number
  readonly title: string | null
  readonly assembly: string | null
  readonly district: string | null
  readonly guardian: string | null
  readonly caterer: string | null
  readonly block: string | null
  readonly room: string | null
  readonly floor: number | null
  readonly bed: number | null
  /** Badges printed before. */
  readonly printed: number
}

/** @param reader of the badge: who prints it, as for its other words */
const COLUMNS = (reader: Language) => sql`
  p.id as participant_id, p.reservation_id, p.event_id, ${toldIn(reader, 'e', 'name')} as event_name, e.starts_at as event_starts_at, e.time_zone,
  p.qr_id, r.code, p.name, p.position, p.role, p.minor, coalesce(s.birth_date, f.birth_date, own.birth_date) as birth_date,
  ${toldIn(reader, 't', 'name')} as participant_type,
  (select count(*)::int from event_participant_types o2
    where o2.event_id = o.event_id and (o2.position, o2.id) < (o.position, o.id)) as tone,
  ${toldIn(reader, 'ti', 'name')} as title, a.name as assembly, d.name as district, g.name as guardian,
  ${toldIn(reader, 'c', 'name')} as caterer,
  x.block, x.room, x.floor, x.bed,
  (select count(*)::int from badge_prints b where b.participant_id = p.id) as printed`

/** Persons without an account belong where the one who reserved does. */
const JOINS = sql`
  join reservations r on r.id = p.reservation_id
  join events e on e.id = p.event_id
  join event_participant_types o on o.id = p.event_participant_type_id
  join participant_types t on t.id = o.participant_type_id
  join users u on u.id = r.user_id
  left join users own on own.id = p.user_id
  left join spouses s on s.id = p.spouse_id
  left join family_members f on f.id = p.family_member_id
  left join church_units a on a.id = coalesce(own.assembly_id, u.assembly_id)
  left join church_units d on d.id = coalesce(own.district_id, u.district_id)
  left join titles ti on ti.id = p.title_id and (not ti.needs_confirmation or ti.id = p.bears_title_id)
  left join event_caterers ec on ec.id = p.event_caterer_id
  left join caterers c on c.id = ec.caterer_id
  left join reservation_participants g on g.reservation_id = p.reservation_id and g.position = p.guardian
  left join lateral (
    select k.name as block, m.name as room, m.floor, y.bed from bed_assignments y
    join event_rooms m on m.id = y.room_id join event_blocks k on k.id = m.event_block_id
    where y.participant_id = p.id and y.released_at is null and not y.for_change order by lower(y.nights) limit 1) x on true`

/** A spouse comes right after the one who reserved, as in `sort.rules.ts`. */
const IN_PARTY = sql`case p.role when 'spouse' then 0.5 else p.position end`

/** Which persons get a badge. */
export interface Chosen {
  /** Selects the ids of reservations. */
  readonly reservations: RawBuilder<unknown>
  readonly ids: readonly string[] | undefined
  readonly exclude: readonly string[]
  readonly participantIds: readonly string[] | undefined
  readonly onlyNew: boolean
  readonly onlyMinors: boolean
  /** The condition that a reservation `r` is pending. Null: pending ones get none. */
  readonly pending: RawBuilder<unknown> | null
}

const condition = ({
  reservations,
  ids,
  exclude,
  participantIds,
  onlyNew,
  onlyMinors,
  pending,
}: Chosen): RawBuilder<unknown> =>
  sql.join(
    [
      sql`r.id in (${reservations})`,
      pending ? sql`(r.status in ('active', 'redeemed') or ${pending})` : sql`r.status in ('active', 'redeemed')`,
      ...(ids ? [sql`r.id = any(${[...ids]}::text[])`] : []),
      ...(exclude.length > 0 ? [sql`r.id <> all(${[...exclude]}::text[])`] : []),
      ...(participantIds ? [sql`p.id = any(${[...participantIds]}::text[])`] : []),
      ...(onlyMinors ? [sql`p.minor`] : []),
      ...(onlyNew ? [sql`not exists (select 1 from badge_prints b where b.participant_id = p.id)`] : []),
    ],
    sql` and `,
  )

/** Counts the persons of a choice, those who were printed before, and the cards of each district: without covers, of each event. */
export const countBadges = async (
  db: Queryable,
  chosen: Chosen,
  { layout, covers }: { readonly layout: BadgeLayout; readonly covers: boolean },
): Promise<{ persons: number; printed: number; districts: number[] }> => {
  const { rows } = await sql<{ persons: number; printed: number; cards: number }>`
    with chosen as (
      select p.id, p.event_id, p.reservation_id, coalesce(own.district_id, u.district_id) as district_id,
        -- A card belongs where the first person on it does.
        (row_number() over (partition by p.reservation_id order by ${IN_PARTY}) - 1) / ${LAYOUTS[layout].persons}::int as card
      from reservation_participants p join reservations r on r.id = p.reservation_id
      join users u on u.id = r.user_id left join users own on own.id = p.user_id where ${condition(chosen)}),
    cards as (
      select c.event_id, c.reservation_id, c.card, (array_agg(c.district_id order by ${IN_PARTY}))[1] as district_id,
        count(*)::int as persons,
        (count(*) filter (where exists (select 1 from badge_prints b where b.participant_id = c.id)))::int as printed
      from chosen c join reservation_participants p on p.id = c.id group by c.event_id, c.reservation_id, c.card)
    -- People who come alone share cards that take more than one.
    select (count(*) filter (where persons > 1) + ceil(count(*) filter (where persons = 1) / ${LAYOUTS[layout].persons}::numeric))::int as cards,
      sum(persons)::int as persons, sum(printed)::int as printed
    from cards group by event_id, case when ${covers} then district_id end`.execute(db)
  const sum = (key: 'persons' | 'printed') => rows.reduce((total, row) => total + row[key], 0)
  return { persons: sum('persons'), printed: sum('printed'), districts: rows.map(({ cards }) => cards) }
}

/** Returns the ids of the persons of a choice, and no more than `most`. */
export const listIds = async (db: Queryable, chosen: Chosen, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select p.id from reservation_participants p join reservations r on r.id = p.reservation_id
    where ${condition(chosen)} order by p.reservation_id, p.position limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the persons of a choice. No more than `most`. */
export const listBadges = async (
  db: Queryable,
  chosen: Chosen,
  most: number,
  reader: Language,
): Promise<BadgeRow[]> => {
  const { rows } = await sql<BadgeRow>`
    select ${COLUMNS(reader)} from (
      select p.* from reservation_participants p join reservations r on r.id = p.reservation_id
      where ${condition(chosen)} order by p.reservation_id, p.position limit ${most}) p ${JOINS}`.execute(db)
  return rows
}

/** How a gate names a person: by id, by QR code, or by the printed code of somebody who comes alone. */
export type GateName = { readonly id: string } | ScannedCode

const named = (name: GateName): RawBuilder<unknown> => {
  if ('id' in name) return sql`p.id = ${name.id}`
  if (name.kind === 'qr') return sql`p.qr_id = ${name.qrId}`
  return name.kind === 'code' ? sql`r.code = ${name.code}` : sql`false`
}

/** Finds a person of an event. A printed code of several people is that of none of them. */
export const findBadge = async (
  db: Queryable,
  eventId: string,
  name: GateName,
  reader: Language,
): Promise<(BadgeRow & { readonly status: string }) | undefined> => {
  const { rows } = await sql<BadgeRow & { readonly status: string }>`
    select r.status, ${COLUMNS(reader)} from reservation_participants p ${JOINS}
    where p.event_id = ${eventId} and ${named(name)} limit 2`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}

/** Returns the layout in which badges of an event were printed last in the office. */
export const findUsual = async (db: Queryable, eventId: string): Promise<BadgeLayout | null> => {
  const row = await db
    .selectFrom('badge_prints')
    .select('layout')
    .where('event_id', '=', eventId)
    .where('place', '=', 'office')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return BADGE_LAYOUTS.find((name) => name === row?.layout) ?? null
}

/** Locks a person, so that prints at the same moment have numbers of their own. */
export const lockPerson = async (tx: Tx, participantId: string): Promise<void> => {
  await tx
    .selectFrom('reservation_participants')
    .select('id')
    .where('id', '=', participantId)
    .forNoKeyUpdate()
    .execute()
}

export interface NewPrints {
  readonly printId: string
  readonly layout: BadgeLayout
  readonly place: 'office' | 'gate'
  readonly by: string
  readonly at: Date
}

/** Counts badges as printed, each once for a print id. Returns how many were counted. */
export const insertPrints = async (
  tx: Tx,
  participantIds: readonly string[],
  { printId, layout, place, by, at }: NewPrints,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into badge_prints (print_id, participant_id, reservation_id, event_id, layout, place, printed_by, printed_at)
    select ${printId}, p.id, p.reservation_id, p.event_id, ${layout}, ${place}, ${by}, ${at}
    from reservation_participants p where p.id = any(${[...participantIds]}::text[])
    on conflict (participant_id, print_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Returns the number of a print among those of its person. */
export const findNumber = async (db: Queryable, participantId: string, printId: string): Promise<number | null> => {
  const { rows } = await sql<{ number: number }>`
    select (select count(*)::int from badge_prints o where o.participant_id = b.participant_id and o.id <= b.id) as number
    from badge_prints b where b.participant_id = ${participantId} and b.print_id = ${printId}`.execute(db)
  return rows[0]?.number ?? null
}

/** Lists when the badges of a reservation were printed. */
export const listPrints = async (db: Queryable, reservationId: string) => {
  const { rows } = await sql<{
    id: string
    participant_id: string
    name: string
    layout: string
    place: string
    by: string | null
    at: Date
  }>`
    select b.id::text, b.participant_id, p.name, b.layout, b.place, u.first_name || ' ' || u.last_name as by, b.printed_at as at
    from badge_prints b join reservation_participants p on p.id = b.participant_id left join users u on u.id = b.printed_by
    where b.reservation_id = ${reservationId} order by b.printed_at desc, b.id desc`.execute(db)
  return rows
}
