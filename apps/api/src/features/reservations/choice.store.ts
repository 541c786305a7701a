import type { KeptAnswer } from '@shiloh/contract/forms'
import type { QuoteLine } from '@shiloh/contract/quote'
import type { Sql, Write } from '#platform/sql.store'
import type { Gender } from './beds/rules.ts'

/** The columns and rows of a choice, as an edit replaces them. */
export interface ChoiceRow {
  readonly total: number
  /** What must be covered before it is active; null: everything. */
  readonly dueAtOnce: number | null
  readonly participantTypeRef: string
  readonly titleId: string | null
  readonly designationId: string | null
  readonly committeeTypeId: string | null
  readonly accommodationRef: string | null
  readonly checkIn: string | null
  readonly checkOut: string | null
  readonly catererRef: string | null
  readonly spouseId: string | null
  readonly formVersionId: string | null
  readonly arrivalAt: string | null
  readonly departureAt: string | null
  readonly missing: readonly string[]
  readonly paysAtDesk: boolean
}

const SAVE_CHOICE = {
  name: 'reservations_save_choice',
  text: `
    update reservations r set total = c.total, due_at_once = c."dueAtOnce",
      ruled_total = case when r.paid > 0
        then greatest(r.ruled_total, coalesce((r.pending_change->>'previous_total')::bigint, r.total), c.total) else r.ruled_total end,
      event_participant_type_id = c."participantTypeRef", title_id = c."titleId",
      designation_id = c."designationId", committee_type_id = c."committeeTypeId", event_accommodation_id = c."accommodationRef",
      check_in = c."checkIn", check_out = c."checkOut", event_caterer_id = c."catererRef", spouse_id = c."spouseId",
      form_version_id = c."formVersionId", arrival_at = c."arrivalAt", departure_at = c."departureAt", missing = c.missing,
      pays_at_desk = c."paysAtDesk", pending_change = null, hold_expires_at = $3, updated_at = $4
    from json_to_record($2::json) as c(total bigint, "dueAtOnce" bigint, "participantTypeRef" text, "titleId" text, "designationId" text,
      "committeeTypeId" text, "accommodationRef" text, "checkIn" date, "checkOut" date, "catererRef" text, "spouseId" text,
      "formVersionId" text, "arrivalAt" timestamptz, "departureAt" timestamptz, missing text[], "paysAtDesk" boolean)
    where r.id = $1`,
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
    insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
    select $1, kind, ref_id, label, quantity, units, unit_price, amount
    from json_to_recordset($2::json) as l(kind text, ref_id text, label text, quantity int, units int, unit_price bigint, amount bigint)`,
}
const SAVE_ANSWERS = {
  name: 'reservations_save_answers',
  text: `
    insert into reservation_answers (reservation_id, question_id, label, value)
    select $1, question_id, label, value from json_to_recordset($2::json) as a(question_id text, label text, value jsonb)`,
}

/** Replaces what a reservation is made of. */
export const saveChoice = async (
  sql: Sql,
  id: string,
  choice: ChoiceRow,
  lines: readonly QuoteLine[],
  answers: readonly KeptAnswer[],
  holdUntil: Date | null,
  now: Date,
): Promise<void> => {
  await sql(SAVE_CHOICE, [id, JSON.stringify(choice), holdUntil, now])
  await sql(CLEAR_LINES, [id])
  await sql(SAVE_LINES, [id, JSON.stringify(lines)])
  await sql(CLEAR_ANSWERS, [id])
  await sql(SAVE_ANSWERS, [id, JSON.stringify(answers)])
}

const ADD_SPOUSE = {
  name: 'reservations_add_spouse',
  text: `
    insert into reservation_participants (id, reservation_id, event_id, role, user_id, spouse_id, name, gender, qr_id, live)
    values ($1, $2, $3, 'spouse', $4, $5, $6, $7, $8, true)`,
}
export const saveSpouse = async (
  sql: Sql,
  row: {
    readonly id: string
    readonly reservationId: string
    readonly eventId: string
    readonly userId: string | null
    readonly spouseId: string | null
    readonly name: string
    readonly gender: Gender | null
    readonly qrId: string
  },
): Promise<void> => {
  await sql(ADD_SPOUSE, [
    row.id,
    row.reservationId,
    row.eventId,
    row.userId,
    row.spouseId,
    row.name,
    row.gender,
    row.qrId,
  ])
}

const REMOVE_PARTICIPANT = {
  name: 'reservations_remove_participant',
  text: `delete from reservation_participants where id = $1`,
}
export const removeParticipant = async (sql: Sql, id: string): Promise<void> => {
  await sql(REMOVE_PARTICIPANT, [id])
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
export const clearCare = async (sql: Sql, participantIds: readonly string[]): Promise<void> => {
  if (participantIds.length > 0) await sql(CLEAR_CARE, [participantIds])
}
const FIND_CARE = {
  name: 'reservations_find_care',
  text: `
    select c.participant_id as "participantId", c.sealed, p.name, p.role from reservation_care c
    join reservation_participants p on p.id = c.participant_id where p.reservation_id = $1 order by p.role`,
}
export const findCare = (
  sql: Sql,
  id: string,
): Promise<{ participantId: string; sealed: string; name: string; role: 'main' | 'spouse' }[]> =>
  sql<{ participantId: string; sealed: string; name: string; role: 'main' | 'spouse' }>(FIND_CARE, [id])

const PURGE_CARE = {
  name: 'reservations_purge_care',
  text: `delete from reservation_care where purge_after < $1::date`,
}
/** Deletes what was kept only for an event that is over. */
export const purgeCare = async (sql: Sql, today: string): Promise<void> => {
  await sql(PURGE_CARE, [today])
}
