import type { ConsentContact } from '@shiloh/contract/reservations/party'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { toldTo } from '#platform/db/languages.store'
import type { Write } from '#platform/db/sql.store'

/** A consent to ask for. */
export interface ConsentRow {
  readonly reservationId: string
  readonly participantId: string
  readonly contact: ConsentContact
}

// A given consent is kept, and an edit does not ask the same guardian again. A new guardian ends the former one's link.
const SAVE = {
  name: 'reservations_save_consents',
  text: `
    with saved as (
    insert into guardian_consents (reservation_id, participant_id, guardian_name, email, phone, created_at)
    select "reservationId", "participantId", name, email, phone, $2
    from json_to_recordset($1::json) as c("reservationId" text, "participantId" text, name text, email text, phone text)
    on conflict (participant_id) do update set guardian_name = excluded.guardian_name, email = excluded.email, phone = excluded.phone,
      status = 'waiting', asked_at = null, answered_at = null, answered_name = null, wording_id = null, recorded_by = null
    where guardian_consents.status <> 'given'
      and (guardian_consents.guardian_name, guardian_consents.email, guardian_consents.phone)
        is distinct from (excluded.guardian_name, excluded.email, excluded.phone)
    returning id, reservation_id)
    update one_time_tokens t set used_at = $2
    from saved s join reservations r on r.id = s.reservation_id
    where t.user_id = r.user_id and t.purpose = 'give_consent' and t.used_at is null and t.data->>'consent_id' = s.id`,
}
export const savingConsents = (rows: readonly ConsentRow[], now: Date): Write[] =>
  rows.length === 0
    ? []
    : [
        {
          statement: SAVE,
          values: [
            JSON.stringify(
              rows.map(({ contact, ...of }) => ({
                ...of,
                name: contact.name,
                email: contact.email ?? null,
                phone: contact.phone ?? null,
              })),
            ),
            now,
          ],
        },
      ]

const consents = (db: Queryable) =>
  db
    .selectFrom('guardian_consents as g')
    .innerJoin('reservation_participants as p', 'p.id', 'g.participant_id')
    .innerJoin('reservations as r', 'r.id', 'g.reservation_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as relative', 'relative.id', 'p.user_id')
    .leftJoin('spouses as s', 's.id', 'p.spouse_id')
    .leftJoin('family_members as f', 'f.id', 'p.family_member_id')
    .leftJoin('event_centers as c', 'c.id', 'e.event_center_id')
    .select([
      'g.id',
      'g.reservation_id',
      'g.participant_id',
      'g.guardian_name',
      sql<string | null>`g.email::text`.as('email'),
      'g.phone',
      'g.status',
      'g.asked_at',
      'p.name',
      sql<string | null>`coalesce(s.birth_date, f.birth_date, relative.birth_date)`.as('birth_date'),
      'r.code',
      'r.user_id',
      'u.language',
      'e.id as event_id',
      toldTo('u', 'e', 'name').as('event'),
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      sql<string>`coalesce(case when c.city = '' then c.name else c.name || ', ' || c.city end, '')`.as('place'),
    ])
    // Only for live participants: an ended reservation needs no consent, nor does a minor who has a guardian by now.
    .where('p.live', '=', true)
    .where('p.minor', '=', true)
    .where('p.guardian', 'is', null)

export const findConsent = (db: Queryable, id: string) => consents(db).where('g.id', '=', id).executeTakeFirst()
export type ConsentFacts = NonNullable<Awaited<ReturnType<typeof findConsent>>>

/** Locks a consent, so that concurrent answers wait for each other. */
export const lockConsent = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('guardian_consents').select('id').where('id', '=', id).forUpdate().execute()
}

export const findConsentOf = (db: Queryable, reservationId: string, participantId: string) =>
  consents(db)
    .where('g.reservation_id', '=', reservationId)
    .where('g.participant_id', '=', participantId)
    .executeTakeFirst()

/** Returns a minor of a reservation who comes without a guardian. */
export const findMinorAlone = (db: Queryable, reservationId: string, participantId: string) =>
  db
    .selectFrom('reservation_participants as p')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .select(['p.id', 'r.user_id'])
    .where('p.reservation_id', '=', reservationId)
    .where('p.id', '=', participantId)
    .where('p.live', '=', true)
    .where('p.minor', '=', true)
    .where('p.guardian', 'is', null)
    .executeTakeFirst()

/** Returns consents whose guardian was not asked yet and can be reached. */
export const findUnasked = async (db: Queryable): Promise<string[]> => {
  const rows = await db
    .selectFrom('guardian_consents')
    .select('id')
    .where('status', '=', 'waiting')
    .where('asked_at', 'is', null)
    .where((where) => where.or([where('email', 'is not', null), where('phone', 'is not', null)]))
    .orderBy('created_at')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the addresses and numbers of the accounts of a reservation's minors, including unconfirmed ones. */
export const minorsReachedAt = async (db: Queryable, reservationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('reservation_participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      sql<string | null>`u.email::text`.as('email'),
      sql<string | null>`u.pending_email::text`.as('pending'),
      'u.phone',
    ])
    .where('p.reservation_id', '=', reservationId)
    .where('p.minor', '=', true)
    .execute()
  return rows.flatMap(({ email, pending, phone }) => [email, pending, phone].filter((address) => address !== null))
}

interface NewLink {
  readonly consentId: string
  readonly userId: string
  readonly tokenHash: string
  readonly expiresAt: Date
}

/** Invalidates every link of a consent. */
export const endConsentLinks = async (
  tx: Tx,
  now: Date,
  { id, user_id }: Pick<ConsentFacts, 'id' | 'user_id'>,
): Promise<void> => {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'give_consent')
    .where(sql<string>`data->>'consent_id'`, '=', id)
    .where('used_at', 'is', null)
    .execute()
}

/** Stores a new link, and when the guardian was asked. */
export const insertConsentLink = async (tx: Tx, now: Date, link: NewLink): Promise<void> => {
  await tx
    .insertInto('one_time_tokens')
    .values({
      user_id: link.userId,
      purpose: 'give_consent',
      token_hash: link.tokenHash,
      data: JSON.stringify({ consent_id: link.consentId }),
      expires_at: link.expiresAt,
      created_at: now,
    })
    .execute()
  await tx.updateTable('guardian_consents').set({ asked_at: now }).where('id', '=', link.consentId).execute()
}

/** Returns the newest wording in a language, or in English if it is not translated. */
export const findWording = (db: Queryable, language: string) =>
  db
    .selectFrom('consent_wordings')
    .select(['id', 'version', 'text'])
    .where('language', 'in', [language, 'en'])
    .orderBy('version', 'desc')
    .orderBy(sql`language = ${language}`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Returns whether this is the newest wording, in any language. */
export const isNewestWording = async (db: Queryable, id: string): Promise<boolean> =>
  (await db
    .selectFrom('consent_wordings')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', (all) =>
      all.selectFrom('consent_wordings').select((one) => one.fn.max('version').as('newest')),
    )
    .executeTakeFirst()) !== undefined

/** Resets a refused consent, so that it can be asked for again. */
export const reopenConsent = async (tx: Tx, participantId: string): Promise<void> => {
  await tx
    .updateTable('guardian_consents')
    .set({ status: 'waiting', answered_at: null, answered_name: null, wording_id: null })
    .where('participant_id', '=', participantId)
    .where('status', '=', 'refused')
    .execute()
}

interface Answer {
  readonly status: 'given' | 'refused'
  readonly name: string
  readonly wordingId: string
}
export const saveAnswer = async (tx: Tx, now: Date, id: string, answer: Answer): Promise<void> => {
  await tx
    .updateTable('guardian_consents')
    .set({
      status: answer.status,
      answered_at: now,
      answered_name: answer.name,
      wording_id: answer.wordingId,
      recorded_by: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Records a consent on paper, whether or not a link was sent. */
export const savePaper = async (
  tx: Tx,
  now: Date,
  of: { readonly reservationId: string; readonly participantId: string; readonly name: string; readonly by: string },
): Promise<void> => {
  const given = {
    guardian_name: of.name,
    status: 'given',
    answered_at: now,
    answered_name: of.name,
    wording_id: null,
    recorded_by: of.by,
  }
  await tx
    .insertInto('guardian_consents')
    .values({ reservation_id: of.reservationId, participant_id: of.participantId, created_at: now, ...given })
    .onConflict((conflict) => conflict.column('participant_id').doUpdateSet(given))
    .execute()
}
