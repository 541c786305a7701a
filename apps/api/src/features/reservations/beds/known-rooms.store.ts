import type { RoomNews } from '@shiloh/contract/allocation/publishing'
import type { Sql, Write } from '#platform/db/sql.store'
import { GUEST_IDS } from '../lifecycle/transitions.store.ts'
import type { Guest } from './beds.store.ts'

/**
 * Joins the confirmed persons `p` of an event ($1) with nights, with their bed `b` and the room `k` that they know of, and
 * selects those who do not know where they sleep.
 */
const NEWS = `
  from reservation_participants p
  join reservations r on r.id = p.reservation_id and r.status in ('active', 'redeemed') and r.event_accommodation_id is not null
  left join lateral (select a.room_id, a.bed from bed_assignments a
    where a.participant_id = p.id and a.released_at is null and not a.for_change order by lower(a.nights) limit 1) b on true
  left join known_rooms k on k.participant_id = p.id
  where p.event_id = $1 and b.room_id is distinct from k.room_id`

const KIND = `case when b.room_id is null then 'taken' when k.room_id is null then 'given' else 'moved' end`

export interface NewsCounts {
  readonly given: number
  readonly moved: number
  readonly taken: number
  /** Reservations. */
  readonly messages: number
  /** Who would be told of which bed, as a hash. */
  readonly seen: string
}

const COUNT_NEWS = {
  name: 'known_rooms_count_news',
  text: `
    select count(*) filter (where kind = 'given')::int as given, count(*) filter (where kind = 'moved')::int as moved,
      count(*) filter (where kind = 'taken')::int as taken, count(distinct reservation_id)::int as messages,
      md5(coalesce(string_agg(concat_ws(' ', participant_id, room_id, bed), ',' order by participant_id), '')) as seen
    from (select p.id as participant_id, p.reservation_id, b.room_id, b.bed, ${KIND} as kind ${NEWS}) n`,
}

/** Counts the persons of an event who do not know where they sleep, or that they lost their room. */
export const countNews = async (sql: Sql, eventId: string): Promise<NewsCounts> =>
  (await sql<NewsCounts>(COUNT_NEWS, [eventId]))[0] ?? { given: 0, moved: 0, taken: 0, messages: 0, seen: '' }

const COUNT_KNOWN = {
  name: 'known_rooms_count_known',
  text: `
    select count(distinct p.id)::int as known from reservation_participants p
    join reservations r on r.id = p.reservation_id and r.status in ('active', 'redeemed') and r.event_accommodation_id is not null
    join known_rooms k on k.participant_id = p.id
    join bed_assignments b on b.participant_id = p.id and b.room_id = k.room_id and b.released_at is null and not b.for_change
    where p.event_id = $1`,
}

/** Counts the persons of an event who sleep in the room that they know of. */
export const countKnown = async (sql: Sql, eventId: string): Promise<number> =>
  (await sql<{ known: number }>(COUNT_KNOWN, [eventId]))[0]?.known ?? 0

export interface NewsRow {
  readonly participant_id: string
  readonly reservation_id: string
  readonly code: string
  readonly name: string
  readonly kind: RoomNews
  readonly block: string | null
  readonly room: string | null
  readonly bed: number | null
  readonly told_block: string | null
  readonly told_room: string | null
}

const LIST_NEWS = {
  name: 'known_rooms_list_news',
  text: `
    select n.*, kb.name as block, m.name as room, tb.name as told_block, t.name as told_room from (
      select p.id as participant_id, p.reservation_id, r.code, p.name, ${KIND} as kind, b.room_id, b.bed, k.room_id as told_id
      ${NEWS} and r.id <> all($2) and r.user_id <> all($3)
      order by p.name, p.id limit $4 offset $5) n
    left join event_rooms m on m.id = n.room_id left join event_blocks kb on kb.id = m.event_block_id
    left join event_rooms t on t.id = n.told_id left join event_blocks tb on tb.id = t.event_block_id
    order by n.name, n.participant_id`,
}

/** Lists the persons of an event who do not know where they sleep, by name, without those hidden from the reader. */
export const listNews = (
  sql: Sql,
  eventId: string,
  hidden: { readonly reservations: readonly string[]; readonly people: readonly string[] },
  page: { readonly limit: number; readonly offset: number },
): Promise<NewsRow[]> => sql<NewsRow>(LIST_NEWS, [eventId, hidden.reservations, hidden.people, page.limit, page.offset])

/** A person whose reservation is to be told. */
export interface Untold {
  readonly reservation_id: string
  readonly participant_id: string
  readonly kind: RoomNews
}

const NEXT_UNTOLD = {
  name: 'known_rooms_next_untold',
  text: `
    with n as (select p.reservation_id, p.id as participant_id, ${KIND} as kind ${NEWS} and r.id > $2
      and not exists (select from bed_assignments x where x.reservation_id = r.id and x.released_at is null and x.created_at > $3)
      and r.id not in (select x.reservation_id from bed_assignments x where x.released_at > $3))
    select * from n where reservation_id in (select distinct reservation_id from n order by 1 limit $4) order by reservation_id`,
}

/**
 * Returns the persons of the next reservations after `after` who do not know where they sleep. Reservations in which a bed
 * changed after `at` are left out.
 */
export const nextUntold = (
  sql: Sql,
  eventId: string,
  { after, at, limit }: { readonly after: string | null; readonly at: Date; readonly limit: number },
): Promise<Untold[]> => sql<Untold>(NEXT_UNTOLD, [eventId, after ?? '', at, limit])

const ADDRESSEES = {
  name: 'known_rooms_addressees',
  text: `
    select r.id, r.code, r.user_id as "userId", u.first_name || ' ' || u.last_name as name, e.name as event,
      ${GUEST_IDS} as "guestIds"
    from reservations r join users u on u.id = r.user_id join events e on e.id = r.event_id
    where r.id = any($1) and u.erased_at is null order by r.id`,
}

/** Who hears about a reservation. */
export interface Addressee {
  readonly id: string
  readonly code: string
  readonly userId: string
  readonly name: string
  readonly event: string
  /** The accounts of linked spouses who have a place in it. */
  readonly guestIds: readonly string[]
}
export const findAddressees = (sql: Sql, ids: readonly string[]): Promise<Addressee[]> =>
  sql<Addressee>(ADDRESSEES, [ids])

const SAVE_KNOWN = {
  name: 'known_rooms_save',
  text: `
    insert into known_rooms (participant_id, room_id, known_since)
    select "participantId", "roomId", $2 from json_to_recordset($1::json) as k("participantId" text, "roomId" text)
    on conflict (participant_id) do update set room_id = excluded.room_id, known_since = excluded.known_since`,
}

interface Known {
  readonly participantId: string
  /** Null: they know that they have none. */
  readonly roomId: string | null
}

/** Returns that people know where they sleep. */
export const knownOf = (guests: readonly Pick<Guest, 'participantId' | 'place'>[]): Known[] =>
  guests.map(({ participantId, place }) => ({ participantId, roomId: place?.roomId ?? null }))

/** Writes down that these persons know of these rooms. */
export const savingKnown = (rows: readonly Known[], now: Date): Write[] =>
  rows.length === 0 ? [] : [{ statement: SAVE_KNOWN, values: [JSON.stringify(rows), now] }]

const HAS_LOST = {
  name: 'known_rooms_has_lost',
  text: `
    select 1 as found from known_rooms k join reservation_participants p on p.id = k.participant_id
    where p.reservation_id = $1 and k.room_id is not null
      and not exists (select from bed_assignments b
        where b.participant_id = p.id and b.room_id = k.room_id and b.released_at is null and not b.for_change) limit 1`,
}

/** Returns whether somebody of a reservation no longer has the room that they know of. */
export const hasLostKnown = async (sql: Sql, reservationId: string): Promise<boolean> =>
  (await sql(HAS_LOST, [reservationId])).length > 0
