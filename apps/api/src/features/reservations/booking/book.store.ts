import { z } from 'zod'
import type { TxSql, Write } from '#platform/db/sql.store'

// ── Idempotency, for many requests at once (the same table and the same lock as for single ones) ─────────────────────

const LOCK_KEYS = {
  name: 'reservations_lock_keys',
  text: `
    select pg_try_advisory_xact_lock(hashtextextended(k.user_id || E'\\n' || k.key, 1)) as locked, s.route, s.body_hash, s.reservation_id
    from unnest($1::text[], $2::text[]) with ordinality as k(user_id, key, n)
    left join idempotency_keys s on s.user_id = k.user_id and s.key = k.key order by k.n`,
}
export interface LockedKey {
  /** False while another request uses this key. */
  readonly locked: boolean
  /** The route that the key was used for before, if any. */
  readonly route: string | null
  readonly body_hash: string | null
  /** Null if the key was used for something other than a reservation. */
  readonly reservation_id: string | null
}

/**
 * Locks these keys until the transaction ends and returns their former use, in order. If a key is used and freed
 * between the read and the lock, the table refuses the insert, and the batch is retried one by one.
 */
export const lockKeys = (sql: TxSql, keys: readonly { userId: string; key: string }[]): Promise<LockedKey[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : sql<LockedKey>(LOCK_KEYS, [keys.map(({ userId }) => userId), keys.map(({ key }) => key)])

// ── Everything that a batch of reservations writes ─────────────────────────────────────────────────

export interface NewReservations {
  readonly reservations: readonly Readonly<Record<string, unknown>>[]
  readonly participants: readonly Readonly<Record<string, unknown>>[]
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  readonly answers: readonly Readonly<Record<string, unknown>>[]
  readonly claims: readonly Readonly<Record<string, unknown>>[]
  readonly quotas: readonly { readonly id: string; readonly quantity: number }[]
  readonly messages: readonly Readonly<Record<string, unknown>>[]
}

const INSERT = {
  name: 'reservations_insert',
  text: `
    with made as materialized (
      select * from json_to_recordset($2::json) as r(id text, code text, event_id text, user_id text, payer_id text, status text, source text,
        hold_expires_at timestamptz, pays_at_desk boolean, needs_approval boolean, currency text, total bigint, due_at_once bigint,
        participant_type_ref text, committee_type_id text, accommodation_ref text, check_in date,
        check_out date, form_version_id text, arrival_at timestamptz, departure_at timestamptz,
        missing text[], note text, persons smallint, actor_id text, actor text, key text, route text, body_hash text)),
    new_reservations as (
      insert into reservations (id, code, event_id, user_id, payer_id, status, source, hold_expires_at, pays_at_desk, needs_approval,
        currency, total, due_at_once, event_participant_type_id, committee_type_id, event_accommodation_id, check_in,
        check_out, form_version_id, arrival_at, departure_at, missing, note, persons, created_at, updated_at)
      select id, code, event_id, user_id, payer_id, status, source, hold_expires_at, pays_at_desk, needs_approval, currency, total, due_at_once,
        participant_type_ref, committee_type_id, accommodation_ref, check_in, check_out, form_version_id, arrival_at, departure_at, missing,
        note, persons, $1, $1 from made),
    new_participants as (
      insert into reservation_participants (id, reservation_id, event_id, role, position, user_id, spouse_id, family_member_id, name, gender,
        event_participant_type_id, title_id, designation_id, event_caterer_id, minor, guardian, qr_id, live, bears_title_id,
        bears_designation_id, title_by_staff, designation_by_staff)
      select id, reservation_id, event_id, role, position, user_id, spouse_id, family_member_id, name, gender, participant_type_ref, title_id,
        designation_id, caterer_ref, minor, guardian, qr_id, true, bears_title_id, bears_designation_id, coalesce(title_by_staff, false),
        coalesce(designation_by_staff, false)
      from json_to_recordset($3::json) as p(id text, reservation_id text, event_id text, role text, position smallint, user_id text,
        spouse_id text, family_member_id text, name text, gender text, participant_type_ref text, title_id text, designation_id text,
        caterer_ref text, minor boolean, guardian smallint, qr_id text, bears_title_id text, bears_designation_id text,
        title_by_staff boolean, designation_by_staff boolean)),
    new_lines as (
      insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount, person, from_day, until_day)
      select reservation_id, kind, ref_id, label, quantity, units, unit_price, amount, person, from_day, until_day
      from json_to_recordset($4::json) as l(reservation_id text, kind text, ref_id text, label text, quantity int, units int,
        unit_price bigint, amount bigint, person smallint, from_day date, until_day date)),
    new_answers as (
      insert into reservation_answers (reservation_id, question_id, label, value)
      select reservation_id, question_id, label, value
      from json_to_recordset($5::json) as a(reservation_id text, question_id text, label text, value jsonb)),
    new_transitions as (
      insert into reservation_transitions (reservation_id, from_status, to_status, action, actor_id, actor, at)
      select id, null, status, 'make', actor_id, actor, $1 from made),
    new_claims as (
      insert into claims (quota_id, reservation_id, quantity, created_at)
      select quota_id, reservation_id, quantity, $1
      from json_to_recordset($6::json) as c(quota_id text, reservation_id text, quantity int)),
    taken as (
      update quotas q set claimed = q.claimed + t.quantity
      from json_to_recordset($7::json) as t(id text, quantity int) where q.id = t.id),
    new_messages as (
      insert into message_batches (messages, created_at) select $8::text::json, $1 where $8::text <> '[]'),
    forgotten as (
      delete from reservation_drafts d using made
      where made.actor = 'owner' and d.user_id = made.user_id and d.event_id = made.event_id)
    insert into idempotency_keys (user_id, key, route, body_hash, status, reservation_id, created_at)
    select actor_id, key, route, body_hash, 201, id, $1 from made where key is not null`,
}

export const insertingReservations = (rows: NewReservations, now: Date): Write => ({
  statement: INSERT,
  values: [
    now,
    JSON.stringify(rows.reservations),
    JSON.stringify(rows.participants),
    JSON.stringify(rows.lines),
    JSON.stringify(rows.answers),
    JSON.stringify(rows.claims),
    JSON.stringify(rows.quotas),
    JSON.stringify(rows.messages),
  ],
})

const ADD_JOB = {
  name: 'reservations_add_job',
  text: `
    select 1 as done from graphile_worker.add_job($1, run_at => now() + $2 * interval '1 millisecond', max_attempts => 12, job_key => $1,
      job_key_mode => 'preserve_run_at')`,
}
/** Enqueues a job without payload after a delay in milliseconds. If one is queued already, it stays unchanged. */
export const addingJob = (task: string, delayMs: number): Write => ({ statement: ADD_JOB, values: [task, delayMs] })

const UNIQUE_CODES: ReadonlySet<string> = new Set(['reservations_code_key', 'reservation_participants_qr_id_key'])
const violation = z.object({ code: z.literal('23505'), constraint: z.string() })

/** Two reservations got the same random code: retrying with a new one solves it. */
export const isCodeCollision = (error: unknown): boolean => {
  const parsed = violation.safeParse(error)
  return parsed.success && UNIQUE_CODES.has(parsed.data.constraint)
}
