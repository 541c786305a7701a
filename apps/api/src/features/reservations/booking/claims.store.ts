import type { Gender } from '@shiloh/contract/reservations/bed-rules'
import type { ParticipantRole } from '@shiloh/contract/reservations/party'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql, TxSql, Write } from '#platform/db/sql.store'
import { answerKey, type Relative } from './facts.rules.ts'
import { liveKey } from './wish.rules.ts'

const RELEASE = {
  name: 'reservations_release',
  text: `
    with gone as (
      update claims set released_at = $2
      where reservation_id = any($1) and released_at is null and ($3::boolean is false or for_change)
        and ($4::text is null or quota_id in (select id from quotas where kind = $4))
      returning quota_id, quantity),
    -- Beds that were kept for a change go with what else was claimed for it.
    beds as (
      update bed_assignments set released_at = $2
      where reservation_id = any($1) and released_at is null and for_change and $4::text is null)
    update quotas q set claimed = q.claimed - g.quantity
    from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id
    returning q.id`,
}

/** Releases the claims of reservations. Returns whether anything was released. */
export const releaseClaims = async (
  sql: TxSql,
  ids: readonly string[],
  now: Date,
  only: { readonly forChange?: boolean; readonly kind?: string } = {},
): Promise<boolean> =>
  ids.length > 0 && (await sql(RELEASE, [ids, now, only.forChange ?? false, only.kind ?? null])).length > 0

const RELEASE_OFFERS = {
  name: 'reservations_release_invitations',
  text: `
    with gone as (
      update claims set released_at = $2 where waiting_entry_id = any($1) and released_at is null returning quota_id, quantity)
    update quotas q set claimed = q.claimed - g.quantity
    from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id`,
}

/** Releases the claims of invitations. */
export const releaseInvitations = async (sql: TxSql, waitingIds: readonly string[], now: Date): Promise<void> => {
  if (waitingIds.length > 0) await sql(RELEASE_OFFERS, [waitingIds, now])
}

export interface ClaimRow {
  readonly quotaId: string
  readonly quantity: number
  readonly reservationId?: string
  readonly waitingEntryId?: string
  readonly forChange?: boolean
}

const CLAIM = {
  name: 'reservations_claim',
  text: `
    with c as (select * from json_to_recordset($1::json) as c("quotaId" text, quantity int, "reservationId" text, "waitingEntryId" text, "forChange" boolean)),
    taken as (
      update quotas q set claimed = q.claimed + s.quantity
      from (select "quotaId", sum(quantity)::int as quantity from c group by "quotaId") s where q.id = s."quotaId")
    insert into claims (quota_id, reservation_id, waiting_entry_id, quantity, for_change, created_at)
    select "quotaId", "reservationId", "waitingEntryId", quantity, coalesce("forChange", false), $2 from c`,
}

/** Claims locked quotas that were found free. The database refuses more than is free. */
export const saveClaims = async (sql: TxSql, rows: readonly ClaimRow[], now: Date): Promise<void> => {
  if (rows.length > 0) await sql(CLAIM, [JSON.stringify(rows), now])
}

const CLAIMS_OF = {
  name: 'reservations_claims_of',
  text: `
    select quota_id as "quotaId", sum(quantity)::int as quantity from claims
    where reservation_id = $1 and released_at is null group by quota_id`,
}
/** Returns a reservation's current claim on each quota. */
export const findClaims = (sql: Sql, id: string): Promise<{ quotaId: string; quantity: number }[]> =>
  sql<{ quotaId: string; quantity: number }>(CLAIMS_OF, [id])

const LIMITED = {
  name: 'reservations_limited_answers',
  text: `
    select a.question_id as question, q.ref_id as option from reservations r cross join lateral (
      select o.question_id::text, o.value, coalesce(o.form_version_id, r.form_version_id)::text as version
      from reservation_answers o where o.reservation_id = r.id
      union all
      select o ->> 'question_id', o -> 'value', coalesce(o ->> 'form_version_id', r.pending_change ->> 'form_version_id')
      from jsonb_array_elements(r.pending_change -> 'answers') o) a
    join quotas q on q.event_id = r.event_id and q.kind = 'question_option' and q.ref_id = a.value #>> '{}'
    join form_versions v on v.id = a.version
    where r.id = $1 and jsonb_path_exists(v.definition, '$.sections[*].questions[*] ? (@._id == $question).options[*] ? (@._id == $option)',
      jsonb_build_object('question', a.question_id, 'option', a.value))`,
}
const OPTION = /^[0-9a-f]{24}$/

/**
 * Returns the answers of a reservation by `answerKey`, those in force and those of its pending change, that are options with a
 * limit: by the versions that they were given to, whatever the form says of them by now.
 *
 * @param answers all these answers: without an option among them nothing is asked
 */
export const findLimited = async (
  sql: Sql,
  id: string,
  answers: readonly { readonly value: unknown }[],
): Promise<ReadonlySet<string>> => {
  if (!answers.some(({ value }) => typeof value === 'string' && OPTION.test(value))) return new Set()
  const rows = await sql<{ question: string; option: string }>(LIMITED, [id])
  return new Set(rows.map(({ question, option }) => answerKey(question, option)))
}

const BEDS_OVER = {
  name: 'reservations_beds_over',
  text: `
    select c.quota_id as "quotaId", sum(c.quantity)::int as quantity from claims c join quotas q on q.id = c.quota_id
    where c.reservation_id = $1 and c.released_at is null and not c.for_change and q.kind = 'beds' and q.night < $2::date
      and q.night <> all($3::date[])
    group by c.quota_id`,
}
/** Returns a reservation's claims on beds of nights before today, without those that are given back. */
export const findBedsOver = (
  sql: Sql,
  id: string,
  today: string,
  returned: readonly string[] = [],
): Promise<{ quotaId: string; quantity: number }[]> => sql(BEDS_OVER, [id, today, returned])

const CLAIMS_OF_EACH = {
  name: 'reservations_claims_of_each',
  text: `
    select reservation_id as id, quota_id as "quotaId", sum(quantity)::int as quantity from claims
    where reservation_id = any($1) and released_at is null group by reservation_id, quota_id`,
}
/** Returns what each of these reservations claims of each quota. */
export const findClaimsOfEach = async (
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
  const claims = new Map(ids.map((id) => [id, new Map<string, number>()]))
  if (ids.length > 0)
    for (const { id, quotaId, quantity } of await sql<{ id: string; quotaId: string; quantity: number }>(
      CLAIMS_OF_EACH,
      [ids],
    ))
      claims.get(id)?.set(quotaId, quantity)
  return claims
}

const CLAIMS_OF_INVITATIONS = {
  name: 'reservations_claims_of_invitations',
  text: `
    select quota_id as "quotaId", sum(quantity)::int as quantity from claims
    where waiting_entry_id = any($1) and released_at is null group by quota_id`,
}
/** Returns what these invitations hold of each quota together. */
export const findInvitationClaims = (
  sql: Sql,
  waitingIds: readonly string[],
): Promise<{ quotaId: string; quantity: number }[]> => sql(CLAIMS_OF_INVITATIONS, [waitingIds])

const RELEASE_BEDS = {
  name: 'reservations_release_beds',
  text: `
    update bed_assignments set released_at = $2, released_reason = $3
    where released_at is null and (reservation_id = any($1) or (participant_id = any($1) and not for_change))`,
}
/** Releases the beds of reservations or of single participants. */
export const releaseBeds = async (sql: TxSql, ids: readonly string[], now: Date, reason = ''): Promise<void> => {
  if (ids.length > 0) await sql(RELEASE_BEDS, [ids, now, reason])
}

const RELEASE_CHANGE_BEDS = {
  name: 'reservations_release_change_beds',
  text: `
    update bed_assignments set released_at = $2, released_reason = 'held again'
    where released_at is null and for_change and reservation_id = $1`,
}
/** Releases the beds that a reservation's pending change holds. */
export const releaseChangeBeds = async (sql: TxSql, id: string, now: Date): Promise<void> => {
  await sql(RELEASE_CHANGE_BEDS, [id, now])
}

export interface BedRow {
  readonly roomId: string
  readonly bed: number
  readonly checkIn: string
  readonly checkOut: string
  readonly reservationId: string
  readonly participantId: string
  readonly pinned?: boolean
  readonly assignedBy?: string | null
  readonly forChange?: boolean
}
const SAVE_BEDS = {
  name: 'reservations_save_beds',
  text: `
    insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id, pinned, assigned_by, for_change, created_at)
    select "roomId", bed, daterange("checkIn", "checkOut"), "reservationId", "participantId", coalesce(pinned, false), "assignedBy",
      coalesce("forChange", false), $2
    from json_to_recordset($1::json) as b("roomId" text, bed int, "checkIn" date, "checkOut" date, "reservationId" text, "participantId" text,
      pinned boolean, "assignedBy" text, "forChange" boolean)`,
}
export const savingBeds = (rows: readonly BedRow[], now: Date): Write[] =>
  rows.length === 0 ? [] : [{ statement: SAVE_BEDS, values: [JSON.stringify(rows), now] }]

const PARTICIPANTS = {
  name: 'reservations_participants',
  text: `
    select id, role, position, user_id as "userId", spouse_id as "spouseId", family_member_id as "memberId", name, gender, minor, guardian,
      checked_in_at as "checkedInAt"
    from reservation_participants where reservation_id = $1 order by position`,
}
export interface ParticipantRow {
  readonly id: string
  readonly role: ParticipantRole
  readonly position: number
  readonly userId: string | null
  readonly spouseId: string | null
  readonly memberId: string | null
  readonly name: string
  readonly gender: Gender | null
  readonly minor: boolean
  /** The position of a minor's guardian. */
  readonly guardian: number | null
  readonly checkedInAt: Date | null
}
/** Returns the persons of a reservation, the main person first. */
export const findParticipants = (sql: Sql, id: string): Promise<ParticipantRow[]> =>
  sql<ParticipantRow>(PARTICIPANTS, [id])

const TAKEN = {
  name: 'reservations_live_people',
  text: `
    with asked as (select * from unnest($1::text[], $2::text[]) as a(event_id, person))
    select p.event_id, p.user_id, p.spouse_id, p.family_member_id from asked a
    join reservation_participants p on p.live and p.event_id = a.event_id and p.user_id = a.person and p.reservation_id <> all($3)
    union all
    select p.event_id, p.user_id, p.spouse_id, p.family_member_id from asked a
    join reservation_participants p on p.live and p.event_id = a.event_id and p.spouse_id = a.person and p.reservation_id <> all($3)
    union all
    select p.event_id, p.user_id, p.spouse_id, p.family_member_id from asked a
    join reservation_participants p on p.live and p.event_id = a.event_id and p.family_member_id = a.person and p.reservation_id <> all($3)`,
}

/** A person at an event: a user or a person on somebody's lists. */
export interface Attendance {
  readonly eventId: string
  readonly personId: string
}

interface TakenRow {
  readonly event_id: string
  readonly user_id: string | null
  readonly spouse_id: string | null
  readonly family_member_id: string | null
}

/**
 * Returns the live keys of those who are already in a live reservation of the event, ignoring the reservations in
 * `except`.
 */
export const findLivePeople = async (
  sql: Sql,
  asked: readonly Attendance[],
  except: readonly string[] = [],
): Promise<Set<string>> => {
  const rows = await sql<TakenRow>(TAKEN, [
    asked.map(({ eventId }) => eventId),
    asked.map(({ personId }) => personId),
    except,
  ])
  return new Set(
    rows.flatMap(({ event_id, user_id, spouse_id, family_member_id }) =>
      [user_id, spouse_id, family_member_id].flatMap((id) => (id === null ? [] : [liveKey(event_id, id)])),
    ),
  )
}

/** Returns the live keys of all persons of these wishes who are already in a live reservation of the event. */
export const findLiveKeys = (
  sql: Sql,
  asked: readonly { readonly eventId: string; readonly userId: string; readonly wish: Wish }[],
  relatives: ReadonlyMap<string, Relative>,
): Promise<Set<string>> =>
  findLivePeople(
    sql,
    asked.flatMap(({ eventId, userId, wish }) =>
      [
        userId,
        ...wish.participants.flatMap(({ person_id }) => [person_id, relatives.get(person_id ?? '')?.linkedUserId]),
      ].flatMap((personId) => (personId ? [{ eventId, personId }] : [])),
    ),
  )
