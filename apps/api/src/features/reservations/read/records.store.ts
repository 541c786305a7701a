import type { Language } from '@shiloh/contract/core'
import { valuesOf } from '@shiloh/contract/forms/forms'
import { REFUND_KINDS } from '@shiloh/contract/payments/money'
import { REFUND_STATUSES } from '@shiloh/contract/payments/refunds'
import { CONSENT_STATUSES, PARTICIPANT_ROLES, wishPerson } from '@shiloh/contract/reservations/party'
import { type QuoteLine, quoteLine, refundRule, withoutColon } from '@shiloh/contract/reservations/quote'
import { mealsBefore } from '@shiloh/contract/reservations/shares'
import { RESERVATION_ACTIONS, RESERVATION_STATUSES, type ReservationStatus } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { type RawBuilder, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import type { RowOf } from '#platform/db/rows'
import type { Sql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { GivenAnswer } from '../booking/facts.rules.ts'
import { storedDifference } from '../lifecycle/stored-difference.ts'
import { type PendingChange, pendingChange } from '../lifecycle/transitions.store.ts'
import { dueDateOf } from '../money/standing.store.ts'
import { tellChanges } from './changes.sql.ts'
import type { ReservationRecord } from './views.ts'

// ── What a reservation is made of, as the wish it came from ──────────────────────────────────────────────────────────

const STANDING = {
  name: 'reservations_standing',
  text: `
    select r.missing, r.committee_type_id, a.room_category_id, r.check_in, r.check_out, r.arrival_at, r.departure_at, r.pays_at_desk,
      coalesce((select json_agg(json_build_object('role', p.role, 'person_id', coalesce(p.spouse_id, p.family_member_id),
        'participant_type_id', t.participant_type_id, 'title_id', p.title_id, 'designation_id', p.designation_id, 'caterer_id', c.caterer_id,
        'guardian_id', coalesce(g.spouse_id, g.family_member_id),
        'consent_from', (select json_build_object('name', n.guardian_name, 'email', n.email::text, 'phone', n.phone)
          from guardian_consents n where n.participant_id = p.id)) order by p.position)
        from reservation_participants p
        join event_participant_types t on t.id = p.event_participant_type_id
        left join event_caterers c on c.id = p.event_caterer_id
        left join reservation_participants g on g.reservation_id = p.reservation_id and g.position = p.guardian
        where p.reservation_id = r.id), '[]') as participants,
      coalesce((select json_agg(json_build_object('kind', l.kind, 'ref_id', l.ref_id, 'label', l.label, 'quantity', l.quantity,
        'units', l.units, 'unit_price', l.unit_price, 'amount', l.amount, 'person', l.person,
        -- Of lines from before lines had days, those of a stay are for all of its nights.
        'from_day', coalesce(l.from_day, case when l.kind = 'accommodation' then r.check_in end),
        'until_day', coalesce(l.until_day, case when l.kind = 'accommodation' then r.check_out end)) order by l.person, l.id) from reservation_lines l where l.reservation_id = r.id), '[]') as lines,
      coalesce((select json_agg(json_build_object('question_id', w.question_id, 'label', w.label, 'value', w.value,
        'form_version_id', coalesce(w.form_version_id, r.form_version_id)) order by w.question_id)
        from reservation_answers w where w.reservation_id = r.id), '[]') as answers
    from reservations r
    left join event_accommodations a on a.id = r.event_accommodation_id
    where r.id = $1`,
}

interface StandingRow {
  missing: string[]
  participants: unknown
  committee_type_id: string | null
  room_category_id: string | null
  check_in: string | null
  check_out: string | null
  arrival_at: Date | null
  departure_at: Date | null
  pays_at_desk: boolean
  lines: unknown
  answers: unknown
}

const lines = z.array(quoteLine)
const persons = z.array(wishPerson).min(1)
const answer = z.object({ question_id: z.string(), label: z.string(), value: z.union([z.string(), z.number()]) })
const answers = z.array(answer.extend({ form_version_id: z.string().nullable() }))

/**
 * Returns the choice in force, without the sealed data: the choice and the lines with their agreed prices. @throws
 * not_found
 */
export const findStanding = async (
  sql: Sql,
  id: string,
): Promise<{ wish: Wish; lines: QuoteLine[]; missing: readonly string[]; answers: readonly GivenAnswer[] }> => {
  const [row] = await sql<StandingRow>(STANDING, [id])
  if (!row) throw new AppError('not_found')
  const agreed = lines.parse(row.lines)
  const given = answers.parse(row.answers)
  return {
    missing: row.missing,
    lines: agreed,
    answers: given,
    wish: {
      participants: persons.parse(row.participants),
      committee_type_id: row.committee_type_id,
      accommodation:
        row.room_category_id && row.check_in && row.check_out
          ? { room_category_id: row.room_category_id, check_in: row.check_in, check_out: row.check_out }
          : null,
      products: agreed.flatMap(({ kind, ref_id, quantity }) =>
        kind === 'product_option' ? [{ product_option_id: ref_id, quantity }] : [],
      ),
      answers: valuesOf(given),
      arrival_at: row.arrival_at?.toISOString() ?? null,
      departure_at: row.departure_at?.toISOString() ?? null,
      pays_at_desk: row.pays_at_desk,
    },
  }
}

const PENDING_CHANGE = {
  name: 'reservations_pending_change',
  text: `select pending_change from reservations where id = $1 and pending_change is not null`,
}

/** Returns the change of a reservation that waits for its payment. */
export const findPendingChange = async (sql: Sql, id: string): Promise<PendingChange | undefined> => {
  const [row] = await sql<{ pending_change: unknown }>(PENDING_CHANGE, [id])
  return row && pendingChange.parse(row.pending_change)
}

const CHOSEN_PRICE = {
  name: 'reservations_chosen_price',
  text: `select currency, coalesce((pending_change ->> 'total')::float8, total::float8) as total from reservations where id = $1`,
}

/** Returns what was chosen last costs: a change that waits for its payment, if there is one. @throws not_found */
export const findChosenPrice = async (
  sql: Sql,
  id: string,
): Promise<{ readonly currency: string; readonly total: number }> => {
  const [row] = await sql<{ currency: string; total: number }>(CHOSEN_PRICE, [id])
  if (!row) throw new AppError('not_found')
  return row
}

// ── Everything that is shown of one ──────────────────────────────────────────────────────────────────────────────────

const refundRules = z.array(refundRule)
const instant = z.string().transform((text) => new Date(text))
const named = z.object({ id: z.string(), name: z.string() })
const answersInWords = z.array(answer.extend({ words: z.string().nullable() }))
const parts = z.object({
  lines,
  answers: answersInWords,
  /** Those of a change that waits for its payment. */
  changedAnswers: answersInWords,
  /** The names of people on the owner’s lists who are in it. */
  changedNames: z.record(z.string(), z.string()),
  participants: z.array(
    z.object({
      id: z.string(),
      role: z.enum(PARTICIPANT_ROLES),
      personId: z.string().nullable(),
      accountId: z.string().nullable(),
      name: z.string(),
      participantType: named,
      title: named.nullable(),
      designation: named.nullable(),
      chosen: z.object({ title_id: z.string().nullable(), designation_id: z.string().nullable() }),
      caterer: named.nullable(),
      minor: z.boolean(),
      guardian: z.number().nullable(),
      since: z.string().nullable(),
      mealsBefore,
      consent: z
        .object({
          status: z.enum(CONSENT_STATUSES),
          guardianName: z.string(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
          askedAt: instant.nullable(),
          answeredAt: instant.nullable(),
          answeredName: z.string().nullable(),
          onPaper: z.boolean(),
        })
        .nullable(),
      qrId: z.string(),
      checkedInAt: instant.nullable(),
      checkedOutAt: instant.nullable(),
      room: z
        .object({
          id: z.string(),
          name: z.string(),
          block: z.string(),
          floor: z.number(),
          bed: z.number(),
          known: z.boolean(),
        })
        .nullable(),
      toldRoom: z.boolean(),
      hasCare: z.boolean(),
    }),
  ),
  timeline: z.array(
    z.object({
      at: instant,
      from: z.enum(RESERVATION_STATUSES).nullable(),
      to: z.enum(RESERVATION_STATUSES),
      action: z.enum(RESERVATION_ACTIONS),
      actor: z.enum(['owner', 'staff', 'system', 'provider', 'gate']),
      by: z.string().nullable(),
      reason: z.string(),
      booked: z.array(z.object({ paymentId: z.string(), amount: z.number() })),
      changes: z.array(storedDifference).nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      amount: z.number(),
      receiptNumber: z.number().nullable(),
      onlineNumber: z.number().nullable(),
      reference: z.string().nullable(),
      at: instant,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      paymentId: z.string(),
      amount: z.number(),
      status: z.enum(REFUND_STATUSES),
      kind: z.enum(REFUND_KINDS),
      reason: z.string(),
      method: z.string(),
      at: instant,
      requestedAt: instant.nullable(),
      settledAt: instant.nullable(),
    }),
  ),
  withdrawn: z.object({ owed: z.number(), rule: z.number() }),
  endedWaits: z.array(z.string()),
  committeeType: named.nullable(),
})

type SentColumns =
  | 'code'
  | 'hold_expires_at'
  | 'pays_at_desk'
  | 'needs_approval'
  | 'approved_at'
  | 'currency'
  | 'total'
  | 'paid'
  | 'waived'
  | 'waived_by'
  | 'reduced'
  | 'retained'
  | 'kept_until'
  | 'arrival_at'
  | 'departure_at'
  | 'missing'
  | 'created_at'
  | 'event_id'
type SentInstants = 'hold_expires_at' | 'approved_at' | 'kept_until' | 'arrival_at' | 'departure_at' | 'created_at'
type EventColumns = 'slug' | 'starts_at' | 'ends_at' | 'time_zone' | 'place'

interface RecordRow
  extends RowOf<Pick<ReservationView, SentColumns>, SentInstants>,
    RowOf<Pick<ReservationView['event'], EventColumns>, 'starts_at' | 'ends_at'> {
  id: string
  status: ReservationStatus
  user_id: string
  user_name: string
  payer_id: string
  due_at_once: number | null
  ruled_total: number
  check_in: string | null
  check_out: string | null
  note: string
  pending_change: unknown
  event_name: string
  cancellation_deadline: Date | null
  refund_rules: unknown
  balance_due_at: Date | null
  cash_deadline: Date | null
  room_category_id: string | null
  room_category: string | null
  parts: unknown
}

/** Returns lines in which an option of the form is called by the words that its answer was given to. */
const inWords = (all: readonly QuoteLine[], given: z.output<typeof answersInWords>): QuoteLine[] =>
  all.map((line) => {
    const chosen =
      line.kind === 'question_option'
        ? given.find(({ value, words }) => value === line.ref_id && words !== null)
        : undefined
    return chosen ? { ...line, label: withoutColon(`${chosen.label}: ${chosen.words}`) } : line
  })

/** Returns one reservation with everything that is shown of it, in one query and in the language of a reader. */
export const findRecord = async (
  db: Queryable,
  id: string,
  reader: Language,
): Promise<ReservationRecord | undefined> => {
  const called = (alias: string) => toldIn(reader, alias, 'name')
  const { rows } = await raw<RecordRow>`
    select r.id, r.code, r.status, r.user_id, u.first_name || ' ' || u.last_name as user_name, r.payer_id, r.hold_expires_at,
      r.pays_at_desk, r.needs_approval, r.approved_at, r.currency, r.total, r.paid, r.waived,
      (select w.first_name || ' ' || w.last_name from users w where w.id = r.waived_by) as waived_by, r.reduced, r.retained, r.due_at_once, r.ruled_total, r.kept_until,
      r.check_in, r.check_out, r.arrival_at, r.departure_at, r.missing, r.note,
      r.pending_change || jsonb_build_object('lines', lines_in_language(r.pending_change -> 'lines', ${reader})) as pending_change, r.created_at,
      e.id as event_id, e.slug, ${called('e')} as event_name, e.starts_at, e.ends_at, e.time_zone,
      case when ec.id is null then '' when ec.city = '' then ec.name else ec.name || ', ' || ec.city end as place,
      e.cancellation_deadline, e.refund_rules, e.balance_due_at, e.cash_deadline,
      rc.id as room_category_id, ${called('rc')} as room_category,
      json_build_object(
        'committeeType', (select json_build_object('id', t.id, 'name', ${called('t')}) from committee_types t where t.id = r.committee_type_id),
        'lines', coalesce((select json_agg(json_build_object('kind', l.kind, 'ref_id', l.ref_id,
          'label', line_in_language(l.kind, l.ref_id, l.label, ${reader}), 'quantity', l.quantity, 'units', l.units, 'unit_price', l.unit_price, 'amount', l.amount, 'person', l.person,
        -- Of lines from before lines had days, those of a stay are for all of its nights.
        'from_day', coalesce(l.from_day, case when l.kind = 'accommodation' then r.check_in end),
        'until_day', coalesce(l.until_day, case when l.kind = 'accommodation' then r.check_out end)) order by l.person, l.id) from reservation_lines l where l.reservation_id = r.id), '[]'),
        'answers', coalesce((select json_agg(json_build_object('question_id', a.question_id, 'value', a.value,
          'label', w.label, 'words', w.words))
          from reservation_answers a, answer_in_language(a.question_id, a.label, a.value, coalesce(a.form_version_id, r.form_version_id), ${reader}) w
          where a.reservation_id = r.id), '[]'),
        'changedAnswers', coalesce((select json_agg(json_build_object('question_id', a ->> 'question_id', 'value', a -> 'value',
          'label', w.label, 'words', w.words))
          from jsonb_array_elements(r.pending_change -> 'answers') a, answer_in_language(a ->> 'question_id', a ->> 'label', a -> 'value',
            coalesce(a ->> 'form_version_id', r.pending_change ->> 'form_version_id'), ${reader}) w), '[]'),
        'changedNames', coalesce((select json_object_agg(w ->> 'person_id', coalesce(s.first_name || ' ' || s.last_name, f.first_name || ' ' || f.last_name, ''))
          from jsonb_array_elements(r.pending_change -> 'wish' -> 'participants') w
          left join spouses s on s.id = w ->> 'person_id' left join family_members f on f.id = w ->> 'person_id'
          where w ->> 'person_id' is not null), '{}'),
        'participants', coalesce((select json_agg(json_build_object('id', p.id, 'role', p.role, 'name', p.name, 'qrId', p.qr_id,
          'personId', coalesce(p.spouse_id, p.family_member_id), 'accountId', p.user_id, 'minor', p.minor, 'guardian', p.guardian,
          'since', p.added_on, 'mealsBefore', p.meals_before,
          'participantType', (select json_build_object('id', t.id, 'name', ${called('t')}) from event_participant_types o
            join participant_types t on t.id = o.participant_type_id where o.id = p.event_participant_type_id),
          'title', (select json_build_object('id', t.id, 'name', ${called('t')}) from titles t
            where t.id = p.title_id and (not t.needs_confirmation or t.id = p.bears_title_id)),
          'designation', (select json_build_object('id', t.id, 'name', ${called('t')}) from designations t
            where t.id = p.designation_id and (not t.needs_confirmation or t.id = p.bears_designation_id)),
          'chosen', json_build_object('title_id', p.title_id, 'designation_id', p.designation_id),
          'caterer', (select json_build_object('id', t.id, 'name', t.name) from event_caterers o
            join caterers t on t.id = o.caterer_id where o.id = p.event_caterer_id),
          'consent', (select json_build_object('status', g.status, 'guardianName', g.guardian_name, 'email', g.email::text, 'phone', g.phone,
            'askedAt', g.asked_at, 'answeredAt', g.answered_at, 'answeredName', g.answered_name,
            'onPaper', g.status = 'given' and g.wording_id is null)
            from guardian_consents g where g.participant_id = p.id),
          'checkedInAt', p.checked_in_at, 'checkedOutAt', p.checked_out_at,
          'room', (select json_build_object('id', m.id, 'name', m.name, 'block', k.name, 'floor', m.floor, 'bed', b.bed,
            'known', exists (select from known_rooms n join reservation_participants q on q.id = n.participant_id
              where q.reservation_id = p.reservation_id and n.room_id = b.room_id))
            from bed_assignments b join event_rooms m on m.id = b.room_id join event_blocks k on k.id = m.event_block_id
            where b.participant_id = p.id and b.released_at is null and not b.for_change order by lower(b.nights) limit 1),
          'toldRoom', exists (select from known_rooms n where n.participant_id = p.id and n.room_id is not null),
          'hasCare', exists (select from reservation_care h where h.participant_id = p.id)) order by p.position)
          from reservation_participants p where p.reservation_id = r.id), '[]'),
        'payments', coalesce((select json_agg(json_build_object('id', m.id, 'method', m.provider, 'amount', m.captured,
          'receiptNumber', m.receipt_number, 'onlineNumber', m.online_number, 'reference', case when m.receipt_number is null then m.reference end, 'at', coalesce(m.settled_at, m.created_at)) order by m.settled_at, m.id)
          from payments m where m.reservation_id = r.id and m.captured > 0 and m.status <> 'void'), '[]'),
        'refunds', coalesce((select json_agg(json_build_object('id', f.id, 'paymentId', f.payment_id, 'amount', f.amount, 'status', f.status, 'kind', f.kind,
          'reason', f.reason, 'method', m.provider, 'at', f.created_at, 'requestedAt', f.requested_at, 'settledAt', f.settled_at) order by f.created_at, f.id)
          from refunds f join payments m on m.id = f.payment_id where m.reservation_id = r.id and f.status <> 'withdrawn'), '[]'),
        'withdrawn', (select json_build_object('owed', coalesce(sum(f.amount) filter (where f.kind = 'owed'), 0),
          'rule', coalesce(sum(f.amount) filter (where f.kind = 'rule'), 0))
          from refunds f join payments m on m.id = f.payment_id where m.reservation_id = r.id and f.withdrawn_reason is not null),
        -- They end in the transaction that cancels.
        'endedWaits', coalesce((select json_agg(x.name order by x.number) from (
          select w.number, case w.kind
            when 'beds' then (select ${called('c')} from event_accommodations o join room_categories c on c.id = o.room_category_id where o.id = w.ref_id)
            when 'caterer' then (select t.name from event_caterers o join caterers t on t.id = o.caterer_id where o.id = w.ref_id)
            when 'product_option' then (select ${called('t')} || ', ' || ${called('n')} from event_products o
              join product_options n on n.id = o.product_option_id join products t on t.id = n.product_id where o.id = w.ref_id) end as name
          from waiting_entries w
          where w.event_id = r.event_id and w.user_id = r.user_id and w.status = 'withdrawn' and w.updated_at = r.cancelled_at) x
          where x.name is not null), '[]'),
        'timeline', coalesce((select json_agg(json_build_object('at', t.at, 'from', t.from_status, 'to', t.to_status, 'action', t.action,
          'actor', t.actor, 'by', case when t.actor = 'staff' then s.first_name || ' ' || s.last_name end, 'reason', t.reason,
          -- A step that money makes is written in the transaction of its ledger row.
          'booked', case when t.action in ('pay', 'refund', 'reverse') then
            coalesce((select json_agg(json_build_object('paymentId', l.payment_id, 'amount', abs(l.amount)) order by l.id)
              from ledger_entries l where l.reservation_id = t.reservation_id and l.at = t.at
              and (l.amount > 0) = (t.action = 'pay')), '[]') else '[]' end, 'changes', t.changes) order by t.id)
          from reservation_transitions t left join users s on s.id = t.actor_id where t.reservation_id = r.id), '[]')
      ) as parts
    from reservations r
    join users u on u.id = r.user_id
    join events e on e.id = r.event_id
    left join event_centers ec on ec.id = e.event_center_id
    left join event_accommodations ea on ea.id = r.event_accommodation_id
    left join room_categories rc on rc.id = ea.room_category_id
    where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { changedAnswers, changedNames, ...found } = parts.parse(row.parts)
  const changes = await tellChanges(
    db,
    { id: row.id, timeline: found.timeline, main: found.participants[0]?.name ?? '' },
    reader,
  )
  const change = row.pending_change === null ? null : pendingChange.parse(row.pending_change)
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    event: {
      id: row.event_id,
      slug: row.slug,
      name: row.event_name,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone: row.time_zone,
      place: row.place,
      cancellationDeadline: row.cancellation_deadline,
      refundRules: refundRules.parse(row.refund_rules),
      dueAt: dueDateOf(row),
    },
    user: { id: row.user_id, name: row.user_name },
    payerId: row.payer_id,
    holdExpiresAt: row.hold_expires_at,
    paysAtDesk: row.pays_at_desk,
    needsApproval: row.needs_approval,
    approvedAt: row.approved_at,
    currency: row.currency,
    total: row.total,
    paid: row.paid,
    waived: row.waived,
    waivedBy: row.waived_by,
    reduced: row.reduced,
    retained: row.retained,
    dueAtOnce: row.due_at_once,
    ruledTotal: row.ruled_total,
    keptUntil: row.kept_until,
    accommodation:
      row.room_category_id && row.room_category && row.check_in && row.check_out
        ? { categoryId: row.room_category_id, name: row.room_category, checkIn: row.check_in, checkOut: row.check_out }
        : null,
    arrivalAt: row.arrival_at,
    departureAt: row.departure_at,
    pendingChange: change && {
      ...change,
      answers: changedAnswers,
      names: changedNames,
      lines: inWords(change.lines, changedAnswers),
    },
    missing: row.missing,
    note: row.note,
    createdAt: row.created_at,
    ...found,
    timeline: found.timeline.map((entry, position) => ({ ...entry, changes: changes.get(position) ?? [] })),
    lines: inWords(found.lines, found.answers),
  }
}

/** Returns whether the user is the owner (participant or payer) of a reservation. */
export const isOwnedBy = (record: Pick<ReservationRecord, 'user' | 'payerId'>, userId: string): boolean =>
  record.user.id === userId || record.payerId === userId

const OWNERS = { name: 'reservations_owners', text: `select user_id, payer_id, status from reservations where id = $1` }
interface Owners {
  readonly user_id: string
  readonly payer_id: string
  readonly status: ReservationStatus
}
export const findOwners = async (sql: Sql, id: string): Promise<Owners | undefined> =>
  (await sql<Owners>(OWNERS, [id]))[0]

/**
 * The condition that this person comes as participant `p` in reservation `r` of a spouse, and that the two are linked now.
 * An account stays with a place that was reserved together; what it sees of it ends with the link.
 */
export const comesAsGuest = (
  userId: string,
): RawBuilder<boolean> => raw<boolean>`(p.user_id = ${userId} and p.position > 0
  and exists (select from spouses s where s.user_id = r.user_id and s.linked_user_id = ${userId} and s.removed_at is null))`

interface Guest {
  readonly participantId: string
  /** The owner cancelled it, not somebody else who pays. */
  readonly cancelledByOwner: boolean
}

/** Returns the participant who is this person, in a reservation in which their linked spouse took a place for them. */
export const findGuest = async (db: Queryable, id: string, userId: string): Promise<Guest | undefined> => {
  const { rows } = await raw<Guest>`
    select p.id as "participantId", coalesce((select t.actor_id = r.user_id from reservation_transitions t
      where t.reservation_id = r.id and t.action = 'cancel' order by t.id desc limit 1), false) as "cancelledByOwner"
    from reservation_participants p join reservations r on r.id = p.reservation_id
    where r.id = ${id} and ${comesAsGuest(userId)}`.execute(db)
  return rows[0]
}

interface LiveRow {
  id: string
  code: string
  status: ReservationStatus
  /** Whose reservation it is, if it is somebody else's. */
  reserved_by: string | null
  /** It can be shown to this person. */
  shown: boolean
}

/** Returns the reservation of a person that was archived with its event, if any. It can be shown to them. */
export const findArchived = async (db: Queryable, eventId: string, userId: string): Promise<LiveRow | undefined> => {
  const { rows } = await raw<LiveRow>`
    select r.id, r.code, r.status, true as shown,
      (select u.first_name || ' ' || u.last_name from users u where u.id = r.user_id and ${userId} not in (r.user_id, r.payer_id)) as reserved_by
    from reservation_participants p join reservations r on r.id = p.reservation_id
    where p.event_id = ${eventId} and p.user_id = ${userId} and r.status = 'archived'
      and (${userId} in (r.user_id, r.payer_id) or ${comesAsGuest(userId)})
    order by r.created_at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the live reservation in which a person has a place at an event, if any. */
export const findLive = async (
  db: Queryable,
  eventId: string,
  userId: string,
  now: Date,
): Promise<LiveRow | undefined> => {
  const { rows } = await raw<LiveRow>`
    select r.id, r.code, r.status, ${userId} in (r.user_id, r.payer_id) or ${comesAsGuest(userId)} as shown,
      (select u.first_name || ' ' || u.last_name from users u where u.id = r.user_id and ${userId} not in (r.user_id, r.payer_id)) as reserved_by
    from reservation_participants p join reservations r on r.id = p.reservation_id
    where p.event_id = ${eventId} and p.user_id = ${userId} and p.live
      and (r.status = 'pending' and r.hold_expires_at <= ${now}) is not true limit 1`.execute(db)
  return rows[0]
}
