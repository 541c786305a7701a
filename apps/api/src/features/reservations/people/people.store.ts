import { isLanguage, type Language } from '@shiloh/contract/core'
import { thingsToBring } from '@shiloh/contract/events/events'
import type { NewPerson } from '@shiloh/contract/reservations/party'
import type { DeskPerson } from '@shiloh/contract/reservations/wish'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** Registers a person without an account, known to the desk by name. Returns the id. */
export const insertPerson = async (tx: Tx, person: DeskPerson, country: string, now: Date): Promise<string> => {
  const { id } = await tx
    .insertInto('users')
    .values({
      user_type: 'user',
      status: 'approved',
      first_name: person.first_name,
      last_name: person.last_name,
      other_names: person.other_names ?? null,
      gender: person.gender ?? null,
      phone: person.phone ?? null,
      email: person.email ?? null,
      country_code: country,
      is_not_member: person.is_not_member ?? false,
      birth_date: person.birth_date ?? null,
      ...(person.language ? { language: person.language } : {}),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds somebody to a person's spouse list or family list. Returns the id. */
export const insertRelative = async (
  tx: Tx,
  ownerId: string,
  { relation, first_name, last_name, gender, birth_date = null }: NewPerson,
  now: Date,
): Promise<string> => {
  const values = { user_id: ownerId, first_name, last_name, gender, birth_date, created_at: now, updated_at: now }
  const { id } = await (relation === 'spouse'
    ? tx.insertInto('spouses').values(values).returning('id').executeTakeFirstOrThrow()
    : tx
        .insertInto('family_members')
        .values({ ...values, relation })
        .returning('id')
        .executeTakeFirstOrThrow())
  return id
}

/** Returns the latest reservation of each relative whom a user took along, as far as the sender of `query` may see it. */
export const findReservationsOfRelatives = async (
  db: Queryable,
  userId: string,
  query: object,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ relative: string; id: string }>`
    select distinct on (1) coalesce(p.spouse_id, p.family_member_id) as relative, r.id
    from reservations r join reservation_participants p on p.reservation_id = r.id
    where r.user_id = ${userId} and coalesce(p.spouse_id, p.family_member_id) is not null
      and ${shown(query, { reservation: 'r.id', event: 'r.event_id', person: 'r.user_id' })}
    order by 1, r.created_at desc`.execute(db)
  return new Map(rows.map(({ relative, id }) => [relative, id]))
}

/** Returns the people that a person can take along. */
export const findRelativesOf = async (db: Queryable, userId: string) => {
  const spouses = await db
    .selectFrom('spouses')
    .select(['id', 'first_name', 'last_name', 'gender', 'birth_date', 'title_id', 'phone', 'linked_user_id'])
    // As the rules of a reservation see it (booking/snapshot.sql.ts).
    .select(
      sql<boolean>`coalesce(title_id in (select id from titles where needs_confirmation)
        and title_id is distinct from confirmed_title_id and title_id is distinct from
        (select u.confirmed_title_id from users u where u.id = spouses.linked_user_id), false)`.as('title_waits'),
    )
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const family = await db
    .selectFrom('family_members')
    .select(['id', 'relation', 'first_name', 'last_name', 'gender', 'birth_date'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return [
    ...spouses.map((one) => ({ ...one, relation: 'spouse' })),
    ...family.map((one) => ({ ...one, title_id: null, title_waits: false, phone: null, linked_user_id: null })),
  ]
}

/** Returns the organisation's name, and its country: the assumed residence of people without an account. */
export const findOrganisation = async (db: Queryable): Promise<{ name: string; country: string }> => {
  const row = await db.selectFrom('client_groups').select(['name', 'country_code']).executeTakeFirstOrThrow()
  return { name: row.name, country: row.country_code }
}

/**
 * Returns what a ticket says beside its reservation: who invites and how they are reached, what to bring, where to go, and
 * until when to change.
 */
export const findTicketFacts = async (db: Queryable, eventId: string, language: Language) => {
  const row = await db
    .selectFrom('events as e')
    .innerJoin('client_groups as g', (join) => join.onTrue())
    .leftJoin('event_centers as c', 'c.id', 'e.event_center_id')
    .leftJoin('files as picture', 'picture.id', 'e.picture_file_id')
    .leftJoin('files as logo', 'logo.id', 'g.logo_file_id')
    .select(['g.name', 'g.address', 'g.phone', 'g.email', 'g.accent_colour as color'])
    .select(['e.cancellation_deadline as deadline', 'e.refund_rules', 'c.latitude', 'c.longitude'])
    .select(['picture.storage_key as picture_key', 'logo.storage_key as logo_key'])
    .select([toldIn(language, 'e', 'bring').as('bring'), toldIn(language, 'e', 'arrival_note').as('arrival_note')])
    .select(
      sql<string | null>`nullif(concat_ws(', ', nullif(c.address, ''), nullif(c.city, '')), '')`.as('center_address'),
    )
    .where('e.id', '=', eventId)
    .executeTakeFirstOrThrow()
  const { name, address, phone, email, color, bring, center_address, ...event } = row
  return {
    ...event,
    organisation: { name, address, phone, email, color },
    bring: thingsToBring(bring),
    address: center_address,
  }
}

/** Returns the birth dates of a reservation's persons that are known, by participant. */
export const findBirthDates = async (db: Queryable, reservationId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('reservation_participants as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('spouses as s', 's.id', 'p.spouse_id')
    .leftJoin('family_members as f', 'f.id', 'p.family_member_id')
    .select(['p.id', sql<string | null>`coalesce(u.birth_date, s.birth_date, f.birth_date)::text`.as('birth_date')])
    .where('p.reservation_id', '=', reservationId)
    .execute()
  return new Map(rows.flatMap(({ id, birth_date }) => (birth_date === null ? [] : [[id, birth_date]])))
}

/** Records that somebody read sealed data. */
export const insertCareReads = async (
  tx: Tx,
  participantIds: readonly string[],
  readerId: string,
  now: Date,
): Promise<void> => {
  if (participantIds.length === 0) return
  await tx
    .insertInto('care_reads')
    .values(participantIds.map((participant_id) => ({ participant_id, reader_id: readerId, at: now })))
    .execute()
}

/** Returns a person's contact addresses, and which of them are confirmed. */
export const findReach = async (db: Queryable, id: string) => {
  const row = await db
    .selectFrom('users')
    .select(['email', 'phone', 'language', 'email_confirmed_at', 'phone_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      email: row.email,
      phone: row.phone,
      language: isLanguage(row.language) ? row.language : ('en' as const),
      email_confirmed: row.email_confirmed_at !== null,
      phone_confirmed: row.phone_verified_at !== null,
    }
  )
}

/** Returns whether an account or a desk person has this id. */
export const isMember = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst()) !==
  undefined
