import { MATE_STATES, MATE_WAYS } from '@shiloh/contract/reservations/room-mates'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { toldTo } from '#platform/db/languages.store'
import { takeTurn } from '#platform/db/turns.store'
import type { Tie } from './mates.rules.ts'

/** A reservation that asks or answers, with its main person and the account that owns it. */
export interface Asker {
  readonly reservationId: string
  readonly eventId: string
  readonly code: string
  readonly participantId: string
  readonly name: string
  readonly userId: string
  readonly payerId: string
  /** Null: it was not confirmed. */
  readonly phone: string | null
  /** Of the account: phones without a country code are read as its numbers. */
  readonly country: string
  readonly isLive: boolean
  readonly event: string
  readonly slug: string
}

const ASKER = sql`
  select r.id as "reservationId", r.event_id as "eventId", r.code, p.id as "participantId", p.name, r.user_id as "userId",
    r.payer_id as "payerId", case when u.phone_verified_at is not null then u.phone end as phone, u.country_code as country,
    r.status in ('pending', 'active', 'redeemed') as "isLive", ${toldTo('u', 'e', 'name')} as event, e.slug
  from reservations r
  join reservation_participants p on p.reservation_id = r.id and p.position = 0
  join users u on u.id = r.user_id
  join events e on e.id = r.event_id`

export const findAsker = async (db: Queryable, reservationId: string): Promise<Asker | undefined> =>
  (await sql<Asker>`${ASKER} where r.id = ${reservationId}`.execute(db)).rows[0]

/** Returns the live reservations of an event that a phone or a code names. */
export const findNamed = async (
  db: Queryable,
  eventId: string,
  by: { readonly phone?: string | undefined; readonly code?: string | undefined },
): Promise<Asker[]> =>
  (
    await sql<Asker>`${ASKER} where r.event_id = ${eventId} and r.status in ('pending', 'active', 'redeemed')
      and ${
        by.code !== undefined
          ? sql`r.code = ${by.code}`
          : sql`u.phone = ${by.phone ?? ''} and u.phone_verified_at is not null`
      } order by r.id limit 20`.execute(db)
  ).rows

/** Returns the live reservation with a code, at an event or another one of its center. */
export const findAtCenter = async (db: Queryable, eventId: string, code: string): Promise<Asker | undefined> =>
  (
    await sql<Asker>`${ASKER} where r.code = ${code} and r.status in ('pending', 'active', 'redeemed')
      and (r.event_id = ${eventId} or e.event_center_id = (select event_center_id from events where id = ${eventId}))
      order by r.event_id = ${eventId} desc limit 1`.execute(db)
  ).rows[0]

/** Returns a person's live reservation at an event. */
export const findOwnAt = async (db: Queryable, eventId: string, userId: string): Promise<Asker | undefined> =>
  (
    await sql<Asker>`${ASKER} where r.event_id = ${eventId} and r.user_id = ${userId}
      and r.status in ('pending', 'active', 'redeemed') limit 1`.execute(db)
  ).rows[0]

/** Returns whether a code is of a reservation that this person made or pays, at any event. */
export const isOwnCode = async (db: Queryable, userId: string, code: string): Promise<boolean> =>
  (await sql`select from reservations r where r.code = ${code} and ${userId} in (r.user_id, r.payer_id)`.execute(db))
    .rows.length > 0

const WISH = sql`
  select w.id, w.event_id as "eventId", w.state, w.way, w.phone, w.code, w.asked_at as "askedAt",
    w.from_participant_id as "fromId", f.name as "fromName", fr.id as "fromReservationId", fr.user_id as "fromUserId",
    fr.status in ('pending', 'active', 'redeemed') as "fromLives",
    w.to_participant_id as "toId", t.name as "toName", tr.id as "toReservationId", tr.user_id as "toUserId",
    coalesce(tr.status in ('pending', 'active', 'redeemed'), true) as "toLives"
  from room_mate_wishes w
  join reservation_participants f on f.id = w.from_participant_id join reservations fr on fr.id = f.reservation_id
  left join reservation_participants t on t.id = w.to_participant_id left join reservations tr on tr.id = t.reservation_id`

interface WishColumns {
  readonly id: string
  readonly eventId: string
  readonly state: string
  readonly way: string
  readonly phone: string | null
  readonly code: string | null
  readonly askedAt: Date
  readonly fromId: string
  readonly fromName: string
  readonly fromReservationId: string
  readonly fromUserId: string
  readonly fromLives: boolean
  readonly toId: string | null
  readonly toName: string | null
  readonly toReservationId: string | null
  readonly toUserId: string | null
  readonly toLives: boolean
}

export interface WishRow extends Omit<WishColumns, 'state' | 'way'> {
  readonly state: (typeof MATE_STATES)[number]
  readonly way: (typeof MATE_WAYS)[number]
}

const rowOf = (row: WishColumns): WishRow => ({
  ...row,
  state: MATE_STATES.find((state) => state === row.state) ?? 'withdrawn',
  way: MATE_WAYS.find((way) => way === row.way) ?? 'staff',
})

/**
 * Lists the wishes of a reservation: those that it asked, those that name it, and open ones whose phone or code is its
 * own. Withdrawn ones are left out.
 */
export const listWishes = async (db: Queryable, of: Asker): Promise<WishRow[]> => {
  const { rows } = await sql<WishColumns>`${WISH}
    where w.event_id = ${of.eventId} and w.state <> 'withdrawn' and (
      w.from_participant_id = ${of.participantId} or w.to_participant_id = ${of.participantId}
      or (w.state = 'asked' and w.to_participant_id is null and w.from_participant_id <> ${of.participantId}
        and (w.code = ${of.code} or w.phone = ${of.phone})))
    order by w.asked_at, w.id`.execute(db)
  return rows.map(rowOf)
}

/**
 * Locks the wishes of an event: who is in a circle is counted over all of them. Taken before a single wish is locked, so that
 * two who wait for each other's do not deadlock.
 */
export const lockWishes = (tx: Tx, eventId: string): Promise<void> => takeTurn(tx, `room mates of ${eventId}`)

/** Locks the wishes of its event, and the wish. */
export const lockWish = async (
  tx: Tx,
  { id, eventId }: Pick<WishRow, 'id' | 'eventId'>,
): Promise<WishRow | undefined> => {
  await lockWishes(tx, eventId)
  const { rows } = await sql<WishColumns>`${WISH} where w.id = ${id} for update of w`.execute(tx)
  return rows[0] && rowOf(rows[0])
}

/** Returns the open wish of a link. */
export const findWishOfLink = async (db: Queryable, tokenHash: string): Promise<WishRow | undefined> => {
  const { rows } = await sql<WishColumns>`${WISH} where w.token_hash = ${tokenHash} and w.state = 'asked'`.execute(db)
  return rows[0] && rowOf(rows[0])
}

export interface NewWish {
  readonly eventId: string
  readonly fromId: string
  readonly toId: string | null
  readonly way: (typeof MATE_WAYS)[number]
  readonly phone: string | null
  readonly code: string | null
  readonly tokenHash: string | null
  readonly state: 'asked' | 'accepted'
}

export const insertWish = async (tx: Tx, now: Date, wish: NewWish): Promise<void> => {
  await tx
    .insertInto('room_mate_wishes')
    .values({
      event_id: wish.eventId,
      from_participant_id: wish.fromId,
      to_participant_id: wish.toId,
      way: wish.way,
      phone: wish.phone,
      code: wish.code,
      token_hash: wish.tokenHash,
      state: wish.state,
      asked_at: now,
      answered_at: wish.state === 'asked' ? null : now,
      told_at: now,
    })
    .execute()
}

/** Returns the wishes that were made with reservations and whose people were not told yet. */
export const findUntold = async (
  db: Queryable,
): Promise<{ readonly id: string; readonly userId: string; readonly eventId: string }[]> =>
  (
    await sql<{ id: string; userId: string; eventId: string }>`
      select w.id, r.user_id as "userId", w.event_id as "eventId" from room_mate_wishes w
      join reservation_participants p on p.id = w.from_participant_id join reservations r on r.id = p.reservation_id
      where w.told_at is null order by w.asked_at, w.id limit 500`.execute(db)
  ).rows

/** Writes down that the people of a wish were told. Returns false when they were told before. */
export const markTold = async (tx: Tx, now: Date, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('room_mate_wishes')
    .set({ told_at: now })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the country of an account. */
export const findCountryOf = async (db: Queryable, userId: string): Promise<string> =>
  (await db.selectFrom('users').select('country_code').where('id', '=', userId).executeTakeFirstOrThrow()).country_code

export const answerWish = async (
  tx: Tx,
  now: Date,
  id: string,
  { state, toId }: { readonly state: 'accepted' | 'declined' | 'withdrawn'; readonly toId?: string },
): Promise<void> => {
  await tx
    .updateTable('room_mate_wishes')
    .set({ state, answered_at: now, ...(toId === undefined ? {} : { to_participant_id: toId }) })
    .where('id', '=', id)
    .execute()
}

/** Returns the accepted wishes of an event, also those of cancelled reservations. */
export const listTies = async (db: Queryable, eventId: string): Promise<Tie[]> => {
  const { rows } = await sql<Tie>`
    select w.from_participant_id as a, w.to_participant_id as b, fr.status in ('pending', 'active', 'redeemed') as "aLives",
      tr.status in ('pending', 'active', 'redeemed') as "bLives"
    from room_mate_wishes w
    join reservation_participants f on f.id = w.from_participant_id join reservations fr on fr.id = f.reservation_id
    join reservation_participants t on t.id = w.to_participant_id join reservations tr on tr.id = t.reservation_id
    where w.event_id = ${eventId} and w.state = 'accepted' order by w.id`.execute(db)
  return rows
}

/** Counts the persons of the reservations of these main persons. */
export const countPersons = async (db: Queryable, participantIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservation_participants q
    where q.reservation_id in (select p.reservation_id from reservation_participants p where p.id = any(${[...participantIds]}::text[]))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns the beds of the largest room of a category in these blocks of a center. */
export const mostBeds = async (
  db: Queryable,
  of: { readonly centerId: string | null; readonly categoryId: string; readonly blockIds: readonly string[] },
): Promise<number> => {
  const { rows } = await sql<{ most: number | null }>`
    select max(beds)::int as most from event_rooms where event_center_id = ${of.centerId} and room_category_id = ${of.categoryId}
      and (${of.blockIds.length === 0} or event_block_id = any(${[...of.blockIds]}::text[]))`.execute(db)
  return rows[0]?.most ?? 0
}

// ── People who must not share a room ─────────────────────────────────────────────────────────────────────────────────

export interface ApartRow {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly created_at: Date
  readonly reservationId: string
  readonly userId: string
  /** The reservation of the other person has ended, and they have no other one. */
  readonly is_gone: boolean
  /** They have beds in one room in a common night. */
  readonly together: boolean
}

/** Pairs `k` with a person `m` of the reservation $1 by their other participant: as named, or as the same person. */
const PAIRS_OF = sql`
  select distinct k.id, k.created_at, case when is_first then k.other_id else k.participant_id end as other_id
  from reservation_participants m
  join kept_apart k on k.event_id = m.event_id or k.other_event_id = m.event_id
  join reservation_participants a on a.id = k.participant_id
  join reservation_participants b on b.id = k.other_id
  cross join lateral (
    select a.event_id = m.event_id and (m.id = a.id or m.user_id = a.user_id or m.spouse_id = a.spouse_id
      or m.family_member_id = a.family_member_id) is true as is_first,
      b.event_id = m.event_id and (m.id = b.id or m.user_id = b.user_id or m.spouse_id = b.spouse_id
      or m.family_member_id = b.family_member_id) is true as is_second) s`

/** Lists with whom the people of a reservation must not share a room, by the reservation that those have now. */
export const listApart = async (db: Queryable, reservationId: string): Promise<ApartRow[]> => {
  const { rows } = await sql<ApartRow>`
    select k.id, o.name, r.code, k.created_at, r.id as "reservationId", r.user_id as "userId", not o.live as is_gone,
      exists (select from reservation_participants m join bed_assignments x on x.participant_id = m.id and x.released_at is null and not x.for_change
        join bed_assignments y on y.room_id = x.room_id and y.nights && x.nights and y.released_at is null and not y.for_change
        join kept_apart_now n on n.id = k.id and (n.participant_id, n.other_id) in ((x.participant_id, y.participant_id), (y.participant_id, x.participant_id))
        where m.reservation_id = ${reservationId}) as together
    from (${PAIRS_OF} where m.reservation_id = ${reservationId} and (is_first or is_second)) k
    join reservation_participants o on o.id = coalesce((select id from same_person(k.other_id) limit 1), k.other_id)
    join reservations r on r.id = o.reservation_id
    order by o.name, k.id`.execute(db)
  return rows
}

/** Writes down that two people must not share a room, once. The other one can come to another event. */
export const insertApart = async (
  tx: Tx,
  now: Date,
  row: { readonly one: Asker; readonly other: Asker; readonly by: string },
): Promise<void> => {
  const { one, other, by } = row
  const [low = '', high = ''] = [one.participantId, other.participantId].toSorted()
  await sql`
    insert into kept_apart (event_id, other_event_id, participant_id, other_id, created_by, created_at)
    select ${one.eventId}, nullif(${other.eventId}, ${one.eventId}::text), ${low}, ${high}, ${by}, ${now}
    where not exists (select from kept_apart_now k where (k.event_id = ${one.eventId} or k.other_event_id = ${one.eventId})
      and (k.participant_id, k.other_id) in ((${low}, ${high}), (${high}, ${low})))
    on conflict (participant_id, other_id) do nothing`.execute(tx)
}

/** Returns whether there was one. */
export const deleteApart = async (tx: Tx, reservationId: string, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from kept_apart where id in (select id from (${PAIRS_OF} where m.reservation_id = ${reservationId} and k.id = ${id} and (is_first or is_second)) x)`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Returns the pairs of people who must not share a room, of whom one or both come to an event. */
export const listApartPairs = async (db: Queryable, eventId: string): Promise<(readonly [string, string])[]> => {
  const { rows } = await sql<{ participant_id: string; other_id: string }>`
    select participant_id, other_id from kept_apart_now where event_id = ${eventId} or other_event_id = ${eventId}
    order by id, participant_id, other_id`.execute(db)
  return rows.map(({ participant_id, other_id }) => [participant_id, other_id])
}
