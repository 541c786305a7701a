import type { QuoteLine } from '@shiloh/contract/reservations/quote'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql, TxSql, Write } from '#platform/db/sql.store'
import type { GivenAnswer, PlannedParticipant } from './facts.rules.ts'

/** The columns and rows of a choice that an edit replaces. */
export interface ChoiceRow {
  readonly total: number
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  readonly participantTypeRef: string
  readonly committeeTypeId: string | null
  readonly accommodationRef: string | null
  readonly checkIn: string | null
  readonly checkOut: string | null
  readonly arrivalAt: string | null
  readonly departureAt: string | null
  readonly missing: readonly string[]
  readonly paysAtDesk: boolean
  readonly persons: number
}

const SAVE_CHOICE = {
  name: 'reservations_save_choice',
  text: `
    update reservations r set total = c.total, due_at_once = c."dueAtOnce",
      ruled_total = case when r.paid > 0
        then greatest(r.ruled_total, coalesce((r.pending_change->>'previous_total')::bigint, r.total), c.total) else r.ruled_total end,
      event_participant_type_id = c."participantTypeRef", committee_type_id = c."committeeTypeId",
      event_accommodation_id = c."accommodationRef", check_in = c."checkIn", check_out = c."checkOut",
      arrival_at = c."arrivalAt", departure_at = c."departureAt", missing = c.missing,
      pays_at_desk = c."paysAtDesk", persons = c.persons, pending_change = null, hold_expires_at = $3,
      hold_cut_off = case when r.hold_expires_at = $3 and r.pays_at_desk = c."paysAtDesk" then r.hold_cut_off end, updated_at = $4
    from json_to_record($2::json) as c(total bigint, "dueAtOnce" bigint, "participantTypeRef" text,
      "committeeTypeId" text, "accommodationRef" text, "checkIn" date, "checkOut" date,
      "arrivalAt" timestamptz, "departureAt" timestamptz, missing text[], "paysAtDesk" boolean, persons smallint)
    where r.id = $1`,
}
const ORDER_CHANGES = {
  name: 'reservations_order_changes',
  text: `
    insert into order_changes (reservation_id, event_product_id, delta, at)
    select $1, x.id, sum(c.quantity)::int, $3 from (
      select ref_id, -quantity as quantity from reservation_lines where reservation_id = $1 and kind = 'product_option'
      union all
      select ref_id, quantity from json_to_recordset($2::json) as l(kind text, ref_id text, quantity int) where kind = 'product_option') c
    join reservations r on r.id = $1
    join event_products x on x.event_id = r.event_id and x.product_option_id = c.ref_id
    group by x.id having sum(c.quantity) <> 0`,
}
const CLEAR_LINES = {
  name: 'reservations_clear_lines',
  text: `delete from reservation_lines where reservation_id = $1`,
}
const CLEAR_ANSWERS = {
  name: 'reservations_clear_answers',
  text: `delete from reservation_answers where reservation_id = $1`,
}
const SAVE_LINES = {
  name: 'reservations_save_lines',
  text: `
    insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount, person, from_day, until_day)
    select $1, kind, ref_id, label, quantity, units, unit_price, amount, person, from_day, until_day
    from json_to_recordset($2::json) as l(kind text, ref_id text, label text, quantity int, units int, unit_price bigint, amount bigint,
      person smallint, from_day date, until_day date)`,
}
const SAVE_ANSWERS = {
  name: 'reservations_save_answers',
  text: `
    insert into reservation_answers (reservation_id, question_id, label, value, form_version_id)
    select $1, question_id, label, value, form_version_id
    from json_to_recordset($2::json) as a(question_id text, label text, value jsonb, form_version_id text)`,
}

const UNPRICED = {
  name: 'reservations_save_unpriced',
  text: `
    update reservations r set committee_type_id = $2, arrival_at = $3, departure_at = $4, updated_at = $7,
      missing = array(select m from unnest(r.missing) m where m <> all(coalesce($5::text[], r.missing))) || $6::text[]
    where r.id = $1`,
}
/** What of a reservation has no price: its fields in a wish, and in what is missing. */
const UNPRICED_FIELDS = ['committee_type_id', 'arrival_at', 'departure_at']
type Unpriced = Pick<Wish, 'committee_type_id' | 'arrival_at' | 'departure_at'>

const writeUnpriced = async (
  sql: TxSql,
  id: string,
  { committee_type_id = null, arrival_at = null, departure_at = null }: Unpriced,
  [fields, missing]: readonly [readonly string[] | null, readonly string[]],
  now: Date,
): Promise<void> => {
  await sql(UNPRICED, [id, committee_type_id, arrival_at, departure_at, fields, missing, now])
}

/** Saves what has no price, and everything that is missing now, of a reservation whose choice stays. */
export const saveUnpriced = (
  sql: TxSql,
  id: string,
  unpriced: Unpriced,
  missing: readonly string[],
  now: Date,
): Promise<void> => writeUnpriced(sql, id, unpriced, [null, missing], now)

/** The same of a choice whose rest waits to be paid: what else is missing stays so. */
export const saveUnpricedOf = (
  sql: TxSql,
  id: string,
  { wish, missing }: { readonly wish: Wish; readonly missing: readonly string[] },
  now: Date,
): Promise<void> =>
  writeUnpriced(sql, id, wish, [UNPRICED_FIELDS, missing.filter((field) => UNPRICED_FIELDS.includes(field))], now)

const KEEP_MEAL_DAYS = {
  name: 'reservations_keep_meal_days',
  text: `
    update reservation_lines l set from_day = $2::date - l.units, until_day = $2::date from reservations r
    where r.id = l.reservation_id and r.event_id = $1 and l.kind = 'caterer' and l.from_day is null`,
}
const KEEP_PENDING_MEAL_DAYS = {
  name: 'reservations_keep_pending_meal_days',
  text: `
    update reservations r set pending_change = jsonb_set(r.pending_change, '{lines}', (
      select jsonb_agg(case when line ->> 'kind' = 'caterer' and line ->> 'from_day' is null
        then line || jsonb_build_object('from_day', $2::date - (line ->> 'units')::int, 'until_day', $2::date) else line end order by nth)
      from jsonb_array_elements(r.pending_change -> 'lines') with ordinality as l(line, nth)))
    where r.event_id = $1 and jsonb_array_length(r.pending_change -> 'lines') > 0`,
}
/**
 * Writes down the days of meals that were ordered for the last days of an event, as many as were sold, also in changes that wait
 * for their payment.
 */
export const keepMealDays = async (sql: TxSql, eventId: string, until: string): Promise<void> => {
  await sql(KEEP_MEAL_DAYS, [eventId, until])
  await sql(KEEP_PENDING_MEAL_DAYS, [eventId, until])
}

/** Replaces the choice of a reservation. */
export const saveChoice = async (
  sql: TxSql,
  id: string,
  choice: ChoiceRow,
  lines: readonly QuoteLine[],
  answers: readonly GivenAnswer[],
  holdUntil: Date | null,
  now: Date,
): Promise<void> => {
  await sql(SAVE_CHOICE, [id, JSON.stringify(choice), holdUntil, now])
  // Vendors' statements say what was changed, and when.
  await sql(ORDER_CHANGES, [id, JSON.stringify(lines), now])
  await sql(CLEAR_LINES, [id])
  await sql(SAVE_LINES, [id, JSON.stringify(lines)])
  await sql(CLEAR_ANSWERS, [id])
  await sql(SAVE_ANSWERS, [id, JSON.stringify(answers)])
}

const LEAVE_OUT_PAST = {
  name: 'reservations_leave_out_past',
  text: `
    with gone as (
      update claims c set released_at = $6 from quotas q
      where c.reservation_id = $1 and c.released_at is null and q.id = c.quota_id and q.kind = 'beds' and q.night < $5::date
      returning c.quota_id, c.quantity),
    freed as (
      update quotas q set claimed = q.claimed - g.quantity
      from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id)
    update reservations set total = $2, due_at_once = $3, check_in = $4::date, updated_at = $6,
      waived = $7, ruled_total = greatest(0, ruled_total - (waived - $7)),
      check_out = case when $4::date is not null then check_out end,
      event_accommodation_id = case when $4::date is not null then event_accommodation_id end
    where id = $1`,
}

/** Saves the lines and the stay of a reservation without its past, and releases its beds of the nights before a day. */
export const saveWithoutPast = async (
  sql: TxSql,
  id: string,
  left: {
    readonly total: number
    /** What is still waived of it. */
    readonly waived: number
    readonly dueAtOnce: number | null
    readonly from: string
    /** Null: no night is left. */
    readonly checkIn: string | null
  },
  lines: readonly QuoteLine[],
  now: Date,
): Promise<void> => {
  await sql(LEAVE_OUT_PAST, [id, left.total, left.dueAtOnce, left.checkIn, left.from, now, left.waived])
  await sql(CLEAR_LINES, [id])
  await sql(SAVE_LINES, [id, JSON.stringify(lines)])
}

/** A person of a reservation as an edit saves it. */
export interface PersonRow extends Omit<PlannedParticipant, 'consentFrom' | 'care' | 'bearing'> {
  readonly id: string
  readonly position: number
  readonly qrId: string
}

/** Scans that let nobody through stay with the reservation when their person is taken out. Others keep the person. */
const FREE_SCANS = {
  name: 'reservations_free_scans',
  text: `
    update scans s set participant_id = null from reservation_participants p
    where p.reservation_id = $1 and p.id <> all($2) and s.participant_id = p.id and not s.accepted`,
}
const REMOVE_PERSONS = {
  name: 'reservations_remove_persons',
  text: `delete from reservation_participants where reservation_id = $1 and id <> all($2)`,
}
const RUNNING = `select ($3::timestamptz at time zone e.time_zone)::date as today, (e.starts_at at time zone e.time_zone)::date as first
      from reservations r join events e on e.id = r.event_id where r.id = $1`
const KEEP_PERSONS = {
  name: 'reservations_keep_persons',
  text: `
    update reservation_participants p set position = c.position, event_participant_type_id = c."typeRef", title_id = c."titleId",
      designation_id = c."designationId", event_caterer_id = c."catererRef", minor = c.minor, guardian = c.guardian,
      -- While the event runs, what is over stays theirs who had it.
      meals_before = case when d.today > d.first and p.event_caterer_id is distinct from c."catererRef"
        then p.meals_before || jsonb_build_array(jsonb_build_object('until', d.today,
          'caterer', (select o.caterer_id from event_caterers o where o.id = p.event_caterer_id)))
        else p.meals_before end
    from (${RUNNING}) d, json_to_recordset($2::json) as c(id text, position smallint, "typeRef" text, "titleId" text, "designationId" text,
      "catererRef" text, minor boolean, guardian smallint)
    where p.reservation_id = $1 and p.id = c.id`,
}
const ADD_PERSONS = {
  name: 'reservations_add_persons',
  text: `
    insert into reservation_participants (id, reservation_id, event_id, role, position, user_id, spouse_id, family_member_id, name, gender,
      event_participant_type_id, title_id, designation_id, event_caterer_id, minor, guardian, qr_id, live, added_on)
    select c.id, r.id, r.event_id, c.role, c.position, c."userId", c."spouseId", c."memberId", c.name, c.gender, c."typeRef", c."titleId",
      c."designationId", c."catererRef", c.minor, c.guardian, c."qrId", true, case when d.today > d.first then d.today end
    from reservations r, (${RUNNING}) d, json_to_recordset($2::json) as c(id text, role text, position smallint, "userId" text, "spouseId" text,
      "memberId" text, name text, gender text, "typeRef" text, "titleId" text, "designationId" text, "catererRef" text, minor boolean,
      guardian smallint, "qrId" text)
    where r.id = $1`,
}

const COVER_CHANGES = {
  name: 'reservations_cover_changes',
  text: `
    insert into cover_changes (reservation_id, event_caterer_id, delta, at)
    select $1, caterer, sum(covers)::smallint, $3 from (
      select event_caterer_id as caterer, -1 as covers from reservation_participants where reservation_id = $1
      union all select caterer, 1 from unnest($2::text[]) as c(caterer)) changes
    where caterer is not null group by caterer having sum(covers) <> 0`,
}

/**
 * Replaces the persons of a reservation: missing ones are removed, the others keep their codes, and new ones are added.
 * @throws person_was_in for a missing person with a check-in that counts
 */
export const savePersons = async (
  sql: TxSql,
  reservationId: string,
  kept: readonly Omit<PersonRow, 'qrId'>[],
  added: readonly PersonRow[],
  now: Date,
): Promise<void> => {
  // Caterers ask what has changed since yesterday.
  await sql(COVER_CHANGES, [reservationId, [...kept, ...added].map(({ catererRef }) => catererRef), now])
  await sql(FREE_SCANS, [reservationId, kept.map(({ id }) => id)])
  await sql(REMOVE_PERSONS, [reservationId, kept.map(({ id }) => id)])
  await sql(KEEP_PERSONS, [reservationId, JSON.stringify(kept), now])
  if (added.length > 0) await sql(ADD_PERSONS, [reservationId, JSON.stringify(added), now])
}

export interface CareRow {
  readonly participantId: string
  readonly sealed: string
  readonly groundFloor: boolean
  readonly quietRoom: boolean
  readonly diets: readonly string[]
  readonly purgeAfter: string
}
const SAVE_CARE = {
  name: 'reservations_save_care',
  text: `
    insert into reservation_care (participant_id, sealed, ground_floor, quiet_room, diets, purge_after, created_at)
    select "participantId", sealed, "groundFloor", "quietRoom", diets, "purgeAfter", $2
    from json_to_recordset($1::json) as c("participantId" text, sealed text, "groundFloor" boolean, "quietRoom" boolean, diets text[], "purgeAfter" date)
    on conflict (participant_id) do update set sealed = excluded.sealed, ground_floor = excluded.ground_floor,
      quiet_room = excluded.quiet_room, diets = excluded.diets, purge_after = excluded.purge_after`,
}
export const savingCare = (rows: readonly CareRow[], now: Date): Write[] =>
  rows.length === 0 ? [] : [{ statement: SAVE_CARE, values: [JSON.stringify(rows), now] }]
const CLEAR_CARE = {
  name: 'reservations_clear_care',
  text: `delete from reservation_care where participant_id = any($1)`,
}
export const clearCare = async (sql: TxSql, participantIds: readonly string[]): Promise<void> => {
  if (participantIds.length > 0) await sql(CLEAR_CARE, [participantIds])
}
const FIND_CARE = {
  name: 'reservations_find_care',
  text: `
    select c.participant_id as "participantId", c.sealed, p.name, coalesce(p.spouse_id, p.family_member_id) as "personId"
    from reservation_care c
    join reservation_participants p on p.id = c.participant_id where p.reservation_id = $1 order by p.position`,
}
export interface SealedCare {
  readonly participantId: string
  /** The id on the owner's lists. Null means the main person. */
  readonly personId: string | null
  readonly name: string
  readonly sealed: string
}
export const findCare = (sql: Sql, id: string): Promise<SealedCare[]> => sql<SealedCare>(FIND_CARE, [id])

const PURGE_CARE = {
  name: 'reservations_purge_care',
  text: `delete from reservation_care where purge_after < $1::date`,
}
/** Deletes sensitive data that was kept only for an event that is over. */
export const purgeCare = async (sql: TxSql, today: string): Promise<void> => {
  await sql(PURGE_CARE, [today])
}
